//! `fewest generate`: new puzzles of a given difficulty.

mod rush_database;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest::service::{Fault, GenerateOptions, Stop};

use super::convert;
use crate::args::{Manner, Out, ids};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::runtime::limits::Limits;
use crate::runtime::{self, limits, machine};

/// Generate a puzzle of a given difficulty
///
/// The same seed gives the same puzzle, on every machine. Where none is found that is as asked, the
/// nearest is given with exit code 4; if a limit ended the search, which one is the nearest depends
/// on that limit, and this is said.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest generate blocks --size 6x6 --moves 12 --seed 1 -o new.txt\n  \
    fewest generate blocks --rule klotski --metric paths --moves 50\n  \
    fewest generate lights --size 5x5 --count 10\n  \
    fewest generate rush-database --size 5x5 -o rush5.txt\n  \
    fewest generate lights --size 5x5 --rule \"wrap torus\" --moves 8\n  \
    fewest generate pegs --rule \"first 1; won 0..2\"")]
pub struct Generate {
    /// The family; or `rush-database`: every Rush Hour puzzle of a size without walls, as hard as
    /// its cars can make it
    #[arg(value_name = "FAMILY", value_parser = PossibleValuesParser::new(what()))]
    family: String,

    /// Columns and rows, as in 6x6
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<(usize, usize)>,

    /// The fewest moves that it must need
    #[arg(long, value_name = "N")]
    moves: Option<u64>,

    /// The seed [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// The number of pieces
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,

    /// The number of walls
    #[arg(long, value_name = "N")]
    walls: Option<usize>,

    /// What counts as one move
    #[arg(long, value_parser = PossibleValuesParser::new(ids(|info| info.metrics.iter().map(|m| m.id).collect())))]
    metric: Option<String>,

    /// One shortest answer only, for blocks
    #[arg(long)]
    unique: bool,

    /// The rule. For blocks `rush` or `klotski` [default: rush, but klotski on 4x5]; for lights:
    /// lines above the rows with ; between them, as in "rule king; wrap torus; colours 3"; for
    /// pegs: what makes it hard, as in "board english; finishes 1; first 1; won 0..5" (first jumps
    /// that win; per cent of random games)
    #[arg(long, value_name = "LINES")]
    rule: Option<String>,

    /// How many puzzles, with seeds S, S+1, …, and a line `===` between two that have several
    /// lines; with `-o NAME.txt` they are NAME-S.txt, NAME-S+1.txt, …
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,

    /// Of the boards for `rush-database` every N-th only
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,

    /// The format to write [default: the family's first]
    #[arg(long, value_name = "FORMAT", value_parser = convert::writable())]
    to: Option<String>,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    out: Out,
}

impl Generate {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        if self.family == rush_database::NAME {
            let (columns, rows) = self.size.unwrap_or((5, 5));
            if columns != rows {
                return Err(Failure::Usage(format!("`{}` is for square boards", rush_database::NAME)));
            }
            return rush_database::run(rows, self.sample, &self.limits, self.out.out.as_deref(), manner);
        }
        let first = self.seed.unwrap_or_else(machine::fresh_seed);
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        if self.seed.is_none() {
            console.note(&format!("seed {first}"));
        }
        let mut worst = Code::Answered;
        for number in 0..self.count {
            let seed = first.wrapping_add(number);
            if self.count > 1 {
                match &self.out.out {
                    Some(path) => console = Console::new(Some(&with_seed(path, seed)), manner.quiet, false),
                    None if number > 0 && self.has_lines() => {
                        writeln!(console, "{}", fewest::service::BETWEEN_BOARDS)?;
                    }
                    None => {}
                }
            }
            worst = worst.max(self.one(&mut console, seed)?);
            console.finish()?;
            if limits::is_interrupted() {
                return Ok(worst.max(Code::Interrupted));
            }
        }
        Ok(worst)
    }

    /// Whether boards are written in several lines, so that a line has to stand between them.
    fn has_lines(&self) -> bool {
        const ONE_LINE: [&str; 9] =
            ["rush", "slide", "lines", "commas", "slashes", "hex", "fifteen", "tatham", "flip"];
        self.to.as_deref().is_none_or(|format| !ONE_LINE.contains(&format))
    }

    fn one(&self, console: &mut Console, seed: u64) -> Result<Code, Failure> {
        let Some(entry) = fewest::service::family(&self.family) else {
            return Err(Failure::Usage(format!("there is no family `{}`", self.family)));
        };
        if let Some(metric) = &self.metric
            && !entry.info.metrics.iter().any(|known| known.id == metric)
        {
            return Err(Failure::Usage(format!("{} has no metric `{metric}`", self.family)));
        }
        let options = GenerateOptions {
            size: self.size,
            moves: self.moves,
            seed,
            pieces: self.pieces,
            walls: self.walls,
            metric: self.metric.clone(),
            unique: self.unique,
            rule: self.rule.clone(),
        };
        let ((made, stop), _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            let made = entry.generate(&options, cx);
            (made, cx.check().err())
        });
        // A board that was found is the nearest one; the message says what ended the search.
        let (fault, code) = match made {
            Ok(made) => match convert::write(console, made.position.as_ref(), self.to.as_deref())? {
                Some(fault) => (Some(fault), Code::BadInput),
                None if stop == Some(Stop::Interrupt) => (made.lacks, Code::Interrupted),
                None => (made.lacks, Code::Nearest),
            },
            Err(fault) => {
                let code = stop.or(fault.limit).map_or(Code::BadInput, Code::of_stop);
                (Some(fault), code)
            }
        };
        Ok(match fault {
            None => Code::Answered,
            Some(fault) => {
                let fault = Fault { what: format!("seed {seed}: {}", fault.what), ..fault };
                faults::show(Severity::Error, &fault, &[]);
                code
            }
        })
    }
}

/// Returns the names of what can be generated.
fn what() -> Vec<&'static str> {
    [ids(|info| vec![info.id]), vec![rush_database::NAME]].concat()
}

/// Returns the path with the seed: `new.txt` with seed 7 is `new-7.txt`.
fn with_seed(path: &Path, seed: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let suffix = path.extension().map(|suffix| format!(".{}", suffix.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{seed}{suffix}"))
}

pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("columns and rows like 6x6 are needed")?;
    let number = |text: &str| text.trim().parse().ok().filter(|&n: &usize| n > 0);
    number(width).zip(number(height)).ok_or_else(|| "columns and rows like 6x6 are needed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_names() {
        assert_eq!(parse_size("6x4"), Ok((6, 4)));
        assert!(["6", "x", "0x4", "-1x4", "6x4x2"].iter().all(|text| parse_size(text).is_err()));
        assert_eq!(with_seed(Path::new("a/new.txt"), 7), Path::new("a/new-7.txt"));
        assert_eq!(with_seed(Path::new("new"), 7), Path::new("new-7"));
    }
}
