//! `fewest check`: judges whether an answer is legal, complete and the fewest. Pairs of puzzle and
//! answer come from the command line or from a file of pairs; the verdicts are a table with one row
//! per answer, as text, CSV or JSON.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use clap::Args;
use fewest::service::{
    Context, Fault, Judge, Known, Position, Response, ResponseStatus, SolveOptions, Source, Verdict,
    csv_field, visible,
};
use fewest_verify::Verified;

use super::prove::PROOF;
use super::verify;
use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::Case;
use crate::runtime::limits::{self, Deadline, Limits};
use crate::{input, puzzles, runtime};

/// Check whether answers are legal, complete and optimal
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

    /// A folder with a proof for this puzzle, as `fewest prove` writes it: it is checked instead of
    /// solving the puzzle
    #[arg(long, value_name = "DIR", conflicts_with_all = ["pairs", "legal"])]
    proof: Option<PathBuf>,

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
  fewest check board.txt answer.txt --proof proof
  fewest check --csv --pairs submissions.tsv -o marks.csv

Exit code 1 if any answer is rejected; `fewest --help` lists the others.";

const ADVICE_LEGAL: &str = "still searching for the fewest; `--legal` does not ask for it, Ctrl-C or `--time 1m` says what is proven so far";

/// A puzzle that answers are checked against.
struct CheckedPuzzle {
    case: Case,
    judge: Judge,
    /// Whether the judge knows the fewest by a proof.
    is_proven: bool,
}

/// Returns the answer as text. Bytes that are not UTF-8, such as a picture, become one character
/// each, so that none is lost.
fn as_text(bytes: Vec<u8>) -> String {
    // Bytes at random hold what looks like moves. A bitmap says what it is.
    let is_bitmap = bytes.starts_with(b"P4");
    let controls = bytes.iter().filter(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()).count();
    if !is_bitmap && 20 * controls > bytes.len() {
        return String::new();
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

impl Check {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let names = self.puzzle.iter().chain(&self.answers);
        if names.filter(|name| *name == "-").count() > 1 {
            return Err(Failure::Usage("only one of puzzle and answers can be standard input".to_owned()));
        }
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
                if self.proof.is_some() && puzzle.is_none() {
                    break;
                }
                asked.insert(&pair.puzzle, puzzle);
            }
            let puzzle = asked.get_mut(pair.puzzle.as_str()).and_then(Option::as_mut);
            worst = worst.max(self.one(&mut console, &mut table, pair, puzzle)?);
            if limits::is_interrupted() {
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
    fn pairs(&self) -> Result<(Vec<PairLine>, Option<Source>), Fault> {
        if let Some(name) = &self.pairs {
            let source = input::text(name)?;
            return Ok((read_pairs(&source), Some(source)));
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
        let Some(case) = loaded.cases.pop() else { return Ok((None, loaded.code)) };
        // There is a puzzle, so the faults belong to others.
        let Some(folder) = &self.proof else {
            let asked = CheckedPuzzle { case, judge: Judge::default(), is_proven: false };
            return Ok((Some(asked), Code::Answered));
        };
        let puzzle = case.opened.position.checker_text();
        let work = |cx: &Context<'_>| verify::proven(folder, puzzle.as_deref(), &mut || cx.poll());
        match runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, work).0 {
            Ok(verified) => {
                let known = match verified {
                    Verified::Fewest { moves, .. } => Known::Fewest(moves),
                    Verified::NoSolution => Known::Unsolvable,
                };
                let asked = CheckedPuzzle { case, judge: Judge::knowing(known), is_proven: true };
                Ok((Some(asked), Code::Answered))
            }
            Err(why) => {
                let fault = Fault::new(format!("the proof is not accepted: {}", why.words()));
                puzzles::report(&fault, &[Source::new(folder.display().to_string(), "")], console)?;
                Ok((None, why.code()))
            }
        }
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
        let (text, began) = match puzzles::within_time(&pair.answer, input::text) {
            Ok((source, began)) => (as_text(source.bytes), began),
            Err(fault) => return table.failed(console, pair, &fault),
        };
        let (verdict, code) = match self.judge(asked, &text.into(), began, console.quiet) {
            Ok(judged) => judged,
            Err(Failure::Bug(what)) => {
                table.failed(console, pair, &Fault::new(what))?;
                return Ok(Code::Bug);
            }
            Err(failure) => return Err(failure),
        };
        table.row(console, pair, asked, &verdict)?;
        Ok(if verdict.accepted() { code } else { code.max(Code::Rejected) })
    }

    /// Judges a text whose time began with its reading. The puzzle is solved only if the verdict
    /// depends on it.
    fn judge(
        &self,
        asked: &mut CheckedPuzzle,
        text: &Arc<str>,
        began: Instant,
        quiet: bool,
    ) -> Result<(Verdict, Code), Failure> {
        let CheckedPuzzle { case, judge, .. } = asked;
        let position = case.opened.position.as_ref();
        let limits = case.left_of(&self.limits);
        let deadline = Deadline::after(began, limits.time);
        let judging = Instant::now();
        let (verdict, stop) = judge.check(
            self.legal,
            |known| judge_within(deadline, position, text, known),
            || {
                // Judging again with the result takes as long as it did before.
                let limits = limits.after(began.elapsed() + judging.elapsed());
                let solve = |cx: &Context<'_>| position.solve(&SolveOptions::default(), cx);
                Ok(runtime::run(&limits, quiet, ADVICE_LEGAL, solve).0?)
            },
        )?;
        Ok((verdict, stop.map_or(Code::Answered, Code::of_stop)))
    }
}

/// Judges a text within the time limit.
fn judge_within(
    deadline: Deadline,
    position: &dyn Position,
    text: &Arc<str>,
    known: Known,
) -> Result<Verdict, Failure> {
    if deadline.is_never() {
        return Ok(fewest::service::judge(position, text, known));
    }
    let (position, text) = (position.copy(), Arc::clone(text));
    let judge = move || fewest::service::judge(position.as_ref(), &text, known);
    deadline.run(judge).map_err(Failure::Stopped)
}

/// An answer and the puzzle it is for, both as names of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub puzzle: String,
    pub answer: String,
    /// The line of the file of pairs, if there is one.
    pub line: Option<usize>,
}

/// A parsed line of a file of pairs.
pub type PairLine = Result<Pair, Fault>;

/// Reads lines of puzzle, tab, answer. Empty lines and lines that begin with `#` are skipped.
fn read_pairs(source: &Source) -> Vec<PairLine> {
    let folder = Path::new(&source.name).parent().map(Path::to_owned).unwrap_or_default();
    let mut all = Vec::new();
    for line in source.lines() {
        let text = String::from_utf8_lossy(line.bytes);
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match text.split_once('\t').map(|(puzzle, answer)| (puzzle.trim(), answer.trim())) {
            Some((puzzle, answer)) if !puzzle.is_empty() && !answer.is_empty() => {
                let (puzzle, answer) = (found(puzzle, &folder), found(answer, &folder));
                all.push(Ok(Pair { puzzle, answer, line: Some(line.number) }));
            }
            _ => all.push(Err(Fault::new("a puzzle, a tab and an answer file are needed").at(line.span()))),
        }
    }
    all
}

/// Returns the path of a name: relative to the current folder, else relative to the folder of the
/// file of pairs.
fn found(name: &str, folder: &Path) -> String {
    let beside: PathBuf = folder.join(name);
    let is_file_with_line = |path: &Path| {
        let text = path.to_string_lossy();
        text.rsplit_once(':')
            .is_some_and(|(path, line)| line.parse::<usize>().is_ok() && Path::new(path).exists())
    };
    let is_here = name == "-" || Path::new(name).exists() || is_file_with_line(Path::new(name));
    if !is_here && (beside.exists() || is_file_with_line(&beside)) {
        beside.to_string_lossy().into_owned()
    } else {
        name.to_owned()
    }
}

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

    fn row(
        &mut self,
        console: &mut Console,
        pair: &Pair,
        CheckedPuzzle { case, is_proven, .. }: &CheckedPuzzle,
        verdict: &Verdict,
    ) -> Result<(), Failure> {
        *(if verdict.accepted() { &mut self.accepted } else { &mut self.rejected }) += 1;
        if console.json {
            console.document(&Response {
                puzzle: Some(pair.puzzle.clone()),
                file: Some(pair.answer.clone()),
                line: pair.line,
                outcome: ResponseStatus::Done,
                verdict: Some(verdict.clone()),
                ..case.about()
            })?;
        } else {
            let mut text = verdict.say(case.opened.position.metric());
            if *is_proven && matches!(verdict, Verdict::Fewest { .. } | Verdict::RightlyNoSolution) {
                text += &format!(", proven by {PROOF}");
            }
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
        Ok(puzzles::code_of(fault))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_pairs() {
        let source = Source::new("pairs.tsv", "# course 1\n\na.txt\tx/1.txt\r\nb.txt 2.txt\n\t3.txt\n");
        let line = |read: &PairLine| match read {
            Ok(pair) => (pair.line, true),
            Err(fault) => (fault.at.map(|at| source.line_and_column(at.start).0), false),
        };
        let read = read_pairs(&source);
        let lines: Vec<_> = read.iter().map(line).collect();
        assert_eq!(lines, [(Some(3), true), (Some(4), false), (Some(5), false)]);
        let Ok(pair) = &read[0] else { panic!("a pair") };
        assert_eq!((pair.puzzle.as_str(), pair.answer.as_str()), ("a.txt", "x/1.txt"));
    }
}
