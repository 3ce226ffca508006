//! Law 2: the listed moves lead exactly where the legal ones lead, and every move reads back.

use fewest::{Family, Found, Host, How};

use crate::boards::games;

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
                // Where a move is a way, several ways may lead to one place, and one of them is listed.
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
        let Some(best) = F::solve(&board, &How::default(), &Host::default()).best else { continue };
        for notation in F::INFO.notations.iter().filter(|notation| F::is_text(notation.id)) {
            let mut text = Vec::new();
            F::write_answer(&board, &best, notation.id, &mut text).expect("a vector takes everything");
            let text = String::from_utf8(text).expect("answers are text");
            if F::length(&best) == 0 {
                continue;
            }
            let Found::Answer(found) = F::find_answer(&board, &text) else {
                panic!("no answer found in {}:\n{text}", notation.id)
            };
            let end =
                F::replay(&board, &found).unwrap_or_else(|bad| panic!("{bad:?} in {}:\n{text}", notation.id));
            assert!(F::is_goal(&end) && F::length(&found) == F::length(&best), "{}:\n{text}", notation.id);
        }
    }
}
