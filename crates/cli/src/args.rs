//! The definitions of the command line. Help texts, completions and the man page are made from
//! them.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use fewest::{AsWhat, FAMILIES, Info};

use crate::commands;
use crate::exit;

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
    Solve(commands::solve::Solve),
    Check(commands::check::Check),
    Hint(commands::hint::Hint),
    Play(commands::play::Play),
    Draw(commands::draw::Draw),
    Convert(commands::convert::Convert),
    Generate(commands::generate::Generate),
    Explore(commands::explore::Explore),
    #[cfg(feature = "cluster")]
    Launch(commands::cluster::launch::Launch),
    Map(commands::map::Map),
    List(commands::list::List),
    #[cfg(feature = "serve")]
    Serve(commands::serve::Serve),
    Course(commands::course::Course),
    Cache(commands::cache::Cache),
    Completions(commands::completions::Completions),
    Man(commands::man::Man),
}

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Manner")]
pub struct Manner {
    /// Say nothing but answers and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// No colours (also: environment variable NO_COLOR)
    #[arg(long, global = true)]
    pub no_color: bool,
}

impl Manner {
    pub fn apply(self) {
        if self.no_color {
            anstream::ColorChoice::Never.write_global();
        }
    }
}

/// Options of commands that read puzzles.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading")]
pub struct Reading {
    /// What the text is, where it could be several things: `blocks`, `blocks:course`
    #[arg(long = "as", value_name = "FAMILY[:FORMAT]", value_parser = what)]
    pub what: Option<AsWhat>,

    /// What counts as one move [default: the first that `fewest list metrics` shows]
    #[arg(long, value_parser = PossibleValuesParser::new(ids(|info| info.metrics.iter().map(|m| m.id).collect())))]
    pub metric: Option<String>,

    /// Another goal than the usual one: a name that `fewest list goals` shows, or a file with an
    /// arrangement
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<String>,

    /// The holes that are empty at the start, all others having pegs: d4, or 4
    #[arg(long, value_name = "HOLE")]
    pub vacancy: Option<String>,
}

/// The option for the output file.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Out {
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

fn what(text: &str) -> Result<AsWhat, fewest::Fault> {
    AsWhat::parse(text)
}

/// Returns the names that `of` lists over all families, each once.
pub fn ids(of: impl Fn(&'static Info) -> Vec<&'static str>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for id in FAMILIES.iter().flat_map(|entry| of(entry.info)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_definitions_agree_with_each_other() {
        super::Cli::command().debug_assert();
    }
}
