//! Tests of the family as a whole.

use fewest_core::{Claim, Context, Found, ReadOptions, Source, Sure};

use super::*;
use crate::rules::Metric;

fn board(text: &str) -> Board {
    let reading = Pegs::read(&[Source::new("test", text)], &ReadOptions::default());
    assert_eq!(reading.faults, [], "{text}");
    reading.instances.into_iter().next().expect("a board").board
}

#[test]
fn the_jumps_of_the_course_are_those_of_the_shape() {
    let board = board("triangle:5");
    let mut ours: Vec<_> = board.shape().jumps().list.iter().map(|jump| jump.holes()).collect();
    let mut theirs = textbook::MOVES.to_vec();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
}

#[test]
fn the_first_line_counts_jumps_and_moves() {
    let mut start = board("triangle:5\nvacancy: 4");
    let best = Pegs::solve(&start, &SolveOptions::default(), &Context::default()).best.expect("a solution");
    assert_eq!(best.len(), 13);
    assert!(
        Pegs::also(&start, &best).is_some_and(|also| also.starts_with("in 1") && also.ends_with(" moves"))
    );
    start.metric = Metric::Moves;
    let best = Pegs::solve(&start, &SolveOptions::default(), &Context::default()).best.expect("a solution");
    assert_eq!((best.len(), Pegs::also(&start, &best).as_deref()), (11, Some("with 13 jumps")));
}

#[test]
fn every_notation_is_read_back() {
    let start = board("triangle:5\nvacancy: 4");
    let best = Pegs::solve(&start, &SolveOptions::default(), &Context::default()).best.expect("a solution");
    for notation in notation::NOTATIONS {
        let mut text = Vec::new();
        Pegs::write_answer(&start, &best, notation.id, &mut text).expect("memory takes everything");
        let text = String::from_utf8(text).expect("text");
        let Found::Answer(found, _) = Pegs::find_answer(&start, &text) else {
            panic!("{}:\n{text}", notation.id)
        };
        assert_eq!(found, best, "{}", notation.id);
    }
}

#[test]
fn answers_in_other_hands_are_understood() {
    let start = board("triangle:5\nvacancy: 4");
    for (text, first) in [
        ("{11, 7, 4}", vec![11, 4]),
        ("1. 11->4", vec![11, 4]),
        ("b5-b3", vec![11, 4]),
        ("11-7-4", vec![11, 4]),
        ("11 over 7 to 4", vec![11, 4]),
        ("1. jump 11 over 7 landing on 4.", vec![11, 4]),
        ("Jump from 11 to 4", vec![11, 4]),
        ("move peg b5 to b3", vec![11, 4]),
    ] {
        match Pegs::find_answer(&start, text) {
            Found::Answer(found, _) => assert_eq!(found, [Move(first)], "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(matches!(Pegs::find_answer(&start, "9-8-14"), Found::Bad { .. }));
    assert!(matches!(Pegs::find_answer(&start, "9 8 14"), Found::Bad { .. }));
    assert!(matches!(Pegs::find_answer(&start, "a1-z9"), Found::Bad { .. }));
    assert!(matches!(Pegs::find_answer(&start, "There is no solution."), Found::NoSolution));
    assert!(matches!(Pegs::find_answer(&start, "11 over 8 to 4"), Found::Bad { .. }));
    for nothing in ["hello", "I went from 11 to 4 pegs", "1 to", "over and over"] {
        assert!(matches!(Pegs::find_answer(&start, nothing), Found::Nothing), "{nothing}");
    }
}

#[test]
fn moves_of_both_metrics() {
    let mut start = board("grid: square\nxxoxo\n");
    assert_eq!(start.moves(), [Move(vec![0, 2])]);
    assert!(start.clone().play(&Move(vec![0, 2, 4])).is_err(), "two jumps are not one");
    start.metric = Metric::Moves;
    assert_eq!(start.moves(), [Move(vec![0, 2]), Move(vec![0, 2, 4])]);
    let before = start.clone();
    assert!(start.play(&Move(vec![0, 2, 0])).is_err());
    assert_eq!(start, before);
    start.play(&Move(vec![0, 2, 4])).expect("a sweep");
    assert!(start.is_goal());
}

#[test]
fn a_fool_gets_stuck_soon() {
    let start = board("triangle:5\nvacancy: 4\ngoal: stuck");
    let solved = Pegs::solve(&start, &SolveOptions::default(), &Context::default());
    let best = solved.best.expect("every game gets stuck");
    assert_eq!(best.len() as u64, Pegs::textbook(&start).flatten().expect("small enough"));
}

#[test]
fn texts_of_pegs_are_claimed_and_no_others() {
    for (text, format, sure) in [
        ("english", "named", Sure::Certain),
        ("board: triangle:5\nvacancy: 4\n", "named", Sure::Certain),
        ("vacancy: 4\nboard: triangle:5\n", "named", Sure::Certain),
        ("triangle:99999999", "named", Sure::Certain),
        ("grid: triangle\nx\nxo\n", "grid", Sure::Certain),
        ("..xxx..\nxxxoxxx\n..xxx..\n", "grid", Sure::Certain),
        ("xxx\nxox\nxxx\n", "grid", Sure::Possible),
        ("3x3random:PPPPHPPPP", "tatham", Sure::Certain),
        ("7x7cross#123", "tatham", Sure::Certain),
        ("1\n-1 1 -1\n1 0 1\n-1 1 -1\n", "debian", Sure::Certain),
    ] {
        let claims = Pegs::claims(&Source::new("test", text));
        assert_eq!(claims, [Claim { format, sure }], "{text}");
    }
    for other in [
        "",
        "#0#\n0##\n",
        "0101",
        "4 4\n3 1 2 1 b\n",
        "BBoCCoDDoKooAAoKooooEFoooFFooGHHooG",
        "1 2 3\n4 5 6\n7 8 0\n",
        "goal\n1 2 3",
        "no such thing",
        "..o\nx..\n",
    ] {
        assert_eq!(Pegs::claims(&Source::new("test", other)), [], "{other}");
    }
}
