//! Lights Out through the program: other rules, graphs and colours through every command. Blackout:
//! the output format of clingo, and answers with reasons.

use serde_json::Value;

use crate::harness::{Folder, Run, alone, fewest};

const TORUS: &str = "wrap torus\n##0##\n#000#\n00000\n#000#\n##0##\n";
const COLOURS: &str = "colours 3\n01210\n12021\n20102\n12021\n01210\n";
const NEVER: &str = "colours 6\n13\n05\n23\n";
const GRAPH: &str = "edges\nno-self\n0 1\n1 2\n2 > 0\non 1\n";

fn quiet(folder: &Folder, words: &[&str]) -> String {
    let run = folder.run(&[words, &["-q"]].concat());
    assert_eq!(run.code, 0, "{words:?}: {run:?}");
    run.out
}

#[test]
fn a_board_of_three_colours_goes_through_every_command() {
    let folder = Folder::with("a.txt", COLOURS);
    let presses = "00000\n02120\n01110\n02120\n00000\n";
    let solved = format!("13 presses, the fewest\n{presses}");
    assert_eq!(quiet(&folder, &["solve", "a.txt"]), solved);
    assert_eq!(quiet(&folder, &["convert", "a.txt"]), format!("rule plus\n{COLOURS}"));
    assert_eq!(quiet(&folder, &["hint", "a.txt"]), "13 presses left\nnext: (1, 1)\n");
    let drawn = quiet(&folder, &["draw", "--ascii", "a.txt"]);
    // The picture does not say how many colours there are, so a caption does.
    let picture = "*******\n*o121o*\n*12o21*\n*2o1o2*\n*12o21*\n*o121o*\n*******\n";
    let text = serde_json::to_string(&format!("rule plus\n{COLOURS}")).expect("text");
    assert_eq!(drawn, format!("{picture}board: lights:rules {text}\n"));
    folder.write("answer.txt", format!("my answer\n{presses}"));
    assert!(quiet(&folder, &["check", "a.txt", "answer.txt"]).contains("13"));
    for notation in ["list", "presses", "switch"] {
        folder.write("answer.txt", quiet(&folder, &["solve", "a.txt", "--print", notation]));
        assert_eq!(folder.run(&["check", "a.txt", "answer.txt"]).code, 0, "{notation}");
    }
    folder.write("wrong.txt", presses.replace("02120", "02121"));
    assert_eq!(folder.run(&["check", "a.txt", "wrong.txt"]).code, 1);
    let explored = quiet(&folder, &["explore", "a.txt"]);
    for fact in ["one in 27", "God's number: 18 to 26"] {
        assert!(explored.contains(fact), "{explored}");
    }
}

#[test]
fn weights_prove_that_there_is_no_solution_and_altered_ones_do_not() {
    let folder = Folder::with("a.txt", NEVER);
    let run = folder.run(&["solve", "a.txt"]);
    let said = "no solution\ncertificate: multiply every colour by its weight below and add up: no press changes the sum modulo 6; \
        it is 3, so it never becomes 0\n  (columns 0 to 1, rows 0 to 2)\n  .3\n  33\n  .3\n";
    assert_eq!((run.code, run.out.as_str()), (11, said));
    let document = folder.run(&["solve", "--json", "a.txt"]).out;
    folder.write("proof.json", &document);
    assert_eq!(folder.run(&["check", "a.txt", "proof.json"]).code, 0);
    folder.write("altered.json", document.replace("[1,0,3]", "[1,0,2]"));
    assert_eq!(folder.run(&["check", "a.txt", "altered.json"]).code, 1);
}

#[test]
fn a_torus_is_solved_checked_and_explored() {
    let folder = Folder::with("a.txt", TORUS);
    let solved = quiet(&folder, &["solve", "--count", "a.txt"]);
    let document: Value = folder.run(&["solve", "--json", "a.txt"]).document();
    assert_eq!(document["optimal"], Value::Bool(true), "{solved}");
    assert_eq!(document["format"], Value::from("rules"));
    folder.write("answer.txt", &solved);
    assert_eq!(folder.run(&["check", "a.txt", "answer.txt"]).code, 0, "{solved}");
    let explored = quiet(&folder, &["explore", "a.txt"]);
    for fact in ["God's number: 8", "nullity: 8", "total     131072"] {
        assert!(explored.contains(fact), "{fact} in {explored}");
    }
}

#[test]
fn a_graph_is_solved_converted_and_played() {
    let folder = Folder::with("a.txt", GRAPH);
    let solved = quiet(&folder, &["solve", "a.txt"]);
    assert_eq!(solved, "1 press, the fewest\n(0, 0)\n");
    assert_eq!(quiet(&folder, &["convert", "a.txt"]), GRAPH);
    assert_eq!(quiet(&folder, &["hint", "a.txt", "--after", "(0, 0)"]), "0 presses left: it is solved\n");
    let edges = fewest(&["convert", "-q", "mini-torus", "--to", "edges"]);
    folder.write("torus.txt", &edges.out);
    let solved = quiet(&folder, &["solve", "torus.txt"]);
    assert!(edges.code == 0 && solved.starts_with("8 presses, the fewest\n"), "{solved}");
    let rows = fewest(&["convert", "-q", "grid01", "--to", "rules"]);
    assert_eq!(rows.out, "rule plus\nturns 4\nfirst 1 1\n##0#\n#000\n####\n#000\n", "{rows:?}");
    let run = folder.run(&["convert", "-q", "a.txt", "--to", "rules"]);
    assert!(run.code == 65 && run.err.contains("do not lie in rows"), "{run:?}");
}

/// With `no-self` solutions can have both parities: a number of turns is matched with the right
/// one.
#[test]
fn turns_without_ones_own_light() {
    for (turns, code) in [(0, 11), (1, 0), (2, 0), (3, 0), (4, 0)] {
        let text = format!("rule plus no-self\nturns {turns}\n0#0#0\n");
        let run = Folder::with("a.txt", &text).run(&["solve", "-q", "a.txt"]);
        assert_eq!(run.code, code, "{turns} {run:?}");
    }
}

#[test]
fn bad_rules_are_65_with_a_message() {
    for (text, message) in [
        ("rule queen\n#\n", "not understood"),
        ("colours 1\n0\n", "from 2 to 255"),
        ("mask\n##\n\n#0\n", "no press in it"),
        ("rule king\n#0\n#\n", "this row has 1 cells"),
        ("edges\n0 1 2\n", "this is no edge"),
        ("edges\n", "there are no places"),
        ("#0\n#\n", "row"),
        ("0x0\n", "without lights"),
        ("1000000000x2\n##\n##\n", "promises more lights"),
        ("time(2). cell(1,1).\n", "no turn 1"),
        ("time(1).\n", "there are no cells"),
        ("cell(1,1). black(X,Y) :- cell(X,Y).\n", "rule"),
    ] {
        let run = Folder::with("a.txt", text).run(&["solve", "--as", "lights", "a.txt"]);
        let by_itself = Folder::with("a.txt", text).run(&["solve", "a.txt"]);
        let found = by_itself.err.contains(message) || run.err.contains(message);
        assert!(by_itself.code == 65 && found, "{text:?}: {by_itself:?} {run:?}");
    }
    let folder = Folder::new();
    folder.write("a.txt", [0x00, 0xff, 0xfe, 0x80, 0x01]);
    assert_eq!(folder.run(&["solve", "--as", "lights", "a.txt"]).code, 65);
    for legal in ["#\n", "1x1\n#\n", "#0#0#0##\n", "#\n0\n#\n0\n"] {
        let run = Folder::with("a.txt", legal).run(&["solve", "--as", "lights", "a.txt"]);
        assert!([0, 11].contains(&run.code), "{legal:?} {run:?}");
    }
}

#[test]
fn files_that_only_together_make_a_board_are_one() {
    let folder = Folder::with("cells.lp", "cell(1..3,1).\n");
    folder.write("lights.lp", "black(1,1). black(9,9). time(1..3).\n");
    folder.write("other.lp", "cell(1,1). time(1).\n");
    let run = folder.run(&["solve", "cells.lp", "lights.lp"]);
    assert!(run.code == 0 && run.out.starts_with("3 presses, the fewest\n"), "{run:?}");
    assert!(run.err.contains("lights.lp:1:13") && run.err.contains("(9,9) is black but no cell"), "{run:?}");
    let document = folder.run(&["solve", "--json", "lights.lp", "cells.lp"]).document();
    assert_eq!(document["file"], Value::from("lights.lp cells.lp"));
    let run = folder.run(&["solve", "other.lp", "other.lp"]);
    assert_eq!(run.out.matches("== other.lp").count(), 2, "{run:?}");
}

#[test]
fn what_is_said_and_denied_has_no_answer() {
    let folder = Folder::with("a.lp", "cell(1,1). time(1).\nfoo. -foo.\n");
    let run = folder.run(&["course", "blackout", "a.lp"]);
    assert!(run.code == 20 && run.out.contains("\nUNSATISFIABLE\n"), "{run:?}");
    let run = folder.run(&["solve", "a.lp"]);
    assert!(run.code == 65 && run.err.contains("asserted and denied"), "{run:?}");
}

#[test]
fn pictures_are_checked_as_answers() {
    let folder = Folder::with("a.txt", &"##########\n".repeat(10));
    let solve = folder.command(&["solve", "-q", "--print", "pbm", "a.txt", "-o", "answer.pbm"]).status();
    assert!(solve.is_ok_and(|status| status.success()));
    let run = folder.run(&["check", "-q", "a.txt", "answer.pbm"]);
    assert!(run.code == 0 && run.out.contains("44"), "{run:?}");
    let mut picture = std::fs::read(folder.path("answer.pbm")).expect("a picture");
    let last = picture.len() - 2;
    picture[last] ^= 0x80;
    folder.write("wrong.pbm", picture);
    assert_eq!(folder.run(&["check", "a.txt", "wrong.pbm"]).code, 1);
}

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
    assert_eq!(fewest(&["course", "blackout"]).code, 65);
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
    let solve = |turns| grid(turns).run(&["solve", "grid.lp"]);
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

/// A drawing has no line for a rule: read as one, the board would be another puzzle.
#[test]
fn a_rule_that_is_not_understood_is_not_left_out() {
    let pegs = "..ooo..\n..oxo..\nooxxxoo\noooxooo\noooxooo\n..ooo..\n..ooo..\n";
    for (text, why) in [
        ("turns 99999999999\n\n01\n10\n", "is no number of turns"),
        ("turns 2 3\n\n##\n##\n", "one number is needed"),
        ("colours 300\n\n01\n10\n", "is no number of colours"),
        ("rule plus no-self\nwrap mobius\n\n#\n0\n", "`wrap mobius` is not understood"),
        (&format!("grid: square\nplay: sideways\n{pegs}"), "sideways"),
    ] {
        let folder = Folder::with("board.txt", text);
        let run = folder.run(&["solve", "board.txt"]);
        assert_eq!(run.code, 65, "{text}: {run:?}");
        assert!(run.err.contains(why), "{text}: {run:?}");
    }
}
