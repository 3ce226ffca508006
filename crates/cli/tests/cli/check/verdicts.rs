//! `fewest check`: every kind of verdict, and several answers in one call.

use std::collections::HashSet;
use std::fmt::Write as _;

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
fn answers(moves: &[String], document: &str) -> Vec<(String, &'static str)> {
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
        for (number, (answer, verdict)) in answers(&moves, &document).into_iter().enumerate() {
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
    assert_eq!(rows.next(), Some("puzzle,answer,verdict,accepted,text"));
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
        run.out.contains("none.txt,good.txt,error,,the puzzle `none.txt` could not be read\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("a.txt,good.txt,fewest,yes,\"5 slides, the fewest\"\n"), "{}", run.out);
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
