//! From the cheapest method to the strongest, each given as much work as the next would cost to prepare.
//!
//! A board of a few moves should not wait for tables, and a hard one should not be searched with weak bounds for longer than better tables
//! take to build. So every method but the last has a number of nodes it may look at. What is proven by one is kept for the next.

mod both_directions;
mod direction_choice;
mod incumbent;
mod method;

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::ida::{Ended, Every, IdaResult, Iteration, Resumed};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::duplicate_sequences;
use crate::solve::pdb::cache::Shelved;
use crate::solve::pdb::collection::Compounds;
use crate::solve::pdb::partition::{Size, partition};
use crate::solve::pdb::pattern::Pattern;
use crate::solve::placement::Placement;
use crate::solve::strategy::direction_choice::{Long, NODES_BEFORE_TURNING};
use crate::solve::strategy::method::{By, Method};
use fewest_core::Tables;

/// Nodes without tables before any are built: a few milliseconds. Where tables are there already, opening them takes less.
const NODES_BY_LINES: u64 = 1 << 15;
const NODES_BEFORE_OPENING: u64 = 1 << 10;
/// Nodes with small tables, before larger ones are built: half as long as building those takes on two processors.
const NODES_BY_SMALL: u64 = 1 << 21;
/// The same before those of several partitions are built, which takes half a minute.
const NODES_BEFORE_COMPOUND: u64 = 1 << 25;
/// The words of the automaton, short for short searches: the longer they are, the longer it takes to put it together.
const SHORT_WORDS: usize = 6;
const MEDIUM_WORDS: usize = 10;
/// A step and the step back.
const NO_WAY_BACK: usize = 2;

/// What came of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    /// The moves of the blank, the fewest if nothing stopped it; of several shortest ways always the same.
    pub(crate) trail: Option<Vec<M>>,
    /// No solution has fewer.
    pub(crate) at_least: u32,
    /// Why it ended before that was proven.
    pub(crate) stop: Option<Stop>,
    /// The limits that were searched to the end, without a solution.
    pub(crate) rounds: Vec<Iteration>,
}

pub(crate) fn solve(
    placement: &Placement,
    tables: Tables,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> Found<Direction> {
    let symmetry = placement.upright();
    let placement = &placement.transformed(symmetry);
    let found = Climb { placement, cx, known, rounds: Vec::new(), at_least: 0 }.climb(tables);
    Found { trail: found.trail.map(|trail| trail.into_iter().map(|by| symmetry.undo(by)).collect()), ..found }
}

pub(crate) fn every(
    placement: &Placement,
    length: u32,
    most: usize,
    tables: Tables,
    cx: &Context<'_>,
) -> Result<Every<Direction>, Stop> {
    let symmetry = placement.upright();
    let placement = &placement.transformed(symmetry);
    let automaton = duplicate_sequences::automaton(NO_WAY_BACK);
    let (grid, blank_home) = (placement.grid(), placement.blank_home);
    let is_compound = tables != Tables::None && Compounds::are_kept(grid, blank_home, cx);
    let compounds = if is_compound { Compounds::open(grid, blank_home, cx)? } else { None };
    let kept = sizes(tables).rev().find(|&size| are_kept(placement, size, cx));
    // Nothing is built that the search before did not need.
    let opened = match kept.or(sizes(tables).next()).filter(|_| compounds.is_none()) {
        Some(size) => open(placement, size, cx)?,
        None => None,
    };
    let by = match (&compounds, &opened) {
        (Some(tables), _) => By::Compound(tables),
        (None, Some(tables)) => By::Patterns(tables),
        (None, None) => By::Lines,
    };
    let method = Method { by, mirrors: true, automaton };
    let mut every = method.every(placement, length, most, cx)?;
    every.paths.iter_mut().flatten().for_each(|by| *by = symmetry.undo(*by));
    Ok(every)
}

/// The sizes of tables that may be used, rising.
fn sizes(tables: Tables) -> impl DoubleEndedIterator<Item = Size> {
    let most = match tables {
        Tables::None => None,
        Tables::Default => Some(Size::Medium),
        Tables::Large => Some(Size::Large),
    };
    [Size::Small, Size::Medium, Size::Large].into_iter().filter(move |&size| Some(size) <= most)
}

fn are_kept(placement: &Placement, size: Size, cx: &Context<'_>) -> bool {
    Shelved::are_kept(placement.grid(), placement.blank_home, size, cx)
}

fn open<'h>(placement: &Placement, size: Size, cx: &'h Context<'_>) -> Result<Option<Shelved<'h>>, Stop> {
    match Shelved::open(placement.grid(), placement.blank_home, size, cx) {
        Err(Stop::Memory) => Ok(None),
        other => other,
    }
}

/// A board on its way up.
struct Climb<'c, 'x> {
    placement: &'c Placement,
    cx: &'c Context<'x>,
    /// The moves of some solution, asked for when it gets long.
    known: &'c dyn Fn() -> Option<u64>,
    rounds: Vec<Iteration>,
    at_least: u32,
}

impl Climb<'_, '_> {
    fn climb(mut self, tables: Tables) -> Found<Direction> {
        let short = duplicate_sequences::automaton(SHORT_WORDS);
        let lines = Method { by: By::Lines, mirrors: false, automaton: short };
        let (grid, blank_home) = (self.placement.grid(), self.placement.blank_home);
        let Some(target) = sizes(tables).next_back().filter(|&size| self.patterns(size).is_some()) else {
            return self.last(&lines);
        };
        let is_compound = Compounds::fit(grid, blank_home);
        let is_kept = if is_compound {
            Compounds::are_kept(grid, blank_home, self.cx)
        } else {
            are_kept(self.placement, target, self.cx)
        };
        // Whoever asks for large tables wants them, and does not wait for smaller ones first.
        let step = if is_compound { Some(Size::Small) } else { self.step_below(target) };
        let step = step.filter(|_| !is_kept && (is_compound || target < Size::Large));
        let can_open = is_kept || step.is_some_and(|step| are_kept(self.placement, step, self.cx));
        if let Some(found) = self.within(&lines, if can_open { NODES_BEFORE_OPENING } else { NODES_BY_LINES })
        {
            return found;
        }
        if let Some(step) = step {
            match open(self.placement, step, self.cx) {
                Err(stop) => return self.stopped(stop),
                Ok(None) => {}
                Ok(Some(tables)) => {
                    let medium = duplicate_sequences::automaton(MEDIUM_WORDS);
                    let small = Method { by: By::Patterns(&tables), mirrors: true, automaton: medium };
                    let nodes = if is_compound { NODES_BEFORE_COMPOUND } else { NODES_BY_SMALL };
                    if let Some(found) = self.within(&small, nodes) {
                        return found;
                    }
                }
            }
        }
        if is_compound {
            self.cx.counters.best.store((self.known)().unwrap_or(0), Relaxed);
        }
        match Compounds::open(grid, blank_home, self.cx) {
            Err(stop) => return self.stopped(stop),
            Ok(None) => {}
            Ok(Some(tables)) => return self.by_compound(&tables),
        }
        // Where memory does not allow the tables that were asked for, smaller ones must do.
        for size in sizes(tables).rev() {
            match open(self.placement, size, self.cx) {
                Err(stop) => return self.stopped(stop),
                Ok(None) => {}
                Ok(Some(tables)) => {
                    let automaton = duplicate_sequences::automaton(duplicate_sequences::LONGEST);
                    return self.last(&Method { by: By::Patterns(&tables), mirrors: true, automaton });
                }
            }
        }
        self.last(&lines)
    }

    /// Searches to the end with several partitions, kept in the store of the host.
    fn by_compound(&mut self, tables: &Compounds<'_>) -> Found<Direction> {
        let resumed = Resumed { at_least: self.at_least, ..Resumed::default() };
        let (placement, cx, patience) = (self.placement, self.cx, NODES_BEFORE_TURNING);
        let deepened = Long { placement, tables, cx, resumed, patience }.run();
        self.end(deepened)
    }

    fn patterns(&self, size: Size) -> Option<Vec<Pattern>> {
        partition(self.placement.grid(), self.placement.blank_home, size)
    }

    /// The tables to try before those of the target are built: the best that are there, or else small ones.
    fn step_below(&self, target: Size) -> Option<Size> {
        let below = [Size::Medium, Size::Small].into_iter().filter(|&size| size < target);
        let kept = below.into_iter().find(|&size| are_kept(self.placement, size, self.cx));
        kept.or(Some(Size::Small)).filter(|&size| self.patterns(size) != self.patterns(target))
    }

    /// Searches as far as a number of nodes; nothing if that was not enough.
    fn within(&mut self, method: &Method<'_>, nodes: u64) -> Option<Found<Direction>> {
        let deepened = method.first(self.placement, self.at_least, Some(nodes), self.cx);
        match deepened.ended {
            Ended::Nodes => {
                self.at_least = deepened.at_least;
                self.rounds.extend(deepened.rounds);
                None
            }
            _ => Some(self.end(deepened)),
        }
    }

    /// Searches to the end.
    fn last(&mut self, method: &Method<'_>) -> Found<Direction> {
        let deepened = method.first(self.placement, self.at_least, None, self.cx);
        self.end(deepened)
    }

    fn end(&mut self, deepened: IdaResult<Direction>) -> Found<Direction> {
        let mut rounds = std::mem::take(&mut self.rounds);
        rounds.extend(deepened.rounds);
        let stop = match deepened.ended {
            Ended::Stopped(stop) => Some(stop),
            Ended::Solved | Ended::Unsolvable | Ended::Nodes | Ended::Left => None,
        };
        Found { trail: deepened.path, at_least: deepened.at_least, stop, rounds }
    }

    fn stopped(&mut self, stop: Stop) -> Found<Direction> {
        let rounds = std::mem::take(&mut self.rounds);
        Found { trail: None, at_least: self.at_least, stop: Some(stop), rounds }
    }
}

#[cfg(test)]
mod tests;
