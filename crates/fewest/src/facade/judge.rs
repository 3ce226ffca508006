//! Judges anybody's answer: the output of somebody's program, a list of moves, or our own document.

use serde_json::Value;

use super::document::{Response, Word};
use super::position::Position;
use super::verdict::{Claimed, Known, Verdict};

/// Judges a text by what is known of the puzzle. Our own documents bring their certificates along; these are checked too.
pub fn judge(position: &dyn Position, text: &str, known: Known) -> Verdict {
    match our_document(text) {
        Some(document) => judge_document(position, &document, known),
        None => Verdict::of(&position.attempt(text), known),
    }
}

fn our_document(text: &str) -> Option<Response> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    value.get("outcome")?;
    serde_json::from_value(value).ok()
}

fn judge_document(position: &dyn Position, document: &Response, known: Known) -> Verdict {
    match document.outcome {
        Word::Solved => {
            let moves = document.moves.as_ref().or(document.picture.as_ref());
            let lines = moves.map(|lines| lines.join("\n")).unwrap_or_default();
            let claimed = match document.length {
                Some(0) => Claimed::Answer { length: 0, solves: position.is_goal() },
                _ => position.attempt(&lines),
            };
            Verdict::of(&claimed, known)
        }
        Word::Unsolvable => {
            let certificates = document.reasons.iter().filter(|r| r.reason.get("certificate").is_some());
            let mut proven = false;
            for reason in certificates {
                if let Err(why) = position.check_certificate(&reason.reason) {
                    return Verdict::WrongCertificate { why };
                }
                proven = true;
            }
            if proven { Verdict::RightlyNoSolution } else { Verdict::of(&Claimed::NoSolution, known) }
        }
        Word::Stopped | Word::Error | Word::Done => Verdict::Unreadable,
    }
}
