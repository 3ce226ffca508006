//! Finds an answer inside any text: a file of the course, letters, tile numbers in somebody's prose, a row of boards.
//!
//! A number in prose may be a tile, the number of a move, a count or a time, and a letter may speak of the blank or of the tile. So
//! prose is read in several ways, and one that solves the puzzle is the one that was meant. If none does, the reading that gets
//! farthest is judged. A bare list of moves is taken as it stands: nothing of it is left out to make it right.

use super::board::{Board, Slide};
use super::readings::{is_bare, of_list, of_prose};
use super::said::{Said, play};
use super::successions::slides_between_boards;
use crate::facade::verdict::claims_no_solution;
use crate::{Found, Illegal};

/// Finds an answer.
pub(super) fn find_answer(board: &Board, text: &str) -> Found<Vec<Slide>> {
    let (text, is_course) = match after_marker(text) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    if let Some(moves) = slides_between_boards(board, text) {
        return Found::Answer(moves);
    }
    let is_list = is_course || is_bare(text);
    let readings = if is_list { of_list(text) } else { of_prose(text) };
    let mut farthest: Option<(usize, Result<Vec<Slide>, Illegal>)> = None;
    for (number, reading) in readings.into_iter().enumerate() {
        let is_judged = number == 0 || !is_list || !matches!(reading[0], Said::Tile(_));
        match play(board, &reading) {
            Ok((moves, end)) if end.is_goal() && !moves.is_empty() => return Found::Answer(moves),
            _ if !is_judged => {}
            Ok((moves, _)) => farther(&mut farthest, moves.len(), Ok(moves)),
            Err((moves, why)) => farther(&mut farthest, moves.len(), Err(why)),
        }
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    match farthest {
        Some((legal, Err(why))) if legal > 0 || is_list => Found::Bad(legal as u64 + 1, why),
        Some((1.., Ok(moves))) => Found::Answer(moves),
        // A puzzle that is solved at the start needs no move, only the word.
        _ if is_course || says_solved(text) => Found::Answer(Vec::new()),
        _ => Found::Nothing,
    }
}

fn farther(
    best: &mut Option<(usize, Result<Vec<Slide>, Illegal>)>,
    legal: usize,
    ended: Result<Vec<Slide>, Illegal>,
) {
    if best.as_ref().is_none_or(|(before, _)| legal > *before) {
        *best = Some((legal, ended));
    }
}

/// What follows the line `#moves`, as the course writes it.
fn after_marker(text: &str) -> Option<&str> {
    let is_marker = |line: &str| line.trim_start_matches('#').trim().eq_ignore_ascii_case("moves");
    let marker = text.lines().find(|line| line.starts_with('#') && is_marker(line))?;
    let end = marker.as_ptr() as usize - text.as_ptr() as usize + marker.len();
    text.get(end..)
}

fn says_solved(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("solved") && !lower.contains("not solved") && !lower.contains("unsolved")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::notation::names;
    use crate::tiles::tests::board;

    /// The course's easy sample: 2 5 8.
    fn easy() -> Board {
        board(3, 3, &[1, 0, 3, 4, 2, 6, 7, 5, 8])
    }

    #[test]
    fn answers_are_found_however_they_are_said() {
        for text in [
            "#moves\n2 5 8 \n",
            "2 5 8",
            "The answer has 3 moves: 2, 5, 8.",
            "Solved in 0.003 s\nMoves (3): 2 5 8\n",
            "3\n2 5 8\n",
            "[2, 5, 8]",
            "2 -> 5 -> 8",
            "Boards: 17\n2 5 8\n4 ms\n",
            "1. 2\n2. 5\n3. 8\n",
            "1 2\n2 5\n3 8\n",
            "Move 1: slide tile 2\nMove 2: slide tile 5\nMove 3: slide tile 8\nDone after 3 moves, 17 boards\n",
            "I moved tile 2, then tile 5 and at last tile 8; that took 9 boards.",
            "2U-5U-8L",
            "DDR",
            "ddr",
            "blank: DDR",
            "tiles: UUL",
            "tiles: U2L",
            "down, down, right",
            "up up left",
            "3\n1 0 3\n4 2 6\n7 5 8\n\n3\n1 2 3\n4 0 6\n7 5 8\n\n3\n1 2 3\n4 5 6\n7 0 8\n\n3\n1 2 3\n4 5 6\n7 8 0\n",
            "Minimum number of moves = 3\n3\n 1  2  3 \n 4  0  6 \n 7  5  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  0  8 \n\n3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n",
        ] {
            let Found::Answer(moves) = find_answer(&easy(), text) else {
                panic!("nothing found in {text:?}")
            };
            assert_eq!(names(&easy(), &moves).unwrap(), [2, 5, 8], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |text| match find_answer(&easy(), text) {
            Found::Bad(number, why) => (number, why.0),
            other => panic!("{other:?} in {text:?}"),
        };
        assert_eq!(wrong("#moves\n2 8 5 \n"), (2, "tile 8 is not beside the blank".to_owned()));
        assert_eq!(wrong("2 5 9"), (3, "there is no tile 9".to_owned()));
        assert_eq!(wrong("#moves\n7 8\n").0, 1);
        assert_eq!(wrong("1. 2\n2. 8\n").0, 2);
        assert_eq!(wrong("UUU").0, 3, "said of the tiles it gets farther");
        assert_eq!(wrong("7 2 5 8").0, 1, "nothing is left out to make it right");
        assert_eq!(wrong("My moves are 2, 8, 2, 5, 8.").0, 2);
        assert!(matches!(find_answer(&easy(), "2 5"), Found::Answer(moves) if moves.len() == 2));
        assert!(matches!(find_answer(&easy(), "#moves\nno solution\n"), Found::NoSolution));
        assert!(matches!(find_answer(&easy(), "hello, I am 7 years old"), Found::Nothing));
        assert!(matches!(find_answer(&easy(), ""), Found::Nothing));
        assert!(matches!(find_answer(&easy(), "#moves\n"), Found::Answer(moves) if moves.is_empty()));
    }
}
