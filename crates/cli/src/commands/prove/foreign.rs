//! Proofs for checkers by others: `fewest prove --form a` and `--form b`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use fewest::service::Context;
use fewest_prove::Unproven;
use fewest_prove::foreign::{Files, Form, Prepared};

use crate::exit::Failure;
use crate::output::NewFile;

/// The problem as clauses, and as pseudo-Boolean constraints.
const CLAUSES: &str = "problem.cnf";
const CONSTRAINTS: &str = "problem.opb";
/// The proof for `veripb`, and for checkers of clauses.
pub const PROOF: &str = "proof.pbp";
const PROOF_OF_CLAUSES: &str = "proof.drat";
/// All files of proofs for checkers by others.
pub const NAMES: [&str; 4] = [CLAUSES, CONSTRAINTS, PROOF, PROOF_OF_CLAUSES];

/// What was written.
pub struct Written {
    pub problem: PathBuf,
    pub proof: PathBuf,
    /// The proof for checkers of clauses.
    pub clauses: Option<PathBuf>,
    /// Bytes of the problem and of the proof for `veripb`.
    pub bytes: [u64; 2],
}

/// Writes the problem and its proof.
pub fn write(
    folder: &Path,
    prepared: &Prepared,
    cx: &Context<'_>,
) -> Result<Result<Written, Unproven>, Failure> {
    fs::create_dir_all(folder)?;
    // What another form has left would be taken for a part of this one.
    for name in NAMES {
        let path = folder.join(name);
        if path.exists() {
            fs::remove_file(path)?;
        }
    }
    let has_clauses = prepared.has_clauses();
    let problem = folder.join(if has_clauses { CLAUSES } else { CONSTRAINTS });
    let (proof, clauses) = (folder.join(PROOF), folder.join(PROOF_OF_CLAUSES));
    let mut files = [NewFile::create(&problem)?, NewFile::create(&proof)?];
    let mut of_clauses = has_clauses.then(|| NewFile::create(&clauses)).transpose()?;
    let [first, second] = &mut files;
    let names = &mut Files {
        problem: first,
        proof: second,
        clauses: of_clauses.as_mut().map(|file| file as &mut dyn Write),
    };
    if let Err(why) = prepared.write(names, cx) {
        return Ok(Err(why));
    }
    for file in files.into_iter().chain(of_clauses) {
        file.finish()?;
    }
    let bytes = [fs::metadata(&problem)?.len(), fs::metadata(&proof)?.len()];
    Ok(Ok(Written { problem, proof, clauses: has_clauses.then_some(clauses), bytes }))
}

/// Returns the words for a form.
pub fn name(form: Form) -> &'static str {
    match form {
        Form::Plain => "form A, \"solved within one move fewer\" refuted",
        Form::Inductive => "form B, an induction over the moves",
    }
}
