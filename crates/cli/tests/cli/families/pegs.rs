//! Peg solitaire through the program.

use crate::harness::{Folder, fewest};

const SET_UP: &str = "0\n1\n2\n3\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\nend";

#[test]
fn the_course_program_reads_from_a_pipe() {
    let folder = Folder::with("triangle.txt", "triangle:5\nvacancy: 4\n");
    let run = folder.run_with(&["course", "triangle"], SET_UP);
    assert_eq!((run.code, run.err.as_str(), run.out.lines().count()), (0, "", 495));
    let last: Vec<&str> = run.out.lines().rev().take(2).collect();
    assert_eq!(last[1], "|10|    |11|    |12|    |13|    |14|    ");
    folder.write("answer.txt", &run.out);
    let check = folder.run(&["check", "-q", "triangle.txt", "answer.txt"]);
    assert_eq!(check.code, 0, "{}{}", check.out, check.err);

    let early = folder.run_with(&["course", "triangle"], "0\n1\n");
    assert_eq!(early.code, 1);
    assert!(early.err.contains("ended before"), "{}", early.err);
    assert_eq!(folder.run(&["course", "triangle", "triangle.txt"]).code, 2);
}

#[test]
fn boards_are_named_on_the_command_line() {
    let run = fewest(&["solve", "triangle:5", "--vacancy", "4"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("13 jumps in 1"), "{}", run.out);
    assert!(
        run.out.lines().next().is_some_and(|line| line.ends_with("moves, the fewest jumps")),
        "{}",
        run.out
    );
    let run =
        fewest(&["solve", "triangle:5", "--vacancy", "4", "--goal", "12", "--metric", "moves", "--count"]);
    assert!(
        run.out.starts_with("11 moves with 13 jumps, the fewest moves\nshortest answers: 308\n"),
        "{}",
        run.out
    );
    let run = fewest(&["solve", "english"]);
    assert!(run.code == 0 && run.out.starts_with("31 jumps in "), "{}{}", run.out, run.err);
    let run = fewest(&["solve", "3x3random:PPPPHPPPP"]);
    assert_eq!(run.code, 11, "{}{}", run.out, run.err);
    let run = fewest(&["solve", "klotski", "--vacancy", "4"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("says itself how it begins"), "{}", run.err);
}

#[test]
fn every_notation_is_accepted_by_check() {
    let folder = Folder::with("board.txt", "triangle:5\nvacancy: a1\n");
    for notation in ["moves", "jumps", "triples", "boards", "reversed"] {
        let run = folder.run(&["solve", "-q", "board.txt", "--print", notation]);
        folder.write("answer.txt", &run.out);
        let check = folder.run(&["check", "-q", "board.txt", "answer.txt"]);
        assert_eq!(check.code, 0, "{notation}: {}{}", run.out, check.out);
    }
    let run = folder.run(&["solve", "board.txt", "--json"]);
    folder.write("answer.json", &run.out);
    assert_eq!(folder.run(&["check", "-q", "board.txt", "answer.json"]).code, 0);
}

#[test]
fn a_certificate_is_drawn_checked_and_refused_when_altered() {
    let folder = Folder::new();
    let run = folder.run(&["solve", "french"]);
    assert_eq!(run.code, 11);
    assert!(run.out.contains("certificate: a colouring") && run.out.contains("  ..#"), "{}", run.out);
    folder.write("french.txt", "french\n");
    let run = folder.run(&["solve", "french.txt", "--json"]);
    folder.write("proof.json", &run.out);
    assert_eq!(folder.run(&["check", "-q", "french.txt", "proof.json"]).code, 0);
    let mut document = run.document();
    document["reasons"][0]["reason"]["certificate"]["colourings"][0][0] = 5.into();
    folder.write("altered.json", document.to_string());
    let run = folder.run(&["check", "-q", "french.txt", "altered.json"]);
    assert_eq!(run.code, 1, "{}", run.out);
}

#[test]
fn bad_input_has_one_clear_error() {
    let folder = Folder::new();
    for (text, place) in [
        ("english\nvacancy: z9\n", "bad.txt:2:1"),
        ("grid: square\nxxo\n\nxxo\n", "bad.txt:4:1"),
        ("grid: square\nxxo\nxx\n", "bad.txt:3:1"),
        ("grid: square\nxx?\n", "bad.txt:2:3"),
    ] {
        folder.write("bad.txt", text);
        let run = folder.run(&["solve", "-q", "bad.txt"]);
        assert_eq!((run.code, run.out.as_str()), (65, ""), "{}", run.err);
        assert_eq!(run.err.matches("error").count(), 1, "{}", run.err);
        assert!(run.err.contains(place), "{}", run.err);
    }
    folder.write("none.txt", "grid: square\nooo\nooo\n");
    assert_eq!(folder.run(&["solve", "-q", "none.txt"]).code, 11);
    assert_eq!(folder.run(&["convert", "-q", "rect:20x10", "--to", "grid"]).code, 0);
}

#[test]
fn pairs_hints_new_boards_and_other_formats() {
    let run = fewest(&["explore", "triangle:4", "--pairs", "--metric", "moves"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("a1 to a1: never, by a colouring\n"), "{}", run.out);
    assert!(run.out.contains(": 5 moves, 2 ways\n"), "{}", run.out);
    assert_eq!(fewest(&["explore", "klotski", "--pairs"]).code, 65);
    let run = fewest(&["hint", "triangle:5", "--vacancy", "4", "--after", "11-4"]);
    assert!(run.out.starts_with("12 jumps left\nnext: "), "{}", run.out);
    let arguments = ["generate", "pegs", "--size", "4x4", "--moves", "6", "--seed", "3"];
    let run = fewest(&arguments);
    assert_eq!((run.code, &run.out), (0, &fewest(&arguments).out), "{}", run.err);
    let folder = Folder::with("new.txt", &run.out);
    assert!(folder.run(&["solve", "-q", "new.txt"]).out.starts_with("6 jumps in "));
    let run = fewest(&["convert", "-q", "english", "--to", "tatham"]);
    assert_eq!(run.out, "7x7random:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO\n");
    let run = fewest(&["solve", "english", "--goal", "stuck"]);
    assert!(run.out.starts_with("6 jumps in "), "{}", run.out);
}
