//! The other commands, each with its main use.

use crate::harness::{COURSE, Folder, fewest};

#[test]
fn without_arguments_three_lines_that_run() {
    let run = fewest(&[]);
    assert_eq!((run.code, run.out.lines().count()), (0, 3), "{run:?}");
    for line in run.out.lines() {
        let command = line.split('#').next().expect("a command");
        let words: Vec<&str> = command.split_whitespace().collect();
        assert_eq!(words[0], "fewest");
        let run = fewest(&words[1..]);
        assert!(run.code == 0 && !run.out.is_empty(), "{command}: {run:?}");
    }
}

#[test]
fn hint_from_the_start_and_after_moves() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["hint", "-q", "a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "5 slides left\nnext: Piece 4 up 1 space\n"));
    let after = "4 up 1; 3 right 3; Z up 1; 3 down 1";
    let run = folder.run(&["hint", "-q", "a.txt", "--after", after]);
    assert_eq!(run.out, "1 slide left\nnext: Piece Z right 2 spaces\n");
    folder.write("game.txt", after.replace("; ", "\n") + "\nZ right 2\n");
    let run = folder.run(&["hint", "-q", "a.txt", "--after-file", "game.txt"]);
    assert_eq!(run.out, "0 slides left: it is solved\n");
    let run = folder.run(&["hint", "-q", "a.txt", "--after", "4U1 3R3; Z up 1"]);
    assert_eq!(run.out, "2 slides left\nnext: Piece 3 down 1 space\n", "the short notation too: {run:?}");
    let run = folder.run(&["hint", "-q", "a.txt", "--after", "4 up 1; 3 right 9"]);
    assert!(run.code == 65 && run.err.starts_with("error: move 2: "), "{run:?}");
    assert!(run.err.contains("--> --after:1:9"), "{run:?}");
    assert_eq!(fewest(&["hint", "walled-in"]).code, 11);
    let document = folder.run(&["hint", "--json", "a.txt"]).document();
    assert_eq!((&document["outcome"], &document["length"]), (&"done".into(), &5.into()));
}

#[test]
fn convert_never_writes_texts_that_would_be_read_as_one() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["convert", "-q", "a.txt", "traffic", "--to", "course"]);
    assert_eq!((run.code, run.out.as_str()), (65, COURSE), "{run:?}");
    assert!(run.err.contains("a text in the format `course` holds one puzzle"), "{}", run.err);
    let run = folder.run(&["convert", "-q", "traffic", "traffic", "--to", "rush"]);
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{run:?}");
}

#[test]
fn convert_gives_back_what_it_read() {
    let folder = Folder::with("a.txt", COURSE);
    assert_eq!(folder.run(&["convert", "-q", "a.txt"]).out, COURSE);
    let run = fewest(&["convert", "traffic", "--to", "course"]);
    assert!(run.code == 0 && run.out.starts_with("6 6\n"), "{run:?}");
    let run = folder.run(&["convert", "-q", "a.txt", "--to", "rush"]);
    assert!(run.code == 65 && run.err.starts_with("error: a.txt: "), "{run:?}");
    let run = folder.run(&["convert", "-q", "a.txt", "--to", "text"]);
    assert!(run.code == 65 && run.err.contains("known: course, rush"), "{run:?}");
}

#[test]
fn draw_in_both_forms() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["draw", "-q", "--ascii", "a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "******\n*12..*\n*3.44*\n*ZZ5.*\n*6657*\n******\n"));
    let wanted = "\
┌───┬───┬───────┐
│ 1 │ 2 │ ·   · │
├───┼───┼───────┤
│ 3 │ · │ 4   4 │
├───┴───┼───┬───┤
│ Z   Z │ 5 │ · │
├───────┤   ├───┤
│ 6   6 │ 5 │ 7 │
└───────┴───┴───┘
";
    assert_eq!(folder.run(&["draw", "-q", "a.txt"]).out, wanted);
    assert_eq!(folder.run(&["draw", "-q", "a.txt", "-o", "picture.txt"]).code, 0);
    assert_eq!(folder.read("picture.txt"), wanted);
}

#[test]
fn generate_gives_the_difficulty_asked_for() {
    let folder = Folder::new();
    let arguments = ["generate", "blocks", "--size", "5x5", "--moves", "6", "--seed", "3"];
    let run = folder.run(&[&arguments[..], &["-o", "new.txt"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(folder.run(&arguments).out, folder.read("new.txt"), "the same seed gives the same puzzle");
    assert_eq!(folder.run(&["solve", "--json", "new.txt"]).document()["length"], 6);
    let run =
        folder.run(&["generate", "lights", "--size", "4x3", "--seed", "8", "--count", "2", "-o", "l.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    for name in ["l-8.txt", "l-9.txt"] {
        assert_eq!(folder.run(&["solve", "--as", "lights", "--json", name]).code, 0);
    }
}

#[test]
fn explore_by_the_moves_to_a_goal_gives_the_hardest_start() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "-q", "klotski", "--to-goal", "--farthest", "1"]);
    assert_eq!(run.code, 0, "{run:?}");
    let mut lines = run.out.lines();
    assert_eq!(lines.nth(1).map(str::split_whitespace).map(Iterator::collect), Some(vec!["0", "964", "964"]));
    assert!(run.out.contains("\nmoves to a goal from here: 90\n"), "{}", run.out);
    assert!(run.out.contains("\npositions without a way to a goal: 0\n"), "{}", run.out);
    let total = run.out.lines().find(|line| line.starts_with("total")).expect("a total");
    assert_eq!(total.split_whitespace().nth(1), Some("25955"));
    let (_, hardest) = run.out.rsplit_once("at depth ").expect("a position");
    let (depth, board) = hardest.split_once(": \n").or_else(|| hardest.split_once(":\n")).expect("a board");
    folder.write("hardest.txt", board);
    let document = folder.run(&["solve", "--json", "hardest.txt"]).document();
    assert_eq!(document["length"].to_string(), depth, "{document}");
}

#[test]
fn explore_counts_everything() {
    let folder = Folder::with("a.txt", "1 3\n1 1 1 1 h\n");
    let run = folder.run(&["explore", "-q", "a.txt"]);
    let table = "\
depth  positions      goals
    0          1          0
    1          2          1
total          3          1
seen: everything that can be reached
";
    assert!(run.code == 0 && run.out.starts_with(table), "{run:?}");
    let run = folder.run(&["explore", "-q", "--csv", "a.txt"]);
    assert_eq!(run.out, "puzzle,depth,positions,goals\na.txt,0,1,0\na.txt,1,2,1\n");
    let document = folder.run(&["explore", "--json", "a.txt"]).document();
    assert_eq!(
        (&document["outcome"], &document["explored"]["layers"]),
        (&"done".into(), &serde_json::json!([1, 2]))
    );
}

#[test]
fn list_names_what_there_is() {
    let all = fewest(&["list"]);
    assert_eq!(all.code, 0);
    for word in ["blocks", "lights", "klotski", "blocks:course", "slides", "presses", "sbsolver", "lightsout"]
    {
        assert!(all.out.contains(word), "{word}: {}", all.out);
    }
    for what in ["families", "puzzles", "formats", "metrics", "notations", "courses"] {
        let run = fewest(&["list", what]);
        assert!(run.code == 0 && all.out.contains(&run.out), "{what}: {run:?}");
    }
}

#[test]
fn the_course_programs_print_their_answers() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["course", "sbsolver", "a.txt"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let start = "******\n*12..*\n*3.44*\n*ZZ5.*\n*6657*\n******\n\n1. Piece 4 up 1 space\n";
    assert!(run.out.starts_with(start), "{}", run.out);
    assert!(run.out.contains("5. Piece Z right 2 spaces\n\n******\n"), "{}", run.out);
    assert!(
        run.out.ends_with("******\n\nThe puzzle is solved in 5 moves, the fewest there can be.\n"),
        "{}",
        run.out
    );
    let run = fewest(&["course", "sbsolver", "walled-in"]);
    assert!(run.code == 0 && run.out.ends_with("The puzzle is not solvable.\n"), "{run:?}");
    folder.write("lights.txt", "#0#\n0##\n#00\n");
    let run = folder.run(&["course", "lightsout", "lights.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, "#0#\n0##\n#00\n(0, 1)\n(2, 1)\n(0, 2)\n(1, 2)\n"));
    folder.write("large.txt", "#00000\n".repeat(6));
    let run = folder.run(&["course", "lightsout", "large.txt"]);
    assert!(run.code == 65 && run.err.contains("solve"), "{run:?}");
    assert_eq!(folder.run(&["course", "lightsout", "missing.txt"]).code, 65);
}

#[test]
fn help_completions_and_man_come_from_the_same_definitions() {
    let help = fewest(&["--help"]);
    let man = fewest(&["man"]);
    assert_eq!((help.code, man.code), (0, 0));
    for code in [0, 1, 2, 3, 11, 22, 23, 24, 65, 70, 74, 75, 130] {
        assert!(help.out.contains(&format!("\n{code:>5}  ")), "{code}: {}", help.out);
        assert!(man.out.contains(&format!("\\fB{code}\\fR\n")), "{code}: {}", man.out);
    }
    assert!(fewest(&["man", "solve"]).out.contains("fewest\\-solve"), "a page for each command");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = fewest(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("explore"), "{shell}");
    }
    for command in
        ["solve", "check", "hint", "draw", "convert", "generate", "explore", "map", "list", "course"]
    {
        let run = fewest(&[command, "--help"]);
        assert!(run.code == 0 && run.out.contains("Usage: fewest "), "{command}: {run:?}");
    }
}
