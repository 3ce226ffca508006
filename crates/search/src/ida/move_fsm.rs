//! Duplicate-sequence pruning by a finite state machine (Taylor and Korf 1993), built as an
//! Aho–Corasick automaton (Aho and Corasick 1975).
//!
//! A state of the machine is the longest suffix of the moves so far that is a prefix of a forbidden
//! sequence. That is all that is needed to tell whether the next move completes one.

use std::collections::VecDeque;

use crate::heuristic::{MovePruning, Space};

/// The size of the alphabet: moves are numbers below this.
const LETTERS: usize = 4;
/// The transition that completes a forbidden sequence.
const DROPPED: u16 = u16::MAX;

/// A finite state machine over four moves, which are given as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFsm {
    rows: Vec<[u16; LETTERS]>,
}

impl MoveFsm {
    /// Builds the machine that drops every sequence containing one of `words`. Words whose prefixes
    /// do not fit into 65,535 states are ignored, the longest ones first; ignoring words is always
    /// correct.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> Self {
        let mut words: Vec<&[u8]> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.sort_by_key(|word| word.len());
        let mut automaton = Self { rows: vec![[0; LETTERS]] };
        for word in words {
            automaton.add(word);
        }
        automaton.link();
        automaton
    }

    /// Adds a word to the trie, in which 0 still means that there is no such child.
    fn add(&mut self, word: &[u8]) {
        let (&last, beginning) = word.split_last().expect("words are not empty");
        if self.rows.len() + beginning.len() >= usize::from(DROPPED) {
            return;
        }
        let mut node = 0;
        for &letter in beginning {
            let next = self.rows[node][usize::from(letter)];
            node = match next {
                // A prefix of this word is already forbidden.
                DROPPED => return,
                0 => {
                    self.rows.push([0; LETTERS]);
                    let new = self.rows.len() - 1;
                    self.rows[node][usize::from(letter)] = new as u16;
                    new
                }
                next => usize::from(next),
            };
        }
        self.rows[node][usize::from(last)] = DROPPED;
    }

    /// Fills in the transitions that leave the trie: they continue from the longest proper suffix.
    fn link(&mut self) {
        let mut shorter = vec![0_u16; self.rows.len()];
        let mut queue = VecDeque::from([0_u16]);
        while let Some(node) = queue.pop_front() {
            let at_root = node == 0;
            let fallback = self.rows[usize::from(shorter[usize::from(node)])];
            for (letter, &elsewhere) in fallback.iter().enumerate() {
                let child = &mut self.rows[usize::from(node)][letter];
                match *child {
                    DROPPED => {}
                    0 if at_root => {}
                    0 => *child = elsewhere,
                    // A forbidden word that is a suffix ends here.
                    _ if !at_root && elsewhere == DROPPED => *child = DROPPED,
                    next => {
                        shorter[usize::from(next)] = if at_root { 0 } else { elsewhere };
                        queue.push_back(next);
                    }
                }
            }
        }
    }

    /// The number of states.
    pub fn nodes(&self) -> usize {
        self.rows.len()
    }

    /// Returns the state after a move. None if the move completes a forbidden word.
    #[inline(always)]
    pub fn step(&self, node: u16, letter: usize) -> Option<u16> {
        let next = self.rows[usize::from(node)][letter];
        (next != DROPPED).then_some(next)
    }

    /// Whether a sequence contains a forbidden word.
    pub fn drops(&self, letters: &[u8]) -> bool {
        letters.iter().try_fold(0, |node, &letter| self.step(node, usize::from(letter))).is_none()
    }
}

impl<S: Space> MovePruning<S> for MoveFsm
where
    S::Move: Into<usize>,
{
    type Node = u16;

    fn root(&self) -> u16 {
        0
    }

    #[inline(always)]
    fn after(&self, node: u16, by: S::Move) -> Option<u16> {
        self.step(node, by.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_exactly_what_holds_a_forbidden_word() {
        let words: [&[u8]; 6] =
            [&[0, 1], &[1, 2, 0, 3], &[2, 0, 2], &[0, 1, 3], &[3, 3, 3], &[2, 1, 2, 0, 0]];
        let automaton = MoveFsm::new(words);
        for number in 0..4_usize.pow(7) {
            let letters: Vec<u8> = (0..7).map(|entry| (number >> (2 * entry) & 3) as u8).collect();
            let forbidden = words.iter().any(|word| letters.windows(word.len()).any(|part| part == *word));
            assert_eq!(automaton.drops(&letters), forbidden, "{letters:?}");
        }
    }
}
