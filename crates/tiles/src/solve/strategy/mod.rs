//! Optimal solutions by IDA* (Korf 1985) for boards of up to 255 cells. Lines are searched with
//! walking distance, single steps with a strategy: heuristics from the cheapest to the strongest,
//! each with a node budget.
//!
//! A board near the goal should not wait for tables, and a hard one should not be searched with a
//! weak heuristic for longer than better tables take to build. So every stage but the last has a
//! node budget of about the cost of preparing the next. The lower bound that one stage proves is
//! kept for the next.
//!
//! | file | what it holds |
//! |---|---|
//! | `ida_config` | one IDA* search with a given heuristic |
//! | `direction_choice` | the long search, from the start or from the goal, and its incumbents |

mod direction_choice;
mod ida_config;

use std::sync::atomic::Ordering::Relaxed;

use fewest_core::{Ended, LowerBound, Reason, SearchLog, SolveOptions, SolveReport, Tables};
use fewest_search::ida::{self, AllShortest, Ida, IdaEnd, IdaResult, Iteration, Resumed};
use fewest_search::{Context, Stop};

use crate::proof::Report;
use crate::rules::board::{Direction, Metric, Slide};
use crate::solve::duplicate_sequences;
use crate::solve::heuristic::walking_distance::WalkingDistance;
use crate::solve::pdb::bit_pdb::PdbCollection;
use crate::solve::pdb::partition::{PdbPartition, Size, partition};
use crate::solve::pdb::pattern::Pattern;
use crate::solve::slide_space::{AlternatingAxes, Placement, Push, PushSpace};
use crate::solve::strategy::direction_choice::{DirectionChoice, NODES_BEFORE_BOTH_DIRECTIONS};
use crate::solve::strategy::ida_config::{HeuristicTables, IdaConfig};

/// Returns the fewest moves of a solvable board. If the search takes long, `known` is asked for the
/// length of some solution.
pub(crate) fn solve_by_ida(
    placement: &Placement,
    metric: Metric,
    how: &SolveOptions,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> Report {
    match metric {
        Metric::Steps => {
            let step = |to: Direction| Slide { to, distance: 1 };
            let every = |length, most| every_shortest(placement, length, most, how.tables, cx);
            outcome(&fewest_steps(placement, how.tables, known, cx), how, step, every)
        }
        Metric::Lines => {
            let push = |push: Push| Slide { to: push.to, distance: usize::from(push.distance) };
            let every = |length, most| every_push(placement, length, most, cx);
            outcome(&fewest_pushes(placement, cx), how, push, every)
        }
    }
}

/// Converts a search result; `every` counts and lists the shortest solutions of a length.
fn outcome<M: Copy>(
    found: &SearchResult<M>,
    how: &SolveOptions,
    slide: impl Fn(M) -> Slide,
    every: impl Fn(u32, usize) -> Result<AllShortest<M>, Stop>,
) -> Report {
    let slides = |path: &[M]| -> Vec<Slide> { path.iter().map(|&by| slide(by)).collect() };
    let mut outcome = SolveReport::nothing(found.stop.map_or(Ended::Complete, Ended::Limit));
    outcome.at_least = LowerBound::Moves(u64::from(found.at_least));
    if found.at_least > 0 {
        outcome.why.push(Reason::SearchLog(SearchLog::Bound { because: because(found) }));
    }
    let Some(path) = &found.path else { return outcome };
    outcome.best = Some(slides(path));
    // The module for browsers neither counts nor lists: that is every search once more.
    if !cfg!(target_family = "wasm") && found.stop.is_none() && (how.count || how.all.is_some()) {
        let most = how.all.map_or(0, |all| usize::try_from(all).unwrap_or(usize::MAX));
        match every(path.len() as u32, most) {
            Err(stop) => outcome.ended = Ended::Limit(stop),
            Ok(every) => {
                outcome.count = Some(every.count);
                outcome.all = every.paths.iter().map(|path| slides(path)).collect();
            }
        }
    }
    outcome
}

/// Says why there is no shorter solution.
fn because<M>(found: &SearchResult<M>) -> String {
    let nodes: u64 = found.iterations.iter().map(|iteration| iteration.nodes).sum();
    let limits: Vec<String> =
        found.iterations.iter().map(|iteration| iteration.threshold.to_string()).collect();
    match &limits[..] {
        [] => "the lower bound by tiles' distances and tables".to_owned(),
        [only] => format!("nothing was found within {only} moves: {nodes} positions, depth first"),
        [.., last] => format!(
            "nothing was found within {last} moves: {nodes} positions, depth first, to the bounds {}",
            limits.join(", ")
        ),
    }
}

/// Finds the fewest lines.
fn fewest_pushes(placement: &Placement, cx: &Context<'_>) -> SearchResult<Push> {
    let (space, bound) = (PushSpace::new(placement), WalkingDistance::new(placement));
    let done = Ida { space: &space, heuristic: &bound, pruning: &AlternatingAxes, cx }.first(0, None);
    let stop = match done.ended {
        ida::IdaEnd::Stopped(stop) => Some(stop),
        ida::IdaEnd::Solved | ida::IdaEnd::Unsolvable | ida::IdaEnd::Nodes | ida::IdaEnd::Left => None,
    };
    SearchResult { path: done.path, at_least: done.at_least, stop, iterations: done.iterations }
}

/// Counts and lists the solutions of the fewest lines.
fn every_push(
    placement: &Placement,
    length: u32,
    most: usize,
    cx: &Context<'_>,
) -> Result<AllShortest<Push>, Stop> {
    let (space, bound) = (PushSpace::new(placement), WalkingDistance::new(placement));
    Ida { space: &space, heuristic: &bound, pruning: &AlternatingAxes, cx }.all_shortest(length, most)
}

/// Node budget without tables before any are built: a few milliseconds. Where tables are in the
/// cache, opening them takes less.
const NODES_WITHOUT_TABLES: u64 = 1 << 15;
const NODES_BEFORE_OPENING: u64 = 1 << 10;
/// Node budget with small tables before larger ones are built: half the time of building those on
/// two processors.
const NODES_WITH_SMALL_TABLES: u64 = 1 << 21;
/// The same before those of several partitions are built, which takes half a minute.
const NODES_BEFORE_COLLECTION: u64 = 1 << 25;
/// The longest duplicate sequences that are pruned, short for short searches: the longer they are,
/// the longer it takes to build the finite-state machine.
const SHORT_SEQUENCES: usize = 6;
const MEDIUM_SEQUENCES: usize = 10;
/// Only a move and its inverse.
const INVERSES_ONLY: usize = 2;

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchResult<M> {
    /// The moves of the blank, the fewest if nothing stopped the search; of several shortest paths
    /// always the same one.
    pub(crate) path: Option<Vec<M>>,
    /// The proven lower bound.
    pub(crate) at_least: u32,
    /// Why the search ended before the path was proven shortest.
    pub(crate) stop: Option<Stop>,
    /// The thresholds that were searched to the end without a solution.
    pub(crate) iterations: Vec<Iteration>,
}

pub(crate) fn fewest_steps(
    placement: &Placement,
    tables: Tables,
    known: &dyn Fn() -> Option<u64>,
    cx: &Context<'_>,
) -> SearchResult<Direction> {
    let symmetry = placement.upright();
    let placement = &placement.transformed(symmetry);
    let found = Strategy { placement, cx, known, iterations: Vec::new(), at_least: 0 }.run(tables);
    SearchResult {
        path: found.path.map(|path| path.into_iter().map(|by| symmetry.undo(by)).collect()),
        ..found
    }
}

pub(crate) fn every_shortest(
    placement: &Placement,
    length: u32,
    most: usize,
    tables: Tables,
    cx: &Context<'_>,
) -> Result<AllShortest<Direction>, Stop> {
    let symmetry = placement.upright();
    let placement = &placement.transformed(symmetry);
    let move_fsm = duplicate_sequences::move_fsm(INVERSES_ONLY);
    let (grid, blank_home) = (placement.grid(), placement.blank_home);
    let has_collection = tables != Tables::None && PdbCollection::are_kept(grid, blank_home, cx);
    let collection = if has_collection { PdbCollection::open(grid, blank_home, cx)? } else { None };
    let kept = sizes(tables).rev().find(|&size| are_kept(placement, size, cx));
    // No table is built that the search before did not need.
    let opened = match kept.or(sizes(tables).next()).filter(|_| collection.is_none()) {
        Some(size) => open(placement, size, cx)?,
        None => None,
    };
    let heuristic = match (&collection, &opened) {
        (Some(tables), _) => HeuristicTables::MaxOfPdbs(tables),
        (None, Some(tables)) => HeuristicTables::AdditivePdb(tables),
        (None, None) => HeuristicTables::LinearConflict,
    };
    let method = IdaConfig { heuristic, mirrors: true, move_fsm };
    let mut every = method.every(placement, length, most, cx)?;
    every.paths.iter_mut().flatten().for_each(|by| *by = symmetry.undo(*by));
    Ok(every)
}

/// The sizes of tables that may be used, increasing.
fn sizes(tables: Tables) -> impl DoubleEndedIterator<Item = Size> {
    let most = match tables {
        Tables::None => None,
        Tables::Default => Some(Size::Medium),
        Tables::Large => Some(Size::Large),
    };
    [Size::Small, Size::Medium, Size::Large].into_iter().filter(move |&size| Some(size) <= most)
}

fn are_kept(placement: &Placement, size: Size, cx: &Context<'_>) -> bool {
    PdbPartition::are_kept(placement.grid(), placement.blank_home, size, cx)
}

fn open<'h>(
    placement: &Placement,
    size: Size,
    cx: &'h Context<'_>,
) -> Result<Option<PdbPartition<'h>>, Stop> {
    match PdbPartition::open(placement.grid(), placement.blank_home, size, cx) {
        Err(Stop::Memory) => Ok(None),
        other => other,
    }
}

/// A board and what is proven about it so far.
struct Strategy<'c, 'x> {
    placement: &'c Placement,
    cx: &'c Context<'x>,
    /// The length of some solution, computed when the search takes long.
    known: &'c dyn Fn() -> Option<u64>,
    iterations: Vec<Iteration>,
    at_least: u32,
}

impl Strategy<'_, '_> {
    fn run(mut self, tables: Tables) -> SearchResult<Direction> {
        let short = duplicate_sequences::move_fsm(SHORT_SEQUENCES);
        let without_tables =
            IdaConfig { heuristic: HeuristicTables::LinearConflict, mirrors: false, move_fsm: short };
        let (grid, blank_home) = (self.placement.grid(), self.placement.blank_home);
        let Some(target) = sizes(tables).next_back().filter(|&size| self.patterns(size).is_some()) else {
            return self.search_to_the_end(&without_tables);
        };
        let has_collection = PdbCollection::fit(grid, blank_home);
        let is_kept = if has_collection {
            PdbCollection::are_kept(grid, blank_home, self.cx)
        } else {
            are_kept(self.placement, target, self.cx)
        };
        // Large tables that were asked for are built without trying smaller ones first.
        let step = if has_collection { Some(Size::Small) } else { self.step_below(target) };
        let step = step.filter(|_| !is_kept && (has_collection || target < Size::Large));
        let can_open = is_kept || step.is_some_and(|step| are_kept(self.placement, step, self.cx));
        if let Some(found) = self.with_node_budget(
            &without_tables,
            if can_open { NODES_BEFORE_OPENING } else { NODES_WITHOUT_TABLES },
        ) {
            return found;
        }
        if let Some(step) = step {
            match open(self.placement, step, self.cx) {
                Err(stop) => return self.stopped(stop),
                Ok(None) => {}
                Ok(Some(tables)) => {
                    let medium = duplicate_sequences::move_fsm(MEDIUM_SEQUENCES);
                    let small = IdaConfig {
                        heuristic: HeuristicTables::AdditivePdb(&tables),
                        mirrors: true,
                        move_fsm: medium,
                    };
                    let nodes =
                        if has_collection { NODES_BEFORE_COLLECTION } else { NODES_WITH_SMALL_TABLES };
                    if let Some(found) = self.with_node_budget(&small, nodes) {
                        return found;
                    }
                }
            }
        }
        if has_collection {
            self.cx.counters.best.store((self.known)().unwrap_or(0), Relaxed);
        }
        match PdbCollection::open(grid, blank_home, self.cx) {
            Err(stop) => return self.stopped(stop),
            Ok(None) => {}
            Ok(Some(tables)) => return self.with_collection(&tables),
        }
        // Where memory has no room for the tables that were asked for, smaller ones are used.
        for size in sizes(tables).rev() {
            match open(self.placement, size, self.cx) {
                Err(stop) => return self.stopped(stop),
                Ok(None) => {}
                Ok(Some(tables)) => {
                    let move_fsm = duplicate_sequences::move_fsm(duplicate_sequences::LONGEST);
                    return self.search_to_the_end(&IdaConfig {
                        heuristic: HeuristicTables::AdditivePdb(&tables),
                        mirrors: true,
                        move_fsm,
                    });
                }
            }
        }
        self.search_to_the_end(&without_tables)
    }

    /// Searches to the end with several partitions, with checkpoints in the store of the context.
    fn with_collection(&mut self, tables: &PdbCollection<'_>) -> SearchResult<Direction> {
        let resumed = Resumed { at_least: self.at_least, ..Resumed::default() };
        let (placement, cx, node_budget) = (self.placement, self.cx, NODES_BEFORE_BOTH_DIRECTIONS);
        let result = DirectionChoice { placement, tables, cx, resumed, node_budget }.run();
        self.end(result)
    }

    fn patterns(&self, size: Size) -> Option<Vec<Pattern>> {
        partition(self.placement.grid(), self.placement.blank_home, size)
    }

    /// Returns the tables to try before those of the target are built: the best in the cache, or
    /// else small ones.
    fn step_below(&self, target: Size) -> Option<Size> {
        let below = [Size::Medium, Size::Small].into_iter().filter(|&size| size < target);
        let kept = below.into_iter().find(|&size| are_kept(self.placement, size, self.cx));
        kept.or(Some(Size::Small)).filter(|&size| self.patterns(size) != self.patterns(target))
    }

    /// Searches with a node budget. None if the budget was spent.
    fn with_node_budget(&mut self, method: &IdaConfig<'_>, nodes: u64) -> Option<SearchResult<Direction>> {
        let result = method.first(self.placement, self.at_least, Some(nodes), self.cx);
        match result.ended {
            IdaEnd::Nodes => {
                self.at_least = result.at_least;
                self.iterations.extend(result.iterations);
                None
            }
            _ => Some(self.end(result)),
        }
    }

    /// Searches to the end.
    fn search_to_the_end(&mut self, method: &IdaConfig<'_>) -> SearchResult<Direction> {
        let result = method.first(self.placement, self.at_least, None, self.cx);
        self.end(result)
    }

    fn end(&mut self, result: IdaResult<Direction>) -> SearchResult<Direction> {
        let mut iterations = std::mem::take(&mut self.iterations);
        iterations.extend(result.iterations);
        let stop = match result.ended {
            IdaEnd::Stopped(stop) => Some(stop),
            IdaEnd::Solved | IdaEnd::Unsolvable | IdaEnd::Nodes | IdaEnd::Left => None,
        };
        SearchResult { path: result.path, at_least: result.at_least, stop, iterations }
    }

    fn stopped(&mut self, stop: Stop) -> SearchResult<Direction> {
        let iterations = std::mem::take(&mut self.iterations);
        SearchResult { path: None, at_least: self.at_least, stop: Some(stop), iterations }
    }
}

#[cfg(test)]
mod tests;
