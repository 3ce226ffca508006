//! The view of a board: its scene, the gestures of moves, the brushes of the editor, and the
//! overlays of certificates.

use fewest_core::{Aim, Brush, Gesture, Illegal, Overlay, Place, Role, Scene, Shape, Stroke};

use crate::proof::Certificate;
use crate::rules::{Board, Freedom, Goal, Move, Piece, course_name};

/// Returns the pieces as shapes; gates are marks where no piece stands.
pub(super) fn scene(board: &Board) -> Scene {
    let mut shapes: Vec<Shape> = board
        .pieces
        .iter()
        .enumerate()
        .map(|(id, piece)| Shape {
            id,
            label: board.names[id].to_string(),
            name: String::new(),
            role: match piece.freedom {
                _ if id == 0 && board.has_goal_piece() => Role::Goal,
                Freedom::None => Role::Wall,
                _ => Role::Piece,
            },
            cells: piece.cells().map(|(row, column)| (column, row)).collect(),
        })
        .collect();
    let cover = board.cover();
    let open = board.gates.iter().filter(|&&(row, column)| cover[row * board.columns + column].is_none());
    for (number, &(row, column)) in open.enumerate() {
        let id = board.pieces.len() + number;
        let (label, name) = (String::new(), String::new());
        shapes.push(Shape { id, label, name, role: Role::Mark, cells: vec![(column, row)] });
    }
    let targets = board.goals.iter().filter_map(|goal| target(board, goal)).collect();
    let aims = board.goals.iter().map(|goal| aim(board, goal)).collect();
    Scene { width: board.columns, height: board.rows, shapes, targets, aims, ..Scene::default() }
}

/// Returns a goal in words.
fn aim(board: &Board, goal: &Goal) -> Aim {
    let label = |piece: usize| board.names.get(piece).map(char::to_string).unwrap_or_default();
    match *goal {
        Goal::LastColumn => {
            let label = label(0);
            let text = format!("Bring piece {label} to the right edge.");
            Aim { label, ..Aim::new("last-column", text) }
        }
        Goal::PieceAt { piece, .. } => {
            let label = label(piece);
            let text = format!("Bring piece {label} to its marked place.");
            Aim { label, ..Aim::new("piece-at", text) }
        }
        Goal::ShapeAt { .. } => Aim::new("shape-at", "Cover the marked place with a piece of its form."),
    }
}

/// Returns the cells where a goal needs a piece. None if the goal leaves the row open.
fn target(board: &Board, goal: &Goal) -> Option<Shape> {
    let (id, cells) = match *goal {
        Goal::LastColumn => {
            let piece = board.pieces.first().filter(|piece| piece.freedom == Freedom::Horizontal)?;
            let right = board.columns.checked_sub(piece.column + piece.width)?;
            (0, piece.cells().map(|(row, column)| (column + right, row)).collect())
        }
        Goal::PieceAt { piece, row, column } => {
            let cells = board.pieces.get(piece)?.shape();
            (piece, cells.map(|(down, right)| (column + right, row + down)).collect())
        }
        Goal::ShapeAt { row, column, width, height } => {
            let rows = row..row + height;
            let cells = rows.flat_map(|row| (column..column + width).map(move |column| (column, row)));
            (board.pieces.len(), cells.collect())
        }
    };
    let label = board.names.get(id).map(char::to_string).unwrap_or_default();
    Some(Shape { id, label, name: String::new(), role: Role::Goal, cells })
}

pub(super) const BRUSHES: &[Brush] = &[
    Brush { id: "carry", about: "carry a piece to another place, whatever is between" },
    Brush { id: "block", about: "drag out a new piece that moves in all directions" },
    Brush { id: "across", about: "drag out a new piece that moves left and right" },
    Brush { id: "upright", about: "drag out a new piece that moves up and down" },
    Brush { id: "wall", about: "drag out a wall" },
    Brush { id: "goal", about: "make a piece the one that the puzzle is about" },
    Brush { id: "erase", about: "take a piece away" },
];

/// Returns the gestures of moves: a piece is dragged by its first cell along its path.
pub(super) fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
    let gesture = |by: &Move| {
        let (mut row, mut column) = board.pieces.get(by.piece)?.cells().next()?;
        let mut way = vec![(column, row)];
        for leg in &by.way {
            let (down, right) = leg.to.step();
            let distance = leg.distance.cast_signed();
            row = row.checked_add_signed(down * distance)?;
            column = column.checked_add_signed(right * distance)?;
            way.push((column, row));
        }
        Some(Gesture::drag(by.piece, way))
    };
    moves.iter().map(|by| gesture(by).unwrap_or_default()).collect()
}

/// Applies a brush.
///
/// # Errors
/// Why the board cannot be changed in this way; it is then unchanged.
pub(super) fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
    let is_inside = |(column, row): Place| column < board.columns && row < board.rows;
    if !is_inside(by.from) || !is_inside(by.to) {
        return Err(Illegal::new("there is no such cell"));
    }
    let under = |(column, row): Place| board.cover()[row * board.columns + column];
    let piece = under(by.from).ok_or_else(|| Illegal::new("there is no piece"));
    let mut changed = board.clone();
    match by.brush.as_str() {
        "carry" => carry(&mut changed, piece?, by)?,
        "goal" => changed.pieces.swap(0, piece?),
        "erase" => erase(&mut changed, piece?)?,
        "block" => add(&mut changed, by, Freedom::Both)?,
        "across" => add(&mut changed, by, Freedom::Horizontal)?,
        "upright" => add(&mut changed, by, Freedom::Vertical)?,
        "wall" => add(&mut changed, by, Freedom::None)?,
        _ => return Err(Illegal::new("there is no such brush")),
    }
    if let Some((piece, _)) = changed.on_a_gate() {
        let name = changed.names.get(piece).copied().unwrap_or('?');
        return Err(Illegal(format!("piece {name} may not stand on a gate")));
    }
    *board = changed;
    Ok(())
}

fn carry(board: &mut Board, piece: usize, by: &Stroke) -> Result<(), Illegal> {
    let outside = || Illegal::new("there is no room for it");
    let it = &board.pieces[piece];
    let place = |at: usize, from: usize, to: usize| (at + to).checked_sub(from).ok_or_else(outside);
    let row = place(it.row, by.from.1, by.to.1)?;
    let column = place(it.column, by.from.0, by.to.0)?;
    let moved = Piece { row, column, ..it.clone() };
    if row + moved.height > board.rows || column + moved.width > board.columns {
        return Err(outside());
    }
    is_free(board, &moved, Some(piece))?;
    board.pieces[piece] = moved;
    Ok(())
}

fn is_free(board: &Board, piece: &Piece, but: Option<usize>) -> Result<(), Illegal> {
    let cover = board.cover();
    let taken = |(row, column): (usize, usize)| {
        cover[row * board.columns + column].filter(|&other| Some(other) != but)
    };
    match piece.cells().find_map(taken) {
        Some(other) => Err(Illegal(format!("piece {} is there", board.names[other]))),
        None => Ok(()),
    }
}

fn add(board: &mut Board, by: &Stroke, freedom: Freedom) -> Result<(), Illegal> {
    let (left, right) = (by.from.0.min(by.to.0), by.from.0.max(by.to.0));
    let (top, bottom) = (by.from.1.min(by.to.1), by.from.1.max(by.to.1));
    let piece = Piece {
        row: top,
        column: left,
        width: right - left + 1,
        height: bottom - top + 1,
        freedom,
        mask: None,
    };
    is_free(board, &piece, None)?;
    let name = (0..).map(course_name).find(|name| !board.names.contains(name)).unwrap_or('?');
    board.pieces.push(piece);
    board.names.push(name);
    Ok(())
}

/// Removes a piece; goals keep naming the same pieces.
fn erase(board: &mut Board, piece: usize) -> Result<(), Illegal> {
    let wanted = |goal: &Goal| match *goal {
        Goal::LastColumn => piece == 0,
        Goal::PieceAt { piece: other, .. } => piece == other,
        Goal::ShapeAt { .. } => false,
    };
    if board.goals.iter().any(wanted) {
        return Err(Illegal::new("the goal speaks of this piece; make another one the goal first"));
    }
    board.pieces.remove(piece);
    board.names.remove(piece);
    for goal in &mut board.goals {
        if let Goal::PieceAt { piece: other, .. } = goal {
            *other -= usize::from(*other > piece);
        }
    }
    Ok(())
}

/// Returns the piece that is stuck, or the cells that are in the way.
pub(super) fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
    let turned = |(row, column): (usize, usize)| (column, row);
    let piece = |title: &str, piece: usize| {
        let cells = board.pieces.get(piece).into_iter().flat_map(Piece::cells);
        Overlay::plain(title, cells.map(turned))
    };
    vec![match certificate {
        Certificate::FixedColumn { piece: it } => piece("this piece would have to leave its column", *it),
        Certificate::FixedRow { piece: it } => piece("this piece would have to leave its row", *it),
        Certificate::Crowded { piece: it } => {
            piece("the others on its line leave this piece no room where it has to go", *it)
        }
        Certificate::CutOff { cells, .. } => Overlay::plain(
            "these cells are never free, and no path goes around them",
            cells.iter().copied().map(turned),
        ),
    }]
}
