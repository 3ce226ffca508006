//! All heuristics, prunings and numbers of threads give the same solution, and its length is that
//! of breadth-first search.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use fewest_search::MemoryCache;

use super::ida_config::{HeuristicTables, IdaConfig};
use super::*;
use crate::rules::grid::Grid;
use crate::solve::heuristic::linear_conflict::linear_conflict_bound;
use crate::solve::pdb::partition::{Size, partitions, strips};
use crate::testing::{after, cx, replays, scrambled, solved};

/// The heuristic value without a search.
fn lower_bound(placement: &Placement) -> u32 {
    let home: Vec<u32> = placement.home.iter().map(|&home| u32::from(home)).collect();
    linear_conflict_bound(placement.grid(), &home, u32::from(placement.blank_home)) as u32
}

fn long() -> bool {
    std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1")
}

/// No solution is known.
fn unknown() -> Option<u64> {
    None
}

/// Distance and number of shortest paths of every board that can reach the goal.
fn by_layers(goal: &Placement) -> HashMap<Vec<u8>, (u32, u128)> {
    let mut seen = HashMap::from([(goal.home.clone(), (0, 1))]);
    let mut layer = vec![goal.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &layer {
            let ways = seen[&board.home].1;
            for child in Direction::ALL.into_iter().filter_map(|by| after(board, by)) {
                let entry = seen.entry(child.home.clone()).or_insert((depth, 0));
                if entry.0 == depth {
                    if entry.1 == 0 {
                        next.push(child);
                    }
                    entry.1 += ways;
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    seen
}

#[test]
fn all_small_boards_with_every_goal() {
    let table_cache = MemoryCache::default();
    let cx = cx(2).with_table_cache(&table_cache);
    for (rows, cols) in [(1, 4), (2, 2), (2, 3), (3, 2)] {
        for blank_home in 0..rows * cols {
            let goal = solved(rows, cols, blank_home);
            for (home, (distance, ways)) in by_layers(&goal) {
                let board = Placement { home, ..goal.clone() };
                assert!(lower_bound(&board) <= distance, "{board:?}");
                for tables in [Tables::None, Tables::Default, Tables::Large] {
                    let found = fewest_steps(&board, tables, &unknown, &cx);
                    let path = found.path.expect("it can be reached");
                    assert_eq!((path.len() as u32, found.at_least), (distance, distance), "{board:?}");
                    assert!(replays(&board, &path), "{board:?} {path:?}");
                    let every = every_shortest(&board, distance, 2, tables, &cx).expect("not stopped");
                    assert_eq!((every.count, every.paths.len() as u128), (ways, ways.min(2)), "{board:?}");
                    assert!(every.paths.contains(&path), "the first solution is among the first two");
                    assert!(every.paths.iter().all(|path| replays(&board, path)));
                }
            }
        }
    }
}

/// Law 5: heuristics are admissible.
#[test]
fn bounds_are_at_most_the_distance() {
    let cx = cx(1);
    let no_way_back = duplicate_sequences::move_fsm(2);
    for (goal, sizes) in [
        (solved(3, 3, 8), &[Size::Small][..]),
        (solved(3, 3, 4), &[Size::Small]),
        (solved(2, 4, 7), &[Size::Small, Size::Large]),
        (solved(4, 2, 2), &[Size::Small]),
    ] {
        let distances = by_layers(&goal);
        let tables: Vec<PdbPartition<'_>> = sizes
            .iter()
            .map(|&size| {
                PdbPartition::open(goal.grid(), goal.blank_home, size, &cx).expect("memory").expect("small")
            })
            .collect();
        let collections = collections(&goal, &[2, 3], &cx);
        for (at, (home, (distance, _))) in distances.into_iter().enumerate() {
            let board = Placement { home, ..goal.clone() };
            assert!(
                lower_bound(&board) <= distance && (distance - lower_bound(&board)).is_multiple_of(2),
                "{board:?}"
            );
            // Those of several partitions take long to open, so not for every board.
            let several = collections.iter().filter(|_| at % 32 < 2).map(HeuristicTables::MaxOfPdbs);
            for heuristic in tables
                .iter()
                .map(HeuristicTables::AdditivePdb)
                .chain(several)
                .chain([HeuristicTables::LinearConflict])
            {
                let method = IdaConfig { heuristic, mirrors: at % 2 == 0, move_fsm: no_way_back };
                // With a node budget of 0 there is only the heuristic value, or the solution
                // itself.
                let bound = method.first(&board, 0, Some(0), &cx).at_least;
                assert!(bound <= distance, "{board:?}");
            }
        }
    }
}

/// Collections of partitions, with patterns of `tiles` tiles.
fn collections<'h>(goal: &Placement, tiles: &[usize], cx: &'h Context<'_>) -> Vec<PdbCollection<'h>> {
    let of = |&tiles: &usize| {
        let wanted = strips(goal.grid(), goal.blank_home, tiles);
        PdbCollection::of(goal.grid(), wanted, None, cx).expect("memory").expect("few regions")
    };
    tiles.iter().map(of).collect()
}

/// The combinations of pruning, mirror, tables and threads, compared with plain IDA*.
fn every_combination(goal: &Placement, sizes: &[Size], tiles: &[usize], boards: usize, steps: usize) {
    let one = cx(1);
    let automata = [2, 7, 12].map(duplicate_sequences::move_fsm);
    let opened: Vec<PdbPartition<'_>> = sizes
        .iter()
        .map(|&size| {
            PdbPartition::open(goal.grid(), goal.blank_home, size, &one).expect("memory").expect("small")
        })
        .collect();
    let collections = collections(goal, tiles, &one);
    let mut seed = 7;
    for _ in 0..boards {
        let board = scrambled(goal.clone(), steps, &mut seed);
        let plain =
            IdaConfig { heuristic: HeuristicTables::LinearConflict, mirrors: false, move_fsm: automata[0] };
        let first = plain.first(&board, 0, None, &one).path.expect("it can be reached");
        assert!(replays(&board, &first));
        for move_fsm in &automata {
            let tables = opened
                .iter()
                .map(HeuristicTables::AdditivePdb)
                .chain(collections.iter().map(HeuristicTables::MaxOfPdbs));
            for heuristic in tables.chain([HeuristicTables::LinearConflict]) {
                for mirrors in [false, true] {
                    let iterations: Vec<_> = (1..4)
                        .map(|threads| {
                            let method = IdaConfig { heuristic, mirrors, move_fsm };
                            let done = method.first(&board, 0, None, &cx(threads));
                            assert_eq!(done.path.as_ref(), Some(&first), "{board:?}");
                            assert_eq!(done.at_least as usize, first.len());
                            done.iterations
                        })
                        .collect();
                    assert!(
                        iterations.iter().all(|other| *other == iterations[0]),
                        "nodes depend on threads: {board:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_combination_gives_the_same_answer_on_3x4() {
    every_combination(&solved(4, 3, 11), &[Size::Small], &[1, 4, 5], 8, 40);
    every_combination(&solved(4, 3, 4), &[Size::Small], &[3], 4, 40);
    if long() {
        // As good as random.
        every_combination(&solved(4, 3, 11), &[Size::Small, Size::Medium, Size::Large], &[5, 6], 6, 500);
    }
}

#[test]
fn every_combination_gives_the_same_answer_on_easy_4x4() {
    let sizes = [Size::Small, Size::Medium, Size::Large];
    let (sizes, boards) = if long() { (&sizes[..], 40) } else { (&sizes[..1], 8) };
    every_combination(&solved(4, 4, 15), sizes, &[3, 5], boards, 50);
}

/// Where plausible wrong answers come from: merged paths, pruned sequences, 1-bit tables, lookups
/// that stop at the first cutoff.
#[test]
fn every_combination_gives_the_same_answer_on_easy_5x5_and_its_like() {
    let boards = if long() { 30 } else { 6 };
    every_combination(&solved(5, 5, 24), &[Size::Small], &[3, 4], boards, 44);
    every_combination(&solved(5, 4, 19), &[], &[4], boards, 44);
    every_combination(&solved(6, 3, 17), &[], &[4], boards, 44);
    every_combination(&solved(5, 5, 12), &[], &[3], boards / 3, 40);
}

/// The 24-puzzle with the best of its partitions: the two easiest random boards of a list with
/// known solutions.
#[test]
fn random_boards_of_the_24_puzzle() {
    let Some(boards) = data("clausecker24_random.txt", Some(0)) else { return };
    assert_eq!(boards.len(), 60);
    let cx = cx(2);
    let grid = Grid { rows: 5, cols: 5 };
    let (many, count) = if long() { (7, 20) } else { (1, 2) };
    let wanted = partitions(grid, 24).expect("large enough").into_iter().take(many).collect();
    let tables = PdbCollection::of(grid, wanted, None, &cx).expect("memory").expect("few regions");
    let method = IdaConfig {
        heuristic: HeuristicTables::MaxOfPdbs(&tables),
        mirrors: true,
        move_fsm: duplicate_sequences::move_fsm(duplicate_sequences::LONGEST),
    };
    for (length, board) in &boards[..count] {
        let found = method.first(board, 0, None, &cx);
        let path = found.path.expect("it can be solved");
        assert_eq!((path.len() as u32, found.at_least), (*length, *length), "{board:?}");
        assert!(replays(board, &path));
    }
}

#[test]
fn a_turned_board_has_the_same_distance() {
    let table_cache = MemoryCache::default();
    let cx = cx(2).with_table_cache(&table_cache);
    let mut seed = 3;
    let board = scrambled(solved(3, 4, 11), 60, &mut seed);
    let length = fewest_steps(&board, Tables::Default, &unknown, &cx).path.expect("it can be reached").len();
    for symmetry in board.grid().symmetries() {
        let mut home = vec![0; 12];
        board
            .home
            .iter()
            .enumerate()
            .for_each(|(cell, &to)| home[symmetry.cell(cell)] = symmetry.cell(to.into()) as u8);
        let Grid { rows, cols } = symmetry.grid();
        let blank_home = symmetry.cell(board.blank_home.into()) as u8;
        let turned = Placement { rows: rows as u8, cols: cols as u8, home, blank_home };
        let found = fewest_steps(&turned, Tables::Default, &unknown, &cx);
        let path = found.path.expect("it can be reached");
        assert!(path.len() == length && replays(&turned, &path));
    }
}

#[test]
fn large_boards_are_solved_near_the_goal_and_stop_at_limits_far_from_it() {
    let mut seed = 1;
    for (rows, cols) in [(5, 5), (2, 9), (6, 6), (10, 10), (15, 17), (1, 30)] {
        let goal = solved(rows, cols, (u16::from(rows) * u16::from(cols) - 1) as u8);
        let near = scrambled(goal.clone(), 12, &mut seed);
        let found = fewest_steps(&near, Tables::Default, &unknown, &cx(1));
        let path = found.path.expect("a few steps away");
        assert!(replays(&near, &path) && path.len() as u32 == found.at_least, "{near:?}");
    }
    let far = scrambled(solved(6, 6, 35), 1000, &mut seed);
    let polls = std::sync::atomic::AtomicUsize::new(0);
    let soon = |_: &fewest_search::Counters| match polls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
        ..20 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Time),
    };
    let found = fewest_steps(&far, Tables::Default, &unknown, &Context::new(2, 1 << 30, &soon));
    assert_eq!((found.path, found.stop), (None, Some(Stop::Time)));
    assert!(found.at_least >= lower_bound(&far));
}

#[test]
fn where_memory_is_short_smaller_tables_or_none_must_do() {
    let mut seed = 5;
    let board = scrambled(solved(3, 4, 11), 80, &mut seed);
    let length = fewest_steps(&board, Tables::Default, &unknown, &cx(1)).at_least;
    for bytes in [0, 100_000, 3_000_000, 30_000_000] {
        let cx = Context::new(1, bytes, &|_| ControlFlow::Continue(()));
        let found = fewest_steps(&board, Tables::Large, &unknown, &cx);
        assert_eq!((found.at_least, found.stop, cx.budget.used()), (length, None, 0));
        assert!(found.path.is_some_and(|path| replays(&board, &path)));
    }
}

/// The boards of a file of the data set: the length in a column, and the board in the last.
fn data(name: &str, length_at: Option<usize>) -> Option<Vec<(u32, Placement)>> {
    let Some(folder) = std::env::var_os("FEWEST_DATA") else {
        println!("NOT RUN: FEWEST_DATA is not set");
        return None;
    };
    let text = std::fs::read_to_string(PathBuf::from(folder).join("tiles").join(name)).expect("the file");
    let board = |line: &str| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let tiles: Vec<u8> =
            parts[parts.len() - 1].split(' ').map(|tile| tile.parse().expect("a tile")).collect();
        let search_to_the_end = tiles.len() as u8 - 1;
        let home = tiles.iter().map(|&tile| if tile == 0 { search_to_the_end } else { tile - 1 }).collect();
        let side = tiles.len().isqrt() as u8;
        let length = length_at.map_or(80, |at| parts[at].parse().expect("a number"));
        (length, Placement { rows: side, cols: side, home, blank_home: search_to_the_end })
    };
    Some(text.lines().filter(|line| !line.starts_with('#')).map(board).collect())
}

#[test]
fn the_hundred_boards_of_korf() {
    let Some(boards) = data("korf15_100.txt", Some(1)) else { return };
    assert_eq!(boards.len(), 100);
    let table_cache = MemoryCache::default();
    let cx = cx(2).with_table_cache(&table_cache);
    for tables in if long() { &[Tables::Default, Tables::Large][..] } else { &[Tables::Default] } {
        for (length, board) in &boards {
            let found = fewest_steps(board, *tables, &unknown, &cx);
            let path = found.path.expect("it can be solved");
            assert_eq!((path.len() as u32, found.at_least), (*length, *length), "{board:?}");
            assert!(replays(board, &path));
        }
    }
}

#[test]
fn the_seventeen_boards_of_eighty_moves() {
    if !long() {
        println!("NOT RUN: FEWEST_LONG is not 1");
        return;
    }
    let Some(boards) = data("hardest15_80.txt", None) else { return };
    assert_eq!(boards.len(), 17);
    let table_cache = MemoryCache::default();
    let cx = cx(2).with_table_cache(&table_cache);
    for (length, board) in &boards {
        let found = fewest_steps(board, Tables::Large, &unknown, &cx);
        assert!(found.path.is_some_and(|path| path.len() as u32 == *length && replays(board, &path)));
    }
}

/// At most 4.0 million nodes with large tables without pruning longer sequences, fewer with it.
#[test]
fn the_hundred_boards_of_korf_need_few_positions_with_large_tables() {
    if !long() {
        println!("NOT RUN: FEWEST_LONG is not 1");
        return;
    }
    let Some(boards) = data("korf15_100.txt", Some(1)) else { return };
    let one = cx(1);
    let tables =
        PdbPartition::open(boards[0].1.grid(), 15, Size::Large, &one).expect("memory").expect("small");
    let [without, with] = [2, 12].map(|longest| {
        let move_fsm = duplicate_sequences::move_fsm(longest);
        let method = IdaConfig { heuristic: HeuristicTables::AdditivePdb(&tables), mirrors: true, move_fsm };
        let cx = cx(1);
        for (length, board) in &boards {
            let found = method.first(board, 0, None, &cx);
            assert_eq!(found.path.map(|path| path.len() as u32), Some(*length));
        }
        cx.counters.generated.load(std::sync::atomic::Ordering::Relaxed)
    });
    println!("{without} positions without the automaton, {with} with it");
    assert!(without <= 4_000_000 && with < without, "{without} {with}");
}
