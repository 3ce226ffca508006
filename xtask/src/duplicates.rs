//! Duplicates: no run of six or more lines of code stands in two families. What several families
//! need is written once, in `core`, `search` or `gf2`.
//!
//! Not counted are blank lines, comments, attributes, lines that only open or close a block, `use`
//! and `mod`, and the `impl Family`, whose signatures are those of the contract.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::shell::{ChoreResult, Shell, Trouble};

/// The length of a run that may not stand in two families.
const RUN: usize = 6;

/// The families, by their folders in `crates`.
const FAMILIES: [&str; 4] = ["lights", "tiles", "pegs", "blocks"];

/// A line of code that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    number: usize,
    code: String,
}

/// Fails if two families have a run of lines in common.
pub fn check(shell: &Shell) -> ChoreResult {
    let mut files: Vec<(&str, PathBuf, Vec<Line>)> = Vec::new();
    for family in FAMILIES {
        for path in sources(&shell.root.join("crates").join(family).join("src")) {
            let lines = counted(&fs::read_to_string(&path)?);
            files.push((family, path, lines));
        }
    }
    let mut seen: HashMap<Vec<&str>, (usize, usize)> = HashMap::new();
    let mut found = Vec::new();
    for (at, (family, path, lines)) in files.iter().enumerate() {
        let mut last = None;
        for (from, run) in lines.windows(RUN).enumerate() {
            let key: Vec<&str> = run.iter().map(|line| line.code.as_str()).collect();
            let &mut (file, line) = seen.entry(key).or_insert((at, run[0].number));
            let (other, other_path, _) = &files[file];
            // A longer run is told once.
            if other != family && last.replace(from) != from.checked_sub(1) {
                let (path, other) = (path.display(), other_path.display());
                found.push(format!("{path}:{} and {other}:{line}: {}", run[0].number, run[0].code));
            }
        }
    }
    let lines: usize = files.iter().map(|(_, _, lines)| lines.len()).sum();
    println!(
        "{} files, {lines} lines of code, {} runs of {RUN} lines in two families",
        files.len(),
        found.len()
    );
    match found.is_empty() {
        true => Ok(()),
        false => Err(Trouble::Failed(found.join("\n"))),
    }
}

/// Returns the source files of a folder, sorted.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let path = entry.path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if path.extension().is_some_and(|suffix| suffix == "rs") => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

/// Returns the lines of a file that count.
fn counted(text: &str) -> Vec<Line> {
    let mut in_family = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let code = line.trim();
        in_family = in_family && line != "}" || line.starts_with("impl Family for ");
        let starts = ["//", "#[", "#![", "use ", "pub use ", "mod ", "pub mod ", "pub(crate) mod "];
        let is_punctuation = code.chars().all(|c| !c.is_alphanumeric());
        if !in_family && !is_punctuation && !starts.iter().any(|start| code.starts_with(start)) {
            lines.push(Line { number, code: code.to_owned() });
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_braces_and_the_contract_do_not_count() {
        let text = "// a\nuse b;\nfn c() {\n    d();\n}\n\nimpl Family for E {\n    fn f() {}\n}\nconst G: u8 = 1;\n";
        let lines: Vec<(usize, String)> =
            counted(text).into_iter().map(|line| (line.number, line.code)).collect();
        let expected = [(3, "fn c() {"), (4, "d();"), (10, "const G: u8 = 1;")];
        assert_eq!(lines, expected.map(|(number, code)| (number, code.to_owned())));
    }
}
