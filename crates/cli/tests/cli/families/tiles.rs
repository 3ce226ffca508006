//! Sliding tiles through the program.

use std::fmt::Write as _;

use crate::harness::{Folder, fewest};

const EASY: &str = "#k\n3\n#initial state\n1 0 3 4 2 6 7 5 8 \n";
const NEVER: &str = "#k\n3\n#initial state\n1 0 3 4 2 6 7 8 5 \n";

#[test]
fn the_course_program_writes_its_file() {
    let folder = Folder::with("in.txt", EASY);
    let run = folder.run(&["course", "npuzzle", "in.txt", "out.txt"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    assert_eq!(folder.read("out.txt"), "#moves\n2 5 8 \n");
    assert_eq!(folder.run(&["check", "in.txt", "out.txt"]).code, 0);
    folder.write("never.txt", NEVER);
    assert_eq!(folder.run(&["course", "npuzzle", "never.txt", "out.txt"]).code, 0);
    assert_eq!(folder.read("out.txt"), "#moves\nno solution\n");
    assert_eq!(folder.run(&["course", "npuzzle", "in.txt", "-"]).out, "#moves\n2 5 8 \n");
    assert_eq!(folder.run(&["course", "npuzzle", "in.txt"]).out, "#moves\n2 5 8 \n");
    assert_eq!(folder.run(&["course", "npuzzle"]).code, 2);
    let run = folder.run(&["course", "npuzzle", "--textbook", "--stats", "in.txt", "-"]);
    assert_eq!(run.out, "#moves\n2 5 8 \n");
    assert!(run.err.contains("elements inserted: "), "{}", run.err);
}

#[test]
fn bad_input_has_one_clear_error() {
    let folder = Folder::new();
    for (text, place) in [
        ("3\n1 2 3\n4 5 6\n7 0\n", "bad.txt:4:3"),
        ("3\n1 2 3\n4 5 6\n7 5 0\n", "bad.txt:4:3"),
        ("3\n1 2 3\n4 -5 6\n7 8 0\n", "bad.txt:3:3"),
        ("0\n1 2 3\n4 5 6\n", "bad.txt:1:1"),
        ("3\n1 2 3\n4 five 6\n7 8 0\n", "bad.txt:3:3"),
    ] {
        folder.write("bad.txt", text);
        let run = folder.run(&["solve", "-q", "bad.txt"]);
        assert_eq!((run.code, run.out.as_str()), (65, ""), "{}", run.err);
        assert_eq!(run.err.matches("error").count(), 1, "{}", run.err);
        assert!(run.err.contains(place), "{}", run.err);
    }
    folder.write("bad.txt", "#k\n0\n#initial state\n\n");
    let run = folder.run(&["course", "npuzzle", "bad.txt", "out.txt"]);
    assert_eq!(run.code, 65);
    assert!(run.err.contains("bad.txt:2:1: k is 0"), "{}", run.err);
    assert!(!folder.path("out.txt").exists());
}

const SIDE: usize = 1000;

/// A board of a million cells as text.
fn text_of(cells: &[usize]) -> String {
    let mut text = format!("{SIDE} {SIDE}\n");
    for row in cells.chunks(SIDE) {
        row.iter().for_each(|tile| write!(text, "{tile} ").expect("memory"));
        text.push('\n');
    }
    text
}

/// Returns the Manhattan distance of a board.
fn distances(cells: &[usize]) -> usize {
    let off = |(cell, &tile): (usize, &usize)| match tile {
        0 => 0,
        _ => (cell / SIDE).abs_diff((tile - 1) / SIDE) + (cell % SIDE).abs_diff((tile - 1) % SIDE),
    };
    cells.iter().enumerate().map(off).sum()
}

#[test]
fn a_million_cells_are_legal() {
    let solved: Vec<usize> = (1..SIDE * SIDE).chain([0]).collect();
    let last = SIDE * SIDE - 1;
    let mut near = solved.clone();
    near.swap(last, last - 1);
    near.swap(last - 1, last - 1 - SIDE);
    let folder = Folder::with("near.txt", &text_of(&near));
    let run = folder.run(&["solve", "near.txt"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("2 steps, the fewest\n998999 999999\n"), "{}", run.out);

    // Three tiles go round, which keeps the parity, many times.
    let mut far = solved;
    far[..last / 3 * 3].chunks_mut(3).for_each(|three| three.rotate_left(1));
    folder.write("far.txt", text_of(&far));
    let run = folder.run(&["solve", "-q", "--time", "1s", "far.txt"]);
    assert_eq!(run.code, 23, "{}", run.err);
    let rest = run.out.strip_prefix("stopped by the time limit: at least ").expect("a bound");
    let least: usize = rest.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    assert!(least >= distances(&far), "{least} is less than {}", distances(&far));

    folder.write("one.txt", "#k\n1\n#initial state\n0\n");
    let run = folder.run(&["solve", "-q", "one.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "0 steps, the fewest\n"));
}

#[test]
fn the_goal_is_never_guessed() {
    // Korf's goal has the blank first; this board is one step from it.
    let folder = Folder::with("korf.txt", "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n");
    let run = folder.run(&["solve", "-q", "korf.txt"]);
    assert_eq!(run.code, 11);
    assert!(run.out.starts_with("no solution\ncertificate: k = 4 is even; "), "{}", run.out);
    assert!(run.out.ends_with("\n  solvable to blank-first: --goal blank-first\n"), "{}", run.out);
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "blank-first"]);
    assert_eq!((run.code, run.out.lines().next()), (0, Some("1 step, the fewest")));
    folder.write("goal.txt", "4\n1 2 0 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n");
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "goal.txt"]);
    assert_eq!((run.code, run.out.lines().nth(1)), (0, Some("2")));
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "nowhere"]);
    assert_eq!(run.code, 65);
    assert!(run.err.contains("there is no goal `nowhere`") && run.err.contains("blank-first"), "{}", run.err);
    let document = folder.run(&["solve", "-q", "korf.txt", "--json"]).document();
    folder.write("proof.json", document.to_string());
    assert_eq!(folder.run(&["check", "-q", "korf.txt", "proof.json"]).code, 0);
}

#[test]
fn answers_are_printed_and_checked_in_every_notation() {
    let folder = Folder::with("in.txt", EASY);
    for (notation, text) in [
        ("numbers", "2 5 8"),
        ("blank-letters", "blank: DDR"),
        ("tile-letters", "tiles: UUL"),
        ("runs", "tiles: U2L"),
    ] {
        let run = folder.run(&["solve", "-q", "in.txt", "--print", notation]);
        assert_eq!(run.out.lines().nth(1), Some(text), "{notation}");
        folder.write("answer.txt", text);
        let run = folder.run(&["check", "-q", "in.txt", "answer.txt"]);
        assert!(run.code == 0 && run.out.contains("the fewest"), "{notation}: {}", run.out);
    }
    for (answer, code, says) in [
        ("My program found 3 moves: 2, 5, 8 (17 boards)", 0, "the fewest"),
        ("#moves\n2 8 \n", 1, "illegal at move 2: tile 8 is not beside the blank"),
        ("#moves\n2 5 \n", 1, "not solved"),
        ("#moves\n2 2 2 5 8 \n", 1, "longer by 2"),
        ("#moves\nno solution\n", 1, ""),
    ] {
        folder.write("answer.txt", answer);
        let run = folder.run(&["check", "-q", "in.txt", "answer.txt"]);
        assert_eq!(run.code, code, "{answer}: {}", run.out);
        assert!(run.out.contains(says), "{answer}: {}", run.out);
    }
}

#[test]
fn the_textbook_tells_how_full_its_table_is() {
    let folder = Folder::with("in.txt", EASY);
    let run = folder.run(&["solve", "-q", "in.txt", "--method", "textbook", "--stats"]);
    assert_eq!((run.code, run.out.lines().nth(1)), (0, Some("2 5 8")));
    for name in ["elements inserted: ", "buckets filled: ", " % of 4096", "mean size of filled buckets: "] {
        assert!(run.out.contains(name), "{}", run.out);
    }
    let document = folder.run(&["solve", "in.txt", "--json", "--method", "textbook", "--stats"]).document();
    assert_eq!(document["figures"][0][0], "elements inserted");
    let run = fewest(&["solve", "klotski", "--method", "textbook"]);
    assert_eq!(run.code, 65);
    assert!(run.err.contains("blocks has no method `textbook`"), "{}", run.err);
}

#[test]
fn lines_are_moves_of_their_own() {
    let folder = Folder::with("in.txt", "2 3\n1 2 3\n0 4 5\n");
    assert!(folder.run(&["solve", "-q", "in.txt"]).out.starts_with("2 steps, the fewest\n4 5\n"));
    let run = folder.run(&["solve", "-q", "in.txt", "--metric", "lines"]);
    assert!(run.out.starts_with("1 line, the fewest\n5\n"), "{}", run.out);
}

#[test]
fn boards_are_generated_explored_hinted_and_converted() {
    let folder = Folder::new();
    for (size, moves) in [("3x3", "24"), ("4x3", "17"), ("4x4", "22"), ("2x5", "40")] {
        let arguments = ["generate", "tiles", "--size", size, "--moves", moves, "--seed", "5"];
        let run = folder.run(&arguments);
        assert_eq!((run.code, &run.out), (0, &folder.run(&arguments).out), "{}", run.err);
        folder.write("new.txt", &run.out);
        let solved = folder.run(&["solve", "-q", "new.txt"]);
        assert!(solved.out.starts_with(&format!("{moves} steps, the fewest")), "{}", solved.out);
        assert!(folder.run(&["hint", "-q", "new.txt"]).out.starts_with(&format!("{moves} steps left")));
    }
    assert_eq!(folder.run(&["generate", "tiles", "--size", "3x3", "--moves", "32"]).code, 4);
    let random = folder.run(&["generate", "tiles", "--size", "6x5", "--seed", "1"]);
    assert_eq!((random.code, random.out.lines().next()), (0, Some("5 6")));

    let explored = fewest(&["explore", "eight-hardest"]).out;
    assert!(explored.contains("\ntotal     181440          1\n"), "{explored}");
    assert!(explored.contains("\nfarthest from the goal: 31 steps, 2 boards\n"), "{explored}");
    assert!(explored.contains("\nhardest: 8 6 7/2 5 4/3 0 1\n"), "{explored}");

    let converted = fewest(&["convert", "eight-easy", "--to", "slashes"]);
    assert_eq!(converted.out, "1 2 3/0 4 6/7 5 8\n");
    assert_eq!(fewest(&["convert", "eight-easy", "--to", "hex"]).out, "123046758\n");
}
