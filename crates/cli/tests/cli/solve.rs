//! `fewest solve`: its exact output, and `--batch`.

use std::process::{Child, Stdio};
use std::time::Duration;

use serde_json::Value;

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
    let lines = ANSWER.lines().filter(|line| !line.starts_with("searched"));
    lines.map(|line| line.replace(" (3 paths, 8 steps)", "") + "\n").collect()
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
    assert_eq!(
        run.err,
        "proj3a.txt: read as sliding blocks: 4 x 4, 8 pieces, Z to the right edge (format: course)\n"
    );
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
    use fewest::service::{Command, Context, PuzzleText, Request, Session, handle};

    for (family, example) in fewest::service::FAMILIES
        .iter()
        .flat_map(|family| family.info.examples.iter().map(move |e| (family, e)))
    {
        let folder = Folder::with("puzzle", example.text);
        let what = format!("{}:{}", family.info.id, example.format);
        let mut shown =
            folder.run(&["solve", "--json", "--threads", "1", "--as", &what, "puzzle"]).document();
        let puzzle = PuzzleText { what: Some(what), ..PuzzleText::text("puzzle", example.text) };
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

/// Returns Rush Hour lines: easy ones, one without a solution, one that is no board.
fn boards(count: usize) -> String {
    let lines = [
        "oooBoooooBooAAoBoooooooooooooooooooo",
        "BBBoooCCCoooAAoooooooooooooooooooooo",
        "ooooooooooooAAoBoooooBoooooBoooooooo",
        "GBBoLoGHIoLMGHIAAMCCCKoMooJKDDEEJFFo",
        "this is no board at all, and long..!",
        "oooooooooBooAAoBoooooooooooooooooooo",
        "ooooooooooooAABoooooBCCCoooooooooooo",
        "ooooBoooooBoAAooBoCCCooooooooooooooo",
    ];
    (0..count).map(|n| lines[n % lines.len()].to_owned() + "\n").collect()
}

const BATCH: [&str; 7] = ["solve", "--as", "blocks:rush", "--batch", "boards.txt", "--log", "log.jsonl"];

/// Returns the documents of a log without the fields that differ from run to run.
fn answers_of_log(log: &str) -> Vec<Value> {
    let documents = log.lines().map(|line| {
        let mut document: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        if let Some(stats) = document.get_mut("stats").and_then(Value::as_object_mut) {
            stats.remove("seconds");
            stats.remove("cpu_seconds");
        }
        document
    });
    documents.collect()
}

fn folder(count: usize) -> Folder {
    Folder::with("boards.txt", &boards(count))
}

/// The answers of an undisturbed batch.
fn undisturbed(count: usize) -> Vec<Value> {
    let folder = folder(count);
    let run = folder.run(&BATCH);
    assert_eq!(run.code, 65, "one line is no board: {run:?}");
    answers_of_log(&folder.read("log.jsonl"))
}

#[test]
fn every_line_is_answered_in_order_by_any_number_of_threads() {
    let expected = undisturbed(40);
    assert_eq!(expected.len(), 40);
    for (line, document) in (1..).zip(&expected) {
        assert_eq!(document["line"], line, "{document}");
        let outcome = if line % 8 == 5 { "error" } else { "solved" };
        assert_eq!(document["outcome"], outcome, "{document}");
    }
    for threads in ["1", "3"] {
        let folder = folder(40);
        folder.run(&[&BATCH[..], &["--threads", threads]].concat());
        let same = answers_of_log(&folder.read("log.jsonl"));
        assert_eq!(same, expected, "{threads} threads");
    }
}

#[test]
fn the_same_command_again_answers_only_what_is_missing() {
    let folder = folder(16);
    folder.run(&BATCH);
    let whole = folder.read("log.jsonl");
    let again = folder.run(&BATCH);
    assert_eq!((again.code, folder.read("log.jsonl")), (65, whole.clone()), "{again:?}");
    assert!(again.err.contains("16 of 16 are answered"), "{again:?}");
    // A crash may leave any prefix of the log.
    for kept in [1, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        folder.write("log.jsonl", &whole[..kept]);
        folder.run(&BATCH);
        assert_eq!(
            answers_of_log(&folder.read("log.jsonl")),
            answers_of_log(&whole),
            "{kept} bytes were left"
        );
    }
}

#[test]
fn more_time_tries_again_what_a_time_limit_left_open() {
    const HARD: &str = "ooJJGGGoPMMoFoNHPoDoFoNHAADoIooHKKOOIBBBooEoCCCoooEoLoooooEoLooo\n";
    let easy = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.\n";
    let folder = Folder::with("b.txt", &format!("{HARD}{easy}"));
    let batch = |time: &str| folder.run(&["solve", "--batch", "b.txt", "--log", "l.jsonl", "--time", time]);
    let first = batch("1ms");
    assert_eq!(first.code, 23, "{first:?}");
    assert!(first.err.ends_with("2 puzzles: 1 solved, 1 stopped by a limit\n"), "{first:?}");
    // No more time than before: nothing is tried.
    let same = batch("1ms");
    assert!(same.code == 23 && !same.err.contains("tried again"), "{same:?}");
    assert_eq!(folder.read("l.jsonl").lines().count(), 2);
    let more = batch("1m");
    assert!(
        more.code == 0
            && more.err.contains("1 that a time limit left open is tried again\n")
            && more.err.ends_with("2 puzzles: 2 solved; of 1 tried again 1 are decided now\n"),
        "{more:?}"
    );
    let log = folder.read("l.jsonl");
    let lines: Vec<&str> = log.lines().collect();
    assert!(
        lines.len() == 3 && lines[2].contains("\"line\":1,") && lines[2].contains("\"length\":26,"),
        "{log}"
    );
    // The last answer of a puzzle counts.
    let done = batch("1m");
    assert!(done.code == 0 && !done.err.contains("tried again"), "{done:?}");
    assert_eq!(folder.read("l.jsonl"), log);
}

#[test]
fn parts_of_a_batch_join_to_the_whole() {
    let expected = undisturbed(20);
    let folder = folder(20);
    let mut joined = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let log = part.replace('/', "-");
        folder.run(&[
            "solve",
            "--as",
            "blocks:rush",
            "--batch",
            "boards.txt",
            "--shard",
            part,
            "--log",
            &log,
        ]);
        joined.extend(answers_of_log(&folder.read(&log)));
    }
    joined.sort_by_key(|document| document["line"].as_u64());
    assert_eq!(joined.len(), 20);
    for (one, other) in joined.iter().zip(&expected) {
        assert_eq!(
            (&one["line"], &one["moves"], &one["id"]),
            (&other["line"], &other["moves"], &other["id"])
        );
    }
}

#[test]
fn foreign_and_damaged_logs_are_refused_and_left_alone() {
    let folder = folder(4);
    folder.run(&BATCH);
    let log = folder.read("log.jsonl");
    let in_steps = folder.run(&[&BATCH[..], &["--metric", "steps"]].concat());
    assert_eq!(in_steps.code, 65, "{in_steps:?}");
    assert!(in_steps.err.contains("line 1 of `log.jsonl` does not answer puzzle 1"), "{in_steps:?}");
    assert_eq!(folder.read("log.jsonl"), log);
    let damaged = log.replacen("\"outcome\"", "\"outcome", 1);
    folder.write("log.jsonl", &damaged);
    let run = folder.run(&BATCH);
    assert_eq!(run.code, 74, "{run:?}");
    assert!(run.err.contains("line 1 of `log.jsonl` is damaged"), "{run:?}");
    assert_eq!(folder.read("log.jsonl"), damaged);
    let nowhere = folder.run(&["solve", "--batch", "boards.txt", "--log", "no/such/folder"]);
    assert_eq!(nowhere.code, 74, "{nowhere:?}");
    assert_eq!(folder.run(&["solve", "--batch", "boards.txt"]).code, 2, "a batch needs a log");
}

/// Starts a batch and waits until its log has some lines.
#[cfg(unix)]
fn started(folder: &Folder, lines: usize) -> Child {
    let child = folder.command(&BATCH).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the program runs");
    while std::fs::read_to_string(folder.path("log.jsonl")).map_or(0, |log| log.lines().count()) < lines {
        std::thread::sleep(Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
#[test]
fn a_batch_killed_at_any_time_goes_on_to_the_same_log() {
    let expected = undisturbed(400);
    let folder = folder(400);
    for lines in [1, 60, 61, 200] {
        let mut child = started(&folder, lines);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let run = folder.run(&BATCH);
    assert_eq!(run.code, 65, "{run:?}");
    assert_eq!(answers_of_log(&folder.read("log.jsonl")), expected);
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_sigterm_leave_a_good_log_and_say_how_to_go_on() {
    let expected = undisturbed(600);
    let folder = folder(600);
    for (signal, lines) in [("-INT", 3), ("-TERM", 200)] {
        let child = started(&folder, lines);
        crate::harness::signal(&child, signal);
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if folder.read("log.jsonl").lines().count() < 600 {
            assert_eq!(output.status.code(), Some(75), "{said}");
            assert!(said.ends_with(&format!("go on with\n  fewest {}\n", BATCH.join(" "))), "{said}");
        }
        assert!(folder.read("log.jsonl").ends_with('\n'));
    }
    folder.run(&BATCH);
    assert_eq!(answers_of_log(&folder.read("log.jsonl")), expected);
}

#[cfg(unix)]
#[test]
fn two_programs_cannot_write_one_log() {
    // One puzzle that is not solved in time.
    let folder = Folder::with("boards.txt", &crate::harness::huge());
    let batch = ["solve", "--batch", "boards.txt", "--log", "log.jsonl"];
    let mut child = folder.command(&batch).stderr(Stdio::null()).spawn().expect("the program runs");
    while !folder.path("log.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let second = folder.run(&batch);
    let still_runs = child.try_wait().expect("it can be asked").is_none();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(still_runs, "the first must still be at work for this test to say something");
    assert_eq!(second.code, 65, "{second:?}");
    assert!(second.err.contains("is being written by another program"), "{second:?}");
}

#[cfg(unix)]
#[test]
fn a_batch_of_802_rush_hour_lines_is_killed_and_resumed() {
    let Some(data) = std::env::var_os("FEWEST_DATA") else {
        println!("NOT RUN: FEWEST_DATA is not set");
        return;
    };
    let path = std::path::Path::new(&data).join("blocks/rush_fogleman_sample.txt");
    let text = std::fs::read_to_string(path).expect("the sample of Rush Hour lines");
    let folder = Folder::with("boards.txt", &text);
    let mut child = started(&folder, 100);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let run = folder.run(&BATCH);
    assert_eq!(run.code, 0, "{run:?}");
    let documents = answers_of_log(&folder.read("log.jsonl"));
    assert_eq!(documents.len(), 802);
    for ((line, document), row) in (1..).zip(&documents).zip(text.lines()) {
        // The first number of a row is the fewest moves of its board.
        let known: u64 = row.split(' ').next().expect("a number").parse().expect("a number");
        assert_eq!((document["line"].as_u64(), document["length"].as_u64()), (Some(line), Some(known)));
    }
}
