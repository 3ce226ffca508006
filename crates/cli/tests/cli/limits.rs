//! Limits are kept, and the program reports what is proven until then. Regressions: work that could
//! not be stopped, missing counts, and generated boards.

use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::harness::{Folder, Run, alone, fewest, huge};

#[test]
fn a_time_limit_leaves_a_lower_bound() {
    let _alone = alone();
    let folder = Folder::with("huge.txt", &huge());
    let run = folder.run(&["solve", "huge.txt", "--time", "1s", "--json"]);
    assert_eq!(run.code, 23, "{run:?}");
    let document = run.document();
    assert_eq!((&document["outcome"], &document["limit"]), (&"stopped".into(), &"time".into()));
    assert!(document["at_least"].as_u64() >= Some(3), "{document}");
    assert!(document["reasons"][0]["reason"]["account"]["positions"].as_u64() > Some(1), "{document}");
    let text = folder.run(&["solve", "huge.txt", "--time", "1s"]).out;
    assert!(text.starts_with("stopped by the time limit: at least "), "{text}");
    assert!(text.contains(" slides are needed\nsearched: none of the "), "{text}");
}

#[test]
fn a_memory_limit_is_used_and_kept() {
    let _alone = alone();
    let folder = Folder::with("huge.txt", &huge());
    for threads in ["1", "2"] {
        let run = folder.run(&["solve", "huge.txt", "--memory", "50M", "--threads", threads, "--json"]);
        assert_eq!(run.code, 22, "{run:?}");
        let document = run.document();
        assert_eq!((&document["outcome"], &document["limit"]), (&"stopped".into(), &"memory".into()));
        assert!(document["at_least"].as_u64() >= Some(3), "{document}");
        if cfg!(target_os = "linux") {
            let limit = 50 * 1024 * 1024;
            let peak = document["stats"]["peak_bytes"].as_u64().expect("a number");
            assert!(peak <= limit * 12 / 10, "{peak} of {limit} bytes");
            assert!(peak >= limit * 8 / 10, "{peak} of {limit} bytes");
        }
    }
}

#[test]
fn a_limit_leaves_the_table_so_far() {
    let _alone = alone();
    let folder = Folder::with("huge.txt", &huge());
    let run = folder.run(&["explore", "-q", "huge.txt", "--time", "300ms"]);
    assert_eq!(run.code, 23);
    assert!(run.out.starts_with("depth  positions"), "{run:?}");
    assert!(run.out.contains("\nseen: stopped by the time limit; there is more\n"), "{run:?}");
    let document = folder.run(&["explore", "--json", "huge.txt", "--memory", "20M"]).document();
    assert_eq!((&document["outcome"], &document["limit"]), (&"stopped".into(), &"memory".into()));
    assert!(document["explored"]["layers"].as_array().is_some_and(|layers| layers.len() > 1), "{document}");
}

#[test]
fn a_lights_board_of_16_million_cells_takes_less_than_200_mb() {
    let _alone = alone();
    const SIDE: usize = 4_000;
    // Presses on a diagonal, so that there is a solution whatever the nullity.
    let mut rows = vec![vec![b'0'; SIDE]; SIDE];
    for at in 0..SIDE {
        let (x, y) = ((at * 7) % SIDE, at);
        let mut flip = |x: usize, y: usize| {
            if let Some(cell) = rows.get_mut(y).and_then(|row| row.get_mut(x)) {
                *cell = if *cell == b'0' { b'#' } else { b'0' };
            }
        };
        [(0, 0), (1, 0), (usize::MAX, 0), (0, 1), (0, usize::MAX)]
            .into_iter()
            .for_each(|(dx, dy)| flip(x.wrapping_add(dx), y.wrapping_add(dy)));
    }
    let text = rows.join(&b'\n');
    let folder = Folder::new();
    folder.write("board.txt", text);
    let run = folder.run(&["solve", "-q", "board.txt", "--print", "presses"]);
    let first = run.out.lines().next().unwrap_or_default();
    assert!(run.code == 0 && first.ends_with(" presses, the fewest"), "{} {first} {}", run.code, run.err);
    let rows: Vec<&str> = run.out.lines().skip(1).take(SIDE).collect();
    assert!(rows.len() == SIDE && rows.iter().all(|row| row.len() == SIDE));
    let document = folder.run(&["solve", "--json", "board.txt"]).document();
    let peak = document["stats"]["peak_bytes"].as_u64().expect("a number");
    assert!(peak < 200_000_000, "{peak} bytes");
}

/// Short texts that describe large boards.
#[test]
fn the_memory_limit_holds_for_reading() {
    let _alone = alone();
    let rows = format!("{}\n", "0".repeat(1000)).repeat(1000);
    let mask = format!(
        "mask\n{}@{}\n{}\n",
        "#".repeat(8),
        "#".repeat(7),
        format!("{}\n", "#".repeat(16)).repeat(15)
    );
    for (name, kind, text) in [
        ("nested.lp", "lights:facts", "cell(f(f(f(f(1..16000000)))),1).".to_owned()),
        ("tuples.lp", "lights:facts", "cell((1..4000,1..4000),1).".to_owned()),
        ("alternatives.lp", "lights:facts", format!("cell({}).", vec!["1,1..10000000"; 1000].join(";"))),
        ("denied.lp", "lights:facts", "cell(1,1). foo(1..16000000). -foo(1).".to_owned()),
        ("mask.txt", "lights:rules", format!("{mask}{rows}")),
        ("grid.txt", "blocks:course", "4096 4096\n1 1 1 1 b\n".to_owned()),
    ] {
        let folder = Folder::with(name, &text);
        let run = folder.run(&["solve", name, "--as", kind, "--memory", "200M", "--time", "5s", "--json"]);
        assert_eq!(run.code, 22, "{name}: {run:?}");
        let document = run.document();
        assert_eq!(document["limit"], "memory", "{document}");
        assert!(run.out.contains("are allowed"), "{name}: {run:?}");
    }
}

#[test]
fn rows_of_very_different_lengths_are_no_board() {
    for (kind, text) in [
        ("blocks:map", format!("{}*{}.\n", "#\n".repeat(200_000), " ".repeat(400_000))),
        ("blocks:grids", format!("a{}\n{}\n.a\n", ".".repeat(300_000), ".\n".repeat(150_000))),
        ("pegs:grid", format!("x o{}x\n{}", " ".repeat(300_000), "x\n".repeat(150_000))),
    ] {
        let folder = Folder::with("drawing.txt", &text);
        let run = folder.run(&["solve", "drawing.txt", "--as", kind, "--memory", "2G"]);
        assert!(
            run.code == 65 && run.err.contains("far more than the others"),
            "{kind}: {} {}",
            run.code,
            run.err
        );
    }
}

#[test]
fn a_board_to_be_made_is_no_larger_than_the_memory() {
    for size in ["1x4294967295", "60000x60000"] {
        let run = fewest(&["generate", "lights", "--size", size, "--memory", "200M", "--seed", "1"]);
        assert!(run.code == 22 && run.err.contains("are allowed"), "{run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_is_larger_than_the_memory_is_not_read() {
    let folder = Folder::new();
    // Two gigabytes of holes, which take no room on the disk.
    let sparse = std::fs::File::create(folder.path("sparse.txt")).expect("a file");
    sparse.set_len(2 << 30).expect("holes");
    let run = folder.run_in_memory(600 << 20, &["solve", "sparse.txt", "--memory", "200M"]);
    assert!(run.code == 22 && run.err.contains("the text of `sparse.txt`"), "{run:?}");
    let run = folder.run_in_memory(600 << 20, &["solve", "/dev/zero", "--memory", "200M"]);
    assert!(run.code == 22 && run.err.contains("the text of `/dev/zero`"), "{run:?}");
}

/// Resource limits count like `--memory`, and if the system still refuses memory, the program ends
/// with a code.
#[cfg(target_os = "linux")]
#[test]
fn resource_limits_count_and_end_with_a_code() {
    let _alone = alone();
    let folder = Folder::with("huge.txt", &huge());
    let run = folder.run_in_memory(400 << 20, &["solve", "-q", "huge.txt", "--threads", "1"]);
    assert_eq!(run.code, 22, "{run:?}");
    assert!(run.out.starts_with("stopped by the memory limit: at least "), "{run:?}");
    // Down to where the system cannot start the program. How much that is depends on the size of
    // the program and its place.
    let mut refused = 0;
    for mebibytes in (24..=100).rev().step_by(4) {
        let run = folder.run_in_memory(mebibytes << 20, &["solve", "-q", "huge.txt", "--threads", "1"]);
        if run.code == 127 {
            break;
        }
        let is_refused = run.err.contains("no memory left");
        let is_stopped = run.out.starts_with("stopped by the memory limit: at least ");
        assert!(run.code == 22 && (is_refused || is_stopped), "{mebibytes} MiB: {run:?}");
        refused += u32::from(is_refused);
    }
    assert!(refused > 0, "no limit was small enough");
}

/// Runs a command with a time limit of a second and asserts that it ends. It takes 1.3 s on a quiet
/// machine.
fn run_stopped(folder: &Folder, arguments: &[&str]) -> Run {
    ends_within(folder, arguments, "1s")
}

fn ends_within(folder: &Folder, arguments: &[&str], time: &str) -> Run {
    let started = Instant::now();
    let run = folder.run(&[arguments, &["--time", time]].concat());
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
        &["generate", "pegs", "--rule", "board triangle:2", "--seed", "1"],
        &["generate", "blocks", "--moves", "9223372036854775807", "--seed", "1"],
    ] {
        let run = run_stopped(&folder, arguments);
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
    let cut =
        run_stopped(&folder, &["generate", "lights", "--size", "39x39", "--moves", "1500", "--seed", "1"]);
    assert!(cut.err.contains("the time limit ended the search"), "{cut:?}");
    let whole = folder.run(&["generate", "lights", "--size", "4x4", "--moves", "8", "--seed", "1"]);
    assert!(whole.code == 4 && !whole.err.contains("limit"), "{whole:?}");
    let again = run_stopped(&folder, &["generate", "lights", "--size", "4x4", "--moves", "8", "--seed", "1"]);
    assert_eq!(whole.out, again.out);
}

#[test]
fn large_boards_are_solved_without_quadratic_steps() {
    let _alone = alone();
    let wide: String = (0..3_000_000_u64).map(|at| if at * at % 7 < 3 { '#' } else { '0' }).collect();
    let folder = Folder::with("wide.txt", &(wide + "\n"));
    let run = ends_within(&folder, &["solve", "-q", "wide.txt"], "20s");
    assert!([0, 11].contains(&run.code), "{} {}", run.code, run.err);
    let side = 600;
    let mut tiles: Vec<usize> = (1..side * side).chain([0]).collect();
    tiles.swap(0, 1);
    let rows = tiles.chunks(side).map(|row| row.iter().map(usize::to_string).collect::<Vec<_>>().join(" "));
    let text = format!("{side} {side}\n{}\n", rows.collect::<Vec<_>>().join("\n"));
    let folder = Folder::with("tiles.txt", &text);
    let run = ends_within(&folder, &["solve", "tiles.txt"], "20s");
    assert_eq!(run.code, 11, "{run:?}");
    assert!(run.out.contains("1 pair of tiles in the wrong order"), "{run:?}");
    assert_eq!(ends_within(&folder, &["solve", "--json", "tiles.txt"], "20s").code, 11);
}

/// Returns rows of lights that are on in no simple pattern.
fn lights(width: u64, height: u64) -> String {
    let row = |y: u64| (0..width).map(|x| if x * (x + y) % 7 < 3 { '#' } else { '0' }).collect::<String>();
    (0..height).map(|y| row(y) + "\n").collect()
}

/// Drawing and encoding end with the time limit like the search, and leave the previous file.
/// Without a limit each of these drawings takes seconds, the animation two minutes.
#[test]
fn drawings_end_with_their_time() {
    let _alone = alone();
    let folder = Folder::with("large.txt", &lights(2000, 2000));
    folder.write("long.txt", lights(60, 60));
    for (puzzle, mode, suffix) in
        [("large.txt", "--sheet", "svg"), ("long.txt", "--solve", "gif"), ("long.txt", "--solve", "png")]
    {
        let file = format!("picture.{suffix}");
        folder.write(&file, "before");
        let run = folder.run(&["draw", puzzle, mode, "-o", &file, "--time", "100ms"]);
        assert_eq!(run.code, 23, "{puzzle} {mode} {suffix}: {run:?}");
        assert!(run.err.contains("stopped by the time limit"), "{run:?}");
        assert_eq!(folder.read(&file), "before");
    }
    let files = std::fs::read_dir(folder.path(".")).expect("a folder").flatten();
    let unfinished = files.filter(|file| file.file_name().to_string_lossy().starts_with('.')).count();
    assert_eq!(unfinished, 0, "a part of a picture is left");
    // The same with enough time.
    let run = folder.run(&["draw", "-q", "long.txt", "--time", "1m", "-o", "picture.png"]);
    let picture = std::fs::read(folder.path("picture.png")).expect("a picture");
    assert!(run.code == 0 && picture.starts_with(b"\x89PNG"), "{run:?}");
}

/// The output of a long answer ends with the time limit of its puzzle, here because its reader
/// waits for longer than that.
#[test]
fn long_answers_end_with_their_time() {
    let _alone = alone();
    let folder = Folder::with("wide.txt", &lights(300_000, 1));
    let whole = folder.run(&["solve", "-q", "--print", "list", "wide.txt"]);
    assert!(whole.code == 0 && whole.out.lines().count() > 100_000, "{}", whole.err);
    for output in [&["--print", "list"][..], &["--json", "--all"]] {
        let arguments = [&["solve", "-q", "wide.txt", "--time", "2s"], output].concat();
        let mut command = folder.command(&arguments);
        let program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        std::thread::sleep(Duration::from_secs(3));
        let run = Run::of(&program.wait_with_output().expect("it ends"));
        assert_eq!(run.code, 23, "{output:?}: {}", run.err);
        assert!(run.err.contains("stopped by the time limit before the output was complete"), "{}", run.err);
        assert!(run.out.len() < whole.out.len(), "{output:?}: {} bytes", run.out.len());
    }
}

/// Reading a text and judging an answer end with the time limit, too. Each takes seconds here.
#[test]
fn long_texts_end_with_their_time() {
    let _alone = alone();
    let side = 1500;
    let mut tiles = format!("{side} {side}\n");
    for row in 0..side {
        let row = (1..=side).map(|column| (row * side + column) % (side * side));
        tiles += &(row.map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ") + "\n");
    }
    let folder = Folder::with("tiles.txt", &tiles);
    for command in [&["solve"][..], &["hint"], &["draw"], &["explore"], &["map"]] {
        let run = folder.run(&[command, &["tiles.txt", "--as", "tiles", "--time", "1ms"]].concat());
        assert_eq!(run.code, 23, "{command:?}: {} {}", run.out.len(), run.err);
        assert!(run.err.contains("stopped by the time limit while `tiles.txt` was read"), "{}", run.err);
    }
    let run = folder.run(&["solve", "tiles.txt", "--as", "tiles", "--time", "1ms", "--json"]);
    let document = run.document();
    assert_eq!((run.code, &document["limit"]), (23, &"time".into()), "{document}");
    folder.write("lights.txt", "#0#\n0#0\n");
    folder.write("answer.txt", "(0, 0)\n(1, 1)\n".repeat(4_000_000));
    let run = folder.run(&["check", "lights.txt", "answer.txt", "--legal", "--time", "1ms"]);
    assert_eq!(run.code, 23, "{run:?}");
    assert!(run.err.contains("stopped by the time limit"), "{run:?}");
}

/// Playing the moves before a hint, pairs that need no search, and a proof end with the time limit,
/// too. Each takes seconds here.
#[test]
fn what_is_not_a_search_ends_with_its_time_too() {
    let _alone = alone();
    let folder = Folder::with("board.txt", "3 3\n1 2 3\n4 5 6\n7 0 8\n");
    folder.write("moves.txt", "blank L\nblank R\n".repeat(4_000_000));
    let hint = ["hint", "board.txt", "--as", "tiles", "--after-file", "moves.txt", "--time", "100ms"];
    let run = folder.run(&hint);
    assert!(run.code == 23 && run.err.contains("stopped by the time limit while"), "{run:?}");
    let side = 60;
    let mut pegs = format!("grid: square\n{}", ("x".repeat(side) + "\n").repeat(side));
    pegs.replace_range(pegs.len() - 2..pegs.len() - 1, "o");
    folder.write("pegs.txt", pegs);
    let run = folder.run(&["explore", "--pairs", "pegs.txt", "--as", "pegs", "--time", "300ms"]);
    assert_eq!(run.code, 23, "{} {}", run.out.len(), run.err);
    assert!(!folder.path("proof").exists());
    let run = folder.run(&["prove", "fifteen-easy", "-o", "proof", "--time", "200ms"]);
    assert_eq!(run.code, 23, "{run:?}");
    assert!(!folder.path("proof/proof.few").exists());
}

/// A board that the checker of proofs does not read is no bug of the program.
#[test]
fn without_a_checker_there_is_no_proof() {
    let folder = Folder::with("turns.txt", &format!("turns 10000000\n\n{}", "01\n10\n"));
    let run = folder.run(&["prove", "turns.txt", "--as", "lights", "-o", "proof"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.err.contains("there is no proof: the checker of proofs does not read"), "{run:?}");
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
