//! The program with the new family does for it what it does for every other.

use std::process::{Command, Output};

use serde_json::Value;

fn hanoi(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hanoi")).args(arguments).output().expect("the program starts")
}

fn said(arguments: &[&str]) -> String {
    let output = hanoi(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn it_is_solved_checked_and_hinted() {
    assert!(said(&["solve", "hanoi-four"]).contains("15 moves"));
    assert!(said(&["solve", "hanoi AAAB", "--goal", "B"]).contains("7 moves"));
    let file = std::env::temp_dir().join(format!("hanoi-{}.txt", std::process::id()));
    std::fs::write(&file, "A-B\nA-C\nB-C\n").expect("a folder for files");
    let answer = file.to_str().expect("a path of letters");
    assert!(said(&["check", "hanoi AA", answer]).contains('3'));
    assert_eq!(hanoi(&["check", "hanoi AAA", answer]).status.code(), Some(1));
    std::fs::remove_file(&file).expect("the file is there");
    assert!(said(&["hint", "hanoi AA"]).contains("A-B"));
    let fault = hanoi(&["solve", "hanoi AXA"]);
    assert!(String::from_utf8_lossy(&fault.stderr).contains("pegs are A, B and C"));
}

#[test]
fn it_is_explored_drawn_converted_and_made() {
    let explored: Value = serde_json::from_str(&said(&["explore", "hanoi-four", "--json"])).expect("JSON");
    assert_eq!(explored["positions"], 81);
    assert!(said(&["draw", "hanoi-four", "--to", "svg"]).contains("<svg"));
    assert_eq!(said(&["convert", "hanoi AB", "--to", "pegs"]), "hanoi AB C\n");
    for seed in ["1", "2", "3"] {
        let made = said(&["generate", "hanoi", "--pieces", "5", "--moves", "21", "--seed", seed]);
        assert!(said(&["solve", made.trim()]).contains("21 moves"), "{made}");
    }
    assert!(said(&["list"]).contains("Tower of Hanoi"));
}
