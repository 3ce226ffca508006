//! First places: pivot MDS (Brandes and Pich, 2006).
//!
//! Some positions far from each other are the pivots. The squared distances to them, centred, are the columns of a matrix; the two
//! directions in which its rows differ most become right and down. So the map has its shape before any force is at work.

use fewest::{Context, Stop};

use super::graph::{Graph, Vec2};

/// Pivots of a large map.
pub(super) const MOST_PIVOTS: usize = 60;
/// Spots between two looks at the host.
const POINTS_PER_POLL: usize = 1 << 14;
/// Rounds in which a direction is found.
const POWER_ITERATIONS: usize = 200;
/// Positions with the same distances would lie upon each other.
const JITTER: f64 = 0.3;

pub(super) fn pivot_mds(graph: &Graph, cx: &Context<'_>) -> Result<Vec<Vec2>, Stop> {
    let columns = columns(graph, cx)?;
    let count = columns.len();
    // The products of columns; its eigenvectors say how columns mix to the directions.
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
    let mut spots: Vec<Vec2> = (0..graph.len()).map(|at| [jitter(2 * at), jitter(2 * at + 1)]).collect();
    for axis in 0..2 {
        cx.poll()?;
        let (length, mix) = dominant_eigenpair(&products);
        if length <= 1e-9 {
            break;
        }
        // With all positions as pivots this is classical scaling; with fewer the length grows with the root of their share.
        let factor = ((graph.len() as f64 / count as f64).sqrt() / length.sqrt()).sqrt();
        for (spot, place) in spots.iter_mut().enumerate() {
            if spot % POINTS_PER_POLL == 0 {
                cx.poll()?;
            }
            let along: f64 = columns.iter().zip(&mix).map(|(column, share)| column[spot] * share).sum();
            place[axis] += along * factor;
        }
        for (row, one) in products.iter_mut().zip(&mix) {
            row.iter_mut().zip(&mix).for_each(|(value, other)| *value -= length * one * other);
        }
    }
    Ok(spots)
}

/// For every pivot the squared distances to it, centred in both ways.
fn columns(graph: &Graph, cx: &Context<'_>) -> Result<Vec<Vec<f64>>, Stop> {
    let mut nearest = vec![u32::MAX; graph.len()];
    let mut columns: Vec<Vec<f64>> = Vec::new();
    let mut pivot = 0;
    while columns.len() < MOST_PIVOTS.min(graph.len()) {
        cx.poll()?;
        let distances = graph.distances(pivot, cx)?;
        nearest.iter_mut().zip(&distances).for_each(|(near, &far)| *near = (*near).min(far));
        columns.push(distances.iter().map(|&far| f64::from(far) * f64::from(far)).collect());
        // The next is as far from all as any; of those the first.
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

/// The greatest eigenvalue of a symmetric matrix and its vector, by multiplying again and again.
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

/// A number between plus and minus [`JITTER`] that follows no pattern.
fn jitter(number: usize) -> f64 {
    let mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let share = (mixed >> 40) as f64 / (1_u64 << 24) as f64;
    (2.0 * share - 1.0) * JITTER
}
