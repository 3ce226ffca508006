//! `fewest solve`: its exact output.

use std::process::Stdio;

use crate::harness::{COURSE, Folder, fewest};

const ANSWER: &str = "\
5 slides (3 paths, 8 steps), the fewest
1. Piece 4 up 1 space
2. Piece 3 right 3 spaces
3. Piece Z up 1 space
4. Piece 3 down 1 space
5. Piece Z right 2 spaces
searched: none of the 216 positions within 4 slides is solved
";

/// Returns the same with `--quiet`.
fn short_answer() -> String {
    ANSWER.replace(" (3 paths, 8 steps)", "")
}

#[test]
fn the_course_example_as_document() {
    let document = Folder::with("proj3a.txt", COURSE).run(&["solve", "proj3a.txt", "--json"]).document();
    assert_eq!(document["outcome"], "solved");
    assert_eq!(document["length"], 5);
    assert_eq!(document["optimal"], true);
    assert_eq!(document["at_least"], 5);
    assert_eq!(document["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!((&document["file"], &document["family"]), (&"proj3a.txt".into(), &"blocks".into()));
    assert_eq!((&document["format"], &document["metric"]), (&"course".into(), &"slides".into()));
    assert!(document["reasons"][0]["reason"]["account"].is_object());
    for number in ["generated", "expanded", "seconds", "cpu_seconds", "peak_bytes"] {
        assert!(document["stats"][number].is_number(), "{number}: {document}");
    }
    for absent in
        ["line", "fault", "warnings", "limit", "picture", "count", "all", "verdict", "scene", "text"]
    {
        assert!(document.get(absent).is_none(), "{absent} does not apply: {document}");
    }
}

#[test]
fn the_answer_of_the_course_example() {
    let folder = Folder::with("proj3a.txt", COURSE);
    let run = folder.run(&["solve", "proj3a.txt"]);
    assert_eq!((run.code, run.out.as_str()), (0, ANSWER));
    assert_eq!(run.err, "proj3a.txt: taken for blocks (course)\n");
    let said = folder.run(&["solve", "--as", "blocks:course", "proj3a.txt"]);
    assert_eq!((said.out.as_str(), said.err.as_str()), (ANSWER, ""));
    let quiet = folder.run(&["solve", "-q", "proj3a.txt"]);
    assert_eq!((quiet.out, quiet.err.as_str()), (short_answer(), ""));
}

#[test]
fn inputs_are_files_standard_input_lines_and_names() {
    let folder = Folder::with("proj3a.txt", COURSE);
    assert_eq!(folder.run_with(&["solve", "-"], COURSE).out, ANSWER);
    assert_eq!(fewest(&["solve", "course"]).out, ANSWER);
    assert_eq!(fewest(&["solve", "blocks/course"]).out, ANSWER);
    let boards = "oooBoooooBooAAoBoooooooooooooooooooo\n# a remark\nBBBoooCCCoooAAoooooooooooooooooooooo\n";
    folder.write("boards.txt", boards);
    let run = folder.run(&["solve", "-q", "boards.txt"]);
    assert!(run.out.starts_with("== boards.txt:1\n2 slides, the fewest\n"), "{run:?}");
    assert!(
        run.out.contains("\n== boards.txt:3\n1 slide, the fewest\n1. Piece A right 4 spaces\n"),
        "{run:?}"
    );
    let one = folder.run(&["solve", "-q", "boards.txt:3"]);
    assert!(one.out.starts_with("1 slide, the fewest\n"), "{one:?}");
    let documents = folder.run(&["solve", "--json", "boards.txt"]).documents();
    assert_eq!(documents.iter().map(|d| d["line"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(3)]);
}

#[test]
fn a_file_with_boards_and_faults_reports_both() {
    let boards = "oooBoooooBooAAoBoooooooooooooooooooo\nnonsense\n";
    let folder = Folder::with("boards.txt", boards);
    let run = folder.run(&["solve", "--as", "blocks:rush", "boards.txt"]);
    assert_eq!(run.code, 65);
    assert!(run.out.starts_with("2 slides (2 paths, 7 steps), the fewest\n"), "{run:?}");
    assert!(run.err.contains("--> boards.txt:2:1"), "{run:?}");
    let documents = folder.run(&["solve", "--json", "--as", "blocks:rush", "boards.txt"]).documents();
    assert_eq!(documents.len(), 2);
    let fault = documents.iter().find(|document| document["outcome"] == "error").expect("a fault");
    assert_eq!((&fault["file"], &fault["fault"]["line"]), (&"boards.txt".into(), &2.into()));
}

#[test]
fn errors_point_into_the_text() {
    let run = Folder::with("a.txt", "#0#\n0?#\n#00\n").run(&["solve", "--as", "lights", "a.txt"]);
    let wanted = "\
error: `?` is neither on nor off
 --> a.txt:2:2
  |
2 | 0?#
  |  ^
  |
";
    assert!(run.err.starts_with(wanted), "{}", run.err);
}

#[test]
fn metrics_notations_counts_and_lists() {
    let folder = Folder::with("a.txt", COURSE);
    let first = |arguments: &[&str]| {
        let run = folder.run(&[&["solve", "-q", "a.txt"], arguments].concat());
        assert_eq!(run.code, 0, "{run:?}");
        run.out.lines().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(first(&["--metric", "steps"])[0], "8 steps, the fewest");
    assert_eq!(first(&["--print", "short"])[1], "4U1 3R3 ZU1 3D1 ZR2");
    assert_eq!(first(&["--count"])[1], "shortest answers: 2");
    let run = folder.run(&["solve", "-q", "--all", "a.txt"]);
    assert_eq!(run.out.matches("answer ").count(), 2, "{run:?}");
    assert!(run.out.contains("answer 1\n1. Piece "), "{run:?}");
    let document = folder.run(&["solve", "--json", "--count", "--all=1", "a.txt"]).document();
    assert_eq!((&document["count"], document["all"].as_array().map(Vec::len)), (&"2".into(), Some(1)));
}

#[test]
fn solved_puzzles_need_no_move() {
    let run = Folder::with("a.txt", "1 1\n1 1 1 1 n\n").run(&["solve", "-q", "a.txt"]);
    assert_eq!(run.out.lines().next(), Some("0 slides, the fewest"), "{run:?}");
}

#[test]
fn out_is_a_file_and_may_be_the_input() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["solve", "-q", "a.txt", "-o", "answer.txt"]);
    assert_eq!((run.code, run.out.as_str(), folder.read("answer.txt")), (0, "", short_answer()));
    assert_eq!(folder.run(&["convert", "-q", "a.txt", "-o", "a.txt"]).code, 0);
    assert_eq!(folder.read("a.txt"), COURSE);
    assert_eq!(folder.run(&["solve", "-q", "missing.txt", "-o", "none.txt"]).code, 65);
    assert!(!folder.path("none.txt").exists(), "nothing was written");
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let folder = Folder::with("a.txt", &format!("{}\n", "#0".repeat(1000)).repeat(2000));
    let mut child = folder
        .command(&["solve", "-q", "a.txt", "--print", "list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Closed before the program writes: the first flush meets a pipe without a reader.
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!((ended.status.code(), String::from_utf8_lossy(&ended.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn colours_only_for_people() {
    let folder = Folder::with("a.txt", COURSE);
    for arguments in [&["solve", "a.txt"][..], &["draw", "a.txt"], &["solve", "--no-color", "missing"]] {
        let run = folder.run(arguments);
        assert!(!run.out.contains('\u{1b}') && !run.err.contains('\u{1b}'), "{run:?}");
    }
}

#[test]
fn the_first_line_names_other_metrics_where_they_are_cheap() {
    let first = |arguments: &[&str]| {
        let run = fewest(&[&["solve"], arguments].concat());
        run.out.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(first(&["klotski"]), "90 slides (81 paths, 116 steps), the fewest");
    assert_eq!(first(&["klotski", "--metric", "paths"]), "81 paths, the fewest");
    assert_eq!(first(&["klotski", "--quiet"]), "90 slides, the fewest");
}

#[test]
fn the_same_answer_with_any_number_of_threads() {
    let moves = |threads: &str| fewest(&["solve", "-q", "--threads", threads, "klotski"]).out;
    assert!(moves("1").starts_with("90 slides, the fewest\n"));
    assert_eq!(moves("1"), moves("2"));
    assert_eq!(moves("1"), moves("5"));
}

#[test]
fn documents_are_those_of_the_library() {
    use fewest::{Command, Context, Puzzle, Request, Session, handle};

    for (family, example) in
        fewest::FAMILIES.iter().flat_map(|family| family.info.examples.iter().map(move |e| (family, e)))
    {
        let folder = Folder::with("puzzle", example.text);
        let what = format!("{}:{}", family.info.id, example.format);
        let mut shown =
            folder.run(&["solve", "--json", "--threads", "1", "--as", &what, "puzzle"]).document();
        let puzzle = Puzzle { what: Some(what), ..Puzzle::text("puzzle", example.text) };
        let session = Session::new(puzzle);
        let request = Request::new(Command::Solve, session);
        let response = handle(&request, &Context::default());
        let mut made = serde_json::to_value(&response).expect("a document");
        // Time and memory differ from run to run.
        for document in [&mut shown, &mut made] {
            document.as_object_mut().expect("an object").remove("stats");
        }
        assert_eq!(shown, made, "{}", example.name);
    }
}
