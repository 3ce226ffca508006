//! The fewest moves by bidirectional breadth-first heuristic search (Zhou and Hansen 2006) with
//! increasing thresholds.
//!
//! One iteration asks for a solution of at most `threshold` moves. The forward frontier holds all
//! positions that are 1, 2, 3 … moves after the start, the backward frontier all that are 1, 2, 3 …
//! moves before an end; the smaller side is expanded until one move is missing between them. A
//! position is dropped if Merson's lower bound exceeds the moves that are left: forward by the
//! regions that are full and must be emptied, backward by those that are not full and have been
//! emptied. Both sides stay small where the threshold is near the number of regions. The first
//! threshold at which the frontiers meet is the answer; an interrupted search has proven all
//! thresholds below the current one.
//!
//! A solution needs only some of the positions, the proof that there is none needs all. So where
//! levels are large, a threshold is tried with narrow forward levels first, and with complete
//! levels if that fails.
//!
//! On a large board the last peg alone can undo its jumps in too many ways to enumerate. Then the
//! search is forward only.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::threads::{ThreadPoll, try_sum_over};
use fewest_search::{Context, Stop};

use crate::solve::fewest_moves::frontiers::{Frontier, MeetingPoint, MoveLevel};
use crate::solve::fewest_moves::sweeps::{DuplicateCache, FewestMoves, Reached, SWEEP_LIMIT, Sweeps};
use crate::solve::merson::MersonRegions;
use crate::solve::parity_classes::GoalBoards;
use crate::solve::peg_set::PegSet;
use crate::solve::symmetry::Direction;

/// Positions per block that is given to the threads, and per chunk that one thread takes.
const POSITIONS_PER_BLOCK: usize = 1 << 12;
const CHUNK: usize = 1 << 6;
/// Positions that are generated between two polls of the context.
const SWEEPS_PER_POLL: u64 = 1 << 14;
/// Where complete levels have more than [`MOST_WITHOUT_NARROWING`] positions in all, narrow levels
/// of [`NARROW_WIDTH`] positions are tried.
const MOST_WITHOUT_NARROWING: usize = 1 << 18;
const NARROW_WIDTH: usize = 1 << 15;

/// Bidirectional search with increasing thresholds.
pub(crate) struct BidirectionalSearch<'a, 'h, W, const G: usize> {
    sweeps: &'a Sweeps<'a, W, G>,
    regions: &'a MersonRegions,
    cx: &'h Context<'h>,
    start: W,
    /// The ends. None if every position with `fewest_pegs` pegs is one.
    ends: Option<Vec<W>>,
    fewest_pegs: u32,
    count: bool,
    /// Whether there is a backward frontier.
    is_two_sided: bool,
}

impl<'a, 'h, W: PegSet, const G: usize> BidirectionalSearch<'a, 'h, W, G> {
    /// Makes the search from a start to a target, which must have an end. The symmetries of
    /// `sweeps` must keep start and ends.
    pub(crate) fn of(
        sweeps: &'a Sweeps<'a, W, G>,
        regions: &'a MersonRegions,
        (start, target): (&[u64], &GoalBoards),
        count: bool,
        cx: &'h Context<'h>,
    ) -> Self {
        let (ends, fewest_pegs) = match target {
            GoalBoards::AllWith(pegs) => (None, *pegs),
            GoalBoards::Ends(ends) => {
                let mut ends: Vec<W> = ends.iter().map(|end| sweeps.rules.canonical(W::pack(end))).collect();
                ends.sort_unstable();
                ends.dedup();
                let fewest = ends.iter().map(|end| end.ones()).min().unwrap_or(0);
                (Some(ends), fewest)
            }
        };
        let start = W::pack(start);
        Self { sweeps, regions, cx, start, fewest_pegs, count, is_two_sided: ends.is_some(), ends }
    }

    /// Returns the fewest moves, given that fewer than `at_least` are not enough; raises `at_least`
    /// after each iteration. Gives up with more than `most` positions in one frontier.
    pub(crate) fn run(&mut self, at_least: &mut u32, most: usize) -> Result<SearchStatus, Stop> {
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

    /// Runs one iteration, with as few positions as possible.
    fn try_threshold(&self, threshold: u32, most: usize) -> Result<SearchStatus, Interrupt> {
        let mut tried = self.search_within(threshold, usize::MAX, most.min(MOST_WITHOUT_NARROWING))?;
        if matches!(tried, SearchStatus::TooManyPositions) && most > MOST_WITHOUT_NARROWING && !self.count {
            tried = self.search_within(threshold, NARROW_WIDTH, most)?;
        }
        if matches!(tried, SearchStatus::TooManyPositions) && most > MOST_WITHOUT_NARROWING {
            tried = self.search_within(threshold, usize::MAX, most)?;
        }
        Ok(tried)
    }

    /// Searches for a solution of `threshold` moves, given that there is none with fewer, with
    /// forward levels of at most `width` positions.
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

    /// Returns whether the forward frontier is the cheaper one to expand.
    fn is_forward_smaller(&self, forward: &Frontier<'h, W>, backward: &Frontier<'h, W>) -> bool {
        !self.is_two_sided || forward.work() <= backward.work()
    }

    /// Adds a level to a frontier. Returns false if there are too many positions.
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

    /// Returns a meeting point: a position of the last forward level (or its successor) from which
    /// one move leads to the last backward level.
    fn meeting(&self, forward: &Frontier<'h, W>, backward: &Frontier<'h, W>) -> Result<Option<W>, Interrupt> {
        let is_forward_smaller = self.is_forward_smaller(forward, backward);
        let (side, other) = if is_forward_smaller { (forward, backward) } else { (backward, forward) };
        let left = other.moves();
        for block in side.frontier().chunks(POSITIONS_PER_BLOCK) {
            let (expand_chunks, _) = self.expand_chunks(block, |list, part, poll| {
                // Positions are listed first and looked up later, so that many lookups wait for
                // memory together.
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

    /// Expands the chunks of a block in all threads and returns their results in order, with the
    /// sum of generated positions. The results do not depend on the number of threads.
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

    /// Calls `visit` with all positions one move away from those of `list` whose number of pegs is
    /// between that of the ends and that of the start. Returns the number of generated positions.
    /// None if the sweep limit was hit.
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

/// Why an iteration was abandoned.
enum Interrupt {
    Stop(Stop),
    /// A position has more sweeps than can be enumerated.
    SweepLimit,
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Result of a search.
pub(crate) enum SearchStatus {
    Found(FewestMoves),
    /// No solution within the threshold.
    NotWithin,
    /// No solution at all.
    Never,
    /// Too many positions for the limit of the caller.
    TooManyPositions,
}

/// Result of one chunk.
struct ChunkResult<W> {
    /// New positions.
    next: Vec<W>,
    /// A meeting point.
    hit: Option<W>,
    hit_sweep_limit: bool,
}
