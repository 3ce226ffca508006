//! What a family says about itself, as data: `fewest list`, the help texts and the laws are made from it.

use serde::Serialize;

/// The description of a family.
#[derive(Debug)]
pub struct Info {
    /// The name used on the command line and in documents: `blocks`.
    pub id: &'static str,
    /// One line for people.
    pub title: &'static str,
    /// The text formats; the first is written unless another is asked for.
    pub formats: &'static [Format],
    /// The metrics; the first is the default.
    pub metrics: &'static [Metric],
    /// Ways to write an answer; the first is the default.
    pub notations: &'static [Notation],
    /// Goals that have a name; anything else that is given as a goal is a text of the family's own.
    pub goals: &'static [GoalName],
    /// What may be said of the start of a board besides its text, in one line; None if boards say all of it.
    pub starts: Option<&'static str>,
    /// The course programs of this family.
    pub courses: &'static [Course],
    /// Puzzles that come with the program.
    pub examples: &'static [Example],
    /// What is too large, in one line.
    pub limits: &'static str,
}

/// A text format.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Format {
    /// Its name in `--as family:format`.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// Whether boards can be written in it.
    pub writes: bool,
}

/// A way to count moves.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metric {
    /// Its name in `--metric`, in the plural: `slides`.
    pub id: &'static str,
    /// The singular: `slide`.
    pub one: &'static str,
    /// What counts as one move.
    pub about: &'static str,
}

/// A way to write an answer.
#[derive(Debug)]
pub struct Notation {
    /// Its name in `--print`.
    pub id: &'static str,
    /// One line for people, with an example.
    pub about: &'static str,
}

/// A goal that has a name.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GoalName {
    /// Its name in `--goal`.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
}

/// A course program, run as `fewest course NAME`.
#[derive(Debug)]
pub struct Course {
    /// Its name.
    pub id: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// What follows the name on the command line: `FILE`.
    pub usage: &'static str,
    /// Its own options; none for most.
    pub options: &'static [super::course_options::CourseOption],
    /// Whether the last file named is written, not read; without it the output goes to standard output.
    pub writes_last: bool,
    /// The program: arguments read as sources, output to standard output, faults to standard error; gives the exit code.
    pub run: fn(&mut CourseRun<'_>) -> std::io::Result<u8>,
}

/// What a course program works with.
pub struct CourseRun<'a> {
    /// The files named on the command line, read.
    pub sources: Vec<super::source::Source>,
    /// The words after the name of the program as they were given, files among them.
    pub arguments: Vec<String>,
    /// Standard input, for programs that talk with their user.
    pub input: &'a mut dyn std::io::BufRead,
    /// Seconds since the start on the clock and of the processor. The library has no clock of its own.
    pub elapsed: &'a dyn Fn() -> (f64, f64),
    /// Standard output, or the file that the program writes.
    pub out: &'a mut dyn std::io::Write,
    /// Standard error.
    pub err: &'a mut dyn std::io::Write,
    /// What the search may use.
    pub cx: &'a fewest_search::Context<'a>,
}

/// A puzzle that comes with the program.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// The format it is written in.
    pub format: &'static str,
    /// The text.
    pub text: &'static str,
    /// The fewest moves in the default metric, or None if it has no solution; checked by the laws.
    pub fewest: Option<u64>,
}

/// The metric of that name.
///
/// # Panics
/// If a family names a metric that its [`Info`] does not list, which a law forbids.
pub fn metric_of(info: &'static Info, id: &str) -> &'static Metric {
    info.metrics
        .iter()
        .find(|metric| metric.id == id)
        .expect("a board's metric is listed in its family's Info")
}
