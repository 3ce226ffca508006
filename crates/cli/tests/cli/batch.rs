//! `fewest solve --batch`: every puzzle is answered once, in order, under every interruption.

use std::process::{Child, Stdio};
use std::time::Duration;

use crate::harness::Folder;
use serde_json::Value;

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
fn answers(log: &str) -> Vec<Value> {
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
    answers(&folder.read("log.jsonl"))
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
        let same = answers(&folder.read("log.jsonl"));
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
        assert_eq!(answers(&folder.read("log.jsonl")), answers(&whole), "{kept} bytes were left");
    }
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
        joined.extend(answers(&folder.read(&log)));
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
    assert_eq!(answers(&folder.read("log.jsonl")), expected);
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
    assert_eq!(answers(&folder.read("log.jsonl")), expected);
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
    let documents = answers(&folder.read("log.jsonl"));
    assert_eq!(documents.len(), 802);
    for ((line, document), row) in (1..).zip(&documents).zip(text.lines()) {
        // The first number of a row is the fewest moves of its board.
        let known: u64 = row.split(' ').next().expect("a number").parse().expect("a number");
        assert_eq!((document["line"].as_u64(), document["length"].as_u64()), (Some(line), Some(known)));
    }
}
