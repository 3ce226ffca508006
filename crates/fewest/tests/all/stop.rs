//! Every kind of request ends when its time is up, for every family, however large the board is.
//!
//! `cargo test -p fewest --test all stop:: -- --nocapture` prints how long each request took beyond
//! its time.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fewest::service::{
    Command, Context, Counters, ExploreOptions, GenerateOptions, MapOptions, PuzzleText, Request,
    ResponseStatus, Session, Stop, Stroke, handle,
};
use fewest_search::hash::SplitMix64;

/// The time that each request is given.
const TIME: Duration = Duration::from_millis(200);
/// What a fallback may take after that.
const OVERTIME: Duration = Duration::from_millis(150);
/// What it may take beyond that. It is 0.3 s on a quiet machine; here it only has to end, in a
/// build for tests and beside others.
const BEYOND: Duration = Duration::from_secs(5);
/// Bytes that a request may hold.
const MEMORY: usize = 1 << 30;

/// Rows of random cells under a header.
fn rows(header: &str, width: usize, height: usize, cells: &str) -> String {
    let mut random = SplitMix64::new(7);
    let cells: Vec<char> = cells.chars().collect();
    let mut text = header.to_owned();
    for _ in 0..height {
        text.extend((0..width).map(|_| cells[random.below(cells.len())]));
        text.push('\n');
    }
    text
}

/// Tiles in random order; two of them are exchanged so that the board has a solution or none.
fn tiles(rows: usize, columns: usize, solvable: bool) -> String {
    let mut random = SplitMix64::new(3);
    let mut cells: Vec<usize> = (1..rows * columns).collect();
    for at in (1..cells.len()).rev() {
        cells.swap(at, random.below(at + 1));
    }
    let mut seen = vec![false; cells.len()];
    let mut exchanges = 0;
    for start in 0..cells.len() {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = cells[at] - 1;
            length += 1;
        }
        exchanges += usize::max(length, 1) - 1;
    }
    if (exchanges % 2 == 0) != solvable {
        cells.swap(0, 1);
    }
    cells.push(0);
    let line = |row: &[usize]| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" ") + "\n";
    format!("{rows} {columns}\n{}", cells.chunks(columns).map(line).collect::<String>())
}

/// A large square in the corner of a tray, and small ones at every `apart`-th cell.
fn blocks(side: usize, apart: usize) -> String {
    let mut text = format!("{side} {side}\n1 1 2 2 b\n");
    for row in (4..side).step_by(apart) {
        for column in (1..side).step_by(apart) {
            let _ = writeln!(text, "{row} {column} 1 1 b");
        }
    }
    text
}

/// A random graph with twice as many edges as places.
fn graph(places: usize, header: &str) -> String {
    let mut random = SplitMix64::new(5);
    let mut text = format!("edges\n{header}");
    for place in (0..places).chain(0..places) {
        let _ = writeln!(text, "{place} {}", random.below(places));
    }
    let on: Vec<String> = (0..places).step_by(2).map(|place| place.to_string()).collect();
    text + "on " + &on.join(" ") + "\n"
}

/// Boards of every family: what they are read as, and their text.
fn boards() -> Vec<(&'static str, &'static str, Option<&'static str>, String)> {
    let pegs = |side: usize| {
        let mut text = rows("grid: square\n", side, side, "x");
        text.replace_range(text.len() - 2..text.len() - 1, "o");
        text
    };
    let lights = |name, header: &str, width, height, cells: &str| {
        (name, "lights", None, rows(header, width, height, cells))
    };
    vec![
        lights("lights 3,000,000 x 1", "", 3_000_000, 1, "#0"),
        lights("lights 1 x 3,000,000", "", 1, 3_000_000, "#0"),
        lights("lights 1000 x 1000", "", 1000, 1000, "#0"),
        lights("lights torus 300 x 300", "rule plus\nwrap torus\n", 300, 300, "#0"),
        lights("lights cylinder 20,000 x 3", "rule plus no-self\nwrap cylinder\n", 20_000, 3, "#0"),
        lights("lights diagonal 200 x 200", "rule diagonal\n", 200, 200, "#0"),
        lights("lights 6 colours 100 x 100", "colours 6\n\n", 100, 100, "012345"),
        lights("lights 10^7 turns 100 x 100", "turns 10000000\n\n", 100, 100, "01"),
        lights("lights 99 turns 30 x 30", "rule king\nturns 99\n\n", 30, 30, "01"),
        ("lights graph 20,000", "lights", None, graph(20_000, "")),
        ("lights graph 3000, 3 colours", "lights", None, graph(3000, "colours 3\n")),
        ("tiles 600 x 600", "tiles", None, tiles(600, 600, true)),
        ("tiles 600 x 600, unsolvable", "tiles", None, tiles(600, 600, false)),
        ("tiles 100 x 100 lines", "tiles", Some("lines"), tiles(100, 100, true)),
        ("tiles 2 x 5000", "tiles", None, tiles(2, 5000, true)),
        ("tiles 6 x 6", "tiles", None, tiles(6, 6, true)),
        ("pegs 15 x 15", "pegs", None, pegs(15)),
        ("pegs 15 x 15 moves", "pegs", Some("moves"), pegs(15)),
        ("pegs 60 x 60", "pegs", None, pegs(60)),
        ("blocks 100 x 100", "blocks:course", None, blocks(100, 4)),
        ("blocks 60 x 60 paths", "blocks:course", Some("paths"), blocks(60, 3)),
        ("blocks 300 x 300 steps", "blocks:course", Some("steps"), blocks(300, 100)),
        ("blocks 8 x 8", "blocks:course", None, blocks(8, 2)),
    ]
}

/// Runs work on a host with a clock, and returns what it took beyond its time.
fn beyond(work: impl FnOnce(&Context<'_>)) -> Duration {
    let started = Instant::now();
    let poll = |_: &Counters| match started.elapsed() >= TIME {
        true => ControlFlow::Break(Stop::Time),
        false => ControlFlow::Continue(()),
    };
    let is_overdue = || started.elapsed() >= TIME + OVERTIME;
    work(&Context::new(2, MEMORY, &poll).with_overtime(&is_overdue));
    started.elapsed().saturating_sub(TIME)
}

fn assert_ends(name: &str, what: &str, took: Duration) {
    println!("{name:32} {what:24} {:7.3} s", took.as_secs_f64());
    assert!(took < BEYOND, "{name}: {what} took {took:?} more than its time");
}

fn asks() -> Vec<(&'static str, Command, bool)> {
    let all = MapOptions { most: 100_000_000, ..MapOptions::default() };
    let stroke = Stroke { brush: String::new(), from: (0, 0), to: (0, 0) };
    vec![
        ("look", Command::Look, false),
        ("write", Command::Write { format: "text".to_owned() }, false),
        ("paint", Command::Paint(stroke), false),
        ("solve", Command::Solve, false),
        ("solve and count", Command::Solve, true),
        ("hint", Command::Hint, false),
        ("check", Command::Check { answer: "no solution".to_owned(), legal: false }, false),
        ("map", Command::Map(all.clone()), false),
        ("map of a sample", Command::Map(MapOptions { sample: Some(1000), ..all.clone() }), false),
        ("locate", Command::Locate(all.clone()), false),
        ("go to", Command::GoTo { position: 1, map: all }, false),
    ]
}

#[test]
fn every_request_ends_in_time() {
    for (name, what, metric, text) in boards() {
        let puzzle = PuzzleText {
            what: Some(what.to_owned()),
            metric: metric.map(str::to_owned),
            ..PuzzleText::text(name, &text)
        };
        let started = Instant::now();
        let opened = puzzle.open_one().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        // Reading is not stopped: it takes time in proportion to the text.
        let reading = started.elapsed();
        assert_ends(name, "read", reading);
        let started = Instant::now();
        drop(opened.position.scene().wiring());
        assert_ends(name, "scene and wires", started.elapsed());
        for (ask_name, ask, count) in asks() {
            let session = Session::new(puzzle.clone());
            let request = Request { count, milliseconds: Some(200), ..Request::new(ask, session) };
            let took = beyond(|cx| drop(handle(&request, cx)));
            assert_ends(name, ask_name, took.saturating_sub(reading));
        }
        let how = ExploreOptions { farthest: 1, ..ExploreOptions::default() };
        assert_ends(name, "explore", beyond(|cx| drop(opened.position.explore(&how, cx))));
        let how = ExploreOptions { to_goal: true, ..ExploreOptions::default() };
        assert_ends(name, "explore to goal", beyond(|cx| drop(opened.position.explore(&how, cx))));
        let took = beyond(|cx| drop(opened.position.solve_by_textbook(cx)));
        assert_ends(name, "textbook", took);
    }
}

#[test]
fn every_new_board_ends_in_time() {
    let far = Some(9_223_372_036_854_775_807);
    let of = |size: (usize, usize), moves: Option<u64>| GenerateOptions {
        size: Some(size),
        moves,
        ..GenerateOptions::default()
    };
    let rule = |rule: &str, how: GenerateOptions| GenerateOptions { rule: Some(rule.to_owned()), ..how };
    let metric =
        |metric: &str, how: GenerateOptions| GenerateOptions { metric: Some(metric.to_owned()), ..how };
    let wishes = [
        ("tiles", of((4, 4), far)),
        ("tiles", of((30, 30), far)),
        ("tiles", of((600, 600), far)),
        ("tiles", metric("lines", of((4, 4), far))),
        ("tiles", of((1000, 1000), None)),
        ("lights", of((3_000_000, 1), Some(1000))),
        ("lights", of((1000, 1000), far)),
        ("lights", of((39, 39), Some(1500))),
        ("lights", of((2999, 2999), Some(5))),
        ("lights", rule("wrap torus", of((300, 300), far))),
        ("lights", rule("colours 6", of((60, 60), far))),
        ("lights", rule("rule diagonal", of((60, 60), Some(900)))),
        ("pegs", of((60, 60), far)),
        ("pegs", of((30, 30), None)),
        ("pegs", metric("moves", of((15, 15), Some(30)))),
        ("pegs", GenerateOptions { pieces: Some(90), ..of((10, 10), None) }),
        ("blocks", of((10, 10), far)),
        (
            "blocks",
            GenerateOptions { unique: true, ..rule("klotski", metric("paths", of((10, 10), Some(200)))) },
        ),
        ("blocks", GenerateOptions { pieces: Some(50), walls: Some(50), ..of((10, 10), Some(60)) }),
    ];
    for (family, how) in wishes {
        let name = format!("{family} {:?} {:?}", how.size.unwrap_or_default(), how.rule);
        let ask = Command::Generate { family: family.to_owned(), how };
        let request = Request::new(ask, Session::new(PuzzleText::default()));
        assert_ends(&name, "generate", beyond(|cx| drop(handle(&request, cx))));
    }
}

/// A front end that is closed is no reason to go on until the time is up.
#[test]
fn an_interruption_ends_hints_too() {
    for (name, what, metric, text) in boards().into_iter().filter(|board| !board.0.contains("3,000,000")) {
        let puzzle = PuzzleText {
            what: Some(what.to_owned()),
            metric: metric.map(str::to_owned),
            ..PuzzleText::text(name, &text)
        };
        let request = Request::new(Command::Hint, Session::new(puzzle));
        let started = Instant::now();
        let poll = |_: &Counters| match started.elapsed() >= TIME {
            true => ControlFlow::Break(Stop::Interrupt),
            false => ControlFlow::Continue(()),
        };
        drop(handle(&request, &Context::new(2, MEMORY, &poll)));
        assert_ends(name, "hint, interrupted", started.elapsed().saturating_sub(TIME));
    }
}

/// A response with a long answer, and one with many, ends when the overtime of its request is over:
/// here at once.
#[test]
fn long_responses_end_with_the_overtime() {
    let rows = "01\n10\n";
    let board = |turns: u32| PuzzleText::text("board", &format!("turns {turns}\n\n{rows}"));
    let ask = |turns, all| {
        let session = Session::new(board(turns));
        Request { all, milliseconds: Some(1), ..Request::new(Command::Solve, session) }
    };
    let go_on = |_: &Counters| ControlFlow::Continue(());
    let is_overdue = || true;
    let cx = Context::new(1, MEMORY, &go_on).with_overtime(&is_overdue);
    let response = handle(&ask(10_000, None), &cx);
    assert_eq!((response.outcome, response.limit.as_deref()), (ResponseStatus::Stopped, Some("time")));
    assert_eq!((response.at_least, response.moves), (Some(10_000), None));
    // A short answer is complete, and those beside it are left out.
    let response = handle(&ask(4, Some(1000)), &cx);
    assert_eq!((response.outcome, response.limit.as_deref()), (ResponseStatus::Solved, Some("time")));
    assert!(response.moves.is_some_and(|moves| moves.len() == 4) && response.all.is_empty());
    // Without a clock all of it is written.
    let response = handle(&ask(4, Some(1000)), &Context::new(1, MEMORY, &go_on));
    assert!(response.limit.is_none() && response.all.len() > 1);
    let response = handle(&ask(10_000, None), &Context::new(1, MEMORY, &go_on));
    assert!(response.moves.is_some_and(|moves| moves.len() == 10_000));
}
