//! Law 2: the listed moves lead exactly where the legal ones lead, and every move reads back.

use std::collections::HashSet;

use fewest::service::{Context, Family, Found, SolveOptions, Stroke};

use crate::laws::boards::games;

pub fn listed_moves_are_the_legal_ones<F: Family>() {
    let positions: Vec<F::Board> = games::<F>().into_iter().flat_map(|(_, positions)| positions).collect();
    // Moves of other positions are mostly illegal here, which is what makes them interesting.
    let strange: Vec<F::Move> =
        positions.iter().flat_map(|board| F::moves(board).into_iter().take(9)).collect();
    for board in &positions {
        let listed = F::moves(board);
        for by in listed.iter().chain(&strange) {
            let mut after = board.clone();
            match F::play(&mut after, by) {
                // Where a move is a way, several ways may lead to one place, and one of them is
                // listed.
                Ok(()) => assert!(
                    listed.contains(by) || listed.iter().any(|other| leads_to::<F>(board, other, &after)),
                    "{by:?} is legal but not listed on {board:?}"
                ),
                Err(why) => {
                    assert!(!listed.contains(by), "{by:?} is listed but refused: {why}");
                    assert_eq!(&after, board, "a refused move changes nothing");
                    assert!(!why.0.is_empty());
                }
            }
        }
    }
}

fn leads_to<F: Family>(board: &F::Board, by: &F::Move, wanted: &F::Board) -> bool {
    let mut after = board.clone();
    F::play(&mut after, by).is_ok() && after == *wanted
}

pub fn moves_read_back<F: Family>() {
    for board in games::<F>().into_iter().flat_map(|(_, positions)| positions) {
        for by in F::moves(&board) {
            let text = F::write_move(&board, &by);
            assert_eq!(F::read_move(&board, &text).as_ref(), Ok(&by), "{text}");
        }
        for text in ["", " ", "-", "1", "99999999999999999999999", "no solution", "\u{fc}"] {
            if let Ok(by) = F::read_move(&board, text) {
                let _ = F::play(&mut board.clone(), &by);
            }
        }
    }
}

/// `check` reads what `solve` prints.
pub fn answers_are_found_in_their_own_text<F: Family>() {
    for (board, _) in games::<F>() {
        let Some(best) = F::solve(&board, &SolveOptions::default(), &Context::default()).best else {
            continue;
        };
        for notation in F::INFO.notations.iter().filter(|notation| F::is_text(notation.id)) {
            let mut text = Vec::new();
            F::write_answer(&board, &best, notation.id, &mut text).expect("a vector takes everything");
            let text = String::from_utf8(text).expect("answers are text");
            if F::length(&best) == 0 {
                continue;
            }
            let Found::Answer(found, _) = F::find_answer(&board, &text) else {
                panic!("no answer found in {}:\n{text}", notation.id)
            };
            let end =
                F::replay(&board, &found).unwrap_or_else(|bad| panic!("{bad:?} in {}:\n{text}", notation.id));
            assert!(F::is_goal(&end) && F::length(&found) == F::length(&best), "{}:\n{text}", notation.id);
        }
    }
}

/// A hand on the scene can make every listed move, and no two in the same way.
pub fn gestures_can_make_every_move<F: Family>() {
    for board in games::<F>().into_iter().flat_map(|(_, positions)| positions) {
        let (moves, scene) = (F::moves(&board), F::scene(&board));
        let touches = F::gestures(&board, &moves);
        assert_eq!(touches.len(), moves.len());
        for (touch, by) in touches.iter().zip(&moves) {
            assert!(!touch.way.is_empty(), "{by:?} has no place");
            assert!(
                touch.way.iter().all(|&(x, y)| x < scene.width && y < scene.height),
                "{by:?} leaves the scene"
            );
            let held = touch.shape.map(|id| scene.shapes.iter().find(|shape| shape.id == id));
            if let Some(held) = held {
                let held = held.unwrap_or_else(|| panic!("{by:?} holds a shape that is not there"));
                assert_eq!(held.cells.first(), touch.way.first(), "{by:?} begins where its shape is");
            }
        }
        let different: HashSet<_> = touches.iter().collect();
        assert_eq!(different.len(), moves.len(), "two moves are made in the same way on {board:?}");
    }
}

/// Brushes change boards or say why not, and never end in a board that cannot be looked at.
pub fn brushes_leave_boards<F: Family>() {
    for (board, _) in games::<F>() {
        let scene = F::scene(&board);
        let corners =
            [(0, 0), (scene.width - 1, scene.height - 1), (scene.width / 2, 0), (scene.width, scene.height)];
        for (brush, from, to) in F::BRUSHES
            .iter()
            .flat_map(|brush| corners.iter().flat_map(move |from| corners.map(|to| (brush.id, *from, to))))
        {
            let mut after = board.clone();
            match F::paint(&mut after, &Stroke { brush: brush.to_owned(), from, to }) {
                Ok(()) => {
                    let scene = F::scene(&after);
                    let mut cells: Vec<_> =
                        scene.shapes.iter().flat_map(|shape| shape.cells.clone()).collect();
                    assert!(cells.iter().all(|&(x, y)| x < scene.width && y < scene.height));
                    let count = cells.len();
                    cells.sort_unstable();
                    cells.dedup();
                    assert_eq!(
                        cells.len(),
                        count,
                        "shapes lie over each other after {brush} {from:?} {to:?}"
                    );
                    assert_eq!(F::gestures(&after, &F::moves(&after)).len(), F::moves(&after).len());
                }
                Err(why) => assert!(!why.0.is_empty() && after == board),
            }
        }
    }
}
