//! The puzzles of a batch in the order of the file, each with the id by which the log refers to it.

use fewest::{Fault, FaultDocument, Opened, ReadOptions, Response, Source};
use xxhash_rust::xxh3::xxh3_64;

use super::BatchOptions;
use crate::input::{self, Input};
use crate::puzzles;
use crate::runtime::limits;

/// One puzzle, or the fault in its place.
pub struct Job {
    /// A hash of the puzzle and the options.
    pub id: String,
    /// The document before solving: file, line, family, warnings.
    pub about: Response,
    /// The puzzle; `None` if `about` is a fault.
    pub opened: Option<Opened>,
}

/// A part of the puzzles: every `of`-th, beginning with `number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// Parses `I/N` with 1 ≤ I ≤ N.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("a part like 1/4, 2/4, … 4/4 is needed".to_owned()),
        }
    }

    fn has(self, index: usize) -> bool {
        index % self.of == self.number - 1
    }
}

/// The fault if there are no jobs, and the text if there is one.
pub type NoJobs = Box<(Fault, Option<Source>)>;

/// Reads the puzzles of a file.
pub fn read(file: &str, shard: Option<Shard>, asked: &BatchOptions<'_>) -> Result<Vec<Job>, NoJobs> {
    let Input { source, what, .. } = input::read(file).map_err(|fault| Box::new((fault, None)))?;
    let reading = asked.reading;
    let options = ReadOptions {
        format: None,
        metric: reading.metric.clone(),
        goal: reading.goal.clone(),
        start: reading.vacancy.clone(),
        room: limits::room(),
    };
    let sources = [source];
    let opening = match fewest::open(&sources, reading.what.or(what), &options) {
        Ok(opening) => opening,
        Err(error) => {
            let [source] = sources;
            return Err(Box::new((puzzles::explain(error, file, &[]), Some(source))));
        }
    };
    let puzzles = opening.puzzles.into_iter().map(|opened| {
        let about = Response {
            file: Some(file.to_owned()),
            line: opened.line,
            warnings: FaultDocument::all(&opened.warnings, &sources),
            ..Response::about(opened.position.as_ref(), opened.format)
        };
        (about, Some(opened))
    });
    let faults = opening.faults.iter().map(|fault| {
        let line = fault.at.map(|at| sources[0].line_and_column(at.start).0);
        (Response { file: Some(file.to_owned()), line, ..Response::fault(fault, &sources) }, None)
    });
    let mut all: Vec<_> = puzzles.chain(faults).collect();
    if all.is_empty() {
        return Err(Box::new((Fault::new("there is no puzzle in it"), Some(Source::new(file, "")))));
    }
    // A bad line keeps its place in the order.
    all.sort_by_key(|(about, _)| about.line);
    let mine = all.into_iter().enumerate().filter(|(index, _)| shard.is_none_or(|shard| shard.has(*index)));
    Ok(mine
        .map(|(_, (about, opened))| Job { id: id(&about, opened.as_ref(), asked), about, opened })
        .collect())
}

/// Returns the id of a job. Two versions of the program agree on it if they write puzzles in the
/// same way.
fn id(about: &Response, opened: Option<&Opened>, asked: &BatchOptions<'_>) -> String {
    let mut text = Vec::new();
    let place = format!("{:?} {:?} {:?} {:?}\n", about.line, asked.options, asked.reading.goal, about.metric);
    text.extend_from_slice(place.as_bytes());
    if let Some(opened) = opened {
        let written = opened.position.write(opened.format, &mut text);
        if !matches!(written, Ok(fewest::Written::Yes)) {
            text.extend_from_slice(format!("{:?}", opened.position).as_bytes());
        }
    }
    format!("{:016x}", xxh3_64(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_share_everything_and_overlap_nowhere() {
        let parts: Vec<Shard> = (1..=3).map(|i| Shard::parse(&format!("{i}/3")).expect("a part")).collect();
        for index in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(index)).count(), 1);
        }
        assert!(["", "1", "0/3", "4/3", "1/0", "-1/3", "a/b"].iter().all(|text| Shard::parse(text).is_err()));
    }
}
