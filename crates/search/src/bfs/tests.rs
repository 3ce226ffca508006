//! The 8-puzzle and some artificial spaces give the same result in every configuration.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::testing::*;
use crate::{Counters, EdgeKind, Stop, distances, shortest_paths};

#[test]
fn every_configuration_finds_the_known_layers() {
    for words in [1, 2, 3] {
        for table_keys in [0, 1000, usize::MAX] {
            for (threads, aim) in [(1, Aim::Everything), (2, Aim::Everything), (3, Aim::EveryLayer)] {
                let cx = Context::new(threads, 1 << 30, &go_on);
                let result = bfs_with_table(&tiles(words), &cx, aim, table_keys);
                assert_eq!(
                    result.layer_sizes(),
                    LAYERS,
                    "{words} words, table of {table_keys}, {threads} threads"
                );
                assert!(result.is_exhausted() && result.stopped().is_none());
                assert_eq!((result.goal_depth(), result.positions()), (Some(0), 181_440));
                drop(result);
                assert_eq!(cx.budget.used(), 0, "every lease comes back");
            }
        }
    }
}

#[test]
fn paths_are_legal_shortest_and_the_same_for_every_number_of_threads() {
    for table_keys in [0, 3000, usize::MAX] {
        let mut paths = Vec::new();
        for (threads, can_go_back) in [(1, true), (2, true), (5, true), (2, false)] {
            let space = Tiles { words: 1, start: FARTHEST, can_go_back };
            let cx = Context::new(threads, 1 << 30, &go_on);
            let result = bfs_with_table(&space, &cx, Aim::FirstGoal, table_keys);
            assert_eq!(result.goal_depth(), Some(31));
            paths.push(result.path(&space, &cx).unwrap().unwrap());
        }
        assert!(paths.windows(2).all(|pair| pair[0] == pair[1]));
        let path = &paths[0];
        assert_eq!((path.len(), path[0], path[31]), (32, FARTHEST, SOLVED));
        assert!(path.windows(2).all(|step| slides(step[0]).contains(&step[1])));
    }
}

/// Counts the shortest paths to `SOLVED` by following them all.
fn count_paths(key: u64, left: usize, distance: &dyn Fn(u64) -> usize) -> u128 {
    if left == 0 {
        return 1;
    }
    slides(key)
        .into_iter()
        .filter(|&next| distance(next) == left - 1)
        .map(|next| count_paths(next, left - 1, distance))
        .sum()
}

#[test]
fn shortest_paths_are_counted_as_by_following_them_all() {
    let cx = Context::default();
    let table = distances(&tiles(1), &cx).unwrap();
    assert_eq!(table.sizes().iter().map(|&n| n as u64).collect::<Vec<_>>(), LAYERS[..32]);
    for distance in [0, 1, 12, 20, 31] {
        for &start in table.layer(distance).iter().take(3) {
            for can_go_back in [true, false] {
                let space = Tiles { words: 1, start, can_go_back };
                let mut result = bfs_with_table(&space, &cx, Aim::GoalLayer, 500);
                let paths = shortest_paths(&mut result, &space, &cx).unwrap().unwrap();
                assert_eq!(paths.length(), distance);
                let expected = count_paths(start, distance, &|key| table.get(&[key]).unwrap());
                assert_eq!(paths.count(), Some(expected));
                assert!(paths.contains(0, &[start]) && !paths.contains(distance + 1, &[start]));
            }
        }
    }
}

#[test]
fn distances_without_predecessors_are_the_same() {
    let cx = Context::default();
    let space = Tiles { words: 1, start: FARTHEST, can_go_back: false };
    let with = distances(&tiles(1), &cx).unwrap();
    let without = distances(&space, &cx).unwrap();
    assert_eq!(with.sizes(), without.sizes());
    assert_eq!(without.get(&[FARTHEST]), Some(31));
    assert_eq!(without.get(&[1]), None);
}

#[test]
fn limits_end_the_search_with_what_is_proven() {
    for table_keys in [0, usize::MAX] {
        for bytes in [0, 10_000, 300_000, 1_000_000] {
            let cx = Context::new(2, bytes, &go_on);
            let space = Tiles { words: 1, start: FARTHEST, can_go_back: true };
            let result = bfs_with_table(&space, &cx, Aim::FirstGoal, table_keys);
            assert_eq!(result.stopped(), Some(Stop::Memory), "{bytes} bytes");
            assert!(!result.is_exhausted() && result.goal_depth().is_none());
            assert!(cx.budget.peak() <= bytes);
            assert!(result.layer_sizes().len() < 31);
        }
    }
    let polls = std::sync::atomic::AtomicUsize::new(0);
    let soon = |_: &Counters| match polls.fetch_add(1, Relaxed) {
        0..=9 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(Stop::Time),
    };
    let cx = Context::new(2, 1 << 30, &soon);
    let result = bfs(&tiles(1), &cx, Aim::Everything);
    assert_eq!(result.stopped(), Some(Stop::Time));
    assert_eq!(result.layer_sizes()[..3], [1, 2, 4]);
}

/// A space without moves, and one without initial states.
struct Still(Vec<u64>);

impl StateSpace for Still {
    fn words(&self) -> usize {
        1
    }
    fn kind(&self) -> EdgeKind {
        EdgeKind::Graded
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend_from_slice(&self.0);
    }
    fn expand(&self, _: &[u64], _: &mut Vec<u64>) {}
    fn goals(&self, _: &[u64], _: &mut Vec<usize>) {}
    fn fingerprint(&self) -> String {
        String::new()
    }
}

#[test]
fn spaces_of_one_and_of_no_position_end_at_once() {
    let cx = Context::default();
    assert_eq!(bfs(&Still(vec![7, 7]), &cx, Aim::FirstGoal).layer_sizes(), [1, 0]);
    let nothing = bfs(&Still(vec![]), &cx, Aim::Everything);
    assert!(nothing.is_exhausted() && nothing.layer_sizes() == [0]);
    assert_eq!(distances(&Still(vec![1]), &cx).unwrap().get(&[1]), None);
}

#[test]
fn every_parent_of_a_goal_is_in_before_goal() {
    for (start, table_keys) in [(FARTHEST, usize::MAX), (FARTHEST, 3000), (slides(SOLVED)[0], usize::MAX)] {
        let space = Tiles { words: 1, start, can_go_back: true };
        let cx = Context::default();
        let result = bfs_with_table(&space, &cx, Aim::FirstGoal, table_keys);
        let leads = |key: &u64| slides(*key).contains(&SOLVED);
        let layer = result.layer(result.goal_depth().unwrap() - 1);
        let all: Vec<u64> = layer.iter().copied().filter(leads).collect();
        let found: Vec<u64> = result.before_goal().iter().copied().filter(leads).collect();
        assert!(!all.is_empty());
        assert_eq!(found, all);
    }
    let solved = Tiles { words: 1, start: SOLVED, can_go_back: true };
    assert!(bfs(&solved, &Context::default(), Aim::FirstGoal).before_goal().is_empty());
}

#[test]
fn a_paused_search_continues_to_the_same_end() {
    for aim in [Aim::FirstGoal, Aim::GoalLayer, Aim::EveryLayer] {
        let space = Tiles { words: 1, start: FARTHEST, can_go_back: true };
        let cx = Context::default();
        let result =
            BfsRun { may_pause: true, ..BfsRun::new(crate::keys::One, &space, &cx, aim, 3000) }.bfs();
        assert!(result.is_paused() && !result.is_exhausted() && result.goal_depth().is_none());
        let (result, whole) =
            (continue_bfs(result, &space, &cx, aim), bfs_with_table(&space, &cx, aim, 3000));
        assert_eq!(result.layer_sizes(), whole.layer_sizes());
        assert_eq!(result.path(&space, &cx), whole.path(&space, &cx));
        assert_eq!((result.is_paused(), result.is_exhausted()), (false, whole.is_exhausted()));
    }
    assert!(!begin_bfs(&tiles(1), &Context::default(), Aim::Everything).is_paused(), "all of it fits");
}

/// The 8-puzzle with the Manhattan distance as heuristic.
struct Homing(Tiles);

impl Homing {
    fn far(key: u64) -> u64 {
        let steps = |place: u64| match key >> (4 * place) & 15 {
            0 => 0,
            tile => (place / 3).abs_diff((tile - 1) / 3) + (place % 3).abs_diff((tile - 1) % 3),
        };
        (0..9).map(steps).sum()
    }
}

impl StateSpace for Homing {
    fn words(&self) -> usize {
        self.0.words()
    }
    fn kind(&self) -> EdgeKind {
        self.0.kind()
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        self.0.initial_states(out);
    }
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        self.0.expand(parents, out);
    }
    fn prune(&self, keys: &mut Vec<u64>, left: u64) {
        let near = keys.chunks(self.words()).filter(|key| Self::far(key[0]) <= left);
        *keys = near.flatten().copied().collect();
    }
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        self.0.goals(keys, hit);
    }
    fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }
}

#[test]
fn an_upper_bound_prunes_what_is_too_far_and_nothing_else() {
    let cx = Context::default();
    for words in [1, 2] {
        for table_keys in [0, usize::MAX] {
            let space = Homing(Tiles { words, start: FARTHEST, can_go_back: true });
            let within = |limit, aim| {
                with_stride!(words, stride => {
                    BfsRun { limit: Some(limit), ..BfsRun::new(stride, &space, &cx, aim, table_keys) }.bfs()
                })
            };
            let plain = bfs_with_table(&space.0, &cx, Aim::FirstGoal, table_keys);
            let near = within(30, Aim::FirstGoal);
            assert!(near.goal_depth().is_none() && near.stopped().is_none() && !near.is_exhausted());
            let found = within(31, Aim::FirstGoal);
            assert_eq!(found.goal_depth(), Some(31));
            assert!(found.positions() < plain.positions() && near.positions() < found.positions());
            assert_eq!(within(40, Aim::FirstGoal).goal_depth(), Some(31), "a limit may be too high");
            let mut all = within(31, Aim::GoalLayer);
            let mut every = bfs_with_table(&space.0, &cx, Aim::GoalLayer, table_keys);
            let count =
                |result: &mut BfsResult<'_>| shortest_paths(result, &space, &cx).unwrap().unwrap().count();
            assert_eq!(count(&mut all), count(&mut every));
        }
    }
    // If nothing was pruned, the space is exhausted.
    assert!(bounded_bfs(&tiles(1), &cx, Aim::EveryLayer, 100).is_exhausted());
}

/// A square grid with moves to neighbours. Keys are ranks.
struct Square(u64);

impl StateSpace for Square {
    fn words(&self) -> usize {
        1
    }
    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }
    fn ranking(&self) -> Option<crate::Ranking> {
        Some(crate::Ranking { shift: 0, count: self.0 * self.0 })
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(0);
    }
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &cell in parents {
            let (row, column) = (cell / self.0, cell % self.0);
            out.extend((row > 0).then(|| cell - self.0));
            out.extend((row + 1 < self.0).then(|| cell + self.0));
            out.extend((column > 0).then(|| cell - 1));
            out.extend((column + 1 < self.0).then(|| cell + 1));
        }
    }
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len()).filter(|&at| keys[at] == self.0 * self.0 - 1));
    }
    fn fingerprint(&self) -> String {
        format!("square {}", self.0)
    }
}

#[test]
fn a_bitmap_continues_where_slots_end_and_memory_decides_how_far() {
    let space = Square(400);
    let layers: Vec<u64> = (1..=400).chain((1..400).rev()).chain([0]).collect();
    for (bytes, may_pause) in [(1 << 30, false), (1 << 30, true), (1 << 20, false), (1 << 20, true)] {
        for aim in [Aim::Everything, Aim::EveryLayer, Aim::FirstGoal] {
            let cx = Context::new(2, if aim == Aim::Everything { bytes } else { 4 * bytes }, &go_on);
            let mut result =
                BfsRun { may_pause, ..BfsRun::new(crate::keys::One, &space, &cx, aim, 3000) }.bfs();
            assert_eq!(result.is_paused(), may_pause);
            if may_pause {
                result = continue_bfs(result, &space, &cx, aim);
            }
            let wanted = if aim == Aim::FirstGoal { &layers[..798] } else { &layers[..] };
            assert_eq!(result.layer_sizes(), wanted, "{bytes} bytes, {aim:?}, {may_pause}");
            if aim != Aim::Everything {
                assert_eq!(result.path(&space, &cx).unwrap().unwrap().len(), 799);
            }
            drop(result);
            assert_eq!(cx.budget.used(), 0, "every lease comes back");
        }
    }
}
