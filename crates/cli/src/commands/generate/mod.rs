//! `fewest generate`: new puzzles of a given difficulty.

mod collection;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use fewest::service::{Collection, Fault, GenerateOptions, Position, Stop, families, holds_one_puzzle};

use super::convert;
use crate::args::{Declared, Manner, Out, ids};
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
    /// The family, or a collection of which every puzzle is written
    #[arg(value_name = "FAMILY", value_parser = PossibleValuesParser::new(what()))]
    family: String,

    /// Columns and rows, as in 6x5; 6 alone is 6x6
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<(usize, usize)>,

    /// The fewest moves that it must need: a number, or a range as in 5..7
    #[arg(long, value_name = "N|A..B", value_parser = parse_moves)]
    moves: Option<(u64, u64)>,

    /// The seed [default: another one each time]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// What counts as one move
    #[arg(long, value_parser = PossibleValuesParser::new(ids(|info| info.metrics.iter().map(|m| m.id).collect())))]
    metric: Option<String>,

    #[command(flatten)]
    declared: Declared<false>,

    /// How many puzzles, with seeds S, S+1, …, and a line `===` between two that have several
    /// lines; with `-o NAME.txt` they are NAME-S.txt, NAME-S+1.txt, …
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,

    /// Of the candidates for a collection only every N-th
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
        if let Some(collection) = collections().find(|collection| collection.id == self.family) {
            let size = self.size.unwrap_or(collection.size);
            if collection.is_square && size.0 != size.1 {
                return Err(Failure::Usage(format!("`{}` is for square boards", collection.id)));
            }
            let out = self.out.out.as_deref();
            return collection::run(collection, size, self.sample, &self.limits, out, manner);
        }
        let first = self.seed.unwrap_or_else(machine::fresh_seed);
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        if self.seed.is_none() {
            console.note(&format!("seed {first}"));
        }
        let mut worst = Code::Answered;
        let mut needs_line = false;
        for number in 0..self.count {
            let seed = first.wrapping_add(number);
            if self.count > 1 {
                match &self.out.out {
                    Some(path) => console = Console::new(Some(&with_seed(path, seed)), manner.quiet, false),
                    None if needs_line => writeln!(console, "{}", fewest::service::BETWEEN_BOARDS)?,
                    None => {}
                }
            }
            worst = worst.max(self.one(&mut console, seed, &mut needs_line)?);
            console.finish()?;
            if limits::is_interrupted() {
                return Ok(worst.max(Code::Interrupted));
            }
        }
        Ok(worst)
    }

    /// Writes the puzzle of a seed. Sets `needs_line` if a line has to stand between it and
    /// another.
    fn one(&self, console: &mut Console, seed: u64, needs_line: &mut bool) -> Result<Code, Failure> {
        let Some(entry) = fewest::service::family(&self.family) else {
            return Err(Failure::Usage(format!("there is no family `{}`", self.family)));
        };
        let checked = entry.check_metric(self.metric.as_deref());
        checked.map_err(|fault| Failure::Usage(fault.to_string()))?;
        let mut options = GenerateOptions {
            size: self.size,
            moves: None,
            seed,
            metric: self.metric.clone(),
            ..GenerateOptions::default()
        };
        for (option, value) in &self.declared.0 {
            let set = options.set(option, value);
            set.map_err(|error| Failure::Usage(format!("--{}: {error}", option.id)))?;
        }
        let ((made, stop), _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            let made = within(self.moves, seed, |moves| {
                let made = entry.generate(&GenerateOptions { moves, ..options.clone() }, cx);
                let is_last = made.as_ref().is_ok_and(|made| made.lacks.is_none()) || cx.check().is_err();
                (made, is_last)
            });
            (made, cx.check().err())
        });
        // A board that was found is the nearest one; the message says what ended the search.
        let (fault, code) = match made {
            Ok(made) => match self.write(console, made.position.as_ref(), needs_line)? {
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

    /// Writes a puzzle, or returns why it cannot be written.
    fn write(
        &self,
        console: &mut Console,
        position: &dyn Position,
        needs_line: &mut bool,
    ) -> Result<Option<Fault>, Failure> {
        let fault = fewest::service::write(position, self.to.as_deref(), console)?.err();
        if fault.is_none() && self.count > 1 && !*needs_line {
            *needs_line = holds_one_puzzle(position, self.to.as_deref(), limits::room()).is_some();
        }
        Ok(fault)
    }
}

/// The numbers of moves of a range that are tried at most.
const MOST_TRIED: u64 = 64;

/// Makes a board for each number of moves of a range, from one that the seed chooses, until `make`
/// says that it is the last. A board that lacks something is given only if all do.
fn within<T>(range: Option<(u64, u64)>, seed: u64, mut make: impl FnMut(Option<u64>) -> (T, bool)) -> T {
    let Some((least, most)) = range else { return make(None).0 };
    let count = (most - least).saturating_add(1);
    let first = seed % count;
    let mut made = make(Some(least + first));
    for number in 1..count.min(MOST_TRIED) {
        if made.1 {
            break;
        }
        made = make(Some(least + (first + number) % count));
    }
    made.0
}

/// Parses a number or a range of numbers.
fn parse_moves(text: &str) -> Result<(u64, u64), String> {
    let (least, most) = match text.split_once("..") {
        Some((least, most)) => (least, most.strip_prefix('=').unwrap_or(most)),
        None => (text, text),
    };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let both = number(least).zip(number(most)).filter(|(least, most)| least <= most);
    both.ok_or_else(|| "a number, or a range as in 5..7, is needed".to_owned())
}

/// Returns the names of what can be generated.
fn what() -> Vec<PossibleValue> {
    let all = families().map(|entry| PossibleValue::new(entry.info.id).help(entry.info.title));
    let collections =
        collections().map(|collection| PossibleValue::new(collection.id).help(collection.about));
    all.chain(collections).collect()
}

/// Returns the collections of all families.
fn collections() -> impl Iterator<Item = &'static Collection> {
    families().flat_map(|entry| entry.collections)
}

/// Returns the path with the seed: `new.txt` with seed 7 is `new-7.txt`.
fn with_seed(path: &Path, seed: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let suffix = path.extension().map(|suffix| format!(".{}", suffix.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{seed}{suffix}"))
}

pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let (width, height) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
    let number = |text: &str| text.trim().parse().ok().filter(|&n: &usize| n > 0);
    number(width).zip(number(height)).ok_or_else(|| "columns and rows like 6x6 are needed".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_names() {
        assert_eq!(parse_size("6x4"), Ok((6, 4)));
        assert_eq!(parse_size("6"), Ok((6, 6)));
        assert!(["x", "", "0x4", "-1x4", "6x4x2"].iter().all(|text| parse_size(text).is_err()));
        assert_eq!(parse_moves("5..7"), Ok((5, 7)));
        assert_eq!(parse_moves("12"), Ok((12, 12)));
        assert!(["", "..", "7..5", "5..", "a..b", "-1..2"].iter().all(|text| parse_moves(text).is_err()));
        let tried = |seed| {
            let mut all = Vec::new();
            within(Some((5, 7)), seed, |moves| (all.push(moves), false));
            all
        };
        assert_eq!(tried(4), [Some(6), Some(7), Some(5)]);
        assert_eq!(with_seed(Path::new("a/new.txt"), 7), Path::new("a/new-7.txt"));
        assert_eq!(with_seed(Path::new("new"), 7), Path::new("new-7"));
    }
}
