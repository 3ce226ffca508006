//! Where a piece can get to by any way, and how.

use std::collections::BTreeMap;

use super::board::{Board, Direction, Leg};

/// Turns and steps so far, and the last part of the way: what it is compared by, and where it came from.
type Best = (usize, usize, Option<(Leg, (usize, usize))>);

/// A way to every other place that a piece can get to, from top to bottom and from left to right: of those with the fewest
/// straight parts the shortest.
pub(super) fn ways(board: &Board, cover: &[Option<usize>], piece: usize) -> Vec<Vec<Leg>> {
    let best = best_ways(board, cover, piece);
    let here = (board.pieces[piece].row, board.pieces[piece].column);
    best.keys().filter(|place| **place != here).map(|&place| trace(&best, place)).collect()
}

/// The way to a place, if a piece can get there.
pub(super) fn way_to(board: &Board, piece: usize, place: (usize, usize)) -> Option<Vec<Leg>> {
    // Straight ahead nothing can be better, and on long grids the search for turns would take long.
    if let Some(leg) = straight((board.pieces[piece].row, board.pieces[piece].column), place)
        && board.room(&board.cover(), piece, leg.to) >= leg.distance
    {
        return Some(vec![leg]);
    }
    let best = best_ways(board, &board.cover(), piece);
    best.contains_key(&place).then(|| trace(&best, place))
}

fn best_ways(board: &Board, cover: &[Option<usize>], piece: usize) -> BTreeMap<(usize, usize), Best> {
    let mut board = board.clone();
    let start = (board.pieces[piece].row, board.pieces[piece].column);
    let mut best: BTreeMap<(usize, usize), Best> = BTreeMap::from([(start, (0, 0, None))]);
    // One more straight part in each round; a place found in an earlier round needs fewer of them.
    let mut last_found = vec![start];
    for round in 1.. {
        let mut found = Vec::new();
        for &from in &last_found {
            (board.pieces[piece].row, board.pieces[piece].column) = from;
            let (_, steps, _) = best[&from];
            for to in Direction::ALL {
                for distance in 1..=board.room(cover, piece, to) {
                    let place = along(from, to, distance);
                    let candidate = (round, steps + distance, Some((Leg { to, distance }, from)));
                    match best.get(&place) {
                        Some(&(other_round, other_steps, _))
                            if (other_round, other_steps) <= (round, steps + distance) => {}
                        known => {
                            if known.is_none() {
                                found.push(place);
                            }
                            best.insert(place, candidate);
                        }
                    }
                }
            }
        }
        if found.is_empty() {
            break;
        }
        last_found = found;
    }
    best
}

/// The straight way from one place to another, if there is one.
fn straight((row, column): (usize, usize), to: (usize, usize)) -> Option<Leg> {
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

fn along((row, column): (usize, usize), to: Direction, distance: usize) -> (usize, usize) {
    let (down, right) = to.step();
    let distance = distance.cast_signed();
    (row.wrapping_add_signed(down * distance), column.wrapping_add_signed(right * distance))
}

fn trace(best: &BTreeMap<(usize, usize), Best>, mut place: (usize, usize)) -> Vec<Leg> {
    let mut way = Vec::new();
    while let Some((leg, from)) = best[&place].2 {
        way.push(leg);
        place = from;
    }
    way.reverse();
    way
}
