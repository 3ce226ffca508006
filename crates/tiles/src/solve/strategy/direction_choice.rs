//! IDA* with the maximum over several partitions of pattern databases: the long search of a board.
//!
//! Three things make it shorter:
//!
//! * *Incumbents*: upper bounds are found by [beam searches](super::incumbent) between iterations.
//!   Once an incumbent is as long as the lower bound, the last iteration, by far the longest, is
//!   not needed.
//! * *Direction*: the search may run from the start or from the goal, and one of the two often
//!   needs several times fewer nodes. One iteration repeated from the goal decides. Beam searches
//!   start from both ends then, since many solutions are found from one of them only.
//! * *Checkpoints*: what is finished is kept in the store of the context.

use std::ops::ControlFlow;

use fewest_search::ida::{self, Ida, IdaEnd, IdaResult, Resumed};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::duplicate_sequences;
use crate::solve::pdb::collection::PdbCollection;
use crate::solve::placement::Placement;
use crate::solve::strategy::both_directions::{Endpoint, EquippedEndpoint};
use crate::solve::strategy::incumbent::Incumbents;
use crate::solve::strategy::method::{HeuristicTables, IdaConfig};

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

#[cfg(test)]
mod tests {
    use fewest_search::MemoryCache;

    use super::*;
    use crate::testing::{cx, replays, scrambled, solved};

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
