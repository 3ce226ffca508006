//! Mazes: every configuration of the search finds the first of the shortest paths.

use std::ops::ControlFlow;

use super::*;
use crate::ida::move_fsm::MoveFsm;
use crate::testing::{Maze, MemoryStore, Straight, by_layers, maze};

/// Forbids undoing the last move.
fn no_way_back() -> MoveFsm {
    MoveFsm::new([&[0, 3][..], &[3, 0], &[1, 2], &[2, 1]])
}

#[test]
fn the_first_shortest_path_for_every_heuristic_and_number_of_threads() {
    let (mut solved, mut in_trees) = (0, 0);
    for seed in 0..40 {
        let maze = maze(seed, 6);
        let Some((length, count, first)) = by_layers(&maze) else { continue };
        solved += 1;
        let mut nodes = Vec::new();
        for pruning in [MoveFsm::new([]), no_way_back()] {
            for weak in [0, 1, 2] {
                for threads in 1..4 {
                    if pruning.nodes() == 1 && length > 12 {
                        continue;
                    }
                    let cx = Context::new(threads, 0, &|_| ControlFlow::Continue(()));
                    let search = Ida { space: &maze, heuristic: &Straight(weak), pruning: &pruning, cx: &cx };
                    let done = search.first(0, None);
                    assert_eq!(done.ended, IdaEnd::Solved);
                    assert_eq!((done.at_least, done.path.as_ref()), (length, Some(&first)));
                    in_trees += usize::from(done.iterations.iter().any(|r| r.nodes >= NODES_BEFORE_SPLIT));
                    nodes.push((pruning.nodes(), weak, done.iterations));
                    let all_shortest = search.all_shortest(length, 3).expect("it is not stopped");
                    assert_eq!((all_shortest.count, all_shortest.paths.first()), (count, Some(&first)));
                    assert!(
                        all_shortest.paths.len() as u128 == count.min(3) && all_shortest.paths.is_sorted()
                    );
                }
            }
        }
        nodes.dedup_by(|a, b| (a.0, a.1) == (b.0, b.1) && a.2 == b.2);
        assert_eq!(nodes.len(), if length > 12 { 3 } else { 6 }, "nodes depend on the threads");
    }
    assert!(solved > 20 && in_trees > 2, "{solved} solved, {in_trees} of them cut into trees");
}

#[test]
fn a_goal_at_the_start_and_a_walled_in_start() {
    let mut here = maze(1, 3);
    here.goal = 0;
    let cx = Context::default();
    let pruning = no_way_back();
    let search = Ida { space: &here, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
    assert_eq!(search.first(0, None).path, Some(Vec::new()));
    assert_eq!(search.all_shortest(0, 5), Ok(AllShortest { count: 1, paths: vec![Vec::new()] }));
    let shut = Maze { walls: vec![false, true, true, true, true, true, true, true, false], side: 3, goal: 8 };
    let search = Ida { space: &shut, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
    assert_eq!(search.first(0, None).ended, IdaEnd::Unsolvable);
}

#[test]
fn limits_leave_what_is_proven() {
    let maze =
        (0..).map(|seed| maze(seed, 9)).find(|maze| by_layers(maze).is_some_and(|(length, ..)| length > 18));
    let maze = maze.expect("there is such a maze");
    let length = by_layers(&maze).expect("a way").0;
    let pruning = MoveFsm::new([]);
    let cx = Context::default();
    let search = Ida { space: &maze, heuristic: &Straight(1), pruning: &pruning, cx: &cx };
    let few = search.first(0, Some(1000));
    assert_eq!(few.ended, IdaEnd::Nodes);
    assert!(few.path.is_none() && few.at_least <= length && few.at_least >= 16);
    let stops = |_: &crate::Counters| ControlFlow::Break(Stop::Time);
    let cx = Context::new(2, 0, &stops);
    let search = Ida { space: &maze, heuristic: &Straight(3), pruning: &pruning, cx: &cx };
    let done = search.first(0, None);
    assert_eq!((done.ended, done.path), (IdaEnd::Stopped(Stop::Time), None));
    assert!(done.at_least <= length);
}

#[test]
fn what_was_finished_is_not_searched_again() {
    let mut resumed = 0;
    for seed in 0..12 {
        let maze = maze(seed, 8);
        let Some((length, _, first)) = by_layers(&maze) else { continue };
        let pruning = MoveFsm::new([]);
        for (threads, patience) in [(1, 3), (1, 11), (2, 5), (3, 17)] {
            let never = |_: &crate::Counters| ControlFlow::Continue(());
            let cx = Context::new(threads, 0, &never);
            let whole =
                Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx }.first(0, None);
            let boxes = MemoryStore::default();
            let mut at_least = 0;
            for run in 1.. {
                assert!(run < 10_000, "it never ends");
                // Each process polls a little more often before it is stopped, or a long subtree
                // would never be finished.
                let looks = AtomicUsize::new(0);
                let stops = |_: &crate::Counters| {
                    let first_solved = looks.fetch_add(1, Relaxed) >= patience + run;
                    if first_solved { ControlFlow::Break(Stop::Interrupt) } else { ControlFlow::Continue(()) }
                };
                let cx = Context::new(threads, 0, &stops).with_store(&boxes, None);
                let search = Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx };
                let done = search
                    .first_resumable(&Resumed::default(), "a maze", &mut |_| Ok(ControlFlow::Continue(())));
                assert!(done.at_least >= at_least && done.at_least <= length);
                at_least = done.at_least;
                if done.ended == IdaEnd::Solved {
                    assert_eq!((done.path.as_ref(), &done.iterations), (Some(&first), &whole.iterations));
                    resumed += usize::from(run > 2);
                    break;
                }
                assert_eq!(done.ended, IdaEnd::Stopped(Stop::Interrupt));
            }
            let cx = Context::new(1, 0, &never).with_store(&boxes, None);
            let search = Ida { space: &maze, heuristic: &Straight(2), pruning: &pruning, cx: &cx };
            let other = search
                .first_resumable(&Resumed::default(), "another maze", &mut |_| Ok(ControlFlow::Continue(())));
            assert!(matches!(other.ended, IdaEnd::Stopped(Stop::Storage) | IdaEnd::Solved));
        }
    }
    assert!(resumed > 10, "{resumed}");
}

#[test]
fn the_callback_is_asked_before_every_long_iteration() {
    for seed in 0..12 {
        let maze = maze(seed, 8);
        let Some((length, ..)) = by_layers(&maze) else { continue };
        let (cx, pruning) = (Context::default(), MoveFsm::new([]));
        let search = Ida { space: &maze, heuristic: &Straight(4), pruning: &pruning, cx: &cx };
        let whole = search.first(0, None);
        let long = whole.iterations.iter().filter(|iteration| iteration.nodes >= NODES_BEFORE_SPLIT).count();
        let mut asked = 0;
        let done = search.first_resumable(&Resumed::default(), "a maze", &mut |done| {
            asked += 1;
            assert!(done.at_least <= length && done.path.is_none());
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!((asked, &done.path, &done.iterations), (long, &whole.path, &whole.iterations));
        let left = search.first_resumable(&Resumed::default(), "a maze", &mut |_| Ok(ControlFlow::Break(())));
        if long == 0 {
            assert_eq!(left.ended, IdaEnd::Solved);
            continue;
        }
        assert_eq!((left.ended, left.path), (IdaEnd::Left, None));
        // Finished work is not repeated.
        let resumed = Resumed { iterations: left.iterations, at_least: left.at_least, way: 7 };
        let rest = search.first_resumable(&resumed, "a maze", &mut |_| Ok(ControlFlow::Continue(())));
        assert_eq!((rest.path, rest.iterations), (whole.path, whole.iterations));
        let stopped = search.first_resumable(&resumed, "a maze", &mut |_| Err(Stop::Interrupt));
        assert_eq!(stopped.ended, IdaEnd::Stopped(Stop::Interrupt));
    }
}

#[test]
fn what_is_kept_is_known_with_its_way() {
    let (maze, pruning, boxes) = (maze(3, 8), MoveFsm::new([]), MemoryStore::default());
    let never = |_: &crate::Counters| ControlFlow::Continue(());
    let cx = || Context::new(1, 0, &never).with_store(&boxes, None);
    assert_eq!(resumed(&cx(), "a maze"), Ok(None));
    let first = cx();
    let search = Ida { space: &maze, heuristic: &Straight(4), pruning: &pruning, cx: &first };
    let start = Resumed { way: 2, ..Resumed::default() };
    let stopped = search.first_resumable(&start, "a maze", &mut |_| Err(Stop::Interrupt));
    assert_eq!(stopped.ended, IdaEnd::Stopped(Stop::Interrupt));
    let checkpoint = Resumed { iterations: stopped.iterations, at_least: stopped.at_least, way: 2 };
    assert!(!checkpoint.iterations.is_empty());
    assert_eq!(resumed(&cx(), "a maze"), Ok(Some(checkpoint.clone())));
    // In the same way it continues; in another it begins where it is told to.
    let whole = search.space;
    let second = cx();
    let search = Ida { space: whole, heuristic: &Straight(4), pruning: &pruning, cx: &second };
    let same = search.first_resumable(&start, "a maze", &mut |_| Ok(ControlFlow::Continue(())));
    assert!(same.iterations.starts_with(&checkpoint.iterations) && same.ended == IdaEnd::Solved);
    let other = search.first_resumable(&Resumed::default(), "a maze", &mut |_| Ok(ControlFlow::Continue(())));
    assert_eq!((other.path, other.iterations), (same.path, same.iterations));
}
