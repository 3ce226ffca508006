//! The tasks of the workspace as one command: `cargo xtask help`.

mod boundary;
mod browser;
mod faults;
mod fuzz;
mod new_family;
mod shell;
mod site;
mod suites;
mod table;

use std::process::ExitCode;

use faults::Which;
use fuzz::Fuzz;
use shell::{Outcome, Shell};

const HELP: &str = "\
cargo xtask test [SUITE…] [--allow-not-run]  everything that CI runs, or only these suites
cargo xtask long                             the tests of the library with everything that takes minutes
cargo xtask debian-pegs                      `check` accepts all solutions of Debian's peg-solitaire
cargo xtask schema [--check]                 write schema/fewest.schema.json, or fail if it is not current
cargo xtask new-family NAME                  a new family, copied from the template, in the registry at once
cargo xtask bench [FAMILY] [--seed N]        ours beside peers from the package registries; `engine`, `explore`,
                                             `stretch`, `tiles-large`, `tiles-24`, `traffic` too
cargo xtask faults [many] [PROGRAM]          whatever can happen to a long run; it must go on, or say why not; `many`:
                                             only what can happen to several processes that walk together
cargo xtask site [FOLDER]                    the page as static files with the library as WebAssembly
cargo xtask load [SECONDS]                   many clients at once on `fewest serve` (default 60)
cargo xtask screenshots [FOLDER]             the page of every family as pictures (default docs/page)
cargo xtask fuzz [TARGET] [SECONDS]          run a fuzz target, or each in turn, for that long (default 60);
        [--runs N]                           `--runs`: for N inputs
cargo xtask help                             this text

FEWEST_DATA names a folder of further instances; with it nothing is skipped.

Suites of `test`:
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let shell = Shell::here();
    let outcome = match words[..] {
        ["test", ref rest @ ..] => return table::test(&shell, rest),
        ["long"] => suites::long(&shell),
        ["debian-pegs"] => suites::debian_pegs(&shell),
        ["schema"] => suites::write_schema(&shell),
        ["schema", "--check"] => suites::check_schema(&shell),
        ["new-family", name] => new_family::run(&shell, name),
        ["bench", ref rest @ ..] => {
            shell.cargo(&["run", "--release", "-p", "fewest-bench", "--"]).args(rest).run()
        }
        ["faults"] => faults::run(&shell, Which::All, None),
        ["faults", "many"] => faults::run(&shell, Which::Many, None),
        ["faults", "many", program] => faults::run(&shell, Which::Many, Some(program)),
        ["faults", program] => faults::run(&shell, Which::All, Some(program)),
        ["site"] => site::run(&shell, None),
        ["site", folder] => site::run(&shell, Some(folder)),
        ["load"] => browser::load(&shell, "60"),
        ["load", seconds] if seconds.parse::<u32>().is_ok() => browser::load(&shell, seconds),
        ["screenshots"] => browser::screenshots(&shell, "docs/page"),
        ["screenshots", folder] => browser::screenshots(&shell, folder),
        ["fuzz", ref rest @ ..] if Fuzz::parse(rest).is_some() => {
            fuzz::run(&shell, Fuzz::parse(rest).unwrap_or_default())
        }
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            table::SUITES.iter().for_each(|suite| println!("  {:12} {}", suite.name, suite.about));
            Outcome::Ok(())
        }
        _ => {
            eprintln!("no such chore: {}\n\n{HELP}", words.join(" "));
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("{trouble}");
            ExitCode::FAILURE
        }
    }
}
