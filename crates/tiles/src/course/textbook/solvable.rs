//! Decides whether there is a solution, in Θ(k²), before any search.
//!
//! A move exchanges the blank with a neighbour. So it changes the parity of the whole arrangement,
//! seen as a permutation, and it changes the parity of the blank's distance from its goal cell.
//! Both must be even in the end, so they must agree at the start. With at least two rows and two
//! columns this is also sufficient. The parity of a permutation follows from its cycles, and
//! following these looks at every cell once.

use crate::course::textbook::grid::TextbookGrid;
use crate::rules::arrangement::Tile;

/// Returns whether a board can be brought to a goal.
pub fn is_solvable(grid: TextbookGrid, board: &[Tile], goal: &[Tile]) -> bool {
    if grid.rows == 1 || grid.columns == 1 {
        // In a single line no tile ever passes another.
        let order = |cells: &[Tile]| cells.iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
        return order(board) == order(goal);
    }
    let blank =
        |cells: &[Tile]| cells.iter().position(|&tile| tile == 0).map_or((0, 0), |cell| grid.place(cell));
    let ((row, column), (goal_row, goal_column)) = (blank(board), blank(goal));
    let distance = row.abs_diff(goal_row) + column.abs_diff(goal_column);
    (board.len() - cycles(board, goal) + distance).is_multiple_of(2)
}

/// Returns the number of cycles of the permutation that takes every tile to its cell in the goal.
fn cycles(board: &[Tile], goal: &[Tile]) -> usize {
    let mut cell_in_goal = vec![0; goal.len()];
    for (cell, &tile) in goal.iter().enumerate() {
        cell_in_goal[tile as usize] = cell;
    }
    let mut followed = vec![false; board.len()];
    let mut count = 0;
    for start in 0..board.len() {
        count += usize::from(!followed[start]);
        let mut cell = start;
        while !std::mem::replace(&mut followed[cell], true) {
            cell = cell_in_goal[board[cell] as usize];
        }
    }
    count
}

/// Returns the number of inversions, pairs of tiles in the wrong order, the blank not counted: the
/// text's way to decide the same for its own goal.
pub fn inversions(board: &[Tile]) -> usize {
    let tiles: Vec<Tile> = board.iter().copied().filter(|&tile| tile != 0).collect();
    (0..tiles.len()).map(|at| tiles[at..].iter().filter(|&&later| later < tiles[at]).count()).sum()
}

/// The text's rule: unsolvable if k is odd and the inversions are odd, or if k is even and
/// inversions + row of the blank are even.
pub fn unsolvable_by_the_text(k: usize, board: &[Tile]) -> bool {
    let row = board.iter().position(|&tile| tile == 0).unwrap_or(0) / k;
    if k.is_multiple_of(2) {
        (inversions(board) + row).is_multiple_of(2)
    } else {
        !inversions(board).is_multiple_of(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_texts_three_boards() {
        let boards: [(usize, &[Tile], usize, bool); 3] = [
            (3, &[1, 2, 3, 4, 5, 6, 8, 7, 0], 1, true),
            (4, &[1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 7, 11, 13, 14, 12, 15], 5, true),
            (3, &[0, 1, 3, 4, 2, 5, 7, 8, 6], 4, false),
        ];
        for (k, board, inverted, unsolvable) in boards {
            assert_eq!(inversions(board), inverted);
            assert_eq!(unsolvable_by_the_text(k, board), unsolvable);
            let goal: Vec<Tile> = (1..(k * k) as Tile).chain([0]).collect();
            assert_eq!(is_solvable(TextbookGrid { rows: k, columns: k }, board, &goal), !unsolvable);
        }
    }

    #[test]
    fn three_pairs_are_out_of_order() {
        assert_eq!(inversions(&[1, 2, 3, 0, 4, 6, 8, 5, 7]), 3);
    }

    proptest! {
        #[test]
        fn cycles_and_inversions_agree(k in 2_usize..7, seed in any::<u64>()) {
            let mut board: Vec<Tile> = (0..(k * k) as Tile).collect();
            let mut seed = fewest_core::seed::Seed::new(seed);
            for at in (1..board.len()).rev() {
                board.swap(at, seed.below(at + 1));
            }
            let goal: Vec<Tile> = (1..(k * k) as Tile).chain([0]).collect();
            let solvable = is_solvable(TextbookGrid { rows: k, columns: k }, &board, &goal);
            prop_assert_eq!(solvable, !unsolvable_by_the_text(k, &board));
        }
    }
}
