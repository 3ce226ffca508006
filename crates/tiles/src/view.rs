//! The board as a picture: its shapes, the gestures that play moves, the strokes of the editor, and
//! certificates as numbers over the tiles.

use crate::proof::Certificate;
use crate::rules::board::{Board, Slide};
use crate::rules::parity;
use fewest_core::{Aim, Brush, Gesture, Illegal, Mark, Overlay, Place, Role, Scene, Shape, Stroke};

/// Returns one shape per tile, none for the blank.
pub(crate) fn scene(board: &Board) -> Scene {
    let columns = board.columns();
    let tiles = board.cells().iter().enumerate().filter(|&(_, &tile)| tile != 0);
    let shape = |(cell, &tile): (usize, &u32)| Shape {
        id: tile as usize,
        label: tile.to_string(),
        name: String::new(),
        role: Role::Piece,
        cells: vec![(cell % columns, cell / columns)],
    };
    let (shapes, aims) = (tiles.map(shape).collect(), vec![aim(board)]);
    Scene { width: columns, height: board.rows(), shapes, aims, ..Scene::default() }
}

/// Returns the goal in words; the label of the blank is empty.
fn aim(board: &Board) -> Aim {
    let label = |&tile: &u32| if tile == 0 { String::new() } else { tile.to_string() };
    let rows = board.goal().cells().chunks(board.columns());
    let rows = rows.map(|row| row.iter().map(label).collect()).collect();
    Aim { rows, ..Aim::new("order", "Slide the tiles into the order of the goal.") }
}

pub(crate) const BRUSHES: &[Brush] =
    &[Brush { id: "exchange", about: "exchange two cells by dragging; a tap exchanges with the blank" }];

fn place(board: &Board, cell: usize) -> Place {
    (cell % board.columns(), cell / board.columns())
}

/// Returns the gestures that play moves: the farthest tile of a line is dragged one cell towards
/// the blank.
pub(crate) fn gestures(board: &Board, moves: &[Slide]) -> Vec<Gesture> {
    let gesture = |&by: &Slide| {
        let tile = board.tile_of(by)?;
        let cell = board.cells().iter().position(|&other| other == tile)?;
        let (from, blank) = (place(board, cell), place(board, board.blank()));
        let step = |from: usize, to: usize| (from + usize::from(to > from)) - usize::from(to < from);
        let to = (step(from.0, blank.0), step(from.1, blank.1));
        Some(Gesture::drag(tile as usize, vec![from, to]))
    };
    moves.iter().map(|by| gesture(by).unwrap_or_default()).collect()
}

/// Exchanges what lies on two cells.
pub(crate) fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
    let cell = |(column, row): Place| {
        let inside = column < board.columns() && row < board.rows();
        inside.then(|| row * board.columns() + column).ok_or_else(|| Illegal::new("there is no such cell"))
    };
    let (from, to) = (cell(by.from)?, cell(by.to)?);
    let mut now = board.now().clone();
    now.swap(from, if from == to { board.blank() } else { to });
    if let Some(changed) = board.with(now) {
        *board = changed;
    }
    Ok(())
}

/// Returns what a certificate counts, as marks on the cells.
pub(crate) fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
    let cells = || board.cells().iter().enumerate();
    vec![match *certificate {
        Certificate::Inversions { inversions, blank_row } => {
            let smaller = parity::smaller_after(board.now());
            let words = cells()
                .filter(|&(_, &tile)| tile != 0)
                .map(|(cell, _)| (place(board, cell), smaller[cell].to_string()));
            Overlay::words(
                format!(
                    "how many smaller tiles follow each tile: {inversions} together; {blank_row} rows are above the blank"
                ),
                words,
            )
        }
        Certificate::Parity { exchanges, blank_distance } => Overlay::words(
            format!(
                "tiles with the same letter change places in a ring: {exchanges} exchanges; the blank is {blank_distance} cells from its place"
            ),
            rings(board),
        ),
        Certificate::WrongOrder { first, second } => {
            let named = cells().filter(|&(_, &tile)| tile == first || tile == second);
            let marks = named.map(|(cell, _)| Mark { at: place(board, cell), text: String::new() });
            Overlay {
                title: "these two are in the wrong order, and nothing passes on a single line".to_owned(),
                marks: marks.collect(),
            }
        }
    }]
}

/// Returns the cycles of the permutation, one letter each; cells with the right tile have none.
fn rings(board: &Board) -> Vec<(Place, String)> {
    let home = board.goal().places();
    let mut letters: Vec<Option<usize>> = vec![None; home.len()];
    let mut rings = 0;
    for start in 0..home.len() {
        let mut cell = start;
        if home[board.cells()[cell] as usize] == cell || letters[cell].is_some() {
            continue;
        }
        while letters[cell].replace(rings).is_none() {
            cell = home[board.cells()[cell] as usize];
        }
        rings += 1;
    }
    let letter = |ring: usize| {
        let letter = char::from(b'a' + (ring % 26) as u8);
        if ring < 26 { letter.to_string() } else { format!("{letter}{}", ring / 26) }
    };
    letters
        .iter()
        .enumerate()
        .filter_map(|(cell, ring)| Some((place(board, cell), letter((*ring)?))))
        .collect()
}
