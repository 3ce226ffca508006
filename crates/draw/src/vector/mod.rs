//! Vector graphics, rendered as SVG or as pixels: outlines with fill and pen.

mod glyphs;
mod outline;

pub(crate) use glyphs::{Anchor, text, text_width};
pub(crate) use outline::{angles, around};

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
fn towards(from: Point, to: Point, distance: f32) -> Point {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down);
    let share = if length > 0.0 { (distance / length).min(0.5) } else { 0.0 };
    (from.0 + right * share, from.1 + down * share)
}
