//! `fewest draw` to files, and `fewest play` line by line.

use crate::harness::{COURSE, Folder};

const FAMILIES: [&str; 4] = ["course", "117", "eight-easy", "triangle"];

/// SVG, PNG and GIF of each family.
#[test]
fn every_family_is_drawn_as_svg_png_and_gif() {
    let folder = Folder::new();
    for name in FAMILIES {
        for (suffix, magic) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("gif", b"GIF89a")] {
            for solve in [false, true] {
                let file = format!("{name}-{solve}.{suffix}");
                let mut arguments = vec!["draw", name, "-o", &file];
                if solve {
                    arguments.extend(["--solve", "--speed", "4"]);
                }
                let run = folder.run(&arguments);
                assert_eq!(run.code, 0, "{arguments:?}: {run:?}");
                let bytes = std::fs::read(folder.path(&file)).expect("it was drawn");
                assert!(bytes.starts_with(magic) && bytes.len() > 500, "{file}: {} bytes", bytes.len());
            }
        }
    }
    assert!(folder.read("course-true.svg").contains("@keyframes"), "a solved SVG moves");
    assert!(!folder.read("course-false.svg").contains("@keyframes"));
}

#[test]
fn a_page_of_puzzles_has_an_answer_key() {
    let folder = Folder::new();
    let arguments = [
        "draw",
        "--sheet",
        "course",
        "117",
        "eight-easy",
        "triangle",
        "loyd",
        "--title",
        "For the train",
        "-o",
        "page.svg",
    ];
    let run = folder.run(&arguments);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(folder.read("page.svg").contains("<title>For the train</title>"));
    assert_eq!(folder.run(&["draw", "--sheet", "course", "117", "-o", "page.png"]).code, 0);
    for bad in [&["draw", "--sheet", "course"][..], &["draw", "--sheet", "course", "-o", "page.gif"]] {
        assert_eq!(folder.run(bad).code, 2, "{bad:?}");
    }
    let run = folder.run(&["draw", "course", "117", "-o", "two.png"]);
    assert!(run.code == 2 && run.err.contains("--sheet"), "{run:?}");
}

#[test]
fn a_million_lights_are_a_bitmap() {
    let folder = Folder::with("large.txt", &format!("{}\n", "#..#.##.".repeat(125)).repeat(1000));
    let run = folder.run(&["draw", "large.txt", "-o", "large.png"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = std::fs::read(folder.path("large.png")).expect("it was drawn");
    // Width and height are in the header.
    assert_eq!(bytes[16..24], [0, 0, 3, 232, 0, 0, 3, 232]);
    let run = folder.run(&["draw", "large.txt", "-o", "large.svg"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(folder.read("large.svg").contains("data:image/png;base64,"));
    let run = folder.run(&["draw", "large.txt", "--solve", "-o", "large.gif"]);
    assert!(run.code == 65 && run.err.contains("too large to be watched"), "{run:?}");
}

/// Shapes for sixteen million lights would take gigabytes.
#[cfg(target_os = "linux")]
#[test]
fn sixteen_million_lights_are_drawn_in_little_memory() {
    let folder = Folder::with("large.txt", &format!("{}\n", "#..#.##.".repeat(500)).repeat(4000));
    let run = folder.run_in_memory(400 << 20, &["draw", "large.txt", "-o", "large.png"]);
    assert_eq!(run.code, 0, "{run:?}");
    let bytes = std::fs::read(folder.path("large.png")).expect("it was drawn");
    assert_eq!(bytes[16..24], [0, 0, 15, 160, 0, 0, 15, 160]);
}

#[test]
fn what_has_no_solution_cannot_be_shown() {
    let folder = Folder::new();
    let run = folder.run(&["draw", "loyd", "--solve", "-o", "loyd.gif"]);
    assert!(run.code == 11 && run.err.contains("nothing to show"), "{run:?}");
    assert!(!folder.path("loyd.gif").exists());
}

#[test]
fn a_solution_in_text() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["draw", "-q", "--ascii", "--solve", "a.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        run.out.starts_with("******\n*12..*\n") && run.out.contains("\n1. Piece 4 up 1 space\n******\n"),
        "{run:?}"
    );
    assert_eq!(folder.run(&["draw", "a.txt", "--speed", "4"]).code, 2);
    assert_eq!(folder.run(&["draw", "a.txt", "--solve", "--speed", "0"]).code, 2);
}

/// Every family is played line by line to the end, with the moves that `show` prints.
#[test]
fn play_line_by_line() {
    let folder = Folder::new();
    // Places have the names that moves use.
    let looks = ["row 1: ", "row 0: ", "row 1: ", "\n1 peg, 2 peg\n"];
    let places = ["Hint: next is ", "Hint: next is (", "Hint: next is ", "Hint: next is "];
    for (name, (look, place)) in FAMILIES.into_iter().zip(looks.into_iter().zip(places)) {
        let run = folder.run_with(&["play", "--plain", name], "look\nmoves\nhint\nhint\nhint\nhint\nshow\n");
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains(look) && run.out.contains("Hint: it can still be solved."), "{run:?}");
        assert!(run.out.contains(place) && !run.out.contains("next is row"), "{run:?}");
        let (_, shown) = run.out.split_once(" left:\n").expect("the best way is listed");
        let moves: Vec<&str> = shown.lines().filter_map(|line| Some(line.split_once(". ")?.1)).collect();
        let script = format!("{}\nundo\nredo\nrestart\n", moves.join("\n"));
        let run = folder.run_with(&["play", "--plain", name], &script);
        let praise = format!("Solved in {} ", moves.len());
        assert!(run.out.contains(&praise) && run.out.contains("the fewest!"), "{name}: {run:?}");
        for said in ["Taken back: ", "Played again: ", "Back at the start."] {
            assert!(run.out.contains(said), "{name}: {run:?}");
        }
    }
}

/// Lights on a graph are drawn as a row of letters, so their wires are listed.
#[test]
fn wires_are_said_where_letters_cannot_show_them() {
    let folder = Folder::new();
    let run = folder.run(&["draw", "-q", "petersen"]);
    assert!(run.code == 0 && run.out.contains("\nwired (0, 0): (1, 0), (4, 0), (5, 0)\n"), "{run:?}");
    let run = folder.run(&["draw", "-q", "--solve", "--ascii", "petersen"]);
    assert_eq!(run.out.matches("wired (0, 0)").count(), 1, "once, not with every board: {run:?}");
    let run = folder.run_with(&["play", "--plain", "petersen"], "quit\n");
    assert!(
        run.out.contains("(0, 0) on, (1, 0) on, (2, 0) off") && run.out.contains("wired (9, 0): "),
        "{run:?}"
    );
    for suffix in ["svg", "png", "gif"] {
        let file = format!("net.{suffix}");
        assert_eq!(folder.run(&["draw", "petersen", "--solve", "-o", &file]).code, 0);
    }
    // Fifteen wires under ten discs.
    let drawn = folder.read("net.svg");
    assert!(drawn.matches("<path d=\"M").count() >= 15 && drawn.matches("<circle").count() >= 10, "{drawn}");
}

/// Lines of the answer key end between moves, never within one.
#[test]
fn an_answer_key_keeps_its_places_whole() {
    let folder = Folder::new();
    let run = folder.run(&["draw", "--sheet", "nine-all-on", "-o", "page.svg"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(
        folder.read("page.svg").lines().count() > 81 + 18,
        "lights, numbers of columns and rows, answers"
    );
}

#[test]
fn play_asks_which_puzzle_is_meant() {
    let folder = Folder::new();
    let run = folder.run_with(&["play", "--plain"], "nonsense\n0\ncourse\nhint\nquit\n");
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("There is no `nonsense` here.") && run.out.contains("There is no `0` here."));
    assert!(run.out.contains("course, a puzzle of blocks") && run.out.contains("it can still be solved"));
    let number = run.out.lines().find_map(|line| line.split_once(". klotski ")).expect("it is listed").0;
    let run = folder.run_with(&["play", "--plain"], &format!("{}\n", number.trim()));
    assert!(run.out.contains("klotski, a puzzle of blocks"), "{run:?}");
    assert_eq!(folder.run_with(&["play", "--plain"], "quit\n").code, 0);
}

#[test]
fn play_refuses_what_cannot_be_played() {
    let folder = Folder::new();
    let run = folder.run_with(&["play", "course"], "Piece 9 up 1 space\nnonsense\nundo\nnew x\nquit\n");
    assert_eq!(run.code, 0, "without a terminal it is played line by line: {run:?}");
    assert_eq!(run.out.matches("Not played: ").count(), 2, "{run:?}");
    assert!(run.out.contains("This is the start.") && run.out.contains("Say `new`"), "{run:?}");
    assert_eq!(folder.run(&["play", "no-such-puzzle"]).code, 65);
}

#[test]
fn play_a_new_puzzle_of_a_family() {
    let folder = Folder::new();
    let arguments = ["play", "--plain", "tiles", "--size", "3x3", "--moves", "7", "--seed", "3"];
    let run = folder.run_with(&arguments, "hint\nhint\nnew 5\nhint\nhint\n");
    assert!(run.out.contains("7 steps left") && run.out.contains("5 steps left"), "{run:?}");
}
