//! Duplicate-sequence pruning by a finite state machine (Taylor and Korf 1993), built as an
//! Aho–Corasick automaton (Aho and Corasick 1975).
//!
//! A state of the machine is the longest suffix of the moves so far that is a prefix of a forbidden
//! sequence. That is all that is needed to tell whether the next move completes one.

use std::collections::VecDeque;

use crate::heuristic::{MovePruning, Space};

/// The size of the alphabet: moves are numbers below this.
const MOVES: usize = 4;
/// The transition that completes a forbidden sequence.
const FORBIDDEN: u16 = u16::MAX;

/// A finite state machine over four moves, which are given as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFsm {
    transitions: Vec<[u16; MOVES]>,
}

impl MoveFsm {
    /// Builds the machine that drops every sequence containing one of `words`. Words whose prefixes
    /// do not fit into 65,535 states are ignored, the longest ones first; ignoring words is always
    /// correct.
    pub fn new<'w>(words: impl IntoIterator<Item = &'w [u8]>) -> Self {
        let mut words: Vec<&[u8]> = words.into_iter().filter(|word| !word.is_empty()).collect();
        words.sort_by_key(|word| word.len());
        let mut fsm = Self { transitions: vec![[0; MOVES]] };
        for word in words {
            fsm.add(word);
        }
        fsm.link();
        fsm
    }

    /// Adds a word to the trie, in which 0 still means that there is no such child.
    fn add(&mut self, word: &[u8]) {
        let (&last, prefix) = word.split_last().expect("words are not empty");
        if self.transitions.len() + prefix.len() >= usize::from(FORBIDDEN) {
            return;
        }
        let mut node = 0;
        for &by in prefix {
            let next = self.transitions[node][usize::from(by)];
            node = match next {
                // A prefix of this word is already forbidden.
                FORBIDDEN => return,
                0 => {
                    self.transitions.push([0; MOVES]);
                    let new = self.transitions.len() - 1;
                    self.transitions[node][usize::from(by)] = new as u16;
                    new
                }
                next => usize::from(next),
            };
        }
        self.transitions[node][usize::from(last)] = FORBIDDEN;
    }

    /// Fills in the transitions that leave the trie: they continue from the longest proper suffix.
    fn link(&mut self) {
        let mut suffix = vec![0_u16; self.transitions.len()];
        let mut queue = VecDeque::from([0_u16]);
        while let Some(node) = queue.pop_front() {
            let at_root = node == 0;
            let fallback = self.transitions[usize::from(suffix[usize::from(node)])];
            for (by, &elsewhere) in fallback.iter().enumerate() {
                let child = &mut self.transitions[usize::from(node)][by];
                match *child {
                    FORBIDDEN => {}
                    0 if at_root => {}
                    0 => *child = elsewhere,
                    // A forbidden word that is a suffix ends here.
                    _ if !at_root && elsewhere == FORBIDDEN => *child = FORBIDDEN,
                    next => {
                        suffix[usize::from(next)] = if at_root { 0 } else { elsewhere };
                        queue.push_back(next);
                    }
                }
            }
        }
    }

    /// The number of states.
    pub fn nodes(&self) -> usize {
        self.transitions.len()
    }

    /// Returns the state after a move. None if the move completes a forbidden word.
    #[inline(always)]
    pub fn step(&self, node: u16, by: usize) -> Option<u16> {
        let next = self.transitions[usize::from(node)][by];
        (next != FORBIDDEN).then_some(next)
    }

    /// Whether a sequence contains a forbidden word.
    pub fn drops(&self, moves: &[u8]) -> bool {
        moves.iter().try_fold(0, |node, &by| self.step(node, usize::from(by))).is_none()
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
        let fsm = MoveFsm::new(words);
        for number in 0..4_usize.pow(7) {
            let moves: Vec<u8> = (0..7).map(|place| (number >> (2 * place) & 3) as u8).collect();
            let forbidden = words.iter().any(|word| moves.windows(word.len()).any(|part| part == *word));
            assert_eq!(fsm.drops(&moves), forbidden, "{moves:?}");
        }
    }
}
