//! Every way to take exactly T turns: one cell a turn, the order matters, a cell may be picked again.
//!
//! A sequence of picks puts all lights out exactly if the cells picked an odd number of times are a solution. So all
//! sequences are: for every solution `S` of at most `T` presses and the right parity, every sequence that picks exactly
//! the cells of `S` oddly. While picking, keep the cells *owed* an odd number of picks; a pick is right if no more are
//! owed after it than turns are left. No dead end is ever entered, so the next sequence is always near.

use fewest_gf2::BitVec;
use fewest_search::{Host, Stop};

use super::board::Press;
use super::net::Net;

/// The first sequence for a solution, in the order of columns: spare turns are spent on the first cell.
pub fn first(solution: &[Press], net: &Net, turns: u64) -> Vec<Press> {
    let spare = usize::try_from(turns).unwrap_or(usize::MAX) - solution.len();
    let first = net.places().iter().min_by_key(|place| (place.x, place.y));
    let mut picks = vec![first.copied(); spare].into_iter().flatten().collect::<Vec<_>>();
    picks.extend_from_slice(solution);
    picks.sort_unstable_by_key(|press| (press.x, press.y));
    picks
}

/// All sequences, one after the other.
pub struct Orders {
    /// Cells in the order of columns, by coordinates and by number.
    cells: Vec<(Press, u32)>,
    turns: usize,
    solutions: Gray,
    /// Cells that are owed an odd number of picks, by number, and how many.
    owed: BitVec,
    owes: usize,
    /// The picks of the present sequence as indices into `cells`; empty before the first.
    picks: Vec<u32>,
    named: Vec<Press>,
    begun: bool,
}

impl Orders {
    /// The sequences of exactly `turns` picks, given one solution and the quiet patterns.
    pub fn new(net: &Net, one: BitVec, quiet: Vec<BitVec>, turns: u64) -> Self {
        let mut cells: Vec<(Press, u32)> = net.places().iter().copied().zip(0..).collect();
        cells.sort_unstable_by_key(|(place, _)| (place.x, place.y));
        let places = net.len();
        Self {
            cells,
            turns: usize::try_from(turns).unwrap_or(usize::MAX),
            solutions: Gray { now: one, quiet, step: 0, done: false },
            owed: BitVec::zeros(places),
            owes: 0,
            picks: Vec::new(),
            named: Vec::new(),
            begun: false,
        }
    }

    /// No sequence at all.
    pub fn none(net: &Net) -> Self {
        let mut none = Self::new(net, BitVec::zeros(net.len()), Vec::new(), 0);
        none.solutions.done = true;
        none
    }

    /// The next sequence; nothing after the last.
    ///
    /// # Errors
    /// If the host stops it.
    pub fn next(&mut self, host: &Host<'_>) -> Result<Option<&[Press]>, Stop> {
        host.poll()?;
        if !(self.begun && self.advance()) {
            self.begun = true;
            let Some(solution) = self.next_solution(host)? else { return Ok(None) };
            (self.owes, self.owed) = (solution.count_ones(), solution);
            self.picks.clear();
            self.named.clear();
            self.fill(0);
        }
        Ok(Some(&self.named))
    }

    /// The next solution that leaves room for its picks.
    fn next_solution(&mut self, host: &Host<'_>) -> Result<Option<BitVec>, Stop> {
        while let Some(solution) = self.solutions.next() {
            let presses = solution.count_ones();
            let room = presses <= self.turns && presses % 2 == self.turns % 2;
            if room && (self.turns == 0 || !self.cells.is_empty()) {
                return Ok(Some(solution));
            }
            host.poll()?;
        }
        Ok(None)
    }

    /// Picks, or takes a pick back: either changes what is owed.
    fn change(&mut self, cell: u32) {
        let number = self.cells[cell as usize].1 as usize;
        self.owes = if self.owed.get(number) { self.owes - 1 } else { self.owes + 1 };
        self.owed.flip(number);
    }

    /// Picks the first cell from `cell` on that is right now.
    fn pick_from(&mut self, cell: u32) -> bool {
        let left = self.turns - self.picks.len() - 1;
        for cell in cell..self.cells.len() as u32 {
            self.change(cell);
            if self.owes <= left {
                self.picks.push(cell);
                self.named.push(self.cells[cell as usize].0);
                return true;
            }
            self.change(cell);
        }
        false
    }

    /// Completes the sequence with the first right picks; the next one from `cell` on.
    fn fill(&mut self, cell: u32) {
        let mut cell = cell;
        while self.picks.len() < self.turns {
            let found = self.pick_from(cell);
            debug_assert!(found, "there is always a right pick");
            cell = 0;
        }
    }

    /// Steps to the next sequence for the same solution: the last pick that can be another one becomes the next.
    fn advance(&mut self) -> bool {
        while let Some(cell) = self.picks.pop() {
            self.named.pop();
            self.change(cell);
            if self.pick_from(cell + 1) {
                self.fill(0);
                return true;
            }
        }
        false
    }
}

/// All sums of a vector and quiet patterns, each once, in Gray code order.
struct Gray {
    now: BitVec,
    quiet: Vec<BitVec>,
    step: u128,
    done: bool,
}

impl Gray {
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

/// How many sequences there are; nothing if the number has no room.
///
/// The sequences of `t` picks that leave `k` certain cells odd and the others of `n` even: the last pick is one of the
/// `k`, or one of the others and then `k + 1` were odd before it.
///
/// # Errors
/// If the host stops it.
pub fn count(one: &BitVec, quiet: &[BitVec], turns: u64, host: &Host<'_>) -> Result<Option<u128>, Stop> {
    let places = one.len();
    let Ok(turns) = usize::try_from(turns) else { return Ok(None) };
    let mut solutions = vec![0_u128; places + 1];
    let mut gray = Gray { now: one.clone(), quiet: quiet.to_vec(), step: 0, done: false };
    while let Some(solution) = gray.next() {
        solutions[solution.count_ones()] += 1;
        if gray.step.is_multiple_of(4096) {
            host.poll()?;
        }
    }
    let mut ways = vec![Some(0_u128); places + 2];
    ways[0] = Some(1);
    for _ in 0..turns {
        host.poll()?;
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
    }
    let mut all = Some(0_u128);
    for (odd, &solutions) in solutions.iter().enumerate().filter(|(_, solutions)| **solutions > 0) {
        all = all.and_then(|all| all.checked_add(ways[odd]?.checked_mul(solutions)?));
    }
    Ok(all)
}
