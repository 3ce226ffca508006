//! The course's format: rows and columns, then one line per piece, the goal piece first.
//!
//! A bad piece is left out with a message and reading continues, as the course asks. The extensions
//! for classic puzzles are backwards compatible: `#` comments, a mask as sixth value, `goal` and
//! `gate` lines.

use std::io;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Claim, Fault, Instance, ReadOptions, Reading, Source, Span, Sure, Written};

use crate::rules::{Board, Freedom, Goal, Metric, Piece, course_name};

/// The id of the format.
pub(crate) const ID: &str = "course";

/// The most cells; a larger header is taken for a mistake before memory is allocated.
const MOST_CELLS: i64 = 1 << 24;

/// Average number of times that each cell may be named as a gate.
const MOST_NAMED: usize = 4;
/// Bytes per cell of gates named that often, in a list that has grown.
const PER_GATE: usize = 2 * MOST_NAMED * size_of::<(usize, usize)>();

fn is_number(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| word.parse::<i64>().is_ok())
}

/// Claims two numbers, then lines of four numbers and a letter. If one of the two is wrong, no
/// other format claims the text.
pub(crate) fn claim(source: &Source) -> Option<Claim> {
    let mut lines =
        source.lines().filter(|line| line.words().next().is_some_and(|(word, _)| !word.starts_with(b"#")));
    let header: Vec<_> = lines.next()?.words().map(|(word, _)| word).collect();
    let good_header = header.len() == 2 && header.iter().all(|word| is_number(word));
    let is_piece = |words: &[&[u8]]| {
        words.len() >= 5
            && words[..4].iter().all(|word| is_number(word))
            && words[4].len() == 1
            && words[4][0].is_ascii_alphabetic()
    };
    let has_piece = lines.any(|line| is_piece(&line.words().map(|(word, _)| word).collect::<Vec<_>>()));
    let sure = match (good_header, has_piece) {
        (true, true) => Sure::Certain,
        (false, false) => return None,
        _ => Sure::Possible,
    };
    Some(Claim { format: ID, sure })
}

/// Reads a board with its warnings.
pub(crate) fn read(source: &Source, how: &ReadOptions) -> Reading<Board> {
    match read_board(source, how) {
        Ok(instance) => Reading { instances: vec![instance], faults: Vec::new() },
        Err(faults) => Reading { instances: Vec::new(), faults },
    }
}

fn read_board(source: &Source, how: &ReadOptions) -> Result<Instance<Board>, Vec<Fault>> {
    let mut lines =
        source.lines().map(Words::of).filter(|words| words.text(0).is_some_and(|w| !w.starts_with('#')));
    let header = lines.next().ok_or_else(|| {
        vec![Fault::new("the file is empty").remedy("the first line gives the number of rows and of columns")]
    })?;
    let (rows, columns) = grid(&header).map_err(|fault| vec![fault])?;
    let mut warnings = Vec::new();
    if header.count() > 2 {
        warnings.push(header.fault(2, "the first line has more than two values; the others are ignored"));
    }
    let mut board = Board::new(rows, columns, Vec::new());
    board.fits_in(how.room).map_err(|fault| vec![fault.at(header.line.span())])?;
    let mut cover: Vec<Option<usize>> = vec![None; rows * columns];
    let mut goals = Vec::new();
    let mut first = true;
    for words in lines {
        match words.text(0) {
            // Goals may name pieces that are read later, so they are resolved at the end.
            Some("goal") => goals.push(words),
            Some("gate") => {
                let what = || format!("a grid of {rows} x {columns} with gates");
                let room = how.room.check(rows * columns, PER_GATE, what);
                let cells =
                    room.map_err(|fault| fault.at(words.line.span())).and_then(|()| gate(&words, &board));
                board.gates.extend(cells.map_err(|fault| vec![fault])?);
                if board.gates.len() > MOST_NAMED * rows * columns {
                    let what = format!("the lines up to here name every cell {MOST_NAMED} times as a gate");
                    return Err(vec![words.fault(0, what).remedy("name each gate once")]);
                }
            }
            _ => {
                let read =
                    piece(&words, rows, columns).and_then(|piece| no_overlap(&words, &board, &cover, piece));
                match read {
                    Ok(piece) => accept(&mut board, &mut cover, piece),
                    Err(fault) => warnings.push(left_out(fault, first)),
                }
                first = false;
            }
        }
    }
    if board.pieces.is_empty() {
        let good = if warnings.is_empty() { "" } else { "good " };
        warnings.push(Fault::new(format!("there is no {good}piece, so there is no goal piece")));
        return Err(warnings);
    }
    board.gates.sort_unstable();
    board.gates.dedup();
    if !goals.is_empty() {
        let read: Result<_, _> = goals.iter().map(|words| goal(words, &board)).collect();
        board.goals = read.map_err(|fault| vec![fault])?;
    }
    if let Some((piece, (row, column))) = board.on_a_gate() {
        let (name, row, column) = (board.names[piece], row + 1, column + 1);
        let what = format!("piece {name} stands on the gate at row {row}, column {column}");
        return Err(vec![Fault::new(what).remedy("only the goal piece may be on a gate")]);
    }
    board.metric = Metric::named(how.metric.as_deref());
    Ok(Instance { board, format: ID, line: None, warnings })
}

pub(super) fn grid(header: &Words<'_>) -> Result<(usize, usize), Fault> {
    let rows = header.number(0, "the number of rows")?;
    let columns = header.number(1, "the number of columns")?;
    for (at, count, what) in [(0, rows, "rows"), (1, columns, "columns")] {
        if count < 1 {
            return Err(header.fault(at, format!("the number of {what} is {count}; it must be at least 1")));
        }
    }
    match (usize::try_from(rows), usize::try_from(columns)) {
        (Ok(r), Ok(c)) if rows.checked_mul(columns).is_some_and(|cells| cells <= MOST_CELLS) => Ok((r, c)),
        _ => Err(header.fault(0, format!("a grid of {rows} x {columns} has more than {MOST_CELLS} cells"))),
    }
}

fn no_overlap(
    words: &Words<'_>,
    board: &Board,
    cover: &[Option<usize>],
    piece: Piece,
) -> Result<Piece, Fault> {
    let hit =
        piece.cells().find_map(|(row, column)| Some((row, column, cover[row * board.columns + column]?)));
    match hit {
        None => Ok(piece),
        Some((row, column, other)) => {
            let (name, row, column) = (board.names[other], row + 1, column + 1);
            Err(words.fault(0, format!("piece overlaps piece {name} at row {row}, column {column}")))
        }
    }
}

fn accept(board: &mut Board, cover: &mut [Option<usize>], piece: Piece) {
    for (row, column) in piece.cells() {
        cover[row * board.columns + column] = Some(board.pieces.len());
    }
    board.names.push(course_name(board.pieces.len()));
    board.pieces.push(piece);
}

fn left_out(fault: Fault, is_goal_piece: bool) -> Fault {
    let rest = if is_goal_piece {
        "; it was left out, and the first good piece becomes the goal piece"
    } else {
        "; it was left out"
    };
    Fault { what: fault.what + rest, ..fault }
}

/// Writes a board. The metric is not part of the format.
pub(crate) fn write(board: &Board, out: &mut dyn io::Write) -> io::Result<Written> {
    writeln!(out, "{} {}", board.rows, board.columns)?;
    for piece in &board.pieces {
        let freedom = match piece.freedom {
            Freedom::Horizontal => 'h',
            Freedom::Vertical => 'v',
            Freedom::Both => 'b',
            Freedom::None => 'n',
        };
        write!(out, "{} {} {} {} {freedom}", piece.row + 1, piece.column + 1, piece.width, piece.height)?;
        if let Some(mask) = &piece.mask {
            let rows = mask
                .chunks(piece.width)
                .map(|row| row.iter().map(|&cell| if cell { 'x' } else { '.' }).collect());
            write!(out, " {}", rows.collect::<Vec<String>>().join("/"))?;
        }
        writeln!(out)?;
    }
    for goal in board.goals.iter().filter(|goal| **goal != Goal::LastColumn) {
        match goal {
            Goal::LastColumn => {}
            Goal::PieceAt { piece: 0, row, column } => writeln!(out, "goal {} {}", row + 1, column + 1)?,
            Goal::PieceAt { piece, row, column } => {
                writeln!(out, "goal {} {} {}", course_name(*piece), row + 1, column + 1)?;
            }
            Goal::ShapeAt { row, column, width, height } => {
                writeln!(out, "goal {} {} {width} {height}", row + 1, column + 1)?;
            }
        }
    }
    for (row, column) in &board.gates {
        writeln!(out, "gate {} {}", row + 1, column + 1)?;
    }
    Ok(Written::Yes)
}

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
