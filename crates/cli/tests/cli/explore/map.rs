//! `fewest map` through the program.

use crate::harness::{Folder, fewest, huge};

/// Maps of Klotski, a Rush Hour card, the triangle game and five tiles.
#[test]
fn maps_of_four_puzzles() {
    let folder = Folder::new();
    for (name, positions, solution) in [
        ("klotski", "25955 positions, 964 of them solved", "90 slides"),
        ("traffic", "3460 positions, 140 of them solved", "30 slides"),
        ("triangle", "1651 positions, 1 of them solved", "13 jumps"),
        ("five-hardest", "360 positions, 1 of them solved", "21 steps"),
    ] {
        let told = folder.run(&["map", "-q", name]);
        let first = told.out.lines().next().unwrap_or_default();
        assert!(told.code == 0 && first.contains(positions), "{told:?}");
        let solved = told.out.lines().find_map(|line| line.strip_prefix("shortest solution: "));
        assert!(solved.is_some_and(|solved| solved.ends_with(solution)), "{told:?}");
        for (suffix, magic) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG")] {
            // The largest is laid out once only.
            if (name, suffix) == ("klotski", "png") {
                continue;
            }
            let file = format!("{name}.{suffix}");
            let run = folder.run(&["map", "-q", name, "--width", "600", "-o", &file]);
            assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""), "{name}");
            let bytes = std::fs::read(folder.path(&file)).expect("it was drawn");
            assert!(bytes.starts_with(magic) && bytes.len() > 5_000, "{file}: {} bytes", bytes.len());
        }
        assert!(folder.read(&format!("{name}.svg")).contains("<title>solved</title>"), "{name}");
    }
}

#[test]
fn graphs_for_other_programs() {
    let folder = Folder::new();
    for kind in ["graphml", "dot", "json"] {
        let file = format!("five.{kind}");
        assert_eq!(folder.run(&["map", "-q", "five-hardest", "-o", &file]).code, 0);
        // The same on standard output.
        let run = folder.run(&["map", "-q", "five-hardest", "--to", kind]);
        assert_eq!(run.code, 0, "{run:?}");
        if kind != "json" {
            assert_eq!(run.out, folder.read(&file));
        }
    }
    assert_eq!(folder.read("five.graphml").matches("<node ").count(), 360);
    assert_eq!(folder.read("five.dot").matches(" -- ").count(), 420);
    let document = folder.run(&["map", "five-hardest", "--json"]).document();
    assert_eq!((&document["outcome"], &document["family"]), (&"done".into(), &"tiles".into()));
    let map = &document["map"];
    assert_eq!(
        (&map["positions"], &map["directed"], &map["sample"]),
        (&360.into(), &false.into(), &false.into())
    );
    for (field, length) in
        [("from_start", 360), ("to_goal", 360), ("places", 360), ("edges", 420), ("path", 22)]
    {
        assert_eq!(map[field].as_array().map(Vec::len), Some(length), "{field}");
    }
    // Jumps cannot be taken back.
    let dot = folder.run(&["map", "-q", "triangle", "--to", "dot"]).out;
    assert!(dot.starts_with("digraph ") && dot.contains(" -> "), "{}", &dot[..100]);
}

#[test]
fn symmetric_positions_can_be_one() {
    let figures = |name: &str, option: &[&str]| {
        let run = fewest(&[&["map", "-q", name], option].concat());
        assert_eq!(run.code, 0, "{run:?}");
        run.out.split_once(' ').and_then(|(count, _)| count.parse::<u64>().ok()).expect("a number")
    };
    for name in ["klotski", "triangle"] {
        let (whole, merged) = (figures(name, &[]), figures(name, &["--merge"]));
        assert!(merged < whole && whole <= 6 * merged, "{name}: {merged} of {whole}");
    }
    let run = fewest(&["map", "-q", "traffic", "--merge"]);
    assert!(run.code == 65 && run.err.contains("no symmetry keeps this board"), "{run:?}");
}

#[test]
fn a_large_puzzle_is_refused_or_sampled() {
    let folder = Folder::new();
    let run = folder.run(&["map", "-q", "eight-easy", "-o", "eight.svg"]);
    assert_eq!(run.code, 65, "{run:?}");
    for remedy in ["more than 30000 positions", "`--sample 5000`", "`--merge`", "`--most 120000`"] {
        assert!(run.err.contains(remedy), "{}", run.err);
    }
    assert!(!folder.path("eight.svg").exists());
    let run = folder.run(&["map", "-q", "eight-easy", "--sample", "1500", "-o", "eight.svg"]);
    assert_eq!(run.code, 0, "{run:?}");
    let svg = folder.read("eight.svg");
    assert!(svg.contains("181,440 positions") && svg.contains("a sample: 1,"), "{}", &svg[..400]);
    let document = folder.run(&["map", "eight-easy", "--sample", "1500", "--json"]).document();
    assert_eq!((&document["map"]["sample"], &document["map"]["positions"]), (&true.into(), &181_440.into()));
    let run = folder.run(&["map", "-q", "eight-hardest", "--sample", "20"]);
    assert!(run.code == 65 && run.err.contains("ask for 32 at least"), "{run:?}");
}

#[test]
fn limits_and_bad_input() {
    let folder = Folder::with("huge.txt", &huge());
    let code = |arguments: &[&str]| folder.run(&[&["map", "-q"], arguments].concat()).code;
    assert_eq!(code(&["huge.txt", "--sample", "100", "--time", "200ms", "-o", "huge.svg"]), 23);
    assert_eq!(code(&["huge.txt", "--sample", "100", "--memory", "20M", "-o", "huge.svg"]), 22);
    assert!(!folder.path("huge.svg").exists(), "nothing is written");
    let run = folder.run(&["map", "huge.txt", "--sample", "100", "--time", "200ms", "--json"]);
    assert_eq!((&run.document()["outcome"], &run.document()["limit"]), (&"stopped".into(), &"time".into()));
    // The layout keeps limits too.
    assert_eq!(code(&["klotski", "--time", "500ms", "--threads", "1", "-o", "klotski.svg"]), 23);
    for usage in [
        &["klotski", "-o", "klotski.pdf"][..],
        &["klotski", "--to", "gif"],
        &["klotski", "--most", "0"],
        &["klotski", "--most", "10", "--sample", "10"],
        &["klotski", "--width", "5", "-o", "klotski.png"],
    ] {
        assert_eq!(code(usage), 2, "{usage:?}");
    }
    assert_eq!(code(&["missing.txt"]), 65);
    assert_eq!(code(&["nine-all-on", "-o", "nine.svg"]), 65);
    folder.write("two.txt", "FFFoBoHHHCBKAAGCBKJoGoIIJoEEELDDDooL\nFFFoBoHHHCBKAAGCBKJoGoIIJoEEELDDDooL\n");
    let run = folder.run(&["map", "two.txt", "-o", "two.svg"]);
    assert!(run.code == 2 && run.err.contains("two.txt:LINE"), "{run:?}");
    assert_eq!(code(&["two.txt"]), 0, "figures of both");
    // A puzzle without a solution has a map too.
    let run = folder.run(&["map", "-q", "walled-in", "-o", "walled.svg"]);
    assert_eq!((run.code, folder.read("walled.svg").contains("no solution")), (0, true), "{run:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_layout() {
    let folder = Folder::new();
    let mut child = folder
        .command(&["map", "klotski", "--threads", "1", "-o", "klotski.png"])
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(700));
    crate::harness::signal(&child, "-INT");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(!folder.path("klotski.png").exists());
}
