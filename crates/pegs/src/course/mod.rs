//! The program `fewest course triangle` (Caltech CS 11): sets up a board in a dialogue and draws
//! the boards of a solution, from the single peg back to the start.
//!
//! A drawing has fifteen lines, three per row of holes, with four characters and four blanks per
//! hole. Drawings are also found inside any text.
//!
//! ```text
//!      __
//!     | 1|      2        hole 1 has a peg, hole 2 has none
//!     |__|
//! ```

pub mod textbook;

use std::io::{self, BufRead, Write};

use fewest_core::{Course, CourseRun};

use textbook::{NHOLES, Triangle, solve};

/// The course program of this family.
pub(super) const COURSE: Course = Course {
    id: "triangle",
    about: "the triangle game of Caltech's CS 11: set up a board, see the boards of a solution in reverse",
    usage: "",
    options: &[],
    writes_last: false,
    run,
};

/// Exit status of the course's program when the input ends too early.
const EARLY_END: u8 = 1;

/// Bytes of a line that are read; what follows is a line of its own.
const LONGEST_LINE: u64 = 4095;

const ASK: &str = "\nType the number of a hole to put a peg there or to take it away,\nor \"end\" when the board is as you want it.\n\n";
const PROMPT: &str = "Input: ";
/// Output where there is no solution.
pub(super) const NO_SOLUTION: &str = "No sequence of jumps leaves one peg.";

fn run(with: &mut CourseRun<'_>) -> io::Result<u8> {
    if !with.sources.is_empty() {
        writeln!(with.err, "usage: fewest course triangle < INPUT")?;
        return Ok(2);
    }
    let Some(mut board) = set_up(with.input, with.out)? else {
        with.out.flush()?;
        writeln!(with.err, "\nThe input ended before \"end\".")?;
        return Ok(EARLY_END);
    };
    let mut shown = Vec::new();
    if solve(&mut board, &mut |board| shown.push(*board)) {
        shown.iter().try_for_each(|board| draw(board, with.out))?;
    } else {
        writeln!(with.out, "{NO_SOLUTION}")?;
    }
    Ok(0)
}

/// Asks for a board. None if the input ends too early.
fn set_up(input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<Option<Triangle>> {
    let mut board = [false; NHOLES];
    draw(&board, out)?;
    write!(out, "{ASK}{PROMPT}")?;
    loop {
        out.flush()?;
        let mut line = Vec::new();
        if io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        match parse_line(&line) {
            InputLine::Blank => {}
            InputLine::End => return Ok(Some(board)),
            InputLine::Number(Some(hole)) => {
                board[hole] = !board[hole];
                draw(&board, out)?;
                write!(out, "{ASK}")?;
            }
            InputLine::Number(None) => writeln!(out, "\nThe holes have the numbers 0 to {}.", NHOLES - 1)?,
            InputLine::Other => {
                writeln!(
                    out,
                    "\nThe number of a hole, 0 to {}, is wanted,\nor the word \"end\".",
                    NHOLES - 1
                )?;
            }
        }
        write!(out, "{PROMPT}")?;
    }
}

/// A parsed line of input.
#[derive(Debug, PartialEq, Eq)]
enum InputLine {
    Blank,
    End,
    /// A number, and the hole if there is one of that number.
    Number(Option<usize>),
    Other,
}

fn parse_line(line: &[u8]) -> InputLine {
    let word = line.trim_ascii();
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    match word {
        b"" => InputLine::Blank,
        b"end" => InputLine::End,
        _ if digits.iter().all(u8::is_ascii_digit) => {
            // A lone minus sign is zero, as in the course's routines.
            let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
            let number = match &digits[zeros..] {
                [] => Some(0),
                _ if word.len() > digits.len() => None,
                number => std::str::from_utf8(number).ok().and_then(|number| number.parse().ok()),
            };
            InputLine::Number(number.filter(|&hole| hole < NHOLES))
        }
        _ => InputLine::Other,
    }
}

/// Rows of the triangle.
const ROWS: usize = 5;
const GAP: &str = "    ";

/// Draws a board.
///
/// # Errors
/// Returns the writer's errors.
pub(crate) fn draw(board: &Triangle, out: &mut dyn io::Write) -> io::Result<()> {
    for row in 0..ROWS {
        let holes = row * (row + 1) / 2..(row + 1) * (row + 2) / 2;
        for line in 0..3 {
            let mut text = GAP.repeat(ROWS - 1 - row);
            for hole in holes.clone() {
                text += &match (line, board[hole]) {
                    (0, true) => " __ ".to_owned(),
                    (1, true) => format!("|{hole:>2}|"),
                    (1, false) => format!(" {hole:>2} "),
                    (2, true) => "|__|".to_owned(),
                    _ => GAP.to_owned(),
                };
                text += GAP;
            }
            writeln!(out, "{text}")?;
        }
    }
    Ok(())
}

/// Finds the boards drawn in a text, each with its line numbers, counted from 0. Only lines with
/// numbers are examined, so other text before or between them does not matter, nor how the boxes
/// are closed.
pub(crate) fn find_drawings(lines: &[&str]) -> Vec<(Triangle, Vec<usize>)> {
    let mut boards = Vec::new();
    let mut board = [false; NHOLES];
    let mut next = 0;
    let mut rows = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(holes) = numbers(line) else { continue };
        // The numbers say which row it is.
        let is_row =
            |first: usize, count: usize| holes.len() == count && (first..).zip(&holes).all(|(n, h)| n == h.0);
        if is_row(0, 1) {
            next = 0;
            rows.clear();
        }
        let row = (0..ROWS).find(|row| row * (row + 1) / 2 == next);
        let Some(row) = row.filter(|row| is_row(next, row + 1)) else {
            continue;
        };
        holes.iter().for_each(|&(hole, peg)| board[hole] = peg);
        next += row + 1;
        rows.push(number);
        if next == NHOLES {
            boards.push((board, std::mem::take(&mut rows)));
            next = 0;
        }
    }
    boards
}

/// Returns the numbers of a line and whether each is inside a box. None if there is anything else
/// than numbers and boxes.
fn numbers(line: &str) -> Option<Vec<(usize, bool)>> {
    let mut found = Vec::new();
    let mut inside = false;
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            found.push((rest[..length].parse().ok().filter(|&hole| hole < NHOLES)?, inside));
            rest = &rest[length..];
            continue;
        }
        match first {
            '|' => inside = !inside,
            ' ' => {}
            _ => return None,
        }
        rest = &rest[first.len_utf8()..];
    }
    (!found.is_empty()).then_some(found)
}

#[cfg(test)]
mod tests {
    use fewest_core::info::run_in_memory;

    use super::*;

    fn course(input: &str) -> (u8, String, String) {
        run_in_memory(run, Vec::new(), &[], input)
    }

    #[test]
    fn the_test_input_of_the_course_ends_in_hole_twelve() {
        let (code, out, err) = course("0\n1\n2\n3\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\nend");
        assert_eq!((code, err.as_str(), out.lines().count()), (0, "", 15 * 19 + 14 * 15));
        let lines: Vec<&str> = out.lines().collect();
        let boards: Vec<Triangle> = find_drawings(&lines).into_iter().map(|found| found.0).collect();
        assert_eq!(boards.len(), 15 + 14);
        let solution = &boards[15..];
        let pegs: Vec<_> = solution.iter().map(crate::course::textbook::npegs).collect();
        assert_eq!(pegs, (1..=14).collect::<Vec<_>>());
        assert_eq!((solution[0][12], solution[13]), (true, boards[14]));
    }

    #[test]
    fn words_of_the_dialogue() {
        for (line, expected) in [
            ("  \t\n", InputLine::Blank),
            (" end \r\n", InputLine::End),
            ("007\n", InputLine::Number(Some(7))),
            ("-\n", InputLine::Number(Some(0))),
            ("-0\n", InputLine::Number(Some(0))),
            ("14\n", InputLine::Number(Some(14))),
            ("15\n", InputLine::Number(None)),
            ("-1\n", InputLine::Number(None)),
            ("99999999999999999999999\n", InputLine::Number(None)),
            ("+4\n", InputLine::Other),
            ("4x\n", InputLine::Other),
            ("END\n", InputLine::Other),
            ("--\n", InputLine::Other),
        ] {
            assert_eq!(parse_line(line.as_bytes()), expected, "{line:?}");
        }
    }

    #[test]
    fn a_number_draws_the_board_again_and_nothing_else_does() {
        let (code, out, _) = course("7\n\nx\n15\n7\n3\nend\n");
        assert_eq!((code, find_drawings(&out.lines().collect::<Vec<_>>()).len()), (0, 4 + 1));
        assert_eq!(out.matches(PROMPT).count(), 7);
    }

    #[test]
    fn one_peg_is_solved_and_none_is_not() {
        let (code, out, _) = course("3\nend\n");
        assert_eq!((code, out.lines().count()), (0, 2 * 19 + 15));
        let (code, out, _) = course("end\n");
        assert!(code == 0 && out.ends_with("Input: No sequence of jumps leaves one peg.\n"), "{out}");
    }

    #[test]
    fn an_early_end_is_an_error() {
        for input in ["", "0\n", "0\nen"] {
            let (code, _, err) = course(input);
            assert!(code == 1 && err.starts_with('\n'), "{input:?}: {err}");
        }
    }

    fn drawn(board: &Triangle) -> String {
        let mut text = Vec::new();
        draw(board, &mut text).expect("memory takes everything");
        String::from_utf8(text).expect("text")
    }

    #[test]
    fn the_drawing_is_that_of_the_course() {
        let mut board = [true; NHOLES];
        board[4] = false;
        let text = drawn(&board);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 15);
        let lengths: Vec<_> = lines.iter().map(|line| line.len()).collect();
        assert_eq!(lengths, [24, 24, 24, 28, 28, 28, 32, 32, 32, 36, 36, 36, 40, 40, 40]);
        assert_eq!(lines[0], "                 __     ");
        assert_eq!(lines[1], "                | 0|    ");
        assert_eq!(lines[2], "                |__|    ");
        assert_eq!(lines[6], "         __              __     ");
        assert_eq!(lines[7], "        | 3|      4     | 5|    ");
        assert_eq!(lines[8], "        |__|            |__|    ");
        assert_eq!(lines[13], "|10|    |11|    |12|    |13|    |14|    ");
    }

    #[test]
    fn what_is_drawn_is_found() {
        let boards: Vec<Triangle> =
            (0..40_usize).map(|seed| std::array::from_fn(|hole| (seed * 977) >> hole & 1 == 1)).collect();
        let text: String = boards.iter().map(|board| format!("Input: {}", drawn(board))).collect();
        let lines: Vec<&str> = text.lines().collect();
        let (found, rows): (Vec<Triangle>, Vec<Vec<usize>>) = find_drawings(&lines).into_iter().unzip();
        assert_eq!((found, &rows[1]), (boards, &vec![16, 19, 22, 25, 28]));
        assert!(find_drawings(&["1 2 3", "| 0|", " 1 2"]).is_empty());
    }
}
