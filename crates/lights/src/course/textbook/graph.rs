//! Breadth-first search on small graphs: all positions after one press, after two, and so on.

use crate::rules::GraphBoard;

/// The largest number of positions.
const MOST_POSITIONS: usize = 1 << 16;

/// Returns the number of positions of a board: the number of colours to the power of the number of
/// lights.
fn positions(board: &GraphBoard) -> Option<usize> {
    let colours = usize::from(board.graph().colours());
    colours.checked_pow(u32::try_from(board.graph().len()).ok()?)
}

/// Whether the board is small enough for [`fewest_presses`].
pub fn is_small(board: &GraphBoard) -> bool {
    positions(board).is_some_and(|positions| positions <= MOST_POSITIONS)
}

/// Returns the number of presses that solve a [small](is_small) board: the number of its turns, or
/// else the fewest. None if there is no solution.
pub fn fewest_presses(board: &GraphBoard) -> Option<u64> {
    let all = positions(board)?;
    // No position is farther away than there are positions.
    let last = board.turns().unwrap_or(all as u64);
    let mut reached = vec![false; all];
    reached[number(board)] = true;
    for presses in 0..=last {
        if reached[0] && board.turns().is_none_or(|turns| turns == presses) {
            return Some(presses);
        }
        // With turns, positions after exactly `presses` presses; without, after at most `presses`.
        let mut next = if board.turns().is_some() { vec![false; all] } else { reached.clone() };
        for position in (0..all).filter(|&position| reached[position]) {
            (0..board.graph().len()).for_each(|press| next[after(board, position, press)] = true);
        }
        // A layer without a new position is the last.
        if board.turns().is_none() && next == reached {
            return None;
        }
        reached = next;
    }
    None
}

/// Returns the lights as a number: the colours are its digits, that of light 0 the lowest.
fn number(board: &GraphBoard) -> usize {
    let colours = usize::from(board.graph().colours());
    board.levels().iter().rev().fold(0, |number, &level| number * colours + usize::from(level))
}

/// Returns the number after a press: the digits of the lights it changes go one up, the last colour
/// goes to 0.
fn after(board: &GraphBoard, position: usize, press: usize) -> usize {
    let colours = usize::from(board.graph().colours());
    board.graph().changed_by(press).iter().fold(position, |position, &light| {
        let unit = colours.pow(light);
        if position / unit % colours == colours - 1 {
            position - (colours - 1) * unit
        } else {
            position + unit
        }
    })
}
