//! The command line of the program, and options that several commands have.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches, ValueEnum};
use fewest::service::{AsWhat, Info, OptionField, OptionSpec, ReadOptions, Room, families, is_hidden};

/// Options of every command.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Manner")]
pub struct Manner {
    /// Print the answer alone: no notes, no reasons
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// When to use colours [default: auto, on terminals only; never if NO_COLOR is set]
    #[arg(long, value_name = "WHEN", value_enum, global = true, conflicts_with = "no_color")]
    pub color: Option<ColorWhen>,

    /// The same as `--color never`
    #[arg(long, global = true)]
    pub no_color: bool,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On terminals
    Auto,
    /// Also in files and pipes
    Always,
    /// Nowhere
    Never,
}

impl Manner {
    pub fn apply(self) {
        match self.color {
            _ if self.no_color => anstream::ColorChoice::Never.write_global(),
            Some(ColorWhen::Always) => anstream::ColorChoice::AlwaysAnsi.write_global(),
            Some(ColorWhen::Never) => anstream::ColorChoice::Never.write_global(),
            Some(ColorWhen::Auto) | None => {}
        }
    }
}

/// Options of commands that read puzzles.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading")]
pub struct Reading {
    /// Family and format of an ambiguous text: `blocks`, `blocks:course`
    #[arg(long = "as", value_name = "FAMILY[:FORMAT]", value_parser = what)]
    pub what: Option<AsWhat>,

    /// What counts as one move [default: the first that `fewest list metrics` shows]
    #[arg(long, value_parser = PossibleValuesParser::new(ids(|info| info.metrics.iter().map(|m| m.id).collect())))]
    pub metric: Option<String>,

    #[command(flatten)]
    pub declared: Declared<true>,
}

impl Reading {
    /// Returns the value of the option for a field, if it is given.
    pub fn given(&self, field: OptionField) -> Option<&str> {
        self.declared.0.iter().find(|(option, _)| option.field == field).map(|(_, value)| value.as_str())
    }

    /// Returns the options in the form that the library takes.
    pub fn options(&self, room: Room) -> ReadOptions {
        let mut options = ReadOptions { metric: self.metric.clone(), room, ..ReadOptions::default() };
        self.declared.0.iter().for_each(|(option, value)| options.set(option, value));
        options
    }
}

/// The options that families declare, and their values on the command line: those for reading
/// puzzles, or those for new ones. Options of one name are one argument.
#[derive(Clone, Debug, Default)]
pub struct Declared<const READS: bool>(pub Vec<(&'static OptionSpec, String)>);

impl<const READS: bool> Declared<READS> {
    /// Returns every option once, with its help.
    fn all() -> Vec<(&'static OptionSpec, String)> {
        let declared = families().flat_map(|entry| entry.info.options.iter().map(|o| (entry.info.id, o)));
        let declared = declared.filter(|(_, option)| option.field.is_of_reading() == READS);
        let mut all: Vec<(&OptionSpec, Vec<(&str, &str)>)> = Vec::new();
        for (family, option) in declared {
            match all.iter_mut().find(|(known, _)| known.id == option.id) {
                Some((_, abouts)) => abouts.push((family, option.about)),
                None => all.push((option, vec![(family, option.about)])),
            }
        }
        let help = |abouts: Vec<(&str, &str)>| match &abouts[..] {
            [(family, about)] if !READS => format!("For {family}: {about}"),
            [(_, about)] => (*about).to_owned(),
            several => {
                let parts = several.iter().map(|(family, about)| format!("for {family}: {about}"));
                let text = parts.collect::<Vec<_>>().join("; ");
                text.replacen("for", "For", 1)
            }
        };
        all.into_iter().map(|(option, abouts)| (option, help(abouts))).collect()
    }
}

/// Checks the value of an option with a number.
fn number(text: &str) -> Result<String, std::num::ParseIntError> {
    text.parse::<usize>().map(|_| text.to_owned())
}

impl<const READS: bool> Args for Declared<READS> {
    fn augment_args(command: clap::Command) -> clap::Command {
        let arg = |(option, help): (&'static OptionSpec, String)| {
            let arg = clap::Arg::new(option.id).long(option.id).help(help);
            match (option.value, option.field) {
                (None, _) => arg.action(clap::ArgAction::SetTrue),
                (Some(value), OptionField::Pieces | OptionField::Walls) => {
                    arg.value_name(value).value_parser(number)
                }
                (Some(value), OptionField::Choice) => arg.value_name(value).allow_hyphen_values(true),
                (Some(value), _) => arg.value_name(value),
            }
        };
        command.args(Self::all().into_iter().map(arg)).next_help_heading(None)
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl<const READS: bool> FromArgMatches for Declared<READS> {
    fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
        let given = Self::all().into_iter().filter_map(|(option, _)| match option.value {
            Some(_) => Some((option, matches.get_one::<String>(option.id)?.clone())),
            None => matches.get_flag(option.id).then(|| (option, String::new())),
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The option for the output file.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub struct Out {
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
}

fn what(text: &str) -> Result<AsWhat, fewest::service::Fault> {
    AsWhat::parse(text)
}

/// Returns the names that `of` lists over all families, each once.
pub fn ids(of: impl Fn(&'static Info) -> Vec<&'static str>) -> Vec<&'static str> {
    let mut all = Vec::new();
    for id in families().flat_map(|entry| of(entry.info)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    all
}

/// Returns the command line of this process, quoted for a shell.
pub fn this_command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("fewest".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the command line of this process with `--as WHAT` added and without the inputs other
/// than `keep`.
pub fn ready_command(what: &str, choice: Option<&str>, keep: &str, inputs: &[String]) -> String {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    command_from(&arguments, what, choice, keep, inputs)
}

fn command_from(
    arguments: &[String],
    what: &str,
    choice: Option<&str>,
    keep: &str,
    inputs: &[String],
) -> String {
    let mut words = vec!["fewest".to_owned()];
    let mut arguments = arguments.iter();
    words.extend(arguments.next().map(|command| quoted(command)));
    words.extend(["--as".to_owned(), what.to_owned()]);
    words.extend(choice.map(quoted));
    words.extend(arguments.filter(|word| *word == keep || !inputs.contains(word)).map(|word| quoted(word)));
    words.join(" ")
}

/// Returns a word quoted for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(is_hidden) {
        // ANSI-C quoting, which bash and zsh read.
        let written = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if is_hidden(c) => format!("\\U{:08x}", c as u32),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(written).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_inputs_are_left_out_and_odd_names_are_quoted() {
        let words = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let command = command_from(
            &words("solve|a.txt|b c.txt|--json"),
            "blocks:course",
            None,
            "b c.txt",
            &words("a.txt|b c.txt"),
        );
        assert_eq!(command, "fewest solve --as blocks:course 'b c.txt' --json");
        assert_eq!(quoted("a\n'\x1b"), r"$'a\U0000000a\'\U0000001b'");
    }
}
