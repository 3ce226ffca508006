//! `fewest prove`: solves puzzles, and writes proofs that no solution has fewer moves.

mod foreign;

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};
use fewest::service::words::count;
use fewest::service::{Context, Ended, Fault, LowerBound, Position, Report, SolveOptions, Source, visible};
use fewest_prove::foreign::Form;
use fewest_prove::{Proof, Solved, Unproven};
use fewest_verify::tables::{MAGIC as TABLES_MAGIC, Tables};
use fewest_verify::{MAGIC as PROOF_MAGIC, Rejected, Verified};

use crate::args::{Manner, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::{Deadline, Limits};
use crate::{output, runtime, show};

/// The puzzle in a folder with a proof, as the checker reads it.
pub const PUZZLE: &str = "puzzle.txt";
/// The proof in such a folder.
pub const PROOF: &str = "proof.few";
/// The solution in such a folder, for people.
const ANSWER: &str = "answer.txt";
/// The first bytes of a puzzle as the checker reads it.
const PUZZLE_MAGIC: &[u8] = b"fewest puzzle 1\n";

/// A proof that no solution has fewer moves, or that there is none
///
/// Solves every puzzle and writes a folder with the puzzle, a solution and the proof, which `fewest
/// verify` and the small program `fewest-verify` check. Every proof is checked before it is
/// written.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Prove {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE")]
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
        let mut writer = ProofWriter::new(&self.out);
        writer.form = self.form;
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            if !writer.is_free(console, case)? {
                return Ok(Code::BadInput);
            }
            let position = case.opened.position.as_ref();
            let limits = case.left_of(&self.limits);
            let (solved, stats) = runtime::run(&limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                position.solve(&SolveOptions::default(), cx)
            });
            case.heading(console)?;
            writer.write(console, case, &Arc::new(solved?), &limits.after_search(&stats))
        })
    }
}

/// Writes proofs into a folder, with the tables that several of them share.
pub struct ProofWriter<'w> {
    folder: &'w Path,
    /// The form of the proofs; `None`: the one that fits.
    form: Option<ProofForm>,
    tables: KnownTables,
}

/// Tables that were built or read, and checked.
#[derive(Default)]
struct KnownTables {
    tables: Vec<Tables>,
    /// The size and the goal of the boards that the tables are for.
    goals: Vec<(usize, usize, Vec<u16>)>,
}

impl<'w> ProofWriter<'w> {
    /// Begins to write into a folder.
    pub fn new(folder: &'w Path) -> Self {
        Self { folder, form: None, tables: KnownTables::default() }
    }

    /// Returns the folder for the proof of a puzzle.
    fn folder_of(&self, case: &Case) -> PathBuf {
        if case.is_one_of_many { self.folder.join(folder_name(&case.name)) } else { self.folder.to_owned() }
    }

    /// Checks that no file of others has the name of one that the proof of a puzzle will have.
    /// Otherwise reports it and returns `false`.
    pub fn is_free(&self, console: &mut Console, case: &Case) -> Result<bool, Failure> {
        let Some(path) = foreign_file(&self.folder_of(case)) else { return Ok(true) };
        let what = format!("`{}` was not written by `fewest prove`", path.display());
        let fault = Fault::new(what).remedy("name a new folder for the proof; nothing was changed");
        puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
        Ok(false)
    }

    /// Writes the proof of a solved puzzle and says so. `limits` are what the search has left.
    pub fn write(
        &mut self,
        console: &mut Console,
        case: &Case,
        solved: &Arc<Report>,
        limits: &Limits,
    ) -> Result<Code, Failure> {
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
        let folder = self.folder_of(case);
        let form = match self.form {
            Some(ProofForm::A) => Some(Form::Plain),
            Some(ProofForm::B) => Some(Form::Inductive),
            Some(ProofForm::C) | None => None,
        };
        let started = Instant::now();
        if let Some(form) = form {
            return match self.write_foreign(console, position, &folder, (solved, form), limits)? {
                Ok(code) => Ok(code),
                Err(why) => unproven(console, why.to_string(), code_of(&why)),
            };
        }
        let work = ProofWork {
            position: position.copy(),
            solved: Arc::clone(solved),
            tables: std::mem::take(&mut self.tables),
            folder: self.folder.to_owned(),
        };
        // Parts of the work cannot be polled: the checker reads all layers before it asks.
        let (of_work, quiet) = (limits.clone(), console.quiet);
        let proven = Deadline::after(started, limits.time).run(move || {
            let mut work = work;
            let proof = runtime::run(&of_work, quiet, runtime::ADVICE_TIME, |cx| work.prove(cx)).0;
            (proof, work.tables)
        });
        let (proof, tables) = proven.map_err(Failure::Stopped)?;
        self.tables = tables;
        let (puzzle, proof) = match proof? {
            Ok(proof) => proof,
            Err(Unproven::NotAccepted(why)) => {
                return Err(Failure::Bug(format!("the checker does not accept the proof: {why}")));
            }
            Err(Unproven::TooLarge(why)) if self.form.is_none() => {
                let (asked, left) = ((&**solved, Form::Inductive), limits.after(started.elapsed()));
                return match self.write_foreign(console, position, &folder, asked, &left)? {
                    Ok(code) => Ok(code),
                    Err(Unproven::Limit(stop)) => {
                        unproven(console, Unproven::Limit(stop).to_string(), Code::of_stop(stop))
                    }
                    Err(_) => unproven(console, why.to_owned(), Code::NotProven),
                };
            }
            Err(Unproven::TooLarge(why)) => return unproven(console, why.to_owned(), Code::NotProven),
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
        let (path, folder) = (path.display().to_string(), folder.display().to_string());
        show::label(console, "proof", &format!("{}, {bytes} bytes: {}", proof.method, visible(&path)))?;
        if self.form.is_none() {
            show::label(console, "form", "C, the smallest; `--form a` and `b` are for checkers by others")?;
        }
        show::label(console, "check it", &format!("fewest verify {}", visible(&folder)))?;
        Ok(Code::Answered)
    }

    /// Writes a proof for checkers by others.
    fn write_foreign(
        &self,
        console: &mut Console,
        position: &dyn Position,
        folder: &Path,
        (solved, form): (&Report, Form),
        limits: &Limits,
    ) -> Result<Result<Code, Unproven>, Failure> {
        let Some(puzzle) = text_for_checker(position) else { return Ok(Err(NOT_READ)) };
        save(folder, &puzzle, solved)?;
        let claim = solved.best.as_ref().map(|best| best.length());
        let (started, quiet) = (Instant::now(), console.quiet);
        let prepare = |cx: &Context<'_>| fewest_prove::foreign::prepare(&puzzle, claim, form, cx);
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
        let limits = limits.after(started.elapsed());
        let written = match runtime::run(&limits, quiet, runtime::ADVICE_TIME, work).0? {
            Ok(written) => written,
            Err(why) => return Ok(Err(why)),
        };
        if console.json {
            return Ok(Ok(Code::Answered));
        }
        write_claim(console, position, claim)?;
        let [problem, proof] = written.bytes;
        let names = [&written.problem, &written.proof].map(|path| path.display().to_string());
        let [problem_name, proof_name] = names.each_ref().map(|name| visible(name));
        let what = foreign::name(form);
        show::label(console, "proof", &format!("{what}, {proof} bytes: {proof_name}"))?;
        show::label(console, "problem", &format!("{problem} bytes: {problem_name}"))?;
        show::label(console, "check it", &format!("veripb {problem_name} {proof_name}"))?;
        if let Some(clauses) = &written.clauses {
            let clauses = clauses.display().to_string();
            show::label(console, "or", &format!("a checker of DRAT: {problem_name} {}", visible(&clauses)))?;
        }
        Ok(Ok(Code::Answered))
    }
}

/// The reason why there is no proof of some boards.
const NOT_READ: Unproven =
    Unproven::TooLarge("the checker of proofs does not read boards of this kind or size");

/// Returns the text of a position for the checker. `None` if the checker does not read such boards;
/// lights with very many turns have a text that it refuses.
fn text_for_checker(position: &dyn Position) -> Option<String> {
    position.checker_text().filter(|text| fewest_verify::read_puzzle(text).is_ok())
}

/// Everything that a proof is made from.
struct ProofWork {
    position: Box<dyn Position>,
    solved: Arc<Report>,
    tables: KnownTables,
    /// The folder of tables.
    folder: PathBuf,
}

impl ProofWork {
    /// Makes the proof, and before it the tables if it needs some. Returns it with the puzzle as
    /// the checker reads it.
    fn prove(&mut self, cx: &Context<'_>) -> Result<Result<(String, Proof), Unproven>, Failure> {
        let Some(puzzle) = text_for_checker(self.position.as_ref()) else { return Ok(Err(NOT_READ)) };
        if let Some(needed) = fewest_prove::needs_tables(&puzzle)
            && self.solved.best.is_some()
            && !self.tables.goals.contains(&needed)
        {
            match load_tables(&self.folder, &needed, cx)? {
                Ok(tables) => self.tables.tables.push(tables),
                Err(why) => return Ok(Err(why)),
            }
            self.tables.goals.push(needed);
        }
        let mut at = self.position.copy();
        let mut play = |by: &str| {
            at.play(by).ok()?;
            Some(fewest_verify::read_puzzle(&at.checker_text()?).ok()?.frame().start.clone())
        };
        let certificates = self.solved.reasons.iter().filter(|reason| reason.is_certificate);
        let certificates = certificates.filter_map(|reason| reason.document().get("certificate").cloned());
        let solved = Solved {
            puzzle: &puzzle,
            moves: self.solved.best.as_ref().map(|best| best.moves(usize::MAX)),
            play: &mut play,
            certificates: certificates.collect(),
        };
        let proof = fewest_prove::prove(solved, &self.tables.tables, cx);
        Ok(proof.map(|proof| (puzzle, proof)))
    }
}

/// Reads and checks the tables of a folder, or builds them.
fn load_tables(
    folder: &Path,
    (rows, columns, goal): &(usize, usize, Vec<u16>),
    cx: &Context<'_>,
) -> Result<Result<Tables, Unproven>, Failure> {
    let name: String = goal.iter().map(|tile| format!("-{tile}")).collect();
    let path = folder.join(format!("tables-{rows}x{columns}{name}.few"));
    let stop = Cell::new(None);
    let mut progress = |_, _| {
        cx.poll().map_err(|why| {
            stop.set(Some(why));
            Rejected(String::new())
        })
    };
    if let Ok(file) = fs::read(&path)
        && let Ok(tables) = Tables::check(file, &mut progress)
    {
        return Ok(Ok(tables));
    }
    if let Some(stop) = stop.get() {
        return Ok(Err(Unproven::Limit(stop)));
    }
    let file = match fewest_prove::tables::build(*rows, *columns, goal, cx) {
        Ok(file) => file,
        Err(why) => return Ok(Err(why)),
    };
    if is_written_by(&path, TABLES_MAGIC) {
        fs::create_dir_all(folder)?;
        output::write(&path, &file)?;
    }
    let checked = Tables::check(file, &mut progress);
    Ok(checked.map_err(|why| stop.get().map_or_else(|| Unproven::from(why), Unproven::Limit)))
}

/// Returns a file in the folder of a proof that has the name of one of ours but was not written by
/// this program. `None` if there is none.
fn foreign_file(folder: &Path) -> Option<PathBuf> {
    let (puzzle, proof) = (folder.join(PUZZLE), folder.join(PROOF));
    if !is_written_by(&puzzle, PUZZLE_MAGIC) {
        return Some(puzzle);
    }
    if !is_written_by(&proof, PROOF_MAGIC) {
        return Some(proof);
    }
    // The other files can be any text. They are ours if they lie beside a puzzle of ours, and an
    // answer if a proof lies there too.
    let has_puzzle = puzzle.exists();
    let has_proof = has_puzzle && (proof.exists() || folder.join(foreign::PROOF).exists());
    let is_foreign = |name: &&&str| {
        let is_ours = if **name == ANSWER { has_proof } else { has_puzzle };
        fs::symlink_metadata(folder.join(name)).is_ok_and(|found| !found.is_file() || !is_ours)
    };
    let others = [ANSWER].iter().chain(&foreign::NAMES).find(|name| is_foreign(name));
    others.map(|name| folder.join(name))
}

/// Returns whether a path is free, or a regular file that begins as those that `prove` writes.
fn is_written_by(path: &Path, magic: &[u8]) -> bool {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => {
            let mut first = Vec::new();
            let file = File::open(path);
            file.is_ok_and(|file| file.take(magic.len() as u64).read_to_end(&mut first).is_ok())
                && first == magic
        }
        Ok(_) => false,
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
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
