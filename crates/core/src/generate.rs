//! New boards: what is asked for, what is found, and the random generator.

use std::num::ParseIntError;

use fewest_search::{Context, Stop};
use serde::{Deserialize, Serialize};

use std::fmt::Debug;
use std::ops::Range;

use super::fault::Fault;
use super::info::{OptionField, OptionSpec};

/// Options of a new board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateOptions {
    /// Columns and rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    /// The exact length of an optimal solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The seed; the same seed gives the same board.
    pub seed: u64,
    /// The number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// The number of walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls: Option<usize>,
    /// The metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// Whether the board must have exactly one optimal solution.
    pub unique: bool,
    /// The rule of the game in the notation of the family, if the family
    /// [declares](super::OptionField::Rule) the option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl GenerateOptions {
    /// Sets the field that an option of a family is for. Options of reading change nothing.
    ///
    /// # Errors
    /// That the value is no number, for an option with a number.
    pub fn set(&mut self, option: &OptionSpec, value: &str) -> Result<(), ParseIntError> {
        match option.field {
            OptionField::Rule => self.rule = Some(value.to_owned()),
            OptionField::Unique => self.unique = true,
            OptionField::Pieces => self.pieces = Some(value.parse()?),
            OptionField::Walls => self.walls = Some(value.parse()?),
            OptionField::Choice | OptionField::Goal | OptionField::Start => {}
        }
        Ok(())
    }
}

/// A new board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated<B> {
    /// The board.
    pub board: B,
    /// What was asked for and is missing; the board is then the nearest that was found.
    pub lacks: Option<Fault>,
}

/// A collection of puzzles that a family can enumerate to its end. Its name stands beside the names
/// of families in `fewest generate`.
#[derive(Debug)]
pub struct Collection {
    /// Its name: `rush-database`.
    pub id: &'static str,
    /// What it contains, in one line.
    pub about: &'static str,
    /// The size of the boards if none is asked for: columns and rows.
    pub size: (usize, usize),
    /// Whether columns and rows are the same number.
    pub is_square: bool,
    /// Begins the enumeration of the boards of a size.
    pub open: OpenEnumeration,
}

/// Begins the enumeration of the boards with these columns and rows, or says what is wrong with
/// them.
pub type OpenEnumeration = fn((usize, usize)) -> Result<Box<dyn Enumeration>, Fault>;

/// The enumeration of a [`Collection`], in parts that do not depend on each other, so that it can
/// be resumed after any of them.
pub trait Enumeration: Debug + Sync {
    /// Returns the number of parts.
    fn parts(&self) -> usize;

    /// Returns the lines of some parts, in the order of the parts, and counts that are summed over
    /// all parts. Of the candidates only every `every`-th is examined.
    ///
    /// # Errors
    /// The reason to stop.
    fn lines(&self, parts: Range<usize>, every: u64, cx: &Context<'_>) -> Result<(String, Vec<u64>), Stop>;

    /// Returns the sum of the counts before the first part.
    fn no_counts(&self) -> Vec<u64>;

    /// Returns the sum of the counts in words.
    fn say(&self, counts: &[u64]) -> String;
}

impl<B> Generated<B> {
    /// Returns a board that is as asked.
    pub fn exact(board: B) -> Self {
        Self { board, lacks: None }
    }

    /// Returns the nearest board; `lacks` says what is missing, in words that follow "it". If a
    /// limit ended the search, the fault says so, because the nearest board depends on that limit.
    pub fn nearest(board: B, lacks: &str, cx: &Context<'_>) -> Self {
        let fault =
            Fault::new(format!("no board with these properties was found; this is the nearest: it {lacks}"));
        let lacks = match cx.check() {
            Ok(()) => fault.remedy("try another seed, size or number of pieces"),
            Err(stop) => {
                let limit = match stop {
                    Stop::Time => "the time limit",
                    Stop::Memory => "the memory limit",
                    Stop::Disk | Stop::Interrupt | Stop::Storage => "an interrupt",
                };
                let what =
                    format!("{}; {limit} ended the search and decides which is the nearest", fault.what);
                Fault::new(what).remedy("with a higher limit the same seed may give another board")
            }
        };
        Self { board, lacks: Some(lacks) }
    }

    /// Returns the same board in another form.
    pub fn map<C>(self, form: impl FnOnce(B) -> C) -> Generated<C> {
        Generated { board: form(self.board), lacks: self.lacks }
    }
}

/// The random numbers of a seed: the same on every machine.
#[doc(inline)]
pub use fewest_search::hash::SplitMix64 as Seed;
