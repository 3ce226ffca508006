//! `fewest`: puzzle in, fewest moves out, and a reason to believe it.
//!
//! The program knows no rule of any game. It reads the command line, hands texts to the library, and shows what
//! comes back.

mod animation;
mod args;
mod command_line;
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

use clap::{CommandFactory, FromArgMatches};

use crate::exit::{Code, Failure};

fn main() -> ExitCode {
    let matches = args::Cli::command().get_matches();
    let cli = args::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    cli.manner.apply();
    // Every command with limits calls them the same.
    let memory = matches.subcommand().and_then(|(_, command)| command.try_get_one("memory").ok().flatten());
    runtime::limits::hold(memory.copied());
    guarded(|| {
        // So that a test can see what users of a program with a bug would see.
        #[cfg(debug_assertions)]
        assert!(std::env::var_os("FEWEST_BUG").is_none(), "a bug on purpose");
        commands::run(&cli)
    })
    .into()
}

/// Runs the program so that it ends with a documented code, whatever happens.
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
        // Rust has printed where the panic was. Files with right checksums can still hold positions
        // that no puzzle has.
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
                    "fewest met a situation that it should never meet. Please report it with the puzzle.",
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
