//! Legal moves, playing them, and paths with turns.
//!
//! Paths of a piece over free cells are found by Dijkstra's algorithm on pairs of a place and a
//! direction. Of the paths to a place the one with the fewest legs is wanted, and of those the
//! shortest. The cost of a step depends on the direction of the last one, so the nodes are places
//! *and* directions: a step ahead costs a step, a turn a leg and a step. Every node is expanded
//! once, so the time on long grids is proportional to their cells, up to the logarithm of the
//! queue.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::rules::{Board, Direction, Freedom, Leg, Metric};

/// The number of moves after which no further pieces are listed. More moves may be legal; usual
/// boards do not come near.
const MOST_LISTED: usize = 1 << 14;

/// A move: a piece and its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece.
    pub piece: usize,
    /// The legs of the path. Slides and steps have one.
    pub way: Vec<Leg>,
}

impl Move {
    /// Returns a move of one leg.
    pub fn straight(piece: usize, to: Direction, distance: usize) -> Self {
        Self { piece, way: vec![Leg { to, distance }] }
    }
}

impl Board {
    /// Returns the legal moves, piece by piece, direction by direction, near before far; on huge
    /// boards only those of the first pieces. In the metric of paths each place is reached by one
    /// path: of those with the fewest legs the shortest.
    pub fn moves(&self) -> Vec<Move> {
        let cover = self.cover();
        let mut moves = Vec::new();
        for piece in 0..self.pieces.len() {
            if moves.len() >= MOST_LISTED {
                break;
            }
            if self.metric == Metric::Paths && self.pieces[piece].freedom == Freedom::Both {
                moves.extend(paths(self, &cover, piece).into_iter().map(|way| Move { piece, way }));
                continue;
            }
            for to in Direction::ALL {
                let room = self.room(&cover, piece, to);
                let most = if self.metric == Metric::Steps { room.min(1) } else { room };
                moves.extend((1..=most).map(|distance| Move::straight(piece, to, distance)));
            }
        }
        moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: &Move) -> Result<(), String> {
        let Some(&name) = self.names.get(by.piece) else { return Err("there is no such piece".to_owned()) };
        match (&by.way[..], self.metric) {
            ([], _) => return Err(format!("piece {name} does not move")),
            ([_, _, ..], Metric::Slides | Metric::Steps) => {
                return Err(format!("piece {name} turns, which is {} slides", by.way.len()));
            }
            ([leg], Metric::Steps) if leg.distance > 1 => {
                return Err(format!(
                    "piece {name} moves more than one cell, which is {} steps",
                    leg.distance
                ));
            }
            _ => {}
        }
        let cover = self.cover();
        let before = self.pieces[by.piece].clone();
        for leg in &by.way {
            if let Err(why) = self.can_go(&cover, by.piece, leg) {
                self.pieces[by.piece] = before;
                return Err(format!("piece {name} {why}"));
            }
            self.pieces[by.piece].shift(leg.to, leg.distance);
        }
        if self.pieces[by.piece] == before {
            return Err(format!("piece {name} comes back to where it was"));
        }
        Ok(())
    }

    /// Checks that a piece can move along a leg.
    ///
    /// # Errors
    /// What is in the way.
    fn can_go(&self, cover: &[Option<usize>], piece: usize, leg: &Leg) -> Result<(), String> {
        if leg.distance == 0 {
            return Err("does not move".to_owned());
        }
        if !self.pieces[piece].freedom.allows(leg.to) {
            return Err(format!("cannot move {}", leg.to.word()));
        }
        match self.room(cover, piece, leg.to) {
            room if room >= leg.distance => Ok(()),
            0 => Err(format!("is blocked {} by {}", leg.to.word(), self.blocker(cover, piece, leg.to, 0))),
            room => {
                let by = self.blocker(cover, piece, leg.to, room);
                Err(format!("is blocked after {room} {} by {by}", leg.to.word()))
            }
        }
    }

    /// What blocks a piece that has moved as far as it can: other pieces by name, walls, the edge.
    fn blocker(&self, cover: &[Option<usize>], piece: usize, to: Direction, room: usize) -> String {
        let mut at = self.pieces[piece].clone();
        at.shift(to, room);
        let mut by: Vec<String> = Vec::new();
        for place in at.cells() {
            let (row, column) = along(place, to);
            let what = if row >= self.rows || column >= self.columns {
                "the edge".to_owned()
            } else {
                match cover[row * self.columns + column] {
                    Some(other) if other == piece => continue,
                    Some(other) if self.pieces[other].freedom == Freedom::None => "a wall".to_owned(),
                    Some(other) => format!("piece {}", self.names.get(other).copied().unwrap_or('?')),
                    None if self.gates.binary_search(&(row, column)).is_ok() => "a gate".to_owned(),
                    None => continue,
                }
            };
            if !by.contains(&what) {
                by.push(what);
            }
        }
        by.join(" and ")
    }
}

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
fn paths(board: &Board, cover: &[Option<usize>], piece: usize) -> Vec<Vec<Leg>> {
    let best = best_paths(board, cover, piece);
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
pub(crate) fn path_to(board: &Board, piece: usize, place: Place) -> Option<Vec<Leg>> {
    let cover = board.cover();
    // No path is better than a single leg.
    if let Some(leg) = straight((board.pieces[piece].row, board.pieces[piece].column), place)
        && board.room(&cover, piece, leg.to) >= leg.distance
    {
        return Some(vec![leg]);
    }
    let best = best_paths(board, &cover, piece);
    let arrivals = Direction::ALL.into_iter().filter_map(|to| Some(((place, to), best.get(&(place, to))?)));
    let least = arrivals.min_by_key(|(arrival, best)| (best.parts, best.steps, arrival.1))?;
    Some(trace(&best, least.0))
}

fn best_paths(board: &Board, cover: &[Option<usize>], piece: usize) -> BTreeMap<Arrival, Best> {
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
