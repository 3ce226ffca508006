//! One solution: a beam of promising positions against everything from which an end can be reached.
//!
//! Forward, each layer keeps only the positions of best taste; backward, layers are complete, and as many are made
//! as the width of the beam pays for. If nothing is found the beam is made wider. A beam that never left a position out
//! has seen everything, so the same search also proves that there is no solution.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Host, Stop};

use super::super::jumps::{Goal, Jump, Jumps};
use super::backs::Backs;
use super::frame::{Frame, Job, Way, with_frame};
use super::layers::{BATCH, BATCHES_A_LOOK, Layer, Layers, common};
use super::symmetry::{keeping, symmetries};
use super::table::Table;
use super::target::Target;
use super::taste::Taste;
use super::word::Word;
use super::{parity, trail};

/// The width of the first beam, and how many times wider the next one is.
const FIRST_WIDTH: usize = 40;
const WIDER: usize = 6;
/// How many positions the backward layers may have for each of the beam's width.
const BACK: usize = 6;

/// What came of looking for a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// The jumps, in order.
    Found(Vec<Jump>),
    /// There is none: all positions were seen, so many up to symmetry.
    Never { positions: u64 },
    /// The host had enough.
    Stopped(Stop),
}

/// Looks for one solution, and goes on until it is found or there is none.
pub(crate) fn one_solution<'h>(jumps: &Jumps, start: &[u64], goal: &Goal, host: &'h Host<'h>) -> Search {
    let target = Target::of(jumps, start, goal);
    let group = match &target {
        Target::Ends(ends) if ends.is_empty() => return Search::Never { positions: 0 },
        Target::Ends(ends) if ends.iter().any(|end| end == start) => return Search::Found(Vec::new()),
        Target::Ends(ends) => keeping(&symmetries(jumps), ends),
        Target::Count(_) => symmetries(jumps),
    };
    match with_frame(jumps, group, Finder { jumps, start, target: &target, host }) {
        Some(Ok(search)) => search,
        Some(Err(stop)) => Search::Stopped(stop),
        None => Search::Stopped(Stop::Memory),
    }
}

struct Finder<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a Target,
    host: &'h Host<'h>,
}

impl Job for Finder<'_, '_> {
    type Out = Result<Search, Stop>;

    fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
        let mut layers = Layers::new(frame, parity::invariants(self.jumps), self.host);
        let start = W::pack(self.start);
        let mut backs = match self.target {
            Target::Ends(ends) => Some(Backs::new(frame, ends, self.host)?),
            Target::Count(_) => None,
        };
        let last = match (self.target, &backs) {
            (Target::Count(pegs), _) => *pegs,
            (_, Some(backs)) => backs.pegs(),
            _ => 0,
        };
        let mut beam = Beam { frame, host: self.host, taste: Taste::of(self.jumps), width: FIRST_WIDTH };
        loop {
            if let Some(backs) = &mut backs {
                if !beam.grow(backs, &mut layers, start)? {
                    return Ok(Search::Never { positions: self.host.counters.positions.load(Relaxed) });
                }
            }
            let meet = backs.as_ref().map_or(last, Backs::pegs);
            let (forward, complete) = beam.forward(start, meet)?;
            let reached = forward.last().filter(|_| start.ones() - meet == forward.len() as u32 - 1);
            let hit = reached.and_then(|layer| match &backs {
                Some(backs) => common(&layer.list, backs.top()).first().copied(),
                None => layer.list.first().copied(),
            });
            if let Some(hit) = hit {
                let mut jumps = trail::before(frame, start, hit, &forward);
                let middle = jumps.iter().fold(start, |position, &jump| position ^ frame.change(jump));
                if let Some(backs) = &backs {
                    jumps.extend(trail::after(frame, middle, backs));
                }
                return Ok(Search::Found(jumps.into_iter().map(|jump| frame.jumps[jump]).collect()));
            }
            if complete {
                return Ok(Search::Never { positions: self.host.counters.positions.load(Relaxed) });
            }
            beam.width = beam.width.saturating_mul(WIDER);
        }
    }
}

struct Beam<'a, 'h, W, const G: usize> {
    frame: &'a Frame<W, G>,
    host: &'h Host<'h>,
    taste: Taste<W>,
    width: usize,
}

impl<'h, W: Word, const G: usize> Beam<'_, 'h, W, G> {
    /// Makes backward layers while they are small for the width; false if the start cannot be among them.
    fn grow(
        &self,
        backs: &mut Backs<'h, W>,
        layers: &mut Layers<'_, 'h, W, G>,
        start: W,
    ) -> Result<bool, Stop> {
        while backs.pegs() < start.ones()
            && (!backs.has_all_ends() || backs.top().len() <= BACK * self.width / 4)
        {
            if backs.top().is_empty() && backs.has_all_ends() {
                return Ok(false);
            }
            backs.grow(layers)?;
        }
        Ok(true)
    }

    /// The layers from the start down to `pegs` pegs, or to where there are none; and whether nothing was left out.
    fn forward(&self, start: W, pegs: u32) -> Result<(Vec<Layer<'h, W>>, bool), Stop> {
        let mut forward = vec![Layer::of(vec![self.frame.canon(start)], self.host)?];
        let mut complete = true;
        for _ in pegs..start.ones() {
            let list = &forward[forward.len() - 1].list;
            let (next, all) = self.next(list)?;
            complete &= all;
            if next.list.is_empty() {
                break;
            }
            forward.push(next);
        }
        Ok((forward, complete))
    }

    fn next(&self, list: &[W]) -> Result<(Layer<'h, W>, bool), Stop> {
        let mut table = Table::for_positions(2 * list.len(), self.host)?;
        let mut near = Vec::new();
        for (number, batch) in list.chunks(BATCH).enumerate() {
            if number % BATCHES_A_LOOK == 0 {
                self.host.poll()?;
            }
            near.clear();
            batch.iter().for_each(|&position| self.frame.neighbours(position, Way::Forth, &mut near));
            for &position in &near {
                table.insert(position)?;
            }
        }
        self.host.counters.expanded.fetch_add(list.len() as u64, Relaxed);
        self.host.counters.positions.fetch_add(table.len() as u64, Relaxed);
        let (mut all, lease) = table.sorted(self.host)?;
        if all.len() <= self.width {
            drop(lease);
            return Ok((Layer::of(all, self.host)?, true));
        }
        let _more = self.host.lease(all.len() * size_of::<(u32, W)>())?;
        let mut rated: Vec<(u32, u64, W)> = all
            .iter()
            .map(|&position| (self.taste.of_position(position), position.mixed(), position))
            .collect();
        rated.select_nth_unstable(self.width);
        all.clear();
        all.extend(rated[..self.width].iter().map(|rated| rated.2));
        all.sort_unstable();
        all.shrink_to_fit();
        drop(lease);
        Ok((Layer::of(all, self.host)?, false))
    }
}
