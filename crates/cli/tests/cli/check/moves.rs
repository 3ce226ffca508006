//! `fewest check`: moves in the text of an answer. Every word with the form of a move counts, and
//! everything that `solve` prints is accepted.

use crate::harness::Folder;
use fewest::{FAMILIES, Info};

/// Returns the verdict on an answer as a word and as text.
fn verdict(folder: &Folder, puzzle: &str, answer: &str) -> (i32, String) {
    let run = folder.run_with(&["check", "-q", puzzle, "-"], answer);
    (run.code, run.out.trim_end().trim_start_matches("-  ").to_owned())
}

#[test]
fn illegal_moves_are_never_left_out() {
    let folder = Folder::with("plus.txt", ".#.\n###\n.#.\n");
    folder.write("fifteen.txt", "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15\n");
    for (puzzle, answer, wanted) in [
        ("course", "4U1 3R3 ZU1 3D1 ZR2", "fewest      5 slides, the fewest"),
        (
            "course",
            "YU1 4U1 3R3 ZU1 3D1 ZR2",
            "illegal     illegal at move 1: there is no piece `Y` (line 1)",
        ),
        (
            "course",
            "4U1 3R3\nZU1 3D1 Y up 1\nZR2",
            "illegal     illegal at move 5: there is no piece `Y` (line 2)",
        ),
        ("plus.txt", "(1, 1)", "fewest      1 press, the fewest"),
        (
            "plus.txt",
            "(1, 1)\n(0, 7)",
            "illegal     illegal at move 2: (0, 7) is outside the board, which has columns 0 to 2 and rows 0 to 2 (line 2)",
        ),
        ("fifteen.txt", "14 15", "fewest      2 steps, the fewest"),
        ("fifteen.txt", "2\n14 15", "fewest      2 steps, the fewest"),
        ("fifteen.txt", "2 14 15", "illegal     illegal at move 1: tile 2 is not beside the blank (line 1)"),
        (
            "fifteen.txt",
            "First 7, then 14 and 15.",
            "illegal     illegal at move 1: tile 7 is not beside the blank (line 1)",
        ),
        (
            "fifteen.txt",
            "I looked at 7 boards.\nMove 1: tile 14\nMove 2: tile 15",
            "fewest      2 steps, the fewest",
        ),
        ("latin-cross", "a3-c3 c1-d3", "illegal     illegal at move 1: there is no peg in a3 (line 1)"),
        (
            "latin-cross",
            "d3-d1,z9-z7",
            "illegal     illegal at move 2: there is no hole z9; holes are c1 to e7, row by row, or 0 to 32 (line 1)",
        ),
        (
            "triangle",
            "11 7 4\n0 99 5",
            "illegal     illegal at move 2: there is no hole 99; holes are a1 to e5, row by row, or 0 to 14 (line 2)",
        ),
    ] {
        let (code, said) = verdict(&folder, puzzle, answer);
        let is_right = if wanted.ends_with(')') { said == wanted } else { said.starts_with(wanted) };
        assert!(is_right, "{puzzle}: {answer}\n{said}");
        assert_eq!(code, i32::from(!wanted.starts_with("fewest")), "{puzzle}: {answer}");
    }
}

/// Puzzles that are solved already, one of each family.
const SOLVED: [(&str, &str, &str); 5] = [
    ("lights:text", "dark.txt", "...\n...\n"),
    ("tiles:rows", "tiles.txt", "3 3\n1 2 3\n4 5 6\n7 8 0\n"),
    ("blocks:course", "blocks.txt", "2 2\n1 2 1 1 b\n1 1 1 1 b\n"),
    ("pegs:grid", "pegs.txt", "grid: square\nooxoo\n"),
    ("pegs:grid", "triangle.txt", "grid: triangle\no\noo\nooo\noooo\nxoooo\n"),
];

/// Returns everything that `solve` can print for a puzzle in a metric, as (arguments, text).
fn printed(folder: &Folder, arguments: &[&str], notations: &[String]) -> Vec<(String, String)> {
    let mut all = Vec::new();
    let mut ways: Vec<Vec<&str>> = vec![vec![], vec!["--stats"], vec!["--count", "--all=3"], vec!["--json"]];
    ways.extend(notations.iter().map(|notation| vec!["--print", notation.as_str()]));
    for way in ways {
        let run = folder.run(&[&["solve"], arguments, &way].concat());
        assert!([0, 3, 11].contains(&run.code), "{arguments:?} {way:?}: {run:?}");
        all.push((way.join(" "), run.out));
    }
    all
}

fn accepts_what_solve_prints(folder: &Folder, arguments: &[&str], notations: &[String]) {
    let mut check: Vec<String> = ["check", "-q", "--csv"].iter().map(|&word| word.to_owned()).collect();
    check.extend(arguments.iter().map(|&word| word.to_owned()));
    let all = printed(folder, arguments, notations);
    for (number, (_, text)) in all.iter().enumerate() {
        let name = format!("{number}.out");
        folder.write(&name, text);
        check.push(name);
    }
    let check: Vec<&str> = check.iter().map(String::as_str).collect();
    let run = folder.run(&check);
    let wanted =
        if all[0].1.starts_with("no solution") { ",rightly-no-solution,yes," } else { ",fewest,yes," };
    for ((way, text), row) in all.iter().zip(run.out.lines().skip(1)) {
        assert!(row.contains(wanted), "{arguments:?} {way}: {row}\n{text}");
    }
    assert_eq!((run.code, run.out.lines().count()), (0, 1 + all.len()), "{arguments:?}: {run:?}");
}

/// Notations that are pictures stand alone, so they have no first line.
fn text_notations(family: &Info) -> Vec<String> {
    family.notations.iter().map(|notation| notation.id.to_owned()).filter(|id| id != "pbm").collect()
}

#[test]
fn what_solve_prints_for_the_examples_is_accepted() {
    let folder = Folder::new();
    let mut checked = 0;
    for family in FAMILIES.iter().map(|entry| entry.info) {
        for example in family.examples {
            for metric in family.metrics {
                // These take too long in their other metrics.
                if ["klotski", "dads", "traffic"].contains(&example.name) && metric.id != "slides" {
                    continue;
                }
                let arguments = [example.name, "--metric", metric.id];
                accepts_what_solve_prints(&folder, &arguments, &text_notations(family));
                checked += 1;
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn what_solve_prints_for_random_and_solved_boards_is_accepted() {
    let folder = Folder::new();
    let notations = |id: &str| text_notations(fewest::family(id).expect("a family").info);
    for (what, name, text) in SOLVED {
        folder.write(name, text);
        let family = what.split_once(':').expect("a family and a format").0;
        accepts_what_solve_prints(&folder, &[name, "--as", what], &notations(family));
    }
    for (family, size) in [("lights", "4x3"), ("tiles", "3x3"), ("blocks", "4x4"), ("pegs", "4x4")] {
        for seed in 1..=4 {
            let made = folder.run(&["generate", family, "--size", size, "--seed", &seed.to_string()]);
            assert!([0, 4].contains(&made.code), "{made:?}");
            folder.write("random.txt", &made.out);
            accepts_what_solve_prints(&folder, &["random.txt", "--as", family], &notations(family));
        }
    }
    // Random lights sometimes have no solution but a certificate.
    for seed in 0..6_u32 {
        let lit =
            |cell: u32| if (seed + 3).wrapping_mul(2_654_435_761) >> (cell + 7) & 1 == 1 { '#' } else { '.' };
        let rows: Vec<String> = (0..4).map(|y| (0..4).map(|x| lit(4 * y + x)).collect()).collect();
        folder.write("random.txt", rows.join("\n") + "\n");
        accepts_what_solve_prints(&folder, &["random.txt", "--as", "lights:text"], &notations("lights"));
    }
}

#[test]
fn a_row_of_a_pagoda_is_no_jump() {
    let folder = Folder::new();
    // Three columns of weights with blanks between them, as a wide pagoda has.
    let answer = "no solution\ncertificate: a pagoda: no jump makes the sum larger; it is 1 now\n   1  2  3\n   0  1 12\n";
    let run = folder.run_with(&["check", "-q", "triangle-to-4", "-"], answer);
    assert!(run.code == 0 && run.out.contains("rightly no"), "{run:?}");
}

#[test]
fn every_one_of_several_answers_counts() {
    let folder = Folder::new();
    let right = "4U1 3R3 ZU1 3D1 ZR2";
    let both = |second: &str| format!("5 slides, the fewest\nanswer 1\n{right}\nanswer 2\n{second}\n");
    assert!(verdict(&folder, "course", &both(right)).1.starts_with("fewest "));
    let (code, said) = verdict(&folder, "course", &both("4U1 YU1"));
    assert_eq!((code, said.as_str()), (1, "illegal     illegal at move 2: there is no piece `Y` (line 5)"));
    assert!(verdict(&folder, "course", &both("4U1")).1.starts_with("incomplete "));
}

#[test]
fn backward_games_are_shown_and_judged_as_they_are_played() {
    // b1 goes back over c1 to d1 and leaves a peg in c1; that goes back over b1 to a1.
    let folder = Folder::with("back.txt", "grid: square\nplay: backward\noxoo\n");
    let solved = folder.run(&["solve", "-q", "back.txt"]);
    assert!(solved.out.starts_with("2 jumps in 2 moves, the fewest jumps\nb1-d1 c1-a1\n"), "{solved:?}");
    accepts_what_solve_prints(
        &folder,
        &["back.txt"],
        &text_notations(fewest::family("pegs").expect("pegs").info),
    );
    for (answer, wanted) in [
        ("b1-d1 c1-a1", "fewest      2 jumps, the fewest"),
        ("1 2 3\n2 1 0", "fewest      2 jumps, the fewest"),
        ("oxoo\n\nooxx\n\nxxox\n", "fewest      2 jumps, the fewest"),
        ("b1-d1", "incomplete  1 jump, all legal, but the puzzle is not solved"),
        ("d1-b1 a1-c1", "illegal     illegal at move 1: there is no peg in d1 (line 1)"),
        ("b1-d1\nd1-b1", "illegal     illegal at move 2: there is a peg already in c1 (line 2)"),
        ("b1-c1", "illegal     illegal at move 1: no jump goes back from b1 to c1 (line 1)"),
    ] {
        assert_eq!(verdict(&folder, "back.txt", answer).1, wanted, "{answer}");
    }
    let written = folder.run(&["convert", "back.txt", "--to", "grid"]);
    assert!(written.out.contains("play: backward\noxoo\n"), "{written:?}");
    let hint = folder.run(&["hint", "-q", "back.txt", "--after", "b1-d1"]);
    assert!(hint.out.contains("next: c1-a1"), "{hint:?}");
    let moves = folder.run(&["solve", "back.txt", "--metric", "moves"]);
    assert!(moves.code == 65 && moves.err.contains("counted in jumps, not in moves"), "{moves:?}");
}

/// The solutions that Debian's peg-solitaire comes with, as it writes them: from, over, to, each
/// 100 times the row and the column. `cargo xtask debian-pegs` fetches them and runs this.
#[test]
fn the_solutions_of_debians_peg_solitaire_are_accepted() {
    let Some(folder) = std::env::var_os("FEWEST_DEBIAN_PEGS").map(std::path::PathBuf::from) else {
        println!("NOT RUN: FEWEST_DEBIAN_PEGS does not name the folder games of Debian's peg-solitaire");
        return;
    };
    let data = std::fs::read_to_string(folder.join("data.sol")).expect("the games");
    let lines: Vec<&str> =
        data.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).collect();
    let (mut accepted, mut refused) = (0, Vec::new());
    for game in lines.chunks(4) {
        let &[head, size, places, _] = game else { continue };
        let (mut head, mut size) = (head.split_whitespace(), size.split_whitespace());
        let (id, kind) = (head.next().expect("a number"), head.next().expect("a kind"));
        let mut side = || size.next().and_then(|side| side.parse::<usize>().ok()).expect("a number");
        let (height, columns) = (side(), side());
        let places: Vec<&str> = places.split_whitespace().collect();
        // Triangles are stored in indented rows, and have no solutions in the package; a few
        // games lack places.
        if height * columns != places.len() {
            continue;
        }
        let rows: Vec<String> = places.chunks(columns).map(|row| row.join(" ")).collect();
        let board = format!("{kind}\n{}\n", rows.join("\n"));
        let puzzle =
            fewest::Puzzle { what: Some("pegs:debian".to_owned()), ..fewest::Puzzle::text("game", &board) };
        let position = puzzle.open_one().expect("a board").position;
        let is_of = |name: &str| name.ends_with(&format!("_{id}.sol"));
        let files = std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").path());
        for file in files.filter(|file| is_of(&file.to_string_lossy())) {
            for line in std::fs::read_to_string(&file).expect("solutions").lines() {
                let numbers: Vec<usize> =
                    line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
                let hole =
                    |place: usize| format!("{}{}", char::from(b'a' + (place % 100) as u8), place / 100 + 1);
                let jumps: Vec<String> =
                    numbers.chunks(4).map(|jump| format!("{}-{}", hole(jump[1]), hole(jump[3]))).collect();
                match position.attempt(&jumps.join(" ")) {
                    fewest::Claimed::Answer { solves: true, .. } => accepted += 1,
                    other => refused.push(format!("{}: {other:?}", file.display())),
                }
            }
        }
    }
    println!("{accepted} accepted, {} refused\n{}", refused.len(), refused.join("\n"));
    assert_eq!((accepted, refused), (626, Vec::new()), "those of version 2.2");
}
