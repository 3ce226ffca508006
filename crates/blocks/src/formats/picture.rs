//! Boards drawn with one character per cell: every character is a piece of any shape.

use std::collections::BTreeMap;
use std::io;

use fewest_core::room::is_ragged;
use fewest_core::source::Line;
use fewest_core::{Fault, ReadOptions, Reading, Source, Span, Written};

use crate::rules::{Board, Freedom, Metric, Piece, course_name};

/// Rows of characters, without blank rows and columns round them.
pub(super) struct Picture<'a> {
    lines: Vec<Line<'a>>,
    left: usize,
    pub(super) width: usize,
}

impl<'a> Picture<'a> {
    /// Returns the picture of lines, cut to what is not blank.
    pub(super) fn of(lines: &[Line<'a>]) -> Self {
        let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
        let last = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
        let lines = lines[first..last].to_vec();
        let begins = |line: &Line<'_>| line.bytes.iter().position(|&byte| byte != b' ');
        let left = lines.iter().filter_map(begins).min().unwrap_or(0);
        let right = lines.iter().map(|line| line.bytes.trim_ascii_end().len()).max().unwrap_or(0);
        Self { lines, left, width: right.saturating_sub(left) }
    }

    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// Returns the character of a cell; blank beyond the end of its line.
    pub(super) fn at(&self, row: usize, column: usize) -> u8 {
        self.lines[row].bytes.get(self.left + column).copied().unwrap_or(b' ')
    }

    /// Returns the place of a cell in the text.
    pub(super) fn span(&self, (row, column): (usize, usize)) -> Span {
        let line = &self.lines[row];
        let start = line.start + (self.left + column).min(line.bytes.len());
        Span { start, end: (start + 1).min(line.start + line.bytes.len()), ..line.span() }
    }

    /// Returns the cells of every character, row by row.
    pub(super) fn places(&self) -> BTreeMap<u8, Vec<(usize, usize)>> {
        let mut places: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
        for row in 0..self.height() {
            for column in 0..self.width {
                places.entry(self.at(row, column)).or_default().push((row, column));
            }
        }
        places
    }

    /// Returns the fault of the first cell that is no printable ASCII character, or of a line that
    /// is much longer than the others, whose cells beyond their end are blank.
    pub(super) fn odd_cell(&self) -> Option<Fault> {
        let length = |line: &Line<'_>| line.bytes.len();
        if is_ragged(self.width, self.height(), self.lines.iter().map(length).sum()) {
            let longest = self.lines.iter().max_by_key(|line| length(line))?;
            let what = format!("this line has {} cells, far more than the others", longest.bytes.len());
            return Some(Fault::new(what).at(longest.span()).remedy("draw rows of about the same length"));
        }
        let cells = (0..self.height()).flat_map(|row| (0..self.width).map(move |column| (row, column)));
        let odd = |&(row, column): &(usize, usize)| !matches!(self.at(row, column), b' ' | b'!'..=b'~');
        cells
            .into_iter()
            .find(odd)
            .map(|cell| Fault::new("this is no character for a cell").at(self.span(cell)))
    }
}

pub(super) fn is_blank(line: &Line<'_>) -> bool {
    line.bytes.trim_ascii().is_empty()
}

/// Returns the piece that covers some cells, given row by row.
pub(super) fn piece(cells: &[(usize, usize)], freedom: Freedom) -> Piece {
    let row = cells[0].0;
    let column = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let height = cells[cells.len() - 1].0 + 1 - row;
    let width = cells.iter().map(|cell| cell.1).max().unwrap_or(0) + 1 - column;
    let mut mask = vec![false; width * height];
    cells.iter().for_each(|(r, c)| mask[(r - row) * width + c - column] = true);
    let mask = Some(mask).filter(|mask| mask.contains(&false));
    Piece { row, column, width, height, freedom, mask }
}

/// Returns the walls: one piece per run of cells in a row.
pub(super) fn walls(cells: &[(usize, usize)]) -> Vec<Piece> {
    let stretches = cells.chunk_by(|before, after| (before.0, before.1 + 1) == *after);
    stretches.map(|stretch| piece(stretch, Freedom::None)).collect()
}

/// Returns the names of pieces: their characters, where a name may be such a character.
pub(super) fn names(characters: &[u8], walls: usize) -> Vec<char> {
    let is_name = |byte: u8| !matches!(byte, b'.' | b'*' | b' ');
    let mut others = (0..)
        .map(course_name)
        .filter(|name| !characters.iter().any(|&byte| is_name(byte) && char::from(byte) == *name));
    let mut name = |byte: Option<u8>| match byte.filter(|&byte| is_name(byte)) {
        Some(byte) => byte.into(),
        None => others.next().unwrap_or('?'),
    };
    let pieces: Vec<char> = characters.iter().map(|&byte| name(Some(byte))).collect();
    let walls: Vec<char> = (0..walls).map(|_| name(None)).collect();
    [pieces, walls].concat()
}

/// Returns the reading of one board, or of its fault.
pub(super) fn reading(
    board: Result<Board, Fault>,
    format: &'static str,
    how: &ReadOptions,
) -> Reading<Board> {
    let board = board.and_then(|board| {
        board.fits_in(how.room)?;
        Ok(Board { metric: Metric::named(how.metric.as_deref()), ..board })
    });
    Reading::of(board, format)
}

/// Writes a text if reading it gives the same board again, so that no format loses a part of the
/// board.
pub(super) fn write_if_same(
    board: &Board,
    text: &str,
    read: impl Fn(&Source) -> Result<Board, Fault>,
    out: &mut dyn io::Write,
) -> io::Result<Written> {
    let again = read(&Source::new("", text)).map(|again| Board { metric: board.metric, ..again });
    if again.as_ref() != Ok(board) {
        return Ok(Written::No("this format cannot say all of this board".to_owned()));
    }
    out.write_all(text.as_bytes())?;
    Ok(Written::Yes)
}

/// Returns one character per piece of a board. None if there are more pieces than characters. They
/// are in the order in which readers take them, so that writing is stable under reading.
pub(super) fn characters(pieces: usize, but: &[u8]) -> Option<Vec<u8>> {
    let printable = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'1'..=b'9').chain(b'!'..=b'~');
    let mut all: Vec<u8> = Vec::new();
    for byte in printable.filter(|byte| !but.contains(byte)) {
        if !all.contains(&byte) {
            all.push(byte);
        }
    }
    all.truncate(pieces);
    all.sort_unstable();
    (pieces == all.len()).then_some(all)
}

/// Returns rows of characters as text, without blanks at the ends of lines.
pub(super) fn text(rows: &[Vec<u8>]) -> String {
    rows.iter().map(|row| String::from_utf8_lossy(row.trim_ascii_end()).into_owned() + "\n").collect()
}
