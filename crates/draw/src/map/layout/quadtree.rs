//! The plane in quarters, and these in quarters again: many far points push like one heavy point (Barnes and Hut, 1986).

use super::graph::Vec2;

/// A square of the plane with the points in it.
struct QuadCell {
    /// The middle of its points.
    middle: Vec2,
    mass: f64,
    /// The square of its side, over that of the opening angle: from farther away it is one point.
    reach: f64,
    /// The square that comes after all its quarters.
    after: u32,
    /// Its points, if it has no quarters.
    points: std::ops::Range<u32>,
}

/// All squares, each before its quarters.
pub(super) struct QuadTree {
    cells: Vec<QuadCell>,
    /// The points in the order of squares.
    spots: Vec<Vec2>,
}

/// Bits of a place along each side.
const BITS: u32 = 16;
/// Points that are not divided further.
const FEW: usize = 6;
/// The parts of a push, at the distance 1.
const FAR: f64 = 0.06;
const NEAR: f64 = 0.5;
/// How large a square may look that counts as one point, squared.
const OPENING_ANGLE_SQUARED: f64 = 0.9 * 0.9;

impl QuadTree {
    pub(super) fn of(spots: &[Vec2]) -> Self {
        let bound = |axis: usize, pick: fn(f64, f64) -> f64| {
            spots.iter().map(|spot| spot[axis]).reduce(pick).unwrap_or(0.0)
        };
        let corner = [bound(0, f64::min), bound(1, f64::min)];
        let side = (bound(0, f64::max) - corner[0]).max(bound(1, f64::max) - corner[1]).max(1e-9) * 1.000_001;
        let cells = f64::from(1_u32 << BITS);
        let code = |spot: &Vec2| {
            let [right, down] = [0, 1].map(|axis| ((spot[axis] - corner[axis]) / side * cells) as u32);
            spread_bits(right) | spread_bits(down) << 1
        };
        let mut sorted: Vec<(u32, u32)> = (0_u32..).zip(spots).map(|(at, spot)| (code(spot), at)).collect();
        sorted.sort_unstable();
        let mut tree = Self {
            cells: Vec::with_capacity(spots.len()),
            spots: sorted.iter().map(|&(_, at)| spots[at as usize]).collect(),
        };
        tree.divide(&sorted, 0, 0, side);
        tree
    }

    /// Adds the square of these points, which begin at number `first`.
    fn divide(&mut self, points: &[(u32, u32)], first: usize, level: u32, side: f64) {
        let mass = points.len() as f64;
        let here = &self.spots[first..first + points.len()];
        let sum = here.iter().fold([0.0, 0.0], |sum, spot| [sum[0] + spot[0], sum[1] + spot[1]]);
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

    /// The sum of the pushes of all points on one: each along the line between them, and weaker with their distance.
    pub(super) fn repulsion(&self, on: Vec2) -> Vec2 {
        let mut sum = [0.0, 0.0];
        let mut add = |from: Vec2, mass: f64| {
            let away = [on[0] - from[0], on[1] - from[1]];
            let square = away[0] * away[0] + away[1] * away[1];
            // The point itself, or one that nothing can tell apart from it.
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
                self.spots[points].iter().for_each(|&spot| add(spot, 1.0));
                at = square.after as usize;
            }
        }
        sum
    }
}

/// How strongly a point pushes another, over their distance, by the square of that. A part that falls with the distance spreads the whole out
/// so that its parts are seen; a part that falls with its square gives neighbours room, and is hardly felt far away.
fn repulsion_factor(square: f64) -> f64 {
    (FAR + NEAR / square.sqrt()) / square
}

/// The bits of a number with a gap after each.
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
    fn bits_are_spaced() {
        assert_eq!([0b1, 0b11, 0b101, 0xffff].map(spread_bits), [0b1, 0b101, 0b1_0001, 0x5555_5555]);
    }

    #[test]
    fn squares_push_nearly_as_their_points_do() {
        let spots: Vec<Vec2> =
            (0..2_000_u32).map(|at| [f64::from(at * 7919 % 1009), f64::from(at * 104_729 % 997)]).collect();
        let tree = QuadTree::of(&spots);
        assert_eq!(tree.cells[0].mass, 2_000.0);
        for &on in spots.iter().step_by(97) {
            let exact = spots.iter().fold([0.0, 0.0], |sum, from| {
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
