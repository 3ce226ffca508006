//! The suites of `cargo xtask test` and the table of their results.

use std::process::ExitCode;
use std::time::Instant;

use crate::fuzz::Fuzz;
use crate::shell::{Outcome, Shell, Trouble};
use crate::{boundary, browser, fuzz, new_family, suites};

/// A test suite that must pass before a change is merged.
pub struct Suite {
    /// Its name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    run: fn(&Shell) -> Outcome,
}

/// All suites, quick ones first.
pub const SUITES: &[Suite] = &[
    Suite { name: "fmt", about: "the format of every file", run: suites::fmt },
    Suite { name: "boundary", about: "front ends do not see the engine", run: boundary::check },
    Suite { name: "clippy", about: "lints of all targets, warnings denied", run: suites::clippy },
    Suite { name: "tests", about: "unit, integration, law, end-to-end and doc tests", run: suites::tests },
    Suite { name: "data", about: "the same tests over the instances in FEWEST_DATA", run: suites::data },
    Suite { name: "one-family", about: "the library with one family only", run: suites::one_family },
    Suite { name: "parquet", about: "layers as Parquet, read by DuckDB", run: suites::parquet },
    Suite { name: "doc", about: "the documentation, warnings denied", run: suites::doc },
    Suite { name: "schema", about: "the checked-in JSON schema is current", run: suites::check_schema },
    Suite { name: "wasm", about: "built for wasm32, one solve in Node", run: suites::wasm },
    Suite {
        name: "browser",
        about: "the page in Chromium behind both engines, and 200 clients at once",
        run: browser::suite,
    },
    Suite { name: "new-family", about: "a new family compiles and its laws run", run: new_family::suite },
    Suite {
        name: "package",
        about: "every publishable crate packs and builds from its pack",
        run: suites::package,
    },
    Suite {
        name: "fuzz",
        about: "20 seconds of mutated input for each target",
        run: |shell| fuzz::run(shell, Fuzz { seconds: Some(20), ..Fuzz::default() }),
    },
];

/// Runs the suites named, or all.
pub fn test(shell: &Shell, words: &[&str]) -> ExitCode {
    let excuse = words.contains(&"--allow-not-run");
    let names: Vec<&str> = words.iter().copied().filter(|word| *word != "--allow-not-run").collect();
    if let Some(stranger) = names.iter().find(|name| SUITES.iter().all(|suite| suite.name != **name)) {
        eprintln!("there is no suite `{stranger}`; there are:");
        SUITES.iter().for_each(|suite| eprintln!("  {:12} {}", suite.name, suite.about));
        return ExitCode::from(2);
    }
    let mut rows = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    for suite in SUITES.iter().filter(|suite| names.is_empty() || names.contains(&suite.name)) {
        println!("\n=== {}: {}", suite.name, suite.about);
        let begin = Instant::now();
        let outcome = (suite.run)(shell);
        let (word, why, bad) = match outcome {
            Ok(()) => ("ok", String::new(), false),
            Err(Trouble::Failed(why)) => ("FAILED", why, true),
            Err(Trouble::NotRun(why)) => ("NOT RUN", why, !excuse),
            Err(Trouble::Excused(why)) => ("NOT RUN", why, false),
        };
        passed += u32::from(word == "ok");
        failed += u32::from(bad);
        let row = format!("{:12} {word:8} {:6.1} s  {why}", suite.name, begin.elapsed().as_secs_f64());
        println!("\n{}", row.trim_end());
        rows.push(row.trim_end().to_owned());
    }
    println!("\n{}\n", rows.join("\n"));
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
