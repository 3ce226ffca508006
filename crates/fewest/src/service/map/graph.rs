//! Breadth-first search that keeps every edge, and the distances to the goals.

use std::sync::atomic::Ordering::Relaxed;

use fewest_core::family::{Family, Images};
use fewest_core::fault::Fault;
use fewest_search::{Context, EdgeKind, StateSpace, Stop};

use super::{Map, MapOptions, Numbering, Unmapped};

/// Positions, numbered in the order of a breadth-first walk, and what can be reached from each by
/// one move.
pub(super) struct Graph {
    numbering: Numbering,
    depths: Vec<u32>,
    /// The position that each was first reached from.
    parents: Vec<u32>,
    /// Where the successors of each begin; one more at the end.
    starts: Vec<usize>,
    successors: Vec<u32>,
    to_goal: Vec<Option<u32>>,
}

/// Successors that are made between two polls.
const BATCH: usize = 1 << 12;
/// Positions between two polls where only lists are read.
const NUMBERS_PER_POLL: u32 = 1 << 16;

impl Graph {
    /// Explores the whole state space; returns None if there are more than `most` positions. With
    /// `images`, a position stands for all that are symmetric to it.
    pub(super) fn grown(
        packed: &dyn StateSpace,
        images: Option<&Images<'_>>,
        most: usize,
        cx: &Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let words = packed.words();
        let mut lease = cx.lease(0)?;
        let mut numbering = Numbering::new(words);
        let (mut depths, mut parents): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        let (mut starts, mut successors): (Vec<usize>, Vec<u32>) = (vec![0], Vec::new());
        let (mut found, mut scratch) = (Vec::new(), Vec::new());
        let mut met_from: Vec<u32> = Vec::new();
        packed.initial_states(&mut found);
        for key in found.chunks_exact(words) {
            numbering.number(least(images, key, &mut scratch));
        }
        depths.resize(numbering.len(), 0);
        parents.resize(numbering.len(), 0);
        let (mut at, mut looked_at) = (0, 0);
        while at < numbering.len() {
            for part in 0..packed.parts() {
                if successors.len() >= looked_at || part > 0 {
                    looked_at = successors.len() + BATCH;
                    // Lists that grow hold their old and their new room for a moment.
                    let bytes = numbering.bytes() + 20 * starts.capacity() + 4 * successors.capacity();
                    lease.resize(3 * bytes)?;
                    let counters = &cx.counters;
                    counters.depth.store(depths[at].into(), Relaxed);
                    counters.positions.store(numbering.len() as u64, Relaxed);
                    counters.expanded.store(at as u64, Relaxed);
                    cx.poll()?;
                }
                found.clear();
                packed.expand_part(numbering.key(at), part, &mut found);
                cx.counters.generated.fetch_add((found.len() / words) as u64, Relaxed);
                for key in found.chunks_exact(words) {
                    let number = numbering.number(least(images, key, &mut scratch));
                    if number as usize >= depths.len() {
                        depths.push(depths[at] + 1);
                        parents.push(at as u32);
                    }
                    // A position that several moves lead to is listed once.
                    met_from.resize(numbering.len(), u32::MAX);
                    if number as usize != at && met_from[number as usize] != at as u32 {
                        met_from[number as usize] = at as u32;
                        successors.push(number);
                    }
                }
            }
            starts.push(successors.len());
            if numbering.len() > most || numbering.len() > u32::MAX as usize / 2 {
                return Ok(None);
            }
            at += 1;
        }
        let mut goals = Vec::new();
        cx.poll()?;
        packed.goals(numbering.keys(), &mut goals);
        let mut graph = Self { numbering, depths, parents, starts, successors, to_goal: Vec::new() };
        graph.to_goal = graph.ways_to(&goals, cx)?;
        Ok(Some(graph))
    }

    pub(super) fn len(&self) -> usize {
        self.depths.len()
    }

    /// The number of a key, if it was met.
    pub(super) fn find(&self, key: &[u64]) -> Option<u32> {
        self.numbering.find(key)
    }

    /// The fewest moves from the start.
    pub(super) fn depth(&self, position: u32) -> u32 {
        self.depths[position as usize]
    }

    /// A position that is one move nearer to the start; the start itself if there is none.
    pub(super) fn parent(&self, position: u32) -> u32 {
        self.parents[position as usize]
    }

    /// What can be reached by one move: each position once, and never itself.
    pub(super) fn successors(&self, position: u32) -> &[u32] {
        let position = position as usize;
        &self.successors[self.starts[position]..self.starts[position + 1]]
    }

    /// The fewest moves from each position to a goal.
    pub(super) fn to_goal(&self) -> &[Option<u32>] {
        &self.to_goal
    }

    /// A shortest solution: at every step the position that was met first. Empty if there is none.
    pub(super) fn path(&self) -> Vec<u32> {
        let left = |position: u32| self.to_goal[position as usize];
        let nearer = |&here: &u32| {
            let next = left(here)?.checked_sub(1)?;
            self.successors(here).iter().copied().filter(|&to| left(to) == Some(next)).min()
        };
        std::iter::successors(left(0).map(|_| 0), nearer).collect()
    }

    /// Breadth-first search backwards from the goals.
    fn ways_to(&self, goals: &[usize], cx: &Context<'_>) -> Result<Vec<Option<u32>>, Stop> {
        cx.poll()?;
        let mut starts = vec![0_usize; self.len() + 1];
        self.successors.iter().for_each(|&to| starts[to as usize + 1] += 1);
        for at in 0..self.len() {
            starts[at + 1] += starts[at];
        }
        let mut predecessors = vec![0_u32; self.successors.len()];
        let mut free = starts.clone();
        for from in 0..self.len() as u32 {
            if from % NUMBERS_PER_POLL == 0 {
                cx.poll()?;
            }
            for &to in self.successors(from) {
                predecessors[free[to as usize]] = from;
                free[to as usize] += 1;
            }
        }
        let mut ways = vec![None; self.len()];
        let mut queue: Vec<u32> = goals.iter().map(|&goal| goal as u32).collect();
        goals.iter().for_each(|&goal| ways[goal] = Some(0));
        let mut at = 0;
        while let Some(&position) = queue.get(at) {
            if at % NUMBERS_PER_POLL as usize == 0 {
                cx.poll()?;
            }
            let next = ways[position as usize].map(|left| left + 1);
            for &before in &predecessors[starts[position as usize]..starts[position as usize + 1]] {
                if ways[before as usize].is_none() {
                    ways[before as usize] = next;
                    queue.push(before);
                }
            }
            at += 1;
        }
        Ok(ways)
    }
}

/// The least of the images of a key.
pub(super) fn least<'k>(images: Option<&Images<'_>>, key: &'k [u64], scratch: &'k mut Vec<u64>) -> &'k [u64] {
    let Some(images) = images else { return key };
    scratch.clear();
    images(key, scratch);
    scratch.chunks_exact(key.len()).fold(key, |least, image| least.min(image))
}

/// Positions between two polls.
const POSITIONS_PER_POLL: u32 = 1 << 14;

/// A board, and all positions that can be reached from it.
pub(crate) struct Chart<'b, F: Family> {
    board: &'b F::Board,
    graph: Graph,
    images: Option<Images<'b>>,
    /// The positions of the map, in rising order; all if nothing is here.
    chosen: Option<Vec<u32>>,
    directed: bool,
}

impl<'b, F: Family> Chart<'b, F> {
    /// Walks through everything.
    ///
    /// # Errors
    /// Why there is no map.
    pub(crate) fn of(board: &'b F::Board, how: &MapOptions, cx: &Context<'_>) -> Result<Self, Unmapped> {
        let Some(packed) = F::state_space_apart(board) else {
            let fault = Fault::new("a board like this is counted, not walked through; it has no map");
            return Err(Unmapped::Fault(fault.remedy("take a smaller one")));
        };
        let images = if how.merge { F::images(board) } else { None };
        if how.merge && images.is_none() {
            let fault = Fault::new("no symmetry keeps this board and its goal");
            return Err(Unmapped::Fault(fault.remedy("do not merge")));
        }
        let most = if how.sample.is_some() { usize::MAX } else { how.most };
        let Some(graph) = Graph::grown(packed.as_ref(), images.as_ref(), most, cx)? else {
            let can_merge = !how.merge && F::images(board).is_some();
            return Err(Unmapped::TooLarge { most: how.most, can_merge });
        };
        let chosen = match how.sample {
            Some(most) if most < graph.len() => Some(super::sample(&graph, most).map_err(Unmapped::Fault)?),
            _ => None,
        };
        Ok(Self { board, graph, images, chosen, directed: packed.kind() != EdgeKind::Undirected })
    }

    /// The number of a position of the graph on the map.
    fn number(&self, position: u32) -> Option<u32> {
        match &self.chosen {
            Some(chosen) => chosen.binary_search(&position).ok().map(|at| at as u32),
            None => Some(position),
        }
    }

    /// The graph as a document.
    ///
    /// # Errors
    /// The host's reason to stop.
    pub(crate) fn map(&self, cx: &Context<'_>) -> Result<Map, Stop> {
        let (graph, to_goal) = (&self.graph, self.graph.to_goal());
        let here = match &self.chosen {
            Some(chosen) => chosen.clone(),
            None => (0..graph.len() as u32).collect(),
        };
        let mut edges = Vec::new();
        for (from, &position) in (0_u32..).zip(&here) {
            if from % POSITIONS_PER_POLL == 0 {
                cx.poll()?;
            }
            let first = edges.len();
            let to = graph.successors(position).iter().filter_map(|&to| self.number(to));
            edges.extend(to.filter(|&to| self.directed || from < to).map(|to| (from, to)));
            edges[first..].sort_unstable();
        }
        Ok(Map {
            positions: graph.len() as u64,
            solved: to_goal.iter().filter(|left| **left == Some(0)).count() as u64,
            lost: to_goal.iter().filter(|left| left.is_none()).count() as u64,
            sample: self.chosen.is_some(),
            merged: self.images.is_some(),
            directed: self.directed,
            from_start: here.iter().map(|&position| graph.depth(position)).collect(),
            to_goal: here.iter().map(|&position| to_goal[position as usize]).collect(),
            edges,
            path: graph.path().into_iter().filter_map(|position| self.number(position)).collect(),
            ..Map::default()
        })
    }

    /// The number of a position on the map, if it is there.
    pub(crate) fn locate(&self, position: &F::Board) -> Option<u32> {
        self.number(self.found(position)?)
    }

    fn found(&self, position: &F::Board) -> Option<u32> {
        let key = F::key_apart(self.board, position)?;
        self.graph.find(least(self.images.as_ref(), &key, &mut Vec::new()))
    }

    /// The fewest moves from the start to a position of the map, if it has such a position.
    ///
    /// # Errors
    /// The host's reason to stop.
    pub(crate) fn way_to(&self, number: u32, cx: &Context<'_>) -> Result<Option<Vec<F::Move>>, Stop> {
        let Some(mut position) = (match &self.chosen {
            Some(chosen) => chosen.get(number as usize).copied(),
            None => Some(number).filter(|&number| (number as usize) < self.graph.len()),
        }) else {
            return Ok(None);
        };
        let mut trail = Vec::new();
        while self.graph.depth(position) > 0 {
            trail.push(position);
            position = self.graph.parent(position);
        }
        let (mut at, mut moves) = (self.board.clone(), Vec::new());
        for &next in trail.iter().rev() {
            let mut step = None;
            for by in F::moves(&at) {
                cx.poll()?;
                let mut after = at.clone();
                if F::play(&mut after, &by).is_ok() && self.found(&after) == Some(next) {
                    step = Some((by, after));
                    break;
                }
            }
            let Some((by, after)) = step else { return Ok(None) };
            moves.push(by);
            at = after;
        }
        Ok(Some(moves))
    }
}
