//! The output of a command: one locked, buffered writer for answers, standard error for notes about
//! them.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anstyle::Style;
use fewest::visible_lines;
use serde::Serialize;

use crate::exit::Failure;
use crate::output::{self, NewFile};

/// The output of a command.
pub struct Console {
    sink: Sink,
    /// Whether only answers and errors are printed.
    pub quiet: bool,
    /// Whether answers and errors about inputs are JSON documents.
    pub json: bool,
    colour: bool,
}

enum Sink {
    Standard(BufWriter<StdoutLock<'static>>),
    /// Created by the first write, so that `convert FILE -o FILE` has read before, and a failed
    /// command leaves no file.
    File(PathBuf, Option<NewFile>),
}

impl Console {
    /// Creates the output to a file, or to standard output if `out` is `None`.
    pub fn new(out: Option<&Path>, quiet: bool, json: bool) -> Self {
        let colour = out.is_none()
            && io::stdout().is_terminal()
            && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let sink = match out {
            None => Sink::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock())),
            Some(path) => Sink::File(path.to_owned(), None),
        };
        Self { sink, quiet, json, colour }
    }

    /// Whether answers go to standard output.
    pub fn is_standard(&self) -> bool {
        matches!(self.sink, Sink::Standard(_))
    }

    /// Whether answers may be coloured.
    pub fn is_coloured(&self) -> bool {
        self.colour
    }

    /// Returns a text with the escape codes of a style, or unchanged if answers may not be
    /// coloured.
    pub fn paint(&self, style: Style, text: &str) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Completes the file now, not when the command has ended.
    pub fn finish(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.flush(),
            Sink::File(_, file) => file.take().map_or(Ok(()), NewFile::finish),
        }
    }

    /// Writes one JSON document on one line.
    pub fn document(&mut self, document: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut *self, document).map_err(io::Error::from)?;
        self.write_all(b"\n")?;
        Ok(())
    }

    /// Writes a note of one or more lines to standard error, unless quiet. Names in it are
    /// [`visible`](fewest::visible).
    pub fn note(&self, what: &str) {
        if !self.quiet {
            let _ = writeln!(anstream::stderr(), "{}", visible_lines(what));
        }
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.write(bytes),
            Sink::File(_, Some(writer)) => writer.write(bytes),
            Sink::File(path, empty) => empty.insert(NewFile::create(path)?).write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.flush(),
            Sink::File(_, writer) => writer.as_mut().map_or(Ok(()), Write::flush),
        }
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        match &mut self.sink {
            // An error here must not be lost: it decides the exit code later.
            Sink::Standard(writer) => {
                writer.flush().err().into_iter().for_each(|error| output::leave(Err(error)));
            }
            Sink::File(_, file) => file.take().into_iter().for_each(|file| output::leave(Ok(file))),
        }
    }
}
