//! `fewest check`: judges whether an answer is legal, complete and the fewest. Pairs of puzzle and
//! answer come from the command line or from a file of pairs; the verdicts are a table with one row
//! per answer, as text, CSV or JSON.

mod pattern;

use std::collections::{BTreeMap, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use clap::Args;
use fewest::service::{
    Context, Fault, Judge, Known, Position, Remarks, Response, ResponseStatus, SolveOptions, Source, Verdict,
    csv_field, remarks, visible,
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
    #[arg(value_name = "PUZZLE", required_unless_present_any = ["pairs", "puzzles"])]
    puzzle: Option<String>,

    /// Files with answers, folders of them, or `-` for standard input [default: standard input]
    #[arg(value_name = "ANSWER")]
    answers: Vec<String>,

    /// A file with lines of puzzle, tab, answer file
    #[arg(long, value_name = "FILE", conflicts_with = "puzzle")]
    pairs: Option<String>,

    /// The puzzles of `--answers`, with `{id}` for what names the puzzle: `p{id}.txt`
    #[arg(long, value_name = "PATTERN", conflicts_with_all = ["puzzle", "pairs"], requires = "answer_files")]
    puzzles: Option<String>,

    /// Files with answers, with `*` for any characters and `{id}` for the name of the puzzle:
    /// `submissions/*/p{id}.txt`
    #[arg(id = "answer_files", long = "answers", value_name = "PATTERN", requires = "puzzles")]
    answer_files: Option<String>,

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
  fewest check board.txt answers/
  fewest check --csv --pairs submissions.tsv -o marks.csv
  fewest check --puzzles 'p{id}.txt' --answers 'submissions/*/p{id}.txt'

Exit code 1 if any answer is rejected; `fewest --help` lists the others.";

const ADVICE_LEGAL: &str = "still searching for the fewest; `--legal` does not ask for it, Ctrl-C or `--time 1m` says what is proven so far";

/// A puzzle that answers are checked against.
struct CheckedPuzzle {
    case: Case,
    judge: Judge,
    /// Whether the judge knows the fewest by a proof.
    is_proven: bool,
}

/// The answers to judge, and the file that lists them if there is one.
type PairList = (Vec<PairLine>, Option<Source>);

/// The text of a file in UTF-16 with its mark, as some editors write.
fn utf_16(bytes: &[u8]) -> Option<String> {
    let (is_little, rest) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (true, rest),
        [0xFE, 0xFF, rest @ ..] => (false, rest),
        _ => return None,
    };
    let unit = |two: &[u8]| match is_little {
        true => u16::from_le_bytes([two[0], two[1]]),
        false => u16::from_be_bytes([two[0], two[1]]),
    };
    let units: Vec<u16> = rest.chunks_exact(2).map(unit).collect();
    String::from_utf16(&units).ok()
}

/// Returns the answer as text. Bytes that are not UTF-8, such as a picture, become one character
/// each, so that none is lost.
fn as_text(bytes: Vec<u8>) -> String {
    if let Some(text) = utf_16(&bytes) {
        return text;
    }
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
        let (all, source) = match self.pairs()? {
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
            console.note(&table.summary());
        }
        Ok(worst)
    }

    /// Returns the answers to judge, and the file of pairs if there is one.
    fn pairs(&self) -> Result<Result<PairList, Fault>, Failure> {
        if let Some(name) = &self.pairs {
            return Ok(input::text(name).map(|source| (read_pairs(&source), Some(source))));
        }
        let pair = |puzzle: String, answer: String| Ok(Pair { puzzle, answer, line: None });
        if let (Some(puzzles), Some(answers)) = (&self.puzzles, &self.answer_files) {
            let found = pattern::matches(answers);
            if found.is_empty() {
                return Ok(Err(Fault::new(format!("no file matches `{answers}`"))
                    .remedy("`*` stands for any characters of a name, `{id}` for the name of the puzzle")));
            }
            let pairs = found.into_iter().map(|(answer, id)| pair(pattern::puzzle(puzzles, &id), answer));
            return Ok(Ok((pairs.collect(), None)));
        }
        let puzzle = self.puzzle.clone().unwrap_or_default();
        let answers = if self.answers.is_empty() && puzzle == "-" {
            return Err(Failure::Usage(
                "name a file with the answer; the puzzle is standard input".to_owned(),
            ));
        } else {
            input::or_standard(&self.answers, "an answer")?
        };
        let mut pairs = Vec::new();
        for answer in answers {
            if Path::new(&answer).is_dir() {
                let found = pattern::matches(&format!("{}/*", answer.trim_end_matches('/')));
                if found.is_empty() {
                    return Ok(Err(Fault::new(format!("there is no file in the folder `{answer}`"))));
                }
                pairs.extend(found.into_iter().map(|(answer, _)| pair(puzzle.clone(), answer)));
            } else {
                pairs.push(pair(puzzle.clone(), answer));
            }
        }
        Ok(Ok((pairs, None)))
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
        let judged = match self.judge(asked, &text.into(), began, console.quiet) {
            Ok(judged) => judged,
            Err(Failure::Bug(what)) => {
                table.failed(console, pair, &Fault::new(what))?;
                return Ok(Code::Bug);
            }
            Err(failure) => return Err(failure),
        };
        table.row(console, pair, asked, &judged)?;
        Ok(if judged.verdict.accepted() { judged.code } else { judged.code.max(Code::Rejected) })
    }

    /// Judges a text whose time began with its reading. The puzzle is solved only if the verdict
    /// depends on it.
    fn judge(
        &self,
        asked: &mut CheckedPuzzle,
        text: &Arc<str>,
        began: Instant,
        quiet: bool,
    ) -> Result<Judged, Failure> {
        let CheckedPuzzle { case, judge, .. } = asked;
        let position = case.opened.position.as_ref();
        let limits = case.left_of(&self.limits);
        let deadline = Deadline::after(began, limits.time);
        let judging = Instant::now();
        let solve = || {
            // Judging again with the result takes as long as it did before.
            let limits = limits.after(began.elapsed() + judging.elapsed());
            let solve = |cx: &Context<'_>| position.solve(&SolveOptions::default(), cx);
            Ok(runtime::run(&limits, quiet, ADVICE_LEGAL, solve).0?)
        };
        let (mut verdict, stop) =
            judge.check(self.legal, |known| judge_within(deadline, position, text, known), solve)?;
        let mut said = remarks(position, text, &verdict, judge.known());
        if !self.legal {
            // What solves the puzzle with coordinates exchanged may be the fewest.
            if said.notes.iter().any(|note| note.ends_with("solves the puzzle")) {
                let known = judge.solve_once(solve)?;
                said = remarks(position, text, &verdict, known);
            }
            if let (Verdict::Incomplete { left, .. }, Some(at)) = (&mut verdict, &said.at) {
                *left = moves_left(at.as_ref(), &limits, quiet)?;
            }
        }
        let code = stop.map_or(Code::Answered, Code::of_stop);
        Ok(Judged { verdict, remarks: said, fewest: fewest_of(judge.known()), code })
    }
}

/// A verdict with what is said about it.
struct Judged {
    verdict: Verdict,
    remarks: Remarks,
    /// The fewest moves of the puzzle, if they are known.
    fewest: Option<u64>,
    code: Code,
}

fn fewest_of(known: Known) -> Option<u64> {
    match known {
        Known::Fewest(moves) => Some(moves),
        _ => None,
    }
}

/// The fewest moves from where an incomplete answer ends. None if they are not known in the time that
/// is left.
fn moves_left(at: &dyn Position, limits: &Limits, quiet: bool) -> Result<Option<u64>, Failure> {
    let solve = |cx: &fewest::service::Context<'_>| at.solve(&SolveOptions::default(), cx);
    let solved = runtime::run(limits, quiet, ADVICE_LEGAL, solve).0?;
    Ok(solved.best.as_ref().filter(|_| solved.is_fewest()).map(|best| best.length()))
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
    /// How many answers have each verdict, and whether it accepts them.
    counts: BTreeMap<&'static str, (usize, Option<bool>)>,
}

impl VerdictTable {
    pub fn begin(console: &mut Console, pairs: &[PairLine], csv: bool) -> Result<Self, Failure> {
        if csv {
            writeln!(console, "puzzle,answer,verdict,accepted,moves,fewest,excess,line,text")?;
        }
        let width =
            pairs.iter().flatten().map(|pair| visible(&pair.answer).chars().count()).max().unwrap_or(0);
        Ok(Self { csv, width, counts: BTreeMap::new() })
    }

    /// How many answers have which verdict.
    pub fn summary(&self) -> String {
        let part = |wanted: Option<bool>| {
            let of = self.counts.iter().filter(|(_, (_, accepted))| *accepted == wanted);
            let sum: usize = of.clone().map(|(_, (count, _))| count).sum();
            let words: Vec<String> = of.map(|(word, (count, _))| format!("{count} {word}")).collect();
            (sum, words.join(", "))
        };
        let shown = |name: &str, (sum, words): (usize, String)| match sum {
            0 => format!("0 {name}"),
            _ => format!("{sum} {name} ({words})"),
        };
        let errors = match part(None) {
            (0, _) => String::new(),
            (1, _) => ", 1 not judged".to_owned(),
            (count, _) => format!(", {count} not judged"),
        };
        format!("{}, {}{errors}", shown("accepted", part(Some(true))), shown("rejected", part(Some(false))))
    }

    fn row(
        &mut self,
        console: &mut Console,
        pair: &Pair,
        CheckedPuzzle { case, is_proven, .. }: &CheckedPuzzle,
        judged: &Judged,
    ) -> Result<(), Failure> {
        let verdict = &judged.verdict;
        self.counts.entry(verdict.word()).or_insert((0, Some(verdict.accepted()))).0 += 1;
        if console.json {
            console.document(&Response {
                puzzle: Some(pair.puzzle.clone()),
                file: Some(pair.answer.clone()),
                line: pair.line,
                outcome: ResponseStatus::Done,
                verdict: Some(verdict.clone()),
                remarks: judged.remarks.notes.clone(),
                scene: judged.remarks.at.as_ref().map(|at| at.scene()),
                ..case.about()
            })?;
        } else {
            let mut text = verdict.say(case.opened.position.metric());
            if *is_proven && matches!(verdict, Verdict::Fewest { .. } | Verdict::RightlyNoSolution) {
                text += &format!(", proven by {PROOF}");
            }
            if self.csv || console.quiet {
                for note in judged.remarks.notes.iter().filter(|_| self.csv) {
                    text = format!("{text}; {note}");
                }
                self.line(console, pair, verdict.word(), Some(verdict.accepted()), &text, &figures(judged))?;
            } else {
                self.line(console, pair, verdict.word(), Some(verdict.accepted()), &text, &figures(judged))?;
                for note in &judged.remarks.notes {
                    writeln!(console, "{INDENT}{}", visible(note))?;
                }
                board(console, &judged.remarks)?;
            }
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
            self.line(console, pair, "error", None, &fault.what, &<[String; 4]>::default())?;
        }
        self.counts.entry("error").or_insert((0, None)).0 += 1;
        Ok(puzzles::code_of(fault))
    }

    fn line(
        &self,
        console: &mut Console,
        pair: &Pair,
        word: &str,
        accepted: Option<bool>,
        text: &str,
        figures: &[String; 4],
    ) -> Result<(), Failure> {
        if self.csv {
            let accepted = accepted.map_or("", |accepted| if accepted { "yes" } else { "no" });
            let [moves, fewest, excess, line] = figures.each_ref().map(String::as_str);
            let fields = [&pair.puzzle, &pair.answer, word, accepted, moves, fewest, excess, line, text];
            let fields = fields.map(csv_field);
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

/// What stands before the lines below a row.
const INDENT: &str = "    ";

/// The largest board that is shown below a row, in cells.
const MOST_SHOWN: usize = 400;

/// Draws the position before the bad move, or at the end of an incomplete answer.
fn board(console: &mut Console, remarks: &Remarks) -> Result<(), Failure> {
    let Some(at) = &remarks.at else { return Ok(()) };
    let scene = at.scene();
    if scene.width.saturating_mul(scene.height) > MOST_SHOWN {
        return Ok(());
    }
    let mut picture = Vec::new();
    fewest_draw::boxes(&scene, fewest_draw::TextStyle::Plain, &mut picture)?;
    for line in String::from_utf8_lossy(&picture).lines() {
        writeln!(console, "{INDENT}{}", line.trim_end())?;
    }
    Ok(())
}

/// Moves, fewest moves, excess and line of an answer; empty where there is none.
fn figures(judged: &Judged) -> [String; 4] {
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let (moves, is_complete, line) = match judged.verdict {
        Verdict::Fewest { length } | Verdict::Legal { length, .. } | Verdict::Longer { length, .. } => {
            (Some(length), true, None)
        }
        Verdict::Incomplete { length, .. } => (Some(length), false, None),
        Verdict::Illegal { line, .. } => (None, false, line),
        _ => (None, false, None),
    };
    let excess = moves.zip(judged.fewest).filter(|_| is_complete);
    [
        number(moves),
        number(judged.fewest),
        number(excess.map(|(moves, fewest)| moves - fewest)),
        number(line.map(|line| line as u64)),
    ]
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
