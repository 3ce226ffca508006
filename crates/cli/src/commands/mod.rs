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
use fewest::service::{AsWhat, ReadOptions, Source, families, open};

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::{exit, output};

/// Puzzle in, fewest moves out, and a reason to believe it.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, disable_help_subcommand = true)]
#[command(after_help = SHORT, after_long_help = exit::table())]
#[command(max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    #[command(flatten)]
    pub manner: Manner,
}

/// Below the short help.
const SHORT: &str = "\
Boards are read as people draw them: `fewest help formats`. `fewest help COMMAND` says more;
`--help` lists the exit codes.";

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
    Help(reference::Help),
    Man(reference::Man),
}

/// Options that the short help of a command shows; `--help` shows all.
const USUAL: [&str; 25] = [
    "puzzle",
    "puzzles",
    "answers",
    "name",
    "words",
    "family",
    "what",
    "topic",
    "help",
    "any",
    "all",
    "count",
    "time",
    "json",
    "csv",
    "out",
    "quiet",
    "after",
    "ascii",
    "to",
    "size",
    "moves",
    "seed",
    "answer_files",
    "moves_only",
];

/// The most examples below the short help.
const FEW_EXAMPLES: usize = 3;

/// The definition of the command line with short help texts (`-h`) beside the long ones (`--help`).
pub fn definition() -> clap::Command {
    let is_usual = |arg: &clap::Arg| USUAL.contains(&arg.get_id().as_str());
    let hidden = |arg: clap::Arg| {
        let is_usual = is_usual(&arg);
        arg.hide_short_help(!is_usual)
    };
    let shortened = |command: clap::Command| {
        let command = command.mut_args(hidden);
        let Some(after) = command.get_after_help().map(ToString::to_string) else { return command };
        let mut short: Vec<&str> = Vec::new();
        let mut examples = 0;
        for line in after.lines() {
            examples = if line == "Examples:" {
                1
            } else if examples > 0 && line.starts_with("  ") {
                examples + 1
            } else {
                0
            };
            if examples <= FEW_EXAMPLES + 1 {
                short.push(line);
            }
        }
        let short = short.join("\n");
        command.after_help(short).after_long_help(after)
    };
    Cli::command().mut_args(hidden).mut_subcommands(shortened)
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
        Some(Command::Help(command)) => command.run(definition()),
        Some(Command::Man(command)) => command.run(Cli::command()),
    };
    code.map(Code::number)
}

/// `fewest` without arguments: a board that people know, as it may be typed, and commands to try.
fn welcome() -> Result<Code, Failure> {
    let mut console = Console::new(None, false, false);
    writeln!(console, "Puzzle in, fewest moves out, and a reason to believe it.\n")?;
    // Of the puzzles that come with the program, the one whose position most people have seen.
    let known = families().flat_map(|entry| entry.info.examples.iter().map(move |e| (entry, e)));
    if let Some((entry, example)) = known.into_iter().find(|(_, example)| example.name == WELCOME) {
        let source = Source::new(example.name, example.text);
        let what = AsWhat { entry, format: Some(example.format) };
        if let Ok(opening) = open(&[source], Some(what), &ReadOptions::default())
            && let Some(puzzle) = opening.puzzles.first()
        {
            let mut picture = Vec::new();
            fewest_draw::boxes(&puzzle.position.scene(), fewest_draw::TextStyle::Plain, &mut picture)?;
            for line in String::from_utf8_lossy(&picture).lines() {
                writeln!(console, "    {line}")?;
            }
            writeln!(console)?;
        }
    }
    let lines = [
        (format!("fewest solve {WELCOME}"), "the fewest moves, and why no fewer will do"),
        (format!("fewest play {WELCOME}"), "play it here, with hints"),
        ("fewest solve board.txt".to_owned(), "a board of your own, as people draw it"),
        ("fewest list puzzles".to_owned(), "more puzzles that come with the program"),
        ("fewest help formats".to_owned(), "how boards are written"),
    ];
    let width = lines.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, about) in lines {
        writeln!(console, "{command:width$}  # {about}")?;
    }
    console.flush()?;
    Ok(Code::Answered)
}

/// The puzzle that is shown first.
const WELCOME: &str = "klotski";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_agree_with_each_other() {
        Cli::command().debug_assert();
    }
}
