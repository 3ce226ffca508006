//! What a Rust user sees: the examples run, the root stays small, errors and limits say what they
//! should.

use std::time::Duration;

use fewest::{Error, Limit, Puzzle, Reader, Report, Solver, Status};

#[path = "../../examples/check.rs"]
mod check;
#[path = "../../examples/explore.rs"]
mod explore;
#[path = "../../examples/generate.rs"]
mod generate;
#[path = "../../examples/limits.rs"]
mod limits;
#[path = "../../examples/own_puzzle.rs"]
mod own_puzzle;
#[path = "../../examples/solve.rs"]
mod solve;
#[path = "../../examples/typed.rs"]
mod typed;

#[test]
fn the_examples_run() {
    check::main().expect("check");
    explore::main().expect("explore");
    generate::main().expect("generate");
    limits::main().expect("limits");
    own_puzzle::main().expect("own_puzzle");
    solve::main().expect("solve");
    typed::main().expect("typed");
}

/// Returns the names that a source exports at its root.
fn exported(source: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for line in source.lines() {
        let line = line.strip_suffix(';').unwrap_or(line);
        if let Some(name) = line.strip_prefix("pub mod ") {
            names.push(name);
        } else if let Some(path) = line.strip_prefix("pub use ") {
            let list = path.rsplit("::").next().unwrap_or(path).trim_matches(['{', '}']);
            names.extend(list.split(',').map(str::trim).filter(|name| !name.is_empty()));
        } else {
            assert!(!line.starts_with("pub "), "a kind of export that this test does not count: {line}");
        }
    }
    names
}

#[test]
fn the_root_has_at_most_25_names() {
    let source = include_str!("../../src/lib.rs");
    assert!(!source.contains("::*"), "a glob exports an unknown number of names");
    assert!(!source.contains("pub use {"));
    let names = exported(source);
    assert!(
        names.contains(&"Puzzle") && names.contains(&"Status") && names.contains(&"service"),
        "{names:?}"
    );
    assert!(names.len() <= 25, "{} names: {names:?}", names.len());
    assert_eq!(exported("pub use a::{B, C};\npub mod d;\npub use e::F;"), ["B", "C", "d", "F"]);
}

#[test]
fn neither_the_readme_nor_an_example_unwraps() {
    let texts = [
        include_str!("../../README.md"),
        include_str!("../../../../README.md"),
        include_str!("../../examples/check.rs"),
        include_str!("../../examples/explore.rs"),
        include_str!("../../examples/generate.rs"),
        include_str!("../../examples/limits.rs"),
        include_str!("../../examples/own_puzzle.rs"),
        include_str!("../../examples/solve.rs"),
        include_str!("../../examples/typed.rs"),
        include_str!("../../src/lib.rs"),
    ];
    for text in texts {
        assert!(!text.contains(".unwrap()") && !text.contains(".expect("), "{text}");
    }
}

#[test]
fn an_error_is_an_error_of_the_standard_library() {
    fn takes<E: std::error::Error + Send + Sync + 'static>() {}
    takes::<Error>();
    let puzzle: Result<Puzzle, Error> = "no puzzle at all".parse();
    let boxed: Box<dyn std::error::Error> = puzzle.expect_err("not a puzzle").into();
    assert!(!boxed.to_string().is_empty());
}

#[test]
fn an_error_of_a_text_has_its_place_and_a_remedy() {
    let text = "3 3\n1 2 3\n4 5 6\n7 8 8\n";
    let error = Reader::new().format("tiles").read(text).expect_err("8 is there twice");
    assert_eq!(error.span().map(|span| &text[span]), Some("8"), "{error}");
    let error = Reader::new().format("tiles:none").read(text).expect_err("there is no such format");
    assert!(error.help().is_some_and(|help| help.contains("known: ")), "{error:?}");
    let error = Reader::new().metric("miles").read("1 2\n3 0\n").expect_err("there is no such metric");
    assert!(error.help().is_some_and(|help| help.contains("steps")), "{error:?}");
}

/// A hard position of the 15-puzzle.
const HARD: &str = "4 4\n0 12 9 13\n15 11 10 14\n3 7 2 5\n4 8 6 1\n";

fn solved(solver: &Solver, text: &str) -> Report {
    solver.solve(&text.parse().expect("a puzzle")).expect("no fault of a solver")
}

#[test]
fn a_limit_is_a_status_and_no_error() {
    let none = Solver::new().threads(1).time(Duration::ZERO);
    match solved(&none, HARD).status() {
        Status::Suboptimal { lower_bound, why: Limit::Time, .. }
        | Status::Unknown { lower_bound, why: Limit::Time } => {
            assert!(lower_bound > 0);
        }
        other => panic!("no time was given: {other:?}"),
    }
    let cancelled = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let solver = Solver::new().threads(1).cancel(cancelled);
    let error = solved(&solver, HARD).into_solution().expect_err("it was cancelled");
    assert!(matches!(error, Error::Unproven { why: Limit::Interrupt, .. }), "{error}");
    let unsolvable = solved(&Solver::new(), "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n");
    assert!(matches!(unsolvable.status(), Status::Unsolvable(certificate) if certificate.is_proof()));
    assert_eq!(unsolvable.lower_bound(), None);
}

#[test]
fn a_certificate_holds_for_its_puzzle_only() {
    let loyd: Puzzle = "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n".parse().expect("a puzzle");
    let other: Puzzle = "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 0 15\n".parse().expect("a puzzle");
    let report = loyd.solve().expect("no fault of a solver");
    report.certificate().check(&loyd).expect("it holds");
    report.certificate().check(&other).expect_err("the other can be solved");
}

#[test]
fn a_puzzle_is_counted_in_every_metric_of_its_family() {
    let tiles: Puzzle = "3 3\n1 2 3\n4 5 6\n0 7 8\n".parse().expect("a puzzle");
    let lines = Solver::new().metric("lines").solve(&tiles).expect("a metric of tiles");
    assert_eq!((lines.lower_bound(), tiles.solve().expect("no fault").lower_bound()), (Some(1), Some(2)));
    assert!(matches!(Solver::new().metric("miles").solve(&tiles), Err(Error::Input { .. })));
}

#[test]
fn tables_are_kept_in_a_folder_and_used_again() {
    let folder = std::env::temp_dir().join(format!("fewest-library-{}", std::process::id()));
    let text = "4 4\n5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n";
    let lengths: Vec<_> =
        (0..2).map(|_| solved(&Solver::new().cache_dir(&folder), text).lower_bound()).collect();
    assert_eq!(lengths[0], lengths[1]);
    let kept = std::fs::read_dir(&folder).map_or(0, Iterator::count);
    // The folder is ours: its name holds the number of this process.
    let _ = std::fs::remove_dir_all(&folder);
    assert!(kept > 0 || lengths[0].is_some_and(|moves| moves < 20), "a table was built and kept");
}
