//! The search space of lines: a run of tiles in a row or column is one move.
//!
//! Two moves along the same axis, one after the other, are one move or none. So in a shortest
//! solution moves along columns and along rows alternate, and a search need not try anything else.

use std::ops::ControlFlow;

use fewest_search::heuristic::{MovePruning, Space};

use crate::rules::board::Direction;
use crate::solve::placement::{MOST_LANES, Placement};
use crate::solve::slide_space::{Cells, SlideSpace, State};

/// A move: the blank goes `distance` cells, and the tiles on its way each go one cell back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub(crate) to: Direction,
    pub(crate) distance: u8,
}

/// The boards of at most sixteen cells, with lines as moves.
pub(crate) struct PushSpace(SlideSpace<u64>);

impl PushSpace {
    pub(crate) fn new(placement: &Placement) -> Self {
        Self(SlideSpace::new(placement))
    }
}

impl Space for PushSpace {
    type State = State<u64>;
    type Move = Push;
    const IS_UNDIRECTED: bool = true;

    fn start(&self) -> State<u64> {
        self.0.start()
    }

    #[inline(always)]
    fn is_goal(&self, state: &State<u64>) -> bool {
        self.0.is_goal(state)
    }

    #[inline(always)]
    fn expand<B>(
        &self,
        state: &State<u64>,
        mut visit: impl FnMut(Push, State<u64>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in Direction::ALL {
            let mut now = *state;
            for distance in 1..MOST_LANES as u8 {
                let Some(next) = self.0.beside(now.blank, to) else { break };
                let cells = now.cells.swapped(usize::from(now.blank), usize::from(next));
                now = State { cells, blank: next };
                visit(Push { to, distance }, now)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Move pruning: moves along columns and along rows alternate.
pub(crate) struct AlternatingAxes;

impl MovePruning<PushSpace> for AlternatingAxes {
    /// Whether the move before was along a column.
    type Node = Option<bool>;

    fn root(&self) -> Option<bool> {
        None
    }

    #[inline(always)]
    fn after(&self, node: Option<bool>, by: Push) -> Option<Option<bool>> {
        let vertical = by.to.is_vertical();
        (node != Some(vertical)).then_some(Some(vertical))
    }
}
