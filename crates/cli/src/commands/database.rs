//! `fewest generate rush-database`: every Rush Hour puzzle of a size. With `-o FILE` it goes on where it ended.
//!
//! Beside FILE there is FILE.part as long as the work is not done: what was asked for, how many parts are done, how long FILE was
//! then, and the figures so far. FILE is cut to that length when the same command is given again.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fewest::Stop;
use fewest::blocks::database::{Database, Figures};

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Grade};
use crate::host;
use crate::limits::Limits;

pub const NAME: &str = "rush-database";

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Mark {
    size: u64,
    sample: u64,
    parts: u64,
    bytes: u64,
    figures: Figures,
}

impl Mark {
    fn numbers(&self) -> [u64; 9] {
        let Figures { boards, looked_at, first, solvable, minimal } = self.figures;
        [self.size, self.sample, self.parts, self.bytes, boards, looked_at, first, solvable, minimal]
    }

    fn text(&self) -> String {
        self.numbers().map(|number| number.to_string()).join(" ") + "\n"
    }

    fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<u64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        let [size, sample, parts, bytes, boards, looked_at, first, solvable, minimal] =
            <[u64; 9]>::try_from(numbers?).ok()?;
        let figures = Figures { boards, looked_at, first, solvable, minimal };
        Some(Self { size, sample, parts, bytes, figures })
    }
}

/// The file of lines and the mark beside it; without them lines go to standard output.
struct Kept {
    file: File,
    mark: PathBuf,
}

impl Kept {
    /// Opens the file, and goes to where the mark says.
    fn open(path: &Path, mark: &mut Mark) -> Result<Self, Failure> {
        let beside = PathBuf::from(format!("{}.part", path.display()));
        match fs::read_to_string(&beside) {
            Ok(text) => {
                let before =
                    Mark::read(&text).filter(|old| (old.size, old.sample) == (mark.size, mark.sample));
                *mark = before.ok_or_else(|| {
                    Failure::Usage(format!(
                        "{} is of other work; take it away or name another file",
                        beside.display()
                    ))
                })?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(mark.bytes)?;
        io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
        Ok(Self { file, mark: beside })
    }

    fn keep(&mut self, mark: &Mark) -> io::Result<()> {
        self.file.sync_data()?;
        let new = self.mark.with_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(mark.text().as_bytes())?;
        file.sync_data()?;
        fs::rename(new, &self.mark)
    }
}

pub fn run(
    size: usize,
    sample: u64,
    limits: &Limits,
    out: Option<&Path>,
    manner: Manner,
) -> Result<Code, Failure> {
    let mut console = Console::new(None, manner.quiet, false);
    let database = match Database::new(size) {
        Ok(database) => database,
        Err(fault) => {
            faults::show(Grade::Error, &fault, &[]);
            return Ok(Code::BadInput);
        }
    };
    let mut mark = Mark { size: size as u64, sample, ..Mark::default() };
    let mut kept = out.map(|path| Kept::open(path, &mut mark)).transpose()?;
    let (ended, stats) = host::run(limits, manner.quiet, host::ADVICE_TIME, |host| {
        // Enough parts for every thread to have something to do.
        let at_once = 4 * host.threads;
        while (mark.parts as usize) < database.parts() {
            let from = mark.parts as usize;
            let to = database.parts().min(from + at_once);
            let (lines, figures) = match database.lines(from..to, sample, host) {
                Ok(found) => found,
                Err(stop) => return Ok(Some(stop)),
            };
            mark.parts = to as u64;
            mark.bytes += lines.len() as u64;
            mark.figures += figures;
            match &mut kept {
                Some(kept) => {
                    kept.file.write_all(lines.as_bytes())?;
                    kept.keep(&mark)?;
                }
                None => console.write_all(lines.as_bytes())?,
            }
        }
        Ok::<_, Failure>(None)
    });
    console.flush()?;
    let stop: Option<Stop> = ended?;
    console.note(&report(&mark, database.parts(), stats.cpu_seconds));
    match (stop, kept) {
        (None, Some(kept)) => fs::remove_file(kept.mark)?,
        (Some(_), Some(_)) => {
            console.note("the same command goes on from here");
            return Ok(Code::Resumable);
        }
        _ => {}
    }
    Ok(stop.map_or(Code::Answered, Code::of_stop))
}

fn report(mark: &Mark, parts: usize, seconds: Option<f64>) -> String {
    let Figures { boards, looked_at, first, solvable, minimal } = mark.figures;
    let seconds = seconds.map(|seconds| format!("; {seconds:.1} s of CPU time")).unwrap_or_default();
    format!(
        "{} of {parts} parts: {boards} boards, {looked_at} looked at; {first} puzzles, {solvable} with a solution, \
         {minimal} minimal{seconds}",
        mark.parts
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_read_as_it_was_written() {
        let figures = Figures { boards: 5, looked_at: 4, first: 3, solvable: 2, minimal: 1 };
        let mark = Mark { size: 6, sample: 2000, parts: 7, bytes: 99, figures };
        assert_eq!(Mark::read(&mark.text()), Some(mark));
        assert!(["", "1 2 3", "6 x 7 99 5 4 3 2 1"].iter().all(|text| Mark::read(text).is_none()));
    }
}
