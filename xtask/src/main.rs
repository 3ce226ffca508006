//! The tasks of the workspace as one command: `cargo xtask help`; the suites of `cargo xtask test`
//! and the table of their results.

mod boundary;
mod cycles;
mod duplicates;
mod faults;
mod fuzz;
mod new_family;
mod page;
mod proofs;
mod shell;
mod suites;

use std::process::ExitCode;
use std::time::Instant;

use faults::Which;
use fuzz::Fuzz;
use shell::{ChoreResult, Shell, Trouble};

const HELP: &str = "\
cargo xtask test [SUITE…] [--allow-not-run]  everything that CI runs, or only these suites; `all`: the long ones too
cargo xtask long                             the tests of the library with everything that takes minutes
cargo xtask debian-pegs                      `check` accepts all solutions of Debian's peg-solitaire
cargo xtask schema [--check]                 write schema/fewest.schema.json, or fail if it is not current
cargo xtask new-family NAME                  a new family, copied from the template, in the registry at once
cargo xtask bench [FAMILY] [--seed N]        ours beside peers from the package registries; `engine`, `explore`,
                                             `stretch`, `tiles-large`, `tiles-24`, `traffic` too
cargo xtask faults [PART] [PROGRAM]          whatever can happen to a long run; it must go on, or say why not; `many`:
                                             only what can happen to several processes that search together;
                                             `tampering`: only what others on the network can do to these
cargo xtask site [FOLDER [ADDRESS]]          the page as static files with the library as WebAssembly; with the address
                                             that it will have, links to it show a card
cargo xtask npm [FOLDER]                     the npm package of the embedded board
cargo xtask load [SECONDS]                   many clients at once on `fewest serve` (default 60)
cargo xtask screenshots [FOLDER]             the page of every family as pictures (default docs/page)
cargo xtask lighthouse                       the marks that Lighthouse gives the page, as a phone and as a desktop
cargo xtask fuzz [TARGET] [SECONDS]          run a fuzz target, or each in turn, for that long (default 60);
        [--runs N]                           `--runs`: for N inputs
cargo xtask prove-checker                    the checker of proofs, proved in Coq and compared with the extracted one
cargo xtask agree [N]                        clingo confirms the proven lengths of N new boards of each kind (default 20)
cargo xtask veripb [FORM PUZZLE…]            veripb, a checker by others, accepts the proofs of the tests; or of these
                                             puzzles in form `a` or `b`, as a table
cargo xtask mutants [OPTION…]                every mutant of the checker of proofs must fail its tests
cargo xtask help                             this text

FEWEST_DATA names a folder of further instances; with it nothing is skipped.

Suites of `test`:
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let shell = Shell::here();
    let outcome = match words[..] {
        ["test", ref rest @ ..] => return test(&shell, rest),
        ["long"] => suites::long(&shell),
        ["debian-pegs"] => suites::debian_pegs(&shell),
        ["schema"] => suites::write_schema(&shell),
        ["schema", "--check"] => suites::check_schema(&shell),
        ["new-family", name] => new_family::run(&shell, name),
        ["bench", ref rest @ ..] => {
            shell.cargo(&["run", "--release", "-p", "fewest-bench", "--"]).args(rest).run()
        }
        ["faults"] => faults::run(&shell, Which::All, None),
        ["faults", which, ref program @ ..] if Which::parse(which).is_some() && program.len() <= 1 => {
            faults::run(&shell, Which::parse(which).unwrap_or(Which::All), program.first().copied())
        }
        ["faults", program] => faults::run(&shell, Which::All, Some(program)),
        ["site"] => page::run(&shell, None, None),
        ["site", folder] => page::run(&shell, Some(folder), None),
        ["site", folder, address] => page::run(&shell, Some(folder), Some(address)),
        ["npm"] => page::npm(&shell, None),
        ["npm", folder] => page::npm(&shell, Some(folder)),
        ["prove-checker"] => proofs::prove_checker(&shell),
        ["agree"] => proofs::agree(&shell, "20"),
        ["agree", count] if count.parse::<u32>().is_ok() => proofs::agree(&shell, count),
        ["veripb", ref rest @ ..] => proofs::veripb(&shell, rest),
        ["mutants", ref rest @ ..] => proofs::mutants(&shell, rest),
        ["load"] => page::load(&shell, "60"),
        ["load", seconds] if seconds.parse::<u32>().is_ok() => page::load(&shell, seconds),
        ["screenshots"] => page::screenshots(&shell, "docs/page"),
        ["screenshots", folder] => page::screenshots(&shell, folder),
        ["lighthouse"] => page::lighthouse(&shell),
        ["fuzz", ref rest @ ..] if Fuzz::parse(rest).is_some() => {
            fuzz::run(&shell, Fuzz::parse(rest).unwrap_or_default())
        }
        ["help" | "--help" | "-h"] | [] => {
            print!("{HELP}");
            SUITES.iter().for_each(|suite| {
                let long = if suite.is_long { " (long)" } else { "" };
                println!("  {:12} {}{long}", suite.name, suite.about);
            });
            ChoreResult::Ok(())
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

/// A test suite that must pass before a change is merged.
struct Suite {
    /// Its name on the command line.
    name: &'static str,
    /// A description in one line.
    about: &'static str,
    /// Whether it is left out of a run that names no suite, because it costs minutes and a cheaper
    /// suite shows most of what it shows.
    is_long: bool,
    run: fn(&Shell) -> ChoreResult,
}

const fn every(name: &'static str, about: &'static str, run: fn(&Shell) -> ChoreResult) -> Suite {
    Suite { name, about, is_long: false, run }
}

const fn long(name: &'static str, about: &'static str, run: fn(&Shell) -> ChoreResult) -> Suite {
    Suite { name, about, is_long: true, run }
}

/// All suites, quick ones first.
const SUITES: &[Suite] = &[
    every("fmt", "the format of every file", suites::fmt),
    every("boundary", "front ends do not see the engine", boundary::check),
    every("cycles", "no two modules depend on each other", cycles::check),
    every("duplicates", "no run of six lines of code stands in two families", duplicates::check),
    every("clippy", "lints of all targets, warnings denied", suites::clippy),
    every(
        "tests",
        "unit, integration, law, end-to-end and doc tests; every fuzz target briefly",
        suites::tests,
    ),
    every("data", "the shipped instances are whole; with FEWEST_DATA further ones", suites::data),
    every("one-family", "the library with one family only", suites::one_family),
    every("doc", "the documentation, warnings denied", suites::doc),
    every("schema", "the checked-in JSON schema is current", suites::check_schema),
    every("wasm", "built for wasm32, one solve in Node", suites::wasm),
    every("browser", "the page in Chromium behind both engines, and 200 clients at once", page::suite),
    every("packs", "every publishable crate packs", suites::pack),
    long("new-family", "a new family compiles and its laws run", new_family::suite),
    long("package", "every publishable crate builds from its pack", suites::package),
    long("parquet", "layers as Parquet, read by DuckDB", suites::parquet),
    long("fuzz", "20 seconds of mutated input for each target", |shell| {
        fuzz::run(shell, Fuzz { seconds: Some(20), ..Fuzz::default() })
    }),
];

/// Runs the suites named; all if `all` is named; without a name all but the long ones.
fn test(shell: &Shell, words: &[&str]) -> ExitCode {
    let excuse = words.contains(&"--allow-not-run");
    let names: Vec<&str> = words.iter().copied().filter(|word| *word != "--allow-not-run").collect();
    let is_known = |name: &str| name == ALL || SUITES.iter().any(|suite| suite.name == name);
    if let Some(stranger) = names.iter().find(|name| !is_known(name)) {
        eprintln!("there is no suite `{stranger}`; there are:");
        SUITES.iter().for_each(|suite| eprintln!("  {:12} {}", suite.name, suite.about));
        return ExitCode::from(2);
    }
    let mut rows = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    let mut total = Some(0.0);
    for suite in SUITES.iter().filter(|suite| is_chosen(suite, &names)) {
        println!("\n=== {}: {}", suite.name, suite.about);
        let (begin, cpu) = (Instant::now(), cpu::of_children());
        let outcome = (suite.run)(shell);
        let cpu = cpu.zip(cpu::of_children()).map(|(before, after)| after - before);
        let (word, why, bad) = match outcome {
            Ok(()) => ("ok", String::new(), false),
            Err(Trouble::Failed(why)) => ("FAILED", why, true),
            Err(Trouble::NotRun(why)) => ("NOT RUN", why, !excuse),
        };
        passed += u32::from(word == "ok");
        failed += u32::from(bad);
        total = total.zip(cpu).map(|(total, cpu)| total + cpu);
        let row = row(suite.name, word, begin.elapsed().as_secs_f64(), cpu, &why);
        println!("\n{row}");
        rows.push(row);
    }
    println!("\n{:12} {:8} {:>8} {:>8}\n{}\n", "suite", "", "wall", "CPU", rows.join("\n"));
    let total = total.map_or_else(String::new, |total| format!("{:.1} CPU minutes, ", total / 60.0));
    println!("{total}{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// The word for all suites, the long ones too.
const ALL: &str = "all";

/// Whether a run of these names includes a suite.
fn is_chosen(suite: &Suite, names: &[&str]) -> bool {
    match names {
        [] => !suite.is_long,
        _ => names.contains(&ALL) || names.contains(&suite.name),
    }
}

/// Returns a line of the table. `cpu` is `None` where CPU time cannot be measured.
fn row(name: &str, word: &str, wall: f64, cpu: Option<f64>, why: &str) -> String {
    let cpu = cpu.map_or_else(|| "?".to_owned(), |cpu| format!("{cpu:.1}"));
    format!("{name:12} {word:8} {wall:6.1} s {cpu:>6} s  {why}").trim_end().to_owned()
}

/// CPU time of processes.
mod cpu {
    /// Ticks per second of the figures in `/proc`: 100 on every Linux, whatever its timer does.
    const TICKS: f64 = 100.0;

    /// Returns user and system CPU seconds of all processes that this one started and waited for,
    /// and of those that they waited for. `None` where there is no `/proc`.
    pub fn of_children() -> Option<f64> {
        read(&std::fs::read_to_string("/proc/self/stat").ok()?)
    }

    /// Reads `cutime` and `cstime`, fields 16 and 17 of `proc_pid_stat(5)`. Fields are counted
    /// behind the name of the program, which may contain blanks and parentheses.
    pub fn read(stat: &str) -> Option<f64> {
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: f64 = fields.get(13)?.parse::<f64>().ok()? + fields.get(14)?.parse::<f64>().ok()?;
        Some(ticks / TICKS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_is_read_behind_the_name_of_the_program() {
        let stat = "77 (a) b (c) S 1 77 77 0 -1 4194560 9 8 7 6 111 22 3300 44 20 0 1 0 12 0 0";
        assert_eq!(cpu::read(stat), Some(33.44));
        assert_eq!(cpu::read("77 (a) S 1"), None);
    }

    #[test]
    fn a_run_without_names_leaves_out_only_the_long_suites() {
        let chosen = |names: &[&str]| SUITES.iter().filter(|suite| is_chosen(suite, names)).count();
        assert_eq!(chosen(&[ALL]), SUITES.len());
        assert_eq!(chosen(&[]), SUITES.iter().filter(|suite| !suite.is_long).count());
        assert_eq!(chosen(&["fuzz", "fmt"]), 2);
    }

    #[test]
    fn a_row_names_wall_and_cpu_time() {
        assert_eq!(row("fmt", "ok", 1.25, Some(0.5), ""), "fmt          ok          1.2 s    0.5 s");
        assert_eq!(row("wasm", "NOT RUN", 0.0, None, "why"), "wasm         NOT RUN     0.0 s      ? s  why");
    }
}
