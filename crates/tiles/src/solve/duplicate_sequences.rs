//! Duplicate move sequences, pruned by a finite-state machine (Taylor and Korf 1993).
//!
//! Round a square of four cells, six steps one way have the same effect as six steps the other way;
//! longer sequences have more such duplicates. Of those with the same effect the first is kept
//! (shorter before longer, then alphabetically). The others are forbidden if the kept one stays
//! within the rectangle that the other needs: then it can be played wherever the other can, on
//! boards of every size. The finite-state machine (Aho and Corasick 1975) recognises forbidden
//! sequences move by move.
//!
//! Finding them takes 0.2 s, so they are kept in `duplicate_sequences.txt`; a test finds them
//! again.

use std::sync::OnceLock;

use fewest_search::MoveFsm;

/// The length of the longest sequences.
pub(crate) const LONGEST: usize = 12;
/// The sequences in alphabetical order, without those that contain a shorter one. A line is one
/// sequence: how many letters it shares with the line before, as a letter (`a` is 0), and the rest.
const SEQUENCES: &str = include_str!("duplicate_sequences.txt");
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
        let words = stored().into_iter().filter(|word| word.len() <= longest);
        MoveFsm::new(words.collect::<Vec<_>>().iter().map(Vec::as_slice))
    })
}

/// Returns the stored sequences as indices of directions.
fn stored() -> Vec<Vec<u8>> {
    let letter = |byte| LETTERS.iter().position(|&letter| letter == byte).expect("a letter") as u8;
    let mut word = Vec::new();
    let mut next = |line: &str| {
        let (shared, rest) = line.as_bytes().split_first().expect("a letter for the number");
        word.truncate(usize::from(shared - b'a'));
        word.extend(rest.iter().map(|&byte| letter(byte)));
        word.clone()
    };
    SEQUENCES.lines().map(&mut next).collect()
}

#[cfg(test)]
mod finder {
    //! Finds the duplicate sequences: enumerates all sequences of steps and hashes their effect on
    //! an unbounded board.

    use std::collections::HashMap;
    use std::hash::{BuildHasherDefault, Hasher};

    use fewest_search::MoveFsm;
    use fewest_search::hash::{SplitMix64, hash_key};

    use crate::rules::board::Direction;

    /// A sequence of steps, two bits each, the first at the top.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct MoveSequence {
        letters: u32,
        length: u8,
    }

    impl MoveSequence {
        fn letters(self) -> impl Iterator<Item = u8> {
            (0..self.length).rev().map(move |at| (self.letters >> (2 * at) & 3) as u8)
        }
    }

    /// Rows and columns that the blank visits, counted from where it begins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Rectangle {
        top: i8,
        left: i8,
        bottom: i8,
        right: i8,
    }

    impl Rectangle {
        fn is_within(self, other: Self) -> bool {
            self.top >= other.top
                && self.left >= other.left
                && self.bottom <= other.bottom
                && self.right <= other.right
        }
    }

    /// Returns the sequences of at most `longest` steps that others replace.
    pub(crate) fn duplicates(longest: usize) -> Vec<Vec<u8>> {
        let mut forbidden: Vec<Vec<u8>> = Vec::new();
        let mut move_fsm = MoveFsm::new([]);
        let mut kept = KeptSequences { first: HashMap::default(), entries: Vec::new() };
        kept.add(
            UnboundedBoard::new(longest).effect(),
            MoveSequence { letters: 0, length: 0 },
            UnboundedBoard::new(longest).seen,
        );
        for length in 1..=longest {
            let mut enumeration = Enumeration {
                board: UnboundedBoard::new(longest),
                kept: &mut kept,
                move_fsm: &move_fsm,
                found: Vec::new(),
            };
            enumeration.go(MoveSequence { letters: 0, length: 0 }, 0, length);
            let found = enumeration.found;
            if !found.is_empty() {
                forbidden.extend(found.into_iter().map(|word| word.letters().collect()));
                move_fsm = MoveFsm::new(forbidden.iter().map(Vec::as_slice));
            }
        }
        forbidden
    }

    /// The sequences that are kept, by their effect.
    struct KeptSequences {
        first: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
        entries: Vec<(MoveSequence, Rectangle, u32)>,
    }

    const NONE: u32 = u32::MAX;

    impl KeptSequences {
        fn with_effect(&self, effect: u64) -> impl Iterator<Item = (MoveSequence, Rectangle)> {
            let mut at = self.first.get(&effect).copied().unwrap_or(NONE);
            std::iter::from_fn(move || {
                let &(word, seen, next) = self.entries.get(at as usize)?;
                at = next;
                Some((word, seen))
            })
        }

        fn add(&mut self, effect: u64, word: MoveSequence, seen: Rectangle) {
            let first = self.first.entry(effect).or_insert(NONE);
            self.entries.push((word, seen, *first));
            *first = (self.entries.len() - 1) as u32;
        }
    }

    /// Effects are hashed already.
    #[derive(Default)]
    struct IdentityHasher(u64);

    impl Hasher for IdentityHasher {
        fn finish(&self) -> u64 {
            self.0
        }

        fn write(&mut self, _: &[u8]) {
            unreachable!("keys are numbers");
        }

        fn write_u64(&mut self, number: u64) {
            self.0 = number;
        }
    }

    /// Enumerates all sequences of one length that contain no forbidden one.
    struct Enumeration<'w> {
        board: UnboundedBoard,
        kept: &'w mut KeptSequences,
        move_fsm: &'w MoveFsm,
        found: Vec<MoveSequence>,
    }

    impl Enumeration<'_> {
        fn go(&mut self, word: MoveSequence, node: u16, left: usize) {
            if left == 0 {
                return self.judge(word);
            }
            for by in Direction::ALL {
                let Some(node) = self.move_fsm.step(node, by as usize) else { continue };
                let seen = self.board.seen;
                self.board.step(by);
                self.go(
                    MoveSequence { letters: word.letters << 2 | by as u32, length: word.length + 1 },
                    node,
                    left - 1,
                );
                self.board.step(by.opposite());
                self.board.seen = seen;
            }
        }

        /// Sequences come in alphabetical order, so the one that is kept is the first.
        fn judge(&mut self, word: MoveSequence) {
            let (effect, seen) = (self.board.effect(), self.board.seen);
            let mut doubles = self.kept.with_effect(effect);
            let is_replaced =
                doubles.any(|(other, needs)| needs.is_within(seen) && self.board.is_done_by(other));
            drop(doubles);
            if is_replaced {
                self.found.push(word);
            } else {
                self.kept.add(effect, word, seen);
            }
        }
    }

    /// An unbounded board, as far as a sequence can reach.
    #[derive(Clone)]
    struct UnboundedBoard {
        side: usize,
        middle: usize,
        tiles: Vec<u16>,
        blank: usize,
        /// The sum of a hash for every tile away from its cell.
        displaced: u64,
        seen: Rectangle,
    }

    impl UnboundedBoard {
        fn new(longest: usize) -> Self {
            let side = 2 * longest + 3;
            let middle = side * side / 2;
            let tiles = (0..=u16::MAX).take(side * side).collect();
            let seen = Rectangle { top: 0, left: 0, bottom: 0, right: 0 };
            Self { side, middle, tiles, blank: middle, displaced: 0, seen }
        }

        fn step(&mut self, by: Direction) {
            let next = match by {
                Direction::Up => self.blank - self.side,
                Direction::Left => self.blank - 1,
                Direction::Right => self.blank + 1,
                Direction::Down => self.blank + self.side,
            };
            let tile = self.tiles[next];
            self.displaced =
                self.displaced.wrapping_sub(mark(tile, next)).wrapping_add(mark(tile, self.blank));
            self.tiles.swap(next, self.blank);
            self.blank = next;
            let row = (next / self.side) as i8 - (self.middle / self.side) as i8;
            let col = (next % self.side) as i8 - (self.middle % self.side) as i8;
            let Rectangle { top, left, bottom, right } = self.seen;
            self.seen = Rectangle {
                top: top.min(row),
                left: left.min(col),
                bottom: bottom.max(row),
                right: right.max(col),
            };
        }

        fn effect(&self) -> u64 {
            hash_key(&[self.displaced, self.blank as u64])
        }

        /// Returns whether a sequence leads from the initial position to this one.
        fn is_done_by(&self, word: MoveSequence) -> bool {
            let mut other = Self::new((self.side - 3) / 2);
            word.letters().for_each(|letter| other.step(Direction::ALL[usize::from(letter)]));
            other.tiles == self.tiles && other.blank == self.blank
        }
    }

    /// Returns a hash of a tile on a cell, 0 if it is its own.
    fn mark(tile: u16, cell: usize) -> u64 {
        if usize::from(tile) == cell {
            return 0;
        }
        SplitMix64::at(u64::from(tile) << 16 | cell as u64)
    }
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
        let word = |word: &Vec<u8>| word.iter().map(|&by| char::from(LETTERS[usize::from(by)])).collect();
        let mut sorted: Vec<String> = finder::duplicates(LONGEST).iter().map(word).collect();
        sorted.sort_unstable();
        let (mut found, mut before) = (String::new(), "");
        for word in &sorted {
            let shared = word.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
            found.push(char::from(b'a' + shared as u8));
            found.push_str(&word[shared..]);
            found.push('\n');
            before = word;
        }
        assert_eq!(stored().len(), sorted.len());
        if std::env::var_os("FEWEST_UPDATE_GOLDEN").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solve/duplicate_sequences.txt");
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
