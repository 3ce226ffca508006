//! The figure of a map: moves and positions coloured by distance, markers for start, goals and
//! solution above them, title and legend around them.
//!
//! The colour scale of distances runs from yellow at a goal through green and blue to violet, on a
//! dark background. Brightness decreases monotonically, so distances can be distinguished in grey;
//! the range from yellow to blue is visible with every kind of colour vision.

use fewest::service::Map;

use crate::glyphs::{Anchor, text, text_width};
use crate::palette::Colour;
use crate::vector::{Mark, Outline, Point, Segment, rectangle};

/// The texts of a map and its size in pixels.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// The name of the puzzle.
    pub title: String,
    /// The name of one move.
    pub one: String,
    /// The name of several moves.
    pub many: String,
    /// The width of a PNG in pixels.
    pub pixels: u32,
}

/// Moves and positions of one distance.
pub(super) struct DistanceLayer {
    /// The distance in words.
    pub(super) about: String,
    pub(super) colour: Colour,
    /// The radius of a position. Positions that cannot reach a goal are smaller, so that they do
    /// not hide others.
    pub(super) dot: f32,
    pub(super) lines: Vec<(Point, Point)>,
    pub(super) dots: Vec<Point>,
}

/// A map as marks on a page.
pub(super) struct Figure {
    pub(super) size: (f32, f32),
    pub(super) title: String,
    /// The farthest first, so that positions near a goal are on top.
    pub(super) layers: Vec<DistanceLayer>,
    /// The line width of moves.
    pub(super) line: f32,
    /// Marks above the layers.
    pub(super) marks: Vec<Mark>,
}

/// The opacity of moves.
pub(super) const LINE_OPACITY: f32 = 0.5;
const WIDTH: f32 = 1_200.0;
const EDGE: f32 = 44.0;
/// The gap between title, map and legend.
const GAP: f32 = 34.0;
const TITLE: f32 = 17.0;
const SMALL: f32 = 8.0;
/// The size of the markers of start and end, and the pen width of the solution.
const MARKER_SIZE: f32 = 10.0;
const PEN: f32 = 2.4;
/// The fraction of the page that moves may cover if they do not overlap.
const COVERED: f32 = 0.7;
/// The size of the colour bar.
const BAR: (f32, f32) = (260.0, 12.0);
const BAR_STEPS: u32 = 64;

impl Figure {
    pub(super) fn of(map: &Map, caption: &Caption) -> Self {
        let head = head(map, caption);
        let top = EDGE + TITLE + (head.len() as f32) * SMALL * 2.0 + GAP;
        let tall = map.places.iter().fold(0.0_f32, |most, place| most.max(place.1));
        let wide = map.places.iter().fold(0.0_f32, |most, place| most.max(place.0)).max(1.0);
        let factor = (WIDTH - 2.0 * EDGE) / wide.max(tall);
        // A narrow map is centred.
        let left = EDGE + (WIDTH - 2.0 * EDGE - wide * factor) / 2.0;
        let points: Vec<Point> =
            map.places.iter().map(|place| (left + place.0 * factor, top + place.1 * factor)).collect();
        let bottom = top + tall * factor + GAP;
        let scale = DistanceScale::of(map);
        let room = (WIDTH - 2.0 * EDGE, tall * factor);
        let dot = (0.42 * usual_gap(&points)).clamp(0.7, 6.0);
        let mut marks = vec![write(&caption.title, (EDGE, EDGE + TITLE / 2.0), TITLE, LIGHT)];
        for (number, words) in head.iter().enumerate() {
            let down = EDGE + TITLE + SMALL * (2.0 * number as f32 + 2.2);
            marks.push(write(words, (EDGE, down), SMALL, DIM));
        }
        marks.extend(markers(map, &points, dot));
        marks.extend(key(map, caption, &scale, bottom));
        Self {
            size: (WIDTH, bottom + BAR.1 + SMALL * 3.0 + EDGE),
            title: format!("{}: {}", caption.title, head.join("; ")),
            layers: layers(map, &points, &scale, caption, dot),
            line: width(map, &points, room).clamp(0.2, 1.8),
            marks,
        }
    }
}

/// The distance by which positions are coloured: to a goal, or from the start if no goal is
/// reachable.
struct DistanceScale {
    from_start: bool,
    most: u32,
}

impl DistanceScale {
    fn of(map: &Map) -> Self {
        let from_start = map.solved == 0;
        let far = if from_start {
            map.from_start.iter().copied().max()
        } else {
            map.to_goal.iter().copied().flatten().max()
        };
        Self { from_start, most: far.unwrap_or(0) }
    }

    /// Returns the distance of a position. None if no goal is reachable from it.
    fn far(&self, map: &Map, position: usize) -> Option<u32> {
        if self.from_start { Some(map.from_start[position]) } else { map.to_goal[position] }
    }

    fn colour(&self, far: Option<u32>) -> Colour {
        far.map_or(LOST, |far| colour(far as f32 / self.most.max(1) as f32))
    }

    fn about(&self, far: Option<u32>, caption: &Caption) -> String {
        match (far, self.from_start) {
            (None, _) => "no way to a goal".to_owned(),
            (Some(0), false) => "solved".to_owned(),
            (Some(far), true) => format!("{} from the start", moves(far, caption)),
            (Some(far), false) => format!("{} to a goal", moves(far, caption)),
        }
    }
}

/// Returns a number of moves in words: `1 slide`, `5 slides`.
fn moves(number: u32, caption: &Caption) -> String {
    format!("{} {}", grouped(number.into()), if number == 1 { &caption.one } else { &caption.many })
}

/// Returns a number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    digits
        .char_indices()
        .flat_map(|(at, digit)| comma(at).then_some(',').into_iter().chain([digit]))
        .collect()
}

/// Returns the lines under the title.
fn head(map: &Map, caption: &Caption) -> Vec<String> {
    let merged = if map.merged { ", symmetric ones merged" } else { "" };
    let (all, solved) = (grouped(map.positions), grouped(map.solved));
    let mut lines = vec![format!("{all} positions{merged}, {solved} of them solved")];
    if map.sample {
        let part = grouped(map.len() as u64);
        lines.push(format!("a sample: {part} of them at random, each with a shortest path from the start"));
    }
    let solution = match map.path.len() as u32 {
        0 => "no solution".to_owned(),
        positions => format!("solved in {}", moves(positions - 1, caption)),
    };
    let far = map.from_start.iter().copied().max().filter(|_| !map.sample);
    let far = far.map(|far| format!("; the farthest is {} from the start", moves(far, caption)));
    lines.push(format!("{solution}{}", far.unwrap_or_default()));
    lines
}

/// Returns moves and positions by distance, the farthest first. Those without a distance come
/// before all others.
fn layers(
    map: &Map,
    points: &[Point],
    scale: &DistanceScale,
    caption: &Caption,
    dot: f32,
) -> Vec<DistanceLayer> {
    let lost = scale.most as usize + 1;
    let rank = |far: Option<u32>| far.map_or(lost, |far| far as usize);
    let mut layers: Vec<DistanceLayer> = (0..=lost)
        .map(|rank| {
            let far = (rank < lost).then_some(rank as u32);
            let (about, colour) = (scale.about(far, caption), scale.colour(far));
            let dot = if far.is_some() { dot } else { 0.6 * dot };
            DistanceLayer { about, colour, dot, lines: Vec::new(), dots: Vec::new() }
        })
        .collect();
    for (position, &point) in points.iter().enumerate() {
        layers[rank(scale.far(map, position))].dots.push(point);
    }
    for &(from, to) in &map.edges {
        let (from, to) = (from as usize, to as usize);
        let farther = rank(scale.far(map, from)).max(rank(scale.far(map, to)));
        layers[farther].lines.push((points[from], points[to]));
    }
    layers.reverse();
    layers.retain(|layer| !layer.dots.is_empty());
    layers
}

/// Returns the median distance of a position to its nearest neighbour.
fn usual_gap(points: &[Point]) -> f32 {
    let mut sorted = points.to_vec();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let mut gaps: Vec<f32> = Vec::with_capacity(points.len());
    for (at, here) in sorted.iter().enumerate() {
        let mut nearest = f32::MAX;
        let (before, after) = (sorted[..at].iter().rev(), sorted[at + 1..].iter());
        for side in [&mut before.into_iter() as &mut dyn Iterator<Item = &Point>, &mut after.into_iter()] {
            // A point that is farther along x than the nearest so far cannot be nearer.
            let near = side.take_while(|there| (there.0 - here.0).abs() < nearest);
            nearest = near.map(|there| distance(*here, *there)).fold(nearest, f32::min);
        }
        gaps.push(nearest);
    }
    gaps.sort_by(f32::total_cmp);
    gaps.get(gaps.len() / 2).copied().unwrap_or(20.0)
}

fn distance(from: Point, to: Point) -> f32 {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    (right * right + down * down).sqrt()
}

/// Returns the line width of moves: 10 % of their median length, and less where they would cover
/// the page.
fn width(map: &Map, points: &[Point], (wide, tall): (f32, f32)) -> f32 {
    let mut lengths: Vec<f32> =
        map.edges.iter().map(|&(from, to)| distance(points[from as usize], points[to as usize])).collect();
    let all: f32 = lengths.iter().sum();
    lengths.sort_by(f32::total_cmp);
    let usual = lengths.get(lengths.len() / 2).copied().unwrap_or(20.0);
    (0.1 * usual).min(COVERED * wide * tall.max(100.0) / all.max(1.0))
}

/// Returns the legend of colours and markers.
fn key(map: &Map, caption: &Caption, scale: &DistanceScale, top: f32) -> Vec<Mark> {
    let mut marks = Vec::new();
    let steps = (scale.most + 1).min(BAR_STEPS);
    for step in 0..steps {
        let from = step as f32 / steps as f32;
        // Each step extends under the next, so that there are no gaps.
        let size = (BAR.0 * (1.0 - from), BAR.1);
        let shade = colour(step as f32 / steps.saturating_sub(1).max(1) as f32);
        marks.push(Mark::filled(rectangle((EDGE + BAR.0 * from, top), size, 0.0), shade));
    }
    let below = top + BAR.1 + SMALL * 1.4;
    let last = grouped(scale.most.into());
    marks.push(write("0", (EDGE, below), SMALL, DIM));
    let right = EDGE + BAR.0 - text_width(&last, SMALL);
    if scale.most > 0 {
        marks.push(write(&last, (right, below), SMALL, DIM));
    }
    let words = format!("{} {}", caption.many, if scale.from_start { "from the start" } else { "to a goal" });
    let middle = (EDGE + BAR.0 / 2.0, below);
    marks.push(Mark::drawn(text(&words, middle, SMALL, Anchor::Middle), LIGHT, 0.14 * SMALL));
    let line = top + BAR.1 / 2.0;
    let mut at = (EDGE + BAR.0 + 46.0, line);
    let mut entry = |words: &str, sign: &dyn Fn(Point) -> Mark| {
        marks.push(sign(at));
        marks.push(write(words, (at.0 + 16.0, line), SMALL, LIGHT));
        at.0 += 16.0 + text_width(words, SMALL) + 36.0;
    };
    entry("start", &|at| triangle(at, MARKER_SIZE * 0.8));
    if !map.path.is_empty() {
        entry(if map.solved > 1 { "nearest goal" } else { "goal" }, &|at| star(at, MARKER_SIZE * 0.8));
    }
    if map.solved > 1 {
        entry("other goals", &|at| diamond(at, 4.0));
    }
    if map.path.len() > 1 {
        let bend = |(x, y): Point| polyline(&[(x - 9.0, y + 4.0), (x, y - 4.0), (x + 9.0, y + 2.0)]);
        entry("a shortest solution", &|at| Mark::drawn(bend(at), LIGHT, PEN));
    }
    if map.lost > 0 && !scale.from_start {
        entry("no way to a goal", &|at| Mark::filled(Outline::Circle(at, 4.0), LOST));
    }
    marks
}

fn write(words: &str, at: Point, size: f32, ink: Colour) -> Mark {
    Mark::drawn(text(words, at, size, Anchor::Start), ink, 0.14 * size)
}

/// Returns the markers of solution, goals and start.
fn markers(map: &Map, points: &[Point], dot: f32) -> Vec<Mark> {
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
        marks.push(star(points[end as usize], MARKER_SIZE));
    }
    marks.extend(points.first().map(|&start| triangle(start, MARKER_SIZE)));
    marks
}

fn line(points: impl Iterator<Item = Point>) -> Vec<Segment> {
    let part = |(at, point)| if at == 0 { Segment::Move(point) } else { Segment::Line(point) };
    points.enumerate().map(part).collect()
}

fn polyline(points: &[Point]) -> Outline {
    Outline::Path(line(points.iter().copied()))
}

fn polygon(corners: &[Point], (right, down): Point, size: f32) -> Outline {
    let mut path = line(corners.iter().map(|&(x, y)| (right + x * size, down + y * size)));
    path.push(Segment::Close);
    Outline::Path(path)
}

/// Returns the marker of a solved position.
fn diamond(at: Point, size: f32) -> Mark {
    let corners = [(0.0, -1.3), (1.0, 0.0), (0.0, 1.3), (-1.0, 0.0)];
    Mark::filled(polygon(&corners, at, size), colour(0.0)).with_line(GROUND, 0.8)
}

/// Returns the marker of the start.
fn triangle(at: Point, size: f32) -> Mark {
    let corners = [(0.0, -1.1), (0.95, 0.65), (-0.95, 0.65)];
    Mark::filled(polygon(&corners, at, size), LIGHT).with_line(GROUND, 2.0)
}

/// Returns the marker of the end of the solution: a five-pointed star.
fn star(at: Point, size: f32) -> Mark {
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

/// The background of a map.
pub(super) const GROUND: Colour = Colour([14, 17, 27]);
/// Text, and the line of the solution.
pub(super) const LIGHT: Colour = Colour([246, 247, 250]);
/// Secondary text.
pub(super) const DIM: Colour = Colour([160, 167, 184]);
/// Positions that cannot reach a goal.
pub(super) const LOST: Colour = Colour([86, 90, 102]);

/// The colour stops from a goal to the farthest position.
const STOPS: [Colour; 7] = [
    Colour([255, 236, 92]),
    Colour([176, 221, 74]),
    Colour([78, 194, 122]),
    Colour([38, 160, 158]),
    Colour([52, 125, 178]),
    Colour([84, 92, 178]),
    Colour([104, 62, 152]),
];

/// Returns the colour of a fraction of the largest distance, from 0 at a goal to 1.
pub(super) fn colour(share: f32) -> Colour {
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f32;
    let before = (place as usize).min(STOPS.len() - 2);
    let (Colour(from), Colour(to)) = (STOPS[before], STOPS[before + 1]);
    let rest = place - before as f32;
    let mixed = |at: usize| (f32::from(from[at]) * (1.0 - rest) + f32::from(to[at]) * rest).round() as u8;
    Colour([mixed(0), mixed(1), mixed(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{brightness, contrast};

    #[test]
    fn brightness_falls_with_distance() {
        let bright: Vec<f64> = (0..=100_u16).map(|at| brightness(colour(f32::from(at) / 100.0))).collect();
        assert!(bright.windows(2).all(|pair| pair[0] >= pair[1]), "{bright:?}");
        let fifths = [0.0, 0.25, 0.5, 0.75, 1.0].map(colour);
        assert!(fifths.windows(2).all(|pair| contrast(pair[0], pair[1]) > 1.25), "{fifths:?}");
        assert_eq!((colour(0.0), colour(1.0)), (STOPS[0], STOPS[6]));
    }

    #[test]
    fn colours_contrast_with_the_background() {
        let all = (0..=10_u8).map(|at| colour(f32::from(at) / 10.0)).chain([LIGHT, DIM, LOST]);
        all.for_each(|colour| assert!(contrast(colour, GROUND) > 2.0, "{colour:?}"));
    }
}
