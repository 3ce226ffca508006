//! Force-directed layout: springs along edges, repulsion between all points, and a step length that
//! decreases (Fruchterman and Reingold 1991, Hu 2005).

use fewest::{Context, Stop};

use super::graph::{Graph, Vec2};
use super::quadtree::QuadTree;

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
