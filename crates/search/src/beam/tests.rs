//! Mazes: a wide enough beam finds a shortest path, and no beam finds a shorter one.

use super::*;
use crate::testing::{Maze, Straight, by_layers, maze};

fn searched(maze: &Maze, width: usize, most: u32, threads: usize) -> Option<Vec<usize>> {
    let cx = Context::new(threads, 1 << 30, &|_| ControlFlow::Continue(()));
    let beam = Beam { space: maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &cx };
    let path = beam.search(width, most).expect("it is not stopped");
    assert_eq!(cx.budget.used(), 0);
    path.map(|path| path.into_iter().map(usize::from).collect())
}

/// Returns the state that the moves lead to.
fn end(maze: &Maze, path: &[usize]) -> Option<usize> {
    path.iter().try_fold(maze.start(), |state, &by| {
        let found = maze.expand(&state, |step, to| {
            if usize::from(step) == by { ControlFlow::Break(to) } else { ControlFlow::Continue(()) }
        });
        found.break_value()
    })
}

#[test]
fn a_wide_enough_beam_finds_a_shortest_path() {
    let mut narrow_is_longer = 0;
    for seed in 0..60 {
        let maze = maze(seed, 9);
        let Some((length, ..)) = by_layers(&maze) else {
            assert_eq!(searched(&maze, 100, 200, 1), None);
            continue;
        };
        for width in [1, 2, 4, 100] {
            let path = searched(&maze, width, 200, 1);
            assert_eq!(path, searched(&maze, width, 200, 3), "it depends on threads");
            let Some(path) = path else {
                assert!(width < 100);
                continue;
            };
            assert!(maze.is_goal(&end(&maze, &path).expect("moves that can be made")));
            assert!(path.len() >= length as usize && (width < 100 || path.len() == length as usize));
            narrow_is_longer += usize::from(path.len() > length as usize);
        }
        assert_eq!(searched(&maze, 100, length - 1, 1), None);
        assert!(searched(&maze, 100, length, 1).is_some());
    }
    assert!(narrow_is_longer > 0);
}

#[test]
fn it_can_be_stopped_and_keeps_to_its_budget() {
    let maze = maze(2, 9);
    let stops = Context::new(1, 1 << 30, &|_| ControlFlow::Break(Stop::Time));
    let beam = Beam { space: &maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &stops };
    assert_eq!(beam.search(10, 100).err(), Some(Stop::Time));
    let small = Context::new(1, 1000, &|_| ControlFlow::Continue(()));
    let beam = Beam { space: &maze, heuristic: &Straight(1), evaluate: |h: &u32| *h, cx: &small };
    assert_eq!(beam.search(10, 100).err(), Some(Stop::Memory));
}
