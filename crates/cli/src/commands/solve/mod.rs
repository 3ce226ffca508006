//! `fewest solve`: the fewest moves, or a proof that there is no solution.

mod batch;
mod log;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use fewest::service::{
    Context, Ended, Fault, LowerBound, Position, Report, SolveOptions, Source, Stats, Tier, csv_field,
    move_data,
};

use self::batch::{Batch, BatchOptions};
use super::draw::Animation;
use super::prove::ProofWriter;
use crate::args::{Manner, Out, Reading, ids};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime;
use crate::runtime::limits::{Deadline, Limits};
use crate::runtime::work_folder::{OpenWork, WorkArgs};
use crate::show;

/// Solve puzzles with the fewest moves, or prove that there is no solution
///
/// Solves every puzzle of every input. The first line of an answer names what is counted and says
/// whether it is proven to be the fewest; then come the moves, then the reasons: a `certificate`
/// can be checked without search, what was `searched` can only be repeated.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Solve {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    /// [default: standard input]
    #[arg(value_name = "PUZZLE", conflicts_with = "batch")]
    puzzles: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    wanted: AnswerArgs,

    #[command(flatten)]
    limits: Limits,

    /// The algorithm: the fastest, or that of the textbook
    #[arg(long, value_enum, default_value_t = Method::Fast, help_heading = "Answer")]
    #[arg(conflicts_with_all = ["any", "fast", "count", "all"])]
    method: Method,

    /// Print statistics: positions, time, memory, and counts of the method
    #[arg(long, help_heading = "Output")]
    stats: bool,

    #[command(flatten)]
    work: WorkArgs,

    /// Also write a proof that there is no shorter solution into this folder; see `fewest prove`
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with_all = ["any", "fast", "batch"])]
    prove: Option<PathBuf>,

    #[command(flatten)]
    batch: Batch,

    /// How the answer is written [default: the first that `fewest list notations` shows]
    #[arg(long, value_name = "NOTATION", help_heading = "Output")]
    #[arg(value_parser = PossibleValuesParser::new(ids(|info| info.notations.iter().map(|n| n.id).collect())))]
    print: Option<String>,

    /// One JSON document per puzzle and line
    #[arg(long, help_heading = "Output", conflicts_with_all = ["print", "animate"])]
    json: bool,

    /// A table with a row per puzzle, as comma-separated values
    #[arg(long, help_heading = "Output", conflicts_with_all = ["print", "animate", "json", "batch"])]
    csv: bool,

    /// Print the moves alone
    #[arg(long, help_heading = "Output", conflicts_with_all = ["animate", "json", "csv", "stats", "batch"])]
    moves_only: bool,

    /// Print the number of moves alone; `none` if there is no solution
    #[arg(long, help_heading = "Output", conflicts_with_all = ["print", "animate", "json", "csv", "stats", "batch"])]
    #[arg(conflicts_with = "moves_only")]
    length_only: bool,

    #[command(flatten)]
    animation: Animation,

    #[command(flatten)]
    out: Out,
}

/// The algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// The fastest for the board
    Fast,
    /// The course's own algorithm, for those families whose course has one
    Textbook,
}

/// Options of the answer.
#[derive(Args, Debug)]
#[command(next_help_heading = "Answer")]
struct AnswerArgs {
    /// Accept any solution, not only a shortest one
    #[arg(long)]
    any: bool,

    /// Give a good solution at once instead of an optimal one, where the family has a fast method;
    /// with --time, the best one found in that time
    #[arg(long, conflicts_with = "any")]
    fast: bool,

    /// Count the different shortest answers
    #[arg(long)]
    count: bool,

    /// List the different shortest answers, at most N (1000 if no number is given)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000")]
    all: Option<u64>,

    /// Tables that are built once, kept in FEWEST_CACHE or the user's cache folder, and make later
    /// searches quicker
    #[arg(long, value_enum, default_value_t = Tables::Default)]
    tables: Tables,
}

/// The size of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tables {
    /// No tables
    None,
    /// Those that pay off for a few boards
    Default,
    /// The largest, for many boards or for the hardest
    Large,
}

impl From<Tables> for fewest::service::Tables {
    fn from(tables: Tables) -> Self {
        match tables {
            Tables::None => Self::None,
            Tables::Default => Self::Default,
            Tables::Large => Self::Large,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  fewest solve board.txt
  fewest solve --json *.txt > answers.jsonl
  fewest solve --time 30s --memory 4G hard.txt
  fewest solve --count --all=3 board.txt
  fewest solve --goal blank-first korf.txt
  fewest solve klotski --animate --speed 4
  fewest solve --method textbook --stats eight-hardest
  generator | fewest solve --as blocks:course -
  fewest solve --batch boards.txt --log answers.jsonl --time 1m

`fewest --help` lists the exit codes.";

impl Solve {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, self.json);
        if self.batch.log.is_some() && self.batch.batch.is_none() {
            let why = "`--log` is for a batch: `fewest solve --batch FILE --log LOG`";
            return Err(Failure::Usage(why.to_owned()));
        }
        if let Some(file) = &self.batch.batch {
            let asked =
                BatchOptions { reading: &self.reading, limits: &self.limits, options: self.options() };
            return batch::run(&self.batch, file, &asked, &mut console);
        }
        if self.csv {
            writeln!(console, "{CSV_HEADING}")?;
        }
        let mut proofs = self.prove.as_deref().map(ProofWriter::new);
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            self.one(console, case, proofs.as_mut())
        })
    }

    fn options(&self) -> SolveOptions {
        // A list is shown with the total count.
        let count = self.wanted.count || self.wanted.all.is_some();
        let tables = self.wanted.tables.into();
        let AnswerArgs { any, fast, all, .. } = self.wanted;
        SolveOptions { any, fast, patient: self.limits.time.is_some(), count, all, tables }
    }

    fn one(
        &self,
        console: &mut Console,
        case: &Case,
        proofs: Option<&mut ProofWriter<'_>>,
    ) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        if let Some(fault) = self.print.as_deref().and_then(|print| unknown_notation(position.info(), print))
        {
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            return Ok(Code::BadInput);
        }
        if let Some(proofs) = &proofs
            && !proofs.is_free(console, case)?
        {
            return Ok(Code::BadInput);
        }
        let options = self.options();
        let advice = if options.any || options.fast { runtime::ADVICE_TIME } else { ADVICE_ANY };
        let work = match self.work.open()? {
            Ok(OpenWork { tier: Some(Tier::Dense), .. }) => {
                return Err(Failure::Usage("`--tier dense` is for `fewest explore`".to_owned()));
            }
            Ok(work) => work,
            Err(code) => return Ok(code),
        };
        let limits = case.left_of(&self.limits);
        let started = Instant::now();
        let (solved, stats) =
            runtime::run_in_folder(&work, &limits, console.quiet, advice, |cx| match self.method {
                Method::Fast => position.solve(&options, cx).map(Some),
                Method::Textbook => position.solve_by_textbook(cx),
            });
        let Some(solved) = solved? else {
            let what = format!("the textbook method of {} does not take this board", position.info().id);
            let fault = Fault::new(what).remedy("leave `--method textbook` out");
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            return Ok(Code::BadInput);
        };
        let mut watched = Code::Answered;
        let solved = Arc::new(solved);
        let deadline = Deadline::after_search(&limits, &stats);
        console.end_by(deadline);
        if self.csv {
            writeln!(console, "{}", csv_row(case, &solved, &stats))?;
        } else if self.length_only {
            let length = match (&solved.best, solved.at_least) {
                (Some(best), _) => best.length().to_string(),
                (None, LowerBound::Never) => "none".to_owned(),
                (None, LowerBound::Moves(_)) => "unknown".to_owned(),
            };
            writeln!(console, "{length}")?;
        } else if self.moves_only {
            show::moves_alone(console, position, &solved, self.print.as_deref())?;
        } else if self.json {
            let (report, about) = (Arc::clone(&solved), case.about());
            let assemble = move || about.solved(&report);
            let mut document =
                if is_long(&solved) { deadline.run(assemble).map_err(Failure::Stopped)? } else { assemble() };
            document.stats = Some(stats);
            document.move_data =
                document.moves.as_deref().map(|moves| move_data(position, moves)).unwrap_or_default();
            if self.stats {
                document.figures = solved.figures.clone();
            }
            console.document(&document)?;
            if is_long(&solved) {
                // Freeing millions of moves takes long, too.
                std::thread::spawn(move || drop(document));
            }
        } else {
            case.heading(console)?;
            if let Some(best) = &solved.best {
                watched =
                    self.animation.play(console, &case.name, position, best.as_ref(), &limits, &stats)?;
            }
            // With `--metric` or `--quiet` other metrics are not shown.
            let alone = console.quiet || self.reading.metric.is_some() || !solved.is_fewest();
            let others = if alone { Vec::new() } else { other_metrics(position, &limits, &stats) };
            show::answer(console, position, &solved, &others, self.print.as_deref())?;
            if self.stats {
                show::figures(console, &solved.figures, &stats)?;
            }
            let listed = solved.all.len() as u128;
            if let (1.., Some(count)) = (listed, solved.count.filter(|&count| count > listed)) {
                console.note(&format!("{listed} of {count} answers are listed; `--all={count}` lists all"));
            }
        }
        console.flush()?;
        console.end_by(Deadline::never());
        if let Ended::Limit(stop) = solved.ended
            && let Some(code) = work.stopped(stop, console)
        {
            return Ok(code);
        }
        if let Some(proofs) = proofs {
            watched = watched.max(proofs.write(console, case, &solved, &limits.after(started.elapsed()))?);
        }
        let in_vain = self.wanted.count && solved.count.is_none() && solved.is_fewest();
        let uncounted = if in_vain { Code::NotProven } else { Code::Answered };
        if in_vain && solved.ended == Ended::Complete {
            console.note("the number of shortest answers is missing; the reasons say why");
        }
        code(&solved, &options).map(|code| code.max(watched).max(uncounted))
    }
}

/// The columns of `--csv`.
const CSV_HEADING: &str = "puzzle,family,metric,result,moves,at_least,seconds,answer";

/// The row of a puzzle.
fn csv_row(case: &Case, solved: &Report, stats: &Stats) -> String {
    let position = case.opened.position.as_ref();
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let at_least = match solved.at_least {
        LowerBound::Moves(moves) => Some(moves),
        LowerBound::Never => None,
    };
    let result = match (&solved.best, solved.at_least) {
        (Some(_), _) if solved.is_fewest() => "fewest",
        (Some(_), _) => "solved",
        (None, LowerBound::Never) => "no solution",
        (None, LowerBound::Moves(_)) => "stopped",
    };
    let moves = solved.best.as_ref().map_or_else(Vec::new, |best| best.moves(MOST_CSV_MOVES));
    let fields = [
        case.name.as_str(),
        position.info().id,
        position.metric().id,
        result,
        &number(solved.best.as_ref().map(|best| best.length())),
        &number(at_least),
        &stats.seconds.map(|seconds| format!("{seconds:.3}")).unwrap_or_default(),
        &moves.join("; "),
    ];
    fields.map(csv_field).join(",")
}

/// The most moves that a row of `--csv` holds.
const MOST_CSV_MOVES: usize = 10_000;

/// The number of moves in a document that is assembled at once, in a few milliseconds.
const FEW_MOVES: u64 = 1 << 14;

/// Returns whether the assembly of a document takes long enough to need the time limit.
fn is_long(solved: &Report) -> bool {
    let lines = solved.best.iter().chain(&solved.all);
    lines.fold(0, |sum: u64, line| sum.saturating_add(line.length())) > FEW_MOVES
}

/// Returns the fewest moves in the other metrics of the family, in what is left of the time limit.
fn other_metrics(position: &dyn Position, limits: &Limits, stats: &Stats) -> Vec<String> {
    let limits = limits.after(Duration::from_secs_f64(stats.seconds.unwrap_or(0.0)));
    let others = |cx: &Context<'_>| fewest::service::other_metrics(position, stats.generated, cx);
    runtime::run(&limits, true, "", others).0
}

const ADVICE_ANY: &str =
    "still searching for the fewest; `--any` takes any answer, Ctrl-C says what is proven so far";

fn unknown_notation(info: &fewest::service::Info, print: &str) -> Option<Fault> {
    let known: Vec<_> = info.notations.iter().map(|notation| notation.id).collect();
    (!known.contains(&print)).then(|| {
        Fault::new(format!("{} has no notation `{print}`", info.id))
            .remedy(format!("known: {}", known.join(", ")))
    })
}

/// Returns the exit code of a report.
fn code(solved: &Report, options: &SolveOptions) -> Result<Code, Failure> {
    let asked_in_vain =
        (options.count && solved.count.is_none()) || (options.all.is_some() && solved.all.is_empty());
    Ok(match (&solved.best, solved.at_least, solved.ended) {
        (None, LowerBound::Never, _) => Code::Unsolvable,
        (None, LowerBound::Moves(_), Ended::Limit(stop)) => Code::of_stop(stop),
        // No realistic time limit would have been enough.
        (None, LowerBound::Moves(_), Ended::OutOfReach) => Code::Time,
        (None, LowerBound::Moves(_), _) => {
            return Err(Failure::Bug("the search ended without a result".to_owned()));
        }
        (Some(_), _, Ended::Limit(stop)) if solved.is_fewest() && asked_in_vain => Code::of_stop(stop),
        (Some(_), _, Ended::Limit(fewest::service::Stop::Interrupt)) => Code::Interrupted,
        (Some(_), _, _) if solved.is_fewest() || options.any || options.fast => Code::Answered,
        (Some(_), _, _) => Code::NotProven,
    })
}
