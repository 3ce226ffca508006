//! `fewest course`: the course programs, with their own protocol, output and exit codes.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;
use fewest::{CourseRun, FAMILIES};

use crate::args::{Manner, ids};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Grade};
use crate::limits::Limits;
use crate::{host, input};

/// The programs that the courses ask for, with their own input and output
///
/// `fewest list courses` shows them. They end with 0 for any answer and 65 for bad input, unless their course says
/// otherwise.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest course sbsolver board.data\n  fewest course lightsout board.txt")]
pub struct Course {
    /// The program
    #[arg(value_parser = PossibleValuesParser::new(ids(|info| info.courses.iter().map(|course| course.id).collect())))]
    name: String,

    /// Its files; `-` for standard input
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    limits: Limits,
}

impl Course {
    pub fn run(&self, manner: Manner) -> Result<u8, Failure> {
        let Some(course) = FAMILIES.iter().flat_map(|entry| entry.info.courses).find(|c| c.id == self.name)
        else {
            return Err(Failure::Usage(format!("there is no course program `{}`", self.name)));
        };
        if self.files.is_empty() && course.usage.starts_with("FILE") {
            return Err(Failure::Usage(format!("usage: fewest course {} {}", course.id, course.usage)));
        }
        let mut sources = Vec::new();
        for name in &self.files {
            match input::read(name) {
                Ok(input) => sources.push(input.source),
                Err(fault) => {
                    faults::show(Grade::Error, &fault, &[]);
                    return Ok(Code::BadInput.number());
                }
            }
        }
        let mut out = Console::new(None, manner.quiet, false);
        let mut err = anstream::stderr();
        let (code, _) = host::run(&self.limits, manner.quiet, host::ADVICE_TIME, |host| {
            (course.run)(&mut CourseRun { sources, out: &mut out, err: &mut err, host })
        });
        out.flush()?;
        Ok(code?)
    }
}
