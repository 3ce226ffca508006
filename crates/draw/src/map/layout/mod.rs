//! Graph layout: pivot MDS for the initial places, force-directed refinement with a Barnes–Hut
//! quadtree, rotation to the principal axis.
//!
//! Only sums, products, quotients and square roots are used, so that a layout is the same on every
//! machine.

mod forces;
mod graph;
mod pivot_mds;
mod quadtree;

use fewest::{Context, Map, Stop};

use graph::Graph;
pub(crate) use graph::Vec2;

/// The longest side of a map after layout.
const SIDE: f64 = 1_000.0;

/// Computes the places of all positions and writes them into the map. The result is deterministic.
///
/// # Errors
/// The reason why `cx` stops.
pub fn lay_out(map: &mut Map, cx: &Context<'_>) -> Result<(), Stop> {
    let mut points = layout_graph(map.len(), &map.edges, cx)?;
    orient(map, &mut points);
    map.places = places(&points);
    Ok(())
}

/// Returns a point for each of `count` nodes with the given edges.
pub(crate) fn layout_graph(count: usize, pairs: &[(u32, u32)], cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
    // Distances to the pivots, points, forces and quadtree; the edges in both directions, twice.
    let _lease = cx.lease(count * 8 * (pivot_mds::MOST_PIVOTS + 16) + pairs.len() * 16)?;
    let graph = Graph::of(count, pairs, cx)?;
    let mut points = pivot_mds::pivot_mds(&graph, cx)?;
    forces::relax(&graph, &mut points, cx)?;
    Ok(points)
}

/// Scales points to places from 0 to [`SIDE`], rounded to hundredths.
fn places(points: &[Vec2]) -> Vec<(f32, f32)> {
    let bound = |axis: usize, pick: fn(f64, f64) -> f64| points.iter().map(|point| point[axis]).reduce(pick);
    let least = [0, 1].map(|axis| bound(axis, f64::min).unwrap_or(0.0));
    let most = [0, 1].map(|axis| bound(axis, f64::max).unwrap_or(0.0));
    let longest = (most[0] - least[0]).max(most[1] - least[1]);
    let factor = if longest > 0.0 { SIDE / longest } else { 1.0 };
    let place =
        |axis: usize, point: &Vec2| ((point[axis] - least[axis]) * factor * 100.0).round() as f32 / 100.0;
    points.iter().map(|point| (place(0, point), place(1, point))).collect()
}

pub(crate) fn orient(map: &Map, points: &mut [Vec2]) {
    let count = points.len().max(1) as f64;
    let sum = points.iter().fold([0.0, 0.0], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
    let middle = sum.map(|all| all / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for point in points.iter_mut() {
        *point = [point[0] - middle[0], point[1] - middle[1]];
        xx += point[0] * point[0];
        xy += point[0] * point[1];
        yy += point[1] * point[1];
    }
    let [right, down] = principal_axis(xx, xy, yy);
    for point in points.iter_mut() {
        *point = [point[0] * right + point[1] * down, point[1] * right - point[0] * down];
    }
    // The first position is the start.
    let flips = points.first().map_or([false, false], |start| start.map(|value| value > 0.0));
    // The solution runs from left to right.
    let ends = map.path.last().and_then(|&end| points.get(end as usize)).zip(points.first());
    let backwards = ends.map_or(flips[0], |(end, start)| end[0] < start[0]);
    for point in points {
        *point = [if backwards { -point[0] } else { point[0] }, if flips[1] { -point[1] } else { point[1] }];
    }
}

/// Returns the unit eigenvector of the larger eigenvalue of the scatter matrix.
fn principal_axis(xx: f64, xy: f64, yy: f64) -> Vec2 {
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    // Of the two formulas of the vector, the one without cancellation.
    let direction = if half >= 0.0 { [half + root, xy] } else { [xy, root - half] };
    let length = (direction[0] * direction[0] + direction[1] * direction[1]).sqrt();
    if length > 1e-12 { direction.map(|part| part / length) } else { [1.0, 0.0] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_principal_axis_is_horizontal_and_the_start_at_the_left() {
        let map = Map { path: vec![0, 2], ..Map::default() };
        let mut points = vec![[5.0, 5.0], [4.0, 4.2], [1.0, 1.0]];
        orient(&map, &mut points);
        assert!(points[0][0] < points[1][0] && points[1][0] < points[2][0], "{points:?}");
        assert!(points.iter().all(|point| point[1].abs() < 0.2), "{points:?}");
        let width = points[2][0] - points[0][0];
        assert!((width - 32.0_f64.sqrt()).abs() < 1e-3, "turning keeps lengths: {width}");
    }
}
