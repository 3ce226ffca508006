//! Who may know whom: `search`, `gf2` ← `fewest` ← `draw` ← front ends; `search` ← `store` ← `cluster` ← the program.

use crate::shell::{Outcome, Shell, Trouble};

/// What a crate of the workspace may depend on, inside the workspace.
fn allowed(package: &str) -> &'static [&'static str] {
    match package {
        "fewest-search" | "fewest-gf2" => &[],
        "fewest" => &["fewest-search", "fewest-gf2"],
        // The way the engine keeps layers, without puzzles.
        "fewest-store" => &["fewest-search"],
        "fewest-draw" => &["fewest"],
        // Maps are laid out where pictures are made.
        "fewest-wasm" => &["fewest", "fewest-draw"],
        // The engine on many hosts, without puzzles.
        "fewest-cluster" => &["fewest-search", "fewest-store"],
        "fewest-cli" => &["fewest", "fewest-draw", "fewest-store", "fewest-cluster"],
        // Everything else in `crates` is a front end.
        _ => &["fewest", "fewest-draw", "fewest-store"],
    }
}

/// Fails if a crate knows one that it should not.
pub fn check(shell: &Shell) -> Outcome {
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
    Ok(())
}
