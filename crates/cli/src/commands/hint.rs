//! `fewest hint`: the number of moves left and the next move.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use fewest::service::words::limit;
use fewest::service::{Ended, Fault, LowerBound, Position, Response, Source, Stop, play_text};

use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::puzzles::{self, Case};
use crate::runtime::limits::{Deadline, Limits};
use crate::{input, runtime, show};

/// Show the number of moves left and the next move
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Hint {
    /// A file, `-` for standard input, FILE:LINE for one of many, or the name of an embedded puzzle
    /// [default: standard input]
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// Moves played already, separated by semicolons, short ones also by blanks; or in any other way
    /// that `check` reads
    #[arg(long, value_name = "MOVES", conflicts_with = "after_file")]
    after: Option<String>,

    /// A file of moves played already, one per line
    #[arg(long, value_name = "FILE")]
    after_file: Option<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    /// One JSON document per puzzle and line
    #[arg(long, help_heading = "Output")]
    json: bool,

    #[command(flatten)]
    out: Out,
}

const EXAMPLES: &str = "\
Examples:
  fewest hint board.txt
  fewest hint board.txt --after '4 up 1; 3 right 3'
  fewest hint board.txt --after-file game.txt

`fewest --help` lists the exit codes.";

impl Hint {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, self.json);
        let moves = match (&self.after, &self.after_file) {
            (Some(text), _) => Source::new("--after", text.as_str()),
            (None, None) => Source::new("--after", ""),
            (None, Some(name)) => match puzzles::within_time(name, input::text) {
                Ok((source, _)) => source,
                Err(fault) => {
                    faults::show(Severity::Error, &fault, &[]);
                    return Ok(puzzles::code_of(&fault));
                }
            },
        };
        puzzles::each(self.puzzle.as_slice(), &self.reading, &mut console, |console, case| {
            self.one(console, case, &moves)
        })
    }

    fn one(&self, console: &mut Console, case: &Case, moves: &Source) -> Result<Code, Failure> {
        let mut position = case.opened.position.copy();
        let limits = case.left_of(&self.limits);
        let started = Instant::now();
        if let Err(fault) = play(&mut position, moves, Deadline::after(started, limits.time)) {
            // In another form in which an answer is found in a text that is judged.
            let mut again = case.opened.position.copy();
            if fault.limit.is_some() || play_text(again.as_mut(), moves).is_err() {
                puzzles::report(&fault, std::slice::from_ref(moves), console)?;
                return Ok(puzzles::code_of(&fault));
            }
            position = again;
        }
        let limits = limits.after(started.elapsed());
        let (hint, stats) = runtime::run(&limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            fewest::service::hint(position.as_ref(), cx)
        });
        let hint = hint?;
        console.end_by(Deadline::after_search(&limits, &stats));
        let code = match (hint.left, hint.at_least, hint.ended) {
            (Some((_, true)), _, _) => Code::Answered,
            (Some(_), _, _) => Code::NotProven,
            (None, LowerBound::Never, _) => Code::Unsolvable,
            (None, LowerBound::Moves(_), Ended::Limit(stop)) => Code::of_stop(stop),
            (None, LowerBound::Moves(_), _) => Code::NotProven,
        };
        if self.json {
            console.document(&Response { stats: Some(stats), ..case.about().hinted(&hint) })?;
            return Ok(code);
        }
        case.heading(console)?;
        let first = console.paint(anstyle::Style::new().bold(), &hint.say(position.metric()));
        writeln!(console, "{first}")?;
        if let Some(next) = &hint.next {
            show::label(console, hint.label(), next)?;
        }
        Ok(code)
    }
}

/// Plays the moves of a text, separated by line ends and semicolons, or by blanks if each is one
/// word.
fn play(position: &mut Box<dyn Position>, moves: &Source, deadline: Deadline) -> Result<(), Fault> {
    let in_time = || {
        if !deadline.is_over() {
            return Ok(());
        }
        let what = format!("stopped by {} while the moves were played", limit(Stop::Time));
        Err(Fault { limit: Some(Stop::Time), ..Fault::new(what) })
    };
    let mut number = 0;
    let mut start = 0;
    for piece in moves.bytes.split(|&b| b == b'\n' || b == b';') {
        let text = String::from_utf8_lossy(piece);
        let by = text.trim();
        if !by.is_empty() {
            in_time()?;
            number += 1;
            let from = start + piece.len() - piece.trim_ascii_start().len();
            let span = fewest::service::Span { source: 0, start: from, end: from + piece.trim_ascii().len() };
            if let Err(why) = position.play(by) {
                // Words such as `4U1 3R3` are one move each. If the first word is not a move, the
                // text is one illegal move.
                let mut tried = position.copy();
                let mut words = 0;
                for word in piece.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
                    in_time()?;
                    match tried.play(&String::from_utf8_lossy(word)) {
                        Ok(()) => words += 1,
                        Err(_) if words == 0 => {
                            return Err(Fault::new(format!("move {number}: {why}")).at(span));
                        }
                        Err(why) => {
                            let at = word.as_ptr() as usize - moves.bytes.as_ptr() as usize;
                            let span = fewest::service::Span { source: 0, start: at, end: at + word.len() };
                            return Err(Fault::new(format!("move {}: {why}", number + words)).at(span));
                        }
                    }
                }
                *position = tried;
                number += words - 1;
            }
        }
        start += piece.len() + 1;
    }
    Ok(())
}
