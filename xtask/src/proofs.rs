//! The checker of proofs, checked itself: by Coq, and by mutants of its code.

use std::fs;
use std::path::Path;

use crate::shell::{ChoreResult, Shell, Trouble};
use crate::suites;

/// The Coq sources, in the order of their dependencies.
const SOURCES: [&str; 3] = ["Bound", "Rules", "Extract"];
/// The theorems that must not depend on axioms.
const THEOREMS: usize = 4;

/// Checks the proofs in Coq, extracts the checker to OCaml, and compares it with the Rust one on
/// the proofs of the tests and on altered ones.
pub fn prove_checker(shell: &Shell) -> ChoreResult {
    if !(shell.has("coqc") && shell.has("ocamlfind")) {
        install(shell, &["coq", "ocaml-findlib"])?;
    }
    let folder = shell.target()?.join("prove-checker");
    let _ = fs::remove_dir_all(&folder);
    let proofs = folder.join("proofs");
    fs::create_dir_all(&proofs)?;
    let sources = shell.root.join("crates/verify/coq");
    fs::copy(sources.join("driver.ml"), folder.join("driver.ml"))?;
    let here = shell.at(folder.clone());
    let mut closed = 0;
    for name in SOURCES {
        let file = format!("{name}.v");
        fs::copy(sources.join(&file), folder.join(&file))?;
        let said = here.tool("coqc", &["-q", &file]).text()?;
        closed += said.matches("Closed under the global context").count();
        if said.contains("Axioms:") {
            return Err(Trouble::Failed(format!("{file} depends on axioms:\n{said}")));
        }
    }
    if closed != THEOREMS {
        return Err(Trouble::Failed(format!("{closed} of {THEOREMS} theorems are closed")));
    }
    let build = ["ocamlopt", "checker.mli", "checker.ml", "driver.ml", "-o", "checker"];
    here.tool("ocamlfind", &build).run()?;
    let test = ["test", "-p", "fewest-prove", "--test", "all", "written_for_the_extracted_checker"];
    shell.cargo(&test).env("FEWEST_PROOFS", &proofs).run()?;
    compare(&folder.join("checker"), &proofs)
}

/// Runs the extracted checker on every folder of proofs; the name of a folder ends with the verdict
/// of the Rust checker.
fn compare(checker: &Path, proofs: &Path) -> ChoreResult {
    let (mut agreed, mut others) = ([0, 0], 0);
    for entry in fs::read_dir(proofs)? {
        let path = entry?.path();
        let files = ["puzzle.txt", "proof.few"].map(|name| path.join(name));
        let ran = std::process::Command::new(checker).args(files).output()?;
        let name = path.to_string_lossy().into_owned();
        match ran.status.code() {
            Some(2) => others += 1,
            Some(code @ (0 | 1)) if name.ends_with(["accepted", "rejected"][code as usize]) => {
                agreed[code as usize] += 1;
            }
            code => {
                return Err(Trouble::Failed(format!("{name}: the extracted checker ended with {code:?}")));
            }
        }
    }
    let [accepted, rejected] = agreed;
    println!(
        "{THEOREMS} theorems without axioms; the extracted checker agrees on {} proofs: {accepted} accepted, \
         {rejected} rejected; {others} by methods other than layers are not for it",
        accepted + rejected
    );
    if accepted == 0 || rejected == 0 {
        Err(Trouble::Failed("nothing was compared".to_owned()))
    } else {
        Ok(())
    }
}

/// Installs Debian packages.
fn install(shell: &Shell, packages: &[&str]) -> ChoreResult {
    let missing = |trouble: Trouble| Trouble::NotRun(format!("{packages:?} cannot be installed: {trouble}"));
    shell.needs("apt-get")?;
    shell.tool("apt-get", &["update", "-q"]).run().map_err(missing)?;
    let words = [&["install", "-y", "-q", "--no-install-recommends"][..], packages].concat();
    shell.tool("apt-get", &words).env("DEBIAN_FRONTEND", "noninteractive").run().map_err(missing)
}

/// Changes the checker in every way that cargo-mutants knows, and runs its tests on each.
pub fn mutants(shell: &Shell, more: &[&str]) -> ChoreResult {
    let root = shell.target()?.join("tools");
    let tool = root.join("bin/cargo-mutants");
    if !tool.exists() {
        let root = root.to_string_lossy();
        shell.cargo(&["install", "cargo-mutants", "--locked", "--root", &root]).run()?;
    }
    let words = ["mutants", "--package", "fewest-verify", "--test-package", "fewest-prove,fewest-verify"];
    let bounds = ["--jobs", "1", "--minimum-test-timeout", "120", "--output", "target"];
    shell.tool(&tool.to_string_lossy(), &[&words[..], &bounds, more].concat()).run()
}

/// Has veripb, a checker by others, check the proofs of the tests; or proofs of these puzzles in one
/// form, as a table.
pub fn veripb(shell: &Shell, words: &[&str]) -> ChoreResult {
    const VERSION: &str = "3.0.2";
    let root = shell.target()?.join("tools");
    let tool = root.join("bin/veripb");
    let path = |path: &Path| path.to_string_lossy().into_owned();
    if !tool.exists() {
        let words = ["install", "veripb", "--version", VERSION, "--locked", "--root", &path(&root)];
        shell
            .cargo(&words)
            .run()
            .map_err(|trouble| Trouble::NotRun(format!("veripb cannot be installed: {trouble}")))?;
    }
    let [form, puzzles @ ..] = words else {
        let test = ["test", "-p", "fewest-prove", "--test", "all", "foreign"];
        return shell.cargo(&test).env("FEWEST_VERIPB", path(&tool)).run();
    };
    shell.needs("python3")?;
    let program = path(&suites::program(shell)?);
    let script = path(&shell.root.join("xtask/src/veripb.py"));
    let folder = path(&shell.target()?.join("veripb"));
    shell.tool("python3", &[&script, &program, &path(&tool), &folder, form]).args(puzzles).run()
}

/// New boards of every family: the words of `fewest generate` for them. They are small, so that
/// clingo refutes one move fewer in seconds.
const BOARDS: [&[&str]; 6] = [
    &["lights", "--size", "6x5"],
    &["lights", "--size", "4x4", "--rule", "wrap torus"],
    &["blocks", "--size", "5x5", "--moves", "9"],
    &["blocks", "--size", "4x4", "--moves", "8", "--metric", "steps"],
    &["tiles", "--size", "3x3", "--moves", "14"],
    &["pegs", "--metric", "moves"],
];

/// Returns the folders in a folder, in the order of their names.
fn folders(folder: &Path) -> ChoreResult<Vec<String>> {
    let entries = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
    let mut names: Vec<String> =
        entries.iter().map(|entry| entry.path().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// Confirms the claims of proofs of new boards by clingo, from the Python package index: it finds a
/// solution of that length, and none that is shorter. What was proven and confirmed before with the
/// same number of boards is not done again.
pub fn agree(shell: &Shell, count: &str) -> ChoreResult {
    const SECONDS: &str = "60";
    shell.needs("python3")?;
    let folder = shell.target()?.join("agree");
    let python = folder.join("python/bin/python");
    fs::create_dir_all(&folder)?;
    let path = |path: &Path| path.to_string_lossy().into_owned();
    let missing = |trouble: Trouble| Trouble::NotRun(format!("clingo cannot be installed: {trouble}"));
    if !python.exists() {
        shell.tool("python3", &["-m", "venv", &path(&folder.join("python"))]).run().map_err(missing)?;
        let install = ["-m", "pip", "install", "--quiet", "clingo==5.8.2"];
        shell.tool(&path(&python), &install).run().map_err(missing)?;
    }
    let program = path(&suites::program(shell)?);
    let mut words = vec![path(&shell.root.join("xtask/src/agree.py")), SECONDS.to_owned()];
    for (number, board) in BOARDS.iter().enumerate() {
        let boards = folder.join(count).join(number.to_string());
        let done = boards.join("done.txt");
        if done.exists() {
            words.extend(folders(&boards.join("proofs"))?);
            continue;
        }
        let _ = fs::remove_dir_all(&boards);
        fs::create_dir_all(&boards)?;
        let generate = ["generate", "--seed", "1", "--count", count, "-o", "board.txt"];
        let here = shell.at(boards.clone());
        here.tool(&program, &[&generate[..], board].concat()).run()?;
        let mut files = Vec::new();
        for entry in fs::read_dir(&boards)? {
            files.push(entry?.file_name().to_string_lossy().into_owned());
        }
        files.sort();
        let metric = board.iter().skip_while(|word| **word != "--metric").take(2).copied();
        let prove = ["prove", "-o", "proofs", "--quiet", "--time", "60s"].into_iter().chain(metric);
        let files = files.iter().map(String::as_str);
        here.tool(&program, &prove.chain(files).collect::<Vec<_>>()).run()?;
        words.extend(folders(&boards.join("proofs"))?);
        fs::write(&done, "proven\n")?;
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    shell.tool(&path(&python), &words).run()
}
