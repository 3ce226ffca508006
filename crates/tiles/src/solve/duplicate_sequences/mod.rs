//! Duplicate move sequences, pruned by a finite-state machine (Taylor and Korf 1993).
//!
//! Round a square of four cells, six steps one way have the same effect as six steps the other way;
//! longer sequences have more such duplicates. Of those with the same effect the first is kept
//! (shorter before longer, then alphabetically). The others are forbidden if the kept one stays
//! within the rectangle that the other needs: then it can be played wherever the other can, on
//! boards of every size. The finite-state machine (Aho and Corasick 1975) recognises forbidden
//! sequences move by move.
//!
//! Finding them takes 0.2 s, so they are kept in `sequences.txt`; a test finds them again.

use std::sync::OnceLock;

use fewest_search::MoveFsm;

#[cfg(test)]
mod finder;

/// The length of the longest sequences.
pub(crate) const LONGEST: usize = 12;
/// One sequence per line, without those that contain a shorter one.
const SEQUENCES: &str = include_str!("sequences.txt");
/// The letters of [`Direction::ALL`](crate::rules::board::Direction::ALL), in which the blank goes.
const LETTERS: [u8; 4] = *b"UDLR";

/// Returns the finite-state machine that prunes every sequence that another one of at most
/// `longest` steps replaces. It is built once per process.
///
/// # Panics
/// If `longest` exceeds [`LONGEST`].
pub(crate) fn move_fsm(longest: usize) -> &'static MoveFsm {
    static MADE: [OnceLock<MoveFsm>; LONGEST + 1] = [const { OnceLock::new() }; LONGEST + 1];
    MADE[longest].get_or_init(|| {
        let letter = |byte| LETTERS.iter().position(|&letter| letter == byte).expect("a letter") as u8;
        let words = SEQUENCES.lines().filter(|word| word.len() <= longest);
        let words: Vec<Vec<u8>> = words.map(|word| word.bytes().map(letter).collect()).collect();
        MoveFsm::new(words.iter().map(Vec::as_slice))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::board::Direction;
    use crate::rules::grid::Grid;

    /// Returns the boards that sequences of exactly `depth` steps lead to, and the number of
    /// sequences.
    fn reached(grid: Grid, start: usize, depth: usize, move_fsm: &MoveFsm) -> (HashSet<Vec<u8>>, usize) {
        let board: Vec<u8> = (0..grid.cells() as u8).collect();
        let mut now = vec![(board, start, 0)];
        for _ in 0..depth {
            let mut next = Vec::new();
            for (board, blank, node) in now {
                for by in Direction::ALL {
                    let (Some(to), Some(node)) = (grid.step(blank, by), move_fsm.step(node, by as usize))
                    else {
                        continue;
                    };
                    let mut board = board.clone();
                    board.swap(blank, to);
                    next.push((board, to, node));
                }
            }
            now = next;
        }
        let sequences = now.len();
        (now.into_iter().map(|(board, ..)| board).collect(), sequences)
    }

    #[test]
    fn boards_at_a_depth_and_no_nearer_are_still_reached() {
        let (plain, dropping) = (move_fsm(2), move_fsm(10));
        for (grid, start) in
            [(Grid { rows: 2, cols: 3 }, 0), (Grid { rows: 3, cols: 3 }, 4), (Grid { rows: 2, cols: 4 }, 1)]
        {
            let mut seen = HashSet::new();
            for depth in 0..15 {
                let (all, sequences) = reached(grid, start, depth, plain);
                let (some, fewer) = reached(grid, start, depth, dropping);
                assert!(all.difference(&seen).all(|board| some.contains(board)), "{grid:?} {depth}");
                assert!(some.is_subset(&all) && fewer <= sequences && (depth < 6 || fewer < sequences));
                seen.extend(all);
            }
        }
    }

    #[test]
    fn the_stored_sequences_are_those_that_are_found() {
        let line = |word: &Vec<u8>| -> String {
            word.iter().map(|&by| char::from(LETTERS[usize::from(by)])).chain(['\n']).collect()
        };
        let found: String = finder::duplicates(LONGEST).iter().map(line).collect();
        if std::env::var_os("FEWEST_UPDATE_GOLDEN").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solve/duplicate_sequences/sequences.txt");
            std::fs::write(file, &found).unwrap();
        }
        assert!(found == SEQUENCES, "`FEWEST_UPDATE_GOLDEN=1` writes them again");
    }

    #[test]
    fn round_a_square_one_way_is_kept() {
        let letters = |word: &str| -> Vec<u8> {
            word.chars().map(|c| "UDLR".find(c).expect("a direction") as u8).collect()
        };
        let move_fsm = move_fsm(8);
        // Six steps one way round have the effect of six steps the other way.
        assert!(!move_fsm.drops(&letters("ULDRUL")) && move_fsm.drops(&letters("LURDLU")));
        assert!(move_fsm.drops(&letters("UD")) && !move_fsm.drops(&letters("UURRDDLL")));
    }
}
