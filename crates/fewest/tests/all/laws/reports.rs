//! Laws 4, 6 and 8: answers replay to a goal, are as short as the textbook says, and depend neither
//! on threads nor luck.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fewest::service::{Context, Ended, Family, LowerBound, Reason, SolveOptions, SolveReport, Stop};

use crate::laws::boards::{examples, games};

/// Successors that the search may take before the textbook, which merges nothing, is spared the
/// board.
const PATIENCE: u64 = 3000;

type Report<F> = SolveReport<<F as Family>::Answer, <F as Family>::Certificate>;

fn moves<F: Family>(answer: &F::Answer) -> Vec<F::Move> {
    let mut moves = Vec::new();
    F::each_move(answer, &mut |by| {
        moves.push(by.clone());
        ControlFlow::Continue(())
    });
    moves
}

/// Checks everything an outcome says about itself; gives the length of its answer.
fn holds_together<F: Family>(board: &F::Board, solved: &Report<F>) -> Option<u64> {
    let length = solved.best.as_ref().map(F::length);
    if let Some(best) = &solved.best {
        let end = F::replay(board, best).unwrap_or_else(|bad| panic!("{bad:?} on {board:?}"));
        assert!(F::is_goal(&end), "{best:?} does not solve {board:?}");
        let mut at = board.clone();
        let moves = moves::<F>(best);
        assert_eq!(Some(moves.len() as u64), length);
        moves.iter().for_each(|by| F::play(&mut at, by).expect("a move of an answer is legal"));
        assert_eq!(at, end, "a replay in bulk is a replay");
    }
    match (length, solved.at_least) {
        (Some(length), LowerBound::Moves(least)) => assert!(least <= length),
        (Some(_), LowerBound::Never) => panic!("solved, and said to be impossible: {board:?}"),
        (None, LowerBound::Moves(_)) => assert!(matches!(solved.ended, Ended::Limit(_))),
        (None, LowerBound::Never) => assert!(!solved.why.is_empty(), "never has a reason"),
    }
    for reason in &solved.why {
        if let Reason::Certificate(certificate) = reason {
            assert_eq!(F::check(board, certificate), Ok(()));
            assert!(!F::say(board, certificate).is_empty());
        }
    }
    length
}

fn is_fewest<F: Family>(board: &F::Board, solved: &Report<F>) -> Option<u64> {
    assert_eq!(solved.ended, Ended::Complete, "nothing stops this host");
    let length = holds_together::<F>(board, solved);
    let proven = match solved.at_least {
        LowerBound::Moves(least) => Some(least),
        LowerBound::Never => None,
    };
    assert_eq!(length, proven, "the fewest moves are proven to be so: {board:?}");
    length
}

pub fn examples_need_what_they_say<F: Family>() {
    for (example, board) in examples::<F>() {
        let solved = F::solve(&board, &SolveOptions::default(), &Context::default());
        assert_eq!(holds_together::<F>(&board, &solved), example.fewest, "{}", example.name);
        assert_eq!(solved.at_least == LowerBound::Never, example.fewest.is_none(), "{}", example.name);
    }
}

pub fn answers_are_as_short_as_the_textbook_says<F: Family>() {
    let mut compared = 0;
    for board in games::<F>().into_iter().flat_map(|(_, positions)| positions.into_iter().step_by(2)) {
        let cx = Context::default();
        let solved = F::solve(&board, &SolveOptions::default(), &cx);
        let length = is_fewest::<F>(&board, &solved);
        if cx.counters.generated.load(Relaxed) > PATIENCE {
            continue;
        }
        let Some(textbook) = F::textbook(&board) else { continue };
        assert_eq!(length, textbook, "{board:?}");
        compared += 1;
    }
    assert!(compared > 0, "the textbook took no board");
}

pub fn a_limit_leaves_what_is_proven<F: Family>() {
    for (board, _) in games::<F>() {
        let fewest = is_fewest::<F>(&board, &F::solve(&board, &SolveOptions::default(), &Context::default()));
        for (polls, bytes) in [(0, 1 << 30), (1, 1 << 30), (3, 1 << 30), (u32::MAX, 0), (u32::MAX, 1 << 15)] {
            let asked = AtomicU32::new(0);
            let patience = |_: &fewest::service::Counters| match asked.fetch_add(1, Relaxed) >= polls {
                true => ControlFlow::Break(Stop::Time),
                false => ControlFlow::Continue(()),
            };
            let solved = F::solve(&board, &SolveOptions::default(), &Context::new(1, bytes, &patience));
            let length = holds_together::<F>(&board, &solved);
            assert!(fewest.is_some() || length.is_none());
            match (solved.at_least, fewest) {
                (LowerBound::Never, fewest) => assert_eq!(fewest, None),
                (LowerBound::Moves(least), Some(fewest)) => assert!(least <= fewest, "{board:?}"),
                (LowerBound::Moves(_), None) => assert!(matches!(solved.ended, Ended::Limit(_))),
            }
        }
    }
}

pub fn threads_do_not_change_the_moves<F: Family>() {
    for (_, board) in examples::<F>() {
        let solve = |threads| {
            let cx = Context::new(threads, 1 << 30, &|_| ControlFlow::Continue(()));
            F::solve(&board, &SolveOptions::default(), &cx).best.map(|best| moves::<F>(&best))
        };
        let alone = solve(1);
        assert!([2, 3].into_iter().all(|threads| solve(threads) == alone), "{board:?}");
    }
}

pub fn all_shortest_answers_are_different_and_counted<F: Family>() {
    for (board, _) in games::<F>() {
        let how = SolveOptions { count: true, all: Some(20), ..SolveOptions::default() };
        let solved = F::solve(&board, &how, &Context::default());
        let length = is_fewest::<F>(&board, &solved);
        let all: Vec<_> = solved.all.iter().map(moves::<F>).collect();
        for (number, answer) in all.iter().enumerate() {
            assert_eq!(Some(answer.len() as u64), length);
            assert!(!all[..number].contains(answer), "{answer:?} is listed twice");
            let end = F::replay(&board, &solved.all[number]).unwrap_or_else(|bad| panic!("{bad:?}"));
            assert!(F::is_goal(&end));
        }
        if let Some(count) = solved.count {
            assert_eq!(all.len() as u128, count.min(20), "{board:?}");
        }
    }
}
