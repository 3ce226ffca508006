//! Every puzzle has a proof, and the checker says what it proves.

use fewest_prove::{Solved, Unproven};
use fewest_search::{Context, Stop};
use fewest_verify::tables::Tables;
use fewest_verify::{OWN, read_puzzle};
use serde_json::json;

use crate::puzzles::ALL;
use crate::testing::{check, moves, prove, shortest};

#[test]
fn the_fewest_moves_of_every_puzzle_are_proven() {
    for &(puzzle, fewest) in ALL {
        let proof = prove(puzzle);
        assert_eq!(moves(&proof.verified), fewest, "{}\n{puzzle}", proof.method);
        assert_eq!(check(puzzle, &proof.file, &[]), Ok(proof.verified), "{puzzle}");
    }
}

/// `cargo xtask prove-checker` gives a folder, and runs the extracted checker on what is written
/// there: every proof, and altered ones with the verdict of this checker.
#[test]
fn proofs_are_written_for_the_extracted_checker() {
    let Some(folder) = std::env::var_os("FEWEST_PROOFS") else { return };
    let folder = std::path::PathBuf::from(folder);
    for (number, &(puzzle, _)) in ALL.iter().enumerate() {
        let proof = prove(puzzle).file;
        let write = |name: String, file: &[u8]| {
            let verdict = if check(puzzle, file, &[]).is_ok() { "accepted" } else { "rejected" };
            let path = folder.join(format!("{number}-{name}-{verdict}"));
            std::fs::create_dir_all(&path).expect("a folder");
            std::fs::write(path.join("puzzle.txt"), puzzle).expect("a file");
            std::fs::write(path.join("proof.few"), file).expect("a file");
        };
        write("whole".to_owned(), &proof);
        for (place, _) in proof.iter().enumerate().step_by(proof.len().div_ceil(20)) {
            let mut altered = proof.clone();
            altered[place] ^= 1 << (place % 7);
            write(format!("altered-{place}"), &altered);
        }
    }
}

#[test]
fn pattern_databases_prove_what_layers_prove() {
    let puzzle = "fewest puzzle 1\ntiles steps\nsize 3 3\nstart 1 2 3 5 0 6 4 7 8\ngoal 1 2 3 4 5 6 7 8 0\n";
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let file = fewest_prove::tables::build(3, 3, &goal, &Context::default()).expect("room for tables");
    let tables = Tables::check(file.clone(), &mut |_, _| Ok(())).expect("good tables");
    let layers = prove(puzzle);
    let start = layers.file.iter().rposition(|&byte| byte == fewest_verify::LAYERS);
    // The solution of this proof has no byte like the name of the method.
    let mut proof = layers.file[..start.expect("a method")].to_vec();
    proof.push(OWN);
    let mut name = tables.name;
    while name >= 0x80 {
        proof.push(name as u8 | 0x80);
        name >>= 7;
    }
    proof.push(name as u8);
    assert_eq!(check(puzzle, &proof, std::slice::from_ref(&tables)), Ok(layers.verified));
    assert!(check(puzzle, &proof, &[]).is_err(), "without the tables nothing is proven");
    let other = puzzle.replace("goal 1 2 3", "goal 2 1 3");
    assert!(check(&other, &proof, &[tables]).is_err(), "the tables are for another goal");
}

#[test]
fn certificates_of_the_families_are_accepted() {
    let never = |puzzle: &str, certificate: serde_json::Value| {
        let certificates = vec![certificate];
        let solved = Solved { puzzle, moves: None, play: &mut |_| None, certificates };
        fewest_prove::prove(solved, &[], &Context::default()).expect("a proof")
    };
    // Quiet patterns, weights, colourings and pagodas.
    let four = "fewest puzzle 1\nlights presses\nrow 1000\nrow 0000\nrow 0000\nrow 0000\n";
    let quiet = never(four, json!({ "quiet_pattern": ["#...", "##..", "#.#.", ".###"] }));
    assert!(shortest(read_puzzle(four).expect("a puzzle").as_ref()).is_none());
    let six = "fewest puzzle 1\nlights presses\ncolours 6\nlevels 1 0\npress 0,0: 0 1\npress 1,0: 0 1\n";
    let weights = never(six, json!({ "weighted_places": [[0, 0, 1], [1, 0, 5]] }));
    let row = "fewest puzzle 1\npegs jumps\ndirections 1,0 -1,0\nrow xxoo\ngoal exactly\nend ooox\n";
    let pagoda = never(row, json!({ "pagodas": [[0, 0, 0, 1]], "colourings": [] }));
    let colouring = never(row, json!({ "colourings": [[0, 1, 3]] }));
    for proof in [&quiet, &weights, &pagoda, &colouring] {
        assert_eq!(moves(&proof.verified), None);
    }
    assert_eq!(weights.method, "a certificate");
    assert_eq!(colouring.method, "a certificate");
}

#[test]
fn a_limit_ends_the_work() {
    let never = |_: &fewest_search::Counters| std::ops::ControlFlow::Break(Stop::Time);
    let cx = Context::new(1, 1 << 30, &never);
    let (puzzle, _) = ALL[6];
    let way = shortest(read_puzzle(puzzle).expect("a puzzle").as_ref()).expect("a solution");
    let mut steps = way.iter().map(|(_, after)| after.clone());
    let moves = Some(vec![String::new(); way.len()]);
    let solved = Solved { puzzle, moves, play: &mut |_| steps.next(), certificates: Vec::new() };
    assert_eq!(fewest_prove::prove(solved, &[], &cx).map(|_| ()), Err(Unproven::Limit(Stop::Time)));
}
