//! A checker of proofs that a puzzle has no solution with fewer moves, or none at all.
//!
//! It is small, has no dependencies, and shares no code with the programs that find solutions and
//! write proofs. `docs/proofs.md` has the theorem and the formats.
//!
//! | file | what it holds |
//! |---|---|
//! | `lib` | what a proof file says, and the choice of the checker |
//! | [`text`], [`bytes`] | reading puzzles and proofs |
//! | `grid` | the neighbours of a cell |
//! | [`rules`] | what the checkers need to know of a puzzle |
//! | [`layers`] | the checker for lists of positions |
//! | [`tables`] | the checker for pattern databases and the search that they bound |
//! | [`algebra`] | the checker for systems of linear equations |
//! | [`blocks`], [`tiles`], [`pegs`], [`lights`] | the rules of each family, written for reading |
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod algebra;
pub mod blocks;
pub mod bytes;
mod grid;
pub mod layers;
pub mod lights;
pub mod pegs;
pub mod rules;
pub mod tables;
pub mod text;
pub mod tiles;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use bytes::Reader;
use rules::{Own, Rules};
use tables::Tables;

/// The first bytes of a proof file.
pub const MAGIC: &[u8] = b"fewest proof 1\n";

/// Proof method: lists of positions.
pub const LAYERS: u8 = b'L';
/// Proof method: an argument that the family's own rules check.
pub const OWN: u8 = b'O';

/// Why a puzzle could not be read or a proof was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected(pub String);

/// Returns a rejection with this text.
pub(crate) fn reject<T>(why: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected(why.into()))
}

/// What has been verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// There is a solution with this number of moves, and none with fewer.
    Fewest {
        /// The number of moves.
        moves: u64,
        /// What counts as one move, in the plural.
        metric: &'static str,
    },
    /// There is no solution.
    NoSolution,
}

impl core::fmt::Display for Verified {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Fewest { moves: 1, metric } => {
                let plural = if metric.ends_with("sses") { "es" } else { "s" };
                write!(f, "no solution with fewer than 1 {}", metric.strip_suffix(plural).unwrap_or(metric))
            }
            Self::Fewest { moves, metric } => write!(f, "no solution with fewer than {moves} {metric}"),
            Self::NoSolution => f.write_str("no solution"),
        }
    }
}

/// Called now and then with the number of positions or entries checked so far and with their total,
/// or 0 where it is not known. An error ends the check.
pub type Progress<'p> = dyn FnMut(u64, u64) -> Result<(), Rejected> + 'p;

/// Reads a puzzle in the format of `docs/proofs.md`.
///
/// # Errors
/// The first line that is wrong.
pub fn read_puzzle(text: &str) -> Result<Box<dyn Rules>, Rejected> {
    let mut lines = text::Lines::new(text);
    if lines.next() != Some("fewest puzzle 1") {
        return reject("the first line of a puzzle is `fewest puzzle 1`");
    }
    match lines.next().unwrap_or_default() {
        "blocks slides" => blocks::read("slides", lines),
        "blocks steps" => blocks::read("steps", lines),
        "blocks paths" => blocks::read("paths", lines),
        "tiles steps" => tiles::read("steps", lines),
        "tiles lines" => tiles::read("lines", lines),
        "pegs jumps" => pegs::read("jumps", lines),
        "pegs moves" => pegs::read("moves", lines),
        "lights presses" => lights::read("presses", lines),
        other => reject(format!("`{other}` names no family and metric")),
    }
}

/// Checks a proof for a puzzle. `tables` are pattern databases that were checked before.
///
/// # Errors
/// The first thing that is wrong with the proof.
pub fn check(
    puzzle: &dyn Rules,
    proof: &[u8],
    tables: &[Tables],
    progress: &mut Progress<'_>,
) -> Result<Verified, Rejected> {
    let mut input = Reader::new(proof);
    if input.take(MAGIC.len())? != MAGIC {
        return reject("this is not a proof file of version 1");
    }
    // The number of moves plus one; 0 says that there is no solution.
    let claim = input.number()?.checked_sub(1);
    if let Some(moves) = claim {
        let length = puzzle.replay(&mut input)?;
        if length != moves {
            return reject(format!("the solution has {length} moves, the claim is {moves}"));
        }
    }
    match input.byte()? {
        LAYERS => layers::check(puzzle, claim, &mut input, progress)?,
        OWN => puzzle.check_own(&mut Own { claim, input: &mut input, tables, progress })?,
        _ => return reject("unknown method of proof"),
    }
    if input.rest() > 0 {
        return reject("there is something after the end of the proof");
    }
    Ok(claim.map_or(Verified::NoSolution, |moves| Verified::Fewest { moves, metric: puzzle.frame().metric }))
}
