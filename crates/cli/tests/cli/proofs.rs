//! `fewest prove`, `fewest verify`, and `fewest check --proof`.

use std::fs;

use crate::harness::{COURSE, Folder};

/// The names of the files in a folder, in order.
fn names(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.path(name)).expect("a folder").filter_map(Result::ok);
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_proof_is_written_and_verified() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["prove", "a.txt", "-o", "proof"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("5 slides, proven to be the fewest\n"), "{}", run.out);
    assert!(run.out.contains("form") && run.out.contains("--form a"), "it says which and why: {}", run.out);
    assert_eq!(names(&folder, "proof"), ["answer.txt", "proof.few", "puzzle.txt"]);
    let run = folder.run(&["verify", "proof"]);
    assert_eq!((run.code, run.out.as_str()), (0, "proof: verified: no solution with fewer than 5 slides\n"));
    let mut bytes = fs::read(folder.path("proof/proof.few")).expect("a file");
    bytes[15] += 1;
    folder.write("proof/proof.few", bytes);
    let run = folder.run(&["verify", "proof"]);
    assert!(run.code == 1 && run.out.starts_with("proof: not accepted: "), "{}", run.out);
    let solved = folder.run(&["solve", "--prove", "beside", "a.txt"]);
    assert!(solved.code == 0 && solved.out.contains("the fewest\n"), "{}", solved.out);
    assert_eq!(folder.run(&["verify", "beside"]).code, 0);
}

#[test]
fn proofs_for_checkers_by_others_are_written() {
    let folder = Folder::with("a.txt", COURSE);
    let run = folder.run(&["prove", "--form", "a", "a.txt", "-o", "proof"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("veripb proof/problem.cnf proof/proof.pbp"), "{}", run.out);
    let of_clauses = ["answer.txt", "problem.cnf", "proof.drat", "proof.pbp", "puzzle.txt"];
    assert_eq!(names(&folder, "proof"), of_clauses);
    assert!(folder.read("proof/problem.cnf").starts_with("c The puzzle is solved within 4 moves."));
    assert!(folder.read("proof/proof.drat").ends_with("\n0\n"), "the last clause is empty");
    // Another form leaves no file of the one before.
    let run = folder.run(&["prove", "--form", "b", "a.txt", "-o", "proof"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("positions, about"), "the size is said before: {}", run.err);
    assert_eq!(names(&folder, "proof"), ["answer.txt", "problem.opb", "proof.pbp", "puzzle.txt"]);
    assert!(folder.read("proof/proof.pbp").contains("conclusion UNSAT"));
    let lights =
        folder.run_with(&["prove", "--form", "a", "--as", "lights", "-", "-o", "lights"], "111\n111\n111\n");
    assert_eq!(lights.code, 0, "{}", lights.err);
    assert_eq!(names(&folder, "lights"), ["answer.txt", "problem.opb", "proof.pbp", "puzzle.txt"]);
    let paths = folder.run(&["prove", "--form", "b", "--metric", "paths", "a.txt", "-o", "paths"]);
    assert!(paths.code == 3 && paths.err.contains("not written as operations"), "{}", paths.err);
}

#[test]
fn an_answer_is_checked_with_a_proof() {
    let folder = Folder::with("a.txt", COURSE);
    folder.run(&["prove", "a.txt", "-o", "proof"]);
    let check = |puzzle: &str, answer: &str, proof: &str| {
        let run = folder.run(&["check", "-q", puzzle, answer, "--proof", proof]);
        (run.code, run.out, run.err)
    };
    let (code, out, err) = check("a.txt", "proof/answer.txt", "proof");
    assert_eq!(code, 0, "{err}");
    assert!(out.trim_end().ends_with("5 slides, the fewest, proven by proof.few"), "{out}");
    folder.write("b.txt", COURSE.replacen("1 1 1 1 b\n", "", 1));
    let (code, _, err) = check("b.txt", "proof/answer.txt", "proof");
    assert!(code == 1 && err.contains("another puzzle"), "{err}");
    let mut bytes = fs::read(folder.path("proof/proof.few")).expect("a file");
    bytes.pop();
    folder.write("proof/proof.few", bytes);
    let (code, _, err) = check("a.txt", "proof/answer.txt", "proof");
    assert!(code == 1 && err.contains("the proof is not accepted: "), "{err}");
    assert_eq!(check("a.txt", "proof/answer.txt", "nowhere").0, 65);
}
