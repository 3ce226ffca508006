//! The command line and its subcommands, one file or folder each. Help texts, completions and the
//! man page are made from these definitions.

pub mod cache;
pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod convert;
pub mod course;
pub mod draw;
pub mod explore;
pub mod generate;
pub mod hint;
pub mod map;
pub mod play;
pub mod prove;
pub mod reference;
pub mod solve;
pub mod verify;

use std::io::Write;

use clap::{CommandFactory, Parser, Subcommand};
use fewest::service::families;

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::{exit, output};

/// Puzzle in, fewest moves out, and a reason to believe it.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, after_help = exit::table(), disable_help_subcommand = true)]
#[command(max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub manner: Manner,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(solve::Solve),
    Check(check::Check),
    Prove(prove::Prove),
    Verify(verify::Verify),
    Hint(hint::Hint),
    Play(play::Play),
    Draw(draw::Draw),
    Convert(convert::Convert),
    Generate(generate::Generate),
    Explore(explore::Explore),
    #[cfg(feature = "cluster")]
    Launch(cluster::launch::Launch),
    Map(map::Map),
    List(reference::List),
    #[cfg(feature = "serve")]
    Serve(crate::serve::Serve),
    Course(course::Course),
    Cache(cache::Cache),
    Completions(reference::Completions),
    Man(reference::Man),
}

/// Runs the command and returns the exit code. Its output files are completed if it succeeds.
pub fn run(cli: &Cli) -> Result<u8, Failure> {
    let code = run_alone(cli);
    // A picture or a page of some of its puzzles only would look complete.
    let is_complete = !matches!(cli.command, Some(Command::Draw(_)));
    let is_failed = code.as_ref().is_ok_and(|code| *code == Code::BadInput.number());
    match &code {
        Ok(_) if is_complete || !is_failed => output::finish_all()?,
        Ok(_) | Err(_) => output::discard_all(),
    }
    code
}

fn run_alone(cli: &Cli) -> Result<u8, Failure> {
    let manner = cli.manner;
    let code = match &cli.command {
        None => welcome(),
        Some(Command::Solve(command)) => command.run(manner),
        Some(Command::Check(command)) => command.run(manner),
        Some(Command::Prove(command)) => command.run(manner),
        Some(Command::Verify(command)) => command.run(manner),
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
        Some(Command::Completions(command)) => command.run(Cli::command()),
        Some(Command::Man(command)) => command.run(Cli::command()),
    };
    code.map(Code::number)
}

/// `fewest` without arguments: prints three commands to try.
fn welcome() -> Result<Code, Failure> {
    let mut console = Console::new(None, false, false);
    let mut examples = families().flat_map(|entry| entry.info.examples);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Cli::command().debug_assert();
    }
}
