//! Several workers find together the layers that one search finds.

use std::sync::atomic::AtomicBool;

use super::*;
use crate::testing::{LAYERS, MemoryStore, Tiles, go_on, tiles};

/// Searches the 8-puzzle with `workers` workers, one after the other in this thread.
fn together(space: &Tiles, workers: usize, bytes: usize, spilled: &AtomicBool) -> Vec<u64> {
    let stores: Vec<MemoryStore> = (0..workers).map(|_| MemoryStore::default()).collect();
    let contexts: Vec<Context<'_>> = stores.iter().map(|_| Context::new(1, bytes, &go_on)).collect();
    let partitions = stores.iter().zip(&contexts).map(|(store, cx)| Partition::new(space, cx, store));
    let mut partitions: Vec<Partition<'_, '_>> = partitions.collect::<Result<_, _>>().expect("memory");
    let owner = |key: &[u64]| (space.owner(key) % workers as u64) as usize;
    let (mut sizes, mut keys, mut spare) = (Vec::new(), Vec::new(), Vec::new());
    space.initial_states(&mut keys);
    partitions[owner(&keys)].take_in(&keys).expect("room");
    for depth in 0_usize.. {
        let known = depth.min(needed_from(space.kind(), depth.saturating_sub(1)))..depth;
        let parts: Vec<PartitionLayer> = partitions
            .iter_mut()
            .map(|partition| partition.end_layer(depth, known.clone()).expect("a store"))
            .collect();
        assert!(parts.iter().all(|part| part.samples.is_empty() == (part.positions == 0)));
        sizes.push(parts.iter().map(|part| part.positions).sum());
        if sizes[depth] == 0 {
            break;
        }
        for at in 0..workers {
            partitions[at].forget_before(needed_from(space.kind(), depth));
            let mut parents = Vec::new();
            partitions[at].layers().read(depth, 0, parts[at].positions, &mut parents).expect("a store");
            for some in parents.chunks(100 * space.words) {
                keys.clear();
                space.expand(some, &mut keys);
                for (to, partition) in partitions.iter_mut().enumerate() {
                    let mut theirs: Vec<u64> =
                        keys.chunks(space.words).filter(|key| owner(key) == to).flatten().copied().collect();
                    let mut code = Vec::new();
                    let sent = encode_message(space.words, &mut theirs, &mut spare, &mut code);
                    assert!(decode_message(space.words, &code, &mut theirs));
                    assert_eq!(theirs.len() / space.words, sent);
                    partition.take_in(&theirs).expect("a store");
                    spilled.fetch_or(!partition.runs.is_empty(), std::sync::atomic::Ordering::Relaxed);
                }
            }
        }
    }
    sizes
}

#[test]
fn any_number_of_workers_finds_the_known_layers() {
    for words in [1, 2, 3] {
        for (workers, can_go_back) in [(1, true), (2, true), (3, false), (5, true)] {
            let spilled = AtomicBool::new(false);
            let space = Tiles { can_go_back, ..tiles(words) };
            assert_eq!(
                together(&space, workers, 1 << 24, &spilled),
                LAYERS,
                "{words} words, {workers} workers"
            );
            assert!(!spilled.into_inner(), "the inbox is enough");
        }
    }
}

#[test]
fn a_small_inbox_goes_through_runs() {
    let spilled = AtomicBool::new(false);
    assert_eq!(together(&tiles(1), 1, 1_500_000, &spilled), LAYERS);
    assert!(spilled.into_inner(), "something went to the store");
}

#[test]
fn too_little_memory_is_an_error() {
    let (store, space) = (MemoryStore::default(), tiles(1));
    let cx = Context::new(1, 1000, &go_on);
    assert_eq!(Partition::new(&space, &cx, &store).map(|_| ()).err(), Some(Stop::Memory));
}
