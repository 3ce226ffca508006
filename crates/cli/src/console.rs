//! The output of a command: one locked, buffered writer for answers, standard error for notes about
//! them.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anstyle::Style;
use fewest::service::{Stop, visible_lines};
use serde::Serialize;

use crate::exit::{Failure, OutputStopped};
use crate::output::{self, NewFile};
use crate::runtime::limits::Deadline;

/// The output of a command.
pub struct Console {
    sink: Sink,
    /// Whether only answers and errors are printed.
    pub quiet: bool,
    /// Whether answers and errors about inputs are JSON documents.
    pub json: bool,
    colour: bool,
    deadline: Deadline,
    /// Bytes that were written since the deadline was set or last checked.
    unchecked: usize,
}

/// The number of bytes between two checks of the deadline. A shorter output is always complete.
const CHECKED_BYTES: usize = 1 << 16;

enum Sink {
    Standard(BufWriter<StdoutLock<'static>>),
    /// Created by the first write, so that `convert FILE -o FILE` has read before, and a failed
    /// command leaves no file.
    File(PathBuf, Option<NewFile>),
}

impl Console {
    /// Creates the output to a file, or to standard output if `out` is `None`.
    pub fn new(out: Option<&Path>, quiet: bool, json: bool) -> Self {
        let choice = anstream::ColorChoice::global();
        let is_wanted = matches!(choice, anstream::ColorChoice::Always | anstream::ColorChoice::AlwaysAnsi);
        let colour = out.is_none()
            && (is_wanted
                || io::stdout().is_terminal()
                    && anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never);
        let sink = match out {
            None => Sink::Standard(BufWriter::with_capacity(1 << 16, io::stdout().lock())),
            Some(path) => Sink::File(path.to_owned(), None),
        };
        Self { sink, quiet, json, colour, deadline: Deadline::never(), unchecked: 0 }
    }

    /// Sets the moment from which a long output is refused with
    /// [`Stopped`](crate::exit::Failure::Stopped).
    pub fn end_by(&mut self, deadline: Deadline) {
        (self.deadline, self.unchecked) = (deadline, 0);
    }

    fn check_deadline(&mut self, bytes: usize) -> io::Result<()> {
        self.unchecked += bytes;
        if self.unchecked >= CHECKED_BYTES {
            self.unchecked = 0;
            if self.deadline.is_over() {
                return Err(io::Error::other(OutputStopped(Stop::Time)));
            }
        }
        Ok(())
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
    /// [`visible`](fewest::service::visible).
    pub fn note(&self, what: &str) {
        if !self.quiet {
            let _ = writeln!(anstream::stderr(), "{}", visible_lines(what));
        }
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(CHECKED_BYTES)];
        self.check_deadline(bytes.len())?;
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::exit::Code;

    #[test]
    fn a_long_output_ends_at_the_deadline_and_a_short_one_is_complete() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("answer.txt");
        let over = Deadline::after(Instant::now(), Some(Duration::ZERO));
        while !over.is_over() {
            std::thread::sleep(Duration::from_millis(10));
        }
        for (bytes, is_complete) in [(CHECKED_BYTES - 1, true), (10 * CHECKED_BYTES, false)] {
            let mut console = Console::new(Some(&path), true, false);
            console.end_by(over);
            let written = console.write_all(&vec![b'x'; bytes]).map_err(Failure::from);
            assert_eq!(written.is_ok(), is_complete);
            assert!(written.err().is_none_or(|failure| failure.code() == Code::Time));
            // Without a deadline the same output is complete.
            console.end_by(Deadline::never());
            console.write_all(&vec![b'x'; bytes]).expect("no deadline");
        }
    }
}
