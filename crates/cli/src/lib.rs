//! The program `fewest`: puzzle in, fewest moves out, and a reason to believe it.
//!
//! It is a library with one function, [`run`], so that a crate with a family of its own has all
//! commands, the player and the page for it in one line; `examples/own_family` is such a crate.
//!
//! The program contains no rules of puzzles. It parses the command line, passes texts to the
//! library and prints the results.
//!
//! | module | what it holds |
//! |---|---|
//! | `commands` | the definition of the command line, and the subcommands |
//! | `args`, `command_line` | options of several commands, and the command as text |
//! | `input`, `puzzles` | names on the command line become texts, texts become positions |
//! | `console`, `output`, `show`, `faults`, `exit` | answers, files, errors and exit codes |
//! | `runtime` | runs a search with limits, Ctrl-C and progress |
//! | `animation`, `player` | solutions step by step, and games at the terminal |
//! | `serve` | the page and the API over HTTP |

mod args;
mod commands;
mod console;
mod exit;
mod faults;
mod input;
mod output;
mod player;
mod puzzles;
mod runtime;
#[cfg(feature = "serve")]
mod serve;
mod show;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::FromArgMatches;
use fewest::service::{Entry, register};

use crate::exit::{Code, Failure};

/// Runs the program with the families of the library and those of other crates. It reads the
/// command line of the process and returns its exit code.
pub fn run(others: &[&'static Entry]) -> ExitCode {
    for entry in others {
        if let Err(fault) = register(entry) {
            faults::error(&fault.to_string());
            return Code::Usage.number().into();
        }
    }
    if let Some(name) = commands::course::help_asked(std::env::args().skip(1)) {
        return guarded(|| commands::course::help(&name).map(|()| Code::Answered.number())).into();
    }
    let matches = commands::definition().get_matches();
    let cli = commands::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.manner.apply();
    // Every command with limits has the same names for them.
    if let Some((_, command)) = matches.subcommand() {
        let memory = command.try_get_one("memory").ok().flatten();
        let time = command.try_get_one("time").ok().flatten();
        runtime::limits::hold(memory.copied(), time.copied());
    }
    guarded(|| {
        // A test sets this to see the output of a program with a bug.
        #[cfg(debug_assertions)]
        assert!(std::env::var_os("FEWEST_BUG").is_none(), "a bug on purpose");
        commands::run(&cli)
    })
    .into()
}

/// Runs the program and returns its exit code. A panic becomes a documented code too.
fn guarded(program: impl FnOnce() -> Result<u8, Failure>) -> u8 {
    let ended = catch_unwind(AssertUnwindSafe(program));
    output::discard_all();
    match ended {
        Ok(Ok(code)) => code,
        Ok(Err(failure)) => {
            if let Some(what) = failure.say() {
                faults::error(&what);
            }
            failure.code().number()
        }
        // The panic hook has printed the place. Files with correct checksums can still hold
        // positions that no puzzle has.
        Err(_) => match runtime::work_folder::resumed() {
            Some(folder) => {
                faults::error(&format!(
                    "`{}` does not hold what fewest wrote there, or this is a bug. Begin again in another folder; if \
                     that ends in the same way, please report it with the puzzle.",
                    folder.display()
                ));
                Code::CorruptFile.number()
            }
            None => {
                faults::error(
                    "fewest has a bug: an internal check failed. Please report it with the puzzle.",
                );
                Code::Bug.number()
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_that_the_library_found_is_exit_code_70() {
        assert_eq!(guarded(|| Err(Failure::Bug("on purpose".to_owned()))), 70);
    }
}
