//! The two ends of the way that a long search looks for: the start, and the goal, from where the same way is another board.

use fewest_search::{Context, Stop};

use super::Placement;
use super::compound::Compound;
use super::compounds::Compounds;
use super::grid::{Direction, Turn};
use super::ladder::{turned, upright};
use super::method::mirror;
use super::slides::Slides;

/// One end of the way, as a board that is solved from there.
pub(super) struct End {
    pub(super) placement: Placement,
    /// How the board was turned, if it was.
    turn: Option<Turn>,
    is_goal: bool,
}

impl End {
    /// The start of a board that is upright.
    pub(super) fn start(placement: &Placement) -> Self {
        Self { placement: placement.clone(), turn: None, is_goal: false }
    }

    /// Its goal.
    pub(super) fn goal(placement: &Placement) -> Self {
        let mut home = placement.home.clone();
        (0..).zip(&placement.home).for_each(|(cell, &there)| home[usize::from(there)] = cell);
        let blank_home = home[usize::from(placement.blank_home)];
        let backward = Placement { home, blank_home, ..placement.clone() };
        let turn = upright(&backward);
        Self { placement: turned(&backward, turn), turn: Some(turn), is_goal: true }
    }

    /// The tables for beginning here, if memory has room for them.
    pub(super) fn tables<'h>(&self, cx: &'h Context<'_>) -> Result<Option<Compounds<'h>>, Stop> {
        Compounds::for_once(self.placement.grid(), self.placement.blank_home, cx)
    }

    /// A way from this end as the way from the start.
    pub(super) fn forward(&self, way: Vec<Direction>) -> Vec<Direction> {
        let way = way.into_iter().map(|by| self.turn.map_or(by, |turn| turn.undo(by)));
        if self.is_goal { way.rev().map(Direction::opposite).collect() } else { way.collect() }
    }
}

/// An end with all that a search from there needs.
pub(super) struct Equipped<'t> {
    pub(super) end: End,
    pub(super) tables: &'t Compounds<'t>,
    pub(super) space: Slides<u128>,
    pub(super) bound: Compound<'t>,
}

impl<'t> Equipped<'t> {
    pub(super) fn new(end: End, tables: &'t Compounds<'_>) -> Self {
        let Placement { blank_home, .. } = end.placement;
        let space = Slides::<u128>::new(&end.placement);
        let bound = tables.bound(mirror(end.placement.grid(), blank_home));
        Self { end, tables, space, bound }
    }
}

#[cfg(test)]
mod tests {
    use super::super::method::{By, Method};
    use super::super::tests::{cx, replays, shuffled, solved};
    use super::super::words;
    use super::*;

    #[test]
    fn the_way_back_is_the_way_from_the_other_end() {
        let mut seed = 5;
        for goal in [solved(3, 3, 8), solved(4, 3, 4), solved(3, 4, 0)] {
            let board = shuffled(goal, 30, &mut seed);
            let board = turned(&board, upright(&board));
            let end = End::goal(&board);
            let lines = Method { by: By::Lines, mirrors: false, automaton: words::automaton(2) };
            let there = lines.first(&board, 0, None, &cx(1)).path.expect("a solution");
            let back = lines.first(&end.placement, 0, None, &cx(1)).path.expect("the same backwards");
            assert_eq!(there.len(), back.len());
            assert!(replays(&board, &end.forward(back)));
        }
    }
}
