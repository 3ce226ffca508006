//! Lights Out through the program: other rules, graphs and colours through every command.

use crate::harness::{Folder, fewest};
use serde_json::Value;

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
    let solved = format!("13 presses, the fewest\n{presses}searched: all 27 solutions were compared\n");
    assert_eq!(quiet(&folder, &["solve", "a.txt"]), solved);
    assert_eq!(quiet(&folder, &["convert", "a.txt"]), format!("rule plus\n{COLOURS}"));
    assert_eq!(quiet(&folder, &["hint", "a.txt"]), "13 presses left\nnext: (1, 1)\n");
    let drawn = quiet(&folder, &["draw", "--ascii", "a.txt"]);
    assert_eq!(drawn, "*******\n*o121o*\n*12o21*\n*2o1o2*\n*12o21*\n*o121o*\n*******\n");
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
    let run = folder.run(&["solve", "-q", "a.txt"]);
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
    assert_eq!(solved, "1 press, the fewest\n(0, 0)\nsearched: there is only one solution\n");
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
    assert!(run.code == 65 && run.err.contains("said and denied"), "{run:?}");
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
