//! Finds a solution inside any text: a file of the course, letters, tile numbers in prose, a
//! sequence of boards.
//!
//! `readings` finds the moves of a text, and `drawn_boards` the boards. A text with several
//! readings is taken in the one that solves the puzzle; if none does, the reading that gets
//! farthest is judged. Nothing that can only be a move is left out of any reading to make it right.

use crate::notation::drawn_boards::{self, DrawnBoards};
use crate::notation::parsed_move::{PlayedMoves, play};
use crate::notation::readings::{Readings, read};
use crate::rules::board::{Board, Slide};
use fewest_core::claims_no_solution;
use fewest_core::{Found, Illegal};

/// Finds a solution in a text.
pub(crate) fn find_answer(board: &Board, text: &str) -> Found<Vec<Slide>> {
    let (lines_before, text, is_course) = match after_marker(text) {
        Some((lines, rest)) => (lines, rest, true),
        None => (0, text, false),
    };
    let DrawnBoards { lines, chain } = drawn_boards::find(board, text);
    if let Some(chain) = chain.as_ref().filter(|chain| !chain.is_broken) {
        return Found::Answer(chain.moves.clone(), later(&chain.lines, lines_before));
    }
    let Readings { all, is_certain } = read(text, &lines);
    let mut farthest: Option<PlayedMoves> = None;
    for reading in all {
        let played = play(board, &reading);
        if played.why.is_none() && played.end.is_goal() {
            return Found::Answer(played.moves, later(&played.lines, lines_before));
        }
        if farthest.as_ref().is_none_or(|before| played.moves.len() > before.moves.len()) {
            farthest = Some(played);
        }
    }
    if claims_no_solution(text) && !is_certain {
        return Found::NoSolution;
    }
    match farthest {
        Some(PlayedMoves { moves, lines, why: Some(why), .. }) if !moves.is_empty() || is_certain => {
            Found::Bad { before: moves, lines: later(&lines, lines_before), why }
        }
        Some(PlayedMoves { moves, lines, why: None, .. }) => {
            Found::Answer(moves, later(&lines, lines_before))
        }
        _ => match chain {
            Some(chain) => Found::Bad {
                before: chain.moves,
                lines: later(&chain.lines, lines_before),
                why: Illegal::new("no move leads to the board that is drawn next"),
            },
            // A puzzle that is solved at the start needs no move, only the word.
            None if is_course || says_solved(text) => Found::Answer(Vec::new(), Vec::new()),
            None => Found::Nothing,
        },
    }
}

fn later(lines: &[usize], lines_before: usize) -> Vec<usize> {
    lines.iter().map(|line| line + lines_before).collect()
}

/// Returns the number of lines up to the line `#moves`, as the course writes it, and what follows
/// it.
fn after_marker(text: &str) -> Option<(usize, &str)> {
    let is_marker = |line: &str| line.trim_start_matches('#').trim().eq_ignore_ascii_case("moves");
    let mut end = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        end += line.len();
        if line.starts_with('#') && is_marker(line) {
            return Some((number + 1, &text[end..]));
        }
    }
    None
}

fn says_solved(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("solved") && !lower.contains("not solved") && !lower.contains("unsolved")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::names;
    use crate::testing::board;

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
            "My program found 3 moves: 2, 5, 8 (17 boards)",
            "1 0 3\n4 2 6\n7 5 8\n\nMoves: 2 5 8\n",
            "| 1 |   | 3 |\n+---+---+---+\n| 4 | 2 | 6 |\n| 7 | 5 | 8 |\n2 up, 5 up, 8 left",
            "1. D\n2. D\n3. R\n",
            "R means right\nDDR\n",
            "Solution (U = up, D = down): DDR",
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
            let Found::Answer(moves, _) = find_answer(&easy(), text) else {
                panic!("nothing found in {text:?}")
            };
            assert_eq!(names(&easy(), &moves).unwrap(), [2, 5, 8], "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let wrong = |text| match find_answer(&easy(), text) {
            Found::Bad { before, why, .. } => (before.len() + 1, why.0),
            other => panic!("{other:?} in {text:?}"),
        };
        assert_eq!(wrong("#moves\n2 8 5 \n"), (2, "tile 8 is not beside the blank".to_owned()));
        assert_eq!(wrong("2 5 9"), (3, "there is no tile 9".to_owned()));
        assert_eq!(wrong("#moves\n7 8\n").0, 1);
        assert_eq!(wrong("1. 2\n2. 8\n").0, 2);
        assert_eq!(wrong("UUU").0, 3, "said of the tiles it gets farther");
        assert_eq!(wrong("7 2 5 8").0, 1, "nothing is left out to make it right");
        assert_eq!(wrong("My moves are 2, 8, 2, 5, 8.").0, 2);
        assert_eq!(wrong("3 2 5 8").0, 2, "a count stands on a line of its own");
        assert_eq!(wrong("First 7, then 2, 5 and 8").0, 1);
        assert_eq!(wrong("slide 7\n2 5 8").0, 1);
        assert_eq!(wrong("2 5 8 99999999999").0, 4);
        assert_eq!(wrong("7. 2 5 8").0, 1, "no number of a line");
        assert_eq!(wrong("blank: UUL").0, 1, "the blank is on the first row");
        assert_eq!(wrong("1 0 3\n4 2 6\n7 5 8\n\n1 2 3\n4 0 6\n7 5 8\n\n1 2 3\n4 5 6\n7 8 0\n").0, 2);
        assert!(matches!(find_answer(&easy(), "2 5"), Found::Answer(moves, _) if moves.len() == 2));
        assert!(matches!(find_answer(&easy(), "#moves\nno solution\n"), Found::NoSolution));
        assert!(matches!(find_answer(&easy(), "hello, I am 7 years old"), Found::Nothing));
        assert!(matches!(find_answer(&easy(), ""), Found::Nothing));
        assert!(matches!(find_answer(&easy(), "#moves\n"), Found::Answer(moves, _) if moves.is_empty()));
    }
}
