//! `fewest prove`: solves puzzles, and writes proofs that no solution has fewer moves.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fewest::service::words::count;
use fewest::service::{Context, Ended, Fault, LowerBound, Position, Report, SolveOptions, Source};
use fewest_prove::{Proof, Solved, Unproven};
use fewest_verify::Verified;
use fewest_verify::tables::Tables;

use crate::args::{Manner, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::Limits;
use crate::{output, runtime, show};

/// The puzzle in a folder with a proof, as the checker reads it.
pub const PUZZLE: &str = "puzzle.txt";
/// The proof in such a folder.
pub const PROOF: &str = "proof.few";
/// The solution in such a folder, for people.
const ANSWER: &str = "answer.txt";

/// A proof that no solution has fewer moves, or that there is none
///
/// Solves every puzzle and writes a folder with the puzzle, a solution and the proof, which `fewest
/// verify` and the small program `fewest-verify` check. Every proof is checked before it is written.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// The folder; of several puzzles, each gets a folder in it
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,
}

const EXAMPLES: &str = "\
Examples:
  fewest prove klotski -o proof && fewest verify proof
  fewest prove --metric moves triangle -o proof
  fewest prove --time 10m boards.txt -o proofs

`fewest --help` lists the exit codes.";

impl Prove {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        let mut writer = ProofWriter::new(&self.out, &self.limits);
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            let position = case.opened.position.as_ref();
            let (solved, _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                position.solve(&SolveOptions::default(), cx)
            });
            case.heading(console)?;
            writer.write(console, case, &solved?)
        })
    }
}

/// Writes proofs into a folder, with the tables that several of them share.
pub struct ProofWriter<'w> {
    folder: &'w Path,
    limits: &'w Limits,
    tables: Vec<Tables>,
    /// The size and the goal of the boards that the tables are for.
    goals: Vec<(usize, usize, Vec<u16>)>,
}

impl<'w> ProofWriter<'w> {
    /// Begins to write into a folder.
    pub fn new(folder: &'w Path, limits: &'w Limits) -> Self {
        Self { folder, limits, tables: Vec::new(), goals: Vec::new() }
    }

    /// Writes the proof of a solved puzzle and says so.
    pub fn write(&mut self, console: &mut Console, case: &Case, solved: &Report) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let unproven = |console: &mut Console, why: String, code| {
            let fault = Fault::new(format!("there is no proof: {why}"));
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            Ok(code)
        };
        if !solved.is_fewest() && solved.at_least != LowerBound::Never {
            let code = match solved.ended {
                Ended::Limit(stop) => Code::of_stop(stop),
                _ => Code::NotProven,
            };
            return unproven(console, "the fewest moves are not known".to_owned(), code);
        }
        let Some(puzzle) = position.checker_text() else {
            let why = "the checker of proofs does not read boards of this kind or size".to_owned();
            return unproven(console, why, Code::NotProven);
        };
        let limits = self.limits;
        let work = |cx: &Context<'_>| self.prove(position, &puzzle, solved, cx);
        let proof = match runtime::run(limits, console.quiet, runtime::ADVICE_TIME, work).0? {
            Ok(proof) => proof,
            Err(Unproven::NotAccepted(why)) => {
                return Err(Failure::Bug(format!("the checker does not accept the proof: {why}")));
            }
            Err(why @ Unproven::Limit(stop)) => {
                return unproven(console, why.to_string(), Code::of_stop(stop));
            }
            Err(why) => return unproven(console, why.to_string(), Code::NotProven),
        };
        let folder = if case.is_one_of_many {
            self.folder.join(folder_name(&case.name))
        } else {
            self.folder.to_owned()
        };
        let (path, bytes) = (folder.join(PROOF), proof.file.len());
        save(&folder, &puzzle, &proof, solved)?;
        if console.json {
            return Ok(Code::Answered);
        }
        let first = match proof.verified {
            Verified::Fewest { moves, .. } => {
                format!("{}, proven to be the fewest", count(moves, position.metric()))
            }
            Verified::NoSolution => "proven to have no solution".to_owned(),
        };
        writeln!(console, "{}", console.paint(anstyle::Style::new().bold(), &first))?;
        show::label(console, "proof", &format!("{}, {bytes} bytes: {}", proof.method, path.display()))?;
        show::label(console, "check it", &format!("fewest verify {}", folder.display()))?;
        Ok(Code::Answered)
    }

    /// Makes the proof, and before it the tables if it needs some.
    fn prove(
        &mut self,
        position: &dyn Position,
        puzzle: &str,
        solved: &Report,
        cx: &Context<'_>,
    ) -> Result<Result<Proof, Unproven>, Failure> {
        if let Some(needed) = fewest_prove::needs_tables(puzzle)
            && solved.best.is_some()
            && !self.goals.contains(&needed)
        {
            match self.load_tables(&needed, cx)? {
                Ok(tables) => self.tables.push(tables),
                Err(why) => return Ok(Err(why)),
            }
            self.goals.push(needed);
        }
        let mut at = position.copy();
        let mut play = |by: &str| {
            at.play(by).ok()?;
            Some(fewest_verify::read_puzzle(&at.checker_text()?).ok()?.frame().start.clone())
        };
        let certificates = solved.reasons.iter().filter(|reason| reason.is_certificate);
        let certificates = certificates.filter_map(|reason| reason.document().get("certificate").cloned());
        let solved = Solved {
            puzzle,
            moves: solved.best.as_ref().map(|best| best.moves(usize::MAX)),
            play: &mut play,
            certificates: certificates.collect(),
        };
        Ok(fewest_prove::prove(solved, &self.tables, cx))
    }

    /// Reads and checks the tables of the folder, or builds them.
    fn load_tables(
        &self,
        (rows, columns, goal): &(usize, usize, Vec<u16>),
        cx: &Context<'_>,
    ) -> Result<Result<Tables, Unproven>, Failure> {
        let name: String = goal.iter().map(|tile| format!("-{tile}")).collect();
        let path = self.folder.join(format!("tables-{rows}x{columns}{name}.few"));
        if let Ok(file) = fs::read(&path)
            && let Ok(tables) = Tables::check(file, &mut |_, _| Ok(()))
        {
            return Ok(Ok(tables));
        }
        let file = match fewest_prove::tables::build(*rows, *columns, goal, cx) {
            Ok(file) => file,
            Err(why) => return Ok(Err(why)),
        };
        fs::create_dir_all(self.folder)?;
        output::write(&path, &file)?;
        Ok(Tables::check(file, &mut |_, _| Ok(())).map_err(Unproven::from))
    }
}

/// Writes the files of a proof.
fn save(folder: &Path, puzzle: &str, proof: &Proof, solved: &Report) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    output::write(&folder.join(PUZZLE), puzzle.as_bytes())?;
    if let Some(best) = &solved.best {
        let mut answer = Vec::new();
        let notation = best.end().info().notations[0].id;
        best.write(notation, &mut answer)?;
        output::write(&folder.join(ANSWER), &answer)?;
    }
    output::write(&folder.join(PROOF), &proof.file)?;
    Ok(())
}

/// Returns the name of the folder of one of several puzzles.
fn folder_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    name.chars().map(plain).collect::<String>().trim_start_matches(['.', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_name_stays_in_the_folder() {
        assert_eq!(folder_name("../boards/korf.txt:12"), "boards-korf.txt-12");
        assert_eq!(folder_name("klotski"), "klotski");
    }
}
