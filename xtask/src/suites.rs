//! Test suites that are mostly one command each.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::shell::{ChoreResult, Shell, Trouble};

const WASM: &str = "wasm32-unknown-unknown";

/// The format of every file.
pub fn fmt(shell: &Shell) -> ChoreResult {
    shell.cargo(&["fmt", "--all", "--check"]).run()
}

/// All packages with one set of features, so that no crate is built twice. Of one package alone,
/// cargo would choose other features of what it depends on. The feature brings in the schema, which
/// the plain build leaves out.
const WORKSPACE: [&str; 3] = ["--workspace", "--features", "xtask/schema"];

/// Lints.
pub fn clippy(shell: &Shell) -> ChoreResult {
    shell.cargo(&["clippy"]).args(&WORKSPACE).args(&["--all-targets", "--", "-D", "warnings"]).run()
}

/// Every test of the workspace, documentation included.
pub fn tests(shell: &Shell) -> ChoreResult {
    shell.cargo(&["test"]).args(&WORKSPACE).args(&["--no-fail-fast"]).run()
}

/// Builds the program as the tests have it, and returns its path.
pub fn program(shell: &Shell) -> ChoreResult<PathBuf> {
    shell.cargo(&["test", "--quiet"]).args(&WORKSPACE).args(&["--no-run", "--test", "cli"]).run()?;
    Ok(shell.target()?.join("debug/fewest"))
}

/// The library with one family only.
pub fn one_family(shell: &Shell) -> ChoreResult {
    let test =
        ["test", "-p", "fewest", "--no-default-features", "--features", "tiles,check", "--test", "all"];
    shell.cargo(&test).run()
}

/// The tests of the library that the usual run leaves out: tables of eight tiles, the hardest
/// boards, triangles of side 8 …
pub fn long(shell: &Shell) -> ChoreResult {
    data(shell)?;
    let packages = ["fewest", "fewest-lights", "fewest-tiles", "fewest-pegs", "fewest-blocks"];
    let packages: Vec<&str> = packages.iter().flat_map(|name| ["-p", name]).collect();
    shell.cargo(&["test", "--no-fail-fast"]).args(&packages).env("FEWEST_LONG", "1").run()
}

/// Layers as Parquet, an optional feature: its lints, then its files read by DuckDB.
pub fn parquet(shell: &Shell) -> ChoreResult {
    let lints =
        ["clippy", "-p", "fewest-cli", "--features", "parquet", "--all-targets", "--", "-D", "warnings"];
    shell.cargo(&lints).run()?;
    let test = ["test", "-p", "fewest-cli", "--features", "parquet", "--test", "cli", "explore::parquet"];
    shell.cargo(&test).run()
}

/// Checks that the sets in `instances` are those that its README lists, and that `FEWEST_DATA`
/// names a folder if it is set. The tests of the suite `tests` read the instances themselves.
pub fn data(shell: &Shell) -> ChoreResult {
    let folder = shell.root.join("instances");
    let listed = listed_sets(&fs::read_to_string(folder.join("README.md"))?);
    if let Some(missing) = listed.iter().find(|set| !folder.join(set).exists()) {
        return Err(Trouble::Failed(format!("instances/{missing} is missing")));
    }
    for family in fs::read_dir(&folder)?.filter_map(Result::ok).filter(|entry| entry.path().is_dir()) {
        for set in fs::read_dir(family.path())? {
            let path = family.file_name().to_string_lossy().into_owned();
            let path = format!("{path}/{}", set?.file_name().to_string_lossy());
            let is_listed = |set: &String| *set == path || set.starts_with(&format!("{path}/"));
            // `forms` is one set; its README names the forms.
            if !path.starts_with("forms/") && !listed.iter().any(is_listed) {
                return Err(Trouble::Failed(format!("instances/README.md does not list {path}")));
            }
        }
    }
    println!("{} sets in `instances`", listed.len());
    match std::env::var_os("FEWEST_DATA") {
        None => {
            println!("sets of other projects, which are not shipped, are left out: FEWEST_DATA is not set");
        }
        Some(folder) if !fs::exists(&folder)? => {
            return Err(Trouble::Failed("FEWEST_DATA names no folder".to_owned()));
        }
        Some(_) => println!("and those of other projects in FEWEST_DATA"),
    }
    Ok(())
}

/// Returns the files and folders that the README of `instances` lists, as paths below it: names in
/// backquotes in the first cell of each row, below a heading that names their folder.
fn listed_sets(readme: &str) -> BTreeSet<String> {
    let quoted = |text: &str| -> Vec<String> {
        text.split('`').skip(1).step_by(2).map(|name| name.trim_end_matches('/').to_owned()).collect()
    };
    let (mut folder, mut sets) = (String::new(), BTreeSet::new());
    for line in readme.lines() {
        if line.starts_with("## ") {
            folder = quoted(line).pop().unwrap_or_default();
        } else if let Some(row) = line.strip_prefix('|') {
            let cell = row.split('|').next().unwrap_or_default();
            sets.extend(quoted(cell).iter().map(|name| format!("{folder}/{name}")));
        }
    }
    sets
}

/// Every solution that Debian's package `peg-solitaire` comes with is accepted by `check`. The
/// package is fetched and unpacked, not installed.
pub fn debian_pegs(shell: &Shell) -> ChoreResult {
    shell.needs("apt-get")?;
    shell.needs("dpkg-deb")?;
    let folder = shell.target()?.join("debian-pegs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let fetch = ["-c", "apt-get update --quiet=2 && apt-get download --quiet=2 peg-solitaire"];
    shell.at(folder.clone()).tool("sh", &fetch).run()?;
    let unpack = ["-c", "dpkg-deb --extract peg-solitaire_*.deb . && dirname $(find . -name data.sol)"];
    let games = shell.at(folder.clone()).tool("sh", &unpack).text()?;
    let test = ["test", "-p", "fewest-cli", "--test", "cli", "--", "--nocapture", "debians_peg_solitaire"];
    let ran = shell.cargo(&test).env("FEWEST_DEBIAN_PEGS", folder.join(games.trim())).run();
    fs::remove_dir_all(&folder)?;
    ran
}

/// The documentation of the libraries; that of the program `fewest` would overwrite that of the
/// library.
pub fn doc(shell: &Shell) -> ChoreResult {
    shell
        .cargo(&["doc"])
        .args(&WORKSPACE)
        .args(&["--lib", "--no-deps"])
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()
}

/// The library in Node.
pub fn wasm(shell: &Shell) -> ChoreResult {
    shell.needs("node")?;
    let module = wasm_module(shell)?;
    shell.tool("node", &["crates/wasm/tests/solve.mjs"]).path(&module).run()?;
    let checker = verify_module(shell)?;
    let proofs = shell.target()?.join("proofs");
    let _ = fs::remove_dir_all(&proofs);
    let test = ["test", "-p", "fewest-prove", "--test", "all", "written_for_the_extracted_checker"];
    shell.cargo(&test).env("FEWEST_PROOFS", &proofs).run()?;
    shell.tool("node", &["crates/verify-wasm/tests/check.mjs"]).path(&checker).path(&proofs).run()
}

/// Builds the checker of proofs as WebAssembly and returns the path.
pub fn verify_module(shell: &Shell) -> ChoreResult<PathBuf> {
    add_wasm_target(shell)?;
    shell.cargo(&["build", "--profile", "wasm", "-p", "fewest-verify-wasm", "--target", WASM]).run()?;
    Ok(shell.target()?.join(WASM).join("wasm/fewest_verify_wasm.wasm"))
}

/// Builds the library as WebAssembly and returns the path. A missing target is added.
pub fn wasm_module(shell: &Shell) -> ChoreResult<PathBuf> {
    add_wasm_target(shell)?;
    shell.cargo(&["build", "--profile", "wasm", "-p", "fewest-wasm", "--target", WASM]).run()?;
    Ok(shell.target()?.join(WASM).join("wasm/fewest_wasm.wasm"))
}

fn add_wasm_target(shell: &Shell) -> ChoreResult {
    let probe = shell.tool("rustc", &["--print", "target-libdir", "--target", WASM]).text()?;
    if fs::exists(probe.trim())? {
        return Ok(());
    }
    shell.needs("rustup")?;
    let added = shell.tool("rustup", &["target", "add", WASM]).run();
    added.map_err(|trouble| {
        Trouble::NotRun(format!("the target {WASM} is missing and cannot be added: {trouble}"))
    })
}

/// Packs every crate that is meant for a registry, without building it.
pub fn pack(shell: &Shell) -> ChoreResult {
    packed(shell, &["--no-verify"])
}

/// Packs every crate that is meant for a registry, and builds it from its pack.
pub fn package(shell: &Shell) -> ChoreResult {
    packed(shell, &[])
}

/// Packs crates into a new folder.
///
/// Cargo unpacks packages into its cache by name, version and folder, and does not unpack them
/// again. A new folder for every run prevents it from building an earlier package.
fn packed(shell: &Shell, options: &[&str]) -> ChoreResult {
    let metadata = shell.metadata()?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let private = packages.filter(|package| package["publish"].as_array().is_some_and(Vec::is_empty));
    let names: Vec<&str> = private.filter_map(|package| package["name"].as_str()).collect();
    let exclude: Vec<&str> = names.iter().flat_map(|name| ["--exclude", name]).collect();
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let folder = shell.target()?.join(format!("package-{}-{}", std::process::id(), since.as_millis()));
    let outcome = shell
        .cargo(&["package", "--workspace", "--allow-dirty"])
        .args(&exclude)
        .args(options)
        .env("CARGO_TARGET_DIR", &folder)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .run();
    fs::remove_dir_all(&folder)?;
    outcome
}

/// Writes the schema of the documents, and the types of the page.
pub fn write_schema(shell: &Shell) -> ChoreResult {
    shell.cargo(&["run", "--quiet", "-p", "xtask", "--features", "schema", "--bin", "schema"]).run()
}

/// Fails if the schema in the repository, or the types of the page, differ from the documents.
pub fn check_schema(shell: &Shell) -> ChoreResult {
    shell.cargo(&["test", "--quiet"]).args(&WORKSPACE).args(&["--bin", "schema"]).run()
}
