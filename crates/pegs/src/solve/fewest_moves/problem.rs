//! A problem whose fewest moves are wanted, and its answer.

use fewest_search::Context;

use crate::rules::automorphisms::{keeping, symmetries};
use crate::rules::jumps::Jumps;
use crate::solve::goal_boards::GoalBoards;
use crate::solve::merson::MersonRegions;
use crate::solve::natural::Natural;

/// A solution in the fewest moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FewestMoves {
    /// Each move as the holes that its peg visits.
    pub(crate) moves: Vec<Vec<u16>>,
    /// The number of solutions with that many moves, if counted; moves differ if their holes do.
    pub(crate) optima: Option<Natural>,
}

/// Start, goal boards, and what follows from them before the search.
pub(crate) struct Problem<'a, 'h> {
    pub(crate) jumps: &'a Jumps,
    pub(crate) start: &'a [u64],
    pub(crate) target: &'a GoalBoards,
    pub(crate) count: bool,
    pub(crate) cx: &'h Context<'h>,
    /// The symmetries that keep the ends; and those that keep the start as well.
    pub(super) by_ends: Vec<Vec<u16>>,
    pub(super) by_both: Vec<Vec<u16>>,
    pub(super) regions: MersonRegions,
}

impl<'a, 'h> Problem<'a, 'h> {
    pub(super) fn of(
        jumps: &'a Jumps,
        start: &'a [u64],
        target: &'a GoalBoards,
        count: bool,
        cx: &'h Context<'h>,
    ) -> Self {
        let all = symmetries(jumps);
        let (by_ends, by_both, regions) = match target {
            GoalBoards::AllWith(_) => (all.clone(), all, MersonRegions::none()),
            GoalBoards::Ends(ends) => {
                let by_ends = keeping(&all, ends);
                let by_both = keeping(&by_ends, &[start.to_vec()]);
                let regions = MersonRegions::of(jumps, &by_both, start, ends);
                (by_ends, by_both, regions)
            }
        };
        Self { jumps, start, target, count, cx, by_ends, by_both, regions }
    }
}
