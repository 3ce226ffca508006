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

use crate::solve::fewest_moves::frontiers::{Level, Side};
use crate::solve::fewest_moves::meeting_point::Met;
use crate::solve::fewest_moves::problem::{Game, Moves};
use crate::solve::fewest_moves::sweeps::{DuplicateCache, ENDLESS, Reached, Sweeps};
use crate::solve::goal_boards::Target;
use crate::solve::merson::Regions;
use crate::solve::peg_set::Word;
use crate::solve::symmetry::packed_rules::Way;

/// Positions that are given to the threads at a time, and those that one of them takes.
const BLOCK: usize = 1 << 12;
const PART: usize = 1 << 6;
/// What is reached between two looks at the host.
const PATIENCE: u64 = 1 << 14;
/// Where complete levels have more positions than this, narrow ones are tried, with so many positions each.
const CHEAP: usize = 1 << 18;
const WIDTH: usize = 1 << 15;

/// A search with more and more moves.
pub(crate) struct Limits<'a, 'h, W, const G: usize> {
    sweeps: &'a Sweeps<'a, W, G>,
    regions: &'a Regions,
    cx: &'h Context<'h>,
    start: W,
    /// The ends; nothing if every position with the fewest pegs is one.
    ends: Option<Vec<W>>,
    fewest_pegs: u32,
    count: bool,
    /// Whether there is a side of the ends.
    is_two_sided: bool,
}

impl<'a, 'h, W: Word, const G: usize> Limits<'a, 'h, W, G> {
    /// A search for the ends of a game, which must have one. The symmetries must keep start and ends.
    pub(crate) fn of(game: &Game<'_, 'h>, sweeps: &'a Sweeps<'a, W, G>, regions: &'a Regions) -> Self {
        let (ends, fewest_pegs) = match game.target {
            Target::Count(pegs) => (None, *pegs),
            Target::Ends(ends) => {
                let mut ends: Vec<W> = ends.iter().map(|end| sweeps.frame.canon(W::pack(end))).collect();
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
    pub(crate) fn fewest(&mut self, at_least: &mut u32, most: usize) -> Result<Tried, Stop> {
        *at_least = self.regions.moves(self.start, Way::Forth).max(*at_least);
        while *at_least <= self.start.ones() - self.fewest_pegs {
            match self.of_limit(*at_least, most) {
                Ok(Tried::TooFew) => *at_least += 1,
                Ok(other) => return Ok(other),
                Err(Halt::Endless) if self.is_two_sided => self.is_two_sided = false,
                Err(Halt::Endless) => return Ok(Tried::TooMany),
                Err(Halt::Stop(stop)) => return Err(stop),
            }
        }
        Ok(Tried::Never)
    }

    /// Tries a limit with as little as it takes.
    fn of_limit(&self, limit: u32, most: usize) -> Result<Tried, Halt> {
        let mut tried = self.within(limit, usize::MAX, most.min(CHEAP))?;
        if matches!(tried, Tried::TooMany) && most > CHEAP && !self.count {
            tried = self.within(limit, WIDTH, most)?;
        }
        if matches!(tried, Tried::TooMany) && most > CHEAP {
            tried = self.within(limit, usize::MAX, most)?;
        }
        Ok(tried)
    }

    /// Looks for an answer of `limit` moves, given that there is none with fewer; from the start with levels of at most `width` positions.
    fn within(&self, limit: u32, width: usize, most: usize) -> Result<Tried, Halt> {
        let start = vec![self.sweeps.frame.canon(self.start)];
        let mut forth = Side::of(Way::Forth, start, self.cx)?;
        let mut back = Side::of(Way::Back, self.ends.clone().unwrap_or_default(), self.cx)?;
        while forth.moves() + back.moves() + 1 < limit {
            let side = if self.is_forth_less(&forth, &back) { &mut forth } else { &mut back };
            if !self.step(side, limit, most)? {
                return Ok(Tried::TooMany);
            }
            if forth.frontier().len() > width {
                let rate = |position: W| {
                    let moves = self.regions.moves(position, Way::Forth);
                    (moves, position.ones(), position.mixed())
                };
                forth.narrow(width, rate);
            }
            if self.ends.is_some() && back.frontier().is_empty() {
                return Ok(Tried::TooFew);
            }
            if forth.frontier().is_empty() {
                break;
            }
        }
        let (hit, is_complete) = (self.meeting(&forth, &back)?, forth.is_complete);
        let Some(hit) = hit else { return Ok(if is_complete { Tried::TooFew } else { Tried::TooMany }) };
        let pegs = if self.ends.is_none() { Some(self.fewest_pegs) } else { None };
        let (forth, back) = (forth.levels, back.levels);
        let met = Met { sweeps: self.sweeps, start: self.start, pegs, forth, back };
        debug_assert_eq!(met.limit(), limit);
        Ok(Tried::Found(if self.count { met.all(self.cx)? } else { met.one(hit) }))
    }

    /// Whether less is to be done on the side of the start.
    fn is_forth_less(&self, forth: &Side<'h, W>, back: &Side<'h, W>) -> bool {
        !self.is_two_sided || forth.work() <= back.work()
    }

    /// Adds a level to a side; false if there are too many positions.
    fn step(&self, side: &mut Side<'h, W>, limit: u32, most: usize) -> Result<bool, Halt> {
        let left = limit - side.moves() - 1;
        self.cx.counters.depth.store(u64::from(limit), Relaxed);
        let mut next = Level::of(Vec::new(), self.cx)?;
        let Side { way, seen, levels, reached, .. } = side;
        let (way, mut few) = (*way, true);
        *reached = (0, 0);
        for block in levels[levels.len() - 1].list.chunks(BLOCK) {
            let (parts, sum) = self.parts(block, |list, part, turn| {
                let sum = self.each(list, way, turn, |reached, _| {
                    if self.regions.moves(reached.position, way) <= left {
                        part.next.push(reached.canonical(self.sweeps.frame));
                    }
                });
                part.next.sort_unstable();
                part.next.dedup();
                part.next.retain(|&canonical| seen.find(canonical).is_none());
                sum
            })?;
            *reached = (reached.0 + block.len() as u64, reached.1 + sum);
            for part in parts {
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
    fn meeting(&self, forth: &Side<'h, W>, back: &Side<'h, W>) -> Result<Option<W>, Halt> {
        let is_forth_less = self.is_forth_less(forth, back);
        let (side, other) = if is_forth_less { (forth, back) } else { (back, forth) };
        let left = other.moves();
        for block in side.frontier().chunks(BLOCK) {
            let (parts, _) = self.parts(block, |list, part, turn| {
                // What is reached is listed first and looked up later, because many lookups at a time wait for memory together.
                let mut late = Vec::new();
                let sum = self.each(list, side.way, turn, |reached, from| {
                    if self.regions.moves(reached.position, side.way) <= left {
                        let canonical = reached.canonical(self.sweeps.frame);
                        late.push((canonical, if is_forth_less { from } else { canonical }));
                    }
                });
                let is_hit = |&(canonical, _): &(W, W)| match &self.ends {
                    Some(_) => other.seen.find(canonical).is_some(),
                    None => canonical.ones() == self.fewest_pegs,
                };
                part.hit = late.into_iter().find(is_hit).map(|(_, hit)| hit);
                sum
            })?;
            if let Some(hit) = parts.into_iter().find_map(|part| part.hit) {
                return Ok(Some(hit));
            }
        }
        Ok(None)
    }

    /// Works on the parts of a block, in all threads, and adds up what comes out. What is made does not depend on how many threads there
    /// are.
    fn parts(
        &self,
        block: &[W],
        work: impl Fn(&[W], &mut Part<W>, &ThreadPoll<'_>) -> Result<Option<u64>, Stop> + Sync,
    ) -> Result<(Vec<Part<W>>, u64), Halt> {
        let new = |_| Part { next: Vec::new(), hit: None, is_endless: false };
        let mut parts: Vec<Part<W>> = (0..block.len().div_ceil(PART)).map(new).collect();
        let items = block.chunks(PART).zip(&mut parts);
        let sum = try_sum_over(self.cx, items, |(list, part), turn| {
            let sum = work(list, part, turn)?;
            part.is_endless = sum.is_none();
            Ok(sum.unwrap_or(ENDLESS))
        })?;
        self.cx.counters.expanded.fetch_add(block.len() as u64, Relaxed);
        self.cx.counters.generated.fetch_add(sum, Relaxed);
        if parts.iter().any(|part| part.is_endless) { Err(Halt::Endless) } else { Ok((parts, sum)) }
    }

    /// Calls `visit` with everything one move from some positions that has not too many pegs, nor too few; gives the number of all, and
    /// nothing if it is endless.
    #[inline]
    fn each(
        &self,
        list: &[W],
        way: Way,
        turn: &ThreadPoll<'_>,
        mut visit: impl FnMut(&Reached<'_, W, G>, W),
    ) -> Result<Option<u64>, Stop> {
        let (pegs, mut sum, mut asked) = (self.fewest_pegs..=self.start.ones(), 0, 0);
        let mut lately = DuplicateCache::new();
        for &position in list {
            let reached = self.sweeps.each_once(position, way, &mut lately, |reached| {
                if pegs.contains(&reached.pegs) {
                    visit(reached, position);
                }
            });
            if reached == ENDLESS {
                return Ok(None);
            }
            sum += reached;
            if sum - asked > PATIENCE {
                turn.ask()?;
                asked = sum;
            }
        }
        Ok(Some(sum))
    }
}

/// Why a limit was not tried to its end.
enum Halt {
    Stop(Stop),
    /// A position has more sweeps than can be listed.
    Endless,
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// What came of a limit.
pub(crate) enum Tried {
    Found(Moves),
    /// Too few moves.
    TooFew,
    /// No number of moves is enough.
    Never,
    /// Too many positions.
    TooMany,
}

/// What one thread made of some positions.
struct Part<W> {
    /// New positions.
    next: Vec<W>,
    /// A position from which one move leads to the other side.
    hit: Option<W>,
    is_endless: bool,
}
