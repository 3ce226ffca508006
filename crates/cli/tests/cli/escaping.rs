//! File names and input texts in the output are escaped: no control character reaches the terminal,
//! and no name forges a row.

use crate::harness::{COURSE, Folder};

const RIGHT: &str = "4U1 3R3 ZU1 3D1 ZR2\n";
/// A name with a line feed, which would begin a row.
const FORGED: &str = "bad.txt\nalice.txt  fewest      5 slides, the fewest";
const ESCAPES: &str = "\x1b[2J\x1b]0;title\x07.txt";
const TURNED: &str = "\u{202e}txt.exe";
const QUOTES: &str = "a,\"b\".txt";
const FORMULA: &str = "=HYPERLINK(1)";

fn folder() -> Folder {
    let folder = Folder::with("a.txt", COURSE);
    for name in [FORGED, ESCAPES, TURNED, QUOTES, FORMULA] {
        folder.write(name, RIGHT);
    }
    folder
}

/// Returns whether a text contains control characters other than line feeds.
fn is_tame(text: &str) -> bool {
    !text.contains(|c: char| c != '\n' && (c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c)))
}

#[test]
fn names_of_answers_are_one_row_each() {
    let folder = folder();
    let names = [FORGED, ESCAPES, TURNED, QUOTES, FORMULA];
    let run = folder.run(&[&["check", "a.txt"], &names[..]].concat());
    assert!(run.code == 0 && is_tame(&run.out) && is_tame(&run.err), "{run:?}");
    assert_eq!(run.out.lines().count(), 5, "{}", run.out);
    assert!(run.out.contains("bad.txt\\nalice.txt  fewest"), "{}", run.out);
    assert!(run.out.contains("\\x1b[2J\\x1b]0;title\\x07.txt") && run.out.contains("\\u{202e}txt.exe"));
}

#[test]
fn rows_of_csv_are_lines_and_fields_are_quoted() {
    let folder = folder();
    let run = folder.run(&["check", "-q", "--csv", "a.txt", FORGED, ESCAPES, QUOTES, FORMULA]);
    let rows: Vec<&str> = run.out.lines().collect();
    assert!(rows.len() == 5 && is_tame(&run.out), "{}", run.out);
    assert!(
        rows[1].starts_with("a.txt,\"bad.txt\\nalice.txt  fewest      5 slides, the fewest\",fewest,yes,")
    );
    assert!(rows[3].starts_with("a.txt,\"a,\"\"b\"\".txt\",fewest,yes,"), "{}", rows[3]);
    assert!(rows[4].starts_with("a.txt,'=HYPERLINK(1),fewest,yes,"), "{}", rows[4]);
}

#[test]
fn documents_have_the_names_as_they_are() {
    let folder = folder();
    let run = folder.run(&["check", "-q", "--json", "a.txt", FORGED, ESCAPES, TURNED]);
    let names: Vec<String> =
        run.documents().iter().map(|it| it["file"].as_str().unwrap_or_default().to_owned()).collect();
    assert_eq!(names, [FORGED, ESCAPES, TURNED]);
}

#[test]
fn names_of_puzzles_are_tame_in_headings_notes_and_errors() {
    let folder = Folder::new();
    for name in [FORGED, ESCAPES] {
        folder.write(name, COURSE);
    }
    let run = folder.run(&["solve", FORGED, ESCAPES]);
    assert!(run.code == 0 && is_tame(&run.out) && is_tame(&run.err), "{run:?}");
    assert_eq!(run.out.lines().filter(|line| line.starts_with("== ")).count(), 2, "{}", run.out);
    assert!(run.err.lines().all(|line| line.contains(": taken for blocks (course)")), "{}", run.err);
    for arguments in [["solve", "no\nerror: such\x1b[1mfile"], ["hint", "no\nerror: such\x1b[1mfile"]] {
        let run = folder.run(&arguments);
        assert!(run.code == 65 && is_tame(&run.err), "{run:?}");
        assert_eq!(run.err.lines().filter(|line| line.starts_with("error")).count(), 1, "{}", run.err);
    }
    folder.write("bad\nerror: x.txt", "4 4\n3 1 2 1 \x1b[31m\u{202e}\n");
    let run = folder.run(&["solve", "--as", "blocks:course", "bad\nerror: x.txt"]);
    assert!(is_tame(&run.err) && run.err.contains("\\x1b[31m\\u{202e}"), "{}", run.err);
    assert!(!run.err.lines().any(|line| line.starts_with("error: x.txt")), "{}", run.err);
}

#[test]
fn answers_that_are_quoted_are_tame() {
    let folder = Folder::with("a.txt", COURSE);
    folder.write("answer.txt", "1. Piece \x1b[31mq up 1\n");
    let run = folder.run(&["check", "-q", "a.txt", "answer.txt"]);
    assert!(run.code == 1 && is_tame(&run.out), "{run:?}");
    for after in ["4U1 YU1", "4U1; \x1b[31m\u{202e}"] {
        let run = folder.run(&["hint", "a.txt", "--after", after]);
        assert!(run.code == 65 && is_tame(&run.err) && run.err.contains("move 2:"), "{run:?}");
    }
}

#[test]
fn faults_keep_their_place_among_documents_and_have_their_lines() {
    let good = "oooBoooooBooAAoBoooooooooooooooooooo";
    let folder = Folder::with("boards.txt", &format!("{good}\noops?\n{good}\nbad!\n"));
    let lines = |run: &crate::harness::Run| -> Vec<(u64, bool)> {
        let line = |it: &serde_json::Value| (it["line"].as_u64().unwrap_or(0), it["fault"].is_null());
        run.documents().iter().map(line).collect()
    };
    let run = folder.run(&["solve", "--json", "boards.txt"]);
    assert_eq!((run.code, lines(&run)), (65, vec![(1, true), (2, false), (3, true), (4, false)]));
    folder.write("one.txt", format!("oops?\n{good}\n"));
    let run = folder.run(&["solve", "--json", "--as", "blocks:rush", "one.txt"]);
    assert_eq!(lines(&run), [(1, false), (2, true)]);

    folder.write("answer.txt", "BD3 AR4");
    folder.write(
        "pairs.tsv",
        "boards.txt:1\tanswer.txt\nno tab\n# nothing\nboards.txt:3\tnone.txt\nboards.txt:3\tanswer.txt\n",
    );
    let run = folder.run(&["check", "--json", "--pairs", "pairs.tsv"]);
    assert_eq!((run.code, lines(&run)), (65, vec![(1, true), (2, false), (4, false), (5, true)]));
}
