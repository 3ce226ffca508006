//! Sliding blocks through the program. The error rules of the course: errors are reported with
//! their line, and the rest is solved.

use serde_json::Value;

use crate::harness::{Folder, Run};

fn fact<'o>(out: &'o str, name: &str) -> Option<&'o str> {
    out.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn what_cannot_be_had_ends_with_the_nearest_and_a_code_of_its_own() {
    let folder = Folder::new();
    let run = folder
        .run(&["generate", "blocks", "--size", "4x4", "--moves", "60", "--seed", "1", "-o", "near.txt"]);
    assert_eq!(run.code, 4, "{run:?}");
    assert!(
        run.err.contains("seed 1: no board with these properties was found; this is the nearest: it needs "),
        "{run:?}"
    );
    let length = folder.run(&["solve", "--json", "near.txt"]).document()["length"].as_u64();
    assert!(
        length.is_some_and(|length| run.err.contains(&format!("it needs {length} moves, not 60"))),
        "{run:?}"
    );
    let run = folder.run(&["generate", "lights", "--unique"]);
    assert_eq!(run.code, 65, "{run:?}");
    let run = folder.run(&["generate", "blocks", "--rule", "chess"]);
    assert_eq!(run.code, 65, "{run:?}");
}

#[test]
fn explore_tells_the_hardest_start_and_whether_a_piece_can_go() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "-q", "klotski"]);
    assert_eq!(run.code, 0, "{run:?}");
    let total = run.out.lines().find(|line| line.starts_with("total")).expect("a total");
    assert_eq!(total.split_whitespace().collect::<Vec<_>>(), ["total", "25955", "964"]);
    assert!(fact(&run.out, "hardest start").is_some_and(|fact| fact.contains(" slides, ")), "{}", run.out);
    assert!(fact(&run.out, "positions with one move only").is_some(), "{}", run.out);
    assert!(fact(&run.out, "minimal").is_some(), "{}", run.out);
    // A car in a corner of its own can go.
    folder.write("a.txt", "4 4\n2 1 2 1 h\n1 4 1 2 v\n4 1 2 1 h\n");
    let run = folder.run(&["explore", "-q", "a.txt"]);
    assert_eq!(fact(&run.out, "minimal"), Some("no: without piece 2 it still needs 2 slides"), "{}", run.out);
    folder.write("b.txt", "4 4\n2 1 2 1 h\n1 4 1 2 v\n");
    let run = folder.run(&["explore", "-q", "b.txt"]);
    assert_eq!(fact(&run.out, "minimal"), Some("yes: without any of its pieces it is easier"), "{}", run.out);
}

#[test]
fn the_database_of_rush_hour_goes_on_where_it_ended() {
    let folder = Folder::new();
    let whole = folder.run(&["generate", "rush-database", "--size", "4x4", "-q"]);
    assert_eq!((whole.code, whole.out.lines().count()), (0, 32), "{whole:?}");
    // Every line is a puzzle that needs the number of moves in it.
    folder.write("lines.txt", &whole.out);
    let solved = folder.run(&["solve", "--json", "lines.txt"]).documents();
    let lengths: Vec<String> = solved.iter().map(|document| document["length"].to_string()).collect();
    let said: Vec<&str> = whole.out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(lengths, said);

    // With a time limit of 0 no part is done, and none is lost.
    let arguments = ["generate", "rush-database", "--size", "4x4", "-o", "kept.txt"];
    let run = folder.run(&[&arguments[..], &["--time", "0s"]].concat());
    assert_eq!(run.code, 75, "{run:?}");
    let run = folder.run(&arguments);
    assert_eq!((run.code, folder.read("kept.txt")), (0, whole.out.clone()), "{run:?}");
    assert!(
        run.err.contains("1349 boards, 1349 looked at; 880 puzzles, 493 with a solution, 32 minimal"),
        "{run:?}"
    );
    assert!(!folder.path("kept.txt.part").exists() && !folder.path("kept.txt.part-mark").exists());
    // Bytes of the file beyond the checkpoint were not finished.
    let first = whole.out.lines().next().expect("a line").len() + 1;
    let begun = format!("{}{}", &whole.out[..first], "half of a li");
    let mark = |numbers: &str| format!("fewest rush-database 1 {numbers}\n");
    for (other, why) in [
        (mark("5 1 1 0 0 0 0 0 0"), "the mark is of other work"),
        (mark("4 1 1 99 0 0 0 0 0"), "the mark tells of more than there is"),
        ("4 1 0 0 0 0 0 0 0\n".to_owned(), "the mark was not written by the program"),
    ] {
        folder.write("kept.txt.part", &begun);
        folder.write("kept.txt.part-mark", &other);
        assert_eq!(folder.run(&arguments).code, 2, "{why}");
        assert_eq!((folder.read("kept.txt.part"), folder.read("kept.txt.part-mark")), (begun.clone(), other));
        assert_eq!(folder.read("kept.txt"), whole.out, "{why}: a file from before stays");
    }
    folder.write("kept.txt.part-mark", mark("4 1 0 0 0 0 0 0 0"));
    folder.write("kept.txt.new", "not ours");
    assert_eq!(folder.run(&arguments).code, 0);
    assert_eq!(folder.read("kept.txt"), whole.out);
    assert_eq!(folder.read("kept.txt.new"), "not ours");
    folder.write("kept.txt.part", "not ours");
    assert_eq!(folder.run(&arguments).code, 2, "a file of that name is not ours");
    assert_eq!(folder.read("kept.txt.part"), "not ours");
    assert_eq!(folder.run(&["generate", "rush-database", "--size", "5x4"]).code, 2);
    assert_eq!(folder.run(&["generate", "rush-database", "--size", "9x9"]).code, 65);
}

fn course(text: &str) -> Run {
    Folder::with("a.txt", text).run(&["course", "sbsolver", "a.txt"])
}

fn solve(text: &str) -> (i32, Value) {
    let run = Folder::with("a.txt", text).run(&["solve", "--json", "--as", "blocks:course", "a.txt"]);
    (run.code, run.document())
}

/// Checks that a piece is left out with its line and reason, and that the rest is solved in
/// `length` slides.
#[track_caller]
fn left_out(text: &str, line: usize, why: &str, length: u64) {
    let (code, document) = solve(text);
    assert_eq!((code, &document["outcome"]), (0, &"solved".into()), "{document}");
    assert_eq!(document["length"], length, "{document}");
    let warnings = document["warnings"].as_array().expect("a warning");
    assert_eq!(warnings.len(), 1, "{document}");
    assert_eq!((&warnings[0]["line"], &warnings[0]["what"]), (&line.into(), &why.into()), "{document}");
    let run = course(text);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.starts_with(&format!("line {line}: {why}")), "{}", run.out);
    assert!(run.out.contains(&format!("The puzzle is solved in {length} move")), "{}", run.out);
}

/// Checks that a file is refused with the line, the reason and code 65.
#[track_caller]
fn refused(text: &str, line: Option<usize>, why: &str) {
    let (code, document) = solve(text);
    assert_eq!((code, &document["outcome"]), (65, &"error".into()), "{document}");
    assert_eq!(document["fault"]["what"], why, "{document}");
    assert_eq!(document["fault"]["line"].as_u64(), line.map(|line| line as u64), "{document}");
    let run = course(text);
    assert_eq!(run.code, 65, "{run:?}");
    let wanted = line.map_or_else(|| why.to_owned(), |line| format!("line {line}: {why}"));
    assert!(run.out.starts_with(&wanted), "{}", run.out);
    assert!(!run.out.contains("*"), "no grid: {}", run.out);
}

#[test]
fn a_piece_outside_the_grid_is_left_out() {
    let why = "piece lies outside the grid: row 9 is not on the grid, which has 4; it was left out";
    left_out("4 4\n1 1 1 1 b\n9 1 1 1 b\n", 3, why, 1);
    let why = "piece lies outside the grid: it reaches column 5 of 4; it was left out";
    left_out("4 4\n1 1 1 1 b\n2 3 3 1 b\n", 3, why, 1);
    let why = "piece lies outside the grid: it reaches row 6 of 4; it was left out";
    left_out("4 4\n1 1 1 1 b\n4 1 1 3 b\n", 3, why, 1);
    let why = "piece lies outside the grid: column 0 is not on the grid, which has 4; it was left out";
    left_out("4 4\n1 1 1 1 b\n\n2 0 1 1 b\n", 4, why, 1);
    let why = "piece lies outside the grid: row -1 is not on the grid, which has 4; it was left out";
    left_out("4 4\n1 1 1 1 b\n-1 1 1 1 b\n", 3, why, 1);
    let why = "piece lies outside the grid: width 0 is less than 1; it was left out";
    left_out("4 4\n1 1 1 1 b\n2 1 0 1 b\n", 3, why, 1);
}

#[test]
fn a_piece_with_a_bad_direction_is_left_out() {
    left_out("4 4\n1 1 1 1 b\n1 2 1 1 x\n", 3, "direction `x` is none of h, v, b, n; it was left out", 1);
    left_out("4 4\n1 1 1 1 b\n1 2 1 1 hv\n", 3, "direction `hv` is none of h, v, b, n; it was left out", 1);
}

#[test]
fn a_piece_that_overlaps_is_left_out() {
    let why = "piece overlaps piece Z at row 1, column 2; it was left out";
    left_out("4 4\n1 1 2 1 b\n1 2 1 2 v\n", 3, why, 1);
    // A piece that was left out covers nothing.
    let text = "4 4\n1 1 1 1 b\n1 1 2 1 b\n1 2 1 1 n\n";
    let (_, document) = solve(text);
    assert_eq!((&document["length"], document["warnings"].as_array().map(Vec::len)), (&2.into(), Some(1)));
}

#[test]
fn after_a_bad_goal_piece_the_first_good_piece_is_the_goal_piece() {
    // The next good piece becomes Z, and names count accepted pieces.
    let text = "4 4\n1 1 1 1 q\n9 9 1 1 b\n2 1 1 1 b\n3 1 1 1 b\n";
    let (code, document) = solve(text);
    assert_eq!((code, &document["moves"]), (0, &serde_json::json!(["Piece Z right 3 spaces"])), "{document}");
    let lines: Vec<_> =
        document["warnings"].as_array().expect("two").iter().map(|w| w["line"].as_u64()).collect();
    assert_eq!(lines, [Some(2), Some(3)]);
    let run = course(text);
    assert!(run.out.contains("******\n*....*\n*Z...*\n*1...*\n*....*\n******\n"), "{}", run.out);
    let rest = "; it was left out, and the first good piece becomes the goal piece";
    assert!(
        run.out.starts_with(&format!("line 2: direction `q` is none of h, v, b, n{rest}")),
        "{}",
        run.out
    );
}

#[test]
fn sizes_of_zero_and_less_are_refused() {
    refused("0 4\n1 1 1 1 b\n", Some(1), "the number of rows is 0; it must be at least 1");
    refused("4 0\n1 1 1 1 b\n", Some(1), "the number of columns is 0; it must be at least 1");
    refused("\n-3 4\n1 1 1 1 b\n", Some(2), "the number of rows is -3; it must be at least 1");
    refused("4 -1\n1 1 1 1 b\n", Some(1), "the number of columns is -1; it must be at least 1");
}

#[test]
fn missing_values_are_named() {
    refused("4\n1 1 1 1 b\n", Some(1), "the number of columns is missing");
    left_out("4 4\n1 1 1 1 b\n2 1 1 b\n", 3, "a piece has 5 values, this line has 4; it was left out", 1);
    left_out("4 4\n1 1 1 1 b\n2\n", 3, "a piece has 5 values, this line has 1; it was left out", 1);
    refused("4 4\n", None, "there is no piece, so there is no goal piece");
}

#[test]
fn letters_for_numbers_are_named() {
    refused("four 4\n1 1 1 1 b\n", Some(1), "the number of rows `four` is not a whole number");
    left_out("4 4\n1 1 1 1 b\nx 1 1 1 b\n", 3, "row `x` is not a whole number; it was left out", 1);
    left_out("4 4\n1 1 1 1 b\n2 1 1 1.5 b\n", 3, "height `1.5` is not a whole number; it was left out", 1);
    let huge = "row `99999999999999999999` is far too large; it was left out";
    left_out("4 4\n1 1 1 1 b\n99999999999999999999 1 1 1 b\n", 3, huge, 1);
}

#[test]
fn an_empty_file_is_refused() {
    refused("", None, "the file is empty");
    refused("\n  \n", None, "the file is empty");
    let run = Folder::with("a.txt", "").run(&["solve", "a.txt"]);
    assert_eq!(run.code, 65);
    assert!(run.err.starts_with("error: a.txt: the file is empty"), "{}", run.err);
}

#[test]
fn any_white_space_and_line_ends_are_read() {
    let (code, document) = solve("  4\t4\r\n\r\n\t3 1   2 1\tb  \r\n1 1 1 1 b");
    assert_eq!((code, &document["length"], document.get("warnings")), (0, &1.into(), None), "{document}");
}

#[test]
fn large_puzzles_are_legal() {
    let mut pieces = "20 20\n1 1 1 1 h\n".to_owned();
    for number in 0..199 {
        pieces.push_str(&format!("{} {} 1 1 v\n", 2 + number / 15, 1 + number % 15));
    }
    let (code, document) = solve(&pieces);
    assert_eq!((code, &document["length"], document.get("warnings")), (0, &1.into(), None), "{document}");
    let grid = course(&pieces).out;
    let names: std::collections::HashSet<char> = grid.lines().take(22).flat_map(str::chars).collect();
    assert_eq!(names.len(), 202, "200 names, `.` and `*`");

    let (code, document) = solve("100 100\n50 1 2 1 h\n49 60 1 2 v\n50 90 1 40 v\n");
    assert_eq!((code, &document["length"]), (0, &3.into()), "{document}");

    let (code, document) = solve("1 1\n1 1 1 1 n\n");
    assert_eq!((code, &document["length"], &document["optimal"]), (0, &0.into(), &true.into()), "{document}");
    let run = course("1 1\n1 1 1 1 b\n");
    assert!(run.code == 0 && run.out.starts_with("***\n*Z*\n***\n"), "{run:?}");
}
