//! Sliding tiles beyond 4 x 4 through the program: long searches that are stopped, and solutions of
//! millions of steps.

use std::process::{Child, Command, Stdio};

use crate::harness::{Folder, alone};

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
