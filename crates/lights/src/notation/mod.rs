//! Moves and answers as text: press boards, lists of presses, bitmaps, and picks as an answer set
//! solver writes them, `switch(2,1,1) switch(4,2,2)`: a column, a row and a turn each. Picks stand
//! in any order; the turn gives the order. [`find_answer`] finds an answer inside any text.

mod find;

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;

use fewest_core::Illegal;
use fewest_core::fault::shortened;

use crate::formats::{pbm, rules, text};
use crate::rules::{Board, Cells, GraphBoard, Grid, Press, Presses};

pub use find::find_answer;

impl Presses {
    /// Writes the answer in a notation.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, board: &Board, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match (notation, board) {
            ("list", _) => self.write_list(out),
            (notation, Board::Graph(board)) => self.write_for_graph(board, notation, out),
            ("switch", _) => write_picks(self, out),
            (pbm::ID, Board::Grid(grid)) => self.write_picture(grid, out),
            (_, Board::Grid(grid)) => self.write_board(grid, out),
        }
    }

    /// Only boards in rows have press boards. Boards with turns get numbered picks, other graphs a
    /// list.
    fn write_for_graph(&self, board: &GraphBoard, notation: &str, out: &mut dyn io::Write) -> io::Result<()> {
        match board.drawing() {
            _ if notation == "switch" || board.turns().is_some() => write_picks(self, out),
            Some(_) => rules::write_rows(board, &self.times(board), *b".#", out),
            None => self.write_list(out),
        }
    }

    /// Returns how often each place of a graph is pressed, modulo the number of colours.
    fn times(&self, board: &GraphBoard) -> Vec<u8> {
        let mut times = vec![0; board.graph().len()];
        self.each(&mut |&by| {
            if let Some(place) = board.graph().number(by) {
                times[place] = (times[place] + 1) % board.graph().colours();
            }
            ControlFlow::Continue(())
        });
        times
    }

    /// Writes a press board: `#` press, `.` leave.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_board(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        text::write_rows(&self.cells(board), *b".#", out)
    }

    /// Writes a press board as a portable bitmap.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_picture(&self, board: &Grid, out: &mut dyn io::Write) -> io::Result<()> {
        pbm::write(&self.cells(board), out)
    }

    /// Returns the cells that are pressed an odd number of times.
    fn cells(&self, board: &Grid) -> Cow<'_, Cells> {
        match self {
            Self::Board(cells) => Cow::Borrowed(cells),
            Self::List(_) | Self::Repeated { .. } => {
                let mut cells = Cells::none(board.width(), board.height());
                self.each(&mut |&by| {
                    if let Some((x, y)) = board.cell(by) {
                        cells.flip(x, y);
                    }
                    ControlFlow::Continue(())
                });
                Cow::Owned(cells)
            }
        }
    }

    /// Writes one `(x, y)` per line.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_list(&self, out: &mut dyn io::Write) -> io::Result<()> {
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

/// The text of an empty list.
const NOTHING_TO_PRESS: &str = "nothing to press";

/// Reads one press: `(2, 0)`, `2,0` or `2 0`.
///
/// # Errors
/// If it is no press, or outside the board.
pub fn read_press(board: &Board, text: &str) -> Result<Press, Illegal> {
    let text = text.trim();
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let spaced = inner.trim().split_once(' ').map(|(x, y)| format!("{x},{y}"));
    let by = pair(inner)
        .or_else(|| pair(&spaced?))
        .ok_or_else(|| Illegal::new(format!("`{}` is not a press such as (2, 0)", shortened(text))))?;
    board.has(by).map(|()| by)
}

/// Reads `x, y`; None if it is no pair.
fn pair(text: &str) -> Option<Press> {
    let (x, y) = text.split_once(',')?;
    Some(Press { x: coordinate(x)?, y: coordinate(y)? })
}

/// Writes the picks on one line.
///
/// # Errors
/// Those of the writer.
pub fn write_picks(answer: &Presses, out: &mut dyn io::Write) -> io::Result<()> {
    let mut turn = 0_u64;
    let mut result = Ok(());
    answer.each(&mut |Press { x, y }| {
        let gap = if turn > 0 { " " } else { "" };
        turn += 1;
        result = write!(out, "{gap}switch({x},{y},{turn})");
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    writeln!(out)
}

/// Finds picks in a text, for example in the output of clingo; of several answers the first.
/// Returns None if there are none.
///
/// # Errors
/// A turn without a pick, or with several: the picks of the turns before, and what is wrong.
fn find_picks(text: &str) -> Result<Option<Vec<Press>>, (Vec<Press>, Illegal)> {
    let mut picks: Vec<(i64, Press)> = atoms(first_answer(text));
    if picks.is_empty() {
        return Ok(None);
    }
    picks.sort_by_key(|(turn, _)| *turn);
    picks.dedup(); // a set has no repetitions
    for (before, &(turn, _)) in picks.iter().enumerate() {
        let expected = before as i64 + 1;
        if turn != expected {
            let several = picks.iter().filter(|pick| pick.0 == turn).count() > 1;
            let what = if several {
                format!("turn {turn} has several picks")
            } else {
                format!("turn {expected} has no pick")
            };
            return Err((picks[..before].iter().map(|&(_, press)| press).collect(), Illegal::new(what)));
        }
    }
    Ok(Some(picks.into_iter().map(|(_, press)| press).collect()))
}

/// Whether the text is a solver's answer without any atom: solved in no turns.
fn is_empty_answer(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "SATISFIABLE") || text.contains("\"Result\": \"SATISFIABLE\"")
}

/// Returns the first answer in a solver's output; any other text as it is.
fn first_answer(text: &str) -> &str {
    if let Some((_, after)) = text.split_once("\"Value\"") {
        return after.split_once(']').map_or(after, |(value, _)| value);
    }
    let mut lines = text.split_inclusive('\n');
    match lines.find(|line| line.starts_with("Answer:")) {
        Some(_) => lines.next().unwrap_or(""),
        None => text,
    }
}

/// Returns every `switch(x,y,t)` as (t, press).
fn atoms(text: &str) -> Vec<(i64, Press)> {
    let atom = |(at, name): (usize, &str)| {
        let inside = text[at + name.len()..].trim_start().strip_prefix('(')?.split_once(')')?.0;
        let mut numbers = inside.split(',').map(coordinate);
        let (x, y, turn) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some((turn, Press { x, y }))
    };
    text.match_indices("switch").filter_map(atom).collect()
}

/// Reads a whole number; None if it is none. A number that is too large becomes the largest or
/// least `i64`, which is outside every board too.
fn coordinate(text: &str) -> Option<i64> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match text.trim().parse::<i64>() {
        Ok(number) => Some(number),
        Err(error) if *error.kind() == PosOverflow => Some(i64::MAX),
        Err(error) if *error.kind() == NegOverflow => Some(i64::MIN),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_board_of_another_size_is_illegal() {
        let presses = Presses::Board(Cells::none(2, 3));
        assert!(Board::Grid(Grid::new(Cells::none(3, 2))).play(&presses).is_err());
    }

    fn found(text: &str) -> Vec<(i64, i64)> {
        let picks = find_picks(text).expect("good picks").expect("some picks");
        picks.iter().map(|pick| (pick.x, pick.y)).collect()
    }

    #[test]
    fn picks_are_ordered_by_turn_and_written_again() {
        let seed = "switch(2,1,1) switch(4,2,2) switch(1,3,3) switch(3,2,4)";
        assert_eq!(found(seed), [(2, 1), (4, 2), (1, 3), (3, 2)]);
        assert_eq!(found("switch(1,-3,2). switch ( 2 , 1 , 1 ).\n"), [(2, 1), (1, -3)]);
        let mut text = Vec::new();
        write_picks(&Presses::List(find_picks(seed).unwrap().unwrap()), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), format!("{seed}\n"));
    }

    #[test]
    fn of_several_answers_the_first_counts() {
        let clingo =
            "Solving...\nAnswer: 1 (Time: 0.009s)\nswitch(1,2,1)\nAnswer: 2\nswitch(2,2,1)\nSATISFIABLE\n";
        assert_eq!(found(clingo), [(1, 2)]);
        let json =
            r#"{"Witnesses": [{"Value": ["switch(1,2,1)", "switch(3,3,2)"]}, {"Value": ["switch(2,2,1)"]}]}"#;
        assert_eq!(found(json), [(1, 2), (3, 3)]);
    }

    #[test]
    fn turns_have_one_pick_each() {
        let fault = |text| find_picks(text).unwrap_err();
        let first = vec![Press { x: 1, y: 1 }];
        let several = fault("switch(1,1,1) switch(2,2,1)");
        assert_eq!(several, (first.clone(), Illegal::new("turn 1 has several picks")));
        assert_eq!(fault("switch(1,1,1) switch(2,2,3)"), (first, Illegal::new("turn 2 has no pick")));
        assert_eq!(fault("switch(1,1,0)"), (Vec::new(), Illegal::new("turn 1 has no pick")));
        assert_eq!(find_picks("switch(1,1) switch(a,b,c) switchboard").unwrap(), None);
    }

    #[test]
    fn an_empty_answer_is_an_answer() {
        assert!(is_empty_answer("Answer: 1\n\nSATISFIABLE\n") && !is_empty_answer("UNSATISFIABLE\n"));
    }
}
