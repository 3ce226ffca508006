//! Positions as keys for the search: two bits per disc.

use fewest_search::{EdgeKind, StateSpace};

use crate::rules::{Board, Move, PEGS};

pub struct Space(pub Board);

pub fn key(board: &Board) -> u64 {
    board.discs.iter().rev().fold(0, |key, &peg| key << 2 | peg as u64)
}

impl Space {
    fn position(&self, key: u64) -> Board {
        let discs = (0..self.0.discs.len()).map(|disc| (key >> (2 * disc) & 3) as usize).collect();
        Board { discs, ..self.0.clone() }
    }
}

impl StateSpace for Space {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn positions(&self) -> Option<u64> {
        (PEGS as u64).checked_pow(u32::try_from(self.0.discs.len()).ok()?)
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(key(&self.0));
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &parent in parents {
            let position = self.position(parent);
            for Move { from, to } in position.moves() {
                let disc = position.upper(from).map_or(0, |disc| 2 * disc);
                out.push(parent ^ ((from ^ to) as u64 * (1 << disc)));
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len()).filter(|&at| self.position(keys[at]).is_goal()));
    }

    fn fingerprint(&self) -> String {
        format!("hanoi 1 {:?} {}", self.0.discs, self.0.goal)
    }
}
