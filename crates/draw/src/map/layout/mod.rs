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
    let mut spots = layout_graph(map.len(), &map.edges, cx)?;
    orient(map, &mut spots);
    map.places = places(&spots);
    Ok(())
}

/// Returns a point for each of `count` nodes with the given edges.
pub(crate) fn layout_graph(count: usize, pairs: &[(u32, u32)], cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
    // Distances to the pivots, points, forces and quadtree; the edges in both directions, twice.
    let _lease = cx.lease(count * 8 * (pivot_mds::MOST_PIVOTS + 16) + pairs.len() * 16)?;
    let graph = Graph::of(count, pairs, cx)?;
    let mut spots = pivot_mds::pivot_mds(&graph, cx)?;
    forces::relax(&graph, &mut spots, cx)?;
    Ok(spots)
}

/// Scales points to places from 0 to [`SIDE`], rounded to hundredths.
fn places(spots: &[Vec2]) -> Vec<(f32, f32)> {
    let bound = |axis: usize, pick: fn(f64, f64) -> f64| spots.iter().map(|spot| spot[axis]).reduce(pick);
    let least = [0, 1].map(|axis| bound(axis, f64::min).unwrap_or(0.0));
    let most = [0, 1].map(|axis| bound(axis, f64::max).unwrap_or(0.0));
    let longest = (most[0] - least[0]).max(most[1] - least[1]);
    let factor = if longest > 0.0 { SIDE / longest } else { 1.0 };
    let place =
        |axis: usize, spot: &Vec2| ((spot[axis] - least[axis]) * factor * 100.0).round() as f32 / 100.0;
    spots.iter().map(|spot| (place(0, spot), place(1, spot))).collect()
}

pub(crate) fn orient(map: &Map, spots: &mut [Vec2]) {
    let count = spots.len().max(1) as f64;
    let sum = spots.iter().fold([0.0, 0.0], |sum, spot| [sum[0] + spot[0], sum[1] + spot[1]]);
    let middle = sum.map(|all| all / count);
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for spot in spots.iter_mut() {
        *spot = [spot[0] - middle[0], spot[1] - middle[1]];
        xx += spot[0] * spot[0];
        xy += spot[0] * spot[1];
        yy += spot[1] * spot[1];
    }
    let [right, down] = principal_axis(xx, xy, yy);
    for spot in spots.iter_mut() {
        *spot = [spot[0] * right + spot[1] * down, spot[1] * right - spot[0] * down];
    }
    // The first position is the start.
    let flips = spots.first().map_or([false, false], |start| start.map(|value| value > 0.0));
    // The solution runs from left to right.
    let ends = map.path.last().and_then(|&end| spots.get(end as usize)).zip(spots.first());
    let backwards = ends.map_or(flips[0], |(end, start)| end[0] < start[0]);
    for spot in spots {
        *spot = [if backwards { -spot[0] } else { spot[0] }, if flips[1] { -spot[1] } else { spot[1] }];
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
    fn the_longest_side_lies_flat_and_the_start_at_the_left() {
        let map = Map { path: vec![0, 2], ..Map::default() };
        let mut spots = vec![[5.0, 5.0], [4.0, 4.2], [1.0, 1.0]];
        orient(&map, &mut spots);
        assert!(spots[0][0] < spots[1][0] && spots[1][0] < spots[2][0], "{spots:?}");
        assert!(spots.iter().all(|spot| spot[1].abs() < 0.2), "{spots:?}");
        let width = spots[2][0] - spots[0][0];
        assert!((width - 32.0_f64.sqrt()).abs() < 1e-3, "turning keeps lengths: {width}");
    }
}
