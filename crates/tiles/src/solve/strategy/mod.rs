//! The strategy for single steps: heuristics from the cheapest to the strongest, each with a node
//! budget.
//!
//! A board near the goal should not wait for tables, and a hard one should not be searched with a
//! weak heuristic for longer than better tables take to build. So every stage but the last has a
//! node budget of about the cost of preparing the next. The lower bound that one stage proves is
//! kept for the next.
//!
//! | file | what it holds |
//! |---|---|
//! | `method` | one IDA* search with a given heuristic |
//! | `direction_choice` | the long search, from the start or from the goal |
//! | `both_directions` | a board and its inverse |
//! | `incumbent` | upper bounds by beam search |

mod both_directions;
mod direction_choice;
mod incumbent;
mod method;

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::ida::{AllShortest, IdaEnd, IdaResult, Iteration, Resumed};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::duplicate_sequences;
use crate::solve::pdb::cache::PdbPartition;
use crate::solve::pdb::collection::PdbCollection;
use crate::solve::pdb::partition::{Size, partition};
use crate::solve::pdb::pattern::Pattern;
use crate::solve::placement::Placement;
use crate::solve::strategy::direction_choice::{DirectionChoice, NODES_BEFORE_BOTH_DIRECTIONS};
use crate::solve::strategy::method::{HeuristicTables, IdaConfig};
use fewest_core::Tables;

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
