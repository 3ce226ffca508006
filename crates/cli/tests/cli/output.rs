//! `-o FILE` and standard output: a failure leaves the previous file, and a full disk has its exit
//! code. File names and input texts in the output are escaped: no control character reaches the
//! terminal, and no name forges a row.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::harness::{COURSE, Folder, Run, program};

/// Runs the program with a file size limit of 1024 bytes.
fn run_with_small_files(folder: &Folder, arguments: &[&str]) -> Run {
    let mut command = Command::new("sh");
    // A signal that is ignored stays ignored; writing then fails with an error.
    command.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\""]).arg(program()).args(arguments);
    Run::of(&command.current_dir(folder.path(".")).output().expect("the program runs"))
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path(".")).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "cache");
    names.sort();
    names
}

#[test]
fn a_failure_leaves_the_file_that_was_there() {
    let folder = Folder::with("out.svg", "old");
    // The first picture can be drawn; the second one is found later.
    let run = folder.run(&["draw", "klotski", "eight-easy", "-o", "out.svg"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!((folder.read("out.svg").as_str(), names(&folder)), ("old", vec!["out.svg".to_owned()]));
    for command in [
        &["draw", "klotski", "-o", "out.svg"][..],
        &["solve", "klotski", "-o", "out.svg"],
        &["explore", "klotski", "-o", "out.svg"],
        &["explore", "eight-easy", "--svg", "out.svg", "-q"],
        &["map", "eight-easy", "-o", "out.svg", "--sample", "300"],
    ] {
        let run = run_with_small_files(&folder, command);
        assert_eq!(run.code, 24, "{command:?}: {run:?}");
        assert!(run.err.contains("out.svg") && run.err.contains("Make room"), "{run:?}");
        assert_eq!((folder.read("out.svg").as_str(), names(&folder)), ("old", vec!["out.svg".to_owned()]));
    }
}

#[test]
fn a_file_is_replaced_with_its_permissions_and_links_stay() {
    let folder = Folder::with("real.txt", "old");
    fs::set_permissions(folder.path("real.txt"), fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink("real.txt", folder.path("link.txt")).expect("a link");
    let run = folder.run(&["convert", "klotski", "-o", "link.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(fs::symlink_metadata(folder.path("link.txt")).expect("the link").is_symlink());
    let mode = fs::metadata(folder.path("real.txt")).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(folder.read("real.txt").len() > 10);
    // The input is read before it is written.
    let before = folder.read("real.txt");
    assert_eq!(folder.run(&["convert", "real.txt", "-o", "real.txt"]).code, 0);
    assert_eq!(folder.read("real.txt"), before);
    assert_eq!(names(&folder), ["link.txt", "real.txt"]);
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = Folder::with("log", "first line\n");
    let file = fs::OpenOptions::new().append(true).open(folder.path("log")).expect("a file");
    let mut command = folder.command(&["convert", "klotski", "-o", "/dev/stdout"]);
    assert!(command.stdout(file).status().expect("it runs").success());
    let log = folder.read("log");
    assert!(log.starts_with("first line\n") && log.len() > 20, "{log}");
    assert_eq!(folder.run(&["convert", "klotski", "-o", "/dev/null"]).code, 0);
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    if made.is_ok_and(|made| made.success()) {
        let reader =
            Command::new("cat").arg(folder.path("pipe")).stdout(Stdio::piped()).spawn().expect("it runs");
        assert_eq!(folder.run(&["convert", "klotski", "-o", "pipe"]).code, 0);
        assert!(reader.wait_with_output().expect("it ends").stdout.len() > 10);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_24() {
    let folder = Folder::new();
    for command in [
        &["solve", "klotski"][..],
        &["solve", "klotski", "--json"],
        &["explore", "klotski"],
        &["draw", "klotski"],
        &["convert", "klotski"],
        &["generate", "tiles", "--size", "3x3", "--seed", "1"],
        &["list", "puzzles"],
        &["map", "eight-easy", "--json", "--sample", "300"],
        &["hint", "klotski"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = folder.command(command).stdout(full).output().expect("it runs");
        let run = Run::of(&output);
        assert_eq!(run.code, 24, "{command:?}: {run:?}");
        assert!(run.err.contains("cannot write the output"), "{command:?}: {run:?}");
    }
    let run = folder.run(&["solve", "klotski", "-o", "/dev/full"]);
    assert_eq!(run.code, 24, "{run:?}");
}

/// `prove -o DIR` has fixed names for its files. A file of such a name that it did not write stays,
/// and so does what a link leads to.
#[test]
fn a_proof_replaces_only_files_of_proofs() {
    let folder = Folder::with("elsewhere", "fewest puzzle 1\nmine");
    let prove = ["prove", "eight-easy", "--metric", "lines", "-o", "mine"];
    let foreign: [(&str, &str); 5] = [
        ("problem.cnf", "p cnf 1 1\n1 0\n"),
        ("puzzle.txt", "2 2\n1 2\n3 0\n"),
        ("answer.txt", "my homework\n"),
        ("proof.few", "six chairs"),
        ("puzzle.txt", ""),
    ];
    for (name, text) in foreign {
        let _ = fs::remove_dir_all(folder.path("mine"));
        fs::create_dir(folder.path("mine")).expect("a folder");
        folder.write(&format!("mine/{name}"), text);
        let solve = ["solve", "eight-easy", "--metric", "lines", "--prove", "mine"];
        for command in [&prove[..], &solve] {
            let run = folder.run(command);
            assert_eq!(run.code, 65, "{name}: {run:?}");
            assert!(run.err.contains(&format!("mine/{name}` was not written by `fewest prove`")), "{run:?}");
            assert_eq!(folder.read(&format!("mine/{name}")), text);
            assert_eq!(fs::read_dir(folder.path("mine")).expect("a folder").count(), 1);
        }
    }
    fs::remove_file(folder.path("mine/puzzle.txt")).expect("a file");
    symlink("../elsewhere", folder.path("mine/puzzle.txt")).expect("a link");
    assert_eq!(folder.run(&prove).code, 65);
    assert_eq!(folder.read("elsewhere"), "fewest puzzle 1\nmine");
    fs::remove_file(folder.path("mine/puzzle.txt")).expect("a link");
    // Names of folders are escaped.
    let run = folder.run(&["prove", "eight-easy", "-o", ESCAPES]);
    assert!(run.code == 0 && !run.out.contains(['\x1b', '\x07']), "{run:?}");
    let run = folder.run(&["verify", ESCAPES]);
    assert!(run.code == 0 && !run.out.contains(['\x1b', '\x07']), "{run:?}");
    // Its own files are replaced.
    for _ in 0..2 {
        let run = folder.run(&prove);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(folder.run(&["verify", "mine"]).code, 0);
    }
}

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
    assert!(run.err.lines().all(|line| line.contains(": read as sliding blocks: 4 x 4")), "{}", run.err);
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
