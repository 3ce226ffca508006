//! Output in the format of clingo, as text or as JSON.

use std::io::{self, Write};

use fewest_core::Stop;

use crate::notation::picks;
use crate::rules::Presses;

/// Output options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// As JSON.
    pub json: bool,
    /// Without answers.
    pub quiet: bool,
    /// Answers and the result only.
    pub terse: bool,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There are answers; `more` unless all were listed.
    Satisfiable { more: bool, limit: Option<Stop> },
    /// There is no answer.
    Unsatisfiable,
    /// The question was not decided.
    Unknown { limit: Option<Stop> },
}

/// A run of the program while it is printed.
pub struct Output<'w> {
    out: &'w mut dyn Write,
    style: Style,
    answers: u64,
    witnesses: bool,
}

const VERSION: &str = concat!("fewest version ", env!("CARGO_PKG_VERSION"));

/// Returns clingo's name of a file.
fn shown(name: &str) -> &str {
    if name == "-" { "stdin" } else { name }
}

impl<'w> Output<'w> {
    /// Prints the lines before reading.
    pub fn begin(out: &'w mut dyn Write, style: Style, names: Vec<&str>) -> io::Result<Self> {
        let first = names.first().copied().unwrap_or("-");
        match (style.json, style.terse) {
            (true, _) => {
                let names: Vec<String> = names.iter().map(|name| quoted(shown(name))).collect();
                let names = names.join(",");
                write!(out, "{{\n  \"Solver\": {},\n  \"Input\": [\n    {names}\n  ],\n", quoted(VERSION))?;
                write!(out, "  \"Call\": [\n    {{")?;
            }
            (false, true) => {}
            (false, false) if first == "-" => write!(out, "{VERSION}\nReading from stdin\n")?,
            (false, false) => write!(out, "{VERSION}\nReading from {first} ...\n")?,
        }
        Ok(Self { out, style, answers: 0, witnesses: false })
    }

    /// Prints that the instance was read.
    pub fn solving(&mut self) -> io::Result<()> {
        if self.style.json || self.style.terse { Ok(()) } else { writeln!(self.out, "Solving...") }
    }

    /// Prints an answer.
    pub fn answer(&mut self, answer: &Presses) -> io::Result<()> {
        self.answers += 1;
        match self.style {
            Style { quiet: true, .. } => Ok(()),
            Style { json: true, .. } => self.witness(answer),
            Style { terse, .. } => {
                if !terse {
                    writeln!(self.out, "Answer: {}", self.answers)?;
                }
                picks::write(answer, self.out)
            }
        }
    }

    fn witness(&mut self, answer: &Presses) -> io::Result<()> {
        let before = if self.witnesses { "," } else { "\n      \"Witnesses\": [" };
        self.witnesses = true;
        let mut line = Vec::new();
        picks::write(answer, &mut line)?;
        let line = String::from_utf8_lossy(&line);
        let atoms: Vec<String> = line.split_whitespace().map(quoted).collect();
        let atoms = match atoms.is_empty() {
            true => String::new(),
            false => format!("\n            {}\n          ", atoms.join(", ")),
        };
        write!(self.out, "{before}\n        {{\n          \"Value\": [{atoms}]\n        }}")
    }

    /// Prints the result and the statistics.
    pub fn end(&mut self, ending: Ending, (wall, cpu): (f64, f64)) -> io::Result<()> {
        let (result, more, limit) = match ending {
            Ending::Satisfiable { more, limit } => ("SATISFIABLE", more, limit),
            Ending::Unsatisfiable => ("UNSATISFIABLE", false, None),
            Ending::Unknown { limit } => ("UNKNOWN", true, limit),
        };
        let stopped = limit.map(|stop| if stop == Stop::Time { "TIME LIMIT" } else { "INTERRUPTED" });
        if self.style.json {
            return self.end_json(result, more, stopped, (wall, cpu));
        }
        writeln!(self.out, "{result}")?;
        if self.style.terse {
            return Ok(());
        }
        writeln!(self.out)?;
        if let Some(stopped) = stopped {
            writeln!(self.out, "{stopped:<13}: 1")?;
        }
        writeln!(self.out, "Models       : {}{}", self.answers, if more { "+" } else { "" })?;
        writeln!(self.out, "Calls        : 1")?;
        writeln!(
            self.out,
            "Time         : {wall:.3}s (Solving: {wall:.2}s 1st Model: {wall:.2}s Unsat: 0.00s)"
        )?;
        writeln!(self.out, "CPU Time     : {cpu:.3}s")
    }

    fn end_json(
        &mut self,
        result: &str,
        more: bool,
        stopped: Option<&str>,
        (wall, cpu): (f64, f64),
    ) -> io::Result<()> {
        if self.witnesses {
            write!(self.out, "\n      ]\n    ")?;
        } else {
            write!(self.out, "\n    ")?;
        }
        write!(self.out, "}}\n  ],\n  \"Result\": {},\n", quoted(result))?;
        if let Some(stopped) = stopped {
            writeln!(self.out, "  {}: 1,", quoted(stopped))?;
        }
        let more = if more { "yes" } else { "no" };
        write!(
            self.out,
            "  \"Models\": {{\n    \"Number\": {},\n    \"More\": \"{more}\"\n  }},\n",
            self.answers
        )?;
        write!(
            self.out,
            "  \"Calls\": 1,\n  \"Time\": {{\n    \"Total\": {wall:.3},\n    \"Solve\": {wall:.3},\n"
        )?;
        write!(
            self.out,
            "    \"Model\": {wall:.3},\n    \"Unsat\": 0.000,\n    \"CPU\": {cpu:.3}\n  }}\n}}\n"
        )
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
