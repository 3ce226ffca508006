//! The two directions of a search: from the start to the goal, and from the goal to the start.
//!
//! A solution reversed solves the inverse board, whose distance is the same. The heuristics see the
//! two boards differently, so one direction may need many times the nodes of the other.

use fewest_search::{Context, Stop};

use crate::rules::board::Direction;
use crate::rules::grid::Symmetry;
use crate::solve::heuristic::max_of_pdbs::MaxOfPdbs;
use crate::solve::pdb::collection::PdbCollection;
use crate::solve::placement::Placement;
use crate::solve::slide_space::SlideSpace;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::duplicate_sequences;
    use crate::solve::strategy::method::{HeuristicTables, IdaConfig};
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
}
