//! View of a position: its scene, gestures, editing, and overlays of certificates. Pegs are pieces,
//! empty holes are marks. Rows of triangles and hexagons are indented by half a hole, so that their
//! columns are half holes.

use fewest_core::{Aim, Brush, Form, Gesture, Grid, Ground, Illegal, Overlay, Role, Scene, Shape, Stroke};

use crate::proof::Certificate;
use crate::rules::jumps::{flip_peg, has_peg};
use crate::rules::shape::Geometry;
use crate::rules::{Board, Goal, Move};

/// Returns the scene of a position.
pub fn scene(board: &Board) -> Scene {
    let places = places(board);
    let hole = |(hole, &place): (u16, &(usize, usize))| {
        let (label, role) = if board.shows(hole) { ("x", Role::Piece) } else { ("o", Role::Mark) };
        let (label, name) = (label.to_owned(), board.name(hole));
        Shape { id: usize::from(hole), label, name, role, cells: vec![place] }
    };
    let shapes: Vec<Shape> = (0..).zip(&places).map(hole).collect();
    let goal = board.shown_goal();
    let aims = vec![aim(&goal)];
    let ends = |hole: &usize| matches!(&goal, Goal::Exactly(end) if has_peg(end, *hole));
    let target = |id| Shape {
        id,
        label: String::new(),
        name: String::new(),
        role: Role::Goal,
        cells: vec![places[id]],
    };
    let grid = match board.shape().geometry() {
        Geometry::Square => Grid::Square,
        Geometry::Triangle => Grid::Triangular,
        Geometry::Hexagon => Grid::Hexagonal,
    };
    let (columns, height) = board.shape().size();
    let widest = places.iter().map(|cell| cell.0 + 1).max();
    Scene {
        width: if grid == Grid::Square { columns } else { widest.unwrap_or(0) },
        height,
        grid,
        ground: Ground::Nothing,
        form: Form::Peg,
        shapes,
        targets: (0..places.len()).filter(ends).map(target).collect(),
        aims,
        ..Scene::default()
    }
}

/// Returns the goal in words.
fn aim(goal: &Goal) -> Aim {
    match goal {
        Goal::OnePeg => Aim::new("one-peg", "Leave one peg, anywhere."),
        Goal::Exactly(end) => {
            let number = end.iter().map(|word| u64::from(word.count_ones())).sum();
            let text = match number {
                1 => "Leave one peg, in the marked hole.",
                _ => "Leave pegs in exactly the marked holes.",
            };
            Aim { number: Some(number), ..Aim::new("exactly", text) }
        }
        Goal::AtMost(most) => Aim {
            number: Some(u64::from(*most)),
            ..Aim::new("at-most", format!("Leave at most {most} pegs."))
        },
        Goal::Stuck => Aim::new("stuck", "Leave no jump, in as few moves as possible."),
    }
}

/// Returns the cells of the holes, by number.
fn places(board: &Board) -> Vec<(usize, usize)> {
    let places = board.shape().places();
    if board.shape().geometry() == Geometry::Square {
        return places.to_vec();
    }
    let below = |row: usize| board.shape().size().1 - 1 - row;
    let set_in: Vec<(usize, usize)> =
        places.iter().map(|&(column, row)| (2 * column + below(row), row)).collect();
    let least = set_in.iter().map(|cell| cell.0).min().unwrap_or(0);
    set_in.into_iter().map(|(column, row)| (column - least, row)).collect()
}

pub(super) const BRUSHES: &[Brush] = &[Brush { id: "peg", about: "put a peg into a hole, or take it out" }];

/// Returns one gesture per move: a peg is dragged through the holes of its move.
pub(super) fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
    let places = places(board);
    let touch = |by: &Move| {
        let by = board.move_as_shown(by);
        let first = by.0.first().map(|&hole| usize::from(hole));
        let way = by.0.iter().filter_map(|&hole| places.get(usize::from(hole)).copied());
        Gesture { shape: first, way: way.collect() }
    };
    moves.iter().map(touch).collect()
}

/// Puts a peg into a hole or takes it out.
pub(super) fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
    let hole = places(board).iter().position(|&place| place == by.to);
    let hole = hole.ok_or_else(|| Illegal::new("there is no hole"))?;
    let mut pegs = board.pegs().clone();
    flip_peg(&mut pegs, hole);
    *board = board.with_pegs(pegs);
    Ok(())
}

/// Returns the parity sets and pagodas of a certificate as overlays.
pub(super) fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
    let places = places(board);
    let colouring = |holes: &Vec<u16>| {
        let places = holes.iter().filter_map(|&hole| places.get(usize::from(hole)).copied());
        let title = "a colouring: every jump changes two or none of the marked holes, so the parity of their pegs stays";
        Overlay::plain(title, places)
    };
    let pagoda = |weights: &Vec<i64>| {
        let words = places.iter().copied().zip(weights.iter().map(i64::to_string));
        let under = crate::proof::under(board);
        Overlay::words(
            format!("weights: no jump makes the sum of the weights under the {under} larger"),
            words,
        )
    };
    certificate.colourings.iter().map(colouring).chain(certificate.pagodas.iter().map(pagoda)).collect()
}
