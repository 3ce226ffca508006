//! Pictures before they become SVG or pixels: outlines with a filling and a line.

mod glyphs;
mod outline;

pub(crate) use glyphs::{Anchor, text, text_width};
pub(crate) use outline::{angles, around};

use crate::palette::Colour;

/// A point: right and down.
pub(crate) type Point = (f32, f32);

/// A part of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    /// A curve towards the first point that ends at the second.
    Curve(Point, Point),
    Close,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outline {
    Path(Vec<Segment>),
    Circle(Point, f32),
}

/// A line along an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) colour: Colour,
    pub(crate) width: f32,
    /// Whether it is broken into dashes.
    pub(crate) dashed: bool,
}

/// Dashes and the gaps between them, in widths of the pen.
pub(crate) const DASH: (f32, f32) = (3.0, 2.5);

/// An outline with what fills it and the line along it.
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

/// A rectangle with round corners.
pub(crate) fn rectangle((left, top): Point, (width, height): (f32, f32), radius: f32) -> Outline {
    let (right, bottom) = (left + width, top + height);
    Outline::Path(rounded(&[(left, top), (right, top), (right, bottom), (left, bottom)], radius))
}

/// A closed polygon whose corners are rounded.
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

/// The point at that distance from `from` on the way to `to`, at most half way.
fn towards(from: Point, to: Point, distance: f32) -> Point {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let length = right.hypot(down);
    let share = if length > 0.0 { (distance / length).min(0.5) } else { 0.0 };
    (from.0 + right * share, from.1 + down * share)
}
