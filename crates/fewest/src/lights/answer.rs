//! Answers: presses as a board, or as somebody's list, and finding them in any text.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;

use super::board::{Board, Press};
use super::cells::Cells;
use super::formats::{pbm, rules, text};
use super::grid::Grid;
use super::net_board::NetBoard;
use super::picks;
use crate::facade::verdict::claims_no_solution;
use crate::{Found, Illegal, Source};

/// Presses that claim to turn all lights out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presses {
    /// The cells to press, in any order, each once. Millions of presses are a few hundred kilobytes.
    Board(Cells),
    /// A list, which may press a cell twice.
    List(Vec<Press>),
}

impl Presses {
    /// Number of presses.
    pub fn length(&self) -> u64 {
        match self {
            Self::Board(cells) => cells.count() as u64,
            Self::List(list) => list.len() as u64,
        }
    }

    /// Calls `visit` for every press.
    pub fn each(&self, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        // Whoever breaks off has seen enough; there is nobody else to tell.
        let _ = match self {
            Self::Board(cells) => cells.iter().try_for_each(|(x, y)| visit(&Press::at(x, y))),
            Self::List(list) => list.iter().try_for_each(visit),
        };
    }

    /// The board after all presses.
    ///
    /// # Errors
    /// The first press that is outside the board: its number, counted from 1, and why.
    pub fn play(&self, board: &Grid) -> Result<Grid, (u64, Illegal)> {
        let mut after = board.clone();
        match self {
            Self::Board(cells) if (cells.width(), cells.height()) != (board.width(), board.height()) => {
                return Err((1, Illegal::new("the press board has another size than the board")));
            }
            Self::Board(cells) => after.press_all(cells),
            Self::List(list) => {
                for (number, &by) in (1..).zip(list) {
                    after.press(by).map_err(|why| (number, why))?;
                }
            }
        }
        Ok(after)
    }

    /// Writes the answer in a notation.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, board: &Board, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match (notation, board) {
            ("list", _) => self.write_list(out),
            (notation, Board::Net(net)) => self.write_for_net(net, notation, out),
            ("switch", _) => picks::write(self, out),
            (pbm::ID, Board::Grid(grid)) => self.write_picture(grid, out),
            (_, Board::Grid(grid)) => self.write_board(grid, out),
        }
    }

    /// Only boards in rows have press boards. Where there are turns, they are counted; elsewhere presses are listed.
    fn write_for_net(&self, board: &NetBoard, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match board.drawing() {
            _ if notation == "switch" || board.turns().is_some() => picks::write(self, out),
            Some(_) => rules::write_rows(board, &self.times(board), *b".#", out),
            None => self.write_list(out),
        }
    }

    /// How often each place of a net is pressed, as far as it matters.
    fn times(&self, board: &NetBoard) -> Vec<u8> {
        let mut times = vec![0; board.net().len()];
        self.each(&mut |&by| {
            if let Some(place) = board.net().number(by) {
                times[place] = (times[place] + 1) % board.net().colours();
            }
            ControlFlow::Continue(())
        });
        times
    }

    /// Writes a press board: `#` press, `.` leave.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_board(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        text::write_rows(&self.cells(board), *b".#", out)
    }

    /// Writes a press board as a portable bitmap.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_picture(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        pbm::write(&self.cells(board), out)
    }

    /// The cells that are pressed an odd number of times.
    fn cells(&self, board: &Grid) -> Cow<'_, Cells> {
        match self {
            Self::Board(cells) => Cow::Borrowed(cells),
            Self::List(list) => {
                let mut cells = Cells::none(board.width(), board.height());
                for (x, y) in list.iter().filter_map(|&by| board.cell(by)) {
                    cells.flip(x, y);
                }
                Cow::Owned(cells)
            }
        }
    }

    /// Writes `(x, y)` a line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_list(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.length() == 0 {
            return writeln!(out, "{NOTHING_TO_PRESS}");
        }
        let mut result = Ok(());
        self.each(&mut |Press { x, y }| {
            result = writeln!(out, "({x}, {y})");
            if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        result
    }
}

const NOTHING_TO_PRESS: &str = "nothing to press";

/// Finds an answer in a text: `switch(x,y,t)` picks, `(x, y)` pairs, a press board, or a claim that there is none.
///
/// Programs like to print the lights too, and their size; lights look like a press board, and a size like a press. So
/// among several readings the one that solves the puzzle is taken.
pub fn find(board: &Board, text: &str) -> Found<Presses> {
    if let (Board::Grid(_), Some(presses)) = (board, picture(text)) {
        return Found::Answer(Presses::Board(presses));
    }
    match picks::find(text) {
        Ok(Some(picks)) => return on_board(board, picks),
        Ok(None) => {}
        Err((number, why)) => return Found::Bad(number, why),
    }
    let pairs = pairs(text);
    if !pairs.is_empty() {
        return best_of_pairs(board, pairs);
    }
    let boards: Vec<Presses> = match board {
        Board::Grid(grid) => press_boards(grid, text).into_iter().map(Presses::Board).collect(),
        Board::Net(net) => net_press_boards(net, text),
    };
    if let Some(answer) = boards.iter().rfind(|answer| solves(board, answer)) {
        return Found::Answer(answer.clone());
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    if text.to_lowercase().contains(NOTHING_TO_PRESS) || picks::is_empty_answer(text) {
        return Found::Answer(Presses::List(Vec::new()));
    }
    boards.into_iter().next_back().map_or(Found::Nothing, Found::Answer)
}

/// A text that is a portable bitmap and nothing else. Where the bytes of one were no text, each stands for the character of its
/// number.
fn picture(text: &str) -> Option<Cells> {
    pbm::magic(text.as_bytes())?;
    let read = |bytes: Vec<u8>| pbm::read(&Source::new("picture", bytes)).ok().map(|(cells, _)| cells);
    let by_character = || text.chars().map(u8::try_from).collect::<Result<Vec<u8>, _>>().ok();
    read(text.as_bytes().to_vec()).or_else(|| read(by_character()?))
}

fn solves(board: &Board, answer: &Presses) -> bool {
    board.play(answer).is_ok_and(|end| end.is_goal())
}

/// All pairs, or those that are on the board if just they solve the puzzle.
fn best_of_pairs(board: &Board, pairs: Vec<Press>) -> Found<Presses> {
    let inside: Vec<Press> = pairs.iter().copied().filter(|&by| board.has(by).is_ok()).collect();
    if !inside.is_empty() && inside.len() < pairs.len() {
        let answer = Presses::List(inside);
        if solves(board, &answer) {
            return Found::Answer(answer);
        }
    }
    on_board(board, pairs)
}

fn on_board(board: &Board, presses: Vec<Press>) -> Found<Presses> {
    for (number, &by) in (1..).zip(&presses) {
        if let Err(why) = board.has(by) {
            return Found::Bad(number, why);
        }
    }
    Found::Answer(Presses::List(presses))
}

/// All `(x, y)` of the text, in order. No pair of numbers is longer than fifty bytes.
fn pairs(text: &str) -> Vec<Press> {
    let inner = |at: usize| {
        let rest = &text.as_bytes()[at + 1..];
        let end = rest.iter().take(50).position(|&byte| byte == b')')?;
        pair(std::str::from_utf8(&rest[..end]).ok()?)
    };
    text.match_indices('(').filter_map(|(at, _)| inner(at)).collect()
}

/// Reads one press: `(2, 0)`, `2,0` or `2 0`.
///
/// # Errors
/// That it is none, or that it is outside the board.
pub fn read_press(board: &Board, text: &str) -> Result<Press, Illegal> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let spaced = inner.trim().split_once(' ').map(|(x, y)| format!("{x},{y}"));
    let by = pair(inner)
        .or_else(|| pair(&spaced?))
        .ok_or_else(|| Illegal::new(format!("`{text}` is not a press such as (2, 0)")))?;
    board.has(by).map(|()| by)
}

/// Reads `x, y`.
fn pair(text: &str) -> Option<Press> {
    let (x, y) = text.split_once(',')?;
    Some(Press { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
}

/// The press boards of the right size in a text: runs of at least as many rows, cut from their ends.
fn press_boards(board: &Grid, text: &str) -> Vec<Cells> {
    let (width, height) = (board.width(), board.height());
    let is_row = |line: &&str| line.len() == width && line.bytes().all(text::is_cell);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    for run in lines.split(|line| !is_row(line)) {
        // The size line keeps a first row such as `1x1` from being taken for one.
        let boards =
            run.rchunks_exact(height).rev().map(|rows| format!("{width}x{height}\n{}\n", rows.join("\n")));
        found.extend(boards.filter_map(|board| text::read(&Source::new("press board", board)).ok()));
    }
    found
}

/// The same for a net that was drawn in rows, with the number of presses for each cell.
fn net_press_boards(board: &NetBoard, text: &str) -> Vec<Presses> {
    let Some((_, sheet)) = board.drawing() else { return Vec::new() };
    let corner = Press { x: sheet.first.x, y: sheet.first.y };
    let row = |line: &str| {
        rules::read_row(line.trim(), board.net().colours()).filter(|row| row.len() == sheet.width)
    };
    let rows: Vec<Option<Vec<Option<u8>>>> = text.lines().map(row).collect();
    let mut found = Vec::new();
    for run in rows.split(Option::is_none) {
        'boards: for rows in run.rchunks_exact(sheet.height).rev() {
            let mut presses = Vec::new();
            for (y, row) in (corner.y..).zip(rows) {
                for (x, &times) in (corner.x..).zip(row.iter().flatten()) {
                    match (board.net().number(Press { x, y }), times) {
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
        let Found::Answer(found) =
            find(&dark(3, 3), "#0#\n000\n#00\nMove 1: (0, 2)\nthen ( 1,1 ), (twice) (1,1).")
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
    fn names_the_first_press_outside() {
        for (text, expected) in [("(0,0) (3, 1)", (2, 3)), ("(-1, 1)", (1, -1))] {
            let Found::Bad(number, why) = find(&dark(3, 3), text) else { panic!("a bad press") };
            assert_eq!(
                (number, why),
                (expected.0, dark(3, 3).has(Press { x: expected.1, y: 1 }).unwrap_err())
            );
        }
    }

    #[test]
    fn finds_the_last_board_and_prefers_a_claim() {
        let Found::Answer(Presses::Board(cells)) =
            find(&dark(3, 2), "lights:\n###\n###\npress:\n  .#.\n  #..\nok\n")
        else {
            panic!("a press board");
        };
        assert_eq!(cells.iter().collect::<Vec<_>>(), [(1, 0), (0, 1)]);
        assert!(matches!(find(&dark(3, 2), "###\n###\nNo solution.\n"), Found::NoSolution));
        assert!(matches!(find(&dark(3, 2), "hello\n###\n"), Found::Nothing));
        assert!(matches!(find(&dark(3, 2), ""), Found::Nothing));
    }

    #[test]
    fn the_reading_that_solves_is_taken() {
        let mut grid = Grid::new(Cells::none(3, 3));
        grid.press(Press { x: 1, y: 1 }).unwrap();
        let board = Board::Grid(grid);
        let solved = |text: &str| match find(&board, text) {
            Found::Answer(answer) => solves(&board, &answer),
            _ => false,
        };
        assert!(solved("start\n.#.\n###\n.#.\npresses\n...\n.#.\n...\nend\n...\n...\n...\n"));
        assert!(solved("...\n.#.\n...\nNote: some boards have no solution.\n"));
        assert!(solved("Board size: (3, 3)\n(1, 1)\n"));
        assert!(!solved("Board size: (3, 3)\n(0, 1)\n"));
        assert!(matches!(find(&board, "The puzzle can not be solved"), Found::NoSolution));
        assert!(matches!(find(&board, &"(".repeat(100_000)), Found::Nothing));
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
                let Found::Answer(found) = find(&board, std::str::from_utf8(&text).unwrap()) else {
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
            let Found::Answer(found) = find(&board, &text) else { panic!("found in {text:?}") };
            assert_eq!(found, presses);
        }
    }

    #[test]
    fn a_press_board_of_another_size_is_illegal() {
        let presses = Presses::Board(Cells::none(2, 3));
        assert!(dark(3, 2).play(&presses).is_err());
    }
}
