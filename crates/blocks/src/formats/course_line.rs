//! One line of the course format: a piece, a goal or gates, checked against the grid.

use crate::rules::{Board, Freedom, Goal, Piece};
use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Span};

/// The words of a line with their spans.
pub(super) struct Words<'a> {
    pub(super) line: Line<'a>,
    words: Vec<(&'a str, Span)>,
}

impl<'a> Words<'a> {
    /// Splits a line. Words that are not UTF-8 become `�` and fail where a value is expected.
    pub(super) fn of(line: Line<'a>) -> Self {
        let words = line
            .words()
            .map(|(word, span)| (std::str::from_utf8(word).unwrap_or("\u{fffd}"), span))
            .collect();
        Self { line, words }
    }

    pub(super) fn count(&self) -> usize {
        self.words.len()
    }

    pub(super) fn text(&self, at: usize) -> Option<&'a str> {
        self.words.get(at).map(|word| word.0)
    }

    /// Returns a fault at a word.
    pub(super) fn fault(&self, at: usize, what: impl Into<String>) -> Fault {
        Fault::new(what).at(self.words.get(at).map_or_else(|| self.line.span(), |word| word.1))
    }

    /// Returns the number at a word.
    pub(super) fn number(&self, at: usize, what: &str) -> Result<i64, Fault> {
        let (word, _) = self.words.get(at).ok_or_else(|| self.fault(at, format!("{what} is missing")))?;
        word.parse().map_err(|_| {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let wrong = if is_number { "is far too large" } else { "is not a whole number" };
            self.fault(at, format!("{what} `{}` {wrong}", shortened(word)))
        })
    }
}

/// Reads a row or column that lies inside the grid; texts count from 1, boards from 0.
fn place(words: &Words<'_>, at: usize, what: &str, most: usize) -> Result<usize, Fault> {
    let number = words.number(at, what)?;
    usize::try_from(number - 1)
        .ok()
        .filter(|&place| place < most)
        .ok_or_else(|| words.fault(at, format!("{what} {number} is not on the grid, which has {most}")))
}

/// Reads a size that fits into the grid.
fn size(words: &Words<'_>, at: usize, what: &str, most: usize) -> Result<usize, Fault> {
    let number = words.number(at, what)?;
    if number < 1 {
        return Err(words.fault(at, format!("{what} {number} is less than 1")));
    }
    usize::try_from(number)
        .ok()
        .filter(|&size| size <= most)
        .ok_or_else(|| words.fault(at, format!("{what} {number} is more than the grid has, which is {most}")))
}

/// Reads a piece: row, column, width, height, direction, and optionally a mask.
pub(super) fn piece(words: &Words<'_>, rows: usize, columns: usize) -> Result<Piece, Fault> {
    if words.count() < 5 {
        let has = words.count();
        return Err(words
            .fault(usize::MAX, format!("a piece has 5 values, this line has {has}"))
            .remedy("give row, column, width, height and one of h, v, b, n"));
    }
    for (at, what) in ["row", "column", "width", "height"].into_iter().enumerate() {
        words.number(at, what)?;
    }
    let freedom = match words.text(4) {
        Some("h") => Freedom::Horizontal,
        Some("v") => Freedom::Vertical,
        Some("b") => Freedom::Both,
        Some("n") => Freedom::None,
        other => {
            return Err(words
                .fault(
                    4,
                    format!("direction `{}` is none of h, v, b, n", shortened(other.unwrap_or_default())),
                )
                .remedy("h moves left and right, v up and down, b both ways, n not at all"));
        }
    };
    let outside =
        |fault: Fault| Fault { what: format!("piece lies outside the grid: {}", fault.what), ..fault };
    let row = place(words, 0, "row", rows).map_err(outside)?;
    let column = place(words, 1, "column", columns).map_err(outside)?;
    let width = size(words, 2, "width", columns).map_err(outside)?;
    let height = size(words, 3, "height", rows).map_err(outside)?;
    if row + height > rows || column + width > columns {
        let (bottom, right) = (row + height, column + width);
        let what = if bottom > rows {
            format!("row {bottom} of {rows}")
        } else {
            format!("column {right} of {columns}")
        };
        return Err(words.fault(0, format!("piece lies outside the grid: it reaches {what}")));
    }
    let mask = words.text(5).map(|text| mask(words, text, width, height)).transpose()?;
    if words.count() > 6 {
        return Err(words.fault(6, "a piece has at most 6 values"));
    }
    Ok(Piece { row, column, width, height, freedom, mask: mask.filter(|mask| mask.contains(&false)) })
}

/// Reads a mask such as `xx/x.`.
fn mask(words: &Words<'_>, text: &str, width: usize, height: usize) -> Result<Vec<bool>, Fault> {
    let bad = |what: &str| words.fault(5, format!("`{}` is not a mask: {what}", shortened(text)));
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Err(bad(&format!("it needs {height} rows of {width} characters, joined by `/`")));
    }
    let cells: Option<Vec<bool>> = rows
        .concat()
        .bytes()
        .map(|byte| match byte {
            b'x' => Some(true),
            b'.' => Some(false),
            _ => None,
        })
        .collect();
    cells
        .filter(|cells| cells.contains(&true))
        .ok_or_else(|| bad("it needs `x` for a cell and `.` for a hole"))
}

/// Reads `goal R C`, `goal NAME R C` or `goal R C W H`.
pub(super) fn goal(words: &Words<'_>, board: &Board) -> Result<Goal, Fault> {
    let (rows, columns) = (board.rows, board.columns);
    match words.count() {
        3 => Ok(Goal::PieceAt {
            piece: 0,
            row: place(words, 1, "row", rows)?,
            column: place(words, 2, "column", columns)?,
        }),
        4 => {
            let name = words.text(1).unwrap_or_default();
            let piece = board.names.iter().position(|other| other.to_string() == name);
            let piece =
                piece.ok_or_else(|| words.fault(1, format!("there is no piece `{}`", shortened(name))))?;
            Ok(Goal::PieceAt {
                piece,
                row: place(words, 2, "row", rows)?,
                column: place(words, 3, "column", columns)?,
            })
        }
        5 => Ok(Goal::ShapeAt {
            row: place(words, 1, "row", rows)?,
            column: place(words, 2, "column", columns)?,
            width: size(words, 3, "width", columns)?,
            height: size(words, 4, "height", rows)?,
        }),
        _ => Err(words.fault(
            0,
            "a goal is `goal ROW COLUMN`, `goal NAME ROW COLUMN` or `goal ROW COLUMN WIDTH HEIGHT`",
        )),
    }
}

/// Reads `gate R C` or `gate R C W H`.
pub(super) fn gate(words: &Words<'_>, board: &Board) -> Result<Vec<(usize, usize)>, Fault> {
    if words.count() != 3 && words.count() != 5 {
        return Err(words.fault(0, "a gate is `gate ROW COLUMN` or `gate ROW COLUMN WIDTH HEIGHT`"));
    }
    let row = place(words, 1, "row", board.rows)?;
    let column = place(words, 2, "column", board.columns)?;
    let (width, height) = match words.count() {
        5 => (size(words, 3, "width", board.columns - column)?, size(words, 4, "height", board.rows - row)?),
        _ => (1, 1),
    };
    Ok((row..row + height)
        .flat_map(|row| (column..column + width).map(move |column| (row, column)))
        .collect())
}
