//! Graph layout: pivot MDS for the initial places, force-directed refinement with a Barnes–Hut
//! quadtree, rotation to the principal axis.
//!
//! Only sums, products, quotients and square roots are used, so that a layout is the same on every
//! machine.
//!
//! Initial places are found by pivot multidimensional scaling (Brandes and Pich 2006). The pivots
//! are positions far from each other. The squared distances to them, double-centred, are the
//! columns of a matrix; the two principal directions of its rows become the axes. So the map has
//! its overall shape before the forces act.

use fewest::service::{Context, Map, Stop};

mod forces;

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
    let _lease = cx.lease(count * 8 * (MOST_PIVOTS + 16) + pairs.len() * 16)?;
    let graph = Graph::of(count, pairs, cx)?;
    let mut points = pivot_mds(&graph, cx)?;
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

/// The number of positions between two polls.
const POSITIONS_PER_POLL: usize = 1 << 14;

/// A point of the layout.
pub(crate) type Vec2 = [f64; 2];

/// An undirected graph as adjacency lists.
pub(super) struct Graph {
    /// The start of each adjacency list, and the end of the last.
    starts: Vec<usize>,
    neighbours: Vec<u32>,
}

impl Graph {
    /// Builds the graph of `count` nodes. Adjacency lists are sorted and free of duplicates.
    ///
    /// # Errors
    /// The reason why `cx` stops.
    pub(super) fn of(count: usize, pairs: &[(u32, u32)], cx: &Context<'_>) -> Result<Self, Stop> {
        let both = || pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let mut starts = vec![0; count + 1];
        both().for_each(|(from, _)| starts[from as usize + 1] += 1);
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        cx.poll()?;
        let mut free = starts.clone();
        let mut all = vec![0; 2 * pairs.len()];
        for (from, to) in both() {
            all[free[from as usize]] = to;
            free[from as usize] += 1;
        }
        let mut neighbours = Vec::with_capacity(all.len());
        for at in 0..count {
            if at % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            let here = &mut all[starts[at]..starts[at + 1]];
            here.sort_unstable();
            starts[at] = neighbours.len();
            for &to in here.iter() {
                if neighbours.len() == starts[at] || neighbours.last() != Some(&to) {
                    neighbours.push(to);
                }
            }
        }
        starts[count] = neighbours.len();
        Ok(Self { starts, neighbours })
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn neighbours(&self, position: usize) -> &[u32] {
        &self.neighbours[self.starts[position]..self.starts[position + 1]]
    }

    /// Returns the distances from one node to all others by breadth-first search; `u32::MAX` for
    /// unreachable nodes.
    ///
    /// # Errors
    /// The reason why `cx` stops.
    pub(super) fn distances(&self, from: usize, cx: &Context<'_>) -> Result<Vec<u32>, Stop> {
        let mut distances = vec![u32::MAX; self.len()];
        distances[from] = 0;
        let mut queue = vec![from];
        let mut at = 0;
        while let Some(&position) = queue.get(at) {
            if at % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            for &next in self.neighbours(position) {
                let next = next as usize;
                if distances[next] == u32::MAX {
                    distances[next] = distances[position] + 1;
                    queue.push(next);
                }
            }
            at += 1;
        }
        Ok(distances)
    }
}

/// The number of pivots of a large map.
pub(super) const MOST_PIVOTS: usize = 60;
/// The number of points between two polls.
const POINTS_PER_POLL: usize = 1 << 14;
/// The number of power iterations per axis.
const POWER_ITERATIONS: usize = 200;
/// The size of the jitter that separates positions with the same distances.
const JITTER: f64 = 0.3;

fn pivot_mds(graph: &Graph, cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
    let columns = columns(graph, cx)?;
    let count = columns.len();
    // The Gram matrix of the columns; its eigenvectors are the coefficients of the axes.
    let product = |one: &Vec<f64>, other: &Vec<f64>| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut products: Vec<Vec<f64>> = Vec::with_capacity(count);
    for one in &columns {
        let mut row = Vec::with_capacity(count);
        for other in &columns {
            cx.poll()?;
            row.push(product(one, other));
        }
        products.push(row);
    }
    let mut points: Vec<Vec2> = (0..graph.len()).map(|at| [jitter(2 * at), jitter(2 * at + 1)]).collect();
    for axis in 0..2 {
        cx.poll()?;
        let (length, mix) = dominant_eigenpair(&products);
        if length <= 1e-9 {
            break;
        }
        // With all positions as pivots this is classical scaling; with fewer pivots the length is
        // corrected by the root of their fraction.
        let factor = ((graph.len() as f64 / count as f64).sqrt() / length.sqrt()).sqrt();
        for (point, place) in points.iter_mut().enumerate() {
            if point % POINTS_PER_POLL == 0 {
                cx.poll()?;
            }
            let along: f64 = columns.iter().zip(&mix).map(|(column, share)| column[point] * share).sum();
            place[axis] += along * factor;
        }
        for (row, one) in products.iter_mut().zip(&mix) {
            row.iter_mut().zip(&mix).for_each(|(value, other)| *value -= length * one * other);
        }
    }
    Ok(points)
}

/// Returns the double-centred squared distances to each pivot. The pivots are chosen by the max–min
/// rule.
fn columns(graph: &Graph, cx: &Context<'_>) -> Result<Vec<Vec<f64>>, Stop> {
    let mut nearest = vec![u32::MAX; graph.len()];
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut pivot = 0;
    while columns.len() < MOST_PIVOTS.min(graph.len()) {
        cx.poll()?;
        let distances = graph.distances(pivot, cx)?;
        nearest.iter_mut().zip(&distances).for_each(|(near, &far)| *near = (*near).min(far));
        columns.push(distances.iter().map(|&far| f64::from(far) * f64::from(far)).collect());
        // The next pivot is the first of the positions farthest from all pivots.
        let far = nearest.iter().copied().max().unwrap_or(0);
        pivot = nearest.iter().position(|&near| near == far).unwrap_or(0);
    }
    let mut rows = vec![0.0; graph.len()];
    for column in &columns {
        cx.poll()?;
        rows.iter_mut().zip(column).for_each(|(row, value)| *row += value / columns.len() as f64);
    }
    let all = rows.iter().sum::<f64>() / graph.len() as f64;
    for column in &mut columns {
        cx.poll()?;
        let mean = column.iter().sum::<f64>() / graph.len() as f64;
        column.iter_mut().zip(&rows).for_each(|(value, row)| *value = -0.5 * (*value - row - mean + all));
    }
    Ok(columns)
}

/// Returns the largest eigenvalue of a symmetric matrix and its eigenvector, by power iteration.
fn dominant_eigenpair(matrix: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let mut vector: Vec<f64> = (0..matrix.len()).map(|at| 1.0 + jitter(at)).collect();
    let mut length = 0.0;
    for _ in 0..POWER_ITERATIONS {
        let next: Vec<f64> =
            matrix.iter().map(|row| row.iter().zip(&vector).map(|(a, b)| a * b).sum()).collect();
        length = next.iter().map(|value| value * value).sum::<f64>().sqrt();
        if length <= 1e-9 {
            return (0.0, next);
        }
        vector = next.into_iter().map(|value| value / length).collect();
    }
    (length, vector)
}

/// Returns a pseudo-random number between -[`JITTER`] and [`JITTER`].
fn jitter(number: usize) -> f64 {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let share = (mixed >> 40) as f64 / (1_u64 << 24) as f64;
    (2.0 * share - 1.0) * JITTER
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
