//! The places of shapes on wires.
//!
//! The columns and rows of the puzzle are kept as long as no wire runs over a third light.
//! Otherwise the shapes get a force-directed layout like maps, after which shapes and wires that
//! are too close are pushed apart.

use std::collections::HashMap;

use fewest::service::{Context, Map, Scene, Stop, Wire};

use crate::graph_layout::{self, Vec2};

/// The distance of neighbouring shapes where columns and rows are kept, in cells.
const GRID_STEP: f64 = 1.8;
/// The mean length of wires, and the least distance of two shapes, in cells.
const WIRE_LENGTH: f64 = 2.4;
const NEAREST: f64 = 1.4;
/// The least distance of a wire to a light that it does not connect, in cells.
const CLEARANCE: f64 = 0.65;
/// The limits of the separation: iterations, and distance computations in total.
const MOST_ROUNDS: usize = 400;
const MOST_WORK: usize = 4_000_000;
/// The radius of a light, in cells.
pub(crate) const RADIUS: f32 = 0.42;
/// The unit of places: hundredths of a cell.
const HUNDREDTHS: f64 = 100.0;

/// Returns the places of the shapes of a scene with wires, in hundredths of a cell; empty if it has
/// no wires. Places that the scene has already are kept.
///
/// # Errors
/// The reason why `cx` stops.
pub(crate) fn place_shapes(scene: &Scene, cx: &Context<'_>) -> Result<Vec<(u32, u32)>, Stop> {
    if scene.wires.is_empty() || scene.spots.len() == scene.shapes.len() {
        return Ok(scene.spots.clone());
    }
    let numbers: HashMap<usize, u32> = scene.shapes.iter().map(|shape| shape.id).zip(0..).collect();
    let pair = |wire: &Wire| Some((*numbers.get(&wire.from)?, *numbers.get(&wire.to)?));
    let pairs: Vec<(u32, u32)> = scene.wires.iter().filter_map(pair).collect();
    let cells = scene.shapes.iter().filter_map(|shape| shape.cells.first());
    let mut found: Vec<Vec2> =
        cells.map(|&(column, row)| [column as f64 * GRID_STEP, row as f64 * GRID_STEP]).collect();
    if found.len() == scene.shapes.len() && !wire_crosses_light(&found, &pairs) {
        return Ok(to_hundredths(&found));
    }
    found =
        graph_layout::layout_graph(scene.shapes.len(), &connect_components(scene.shapes.len(), &pairs), cx)?;
    graph_layout::orient(&Map::default(), &mut found);
    scale_layout(&mut found, &pairs);
    separate(&mut found, &pairs);
    Ok(to_hundredths(&found))
}

/// Returns the edges with additional ones between consecutive components, so that the graph is
/// connected.
fn connect_components(count: usize, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut component: Vec<usize> = (0..count).collect();
    let mut all = pairs.to_vec();
    for &(one, other) in pairs {
        let (one, other) =
            (find_root(&mut component, one as usize), find_root(&mut component, other as usize));
        component[one.max(other)] = one.min(other);
    }
    let firsts: Vec<u32> = (0..count).filter(|&at| component[at] == at).map(|at| at as u32).collect();
    all.extend(firsts.windows(2).map(|two| (two[0], two[1])));
    all
}

/// Returns the representative of a component (union–find with path halving).
fn find_root(component: &mut [usize], mut at: usize) -> usize {
    while component[at] != at {
        component[at] = component[component[at]];
        at = component[at];
    }
    at
}

/// Returns whether a wire is closer than [`CLEARANCE`] to a light that it does not connect.
fn wire_crosses_light(spots: &[Vec2], pairs: &[(u32, u32)]) -> bool {
    pairs.iter().any(|&(one, other)| {
        let (from, to) = (spots[one as usize], spots[other as usize]);
        let third = |at: usize| at != one as usize && at != other as usize;
        spots
            .iter()
            .enumerate()
            .any(|(at, &spot)| third(at) && distance(spot, nearest_on(spot, from, to)) < CLEARANCE)
    })
}

/// Returns the point of a segment that is nearest to a point.
fn nearest_on(point: Vec2, from: Vec2, to: Vec2) -> Vec2 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let along = (point[0] - from[0]) * way[0] + (point[1] - from[1]) * way[1];
    let share = if square > 0.0 { (along / square).clamp(0.0, 1.0) } else { 0.0 };
    [from[0] + share * way[0], from[1] + share * way[1]]
}

fn distance(one: Vec2, other: Vec2) -> f64 {
    let (right, down) = (one[0] - other[0], one[1] - other[1]);
    (right * right + down * down).sqrt()
}

/// Scales the layout to the wire length and the least distance of shapes, up to a limit of its
/// size.
fn scale_layout(spots: &mut [Vec2], pairs: &[(u32, u32)]) {
    let lengths = pairs.iter().map(|&(one, other)| distance(spots[one as usize], spots[other as usize]));
    let mean = lengths.sum::<f64>() / pairs.len().max(1) as f64;
    let mut nearest = f64::INFINITY;
    for (at, &one) in spots.iter().enumerate() {
        nearest = spots[at + 1..].iter().fold(nearest, |least, &other| least.min(distance(one, other)));
    }
    let side = |axis: usize| {
        let values = || spots.iter().map(|spot| spot[axis]);
        values().fold(0.0, f64::max) - values().fold(0.0, f64::min)
    };
    let most = (4.0 * (spots.len() as f64).sqrt() + 4.0) / side(0).max(side(1)).max(1e-9);
    let factor = (WIRE_LENGTH / mean.max(1e-9)).max(NEAREST / nearest.max(1e-9)).min(most);
    spots.iter_mut().flatten().for_each(|value| *value *= factor);
}

/// Pushes shapes and wires apart that are too close, up to the limit of iterations.
fn separate(spots: &mut [Vec2], pairs: &[(u32, u32)]) {
    let rounds = (MOST_WORK / (spots.len() * (pairs.len() + spots.len())).max(1)).min(MOST_ROUNDS);
    for _ in 0..rounds {
        let mut steps = vec![[0.0, 0.0]; spots.len()];
        let mut push = |at: usize, by: Vec2, share: f64| {
            steps[at] = [steps[at][0] + by[0] * share, steps[at][1] + by[1] * share];
        };
        for &(one, other) in pairs {
            let (one, other) = (one as usize, other as usize);
            for at in (0..spots.len()).filter(|&at| at != one && at != other) {
                let foot = nearest_on(spots[at], spots[one], spots[other]);
                if let Some(separation_step) = separation_step(spots[at], foot, CLEARANCE) {
                    push(at, separation_step, 0.5);
                    push(one, separation_step, -0.25);
                    push(other, separation_step, -0.25);
                }
            }
        }
        for one in 0..spots.len() {
            for other in 0..one {
                if let Some(separation_step) = separation_step(spots[one], spots[other], NEAREST) {
                    push(one, separation_step, 0.25);
                    push(other, separation_step, -0.25);
                }
            }
        }
        if steps.iter().flatten().all(|&step| step == 0.0) {
            return;
        }
        for (spot, step) in spots.iter_mut().zip(steps) {
            *spot = [spot[0] + step[0], spot[1] + step[1]];
        }
    }
}

/// Returns the step from one point away from another to the distance `apart`. None if they are that
/// far apart.
fn separation_step(from: Vec2, other: Vec2, apart: f64) -> Option<Vec2> {
    let distance = distance(from, other);
    // 2 % more, so that the iteration terminates.
    let lack = apart * 1.02 - distance;
    match distance {
        _ if distance >= apart => None,
        0.0 => Some([0.0, lack]),
        _ => Some([(from[0] - other[0]) * lack / distance, (from[1] - other[1]) * lack / distance]),
    }
}

/// Returns the points in hundredths of a cell, with half a cell of margin.
fn to_hundredths(spots: &[Vec2]) -> Vec<(u32, u32)> {
    let least = |axis: usize| spots.iter().map(|spot| spot[axis]).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(0), least(1));
    let fine = |value: f64| ((value + 0.5) * HUNDREDTHS).round() as u32;
    spots.iter().map(|spot| (fine(spot[0] - left), fine(spot[1] - top))).collect()
}

#[cfg(test)]
mod tests {
    use fewest::service::{PuzzleText, Scene};

    use super::*;

    fn scene(text: &str) -> Scene {
        let puzzle = PuzzleText { what: Some("lights:edges".to_owned()), ..PuzzleText::text("net", text) };
        puzzle.open_one().expect("a net").position.scene()
    }

    fn of(text: &str) -> Vec<(u32, u32)> {
        place_shapes(&scene(text), &Context::default()).expect("the context never stops")
    }

    fn nearest(spots: &[(u32, u32)]) -> f64 {
        let distance = |one: (u32, u32), other: (u32, u32)| {
            let (right, down) =
                (f64::from(one.0) - f64::from(other.0), f64::from(one.1) - f64::from(other.1));
            right.hypot(down)
        };
        let pairs = (0..spots.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.map(|(one, other)| distance(spots[one], spots[other])).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn columns_and_rows_are_kept_unless_a_wire_runs_over_a_third_light() {
        assert_eq!(of("edges\n0,0 1,1\n0,1 1,0\n"), [(50, 50), (230, 50), (50, 230), (230, 230)]);
        let ring = of("edges\nno-self\n0 1\n1 2\n2 3\n3 0\n");
        let rows: std::collections::BTreeSet<u32> = ring.iter().map(|spot| spot.1).collect();
        assert!(rows.len() > 1 && nearest(&ring) > 100.0, "{ring:?}");
    }

    #[test]
    fn lights_keep_their_distance_and_components_stay_together() {
        let complete: String =
            (0..9).flat_map(|one| (0..one).map(move |other| format!("{one} {other}\n"))).collect();
        for text in [
            fewest::service::example("petersen").expect("it is there").1.text,
            "edges\n0 2\n4 6\n8\n10\n2 12\n0 12\n",
            &format!("edges\n{complete}"),
            &format!("edges\n{}", (1..60).map(|leaf| format!("0 {leaf}\n")).collect::<String>()),
        ] {
            let found = of(text);
            assert!(nearest(&found) >= 90.0, "{}: {found:?}", nearest(&found));
            let most = found.iter().map(|spot| spot.0.max(spot.1)).max().unwrap_or(0);
            assert!(f64::from(most) < 450.0 * (found.len() as f64).sqrt() + 500.0, "{most}");
            assert_eq!(found, of(text), "the same every time");
            let places: Vec<Vec2> = found
                .iter()
                .map(|spot| [f64::from(spot.0) / HUNDREDTHS, f64::from(spot.1) / HUNDREDTHS])
                .collect();
            let over = |spot: &Vec2, &(one, other): &(u32, u32)| {
                let (from, to) = (places[one as usize], places[other as usize]);
                *spot != from
                    && *spot != to
                    && distance(*spot, nearest_on(*spot, from, to)) < f64::from(RADIUS)
            };
            let pairs: Vec<(u32, u32)> =
                scene(text).wires.iter().map(|wire| (wire.from as u32, wire.to as u32)).collect();
            let run_over = pairs.iter().filter(|pair| places.iter().any(|spot| over(spot, pair))).count();
            assert_eq!(run_over, 0, "no wire runs over a third light: {found:?}");
        }
    }

    #[test]
    fn scenes_without_wires_have_no_spots() {
        assert_eq!(of("edges\n0 1\n1 2\non 0\n"), []);
    }
}
