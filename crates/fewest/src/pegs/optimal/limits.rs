//! The fewest moves where not everything that can be won fits.
//!
//! From the start all positions are made that can be reached in 1, 2, 3 … moves; from the ends all positions with few
//! pegs, with the fewest moves that they need. For a limit of 1, 2, 3 … moves in all, a position is dropped if its regions need
//! more moves than are left; as soon as it has few pegs, its moves are known and nothing more is made of it. The first limit
//! for which something is left is the answer, so a search that is stopped has proven how many moves are needed at least.
//! The side that was cheaper grows.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::team::sum_over;
use fewest_search::{Host, Lease, Stop};

use super::backs::Backs;
use super::endgame::Endgame;
use super::fewest::Moves;
use super::layers::Layers;
use super::natural::{Natural, Sum};
use super::regions::Regions;
use super::sweeps::Sweeps;
use super::table::Table;
use super::target::Target;
use super::word::Word;

/// Positions that are given to the threads at a time, and those that one of them takes.
const BLOCK: usize = 1 << 14;
const PART: usize = 1 << 8;
/// How many times larger the next layer of the endgame is, about.
const GROWTH: usize = 3;

/// A search with more and more moves.
pub(crate) struct Limits<'a, 'h, W, const G: usize> {
    sweeps: &'a Sweeps<'a, W, G>,
    regions: &'a Regions,
    /// What the endgame grows from; nothing if it has no layers.
    backs: Option<Backs<'h, W>>,
    endgame: Endgame<'h, W>,
    host: &'h Host<'h>,
    start: W,
    count: bool,
    /// Fewer moves are not enough.
    pub(crate) at_least: u32,
}

impl<'a, 'h, W: Word, const G: usize> Limits<'a, 'h, W, G> {
    /// A search for the ends of a target, which must have one.
    pub(crate) fn of(
        sweeps: &'a Sweeps<'a, W, G>,
        regions: &'a Regions,
        (start, target): (W, &Target),
        count: bool,
        host: &'h Host<'h>,
    ) -> Result<Self, Stop> {
        let (backs, endgame) = match target {
            Target::Count(pegs) => (None, Endgame::count(*pegs)),
            Target::Ends(ends) => {
                let backs = Backs::new(sweeps.frame, ends, host)?;
                let endgame = Endgame::of(backs.top(), host)?;
                (Some(backs), endgame)
            }
        };
        let at_least = regions.moves(start).max(1);
        Ok(Self { sweeps, regions, backs, endgame, host, start, count, at_least })
    }

    /// The fewest moves. Layers of the endgame are made as long as they are not larger than `cheap`, or than what was made of the
    /// start; and with more than `most` positions the search gives up.
    pub(crate) fn fewest(
        &mut self,
        layers: &mut Layers<'_, 'h, W, G>,
        mut cheap: usize,
        most: usize,
    ) -> Result<Tried, Stop> {
        loop {
            self.grow(layers, cheap)?;
            match self.within(self.at_least, most)? {
                Tried::TooFew { positions } => cheap = cheap.max(positions),
                other => return Ok(other),
            }
            self.at_least += 1;
        }
    }

    /// Makes layers of the endgame as long as they are cheap.
    fn grow(&mut self, layers: &mut Layers<'_, 'h, W, G>, cheap: usize) -> Result<(), Stop> {
        let Some(backs) = &mut self.backs else { return Ok(()) };
        let is_wanted = |backs: &Backs<'h, W>| !backs.top().is_empty() && GROWTH * backs.top().len() <= cheap;
        while self.endgame.pegs() + 1 < self.start.ones() && (!backs.has_all_ends() || is_wanted(backs)) {
            backs.grow(layers)?;
            self.endgame.add(self.sweeps, backs.top(), |position| backs.is_end(position), self.host)?;
        }
        Ok(())
    }

    /// Looks for an answer of `limit` moves, given that there is none with fewer.
    fn within(&self, limit: u32, most: usize) -> Result<Tried, Stop> {
        let start = self.sweeps.frame.canon(self.start);
        let mut seen = Table::for_positions(BLOCK, self.host)?;
        seen.insert(start)?;
        let mut levels = vec![Level { list: vec![start], lease: self.host.lease(0)? }];
        let (mut dropped, mut hit) = (false, None);
        for left in (0..limit).rev() {
            self.host.counters.depth.store(u64::from(limit - left), Relaxed);
            let mut next = Level { list: Vec::new(), lease: self.host.lease(0)? };
            for block in levels[levels.len() - 1].list.chunks(BLOCK) {
                let parts = self.parts(block, left, &seen)?;
                self.host.counters.expanded.fetch_add(block.len() as u64, Relaxed);
                for part in parts {
                    dropped |= part.dropped;
                    hit = hit.or(part.hit);
                    next.lease.resize((next.list.len() + part.next.len()) * size_of::<W>())?;
                    for position in part.next {
                        if seen.insert(position)? {
                            next.list.push(position);
                        }
                    }
                }
                if hit.is_some() && !self.count {
                    break;
                }
                if seen.len() > most {
                    return Ok(Tried::TooMany);
                }
            }
            if hit.is_some() && !self.count {
                break;
            }
            if next.list.is_empty() {
                break;
            }
            next.list.sort_unstable();
            self.host.counters.positions.fetch_add(next.list.len() as u64, Relaxed);
            self.host.counters.frontier.store(next.list.len() as u64, Relaxed);
            levels.push(next);
        }
        let positions = seen.len();
        drop(seen);
        match hit {
            None if dropped => Ok(Tried::TooFew { positions }),
            None => Ok(Tried::Never),
            Some(hit) if !self.count => Ok(Tried::Found(self.answer(limit, &self.chain(&levels, hit)?))),
            Some(_) => match self.ways::<u128>(limit, &levels)? {
                Some(marks) => Ok(self.counted(limit, &marks)),
                None => Ok(self.counted(limit, &self.ways::<Natural>(limit, &levels)?.unwrap_or_default())),
            },
        }
    }

    /// Makes the moves of a block, in all threads. What is made does not depend on how many there are.
    fn parts(&self, block: &[W], left: u32, seen: &Table<'_, W>) -> Result<Vec<Part<W>>, Stop> {
        let new = |_| Part { next: Vec::new(), hit: None, dropped: false };
        let mut parts: Vec<Part<W>> = (0..block.len().div_ceil(PART)).map(new).collect();
        sum_over(self.host, block.chunks(PART).zip(&mut parts), |(list, part)| {
            self.expand(list, left, seen, part);
            0
        })?;
        Ok(parts)
    }

    /// Everything one move after some positions, if the moves that are `left` after it may be enough. What is reached is
    /// listed first and looked up later, because many lookups at a time wait for memory together.
    fn expand(&self, list: &[W], left: u32, seen: &Table<'_, W>, part: &mut Part<W>) {
        let few = self.endgame.pegs();
        let mut late = Vec::new();
        for &position in list {
            self.sweeps.each(position, |reached| {
                if self.regions.moves(reached.position) > left || left == 0 && reached.pegs > few {
                    part.dropped = true;
                } else {
                    let canonical = reached.canonical(self.sweeps.frame);
                    if reached.pegs <= few {
                        late.push((canonical, reached.pegs, position));
                    } else {
                        part.next.push(canonical);
                    }
                }
            });
        }
        part.next.retain(|&canonical| seen.find(canonical).is_none());
        for (canonical, pegs, position) in late {
            match self.endgame.moves(canonical, pegs) {
                Some(moves) if u32::from(moves) <= left => part.hit = part.hit.or(Some(position)),
                Some(_) => part.dropped = true,
                None => {}
            }
        }
    }

    /// One position of each level, each a move after the other, the last of them `hit`.
    fn chain(&self, levels: &[Level<'h, W>], hit: W) -> Result<Vec<HashMap<W, u128>>, Stop> {
        let mut chain = vec![HashMap::from([(hit, 1)])];
        let mut after = hit;
        for level in levels[..levels.len() - 1].iter().rev() {
            let leads_there = |&&position: &&W| {
                let mut leads = false;
                self.sweeps.each(position, |reached| {
                    leads |= reached.pegs == after.ones() && reached.canonical(self.sweeps.frame) == after;
                });
                leads
            };
            let mut before = None;
            for block in level.list.chunks(BLOCK) {
                self.host.poll()?;
                before = block.iter().find(leads_there).copied();
                if before.is_some() {
                    break;
                }
            }
            after = before.expect("every position has one before it");
            chain.push(HashMap::from([(after, 1)]));
        }
        chain.reverse();
        Ok(chain)
    }

    /// For every level, the positions from which an answer of `limit` moves goes on, and in how many ways; nothing if the numbers are
    /// too small.
    fn ways<S: Sum>(&self, limit: u32, levels: &[Level<'h, W>]) -> Result<Option<Vec<HashMap<W, S>>>, Stop> {
        let (frame, few) = (self.sweeps.frame, self.endgame.pegs());
        let mut known = HashMap::new();
        let mut marks: Vec<HashMap<W, S>> = vec![HashMap::new()];
        let mut fits = true;
        for (depth, level) in levels.iter().enumerate().rev() {
            let left = limit - depth as u32 - 1;
            let mut here = HashMap::new();
            for (number, &position) in level.list.iter().enumerate() {
                if number % PART == 0 {
                    self.host.poll()?;
                }
                let mut sum = S::default();
                let after = &marks[marks.len() - 1];
                self.sweeps.each(position, |reached| {
                    if reached.pegs <= few {
                        let canonical = reached.canonical(frame);
                        if self.endgame.moves(canonical, reached.pegs).map(u32::from) == Some(left) {
                            let ways = self.endgame.ways(self.sweeps, canonical, &mut known);
                            fits &= ways.is_some_and(|ways: S| sum.try_add(&ways));
                        }
                    } else if left > 0
                        && self.regions.moves(reached.position) <= left
                        && let Some(ways) = after.get(&reached.canonical(frame))
                    {
                        fits &= sum.try_add(ways);
                    }
                });
                if !fits {
                    return Ok(None);
                }
                if !sum.is_nothing() {
                    here.insert(position, sum);
                }
            }
            marks.push(here);
        }
        marks.reverse();
        marks.pop();
        Ok(Some(marks))
    }

    fn counted<S: Sum>(&self, limit: u32, marks: &[HashMap<W, S>]) -> Tried {
        let mut answer = self.answer(limit, marks);
        let start = self.sweeps.frame.canon(self.start);
        answer.optima = marks[0].get(&start).cloned().map(S::into);
        Tried::Found(answer)
    }

    /// The first sweeps from the start that keep to the marked positions, and then to the fewest moves.
    fn answer<S>(&self, limit: u32, marks: &[HashMap<W, S>]) -> Moves {
        let (frame, few) = (self.sweeps.frame, self.endgame.pegs());
        let moves = self.sweeps.line(self.start, limit, |reached, left| {
            let canonical = reached.canonical(frame);
            if reached.pegs <= few {
                self.endgame.moves(canonical, reached.pegs).map(u32::from) == Some(left)
            } else {
                marks.get((limit - left) as usize).is_some_and(|marks| marks.contains_key(&canonical))
            }
        });
        Moves { moves, optima: None }
    }
}

/// What came of a limit.
pub(crate) enum Tried {
    Found(Moves),
    /// So many positions were made, and some dropped.
    TooFew {
        positions: usize,
    },
    /// Nothing was dropped: more moves do not help.
    Never,
    /// Too many positions.
    TooMany,
}

/// All positions after some moves, sorted, without those that need too many more.
struct Level<'h, W> {
    list: Vec<W>,
    lease: Lease<'h>,
}

/// What one thread made of some positions.
struct Part<W> {
    /// New positions, duplicates included.
    next: Vec<W>,
    /// The first position from which one move leads into the endgame in time.
    hit: Option<W>,
    /// Whether something was left out.
    dropped: bool,
}
