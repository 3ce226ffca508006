//! Beam search: of each depth only the positions with the best [evaluation](super::evaluation) are
//! kept.
//!
//! Of positions that differ only in tiles that need not come home yet, one is kept: otherwise they
//! would crowd out everything else as soon as it becomes difficult.
//!
//! A [`Frontier`] holds the positions of a depth. Candidates for the next depth are [`Child`]ren, a
//! [`StepLog`] holds the steps that led to them, and duplicates are detected by [`ZobristHashes`].

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Stop;
use fewest_search::beam::VisitedCache;
use fewest_search::hash::SplitMix64;
use fewest_search::threads::ThreadPoll;

use crate::rules::board::Direction;
use crate::solve::suboptimal::evaluation::{Evaluation, Phase, TileStep, WrongTiles};
use crate::solve::suboptimal::greedy_placement::HomeBoard;

/// Depths that are searched after a phase was first completed.
const SLACK: usize = 10;
/// The weight of the distances left against the steps taken when a phase ends, as a fraction: 1.5,
/// since a solution takes more steps than the distances.
const LEFT: (usize, usize) = (3, 2);
/// How much worse than the worst position kept of a depth a position of the next depth may be
/// evaluated.
const WORSE: i32 = 32;

/// The most steps that the log holds.
const MOST_STEPS: usize = 1 << 30;
/// No adjacent cell.
const NOWHERE: u16 = u16::MAX;

/// Returns a solution of fewer than `limit` steps; None if none is found.
///
/// # Errors
/// Why the context stopped it.
pub(crate) fn search(
    home_board: &HomeBoard,
    phases: &[Phase],
    width: usize,
    limit: usize,
    poll: &ThreadPoll<'_>,
) -> Result<Option<Vec<Direction>>, Stop> {
    let count = home_board.cells.len();
    let each = 8 * size_of::<Child>() + 4 * (size_of::<Node>() + 2 * count) + ZobristHashes::BYTES;
    let _lease = poll.cx().lease(width * (each + 4 * limit.min(MOST_STEPS / width)))?;
    let start: Vec<u16> = home_board.cells.iter().map(|&home| home as u16).collect();
    let node = Node {
        wrong: 0,
        hash: 0,
        far: home_board.distances() as u32,
        value: 0,
        pull: 0,
        step: 0,
        blank: home_board.blank as u16,
        back: Direction::ALL.len() as u8,
    };
    let mut waiting = BTreeMap::from([(0, Frontier { nodes: vec![node], cells: start })]);
    let mut steps = StepLog(vec![0]);
    let mut hashes = ZobristHashes::new(count, width);
    for (number, phase) in phases.iter().enumerate() {
        let is_last = number + 1 == phases.len();
        let beside =
            |cell: usize, to: Direction| home_board.beside(cell, to).filter(|&cell| !phase.is_fixed[cell]);
        let beside =
            |cell: usize| Direction::ALL.map(|to| beside(cell, to).map_or(NOWHERE, |cell| cell as u16));
        let mut search_once = PhaseSearch {
            home_board,
            phase,
            value: Evaluation::new(home_board, phase),
            beside: (0..count).map(beside).collect(),
            is_last,
            width,
            limit,
            worst: i32::MAX,
            hashes: &mut hashes,
        };
        let mut done = search_once.run(waiting, &mut steps, poll)?;
        if is_last {
            return Ok(done.pop_first().map(|(_, frontier)| steps.path(frontier.nodes[0].step)));
        }
        keep_best(&mut done, width, count);
        waiting = done;
        hashes.forget();
    }
    Ok(None)
}

/// Keeps the `width` positions with the least expected total length, by depth.
fn keep_best(done: &mut BTreeMap<usize, Frontier>, width: usize, count: usize) {
    let value = |depth: usize, node: &Node| LEFT.1 * depth + LEFT.0 * node.far as usize;
    let mut values: Vec<usize> = done
        .iter()
        .flat_map(|(&depth, frontier)| frontier.nodes.iter().map(move |node| value(depth, node)))
        .collect();
    if values.len() <= width {
        return;
    }
    let (_, &mut most, _) = values.select_nth_unstable(width - 1);
    for (&depth, frontier) in done.iter_mut() {
        let mut kept = Frontier::default();
        for (node, cells) in frontier.nodes.iter().zip(frontier.cells.chunks_exact(count)) {
            if value(depth, node) <= most {
                kept.push(*node, cells);
            }
        }
        *frontier = kept;
    }
    done.retain(|_, frontier| !frontier.nodes.is_empty());
}

/// The search of one phase.
struct PhaseSearch<'r> {
    home_board: &'r HomeBoard,
    phase: &'r Phase,
    value: Evaluation<'r>,
    /// The cells to which the blank may go from a cell, by direction.
    beside: Vec<[u16; 4]>,
    is_last: bool,
    width: usize,
    limit: usize,
    /// Positions with a worse value are dropped at once.
    worst: i32,
    hashes: &'r mut ZobristHashes,
}

impl PhaseSearch<'_> {
    /// Searches depth by depth, until the phase is completed at some depths; returns these
    /// positions.
    fn run(
        &mut self,
        mut waiting: BTreeMap<usize, Frontier>,
        steps: &mut StepLog,
        poll: &ThreadPoll<'_>,
    ) -> Result<BTreeMap<usize, Frontier>, Stop> {
        let count = self.home_board.cells.len();
        let mut done: BTreeMap<usize, Frontier> = BTreeMap::new();
        let (mut now, mut next) = (Frontier::default(), Frontier::default());
        let (mut children, mut order) = (Vec::new(), Vec::new());
        let mut depth = waiting.keys().next().copied().unwrap_or(0);
        loop {
            if let Some(more) = waiting.remove(&depth) {
                for (node, cells) in more.nodes.iter().zip(more.cells.chunks_exact(count)) {
                    now.push(self.entered(node, cells), cells);
                }
                self.worst = i32::MAX;
            }
            let is_over = done.keys().next().is_some_and(|first| self.is_last || depth > first + SLACK);
            if (is_over || now.nodes.is_empty()) && waiting.is_empty() || is_over && self.is_last {
                return Ok(done);
            }
            if depth >= self.limit || steps.0.len() + self.width > MOST_STEPS {
                return Ok(done);
            }
            children.clear();
            for (parent, (node, cells)) in now.nodes.iter().zip(now.cells.chunks_exact(count)).enumerate() {
                if self.is_done(cells) {
                    done.entry(depth).or_default().push(*node, cells);
                } else {
                    self.expand(depth, parent, node, cells, &mut children);
                }
            }
            poll.cx().counters.generated.fetch_add(children.len() as u64, Relaxed);
            poll.ask()?;
            by_value(&children, &mut order);
            self.keep(&order, &now, &mut next, steps);
            std::mem::swap(&mut now, &mut next);
            depth += 1;
        }
    }

    fn is_done(&self, cells: &[u16]) -> bool {
        self.phase.homes.iter().all(|&home| usize::from(cells[home]) == home)
    }

    /// Returns a position with the values of this phase.
    fn entered(&self, node: &Node, cells: &[u16]) -> Node {
        let blank = usize::from(node.blank);
        let mut hash = self.hashes.of(self.home_board.blank_home, blank);
        for (cell, &home) in
            cells.iter().enumerate().filter(|(_, home)| self.phase.is_due[usize::from(**home)])
        {
            hash ^= self.hashes.of(home.into(), cell);
        }
        let (value, wrong) = self.value.of(cells, blank);
        Node { wrong, hash, value, pull: self.value.pull(blank, wrong), ..*node }
    }

    /// Returns the step of the blank in a direction.
    #[inline]
    fn step(&self, node: &Node, cells: &[u16], to: usize) -> Option<TileStep> {
        let blank = usize::from(node.blank);
        let from: usize = Some(self.beside[blank][to]).filter(|&cell| cell != NOWHERE)?.into();
        Some(TileStep {
            home: cells[from].into(),
            from,
            to: blank,
            is_vertical: Direction::ALL[to].is_vertical(),
        })
    }

    /// Generates the successors of a position, without the reverse of its last step.
    fn expand(&self, depth: usize, parent: usize, node: &Node, cells: &[u16], children: &mut Vec<Child>) {
        for to in (0..Direction::ALL.len()).filter(|&to| to != usize::from(node.back)) {
            let Some(by) = self.step(node, cells, to) else { continue };
            let (is_nearer, change) = self.value.change(cells, by);
            let far = node.far as usize + if is_nearer { 0 } else { 2 };
            if depth + far >= self.limit {
                continue;
            }
            let pull = self.value.pull(by.from, self.value.wrong(node.wrong, by));
            let value = node.value + change + pull - node.pull;
            if value > self.worst {
                continue;
            }
            let of_blank = self.home_board.blank_home;
            let mut hash = node.hash ^ self.hashes.of(of_blank, by.to) ^ self.hashes.of(of_blank, by.from);
            if self.phase.is_due[by.home] {
                hash ^= self.hashes.of(by.home, by.from) ^ self.hashes.of(by.home, by.to);
            }
            children.push(Child { hash, value, from: (parent as u32) << 2 | to as u32 });
        }
    }

    /// Keeps the best of the new successors, up to the width.
    fn keep(&mut self, by_value: &[Child], now: &Frontier, next: &mut Frontier, steps: &mut StepLog) {
        let count = self.home_board.cells.len();
        next.clear();
        self.worst = i32::MAX;
        for &Child { hash, value, from } in by_value {
            if !self.hashes.insert(hash) {
                continue;
            }
            let (parent, to) = ((from >> 2) as usize, from as usize & 3);
            let before = &now.nodes[parent];
            let cells = &now.cells[parent * count..][..count];
            let Some(by) = self.step(before, cells, to) else { continue };
            let is_nearer =
                self.home_board.distance(by.to, by.home) < self.home_board.distance(by.from, by.home);
            let wrong = self.value.wrong(before.wrong, by);
            let node = Node {
                wrong,
                hash,
                far: if is_nearer { before.far - 1 } else { before.far + 1 },
                value,
                pull: self.value.pull(by.from, wrong),
                step: steps.push(before.step, to),
                blank: by.from as u16,
                // Up and down, left and right are adjacent in the list of directions.
                back: to as u8 ^ 1,
            };
            let at = next.cells.len();
            next.push(node, cells);
            next.cells.swap(at + by.from, at + by.to);
            if next.nodes.len() == self.width {
                self.worst = value.saturating_add(WORSE);
                return;
            }
        }
    }
}

/// The number of different values in the bucket sort.
const CLASSES: usize = 1 << 12;

/// A position; its cells are stored separately.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// The tiles that are due and not at home.
    pub(crate) wrong: WrongTiles,
    /// The hash of the cells of the blank and of the tiles that are due.
    pub(crate) hash: u64,
    /// The Manhattan distance of all tiles.
    pub(crate) far: u32,
    /// The evaluation: less is better.
    pub(crate) value: i32,
    /// The part of the evaluation that depends on the blank.
    pub(crate) pull: i32,
    /// The entry of its last step in the log.
    pub(crate) step: u32,
    pub(crate) blank: u16,
    /// The number of the direction that leads back; 4 at the start.
    pub(crate) back: u8,
}

/// A candidate for the next depth.
#[derive(Clone, Copy, Default)]
pub(crate) struct Child {
    pub(crate) hash: u64,
    pub(crate) value: i32,
    /// The number of its parent, and that of the direction in the low two bits.
    pub(crate) from: u32,
}

/// Positions with their cells.
#[derive(Default)]
pub(crate) struct Frontier {
    pub(crate) nodes: Vec<Node>,
    pub(crate) cells: Vec<u16>,
}

impl Frontier {
    pub(crate) fn push(&mut self, node: Node, cells: &[u16]) {
        self.nodes.push(node);
        self.cells.extend_from_slice(cells);
    }

    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
    }
}

/// Every step that was kept: the entry of the one before it, and the number of its direction in the
/// low two bits.
pub(crate) struct StepLog(pub(crate) Vec<u32>);

impl StepLog {
    pub(crate) fn push(&mut self, before: u32, to: usize) -> u32 {
        self.0.push(before << 2 | to as u32);
        self.0.len() as u32 - 1
    }

    pub(crate) fn path(&self, mut step: u32) -> Vec<Direction> {
        let mut path = Vec::new();
        while step != 0 {
            let said = self.0[step as usize];
            path.push(Direction::ALL[said as usize & 3]);
            step = said >> 2;
        }
        path.reverse();
        path
    }
}

/// Sorts the candidates by their values, stably, into `order`. The worst values are not
/// distinguished.
pub(crate) fn by_value(children: &[Child], order: &mut Vec<Child>) {
    let least = children.iter().map(|child| child.value).min().unwrap_or(0);
    let class = |child: &Child| ((child.value - least) as usize).min(CLASSES - 1);
    let mut begins = [0_u32; CLASSES];
    children.iter().for_each(|child| begins[class(child)] += 1);
    let mut sum = 0;
    for begin in &mut begins {
        sum += std::mem::replace(begin, sum);
    }
    order.clear();
    order.resize(children.len(), Child::default());
    for child in children {
        let place = &mut begins[class(child)];
        order[*place as usize] = *child;
        *place += 1;
    }
}

/// A random number for every tile on every cell, and the hashes of recent positions.
pub(crate) struct ZobristHashes {
    cells: usize,
    of: Vec<u64>,
    seen: VisitedCache,
}

impl ZobristHashes {
    /// The most bytes per position kept of a depth.
    pub(crate) const BYTES: usize = VisitedCache::BYTES;

    /// Returns hashes for a board of `cells` cells, with room for `width` positions per depth.
    pub(crate) fn new(cells: usize, width: usize) -> Self {
        let hashes = (0..(cells * cells) as u64).map(SplitMix64::at).collect();
        Self { cells, of: hashes, seen: VisitedCache::new(width) }
    }

    /// Returns the hash of a tile on a cell; those of several are combined by exclusive or.
    #[inline]
    pub(crate) fn of(&self, tile: usize, cell: usize) -> u64 {
        self.of[tile * self.cells + cell]
    }

    /// Forgets all hashes that were seen.
    pub(crate) fn forget(&mut self) {
        self.seen.forget();
    }

    /// Notes a hash. Returns whether it is new, as far as it is remembered.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        self.seen.insert(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_different_names() {
        let mut hashes = ZobristHashes::new(9, 8);
        let some: Vec<u64> = (0..8).map(|cell| hashes.of(3, cell) ^ hashes.of(8, cell + 1)).collect();
        assert!(some.iter().all(|&hash| hashes.insert(hash)));
        assert!(!some.iter().any(|&hash| hashes.insert(hash)));
        hashes.forget();
        assert!(some.iter().all(|&hash| hashes.insert(hash)));
    }
}
