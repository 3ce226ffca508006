//! Pivot multidimensional scaling (Brandes and Pich 2006), for the initial places.
//!
//! The pivots are positions far from each other. The squared distances to them, double-centred, are
//! the columns of a matrix; the two principal directions of its rows become the axes. So the map
//! has its overall shape before the forces act.

use fewest::{Context, Stop};

use super::graph::{Graph, Vec2};

/// The number of pivots of a large map.
pub(super) const MOST_PIVOTS: usize = 60;
/// The number of points between two polls.
const POINTS_PER_POLL: usize = 1 << 14;
/// The number of power iterations per axis.
const POWER_ITERATIONS: usize = 200;
/// The size of the jitter that separates positions with the same distances.
const JITTER: f64 = 0.3;

pub(super) fn pivot_mds(graph: &Graph, cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
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
