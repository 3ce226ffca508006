//! What helps the author of an answer that was judged: the board where it went wrong, a number of
//! moves that the text claims and does not list, coordinates that were exchanged, and what would be
//! read where nothing was.

use super::judge::{judge, moves_of_document};
use super::verdict::{Known, Verdict};
use crate::service::position::Position;

/// Another reading of a pair of numbers; none if it is not one.
type PairChange = fn((u64, u64)) -> Option<(u64, u64)>;

/// Remarks on an answer.
#[derive(Debug, Default)]
pub struct Remarks {
    /// The position before an illegal move, or at the end of an answer that does not solve the puzzle.
    pub at: Option<Box<dyn Position>>,
    /// Sentences for the author.
    pub notes: Vec<String>,
}

/// The longest text that is looked at, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// Remarks on a text and the verdict on it.
pub fn remarks(position: &dyn Position, text: &str, verdict: &Verdict, known: Known) -> Remarks {
    if text.len() > MOST_BYTES {
        return Remarks::default();
    }
    let mut notes = Vec::new();
    let document = moves_of_document(text);
    let at = match verdict {
        Verdict::Illegal { .. } | Verdict::Incomplete { .. } => match &document {
            Some(moves) => Some(after(position, moves)),
            None => position.reached(text),
        },
        _ => None,
    };
    if document.is_none() {
        notes.extend(claimed_number(position, text, verdict));
        notes.extend(exchanged(position, text, verdict, known));
        notes.extend(readable(position, verdict));
    }
    Remarks { at, notes }
}

/// The position after the moves of a list, up to the first that cannot be played.
fn after(position: &dyn Position, moves: &[String]) -> Box<dyn Position> {
    let mut position = position.copy();
    for by in moves {
        if position.play(by).is_err() {
            break;
        }
    }
    position
}

/// What is wrong with the number of moves that a text claims: `Solved in 7 moves`.
fn claimed_number(position: &dyn Position, text: &str, verdict: &Verdict) -> Option<String> {
    let (Verdict::Fewest { length }
    | Verdict::Legal { length, .. }
    | Verdict::Longer { length, .. }
    | Verdict::Incomplete { length, .. }) = *verdict
    else {
        return None;
    };
    let metric = position.metric();
    let units = ["moves", "move", metric.id, metric.one];
    let mut said = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '.')
            .map(|word| word.trim_matches('.'))
            .filter(|word| !word.is_empty())
            .collect();
        let is_unit = |word: &str| units.iter().any(|unit| word.eq_ignore_ascii_case(unit));
        let number = |word: &str| word.parse::<u64>().ok();
        for two in words.windows(2) {
            // `7 moves`; `Moves: 7` with nothing behind it.
            match (number(two[0]), number(two[1])) {
                (Some(count), None) if is_unit(two[1]) && !two[1].eq_ignore_ascii_case("move") => {
                    said.push(count);
                }
                (None, Some(count)) if words.len() == 2 && is_unit(two[0]) && two[0].ends_with('s') => {
                    said.push(count);
                }
                _ => {}
            }
        }
    }
    said.dedup();
    match said[..] {
        [only] if only != length => Some(format!(
            "the text says {only} {}, and lists {length}",
            if only == 1 { metric.one } else { metric.id }
        )),
        _ => None,
    }
}

/// Whether an answer that fails would be right with rows and columns exchanged, or counted from
/// another number.
fn exchanged(position: &dyn Position, text: &str, verdict: &Verdict, known: Known) -> Option<String> {
    if !matches!(verdict, Verdict::Illegal { .. } | Verdict::Incomplete { .. }) {
        return None;
    }
    let changes: [(&str, PairChange); 4] = [
        ("with x and y exchanged", |(x, y)| Some((y, x))),
        ("counted from 0 instead of 1", |(x, y)| Some((x.checked_sub(1)?, y.checked_sub(1)?))),
        ("counted from 1 instead of 0", |(x, y)| Some((x + 1, y + 1))),
        ("with x and y exchanged and counted from 0", |(x, y)| Some((y.checked_sub(1)?, x.checked_sub(1)?))),
    ];
    changes.into_iter().find_map(|(how, change)| {
        let changed = with_pairs(text, change)?;
        let said = match judge(position, &changed, known) {
            Verdict::Fewest { .. } => "is the fewest",
            Verdict::Legal { .. } => "solves the puzzle",
            Verdict::Longer { .. } => "solves the puzzle, but is not the fewest",
            _ => return None,
        };
        Some(format!("{how} your answer {said}"))
    })
}

/// The text with every pair of numbers changed: in brackets, and on lines with two numbers. None if
/// there is none, or one that cannot be changed.
fn with_pairs(text: &str, change: PairChange) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut is_changed = false;
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        // Brackets that stand alone have a pair each.
        while let Some((open, close)) = bracket(rest) {
            match pair(&rest[open..close]) {
                Some(numbers) => {
                    out.push_str(&rest[..open]);
                    out.push_str(&replaced(&rest[open..close], &numbers, change)?);
                    is_changed = true;
                }
                None => out.push_str(&rest[..close]),
            }
            rest = &rest[close..];
        }
        match pair(rest).filter(|_| rest.len() == line.len()) {
            Some(numbers) => {
                out.push_str(&replaced(rest, &numbers, change)?);
                is_changed = true;
            }
            None => out.push_str(rest),
        }
    }
    is_changed.then_some(out)
}

/// The first bracket without another one inside.
fn bracket(text: &str) -> Option<(usize, usize)> {
    let close = text.find([')', ']', '}'])?;
    let open = text[..close].rfind(['(', '[', '{'])?;
    Some((open, close + 1))
}

/// A number and where it stands.
type Number = (u64, std::ops::Range<usize>);

/// The two numbers of a text that has two.
fn pair(text: &str) -> Option<[Number; 2]> {
    let mut found: Vec<Number> = Vec::new();
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let end = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if end > at {
            let is_part = text[..at].ends_with(['.', '-']) || text[end..].starts_with('.');
            if is_part || found.len() == 2 {
                return None;
            }
            found.push((text[at..end].parse().ok()?, at..end));
        }
        at = end.max(at + 1);
    }
    <[Number; 2]>::try_from(found).ok()
}

fn replaced(text: &str, numbers: &[Number; 2], change: PairChange) -> Option<String> {
    let [(x, first), (y, second)] = numbers;
    let (x, y) = change((*x, *y))?;
    let (before, between, behind) =
        (&text[..first.start], &text[first.end..second.start], &text[second.end..]);
    Some(format!("{before}{x}{between}{y}{behind}"))
}

/// What would be read, where nothing was.
fn readable(position: &dyn Position, verdict: &Verdict) -> Option<String> {
    if !matches!(verdict, Verdict::Unreadable) {
        return None;
    }
    let mut known: Vec<String> = Vec::new();
    if let Some(first) = position.moves().first() {
        known.push(format!("moves such as `{first}`, one per line"));
    }
    known.extend(position.info().notations.iter().skip(1).map(|notation| notation.about.to_owned()));
    Some(format!("what is read: {}; or the words `no solution`", known.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_numbers_are_changed_where_they_stand_alone() {
        let swap = |text| with_pairs(text, |(x, y)| Some((y, x)));
        assert_eq!(swap("(0, 1)\n(12,3)").as_deref(), Some("(1, 0)\n(3,12)"));
        assert_eq!(swap("[(0, 1), (2, 3)]").as_deref(), Some("[(1, 0), (3, 2)]"));
        assert_eq!(swap("0 1\n2 3\n").as_deref(), Some("1 0\n3 2\n"));
        assert_eq!(swap("row 1 col 0\n").as_deref(), Some("row 0 col 1\n"));
        assert_eq!(swap("press 1 2 3\n"), None);
        assert_eq!(swap("took 0.5 s\n"), None);
        assert_eq!(swap(""), None);
    }
}
