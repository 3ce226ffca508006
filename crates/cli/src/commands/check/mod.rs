//! `fewest check`: judges whether an answer is legal, complete and the fewest.

mod pairs;
mod verdict_table;

use std::collections::HashMap;
use std::io::Write;

use clap::Args;
use fewest::{Fault, Known, SolveOptions, Source, Stop, Verdict};

use self::pairs::Pair;
use self::verdict_table::VerdictTable;
use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::input;
use crate::puzzles::{self, Case};
use crate::runtime::limits::Limits;
use crate::runtime::{self, interrupt};

/// Is this answer legal, complete, the fewest?
///
/// Finds the answer inside whatever else a program printed, plays it, and compares its length with
/// the fewest. Each puzzle is solved once, and only if an answer depends on it. Documents made by
/// `solve --json` are understood too; their certificates are checked.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Check {
    /// A file, `-` for standard input, FILE:LINE for one of many, or the name of an embedded puzzle
    #[arg(value_name = "PUZZLE", required_unless_present = "pairs")]
    puzzle: Option<String>,

    /// Files with answers, or `-` for standard input
    #[arg(value_name = "ANSWER", required_unless_present = "pairs")]
    answers: Vec<String>,

    /// A file with lines of puzzle, tab, answer file
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pairs: Option<String>,

    /// Do not ask whether it is the fewest
    #[arg(long)]
    legal: bool,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    /// One JSON document per answer and line
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    json: bool,

    /// The table as comma-separated values; a name that a spreadsheet would take for a formula gets
    /// a leading apostrophe
    #[arg(long, help_heading = "Output")]
    csv: bool,

    #[command(flatten)]
    out: Out,
}

const EXAMPLES: &str = "\
Examples:
  fewest check board.txt answer.txt
  ./mysolver board.txt | fewest check board.txt -
  fewest check --csv --pairs submissions.tsv -o marks.csv

Exit code 1 if any answer is rejected; `fewest --help` lists the others.";

const ADVICE_LEGAL: &str = "still searching for the fewest; `--legal` does not ask for it, Ctrl-C or `--time 1m` says what is proven so far";

/// A puzzle that answers are checked against.
struct CheckedPuzzle {
    case: Case,
    /// The result of solving it and what ended the search; `None` until a verdict depends on it.
    known: Option<(Known, Option<Stop>)>,
}

/// Returns the answer as text. Bytes that are not UTF-8, such as a picture, become one character
/// each, so that none is lost.
fn as_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

impl Check {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, self.json);
        let (all, source) = match self.pairs() {
            Ok(all) => all,
            Err(fault) => {
                puzzles::report(&fault, &[], &mut console)?;
                return Ok(Code::BadInput);
            }
        };
        let mut worst = Code::Answered;
        let mut table = VerdictTable::begin(&mut console, &all, self.csv)?;
        let mut asked: HashMap<&str, Option<CheckedPuzzle>> = HashMap::new();
        for pair in &all {
            let pair = match pair {
                Ok(pair) => pair,
                Err(fault) => {
                    puzzles::report_line(fault, source.as_slice(), &mut console)?;
                    worst = worst.max(Code::BadInput);
                    continue;
                }
            };
            if !asked.contains_key(pair.puzzle.as_str()) {
                let (puzzle, code) = self.ask(&pair.puzzle, &mut console)?;
                worst = worst.max(code);
                asked.insert(&pair.puzzle, puzzle);
            }
            let puzzle = asked.get_mut(pair.puzzle.as_str()).and_then(Option::as_mut);
            worst = worst.max(self.one(&mut console, &mut table, pair, puzzle)?);
            if interrupt::asked() {
                worst = worst.max(Code::Interrupted);
                break;
            }
        }
        console.flush()?;
        if all.len() > 1 {
            console.note(&format!("{} accepted, {} rejected", table.accepted, table.rejected));
        }
        Ok(worst)
    }

    /// Returns the answers to judge, and the file of pairs if there is one.
    fn pairs(&self) -> Result<(Vec<pairs::PairLine>, Option<Source>), Fault> {
        if let Some(name) = &self.pairs {
            let source = input::text(name)?;
            return Ok((pairs::read(&source), Some(source)));
        }
        let puzzle = self.puzzle.clone().unwrap_or_default();
        let pair = |answer: &String| Ok(Pair { puzzle: puzzle.clone(), answer: answer.clone(), line: None });
        Ok((self.answers.iter().map(pair).collect(), None))
    }

    /// Opens an input that must hold exactly one puzzle.
    fn ask(&self, name: &str, console: &mut Console) -> Result<(Option<CheckedPuzzle>, Code), Failure> {
        let inputs = [name.to_owned()];
        let mut loaded = puzzles::load(name, &inputs, &self.reading, console)?;
        if loaded.cases.len() > 1 {
            let one = &loaded.cases[0].name;
            let fault = Fault::new(format!("it holds {} puzzles", loaded.cases.len()))
                .remedy(format!("say which one the answer is for, as in `{one}`"));
            puzzles::report(&fault, &[Source::new(name, "")], console)?;
            return Ok((None, Code::BadInput));
        }
        let asked = loaded.cases.pop().map(|case| CheckedPuzzle { case, known: None });
        // If there is a puzzle, the faults belong to others.
        let code = if asked.is_some() { Code::Answered } else { loaded.code };
        Ok((asked, code))
    }

    fn one(
        &self,
        console: &mut Console,
        table: &mut VerdictTable,
        pair: &Pair,
        puzzle: Option<&mut CheckedPuzzle>,
    ) -> Result<Code, Failure> {
        let Some(asked) = puzzle else {
            let fault = Fault::new(format!("the puzzle `{}` could not be read", pair.puzzle));
            return table.failed(console, pair, &fault);
        };
        let text = match input::text(&pair.answer) {
            Ok(source) => as_text(source.bytes),
            Err(fault) => return table.failed(console, pair, &fault),
        };
        let (verdict, code) = match self.judge(asked, &text, console.quiet) {
            Ok(judged) => judged,
            Err(Failure::Bug(what)) => {
                table.failed(console, pair, &Fault::new(what))?;
                return Ok(Code::Bug);
            }
            Err(failure) => return Err(failure),
        };
        table.row(console, pair, &asked.case, &verdict)?;
        Ok(if verdict.accepted() { code } else { code.max(Code::Rejected) })
    }

    /// Judges a text. The puzzle is solved only if the verdict depends on it.
    fn judge(&self, asked: &mut CheckedPuzzle, text: &str, quiet: bool) -> Result<(Verdict, Code), Failure> {
        let position = asked.case.opened.position.as_ref();
        let verdict = fewest::judge(position, text, Known::Nothing);
        if self.legal || !verdict.is_open() {
            return Ok((verdict, Code::Answered));
        }
        let (known, stop) = match asked.known {
            Some(known) => known,
            None => {
                let solve = |cx: &fewest::Context<'_>| position.solve(&SolveOptions::default(), cx);
                let solved = runtime::run(&self.limits, quiet, ADVICE_LEGAL, solve).0?;
                let stop = match solved.ended {
                    fewest::Ended::Limit(stop) => Some(stop),
                    fewest::Ended::Complete | fewest::Ended::AsAsked | fewest::Ended::OutOfReach => None,
                };
                *asked.known.insert((Known::from_solved(&solved), stop))
            }
        };
        let verdict = fewest::judge(position, text, known);
        let code = stop.filter(|_| verdict.is_open()).map_or(Code::Answered, Code::of_stop);
        Ok((verdict, code))
    }
}
