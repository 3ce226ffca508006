//! Conventions of programs at the command line: standard input, help, colours, lists and tables for
//! other programs, completions and the manual page.

use fewest::service::FAMILIES;

use crate::harness::{COURSE, Folder, fewest};

#[test]
fn standard_input_needs_no_dash() {
    let folder = Folder::with("a.txt", COURSE);
    let moves = folder.run(&["solve", "--moves-only", "a.txt"]).out;
    for command in ["solve", "hint", "draw", "convert", "explore"] {
        let piped = folder.run_with(&[command, "-q"], COURSE);
        let named = folder.run(&[command, "-q", "a.txt"]);
        let without_times =
            |text: &str| text.lines().filter(|line| !line.contains("second")).collect::<Vec<_>>().join("\n");
        assert_eq!(
            (piped.code, without_times(&piped.out)),
            (0, without_times(&named.out)),
            "{command}: {piped:?}"
        );
    }
    let run = folder.run_with(&["check", "a.txt"], &moves);
    assert!(run.code == 0 && run.out.contains("fewest"), "{run:?}");
    let run = folder.run_with(&["course", "sbsolver"], COURSE);
    assert!(run.code == 0 && run.out.contains("Piece"), "{run:?}");
}

#[test]
fn answers_alone() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("no.txt", "3 3\n1 1 1 2 v\n1 3 1 1 b\n");
    let moves = folder.run(&["solve", "--moves-only", "--print", "short", "a.txt"]);
    assert_eq!((moves.code, moves.out.as_str()), (0, "4U1 3R3 ZU1 3D1 ZR2\n"));
    assert_eq!(folder.run(&["solve", "--length-only", "a.txt"]).out, "5\n");
    let none = folder.run(&["solve", "--length-only", "no.txt"]);
    assert_eq!((none.code, none.out.as_str()), (11, "none\n"));
    let quiet = folder.run(&["solve", "-q", "a.txt"]);
    assert!(!quiet.out.contains("searched") && quiet.err.is_empty(), "{quiet:?}");
    let table = folder.run(&["solve", "--csv", "a.txt", "no.txt"]);
    let rows: Vec<&str> = table.out.lines().collect();
    assert_eq!(rows[0], "puzzle,family,metric,result,moves,at_least,seconds,answer");
    assert!(rows[1].starts_with("a.txt,blocks,slides,fewest,5,5,"), "{table:?}");
    assert!(rows[2].starts_with("no.txt,blocks,slides,no solution,,,"), "{table:?}");
}

#[test]
fn moves_are_data_too() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("eight.txt", "1 0 3\n4 2 6\n7 5 8\n");
    folder.write("plus.txt", ".#.\n###\n.#.\n");
    let data = |name: &str| folder.run(&["solve", "--json", name]).document()["move_data"].clone();
    let blocks = data("a.txt");
    assert_eq!(blocks.as_array().map(Vec::len), Some(5), "{blocks}");
    assert_eq!(
        (&blocks[0]["piece"], &blocks[0]["direction"], &blocks[0]["distance"]),
        (&"4".into(), &"up".into(), &1.into())
    );
    let tiles = data("eight.txt");
    assert_eq!((&tiles[0]["piece"], &tiles[0]["direction"]), (&"2".into(), &"up".into()), "{tiles}");
    assert_eq!(
        (&tiles[0]["from"], &tiles[0]["to"]),
        (&serde_json::json!([1, 1]), &serde_json::json!([1, 0]))
    );
    assert_eq!(data("plus.txt")[0]["from"], serde_json::json!([1, 1]));
    let pegs = data("triangle");
    assert!(pegs[0]["to"].is_array(), "{pegs}");
}

#[test]
fn help_is_short_and_long() {
    for command in
        ["solve", "check", "hint", "draw", "convert", "generate", "explore", "map", "list", "course"]
    {
        let short = fewest(&[command, "-h"]).out.lines().count();
        let long = fewest(&[command, "--help"]).out.lines().count();
        assert!(short <= 40 && long >= short, "{command}: {short} and {long} lines");
        assert_eq!(fewest(&["help", command]).out, fewest(&[command, "--help"]).out, "{command}");
    }
    let short = fewest(&["-h"]).out;
    assert!(short.lines().count() <= 40 && fewest(&["--help"]).out.contains("Exit codes:"), "{short}");
    assert_eq!(fewest(&["help"]).out, fewest(&["--help"]).out);
    for (family, course) in
        FAMILIES.iter().flat_map(|entry| entry.info.courses.iter().map(move |c| (entry, c)))
    {
        for help in [fewest(&["help", "course", course.id]), fewest(&["course", course.id, "--help"])] {
            assert!(help.code == 0 && help.out.contains(course.about), "{}: {help:?}", family.info.id);
            for option in course.options {
                assert!(help.out.contains(option.about), "{}: {help:?}", course.id);
            }
        }
    }
    assert_eq!(fewest(&["help", "slove"]).code, 2);
}

#[test]
fn formats_are_shown_with_a_board_that_is_read_again() {
    let all = fewest(&["help", "formats"]).out;
    for entry in FAMILIES {
        for format in entry.info.formats {
            let name = format!("{}:{}", entry.info.id, format.id);
            assert!(all.contains(&name), "{name}");
            let run = fewest(&["list", "formats", &name]);
            assert!(run.code == 0 && run.out.starts_with(&name), "{run:?}");
            let board: String = run
                .out
                .lines()
                .skip(2)
                .map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)))
                .collect();
            if board.trim().is_empty() {
                continue;
            }
            let folder = Folder::with("board.txt", &board);
            let run = folder.run(&["convert", "-q", "--as", &name, "board.txt"]);
            assert!(run.code == 0, "{name}:\n{board}{run:?}");
        }
    }
    assert_eq!(fewest(&["list", "formats", "blocks:chess"]).code, 2);
    let listed: serde_json::Value =
        serde_json::from_str(&fewest(&["list", "--json"]).out).expect("a document");
    assert_eq!(listed["families"].as_array().map(Vec::len), Some(FAMILIES.len()));
}

#[test]
fn colours_as_asked() {
    let folder = Folder::with("a.txt", COURSE);
    for (when, coloured) in [("always", true), ("never", false), ("auto", false)] {
        let run = folder.run(&["solve", "--color", when, "a.txt"]);
        assert_eq!(run.out.contains('\u{1b}'), coloured, "{when}: {run:?}");
    }
    assert_eq!(folder.run(&["solve", "--color", "sometimes", "a.txt"]).code, 2);
}

#[test]
fn the_manual_page_has_the_usual_sections_and_completions_know_puzzles() {
    let man = fewest(&["man"]).out;
    for section in ["EXAMPLES", "ENVIRONMENT", "EXIT STATUS", "FILES"] {
        assert!(
            man.contains(&format!(".SH {section}")) || man.contains(&format!(".SH \"{section}\"")),
            "{section}"
        );
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(fewest(&["completions", shell]).out.contains("klotski"), "{shell}");
    }
}

#[test]
fn sizes_and_ranges_of_moves() {
    let one = fewest(&["generate", "lights", "--size", "4", "--seed", "1"]);
    assert_eq!(one.out.lines().count(), 4, "{one:?}");
    let folder = Folder::new();
    for seed in ["1", "2", "3"] {
        let made = fewest(&["generate", "lights", "--size", "4", "--moves", "2..3", "--seed", seed]);
        assert_eq!(made.code, 0, "{made:?}");
        let length = folder.run_with(&["solve", "--length-only"], &made.out).out;
        assert!(["2\n", "3\n"].contains(&length.as_str()), "{length}");
    }
    for family in ["lights", "tiles", "pegs", "blocks"] {
        let made =
            fewest(&["generate", family, "--count", "3", "--size", "4", "--moves", "2", "--seed", "5"]);
        let run = folder.run_with(&["solve", "--length-only", "-"], &made.out);
        assert_eq!(run.out, "2\n2\n2\n", "{family}: {made:?} {run:?}");
    }
}

#[test]
fn blackout_takes_what_clingo_takes() {
    let folder = Folder::new();
    let (_, example) = fewest::service::example("grid01").expect("an instance");
    folder.write("grid01.lp", example.text);
    folder.write("blackout.lp", "{ switch(X,Y,T) : cell(X,Y) } = 1 :- time(T).\n#show switch/3.\n");
    let run = folder.run(&["course", "blackout", "grid01.lp", "blackout.lp"]);
    assert_eq!(run.code, 10, "{run:?}");
    assert!(run.err.contains("blackout.lp: an encoding; it is not needed and left out"), "{run:?}");
    let all = folder.run(&["course", "blackout", "grid01.lp", "0"]);
    assert_eq!(all.code, 30, "{all:?}");
    let models = all.out.matches("Answer: ").count();
    let last = folder.run(&["course", "blackout", "grid01.lp", "0", "--quiet=1"]);
    assert_eq!((last.code, last.out.matches("Answer: ").count()), (30, 1), "{models}: {last:?}");
    let none = folder.run(&["course", "blackout", "grid01.lp", "0", "--quiet=2"]);
    assert_eq!((none.code, none.out.matches("Answer: ").count()), (30, 0));
    assert_eq!(folder.run_with(&["course", "blackout"], example.text).code, 10);
    let stats = folder.run(&["course", "blackout", "grid01.lp", "--stats", "--time-limit=60"]);
    assert!(stats.code == 10 && stats.out.contains("Cells "), "{stats:?}");
    let text = folder.run(&["course", "blackout", "grid01.lp", "--text"]);
    assert!(text.code == 0 && text.out.contains("cell(") && !text.out.contains("Solving"), "{text:?}");
}
