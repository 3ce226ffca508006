//! The fewest moves, where any number of jumps by one peg is one move.
//!
//! Two methods: over everything that can be won, from the ends upwards; and by limits of more and more moves, which needs
//! less the sooner its bounds are met. Where everything fits and optima are counted the first is taken; where it fits and nothing is
//! counted, the second may try for a while, and again if much can be won; where it does not fit, there is only the second.

use std::collections::HashMap;

use fewest_search::{Host, Stop};

use super::super::jumps::{Goal, Jumps};
use super::endgame::Endgame;
use super::frame::{Frame, Job, with_frame};
use super::layers::{Layer, Layers};
use super::limits::{Limits, Tried};
use super::natural::{Natural, Sum};
use super::parity;
use super::regions::Regions;
use super::sweeps::Sweeps;
use super::symmetry::{keeping, symmetries};
use super::target::{Target, largest_layer};
use super::won::won;
use super::word::Word;

/// Where a layer may have more positions than this, not everything that can be won is looked at.
const MOST: f64 = (1_u64 << 27) as f64;

/// Where that is so, layers of the endgame with fewer positions are always worth their making.
const CHEAP: usize = 1 << 20;
/// Elsewhere limits may try with one position for each of the largest layer where regions are exact, and else with one for so many
/// of them; and if more than so many can be won, again with one for so many of these.
const GLANCE: f64 = 64.0;
const MUCH: usize = 1 << 22;
const QUICKER: usize = 4;

/// An answer in the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Each move as the holes that its peg visits.
    pub(crate) moves: Vec<Vec<u16>>,
    /// How many answers have that many moves, if they were counted; moves differ if their holes do.
    pub(crate) optima: Option<Natural>,
}

/// A search that was stopped, and the moves that it has proven to be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped {
    pub(crate) at_least: u32,
    pub(crate) stop: Stop,
}

/// The fewest moves from the start to an end; nothing if there is no way.
pub(crate) fn fewest_moves<'h>(
    jumps: &Jumps,
    start: &[u64],
    goal: &Goal,
    count: bool,
    host: &'h Host<'h>,
) -> Result<Option<Moves>, Stopped> {
    let target = Target::of(jumps, start, goal);
    let group = match &target {
        Target::Ends(ends) if ends.is_empty() => return Ok(None),
        Target::Ends(ends) if ends.iter().any(|end| end == start) => {
            return Ok(Some(Moves { moves: Vec::new(), optima: count.then(Natural::one) }));
        }
        Target::Ends(ends) => keeping(&symmetries(jumps), ends),
        Target::Count(_) => symmetries(jumps),
    };
    let none = Err(Stopped { at_least: 1, stop: Stop::Memory });
    with_frame(jumps, group, Sweeper { jumps, start, target: &target, count, host }).unwrap_or(none)
}

#[derive(Clone, Copy)]
struct Sweeper<'a, 'h> {
    jumps: &'a Jumps,
    start: &'a [u64],
    target: &'a Target,
    count: bool,
    host: &'h Host<'h>,
}

impl Job for Sweeper<'_, '_> {
    type Out = Result<Option<Moves>, Stopped>;

    fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
        let (start, sweeps) = (W::pack(self.start), Sweeps::of(frame));
        let regions = match self.target {
            Target::Ends(ends) => Regions::of(self.jumps, &frame.group, self.start, ends),
            Target::Count(_) => Regions::none(),
        };
        let mut layers = Layers::new(frame, parity::invariants(self.jumps), self.host);
        let none = Stopped { at_least: regions.moves(start).max(1), stop: Stop::Memory };
        let limits = Limits::of(&sweeps, &regions, (start, self.target), self.count, self.host);
        let mut limits = limits.map_err(|stop| Stopped { stop, ..none })?;
        let largest = largest_layer(self.jumps, self.start, self.target, frame.group.len());
        let mut tried = Ok(Tried::TooMany);
        if largest <= MOST {
            if !self.count {
                let most = if regions.are_exact() { largest } else { largest / GLANCE };
                tried = limits.fewest(&mut layers, (largest / GLANCE) as usize, most as usize);
            }
            if matches!(tried, Ok(Tried::TooMany)) {
                match self.over_won(&sweeps, &mut limits, &mut layers) {
                    Err(Stop::Memory) => {}
                    known => tried = known,
                }
            }
        }
        if matches!(tried, Ok(Tried::TooMany)) {
            tried = limits.fewest(&mut layers, CHEAP, usize::MAX);
        }
        match tried {
            Ok(Tried::Found(moves)) => Ok(Some(moves)),
            Ok(Tried::Never) => Ok(None),
            Ok(Tried::TooFew { .. } | Tried::TooMany) => Err(Stopped { at_least: limits.at_least, ..none }),
            Err(stop) => Err(Stopped { at_least: limits.at_least, stop }),
        }
    }
}

impl Sweeper<'_, '_> {
    /// Over everything that can be won, unless that is so much that limits may be quicker, and they are.
    fn over_won<'h, W: Word, const G: usize>(
        &self,
        sweeps: &Sweeps<'_, W, G>,
        limits: &mut Limits<'_, 'h, W, G>,
        layers: &mut Layers<'_, 'h, W, G>,
    ) -> Result<Tried, Stop> {
        let start = W::pack(self.start);
        let all = won(layers, start, self.target)?;
        let size: usize = all.iter().map(|layer| layer.list.len()).sum();
        if !self.count && size > MUCH {
            let tried = limits.fewest(layers, size / GLANCE as usize, size / QUICKER)?;
            if !matches!(tried, Tried::TooMany) {
                return Ok(tried);
            }
        }
        self.best_of(sweeps, start, &all, layers.host)
    }

    /// The best of all sweeps, from the ends upwards.
    fn best_of<'h, W: Word, const G: usize>(
        &self,
        sweeps: &Sweeps<'_, W, G>,
        start: W,
        all: &[Layer<'h, W>],
        host: &'h Host<'_>,
    ) -> Result<Tried, Stop> {
        let frame = sweeps.frame;
        let Some((last, above)) = all.split_last() else { return Ok(Tried::Never) };
        let mut ends: Vec<W> = match self.target {
            Target::Ends(ends) => ends.iter().map(|end| frame.canon(W::pack(end))).collect(),
            Target::Count(_) => Vec::new(),
        };
        ends.sort_unstable();
        let mut endgame = Endgame::of(&last.list, host)?;
        for layer in above.iter().rev() {
            endgame.add(sweeps, &layer.list, |position| ends.binary_search(&position).is_ok(), host)?;
        }
        let known = |position: W| endgame.moves(position, position.ones());
        let Some(fewest) = known(frame.canon(start)) else { return Ok(Tried::Never) };
        let moves = sweeps.line(start, fewest.into(), |reached, left| {
            known(reached.canonical(frame)).map(u32::from) == Some(left)
        });
        let optima = || match endgame.ways::<u128, G>(sweeps, frame.canon(start), &mut HashMap::new()) {
            Some(ways) => ways.into(),
            None => endgame.ways(sweeps, frame.canon(start), &mut HashMap::new()).unwrap_or_default(),
        };
        Ok(Tried::Found(Moves { moves, optima: self.count.then(optima) }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::{all_but, only, triangle};
    use super::*;

    /// The fewest moves and the number of optima, from the tables of the triangles.
    #[test]
    fn pairs_of_the_small_triangles() {
        let pairs = [
            (4, 2, 1, Some((5, "2"))),
            (4, 3, 1, None),
            (5, 0, 0, Some((10, "1362"))),
            (5, 4, 12, Some((11, "308"))),
            (5, 12, 0, Some((9, "94"))),
            (5, 1, 1, Some((11, "252"))),
            (5, 3, 3, Some((9, "466"))),
        ];
        for (side, vacancy, finish, expected) in pairs {
            let board = triangle(side);
            let goal = Goal::Exactly(vec![only(board.holes, finish)]);
            let (start, host) = (all_but(board.holes, vacancy), Host::default());
            let found = fewest_moves(&board, &start, &goal, true, &host).unwrap();
            let optima = |found: &Moves| found.optima.as_ref().map(ToString::to_string);
            let told = found.as_ref().map(|found| (found.moves.len(), optima(found)));
            assert_eq!(told, expected.map(|(moves, optima)| (moves, Some(optima.to_owned()))));
            let uncounted = fewest_moves(&board, &start, &goal, false, &host).unwrap();
            for found in [found, uncounted].into_iter().flatten() {
                assert_eq!(Some(found.moves.len()), expected.map(|(moves, _)| moves));
                let jumps: usize = found.moves.iter().map(|path| path.len() - 1).sum();
                assert_eq!(jumps, board.holes - 2);
            }
            assert_eq!(host.budget.used(), 0);
        }
    }

    #[test]
    fn a_board_that_is_an_end_needs_no_move() {
        let host = Host::default();
        let found = fewest_moves(&triangle(5), &[1], &Goal::OnePeg, true, &host).unwrap().unwrap();
        assert_eq!(
            (found.moves.len(), found.optima.map(|optima| optima.to_string())),
            (0, Some("1".to_owned()))
        );
    }

    #[test]
    fn a_stopped_search_has_proven_something() {
        let board = triangle(7);
        let goal = Goal::Exactly(vec![only(28, 2)]);
        let host = Host::new(1, 1 << 21, &|_| std::ops::ControlFlow::Continue(()));
        let stopped = fewest_moves(&board, &all_but(28, 1), &goal, false, &host).unwrap_err();
        assert_eq!(stopped.stop, Stop::Memory);
        assert!((9..=12).contains(&stopped.at_least), "{stopped:?}");
    }
    /// Both methods, and any number of threads, on boards that suit both.
    #[test]
    fn limits_agree_with_everything_that_can_be_won() {
        struct Both<'a>(Sweeper<'a, 'a>);
        impl Job for Both<'_> {
            type Out = [Option<Moves>; 2];
            fn run<W: Word, const G: usize>(self, frame: &Frame<W, G>) -> Self::Out {
                let job = self.0;
                let start = W::pack(job.start);
                let mut layers = Layers::new(frame, parity::invariants(job.jumps), job.host);
                let sweeps = Sweeps::of(frame);
                let all = won(&mut layers, start, job.target).unwrap();
                let over_won = job.best_of(&sweeps, start, &all, job.host).unwrap();
                let Target::Ends(ends) = job.target else { panic!("ends are listed") };
                let regions = Regions::of(job.jumps, &frame.group, job.start, ends);
                let at = (start, job.target);
                let mut limits = Limits::of(&sweeps, &regions, at, job.count, job.host).unwrap();
                let by_limits = limits.fewest(&mut layers, 1 << 10, usize::MAX).unwrap();
                [over_won, by_limits].map(|tried| match tried {
                    Tried::Found(moves) => Some(moves),
                    Tried::Never => None,
                    Tried::TooFew { .. } | Tried::TooMany => panic!("nobody stops it"),
                })
            }
        }
        let board = triangle(6);
        let mut solved = 0;
        for (vacancy, finish) in [(0, 0), (0, 3), (1, 1), (4, 4), (4, 20), (7, 12)] {
            let (start, finish) = (all_but(21, vacancy), only(21, finish));
            for goal in [Goal::Exactly(vec![finish.clone()]), Goal::OnePeg] {
                let target = Target::of(&board, &start, &goal);
                let Target::Ends(ends) = &target else { panic!("ends are listed") };
                if ends.is_empty() {
                    continue;
                }
                let mut told = Vec::new();
                for (threads, count) in [(1, true), (2, true), (3, false), (1, false)] {
                    let host = Host::new(threads, 1 << 30, &|_| std::ops::ControlFlow::Continue(()));
                    let job = Sweeper { jumps: &board, start: &start, target: &target, count, host: &host };
                    let group = keeping(&symmetries(&board), ends);
                    told.push(with_frame(&board, group, Both(job)).unwrap());
                }
                let length = |found: &Option<Moves>| found.as_ref().map(|found| found.moves.len());
                for [won, limits] in &told {
                    assert_eq!(length(won), length(limits));
                }
                let optima = |found: &Option<Moves>| found.clone().and_then(|found| found.optima);
                assert_eq!(optima(&told[0][0]), optima(&told[0][1]));
                assert_eq!(told[0], told[1], "with any number of threads");
                assert_eq!(told[2], told[3], "with any number of threads");
                solved += usize::from(told[0][0].is_some());
            }
        }
        assert!(solved > 6, "{solved}");
    }
}
