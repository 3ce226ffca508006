//! Positions of the puzzle: a rectangle of lights, which has its own fast solver, or a graph with
//! the colours of its lights and optionally a number of turns.

use std::ops::ControlFlow;
use std::sync::Arc;

use fewest_core::Illegal;
use fewest_gf2::BitVec;

use crate::rules::cells::{Press, Presses};
use crate::rules::graph::Graph;
use crate::rules::grid::Grid;
use crate::rules::neighbourhood::{Extent, Neighbourhood};

/// A position of the puzzle. The goal is that all lights are off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Board {
    /// A rectangle where a press changes a light and its neighbours above, below, left and right.
    Grid(Grid),
    /// Any places, any relation of presses and lights, and optionally a number of turns (Blackout).
    Graph(GraphBoard),
}

impl Board {
    /// Whether the puzzle is solved: all lights are off and no turn is left.
    pub fn is_goal(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.is_dark(),
            Self::Graph(board) => board.is_goal(),
        }
    }

    /// Returns every press that is allowed now.
    pub fn presses(&self) -> Vec<Press> {
        match self {
            Self::Grid(grid) => {
                (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Press::at(x, y))).collect()
            }
            Self::Graph(board) if board.turns() == Some(0) => Vec::new(),
            Self::Graph(board) => board.graph().places().to_vec(),
        }
    }

    /// Checks that the place exists.
    ///
    /// # Errors
    /// If it does not.
    pub fn has(&self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.cell(by).map(|_| ()).ok_or_else(|| grid.outside(by)),
            Self::Graph(board) => board.place(by).map(|_| ()),
        }
    }

    /// Presses one light.
    ///
    /// # Errors
    /// If there is no such light, or no turn is left.
    pub fn press(&mut self, by: Press) -> Result<(), Illegal> {
        match self {
            Self::Grid(grid) => grid.press(by),
            Self::Graph(board) => board.press(by),
        }
    }

    /// Returns the board after one press that is made `times` times, in constant time.
    ///
    /// # Errors
    /// The first press that is refused: its number, counted from 1, and why.
    fn after_repeated(&self, by: Press, times: u64) -> Result<Self, (u64, Illegal)> {
        let mut after = self.clone();
        let colours = match &after {
            Self::Grid(_) => 2,
            Self::Graph(board) => u64::from(board.graph.colours()),
        };
        if times > 0 {
            after.has(by).map_err(|why| (1, why))?;
        }
        // As many presses as there are colours change nothing but the number of turns.
        let mut idle = times / colours * colours;
        if let Self::Graph(GraphBoard { turns: Some(turns), .. }) = &mut after {
            idle = idle.min(*turns / colours * colours);
            *turns -= idle;
        }
        for number in idle..times {
            after.press(by).map_err(|why| (number + 1, why))?;
        }
        Ok(after)
    }

    /// Returns the board after a whole answer.
    ///
    /// # Errors
    /// The first press that is refused: its number, counted from 1, and why.
    pub fn play(&self, answer: &Presses) -> Result<Self, (u64, Illegal)> {
        if let (Self::Grid(grid), Presses::Board(cells)) = (self, answer) {
            return grid.play(cells).map(Self::Grid).map_err(|why| (1, why));
        }
        if let Presses::Repeated { press, times, then } = answer {
            let after = self.after_repeated(*press, *times)?;
            let rest = after.play(&Presses::List(then.clone()));
            return rest.map_err(|(number, why)| (times.saturating_add(number), why));
        }
        let mut after = self.clone();
        let (mut number, mut bad) = (0, None);
        answer.each(&mut |by| {
            number += 1;
            bad = after.press(*by).err();
            if bad.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        bad.map_or(Ok(after), |why| Err((number, why)))
    }
}

/// A graph with the colours of its lights.
#[derive(Clone, Debug)]
pub struct GraphBoard {
    graph: Arc<Graph>,
    /// How the board was drawn, if it was drawn in rows. Only writing depends on it.
    drawn: Option<Arc<(Neighbourhood, Option<Extent>)>>,
    /// The colour of each light; 0 is off.
    levels: Vec<u8>,
    /// The number of presses still to be made, if the puzzle demands an exact number.
    turns: Option<u64>,
}

/// Equality does not depend on how a board was drawn.
impl PartialEq for GraphBoard {
    fn eq(&self, other: &Self) -> bool {
        (&self.graph, &self.levels, self.turns) == (&other.graph, &other.levels, other.turns)
    }
}

impl Eq for GraphBoard {}

impl GraphBoard {
    /// Returns the board where these lights are on.
    ///
    /// # Panics
    /// If there is not one value per place.
    pub fn new(graph: Graph, lit: &[bool], turns: Option<u64>) -> Self {
        assert_eq!(graph.len(), lit.len(), "a light at every place");
        Self::with_levels(graph, lit.iter().map(|&lit| u8::from(lit)).collect(), turns)
    }

    /// Returns the board with these colours; 0 is off.
    ///
    /// # Panics
    /// If there is not one colour per place, or a colour is out of range.
    pub fn with_levels(graph: Graph, levels: Vec<u8>, turns: Option<u64>) -> Self {
        assert_eq!(graph.len(), levels.len(), "a light at every place");
        assert!(levels.iter().all(|&level| level < graph.colours()), "colours of the graph");
        Self { graph: Arc::new(graph), drawn: None, levels, turns }
    }

    /// Returns the same board, marked as drawn by a neighbourhood on that extent, or on the
    /// smallest that holds all places.
    #[must_use]
    pub fn drawn_by(mut self, rule: Neighbourhood, extent: Option<Extent>) -> Self {
        self.drawn = Some(Arc::new((rule, extent)));
        self
    }

    /// Returns the neighbourhood and the extent that the board was drawn with; None if it was not
    /// drawn.
    pub fn drawing(&self) -> Option<(&Neighbourhood, Extent)> {
        let (rule, extent) = self.drawn.as_deref()?;
        Some((rule, extent.or_else(|| self.smallest_extent())?))
    }

    /// Returns the smallest extent that holds all places.
    fn smallest_extent(&self) -> Option<Extent> {
        let places = self.graph.places();
        let (top, bottom) = (places.first()?.y, places.last()?.y);
        let left = places.iter().map(|place| place.x).min()?;
        let right = places.iter().map(|place| place.x).max()?;
        let length = |from: i64, to: i64| usize::try_from(to.abs_diff(from)).ok()?.checked_add(1);
        Some(Extent {
            first: Press { x: left, y: top },
            width: length(left, right)?,
            height: length(top, bottom)?,
        })
    }

    /// Returns the graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Returns the turns left; None if the puzzle has no turns.
    pub fn turns(&self) -> Option<u64> {
        self.turns
    }

    /// Returns the colours of the lights by number; 0 is off.
    pub fn levels(&self) -> &[u8] {
        &self.levels
    }

    /// Whether a light is on, by number.
    pub fn is_lit(&self, light: usize) -> bool {
        self.levels[light] != 0
    }

    /// Returns the lights of a graph of two colours as a vector.
    pub fn lights(&self) -> BitVec {
        debug_assert_eq!(self.graph.colours(), 2, "lights that are on or off");
        let mut lights = BitVec::zeros(self.levels.len());
        (0..self.levels.len()).filter(|&light| self.is_lit(light)).for_each(|light| lights.flip(light));
        lights
    }

    /// Number of lights that are on.
    pub fn count(&self) -> usize {
        self.levels.iter().filter(|&&level| level != 0).count()
    }

    /// Whether all lights are off.
    pub fn is_dark(&self) -> bool {
        self.levels.iter().all(|&level| level == 0)
    }

    /// Whether the puzzle is solved: all lights are off and no turn is left.
    pub fn is_goal(&self) -> bool {
        self.turns.unwrap_or(0) == 0 && self.is_dark()
    }

    /// Returns the number of the place of a press.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn place(&self, by: Press) -> Result<usize, Illegal> {
        self.graph.number(by).ok_or_else(|| Illegal::new(format!("there is no cell ({}, {})", by.x, by.y)))
    }

    /// Gives one light its next colour. This is an edit, not a move.
    pub fn switch(&mut self, light: usize) {
        if let Some(level) = self.levels.get_mut(light) {
            *level = if *level + 1 == self.graph.colours() { 0 } else { *level + 1 };
        }
    }

    /// Presses one light and takes a turn, where there are turns.
    ///
    /// # Errors
    /// If there is no such place or no turn is left; the board is then unchanged.
    pub fn press(&mut self, by: Press) -> Result<(), Illegal> {
        let press = self.place(by)?;
        if let Some(turns) = &mut self.turns {
            *turns = turns.checked_sub(1).ok_or_else(|| Illegal::new("no turn is left"))?;
        }
        for &light in self.graph.changed_by(press) {
            let level = &mut self.levels[light as usize];
            *level = if *level + 1 == self.graph.colours() { 0 } else { *level + 1 };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row_of_three(turns: Option<u64>) -> GraphBoard {
        let graph = Graph::plus((-1..=1).map(|x| Press { x, y: 0 }).collect());
        GraphBoard::new(graph, &[true, true, true], turns)
    }

    #[test]
    fn a_press_takes_a_turn_and_the_last_turn_ends_the_game() {
        let mut board = row_of_three(Some(1));
        assert!(!board.is_goal());
        let before = board.clone();
        assert!(board.press(Press { x: 2, y: 0 }).is_err());
        assert_eq!(board, before, "a refused press takes no turn");
        board.press(Press { x: 0, y: 0 }).unwrap();
        assert!(board.is_goal());
        let why = board.press(Press { x: 0, y: 0 }).unwrap_err();
        assert!(why.0 == "no turn is left" && board.is_goal());
    }

    /// A press that is repeated has the effect of as many presses, and is refused where the first
    /// of them is that cannot be made.
    #[test]
    fn repeated_presses_are_pressed_one_by_one() {
        for (colours, turns) in
            (2..=4).flat_map(|colours| [None, Some(0), Some(5), Some(12)].map(|turns| (colours, turns)))
        {
            let graph = Graph::plus((0..4).map(|x| Press { x, y: 0 }).collect()).with_colours(colours);
            let board = Board::Graph(GraphBoard::with_levels(graph, vec![1, 0, 1, 1], turns));
            for (x, times) in (0..5).flat_map(|x| (0..14).map(move |times| (x, times))) {
                let (press, then) = (Press { x, y: 0 }, vec![Press { x: 1, y: 0 }, Press { x: 2, y: 0 }]);
                let list = [vec![press; times as usize], then.clone()].concat();
                let repeated = Presses::Repeated { press, times, then };
                let mut pressed = Vec::new();
                repeated.each(&mut |&by| {
                    pressed.push(by);
                    ControlFlow::Continue(())
                });
                assert_eq!((&pressed, repeated.length()), (&list, list.len() as u64));
                assert_eq!(board.play(&repeated), board.play(&Presses::List(list)), "{x} {times} {turns:?}");
            }
        }
    }

    #[test]
    fn dark_too_early_is_not_solved() {
        let mut board = row_of_three(Some(3));
        board.press(Press { x: 0, y: 0 }).unwrap();
        assert!(board.is_dark() && !board.is_goal());
        for _ in 0..2 {
            board.press(Press { x: -1, y: 0 }).unwrap();
        }
        assert!(board.is_goal());
        let mut free = row_of_three(None);
        free.press(Press { x: 0, y: 0 }).unwrap();
        assert!(free.is_goal());
    }
}
