//! Law 3: the packed relation is the one that `moves` and `play` tell.

use fewest::service::Family;

use fewest_search::hash::SplitMix64;

use crate::laws::boards::{PLAYED, games, starts};

/// The keys in a flat list, sorted: what must be equal as a multiset.
fn sorted(words: usize, keys: &[u64]) -> Vec<Vec<u64>> {
    assert_eq!(keys.len() % words, 0);
    let mut keys: Vec<_> = keys.chunks_exact(words).map(<[u64]>::to_vec).collect();
    keys.sort();
    keys
}

fn key<F: Family>(start: &F::Board, position: &F::Board, words: usize) -> Vec<u64> {
    let key = F::key(start, position).expect("a packed board has keys for its positions");
    assert_eq!(key.len(), words);
    key
}

pub fn packed_moves_are_the_moves<F: Family>() {
    for (start, positions) in games::<F>() {
        let Some(packed) = F::state_space(&start) else { continue };
        let words = packed.words();
        assert!(words > 0 && !packed.fingerprint().is_empty());
        let mut roots = Vec::new();
        packed.initial_states(&mut roots);
        assert_eq!(roots, key::<F>(&start, &start, words), "the walk begins at the board");

        let (mut parents, mut one_by_one, mut hits) = (Vec::new(), Vec::new(), Vec::new());
        for (number, position) in positions.iter().enumerate() {
            let here = key::<F>(&start, position, words);
            let mut next = Vec::new();
            packed.expand(&here, &mut next);
            let played = F::moves(position).into_iter().flat_map(|by| {
                let mut after = position.clone();
                F::play(&mut after, &by).expect("a listed move can be played");
                key::<F>(&start, &after, words)
            });
            let played: Vec<u64> = played.collect();
            assert_eq!(sorted(words, &next), sorted(words, &played), "{position:?}");
            if F::is_goal(position) {
                hits.push(number);
            }
            parents.extend(here);
            one_by_one.extend(next);
        }
        let (mut at_once, mut found) = (Vec::new(), Vec::new());
        packed.expand(&parents, &mut at_once);
        assert_eq!(at_once, one_by_one, "a batch is expanded in the order of its parents");
        packed.goals(&parents, &mut found);
        assert_eq!(found, hits, "goals are the solved positions");
    }
}

pub fn predecessors_invert_successors<F: Family>() {
    for (start, positions) in games::<F>() {
        let Some(packed) = F::state_space(&start) else { continue };
        let words = packed.words();
        let successors = |key: &[u64]| {
            let mut next = Vec::new();
            packed.expand(key, &mut next);
            sorted(words, &next)
        };
        for position in &positions {
            let here = key::<F>(&start, position, words);
            for next in successors(&here).into_iter().take(12) {
                let mut before = Vec::new();
                if !packed.back(&next, &mut before) {
                    assert!(before.is_empty(), "who cannot tell says nothing");
                    break;
                }
                let before = sorted(words, &before);
                assert!(before.contains(&here), "{position:?}");
                assert!(before.iter().take(12).all(|key| successors(key).contains(&next)), "{position:?}");
            }
        }
    }
}

/// A symmetry takes moves to moves and goals to goals, in the space where symmetric positions are
/// told apart.
pub fn images_move_alike<F: Family>() {
    for start in starts::<F>() {
        let Some((packed, images)) = F::state_space_apart(&start).zip(F::images(&start)) else { continue };
        let words = packed.words();
        let all = |key: &[u64]| {
            let mut all = key.to_vec();
            images(key, &mut all);
            sorted(words, &all)
        };
        let next = |key: &[u64]| {
            let mut next = Vec::new();
            packed.expand(key, &mut next);
            next
        };
        // Of each successor the least image, whose kind they are of.
        let kinds = |key: &[u64]| {
            let next = next(key);
            let least = next.chunks_exact(words).filter_map(|key| all(key).into_iter().next());
            sorted(words, &least.flatten().collect::<Vec<u64>>())
        };
        let is_goal = |key: &[u64]| {
            let mut hits = Vec::new();
            packed.goals(key, &mut hits);
            !hits.is_empty()
        };
        let (mut random, mut here) = (SplitMix64::new(11), Vec::new());
        packed.initial_states(&mut here);
        assert_eq!(next(&here).len(), words * F::moves(&start).len(), "{start:?}");
        for _ in 0..PLAYED {
            for image in all(&here) {
                assert_eq!(is_goal(&image), is_goal(&here), "{start:?}");
                assert_eq!(kinds(&image), kinds(&here), "{start:?}");
                assert_eq!(
                    all(&image)[0],
                    all(&here)[0],
                    "images of an image are those of the first: {start:?}"
                );
            }
            let ways = next(&here);
            if ways.is_empty() {
                break;
            }
            here = ways[words * random.below(ways.len() / words)..][..words].to_vec();
        }
    }
}
