//! `fewest course blackout FILE…`: a drop-in for `clingo FILE… blackout.lp`, without the encoding.
//!
//! Options, output and exit codes are clingo's, so that programs that read its output can read this
//! one. Atoms inside an answer are ordered by turn; among answers those for the fewest presses come
//! first.

use std::io::{self, Write};

use fewest_core::{
    Course, CourseOption, CourseRun, Ended, LowerBound, OptionValue, Room, SolveOptions, Source, Stop, sort,
};
use fewest_search::Context;

use crate::formats::facts;
use crate::notation::write_picks;
use crate::rules::{GraphBoard, Presses};
use crate::solve::graph::{all_answers, solve_on_graph};

/// The course program.
pub const COURSE: Course = Course {
    id: "blackout",
    about: "Blackout as in Potsdam's Computational Intelligence: what `clingo FILE… blackout.lp` prints",
    usage: "[FILE…] [K] [--outf=2] [-q] [-V0] [-c NAME=VALUE] [--text] [--stats] [--time-limit=N]",
    options: OPTIONS,
    writes_last: false,
    run,
};

const OPTIONS: &[CourseOption] = &[
    CourseOption {
        flags: &["-n", "--models"],
        value: OptionValue::Number,
        about: "list K answers; 0 lists all; a number alone is the same",
    },
    CourseOption { flags: &["--outf"], value: OptionValue::Needed, about: "0 is text, 2 is JSON" },
    CourseOption { flags: &["-q", "--quiet"], value: OptionValue::Attached, about: "do not print answers" },
    CourseOption {
        flags: &["-V", "--verbose"],
        value: OptionValue::Attached,
        about: "0 prints answers and result only",
    },
    CourseOption {
        flags: &["-c", "--const"],
        value: OptionValue::Needed,
        about: "NAME=VALUE replaces a #const",
    },
    CourseOption { flags: &["--text"], value: OptionValue::Attached, about: "print the facts and end" },
    CourseOption { flags: &["-s", "--stats"], value: OptionValue::Attached, about: "print statistics too" },
    CourseOption {
        flags: &["--time-limit"],
        value: OptionValue::Needed,
        about: "end after N seconds; 0 is no limit",
    },
];

/// Exit codes of clingo.
const SATISFIABLE: u8 = 10;
const UNSATISFIABLE: u8 = 20;
const EXHAUSTED: u8 = 30;
const INTERRUPTED: u8 = 1;
const BAD_INPUT: u8 = 65;

/// The parsed options.
struct BlackoutOptions {
    answers: u64,
    style: Style,
    constants: Vec<String>,
    /// Whether the facts are printed and nothing is solved.
    is_text: bool,
    has_stats: bool,
}

impl BlackoutOptions {
    fn of(arguments: &[String]) -> Result<Self, String> {
        let mut wanted = Self {
            answers: 1,
            style: Style::default(),
            constants: Vec::new(),
            is_text: false,
            has_stats: false,
        };
        for (name, value) in sort(OPTIONS, arguments).options {
            let value = value.as_deref();
            let number = || {
                let number = value.and_then(|value| value.parse::<u64>().ok());
                number.ok_or_else(|| format!("`{name}` takes a number, not `{}`", value.unwrap_or_default()))
            };
            match name {
                "-n" => wanted.answers = number()?,
                "--outf" => match number()? {
                    0 => wanted.style.json = false,
                    2 => wanted.style.json = true,
                    other => return Err(format!("there is no output format {other}; 0 is text, 2 is JSON")),
                },
                // 0 prints all answers, 1 the last, 2 none.
                "-q" => match value.and_then(|value| value.split(',').next()) {
                    Some("0") => (wanted.style.quiet, wanted.style.last) = (false, false),
                    Some("1") => (wanted.style.quiet, wanted.style.last) = (false, true),
                    _ => (wanted.style.quiet, wanted.style.last) = (true, false),
                },
                "--text" => wanted.is_text = true,
                "-s" => wanted.has_stats = value != Some("0"),
                // Front ends keep to the time.
                "--time-limit" => drop(number()?),
                "-V" => wanted.style.terse = value.is_some() && number()? == 0,
                _ => wanted.constants.push(value.unwrap_or_default().to_owned()),
            }
        }
        Ok(wanted)
    }

    /// Returns the files, and the constants of the command line as one more.
    fn sources(&self, files: &[Source]) -> Vec<Source> {
        let mut sources = files.to_vec();
        if !self.constants.is_empty() {
            let text: String =
                self.constants.iter().map(|constant| format!("#const {constant}. [override]\n")).collect();
            sources.push(Source::new("-c", text));
        }
        sources
    }
}

fn run(with: &mut CourseRun<'_>) -> io::Result<u8> {
    let wanted = match BlackoutOptions::of(&with.arguments) {
        Ok(wanted) => wanted,
        Err(what) => {
            writeln!(with.err, "*** ERROR: (fewest): {what}")?;
            return Ok(BAD_INPUT);
        }
    };
    let given = without_encodings(with)?;
    let sources = wanted.sources(&given);
    let room = Room::left_of(with.cx);
    if wanted.is_text {
        return match facts::write_ground(&sources, room, with.out)? {
            Ok(()) => Ok(0),
            Err(fault) => {
                let source = fault.at.map_or(0, |at| at.source);
                writeln!(with.err, "{}", fault.one_line(&sources[source]))?;
                Ok(BAD_INPUT)
            }
        };
    }
    let names = given.iter().map(|source| source.name.as_str()).collect();
    let mut output = Output::begin(with.out, wanted.style, names)?;
    let board = match facts::read(&sources, room) {
        Ok((board, warnings)) => {
            for warning in &warnings {
                let source = &sources[warning.at.map_or(0, |at| at.source)];
                writeln!(with.err, "{}", warning.one_line(source))?;
            }
            board
        }
        // A program that contradicts itself is unsatisfiable, not malformed.
        Err(fault) if matches!(facts::contradiction(&sources, room), Ok(Some(_))) => {
            let source = fault.at.map_or(0, |at| at.source);
            writeln!(with.err, "{}", fault.one_line(&sources[source]))?;
            output.solving()?;
            output.end(Ending::Unsatisfiable, (with.elapsed)())?;
            return Ok(UNSATISFIABLE);
        }
        Err(fault) => {
            let source = fault.at.map_or(0, |at| at.source);
            writeln!(with.err, "{}", fault.one_line(&sources[source]))?;
            output.end(Ending::Unknown { limit: None }, (with.elapsed)())?;
            return Ok(BAD_INPUT);
        }
    };
    output.solving()?;
    let (ending, code) = print_answers(&board, wanted.answers, &mut output, with.cx)?;
    output.end(ending, (with.elapsed)())?;
    if wanted.has_stats && !wanted.style.json {
        let counters = &with.cx.counters;
        let relaxed = std::sync::atomic::Ordering::Relaxed;
        writeln!(with.out)?;
        writeln!(with.out, "Cells        : {}", board.graph().len())?;
        writeln!(with.out, "Turns        : {}", board.turns().unwrap_or(0))?;
        writeln!(with.out, "Compared     : {}", counters.generated.load(relaxed))?;
        writeln!(with.out, "Peak memory  : {:.1} MB", with.cx.budget.peak() as f64 / 1e6)?;
    }
    Ok(code)
}

/// The files without encodings, which are named. An encoding has rules, and no cells of its own.
fn without_encodings(with: &mut CourseRun<'_>) -> io::Result<Vec<Source>> {
    let is_encoding = |source: &Source| {
        let text = String::from_utf8_lossy(&source.bytes);
        let code = || text.lines().map(|line| line.split('%').next().unwrap_or_default());
        code().any(|line| line.contains(":-") || line.contains('{'))
            && !code().any(|line| {
                let fact = line.trim_start();
                fact.starts_with("cell(") && !line.contains(":-") && !line.contains('{')
            })
    };
    let (encodings, instances): (Vec<Source>, Vec<Source>) =
        with.sources.iter().cloned().partition(is_encoding);
    if instances.is_empty() {
        return Ok(encodings);
    }
    for encoding in &encodings {
        writeln!(with.err, "{}: an encoding; it is not needed and left out", encoding.name)?;
    }
    Ok(instances)
}

/// Writes the answers. Returns how it ended and the exit code.
fn print_answers(
    board: &GraphBoard,
    most: u64,
    output: &mut Output<'_>,
    cx: &Context<'_>,
) -> io::Result<(Ending, u8)> {
    let outcome = solve_on_graph(board, &SolveOptions::default(), cx);
    let stop = match outcome.ended {
        Ended::Limit(stop) => Some(stop),
        Ended::Complete | Ended::AsAsked | Ended::OutOfReach => None,
    };
    let Some(best) = outcome.best else {
        return Ok(match (outcome.at_least, stop) {
            (LowerBound::Never, _) => (Ending::Unsatisfiable, UNSATISFIABLE),
            (LowerBound::Moves(_), None) => (Ending::Unknown { limit: None }, 0),
            (LowerBound::Moves(_), stop) => (Ending::Unknown { limit: stop }, INTERRUPTED),
        });
    };
    if most == 1 {
        output.answer(&best)?;
        return Ok((Ending::Satisfiable { more: true, limit: None }, SATISFIABLE));
    }
    print_all_answers(board, &best, most, output, cx)
}

fn print_all_answers(
    board: &GraphBoard,
    best: &Presses,
    most: u64,
    output: &mut Output<'_>,
    cx: &Context<'_>,
) -> io::Result<(Ending, u8)> {
    let stopped =
        |stop: Stop| Ok((Ending::Satisfiable { more: true, limit: Some(stop) }, SATISFIABLE | INTERRUPTED));
    let mut all = match all_answers(board, best, cx) {
        Ok(all) => all,
        Err(stop) => {
            output.answer(best)?;
            return stopped(stop);
        }
    };
    let mut listed = 0;
    loop {
        match all.next(cx) {
            Ok(Some(picks)) => {
                output.answer(&Presses::List(picks.to_vec()))?;
                listed += 1;
                if listed == most {
                    return Ok((Ending::Satisfiable { more: true, limit: None }, SATISFIABLE));
                }
            }
            Ok(None) => return Ok((Ending::Satisfiable { more: false, limit: None }, EXHAUSTED)),
            Err(stop) => return stopped(stop),
        }
    }
}

/// Output options.
#[derive(Clone, Copy, Debug, Default)]
struct Style {
    /// As JSON.
    json: bool,
    /// Without answers.
    quiet: bool,
    /// With the last answer only.
    last: bool,
    /// Answers and the result only.
    terse: bool,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// There are answers; `more` unless all were listed.
    Satisfiable { more: bool, limit: Option<Stop> },
    /// There is no answer.
    Unsatisfiable,
    /// The question was not decided.
    Unknown { limit: Option<Stop> },
}

/// A run of the program while it is printed.
struct Output<'w> {
    out: &'w mut dyn Write,
    style: Style,
    answers: u64,
    witnesses: bool,
    /// The last answer, where it alone is printed.
    last: Option<Presses>,
}

const VERSION: &str = concat!("fewest version ", env!("CARGO_PKG_VERSION"));

/// Returns clingo's name of a file.
fn shown(name: &str) -> &str {
    if name == "-" { "stdin" } else { name }
}

impl<'w> Output<'w> {
    /// Prints the lines before reading.
    fn begin(out: &'w mut dyn Write, style: Style, names: Vec<&str>) -> io::Result<Self> {
        let first = names.first().copied().unwrap_or("-");
        match (style.json, style.terse) {
            (true, _) => {
                let names: Vec<String> = names.iter().map(|name| quoted(shown(name))).collect();
                let names = names.join(",");
                write!(out, "{{\n  \"Solver\": {},\n  \"Input\": [\n    {names}\n  ],\n", quoted(VERSION))?;
                write!(out, "  \"Call\": [\n    {{")?;
            }
            (false, true) => {}
            (false, false) if first == "-" => write!(out, "{VERSION}\nReading from stdin\n")?,
            (false, false) => write!(out, "{VERSION}\nReading from {first} ...\n")?,
        }
        Ok(Self { out, style, answers: 0, witnesses: false, last: None })
    }

    /// Prints that the instance was read.
    fn solving(&mut self) -> io::Result<()> {
        if self.style.json || self.style.terse { Ok(()) } else { writeln!(self.out, "Solving...") }
    }

    /// Prints an answer.
    fn answer(&mut self, answer: &Presses) -> io::Result<()> {
        self.answers += 1;
        if self.style.last {
            self.last = Some(answer.clone());
            return Ok(());
        }
        self.print(answer)
    }

    fn print(&mut self, answer: &Presses) -> io::Result<()> {
        match self.style {
            Style { quiet: true, .. } => Ok(()),
            Style { json: true, .. } => self.witness(answer),
            Style { terse, .. } => {
                if !terse {
                    writeln!(self.out, "Answer: {}", self.answers)?;
                }
                write_picks(answer, self.out)
            }
        }
    }

    fn witness(&mut self, answer: &Presses) -> io::Result<()> {
        let before = if self.witnesses { "," } else { "\n      \"Witnesses\": [" };
        self.witnesses = true;
        let mut line = Vec::new();
        write_picks(answer, &mut line)?;
        let line = String::from_utf8_lossy(&line);
        let atoms: Vec<String> = line.split_whitespace().map(quoted).collect();
        let atoms = match atoms.is_empty() {
            true => String::new(),
            false => format!("\n            {}\n          ", atoms.join(", ")),
        };
        write!(self.out, "{before}\n        {{\n          \"Value\": [{atoms}]\n        }}")
    }

    /// Prints the result and the statistics.
    fn end(&mut self, ending: Ending, (wall, cpu): (f64, f64)) -> io::Result<()> {
        if let Some(last) = self.last.take() {
            self.print(&last)?;
        }
        let (result, more, limit) = match ending {
            Ending::Satisfiable { more, limit } => ("SATISFIABLE", more, limit),
            Ending::Unsatisfiable => ("UNSATISFIABLE", false, None),
            Ending::Unknown { limit } => ("UNKNOWN", true, limit),
        };
        let stopped = limit.map(|stop| if stop == Stop::Time { "TIME LIMIT" } else { "INTERRUPTED" });
        if self.style.json {
            return self.end_json(result, more, stopped, (wall, cpu));
        }
        writeln!(self.out, "{result}")?;
        if self.style.terse {
            return Ok(());
        }
        writeln!(self.out)?;
        if let Some(stopped) = stopped {
            writeln!(self.out, "{stopped:<13}: 1")?;
        }
        writeln!(self.out, "Models       : {}{}", self.answers, if more { "+" } else { "" })?;
        writeln!(self.out, "Calls        : 1")?;
        writeln!(
            self.out,
            "Time         : {wall:.3}s (Solving: {wall:.2}s 1st Model: {wall:.2}s Unsat: 0.00s)"
        )?;
        writeln!(self.out, "CPU Time     : {cpu:.3}s")
    }

    fn end_json(
        &mut self,
        result: &str,
        more: bool,
        stopped: Option<&str>,
        (wall, cpu): (f64, f64),
    ) -> io::Result<()> {
        if self.witnesses {
            write!(self.out, "\n      ]\n    ")?;
        } else {
            write!(self.out, "\n    ")?;
        }
        write!(self.out, "}}\n  ],\n  \"Result\": {},\n", quoted(result))?;
        if let Some(stopped) = stopped {
            writeln!(self.out, "  {}: 1,", quoted(stopped))?;
        }
        let more = if more { "yes" } else { "no" };
        write!(
            self.out,
            "  \"Models\": {{\n    \"Number\": {},\n    \"More\": \"{more}\"\n  }},\n",
            self.answers
        )?;
        write!(
            self.out,
            "  \"Calls\": 1,\n  \"Time\": {{\n    \"Total\": {wall:.3},\n    \"Solve\": {wall:.3},\n"
        )?;
        write!(
            self.out,
            "    \"Model\": {wall:.3},\n    \"Unsat\": 0.000,\n    \"CPU\": {cpu:.3}\n  }}\n}}\n"
        )
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
