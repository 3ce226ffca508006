//! What is laid over a map: the solution as a line; start, end and goals told by their shapes.

use fewest::Map;

use super::scale::{GROUND, LIGHT, colour};
use crate::vector::{Mark, Outline, Point, Segment};

/// The size of the marks of start and end, and of the pen of the solution.
pub(super) const SIGN: f32 = 10.0;
pub(super) const PEN: f32 = 2.4;

/// The solution, the goals and the start.
pub(super) fn signs(map: &Map, points: &[Point], dot: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let way: Vec<Point> = map.path.iter().map(|&position| points[position as usize]).collect();
    if way.len() > 1 {
        marks.push(Mark::drawn(polyline(&way), GROUND, PEN + 2.2));
        marks.push(Mark::drawn(polyline(&way), LIGHT, PEN));
    }
    let end = map.path.last().copied();
    let others = (0..map.len()).filter(|&position| map.is_goal(position) && Some(position as u32) != end);
    for position in others {
        marks.push(diamond(points[position], (1.5 * dot).max(2.3)));
    }
    if let Some(end) = end {
        marks.push(star(points[end as usize], SIGN));
    }
    marks.extend(points.first().map(|&start| triangle(start, SIGN)));
    marks
}

fn line(points: impl Iterator<Item = Point>) -> Vec<Segment> {
    let part = |(at, point)| if at == 0 { Segment::Move(point) } else { Segment::Line(point) };
    points.enumerate().map(part).collect()
}

pub(super) fn polyline(points: &[Point]) -> Outline {
    Outline::Path(line(points.iter().copied()))
}

fn polygon(corners: &[Point], (right, down): Point, size: f32) -> Outline {
    let mut path = line(corners.iter().map(|&(x, y)| (right + x * size, down + y * size)));
    path.push(Segment::Close);
    Outline::Path(path)
}

/// A solved position.
pub(super) fn diamond(at: Point, size: f32) -> Mark {
    let corners = [(0.0, -1.3), (1.0, 0.0), (0.0, 1.3), (-1.0, 0.0)];
    Mark::filled(polygon(&corners, at, size), colour(0.0)).with_line(GROUND, 0.8)
}

/// The start.
pub(super) fn triangle(at: Point, size: f32) -> Mark {
    let corners = [(0.0, -1.1), (0.95, 0.65), (-0.95, 0.65)];
    Mark::filled(polygon(&corners, at, size), LIGHT).with_line(GROUND, 2.0)
}

/// The end of the solution: a star of five points.
pub(super) fn star(at: Point, size: f32) -> Mark {
    let corners = [
        (0.0, -1.2),
        (0.282, -0.388),
        (1.141, -0.371),
        (0.457, 0.148),
        (0.705, 0.971),
        (0.0, 0.48),
        (-0.705, 0.971),
        (-0.457, 0.148),
        (-1.141, -0.371),
        (-0.282, -0.388),
    ];
    Mark::filled(polygon(&corners, at, size), colour(0.0)).with_line(GROUND, 2.0)
}
