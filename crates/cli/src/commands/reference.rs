//! What the program says about itself: `fewest list` from the descriptions of the families, `fewest
//! help`, `fewest man` and `fewest completions` from the definition of the command line.

use std::io::Write;

use clap::{Args, ValueEnum};
use clap_mangen::Man as Page;
use fewest::service::{
    AsWhat, Command, Context, Entry, Format, Opened, OptionSpec, PuzzleText, ReadOptions, Request, Session,
    Source, Written, did_you_mean, families, handle, open,
};

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};

/// List families with what they can do, puzzles, formats, metrics, notations, goals, options or
/// course programs
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest list puzzles\n  fewest list formats blocks:rush\n  fewest list --json"
)]
pub struct List {
    /// Only this list
    #[arg(value_enum)]
    what: Option<Listing>,

    /// Only what has this name, or belongs to this family; a format is shown with a board to copy
    name: Option<String>,

    /// Everything as one JSON document
    #[arg(long, conflicts_with_all = ["what", "name"])]
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
        let mut console = Console::new(None, manner.quiet, self.json);
        if self.json {
            let session = Session::new(PuzzleText::default());
            console.document(&handle(&Request::new(Command::List, session), &Context::default()))?;
            console.flush()?;
            return Ok(Code::Answered);
        }
        match (self.what, &self.name) {
            (Some(Listing::Formats), Some(name)) => one_format(&mut console, name)?,
            (Some(what), Some(name)) => {
                let rows = what.rows();
                let is_wanted = |row: &[String; 3]| {
                    let first = row[0].split([' ', ':']).next();
                    first == Some(name) || row[1].split(' ').next() == Some(name)
                };
                let found: Vec<_> = rows.iter().filter(|row| is_wanted(row)).cloned().collect();
                if found.is_empty() {
                    let known = rows.iter().filter_map(|row| row[0].split(' ').next());
                    let remedy = did_you_mean(name, known);
                    return Err(Failure::Usage(format!("there is no `{name}` in this list; {remedy}")));
                }
                table(&mut console, &found)?;
            }
            (Some(what), None) => table(&mut console, &what.rows())?,
            (None, _) => {
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

/// `fewest list formats blocks:rush`: the format, and a board in it.
fn one_format(console: &mut Console, name: &str) -> Result<(), Failure> {
    let (family, format) =
        name.split_once(':').map_or((name, None), |(family, format)| (family, Some(format)));
    let is_family = families().any(|entry| entry.info.id == family);
    let formats = families().flat_map(|entry| entry.info.formats.iter().map(move |format| (entry, format)));
    // A format without its family is enough if no two have it.
    let wanted: Vec<_> = formats
        .filter(|(entry, known)| match format {
            Some(format) => entry.info.id == family && known.id == format,
            None => entry.info.id == name || !is_family && known.id == name,
        })
        .collect();
    if wanted.is_empty() {
        let all: Vec<String> = families()
            .flat_map(|entry| {
                entry.info.formats.iter().map(|format| format!("{}:{}", entry.info.id, format.id))
            })
            .collect();
        let remedy = did_you_mean(name, all.iter().map(String::as_str));
        return Err(Failure::Usage(format!("there is no format `{name}`; {remedy}")));
    }
    for (number, (entry, format)) in wanted.into_iter().enumerate() {
        let gap = if number > 0 { "\n" } else { "" };
        let heading =
            console.paint(anstyle::Style::new().bold(), &format!("{}:{}", entry.info.id, format.id));
        writeln!(console, "{gap}{heading}  {}", format.about)?;
        if let Some(text) = board_in(entry, format) {
            writeln!(console)?;
            for line in text.lines() {
                writeln!(console, "{}", format!("    {line}").trim_end())?;
            }
        }
    }
    Ok(())
}

/// The most bytes of a board that is shown to be copied.
const MOST_SHOWN: usize = 600;

/// A board that comes with the program in a format: in that of its file, else converted. A format
/// that is only read is that of drawings.
fn board_in(entry: &'static Entry, format: &Format) -> Option<String> {
    let opened = |example: &fewest::service::Example| -> Option<Opened> {
        let what = AsWhat { entry, format: Some(example.format) };
        let source = Source::new(example.name, example.text);
        open(&[source], Some(what), &ReadOptions::default()).ok()?.puzzles.into_iter().next()
    };
    let mut found: Vec<String> = Vec::new();
    for example in entry.info.examples {
        if example.format == format.id {
            found.push(example.text.to_owned());
            continue;
        }
        let Some(opened) = opened(example) else { continue };
        let mut text = Vec::new();
        let is_written = if format.writes {
            matches!(opened.position.write(format.id, &mut text), Ok(Written::Yes))
        } else if format.id == fewest::service::DRAWING {
            fewest_draw::readable(opened.position.as_ref(), true, &mut text).is_ok()
        } else {
            false
        };
        found.extend(String::from_utf8(text).ok().filter(|_| is_written));
    }
    found.into_iter().filter(|text| text.len() <= MOST_SHOWN).min_by_key(String::len)
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

/// Show the help of the program, of a command, of a course program, or `formats`
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest help solve\n  fewest help course blackout\n  fewest help formats"
)]
pub struct Help {
    /// A command; a course program behind `course`; or `formats`: all formats with a board to copy
    topic: Vec<String>,
}

impl Help {
    /// Prints the help of a part of `whole`, the definition of the command line.
    pub fn run(&self, mut whole: clap::Command) -> Result<Code, Failure> {
        whole.build();
        let mut console = Console::new(None, false, false);
        let words: Vec<&str> = self.topic.iter().map(String::as_str).collect();
        let command = match words[..] {
            [] => Some(&mut whole),
            ["formats"] => {
                writeln!(console, "Boards are read as people draw them, and in these formats.\n")?;
                for (number, entry) in families().enumerate() {
                    if number > 0 {
                        writeln!(console)?;
                    }
                    one_format(&mut console, entry.info.id)?;
                }
                console.flush()?;
                return Ok(Code::Answered);
            }
            ["course", name] => return super::course::help(name).map(|()| Code::Answered),
            [name] => whole.find_subcommand_mut(name),
            _ => None,
        };
        let Some(command) = command else {
            let topic = words.join(" ");
            let known: Vec<String> =
                whole.get_subcommands().map(|command| command.get_name().to_owned()).collect();
            let remedy = did_you_mean(&topic, known.iter().map(String::as_str).chain(["formats"]));
            return Err(Failure::Usage(format!("there is no help about `{topic}`; {remedy}")));
        };
        let help = command.render_long_help();
        if console.is_coloured() {
            write!(console, "{}", help.ansi())?;
        } else {
            write!(console, "{help}")?;
        }
        console.flush()?;
        Ok(Code::Answered)
    }
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
            None => program.clone(),
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
        if self.command.is_none() {
            examples(&mut console, &program)?;
        }
        environment(&mut console)?;
        exit_status(&mut console)?;
        files(&mut console)?;
        console.flush()?;
        Ok(Code::Answered)
    }
}

/// Text of a manual page: backslashes and dashes are escaped, and a line that would begin a request.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

/// The examples of all commands.
fn examples(console: &mut Console, whole: &clap::Command) -> Result<(), Failure> {
    writeln!(console, ".SH EXAMPLES")?;
    for command in whole.get_subcommands() {
        let Some(after) = command.get_after_help().map(ToString::to_string) else { continue };
        let lines = after.lines().skip_while(|line| *line != "Examples:").skip(1);
        let lines: Vec<&str> = lines.take_while(|line| line.starts_with("  ")).collect();
        if !lines.is_empty() {
            writeln!(console, ".PP\n.nf")?;
            lines.iter().try_for_each(|line| writeln!(console, "{}", roff(line)))?;
            writeln!(console, ".fi")?;
        }
    }
    Ok(())
}

/// Variables of the environment, and what they are for.
const ENVIRONMENT: [(&str, &str); 4] = [
    (
        "FEWEST_CACHE",
        "The folder for tables that make later searches quicker; if it is empty, nothing is kept.",
    ),
    (
        "FEWEST_CACHE_LIMIT",
        "The most that these tables may take, as in 4G [default: 16G]; the oldest are removed.",
    ),
    ("FEWEST_TOKEN", "The secret of processes that search together (`explore --hosts`)."),
    ("NO_COLOR", "If it is set and not empty, nothing is coloured; `--color always` overrides it."),
];

/// Files, and what they are for.
const FILES: [(&str, &str); 3] = [
    ("$XDG_CACHE_HOME/fewest, ~/.cache/fewest", "Tables; `fewest cache` shows and clears them."),
    ("DIR of `--work DIR`", "Layers and checkpoints of a long search; the same command goes on from them."),
    ("LOG of `--log LOG`", "The answers of a batch, one JSON document per line."),
];

fn environment(console: &mut Console) -> Result<(), Failure> {
    terms(console, "ENVIRONMENT", &ENVIRONMENT)
}

fn files(console: &mut Console) -> Result<(), Failure> {
    terms(console, "FILES", &FILES)
}

fn terms(console: &mut Console, heading: &str, terms: &[(&str, &str)]) -> Result<(), Failure> {
    writeln!(console, ".SH {heading}")?;
    for (term, about) in terms {
        writeln!(console, ".TP\n\\fB{}\\fR\n{}", roff(term), roff(about))?;
    }
    Ok(())
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
        console.write_all(with_puzzles(self.shell).as_bytes())?;
        console.flush()?;
        Ok(Code::Answered)
    }
}

/// Commands that take the name of a puzzle.
const TAKE_PUZZLES: [&str; 9] =
    ["solve", "check", "hint", "play", "draw", "convert", "explore", "map", "prove"];

/// What is added to the script of a shell, so that names of puzzles are completed beside files.
fn with_puzzles(shell: clap_complete::Shell) -> String {
    let names: Vec<&str> =
        families().flat_map(|entry| entry.info.examples).map(|example| example.name).collect();
    let names = names.join(" ");
    match shell {
        clap_complete::Shell::Bash => format!(
            r#"
_fewest_and_puzzles() {{
    _fewest "$@"
    local cur="${{COMP_WORDS[COMP_CWORD]}}"
    case "${{COMP_WORDS[1]}} ${{cur}}" in
        *" -"*) ;;
        {} )
            COMPREPLY=( $(compgen -f -- "${{cur}}") $(compgen -W "{names}" -- "${{cur}}") ) ;;
    esac
}}
complete -F _fewest_and_puzzles -o nosort -o bashdefault -o default fewest
"#,
            TAKE_PUZZLES.map(|command| format!("\"{command} \"*")).join(" | ")
        ),
        clap_complete::Shell::Fish => format!(
            "complete -c fewest -n \"__fish_seen_subcommand_from {}\" -F -a \"{names}\"\n",
            TAKE_PUZZLES.join(" ")
        ),
        clap_complete::Shell::Zsh => format!(
            r#"
_fewest_and_puzzles() {{
    if (( CURRENT > 2 )) && [[ " {} " == *" $words[2] "* && $words[CURRENT] != -* ]]; then
        compadd -- {names}
        _files
    fi
    _fewest "$@"
}}
compdef _fewest_and_puzzles fewest
"#,
            TAKE_PUZZLES.join(" ")
        ),
        _ => String::new(),
    }
}
