//! Regressions: work that could not be stopped, missing counts, and generated boards.

use crate::harness::{Folder, alone};
use std::time::{Duration, Instant};

/// Runs a command with a time limit of a second and asserts that it ends. It takes 1.3 s on a quiet
/// machine.
fn ends(folder: &Folder, arguments: &[&str]) -> crate::harness::Run {
    let started = Instant::now();
    let run = folder.run(&[arguments, &["--time", "1s"]].concat());
    assert!(started.elapsed() < Duration::from_secs(40), "{arguments:?} took {:?}", started.elapsed());
    run
}

#[test]
fn new_boards_that_cannot_be_found_end_with_the_nearest() {
    let _alone = alone();
    let folder = Folder::with("unused.txt", "");
    for arguments in [
        &["generate", "tiles", "--moves", "9223372036854775807", "--seed", "1"][..],
        &["generate", "tiles", "--size", "3x3", "--moves", "9223372036854775807", "--seed", "1"],
        &["generate", "lights", "--size", "5x5", "--moves", "25", "--seed", "1"],
        &["generate", "lights", "--size", "39x39", "--moves", "1500", "--seed", "1"],
        &["generate", "lights", "--size", "5x5", "--rule", "wrap torus", "--moves", "26", "--seed", "1"],
        &["generate", "pegs", "--size", "3x3", "--moves", "30", "--seed", "1"],
        &["generate", "pegs", "--size", "30x30", "--seed", "1"],
        &["generate", "blocks", "--moves", "9223372036854775807", "--seed", "1"],
    ] {
        let run = ends(&folder, arguments);
        assert_eq!(run.code, 4, "{arguments:?}: {run:?}");
        assert!(!run.out.is_empty() && run.err.contains("this is the nearest"), "{arguments:?}: {run:?}");
    }
    let made =
        folder.run(&["generate", "lights", "--size", "5x5", "--moves", "25", "--seed", "1", "-o", "l.txt"]);
    assert!(made.err.contains("it needs 15 presses, not 25"), "{made:?}");
    assert_eq!(folder.run(&["solve", "--json", "l.txt"]).document()["length"], 15);
}

/// A limit that ends the search is named: with more time the same seed may give another board.
#[test]
fn what_a_limit_decides_is_said() {
    let _alone = alone();
    let folder = Folder::with("unused.txt", "");
    let cut = ends(&folder, &["generate", "lights", "--size", "39x39", "--moves", "1500", "--seed", "1"]);
    assert!(cut.err.contains("the time limit ended the search"), "{cut:?}");
    let whole = folder.run(&["generate", "lights", "--size", "4x4", "--moves", "8", "--seed", "1"]);
    assert!(whole.code == 4 && !whole.err.contains("limit"), "{whole:?}");
    let again = ends(&folder, &["generate", "lights", "--size", "4x4", "--moves", "8", "--seed", "1"]);
    assert_eq!(whole.out, again.out);
}

#[test]
fn large_boards_are_solved_without_quadratic_steps() {
    let _alone = alone();
    let wide: String = (0..3_000_000_u64).map(|at| if at * at % 7 < 3 { '#' } else { '0' }).collect();
    let folder = Folder::with("wide.txt", &(wide + "\n"));
    let run = ends(&folder, &["solve", "-q", "wide.txt"]);
    assert!([0, 11].contains(&run.code), "{} {}", run.code, run.err);
    let side = 600;
    let mut tiles: Vec<usize> = (1..side * side).chain([0]).collect();
    tiles.swap(0, 1);
    let rows = tiles.chunks(side).map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    let text = format!("{side} {side}\n{}\n", rows.collect::<Vec<_>>().join("\n"));
    let folder = Folder::with("tiles.txt", &text);
    let run = ends(&folder, &["solve", "-q", "tiles.txt"]);
    assert_eq!(run.code, 11, "{run:?}");
    assert!(run.out.contains("1 pair of tiles in the wrong order"), "{run:?}");
    assert_eq!(ends(&folder, &["solve", "--json", "tiles.txt"]).code, 11);
}

#[test]
fn orders_of_many_press_sets_are_counted_or_it_is_said_why_not() {
    // Two lights per pair, and either press changes both: 2^22 press sets. Three turns for one pair
    // that is on: it alone three times (2^3 orders), or once (3 places, 2 lights) beside one of 21
    // pairs twice (4 orders).
    let pairs: String = (0..22).map(|pair| format!("{} {}\n", 2 * pair, 2 * pair + 1)).collect();
    let folder = Folder::with("pairs.txt", &format!("edges\nturns 3\n{pairs}on 0 1\n"));
    let run = folder.run(&["solve", "--count", "pairs.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains(&format!("shortest answers: {}", 8 + 3 * 2 * 21 * 4)), "{run:?}");

    let rows = "0".repeat(5) + "\n";
    let many = format!("rule plus\nturns 400\n\n{}", rows.repeat(5));
    let folder = Folder::with("many.txt", &many);
    let run = folder.run(&["solve", "--count", "many.txt"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.contains("the answers were not counted: the number is larger than 2^128"), "{run:?}");
    let document = folder.run(&["solve", "--count", "--json", "many.txt"]).document();
    assert!(document["reasons"].to_string().contains("larger than 2^128"), "{document}");
    assert_eq!(folder.run(&["solve", "many.txt"]).code, 0);
}

#[test]
fn without_self_the_pressed_light_stays_on_a_board_one_cell_wide() {
    for (wrap, rows) in [("torus", "#\n"), ("torus", "#00\n000\n"), ("cylinder", "#\n0\n")] {
        let folder = Folder::with("narrow.txt", &format!("rule plus no-self\nwrap {wrap}\n\n{rows}"));
        let edges = folder.run(&["convert", "-q", "narrow.txt", "--to", "edges"]).out;
        assert!(edges.contains("no-self") && !edges.contains("0,0 > 0,0"), "{wrap}: {edges}");
    }
    let folder = Folder::with("one.txt", "rule plus no-self\nwrap torus\n\n#\n");
    assert_eq!(folder.run(&["solve", "one.txt"]).code, 11);
}
