//! A new family is a copy of the template: a crate, a feature of `fewest`, a line in the registry
//! and one in the laws.

use std::fs;
use std::path::Path;

use crate::shell::{ChoreResult, Shell, Trouble};

const WORKSPACE: &str = "Cargo.toml";
const LIBRARY: &str = "crates/fewest/src/lib.rs";
const MANIFEST: &str = "crates/fewest/Cargo.toml";
const REGISTRY: &str = "crates/fewest/src/service/registry.rs";
const LAWS: &str = "crates/fewest/tests/all/laws/mod.rs";
const SIGNATURE: &str = "crates/fewest/tests/signature.tsv";

/// Reserved words of Rust that could be the name of a family.
const KEYWORDS: &[&str] = &[
    "box", "break", "const", "crate", "dyn", "enum", "final", "fn", "for", "if", "impl", "in", "let", "loop",
    "match", "mod", "move", "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait",
    "try", "type", "use", "virtual", "where", "while", "yield",
];

/// Adds a family to the workspace at `root`.
fn add(root: &Path, name: &str) -> ChoreResult {
    let refuse = |why: &str| Err(Trouble::Failed(format!("`{name}` {why}")));
    let fine = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    if !fine || KEYWORDS.contains(&name) {
        return refuse(
            "is no name for a family: small letters and digits, a letter first, no word of the language",
        );
    }
    let crates = root.join("crates");
    if crates.join(name).exists() {
        return refuse("exists already");
    }
    let camel = camel(name);
    let rename = |text: &str| {
        let text = text.replace("template", name).replace("Template", &camel);
        text.replace("publish = false\n", "")
    };
    let edited = [
        edit(&root.join(WORKSPACE), |text| {
            let line = format!("fewest-{name} = {{ path = \"crates/{name}\", version = \"0.1.0\" }}");
            after(text, "fewest-tiles = ", &[&line])
        })?,
        edit(&root.join(MANIFEST), |text| {
            let dependency = format!("fewest-{name} = {{ workspace = true, optional = true }}");
            let text = after(text, "fewest-tiles = ", &[&dependency])?;
            let text = after(&text, "tiles = [", &[&format!("{name} = [\"dep:fewest-{name}\"]")])?;
            Some(text.replacen("default = [", &format!("default = [\"{name}\", "), 1))
        })?,
        edit(&root.join(LIBRARY), |text| {
            let lines =
                [format!("#[cfg(feature = \"{name}\")]"), format!("pub use fewest_{name} as {name};")];
            after(text, "pub use typed::tiles;", &[&lines[0], &lines[1]])
        })?,
        edit(&root.join(REGISTRY), |text| {
            let lines = [
                format!("    #[cfg(feature = \"{name}\")]"),
                format!("    entry::<fewest_{name}::{camel}>(),"),
            ];
            after(text, "    entry::<fewest_pegs::Pegs>(),", &[&lines[0], &lines[1]])
        })?,
        edit(&root.join(LAWS), |text| after(text, "    pegs::Pegs,", &[&format!("    {name}::{camel},")]))?,
        edit(&root.join(SIGNATURE), |text| {
            let rows = text.lines().filter(|row| row.starts_with("template\t")).map(|row| rename(row) + "\n");
            Some(text.to_owned() + &rows.collect::<String>())
        })?,
    ];
    copy(&crates.join("template"), &crates.join(name), &rename)?;
    for (path, text) in edited {
        fs::write(path, text)?;
    }
    Ok(())
}

/// Adds a family and prints what to do next.
pub fn run(shell: &Shell, name: &str) -> ChoreResult {
    add(&shell.root, name)?;
    // The new name may need other line breaks.
    shell.cargo(&["fmt", "-p", "fewest", "-p", &format!("fewest-{name}")]).run()?;
    println!(
        "crates/{name} is a family now, still with the rules of the template: read its README.md\n\
         cargo test -p fewest --test all laws::{name}"
    );
    Ok(())
}

fn camel(name: &str) -> String {
    let (first, rest) = name.split_at(1);
    first.to_uppercase() + rest
}

type Edited = (std::path::PathBuf, String);

fn edit(path: &Path, change: impl FnOnce(&str) -> Option<String>) -> ChoreResult<Edited> {
    let missing = |error| Trouble::Failed(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(missing)?;
    let strange = || Trouble::Failed(format!("{} does not look as expected", path.display()));
    Ok((path.to_path_buf(), change(&text).ok_or_else(strange)?))
}

/// Returns the text with lines inserted after the first line with a prefix.
fn after(text: &str, begin: &str, new: &[&str]) -> Option<String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with(begin))? + 1;
    lines.splice(at..at, new.iter().copied());
    Some(lines.join("\n") + "\n")
}

fn copy(from: &Path, to: &Path, rename: &impl Fn(&str) -> String) -> ChoreResult {
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
pub fn suite(shell: &Shell) -> ChoreResult {
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
    // Not the usual target folder: cargo identifies packages by their path in the workspace, so it
    // would take the copies for the originals.
    let laws = there.cargo(&["test", "-p", "fewest", "--test", "all", "laws::demo"]);
    let laws = laws.env("CARGO_TARGET_DIR", target.join("new-family-built")).text()?;
    let lines: Vec<&str> = laws.lines().filter(|line| line.starts_with("test laws::demo::")).collect();
    println!("{}", lines.join("\n"));
    match lines.len() {
        0 => Err(Trouble::Failed("no law ran over the new family".to_owned())),
        _ => Ok(()),
    }
}
