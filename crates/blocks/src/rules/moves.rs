//! Legal moves, and playing them.

use super::board::{Board, Metric};
use super::paths::ways;
use super::pieces::{Direction, Freedom, Leg};

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
            if self.metric == Metric::ShortestPaths && self.pieces[piece].freedom == Freedom::Both {
                moves.extend(ways(self, &cover, piece).into_iter().map(|way| Move { piece, way }));
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
            0 => Err(format!("is blocked {}", leg.to.word())),
            room => Err(format!("is blocked after {room} {}", leg.to.word())),
        }
    }
}
