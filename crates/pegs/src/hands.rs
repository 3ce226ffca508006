//! What hands and eyes do with pegs: a peg is taken from hole to hole, an editor puts pegs in and out, and proofs are
//! colours and weights under the pegs.

use super::board::{Board, Move};
use super::jumps::flip_peg;
use super::reason::Certificate;
use super::scene;
use fewest_core::{Brush, Gesture, Illegal, Overlay, Place, Stroke};

pub(super) const BRUSHES: &[Brush] = &[Brush { id: "peg", about: "put a peg into a hole, or take it out" }];

/// Where the holes are on the scene, by number.
fn places(board: &Board) -> Vec<Place> {
    let mut places = vec![(0, 0); board.shape().holes()];
    for shape in scene::scene(board).shapes {
        if let (Some(place), Some(&cell)) = (places.get_mut(shape.id), shape.cells.first()) {
            *place = cell;
        }
    }
    places
}

/// A peg goes through the holes of its move.
pub(super) fn touches(board: &Board, moves: &[Move]) -> Vec<Gesture> {
    let places = places(board);
    let touch = |by: &Move| {
        let by = board.turned_move(by);
        let first = by.0.first().map(|&hole| usize::from(hole));
        let way = by.0.iter().filter_map(|&hole| places.get(usize::from(hole)).copied());
        Gesture { shape: first, way: way.collect() }
    };
    moves.iter().map(touch).collect()
}

/// Puts a peg in or takes it out.
pub(super) fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
    let hole = places(board).iter().position(|&place| place == by.to);
    let hole = hole.ok_or_else(|| Illegal::new("there is no hole"))?;
    let mut pegs = board.pegs().clone();
    flip_peg(&mut pegs, hole);
    *board = board.with_pegs(pegs);
    Ok(())
}

/// Colourings and weights.
pub(super) fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
    let places = places(board);
    let colouring = |holes: &Vec<u16>| {
        let places = holes.iter().filter_map(|&hole| places.get(usize::from(hole)).copied());
        let title = "a colouring: every jump changes two or none of the marked holes, so the parity of their pegs stays";
        Overlay::plain(title, places)
    };
    let pagoda = |weights: &Vec<i64>| {
        let words = places.iter().copied().zip(weights.iter().map(i64::to_string));
        let under = super::reason::under(board);
        Overlay::words(
            format!("weights: no jump makes the sum of the weights under the {under} larger"),
            words,
        )
    };
    certificate.colourings.iter().map(colouring).chain(certificate.pagodas.iter().map(pagoda)).collect()
}
