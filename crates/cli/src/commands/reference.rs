//! What the program says about itself: `fewest list` from the descriptions of the families, `fewest
//! man` and `fewest completions` from the definition of the command line.

use std::io::Write;

use clap::{Args, ValueEnum};
use clap_mangen::Man as Page;
use fewest::service::{Entry, OptionSpec, Response, ResponseStatus, families};

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};

/// List families with what they can do, puzzles, formats, metrics, notations, goals, options or
/// course programs
#[derive(Args, Debug)]
pub struct List {
    /// Only this list
    #[arg(value_enum)]
    what: Option<Listing>,

    /// The families with everything about them, as one document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Listing {
    Families,
    Capabilities,
    Puzzles,
    Formats,
    Metrics,
    Notations,
    Goals,
    Options,
    Courses,
}

impl List {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut console = Console::new(None, manner.quiet, false);
        if self.json {
            let families = fewest::service::catalogue();
            console.document(&Response { outcome: ResponseStatus::Done, families, ..Response::default() })?;
            console.flush()?;
            return Ok(Code::Answered);
        }
        match self.what {
            Some(what) => table(&mut console, &what.rows())?,
            None => {
                for (number, what) in Listing::value_variants().iter().enumerate() {
                    let gap = if number > 0 { "\n" } else { "" };
                    let heading = console.paint(anstyle::Style::new().bold(), what.title());
                    writeln!(console, "{gap}{heading}")?;
                    table(&mut console, &what.rows())?;
                }
            }
        }
        console.flush()?;
        Ok(Code::Answered)
    }
}

impl Listing {
    fn title(self) -> &'static str {
        match self {
            Self::Families => "Families (--as FAMILY)",
            Self::Capabilities => "What only some families can do",
            Self::Puzzles => "Puzzles that come with the program, with their fewest moves",
            Self::Formats => "Formats (--as FAMILY:FORMAT, convert --to FORMAT)",
            Self::Metrics => "Metrics (--metric); the first of a family is its usual one",
            Self::Notations => "Notations of answers (--print); the first of a family is its usual one",
            Self::Goals => "Goals that have a name (--goal); a file with an arrangement is a goal too",
            Self::Options => "Options of the families, for reading puzzles and for new ones",
            Self::Courses => "Course programs (fewest course NAME)",
        }
    }

    fn rows(self) -> Vec<[String; 3]> {
        families().flat_map(|entry| self.rows_of(entry)).collect()
    }

    fn rows_of(self, entry: &'static Entry) -> Vec<[String; 3]> {
        let info = entry.info;
        let row =
            |name: &str, middle: &str, about: &str| [name.to_owned(), middle.to_owned(), about.to_owned()];
        let id = info.id;
        match self {
            Self::Families => vec![row(id, info.title, info.limits)],
            Self::Capabilities => vec![row(id, "", &entry.capabilities().collect::<Vec<_>>().join(", "))],
            Self::Options => {
                let name = |option: &OptionSpec| match option.value {
                    Some(value) => format!("--{} {value}", option.id),
                    None => format!("--{}", option.id),
                };
                info.options.iter().map(|option| row(&name(option), id, option.about)).collect()
            }
            Self::Puzzles => info
                .examples
                .iter()
                .map(|example| {
                    let fewest = example.fewest.map_or_else(|| "none".to_owned(), |n| n.to_string());
                    [example.name.to_owned(), format!("{id} {fewest:>4}"), example.about.to_owned()]
                })
                .collect(),
            Self::Formats => {
                let says = |writes| if writes { "" } else { "read only" };
                info.formats.iter().map(|f| row(&format!("{id}:{}", f.id), says(f.writes), f.about)).collect()
            }
            Self::Metrics => info.metrics.iter().map(|metric| row(metric.id, id, metric.about)).collect(),
            Self::Notations => {
                info.notations.iter().map(|notation| row(notation.id, id, notation.about)).collect()
            }
            Self::Goals => info.goals().iter().map(|goal| row(goal.id, id, goal.about)).collect(),
            Self::Courses => info
                .courses
                .iter()
                .map(|course| row(&format!("{} {}", course.id, course.usage), id, course.about))
                .collect(),
        }
    }
}

/// Writes rows with aligned columns; an empty column is left out.
fn table(console: &mut Console, rows: &[[String; 3]]) -> Result<(), Failure> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    for [name, middle, about] in rows {
        let middle = if second == 0 { String::new() } else { format!("{middle:second$}  ") };
        let line = format!("  {name:first$}  {middle}{about}");
        writeln!(console, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Print the manual page, in the format of `man`
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest man | man -l -\n  fewest man solve > fewest-solve.1")]
pub struct Man {
    /// The page of this command instead of that of the program
    command: Option<String>,
}

impl Man {
    /// Writes the page of `program`, the definition of the command line, or of one of its commands.
    pub fn run(&self, mut program: clap::Command) -> Result<Code, Failure> {
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => {
                let found = program.find_subcommand(name).cloned();
                found.ok_or_else(|| Failure::Usage(format!("there is no command `{name}`")))?
            }
        };
        let name = command.get_display_name().unwrap_or("fewest").to_owned();
        let mut console = Console::new(None, false, false);
        // On the page the exit codes have their own section.
        let page =
            Page::new(if self.command.is_none() { command.after_help("") } else { command }).title(name);
        page.render_title(&mut console)?;
        page.render_name_section(&mut console)?;
        page.render_synopsis_section(&mut console)?;
        page.render_description_section(&mut console)?;
        page.render_options_section(&mut console)?;
        if self.command.is_none() {
            page.render_subcommands_section(&mut console)?;
        } else {
            page.render_extra_section(&mut console)?;
        }
        exit_status(&mut console)?;
        console.flush()?;
        Ok(Code::Answered)
    }
}

fn exit_status(console: &mut Console) -> Result<(), Failure> {
    writeln!(console, ".SH \"EXIT STATUS\"")?;
    for code in Code::ALL {
        writeln!(console, ".TP\n\\fB{}\\fR\n{}", code.number(), code.about())?;
    }
    writeln!(
        console,
        ".PP\nOf many inputs the first present of 70 74 65 24 22 23 75 130 3 4 11 1 0 decides."
    )?;
    Ok(())
}

/// Print the completions for a shell
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest completions bash > ~/.local/share/bash-completion/completions/fewest\n  \
    fewest completions fish > ~/.config/fish/completions/fewest.fish"
)]
pub struct Completions {
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    /// Writes the script for `program`, the definition of the command line.
    pub fn run(&self, mut program: clap::Command) -> Result<Code, Failure> {
        // The generator panics if it cannot write, so it writes to memory.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut program, "fewest", &mut text);
        let mut console = Console::new(None, false, false);
        console.write_all(&text)?;
        console.flush()?;
        Ok(Code::Answered)
    }
}
