//! Sliding blocks against instances with known answers.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use fewest::service::{AsWhat, Context, ExploreOptions, Opened, ReadOptions, SolveOptions, Source, open};

use super::{foreign, shipped};

fn read(path: &Path, metric: &str) -> Vec<Opened> {
    let source = Source::new(path.display().to_string(), std::fs::read(path).expect("the file can be read"));
    let how = ReadOptions { metric: Some(metric.to_owned()), ..ReadOptions::default() };
    let opening = open(&[source], None, &how).expect("the text is recognised");
    assert_eq!(opening.entry.info.id, "blocks");
    assert!(opening.faults.is_empty(), "{}: {:?}", path.display(), opening.faults);
    opening.puzzles
}

fn fewest(puzzle: &Opened) -> u64 {
    let solved = puzzle.position.solve(&SolveOptions::default(), &Context::default()).expect("no bug");
    assert!(solved.is_fewest());
    solved.best.expect("it can be solved").length()
}

/// Files, with their slides, paths and steps; a question mark is nothing.
fn known_answers(folder: &Path) -> Vec<(String, [Option<u64>; 3])> {
    let table = std::fs::read_to_string(folder.join("answers.tsv")).expect("the table can be read");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        (cells[0].to_owned(), [1, 2, 3].map(|column| cells[column].parse().ok()))
    };
    table.lines().skip(1).filter(|line| !line.is_empty()).map(row).collect()
}

#[test]
fn every_course_file_with_a_known_slide_optimum() {
    let Some(folder) = foreign("blocks") else { return };
    let mut checked = 0;
    for (file, [slides, _, _]) in known_answers(&folder) {
        if let (true, Some(slides)) = (file.starts_with("seedfmt"), slides) {
            assert_eq!(fewest(&read(&folder.join(&file), "slides")[0]), slides, "{file}");
            checked += 1;
        }
    }
    assert_eq!(checked, 64);
}

#[test]
fn puzzles_of_the_literature_in_all_metrics() {
    let folder = shipped("blocks");
    let mut checked = 0;
    for (file, known) in known_answers(&folder) {
        for (metric, known) in ["slides", "paths", "steps"].into_iter().zip(known) {
            let known = known.expect("every answer is known");
            assert_eq!(fewest(&read(&folder.join(&file), metric)[0]), known, "{file} in {metric}");
            checked += 1;
        }
    }
    assert_eq!(checked, 15);
}

#[test]
fn classic_puzzles_in_all_metrics() {
    let Some(folder) = foreign("blocks") else { return };
    let mut checked = 0;
    for (file, known) in known_answers(&folder) {
        for (metric, known) in ["slides", "paths", "steps"].into_iter().zip(known) {
            // The slides of the course's files have a test of their own.
            if let (true, Some(known)) = (file.starts_with("ext/") || metric != "slides", known) {
                assert_eq!(fewest(&read(&folder.join(&file), metric)[0]), known, "{file} in {metric}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 335);
}

/// Boards that the table of answers leaves open, in slides, with the positions before the first
/// solution. The large ones take half a minute each. Both figures were found twice, with different
/// code for the moves.
#[test]
fn boards_that_were_open() {
    let Some(folder) = foreign("blocks") else { return };
    let short = [
        ("seedfmt8/aveiro_n05.txt", 6, 37_984),
        ("seedfmt8/aveiro_n06.txt", 18, 597_847),
        ("seedfmt8/aveiro_n07.txt", 8, 798_140),
    ];
    let long = [
        ("ext/gnome/pelopones.txt", 36, 57_232_325),
        ("ext/gnome/lodzianka.txt", 26, 37_208_172),
        ("ext/cs61b/c71__71.txt", 87, 65_988_552),
        ("ext/cs61b/pandemonium__pandemonium.txt", 88, 72_206_834),
    ];
    let is_long = std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1");
    if !is_long {
        println!("NOT RUN, because FEWEST_LONG is not 1: {} of the boards", long.len());
    }
    for (file, slides, positions) in short.into_iter().chain(long.into_iter().filter(|_| is_long)) {
        let cx = Context::new(2, 8 << 30, &|_| std::ops::ControlFlow::Continue(()));
        let solved = read(&folder.join(file), "slides")[0]
            .position
            .solve(&SolveOptions::default(), &cx)
            .expect("no bug");
        assert!(solved.is_fewest(), "{file}");
        assert_eq!(solved.best.expect("it can be solved").length(), slides, "{file}");
        assert_eq!(cx.counters.positions.load(Relaxed), positions, "{file}");
    }
}

#[test]
fn rush_hour_lengths_and_components() {
    let Some(folder) = foreign("blocks") else { return };
    for name in ["rush_fogleman_sample.txt", "rush_fogleman_forty.txt", "rush_original40.txt"] {
        let path = folder.join(name);
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let slides = read(&path, "slides");
        let steps = read(&path, "steps");
        assert_eq!(slides.len(), text.lines().count());
        for ((line, slides), steps) in text.lines().zip(&slides).zip(&steps) {
            let known: Vec<u64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            assert_eq!(fewest(slides), known[0], "{line}");
            assert_eq!(
                slides.position.explore(&ExploreOptions::default(), &Context::default()).positions(),
                known[1],
                "{line}"
            );
            assert_eq!(fewest(steps), known[2], "{line}");
        }
    }
}

/// Every file of a family's folder with what it is taken for.
fn recognised(folder: &Path, table: &mut Vec<(PathBuf, String)>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            recognised(&path, table);
        } else if path.extension().is_some_and(|suffix| suffix == "txt" || suffix == "lp") {
            let source = Source::new(path.display().to_string(), std::fs::read(&path).expect("a file"));
            let taken = match fewest::service::recognise(&source) {
                Ok(AsWhat { entry, format }) => format!("{}:{}", entry.info.id, format.unwrap_or("?")),
                Err(error) => format!("{error:?}"),
            };
            table.push((path, taken));
        }
    }
}

#[test]
fn every_file_is_recognised_as_its_own() {
    let Some(blocks) = foreign("blocks") else { return };
    let root = blocks.parent().expect("the data folder").to_owned();
    for family in ["blocks", "lights", "tiles"] {
        let mut table = Vec::new();
        recognised(&root.join(family), &mut table);
        let mut counts: HashMap<String, usize> = HashMap::new();
        for (path, taken) in &table {
            println!("{:50} {taken}", path.strip_prefix(&root).expect("below the root").display());
            *counts.entry(taken.clone()).or_default() += 1;
        }
        println!("{family}: {counts:?}");
        for (path, taken) in &table {
            // Answers and tables of counts are no puzzles.
            let is_puzzle =
                !["_out.txt", "layer_counts.txt"].iter().any(|end| path.to_string_lossy().ends_with(end));
            let own = match is_puzzle {
                false => taken == "Unknown",
                true => taken.starts_with(&format!("{family}:")) || taken.starts_with("Ambiguous"),
            };
            assert!(own, "{} is taken for {taken}", path.display());
        }
    }
}
