//! Sequences of exactly T picks: one cell per turn, the order matters, a cell may be picked again.
//!
//! A sequence of picks puts all lights out exactly if the cells picked an odd number of times are a
//! solution. So all sequences are: for every solution `S` of at most `T` presses and the right
//! parity, every sequence that picks exactly the cells of `S` an odd number of times. While
//! picking, the cells that are *owed* an odd number of picks are tracked; a pick is right if no
//! more are owed after it than turns are left. The enumeration never enters a dead end, so the
//! delay between sequences is bounded.
//!
//! With `m` colours a solution gives a multiplicity to each cell, and `m` more picks change
//! nothing: a cell is owed a number of picks below `m`, and a pick of a cell that is owed none
//! makes it owed `m - 1`. `m = 2` is the case above.

pub mod count;

use fewest_gf2::{BitVec, Generator, add_residues};
use fewest_search::{Context, Lease, Stop};

use crate::rules::board::Press;
use crate::rules::graph::Graph;

/// Returns the first sequence for a solution, in the order of columns: spare turns are spent on the
/// first cell.
pub fn first_sequence(solution: &[Press], graph: &Graph, turns: u64) -> Vec<Press> {
    let spare = usize::try_from(turns).unwrap_or(usize::MAX) - solution.len();
    let first = graph.places().iter().min_by_key(|place| (place.x, place.y));
    let mut picks = Vec::with_capacity(spare + solution.len());
    // No cell comes before the first one.
    picks.extend(first.into_iter().flat_map(|&first| std::iter::repeat_n(first, spare)));
    picks.extend_from_slice(solution);
    let solution = picks.len() - solution.len();
    picks[solution..].sort_unstable_by_key(|press| (press.x, press.y));
    picks
}

/// An enumeration of all sequences.
pub struct Sequences {
    /// Cells in the order of columns, by coordinates and by number.
    cells: Vec<(Press, u32)>,
    colours: u8,
    turns: usize,
    solutions: SolutionIter,
    /// The picks that each cell is owed, by number, and their sum.
    owed: Vec<u8>,
    owes: usize,
    /// The picks of the present sequence as indices into `cells`; empty before the first.
    picks: Vec<u32>,
    named: Vec<Press>,
    begun: bool,
}

impl Sequences {
    /// Enumerates the sequences of exactly `turns` picks, given all solutions.
    pub fn new(graph: &Graph, solutions: SolutionIter, turns: u64) -> Self {
        let mut cells: Vec<(Press, u32)> = graph.places().iter().copied().zip(0..).collect();
        cells.sort_unstable_by_key(|(place, _)| (place.x, place.y));
        Self {
            cells,
            colours: graph.colours(),
            turns: usize::try_from(turns).unwrap_or(usize::MAX),
            solutions,
            owed: Vec::new(),
            owes: 0,
            picks: Vec::new(),
            named: Vec::new(),
            begun: false,
        }
    }

    /// Returns the next sequence; None after the last.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn next(&mut self, cx: &Context<'_>) -> Result<Option<&[Press]>, Stop> {
        cx.poll()?;
        if !(self.begun && self.advance()) {
            self.begun = true;
            let Some(solution) = self.next_solution(cx)? else { return Ok(None) };
            (self.owes, self.owed) = (all(&solution), solution);
            self.picks.clear();
            self.named.clear();
            self.fill(0);
        }
        Ok(Some(&self.named))
    }

    /// Returns the next solution whose picks fit the number of turns.
    fn next_solution(&mut self, cx: &Context<'_>) -> Result<Option<Vec<u8>>, Stop> {
        while let Some(solution) = self.solutions.next() {
            let presses = all(&solution);
            let room =
                presses <= self.turns && (self.turns - presses).is_multiple_of(usize::from(self.colours));
            if room && (self.turns == 0 || !self.cells.is_empty()) {
                return Ok(Some(solution));
            }
            cx.poll()?;
        }
        Ok(None)
    }

    fn pick(&mut self, cell: u32) {
        let owed = &mut self.owed[self.cells[cell as usize].1 as usize];
        let before = usize::from(*owed);
        *owed = if *owed == 0 { self.colours - 1 } else { *owed - 1 };
        self.owes = self.owes - before + usize::from(*owed);
    }

    fn take_back(&mut self, cell: u32) {
        let owed = &mut self.owed[self.cells[cell as usize].1 as usize];
        let before = usize::from(*owed);
        *owed = if *owed == self.colours - 1 { 0 } else { *owed + 1 };
        self.owes = self.owes - before + usize::from(*owed);
    }

    /// Picks the first cell from `cell` on that is right now. Returns whether there is one.
    fn pick_from(&mut self, cell: u32) -> bool {
        let left = self.turns - self.picks.len() - 1;
        for cell in cell..self.cells.len() as u32 {
            self.pick(cell);
            if self.owes <= left {
                self.picks.push(cell);
                self.named.push(self.cells[cell as usize].0);
                return true;
            }
            self.take_back(cell);
        }
        false
    }

    /// Completes the sequence with the first right picks; the next one is from `cell` on.
    fn fill(&mut self, cell: u32) {
        let mut cell = cell;
        while self.picks.len() < self.turns {
            let found = self.pick_from(cell);
            debug_assert!(found, "there is always a right pick");
            cell = 0;
        }
    }

    /// Steps to the next sequence for the same solution: the last pick that can be replaced is
    /// replaced by the next one.
    fn advance(&mut self) -> bool {
        while let Some(cell) = self.picks.pop() {
            self.named.pop();
            self.take_back(cell);
            if self.pick_from(cell + 1) {
                self.fill(0);
                return true;
            }
        }
        false
    }
}

/// Returns the number of picks of a solution.
fn all(solution: &[u8]) -> usize {
    solution.iter().map(|&often| usize::from(often)).sum()
}

/// An enumeration of all solutions, each once, as multiplicities by cell number.
pub enum SolutionIter {
    /// Sums of one solution and quiet patterns.
    Sums(GrayCodeSums),
    /// Sums of one solution and multiples of quiet presses.
    Multiples(MixedRadixSums),
}

impl SolutionIter {
    /// The empty enumeration.
    pub fn none() -> Self {
        Self::Sums(GrayCodeSums { now: BitVec::zeros(0), quiet: Vec::new(), step: 0, done: true })
    }

    /// Enumerates the sums of one solution and quiet patterns, beginning with the solution itself.
    pub fn sums(one: BitVec, quiet: Vec<BitVec>) -> Self {
        Self::Sums(GrayCodeSums { now: one, quiet, step: 0, done: false })
    }

    /// The same for more than two colours.
    pub fn multiples(one: Vec<u8>, quiet: Vec<Generator>, colours: u8) -> Self {
        Self::Multiples(MixedRadixSums {
            now: one,
            digits: vec![0; quiet.len()],
            quiet,
            colours,
            done: false,
        })
    }

    /// Returns the next solution; None after the last.
    pub fn next(&mut self) -> Option<Vec<u8>> {
        match self {
            Self::Sums(gray) => gray.next().map(|solution| {
                let mut often = vec![0; solution.len()];
                solution.ones().for_each(|cell| often[cell] = 1);
                often
            }),
            Self::Multiples(odometer) => odometer.next(),
        }
    }
}

/// All sums of a vector and quiet patterns, each once, in Gray code order.
pub struct GrayCodeSums {
    now: BitVec,
    quiet: Vec<BitVec>,
    step: u128,
    done: bool,
}

impl GrayCodeSums {
    fn next(&mut self) -> Option<BitVec> {
        if self.done {
            return None;
        }
        let now = self.now.clone();
        self.step += 1;
        match self.quiet.get(self.step.trailing_zeros() as usize) {
            Some(pattern) => self.now.xor_assign(pattern),
            None => self.done = true,
        }
        Some(now)
    }
}

/// All sums of a vector and multiples of quiet presses, in mixed-radix order: the first digit
/// changes fastest.
pub struct MixedRadixSums {
    now: Vec<u8>,
    quiet: Vec<Generator>,
    digits: Vec<u64>,
    colours: u8,
    done: bool,
}

impl MixedRadixSums {
    fn next(&mut self) -> Option<Vec<u8>> {
        if self.done {
            return None;
        }
        let now = self.now.clone();
        self.done = !self.quiet.iter().zip(&mut self.digits).any(|(Generator { vector, order }, digit)| {
            add_residues(&mut self.now, vector, self.colours);
            *digit = if *digit + 1 == u64::from(*order) { 0 } else { *digit + 1 };
            *digit > 0
        });
        Some(now)
    }
}

/// Leases the memory that an answer of `turns` takes, and the board that it is replayed on.
///
/// # Errors
/// If the memory limit does not allow it.
pub fn room_for<'h>(turns: u64, cx: &'h Context<'_>) -> Result<Lease<'h>, Stop> {
    cx.lease(bytes_of_turns(turns, 2))
}

/// Returns the bytes of `lists` lists with a press per turn.
pub fn bytes_of_turns(turns: u64, lists: usize) -> usize {
    let turns = usize::try_from(turns).unwrap_or(usize::MAX);
    turns.saturating_mul(size_of::<Press>()).saturating_mul(lists)
}

/// Messages for a missing count.
pub const NOT_COUNTED: &str = "the answers were not counted";
pub const TOO_LARGE: &str = "the number is larger than 2^128";
