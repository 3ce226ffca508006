//! Force-directed layout: springs along edges, repulsion between all points, and a step length that
//! decreases (Fruchterman and Reingold 1991, Hu 2005). A Barnes–Hut quadtree (Barnes and Hut 1986)
//! approximates the repulsion of distant points by that of their centre of mass.

use fewest::service::{Context, Stop};

use super::{Graph, Vec2};

/// The length of the last steps; springs have a length of about 1.
const LAST_STEP: f64 = 0.01;
/// The number of points from which more than one thread is used.
const PARALLEL_FROM: usize = 1_000;

/// Moves each point along its force, in steps of decreasing length.
pub(super) fn relax(graph: &Graph, points: &mut [Vec2], cx: &Context<'_>) -> Result<(), Stop> {
    let rounds = match graph.len() {
        0..=1 => return Ok(()),
        2..=3_000 => 600,
        3_001..=12_000 => 300,
        12_001..=40_000 => 160,
        _ => 100,
    };
    let widest = points.iter().flatten().fold(1.0_f64, |most, value| most.max(value.abs()));
    let first = widest * 0.1;
    for round in 0..rounds {
        cx.poll()?;
        let rest = 1.0 - f64::from(round) / f64::from(rounds);
        let longest = first * rest * rest * rest + LAST_STEP;
        let steps = steps(graph, points, longest, cx)?;
        for (point, step) in points.iter_mut().zip(steps) {
            point[0] += step[0];
            point[1] += step[1];
        }
    }
    Ok(())
}

/// The number of points between two polls.
const POINTS_PER_POLL: usize = 1 << 10;

/// Returns the step of each point. It depends on the current points only, so the result is the same
/// for any number of threads.
fn steps(graph: &Graph, points: &[Vec2], longest: f64, cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
    let tree = QuadTree::of(points);
    cx.poll()?;
    let mut steps = vec![[0.0, 0.0]; points.len()];
    let threads = if points.len() < PARALLEL_FROM { 1 } else { cx.threads };
    let chunk = points.len().div_ceil(threads).max(1);
    // Fills one chunk and calls `poll` regularly.
    let fill = |part: &mut [Vec2], first: usize, poll: &dyn Fn() -> Result<(), Stop>| {
        for (few, from) in part.chunks_mut(POINTS_PER_POLL).zip((first..).step_by(POINTS_PER_POLL)) {
            poll()?;
            few.iter_mut().zip(from..).for_each(|(to, at)| *to = step(graph, points, &tree, at, longest));
        }
        Ok(())
    };
    // A browser has no threads: known at compile time, the code that spawns them is left out.
    if cfg!(target_family = "wasm") || threads == 1 {
        fill(&mut steps, 0, &|| cx.poll())?;
        return Ok(steps);
    }
    let (mine, others) = steps.split_at_mut(chunk.min(points.len()));
    std::thread::scope(|scope| {
        for (number, part) in others.chunks_mut(chunk).enumerate() {
            let fill = &fill;
            scope.spawn(move || fill(part, (number + 1) * chunk, &|| cx.check()));
        }
        fill(mine, 0, &|| cx.poll())
    })?;
    cx.check().map(|()| steps)
}

fn step(graph: &Graph, points: &[Vec2], tree: &QuadTree, at: usize, longest: f64) -> Vec2 {
    let here = points[at];
    let mut force = tree.repulsion(here);
    for &other in graph.neighbours(at) {
        let there = points[other as usize];
        let towards = [there[0] - here[0], there[1] - here[1]];
        let distance = (towards[0] * towards[0] + towards[1] * towards[1]).sqrt();
        force[0] += towards[0] * distance;
        force[1] += towards[1] * distance;
    }
    let strength = (force[0] * force[0] + force[1] * force[1]).sqrt();
    let chunk = if strength > longest { longest / strength } else { 1.0 };
    [force[0] * chunk, force[1] * chunk]
}

/// A cell of the quadtree.
struct QuadCell {
    /// The centre of mass of its points.
    middle: Vec2,
    mass: f64,
    /// The squared side over the squared opening angle: at a larger squared distance the cell
    /// counts as one point.
    reach: f64,
    /// The index of the cell after its subtree.
    after: u32,
    /// Its points if it is a leaf.
    points: std::ops::Range<u32>,
}

/// The quadtree in preorder.
pub(super) struct QuadTree {
    cells: Vec<QuadCell>,
    /// The points in Morton order.
    bodies: Vec<Vec2>,
}

/// The number of bits of a Morton code per axis, which is the depth limit.
const BITS: u32 = 16;
/// The largest number of points of a leaf.
const FEW: usize = 6;
/// The two terms of the repulsion at distance 1.
const FAR: f64 = 0.06;
const NEAR: f64 = 0.5;
/// The squared opening angle: the largest ratio of side to distance of a cell that counts as one
/// point.
const OPENING_ANGLE_SQUARED: f64 = 0.9 * 0.9;

impl QuadTree {
    pub(super) fn of(bodies: &[Vec2]) -> Self {
        let bound = |axis: usize, pick: fn(f64, f64) -> f64| {
            bodies.iter().map(|body| body[axis]).reduce(pick).unwrap_or(0.0)
        };
        let corner = [bound(0, f64::min), bound(1, f64::min)];
        let side = (bound(0, f64::max) - corner[0]).max(bound(1, f64::max) - corner[1]).max(1e-9) * 1.000_001;
        let cells = f64::from(1_u32 << BITS);
        let code = |body: &Vec2| {
            let [right, down] = [0, 1].map(|axis| ((body[axis] - corner[axis]) / side * cells) as u32);
            spread_bits(right) | spread_bits(down) << 1
        };
        let mut sorted: Vec<(u32, u32)> = (0_u32..).zip(bodies).map(|(at, body)| (code(body), at)).collect();
        sorted.sort_unstable();
        let mut tree = Self {
            cells: Vec::with_capacity(bodies.len()),
            bodies: sorted.iter().map(|&(_, at)| bodies[at as usize]).collect(),
        };
        tree.divide(&sorted, 0, 0, side);
        tree
    }

    /// Adds the cell of these points, the first of which has the index `first`, and its subtree.
    fn divide(&mut self, points: &[(u32, u32)], first: usize, level: u32, side: f64) {
        let mass = points.len() as f64;
        let here = &self.bodies[first..first + points.len()];
        let sum = here.iter().fold([0.0, 0.0], |sum, body| [sum[0] + body[0], sum[1] + body[1]]);
        let number = self.cells.len();
        let is_leaf = points.len() <= FEW || level == BITS;
        self.cells.push(QuadCell {
            middle: [sum[0] / mass.max(1.0), sum[1] / mass.max(1.0)],
            mass,
            reach: side * side / OPENING_ANGLE_SQUARED,
            after: 0,
            points: if is_leaf { first as u32..(first + points.len()) as u32 } else { 0..0 },
        });
        if !is_leaf {
            let quarter = |code: u32| code >> (2 * (BITS - 1 - level)) & 3;
            let mut from = 0;
            for which in 0..4 {
                let to = points.partition_point(|&(code, _)| quarter(code) <= which);
                if to > from {
                    self.divide(&points[from..to], first + from, level + 1, side / 2.0);
                }
                from = to;
            }
        }
        self.cells[number].after = self.cells.len() as u32;
    }

    /// Returns the total repulsion of all points on one.
    pub(super) fn repulsion(&self, on: Vec2) -> Vec2 {
        let mut sum = [0.0, 0.0];
        let mut add = |from: Vec2, mass: f64| {
            let away = [on[0] - from[0], on[1] - from[1]];
            let square = away[0] * away[0] + away[1] * away[1];
            // The point itself, or a coincident one.
            if square > 1e-18 {
                let repulsion = mass * repulsion_factor(square);
                sum[0] += away[0] * repulsion;
                sum[1] += away[1] * repulsion;
            }
        };
        let mut at = 0;
        while let Some(square) = self.cells.get(at) {
            let away = [on[0] - square.middle[0], on[1] - square.middle[1]];
            if away[0] * away[0] + away[1] * away[1] > square.reach {
                add(square.middle, square.mass);
                at = square.after as usize;
            } else if square.points.is_empty() {
                at += 1;
            } else {
                let points = square.points.start as usize..square.points.end as usize;
                self.bodies[points].iter().for_each(|&body| add(body, 1.0));
                at = square.after as usize;
            }
        }
        sum
    }
}

/// Returns the repulsion between two points over their distance, given the squared distance. The
/// term that falls with the distance spreads out all of the map; the term that falls with its
/// square separates neighbours and is negligible far away.
fn repulsion_factor(square: f64) -> f64 {
    (FAR + NEAR / square.sqrt()) / square
}

/// Spreads the lower 16 bits of a number to the even bits, for Morton codes.
fn spread_bits(number: u32) -> u32 {
    let mut bits = number & 0xffff;
    bits = (bits | bits << 8) & 0x00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_spread_to_even_places() {
        assert_eq!([0b1, 0b11, 0b101, 0xffff].map(spread_bits), [0b1, 0b101, 0b1_0001, 0x5555_5555]);
    }

    #[test]
    fn repulsion_is_close_to_the_exact_sum() {
        let bodies: Vec<Vec2> =
            (0..2_000_u32).map(|at| [f64::from(at * 7919 % 1009), f64::from(at * 104_729 % 997)]).collect();
        let tree = QuadTree::of(&bodies);
        assert_eq!(tree.cells[0].mass, 2_000.0);
        for &on in bodies.iter().step_by(97) {
            let exact = bodies.iter().fold([0.0, 0.0], |sum, from| {
                let away = [on[0] - from[0], on[1] - from[1]];
                let square = away[0] * away[0] + away[1] * away[1];
                let repulsion = if square > 0.0 { repulsion_factor(square) } else { 0.0 };
                [sum[0] + away[0] * repulsion, sum[1] + away[1] * repulsion]
            });
            let repulsion = tree.repulsion(on);
            let error = ((repulsion[0] - exact[0]).powi(2) + (repulsion[1] - exact[1]).powi(2)).sqrt();
            let size = (exact[0] * exact[0] + exact[1] * exact[1]).sqrt();
            assert!(error < 0.05 * size + 0.005, "{repulsion:?} {exact:?}");
        }
    }
}
