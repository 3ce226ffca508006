//! The allowed dependencies between crates: `search`, `gf2` ← `core` ← families ← `fewest` ← `draw`
//! ← front ends; `search` ← `store` ← `fewest`, `cluster` ← the program; and the files with
//! `unsafe` code: those that `CONTRIBUTING.md` lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::shell::{ChoreResult, Shell, Trouble};

/// The lint that keeps `unsafe` out, in two parts, so that this file does not contain it.
const LINT: &str = concat!("unsafe", "_code");
/// The heading of the list in `CONTRIBUTING.md`.
const HEADING: &str = "### Where `unsafe` is";
/// Folders of the repository without sources of the workspace.
const NOT_OURS: [&str; 3] = ["target", "node_modules", ".git"];

/// Returns the crates of the workspace that a crate may depend on.
fn allowed(package: &str) -> &'static [&'static str] {
    match package {
        "fewest-search" | "fewest-gf2" => &[],
        "fewest-core" => &["fewest-search"],
        // No family depends on another, and only those that need linear algebra depend on it.
        "fewest-blocks" | "fewest-tiles" | "fewest-template" => &["fewest-search", "fewest-core"],
        "fewest-lights" | "fewest-pegs" => &["fewest-search", "fewest-core", "fewest-gf2"],
        "fewest" => &[
            "fewest-search",
            "fewest-core",
            "fewest-store",
            "fewest-blocks",
            "fewest-lights",
            "fewest-pegs",
            "fewest-tiles",
            "fewest-template",
        ],
        // Layers on disk, without puzzles.
        "fewest-store" => &["fewest-search"],
        "fewest-draw" => &["fewest"],
        // The checker of proofs shares no line with what it checks.
        "fewest-verify" => &[],
        "fewest-prove" => &["fewest-search", "fewest-verify"],
        "fewest-verify-wasm" => &["fewest-verify"],
        // The layout of maps is part of drawing.
        "fewest-wasm" => &["fewest", "fewest-draw"],
        // The engine on several hosts, without puzzles.
        "fewest-cluster" => &["fewest-search", "fewest-store"],
        "fewest-cli" => {
            &["fewest", "fewest-draw", "fewest-store", "fewest-cluster", "fewest-prove", "fewest-verify"]
        }
        // Everything else in `crates` is a front end.
        _ => &["fewest", "fewest-draw", "fewest-store"],
    }
}

/// Fails if a crate has a dependency that is not allowed.
pub fn check(shell: &Shell) -> ChoreResult {
    let metadata = shell.metadata()?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let in_crates = shell.root.join("crates");
    let mut seen = 0;
    for package in packages {
        let (name, manifest) =
            (package["name"].as_str().unwrap_or(""), package["manifest_path"].as_str().unwrap_or(""));
        if !std::path::Path::new(manifest).starts_with(&in_crates) {
            continue;
        }
        seen += 1;
        let dependencies = || package["dependencies"].as_array().into_iter().flatten();
        if name != "fewest-cluster" && dependencies().any(|d| d["name"] == "timely") {
            return Err(Trouble::Failed(format!("{name} must not know timely")));
        }
        for other in dependencies().filter(|d| d["path"].is_string()).filter_map(|d| d["name"].as_str()) {
            if !allowed(name).contains(&other) {
                return Err(Trouble::Failed(format!("{name} must not know {other}")));
            }
        }
    }
    println!("{seen} crates keep to their borders");
    unsafe_places(&shell.root)
}

/// Fails if the list in `CONTRIBUTING.md` differs from the files that allow `unsafe` code.
fn unsafe_places(root: &Path) -> ChoreResult {
    let listed = listed(&fs::read_to_string(root.join("CONTRIBUTING.md"))?);
    let mut found = BTreeSet::new();
    sources(root, &mut |path| {
        if allows_unsafe(&fs::read_to_string(path)?) {
            let path = path.strip_prefix(root).unwrap_or(path);
            found.insert(path.to_string_lossy().replace('\\', "/"));
        }
        Ok(())
    })?;
    let names = |names: Vec<&String>| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    match (names(found.difference(&listed).collect()), names(listed.difference(&found).collect())) {
        (missing, gone) if missing.is_empty() && gone.is_empty() => {
            println!("{} files allow unsafe code, as CONTRIBUTING.md says", found.len());
            Ok(())
        }
        (missing, gone) => Err(Trouble::Failed(format!(
            "CONTRIBUTING.md, `{HEADING}`: not in the list: [{missing}]; in the list without need: [{gone}]"
        ))),
    }
}

/// Returns the files in the table below the heading: the text between backquotes at the beginning
/// of each row.
fn listed(text: &str) -> BTreeSet<String> {
    let section = text.split_once(HEADING).map_or("", |(_, section)| section);
    let section = section.split_once("\n#").map_or(section, |(section, _)| section);
    let file = |row: &str| Some(row.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    section.lines().filter_map(file).collect()
}

/// Returns whether a source mentions the lint other than to forbid or deny it.
fn allows_unsafe(text: &str) -> bool {
    let text: String = text.split_whitespace().collect();
    let strict = ["forbid", "deny"].map(|word| text.matches(&format!("{word}({LINT})")).count());
    text.matches(LINT).count() > strict.iter().sum()
}

/// Visits every Rust source below a folder.
fn sources(folder: &Path, visit: &mut dyn FnMut(&Path) -> ChoreResult) -> ChoreResult {
    for entry in fs::read_dir(folder)? {
        let (entry, path) = entry.map(|entry| (entry.file_type(), entry.path()))?;
        let kind = entry?;
        let is_ours = path.file_name().is_none_or(|name| !NOT_OURS.iter().any(|other| name == *other));
        if kind.is_dir() && is_ours {
            sources(&path, visit)?;
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            visit(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contributing_lists_every_file_that_allows_unsafe() {
        unsafe_places(&Shell::here().root).expect("a complete list");
    }

    #[test]
    fn a_file_that_is_not_listed_or_listed_in_vain_is_found() {
        assert!(allows_unsafe(&format!("#[allow(\n    {LINT},\n    reason = \"\"\n)]")));
        assert!(allows_unsafe(&format!("#![forbid({LINT})] #[expect(dead_code, {LINT})]")));
        assert!(!allows_unsafe(&format!("#![forbid({LINT})]\n#![deny( {LINT} )]")));
        let text = format!(
            "| `a.rs` | no |\n{HEADING}\n\n| file | for |\n|---|---|\n| `b.rs` | yes |\n## Next\n| `c.rs` |\n"
        );
        assert_eq!(listed(&text), BTreeSet::from(["b.rs".to_owned()]));
    }

    #[test]
    fn no_lock_file_of_the_workspace_names_slidy() {
        let root = Shell::here().root;
        let lock = |path: &str| fs::read_to_string(root.join(path)).expect("a lock file");
        let name = "name = \"slidy\"";
        assert!(!lock("Cargo.lock").contains(name));
        assert!(lock("bench/peers/slidy/Cargo.lock").contains(name), "where the benchmark looks for it");
    }
}
