//! Neighbourhoods: the offsets that a press changes, and which edges of the board are joined.
//!
//! ```text
//!   plus      king      diagonal     cylinder             torus
//!    .#.      ###       #.#          left meets right     left meets right, top meets bottom
//!    #@#      #@#       .@.
//!    .#.      ###       #.#          @ is the press; with no-self its own light stays
//! ```
//!
//! A press changes a light at most once, also where it reaches it from both sides of a narrow
//! torus. So the matrix stays symmetric with ones on the diagonal, on which the parity theorem
//! rests.
//!
//! The pressed light changes exactly if the offset (0, 0) is part of the neighbourhood. Where edges
//! are joined on a board one cell wide, the neighbour of a cell is the cell itself; under
//! `no-self`, and with a mask whose press is `o`, such a neighbour is left out.

use crate::rules::cells::Press;
use crate::rules::graph::{Graph, PLUS};

/// The king neighbourhood: the pressed light and all eight around it.
const KING: [(i64, i64); 9] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
/// The diagonal neighbourhood: the pressed light and the four at its corners.
const DIAGONAL: [(i64, i64); 5] = [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)];

/// The neighbourhoods that have a name.
pub const NAMED: [(&str, &[(i64, i64)]); 3] = [("plus", &PLUS), ("king", &KING), ("diagonal", &DIAGONAL)];

/// Which edges of the extent are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// None.
    #[default]
    Flat,
    /// The left and the right edge.
    Cylinder,
    /// The left and the right edge, and the upper and the lower edge.
    Torus,
}

impl Wrap {
    /// All variants with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("flat", Self::Flat), ("cylinder", Self::Cylinder), ("torus", Self::Torus)];
}

/// The rectangle that a text draws, whether or not all of it is cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The place of the upper left corner.
    pub first: Press,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// A neighbourhood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The places a press changes, relative to it; ascending by row, then column, each once.
    offsets: Vec<(i64, i64)>,
    /// The edges that are joined.
    pub wrap: Wrap,
}

impl Neighbourhood {
    /// Returns the neighbourhood with these offsets.
    pub fn new(mut offsets: Vec<(i64, i64)>, wrap: Wrap) -> Self {
        offsets.sort_unstable_by_key(|&(dx, dy)| (dy, dx));
        offsets.dedup();
        Self { offsets, wrap }
    }

    /// Returns the plus neighbourhood.
    pub fn plus() -> Self {
        Self::new(PLUS.to_vec(), Wrap::Flat)
    }

    /// Returns the neighbourhood of that name; None if there is none.
    pub fn named(name: &str, wrap: Wrap) -> Option<Self> {
        NAMED.iter().find(|named| named.0 == name).map(|named| Self::new(named.1.to_vec(), wrap))
    }

    /// Returns the same neighbourhood where the pressed light stays as it is.
    #[must_use]
    pub fn without_self(mut self) -> Self {
        self.offsets.retain(|&offset| offset != (0, 0));
        self
    }

    /// Returns the places a press changes, relative to it.
    pub fn offsets(&self) -> &[(i64, i64)] {
        &self.offsets
    }

    /// Whether a press changes its own light.
    fn changes_itself(&self) -> bool {
        self.offsets.contains(&(0, 0))
    }

    /// Returns its name and whether it is without the pressed light; None if it has no name.
    pub fn name(&self) -> Option<(&'static str, bool)> {
        let with_self = self.changes_itself();
        let named = |&&(name, _): &&(&'static str, _)| {
            Self::named(name, self.wrap)
                .map(|rule| if with_self { rule } else { rule.without_self() })
                .is_some_and(|rule| rule == *self)
        };
        NAMED.iter().find(named).map(|named| (named.0, !with_self))
    }

    /// Returns the graph of this neighbourhood over some cells of an extent.
    pub fn graph(&self, cells: Vec<Press>, extent: Extent) -> Graph {
        match self.wrap {
            Wrap::Flat => Graph::over(cells, &self.offsets),
            _ => {
                let with_self = self.changes_itself();
                Graph::with_edges(cells, |graph, press| {
                    let reached = self.offsets.iter().filter_map(|&offset| self.reach(press, offset, extent));
                    let changed = reached.filter(|&place| with_self || place != press);
                    changed.filter_map(|place| graph.number(place)).map(|light| light as u32).collect()
                })
            }
        }
    }

    /// Returns the place at an offset, wrapped where edges are joined.
    fn reach(&self, from: Press, (dx, dy): (i64, i64), extent: Extent) -> Option<Press> {
        let round = |at: i64, by: i64, first: i64, length: usize| {
            Some(at.checked_sub(first)?.checked_add(by)?.rem_euclid(length as i64) + first)
        };
        Some(Press {
            x: round(from.x, dx, extent.first.x, extent.width)?,
            y: match self.wrap {
                Wrap::Torus => round(from.y, dy, extent.first.y, extent.height)?,
                _ => from.y.checked_add(dy)?,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_cells(width: i64, height: i64) -> Vec<Press> {
        (0..height).flat_map(|y| (0..width).map(move |x| Press { x, y })).collect()
    }

    fn extent(width: usize, height: usize) -> Extent {
        Extent { first: Press { x: 0, y: 0 }, width, height }
    }

    fn rule(name: &str, wrap: Wrap) -> Neighbourhood {
        Neighbourhood::named(name, wrap).expect("a name")
    }

    #[test]
    fn a_corner_reaches_round_the_edges_that_meet() {
        for (name, wrap, expected) in [
            ("plus", Wrap::Flat, vec![0, 1, 4]),
            ("plus", Wrap::Cylinder, vec![0, 1, 3, 4]),
            ("plus", Wrap::Torus, vec![0, 1, 3, 4, 8]),
            ("diagonal", Wrap::Torus, vec![0, 5, 7, 9, 11]),
            ("king", Wrap::Flat, vec![0, 1, 4, 5]),
        ] {
            let graph = rule(name, wrap).graph(all_cells(4, 3), extent(4, 3));
            assert_eq!(graph.changed_by(0), expected, "{name} {wrap:?}");
            assert_eq!(graph.transposed(), graph, "presses are mutual");
        }
        let graph = rule("plus", Wrap::Flat).without_self().graph(all_cells(4, 3), extent(4, 3));
        assert_eq!(graph.changed_by(0), [1, 4]);
    }

    #[test]
    fn a_narrow_torus_changes_every_light_once() {
        for (width, height) in [(1, 1), (2, 1), (2, 2), (1, 5)] {
            let graph = rule("king", Wrap::Torus)
                .graph(all_cells(width, height), extent(width as usize, height as usize));
            for press in 0..graph.len() {
                let mut lights = graph.changed_by(press).to_vec();
                lights.dedup();
                assert!(lights == graph.changed_by(press) && lights.contains(&(press as u32)));
            }
        }
    }

    /// Every cell that an offset leads to, counted step by step around the extent: the reference
    /// for [`Neighbourhood::graph`].
    fn counted(rule: &Neighbourhood, width: i64, height: i64, press: i64) -> Vec<u32> {
        let with_self = rule.offsets().contains(&(0, 0));
        let is_changed = |light: i64| {
            rule.offsets().iter().any(|&(dx, dy)| {
                let (x, y) = (press % width + dx, press / width + dy);
                let across = rule.wrap != Wrap::Flat || (0..width).contains(&x);
                let down = rule.wrap == Wrap::Torus || (0..height).contains(&y);
                across
                    && down
                    && (x.rem_euclid(width), y.rem_euclid(height)) == (light % width, light / width)
            }) && (with_self || light != press)
        };
        (0..width * height).filter(|&light| is_changed(light)).map(|light| light as u32).collect()
    }

    #[test]
    fn without_self_the_pressed_light_stays_however_narrow_the_board_is() {
        let mask = Neighbourhood::new(vec![(1, 0), (3, 0), (0, 2)], Wrap::Torus);
        let named = NAMED.iter().flat_map(|named| Wrap::ALL.map(|wrap| rule(named.0, wrap.1)));
        for rule in named.flat_map(|rule| [rule.clone(), rule.without_self()]).chain([mask]) {
            for (width, height) in (1..5).flat_map(|width| (1..5).map(move |height| (width, height))) {
                let graph = rule.graph(all_cells(width, height), extent(width as usize, height as usize));
                for press in 0..width * height {
                    let expected = counted(&rule, width, height, press);
                    assert_eq!(graph.changed_by(press as usize), expected, "{rule:?} {width} x {height}");
                }
            }
        }
        // Two lights in a ring of two: each press changes the other one, once.
        let ring = rule("plus", Wrap::Cylinder).without_self().graph(all_cells(1, 2), extent(1, 2));
        assert_eq!((ring.changed_by(0), ring.changed_by(1)), (&[1][..], &[0][..]));
    }

    #[test]
    fn rules_know_their_names() {
        for (name, wrap) in NAMED.iter().flat_map(|named| Wrap::ALL.map(|wrap| (named.0, wrap.1))) {
            assert_eq!(rule(name, wrap).name(), Some((name, false)));
            assert_eq!(rule(name, wrap).without_self().name(), Some((name, true)));
        }
        assert_eq!(Neighbourhood::new(vec![(0, 0), (2, 1)], Wrap::Flat).name(), None);
    }
}
