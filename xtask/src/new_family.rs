//! A new family is a copy of the template, one `mod` line and one line in the registry.

use std::fs;
use std::path::Path;

use crate::shell::{Outcome, Shell, Trouble};

const SOURCES: &str = "crates/fewest/src";
const REGISTRY: &str = "crates/fewest/src/facade/registry.rs";
const SIGNATURE: &str = "crates/fewest/tests/signature.tsv";

/// Words that Rust keeps for itself and that could be meant as a family.
const KEYWORDS: &[&str] = &[
    "box", "break", "const", "crate", "dyn", "enum", "final", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait",
    "try", "type", "use", "virtual", "where", "while", "yield",
];

/// Adds a family to the workspace at `root`.
fn add(root: &Path, name: &str) -> Outcome {
    let refuse = |why: &str| Err(Trouble::Failed(format!("`{name}` {why}")));
    let fine = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !fine || KEYWORDS.contains(&name) {
        return refuse(
            "is no name for a family: small letters and digits, a letter first, no word of the language",
        );
    }
    let sources = root.join(SOURCES);
    if sources.join(name).exists() || sources.join(format!("{name}.rs")).exists() {
        return refuse("exists already");
    }
    let camel = camel(name);
    let rename = |text: &str| text.replace("template", name).replace("Template", &camel);

    let library = edit(&sources.join("lib.rs"), |text| with_module(text, name))?;
    let registry = edit(&root.join(REGISTRY), |text| with_entry(text, name, &camel))?;
    let signature = edit(&root.join(SIGNATURE), |text| {
        let rows = text.lines().filter(|row| row.starts_with("template\t")).map(|row| rename(row) + "\n");
        Some(text.to_owned() + &rows.collect::<String>())
    })?;
    copy(&sources.join("template"), &sources.join(name), &rename)?;
    for (path, text) in [library, registry, signature] {
        fs::write(path, text)?;
    }
    Ok(())
}

/// Adds a family, and says what to do next.
pub fn run(shell: &Shell, name: &str) -> Outcome {
    add(&shell.root, name)?;
    // Another name may want other line breaks.
    shell.cargo(&["fmt", "-p", "fewest"]).run()?;
    println!(
        "{SOURCES}/{name} is a family now, still with the rules of the template: read its README.md\n\
         cargo test -p fewest --test laws {name}"
    );
    Ok(())
}

fn camel(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

type Edited = (std::path::PathBuf, String);

fn edit(path: &Path, change: impl FnOnce(&str) -> Option<String>) -> Outcome<Edited> {
    let missing = |error| Trouble::Failed(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(missing)?;
    let strange = || Trouble::Failed(format!("{} does not look as expected", path.display()));
    Ok((path.to_path_buf(), change(&text).ok_or_else(strange)?))
}

/// The text of `lib.rs` with one module more, in the order that `cargo fmt` keeps.
fn with_module(text: &str, name: &str) -> Option<String> {
    let modules = || {
        text.lines()
            .enumerate()
            .filter_map(|(number, line)| Some((number, line.strip_prefix("pub mod ")?.strip_suffix(';')?)))
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut at = match modules().find(|(_, module)| *module > name) {
        Some((number, _)) => number,
        None => modules().last()?.0 + 1,
    };
    while at > 0 && lines[at - 1].starts_with("#[") {
        at -= 1;
    }
    Some(insert(&lines, at, &format!("pub mod {name};")))
}

/// The text of the registry with one entry more, at the end of its list.
fn with_entry(text: &str, name: &str, camel: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.trim().starts_with("$crate::") && line.ends_with(','))?;
    let indent = &lines[last][..lines[last].len() - lines[last].trim_start().len()];
    Some(insert(&lines, last + 1, &format!("{indent}$crate::{name}::{camel},")))
}

fn insert(lines: &[&str], at: usize, line: &str) -> String {
    let mut lines = lines.to_vec();
    lines.insert(at, line);
    lines.join("\n") + "\n"
}

fn copy(from: &Path, to: &Path, rename: &impl Fn(&str) -> String) -> Outcome {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(rename(&entry.file_name().to_string_lossy()));
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target, rename)?;
        } else {
            fs::write(target, rename(&fs::read_to_string(entry.path())?))?;
        }
    }
    Ok(())
}

/// Adds a family to a copy of the sources and runs the laws over it there.
pub fn suite(shell: &Shell) -> Outcome {
    shell.needs("git")?;
    let target = shell.target()?;
    let folder = target.join("new-family");
    let files = shell.tool("git", &["ls-files", "--cached", "--others", "--exclude-standard"]).text()?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for file in files.lines() {
        let (from, to) = (shell.root.join(file), folder.join(file));
        if from.is_file() {
            fs::create_dir_all(to.parent().unwrap_or(&folder))?;
            fs::copy(from, to)?;
        }
    }
    let there = shell.at(folder);
    run(&there, "demo")?;
    if add(&there.root, "demo").is_ok()
        || add(&there.root, "Bad name").is_ok()
        || add(&there.root, "match").is_ok()
    {
        return Err(Trouble::Failed("a bad name or a second family of one name was not refused".to_owned()));
    }
    // Not the usual folder of built things: cargo names packages by their place in the workspace, so it would take the
    // copies for the originals.
    let laws = there.cargo(&["test", "-p", "fewest", "--test", "laws"]);
    let laws = laws.env("CARGO_TARGET_DIR", target.join("new-family-built")).text()?;
    let lines: Vec<&str> = laws.lines().filter(|line| line.starts_with("test demo::")).collect();
    println!("{}", lines.join("\n"));
    match lines.len() {
        0 => Err(Trouble::Failed("no law ran over the new family".to_owned())),
        _ => Ok(()),
    }
}
