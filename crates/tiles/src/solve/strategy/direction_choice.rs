//! The long search of a board, with the tables of several partitions.
//!
//! Three things make it shorter. *Answers* are looked for apart from it: then it only has to prove that there is none shorter, and is spared its last
//! round, the longest. It can begin at either *end*: the way from the goal to the start is the same way, but the tables see it differently,
//! and one of the two is often several times shorter; some rounds tell which. Answers are looked for from both then, since many can be seen from
//! one of them only. And what is finished is *kept* in the store of the host.

use std::ops::ControlFlow;

use fewest_search::ida::{self, Ended, Ida, IdaResult, Resumed};
use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::solve::duplicate_sequences;
use crate::solve::pdb::collection::Compounds;
use crate::solve::placement::Placement;
use crate::solve::strategy::both_directions::{End, Equipped};
use crate::solve::strategy::incumbent::Answers;
use crate::solve::strategy::method::{By, Method};

/// Nodes after which it is worth it to build the tables of the other end.
pub(crate) const NODES_BEFORE_TURNING: u64 = 1 << 27;

/// From where the search begins, by the numbers under which it is kept: the start, as long as nothing else is known; the start; the goal.
const UNDECIDED: u64 = 0;
const FROM_START: u64 = 1;
const FROM_GOAL: u64 = 2;

/// A long search.
pub(crate) struct Long<'l, 'x> {
    pub(crate) placement: &'l Placement,
    pub(crate) tables: &'l Compounds<'l>,
    pub(crate) cx: &'l Context<'x>,
    /// What is known already.
    pub(crate) resumed: Resumed,
    /// Nodes before the other end is thought of.
    pub(crate) patience: u64,
}

impl Long<'_, '_> {
    /// A shortest solution, the same for every number of threads; or if it is stopped, the best that is known.
    pub(crate) fn run(mut self) -> IdaResult<Direction> {
        let fingerprint = self.fingerprint();
        match ida::resumed(self.cx, &fingerprint) {
            Err(stop) => return self.stopped(stop),
            Ok(Some(kept)) if kept.at_least >= self.resumed.at_least => self.resumed = kept,
            Ok(_) => {}
        }
        let mut answers = Answers::new();
        let start = Equipped::new(End::start(self.placement), self.tables);
        if self.resumed.way == UNDECIDED {
            let done = self.from(&start, &[&start], &fingerprint, &mut answers);
            if done.ended != Ended::Left || answers.has(done.at_least) {
                return ended(done, answers);
            }
            self.resumed = Resumed { rounds: done.rounds, at_least: done.at_least, way: UNDECIDED };
        }
        let goal = End::goal(self.placement);
        let tables = match goal.tables(self.cx) {
            Err(stop) => return ended(self.stopped(stop), answers),
            Ok(tables) => tables,
        };
        let Some(tables) = &tables else {
            self.resumed.way = FROM_START;
            return ended(self.from(&start, &[&start], &fingerprint, &mut answers), answers);
        };
        let goal = Equipped::new(goal, tables);
        if self.resumed.way == UNDECIDED {
            self.resumed.way = match self.is_better(&goal) {
                Err(stop) => return ended(self.stopped(stop), answers),
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
        ended(self.from(better, &[&start, &goal], &fingerprint, &mut answers), answers)
    }

    /// Whatever the search depends on.
    fn fingerprint(&self) -> String {
        let Placement { rows, cols, home, blank_home } = self.placement;
        let (words, tables) = (duplicate_sequences::LONGEST, self.tables.name());
        format!("tiles {rows}x{cols} {home:?} to {blank_home}, words of {words}, {tables}")
    }

    fn stopped(&self, stop: Stop) -> IdaResult<Direction> {
        let Resumed { rounds, at_least, .. } = self.resumed.clone();
        IdaResult { path: None, at_least, rounds, ended: Ended::Stopped(self.cx.stop(stop)) }
    }

    /// Whether it is better to begin at the goal.
    fn is_better(&self, goal: &Equipped<'_>) -> Result<bool, Stop> {
        let [.., round, _] = self.resumed.rounds[..] else { return Ok(false) };
        // The last round but one is repeated from there, with as many nodes as it took.
        let automaton = duplicate_sequences::automaton(duplicate_sequences::LONGEST);
        let method = Method { by: By::Compound(goal.tables), mirrors: true, automaton };
        let tried = method.first(&goal.end.placement, round.limit, Some(round.nodes), self.cx);
        match tried.ended {
            Ended::Stopped(stop) => Err(stop),
            _ => Ok(tried.at_least > round.limit),
        }
    }

    /// Searches from an end, until it pays to think about the other one; with answers meanwhile, from all `ends`.
    fn from(
        &self,
        Equipped { end, space, bound, .. }: &Equipped<'_>,
        ends: &[&Equipped<'_>],
        fingerprint: &str,
        answers: &mut Answers,
    ) -> IdaResult<Direction> {
        let order = duplicate_sequences::automaton(duplicate_sequences::LONGEST);
        let search = Ida { space, bound, order, cx: self.cx };
        let mut done = search.first_resumable(&self.resumed, fingerprint, &mut |done| {
            answers.seek(ends, done, self.cx)?;
            let nodes: u64 = done.rounds.iter().map(|round| round.nodes).sum();
            let is_enough = self.resumed.way == UNDECIDED && nodes >= self.patience;
            Ok(if is_enough || answers.has(done.at_least) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        });
        done.path = done.path.map(|path| end.forward(path));
        done
    }
}

/// What came of a search with answers.
fn ended(done: IdaResult<Direction>, answers: Answers) -> IdaResult<Direction> {
    if done.ended == Ended::Solved && done.path.is_some() {
        return done;
    }
    let ended = if done.ended == Ended::Left { Ended::Solved } else { done.ended };
    IdaResult { path: answers.best, ended, ..done }
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
                let tables = Compounds::open(grid, blank_home, &one).expect("memory").expect("few regions");
                let plain = Method {
                    by: By::Compound(&tables),
                    mirrors: false,
                    automaton: duplicate_sequences::automaton(2),
                };
                let fewest = plain.first(&board, 0, None, &one).path.expect("a solution").len();
                let goal = End::goal(&board);
                let back = goal.tables(&one).expect("nobody stops it").expect("memory");
                let goal = Equipped::new(goal, &back);
                let mut ways = Vec::new();
                for threads in 1..3 {
                    let cx = cx(threads).with_table_cache(&table_cache);
                    let resumed = Resumed::default();
                    let long =
                        Long { placement: &board, tables: &tables, cx: &cx, resumed, patience: 1 << 9 };
                    let mut answers = Answers::new();
                    let from_goal = ended(long.from(&goal, &[&goal], "", &mut answers), answers);
                    let whole = long.run();
                    for done in [from_goal, whole] {
                        let way = done.path.expect("a solution");
                        assert!(replays(&board, &way) && way.len() == fewest, "{board:?}");
                        assert_eq!((done.at_least as usize, done.ended), (fewest, Ended::Solved));
                        // The round that would have found it was spared.
                        answered += usize::from(done.rounds.iter().all(|round| round.limit < done.at_least));
                        ways.push((way, done.rounds));
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
        let answers = || {
            let mut answers = Answers::new();
            answers.best = Some(known.clone());
            answers
        };
        let done = |path, ended| IdaResult { path, at_least: 3, rounds: Vec::new(), ended };
        let stopped = super::ended(done(None, Ended::Stopped(Stop::Time)), answers());
        assert_eq!((stopped.path.as_ref(), stopped.ended), (Some(&known), Ended::Stopped(Stop::Time)));
        let left = super::ended(done(None, Ended::Left), answers());
        assert_eq!((left.path.as_ref(), left.ended), (Some(&known), Ended::Solved));
        let found = vec![Direction::Left; 3];
        let solved = super::ended(done(Some(found.clone()), Ended::Solved), answers());
        assert_eq!((solved.path, solved.ended), (Some(found), Ended::Solved));
    }
}
