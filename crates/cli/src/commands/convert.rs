//! `fewest convert`: writes puzzles in another format.

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest::service::{Fault, Source, holds_one_puzzle};

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
    /// [default: standard input]
    #[arg(value_name = "PUZZLE")]
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
        let to = self.to.as_deref();
        let alone = follows_another.then(|| holds_one_puzzle(position, to, limits::room())).flatten();
        let fault = match alone {
            Some(format) => Some(
                Fault::new(format!("a text in the format `{format}` holds one puzzle"))
                    .remedy("convert one puzzle at a time, each with its own `-o`"),
            ),
            None => fewest::service::write(position, to, console)?.err(),
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
