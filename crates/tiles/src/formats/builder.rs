//! Builds boards from numbers: sizes, arrangements, goals and metric, with faults that point at the
//! number that is wrong.

use std::sync::Arc;

use crate::formats::tokens::{Token, tokens};
use crate::formats::{detect, rows};
use crate::rules::arrangement::{Arrangement, MOST_CELLS, Misplaced, Tile};
use crate::rules::board::{Board, Metric};
use crate::rules::goal::Goal;
use fewest_core::fault::shortened;
use fewest_core::source::Line;
use fewest_core::{Fault, Instance, ReadOptions, Reading, Source, Span};

/// Builds boards with the requested goal and metric.
pub(crate) struct BoardBuilder {
    asked: RequestedGoal,
    metric: Metric,
    /// The goal built last: boards of one text mostly have one size.
    last: Option<Arc<Arrangement>>,
}

/// The goal that was asked for.
enum RequestedGoal {
    Usual,
    Named(Goal),
    Given(Arc<Arrangement>),
}

impl BoardBuilder {
    /// Parses the requested goal and metric.
    pub(crate) fn new(how: &ReadOptions) -> Result<Self, Fault> {
        let asked = match how.goal.as_deref().map(str::trim) {
            None => RequestedGoal::Usual,
            Some(token) => match Goal::named(token) {
                Some(goal) => RequestedGoal::Named(goal),
                None => RequestedGoal::Given(Arc::new(given(token)?)),
            },
        };
        let metric = match how.metric.as_deref() {
            Some("lines") => Metric::Lines,
            _ => Metric::Steps,
        };
        Ok(Self { asked, metric, last: None })
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

/// Parses a goal that is written out: a text in any format with one board.
fn given(text: &str) -> Result<Arrangement, Fault> {
    let source = Source::new("goal", text);
    let fault = |what: String| {
        let names: Vec<_> = Goal::ALL.iter().map(|goal| goal.name()).collect();
        Fault::new(what).remedy(format!("a goal is {}, or a file with an arrangement", names.join(", ")))
    };
    let format = detect::claim(&source).map(|claim| claim.format.to_owned());
    if format.is_none() {
        return Err(fault(format!("there is no goal `{}`", shortened(text))));
    }
    let how = ReadOptions { format, ..ReadOptions::default() };
    let mut reading = crate::formats::read(&source, &how);
    match (reading.faults.first(), &reading.instances[..]) {
        (Some(wrong), _) => Err(fault(format!("in the goal: {}", wrong.what))),
        (None, [_]) => Ok(reading.instances.remove(0).board.now().clone()),
        (None, many) => Err(fault(format!("the goal is {} arrangements", many.len()))),
    }
}

fn too_large(rows: usize, columns: usize) -> Fault {
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

/// Parses the goal section of the format `rows`: a name or an arrangement.
pub(crate) fn own_goal(
    rows: usize,
    columns: usize,
    heading: &[Token<'_>],
    tokens: &[Token<'_>],
    place: Span,
) -> Result<Arrangement, Fault> {
    if let ([name], []) = (heading, tokens) {
        let named = std::str::from_utf8(name.bytes).ok().and_then(Goal::named);
        let goal = named.ok_or_else(|| {
            let known: Vec<_> = Goal::ALL.iter().map(|goal| goal.name()).collect();
            Fault::new(format!("there is no goal `{}`", name.text()))
                .at(name.span)
                .remedy(format!("known: {}", known.join(", ")))
        })?;
        return goal.arrangement(rows, columns).ok_or_else(|| too_large(rows, columns).at(place));
    }
    rows::all(heading, tokens, rows, columns, place)
}
