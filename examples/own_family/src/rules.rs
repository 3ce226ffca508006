//! The rules: discs of different sizes on three pegs. The upper disc of a peg moves to another peg,
//! never onto a smaller one; at the end all are on one peg.

use fewest_core::Illegal;

/// The number of pegs.
pub const PEGS: usize = 3;
/// Two bits of a key per disc.
pub const MOST_DISCS: usize = 32;

/// A position: the peg of each disc, the smallest first, and the peg that all must reach.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub discs: Vec<usize>,
    pub goal: usize,
}

/// The upper disc of a peg goes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: usize,
    pub to: usize,
}

impl Board {
    /// Returns the upper disc of a peg.
    pub fn upper(&self, peg: usize) -> Option<usize> {
        self.discs.iter().position(|&at| at == peg)
    }

    pub fn is_goal(&self) -> bool {
        self.discs.iter().all(|&at| at == self.goal)
    }

    pub fn moves(&self) -> Vec<Move> {
        let all = (0..PEGS).flat_map(|from| (0..PEGS).map(move |to| Move { from, to }));
        all.filter(|by| self.clone().play(by).is_ok()).collect()
    }

    /// Plays a move, or says which rule it breaks.
    pub fn play(&mut self, by: &Move) -> Result<(), Illegal> {
        let disc = self.upper(by.from).ok_or_else(|| Illegal::new("there is no disc on this peg"))?;
        if by.from == by.to || self.upper(by.to).is_some_and(|other| other < disc) {
            return Err(Illegal::new("a disc goes to another peg, and onto larger discs only"));
        }
        self.discs[disc] = by.to;
        Ok(())
    }
}
