//! `fewest course blackout FILE…`: a drop-in for `clingo FILE… blackout.lp`, without the encoding.
//!
//! Options, output and exit codes are clingo's, so that programs that read its output can read this
//! one. Atoms inside an answer are ordered by turn; among answers those for the fewest presses come
//! first.

mod output;

use std::io;

use fewest_core::{
    Course, CourseOption, CourseRun, Ended, LowerBound, OptionValue, Room, SolveOptions, Source, Stop, sort,
};
use fewest_search::Context;

use crate::course::blackout::output::{Ending, Output, Style};
use crate::formats::facts;
use crate::rules::{GraphBoard, Presses};
use crate::solve::graph::{all_answers, solve_graph};

/// The course program.
pub const COURSE: Course = Course {
    id: "blackout",
    about: "Blackout as in Potsdam's Computational Intelligence: what `clingo FILE… blackout.lp` prints",
    usage: "FILE… [-n K] [--outf=2] [-q] [-V0] [-c NAME=VALUE]",
    options: OPTIONS,
    writes_last: false,
    run,
};

const OPTIONS: &[CourseOption] = &[
    CourseOption {
        flags: &["-n", "--models"],
        value: OptionValue::Needed,
        about: "list K answers; 0 lists all",
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
}

impl BlackoutOptions {
    fn of(arguments: &[String]) -> Result<Self, String> {
        let mut wanted = Self { answers: 1, style: Style::default(), constants: Vec::new() };
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
                "-q" => wanted.style.quiet = true,
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
    let sources = wanted.sources(&with.sources);
    let room = Room::left_of(with.cx);
    let names = with.sources.iter().map(|source| source.name.as_str()).collect();
    let mut output = Output::begin(with.out, wanted.style, names)?;
    let board = match facts::read(&sources, room) {
        Ok((board, warnings)) => {
            for warning in &warnings {
                let source = &sources[warning.at.map_or(0, |at| at.source)];
                writeln!(with.err, "{}", source.one_line(warning))?;
            }
            board
        }
        // A program that contradicts itself is unsatisfiable, not malformed.
        Err(fault) if matches!(facts::contradiction(&sources, room), Ok(Some(_))) => {
            let source = fault.at.map_or(0, |at| at.source);
            writeln!(with.err, "{}", sources[source].one_line(&fault))?;
            output.solving()?;
            output.end(Ending::Unsatisfiable, (with.elapsed)())?;
            return Ok(UNSATISFIABLE);
        }
        Err(fault) => {
            let source = fault.at.map_or(0, |at| at.source);
            writeln!(with.err, "{}", sources[source].one_line(&fault))?;
            output.end(Ending::Unknown { limit: None }, (with.elapsed)())?;
            return Ok(BAD_INPUT);
        }
    };
    output.solving()?;
    let (ending, code) = answers(&board, wanted.answers, &mut output, with.cx)?;
    output.end(ending, (with.elapsed)())?;
    Ok(code)
}

/// Writes the answers. Returns how it ended and the exit code.
fn answers(
    board: &GraphBoard,
    most: u64,
    output: &mut Output<'_>,
    cx: &Context<'_>,
) -> io::Result<(Ending, u8)> {
    let outcome = solve_graph(board, &SolveOptions::default(), cx);
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
    list_all(board, &best, most, output, cx)
}

fn list_all(
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
