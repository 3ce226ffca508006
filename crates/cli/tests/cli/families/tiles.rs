//! Sliding tiles through the program. Beyond 4 x 4: long searches that are stopped, and solutions
//! of millions of steps.

use std::fmt::Write as _;
use std::process::{Child, Command, Stdio};

use crate::harness::{Folder, alone, fewest};

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
    let run = folder.run(&["solve", "korf.txt"]);
    assert_eq!(run.code, 11);
    assert!(run.out.starts_with("no solution\ncertificate: k = 4 is even; "), "{}", run.out);
    assert!(run.out.ends_with("\n  solvable to blank-first: --goal blank-first\n"), "{}", run.out);
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "blank-first"]);
    assert_eq!((run.code, run.out.lines().next()), (0, Some("1 step, the fewest")));
    folder.write("goal.txt", "4\n1 2 0 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n");
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "goal.txt"]);
    assert_eq!((run.code, run.out.lines().nth(1)), (0, Some("2")));
    let run = folder.run(&["solve", "-q", "korf.txt", "--goal", "nowhere"]);
    assert_eq!(run.code, 2);
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
    // Every family has one.
    for (name, fewest_moves) in [("course", 5), ("117", 4), ("five-all-on", 15), ("triangle", 13)] {
        let run = fewest(&["solve", name, "--method", "textbook", "--length-only"]);
        assert_eq!((run.code, run.out.trim()), (0, fewest_moves.to_string().as_str()), "{name}: {run:?}");
    }
    // Lights that are no grid of at most 32 have none.
    let run = fewest(&["solve", "nine-all-on", "--method", "textbook"]);
    assert_eq!(run.code, 65);
    assert!(run.err.contains("the textbook method of lights does not take this board"), "{}", run.err);
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

/// A board of the 24 puzzle that needs 80 steps: some seconds of search, once there are tables.
const EIGHTY: &str = "3 24 6 10 15/11 8 16 2 18/1 14 0 4 20/13 7 5 12 23/17 21 22 9 19\n";

/// A board that takes far more than seconds: 108 steps or more.
const FAR: &str = "14 20 24 6 12/4 22 1 19 18/8 21 7 10 11/23 9 16 0 13/5 2 15 17 3\n";

fn started(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// Waits until a search has finished some subtrees of the iteration with this threshold or a later
/// one. Returns `false` if it ended.
#[cfg(unix)]
fn is_at_work(folder: &Folder, child: &mut Child, limit: u64) -> bool {
    while child.try_wait().expect("it can be asked").is_none() {
        let text = std::fs::read_to_string(folder.path("work/status.json")).unwrap_or_default();
        let status: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let is_there = status["depth"].as_u64().is_some_and(|depth| depth >= limit);
        if is_there && status["layer_done"].as_f64().is_some_and(|done| done > 0.0) {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    false
}

#[cfg(unix)]
#[test]
fn a_search_of_the_24_puzzle_that_is_interrupted_goes_on_to_the_same_answer() {
    use crate::harness::Run;

    let folder = Folder::with("board.txt", EIGHTY);
    let solve = ["solve", "board.txt", "--json", "--threads", "1"];
    // The first run builds the tables, and does more work before them than the second, which has
    // them.
    let made = folder.run(&solve);
    assert_eq!(made.code, 0, "{made:?}");
    let at_once = folder.run(&solve);
    let answer = |run: &Run| (run.code, run.document()["length"].clone(), run.document()["moves"].clone());
    assert_eq!((answer(&at_once).0, answer(&at_once).1), (0, 80.into()), "{at_once:?}");

    let solve = [&solve[..], &["--work", "work"]].concat();
    let mut child = started(&mut folder.command(&solve));
    assert!(is_at_work(&folder, &mut child, 76), "it ended before it was interrupted");
    crate::harness::signal(&child, "-INT");
    let first = Run::of(&child.wait_with_output().expect("it ends"));
    assert_eq!(first.code, 75, "{first:?}");
    assert!(first.err.contains(&format!("go on with\n  fewest {}\n", solve.join(" "))), "{first:?}");

    let second = folder.run(&solve);
    assert_eq!(answer(&second), answer(&at_once));
    // The sum of both is more than one alone, because unfinished subtrees are repeated, but less
    // than two, because finished ones are not.
    let [whole, part, both] = [&at_once, &first, &second]
        .map(|run| run.document()["stats"]["generated"].as_u64().expect("a number"));
    assert!(whole < both && both < whole + part, "{whole} alone; {part}, then {both} together");
}

#[test]
fn a_time_limit_leaves_a_solution_a_lower_bound_and_their_ratio() {
    let _alone = alone();
    let folder = Folder::with("board.txt", FAR);
    let run = folder.run(&["solve", "-q", "--time", "5s", "board.txt"]);
    assert_eq!(run.code, 3, "{run:?}");
    let first = run.out.lines().next().expect("a line");
    let [steps, "steps;", "at", "least", least, "are", "needed,", "ratio", ratio] =
        first.split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("{first}")
    };
    let number = |text: &str| text.parse::<f64>().expect("a number");
    assert!(number(steps) > number(least), "{first}");
    assert_eq!(format!("{:.2}", number(steps) / number(least)), ratio, "{first}");
    let check = folder.run_with(&["check", "-q", "--legal", "board.txt", "-"], &run.out);
    assert_eq!((check.code, check.out), (0, format!("-  legal       {steps} steps, legal and complete\n")));
}

#[test]
fn an_answer_for_a_hundred_rows_goes_through_check() {
    let _alone = alone();
    let folder = Folder::new();
    let made = folder.run(&["generate", "tiles", "--size", "100x100", "--seed", "1", "-o", "board.txt"]);
    assert_eq!(made.code, 0, "{made:?}");
    let mut solve = started(&mut folder.command(&["solve", "-q", "--fast", "board.txt"]));
    let answer = solve.stdout.take().expect("a pipe");
    let check = started(folder.command(&["check", "-q", "--legal", "board.txt", "-"]).stdin(answer));
    let checked = check.wait_with_output().expect("it ends");
    assert_eq!(solve.wait().expect("it ends").code(), Some(0));
    let said = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(checked.status.code(), Some(0), "{said}");
    let steps = said
        .strip_prefix("-  legal       ")
        .and_then(|rest| rest.strip_suffix(" steps, legal and complete\n"));
    let steps: u64 = steps.and_then(|steps| steps.parse().ok()).unwrap_or_else(|| panic!("{said}"));
    // Greedy placement is said to take 8/3 of the cube of the side.
    assert!((1_000_000..2_800_000).contains(&steps), "{steps}");
}

#[test]
fn where_the_fewest_are_out_of_reach_solve_and_check_end_by_themselves() {
    let folder = Folder::new();
    let made = folder.run(&["generate", "tiles", "--size", "40x30", "--seed", "1", "-o", "board.txt"]);
    assert_eq!(made.code, 0, "{made:?}");
    let solved = folder.run(&["solve", "-q", "board.txt"]);
    assert_eq!(solved.code, 3, "{solved:?}");
    let (steps, rest) = solved.out.split_once(" steps; at least ").expect("a way and a bound");
    let (least, rest) = rest.split_once(" are needed, ratio ").expect("a ratio");
    assert!(rest.contains("not proven: the gap to the lower bound is out of reach"), "{rest}");
    let checked = folder.run_with(&["check", "-q", "board.txt", "-"], &solved.out);
    let said = format!("-  legal       {steps} steps, legal and complete; at least {least} are needed\n");
    assert_eq!((checked.code, checked.out), (0, said));
}
