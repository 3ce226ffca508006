//! `fewest course`: the course programs, with their own input, options, output and exit codes.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser};
use fewest::service::{
    AsWhat, Course as Program, CourseRun, Entry, ReadOptions, SolveOptions, Source, families,
};

use super::draw::Animation;
use crate::args::{Manner, ids};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::input;
use crate::puzzles;
use crate::runtime::limits::{self, Deadline, Limits};
use crate::runtime::{self, machine};

/// Run a program of a course, with its own input and output
///
/// `fewest list courses` shows them. They end with 0 for any answer and 65 for bad input, unless
/// their course says otherwise: `blackout` ends as clingo does, with 10, 20 or 30, and `triangle`
/// with 1 if its input ends too early.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Course {
    /// The program
    #[arg(value_parser = PossibleValuesParser::new(ids(|info| info.courses.iter().map(|course| course.id).collect())))]
    name: String,

    /// Its files, `-` for standard input, and options of its own
    #[arg(value_name = "FILE", allow_hyphen_values = true, trailing_var_arg = true)]
    words: Vec<String>,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  fewest course sbsolver board.data
  fewest course sbsolver board.data --animate
  fewest course lightsout board.txt
  fewest course npuzzle in.txt out.txt
  fewest course blackout grid01.lp -n 0
  fewest course triangle < board.txt";

/// The arguments of a course program without the options that its course defines.
#[derive(Debug, Parser)]
#[command(name = "fewest course", disable_version_flag = true)]
struct CourseArgs {
    /// Its files; `-` for standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    animation: Animation,

    #[command(flatten)]
    manner: Manner,
}

impl Course {
    pub fn run(&self, manner: Manner) -> Result<u8, Failure> {
        let started = Instant::now();
        let courses = families().flat_map(|entry| entry.info.courses.iter().map(move |c| (entry, c)));
        let Some((entry, course)) = courses.into_iter().find(|(_, c)| c.id == self.name) else {
            return Err(Failure::Usage(format!("there is no course program `{}`", self.name)));
        };
        let mut arguments = self.words.clone();
        // `--quiet` before the first file was parsed as an option of this program; the course may
        // define it too.
        if manner.quiet && course.options.iter().any(|option| option.flags.contains(&"--quiet")) {
            arguments.insert(0, "--quiet".to_owned());
        }
        let sorted = fewest::service::sort(course.options, &arguments);
        let others = sorted.others;
        // The time limit of a course in seconds, as clingo takes it; 0 is none.
        let time = sorted.options.iter().rev().find(|(name, _)| *name == "--time-limit");
        let time = time.and_then(|(_, value)| value.as_deref()?.parse().ok()).filter(|seconds| *seconds > 0);
        let rest = CourseArgs::try_parse_from([self.name.clone()].into_iter().chain(others))
            .map_err(|error| refused(&error, course))?;
        let mut rest = rest;
        let is_piped = !std::io::stdin().is_terminal() && course.usage.starts_with(['F', '[']);
        if rest.files.is_empty() && is_piped {
            rest.files.push("-".to_owned());
        }
        if rest.files.is_empty() && !course.usage.is_empty() {
            return Err(Failure::Usage(format!("usage: fewest course {} {}", course.id, course.usage)));
        }
        let mut limits = rest.limits.or(&self.limits);
        limits.time = limits.time.or(time.map(Duration::from_secs));
        limits.hold();
        let mut reading = Duration::ZERO;
        let (read, written) = match (course.writes_last, &rest.files[..]) {
            (true, [read @ .., written]) if !read.is_empty() => {
                (read, Some(written).filter(|name| *name != "-"))
            }
            (_, read) => (read, None),
        };
        let mut sources = Vec::new();
        for name in read {
            match puzzles::within_time(name, input::read) {
                Ok((input, began)) => {
                    reading += began.elapsed();
                    sources.push(input.source);
                }
                Err(fault) => {
                    faults::show(Severity::Error, &fault, &[]);
                    return Ok(puzzles::code_of(&fault).number());
                }
            }
        }
        let quiet = manner.quiet || rest.manner.quiet;
        let mut out = Console::new(written.map(Path::new), quiet, false);
        let mut err = anstream::stderr();
        let mut input = std::io::stdin().lock();
        let elapsed = || {
            let cpu = machine::cpu_time().map_or(0.0, |time| time.as_secs_f64());
            (started.elapsed().as_secs_f64(), cpu)
        };
        let limits = limits.after(reading);
        if rest.animation.animate {
            match animate(entry, &sources, rest.animation, &limits, &mut out)? {
                Code::Answered => {}
                code => return Ok(code.number()),
            }
        }
        out.end_by(Deadline::after(Instant::now(), limits.time));
        let (code, _) = runtime::run(&limits, quiet, runtime::ADVICE_TIME, |cx| {
            let (input, out, err) = (&mut input, &mut out, &mut err);
            (course.run)(&mut CourseRun { sources, arguments, input, elapsed: &elapsed, out, err, cx })
        });
        out.flush()?;
        Ok(code?)
    }
}

/// Plays the solution of the puzzle. Faults in the files are left to the course program.
fn animate(
    entry: &'static Entry,
    sources: &[Source],
    animation: Animation,
    limits: &Limits,
    out: &mut Console,
) -> Result<Code, Failure> {
    let nothing = Ok(Code::Answered);
    let what = AsWhat { entry, format: None };
    let Ok(opening) = fewest::service::open(
        sources,
        Some(what),
        &ReadOptions { room: limits::room(), ..ReadOptions::default() },
    ) else {
        return nothing;
    };
    let (Some(puzzle), Some(source)) = (opening.puzzles.first(), sources.first()) else { return nothing };
    let position = puzzle.position.as_ref();
    let quiet = out.quiet;
    let (solved, stats) =
        runtime::run(limits, quiet, runtime::ADVICE_TIME, |cx| position.solve(&SolveOptions::default(), cx));
    match &solved?.best {
        Some(best) => animation.play(out, &source.name, position, best.as_ref(), limits, &stats),
        None => nothing,
    }
}

/// Returns the course program whose own help is asked for: `course NAME --help`.
pub fn help_asked(mut words: impl Iterator<Item = String>) -> Option<String> {
    if words.next()? != "course" {
        return None;
    }
    let name = words.next().filter(|name| !name.starts_with('-'))?;
    words.any(|word| word == "--help" || word == "-h").then_some(name)
}

/// Prints the help of a course program: what it is, how it is called, and its options.
///
/// # Errors
/// There is no such program.
pub fn help(name: &str) -> Result<(), Failure> {
    let programs = families().flat_map(|entry| entry.info.courses);
    let known: Vec<&str> = programs.clone().map(|course| course.id).collect();
    let Some(course) = programs.into_iter().find(|course| course.id == name) else {
        let remedy = fewest::service::did_you_mean(name, known);
        return Err(Failure::Usage(format!("there is no course program `{name}`; {remedy}")));
    };
    let mut console = Console::new(None, false, false);
    let heading = |text: &str| console.paint(anstyle::Style::new().bold().underline(), text);
    let (usage, options, limits) = (heading("Usage:"), heading("Options:"), heading("Options of fewest:"));
    writeln!(console, "{}\n", course.about)?;
    writeln!(console, "{usage} fewest course {} {}\n", course.id, course.usage)?;
    if !course.options.is_empty() {
        writeln!(console, "{options}")?;
        let flags: Vec<String> = course.options.iter().map(|option| option.flags.join(", ")).collect();
        let width = flags.iter().map(|flags| flags.chars().count()).max().unwrap_or(0);
        for (flags, option) in flags.iter().zip(course.options) {
            writeln!(console, "  {flags:width$}  {}", option.about)?;
        }
        writeln!(console)?;
    }
    writeln!(console, "{limits}")?;
    for argument in CourseArgs::command().get_arguments() {
        let Some(long) = argument.get_long() else { continue };
        let about = argument.get_help().map(ToString::to_string).unwrap_or_default();
        writeln!(console, "  {:24}  {about}", format!("--{long}"))?;
    }
    console.flush()?;
    Ok(())
}

/// Returns the failure for an unknown argument, with the options of the course. For `--help` it
/// prints the help.
fn refused(error: &clap::Error, course: &Program) -> Failure {
    if !error.use_stderr() {
        // `--help`.
        return help(course.id).err().unwrap_or(Failure::ClosedPipe);
    }
    let own: Vec<&str> = course.options.iter().flat_map(|option| option.flags).copied().collect();
    let own = if own.is_empty() { "none".to_owned() } else { own.join(" ") };
    Failure::Usage(format!("{}\noptions of {}: {own}", error.to_string().trim_end(), course.id))
}
