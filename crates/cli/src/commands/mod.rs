//! The subcommands, one file or folder each.

mod animate;
pub mod cache;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod completions;
pub mod convert;
pub mod course;
pub mod draw;
pub mod explore;
pub mod generate;
pub mod hint;
pub mod list;
pub mod man;
pub mod map;
pub mod play;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;

use std::io::Write;

use fewest::FAMILIES;

use crate::args::{Cli, Command};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::output;

/// Runs the command and returns the exit code. Its output files are completed if it succeeds.
pub fn run(cli: &Cli) -> Result<u8, Failure> {
    let code = run_alone(cli);
    match &code {
        Ok(_) => output::finish_all()?,
        Err(_) => output::discard_all(),
    }
    code
}

fn run_alone(cli: &Cli) -> Result<u8, Failure> {
    let manner = cli.manner;
    let code = match &cli.command {
        None => welcome(),
        Some(Command::Solve(command)) => command.run(manner),
        Some(Command::Check(command)) => command.run(manner),
        Some(Command::Hint(command)) => command.run(manner),
        Some(Command::Play(command)) => command.run(manner),
        Some(Command::Draw(command)) => command.run(manner),
        Some(Command::Convert(command)) => command.run(manner),
        Some(Command::Generate(command)) => command.run(manner),
        Some(Command::Explore(command)) => command.run(manner),
        #[cfg(feature = "cluster")]
        Some(Command::Launch(command)) => command.run(manner),
        Some(Command::Map(command)) => command.run(manner),
        Some(Command::List(command)) => command.run(manner),
        #[cfg(feature = "serve")]
        Some(Command::Serve(command)) => command.run(manner),
        // A course program has exit codes of its own.
        Some(Command::Course(command)) => return command.run(manner),
        Some(Command::Cache(command)) => command.run(manner),
        Some(Command::Completions(command)) => command.run(),
        Some(Command::Man(command)) => command.run(),
    };
    code.map(Code::number)
}

/// `fewest` without arguments: prints three commands to try.
fn welcome() -> Result<Code, Failure> {
    let mut console = Console::new(None, false, false);
    let mut examples = FAMILIES.iter().flat_map(|entry| entry.info.examples);
    // A puzzle of a few moves makes a better example than one of none.
    let name =
        examples.find(|example| example.fewest.is_some_and(|n| (3..20).contains(&n))).map_or("-", |e| e.name);
    let lines = [
        (format!("fewest solve {name}"), "the fewest moves, and why no fewer will do"),
        (format!("fewest draw {name}"), "the puzzle as a picture"),
        ("fewest list".to_owned(), "puzzles that come with the program, formats, metrics"),
    ];
    let width = lines.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, about) in lines {
        writeln!(console, "{command:width$}  # {about}")?;
    }
    console.flush()?;
    Ok(Code::Answered)
}
