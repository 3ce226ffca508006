//! `fewest verify`: checks proofs with the crate `fewest-verify`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fewest::service::{Fault, Source, Stop, visible};
use fewest_verify::tables::Tables;
use fewest_verify::{Rejected, Verified};

use super::prove::{PROOF, PUZZLE};
use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles;
use crate::runtime;
use crate::runtime::limits::Limits;

/// Is this proof right?
///
/// Checks folders that `fewest prove` has written, or folders of such folders. The checker is the
/// crate `fewest-verify`, which shares no code with the solvers.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest prove klotski -o proof && fewest verify proof")]
pub struct Verify {
    /// Folders with `puzzle.txt` and `proof.few`, or folders of such folders
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    #[command(flatten)]
    limits: Limits,
}

impl Verify {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        let mut checker = Checker::default();
        let mut worst = Code::Answered;
        for folder in self.folders.iter().flat_map(|folder| with_proofs(folder)) {
            let (checked, _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                checker.check(&folder, &mut || cx.poll())
            });
            let name = folder.display().to_string();
            let shown = visible(&name);
            let code = match checked {
                Ok(verified) => {
                    writeln!(console, "{shown}: verified: {verified}")?;
                    Code::Answered
                }
                Err(Unverified::Rejected(why)) => {
                    writeln!(console, "{shown}: not accepted: {}", visible(&why))?;
                    Code::Rejected
                }
                Err(Unverified::Unreadable(why)) => {
                    puzzles::report(&Fault::new(why), &[Source::new(name.as_str(), "")], &mut console)?;
                    Code::BadInput
                }
                Err(Unverified::Stopped(stop)) => {
                    writeln!(console, "{shown}: not checked: a limit was reached")?;
                    Code::of_stop(stop)
                }
            };
            worst = worst.max(code);
        }
        console.flush()?;
        Ok(worst)
    }
}

/// Returns the folder itself if it has a proof, else its folders, in the order of their names.
fn with_proofs(folder: &Path) -> Vec<PathBuf> {
    if folder.join(PROOF).exists() {
        return vec![folder.to_owned()];
    }
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut inner: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.join(PROOF).exists()).collect();
    inner.sort();
    if inner.is_empty() { vec![folder.to_owned()] } else { inner }
}

/// Why a proof is not verified.
pub enum Unverified {
    /// The proof is wrong.
    Rejected(String),
    /// A file is missing or cannot be read.
    Unreadable(String),
    /// A limit was reached.
    Stopped(Stop),
}

impl Unverified {
    /// Returns it in words.
    pub fn words(&self) -> &str {
        match self {
            Self::Rejected(why) | Self::Unreadable(why) => why,
            Self::Stopped(_) => "a limit was reached",
        }
    }

    /// Returns the exit code.
    pub fn code(&self) -> Code {
        match self {
            Self::Rejected(_) => Code::Rejected,
            Self::Unreadable(_) => Code::BadInput,
            Self::Stopped(stop) => Code::of_stop(*stop),
        }
    }
}

/// Checks the proof in a folder, which must be for this puzzle.
pub fn proven(
    folder: &Path,
    puzzle: Option<&str>,
    poll: &mut dyn FnMut() -> Result<(), Stop>,
) -> Result<Verified, Unverified> {
    let path = folder.join(PUZZLE);
    let text = fs::read_to_string(&path)
        .map_err(|error| Unverified::Unreadable(format!("{}: {error}", path.display())))?;
    if puzzle != Some(&text) {
        return Err(Unverified::Rejected("it is for another puzzle, or for another metric".to_owned()));
    }
    Checker::default().check(folder, poll)
}

/// Checks proofs, and tables once each.
#[derive(Default)]
pub struct Checker {
    /// The files of tables that were read.
    known: BTreeSet<PathBuf>,
    tables: Vec<Tables>,
}

impl Checker {
    /// Checks the proof in a folder. `poll` says when to stop.
    pub fn check(
        &mut self,
        folder: &Path,
        poll: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Verified, Unverified> {
        let read = |name: &str| {
            let path = folder.join(name);
            fs::read(&path).map_err(|error| Unverified::Unreadable(format!("{}: {error}", path.display())))
        };
        let (puzzle, proof) = (read(PUZZLE)?, read(PROOF)?);
        let text = String::from_utf8_lossy(&puzzle);
        let wrong = |why: Rejected| Unverified::Rejected(why.0);
        let rules = fewest_verify::read_puzzle(&text).map_err(wrong)?;
        let mut stop = None;
        let mut progress = |_, _| {
            poll().map_err(|why| {
                stop = Some(why);
                Rejected(String::new())
            })
        };
        let mut check = || {
            self.load_tables(folder, &mut progress)?;
            fewest_verify::check(rules.as_ref(), &proof, &self.tables, &mut progress)
        };
        let checked = check();
        checked.map_err(|why| stop.map_or_else(|| wrong(why), Unverified::Stopped))
    }

    /// Checks the tables in a folder and in the one around it.
    fn load_tables(
        &mut self,
        folder: &Path,
        progress: &mut fewest_verify::Progress<'_>,
    ) -> Result<(), Rejected> {
        for folder in [Some(folder), folder.parent()].into_iter().flatten() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
                let (path, name) = (entry.path(), entry.file_name());
                let name = name.to_string_lossy();
                if !name.starts_with("tables-") || !name.ends_with(".few") || self.known.contains(&path) {
                    continue;
                }
                if let Ok(file) = fs::read(&path) {
                    self.tables.push(Tables::check(file, progress)?);
                }
                self.known.insert(path);
            }
        }
        Ok(())
    }
}
