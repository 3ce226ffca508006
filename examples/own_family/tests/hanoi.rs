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
fn it_is_solved_checked_hinted_and_explored() {
    assert!(said(&["solve", "hanoi-four"]).starts_with("15 moves, the fewest"));
    assert!(said(&["solve", "hanoi AAAB", "--goal", "B"]).starts_with("7 moves, the fewest"));
    let file = std::env::temp_dir().join(format!("hanoi-{}.txt", std::process::id()));
    std::fs::write(&file, "A-B\nA-C\nB-C\n").expect("a folder for files");
    let answer = file.to_str().expect("a path of letters");
    assert!(said(&["check", "hanoi AA", answer]).contains("3 moves, the fewest"));
    assert_eq!(hanoi(&["check", "hanoi AAA", answer]).status.code(), Some(1));
    std::fs::remove_file(&file).expect("the file is there");
    assert!(said(&["hint", "hanoi AA"]).contains("next: A-B"));
    let explored: Value = serde_json::from_str(&said(&["explore", "hanoi-four", "--json"])).expect("JSON");
    let layers = explored["explored"]["layers"].as_array().expect("layers");
    assert_eq!(layers.iter().filter_map(Value::as_u64).sum::<u64>(), 81);
    let fault = hanoi(&["solve", "hanoi AXA"]);
    assert!(String::from_utf8_lossy(&fault.stderr).contains("pegs A, B and C"));
}

#[test]
fn it_is_drawn_converted_generated_and_listed() {
    assert!(said(&["draw", "hanoi-four"]).contains('┌'));
    assert_eq!(said(&["convert", "hanoi AB", "--to", "pegs"]), "hanoi AB C\n");
    for seed in ["1", "2", "3"] {
        let made = said(&["generate", "hanoi", "--pieces", "5", "--moves", "21", "--seed", seed]);
        assert!(said(&["solve", made.trim()]).starts_with("21 moves, the fewest"), "{made}");
    }
    assert!(said(&["list"]).contains("Tower of Hanoi") && said(&["solve", "--help"]).contains("for hanoi"));
}
