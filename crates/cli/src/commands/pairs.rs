//! Which answer belongs to which puzzle: from the command line, or from a file of pairs.

use std::path::{Path, PathBuf};

use fewest::{Fault, Source};

/// An answer and the puzzle it is for, both as names of inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub puzzle: String,
    pub answer: String,
}

/// Reads lines of puzzle, tab, answer. Empty lines and lines that begin with `#` say nothing.
pub fn read(source: &Source) -> (Vec<Pair>, Vec<Fault>) {
    let folder = Path::new(&source.name).parent().map(Path::to_owned).unwrap_or_default();
    let mut pairs = Vec::new();
    let mut faults = Vec::new();
    for line in source.lines() {
        let text = String::from_utf8_lossy(line.bytes);
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        match text.split_once('\t').map(|(puzzle, answer)| (puzzle.trim(), answer.trim())) {
            Some((puzzle, answer)) if !puzzle.is_empty() && !answer.is_empty() => {
                pairs.push(Pair { puzzle: found(puzzle, &folder), answer: found(answer, &folder) });
            }
            _ => faults.push(Fault::new("a puzzle, a tab and an answer file are needed").at(line.span())),
        }
    }
    (pairs, faults)
}

/// A name that is no file from here may be one beside the file of pairs.
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
        let (pairs, faults) = read(&source);
        assert_eq!(pairs, [Pair { puzzle: "a.txt".to_owned(), answer: "x/1.txt".to_owned() }]);
        let lines: Vec<_> =
            faults.iter().filter_map(|fault| Some(source.line_and_column(fault.at?.start).0)).collect();
        assert_eq!(lines, [4, 5]);
    }
}
