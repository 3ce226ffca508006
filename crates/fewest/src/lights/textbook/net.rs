//! Small nets by breadth-first search: all positions after one press, after two, and so on.

use super::super::board::Press;
use super::super::net_board::NetBoard;

/// More lights are too many positions to write down.
pub const LARGEST_NET: usize = 16;

/// The number of presses that solve a board of at most [`LARGEST_NET`] lights: as many as it has turns, or else the
/// fewest. Nothing if there is no solution.
pub fn solve(board: &NetBoard) -> Option<u64> {
    let places = board.net().places();
    let dark = NetBoard::new(board.net().clone(), &vec![false; places.len()], None);
    let changes: Vec<usize> = places.iter().map(|&by| number(&pressed(&dark, by))).collect();
    // No position is farther away than there are positions.
    let last = board.turns().unwrap_or(1 << places.len());
    let mut reached = vec![false; 1 << places.len()];
    reached[number(board)] = true;
    for presses in 0..=last {
        if reached[0] && board.turns().is_none_or(|turns| turns == presses) {
            return Some(presses);
        }
        let mut next = vec![false; reached.len()];
        for position in (0..reached.len()).filter(|&position| reached[position]) {
            changes.iter().for_each(|change| next[position ^ change] = true);
        }
        reached = next;
    }
    None
}

fn pressed(board: &NetBoard, by: Press) -> NetBoard {
    let mut after = board.clone();
    after.press(by).expect("a place of the net");
    after
}

/// The lights as a number: light `n` is worth `2^n`.
fn number(board: &NetBoard) -> usize {
    (0..board.net().len()).filter(|&light| board.is_lit(light)).map(|light| 1 << light).sum()
}
