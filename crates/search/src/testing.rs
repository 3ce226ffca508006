//! Fixtures that the tests share: the 8-puzzle, a store in memory, and mazes.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use crate::hash::SplitMix64;
use crate::heuristic::{self, IncrementalHeuristic, Space};
use crate::storage::{BlockLocation, BlockReader, BlockWriter, Durability, Saved, Store};
use crate::{Counters, EdgeKind, StateSpace, Stop};

/// The 8-puzzle. Nine nibbles and the position of the blank in the tenth; repeated to fill `words`.
pub(crate) struct Tiles {
    pub(crate) words: usize,
    pub(crate) start: u64,
    pub(crate) can_go_back: bool,
}

pub(crate) const SOLVED: u64 = 0x0080_8765_4321;

pub(crate) fn tiles(words: usize) -> Tiles {
    Tiles { words, start: SOLVED, can_go_back: true }
}

pub(crate) fn slides(key: u64) -> Vec<u64> {
    let blank = key >> 36;
    let (row, column) = (blank / 3, blank % 3);
    let mut to = Vec::new();
    to.extend((column > 0).then(|| blank - 1));
    to.extend((column < 2).then_some(blank + 1));
    to.extend((row > 0).then(|| blank - 3));
    to.extend((row < 2).then_some(blank + 3));
    to.iter()
        .map(|&place| {
            let tile = key >> (4 * place) & 15;
            (key & 0xf_ffff_ffff) ^ (tile << (4 * place)) | (tile << (4 * blank)) | (place << 36)
        })
        .collect()
}

impl StateSpace for Tiles {
    fn words(&self) -> usize {
        self.words
    }
    fn kind(&self) -> EdgeKind {
        if self.can_go_back { EdgeKind::Undirected } else { EdgeKind::Directed }
    }
    fn initial_states(&self, out: &mut Vec<u64>) {
        out.extend(std::iter::repeat_n(self.start, self.words));
    }
    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for parent in parents.chunks(self.words) {
            for key in slides(parent[0]) {
                out.extend(std::iter::repeat_n(key, self.words));
            }
        }
    }
    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len() / self.words).filter(|at| keys[at * self.words] == SOLVED));
    }
    fn fingerprint(&self) -> String {
        "tiles 3x3".to_owned()
    }
}

/// One of the two boards that need 31 moves.
pub(crate) const FARTHEST: u64 = 0x0071_0345_2768;

pub(crate) const LAYERS: [u64; 33] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
    17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2, 0,
];

pub(crate) fn go_on(_: &Counters) -> ControlFlow<Stop> {
    ControlFlow::Continue(())
}
type Files = Arc<Mutex<HashMap<String, Arc<Vec<u8>>>>>;

/// A store in memory that can be told to fail.
#[derive(Default)]
pub(crate) struct MemoryStore {
    pub(crate) files: Files,
    pub(crate) saved: Mutex<Option<Saved>>,
    /// Commits so far.
    pub(crate) commits: AtomicUsize,
    /// The number of blocks that can still be written plus 1; 0 is no limit.
    pub(crate) room: Arc<AtomicUsize>,
}

struct Writing {
    name: String,
    bytes: Vec<u8>,
    files: Files,
    room: Arc<AtomicUsize>,
}

struct Reading(Arc<Vec<u8>>);

fn check(block: &[u8]) -> u64 {
    block.iter().fold(1, |sum, &byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

impl Store for MemoryStore {
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop> {
        self.tidy();
        let saved = self.saved.lock().unwrap().clone();
        if saved.as_ref().is_some_and(|saved| saved.fingerprint != fingerprint) {
            return Err(Stop::Storage);
        }
        Ok(saved)
    }
    fn create(&self, name: &str) -> Result<Box<dyn BlockWriter>, Stop> {
        assert!(!self.files.lock().unwrap().contains_key(name), "{name} is new");
        let (files, room) = (self.files.clone(), self.room.clone());
        Ok(Box::new(Writing { name: name.to_owned(), bytes: Vec::new(), files, room }))
    }
    fn open(&self, name: &str) -> Result<Box<dyn BlockReader>, Stop> {
        let file = self.files.lock().unwrap().get(name).cloned();
        Ok(Box::new(Reading(file.ok_or(Stop::Storage)?)))
    }
    fn remove(&self, name: &str) {
        assert!(self.files.lock().unwrap().remove(name).is_some(), "{name} is there");
    }
    fn commit(&self, saved: &Saved) -> Result<(), Stop> {
        *self.saved.lock().unwrap() = Some(saved.clone());
        self.commits.fetch_add(1, Relaxed);
        self.tidy();
        Ok(())
    }
    fn tidy(&self) {
        let saved = self.saved.lock().unwrap();
        let named = |name: &String| {
            let layers = saved.iter().flat_map(|saved| &saved.layers);
            layers.flat_map(|layer| &layer.parts).any(|part| part.name == *name)
        };
        self.files.lock().unwrap().retain(|name, _| named(name));
    }
}

impl BlockWriter for Writing {
    fn append(&mut self, block: &[u8]) -> Result<BlockLocation, Stop> {
        match self.room.load(Relaxed) {
            0 => {}
            1 => return Err(Stop::Disk),
            room => self.room.store(room - 1, Relaxed),
        }
        let offset = self.bytes.len() as u64;
        self.bytes.extend_from_slice(block);
        Ok(BlockLocation { offset, length: block.len() as u32, check: check(block) })
    }
    fn finish(self: Box<Self>, _: Durability) -> Result<Box<dyn BlockReader>, Stop> {
        let bytes = Arc::new(self.bytes);
        self.files.lock().unwrap().insert(self.name, bytes.clone());
        Ok(Box::new(Reading(bytes)))
    }
}

impl BlockReader for Reading {
    fn read(&self, place: BlockLocation, out: &mut Vec<u8>) -> Result<(), Stop> {
        let from = place.offset as usize;
        out.clear();
        out.extend_from_slice(self.0.get(from..from + place.length as usize).ok_or(Stop::Storage)?);
        if check(out) == place.check { Ok(()) } else { Err(Stop::Storage) }
    }
}
pub(crate) struct Maze {
    pub(crate) walls: Vec<bool>,
    pub(crate) side: usize,
    pub(crate) goal: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Step(pub(crate) usize);

impl From<Step> for usize {
    fn from(step: Step) -> Self {
        step.0
    }
}

impl Space for Maze {
    type State = usize;
    type Move = Step;
    const IS_UNDIRECTED: bool = true;

    fn start(&self) -> usize {
        0
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.goal
    }

    fn expand<B>(
        &self,
        state: &usize,
        mut visit: impl FnMut(Step, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (row, col) = (state / self.side, state % self.side);
        let steps = [
            (row > 0, state.wrapping_sub(self.side)),
            (col > 0, state.wrapping_sub(1)),
            (col + 1 < self.side, state + 1),
            (row + 1 < self.side, state + self.side),
        ];
        for (by, (inside, to)) in steps.into_iter().enumerate() {
            if inside && !self.walls[to] {
                visit(Step(by), to)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The Manhattan distance to the goal, divided by a number: the weaker, the more is searched. With
/// 0 it is the full distance in every second column and 0 in the others, so that neighbours differ
/// widely.
pub(crate) struct Straight(pub(crate) u32);

/// A distance that some states return only at the second or third read.
#[derive(Default)]
pub(crate) struct PendingDistance {
    left: u32,
    looks: usize,
}

impl IncrementalHeuristic<Maze> for Straight {
    type HeuristicState = u32;
    type Lookup = PendingDistance;
    type Fetched = ();

    fn first(&self, maze: &Maze, state: &usize) -> u32 {
        let apart = |a: usize, b: usize| a.abs_diff(b) as u32;
        let (from, to) = (*state, maze.goal);
        let straight = apart(from / maze.side, to / maze.side) + apart(from % maze.side, to % maze.side);
        straight.checked_div(self.0).unwrap_or(straight * (from % 2) as u32)
    }

    fn moves_left(&self, h: &u32) -> u32 {
        *h
    }

    fn look(&self, maze: &Maze, _: &u32, step: heuristic::Step<'_, Maze>, lookup: &mut PendingDistance) {
        *lookup = PendingDistance { left: self.first(maze, step.to), looks: step.to % 3 };
    }

    fn read(&self, _: &PendingDistance) {}

    fn next(&self, _: &u32, lookup: &mut PendingDistance, (): (), limit: u32) -> Result<bool, u32> {
        if lookup.looks > 0 {
            lookup.looks -= 1;
            return Ok(false);
        }
        if lookup.left > limit { Err(lookup.left) } else { Ok(true) }
    }

    fn apply(&self, lookup: &PendingDistance, h: &mut u32) {
        *h = lookup.left;
    }
}

pub(crate) fn maze(seed: u64, side: usize) -> Maze {
    let mut random = SplitMix64::new(seed);
    let mut walls: Vec<bool> = (0..side * side).map(|_| random.below(4) == 0).collect();
    (walls[0], walls[side * side - 1]) = (false, false);
    Maze { walls, side, goal: side * side - 1 }
}

/// Returns the length of the shortest paths, their number and the first of them, by breadth-first
/// search.
pub(crate) fn by_layers(maze: &Maze) -> Option<(u32, u128, Vec<Step>)> {
    let mut paths: Vec<Option<(u128, Vec<Step>)>> = vec![None; maze.side * maze.side];
    paths[0] = Some((1, Vec::new()));
    let mut layer = vec![0];
    for depth in 0.. {
        if let Some((count, first)) = &paths[maze.goal] {
            return Some((depth, *count, first.clone()));
        }
        let mut next: Vec<(usize, u128, Vec<Step>)> = Vec::new();
        for &state in &layer {
            let (count, path) = paths[state].clone().expect("reached");
            let _ = maze.expand::<()>(&state, |by, to| {
                if paths[to].is_none() {
                    next.push((to, count, [&path[..], &[by]].concat()));
                }
                ControlFlow::Continue(())
            });
        }
        if next.is_empty() {
            return None;
        }
        for (to, count, path) in next {
            let entry = paths[to].get_or_insert((0, path.clone()));
            entry.0 += count;
            if path < entry.1 {
                entry.1 = path;
            }
        }
        layer = (0..paths.len())
            .filter(|&to| paths[to].as_ref().is_some_and(|w| w.1.len() as u32 == depth + 1))
            .collect();
    }
    None
}
