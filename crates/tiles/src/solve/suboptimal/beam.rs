//! A wide search: of each depth only the positions that [look](super::looks) best are kept.
//!
//! Of positions that differ only in tiles which need not come home yet, one is kept: otherwise they would crowd out everything else as soon
//! as it becomes difficult.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Stop;
use fewest_search::threads::ThreadPoll;

use crate::rules::board::Direction;
use crate::solve::suboptimal::evaluation::{Looks, Move};
use crate::solve::suboptimal::frontier::{Child, Crowd, Node, Steps, best_first};
use crate::solve::suboptimal::home_board::Field;
use crate::solve::suboptimal::phases::Phase;
use crate::solve::suboptimal::zobrist::Names;

/// Depths that are looked at after a phase was first done.
const SLACK: usize = 10;
/// What the distances left count against steps taken, when phases end: a half more, for it takes more than the distances.
const LEFT: (usize, usize) = (3, 2);
/// How much worse than what was kept of a depth a position may look that could be kept of the next one.
const WORSE: i32 = 32;

/// The most steps that can be written down.
const MOST_STEPS: usize = 1 << 30;
/// No cell is there.
const NOWHERE: u16 = u16::MAX;

/// A way home of fewer than `limit` steps, if one is found.
///
/// # Errors
/// Why it was stopped.
pub(crate) fn search(
    field: &Field,
    phases: &[Phase],
    width: usize,
    limit: usize,
    turn: &ThreadPoll<'_>,
) -> Result<Option<Vec<Direction>>, Stop> {
    let count = field.cells.len();
    let each = 8 * size_of::<Child>() + 4 * (size_of::<Node>() + 2 * count) + Names::BYTES;
    let _lease = turn.cx().lease(width * (each + 4 * limit.min(MOST_STEPS / width)))?;
    let start: Vec<u16> = field.cells.iter().map(|&home| home as u16).collect();
    let node = Node {
        wrong: 0,
        name: 0,
        far: field.distances() as u32,
        looks: 0,
        pull: 0,
        step: 0,
        blank: field.blank as u16,
        back: Direction::ALL.len() as u8,
    };
    let mut waiting = BTreeMap::from([(0, Crowd { nodes: vec![node], cells: start })]);
    let mut steps = Steps(vec![0]);
    let mut names = Names::new(count, width);
    for (number, phase) in phases.iter().enumerate() {
        let is_last = number + 1 == phases.len();
        let beside =
            |cell: usize, to: Direction| field.beside(cell, to).filter(|&cell| !phase.is_fixed[cell]);
        let beside =
            |cell: usize| Direction::ALL.map(|to| beside(cell, to).map_or(NOWHERE, |cell| cell as u16));
        let mut round = Iteration {
            field,
            phase,
            looks: Looks::new(field, phase),
            beside: (0..count).map(beside).collect(),
            is_last,
            width,
            limit,
            worst: i32::MAX,
            names: &mut names,
        };
        let mut done = round.run(waiting, &mut steps, turn)?;
        if is_last {
            return Ok(done.pop_first().map(|(_, crowd)| steps.way(crowd.nodes[0].step)));
        }
        thin_out(&mut done, width, count);
        waiting = done;
        names.forget();
    }
    Ok(None)
}

/// Keeps the positions from which least is still to be expected, by their depths.
fn thin_out(done: &mut BTreeMap<usize, Crowd>, width: usize, count: usize) {
    let value = |depth: usize, node: &Node| LEFT.1 * depth + LEFT.0 * node.far as usize;
    let mut values: Vec<usize> = done
        .iter()
        .flat_map(|(&depth, crowd)| crowd.nodes.iter().map(move |node| value(depth, node)))
        .collect();
    if values.len() <= width {
        return;
    }
    let (_, &mut most, _) = values.select_nth_unstable(width - 1);
    for (&depth, crowd) in done.iter_mut() {
        let mut kept = Crowd::default();
        for (node, cells) in crowd.nodes.iter().zip(crowd.cells.chunks_exact(count)) {
            if value(depth, node) <= most {
                kept.push(*node, cells);
            }
        }
        *crowd = kept;
    }
    done.retain(|_, crowd| !crowd.nodes.is_empty());
}

/// One phase being searched.
struct Iteration<'r> {
    field: &'r Field,
    phase: &'r Phase,
    looks: Looks<'r>,
    /// The cells to which the blank may go from a cell, by direction.
    beside: Vec<[u16; 4]>,
    is_last: bool,
    width: usize,
    limit: usize,
    /// What looks worse need not be noted.
    worst: i32,
    names: &'r mut Names,
}

impl Iteration<'_> {
    /// Depth by depth, until positions were done for some depths; gives these.
    fn run(
        &mut self,
        mut waiting: BTreeMap<usize, Crowd>,
        steps: &mut Steps,
        turn: &ThreadPoll<'_>,
    ) -> Result<BTreeMap<usize, Crowd>, Stop> {
        let count = self.field.cells.len();
        let mut done: BTreeMap<usize, Crowd> = BTreeMap::new();
        let (mut now, mut next) = (Crowd::default(), Crowd::default());
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
            turn.cx().counters.generated.fetch_add(children.len() as u64, Relaxed);
            turn.ask()?;
            best_first(&children, &mut order);
            self.keep(&order, &now, &mut next, steps);
            std::mem::swap(&mut now, &mut next);
            depth += 1;
        }
    }

    fn is_done(&self, cells: &[u16]) -> bool {
        self.phase.homes.iter().all(|&home| usize::from(cells[home]) == home)
    }

    /// A position as this phase sees it.
    fn entered(&self, node: &Node, cells: &[u16]) -> Node {
        let blank = usize::from(node.blank);
        let mut name = self.names.of(self.field.blank_home, blank);
        for (cell, &home) in
            cells.iter().enumerate().filter(|(_, home)| self.phase.is_due[usize::from(**home)])
        {
            name ^= self.names.of(home.into(), cell);
        }
        let (looks, wrong) = self.looks.of(cells, blank);
        Node { wrong, name, looks, pull: self.looks.pull(blank, wrong), ..*node }
    }

    /// The step from a position to which a direction leads.
    #[inline]
    fn step(&self, node: &Node, cells: &[u16], to: usize) -> Option<Move> {
        let blank = usize::from(node.blank);
        let from: usize = Some(self.beside[blank][to]).filter(|&cell| cell != NOWHERE)?.into();
        Some(Move {
            home: cells[from].into(),
            from,
            to: blank,
            is_vertical: Direction::ALL[to].is_vertical(),
        })
    }

    /// The steps from a position that do not lead back.
    fn expand(&self, depth: usize, parent: usize, node: &Node, cells: &[u16], children: &mut Vec<Child>) {
        for to in (0..Direction::ALL.len()).filter(|&to| to != usize::from(node.back)) {
            let Some(by) = self.step(node, cells, to) else { continue };
            let (is_nearer, change) = self.looks.change(cells, by);
            let far = node.far as usize + if is_nearer { 0 } else { 2 };
            if depth + far >= self.limit {
                continue;
            }
            let pull = self.looks.pull(by.from, self.looks.wrong(node.wrong, by));
            let looks = node.looks + change + pull - node.pull;
            if looks > self.worst {
                continue;
            }
            let of_blank = self.field.blank_home;
            let mut name = node.name ^ self.names.of(of_blank, by.to) ^ self.names.of(of_blank, by.from);
            if self.phase.is_due[by.home] {
                name ^= self.names.of(by.home, by.from) ^ self.names.of(by.home, by.to);
            }
            children.push(Child { name, looks, from: (parent as u32) << 2 | to as u32 });
        }
    }

    /// Keeps the best of the children that are new, as many as there is room for.
    fn keep(&mut self, best_first: &[Child], now: &Crowd, next: &mut Crowd, steps: &mut Steps) {
        let count = self.field.cells.len();
        next.clear();
        self.worst = i32::MAX;
        for &Child { name, looks, from } in best_first {
            if !self.names.insert(name) {
                continue;
            }
            let (parent, to) = ((from >> 2) as usize, from as usize & 3);
            let before = &now.nodes[parent];
            let cells = &now.cells[parent * count..][..count];
            let Some(by) = self.step(before, cells, to) else { continue };
            let is_nearer = self.field.distance(by.to, by.home) < self.field.distance(by.from, by.home);
            let wrong = self.looks.wrong(before.wrong, by);
            let node = Node {
                wrong,
                name,
                far: if is_nearer { before.far - 1 } else { before.far + 1 },
                looks,
                pull: self.looks.pull(by.from, wrong),
                step: steps.push(before.step, to),
                blank: by.from as u16,
                // Up and down, left and right are neighbours in the list.
                back: to as u8 ^ 1,
            };
            let at = next.cells.len();
            next.push(node, cells);
            next.cells.swap(at + by.from, at + by.to);
            if next.nodes.len() == self.width {
                self.worst = looks.saturating_add(WORSE);
                return;
            }
        }
    }
}
