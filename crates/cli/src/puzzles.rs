//! From names on the command line to positions: opens each input, reports what is wrong with it, goes on with the rest.

use std::io::Write;

use fewest::{AsWhat, Fault, FaultDocument, OpenError, Opened, ReadHow, Response, Source};

use crate::args::Reading;
use crate::ask_again::ready_command;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Grade};
use crate::input::{self, Input};
use crate::interrupt;

/// One puzzle of one input.
pub struct Case {
    /// The input, with the line where it holds many: `boards.txt:12`.
    pub name: String,
    /// The input.
    pub file: String,
    pub opened: Opened,
    /// What was wrong with its text but could be mended.
    pub warnings: Vec<FaultDocument>,
    /// Whether it is one of many, so that each answer needs a heading.
    pub is_one_of_many: bool,
}

impl Case {
    /// A document about this puzzle, with nothing decided yet.
    pub fn about(&self) -> Response {
        Response {
            file: Some(self.file.clone()),
            line: self.opened.line,
            warnings: self.warnings.clone(),
            ..Response::about(self.opened.position.as_ref(), self.opened.format)
        }
    }

    /// The heading of the answer, where one is needed.
    pub fn heading(&self, console: &mut Console) -> Result<(), Failure> {
        if self.is_one_of_many && !console.json {
            let heading = console.paint(anstyle::Style::new().bold(), &format!("== {}", self.name));
            writeln!(console, "{heading}")?;
        }
        Ok(())
    }
}

/// What came of opening one input.
pub struct Loaded {
    pub cases: Vec<Case>,
    pub code: Code,
}

/// Does something with every puzzle of every input; a bad input does not keep the others from being answered.
pub fn each(
    names: &[String],
    reading: &Reading,
    console: &mut Console,
    mut work: impl FnMut(&mut Console, &Case) -> Result<Code, Failure>,
) -> Result<Code, Failure> {
    let mut worst = Code::Answered;
    let mut one = one_of_several(names, reading);
    let joined = [names.join(" ")];
    let names = if one.is_some() { &joined } else { names };
    for (number, name) in names.iter().enumerate() {
        let loaded = match one.take() {
            Some(sources) => open(name, sources, None, None, names, reading, console)?,
            None => load(name, names, reading, console)?,
        };
        worst = worst.max(loaded.code);
        for (at, case) in loaded.cases.iter().enumerate() {
            let mut is_over = false;
            match work(console, case) {
                Ok(code) => {
                    // Ctrl-C at a screen of ours is a key, no signal.
                    is_over = code == Code::Interrupted;
                    worst = worst.max(code);
                }
                Err(failure @ Failure::Bug(_)) => {
                    let fault = Fault::new(failure.say().unwrap_or_default());
                    report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
                    worst = worst.max(Code::Bug);
                }
                Err(failure) => return Err(failure),
            }
            console.flush()?;
            // Whoever interrupts when everything is done has come too late.
            let is_more = at + 1 < loaded.cases.len() || number + 1 < names.len();
            if is_over || is_more && interrupt::asked() {
                return Ok(worst.max(Code::Interrupted));
            }
        }
    }
    Ok(worst)
}

/// Opens one input, saying what it was taken for and what is wrong with it.
pub fn load(
    name: &str,
    inputs: &[String],
    reading: &Reading,
    console: &mut Console,
) -> Result<Loaded, Failure> {
    match input::read(name) {
        Ok(Input { source, what, line }) => open(name, vec![source], what, line, inputs, reading, console),
        Err(fault) => {
            if console.json {
                console
                    .document(&Response { file: Some(name.to_owned()), ..Response::fault(&fault, &[]) })?;
            } else {
                faults::show(Grade::Error, &fault, &[]);
            }
            Ok(Loaded { cases: Vec::new(), code: Code::BadInput })
        }
    }
}

/// Larger inputs are never parts of one puzzle.
const LARGEST_PART: u64 = 1 << 24;

/// All files together, if their family says that they are one puzzle.
fn one_of_several(names: &[String], reading: &Reading) -> Option<Vec<Source>> {
    let is_small = |name: &String| {
        std::fs::metadata(name).is_ok_and(|file| file.is_file() && file.len() <= LARGEST_PART)
    };
    if names.len() < 2 || !names.iter().all(is_small) {
        return None;
    }
    let sources: Vec<Source> = names.iter().map(|name| input::text(name).ok()).collect::<Option<_>>()?;
    let what = reading.what.or_else(|| fewest::recognise(sources.first()?).ok())?;
    what.entry.are_one(&sources).then_some(sources)
}

/// Opens what was read, saying what it was taken for and what is wrong with it.
fn open(
    name: &str,
    sources: Vec<Source>,
    what: Option<AsWhat>,
    line: Option<usize>,
    inputs: &[String],
    reading: &Reading,
    console: &mut Console,
) -> Result<Loaded, Failure> {
    let bad = Loaded { cases: Vec::new(), code: Code::BadInput };
    let goal = match reading.goal.as_deref().map(input::goal).transpose() {
        Ok(goal) => goal,
        Err(fault) => {
            report(&fault, &[], console)?;
            return Ok(bad);
        }
    };
    let how = ReadHow { format: None, metric: reading.metric.clone(), goal, start: reading.vacancy.clone() };
    let opening = match fewest::open(&sources, reading.what.or(what), &how) {
        Ok(opening) => opening,
        Err(error) => {
            report(&explain(error, name, inputs), &sources, console)?;
            return Ok(bad);
        }
    };
    if opening.guessed && what.is_none() && !console.json {
        let format =
            opening.puzzles.first().map(|puzzle| format!(" ({})", puzzle.format)).unwrap_or_default();
        console.note(&format!("{name}: taken for {}{format}", opening.entry.info.id));
    }
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
    for fault in &faults {
        report_in(Some(opening.entry.info.id), fault, &sources, console)?;
    }
    let many = inputs.len() > 1 || puzzles.len() > 1;
    let cases = puzzles.into_iter().map(|opened| case(opened, name, &sources, many, console.json)).collect();
    Ok(Loaded { cases, code: if faults.is_empty() { Code::Answered } else { Code::BadInput } })
}

/// Warnings of one puzzle that a person gets to see; nobody reads more.
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
            .for_each(|warning| faults::show(Grade::Warning, warning, sources));
        if let Some(more @ 1..) = opened.warnings.len().checked_sub(MOST_SHOWN) {
            let fault = Fault::new(format!("{more} more of the kind are not shown"));
            faults::show(Grade::Warning, &fault.remedy("`--json` gives all"), sources);
        }
    }
    Case {
        name: opened.line.map_or_else(|| file.clone(), |line| format!("{file}:{line}")),
        file,
        warnings: FaultDocument::all(&opened.warnings, sources),
        opened,
        is_one_of_many,
    }
}

/// Reports a fault in an input: as a document if documents are wanted, else pointing into the text.
pub fn report(fault: &Fault, sources: &[Source], console: &mut Console) -> Result<(), Failure> {
    report_in(None, fault, sources, console)
}

/// The same where the family of the text is known.
fn report_in(
    family: Option<&str>,
    fault: &Fault,
    sources: &[Source],
    console: &mut Console,
) -> Result<(), Failure> {
    if console.json {
        let file = sources.first().map(|source| source.name.clone());
        let family = family.map(str::to_owned);
        return console.document(&Response { file, family, ..Response::fault(fault, sources) });
    }
    faults::show(Grade::Error, fault, sources);
    Ok(())
}

/// Why a text could not be opened, with the commands that would open it.
pub fn explain(error: OpenError, name: &str, inputs: &[String]) -> Fault {
    match error {
        OpenError::Fault(fault) => fault,
        OpenError::Unknown => {
            let families: Vec<_> = fewest::FAMILIES.iter().map(|entry| entry.info.id).collect();
            Fault::new("no family of puzzles knows this text").remedy(format!(
                "say what it is with `--as {}`; `fewest list formats` shows all",
                families.join("` or `--as ")
            ))
        }
        OpenError::Ambiguous(candidates) => {
            let commands = candidates
                .iter()
                .map(|(family, format)| ready_command(&format!("{family}:{format}"), name, inputs))
                .collect::<Vec<_>>();
            Fault::new("several kinds of puzzle could mean this text")
                .remedy(format!("say which it is:\n{}", commands.join("\n")))
        }
    }
}
