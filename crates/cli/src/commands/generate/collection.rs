//! `fewest generate COLLECTION`: all puzzles of a collection that a family declares. With `-o FILE`
//! it can be resumed.
//!
//! Until the work is done, the lines are in FILE.part, and the checkpoint FILE.part-mark holds the
//! options, the number of finished parts, the length of FILE.part at that time and the counts so
//! far. The same command truncates FILE.part to that length and resumes. At the end FILE.part is
//! renamed to FILE; a previous FILE is unchanged until then. Files of these names with other
//! content are refused and not changed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fewest::service::{Collection, Stop, visible};

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::runtime::limits::Limits;
use crate::{output, runtime};

/// The options and the progress of the work.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Checkpoint {
    collection: &'static str,
    size: u64,
    sample: u64,
    parts: u64,
    bytes: u64,
    counts: Vec<u64>,
}

impl Checkpoint {
    /// Returns the beginning of a checkpoint.
    fn magic(&self) -> String {
        format!("fewest {} 1", self.collection)
    }

    fn text(&self) -> String {
        let numbers = [self.size, self.sample, self.parts, self.bytes];
        let numbers: Vec<String> = numbers.iter().chain(&self.counts).map(u64::to_string).collect();
        format!("{} {}\n", self.magic(), numbers.join(" "))
    }

    /// Reads a checkpoint of this collection.
    fn read(&self, text: &str) -> Option<Self> {
        let numbers = text.strip_prefix(&self.magic())?;
        let numbers: Option<Vec<u64>> = numbers.split_whitespace().map(|word| word.parse().ok()).collect();
        let numbers = numbers?;
        let (&[size, sample, parts, bytes], counts) = numbers.split_first_chunk()?;
        let counts = Some(counts.to_vec()).filter(|counts| counts.len() == self.counts.len())?;
        Some(Self { collection: self.collection, size, sample, parts, bytes, counts })
    }
}

/// The file of lines and its checkpoint. Without them lines go to standard output.
struct OutputFiles {
    file: File,
    good: PathBuf,
    part: PathBuf,
    checkpoint: PathBuf,
}

impl OutputFiles {
    /// Creates the files, or resumes from the checkpoint.
    fn open(path: &Path, checkpoint: &mut Checkpoint) -> Result<Self, Failure> {
        let beside = |suffix: &str| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let (part, checkpoint_path) = (beside(".part"), beside(".part-mark"));
        let refused = |path: &Path, what: &str| {
            let path = visible(&path.display().to_string()).into_owned();
            Failure::Usage(format!("{path} {what}; take it away or name another file"))
        };
        let file = match read_regular(&checkpoint_path)? {
            Some(text) => {
                let old = checkpoint
                    .read(&text)
                    .ok_or_else(|| refused(&checkpoint_path, "was not written by fewest"))?;
                if (old.size, old.sample) != (checkpoint.size, checkpoint.sample) {
                    return Err(refused(&checkpoint_path, "is of other work"));
                }
                *checkpoint = old;
                let is_complete = fs::symlink_metadata(&part)
                    .is_ok_and(|there| there.is_file() && there.len() >= checkpoint.bytes);
                if !is_complete {
                    return Err(refused(&part, "is not what its mark says"));
                }
                OpenOptions::new().write(true).open(&part)?
            }
            None => {
                let file = File::create_new(&part).map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => refused(&part, "is there already"),
                    _ => Failure::from(output::named(&part, &error)),
                })?;
                let mut files = Self { file, good: path.to_owned(), part, checkpoint: checkpoint_path };
                files.keep(checkpoint)?;
                return Ok(files);
            }
        };
        let mut files = Self { file, good: path.to_owned(), part, checkpoint: checkpoint_path };
        files.file.set_len(checkpoint.bytes)?;
        io::Seek::seek(&mut files.file, io::SeekFrom::End(0))?;
        Ok(files)
    }

    fn keep(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        self.file.sync_data()?;
        output::write(&self.checkpoint, checkpoint.text().as_bytes())
    }

    /// Renames the file of lines to its final name and removes the checkpoint.
    fn finish(self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.good).map_err(|error| output::named(&self.good, &error))?;
        fs::remove_file(self.checkpoint)
    }
}

/// Returns the text of a regular file without following links. `None` if there is no such file; an
/// empty text if it is no regular file.
fn read_regular(path: &Path) -> io::Result<Option<String>> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_file() && there.len() < 1 << 12 => {
            Ok(Some(fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())?))
        }
        Ok(_) => Ok(Some(String::new())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(output::named(path, &error)),
    }
}

/// Enumerates the collection of boards with that number of rows.
pub fn run(
    collection: &'static Collection,
    size: (usize, usize),
    sample: u64,
    limits: &Limits,
    out: Option<&Path>,
    manner: Manner,
) -> Result<Code, Failure> {
    let mut console = Console::new(None, manner.quiet, false);
    let enumeration = match (collection.open)(size) {
        Ok(enumeration) => enumeration,
        Err(fault) => {
            faults::show(Severity::Error, &fault, &[]);
            return Ok(Code::BadInput);
        }
    };
    let mut checkpoint = Checkpoint {
        collection: collection.id,
        size: size.1 as u64,
        sample,
        parts: 0,
        bytes: 0,
        counts: enumeration.no_counts(),
    };
    let mut files = out.map(|path| OutputFiles::open(path, &mut checkpoint)).transpose()?;
    let parts = enumeration.parts();
    let (ended, stats) = runtime::run(limits, manner.quiet, runtime::ADVICE_TIME, |cx| {
        // Enough parts to keep all threads busy.
        let at_once = 4 * cx.threads;
        while (checkpoint.parts as usize) < parts {
            let from = checkpoint.parts as usize;
            let to = parts.min(from + at_once);
            let (lines, counts) = match enumeration.lines(from..to, sample, cx) {
                Ok(found) => found,
                Err(stop) => return Ok(Some(stop)),
            };
            checkpoint.parts = to as u64;
            checkpoint.bytes += lines.len() as u64;
            checkpoint.counts.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            match &mut files {
                Some(files) => {
                    files.file.write_all(lines.as_bytes())?;
                    files.keep(&checkpoint)?;
                }
                None => console.write_all(lines.as_bytes())?,
            }
        }
        Ok::<_, Failure>(None)
    });
    console.flush()?;
    let stop: Option<Stop> = ended?;
    let seconds = stats.cpu_seconds.map(|seconds| format!("; {seconds:.1} s of CPU time"));
    let counts = enumeration.say(&checkpoint.counts);
    console.note(&format!("{} of {parts} parts: {counts}{}", checkpoint.parts, seconds.unwrap_or_default()));
    match (stop, files) {
        (None, Some(files)) => files.finish()?,
        (Some(_), Some(_)) => {
            console.note("the same command resumes from here");
            return Ok(Code::Resumable);
        }
        _ => {}
    }
    Ok(stop.map_or(Code::Answered, Code::of_stop))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let begun =
            Checkpoint { collection: "all", size: 6, sample: 2000, parts: 0, bytes: 0, counts: vec![0; 5] };
        let checkpoint = Checkpoint { parts: 7, bytes: 99, counts: vec![5, 4, 3, 2, 1], ..begun.clone() };
        assert_eq!(begun.read(&checkpoint.text()), Some(checkpoint));
        let others = ["", "1 2 3", "6 2000 7 99 5 4 3 2 1", "fewest all 1 6 2000 7 99 5 4 3 2"];
        assert!(others.iter().all(|text| begun.read(text).is_none()));
    }
}
