//! From parsed headings and rows to a board: vacancy, goal and names of holes mean the same in
//! every format.

use std::sync::Arc;

use fewest_core::{Fault, ReadOptions, Span};

use super::headings::{Headings, Located};
use crate::rules::board::{Board, Metric};
use crate::rules::goal::{self, Goal};
use crate::rules::holes::{self, HoleName, Naming};
use crate::rules::jumps::{PegWords, flip_peg, no_pegs};
use crate::rules::shape::Shape;

/// Where pegs are, and where they must be in the end.
#[derive(Default)]
pub struct Filled {
    /// Pegs now. None: everywhere but in the centre.
    pub pegs: Option<PegWords>,
    /// Pegs in the end, if marked.
    pub marked: Option<PegWords>,
}

/// Makes a board. Options of the command line override the text.
///
/// # Errors
/// Returns what is wrong with vacancy or goal.
pub fn board(
    shape: Shape,
    filled: Filled,
    headings: &Headings,
    options: &ReadOptions,
) -> Result<Board, Fault> {
    let asked = |text: &Option<String>| text.as_ref().map(|text| (text.clone(), None));
    let said = |said: &Located<String>| said.as_ref().map(|(text, span)| (text.clone(), Some(*span)));
    let vacancy = asked(&options.start).or_else(|| said(&headings.vacancy));
    let wanted = asked(&options.goal).or_else(|| said(&headings.goal));
    // If a vacancy or goal is given in numbers, holes are named by numbers.
    let in_numbers = |text: &Option<(String, Option<Span>)>| {
        let first = text
            .as_ref()
            .and_then(|(text, _)| text.split([' ', ',']).next().and_then(holes::parse_hole_name));
        matches!(first, Some(HoleName::Number(_)))
    };
    let naming = match &headings.naming {
        Some((naming, _)) => *naming,
        None if in_numbers(&vacancy) || in_numbers(&wanted) => Naming::FromZero,
        None => Naming::Letters,
    };
    let shape = Arc::new(shape);
    let at = |span: Option<Span>| {
        move |what: String| match span {
            Some(span) => Fault::new(what).at(span),
            None => Fault::new(what),
        }
    };
    let mut board = match (&vacancy, filled.pegs) {
        (Some((text, span)), _) => {
            let empty = goal::parse_holes(text, &shape, naming).map_err(at(*span))?;
            Board::with_vacancies(shape, &empty, Goal::OnePeg)
        }
        (None, Some(pegs)) => Board::new(shape, pegs, Goal::OnePeg),
        (None, None) => {
            let mut empty = no_pegs(shape.holes());
            flip_peg(&mut empty, usize::from(shape.centre()));
            Board::with_vacancies(shape, &empty, Goal::OnePeg)
        }
    };
    board.metric = Metric::named(options.metric.as_deref());
    if let (Some((true, span)), Metric::Moves) = (headings.backward, board.metric) {
        return Err(Fault::new("a game that is played backward is counted in jumps, not in moves")
            .at(span)
            .remedy("leave `--metric moves` out"));
    }
    let goal = match (&wanted, filled.marked) {
        (Some((text, span)), _) => {
            Goal::read(text, board.shape(), board.pegs(), naming).map_err(at(*span))?
        }
        (None, Some(marked)) => Goal::Exactly(marked),
        (None, None) => Goal::OnePeg,
    };
    board.backward = headings.backward.is_some_and(|(backward, _)| backward);
    board.goal = match goal {
        Goal::Exactly(end) => Goal::Exactly(board.as_shown(&end)),
        other => other,
    };
    board = board.with_pegs(board.as_shown(board.pegs()));
    board.naming = naming;
    Ok(board)
}
