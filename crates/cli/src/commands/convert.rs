//! `fewest convert`: writes puzzles in another format.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest::service::{AsWhat, Fault, Info, Position, ReadOptions, Source, Written};

use crate::args::{Manner, Out, Reading, ids};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits;

/// Convert puzzles between formats
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest convert board.txt --to course -o board.data\n  fewest convert klotski"
)]
pub struct Convert {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// The format to write [default: the family's first that can represent the board]
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: Option<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    out: Out,
}

/// Returns a parser that accepts every format that some family writes.
pub fn writable() -> PossibleValuesParser {
    PossibleValuesParser::new(ids(|info| info.formats.iter().filter(|f| f.writes).map(|f| f.id).collect()))
}

impl Convert {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        let mut written = 0;
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            let code = self.one(console, case, written > 0)?;
            written += usize::from(code == Code::Answered);
            Ok(code)
        })
    }

    fn one(&self, console: &mut Console, case: &Case, follows_another: bool) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let alone = if follows_another { stands_alone(position, self.to.as_deref()) } else { None };
        let fault = match alone {
            Some(fault) => Some(fault),
            None => write(console, position, self.to.as_deref())?,
        };
        match fault {
            None => Ok(Code::Answered),
            Some(fault) => {
                puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
                Ok(Code::BadInput)
            }
        }
    }
}

/// Returns the fault if a text in this format holds one puzzle only: the puzzle written twice is
/// not read as two.
fn stands_alone(position: &dyn Position, to: Option<&str>) -> Option<Fault> {
    let mut text = Vec::new();
    let mut writes = |format: &&str| matches!(position.write(format, &mut text), Ok(Written::Yes));
    let format = formats_of(position.info(), to).ok()?.into_iter().find(&mut writes)?;
    writes(&format);
    let what = AsWhat::parse(&format!("{}:{format}", position.info().id)).ok()?;
    let read = fewest::service::open(
        &[Source::new("twice", text)],
        Some(what),
        &ReadOptions { room: limits::room(), ..ReadOptions::default() },
    );
    let two = read.is_ok_and(|opening| opening.puzzles.len() == 2);
    (!two).then(|| {
        Fault::new(format!("a text in the format `{format}` holds one puzzle"))
            .remedy("convert one puzzle at a time, each with its own `-o`")
    })
}

/// Writes a position in a format, or returns why it cannot. `None` is the first format of the
/// family that can.
pub fn write(
    console: &mut Console,
    position: &dyn Position,
    to: Option<&str>,
) -> Result<Option<Fault>, Failure> {
    let formats = match formats_of(position.info(), to) {
        Ok(formats) => formats,
        Err(fault) => return Ok(Some(fault)),
    };
    let mut first = None;
    for format in formats {
        match position.write(format, console)? {
            Written::Yes => return Ok(None),
            Written::No(why) => first = first.or(Some(Fault::new(why))),
        }
    }
    Ok(first)
}

fn formats_of(info: &'static Info, to: Option<&str>) -> Result<Vec<&'static str>, Fault> {
    let known: Vec<_> = info.formats.iter().filter(|format| format.writes).map(|format| format.id).collect();
    match to {
        None => Ok(known),
        Some(to) => known.iter().find(|id| **id == to).map(|&id| vec![id]).ok_or_else(|| {
            Fault::new(format!("{} cannot be written as `{to}`", info.id))
                .remedy(format!("known: {}", known.join(", ")))
        }),
    }
}
