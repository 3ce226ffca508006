//! Levels as JSON, in the style of Klotski games on the web: one object, or a list of them.
//!
//! ```text
//!     { "boardSize": [5, 4], "escapePoint": [3, 1],
//!       "blocks": [ { "shape": [2, 2], "position": [0, 1] },
//!                   { "shape": [1, 2], "position": [2, 1], "directions": [1, 3] } ] }
//! ```
//!
//! Shapes are rows and columns, places count from 0, and the first block must reach the escape
//! point. Directions 0 and 2 are up and down, 1 and 3 left and right; without directions a block
//! moves in all four.
//!
//! The game `jeantimex/klotski` ships its levels without board size and escape point: they default
//! to those of Klotski, 5 rows of 4 columns and the middle of the bottom. Names of levels are
//! ignored.

use std::io;

use fewest_core::{Claim, Fault, Instance, ReadOptions, Reading, Source, Span, Sure, Written};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::formats::picture;
use crate::rules::{Board, Freedom, Goal, Metric, Piece};

/// The id of the format.
pub(crate) const ID: &str = "json";

/// The most cells; larger grids are taken for a mistake.
const MOST_CELLS: usize = 1 << 24;

/// Default rows and columns of a board, and where its first block escapes.
const KLOTSKI: ([usize; 2], [usize; 2]) = ([5, 4], [3, 1]);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Level {
    board_size: Option<[usize; 2]>,
    escape_point: Option<[usize; 2]>,
    blocks: Vec<Block>,
}

#[derive(Serialize, Deserialize)]
struct Block {
    shape: [usize; 2],
    position: [usize; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    directions: Option<Vec<u8>>,
}

/// Claims JSON with blocks, and with an escape point or with shapes and positions.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    let begins = source.bytes.trim_ascii_start().first();
    let is_level = || {
        has_key(&source.bytes, "\"blocks\"")
            && (has_key(&source.bytes, "\"escapePoint\"")
                || has_key(&source.bytes, "\"shape\"") && has_key(&source.bytes, "\"position\""))
    };
    (matches!(begins, Some(b'{' | b'[')) && is_level()).then_some(Claim { format: ID, sure: Sure::Certain })
}

/// Returns whether a quoted word stands before a colon somewhere.
fn has_key(text: &[u8], word: &str) -> bool {
    let is_key = |at: usize| text[at + word.len()..].trim_ascii_start().starts_with(b":");
    text.windows(word.len()).enumerate().any(|(at, bytes)| bytes == word.as_bytes() && is_key(at))
}

/// Reads one level or a list; a bad level is reported and the others are read.
pub(crate) fn read(source: &Source, how: &ReadOptions) -> Reading<Board> {
    let text = match std::str::from_utf8(&source.bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.valid_up_to();
            return Reading::failed(Fault::new("this is not UTF-8 text").at(Span {
                source: 0,
                start: at,
                end: at + 1,
            }));
        }
    };
    let levels: Vec<&RawValue> = match text.trim_start().starts_with('[') {
        true => match serde_json::from_str(text) {
            Ok(levels) => levels,
            Err(error) => return Reading::failed(not_json(text, 0, &error)),
        },
        false => match serde_json::from_str(text) {
            Ok(level) => vec![level],
            Err(error) => return Reading::failed(not_json(text, 0, &error)),
        },
    };
    let many = levels.len() > 1;
    let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
    for level in levels {
        // A raw value is a slice of the text it was read from.
        let start = level.get().as_ptr() as usize - text.as_ptr() as usize;
        let line = many.then(|| source.line_and_column(start).0);
        let whole = Span { source: 0, start, end: start + level.get().len() };
        let board = serde_json::from_str::<Level>(level.get())
            .map_err(|error| not_json(text, start, &error))
            .and_then(|level| {
                let board = board(&level).map_err(|what| Fault::new(what).at(whole))?;
                board.fits_in(how.room).map(|()| board)
            });
        match board {
            Ok(board) => {
                let board = Board { metric: Metric::named(how.metric.as_deref()), ..board };
                reading.instances.push(Instance { board, format: ID, line, warnings: Vec::new() });
            }
            Err(fault) => reading.faults.push(fault),
        }
    }
    if reading.instances.is_empty() && reading.faults.is_empty() {
        reading.faults.push(Fault::new("there is no level in this list"));
    }
    reading
}

/// Returns the fault of the JSON reader, at its place in the whole text.
fn not_json(text: &str, start: usize, error: &serde_json::Error) -> Fault {
    let before: usize =
        text[start..].split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = (start + before + error.column().saturating_sub(1)).min(text.len());
    let said = error.to_string();
    let what = said.rsplit_once(" at line ").map_or(said.as_str(), |(what, _)| what);
    Fault::new(format!("this is no level: {what}")).at(Span {
        source: 0,
        start: at,
        end: (at + 1).min(text.len()),
    })
}

fn board(level: &Level) -> Result<Board, String> {
    let size @ [rows, columns] = level.board_size.unwrap_or(KLOTSKI.0);
    if rows == 0 || columns == 0 || rows.checked_mul(columns).is_none_or(|cells| cells > MOST_CELLS) {
        return Err(format!("a board of {rows} x {columns} cannot be"));
    }
    let mut cover = vec![false; rows * columns];
    let mut pieces = Vec::new();
    for (number, block) in level.blocks.iter().enumerate() {
        let ([height, width], [row, column]) = (block.shape, block.position);
        let inside = |from: usize, size: usize, most: usize| {
            size > 0 && from.checked_add(size).is_some_and(|end| end <= most)
        };
        if !inside(row, height, rows) || !inside(column, width, columns) {
            return Err(format!(
                "block {number} of {height} x {width} at {row}, {column} lies outside the board"
            ));
        }
        let freedom = freedom(block.directions.as_deref())
            .ok_or_else(|| format!("block {number} may move one way only, which no block here can"))?;
        let piece = Piece { row, column, width, height, freedom, mask: None };
        for (row, column) in piece.cells() {
            if std::mem::replace(&mut cover[row * columns + column], true) {
                return Err(format!("block {number} overlaps another one at {row}, {column}"));
            }
        }
        pieces.push(piece);
    }
    let first = pieces.first().ok_or("there is no block")?;
    let usual = (size == KLOTSKI.0).then_some(KLOTSKI.1);
    let [row, column] = level.escape_point.or(usual).ok_or_else(|| {
        format!("the escape point of this board of {rows} x {columns} is missing; only 5 x 4 has a usual one")
    })?;
    if row >= rows || column >= columns || row + first.height > rows || column + first.width > columns {
        return Err(format!("the first block does not fit at the escape point {row}, {column}"));
    }
    let goals = vec![Goal::PieceAt { piece: 0, row, column }];
    Ok(Board { goals, ..Board::new(rows, columns, pieces) })
}

fn freedom(directions: Option<&[u8]>) -> Option<Freedom> {
    let Some(directions) = directions else { return Some(Freedom::Both) };
    match [0, 1, 2, 3].map(|to| directions.contains(&to)) {
        [true, true, true, true] => Some(Freedom::Both),
        [true, false, true, false] => Some(Freedom::Vertical),
        [false, true, false, true] => Some(Freedom::Horizontal),
        [false, false, false, false] => Some(Freedom::None),
        _ => None,
    }
}

/// Writes a level on one line, if it can express the board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let [Goal::PieceAt { piece: 0, row, column }] = board.goals[..] else {
        return Ok(Written::No("a level has one goal, a place for the first block".to_owned()));
    };
    let block = |piece: &Piece| Block {
        shape: [piece.height, piece.width],
        position: [piece.row, piece.column],
        directions: match piece.freedom {
            Freedom::Both => None,
            Freedom::Vertical => Some(vec![0, 2]),
            Freedom::Horizontal => Some(vec![1, 3]),
            Freedom::None => Some(Vec::new()),
        },
    };
    let level = Level {
        board_size: Some([board.rows, board.columns]),
        escape_point: Some([row, column]),
        blocks: board.pieces.iter().map(block).collect(),
    };
    let text = serde_json::to_string(&level)? + "\n";
    let read_one = |source: &Source| {
        let mut reading = read(source, &ReadOptions::default());
        reading.instances.pop().map(|instance| instance.board).ok_or_else(|| Fault::new("no level"))
    };
    picture::write_if_same(board, &text, read_one, out)
}
