//! Searches that continue in a store, stop at any moment and are resumed give the result of
//! searches in memory.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::bfs::*;
use crate::testing::{FARTHEST, LAYERS, MemoryStore, Tiles, go_on, tiles};
use crate::{Counters, shortest_paths};

#[test]
fn every_configuration_with_a_store_finds_the_known_layers() {
    for (words, bytes, tier) in [
        (1, 1 << 30, Some(Tier::Disk)),
        (2, 1 << 30, Some(Tier::Disk)),
        (3, 1 << 30, Some(Tier::Disk)),
        (1, 1_800_000, None),
        (1, 2_500_000, None),
        (2, 3_000_000, None),
        (3, 4_000_000, None),
    ] {
        for (threads, can_go_back) in [(1, true), (2, true), (3, false)] {
            let store = MemoryStore::default();
            let cx = Context::new(threads, bytes, &go_on).with_store(&store, tier);
            let space = Tiles { can_go_back, ..tiles(words) };
            let aim = if threads == 3 { Aim::EveryLayer } else { Aim::Everything };
            let result = bfs(&space, &cx, aim);
            let way = format!("{words} words, {bytes} bytes, {threads} threads");
            assert_eq!((result.stopped(), result.layer_sizes()), (None, LAYERS.to_vec()), "{way}");
            assert!(result.is_exhausted() && result.goal_depth() == Some(0));
            assert!(cx.budget.peak() <= bytes);
            assert!(store.commits.load(Relaxed) > 3, "{way}: the store was used");
            if aim == Aim::Everything {
                assert!(store.saved.lock().unwrap().as_ref().is_some_and(|saved| saved.layers.len() <= 3));
            }
            drop(result);
            assert_eq!(cx.budget.used(), 0, "every lease comes back");
        }
    }
}

#[test]
fn a_search_that_fits_in_memory_is_stored_all_the_same() {
    for can_go_back in [true, false] {
        let (store, space) = (MemoryStore::default(), Tiles { can_go_back, ..tiles(1) });
        let cx = Context::new(2, 1 << 30, &go_on).with_store(&store, None);
        let result = bfs_with_table(&space, &cx, Aim::Everything, 1000);
        assert_eq!((result.stopped(), result.layer_sizes()), (None, LAYERS.to_vec()));
        let commits = store.commits.load(Relaxed);
        assert!(commits > LAYERS.len() / 2, "{commits} commits: one for every layer beyond the table");
        let again = Context::new(1, 1 << 30, &go_on).with_store(&store, None);
        let same = bfs(&space, &again, Aim::Everything);
        assert_eq!((same.stopped(), same.layer_sizes()), (None, LAYERS.to_vec()));
        assert_eq!(again.counters.expanded.load(Relaxed), cx.counters.expanded.load(Relaxed), "nothing anew");
        let mut last = Vec::new();
        same.visit_layer(31, |keys| {
            last.extend_from_slice(keys);
            Ok(())
        })
        .unwrap();
        assert_eq!(last, result.layer(31), "the farthest positions are there");
    }
}

#[test]
fn paths_and_counts_are_those_of_memory() {
    for can_go_back in [true, false] {
        let space = Tiles { words: 1, start: FARTHEST, can_go_back };
        let in_memory = Context::default();
        for (aim, table_keys) in [(Aim::FirstGoal, 0), (Aim::FirstGoal, 3000), (Aim::GoalLayer, 1000)] {
            let mut expected = bfs_with_table(&space, &in_memory, aim, table_keys);
            for threads in [1, 2, 3] {
                let store = MemoryStore::default();
                let cx = Context::new(threads, 1_500_000, &go_on).with_store(&store, None);
                let mut result = bfs_with_table(&space, &cx, aim, table_keys);
                assert_eq!(result.stopped(), None);
                assert!(store.commits.load(Relaxed) > 1);
                assert_eq!(result.goal(), expected.goal());
                let path = result.path(&space, &cx).unwrap();
                assert_eq!(path, expected.path(&space, &in_memory).unwrap());
                if aim == Aim::GoalLayer {
                    let paths = shortest_paths(&mut result, &space, &cx).unwrap();
                    assert_eq!(paths, shortest_paths(&mut expected, &space, &in_memory).unwrap());
                }
                // What is found is stored: the same search again ends at once, with the same
                // result.
                drop(result);
                let again = Context::new(1, 1_500_000, &go_on).with_store(&store, None);
                let result = bfs_with_table(&space, &again, aim, table_keys);
                assert_eq!(result.path(&space, &again).unwrap(), path);
            }
        }
    }
}

#[test]
fn a_search_stopped_at_any_moment_is_resumed_with_any_number_of_threads() {
    for (tier, bytes) in [(Some(Tier::Disk), 1 << 30), (None, 1_800_000)] {
        for patience in [1, 2, 5, 20, 33] {
            let store = MemoryStore::default();
            for turn in 1.. {
                let polls = AtomicUsize::new(0);
                let soon = |_: &Counters| match polls.fetch_add(1, Relaxed) {
                    n if n < patience * turn => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(Stop::Interrupt),
                };
                let cx = Context::new(1 + turn % 3, bytes, &soon).with_store(&store, tier);
                let result = bfs(&tiles(1), &cx, Aim::Everything);
                let sizes = result.layer_sizes();
                assert_eq!(sizes, LAYERS[..sizes.len()], "what is told is complete");
                if result.stopped().is_none() {
                    assert_eq!(sizes, LAYERS);
                    break;
                }
                assert_eq!(result.stopped(), Some(Stop::Interrupt));
            }
        }
    }
}

#[test]
fn a_full_store_ends_the_search_and_room_lets_it_resume() {
    let store = MemoryStore::default();
    for turn in 1.. {
        store.room.store(10 * turn + 1, Relaxed);
        let cx = Context::new(2, 1 << 30, &go_on).with_store(&store, Some(Tier::Disk));
        let result = bfs(&tiles(1), &cx, Aim::Everything);
        if result.stopped().is_none() {
            assert!(turn > 2);
            assert_eq!(result.layer_sizes(), LAYERS);
            break;
        }
        assert_eq!(result.stopped(), Some(Stop::Disk));
    }
}

#[test]
fn stores_of_other_searches_and_damaged_ones_are_refused() {
    let store = MemoryStore::default();
    let cx = |aim: Aim, words: usize| {
        let cx = Context::new(1, 1 << 30, &go_on).with_store(&store, Some(Tier::Disk));
        let result = bfs(&tiles(words), &cx, aim);
        (result.stopped(), result.positions())
    };
    assert_eq!(cx(Aim::EveryLayer, 1), (None, 181_440));
    assert_eq!(cx(Aim::Everything, 1), (Some(Stop::Storage), 0), "another aim");
    assert_eq!(cx(Aim::EveryLayer, 2), (Some(Stop::Storage), 0), "other keys");
    let name = store.saved.lock().unwrap().as_ref().unwrap().layers[20].parts[0].name.clone();
    let whole = store.files.lock().unwrap().remove(&name).unwrap();
    assert_eq!(cx(Aim::EveryLayer, 1).0, Some(Stop::Storage), "a file is gone");
    let cut = whole[..whole.len() / 2].to_vec();
    store.files.lock().unwrap().insert(name.clone(), Arc::new(cut));
    assert_eq!(cx(Aim::EveryLayer, 1).0, Some(Stop::Storage), "a file is cut");
    store.files.lock().unwrap().insert(name, whole);
    assert_eq!(cx(Aim::EveryLayer, 1), (None, 181_440));
}
