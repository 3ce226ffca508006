//! Boards for the tests of the solvers, which see no geometry otherwise.

use std::collections::BTreeMap;

use crate::rules::jumps::{Jump, Jumps, PegWords, no_pegs};

pub(crate) use crate::rules::jumps::only;

/// Pegs in every hole but one.
pub(crate) fn all_but(holes: usize, vacancy: usize) -> PegWords {
    let mut pegs = no_pegs(holes);
    for hole in (0..holes).filter(|&hole| hole != vacancy) {
        pegs[hole / 64] |= 1 << (hole % 64);
    }
    pegs
}

/// A board whose jumps go over neighbours in the given directions (row, column).
pub(crate) fn with_directions(rows: &[&str], directions: &[(i32, i32)]) -> Jumps {
    let cells = rows.iter().enumerate().flat_map(|(row, line)| {
        line.bytes().enumerate().filter(|(_, cell)| *cell != b'.').map(move |(column, _)| (row, column))
    });
    let number: BTreeMap<(i32, i32), u16> =
        (0..).zip(cells).map(|(at, (row, column))| ((row as i32, column as i32), at)).collect();
    let jump = |(&(row, column), &from): (&(i32, i32), &u16), (down, right): (i32, i32)| {
        let over = *number.get(&(row + down, column + right))?;
        let to = *number.get(&(row + 2 * down, column + 2 * right))?;
        Some(Jump { from, over, to })
    };
    let list = number.iter().flat_map(|hole| directions.iter().filter_map(move |&way| jump(hole, way)));
    Jumps { holes: number.len(), list: list.collect() }
}

/// A board of squares with jumps along rows and columns.
pub(crate) fn grid(rows: &[&str]) -> Jumps {
    with_directions(rows, &[(0, 1), (0, -1), (1, 0), (-1, 0)])
}

pub(crate) fn english() -> Jumps {
    grid(&["..ooo..", "..ooo..", "ooooooo", "ooooooo", "ooooooo", "..ooo..", "..ooo.."])
}

/// Returns the triangle of `side` rows, numbered row by row.
pub(crate) fn triangle(side: usize) -> Jumps {
    let rows: Vec<String> = (1..=side).map(|row| "o".repeat(row)).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    with_directions(&rows, &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)])
}
