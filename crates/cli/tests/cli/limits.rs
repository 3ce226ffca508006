//! Limits are kept, and the program reports what is proven until then.

use crate::harness::{Folder, alone, fewest, huge};

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
    let text = folder.run(&["solve", "-q", "huge.txt", "--time", "1s"]).out;
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
