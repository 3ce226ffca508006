//! IDA* with the maximum over several partitions of pattern databases: the long search of a board.
//!
//! Three things make it shorter:
//!
//! * *Incumbents*: upper bounds are found by [beam searches](fewest_search::beam) between
//!   iterations, each wider than the one before. Their width grows with the nodes of the exact
//!   search, so that they take a fixed share of the time. Once an incumbent is as long as the lower
//!   bound, the last iteration, by far the longest, is not needed.
//! * *Direction*: a solution reversed solves the inverse board, whose distance is the same. The
//!   heuristics see the two boards differently, so one direction may need many times the nodes of
//!   the other. One iteration repeated from the goal decides. Beam searches start from both ends
//!   then, since many solutions are found from one of them only.
//! * *Checkpoints*: what is finished is kept in the store of the context.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::beam::Beam;
use fewest_search::ida::{self, Ida, IdaEnd, IdaResult, Resumed};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::rules::grid::Symmetry;
use crate::solve::duplicate_sequences;
use crate::solve::heuristic::max_of_pdbs::{MaxOfPdbs, MaxOfPdbsState};
use crate::solve::pdb::bit_pdb::PdbCollection;
use crate::solve::slide_space::{Placement, SlideSpace};
use crate::solve::strategy::ida_config::{HeuristicTables, IdaConfig};

/// Nodes after which the tables of the other direction are built.
pub(crate) const NODES_BEFORE_BOTH_DIRECTIONS: u64 = 1 << 27;

/// The direction, by the numbers under which it is kept in checkpoints: from the start because
/// nothing else is known; from the start; from the goal.
const UNDECIDED: u64 = 0;
const FROM_START: u64 = 1;
const FROM_GOAL: u64 = 2;

/// A search that chooses its direction.
pub(crate) struct DirectionChoice<'l, 'x> {
    pub(crate) placement: &'l Placement,
    pub(crate) tables: &'l PdbCollection<'l>,
    pub(crate) cx: &'l Context<'x>,
    /// What is known already.
    pub(crate) resumed: Resumed,
    /// Nodes before the other direction is considered.
    pub(crate) node_budget: u64,
}

impl DirectionChoice<'_, '_> {
    /// Returns a shortest solution, the same for every number of threads; if it is stopped, the
    /// best incumbent.
    pub(crate) fn run(mut self) -> IdaResult<Direction> {
        let fingerprint = self.fingerprint();
        match ida::resumed(self.cx, &fingerprint) {
            Err(stop) => return self.stopped(stop),
            Ok(Some(kept)) if kept.at_least >= self.resumed.at_least => self.resumed = kept,
            Ok(_) => {}
        }
        let mut incumbents = Incumbents::new();
        let start = EquippedEndpoint::new(Endpoint::start(self.placement), self.tables);
        if self.resumed.way == UNDECIDED {
            let done = self.search_from(&start, &[&start], &fingerprint, &mut incumbents);
            if done.ended != IdaEnd::Left || incumbents.has_length(done.at_least) {
                return ended(done, incumbents);
            }
            self.resumed = Resumed { iterations: done.iterations, at_least: done.at_least, way: UNDECIDED };
        }
        let goal = Endpoint::goal(self.placement);
        let tables = match goal.tables(self.cx) {
            Err(stop) => return ended(self.stopped(stop), incumbents),
            Ok(tables) => tables,
        };
        let Some(tables) = &tables else {
            self.resumed.way = FROM_START;
            return ended(self.search_from(&start, &[&start], &fingerprint, &mut incumbents), incumbents);
        };
        let goal = EquippedEndpoint::new(goal, tables);
        if self.resumed.way == UNDECIDED {
            self.resumed.way = match self.is_better(&goal) {
                Err(stop) => return ended(self.stopped(stop), incumbents),
                Ok(is_better) => {
                    if is_better {
                        FROM_GOAL
                    } else {
                        FROM_START
                    }
                }
            };
        }
        let better = if self.resumed.way == FROM_GOAL { &goal } else { &start };
        ended(self.search_from(better, &[&start, &goal], &fingerprint, &mut incumbents), incumbents)
    }

    /// Returns a text that identifies everything that the search depends on.
    fn fingerprint(&self) -> String {
        let Placement { rows, cols, home, blank_home } = self.placement;
        let (words, tables) = (duplicate_sequences::LONGEST, self.tables.name());
        format!("tiles {rows}x{cols} {home:?} to {blank_home}, words of {words}, {tables}")
    }

    fn stopped(&self, stop: Stop) -> IdaResult<Direction> {
        let Resumed { iterations, at_least, .. } = self.resumed.clone();
        IdaResult { path: None, at_least, iterations, ended: IdaEnd::Stopped(self.cx.stop(stop)) }
    }

    /// Returns whether the search from the goal needs fewer nodes than the one from the start.
    fn is_better(&self, goal: &EquippedEndpoint<'_>) -> Result<bool, Stop> {
        let [.., round, _] = self.resumed.iterations[..] else { return Ok(false) };
        // The last iteration but one is repeated from the goal, limited to the nodes that it took.
        let move_fsm = duplicate_sequences::move_fsm(duplicate_sequences::LONGEST);
        let method =
            IdaConfig { heuristic: HeuristicTables::MaxOfPdbs(goal.tables), mirrors: true, move_fsm };
        let tried = method.first(&goal.end.placement, round.threshold, Some(round.nodes), self.cx);
        match tried.ended {
            IdaEnd::Stopped(stop) => Err(stop),
            _ => Ok(tried.at_least > round.threshold),
        }
    }

    /// Searches from one end, until the node budget is spent while the direction is undecided;
    /// improves the incumbents from all `ends` between iterations.
    fn search_from(
        &self,
        EquippedEndpoint { end, space, bound, .. }: &EquippedEndpoint<'_>,
        ends: &[&EquippedEndpoint<'_>],
        fingerprint: &str,
        incumbents: &mut Incumbents,
    ) -> IdaResult<Direction> {
        let order = duplicate_sequences::move_fsm(duplicate_sequences::LONGEST);
        let search = Ida { space, heuristic: bound, pruning: order, cx: self.cx };
        let mut done = search.first_resumable(&self.resumed, fingerprint, &mut |done| {
            incumbents.improve(ends, done, self.cx)?;
            let nodes: u64 = done.iterations.iter().map(|round| round.nodes).sum();
            let is_enough = self.resumed.way == UNDECIDED && nodes >= self.node_budget;
            Ok(if is_enough || incumbents.has_length(done.at_least) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        done.path = done.path.map(|path| end.path_from_start(path));
        done
    }
}

/// Returns the result of a search, with the incumbent as its path where the search found none.
fn ended(done: IdaResult<Direction>, incumbents: Incumbents) -> IdaResult<Direction> {
    if done.ended == IdaEnd::Solved && done.path.is_some() {
        return done;
    }
    let ended = if done.ended == IdaEnd::Left { IdaEnd::Solved } else { done.ended };
    IdaResult { path: incumbents.best, ended, ..done }
}

/// One end of the path, as a board that is solved from there.
pub(crate) struct Endpoint {
    pub(crate) placement: Placement,
    /// The symmetry to the standard orientation; None if the board was not transformed.
    symmetry: Option<Symmetry>,
    is_goal: bool,
}

impl Endpoint {
    /// Returns the start of a board in standard orientation.
    pub(crate) fn start(placement: &Placement) -> Self {
        Self { placement: placement.clone(), symmetry: None, is_goal: false }
    }

    /// Returns the goal: the inverse board, in standard orientation.
    pub(crate) fn goal(placement: &Placement) -> Self {
        let mut home = placement.home.clone();
        (0..).zip(&placement.home).for_each(|(cell, &there)| home[usize::from(there)] = cell);
        let blank_home = home[usize::from(placement.blank_home)];
        let backward = Placement { home, blank_home, ..placement.clone() };
        let symmetry = backward.upright();
        Self { placement: backward.transformed(symmetry), symmetry: Some(symmetry), is_goal: true }
    }

    /// Returns the pattern databases for a search from this end; None if memory has no room for
    /// them.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn tables<'h>(&self, cx: &'h Context<'_>) -> Result<Option<PdbCollection<'h>>, Stop> {
        PdbCollection::for_once(self.placement.grid(), self.placement.blank_home, cx)
    }

    /// Returns a path from this end as the path from the start to the goal.
    pub(crate) fn path_from_start(&self, path: Vec<Direction>) -> Vec<Direction> {
        let path = path.into_iter().map(|by| self.symmetry.map_or(by, |symmetry| symmetry.undo(by)));
        if self.is_goal { path.rev().map(Direction::opposite).collect() } else { path.collect() }
    }
}

/// An end with all that a search from there needs.
pub(crate) struct EquippedEndpoint<'t> {
    pub(crate) end: Endpoint,
    pub(crate) tables: &'t PdbCollection<'t>,
    pub(crate) space: SlideSpace<u128>,
    pub(crate) bound: MaxOfPdbs<'t>,
}

impl<'t> EquippedEndpoint<'t> {
    pub(crate) fn new(end: Endpoint, tables: &'t PdbCollection<'_>) -> Self {
        let space = SlideSpace::<u128>::new(&end.placement);
        let bound = MaxOfPdbs::of(tables, end.placement.mirror());
        Self { end, tables, space, bound }
    }
}

/// The width of the first beam search, and the factor from one to the next.
const FIRST_WIDTH: usize = if cfg!(test) { 2 } else { 1 << 9 };
const WIDTH_FACTOR: usize = 4;
/// The greatest width, where memory has room: it takes 6 GB.
const MOST_WIDTH: usize = 1 << 21;
/// Nodes of the exact search per unit of width. A beam search takes about as long as the iterations
/// before it; the next one would take several times that.
const NODES_PER_WIDTH: u64 = if cfg!(test) { 1 << 5 } else { 1 << 10 };
/// The length limit of the first beam search, as a multiple of the lower bound.
const FIRST_LIMIT: u32 = 4;

/// The best solution so far.
pub(crate) struct Incumbents {
    /// As moves from the start of the board to its goal.
    pub(crate) best: Option<Vec<Direction>>,
    /// The width of the last beam search from each end; None if there is no memory for a wider one.
    widths: [Option<usize>; 2],
}

impl Incumbents {
    pub(crate) fn new() -> Self {
        Self { best: None, widths: [Some(FIRST_WIDTH / WIDTH_FACTOR); 2] }
    }

    /// Returns whether the incumbent has exactly this number of moves.
    pub(crate) fn has_length(&self, moves: u32) -> bool {
        self.best.as_ref().is_some_and(|best| best.len() == moves as usize)
    }

    /// Runs beam searches as far as the nodes of the exact search justify it. The ends must come in
    /// the same order in every call.
    ///
    /// # Errors
    /// Why the context stopped it.
    pub(crate) fn improve(
        &mut self,
        ends: &[&EquippedEndpoint<'_>],
        done: &IdaResult<Direction>,
        cx: &Context<'_>,
    ) -> Result<(), Stop> {
        let nodes: u64 = done.iterations.iter().map(|round| round.nodes).sum();
        let widest = MOST_WIDTH.min((nodes / NODES_PER_WIDTH) as usize);
        for (at, EquippedEndpoint { end, space, bound, .. }) in ends.iter().enumerate() {
            while let Some(width) =
                self.widths[at].map(|width| WIDTH_FACTOR * width).filter(|&width| width <= widest)
            {
                if self.has_length(done.at_least) {
                    return Ok(());
                }
                self.widths[at] = Some(width);
                let most =
                    self.best.as_ref().map_or(FIRST_LIMIT * done.at_least, |best| best.len() as u32 - 1);
                match (Beam { space, heuristic: bound, evaluate: MaxOfPdbsState::evaluation, cx })
                    .search(width, most)
                {
                    Err(Stop::Memory) => self.widths[at] = None,
                    Err(stop) => return Err(stop),
                    Ok(None) => {}
                    Ok(Some(path)) => {
                        cx.counters.best.store(path.len() as u64, Relaxed);
                        self.best = Some(end.path_from_start(path));
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_search::MemoryCache;

    use crate::testing::{cx, replays, scrambled, solved};

    #[test]
    fn the_way_back_is_the_way_from_the_other_end() {
        let mut seed = 5;
        for goal in [solved(3, 3, 8), solved(4, 3, 4), solved(3, 4, 0)] {
            let board = scrambled(goal, 30, &mut seed);
            let board = board.transformed(board.upright());
            let end = Endpoint::goal(&board);
            let lines = IdaConfig {
                heuristic: HeuristicTables::LinearConflict,
                mirrors: false,
                move_fsm: duplicate_sequences::move_fsm(2),
            };
            let there = lines.first(&board, 0, None, &cx(1)).path.expect("a solution");
            let back = lines.first(&end.placement, 0, None, &cx(1)).path.expect("the same backwards");
            assert_eq!(there.len(), back.len());
            assert!(replays(&board, &end.path_from_start(back)));
        }
    }

    #[test]
    fn both_ends_and_answers_on_the_way_give_the_fewest_moves_with_any_number_of_threads() {
        let table_cache = MemoryCache::default();
        let (mut seed, mut answered) = (3, 0);
        for goal in [solved(6, 3, 17), solved(9, 2, 17)] {
            for steps in [50, 90] {
                let board = scrambled(goal.clone(), steps, &mut seed);
                let one = cx(1).with_table_cache(&table_cache);
                let (grid, blank_home) = (board.grid(), board.blank_home);
                let tables =
                    PdbCollection::open(grid, blank_home, &one).expect("memory").expect("few regions");
                let plain = IdaConfig {
                    heuristic: HeuristicTables::MaxOfPdbs(&tables),
                    mirrors: false,
                    move_fsm: duplicate_sequences::move_fsm(2),
                };
                let fewest = plain.first(&board, 0, None, &one).path.expect("a solution").len();
                let goal = Endpoint::goal(&board);
                let back = goal.tables(&one).expect("not stopped").expect("memory");
                let goal = EquippedEndpoint::new(goal, &back);
                let mut ways = Vec::new();
                for threads in 1..3 {
                    let cx = cx(threads).with_table_cache(&table_cache);
                    let resumed = Resumed::default();
                    let long = DirectionChoice {
                        placement: &board,
                        tables: &tables,
                        cx: &cx,
                        resumed,
                        node_budget: 1 << 9,
                    };
                    let mut incumbents = Incumbents::new();
                    let from_goal = ended(long.search_from(&goal, &[&goal], "", &mut incumbents), incumbents);
                    let whole = long.run();
                    for done in [from_goal, whole] {
                        let way = done.path.expect("a solution");
                        assert!(replays(&board, &way) && way.len() == fewest, "{board:?}");
                        assert_eq!((done.at_least as usize, done.ended), (fewest, IdaEnd::Solved));
                        // The iteration that would have found the solution was not needed.
                        answered +=
                            usize::from(done.iterations.iter().all(|round| round.threshold < done.at_least));
                        ways.push((way, done.iterations));
                    }
                }
                assert_eq!(ways[..2], ways[2..], "it depends on threads");
            }
        }
        assert!(answered > 0);
    }

    #[test]
    fn a_search_that_is_stopped_has_an_answer_all_the_same() {
        let known = vec![Direction::Up, Direction::Left, Direction::Down];
        let incumbents = || {
            let mut incumbents = Incumbents::new();
            incumbents.best = Some(known.clone());
            incumbents
        };
        let done = |path, ended| IdaResult { path, at_least: 3, iterations: Vec::new(), ended };
        let stopped = super::ended(done(None, IdaEnd::Stopped(Stop::Time)), incumbents());
        assert_eq!((stopped.path.as_ref(), stopped.ended), (Some(&known), IdaEnd::Stopped(Stop::Time)));
        let left = super::ended(done(None, IdaEnd::Left), incumbents());
        assert_eq!((left.path.as_ref(), left.ended), (Some(&known), IdaEnd::Solved));
        let found = vec![Direction::Left; 3];
        let solved = super::ended(done(Some(found.clone()), IdaEnd::Solved), incumbents());
        assert_eq!((solved.path, solved.ended), (Some(found), IdaEnd::Solved));
    }
}
