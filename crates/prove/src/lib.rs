//! Writes proofs that a puzzle has no shorter solution, or none at all, for the checker
//! `fewest-verify`.
//!
//! | module | what it holds |
//! |---|---|
//! | `lib` | the choice of the method; every proof is checked before it is returned |
//! | `layers` | lists of positions, by breadth-first search |
//! | [`tables`] | pattern databases of sliding tiles |
//! | `algebra` | systems of linear equations of lights |
//! | `certificates` | certificates of the families, as the checker reads them |
//! | [`foreign`] | proofs for checkers by others |
//! | `write` | numbers as bytes |
//!
//! The number of moves and the solution come from the solver of the family, as does the puzzle in
//! the text format of the checker. The layers are made from the rules of the checker: a fault in
//! either shows as a proof that is not accepted.

mod algebra;
mod certificates;
pub mod foreign;
mod layers;
pub mod tables;
mod write;

use fewest_search::{Context, Stop};
use fewest_verify::lights::TURNS;
use fewest_verify::rules::{Digits, Rules};
use fewest_verify::tables::Tables;
use fewest_verify::{LAYERS, MAGIC, OWN, Rejected, Verified};

use algebra::Lights;
use serde_json::Value;

/// The result of solving a puzzle.
pub struct Solved<'s> {
    /// The puzzle in the format of the checker.
    pub puzzle: &'s str,
    /// The moves of a solution with the fewest moves, in words. `None` if there is no solution.
    pub moves: Option<Vec<String>>,
    /// Plays the next move and returns the position after it, in the digits of the checker. Not
    /// called for lights.
    pub play: &'s mut dyn FnMut(&str) -> Option<Digits>,
    /// The certificates that there is no solution, as the families write them in documents.
    pub certificates: Vec<Value>,
}

/// A proof that the checker has accepted.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The proof file.
    pub file: Vec<u8>,
    /// What it proves.
    pub verified: Verified,
    /// How, in words: `layers, 25955 positions`.
    pub method: String,
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unproven {
    /// A limit was reached.
    Limit(Stop),
    /// The board is too large for the methods of the checker.
    TooLarge(&'static str),
    /// The checker does not accept the proof: a fault in this program.
    NotAccepted(String),
    /// A file cannot be written.
    Unwritten(String),
}

impl std::fmt::Display for Unproven {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Limit(stop) => {
                write!(f, "the proof ended at a limit: {}", format!("{stop:?}").to_lowercase())
            }
            Self::TooLarge(why) => write!(f, "no proof of this board is possible: {why}"),
            Self::NotAccepted(why) => write!(f, "the checker does not accept the proof: {why}"),
            Self::Unwritten(why) => write!(f, "the proof cannot be written: {why}"),
        }
    }
}

impl std::error::Error for Unproven {}

impl From<std::io::Error> for Unproven {
    fn from(why: std::io::Error) -> Self {
        Self::Unwritten(why.to_string())
    }
}

impl From<Rejected> for Unproven {
    fn from(why: Rejected) -> Self {
        Self::NotAccepted(why.0)
    }
}

/// Returns the size and the goal if a proof of the puzzle needs [tables].
pub fn needs_tables(puzzle: &str) -> Option<(usize, usize, Vec<u16>)> {
    /// Boards of this size have few enough positions for layers from both ends.
    const MOST_CELLS_BY_LAYERS: usize = 12;
    let rest = puzzle.strip_prefix("fewest puzzle 1\ntiles steps\nsize ")?;
    let (size, rest) = rest.split_once('\n')?;
    let (rows, columns) = size.split_once(' ')?;
    let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
    let goal = rest.split_once("goal ")?.1.trim_end().split(' ').map(str::parse);
    let goal = goal.collect::<Result<_, _>>().ok()?;
    (usize::min(rows, columns) > 1 && rows * columns > MOST_CELLS_BY_LAYERS).then_some((rows, columns, goal))
}

/// Proves the result of solving a puzzle. `tables` are pattern databases that were checked before.
///
/// # Errors
/// Why there is no proof.
pub fn prove(solved: Solved<'_>, tables: &[Tables], cx: &Context<'_>) -> Result<Proof, Unproven> {
    let rules = fewest_verify::read_puzzle(solved.puzzle)?;
    let claim = solved.moves.as_ref().map(|moves| moves.len() as u64);
    let lights = Lights::read(solved.puzzle);
    let mut start = MAGIC.to_vec();
    write::number(&mut start, claim.map_or(0, |moves| moves + 1));
    if let Some(moves) = &solved.moves {
        write_solution(moves, lights.as_ref(), solved.play, &mut start)?;
    }
    let prover = Prover { rules: rules.as_ref(), start, claim, tables, cx };
    prover.prove(solved.puzzle, lights.as_ref(), &solved.certificates)
}

/// Appends a solution: the presses of lights, else the positions after each move.
fn write_solution(
    moves: &[String],
    lights: Option<&Lights>,
    play: &mut dyn FnMut(&str) -> Option<Digits>,
    out: &mut Vec<u8>,
) -> Result<(), Unproven> {
    let wrong = |what: &str| Unproven::NotAccepted(format!("the move `{what}` has no place in the proof"));
    write::count(out, moves.len());
    for by in moves {
        if let Some(lights) = lights {
            let place = by.trim_matches(['(', ')']).split_once(", ");
            let place = place.and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
            write::count(out, place.and_then(|place| lights.press(place)).ok_or_else(|| wrong(by))?);
        } else {
            let digits = play(by).ok_or_else(|| wrong(by))?;
            digits.iter().for_each(|&digit| write::number(out, u64::from(digit)));
        }
    }
    Ok(())
}

/// What is proven.
struct Prover<'p> {
    rules: &'p dyn Rules,
    /// The proof file as far as the solution.
    start: Vec<u8>,
    claim: Option<u64>,
    tables: &'p [Tables],
    cx: &'p Context<'p>,
}

impl Prover<'_> {
    /// Checks a proof, within the limits.
    fn check(&self, file: &[u8]) -> Result<Verified, Unproven> {
        let mut stop = None;
        let mut progress = |_, _| {
            self.cx.poll().map_err(|why| {
                stop = Some(why);
                Rejected(String::new())
            })
        };
        let checked = fewest_verify::check(self.rules, file, self.tables, &mut progress);
        checked.map_err(|why| stop.map_or(Unproven::NotAccepted(why.0), Unproven::Limit))
    }

    /// Returns the proof by the first method that fits.
    fn prove(
        &self,
        puzzle: &str,
        lights: Option<&Lights>,
        certificates: &[Value],
    ) -> Result<Proof, Unproven> {
        // Arguments without any search. They are short, so the checker itself says whether they hold.
        let mut own = vec![(Vec::new(), "an argument without search")];
        own.extend(lights.map(|_| (vec![TURNS], "the number of turns")));
        let certificates = certificates::all(certificates, lights);
        own.extend(certificates.into_iter().map(|data| (data, "a certificate")));
        let is_by_tables = self.claim.is_some() && needs_tables(puzzle).is_some();
        for tables in self.tables.iter().filter(|_| is_by_tables) {
            let mut data = Vec::new();
            write::number(&mut data, tables.name);
            own.push((data, "pattern databases and a search that they bound"));
        }
        own.extend(lights.map(|lights| (lights.order(), "linear algebra, all solutions counted")));
        for (data, name) in own {
            let file = [&self.start[..], &[OWN], &data].concat();
            match self.check(&file) {
                Ok(verified) => return Ok(Proof { file, method: name.to_owned(), verified }),
                Err(Unproven::Limit(stop)) => return Err(Unproven::Limit(stop)),
                Err(_) => {}
            }
        }
        let mut file = [&self.start[..], &[LAYERS]].concat();
        let positions = layers::prove(self.rules, self.claim, &mut file, self.cx)?;
        let verified = self.check(&file)?;
        let word = if positions == 1 { "position" } else { "positions" };
        Ok(Proof { file, method: format!("layers, {positions} {word}"), verified })
    }
}
