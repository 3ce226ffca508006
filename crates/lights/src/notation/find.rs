//! Finds an answer inside any text: the output of a program, a list of presses, a drawn press
//! board.
//!
//! The first of these that a text has is the notation it is read in:
//!
//! | notation | what is a press |
//! |---|---|
//! | a portable bitmap and nothing else | its black cells |
//! | `switch(x,y,t)` with three whole numbers | each of them, in the first answer of a solver |
//! | `(x, y)` with two whole numbers | each of them, inside the board or not |
//! | rows of the size of the board | the cells `#`, of the last board or of one that solves |
//! | pairs without brackets and nothing else | `0 1`, `x=0 y=1`, `row 1 col 0`, `[[0, 1]]`, `{"x": 0, "y": 1}` |
//!
//! Many programs print the size too: `Board size: (3, 3)`. A pair is no press if it is exactly the
//! size of the board, lies outside it, and `size`, `board`, `grid` or `dimensions` stands before it
//! on its line.

use fewest_core::claims_no_solution;
use fewest_core::{Found, Lines, Source};

use crate::formats::{pbm, rules, text};
use crate::notation::{NOTHING_TO_PRESS, find_picks, is_empty_answer, pair};
use crate::rules::{Board, Cells, GraphBoard, Grid, Press, Presses};

/// Finds an answer in a text.
pub fn find_answer(board: &Board, text: &str) -> Found<Presses> {
    if let (Board::Grid(_), Some(presses)) = (board, picture(text)) {
        return Found::drawn(Presses::Board(presses));
    }
    match find_picks(text) {
        Ok(Some(picks)) => return on_board(board, picks, Lines::new()),
        Ok(None) => {}
        Err((before, why)) => match on_board(board, before, Lines::new()) {
            Found::Answer(before, lines) => return Found::Bad { before, lines, why },
            bad => return bad,
        },
    }
    let (presses, lines) = pairs(board, text);
    if !presses.is_empty() {
        return on_board(board, presses, lines);
    }
    let boards: Vec<Presses> = match board {
        Board::Grid(grid) => press_boards(grid, text).into_iter().map(Presses::Board).collect(),
        Board::Graph(board) => graph_press_boards(board, text),
    };
    // Lights are drawn like a press board, so of several boards one that solves the puzzle is
    // taken.
    if let Some(answer) = boards.iter().rfind(|answer| solves(board, answer)) {
        return Found::drawn(answer.clone());
    }
    if boards.is_empty()
        && let Some((presses, lines)) = plain_pairs(text)
    {
        return on_board(board, presses, lines);
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    if text.to_lowercase().contains(NOTHING_TO_PRESS) || is_empty_answer(text) {
        return Found::drawn(Presses::List(Vec::new()));
    }
    boards.into_iter().next_back().map_or(Found::Nothing, Found::drawn)
}

/// Reads a text that is a portable bitmap and nothing else; None if it is none. If the bytes of the
/// bitmap were no UTF-8, each character stands for the byte of its number.
fn picture(text: &str) -> Option<Cells> {
    pbm::magic(text.as_bytes())?;
    let read = |bytes: Vec<u8>| pbm::read(&Source::new("picture", bytes)).ok().map(|(cells, _)| cells);
    let by_character = || text.chars().map(u8::try_from).collect::<Result<Vec<u8>, _>>().ok();
    read(text.as_bytes().to_vec()).or_else(|| read(by_character()?))
}

fn solves(board: &Board, answer: &Presses) -> bool {
    board.play(answer).is_ok_and(|end| end.is_goal())
}

/// Returns these presses, or those before the first that is not on the board.
fn on_board(board: &Board, mut presses: Vec<Press>, mut lines: Lines) -> Found<Presses> {
    let outside = presses.iter().enumerate().find_map(|(index, &by)| Some((index, board.has(by).err()?)));
    match outside {
        Some((index, why)) => {
            presses.truncate(index);
            lines.truncate(index + 1);
            Found::Bad { before: Presses::List(presses), lines, why }
        }
        None => Found::Answer(Presses::List(presses), lines),
    }
}

/// Returns all `(x, y)` of the text that are presses, in order, with their lines.
fn pairs(board: &Board, text: &str) -> (Vec<Press>, Lines) {
    let (mut presses, mut lines) = (Vec::new(), Lines::new());
    for (number, line) in (1..).zip(text.lines()) {
        for (at, _) in line.match_indices('(') {
            let inside = &line[at + 1..];
            let end = inside.find(|c: char| !(c.is_ascii_digit() || " \t+-,".contains(c))).unwrap_or(0);
            let is_closed = inside[end..].starts_with(')');
            if let Some(by) = pair(&inside[..end]).filter(|_| is_closed)
                && !is_size(board, &line[..at], by)
            {
                presses.push(by);
                lines.push(number);
            }
        }
    }
    (presses, lines)
}

/// Returns the presses of a text that holds nothing but pairs of numbers, with or without words for
/// the coordinates, one or more on a line. None if it holds anything else.
fn plain_pairs(text: &str) -> Option<(Vec<Press>, Lines)> {
    let (mut presses, mut lines) = (Vec::new(), Lines::new());
    for (number, line) in (1..).zip(text.lines()) {
        let is_mark = |c: char| c.is_whitespace() || "[]{}\"',:;=".contains(c);
        let lower = line.to_lowercase();
        let words: Vec<&str> = lower.split(is_mark).filter(|word| !word.is_empty()).collect();
        let coordinate = |word: &str| word.parse::<i64>().ok();
        // Several bare pairs on a line are told apart by their brackets.
        let is_bare = words.iter().all(|word| coordinate(word).is_some());
        if is_bare && words.len() != 2 && !line.contains('[') {
            if words.is_empty() {
                continue;
            }
            return None;
        }
        for unit in words.chunks(if is_bare { 2 } else { 4 }) {
            let (x, y) = match *unit {
                [x, y] if is_bare => (x, y),
                ["x" | "col" | "column", x, "y" | "row", y] => (x, y),
                ["y" | "row", y, "x" | "col" | "column", x] => (x, y),
                _ => return None,
            };
            presses.push(Press { x: coordinate(x)?, y: coordinate(y)? });
            lines.push(number);
        }
    }
    (!presses.is_empty()).then_some((presses, lines))
}

/// Whether a pair after these words is the size of the board.
fn is_size(board: &Board, before: &str, Press { x, y }: Press) -> bool {
    let (width, height) = match board {
        Board::Grid(grid) => (grid.width(), grid.height()),
        Board::Graph(board) => match board.drawing() {
            Some((_, extent)) => (extent.width, extent.height),
            None => return false,
        },
    };
    let said = (usize::try_from(x).unwrap_or(0), usize::try_from(y).unwrap_or(0));
    let is_label = |word: &str| {
        ["size", "board", "grid", "dimensions"].iter().any(|label| word.eq_ignore_ascii_case(label))
    };
    (said == (width, height) || said == (height, width))
        && board.has(Press { x, y }).is_err()
        && before.split(|c: char| !c.is_alphanumeric()).any(is_label)
}

/// Returns the press boards of the right size in a text: runs of at least as many rows, cut from
/// their ends. A run is no board if a row that is left over holds presses.
fn press_boards(board: &Grid, text: &str) -> Vec<Cells> {
    let (width, height) = (board.width(), board.height());
    let is_row = |line: &&str| line.len() == width && line.bytes().all(text::is_cell);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for run in lines.split(|line| !is_row(line)) {
        if run[..run.len() % height].iter().any(|row| row.contains('#')) {
            continue;
        }
        // The size line keeps a first row such as `1x1` from being read as one.
        let boards =
            run.rchunks_exact(height).rev().map(|rows| format!("{width}x{height}\n{}\n", rows.join("\n")));
        found.extend(boards.filter_map(|board| text::read(&Source::new("press board", board)).ok()));
    }
    found
}

/// The same for a graph that was drawn in rows, with the number of presses for each cell.
fn graph_press_boards(board: &GraphBoard, text: &str) -> Vec<Presses> {
    let Some((_, extent)) = board.drawing() else { return Vec::new() };
    let corner = Press { x: extent.first.x, y: extent.first.y };
    let row = |line: &str| {
        rules::read_row(line.trim(), board.graph().colours()).filter(|row| row.len() == extent.width)
    };
    let rows: Vec<Option<Vec<Option<u8>>>> = text.lines().map(row).collect();
    let mut found = Vec::new();
    for run in rows.split(Option::is_none) {
        'boards: for rows in run.rchunks_exact(extent.height).rev() {
            let mut presses = Vec::new();
            for (y, row) in (corner.y..).zip(rows) {
                for (x, &times) in (corner.x..).zip(row.iter().flatten()) {
                    match (board.graph().number(Press { x, y }), times) {
                        (Some(_), Some(times)) => {
                            presses.extend(std::iter::repeat_n(Press { x, y }, usize::from(times)));
                        }
                        (None, None) => {}
                        _ => continue 'boards,
                    }
                }
            }
            found.push(Presses::List(presses));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dark(width: usize, height: usize) -> Board {
        Board::Grid(Grid::new(Cells::none(width, height)))
    }

    #[test]
    fn finds_pairs_in_prose() {
        let Found::Answer(found, _) =
            find_answer(&dark(3, 3), "#0#\n000\n#00\nMove 1: (0, 2)\nthen ( 1,1 ), (twice) (1,1).")
        else {
            panic!("an answer");
        };
        assert_eq!(
            found,
            Presses::List(vec![Press { x: 0, y: 2 }, Press { x: 1, y: 1 }, Press { x: 1, y: 1 }])
        );
        assert_eq!(found.length(), 3);
    }

    #[test]
    fn finds_pairs_in_plain_words_and_in_lists_of_programs() {
        let wanted = Presses::List(vec![Press { x: 0, y: 2 }, Press { x: 1, y: 1 }]);
        for text in [
            "0 2\n1 1\n",
            "0, 2\n\n1, 1",
            "x=0 y=2\nx=1 y=1",
            "row 2 col 0\nrow 1, column 1",
            "[[0, 2], [1, 1]]",
            "[[0, 2],\n [1, 1]]",
            "[{\"x\": 0, \"y\": 2}, {\"x\": 1, \"y\": 1}]",
        ] {
            let Found::Answer(found, _) = find_answer(&dark(3, 3), text) else { panic!("{text:?}") };
            assert_eq!(found, wanted, "{text:?}");
        }
        for text in ["0 2 1", "4 presses", "0 2\n3 moves", "x 1", "[0, 2, 1]"] {
            assert!(matches!(find_answer(&dark(3, 3), text), Found::Nothing), "{text:?}");
        }
    }

    #[test]
    fn names_the_first_press_outside() {
        for (text, expected) in [("(0,0) (3, 1)", (2, 3)), ("(-1, 1)", (1, -1))] {
            let Found::Bad { before, why, .. } = find_answer(&dark(3, 3), text) else {
                panic!("a bad press")
            };
            assert_eq!(
                (before.length() + 1, why),
                (expected.0, dark(3, 3).has(Press { x: expected.1, y: 1 }).unwrap_err())
            );
        }
    }

    #[test]
    fn finds_the_last_board_and_prefers_a_claim() {
        let Found::Answer(Presses::Board(cells), _) =
            find_answer(&dark(3, 2), "lights:\n###\n###\npress:\n  .#.\n  #..\nok\n")
        else {
            panic!("a press board");
        };
        assert_eq!(cells.iter().collect::<Vec<_>>(), [(1, 0), (0, 1)]);
        assert!(matches!(find_answer(&dark(3, 2), "###\n###\nNo solution.\n"), Found::NoSolution));
        assert!(matches!(find_answer(&dark(3, 2), "hello\n###\n"), Found::Nothing));
        assert!(matches!(find_answer(&dark(3, 2), ""), Found::Nothing));
    }

    #[test]
    fn the_reading_that_solves_is_taken() {
        let mut grid = Grid::new(Cells::none(3, 3));
        grid.press(Press { x: 1, y: 1 }).unwrap();
        let board = Board::Grid(grid);
        let solved = |text: &str| match find_answer(&board, text) {
            Found::Answer(answer, _) => solves(&board, &answer),
            _ => false,
        };
        assert!(solved("start\n.#.\n###\n.#.\npresses\n...\n.#.\n...\nend\n...\n...\n...\n"));
        assert!(solved("...\n.#.\n...\nNote: some boards have no solution.\n"));
        assert!(solved("Board size: (3, 3)\n(1, 1)\n"));
        assert!(solved("100\n...\n.#.\n...\n"), "a number above the rows");
        assert!(!solved("###\n...\n.#.\n...\n"), "a board of four rows");
        assert!(!solved("Board size: (3, 3)\n(0, 1)\n"));
        assert!(!solved("Move 1: (3, 3)\n(1, 1)\n"), "only a size is left out");
        assert!(!solved("Board size: (4, 3)\n(1, 1)\n"), "and only the size of this board");
        for (outside, line) in [("(0, 7)", 2), ("(99999999999999999999, 0)", 2), ("\n( -1 ,\t0 )", 3)] {
            let text = format!("(1, 1)\n{outside} (0, 0) (0, 0)");
            let Found::Bad { before, lines, .. } = find_answer(&board, &text) else { panic!("{text}") };
            assert_eq!((before.length(), lines), (1, vec![1, line]), "{text}");
        }
        assert!(matches!(
            find_answer(&board, "switch(1,1,1) switch(99999999999999999999,1,2)"),
            Found::Bad { before: Presses::List(before), .. } if before.len() == 1
        ));
        assert!(matches!(find_answer(&board, "The puzzle can not be solved"), Found::NoSolution));
        assert!(matches!(find_answer(&board, &"(".repeat(100_000)), Found::Nothing));
    }

    #[test]
    fn both_notations_are_found_again() {
        let board = dark(3, 1);
        let mut cells = Cells::none(3, 1);
        for pressed in [false, true] {
            if pressed {
                cells.flip(0, 0);
                cells.flip(2, 0);
            }
            let presses = Presses::Board(cells.clone());
            let (mut picture, mut listed) = (Vec::new(), Vec::new());
            presses.write(&board, "presses", &mut picture).unwrap();
            presses.write(&board, "list", &mut listed).unwrap();
            for text in [picture, listed] {
                let Found::Answer(found, _) = find_answer(&board, std::str::from_utf8(&text).unwrap()) else {
                    panic!("found")
                };
                assert_eq!(found.length(), presses.length());
                assert_eq!(board.play(&found), board.play(&presses));
            }
        }
    }

    #[test]
    fn a_picture_is_found_also_where_its_bytes_are_no_text() {
        for side in [3, 8, 9, 20] {
            let board = dark(side, side);
            let mut cells = Cells::all(side, side);
            cells.flip(1, 0);
            let presses = Presses::Board(cells);
            let mut bytes = Vec::new();
            presses.write(&board, "pbm", &mut bytes).unwrap();
            let by_character: String = bytes.iter().copied().map(char::from).collect();
            let text = String::from_utf8(bytes).unwrap_or(by_character);
            let Found::Answer(found, _) = find_answer(&board, &text) else { panic!("found in {text:?}") };
            assert_eq!(found, presses);
        }
    }
}
