//! Finds a solution inside any text: a file of the course, letters, tile numbers in prose, a
//! sequence of boards.
//!
//! `readings` finds the moves of a text. A text with several readings is taken in the one that
//! solves the puzzle; if none does, the reading that gets farthest is judged. Nothing that can only
//! be a move is left out of any reading to make it right.
//!
//! Lines of boards that are drawn in a text hold no moves, and a sequence of boards is a solution.
//! A board is drawn on as many lines as it has rows, or on one line; with a number for every tile,
//! and 0, `.` or `_` for the blank, which may be left out where the board has eight cells or more.
//! Lines of a frame (`+---+`) may stand between rows, and the size of the board on the line above.

use fewest_core::{Found, Illegal, claims_no_solution};

use crate::notation::readings::{Readings, read};
use crate::notation::{PlayedMoves, play};
use crate::rules::arrangement::{Arrangement, Tile};
use crate::rules::board::{Board, Slide};

/// Finds a solution in a text. Arrows are letters: `↓` is `D`. In `2 → 5 → 8` they only separate.
pub(crate) fn find_answer(board: &Board, text: &str) -> Found<Vec<Slide>> {
    const ARROWS: [char; 4] = ['\u{2191}', '\u{2193}', '\u{2190}', '\u{2192}'];
    let only_separate = text.contains(|c: char| c.is_ascii_digit()) && !text.contains(&ARROWS[..3]);
    if only_separate || !text.contains(ARROWS) {
        return find_in_letters(board, text);
    }
    let letter = |c| ARROWS.iter().position(|&arrow| arrow == c).map_or(c, |at| ['U', 'D', 'L', 'R'][at]);
    find_in_letters(board, &text.chars().map(letter).collect::<String>())
}

fn find_in_letters(board: &Board, text: &str) -> Found<Vec<Slide>> {
    let (lines_before, text, is_course) = match after_marker(text) {
        Some((lines, rest)) => (lines, rest, true),
        None => (0, text, false),
    };
    let DrawnBoards { lines, chain } = find(board, text);
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

/// A text with drawn boards.
pub(crate) struct DrawnBoards<'t> {
    /// The lines of the text; those of boards are empty.
    pub lines: Vec<&'t str>,
    /// The moves that the boards show; None if no board but the position itself is drawn.
    pub chain: Option<BoardChain>,
}

/// The moves from board to board.
pub(crate) struct BoardChain {
    pub moves: Vec<Slide>,
    /// The lines of the boards that these lead to, and of the first board that no move leads to.
    pub lines: Vec<usize>,
    /// Whether no move leads to that last board.
    pub is_broken: bool,
}

/// The fewest cells of a board whose blank may be left out: a short list of tiles looks alike.
const WITHOUT_BLANK: usize = 8;

/// Finds the drawn boards.
pub(crate) fn find<'t>(board: &Board, text: &'t str) -> DrawnBoards<'t> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut boards: Vec<(Arrangement, usize)> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((end, arrangement)) = drawn_at(board, &lines[at..]) else {
            at += 1;
            continue;
        };
        if at > 0 && is_size(board, lines[at - 1]) {
            lines[at - 1] = "";
        }
        boards.extend(arrangement.map(|arrangement| (arrangement, at + 1)));
        lines[at..at + end].fill("");
        at += end;
    }
    DrawnBoards { chain: chain(board, boards), lines }
}

fn chain(board: &Board, mut boards: Vec<(Arrangement, usize)>) -> Option<BoardChain> {
    if boards.first().is_some_and(|(first, _)| first == board.now()) {
        boards.remove(0);
    }
    let mut at = board.clone();
    let mut chain = BoardChain { moves: Vec::new(), lines: Vec::new(), is_broken: false };
    for (next, line) in &boards {
        chain.lines.push(*line);
        let by = at.moves().into_iter().find(|&by| {
            let mut after = at.clone();
            after.play(by).is_ok() && after.now() == next
        });
        let Some(by) = by.filter(|&by| at.play(by).is_ok()) else {
            chain.is_broken = true;
            break;
        };
        chain.moves.push(by);
    }
    (!boards.is_empty()).then_some(chain)
}

/// Returns the number of lines of a board that begins on the first of these lines, and the board,
/// if its blank is drawn.
fn drawn_at(board: &Board, lines: &[&str]) -> Option<(usize, Option<Arrangement>)> {
    let (rows, columns, count) = (board.rows(), board.columns(), board.cells().len());
    let arrangement = |cells| Arrangement::new(rows, columns, cells).ok();
    let first = row(lines.first()?)?;
    if first.len() == count
        && let Some(found) = arrangement(first.clone())
    {
        return Some((1, Some(found)));
    }
    let (mut cells, mut read) = (first, 1);
    if !(columns - 1..=columns).contains(&cells.len()) {
        return None;
    }
    for (number, line) in lines.iter().enumerate().skip(1) {
        if read == rows {
            break;
        }
        if !is_frame(line) {
            let row = row(line).filter(|row| (columns - 1..=columns).contains(&row.len()))?;
            cells.extend(row);
            read += 1;
        }
        if read == rows && cells.len() == count {
            return Some((number + 1, Some(arrangement(cells)?)));
        }
        if read == rows && cells.len() + 1 == count && count >= WITHOUT_BLANK {
            cells.push(0);
            return arrangement(cells).map(|_| (number + 1, None));
        }
    }
    None
}

fn row(line: &str) -> Option<Vec<Tile>> {
    let is_between = |c: char| c.is_whitespace() || "|,[]{}".contains(c);
    let tile = |word: &str| if word == "." || word == "_" { Some(0) } else { word.parse().ok() };
    let row: Option<Vec<Tile>> = line.split(is_between).filter(|word| !word.is_empty()).map(tile).collect();
    row.filter(|row| !row.is_empty())
}

fn is_frame(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.chars().all(|c| "+-=|".contains(c) || c.is_whitespace())
}

/// Returns whether a line is the number of rows, or of rows and columns, and nothing else.
fn is_size(board: &Board, line: &str) -> bool {
    let numbers: Option<Vec<usize>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers == [board.rows()] || numbers == [board.rows(), board.columns()])
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
            "2 \u{2192} 5 \u{2192} 8",
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
            "\u{2193}\u{2193}\u{2192}",
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
