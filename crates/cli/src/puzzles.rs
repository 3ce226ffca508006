//! Opens the inputs of a command: names become positions, faults are reported, and the other inputs
//! are still used.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest::service::words::limit;
use fewest::service::{
    AsWhat, Candidate, Fault, FaultDocument, OpenError, Opened, OptionField, ReadOptions, Response, Source,
    visible,
};

use crate::args::{Reading, ready_command};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::input::{self, Input};
use crate::runtime::limits::{self, Deadline, Limits};

/// One puzzle of one input.
pub struct Case {
    /// The input, with the line if it holds several puzzles: `boards.txt:12`. Invisible characters
    /// are escaped.
    pub name: String,
    /// The input.
    pub file: String,
    pub opened: Opened,
    /// Faults of the text that were corrected.
    pub warnings: Vec<FaultDocument>,
    /// Whether it is one of several puzzles, so that its answer needs a heading.
    pub is_one_of_many: bool,
    /// What its text took to read. Of the puzzles of one text only the first has it.
    reading: Duration,
}

impl Case {
    /// Returns what is left of the limits: the time limit holds for reading, searching and writing
    /// together.
    pub fn left_of(&self, limits: &Limits) -> Limits {
        limits.after(self.reading)
    }

    /// Returns a document with the name and family of this puzzle and no outcome yet.
    pub fn about(&self) -> Response {
        Response {
            file: Some(self.file.clone()),
            line: self.opened.line,
            warnings: self.warnings.clone(),
            understood: Some(self.opened.understood.clone()),
            ..Response::about(self.opened.position.as_ref(), self.opened.format)
        }
    }

    /// Writes the heading of the answer if there are several puzzles.
    pub fn heading(&self, console: &mut Console) -> Result<(), Failure> {
        if self.is_one_of_many && !console.json {
            let heading = console.paint(anstyle::Style::new().bold(), &format!("== {}", self.name));
            writeln!(console, "{heading}")?;
        }
        Ok(())
    }
}

/// The result of opening one input.
pub struct Loaded {
    pub cases: Vec<Case>,
    pub code: Code,
    /// Faults of the input that are not reported yet, each with the number of cases before it.
    faults: VecDeque<(usize, Fault, FaultDocument)>,
    /// Whether the input holds one puzzle per line, or faults on several lines.
    is_many: bool,
    sources: Arc<Vec<Source>>,
    family: &'static str,
}

impl Loaded {
    fn nothing() -> Self {
        Self {
            cases: Vec::new(),
            code: Code::BadInput,
            faults: VecDeque::new(),
            is_many: false,
            sources: Arc::default(),
            family: "",
        }
    }

    /// Reports the faults before the case of that number, so that faults and answers are in the
    /// order of the input.
    fn tell_before(&mut self, number: usize, console: &mut Console) -> Result<(), Failure> {
        while self.faults.front().is_some_and(|(before, _, _)| *before <= number) {
            let Some((_, fault, document)) = self.faults.pop_front() else { break };
            if console.json {
                console.document(&Response {
                    file: self.sources.first().map(|source| source.name.clone()),
                    line: document.line.filter(|_| self.is_many),
                    family: Some(self.family.to_owned()),
                    fault: Some(document),
                    ..Response::fault(&fault, &self.sources)
                })?;
            } else {
                console.flush()?;
                faults::show(Severity::Error, &fault, &self.sources);
            }
        }
        Ok(())
    }
}

/// Runs `work` for every puzzle of every input. A bad input does not prevent the others from being
/// answered.
pub fn each(
    names: &[String],
    reading: &Reading,
    console: &mut Console,
    mut work: impl FnMut(&mut Console, &Case) -> Result<Code, Failure>,
) -> Result<Code, Failure> {
    let names = &input::or_standard(names, "a puzzle")?[..];
    let mut worst = Code::Answered;
    let mut one = one_of_several(names, reading);
    let joined = [names.join(" ")];
    let names = if one.is_some() { &joined } else { names };
    for (number, name) in names.iter().enumerate() {
        let mut loaded = match one.take() {
            Some(sources) => {
                let input = Texts { sources, what: None, line: None, began: Instant::now() };
                open(name, input, names, reading, console)?
            }
            None => read(name, names, reading, console)?,
        };
        worst = worst.max(loaded.code);
        for at in 0..loaded.cases.len() {
            loaded.tell_before(at, console)?;
            let case = &loaded.cases[at];
            let mut is_over = false;
            match work(console, case) {
                Ok(code) => {
                    // On the screen of the player Ctrl-C is a key, not a signal.
                    is_over = code == Code::Interrupted;
                    worst = worst.max(code);
                }
                Err(Failure::Bug(what)) => {
                    let fault = Fault::new(what).remedy(BUG);
                    report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
                    worst = worst.max(Code::Bug);
                }
                Err(failure) => return Err(failure),
            }
            console.flush()?;
            // An interrupt after the last puzzle has no effect.
            let is_more = at + 1 < loaded.cases.len() || number + 1 < names.len();
            if is_over || is_more && limits::is_interrupted() {
                return Ok(worst.max(Code::Interrupted));
            }
        }
        loaded.tell_before(usize::MAX, console)?;
    }
    Ok(worst)
}

/// Opens one input and reports its family and its faults.
pub fn load(
    name: &str,
    inputs: &[String],
    reading: &Reading,
    console: &mut Console,
) -> Result<Loaded, Failure> {
    let mut loaded = read(name, inputs, reading, console)?;
    loaded.tell_before(usize::MAX, console)?;
    Ok(loaded)
}

/// The texts of one input before they are opened.
struct Texts {
    sources: Vec<Source>,
    what: Option<AsWhat>,
    line: Option<usize>,
    /// When the reading began.
    began: Instant,
}

/// Opens one input and reports its family.
fn read(name: &str, inputs: &[String], reading: &Reading, console: &mut Console) -> Result<Loaded, Failure> {
    match within_time(name, input::read) {
        Ok((Input { source, what, line }, began)) => {
            open(name, Texts { sources: vec![source], what, line, began }, inputs, reading, console)
        }
        Err(fault) => {
            if console.json {
                console
                    .document(&Response { file: Some(name.to_owned()), ..Response::fault(&fault, &[]) })?;
            } else {
                faults::show(Severity::Error, &fault, &[]);
            }
            Ok(Loaded { code: code_of(&fault), ..Loaded::nothing() })
        }
    }
}

/// Reads the text of an input within the time limit, and returns when its time began: for a file
/// before it is read, for a pipe, whose other end may take long, after that.
pub fn within_time<R: Send + 'static>(
    name: &str,
    read: impl FnOnce(&str) -> Result<R, Fault> + Send + 'static,
) -> Result<(R, Instant), Fault> {
    let began = Instant::now();
    let is_file = std::fs::metadata(name).is_ok_and(|about| about.is_file());
    if !is_file || limits::time().is_none() {
        return read(name).map(|input| (input, if is_file { began } else { Instant::now() }));
    }
    let owned = name.to_owned();
    work_within_time(began, name, move || read(&owned))?.map(|input| (input, began))
}

/// Runs work on a text within the time limit of its puzzle.
///
/// # Errors
/// The fault that the limit ended it.
fn work_within_time<R: Send + 'static>(
    began: Instant,
    name: &str,
    work: impl FnOnce() -> R + Send + 'static,
) -> Result<R, Fault> {
    if limits::time().is_none() {
        return Ok(work());
    }
    Deadline::after(began, limits::time()).run(work).map_err(|stop| {
        let what = format!("stopped by {} while `{name}` was read", limit(stop));
        Fault { limit: Some(stop), ..Fault::new(what) }
    })
}

/// Returns the code of an input that cannot be used: that of the limit if a limit prevents it.
pub fn code_of(fault: &Fault) -> Code {
    fault.limit.map_or(Code::BadInput, Code::of_stop)
}

/// The largest total size of files that can form one puzzle, in bytes.
const LARGEST_PARTS: u64 = 1 << 24;

/// Returns all files together if their family says that they form one puzzle.
fn one_of_several(names: &[String], reading: &Reading) -> Option<Vec<Source>> {
    if names.len() < 2 {
        return None;
    }
    let length = |name: &String| {
        std::fs::metadata(name).ok().filter(std::fs::Metadata::is_file).map(|file| file.len())
    };
    let lengths: Vec<u64> = names.iter().map(length).collect::<Option<_>>()?;
    if lengths.into_iter().fold(0, u64::saturating_add) > LARGEST_PARTS {
        return None;
    }
    let sources: Vec<Source> = names.iter().map(|name| input::text(name).ok()).collect::<Option<_>>()?;
    let what = reading.what.or_else(|| fewest::service::recognise(sources.first()?).ok())?;
    what.entry.are_one(&sources).then_some(sources)
}

/// Opens texts and reports their family.
fn open(
    name: &str,
    texts: Texts,
    inputs: &[String],
    reading: &Reading,
    console: &mut Console,
) -> Result<Loaded, Failure> {
    let Texts { sources, what, line, began } = texts;
    let goal = match reading.given(OptionField::Goal).map(input::goal).transpose() {
        Ok(goal) => goal,
        Err(fault) => {
            report(&fault, &[], console)?;
            return Ok(Loaded::nothing());
        }
    };
    let options = ReadOptions { goal, ..reading.options(limits::room()) };
    let sources = Arc::new(sources);
    let open_as = |as_what: Option<AsWhat>, options: ReadOptions| {
        let texts = Arc::clone(&sources);
        work_within_time(began, name, move || fewest::service::open(&texts, as_what, &options))
            .map_err(OpenError::Fault)
            .and_then(|opened| opened)
    };
    let mut opened = open_as(reading.what.or(what), options.clone());
    if let Err(OpenError::Ambiguous(candidates)) = &opened
        && let Some(chosen) = ask(candidates, name, console.json)
        && let Ok(what) = AsWhat::parse(&chosen.what())
    {
        let mut choices = options.choices.clone();
        choices.extend(chosen.choices());
        opened = open_as(Some(what), ReadOptions { choices, ..options.clone() });
    }
    let opening = match opened {
        Ok(opening) => opening,
        Err(error) => {
            let is_option = matches!(error, OpenError::Option(_));
            let fault = explain(error, name, inputs);
            report(&fault, &sources, console)?;
            let code = if is_option { Code::Usage } else { code_of(&fault) };
            return Ok(Loaded { code, ..Loaded::nothing() });
        }
    };
    if opening.guessed && what.is_none() && !console.json {
        let read = match &opening.puzzles[..] {
            [only] => format!("{} (format: {})", only.understood, only.format),
            [first, ..] => format!(
                "{}, {} puzzles (format: {})",
                opening.entry.info.id,
                opening.puzzles.len(),
                first.format
            ),
            [] => opening.entry.info.id.to_owned(),
        };
        console.note(&format!("{}: read as {read}", visible(name)));
    }
    let family = opening.entry.info.id;
    let mut faults = opening.faults;
    let mut puzzles = opening.puzzles;
    if let Some(line) = line {
        let on_line =
            |fault: &Fault| fault.at.is_none_or(|at| sources[0].line_and_column(at.start).0 == line);
        faults.retain(on_line);
        puzzles.retain(|puzzle| puzzle.line == Some(line));
    }
    if puzzles.is_empty() && faults.is_empty() {
        let place = line.map_or_else(|| "in it".to_owned(), |line| format!("on line {line}"));
        faults.push(Fault::new(format!("there is no puzzle {place}")));
    }
    // What can be read without an option, but not with it, has a wrong option.
    let has_options = !reading.declared.0.is_empty();
    let is_option = has_options && puzzles.is_empty() && {
        let plain = ReadOptions { room: options.room, ..ReadOptions::default() };
        fewest::service::open(&sources, reading.what.or(what), &plain)
            .is_ok_and(|opening| !opening.puzzles.is_empty())
    };
    let many = inputs.len() > 1 || puzzles.len() > 1;
    let lines: Vec<Option<usize>> = puzzles.iter().map(|puzzle| puzzle.line).collect();
    let mut cases: Vec<Case> =
        puzzles.into_iter().map(|opened| case(opened, name, &sources, many, console.json)).collect();
    if let Some(first) = cases.first_mut() {
        first.reading = began.elapsed();
    }
    let code = match faults.iter().map(code_of).max() {
        Some(Code::BadInput) if is_option => Code::Usage,
        code => code.unwrap_or(Code::Answered),
    };
    let documents = FaultDocument::all(&faults, &sources);
    let is_many = faults.len() > 1 || lines.iter().any(Option::is_some);
    let mut faults: Vec<_> = faults.into_iter().zip(documents).collect();
    faults.sort_by_key(|(_, document)| document.line);
    // Faults without a line are reported first.
    let place =
        |document: &FaultDocument| lines.partition_point(|line| *line <= document.line && line.is_some());
    let faults = faults.into_iter().map(|(fault, document)| (place(&document), fault, document)).collect();
    Ok(Loaded { cases, code, faults, is_many, sources, family })
}

/// The largest number of warnings of one puzzle that are printed.
const MOST_SHOWN: usize = 100;

fn case(opened: Opened, name: &str, sources: &[Source], is_one_of_many: bool, json: bool) -> Case {
    let file = match sources {
        [source] => source.name.clone(),
        _ => name.to_owned(),
    };
    if !json {
        opened
            .warnings
            .iter()
            .take(MOST_SHOWN)
            .for_each(|warning| faults::show(Severity::Warning, warning, sources));
        if let Some(more @ 1..) = opened.warnings.len().checked_sub(MOST_SHOWN) {
            let are = if more == 1 { "is" } else { "are" };
            let fault = Fault::new(format!("{more} more of the kind {are} not shown"));
            faults::show(Severity::Warning, &fault.remedy("`--json` gives all"), sources);
        }
    }
    Case {
        name: visible(&opened.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")))
            .into_owned(),
        file,
        warnings: FaultDocument::all(&opened.warnings, sources),
        opened,
        is_one_of_many,
        reading: Duration::ZERO,
    }
}

/// The help text below a bug of this program.
const BUG: &str = "this is a bug in fewest; please report it with the puzzle";

/// Reports a fault in an input: as a document with `--json`, else as a message with an excerpt.
pub fn report(fault: &Fault, sources: &[Source], console: &mut Console) -> Result<(), Failure> {
    report_as(fault, sources, None, console)
}

/// Reports a fault in one of several lines; its document has the number of the line.
pub fn report_line(fault: &Fault, sources: &[Source], console: &mut Console) -> Result<(), Failure> {
    let line = fault.at.and_then(|at| Some(sources.get(at.source)?.line_and_column(at.start).0));
    report_as(fault, sources, line, console)
}

fn report_as(
    fault: &Fault,
    sources: &[Source],
    line: Option<usize>,
    console: &mut Console,
) -> Result<(), Failure> {
    if console.json {
        let file = sources.first().map(|source| source.name.clone());
        return console.document(&Response { file, line, ..Response::fault(fault, sources) });
    }
    console.flush()?;
    faults::show(Severity::Error, fault, sources);
    Ok(())
}

/// Returns the fault of a text that could not be opened, with the commands that would open it.
pub fn explain(error: OpenError, name: &str, inputs: &[String]) -> Fault {
    match error {
        OpenError::Unknown => {
            let families: Vec<_> = fewest::service::families().map(|entry| entry.info.id).collect();
            error.fault().remedy(format!(
                "say what it is with `--as {}`; `fewest list formats` shows all",
                families.join("` or `--as ")
            ))
        }
        OpenError::Ambiguous(candidates) => {
            let commands: Vec<String> = candidates
                .iter()
                .map(|candidate| {
                    let command = ready_command(&candidate.what(), candidate.choice.as_deref(), name, inputs);
                    match &candidate.understood {
                        Some(understood) => format!("{understood}:\n  {command}"),
                        None => command,
                    }
                })
                .collect();
            let remedy = format!("say which is meant:\n{}", commands.join("\n"));
            OpenError::Ambiguous(candidates).fault().remedy(remedy)
        }
        OpenError::Fault(_) | OpenError::Option(_) => error.fault(),
    }
}

/// Asks on the terminal which of several readings is meant. None if there is no terminal, or no
/// answer.
fn ask(candidates: &[Candidate], name: &str, json: bool) -> Option<Candidate> {
    use std::io::{BufRead, IsTerminal};
    let is_terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if json
        || name == "-"
        || !is_terminal
        || candidates.iter().any(|candidate| candidate.understood.is_none())
    {
        return None;
    }
    let mut err = anstream::stderr();
    let _ = writeln!(err, "{} can be read in several ways:", visible(name));
    for (number, candidate) in candidates.iter().enumerate() {
        let understood = candidate.understood.as_deref().unwrap_or_default();
        let _ = writeln!(err, "  {}  {}", number + 1, visible(understood));
    }
    let _ = write!(err, "Which is meant? [1-{}] ", candidates.len());
    let _ = err.flush();
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).ok()?;
    let number: usize = line.trim().parse().ok()?;
    candidates.get(number.checked_sub(1)?).cloned()
}
