//! The description of a family as data, from which `fewest list`, the help texts and the laws are
//! made, and the options of its course programs.

use serde::Serialize;

use super::source::Source;

/// The description of a family.
#[derive(Debug)]
pub struct Info {
    /// The name used on the command line and in documents: `blocks`.
    pub id: &'static str,
    /// One line of description.
    pub title: &'static str,
    /// Names of such puzzles in titles and captions, in lower case. Of several readings of a drawing the
    /// one is taken that its title names.
    pub names: &'static [&'static str],
    /// The text formats; the first that can represent a board is written by default.
    pub formats: &'static [Format],
    /// The metrics; the first is the default.
    pub metrics: &'static [Metric],
    /// The notations of solutions; the first is the default.
    pub notations: &'static [Notation],
    /// What may be asked for beyond size, moves and seed; help texts and forms are made from it.
    pub options: &'static [OptionSpec],
    /// The course programs of this family.
    pub courses: &'static [Course],
    /// Puzzles that come with the program.
    pub examples: &'static [Example],
    /// The limits of size, in one line.
    pub limits: &'static str,
}

impl Info {
    /// Returns the option that sets a field of requests. `None` if the family does not declare it.
    pub fn option(&self, field: OptionField) -> Option<&'static OptionSpec> {
        self.options.iter().find(|option| option.field == field)
    }

    /// Returns the goals with a name.
    pub fn goals(&self) -> &'static [NamedValue] {
        self.option(OptionField::Goal).map_or(&[], |option| option.values)
    }
}

/// An option that a family declares. The program makes an argument with its help of it, the page a
/// field of a form.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionSpec {
    /// Its name on the command line and in forms: `goal`.
    pub id: &'static str,
    /// The field of a request that its value is for.
    pub field: OptionField,
    /// What its value is called in help texts. `None` if it is a switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'static str>,
    /// The values that have a name; any other value is a text in the notation of the family.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub values: &'static [NamedValue],
    /// One line of description.
    pub about: &'static str,
}

impl OptionSpec {
    /// Returns an option of [`OptionField::Choice`] with a value.
    pub const fn choice(id: &'static str, value: &'static str, about: &'static str) -> Self {
        Self { id, field: OptionField::Choice, value: Some(value), values: &[], about }
    }

    /// Returns an option for a new board with a number or a text.
    pub const fn of_new(
        id: &'static str,
        field: OptionField,
        value: &'static str,
        about: &'static str,
    ) -> Self {
        Self { id, field, value: Some(value), values: &[], about }
    }
}

/// The field of a request that an option of a family sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OptionField {
    /// Of a puzzle: an entry of `choices` under the name of the option.
    Choice,
    /// Of a puzzle: `goal`.
    Goal,
    /// Of a puzzle: `start`.
    Start,
    /// Of a new board: `rule`.
    Rule,
    /// Of a new board: `unique`.
    Unique,
    /// Of a new board: `pieces`.
    Pieces,
    /// Of a new board: `walls`.
    Walls,
}

impl OptionField {
    /// Returns whether it says how a text is read, and not which board is generated.
    pub const fn is_of_reading(self) -> bool {
        matches!(self, Self::Choice | Self::Goal | Self::Start)
    }
}

/// A text format.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Format {
    /// Its name in `--as family:format`.
    pub id: &'static str,
    /// One line of description.
    pub about: &'static str,
    /// Whether boards can be written in it.
    pub writes: bool,
}

/// A metric: what counts as one move.
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

/// A notation of solutions.
#[derive(Debug)]
pub struct Notation {
    /// Its name in `--print`.
    pub id: &'static str,
    /// One line of description, with an example.
    pub about: &'static str,
}

/// A value of an option that has a name.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedValue {
    /// Its name.
    pub id: &'static str,
    /// One line of description.
    pub about: &'static str,
}

/// A course program, run as `fewest course NAME`.
#[derive(Debug)]
pub struct Course {
    /// Its name.
    pub id: &'static str,
    /// One line of description.
    pub about: &'static str,
    /// The arguments on the command line: `FILE`.
    pub usage: &'static str,
    /// Its own options.
    pub options: &'static [CourseOption],
    /// Whether the last file is the output file; without it the output goes to standard output.
    pub writes_last: bool,
    /// The program; returns the exit code.
    pub run: fn(&mut CourseRun<'_>) -> std::io::Result<u8>,
}

/// The environment of a course program.
pub struct CourseRun<'a> {
    /// The contents of the files on the command line.
    pub sources: Vec<Source>,
    /// All arguments of the program, files included.
    pub arguments: Vec<String>,
    /// Standard input, for interactive programs.
    pub input: &'a mut dyn std::io::BufRead,
    /// Returns wall time and CPU time since the start in seconds; the library has no clock.
    pub elapsed: &'a dyn Fn() -> (f64, f64),
    /// Standard output, or the output file.
    pub out: &'a mut dyn std::io::Write,
    /// Standard error.
    pub err: &'a mut dyn std::io::Write,
    /// The resources of the search.
    pub cx: &'a fewest_search::Context<'a>,
}

/// Runs a course program in memory: without clock, within the default context. Returns the exit
/// code, the output and the messages.
///
/// # Panics
/// If the program writes what is not UTF-8, or fails for another reason than its puzzle.
pub fn run_in_memory(
    program: impl FnOnce(&mut CourseRun<'_>) -> std::io::Result<u8>,
    sources: Vec<Source>,
    arguments: &[&str],
    input: &str,
) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = program(&mut CourseRun {
        sources,
        arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
        input: &mut input.as_bytes(),
        elapsed: &|| (0.0, 0.0),
        out: &mut out,
        err: &mut err,
        cx: &fewest_search::Context::default(),
    })
    .expect("memory can be written");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    (code, text(out), text(err))
}

/// A puzzle that comes with the program.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Example {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line of description.
    pub about: &'static str,
    /// The format of the text.
    pub format: &'static str,
    /// The text.
    pub text: &'static str,
    /// The length of an optimal solution in the default metric; checked by the laws. `None` if
    /// there is no solution.
    pub fewest: Option<u64>,
}

/// An [`Example`] whose text is `puzzles/NAME.txt` of the crate that uses it in its `lib.rs`: name,
/// line of description, format, and the fewest moves.
#[macro_export]
macro_rules! example {
    ($name:literal, $about:literal, $format:expr, $fewest:expr $(,)?) => {
        $crate::Example {
            name: $name,
            about: $about,
            format: $format,
            text: include_str!(concat!("../puzzles/", $name, ".txt")),
            fewest: $fewest,
        }
    };
}

impl Example {
    /// Returns an example; the arguments are the fields in their order.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        format: &'static str,
        text: &'static str,
        fewest: Option<u64>,
    ) -> Self {
        Self { name, about, format, text, fewest }
    }
}

/// Returns the metric with this id.
///
/// # Panics
/// If the [`Info`] of the family does not list it, which a law forbids.
pub fn metric_of(info: &'static Info, id: &str) -> &'static Metric {
    info.metrics
        .iter()
        .find(|metric| metric.id == id)
        .expect("a board's metric is listed in its family's Info")
}

/// An option of a course program.
#[derive(Debug)]
pub struct CourseOption {
    /// Its spellings, short or long: `-n`, `--models`. The first is its name.
    pub flags: &'static [&'static str],
    /// Where its value is.
    pub value: OptionValue,
    /// One line of description.
    pub about: &'static str,
}

/// The place of an option's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// In the same word, optional: `-q`, `-q2`, `--quiet=2`.
    Attached,
    /// In the same word or the next: `-n0`, `-n 0`, `--models=0`, `--models 0`.
    Needed,
    /// The same, or a number that stands alone: `0`.
    Number,
}

/// A command line, separated into options and other words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    /// The options by name, with their values, in order.
    pub options: Vec<(&'static str, Option<String>)>,
    /// All other words, in order.
    pub others: Vec<String>,
}

impl CourseOption {
    /// Returns the value inside a word. `None` if the word is not this option.
    fn matched<'w>(&self, word: &'w str) -> Option<Option<&'w str>> {
        self.flags.iter().find_map(|flag| {
            let rest = word.strip_prefix(flag)?;
            match rest.strip_prefix('=') {
                Some(value) => Some(Some(value)),
                None if rest.is_empty() => Some(None),
                None if flag.starts_with("--") => None,
                None => Some(Some(rest)),
            }
        })
    }
}

/// Separates the arguments of a course program into the options that its course defines and other
/// words.
pub fn sort(options: &'static [CourseOption], words: &[String]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let found = options.iter().find_map(|option| Some((option, option.matched(word)?)));
        match found {
            Some((option, value)) => {
                let value = match (value, option.value) {
                    (None, OptionValue::Needed | OptionValue::Number) => words.next().cloned(),
                    (value, _) => value.map(str::to_owned),
                };
                sorted.options.push((option.flags[0], value));
            }
            None => {
                let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
                let numbered = options.iter().find(|option| is_number && option.value == OptionValue::Number);
                match numbered {
                    Some(option) => sorted.options.push((option.flags[0], Some(word.clone()))),
                    None => sorted.others.push(word.clone()),
                }
            }
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPTIONS: [CourseOption; 2] = [
        CourseOption { flags: &["-n", "--models"], value: OptionValue::Number, about: "" },
        CourseOption { flags: &["-q", "--quiet"], value: OptionValue::Attached, about: "" },
    ];

    #[test]
    fn a_value_is_in_the_same_word_or_the_next() {
        for (line, expected) in [
            ("a -n 0 b", vec![("-n", Some("0"))]),
            ("a -n0 b", vec![("-n", Some("0"))]),
            ("a b --models=0", vec![("-n", Some("0"))]),
            ("--models 0 a b", vec![("-n", Some("0"))]),
            ("a -q b", vec![("-q", None)]),
            ("a b 0", vec![("-n", Some("0"))]),
            ("a b -q2 --quiet=1 -n", vec![("-q", Some("2")), ("-q", Some("1")), ("-n", None)]),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let sorted = sort(&OPTIONS, &words);
            let options: Vec<_> =
                sorted.options.iter().map(|(name, value)| (*name, value.as_deref())).collect();
            assert_eq!((options, sorted.others), (expected, vec!["a".to_owned(), "b".to_owned()]), "{line}");
        }
    }

    #[test]
    fn words_that_are_no_option_are_kept() {
        let words = ["-", "--modelsx", "--time", "-x"].map(str::to_owned);
        assert_eq!(sort(&OPTIONS, &words).others, words);
    }
}
