//! From texts to boards: the numbers of a text with their places, and boards built from them, with
//! faults that point at the number that is wrong.
//!
//! Commas, semicolons and brackets separate numbers as blanks do; what follows `#` is a comment.

use std::sync::Arc;

use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Instance, Reading, Source, Span};

use crate::rules::arrangement::{Arrangement, Goal, MOST_CELLS, Misplaced, Tile};
use crate::rules::board::{Board, Metric};

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) span: Span,
}

impl Token<'_> {
    /// Returns the token for messages.
    pub(crate) fn text(&self) -> String {
        shortened(&String::from_utf8_lossy(self.bytes))
    }

    /// Returns the token as a number, possibly negative.
    pub(crate) fn number(&self) -> Option<i64> {
        std::str::from_utf8(self.bytes).ok()?.parse().ok()
    }

    /// Returns whether it is one of the marks for the blank.
    pub(crate) fn is_blank_mark(&self) -> bool {
        matches!(self.bytes, b"_" | b"x" | b"X" | b"." | b"*")
    }

    /// Returns the tile that it stands for; 0 is the blank.
    pub(crate) fn tile(&self) -> Result<Tile, Fault> {
        if self.is_blank_mark() {
            return Ok(0);
        }
        let number = self.number().ok_or_else(|| {
            Fault::new(format!("`{}` is not the number of a tile", self.text()))
                .at(self.span)
                .remedy("tiles are numbered from 1; the blank is 0, _, x, . or *")
        })?;
        if number < 0 {
            let fault = Fault::new(format!("{number} is negative, and no tile is")).at(self.span);
            return Err(fault.remedy("tiles are numbered from 1; the blank is 0"));
        }
        Tile::try_from(number)
            .map_err(|_| Fault::new(format!("{number} is too large for a tile")).at(self.span))
    }
}

/// The tokens of a line, without its comment. A slash is a token of its own.
pub(crate) fn tokens<'a>(line: &Line<'a>) -> impl Iterator<Item = Token<'a>> + use<'a> {
    let end = line.bytes.iter().position(|&byte| byte == b'#').unwrap_or(line.bytes.len());
    let (bytes, start) = (&line.bytes[..end], line.start);
    let between = |byte: u8| byte.is_ascii_whitespace() || b",;[](){}".contains(&byte);
    let mut at = 0;
    std::iter::from_fn(move || {
        at += bytes[at..].iter().position(|&byte| !between(byte))?;
        let length = match bytes[at] {
            b'/' => 1,
            _ => {
                let stop = |&byte: &u8| between(byte) || byte == b'/';
                bytes[at..].iter().position(stop).unwrap_or(bytes.len() - at)
            }
        };
        let span = Span { source: 0, start: start + at, end: start + at + length };
        let token = Token { bytes: &bytes[at..at + length], span };
        at += length;
        Some(token)
    })
}

/// The lines that are not empty, as tokens.
pub(crate) fn rows(source: &Source) -> impl Iterator<Item = Vec<Token<'_>>> {
    source.lines().map(|line| tokens(&line).collect::<Vec<_>>()).filter(|row| !row.is_empty())
}

/// Builds boards with the requested goal and metric.
pub(crate) struct BoardBuilder {
    asked: RequestedGoal,
    metric: Metric,
    /// The goal built last: boards of one text mostly have one size.
    last: Option<Arc<Arrangement>>,
}

/// The goal that was asked for.
pub(crate) enum RequestedGoal {
    Usual,
    Named(Goal),
    Given(Arc<Arrangement>),
}

impl BoardBuilder {
    /// Returns a builder for a goal and a metric.
    pub(crate) fn new(asked: RequestedGoal, metric: Metric) -> Self {
        Self { asked, metric, last: None }
    }

    /// Returns the board of an arrangement. `own` is the goal that the text itself brings; the
    /// requested goal takes precedence.
    pub(crate) fn board(&mut self, now: Arrangement, own: Option<Arrangement>) -> Result<Board, Fault> {
        let goal = match (&self.asked, own) {
            (RequestedGoal::Usual, Some(own)) => Arc::new(own),
            (RequestedGoal::Usual, None) => self.named(Goal::BlankLast, &now)?,
            (&RequestedGoal::Named(goal), _) => self.named(goal, &now)?,
            (RequestedGoal::Given(goal), _) => Arc::clone(goal),
        };
        let sizes = [(now.rows(), now.columns()), (goal.rows(), goal.columns())];
        Board::new(now, goal, self.metric).ok_or_else(|| {
            let [(rows, columns), (goal_rows, goal_columns)] = sizes;
            Fault::new(format!("the goal is {goal_rows} x {goal_columns}, the board is {rows} x {columns}"))
        })
    }

    fn named(&mut self, goal: Goal, now: &Arrangement) -> Result<Arc<Arrangement>, Fault> {
        let (rows, columns) = (now.rows(), now.columns());
        match &self.last {
            Some(last) if (last.rows(), last.columns()) == (rows, columns) => Ok(Arc::clone(last)),
            _ => {
                let made = goal.arrangement(rows, columns).ok_or_else(|| too_large(rows, columns))?;
                Ok(Arc::clone(self.last.insert(Arc::new(made))))
            }
        }
    }

    /// Reads a board on every line that is not empty; a bad line does not keep the others from
    /// being read.
    pub(crate) fn each_line(
        &mut self,
        source: &Source,
        format: &'static str,
        read: impl Fn(&Line<'_>) -> Result<Arrangement, Fault>,
    ) -> Reading<Board> {
        let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
        for line in source.lines() {
            if tokens(&line).next().is_none() {
                continue;
            }
            match read(&line).and_then(|now| self.board(now, None)) {
                Ok(board) => {
                    let line = Some(line.number);
                    reading.instances.push(Instance { board, format, line, warnings: Vec::new() });
                }
                Err(fault) => reading.faults.push(fault),
            }
        }
        match (&reading.instances[..], reading.faults.is_empty()) {
            ([], true) => reading.faults.push(Fault::new("there is no board in it")),
            ([_], true) => reading.instances[0].line = None,
            _ => {}
        }
        reading
    }
}

/// Returns the fault of a board with too many cells.
pub(crate) fn too_large(rows: usize, columns: usize) -> Fault {
    Fault::new(format!("a board of {rows} x {columns} has more than {MOST_CELLS} cells"))
}

/// Parses a number of rows or columns.
pub(crate) fn side(token: &Token<'_>, what: &str) -> Result<usize, Fault> {
    let number = token
        .number()
        .ok_or_else(|| Fault::new(format!("`{}` is not {what}", token.text())).at(token.span))?;
    if number < 1 {
        return Err(Fault::new(format!("{what} is {number}; it must be at least 1")).at(token.span));
    }
    usize::try_from(number)
        .ok()
        .filter(|&number| number <= MOST_CELLS)
        .ok_or_else(|| Fault::new(format!("{what} is {number}, which is too large")).at(token.span))
}

/// Returns the side of a square of `cells` cells; None if there is none.
pub(crate) fn square_side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}

/// Returns the arrangement of tokens. `place` is where the text states the size of the board.
pub(crate) fn arrangement(
    rows: usize,
    columns: usize,
    tokens: &[Token<'_>],
    place: Span,
) -> Result<Arrangement, Fault> {
    let size = rows.checked_mul(columns).filter(|&size| size <= MOST_CELLS);
    let size = size.ok_or_else(|| too_large(rows, columns).at(place))?;
    let tiles = tokens.iter().map(Token::tile).collect::<Result<Vec<Tile>, Fault>>()?;
    let fault = |cell: usize, what: String| Err(Fault::new(what).at(tokens[cell].span));
    match Arrangement::new(rows, columns, tiles) {
        Ok(arrangement) => Ok(arrangement),
        Err(Misplaced::Size) => Err(Fault::new("a board has at least one cell").at(place)),
        Err(Misplaced::Count) => {
            let at = tokens.get(size).or(tokens.last()).map_or(place, |token| token.span);
            let are = if tokens.len() == 1 { "is 1" } else { &format!("are {}", tokens.len()) };
            Err(Fault::new(format!("a {rows} x {columns} board has {size} cells, but there {are}")).at(at))
        }
        Err(Misplaced::Stranger(cell)) => {
            let what = format!("there is no tile {} on a {rows} x {columns} board", tokens[cell].text());
            let last = size - 1;
            Err(Fault::new(what)
                .at(tokens[cell].span)
                .remedy(format!("its tiles are 1 to {last}, and 0 the blank")))
        }
        Err(Misplaced::Twice { first, again }) => {
            let (row, column) = (first / columns + 1, first % columns + 1);
            let name = match tokens[again].tile() {
                Ok(0) => "the blank".to_owned(),
                _ => format!("tile {}", tokens[again].text()),
            };
            fault(again, format!("{name} is here again; it is at row {row}, column {column} already"))
        }
    }
}
