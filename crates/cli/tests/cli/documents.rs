//! The documents of the program are those of the service, which the server and the page answer
//! with.

use fewest::service::{Command, Context, FAMILIES, PuzzleText, Request, Session, handle};
use serde_json::Value;

use crate::harness::Folder;

/// Removes what depends on the run: names and lines of inputs, time and memory.
fn stable(mut document: Value) -> Value {
    let fields = document.as_object_mut().expect("an object");
    ["file", "line", "puzzle", "stats"].iter().for_each(|name| drop(fields.remove(*name)));
    document
}

#[test]
fn documents_of_the_program_are_those_of_the_service() {
    let folder = Folder::new();
    for entry in FAMILIES {
        let example = entry.info.examples.iter().find(|example| example.fewest.is_some()).expect("one");
        let puzzle = PuzzleText {
            what: Some(format!("{}:{}", entry.info.id, example.format)),
            ..PuzzleText::text(example.name, example.text)
        };
        let answer = folder.run(&["solve", example.name, "-q"]).out;
        folder.write("answer.txt", &answer);
        let check = Command::Check { answer, legal: false };
        for (ask, words) in
            [(Command::Solve, &["solve"][..]), (Command::Hint, &["hint"]), (check, &["check", "answer.txt"])]
        {
            let (name, answers) = words.split_first().expect("a command");
            let arguments = [&[*name, example.name][..], answers, &["--json", "--threads", "1"]].concat();
            let ours = stable(folder.run(&arguments).document());
            let asked = Request::new(ask, Session::new(puzzle.clone()));
            let response = handle(&asked, &Context::default());
            let theirs = stable(serde_json::to_value(response).expect("a document"));
            assert_eq!(ours, theirs, "{arguments:?}");
        }
    }
}
