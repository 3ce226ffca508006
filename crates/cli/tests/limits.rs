//! Limits are kept, and what is proven until then is told.

mod harness;

use harness::{Folder, huge};

#[test]
fn must_show_6_time_limit() {
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
fn must_show_6_memory_limit() {
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
fn must_show_8_a_lights_board_of_16_million_cells() {
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
