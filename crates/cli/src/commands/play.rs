//! `fewest play`: a puzzle at the terminal.

use clap::Args;
use fewest::{Entry, FAMILIES, Fault, GenerateHow, Position};

use super::generate::{fresh_seed, parse_size};
use crate::args::{Manner, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::limits::Limits;
use crate::{host, player, puzzles};

/// A puzzle to play at the terminal, with hints
///
/// Arrows and Enter, or the mouse. Hints come in degrees: whether it can still be solved, how many moves are left, which
/// piece, the move. Where there is no terminal, and with `--plain`, it is played line by line.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest play klotski\n  fewest play tiles --size 3x3 --moves 12\n  \
    fewest play --plain english")]
pub struct Play {
    /// A file, `-` for standard input, FILE:LINE, the name of an embedded puzzle, or a family for a new puzzle
    #[arg(value_name = "PUZZLE|FAMILY")]
    puzzle: Option<String>,

    /// Line by line, for screen readers
    #[arg(long)]
    plain: bool,

    /// The fewest moves that a new puzzle must need
    #[arg(long, value_name = "N")]
    moves: Option<u64>,

    /// Columns and rows of a new puzzle, as in 6x6
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<(usize, usize)>,

    /// The seed of a new puzzle [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,
}

/// A puzzle with its name, or the code of what is wrong, which has been said.
type Found = Result<(String, Box<dyn Position>), Code>;

impl Play {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        let (name, position) = match self.open(&mut console)? {
            Ok(found) => found,
            Err(code) => return Ok(code),
        };
        if self.plain || !player::has_screen() {
            let mut input = std::io::stdin().lock();
            return player::play_in_lines(&name, position, &self.limits, &mut input, &mut console);
        }
        let is_coloured = console.is_coloured();
        // The player writes to the terminal itself.
        drop(console);
        player::play(&name, position, &self.limits, is_coloured)
    }

    fn open(&self, console: &mut Console) -> Result<Found, Failure> {
        let name = match &self.puzzle {
            Some(name) => name.clone(),
            None => first_example(),
        };
        if let Some(entry) = fewest::family(&name)
            && !std::path::Path::new(&name).exists()
        {
            return self.new_puzzle(entry, console);
        }
        let names = std::slice::from_ref(&name);
        let loaded = puzzles::load(&name, names, &self.reading, console)?;
        let code = loaded.code;
        let first = loaded.cases.into_iter().next();
        Ok(first.map(|case| (case.name, case.opened.position)).ok_or(code))
    }

    fn new_puzzle(&self, entry: &Entry, console: &mut Console) -> Result<Found, Failure> {
        let seed = self.seed.unwrap_or_else(fresh_seed);
        let how = GenerateHow {
            size: self.size,
            moves: self.moves,
            seed,
            metric: self.reading.metric.clone(),
            ..GenerateHow::default()
        };
        if let Some(metric) = &how.metric
            && !entry.info.metrics.iter().any(|known| known.id == metric)
        {
            return Err(Failure::Usage(format!("{} has no metric `{metric}`", entry.info.id)));
        }
        let (made, _) =
            host::run(&self.limits, console.quiet, host::ADVICE_TIME, |host| entry.generate(&how, host));
        let of_seed =
            |Fault { what, at, remedy }: Fault| Fault { what: format!("seed {seed}: {what}"), at, remedy };
        match made {
            Ok(made) => {
                // The nearest that was found can be played, too.
                if let Some(lacks) = made.lacks {
                    puzzles::report(&of_seed(lacks), &[], console)?;
                }
                Ok(Ok((format!("{} {seed}", entry.info.id), made.position)))
            }
            Err(fault) => {
                puzzles::report(&of_seed(fault), &[], console)?;
                Ok(Err(Code::BadInput))
            }
        }
    }
}

/// A puzzle for those who name none: one that takes a few moves.
fn first_example() -> String {
    let examples = || FAMILIES.iter().flat_map(|entry| entry.info.examples);
    let short = examples().find(|example| example.fewest.is_some_and(|fewest| (3..20).contains(&fewest)));
    short.or_else(|| examples().next()).map_or_else(|| "-".to_owned(), |example| example.name.to_owned())
}
