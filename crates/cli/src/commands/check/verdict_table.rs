//! The table of `fewest check`: one row per answer, as text, CSV or JSON.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use fewest::{Fault, Response, ResponseStatus, Verdict, csv_field, visible};

use super::pairs::{Pair, PairLine};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::Case;

pub struct VerdictTable {
    csv: bool,
    /// Terminal columns of the longest name.
    width: usize,
    pub accepted: usize,
    pub rejected: usize,
}

impl VerdictTable {
    pub fn begin(console: &mut Console, pairs: &[PairLine], csv: bool) -> Result<Self, Failure> {
        if csv {
            writeln!(console, "puzzle,answer,verdict,accepted,text")?;
        }
        let width =
            pairs.iter().flatten().map(|pair| visible(&pair.answer).chars().count()).max().unwrap_or(0);
        Ok(Self { csv, width, accepted: 0, rejected: 0 })
    }

    pub fn row(
        &mut self,
        console: &mut Console,
        pair: &Pair,
        case: &Case,
        verdict: &Verdict,
    ) -> Result<(), Failure> {
        *(if verdict.accepted() { &mut self.accepted } else { &mut self.rejected }) += 1;
        if console.json {
            let position = case.opened.position.as_ref();
            console.document(&Response {
                puzzle: Some(pair.puzzle.clone()),
                file: Some(pair.answer.clone()),
                line: pair.line,
                outcome: ResponseStatus::Done,
                verdict: Some(verdict.clone()),
                ..Response::about(position, case.opened.format)
            })?;
        } else {
            let text = verdict.say(case.opened.position.metric());
            self.line(console, pair, verdict.word(), Some(verdict.accepted()), &text)?;
        }
        // Solving the next puzzle may take long, so this row is written now.
        console.flush()?;
        Ok(())
    }

    /// Writes the row of an answer that could not be judged.
    pub fn failed(&mut self, console: &mut Console, pair: &Pair, fault: &Fault) -> Result<Code, Failure> {
        if console.json {
            let puzzle = Some(pair.puzzle.clone());
            console.document(&Response {
                puzzle,
                file: Some(pair.answer.clone()),
                line: pair.line,
                ..Response::fault(fault, &[])
            })?;
        } else {
            self.line(console, pair, "error", None, &fault.what)?;
        }
        Ok(Code::BadInput)
    }

    fn line(
        &self,
        console: &mut Console,
        pair: &Pair,
        word: &str,
        accepted: Option<bool>,
        text: &str,
    ) -> Result<(), Failure> {
        if self.csv {
            let accepted = accepted.map_or("", |accepted| if accepted { "yes" } else { "no" });
            let fields = [&pair.puzzle, &pair.answer, word, accepted, text].map(csv_field);
            writeln!(console, "{}", fields.join(","))?;
        } else {
            let colour = if accepted == Some(true) { AnsiColor::Green } else { AnsiColor::Red };
            let word =
                console.paint(Style::new().fg_color(Some(colour.into())), &format!("{:10}", short(word)));
            let (name, text) = (visible(&pair.answer), visible(text));
            writeln!(console, "{name:width$}  {word}  {text}", width = self.width)?;
        }
        Ok(())
    }
}

/// Returns the word for a verdict in at most 10 columns.
fn short(word: &str) -> &str {
    match word {
        "rightly-no-solution" => "rightly no",
        "wrongly-no-solution" => "wrongly no",
        "claims-no-solution" => "claims no",
        "wrong-certificate" => "wrong",
        "false-claim" => "false",
        _ => word,
    }
}
