//! Two grids, the start and the goal: `.` free, blank a wall, every other character a piece. The
//! goal shows the pieces that have a place to reach. Both stand in one text with an empty line
//! between them, or in two texts.
//!
//! ```text
//!     aab.
//!     ..b.
//!
//!     ..aa
//!     ....
//! ```

use std::io;

use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Source, Sure, Written};

use crate::formats::picture::{self, Picture, is_blank, piece, walls};
use crate::rules::{Board, Freedom, Goal};

/// The id of the format.
pub(crate) const ID: &str = "grids";

/// Returns the lines of the start and of the goal.
fn start_and_goal<'a>(sources: &'a [Source]) -> Result<[Vec<Line<'a>>; 2], Fault> {
    let wrong = || {
        Fault::new("there must be two grids, the start and the goal")
            .remedy("leave an empty line between them, or give two files")
    };
    match sources {
        [one] => {
            let lines: Vec<Line<'_>> = one.lines().collect();
            let mut parts = lines.split(is_blank).filter(|part| !part.is_empty());
            match (parts.next(), parts.next(), parts.next()) {
                (Some(start), Some(goal), None) => Ok([start.to_vec(), goal.to_vec()]),
                _ => Err(wrong()),
            }
        }
        [start, goal] => Ok([start.lines().collect(), goal.lines().collect()]),
        _ => Err(wrong()),
    }
}

/// Claims two grids of the same size, the second of which shows some pieces of the first.
pub(crate) fn claim(sources: &[Source]) -> Option<Claim> {
    const MOST_BYTES: usize = 1 << 16;
    if sources.iter().any(|source| source.bytes.len() > MOST_BYTES || !source.bytes.contains(&b'.')) {
        return None;
    }
    // Other puzzles are drawn with such characters too, and a file may hold two of them.
    read(sources).is_ok().then_some(Claim { format: ID, sure: Sure::Possible })
}

/// Reads a board.
pub(crate) fn read(sources: &[Source]) -> Result<Board, Fault> {
    let [start, goal] = start_and_goal(sources)?;
    let (start, goal) = (Picture::of(&start), Picture::of(&goal));
    start.odd_cell().or_else(|| goal.odd_cell()).map_or(Ok(()), Err)?;
    if (start.height(), start.width) != (goal.height(), goal.width) {
        let size = |grid: &Picture<'_>| format!("{} x {}", grid.height(), grid.width);
        let what = format!("the start is {}, but the goal is {}", size(&start), size(&goal));
        return Err(Fault::new(what).remedy("draw both grids in the same size"));
    }
    let (here, there) = (start.places(), goal.places());
    let blank =
        |places: &std::collections::BTreeMap<u8, Vec<_>>| places.get(&b' ').cloned().unwrap_or_default();
    let (wall_cells, goal_walls) = (blank(&here), blank(&there));
    if let Some(&other) = wall_cells.iter().find(|cell| goal_walls.binary_search(cell).is_err()) {
        return Err(Fault::new("this cell is a wall in the start only").at(goal.span(other)));
    }
    if let Some(&other) = goal_walls.iter().find(|cell| wall_cells.binary_search(cell).is_err()) {
        return Err(Fault::new("this cell is a wall in the goal only").at(start.span(other)));
    }
    let is_piece = |byte: &&u8| !matches!(**byte, b'.' | b' ');
    // The pieces with a place to reach come first.
    let mut characters: Vec<u8> = there.keys().filter(is_piece).copied().collect();
    if characters.is_empty() {
        return Err(
            Fault::new("the goal shows no piece").remedy("draw the pieces that have a place to reach")
        );
    }
    let mut goals = Vec::new();
    for (index, byte) in characters.iter().enumerate() {
        let (name, wanted) = (char::from(*byte), piece(&there[byte], Freedom::Both));
        let Some(cells) = here.get(byte) else {
            let what = format!("piece {name} of the goal is not in the start");
            return Err(Fault::new(what).at(goal.span(there[byte][0])));
        };
        let now = piece(cells, Freedom::Both);
        if (now.width, now.height, &now.mask) != (wanted.width, wanted.height, &wanted.mask) {
            let what = format!("piece {name} has another shape in the goal than in the start");
            return Err(Fault::new(what).at(goal.span(there[byte][0])));
        }
        goals.push(Goal::PieceAt { piece: index, row: wanted.row, column: wanted.column });
    }
    characters.extend(here.keys().filter(is_piece).filter(|byte| !there.contains_key(byte)));
    let walls = walls(&wall_cells);
    let names = picture::names(&characters, walls.len());
    let pieces = characters.iter().map(|byte| piece(&here[byte], Freedom::Both)).chain(walls).collect();
    Ok(Board { names, goals, ..Board::new(start.height(), start.width, pieces) })
}

/// Writes both grids, if they can express the board.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    let is_wall = |index: usize| board.pieces[index].freedom == Freedom::None;
    let movable = (0..board.pieces.len()).filter(|&index| !is_wall(index)).count();
    let Some(characters) = picture::characters(movable, b". ") else {
        return Ok(Written::No("there are more pieces than letters".to_owned()));
    };
    // Readers take the pieces of the goal first.
    let wanted = board.goals.iter().filter_map(|goal| match goal {
        Goal::PieceAt { piece, .. } => Some(*piece),
        Goal::LastColumn | Goal::ShapeAt { .. } => None,
    });
    let mut of_piece = vec![b' '; board.pieces.len()];
    let mut letters = characters.into_iter();
    for index in wanted.chain(0..board.pieces.len()) {
        if !is_wall(index) && of_piece[index] == b' ' {
            of_piece[index] = letters.next().unwrap_or(b'?');
        }
    }
    let mut start = vec![vec![b'.'; board.columns]; board.rows];
    for (piece, byte) in board.pieces.iter().zip(&of_piece) {
        piece.cells().for_each(|(row, column)| start[row][column] = *byte);
    }
    let wall_or_free = |byte: &u8| if *byte == b' ' { b' ' } else { b'.' };
    let mut goal: Vec<Vec<u8>> = start.iter().map(|row| row.iter().map(wall_or_free).collect()).collect();
    for wanted in &board.goals {
        let Goal::PieceAt { piece, row, column } = *wanted else {
            return Ok(Written::No("grids show a place for a piece as the goal, nothing else".to_owned()));
        };
        for (down, right) in board.pieces[piece].shape() {
            if let Some(cell) = goal.get_mut(row + down).and_then(|cells| cells.get_mut(column + right)) {
                *cell = of_piece[piece];
            }
        }
    }
    let text = picture::text(&start) + "\n" + &picture::text(&goal);
    picture::write_if_same(board, &text, |source| read(std::slice::from_ref(source)), out)
}
