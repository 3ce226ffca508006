//! The fewest moves by limits of more and more moves, from both sides.
//!
//! From the start all positions are made that can be reached in 1, 2, 3 … moves; from the ends all positions that are 1, 2,
//! 3 … moves before one of them; always on the side that has fewer, until one move is missing between them. With a limit of
//! moves in all, a position is dropped if its regions need more than are left: on the way forth those that are full, because they
//! are to be emptied; on the way back those that are not full, because they have been emptied. So both sides stay small where
//! the limit is near the number of regions. The first limit for which the sides meet is the answer, and a search that is
//! stopped has proven how many moves are needed at least.
//!
//! An answer needs not all positions, the proof that there is none does. So where there are many, a limit is tried with narrow levels
//! first, and with complete ones if there is no answer among them.
//!
//! On a large board the last peg alone can take back its jumps in more ways than anybody could list. Then there is only the side of the
//! start.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::threads::{ThreadPoll, try_sum_over};
use fewest_search::{Context, Stop};

use crate::solve::fewest_moves::frontiers::{Frontier, MoveLevel};
use crate::solve::fewest_moves::meeting_point::MeetingPoint;
use crate::solve::fewest_moves::problem::{FewestMoves, Problem};
use crate::solve::fewest_moves::sweeps::{DuplicateCache, Reached, SWEEP_LIMIT, Sweeps};
use crate::solve::goal_boards::GoalBoards;
use crate::solve::merson::MersonRegions;
use crate::solve::peg_set::PegSet;
use crate::solve::symmetry::packed_rules::Direction;

/// Positions that are given to the threads at a time, and those that one of them takes.
const POSITIONS_PER_BLOCK: usize = 1 << 12;
const CHUNK: usize = 1 << 6;
/// What is reached between two looks at the host.
const SWEEPS_PER_POLL: u64 = 1 << 14;
/// Where complete levels have more positions than this, narrow ones are tried, with so many positions each.
const CHEAP: usize = 1 << 18;
const WIDTH: usize = 1 << 15;

/// A search with more and more moves.
pub(crate) struct BidirectionalSearch<'a, 'h, W, const G: usize> {
    sweeps: &'a Sweeps<'a, W, G>,
    regions: &'a MersonRegions,
    cx: &'h Context<'h>,
    start: W,
    /// The ends; nothing if every position with the fewest pegs is one.
    ends: Option<Vec<W>>,
    fewest_pegs: u32,
    count: bool,
    /// Whether there is a side of the ends.
    is_two_sided: bool,
}

impl<'a, 'h, W: PegSet, const G: usize> BidirectionalSearch<'a, 'h, W, G> {
    /// A search for the ends of a game, which must have one. The symmetries must keep start and ends.
    pub(crate) fn of(
        game: &Problem<'_, 'h>,
        sweeps: &'a Sweeps<'a, W, G>,
        regions: &'a MersonRegions,
    ) -> Self {
        let (ends, fewest_pegs) = match game.target {
            GoalBoards::AllWith(pegs) => (None, *pegs),
            GoalBoards::Ends(ends) => {
                let mut ends: Vec<W> = ends.iter().map(|end| sweeps.rules.canonical(W::pack(end))).collect();
                ends.sort_unstable();
                ends.dedup();
                let fewest = ends.iter().map(|end| end.ones()).min().unwrap_or(0);
                (Some(ends), fewest)
            }
        };
        let (start, count, cx) = (W::pack(game.start), game.count, game.cx);
        Self { sweeps, regions, cx, start, fewest_pegs, count, is_two_sided: ends.is_some(), ends }
    }

    /// The fewest moves, given that fewer than `at_least` are not enough, which grows. With more than `most` positions on one side
    /// the search gives up.
    pub(crate) fn fewest(&mut self, at_least: &mut u32, most: usize) -> Result<SearchStatus, Stop> {
        *at_least = self.regions.lower_bound(self.start, Direction::Forward).max(*at_least);
        while *at_least <= self.start.ones() - self.fewest_pegs {
            match self.try_threshold(*at_least, most) {
                Ok(SearchStatus::NotWithin) => *at_least += 1,
                Ok(other) => return Ok(other),
                Err(Interrupt::SweepLimit) if self.is_two_sided => self.is_two_sided = false,
                Err(Interrupt::SweepLimit) => return Ok(SearchStatus::TooManyPositions),
                Err(Interrupt::Stop(stop)) => return Err(stop),
            }
        }
        Ok(SearchStatus::Never)
    }

    /// Tries a limit with as little as it takes.
    fn try_threshold(&self, threshold: u32, most: usize) -> Result<SearchStatus, Interrupt> {
        let mut tried = self.search_within(threshold, usize::MAX, most.min(CHEAP))?;
        if matches!(tried, SearchStatus::TooManyPositions) && most > CHEAP && !self.count {
            tried = self.search_within(threshold, WIDTH, most)?;
        }
        if matches!(tried, SearchStatus::TooManyPositions) && most > CHEAP {
            tried = self.search_within(threshold, usize::MAX, most)?;
        }
        Ok(tried)
    }

    /// Looks for an answer of `threshold` moves, given that there is none with fewer; from the start with levels of at most `width` positions.
    fn search_within(&self, threshold: u32, width: usize, most: usize) -> Result<SearchStatus, Interrupt> {
        let start = vec![self.sweeps.rules.canonical(self.start)];
        let mut forward = Frontier::of(Direction::Forward, start, self.cx)?;
        let mut backward = Frontier::of(Direction::Backward, self.ends.clone().unwrap_or_default(), self.cx)?;
        while forward.moves() + backward.moves() + 1 < threshold {
            let side =
                if self.is_forward_smaller(&forward, &backward) { &mut forward } else { &mut backward };
            if !self.step(side, threshold, most)? {
                return Ok(SearchStatus::TooManyPositions);
            }
            if forward.frontier().len() > width {
                let rate = |position: W| {
                    let moves = self.regions.lower_bound(position, Direction::Forward);
                    (moves, position.ones(), position.mixed())
                };
                forward.narrow(width, rate);
            }
            if self.ends.is_some() && backward.frontier().is_empty() {
                return Ok(SearchStatus::NotWithin);
            }
            if forward.frontier().is_empty() {
                break;
            }
        }
        let (hit, is_complete) = (self.meeting(&forward, &backward)?, forward.is_complete);
        let Some(hit) = hit else {
            return Ok(if is_complete { SearchStatus::NotWithin } else { SearchStatus::TooManyPositions });
        };
        let pegs = if self.ends.is_none() { Some(self.fewest_pegs) } else { None };
        let (forward, backward) = (forward.levels, backward.levels);
        let meeting = MeetingPoint { sweeps: self.sweeps, start: self.start, pegs, forward, backward };
        debug_assert_eq!(meeting.threshold(), threshold);
        Ok(SearchStatus::Found(if self.count {
            meeting.all_answers(self.cx)?
        } else {
            meeting.one_answer(hit)
        }))
    }

    /// Whether less is to be done on the side of the start.
    fn is_forward_smaller(&self, forward: &Frontier<'h, W>, backward: &Frontier<'h, W>) -> bool {
        !self.is_two_sided || forward.work() <= backward.work()
    }

    /// Adds a level to a side; false if there are too many positions.
    fn step(&self, side: &mut Frontier<'h, W>, threshold: u32, most: usize) -> Result<bool, Interrupt> {
        let left = threshold - side.moves() - 1;
        self.cx.counters.depth.store(u64::from(threshold), Relaxed);
        let mut next = MoveLevel::of(Vec::new(), self.cx)?;
        let Frontier { direction, seen, levels, reached, .. } = side;
        let (direction, mut few) = (*direction, true);
        *reached = (0, 0);
        for block in levels[levels.len() - 1].list.chunks(POSITIONS_PER_BLOCK) {
            let (expand_chunks, sum) = self.expand_chunks(block, |list, part, poll| {
                let sum = self.each(list, direction, poll, |reached, _| {
                    if self.regions.lower_bound(reached.position, direction) <= left {
                        part.next.push(reached.canonical(self.sweeps.rules));
                    }
                });
                part.next.sort_unstable();
                part.next.dedup();
                part.next.retain(|&canonical| seen.find(canonical).is_none());
                sum
            })?;
            *reached = (reached.0 + block.len() as u64, reached.1 + sum);
            for part in expand_chunks {
                next.reserve(part.next.len())?;
                for position in part.next {
                    if seen.insert(position)? {
                        next.list.push(position);
                    }
                }
            }
            few = seen.len() <= most;
            if !few {
                break;
            }
        }
        next.list.sort_unstable();
        self.cx.counters.positions.fetch_add(next.list.len() as u64, Relaxed);
        self.cx.counters.frontier.store(next.list.len() as u64, Relaxed);
        levels.push(next);
        Ok(few)
    }

    /// A position of the last level forth from which one move leads to the last level back.
    fn meeting(&self, forward: &Frontier<'h, W>, backward: &Frontier<'h, W>) -> Result<Option<W>, Interrupt> {
        let is_forward_smaller = self.is_forward_smaller(forward, backward);
        let (side, other) = if is_forward_smaller { (forward, backward) } else { (backward, forward) };
        let left = other.moves();
        for block in side.frontier().chunks(POSITIONS_PER_BLOCK) {
            let (expand_chunks, _) = self.expand_chunks(block, |list, part, poll| {
                // What is reached is listed first and looked up later, because many lookups at a time wait for memory together.
                let mut late = Vec::new();
                let sum = self.each(list, side.direction, poll, |reached, from| {
                    if self.regions.lower_bound(reached.position, side.direction) <= left {
                        let canonical = reached.canonical(self.sweeps.rules);
                        late.push((canonical, if is_forward_smaller { from } else { canonical }));
                    }
                });
                let is_hit = |&(canonical, _): &(W, W)| match &self.ends {
                    Some(_) => other.seen.find(canonical).is_some(),
                    None => canonical.ones() == self.fewest_pegs,
                };
                part.hit = late.into_iter().find(is_hit).map(|(_, hit)| hit);
                sum
            })?;
            if let Some(hit) = expand_chunks.into_iter().find_map(|part| part.hit) {
                return Ok(Some(hit));
            }
        }
        Ok(None)
    }

    /// Works on the parts of a block, in all threads, and adds up what comes out. What is made does not depend on how many threads there
    /// are.
    fn expand_chunks(
        &self,
        block: &[W],
        work: impl Fn(&[W], &mut ChunkResult<W>, &ThreadPoll<'_>) -> Result<Option<u64>, Stop> + Sync,
    ) -> Result<(Vec<ChunkResult<W>>, u64), Interrupt> {
        let new = |_| ChunkResult { next: Vec::new(), hit: None, hit_sweep_limit: false };
        let mut expand_chunks: Vec<ChunkResult<W>> = (0..block.len().div_ceil(CHUNK)).map(new).collect();
        let items = block.chunks(CHUNK).zip(&mut expand_chunks);
        let sum = try_sum_over(self.cx, items, |(list, part), poll| {
            let sum = work(list, part, poll)?;
            part.hit_sweep_limit = sum.is_none();
            Ok(sum.unwrap_or(SWEEP_LIMIT))
        })?;
        self.cx.counters.expanded.fetch_add(block.len() as u64, Relaxed);
        self.cx.counters.generated.fetch_add(sum, Relaxed);
        if expand_chunks.iter().any(|part| part.hit_sweep_limit) {
            Err(Interrupt::SweepLimit)
        } else {
            Ok((expand_chunks, sum))
        }
    }

    /// Calls `visit` with everything one move from some positions that has not too many pegs, nor too few; gives the number of all, and
    /// nothing if it is endless.
    #[inline]
    fn each(
        &self,
        list: &[W],
        direction: Direction,
        poll: &ThreadPoll<'_>,
        mut visit: impl FnMut(&Reached<'_, W, G>, W),
    ) -> Result<Option<u64>, Stop> {
        let (pegs, mut sum, mut asked) = (self.fewest_pegs..=self.start.ones(), 0, 0);
        let mut duplicates = DuplicateCache::new();
        for &position in list {
            let reached = self.sweeps.each_once(position, direction, &mut duplicates, |reached| {
                if pegs.contains(&reached.pegs) {
                    visit(reached, position);
                }
            });
            if reached == SWEEP_LIMIT {
                return Ok(None);
            }
            sum += reached;
            if sum - asked > SWEEPS_PER_POLL {
                poll.ask()?;
                asked = sum;
            }
        }
        Ok(Some(sum))
    }
}

/// Why a limit was not tried to its end.
enum Interrupt {
    Stop(Stop),
    /// A position has more sweeps than can be listed.
    SweepLimit,
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What came of a limit.
pub(crate) enum SearchStatus {
    Found(FewestMoves),
    /// Too few moves.
    NotWithin,
    /// No number of moves is enough.
    Never,
    /// Too many positions.
    TooManyPositions,
}

/// What one thread made of some positions.
struct ChunkResult<W> {
    /// New positions.
    next: Vec<W>,
    /// A position from which one move leads to the other side.
    hit: Option<W>,
    hit_sweep_limit: bool,
}
