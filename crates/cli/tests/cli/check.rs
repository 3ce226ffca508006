//! `fewest check`: every kind of verdict, several answers in one call, and moves in the text of an
//! answer. Every word with the form of a move counts, and everything that `solve` prints is
//! accepted.

use std::collections::HashSet;
use std::fmt::Write as _;

use fewest::service::{FAMILIES, Info};

use crate::harness::{COURSE, Folder, huge};

/// A corridor with `gates` doors, each of which must open before the goal piece can run through:
/// `gates + 1` slides.
fn corridor(gates: usize) -> String {
    let mut text = format!("3 {}\n2 1 1 1 h\n", gates + 2);
    for gate in 0..gates {
        let _ = writeln!(text, "1 {} 1 2 v", gate + 2);
    }
    text
}

/// Returns the moves of a puzzle, solved by the program.
fn moves_of(folder: &Folder, puzzle: &str) -> Vec<String> {
    let document = folder.run(&["solve", "--json", puzzle]).document();
    let moves = document["moves"].as_array().cloned().unwrap_or_default();
    moves.iter().map(|by| by.as_str().expect("text").to_owned()).collect()
}

fn listing(moves: &[String]) -> String {
    moves.iter().enumerate().fold(String::new(), |mut text, (number, by)| {
        let _ = writeln!(text, "{}. {by}", number + 1);
        text
    })
}

/// Returns the inverse of a move.
fn back(by: &str) -> String {
    let turned = [(" up ", " down "), (" down ", " up "), (" left ", " right "), (" right ", " left ")];
    let (there, back) = turned.iter().find(|(there, _)| by.contains(there)).expect("a direction");
    by.replace(there, back)
}

/// Returns 20 answers to a puzzle with these moves, and the expected verdict on each.
fn answers_with_verdicts(moves: &[String], document: &str) -> Vec<(String, &'static str)> {
    let no = "Sorry, this puzzle is not solvable.\n".to_owned();
    let mut all =
        vec![(document.to_owned(), if moves.is_empty() { "rightly-no-solution" } else { "fewest" })];
    all.push(("I ran out of time, sorry\n".to_owned(), "unreadable"));
    all.push((String::new(), "unreadable"));
    all.push((no.clone(), if moves.is_empty() { "rightly-no-solution" } else { "wrongly-no-solution" }));
    all.push(("1. Piece Z up 99 spaces\n".to_owned(), "illegal"));
    if moves.is_empty() {
        all.resize(20, (no, "rightly-no-solution"));
        return all;
    }
    let longer: Vec<String> = [moves[0].clone(), back(&moves[0])].into_iter().chain(moves.to_vec()).collect();
    let mut wrong = moves.to_vec();
    wrong.insert(1, "Piece Z right 99 spaces".to_owned());
    all.push((listing(&longer), "longer"));
    all.push((listing(&wrong), "illegal"));
    all.push((listing(&moves[..moves.len() - 1]), "incomplete"));
    all.push((
        format!("Reading the file...\n\n{}\nSolved in {} moves!\n", listing(moves), moves.len()),
        "fewest",
    ));
    all.push((listing(moves).replace(' ', "\t"), "fewest"));
    while all.len() < 20 {
        let chatter = format!("attempt {}\n{}", "*".repeat(all.len()), listing(moves));
        all.push((chatter, "fewest"));
    }
    all
}

#[test]
fn two_hundred_answers_of_ten_puzzles_in_one_call() {
    let folder = Folder::new();
    let mut puzzles: Vec<(String, String)> = (1..=8).map(|n| (format!("p{n}.txt"), corridor(n))).collect();
    puzzles.push(("p9.txt".to_owned(), COURSE.to_owned()));
    puzzles.push(("p10.txt".to_owned(), "3 3\n1 1 1 2 v\n1 3 1 1 b\n".to_owned()));
    let mut pairs = "# puzzle and answer\n".to_owned();
    let mut wanted = Vec::new();
    for (name, text) in &puzzles {
        folder.write(name, text);
        let moves = moves_of(&folder, name);
        let document = folder.run(&["solve", "--json", name]).out;
        for (number, (answer, verdict)) in answers_with_verdicts(&moves, &document).into_iter().enumerate() {
            let file = format!("{name}-{number}.answer");
            folder.write(&file, answer);
            let _ = writeln!(pairs, "{name}\t{file}");
            wanted.push((file, verdict));
        }
    }
    folder.write("pairs.tsv", pairs);
    assert_eq!(wanted.len(), 200);

    let run = folder.run(&["check", "--csv", "--pairs", "pairs.tsv"]);
    assert_eq!(run.code, 1, "{}", run.err);
    let mut rows = run.out.lines();
    assert_eq!(rows.next(), Some("puzzle,answer,verdict,accepted,moves,fewest,excess,line,text"));
    for ((file, verdict), row) in wanted.iter().zip(rows.by_ref()) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!((fields[1], fields[2]), (file.as_str(), *verdict), "{row}");
        let accepted = ["fewest", "rightly-no-solution"].contains(verdict);
        assert_eq!(fields[3], if accepted { "yes" } else { "no" }, "{row}");
    }
    assert_eq!(rows.next(), None);
    let kinds: HashSet<&str> = wanted.iter().map(|(_, verdict)| *verdict).collect();
    assert_eq!(kinds.len(), 7, "each kind of verdict: {kinds:?}");

    let documents = folder.run(&["check", "--json", "--pairs", "pairs.tsv"]).documents();
    assert_eq!(documents.len(), 200);
    for ((file, verdict), document) in wanted.iter().zip(&documents) {
        assert_eq!(document["file"], file.as_str());
        assert_eq!(
            document["verdict"]["verdict"].as_str().map(|word| word.replace('_', "-")).as_deref(),
            Some(*verdict)
        );
    }
}

#[test]
fn what_is_said_about_an_answer() {
    let folder = Folder::with("a.txt", COURSE);
    let moves = moves_of(&folder, "a.txt");
    let said = |answer: &str, more: &[&str]| {
        let run = folder.run_with(&[&["check", "-q", "a.txt", "-"], more].concat(), answer);
        (run.code, run.out.trim_end().trim_start_matches("-  ").to_owned())
    };
    assert_eq!(said(&listing(&moves), &[]), (0, "fewest      5 slides, the fewest".to_owned()));
    let six = "Piece 4 left 1 space\nPiece 7 up 3 spaces\nPiece 7 left 1 space\nPiece 5 right 1 space\n\
        Piece 5 up 2 space\nPiece Z right 2 space\n";
    let longer = "longer      6 slides, legal and complete, but longer by 1";
    assert_eq!(said(six, &[]), (1, longer.to_owned()), "the course's own listing is not the shortest");
    assert_eq!(said(six, &["--legal"]), (0, "legal       6 slides, legal and complete".to_owned()));
    assert_eq!(said("1. Piece 4 up 1 space", &[]).0, 1);
    let (code, text) =
        said("1. Piece 4 up 1 space\n2. Piece 3 right 3 spaces\n3. Piece Z right 2 spaces", &[]);
    assert!(code == 1 && text.starts_with("illegal     illegal at move 3: "), "{text}");
    assert_eq!(said("nothing", &[]), (1, "unreadable  no answer was found in this text".to_owned()));
    let wrongly = "wrongly no  wrongly says that there is no solution";
    assert_eq!(said("no solution", &[]), (1, wrongly.to_owned()));
}

#[test]
fn certificates_of_our_own_documents_are_checked() {
    let folder = Folder::new();
    let document = folder.run(&["solve", "--json", "four-unsolvable"]).out;
    folder.write("right.json", &document);
    // A wrong quiet pattern proves nothing.
    let mut altered: serde_json::Value = serde_json::from_str(&document).expect("a document");
    let certificate = altered["reasons"][0]["reason"]["certificate"].take();
    altered["reasons"][0]["reason"]["certificate"] = alter(certificate);
    folder.write("altered.json", altered.to_string());
    let run = folder.run(&["check", "-q", "--csv", "four-unsolvable", "right.json", "altered.json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(rows[1].starts_with("four-unsolvable,right.json,rightly-no-solution,yes,"), "{run:?}");
    assert!(rows[2].starts_with("four-unsolvable,altered.json,wrong-certificate,no,"), "{run:?}");
}

#[test]
fn what_our_own_documents_say_of_themselves_is_checked() {
    let folder = Folder::with("a.txt", COURSE);
    let document = folder.run(&["solve", "--json", "a.txt"]).document();
    let with = |name: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let mut altered = document.clone();
        change(&mut altered);
        folder.write(name, altered.to_string());
    };
    with("right.json", &|_| {});
    with("length.json", &|it| it["length"] = 4.into());
    with("bound.json", &|it| it["at_least"] = 6.into());
    with("weak.json", &|it| it["at_least"] = 3.into());
    with("modest.json", &|it| it["optimal"] = false.into());
    with("family.json", &|it| it["family"] = "lights".into());
    with("metric.json", &|it| it["metric"] = "steps".into());
    with("certificate.json", &|it| {
        it["reasons"][0]["reason"] = serde_json::json!({"certificate": {"wrong_way": {}}});
    });
    let whole = document.to_string();
    folder.write("torn.json", &whole[..whole.len() - 20]);
    let names = ["right", "length", "bound", "weak", "modest", "family", "metric", "certificate", "torn"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.json")).collect();
    let mut arguments = vec!["check", "-q", "--csv", "a.txt"];
    arguments.extend(files.iter().map(String::as_str));
    let run = folder.run(&arguments);
    assert_eq!(run.code, 1, "{run:?}");
    let rows: Vec<_> = run.out.lines().skip(1).map(|row| row.split(',').nth(2).unwrap_or("")).collect();
    let wrong = "false-claim";
    let wanted = ["fewest", wrong, wrong, wrong, wrong, wrong, wrong, "wrong-certificate", "unreadable"];
    assert_eq!(rows, wanted, "{}", run.out);
    assert!(run.out.contains("it says 4 slides and lists 5"), "{}", run.out);
}

/// Returns the document with its first text or number changed.
fn alter(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(fields) => {
            let mut done = false;
            let change = |(name, value): (String, Value)| {
                let old = value.clone();
                let new = if done { value } else { alter(value) };
                done |= new != old;
                (name, new)
            };
            Value::Object(fields.into_iter().map(change).collect())
        }
        Value::Array(mut items) if !items.is_empty() => {
            items[0] = alter(items[0].take());
            Value::Array(items)
        }
        Value::String(text) => {
            let first = if text.starts_with('#') { "." } else { "#" };
            Value::String(first.to_owned() + text.get(1..).unwrap_or_default())
        }
        Value::Number(number) => Value::from(number.as_u64().unwrap_or(0) ^ 1),
        other => other,
    }
}

#[test]
fn limits_leave_the_question_open() {
    let folder = Folder::with("huge.txt", &huge());
    folder.write("no.txt", "not solvable");
    let run = folder.run(&["check", "-q", "--time", "100ms", "huge.txt", "no.txt"]);
    assert_eq!(run.code, 23, "{run:?}");
    assert!(run.out.contains("claims no "), "{run:?}");
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_goes_on() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("good.txt", listing(&moves_of(&folder, "a.txt")));
    let run = folder.run(&["check", "-q", "a.txt", "missing.txt", "good.txt"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert_eq!(
        run.out,
        "missing.txt  error       there is no file `missing.txt`\ngood.txt     fewest      5 slides, the fewest\n"
    );
    folder.write("pairs.tsv", "a.txt good.txt\nnone.txt\tgood.txt\na.txt\tgood.txt\n");
    let run = folder.run(&["check", "--csv", "--pairs", "pairs.tsv"]);
    assert_eq!(run.code, 65, "{run:?}");
    assert!(run.err.contains("--> pairs.tsv:1:1"), "{}", run.err);
    assert!(
        run.out.contains("none.txt,good.txt,error,,,,,,the puzzle `none.txt` could not be read\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("a.txt,good.txt,fewest,yes,5,5,0,,\"5 slides, the fewest\"\n"), "{}", run.out);
}

#[test]
fn pairs_are_found_beside_their_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("sub")).expect("a folder");
    folder.write("sub/a.txt", COURSE);
    folder.write("sub/answer.txt", "4U1 3R3 ZU1 3D1 ZR2\n");
    folder.write("sub/pairs.tsv", "a.txt\tanswer.txt\n");
    let run = folder.run(&["check", "-q", "--pairs", "sub/pairs.tsv"]);
    assert!(run.code == 0 && run.out.contains("  fewest  "), "{run:?}");
}

#[test]
fn a_file_of_many_puzzles_needs_a_line() {
    let boards = "oooBoooooBooAAoBoooooooooooooooooooo\noooBoooooBooAAoBoooooooooooooooooooo\n";
    let folder = Folder::with("boards.txt", boards);
    folder.write("answer.txt", "BD3 AR4");
    let run = folder.run(&["check", "-q", "boards.txt", "answer.txt"]);
    assert!(run.code == 65 && run.err.contains("`boards.txt:1`"), "{run:?}");
    assert_eq!(folder.run(&["check", "-q", "boards.txt:2", "answer.txt"]).code, 0);
}

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
    let notations = |id: &str| text_notations(fewest::service::family(id).expect("a family").info);
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
        &text_notations(fewest::service::family("pegs").expect("pegs").info),
    );
    for (answer, wanted) in [
        ("b1-d1 c1-a1", "fewest      2 jumps, the fewest"),
        ("1 2 3\n2 1 0", "fewest      2 jumps, the fewest"),
        ("oxoo\n\nooxx\n\nxxox\n", "fewest      2 jumps, the fewest"),
        ("b1-d1", "incomplete  1 jump, all legal, but the puzzle is not solved: 1 jump more is needed"),
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
        let puzzle = fewest::service::PuzzleText {
            what: Some("pegs:debian".to_owned()),
            ..fewest::service::PuzzleText::text("game", &board)
        };
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
                    fewest::service::Claimed::Answer { solves: true, .. } => accepted += 1,
                    other => refused.push(format!("{}: {other:?}", file.display())),
                }
            }
        }
    }
    println!("{accepted} accepted, {} refused\n{}", refused.len(), refused.join("\n"));
    assert_eq!((accepted, refused), (626, Vec::new()), "those of version 2.2");
}

/// Every entry of the lists of moves in a document is a move, also one that cannot be read.
#[test]
fn every_entry_of_a_document_is_a_move() {
    let folder = Folder::with("course.txt", COURSE);
    let whole = folder.run(&["solve", "--json", "--all", "course.txt"]).document();
    let verdict = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut document = whole.clone();
        change(&mut document);
        folder.write("answer.json", document.to_string());
        folder.run(&["check", "--json", "course.txt", "answer.json"]).document()["verdict"].clone()
    };
    assert_eq!(verdict(&|_| ())["verdict"], "fewest");
    let insert = |list: &mut serde_json::Value| {
        list.as_array_mut().expect("a list").insert(1, "rubbish".into());
    };
    for verdict in [
        verdict(&|document| insert(&mut document["moves"])),
        verdict(&|document| insert(&mut document["all"][0])),
    ] {
        assert_eq!((&verdict["verdict"], &verdict["number"]), (&"illegal".into(), &2.into()), "{verdict}");
    }
    let shorter = verdict(&|document| drop(document["all"][0].as_array_mut().expect("a list").pop()));
    assert_ne!(shorter["verdict"], "fewest", "{shorter}");
}

/// What helps the author: the blocking piece, the line, the board, the moves that are missing,
/// exchanged coordinates, a claimed number, what would be read.
#[test]
fn verdicts_explain_themselves() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("lights.txt", "#..\n##.\n#..\n.#.\n");
    let said = |puzzle: &str, answer: &str| folder.run_with(&["check", puzzle, "-"], answer).out;
    // The board before the bad move stands below its line, drawn.
    let blocked = said("a.txt", "My answer\n1. Piece 4 up 1 space\n2. Piece Z right 2 spaces\n");
    assert!(
        blocked.contains("illegal at move 2: piece Z is blocked") && blocked.contains(" by piece "),
        "{blocked}"
    );
    assert!(blocked.contains("(line 3)") && blocked.lines().count() > 6, "{blocked}");
    let missing = said("a.txt", "4U1 3R3 ZU1 3D1");
    assert!(missing.contains("not solved: 1 slide more is needed"), "{missing}");
    let claimed = said("a.txt", "Solved in 7 moves:\n4U1 3R3 ZU1 3D1 ZR2\n");
    assert!(claimed.contains("the text says 7 slides, and lists 5"), "{claimed}");
    let nothing = said("a.txt", "I have no idea\n");
    assert!(nothing.contains("what is read: moves such as `"), "{nothing}");
    // Presses with x and y exchanged.
    let presses = folder.run(&["solve", "-q", "lights.txt", "--print", "list", "--moves-only"]).out;
    let swapped: String = presses
        .lines()
        .map(|line| {
            let numbers: Vec<&str> = line.trim_matches(['(', ')']).split(", ").collect();
            format!("({}, {})\n", numbers[1], numbers[0])
        })
        .collect();
    let exchanged = said("lights.txt", &swapped);
    assert!(exchanged.contains("with x and y exchanged your answer is the fewest"), "{presses}{exchanged}");
    let shifted: String = presses
        .lines()
        .map(|line| {
            let numbers: Vec<usize> =
                line.trim_matches(['(', ')']).split(", ").map(|n| n.parse().expect("a number")).collect();
            format!("({}, {})\n", numbers[0] + 1, numbers[1] + 1)
        })
        .collect();
    let shifted = said("lights.txt", &shifted);
    assert!(shifted.contains("counted from 0 instead of 1 your answer is the fewest"), "{shifted}");
    // The same in documents.
    let document = folder.run_with(&["check", "--json", "lights.txt", "-"], &swapped).document();
    assert_eq!(document["remarks"][0], "with x and y exchanged your answer is the fewest");
}

/// Every notation in which people and programs write moves.
#[test]
fn moves_are_read_in_every_notation() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("eight.txt", "1 0 3\n4 2 6\n7 5 8\n");
    folder.write("plus.txt", ".#.\n###\n.#.\n");
    folder.write("column.txt", "#.\n#.\n##\n");
    let pegs = "triangle-corner";
    let first = moves_of(&folder, pegs);
    let course = [
        "4U1 3R3 ZU1 3D1 ZR2",
        "4 up 1\n3 right 3\nZ up 1\n3 down 1\nZ right 2",
        "[('4','up',1), ('3','right',3), ('Z','up',1), ('3','down',1), ('Z','right',2)]",
        "[[\"4\",\"up\",1],[\"3\",\"right\",3],[\"Z\",\"up\",1],[\"3\",\"down\",1],[\"Z\",\"right\",2]]",
        "4 \u{2191} 1\n3 \u{2192} 3\nZ \u{2191} 1\n3 \u{2193} 1\nZ \u{2192} 2",
        "Move piece 4 up 1\nMove piece 3 right 3\nMove piece Z up 1\nMove piece 3 down 1\nMove piece Z right 2",
    ];
    let tiles = [
        "2 5 8",
        "Move tile 2\nMove tile 5\nMove tile 8",
        "\u{2193}\u{2193}\u{2192}",
        "[2, 5, 8]",
        "[\"2\", \"5\", \"8\"]",
        "DDR",
    ];
    let lights =
        ["(1, 1)", "(1,1)", "1 1", "x=1 y=1", "row 1 col 1", "[[1, 1]]", "[(1, 1)]", "{\"x\": 1, \"y\": 1}"];
    for (puzzle, answers) in [("a.txt", &course[..]), ("eight.txt", &tiles[..]), ("plus.txt", &lights[..])] {
        for answer in answers {
            let (code, said) = verdict(&folder, puzzle, answer);
            assert!(code == 0 && said.starts_with("fewest "), "{puzzle}: {answer:?}: {said}");
        }
    }
    // The same of rows and columns that differ: `row` and `col` say which is which.
    let (code, said) = verdict(&folder, "column.txt", "row 1 col 0");
    assert!(code == 0 || !said.starts_with("unreadable"), "{said}");
    // Jumps by the numbers of holes.
    let jumps: Vec<(String, String)> = first
        .iter()
        .map(|by| {
            let (from, to) = by.split_once('-').expect("from and to");
            (from.to_owned(), to.to_owned())
        })
        .collect();
    let words = jumps.iter().fold(String::new(), |mut text, (from, to)| {
        let _ = writeln!(text, "jump {from} to {to}");
        text
    });
    let (code, said) = verdict(&folder, pegs, &words);
    assert!(code == 0, "{words}{said}");
    // No answer, as programs print it, and UTF-16.
    for none in ["NULL", "None\n", "null"] {
        assert!(verdict(&folder, "a.txt", none).1.starts_with("wrongly no"), "{none}");
    }
    let utf_16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain("4U1 3R3 ZU1 3D1 ZR2\r\n".encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let run = folder.run_with_bytes(&["check", "-q", "a.txt", "-"], &utf_16);
    assert!(run.code == 0 && run.out.contains("fewest "), "{run:?}");
    // The same reader for `hint --after` and the player.
    for after in ["4U1 3R3", "4 up 1; 3 right 3", "[('4','up',1), ('3','right',3)]"] {
        let run = folder.run(&["hint", "-q", "a.txt", "--after", after]);
        assert!(run.code == 0 && run.out.contains("3 slides left"), "{after}: {run:?}");
        let run = folder.run_with(&["play", "--plain", "a.txt"], &format!("{after}\nquit\n"));
        assert!(run.out.contains("2 slides played"), "{after}: {run:?}");
    }
}

/// Folders of answers, patterns of names, and a summary that counts every verdict.
#[test]
fn folders_and_patterns_of_answers() {
    let folder = Folder::with("p1.txt", COURSE);
    folder.write("p2.txt", "3 3\n1 1 1 2 v\n1 3 1 1 b\n");
    for student in ["ann", "bob"] {
        std::fs::create_dir_all(folder.path(&format!("submissions/{student}"))).expect("a folder");
    }
    folder.write("submissions/ann/p1.txt", "4U1 3R3 ZU1 3D1 ZR2\n");
    folder.write("submissions/bob/p1.txt", "4U1\n");
    folder.write("submissions/ann/p2.txt", "no solution\n");
    folder.write("submissions/bob/p2.txt", "what?\n");
    let run =
        folder.run(&["check", "--csv", "--puzzles", "p{id}.txt", "--answers", "submissions/*/p{id}.txt"]);
    assert_eq!(run.code, 1, "{run:?}");
    let rows: Vec<Vec<&str>> = run.out.lines().map(|row| row.split(',').collect()).collect();
    let shown: Vec<[&str; 3]> = rows[1..].iter().map(|row| [row[0], row[1], row[2]]).collect();
    assert_eq!(
        shown,
        [
            ["p1.txt", "submissions/ann/p1.txt", "fewest"],
            ["p2.txt", "submissions/ann/p2.txt", "rightly-no-solution"],
            ["p1.txt", "submissions/bob/p1.txt", "incomplete"],
            ["p2.txt", "submissions/bob/p2.txt", "unreadable"],
        ]
    );
    assert_eq!(
        rows[0],
        "puzzle,answer,verdict,accepted,moves,fewest,excess,line,text".split(',').collect::<Vec<_>>()
    );
    assert_eq!(rows[1][3..8], ["yes", "5", "5", "0", ""]);
    let summary = "2 accepted (1 fewest, 1 rightly-no-solution), 2 rejected (1 incomplete, 1 unreadable)";
    assert!(run.err.contains(summary), "{}", run.err);
    let run = folder.run(&["check", "-q", "p1.txt", "submissions/ann"]);
    assert_eq!(run.out.lines().count(), 2, "{run:?}");
}
