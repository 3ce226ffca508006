//! Maps of levels in the format of GNOME Klotski: `#` wall, `*` the goal piece, `.` its goal,
//! letters other pieces, `-` a gate that only the goal piece may pass, blank free.
//!
//! ```text
//!     ######
//!     #a**b#
//!     #a**b#
//!     #cdde#
//!     #cfge#
//!     #h  i#
//!     ##--##
//!         ..
//!         ..
//! ```

use std::io;

use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Source, Sure, Written};

use crate::formats::picture::{self, Picture, piece, walls};
use crate::rules::{Board, Freedom, Goal};

/// The id of the format.
pub(crate) const ID: &str = "map";

/// Characters that stand for no ordinary piece.
const OTHERS: &[u8] = b"#*-. ";

/// Claims walls, the goal piece and its goal, and otherwise letters.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    const MOST_BYTES: usize = 1 << 16;
    let text = &source.bytes;
    if text.len() > MOST_BYTES || ![b'#', b'*', b'.'].iter().all(|byte| text.contains(byte)) {
        return None;
    }
    let known =
        |byte: &u8| byte.is_ascii_alphanumeric() || OTHERS.contains(byte) || matches!(byte, b'\r' | b'\n');
    let lines: Vec<Line<'_>> = source.lines().collect();
    if !text.iter().all(known) || Picture::of(&lines).height() < 3 {
        return None;
    }
    // Boards of Lights Out may be drawn with some of these characters too.
    let only_here = text.iter().any(|byte| byte.is_ascii_alphabetic() && !b"OoXx".contains(byte));
    Some(Claim { format: ID, sure: if only_here { Sure::Certain } else { Sure::Possible } })
}

/// Reads a map.
pub(crate) fn read(source: &Source) -> Result<Board, Fault> {
    let lines: Vec<Line<'_>> = source.lines().collect();
    let map = Picture::of(&lines);
    map.odd_cell().map_or(Ok(()), Err)?;
    let places = map.places();
    let cells = |byte: u8| places.get(&byte).map(Vec::as_slice).unwrap_or_default();
    let (Some(&first), Some(&home)) = (cells(b'*').first(), cells(b'.').first()) else {
        return Err(Fault::new("a map has a piece `*` and its home `.`")
            .remedy("draw both; `#` is a wall, `-` a gate, letters are pieces"));
    };
    let mut pieces = vec![piece(cells(b'*'), Freedom::Both)];
    let goal = piece(cells(b'.'), Freedom::Both);
    let shape = |of: &crate::rules::Piece| (of.width, of.height, of.mask.clone());
    if shape(&pieces[0]) != shape(&goal) {
        let what = "the home `.` has another shape than the piece `*`";
        return Err(Fault::new(what).at(map.span(home)).remedy(format!(
            "the piece begins at row {}, column {}; draw as many `.` in the same shape",
            first.0 + 1,
            first.1 + 1
        )));
    }
    let mut characters = vec![b'*'];
    for (&byte, cells) in places.iter().filter(|(byte, _)| !OTHERS.contains(byte)) {
        pieces.push(piece(cells, Freedom::Both));
        characters.push(byte);
    }
    let walls = walls(cells(b'#'));
    let names = picture::names(&characters, walls.len());
    pieces.extend(walls);
    Ok(Board {
        names,
        gates: cells(b'-').to_vec(),
        goals: vec![Goal::PieceAt { piece: 0, row: goal.row, column: goal.column }],
        ..Board::new(map.height(), map.width, pieces)
    })
}

/// Writes a map, if it can express the board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let [Goal::PieceAt { piece: 0, row, column }] = board.goals[..] else {
        return Ok(Written::No("a map has one goal, a place for the goal piece".to_owned()));
    };
    let movable = board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count();
    let Some(characters) = picture::characters(movable, OTHERS) else {
        return Ok(Written::No("there are more pieces than letters".to_owned()));
    };
    let mut rows = vec![vec![b' '; board.columns]; board.rows];
    let home = board.pieces[0].shape().map(|(down, right)| (row + down, column + right));
    home.filter(|&(row, column)| row < board.rows && column < board.columns)
        .for_each(|(row, column)| rows[row][column] = b'.');
    board.gates.iter().for_each(|&(row, column)| rows[row][column] = b'-');
    let mut letters = characters.into_iter();
    for (index, piece) in board.pieces.iter().enumerate() {
        let byte = match (index, piece.freedom) {
            (_, Freedom::None) => b'#',
            (0, _) => b'*',
            _ => letters.next().unwrap_or(b'?'),
        };
        piece.cells().for_each(|(row, column)| rows[row][column] = byte);
    }
    picture::write_if_same(board, &picture::text(&rows), read, out)
}
