//! Fixtures that the tests of this crate share.

use proptest::prelude::*;

use crate::rules::Blocks;
use crate::rules::{Board, Freedom, Goal, Metric, Piece};
use fewest_core::{Family, ReadOptions, Source};

/// Returns the course's own example.
pub(crate) fn course_example() -> Board {
    let source = Source::new("course", Blocks::INFO.examples[0].text);
    let mut reading = Blocks::read(&[source], &ReadOptions::default());
    reading.instances.remove(0).board
}

/// Returns the board of a text.
pub(crate) fn read(text: &str) -> Board {
    let mut reading = Blocks::read(&[Source::new("text", text)], &ReadOptions::default());
    reading.instances.remove(0).board
}

/// Small boards with pieces of every kind, several goals, gates and masks.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    let piece = (0..5_usize, 0..5_usize, 1..3_usize, 1..3_usize, 0..9_usize, prop::bool::weighted(0.2));
    let pieces = prop::collection::vec(piece, 1..9);
    let goal = (0..4_usize, 0..9_usize, 0..5_usize, 0..5_usize);
    let gates = prop::collection::vec((0..5_usize, 0..5_usize), 0..3);
    (1..5_usize, 2..5_usize, pieces, goal, gates, 0..3_usize).prop_map(
        |(rows, columns, pieces, goal, gates, metric)| {
            let mut board = Board::new(rows, columns, Vec::new());
            for (row, column, width, height, freedom, cut) in pieces {
                let freedom = match freedom {
                    0 | 1 => Freedom::Horizontal,
                    2 | 3 => Freedom::Vertical,
                    4 if !board.pieces.is_empty() => Freedom::None,
                    _ => Freedom::Both,
                };
                let mask = (cut && width * height == 4).then(|| vec![true, true, true, false]);
                let piece = Piece { row, column, width, height, freedom, mask };
                let cover = board.cover();
                let fits = row + height <= rows
                    && column + width <= columns
                    && piece.cells().all(|(row, column)| cover[row * columns + column].is_none());
                if fits {
                    board.pieces.push(piece);
                }
            }
            if board.pieces.is_empty() {
                board.pieces.push(Piece {
                    row: 0,
                    column: 0,
                    width: 1,
                    height: 1,
                    freedom: Freedom::Both,
                    mask: None,
                });
            }
            board = Board::new(rows, columns, board.pieces);
            let (kind, piece, row, column) = goal;
            let (piece, row, column) = (piece % board.pieces.len(), row % rows, column % columns);
            match kind {
                0 => board.goals = vec![Goal::PieceAt { piece, row, column }],
                1 => {
                    let (width, height) = (board.pieces[piece].width, board.pieces[piece].height);
                    board.goals = vec![Goal::ShapeAt { row, column, width, height }];
                }
                2 => board.goals.push(Goal::PieceAt { piece, row, column }),
                _ => {}
            }
            board.gates = gates.into_iter().filter(|&(row, column)| row < rows && column < columns).collect();
            board.gates.sort_unstable();
            board.gates.dedup();
            while let Some((_, gate)) = board.on_a_gate() {
                board.gates.retain(|&other| other != gate);
            }
            board.metric = [Metric::Slides, Metric::Steps, Metric::Paths][metric];
            board
        },
    )
}

/// Small boards with every movable piece on a rail.
pub(crate) fn board_on_rails() -> impl Strategy<Value = Board> {
    any_board().prop_map(|mut board| {
        for piece in &mut board.pieces {
            piece.mask = None;
            piece.freedom = match piece.freedom {
                Freedom::None => Freedom::None,
                Freedom::Vertical if piece.width == 1 => Freedom::Vertical,
                _ if piece.height == 1 => Freedom::Horizontal,
                _ if piece.width == 1 => Freedom::Vertical,
                _ => Freedom::None,
            };
        }
        let (metric, mut goals) = (board.metric, board.goals);
        board = Board::new(board.rows, board.columns, board.pieces);
        let cover = board.cover();
        // A piece that lost its mask may now overlap another one.
        board.pieces.retain({
            let mut at = 0;
            move |piece| {
                at += 1;
                piece.cells().all(|(row, column)| cover[row * board.columns + column] == Some(at - 1))
            }
        });
        goals.retain(|goal| !matches!(goal, Goal::PieceAt { piece, .. } if *piece >= board.pieces.len()));
        (board.metric, board.goals) = (metric, goals);
        board
    })
}
