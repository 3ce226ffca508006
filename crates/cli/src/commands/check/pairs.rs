//! Pairs of puzzle and answer: from the command line, or from a file of pairs.

use std::path::{Path, PathBuf};

use fewest::{Fault, Source};

/// An answer and the puzzle it is for, both as names of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub puzzle: String,
    pub answer: String,
    /// The line of the file of pairs, if there is one.
    pub line: Option<usize>,
}

/// A parsed line of a file of pairs.
pub type PairLine = Result<Pair, Fault>;

/// Reads lines of puzzle, tab, answer. Empty lines and lines that begin with `#` are skipped.
pub fn read(source: &Source) -> Vec<PairLine> {
    let folder = Path::new(&source.name).parent().map(Path::to_owned).unwrap_or_default();
    let mut all = Vec::new();
    for line in source.lines() {
        let text = String::from_utf8_lossy(line.bytes);
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match text.split_once('\t').map(|(puzzle, answer)| (puzzle.trim(), answer.trim())) {
            Some((puzzle, answer)) if !puzzle.is_empty() && !answer.is_empty() => {
                let (puzzle, answer) = (found(puzzle, &folder), found(answer, &folder));
                all.push(Ok(Pair { puzzle, answer, line: Some(line.number) }));
            }
            _ => all.push(Err(Fault::new("a puzzle, a tab and an answer file are needed").at(line.span()))),
        }
    }
    all
}

/// Returns the path of a name: relative to the current folder, else relative to the folder of the
/// file of pairs.
fn found(name: &str, folder: &Path) -> String {
    let beside: PathBuf = folder.join(name);
    let is_file_with_line = |path: &Path| {
        let text = path.to_string_lossy();
        text.rsplit_once(':')
            .is_some_and(|(path, line)| line.parse::<usize>().is_ok() && Path::new(path).exists())
    };
    let is_here = name == "-" || Path::new(name).exists() || is_file_with_line(Path::new(name));
    if !is_here && (beside.exists() || is_file_with_line(&beside)) {
        beside.to_string_lossy().into_owned()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_pairs() {
        let source = Source::new("pairs.tsv", "# course 1\n\na.txt\tx/1.txt\r\nb.txt 2.txt\n\t3.txt\n");
        let line = |read: &PairLine| match read {
            Ok(pair) => (pair.line, true),
            Err(fault) => (fault.at.map(|at| source.line_and_column(at.start).0), false),
        };
        let read = read(&source);
        let lines: Vec<_> = read.iter().map(line).collect();
        assert_eq!(lines, [(Some(3), true), (Some(4), false), (Some(5), false)]);
        let Ok(pair) = &read[0] else { panic!("a pair") };
        assert_eq!((pair.puzzle.as_str(), pair.answer.as_str()), ("a.txt", "x/1.txt"));
    }
}
