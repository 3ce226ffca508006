//! The course's drawing of the triangle: fifteen lines, three per row of holes, four characters and
//! four blanks per hole.
//!
//! ```text
//!      __
//!     | 1|      2        hole 1 has a peg, hole 2 has none
//!     |__|
//! ```

use std::io;

use crate::course::textbook::{NHOLES, Triangle};

/// Rows of the triangle.
const ROWS: usize = 5;
const GAP: &str = "    ";

/// Draws a board.
///
/// # Errors
/// Returns the writer's errors.
pub fn draw(board: &Triangle, out: &mut dyn io::Write) -> io::Result<()> {
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
pub fn find(lines: &[&str]) -> Vec<(Triangle, Vec<usize>)> {
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
    use super::*;

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
        let (found, rows): (Vec<Triangle>, Vec<Vec<usize>>) = find(&lines).into_iter().unzip();
        assert_eq!((found, &rows[1]), (boards, &vec![16, 19, 22, 25, 28]));
        assert!(find(&["1 2 3", "| 0|", " 1 2"]).is_empty());
    }
}
