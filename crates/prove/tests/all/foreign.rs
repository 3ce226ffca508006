//! Proofs for checkers by others, checked by the small one of the tests; with `FEWEST_VERIPB` by that
//! program too, as `cargo xtask veripb` does.

use std::path::Path;
use std::process::Command;

use fewest_prove::Unproven;
use fewest_prove::foreign::{self, Files, Form};
use fewest_search::Context;
use fewest_verify::read_puzzle;

use crate::pseudo_boolean::{read, refutes};
use crate::puzzles::ALL;

const FORMS: [Form; 2] = [Form::Plain, Form::Inductive];

/// The problem, the proof for veripb and the proof of clauses.
type Written = (String, String, Option<String>);

fn write(puzzle: &str, claim: Option<u64>, form: Form) -> Result<Written, Unproven> {
    let cx = Context::default();
    let prepared = foreign::prepare(puzzle, claim, form, &cx)?;
    let (mut problem, mut proof, mut clauses) = (Vec::new(), Vec::new(), Vec::new());
    let files = &mut Files { problem: &mut problem, proof: &mut proof, clauses: Some(&mut clauses) };
    prepared.write(files, &cx)?;
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ok((text(problem), text(proof), prepared.has_clauses().then(|| text(clauses))))
}

/// Whether the small checker accepts a proof.
fn check((problem, proof, _): &Written) -> Result<(), String> {
    let variables =
        problem.lines().find_map(|line| line.strip_prefix("p cnf ")?.split(' ').next()?.parse().ok());
    let names: Vec<String> = (0..=variables.unwrap_or(0_usize)).map(|number| format!("x{number}")).collect();
    refutes(&read(problem, &names), proof)
}

#[test]
fn a_problem_is_refuted_by_its_proof() {
    /// Longer proofs are for `veripb` only.
    const SHORT: usize = 400_000;
    let mut checked = [0, 0];
    for &(puzzle, fewest) in ALL {
        for (number, form) in FORMS.into_iter().enumerate() {
            if let Ok(written) = write(puzzle, fewest, form)
                && written.0.len() + written.1.len() < SHORT
            {
                assert_eq!(check(&written), Ok(()), "{form:?}\n{puzzle}");
                checked[number] += 1;
            }
        }
    }
    assert!(checked[0] >= 8 && checked[1] >= 12, "{checked:?} proofs were checked");
}

#[test]
fn a_proof_without_one_of_its_lines_is_not_accepted() {
    for (puzzle, fewest) in [ALL[1], ALL[8], ALL[20]] {
        for form in FORMS {
            let (problem, proof, _) = write(puzzle, fewest, form).expect("a proof");
            let is_derived = |line: &&str| line.starts_with("rup") || line.starts_with("pol");
            let derived = proof.lines().filter(is_derived).count();
            for dropped in (0..derived).step_by(derived.div_ceil(8)) {
                let mut number = 0;
                let rest = proof.lines().filter(|line| {
                    number += usize::from(is_derived(line));
                    !is_derived(line) || number != dropped + 1
                });
                let rest: String = rest.map(|line| format!("{line}\n")).collect();
                let written = (problem.clone(), rest, None);
                assert!(check(&written).is_err(), "{form:?} without line {dropped}\n{puzzle}");
            }
        }
    }
}

#[test]
fn a_claim_of_one_move_more_is_not_written() {
    for &(puzzle, fewest) in ALL {
        for form in FORMS {
            let claim = fewest.map(|moves| moves + 1);
            let Err(why) = write(puzzle, claim.or(Some(3)), form) else {
                assert_eq!(fewest, None, "{form:?}\n{puzzle}");
                continue;
            };
            assert!(matches!(why, Unproven::NotAccepted(_) | Unproven::TooLarge(_)), "{why}");
            if fewest.is_some() {
                // A solution contradicts that there is none.
                assert!(write(puzzle, None, form).is_err(), "{form:?}\n{puzzle}");
            }
        }
    }
}

#[test]
fn the_positions_are_those_of_the_checker() {
    let mut compared = 0;
    for &(puzzle, fewest) in ALL {
        let Ok(prepared) = foreign::prepare(puzzle, fewest, Form::Inductive, &Context::default()) else {
            continue;
        };
        let rules = read_puzzle(puzzle).expect("a puzzle");
        let first = rules.frame().start.clone();
        let mut seen = std::collections::HashSet::from([first.clone()]);
        let (mut layer, mut sizes) = (vec![first], vec![1]);
        while fewest.map_or(!layer.is_empty(), |moves| (sizes.len() as u64) < moves) {
            let mut next = Vec::new();
            for at in &layer {
                rules.moves(at, &mut |after| {
                    if seen.insert(after.to_vec()) {
                        next.push(after.to_vec());
                    }
                });
            }
            sizes.push(next.len());
            layer = next;
        }
        if fewest.is_none() {
            sizes = vec![sizes.iter().sum()];
        }
        assert_eq!(prepared.layer_sizes(), sizes, "{puzzle}");
        compared += 1;
    }
    assert!(compared >= 14, "{compared} puzzles were compared");
}

#[test]
fn veripb_accepts_what_the_small_checker_accepts() {
    let Some(program) = std::env::var_os("FEWEST_VERIPB") else { return };
    let folder = std::env::temp_dir().join(format!("fewest-veripb-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = |problem: &Path, proof: &Path| {
        let output = Command::new(&program).arg(problem).arg(proof).output().expect("veripb");
        String::from_utf8_lossy(&output.stdout).contains("s VERIFIED UNSATISFIABLE")
    };
    let mut accepted = 0;
    for (number, &(puzzle, fewest)) in ALL.iter().enumerate() {
        for form in FORMS {
            let Ok((problem, proof, clauses)) = write(puzzle, fewest, form) else { continue };
            let end = if clauses.is_some() { "cnf" } else { "opb" };
            let [first, second] = [end, "pbp"].map(|end| folder.join(format!("{number}-{form:?}.{end}")));
            std::fs::write(&first, problem).expect("a file");
            std::fs::write(&second, &proof).expect("a file");
            assert!(run(&first, &second), "{form:?}\n{puzzle}");
            accepted += 1;
            // Without the last line that it derives there is no contradiction.
            let lines: Vec<&str> = proof.lines().collect();
            let last = lines.iter().rposition(|line| line.starts_with("rup") || line.starts_with("pol"));
            let mut cut = lines.clone();
            cut.remove(last.expect("a line"));
            std::fs::write(&second, cut.join("\n")).expect("a file");
            assert!(!run(&first, &second), "{form:?}\n{puzzle}");
        }
    }
    println!("{accepted} proofs accepted by veripb");
    std::fs::remove_dir_all(&folder).expect("a folder");
}
