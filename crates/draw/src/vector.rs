//! Vector graphics, rendered as SVG or as pixels: outlines with fill and pen.
//!
//! The outline of a shape on a square grid is made of rings around its cells, inset, with rounded
//! corners:
//!
//! ```text
//!    1──────►2          Each cell has four clockwise edges. An edge between two cells of the
//!    │ A   A │          shape occurs in both directions and cancels. The remaining edges form
//!    │   4◄──3          rings: one around the shape, and one around each gap in it.
//!    │ A │
//!    6◄──5
//! ```

use std::collections::{BTreeMap, BTreeSet};

use crate::palette::Colour;

/// A point: right and down.
pub(crate) type Point = (f32, f32);

/// A segment of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    /// A quadratic Bézier curve: control point and end point.
    Curve(Point, Point),
    Close,
}

/// An outline.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    Path(Vec<Segment>),
    Circle(Point, f32),
}

/// The pen of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f32,
    /// Whether the line is dashed.
    pub(crate) dashed: bool,
}

/// The lengths of dashes and gaps, in pen widths.
pub(crate) const DASH: (f32, f32) = (3.0, 2.5);

/// An outline with its fill and its pen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Mark {
    pub(crate) outline: Outline,
    pub(crate) fill: Option<Colour>,
    pub(crate) pen: Option<Pen>,
}

impl Mark {
    pub(crate) fn filled(outline: Outline, colour: Colour) -> Self {
        Self { outline, fill: Some(colour), pen: None }
    }

    pub(crate) fn drawn(outline: Outline, colour: Colour, width: f32) -> Self {
        Self { outline, fill: None, pen: Some(Pen { colour, width, dashed: false }) }
    }

    #[must_use]
    pub(crate) fn with_line(self, colour: Colour, width: f32) -> Self {
        Self { pen: Some(Pen { colour, width, dashed: false }), ..self }
    }

    #[must_use]
    pub(crate) fn dashed(self) -> Self {
        Self { pen: self.pen.map(|pen| Pen { dashed: true, ..pen }), ..self }
    }
}

/// Returns a rectangle with rounded corners.
pub(crate) fn rectangle((left, top): Point, (width, height): (f32, f32), radius: f32) -> Outline {
    let (right, bottom) = (left + width, top + height);
    Outline::Path(rounded(&[(left, top), (right, top), (right, bottom), (left, bottom)], radius))
}

/// Returns a closed polygon with rounded corners.
pub(crate) fn rounded(corners: &[Point], radius: f32) -> Vec<Segment> {
    let count = corners.len();
    let mut path = Vec::with_capacity(2 * count + 1);
    for (at, &corner) in corners.iter().enumerate() {
        let (before, after) = (corners[(at + count - 1) % count], corners[(at + 1) % count]);
        let from = towards(corner, before, radius);
        path.push(if at == 0 { Segment::Move(from) } else { Segment::Line(from) });
        path.push(Segment::Curve(corner, towards(corner, after, radius)));
    }
    path.push(Segment::Close);
    path
}

/// Returns the point at a distance from `from` towards `to`, at most the midpoint.
pub(crate) fn towards(from: Point, to: Point, distance: f32) -> Point {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down);
    let share = if length > 0.0 { (distance / length).min(0.5) } else { 0.0 };
    (from.0 + right * share, from.1 + down * share)
}

type Corner = (usize, usize);

/// Returns the outline of cells (column, row) of size `cell`, with the grid at `origin`, inset by
/// `inset`.
pub(crate) fn around(
    cells: &[(usize, usize)],
    origin: Point,
    cell: f32,
    inset: f32,
    radius: f32,
) -> Vec<Segment> {
    corners(cells, origin, cell, inset).iter().flat_map(|ring| rounded(ring, radius)).collect()
}

/// Returns the corners of that outline only, with arms of length `arm`.
pub(crate) fn angles(
    cells: &[(usize, usize)],
    origin: Point,
    cell: f32,
    inset: f32,
    arm: f32,
) -> Vec<Segment> {
    let mut path = Vec::new();
    for ring in corners(cells, origin, cell, inset) {
        for (at, &corner) in ring.iter().enumerate() {
            let (before, after) = (ring[(at + ring.len() - 1) % ring.len()], ring[(at + 1) % ring.len()]);
            path.push(Segment::Move(towards(corner, before, arm)));
            path.push(Segment::Line(corner));
            path.push(Segment::Line(towards(corner, after, arm)));
        }
    }
    path
}

/// Returns the inset corners of each ring.
fn corners(cells: &[(usize, usize)], origin: Point, cell: f32, inset: f32) -> Vec<Vec<Point>> {
    let place = |ring: &[Corner], at: usize| {
        let (before, here, after) =
            (ring[(at + ring.len() - 1) % ring.len()], ring[at], ring[(at + 1) % ring.len()]);
        // The inside is on the right of both edges of the corner.
        let (first, second) = (inwards(before, here), inwards(here, after));
        let along = |corner: usize, inwards: f32| corner as f32 * cell + inwards * inset;
        (origin.0 + along(here.0, first.0 + second.0), origin.1 + along(here.1, first.1 + second.1))
    };
    rings(cells).iter().map(|ring| (0..ring.len()).map(|at| place(ring, at)).collect()).collect()
}

/// Returns the direction to the right of an edge.
fn inwards(from: Corner, to: Corner) -> Point {
    let sign = |from: usize, to: usize| f32::from(i8::from(to > from) - i8::from(to < from));
    (-sign(from.1, to.1), sign(from.0, to.0))
}

/// Returns the rings, each as its corners without collinear points.
fn rings(cells: &[(usize, usize)]) -> Vec<Vec<Corner>> {
    let shape: BTreeSet<Corner> = cells.iter().copied().collect();
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(column, row) in &shape {
        let has = |right: isize, down: isize| {
            let place = column.checked_add_signed(right).zip(row.checked_add_signed(down));
            place.is_some_and(|place| shape.contains(&place))
        };
        let mut edge = |from: Corner, to: Corner| edges.entry(from).or_default().push(to);
        if !has(0, -1) {
            edge((column, row), (column + 1, row));
        }
        if !has(1, 0) {
            edge((column + 1, row), (column + 1, row + 1));
        }
        if !has(0, 1) {
            edge((column + 1, row + 1), (column, row + 1));
        }
        if !has(-1, 0) {
            edge((column, row + 1), (column, row));
        }
    }
    let mut rings = Vec::new();
    while let Some((&start, _)) = edges.iter().next() {
        let mut ring = vec![start];
        let mut here = start;
        while let Some(next) = leave(&mut edges, here, ring.iter().rev().nth(1).copied()) {
            if next == start {
                break;
            }
            ring.push(next);
            here = next;
        }
        rings.push(without_straights(&ring));
    }
    rings
}

/// Removes and returns an edge that begins at `here`. Where two cells touch at a corner only, two
/// edges begin there: the one that turns right stays with its own cell.
fn leave(edges: &mut BTreeMap<Corner, Vec<Corner>>, here: Corner, before: Option<Corner>) -> Option<Corner> {
    let ways = edges.get_mut(&here)?;
    let turns_right = |to: &Corner| before.is_some_and(|before| inwards(before, here) == forwards(here, *to));
    let at = ways.iter().position(turns_right).unwrap_or(0);
    let next = ways.swap_remove(at);
    if ways.is_empty() {
        edges.remove(&here);
    }
    Some(next)
}

fn forwards(from: Corner, to: Corner) -> Point {
    let (right, down) = inwards(from, to);
    (down, -right)
}

fn without_straights(ring: &[Corner]) -> Vec<Corner> {
    let is_corner = |&at: &usize| {
        let (before, after) = (ring[(at + ring.len() - 1) % ring.len()], ring[(at + 1) % ring.len()]);
        inwards(before, ring[at]) != inwards(ring[at], after)
    };
    (0..ring.len()).filter(is_corner).map(|at| ring[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_has_four_corners() {
        assert_eq!(rings(&[(1, 1), (2, 1)]), [[(1, 1), (3, 1), (3, 2), (1, 2)]]);
    }

    #[test]
    fn an_angle_has_six_corners() {
        let ring = &rings(&[(0, 0), (1, 0), (0, 1)])[0];
        assert_eq!(ring[..], [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]);
    }

    #[test]
    fn a_hole_has_a_ring_of_its_own() {
        let ring: Vec<_> = (0..9).filter(|at| *at != 4).map(|at| (at % 3, at / 3)).collect();
        assert_eq!(rings(&ring).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn cells_that_touch_at_a_corner_keep_their_own_rings() {
        assert_eq!(rings(&[(0, 0), (1, 1)]).iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
    }

    #[test]
    fn an_inset_goes_inwards_everywhere() {
        let path = around(&[(0, 0)], (10.0, 20.0), 8.0, 1.0, 0.0);
        let corners: Vec<_> = path
            .iter()
            .filter_map(|part| if let Segment::Curve(at, _) = part { Some(*at) } else { None })
            .collect();
        assert_eq!(corners, [(11.0, 21.0), (17.0, 21.0), (17.0, 27.0), (11.0, 27.0)]);
    }
}
