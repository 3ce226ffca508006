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
//!
//! *Counting*, without listing. For one solution of a board of `m` colours, with multiplicity `a_i`
//! of cell `i`, a sequence picks the cell `a_i`, `a_i + m`, `a_i + 2m`, ... times. Cells are added
//! one after the other: of `t` turns that the cells so far have, the last one takes `k` in any of
//! `C(t, k)` ways. Only how many cells have multiplicity 0, 1, 2, ... matters, so solutions alike
//! in that are counted once.

use std::collections::BTreeMap;

use fewest_gf2::{BitVec, Generator, add_residues};
use fewest_search::{Context, Lease, Stop};

use crate::rules::{Graph, Press, Presses};

/// Returns the first sequence for a solution, in the order of columns: spare turns are spent on the
/// first cell, which no other comes before.
pub fn first_sequence(mut solution: Vec<Press>, graph: &Graph, spare: u64) -> Presses {
    solution.sort_unstable_by_key(|press| (press.x, press.y));
    match graph.places().iter().min_by_key(|place| (place.x, place.y)) {
        Some(&press) if spare > 0 => Presses::Repeated { press, times: spare, then: solution },
        _ => Presses::List(solution),
    }
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
            self.fill_from(0);
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
    fn fill_from(&mut self, cell: u32) {
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
                self.fill_from(0);
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

/// Leases the memory that an answer of `turns` takes once it is a list of moves. The solver itself
/// needs much less.
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

/// Returns the number of sequences for two colours, given the weight distribution of the solutions;
/// None if it exceeds 128 bits.
///
/// The recurrence is over sequences of `t` picks that leave `k` given cells odd and the others of
/// `n` even: the last pick is one of the `k`, or one of the others, and then `k + 1` were odd
/// before it.
///
/// # Errors
/// If the context stops it.
pub fn count_sequences(
    solutions: &[u128],
    places: usize,
    turns: u64,
    cx: &Context<'_>,
) -> Result<Option<u128>, Stop> {
    if places < 2 {
        // There is one sequence of every length, for the solution with as many presses modulo 2.
        let fits = |odd: u64| odd <= turns && odd % 2 == turns % 2;
        return Ok(Some(
            (0..).zip(solutions).filter(|(odd, _)| fits(*odd)).map(|(_, &solutions)| solutions).sum(),
        ));
    }
    let mut ways = vec![Some(0_u128); places + 2];
    ways[0] = Some(1);
    for _ in 0..turns {
        cx.poll()?;
        let one_more = |odd: usize| {
            let fewer = odd.checked_sub(1).map_or(Some(0), |fewer| ways[fewer]?.checked_mul(odd as u128))?;
            let more = match places - odd {
                0 => 0,
                others => ways[odd + 1]?.checked_mul(others as u128)?,
            };
            fewer.checked_add(more)
        };
        let mut next: Vec<Option<u128>> = (0..=places).map(one_more).collect();
        next.push(Some(0));
        ways = next;
        // The numbers never shrink, so once none fits, none will.
        if ways.iter().all(|ways| ways.is_none_or(|ways| ways == 0)) {
            return Ok(None);
        }
    }
    let mut all = Some(0_u128);
    for (odd, &solutions) in solutions.iter().enumerate().filter(|(_, solutions)| **solutions > 0) {
        all = all.and_then(|all| all.checked_add(ways[odd]?.checked_mul(solutions)?));
    }
    Ok(all)
}

/// The largest number of turns that is counted: beyond it the number exceeds 128 bits for two cells
/// already.
const MOST_TURNS: usize = 1024;

/// Returns the number of sequences for more than two colours; None if it exceeds 128 bits.
///
/// # Errors
/// If the context stops it.
pub fn count_modular_sequences(
    mut solutions: SolutionIter,
    colours: u8,
    turns: u64,
    cx: &Context<'_>,
) -> Result<Option<u128>, Stop> {
    let Some(turns) = usize::try_from(turns).ok().filter(|&turns| turns <= MOST_TURNS) else {
        return Ok(None);
    };
    let mut alike: BTreeMap<Vec<u8>, u128> = BTreeMap::new();
    while let Some(mut solution) = solutions.next() {
        solution.sort_unstable_by(|a, b| b.cmp(a));
        *alike.entry(solution).or_default() += 1;
        cx.poll()?;
    }
    let choices = choices(turns);
    let mut all = Some(0_u128);
    for (solution, times) in &alike {
        cx.poll()?;
        let here = for_one(solution, usize::from(colours), turns, &choices);
        all = all.and_then(|all| all.checked_add(here?.checked_mul(*times)?));
    }
    Ok(all)
}

/// Returns the binomial coefficients `C(t, k)`; None where one exceeds 128 bits.
fn choices(turns: usize) -> Vec<Vec<Option<u128>>> {
    let mut rows: Vec<Vec<Option<u128>>> = vec![vec![Some(1)]];
    for t in 1..=turns {
        let above = &rows[t - 1];
        let between = above.windows(2).map(|pair| pair[0]?.checked_add(pair[1]?));
        rows.push([Some(1)].into_iter().chain(between).chain([Some(1)]).collect());
    }
    rows
}

/// Returns the number of sequences for one solution. Turns that later cells need are not given to
/// earlier ones, so that no intermediate number exceeds the result.
fn for_one(solution: &[u8], colours: usize, turns: usize, choices: &[Vec<Option<u128>>]) -> Option<u128> {
    let mut needed: usize = solution.iter().map(|&often| usize::from(often)).sum();
    if needed > turns {
        return Some(0);
    }
    let mut ways = vec![0_u128; turns + 1];
    ways[0] = 1;
    for &often in solution {
        needed -= usize::from(often);
        let mut next = vec![0_u128; turns + 1];
        for (t, sum) in next.iter_mut().enumerate().take(turns - needed + 1) {
            for k in (usize::from(often)..=t).step_by(colours).filter(|&k| ways[t - k] > 0) {
                *sum = sum.checked_add(choices[t][k]?.checked_mul(ways[t - k])?)?;
            }
        }
        ways = next;
    }
    Some(ways[turns])
}
