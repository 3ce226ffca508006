//! `fewest play`: plays a puzzle at the terminal.

use clap::Args;
use fewest::service::{Entry, Fault, GenerateOptions, Position};

use super::generate::parse_size;
use crate::args::{Manner, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::runtime::limits::Limits;
use crate::runtime::machine;
use crate::{player, puzzles, runtime};

/// Play a puzzle in the terminal, with hints
///
/// Arrows and Enter, or the mouse. Hints come in degrees: whether it can still be solved, how many
/// moves are left, which piece, the move. Where there is no terminal, and with `--plain`, it is
/// played line by line.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest play\n  fewest play klotski\n  fewest play tiles --size 3x3 --moves 12\n  \
    fewest play --plain english"
)]
pub struct Play {
    /// A file, `-` for standard input, FILE:LINE, the name of an embedded puzzle, or a family for a
    /// new puzzle [default: a menu]
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

/// The largest board that can be played, in cells: listing the moves of a larger one would take
/// gigabytes.
const MOST_CELLS: usize = 4_000_000;

/// A puzzle with its name, or the exit code of a fault that has been reported.
type OpenedPuzzle = Result<(String, Box<dyn Position>), Code>;

impl Play {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let in_lines = self.plain || !player::has_screen();
        match &self.puzzle {
            Some(name) if in_lines => self.in_lines(name, manner),
            Some(name) => self.on_screen(name, manner),
            None if in_lines => {
                let mut console = Console::new(None, manner.quiet, false);
                let chosen = player::choose_in_lines(&mut std::io::stdin().lock(), &mut console)?;
                drop(console);
                chosen.map_or(Ok(Code::Answered), |name| self.in_lines(&name, manner))
            }
            None => loop {
                match player::choose()? {
                    Err(code) => return Ok(code),
                    Ok(name) => match self.on_screen(name, manner)? {
                        // A puzzle from the menu returns to the menu.
                        Code::Answered => {}
                        code => return Ok(code),
                    },
                }
            },
        }
    }

    fn in_lines(&self, name: &str, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        match self.open(name, &mut console)? {
            Ok((name, position)) => {
                let mut input = std::io::stdin().lock();
                player::play_in_lines(&name, position, &self.limits, &mut input, &mut console)
            }
            Err(code) => Ok(code),
        }
    }

    fn on_screen(&self, name: &str, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        let found = self.open(name, &mut console)?;
        let is_coloured = console.is_coloured();
        // The player writes to the terminal itself.
        drop(console);
        match found {
            Ok((name, position)) => player::play(&name, position, &self.limits, is_coloured),
            Err(code) => Ok(code),
        }
    }

    fn open(&self, name: &str, console: &mut Console) -> Result<OpenedPuzzle, Failure> {
        if let Some(entry) = fewest::service::family(name)
            && !std::path::Path::new(name).exists()
        {
            return self.new_puzzle(entry, console);
        }
        let names = [name.to_owned()];
        let loaded = puzzles::load(name, &names, &self.reading, console)?;
        let code = loaded.code;
        let Some(case) = loaded.cases.into_iter().next() else { return Ok(Err(code)) };
        let scene = case.opened.position.scene();
        if scene.width.saturating_mul(scene.height) > MOST_CELLS {
            let what = format!("a board of {} x {} is too large to be played", scene.width, scene.height);
            puzzles::report(&Fault::new(what).remedy("`solve` and `draw` take it"), &[], console)?;
            return Ok(Err(Code::BadInput));
        }
        Ok(Ok((case.name, case.opened.position)))
    }

    fn new_puzzle(&self, entry: &Entry, console: &mut Console) -> Result<OpenedPuzzle, Failure> {
        let seed = self.seed.unwrap_or_else(machine::fresh_seed);
        let options = GenerateOptions {
            size: self.size,
            moves: self.moves,
            seed,
            metric: self.reading.metric.clone(),
            ..GenerateOptions::default()
        };
        if let Some(metric) = &options.metric
            && !entry.info.metrics.iter().any(|known| known.id == metric)
        {
            return Err(Failure::Usage(format!("{} has no metric `{metric}`", entry.info.id)));
        }
        let (made, _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            entry.generate(&options, cx)
        });
        let of_seed = |fault: Fault| Fault { what: format!("seed {seed}: {}", fault.what), ..fault };
        match made {
            Ok(made) => {
                // The nearest puzzle that was found is played.
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
