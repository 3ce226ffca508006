//! Barnes–Hut quadtree (Barnes and Hut 1986): the repulsion of distant points is approximated by
//! that of their centre of mass.

use super::graph::Vec2;

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
/// term that falls with the distance spreads out the whole map; the term that falls with its square
/// separates neighbours and is negligible far away.
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
