//! Separators: cells that are never free and keep a piece from its goal. All other pieces are
//! removed except those that never make room ([`super::stuck_lines`]); if the goal is out of reach
//! even then, it is out of reach on the board.

use std::collections::BTreeSet;

use super::stuck_lines::is_never_free;
use crate::rules::{Board, Direction, Goal, Piece};

/// Limit on the cells of a board; a separator of a larger one could not be checked by eye.
const MOST_CELLS: usize = 1 << 12;

/// The places that a piece reaches, and the cells that kept it from going farther.
struct Reachable {
    places: BTreeSet<(usize, usize)>,
    stopped_by: BTreeSet<(usize, usize)>,
}

/// Returns the places that a piece reaches past `is_barred` cells, by flood fill.
fn reachable_places(
    board: &Board,
    piece: usize,
    mut is_barred: impl FnMut((usize, usize)) -> bool,
) -> Reachable {
    let it = &board.pieces[piece];
    let mut reachable =
        Reachable { places: BTreeSet::from([(it.row, it.column)]), stopped_by: BTreeSet::new() };
    let mut open = vec![(it.row, it.column)];
    while let Some((row, column)) = open.pop() {
        for to in Direction::ALL.into_iter().filter(|&to| it.freedom.allows(to)) {
            let (down, right) = to.step();
            let (Some(row), Some(column)) = (row.checked_add_signed(down), column.checked_add_signed(right))
            else {
                continue;
            };
            if row + it.height > board.rows || column + it.width > board.columns {
                continue;
            }
            let there = Piece { row, column, ..it.clone() };
            let before = reachable.stopped_by.len();
            reachable.stopped_by.extend(there.cells().filter(|&cell| is_barred(cell)));
            // A cell that was in the way before is in the way again.
            let is_free = before == reachable.stopped_by.len()
                && !there.cells().any(|cell| reachable.stopped_by.contains(&cell));
            if is_free && reachable.places.insert((row, column)) {
                open.push((row, column));
            }
        }
    }
    reachable
}

/// Returns whether a goal holds at one of the places that a piece reaches.
fn fulfils(board: &Board, goal: &Goal, piece: usize, reachable: &Reachable) -> bool {
    match *goal {
        Goal::LastColumn => {
            reachable.places.iter().any(|place| place.1 + board.pieces[piece].width == board.columns)
        }
        Goal::PieceAt { row, column, .. } | Goal::ShapeAt { row, column, .. } => {
            reachable.places.contains(&(row, column))
        }
    }
}

/// Returns a goal and the cells that are never free and keep every piece from fulfilling it. None
/// if there are none.
pub(super) fn find_separator(board: &Board) -> Option<(usize, Vec<(usize, usize)>)> {
    if board.rows * board.columns > MOST_CELLS {
        return None;
    }
    let cover = board.cover();
    for (number, goal) in board.goals.iter().enumerate() {
        let mut cells = BTreeSet::new();
        let all = board.candidates(goal).into_iter().all(|piece| {
            let reachable = reachable_places(board, piece, |cell| is_never_free(board, &cover, piece, cell));
            cells.extend(&reachable.stopped_by);
            !fulfils(board, goal, piece, &reachable)
        });
        if all {
            return Some((number, cells.into_iter().collect()));
        }
    }
    None
}

/// Checks that `cells` are never free and keep every piece from fulfilling a goal.
///
/// # Errors
/// Why they prove nothing.
pub(super) fn check_separator(board: &Board, goal: usize, cells: &[(usize, usize)]) -> Result<(), String> {
    let Some(goal) = board.goals.get(goal) else { return Err(format!("there is no goal number {goal}")) };
    if board.rows * board.columns > MOST_CELLS {
        return Err("the board is too large for this kind of reason".to_owned());
    }
    let cover = board.cover();
    for &(row, column) in cells {
        if row >= board.rows || column >= board.columns {
            return Err(format!("there is no cell at row {}, column {}", row + 1, column + 1));
        }
    }
    let mut unproven: BTreeSet<(usize, usize)> = cells.iter().copied().collect();
    for piece in board.candidates(goal) {
        let never = |cell: &(usize, usize)| is_never_free(board, &cover, piece, *cell);
        let barred: BTreeSet<(usize, usize)> = cells.iter().copied().filter(never).collect();
        unproven.retain(|cell| !barred.contains(cell));
        if fulfils(board, goal, piece, &reachable_places(board, piece, |cell| barred.contains(&cell))) {
            return Err(format!("piece {} finds a way round these cells", board.names[piece]));
        }
    }
    match unproven.first() {
        Some((row, column)) => {
            Err(format!("the cell at row {}, column {} may come free", row + 1, column + 1))
        }
        None => Ok(()),
    }
}

/// Draws the board: `#` for the cells of the separator, names for the pieces that need to pass, `.`
/// for the rest.
pub(super) fn draw_separator(board: &Board, goal: usize, cells: &[(usize, usize)]) -> String {
    let mut rows = vec![vec!['.'; board.columns]; board.rows];
    for piece in board.goals.get(goal).map(|goal| board.candidates(goal)).unwrap_or_default() {
        board.pieces[piece].cells().for_each(|(row, column)| rows[row][column] = board.names[piece]);
    }
    for &(row, column) in cells {
        if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
            *cell = '#';
        }
    }
    rows.into_iter().map(|row| format!("\n  {}", row.into_iter().collect::<String>())).collect()
}
