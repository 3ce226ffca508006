//! Best-first search with an inadmissible heuristic (weighted A\* without re-expansion, Pohl 1970):
//! a path to a goal, not a shortest one, found at once.
//!
//! It reads no clock and does the same on every machine: it ends at a goal, or after a fixed number
//! of evaluations.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::StateSpace;
use crate::hash::hash_key;

/// How far to search.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst {
    /// The number of evaluations of the heuristic after which the search ends.
    pub evaluations: usize,
    /// The weight of the heuristic against the moves made: a larger weight finds a goal sooner,
    /// with more moves.
    pub weight: u64,
}

/// A state that was reached: from which, and after how many moves.
struct Node {
    parent: usize,
    depth: u64,
}

impl BestFirst {
    /// Searches from the first initial state of `space`. Returns the path of keys to a goal, or
    /// without one to the state with the least heuristic value. `None` if no other state can be
    /// reached.
    ///
    /// Two states with the same 64-bit hash are taken for one, so that a state may be missed.
    pub fn search(
        &self,
        space: &dyn StateSpace,
        heuristic: &mut dyn FnMut(&[u64]) -> u64,
    ) -> Option<Vec<u64>> {
        let words = space.words();
        let mut keys = Vec::new();
        space.initial_states(&mut keys);
        keys.truncate(words);
        let mut nodes = vec![Node { parent: 0, depth: 0 }];
        let mut seen = HashSet::from([hash_key(&keys)]);
        let mut open = BinaryHeap::from([(Reverse(0), Reverse(0_usize))]);
        let mut best = None;
        let (mut children, mut goals) = (Vec::new(), Vec::new());
        while let Some((_, Reverse(at))) = open.pop().filter(|_| nodes.len() <= self.evaluations) {
            children.clear();
            space.expand(&keys[at * words..][..words], &mut children);
            for child in children.chunks_exact(words) {
                if !seen.insert(hash_key(child)) {
                    continue;
                }
                let (number, depth) = (nodes.len(), nodes[at].depth + 1);
                keys.extend_from_slice(child);
                nodes.push(Node { parent: at, depth });
                space.goals(child, &mut goals);
                if !goals.is_empty() {
                    return Some(path_to(&keys, words, &nodes, number));
                }
                let value = heuristic(child);
                best = best.min(Some((value, depth, number))).or(Some((value, depth, number)));
                open.push((Reverse(depth + self.weight * value), Reverse(number)));
            }
        }
        best.map(|(_, _, number)| path_to(&keys, words, &nodes, number))
    }
}

/// Returns the keys from the first to that of a number.
fn path_to(keys: &[u64], words: usize, nodes: &[Node], mut number: usize) -> Vec<u64> {
    let mut numbers = vec![number];
    while number > 0 {
        number = nodes[number].parent;
        numbers.push(number);
    }
    numbers.iter().rev().flat_map(|&number| keys[number * words..][..words].iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EdgeKind;

    /// The numbers from 0 on; moves are +1, +10 and, from 30, the way back to 0. The goal is 57.
    struct Steps {
        goal: u64,
    }

    impl StateSpace for Steps {
        fn words(&self) -> usize {
            1
        }
        fn kind(&self) -> EdgeKind {
            EdgeKind::Directed
        }
        fn initial_states(&self, out: &mut Vec<u64>) {
            out.push(0);
        }
        fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
            for &key in parents.iter().filter(|&&key| key < 100) {
                out.extend([key + 1, key + 10]);
                out.extend((key == 30).then_some(0));
            }
        }
        fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
            hit.clear();
            hit.extend((0..keys.len()).filter(|&at| keys[at] == self.goal));
        }
        fn fingerprint(&self) -> String {
            "steps".to_owned()
        }
    }

    #[test]
    fn the_path_leads_to_a_goal_or_to_what_looks_best() {
        let search = BestFirst { evaluations: 1000, weight: 8 };
        let path = search.search(&Steps { goal: 57 }, &mut |key| key[0].abs_diff(57)).expect("a path");
        assert_eq!((path.first(), path.last()), (Some(&0), Some(&57)));
        assert!(path.windows(2).all(|step| [1, 10].contains(&(step[1] - step[0]))), "{path:?}");
        let none = search.search(&Steps { goal: 1000 }, &mut |key| key[0].abs_diff(57)).expect("a path");
        assert_eq!(none.last(), Some(&57), "the least value");
        let short = BestFirst { evaluations: 3, weight: 8 };
        let path = short.search(&Steps { goal: 57 }, &mut |key| key[0].abs_diff(57)).expect("a path");
        assert!(*path.last().expect("a state") < 57, "it ends early: {path:?}");
    }
}
