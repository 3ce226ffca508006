//! Paths of a piece over free cells, by Dijkstra's algorithm on pairs of a place and a direction.
//!
//! Of the paths to a place the one with the fewest legs is wanted, and of those the shortest. The
//! cost of a step depends on the direction of the last one, so the nodes are places *and*
//! directions: a step ahead costs a step, a turn a leg and a step. Every node is expanded once, so
//! the time on long grids is proportional to their cells, up to the logarithm of the queue.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::board::Board;
use super::pieces::{Direction, Leg};

type Place = (usize, usize);
/// A place, and the direction it was reached in.
type Arrival = (Place, Direction);

/// The best path to an arrival: legs and steps, where its last leg began, and the direction in
/// which that place was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Best {
    parts: usize,
    steps: usize,
    begun: Place,
    before: Option<Direction>,
}

/// Returns a path to every other place that a piece can reach, from top to bottom and from left to
/// right: of those with the fewest legs the shortest.
pub(super) fn ways(board: &Board, cover: &[Option<usize>], piece: usize) -> Vec<Vec<Leg>> {
    let best = best_ways(board, cover, piece);
    let mut found: Vec<Vec<Leg>> = Vec::new();
    let mut arrivals = best.iter().peekable();
    while let Some(&(&(place, _), _)) = arrivals.peek() {
        let here = std::iter::from_fn(|| arrivals.next_if(|((other, _), _)| *other == place));
        let least = here.min_by_key(|(arrival, best)| (best.parts, best.steps, arrival.1));
        found.extend(least.map(|(&arrival, _)| trace(&best, arrival)));
    }
    found
}

/// Returns the path to a place. None if the piece cannot reach it.
pub(crate) fn way_to(board: &Board, piece: usize, place: Place) -> Option<Vec<Leg>> {
    let cover = board.cover();
    // No path is better than a single leg.
    if let Some(leg) = straight((board.pieces[piece].row, board.pieces[piece].column), place)
        && board.room(&cover, piece, leg.to) >= leg.distance
    {
        return Some(vec![leg]);
    }
    let best = best_ways(board, &cover, piece);
    let arrivals = Direction::ALL.into_iter().filter_map(|to| Some(((place, to), best.get(&(place, to))?)));
    let least = arrivals.min_by_key(|(arrival, best)| (best.parts, best.steps, arrival.1))?;
    Some(trace(&best, least.0))
}

fn best_ways(board: &Board, cover: &[Option<usize>], piece: usize) -> BTreeMap<Arrival, Best> {
    let start = (board.pieces[piece].row, board.pieces[piece].column);
    let mut best: BTreeMap<Arrival, Best> = BTreeMap::new();
    let mut queue = BinaryHeap::new();
    let mut at = board.pieces[piece].clone();
    let mut here = Some((start, None, Best { parts: 0, steps: 0, begun: start, before: None }));
    while let Some((place, last, way)) = here {
        for to in Direction::ALL {
            (at.row, at.column) = place;
            if !board.has_room(cover, piece, &at, to) {
                continue;
            }
            let turns = last != Some(to);
            let next = along(place, to);
            let candidate = Best {
                parts: way.parts + usize::from(turns),
                steps: way.steps + 1,
                begun: if turns { place } else { way.begun },
                before: if turns { last } else { way.before },
            };
            if next != start && best.get(&(next, to)).is_none_or(|known| candidate < *known) {
                best.insert((next, to), candidate);
                queue.push(Reverse((candidate, next, to)));
            }
        }
        here = loop {
            match queue.pop() {
                // A better path was found since, and stands elsewhere in the queue.
                Some(Reverse((way, place, to))) if best[&(place, to)] != way => {}
                Some(Reverse((way, place, to))) => break Some((place, Some(to), way)),
                None => break None,
            }
        };
    }
    best
}

/// Returns the leg from one place to another. None if they are not in one line.
fn straight((row, column): Place, to: Place) -> Option<Leg> {
    let (down, right) = (to.0.cast_signed() - row.cast_signed(), to.1.cast_signed() - column.cast_signed());
    let to = match (down.signum(), right.signum()) {
        (-1, 0) => Direction::Up,
        (1, 0) => Direction::Down,
        (0, -1) => Direction::Left,
        (0, 1) => Direction::Right,
        _ => return None,
    };
    Some(Leg { to, distance: down.unsigned_abs() + right.unsigned_abs() })
}

fn along((row, column): Place, to: Direction) -> Place {
    let (down, right) = to.step();
    (row.wrapping_add_signed(down), column.wrapping_add_signed(right))
}

fn trace(best: &BTreeMap<Arrival, Best>, (mut place, to): Arrival) -> Vec<Leg> {
    let mut way = Vec::new();
    let mut reached = Some(to);
    while let Some(to) = reached {
        let Best { begun, before, .. } = best[&(place, to)];
        way.push(Leg { to, distance: place.0.abs_diff(begun.0) + place.1.abs_diff(begun.1) });
        (place, reached) = (begun, before);
    }
    way.reverse();
    way
}
