//! Blackout through the program: the output format of clingo, and answers with reasons.

use crate::harness::{Folder, Run, alone, fewest};
use serde_json::Value;

const GRID: &str = "cell(1..4,1..4).\n\
    black(2,2). black(2,4). black(3,1). black(3,2). black(3,4). black(4,2). black(4,4).\n";

/// The grid of the course with this number of turns.
fn grid(turns: u64) -> Folder {
    Folder::with("grid.lp", &if turns > 0 { format!("{GRID}time(1..{turns}).\n") } else { GRID.to_owned() })
}

fn course(folder: &Folder, options: &[&str]) -> Run {
    folder.run(&[&["course", "blackout", "grid.lp"], options].concat())
}

/// The lines up to the result; the statistics depend on the clock.
fn until_result(run: &Run) -> Vec<&str> {
    run.out.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn grid01_as_clingo_prints_it() {
    let _alone = alone();
    let run = course(&grid(4), &[]);
    assert_eq!(run.code, 10, "{run:?}");
    let version = format!("fewest version {}", env!("CARGO_PKG_VERSION"));
    let lines = [
        version.as_str(),
        "Reading from grid.lp ...",
        "Solving...",
        "Answer: 1",
        "switch(1,3,1) switch(2,1,2) switch(3,2,3) switch(4,2,4)",
        "SATISFIABLE",
    ];
    assert_eq!(until_result(&run), lines);
    let rest: Vec<&str> = run.out.lines().skip(6).collect();
    assert_eq!(rest[..3], ["", "Models       : 1+", "Calls        : 1"]);
    assert!(rest[3].starts_with("Time         : 0.") && rest[3].contains("s (Solving: 0."), "{run:?}");
    assert!(rest[4].starts_with("CPU Time     : 0.") && rest[4].ends_with('s'), "{run:?}");
    assert_eq!((rest.len(), run.err.as_str()), (5, ""));
}

#[test]
fn grid01_has_24_answers() {
    for options in [&["-n", "0"][..], &["-n0"], &["--models=0"], &["-n", "25"]] {
        let run = course(&grid(4), options);
        assert_eq!(run.code, 30, "{run:?}");
        assert!(run.out.contains("\nAnswer: 24\n") && run.out.contains("\nModels       : 24\n"), "{run:?}");
        let mut answers: Vec<&str> = run.out.lines().filter(|line| line.starts_with("switch(")).collect();
        answers.sort_unstable();
        answers.dedup();
        assert_eq!(answers.len(), 24);
    }
    let run = course(&grid(4), &["-n", "3"]);
    assert!(run.code == 10 && run.out.contains("\nModels       : 3+\n"), "{run:?}");
}

#[test]
fn grid01_with_other_turns_is_decided_with_reasons() {
    for (turns, code) in [(2, 20), (3, 20), (5, 20), (6, 10), (0, 20)] {
        let folder = grid(turns);
        let run = course(&folder, &[]);
        let result = if code == 10 { "SATISFIABLE" } else { "UNSATISFIABLE" };
        assert_eq!((run.code, until_result(&run).last()), (code, Some(&result)), "{turns}: {run:?}");
        let run = folder.run(&["solve", "--json", "grid.lp"]);
        assert_eq!(run.code, if code == 10 { 0 } else { 11 }, "{turns}: {run:?}");
        let reasons = run.document()["reasons"].as_array().map(Vec::len);
        assert!(reasons.is_some_and(|reasons| reasons > 0), "{turns}: {run:?}");
    }
    let run = course(&grid(2), &[]);
    assert!(run.out.contains("\nModels       : 0\n"), "{run:?}");
}

#[test]
fn less_and_other_output() {
    let answer = "switch(1,3,1) switch(2,1,2) switch(3,2,3) switch(4,2,4)\nSATISFIABLE\n";
    assert_eq!(course(&grid(4), &["-V0"]).out, answer);
    assert_eq!(course(&grid(3), &["-V0"]).out, "UNSATISFIABLE\n");
    assert_eq!(course(&grid(4), &["-V0", "-q"]).out, "SATISFIABLE\n");
    for run in [course(&grid(4), &["-q"]), grid(4).run(&["course", "blackout", "-q", "grid.lp"])] {
        assert!(!run.out.contains("switch") && run.out.contains("Solving...\nSATISFIABLE\n"), "{run:?}");
    }
    let run = grid(4).run_with(&["course", "blackout", "-"], "cell(1,1). black(1,1).");
    let lines = until_result(&run);
    assert_eq!((run.code, lines[1]), (10, "Reading from stdin"), "{run:?}");
    assert_eq!(run.out.lines().nth(4), Some(""), "an answer without picks is an empty line");
}

#[test]
fn json_as_clingo_writes_it() {
    let run = course(&grid(4), &["--outf=2", "-n", "2"]);
    let document: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &document["Result"]), (10, &"SATISFIABLE".into()));
    assert_eq!(document["Input"], serde_json::json!(["grid.lp"]));
    let witnesses = document["Call"][0]["Witnesses"].as_array().expect("answers");
    assert_eq!(witnesses.len(), 2);
    assert_eq!(witnesses[0]["Value"][1], "switch(2,1,2)");
    assert_eq!(document["Models"], serde_json::json!({"Number": 2, "More": "yes"}));
    assert!(document["Time"]["CPU"].is_number() && document["Calls"] == 1);
    let run = course(&grid(3), &["--outf", "2"]);
    let document: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &document["Call"]), (20, &serde_json::json!([{}])));
    let run = course(&grid(4), &["--outf=2", "-n0", "-q"]);
    let document: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &document["Models"]["Number"]), (30, &24.into()));
}

#[test]
fn several_files_and_constants_are_one_instance() {
    let folder = Folder::with("grid.lp", GRID);
    folder.write("turns.lp", "#const t=4. #include \"grid.lp\". time(1..t).");
    let run = folder.run(&["course", "blackout", "turns.lp", "grid.lp", "-V0"]);
    assert_eq!((run.code, run.out.ends_with("switch(4,2,4)\nSATISFIABLE\n")), (10, true), "{run:?}");
    let run = folder.run(&["course", "blackout", "turns.lp", "grid.lp", "-V0", "-c", "t=5"]);
    assert_eq!(run.code, 20, "{run:?}");
    let run = folder.run(&["course", "blackout", "turns.lp"]);
    assert!(run.code == 65 && run.err.contains("it includes `grid.lp`, which was not given"), "{run:?}");
}

#[test]
fn bad_input_is_65_with_a_message() {
    for (text, message) in [
        ("", "grid.lp: there are no cells"),
        ("black(1,1). time(1).", "grid.lp: there are no cells"),
        ("cell(1,1). time(2).", "grid.lp:1:12: there is a turn 2 but no turn 1"),
        ("cell(1,1).\ncell(X,Y) :- row(X), col(Y).", "grid.lp:2:1: rules are not supported"),
        ("cell(1,1)", "grid.lp:1:10: the end of the text where a dot was expected"),
        ("cell(1..99999,1..99999).", "grid.lp:1:1: these are more than 16777216 facts"),
        ("cell(a,1).", "grid.lp:1:1: `a` is not a whole number"),
    ] {
        let run = course(&Folder::with("grid.lp", text), &[]);
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.err.starts_with(message), "{run:?}");
        assert_eq!(until_result(&run).last(), Some(&"UNKNOWN"), "{run:?}");
    }
    let run =
        Folder::with("grid.lp", "cell(1,1). black(1,1). black(2,2).").run(&["course", "blackout", "grid.lp"]);
    assert!(run.code == 10 && run.err.starts_with("grid.lp:1:24: (2,2) is black but no cell"), "{run:?}");
    assert_eq!(course(&grid(4), &["-n", "many"]).code, 65);
    assert_eq!(course(&grid(4), &["--outf=7"]).code, 65);
    assert_eq!(course(&grid(4), &["--frobnicate"]).code, 2);
    assert_eq!(fewest(&["course", "blackout", "missing.lp"]).code, 65);
    assert_eq!(fewest(&["course", "blackout"]).code, 2);
}

#[test]
fn limits_and_help_work_before_and_after_the_files() {
    let many = Folder::with("grid.lp", "cell(1..3,1..3). black(1..3,1..3). time(1..40).");
    for arguments in [
        &["course", "blackout", "--time", "100ms", "grid.lp", "-n0", "-q"][..],
        &["course", "blackout", "grid.lp", "-n0", "-q", "--time", "100ms"],
    ] {
        let run = many.run(arguments);
        assert_eq!(run.code, 11, "satisfiable and interrupted: {run:?}");
        assert!(run.out.contains("TIME LIMIT   : 1\n"), "{run:?}");
    }
    assert_eq!(fewest(&["course", "blackout", "--help"]).code, 0);
    let help = course(&grid(4), &["--help"]);
    assert!(help.code == 0 && help.out.contains("-n, --models"), "{help:?}");
}

#[test]
fn answers_with_reasons_for_people() {
    let solve = |turns| grid(turns).run(&["solve", "-q", "grid.lp"]);
    let run = solve(6);
    assert_eq!(
        run.out,
        "6 presses, the fewest\n\
         switch(1,1,1) switch(1,1,2) switch(1,3,3) switch(2,1,4) switch(3,2,5) switch(4,2,6)\n\
         searched: exactly 6 turns are to be taken\n\
         searched: 4 presses put all lights out; the other 2 undo each other\n"
    );
    let run = solve(2);
    assert_eq!(
        run.out,
        "no solution\n\
         searched: all 2^4 solutions were compared\n\
         searched: at least 4 presses are needed, and there are 2 turns\n"
    );
    let run = solve(5);
    assert!(
        run.code == 11 && run.out.contains("certificate: every press changes an odd number of the "),
        "{run:?}"
    );
}

#[test]
fn answers_of_other_programs_are_checked() {
    let folder = grid(4);
    for (text, verdict) in [
        ("Answer: 1\nswitch(2,1,1) switch(4,2,2) switch(1,3,3) switch(3,2,4)\nSATISFIABLE\n", "fewest"),
        ("(2,1)\n(4,2)\n(1,3)\n(3,2)\n", "fewest"),
        ("switch(2,1,1) switch(4,2,2) switch(1,3,3) switch(3,3,4)", "incomplete"),
        ("switch(2,1,1) switch(4,2,2)", "incomplete"),
        ("switch(2,1,1) switch(4,2,2) switch(1,3,3) switch(3,2,4) switch(1,1,5) switch(1,1,6)", "illegal"),
        ("switch(2,1,1) switch(4,2,1) switch(1,3,3) switch(3,2,4)", "illegal"),
        ("switch(2,1,1) switch(4,5,2) switch(1,3,3) switch(3,2,4)", "illegal"),
        ("UNSATISFIABLE\n", "wrongly-no-solution"),
        ("no idea", "unreadable"),
    ] {
        folder.write("answer.txt", text);
        let run = folder.run(&["check", "-q", "--csv", "grid.lp", "answer.txt"]);
        let row = run.out.lines().nth(1).unwrap_or_default();
        assert_eq!(row.split(',').nth(2), Some(verdict), "{text}: {run:?}");
    }
    // The output of this program, in every form.
    for form in [
        &["course", "blackout", "grid.lp"][..],
        &["course", "blackout", "grid.lp", "--outf=2"],
        &["solve", "--json", "grid.lp"],
        &["solve", "--print", "list", "grid.lp"],
    ] {
        folder.write("answer.txt", folder.run(form).out);
        let run = folder.run(&["check", "-q", "grid.lp", "answer.txt"]);
        assert!(run.code == 0 && run.out.contains("  fewest  "), "{form:?}: {run:?}");
    }
}

#[test]
fn certificates_are_checked_and_altered_ones_refused() {
    // A wrong number of turns, and lights that never go out.
    for (name, text) in
        [("quiet.lp", "cell(1..2,1). black(1,1). time(1)."), ("parity.lp", "cell(1..3,1..2). time(1..3).")]
    {
        let folder = Folder::with(name, text);
        let document = folder.run(&["solve", "--json", name]).document();
        assert_eq!(document["outcome"], "unsolvable");
        let mut altered = document.clone();
        let certificate =
            altered["reasons"][0]["reason"]["certificate"].as_object_mut().expect("a certificate");
        let (_, places) = certificate.iter_mut().next().expect("places");
        places.as_array_mut().expect("a list").pop();
        folder.write("right.json", document.to_string());
        folder.write("altered.json", altered.to_string());
        let run = folder.run(&["check", "-q", "--csv", name, "right.json", "altered.json"]);
        assert_eq!(run.code, 1, "{run:?}");
        let verdicts: Vec<_> = run.out.lines().skip(1).filter_map(|row| row.split(',').nth(2)).collect();
        assert_eq!(verdicts, ["rightly-no-solution", "wrong-certificate"], "{run:?}");
    }
}

#[test]
fn the_other_commands_know_nets_too() {
    let run = fewest(&["hint", "grid01"]);
    assert!(run.code == 0 && run.out.contains("(1, 3)"), "{run:?}");
    let run = fewest(&["explore", "grid01"]);
    assert!(run.out.contains("nullity"), "{run:?}");
    let run = fewest(&["draw", "islands-four"]);
    assert!(run.code == 0 && run.out.contains('#'), "{run:?}");
    let run = fewest(&["convert", "islands-four", "--to", "facts"]);
    assert!(
        run.code == 0 && run.out.contains("cell(-3,0). cell(-2,0).") && run.out.ends_with("time(1..4).\n"),
        "{run:?}"
    );
    assert_eq!(fewest(&["convert", "islands-four", "--to", "text"]).code, 65);
}
