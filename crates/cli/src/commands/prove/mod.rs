//! `fewest prove`: solves puzzles, and writes proofs that no solution has fewer moves.

mod foreign;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fewest::service::words::count;
use fewest::service::{Context, Ended, Fault, LowerBound, Position, Report, SolveOptions, Source};
use fewest_prove::foreign::Form;
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
/// verify` and the small program `fewest-verify` check. Every proof is checked before it is
/// written.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// The folder; of several puzzles, each gets a folder in it
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// The form of the proof [default: `c`; where it does not fit, `b`]
    #[arg(long, value_name = "FORM")]
    form: Option<ProofForm>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,
}

/// The form of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProofForm {
    /// Clauses or pseudo-Boolean constraints, "solved within one move fewer", and a refutation that
    /// veripb and checkers of clauses take; for small puzzles, and for lights
    A,
    /// The claims of an induction over the moves, for veripb; up to about a million positions
    B,
    /// `proof.few`, for `fewest verify`
    C,
}

const EXAMPLES: &str = "\
Examples:
  fewest prove klotski -o proof && fewest verify proof
  fewest prove --metric moves triangle -o proof
  fewest prove --time 10m boards.txt -o proofs
  fewest prove --form b klotski -o klotski && veripb klotski/problem.opb klotski/proof.pbp

`fewest --help` lists the exit codes.";

impl Prove {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        let mut writer = ProofWriter::new(&self.out, &self.limits);
        writer.form = self.form;
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
    /// The form of the proofs; `None`: the one that fits.
    form: Option<ProofForm>,
    tables: Vec<Tables>,
    /// The size and the goal of the boards that the tables are for.
    goals: Vec<(usize, usize, Vec<u16>)>,
}

impl<'w> ProofWriter<'w> {
    /// Begins to write into a folder.
    pub fn new(folder: &'w Path, limits: &'w Limits) -> Self {
        Self { folder, limits, form: None, tables: Vec::new(), goals: Vec::new() }
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
        let folder = if case.is_one_of_many {
            self.folder.join(folder_name(&case.name))
        } else {
            self.folder.to_owned()
        };
        let form = match self.form {
            Some(ProofForm::A) => Some(Form::Plain),
            Some(ProofForm::B) => Some(Form::Inductive),
            Some(ProofForm::C) | None => None,
        };
        if let Some(form) = form {
            save(&folder, &puzzle, solved)?;
            let written = self.write_foreign(console, position, &folder, (&puzzle, solved, form))?;
            return match written {
                Ok(code) => Ok(code),
                Err(why) => unproven(console, why.to_string(), code_of(&why)),
            };
        }
        let limits = self.limits;
        let work = |cx: &Context<'_>| self.prove(position, &puzzle, solved, cx);
        let proof = match runtime::run(limits, console.quiet, runtime::ADVICE_TIME, work).0? {
            Ok(proof) => proof,
            Err(Unproven::NotAccepted(why)) => {
                return Err(Failure::Bug(format!("the checker does not accept the proof: {why}")));
            }
            Err(why @ Unproven::TooLarge(_)) if self.form.is_none() => {
                save(&folder, &puzzle, solved)?;
                let asked = (&puzzle[..], solved, Form::Inductive);
                return match self.write_foreign(console, position, &folder, asked)? {
                    Ok(code) => Ok(code),
                    Err(_) => unproven(console, why.to_string(), Code::NotProven),
                };
            }
            Err(why) => return unproven(console, why.to_string(), code_of(&why)),
        };
        let (path, bytes) = (folder.join(PROOF), proof.file.len());
        save(&folder, &puzzle, solved)?;
        output::write(&path, &proof.file)?;
        if console.json {
            return Ok(Code::Answered);
        }
        let claim = match proof.verified {
            Verified::Fewest { moves, .. } => Some(moves),
            Verified::NoSolution => None,
        };
        write_claim(console, position, claim)?;
        show::label(console, "proof", &format!("{}, {bytes} bytes: {}", proof.method, path.display()))?;
        if self.form.is_none() {
            show::label(console, "form", "C, the smallest; `--form a` and `b` are for checkers by others")?;
        }
        show::label(console, "check it", &format!("fewest verify {}", folder.display()))?;
        Ok(Code::Answered)
    }

    /// Writes a proof for checkers by others.
    fn write_foreign(
        &self,
        console: &mut Console,
        position: &dyn Position,
        folder: &Path,
        (puzzle, solved, form): (&str, &Report, Form),
    ) -> Result<Result<Code, Unproven>, Failure> {
        let claim = solved.best.as_ref().map(|best| best.length());
        let (limits, quiet) = (self.limits, console.quiet);
        let prepare = |cx: &Context<'_>| fewest_prove::foreign::prepare(puzzle, claim, form, cx);
        let prepared = match runtime::run(limits, quiet, runtime::ADVICE_TIME, prepare).0 {
            Ok(prepared) => prepared,
            Err(why) => return Ok(Err(why)),
        };
        console.note(&format!(
            "{}: {} positions, about {} MB",
            foreign::name(form),
            prepared.positions(),
            prepared.size().div_ceil(1_000_000)
        ));
        let work = |cx: &Context<'_>| foreign::write(folder, &prepared, cx);
        let written = match runtime::run(limits, quiet, runtime::ADVICE_TIME, work).0? {
            Ok(written) => written,
            Err(why) => return Ok(Err(why)),
        };
        if console.json {
            return Ok(Ok(Code::Answered));
        }
        write_claim(console, position, claim)?;
        let [problem, proof] = written.bytes;
        let (problem_name, proof_name) = (written.problem.display(), written.proof.display());
        let what = foreign::name(form);
        show::label(console, "proof", &format!("{what}, {proof} bytes: {proof_name}"))?;
        show::label(console, "problem", &format!("{problem} bytes: {problem_name}"))?;
        show::label(console, "check it", &format!("veripb {problem_name} {proof_name}"))?;
        if let Some(clauses) = &written.clauses {
            show::label(console, "or", &format!("a checker of DRAT: {problem_name} {}", clauses.display()))?;
        }
        Ok(Ok(Code::Answered))
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

/// Writes the first line of an answer.
fn write_claim(console: &mut Console, position: &dyn Position, claim: Option<u64>) -> Result<(), Failure> {
    let first = match claim {
        Some(moves) => format!("{}, proven to be the fewest", count(moves, position.metric())),
        None => "proven to have no solution".to_owned(),
    };
    writeln!(console, "{}", console.paint(anstyle::Style::new().bold(), &first))?;
    Ok(())
}

/// Returns the exit code of a proof that was not made.
fn code_of(why: &Unproven) -> Code {
    match why {
        Unproven::Limit(stop) => Code::of_stop(*stop),
        _ => Code::NotProven,
    }
}

/// Writes the puzzle and its solution.
fn save(folder: &Path, puzzle: &str, solved: &Report) -> Result<(), Failure> {
    fs::create_dir_all(folder)?;
    output::write(&folder.join(PUZZLE), puzzle.as_bytes())?;
    if let Some(best) = &solved.best {
        let mut answer = Vec::new();
        let notation = best.end().info().notations[0].id;
        best.write(notation, &mut answer)?;
        output::write(&folder.join(ANSWER), &answer)?;
    }
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
