//! Judges an answer from any source: the output of a program, a list of moves, or a response
//! document of this library.

use serde::Deserialize;
use serde_json::Value;

use super::verdict::{Claimed, Known, Verdict};
use crate::service::document::ResponseStatus;
use crate::service::position::{Position, Report};
use fewest_core::report::Ended;
use fewest_search::Stop;

/// What one of our documents claims. Its other fields are no matter of a judge.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Claims {
    family: Option<String>,
    metric: Option<String>,
    outcome: ResponseStatus,
    length: Option<u64>,
    moves: Option<Vec<String>>,
    picture: Option<Vec<String>>,
    optimal: Option<bool>,
    at_least: Option<u64>,
    all: Vec<Vec<String>>,
    reasons: Vec<ClaimedReason>,
}

/// A reason of a document.
#[derive(Deserialize)]
struct ClaimedReason {
    reason: Value,
}

/// Judges a text by what is known of the puzzle. Our own documents bring claims and certificates
/// along; these are checked too.
pub fn judge(position: &dyn Position, text: &str, known: Known) -> Verdict {
    match our_document(text) {
        Some(Ok(document)) => judge_document(position, &document, known),
        Some(Err(())) => Verdict::Unreadable,
        None => Verdict::of(&position.attempt(text), known),
    }
}

/// The answers to one puzzle, which is solved once, and only if a verdict depends on it.
#[derive(Debug, Default)]
pub struct Judge {
    known: Option<(Known, Ended)>,
}

impl Judge {
    /// A judge who knows the fewest moves, or that there is no solution, by a proof.
    pub fn knowing(known: Known) -> Self {
        Self { known: Some((known, Ended::Complete)) }
    }

    /// Judges an answer. `judge` judges it by what is known, `solve` solves the puzzle, both within
    /// the limits of the caller. With `legal` it is not asked whether the answer is the fewest.
    /// Returns the verdict, and the limit that left it open.
    ///
    /// # Errors
    /// Those of `judge` and `solve`.
    pub fn check<E>(
        &mut self,
        legal: bool,
        mut judge: impl FnMut(Known) -> Result<Verdict, E>,
        solve: impl FnOnce() -> Result<Report, E>,
    ) -> Result<(Verdict, Option<Stop>), E> {
        let verdict = judge(Known::Nothing)?;
        if legal || !verdict.is_open() {
            return Ok((verdict, None));
        }
        let verdict = judge(self.solve_once(solve)?)?;
        let stop = match self.known {
            Some((_, Ended::Limit(stop))) if verdict.is_open() => Some(stop),
            _ => None,
        };
        Ok((verdict, stop))
    }

    /// What is known of the puzzle. It is solved if that was not done before.
    ///
    /// # Errors
    /// Those of `solve`.
    pub fn solve_once<E>(&mut self, solve: impl FnOnce() -> Result<Report, E>) -> Result<Known, E> {
        let (known, _) = match self.known {
            Some(known) => known,
            None => {
                let solved = solve()?;
                *self.known.insert((Known::from_solved(&solved), solved.ended))
            }
        };
        Ok(known)
    }

    /// What is known of the puzzle so far.
    pub fn known(&self) -> Known {
        self.known.map_or(Known::Nothing, |(known, _)| known)
    }
}

/// Our own document, if the text is one; an error if it is a damaged one, in which moves must not
/// be sought.
fn our_document(text: &str) -> Option<Result<Claims, ()>> {
    let text = text.trim();
    if !text.starts_with('{') || !text.contains("\"outcome\"") {
        return None;
    }
    Some(serde_json::from_str(text).map_err(|_| ()))
}

/// The moves of our own document; None if the text is none, or has no list of moves.
pub(super) fn moves_of_document(text: &str) -> Option<Vec<String>> {
    match our_document(text)? {
        Ok(document) => Some(document.moves.unwrap_or_default()),
        Err(()) => Some(Vec::new()),
    }
}

fn judge_document(position: &dyn Position, document: &Claims, known: Known) -> Verdict {
    if let Some(why) = about_something_else(position, document) {
        return Verdict::FalseClaim { why };
    }
    let certificates = document.reasons.iter().filter(|reason| reason.reason.get("certificate").is_some());
    let mut checked = 0;
    for reason in certificates {
        if let Err(why) = position.check_certificate(&reason.reason) {
            return Verdict::WrongCertificate { why };
        }
        checked += 1;
    }
    match document.outcome {
        ResponseStatus::Solved => {
            let best = match (&document.moves, &document.picture) {
                (Some(moves), _) => played(position, moves),
                (None, Some(rows)) => match position.attempt(&rows.join("\n")) {
                    Claimed::Illegal { number, why, .. } => Claimed::Illegal { number, line: None, why },
                    claimed => claimed,
                },
                (None, None) if document.length == Some(0) => played(position, &[]),
                (None, None) => Claimed::Nothing,
            };
            let claimed = document.all.iter().map(|moves| played(position, moves)).fold(best, Claimed::worse);
            let verdict = Verdict::of(&claimed, known);
            match false_claim(position, document, &claimed, known) {
                Some(why) if !matches!(verdict, Verdict::Illegal { .. } | Verdict::Unreadable) => {
                    Verdict::FalseClaim { why }
                }
                _ => verdict,
            }
        }
        ResponseStatus::Unsolvable if checked > 0 => Verdict::RightlyNoSolution,
        ResponseStatus::Unsolvable => Verdict::of(&Claimed::NoSolution, known),
        ResponseStatus::Stopped | ResponseStatus::Error | ResponseStatus::Done => Verdict::Unreadable,
    }
}

/// Plays the moves of a document. Every entry of the list is a move, so what cannot be read is
/// illegal.
fn played(position: &dyn Position, moves: &[String]) -> Claimed {
    let mut position = position.copy();
    for (number, by) in (1..).zip(moves) {
        if let Err(why) = position.play(by) {
            return Claimed::Illegal { number, line: None, why: why.0 };
        }
    }
    Claimed::Answer { length: moves.len() as u64, solves: position.is_goal() }
}

/// Whether a document was made for another kind of puzzle or another way to count.
fn about_something_else(position: &dyn Position, document: &Claims) -> Option<String> {
    let (family, metric) = (position.info().id, position.metric().id);
    if let Some(other) = document.family.as_deref().filter(|other| *other != family) {
        return Some(format!("it is about {other}, and the puzzle is of {family}"));
    }
    let other = document.metric.as_deref().filter(|other| *other != metric)?;
    Some(format!("it counts {other}, and the puzzle was opened in {metric}; say `--metric {other}`"))
}

/// What a document says of its own answer that is not so.
fn false_claim(
    position: &dyn Position,
    document: &Claims,
    claimed: &Claimed,
    known: Known,
) -> Option<String> {
    let &Claimed::Answer { length, .. } = claimed else { return None };
    let moves = position.metric().id;
    if let Some(said) = document.length.filter(|said| *said != length) {
        return Some(format!("it says {said} {moves} and lists {length}"));
    }
    let at_least = document.at_least?;
    let shortest = match known {
        Known::Fewest(fewest) => fewest.min(length),
        Known::LowerBound { best: Some(best), .. } => best.min(length),
        _ => length,
    };
    if at_least > shortest {
        return Some(format!("it says that at least {at_least} {moves} are needed, but {shortest} suffice"));
    }
    let proven = at_least == length;
    (document.optimal? != proven).then(|| {
        let said = if proven { "not the fewest" } else { "the fewest" };
        format!("it says that {length} {moves} are {said}, and that at least {at_least} are needed")
    })
}
