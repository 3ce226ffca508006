//! A wide search: of each depth only the positions that look best are kept.
//!
//! What looks best is told by the distances of the tiles from their places, weighted by the [plan](super::plan), and by pairs that are
//! in each other's way in their line. Of positions that differ only in tiles which need not come home yet, one is kept: otherwise
//! they would crowd out everything else as soon as it becomes difficult.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use fewest_search::Stop;
use fewest_search::team::Turn;

use super::super::board::Direction;
use super::field::Field;
use super::names::Names;
use super::plan::Phase;

/// What a pair in each other's way counts, in parts of one step.
const CONFLICT: i32 = 1;
/// Depths that are looked at after a phase was first done.
const SLACK: usize = 10;
/// What the distances left count against steps taken, when phases end: a half more, for it takes more than the distances.
const LEFT: (usize, usize) = (3, 2);

/// A position, its cells elsewhere.
#[derive(Clone, Copy)]
struct Node {
    blank: u32,
    /// The distances of all tiles.
    far: u32,
    /// How it looks: less is better.
    looks: i32,
    /// The name of the places of the blank and of the tiles that are due.
    name: u64,
    /// Where its last step is written down.
    step: u32,
}

/// A position that may be kept.
#[derive(Clone, Copy)]
struct Child {
    node: Node,
    parent: u32,
    to: Direction,
}

/// Positions with their cells.
#[derive(Default)]
struct Crowd {
    nodes: Vec<Node>,
    cells: Vec<u16>,
}

impl Crowd {
    fn push(&mut self, node: Node, cells: &[u16]) {
        self.nodes.push(node);
        self.cells.extend_from_slice(cells);
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
    }
}

/// Every step that was kept: the one before it, and its direction in the low two bits.
struct Steps(Vec<u32>);

impl Steps {
    fn push(&mut self, before: u32, to: Direction) -> u32 {
        self.0.push(before << 2 | Direction::ALL.iter().position(|&other| other == to).unwrap_or(0) as u32);
        self.0.len() as u32 - 1
    }

    fn way(&self, mut step: u32) -> Vec<Direction> {
        let mut way = Vec::new();
        while step != 0 {
            let said = self.0[step as usize];
            way.push(Direction::ALL[said as usize & 3]);
            step = said >> 2;
        }
        way.reverse();
        way
    }
}

/// Looks that are told apart.
const CLASSES: usize = 1 << 12;
/// The most steps that can be written down.
const MOST_STEPS: usize = 1 << 30;

/// A way home of fewer than `limit` steps, if one is found.
///
/// # Errors
/// Why it was stopped.
pub(super) fn search(
    field: &Field,
    phases: &[Phase],
    width: usize,
    limit: usize,
    turn: &Turn<'_>,
) -> Result<Option<Vec<Direction>>, Stop> {
    let count = field.cells.len();
    let bytes = |width: usize| {
        width * (8 * size_of::<Child>() + 4 * 2 * count + 12 * 8) + 4 * width * limit.min(MOST_STEPS / width)
    };
    let _lease = turn.host().lease(bytes(width))?;
    let start: Vec<u16> = field.cells.iter().map(|&home| home as u16).collect();
    let node = Node { blank: field.blank as u32, far: field.distances() as u32, looks: 0, name: 0, step: 0 };
    let mut waiting = BTreeMap::from([(0, Crowd { nodes: vec![node], cells: start })]);
    let mut steps = Steps(vec![0]);
    for (number, phase) in phases.iter().enumerate() {
        let is_last = number + 1 == phases.len();
        let mut round = Round { field, phase, is_last, width, limit, names: Names::new(count, width) };
        let mut done = round.run(waiting, &mut steps, turn)?;
        if is_last {
            return Ok(done.pop_first().map(|(_, crowd)| steps.way(crowd.nodes[0].step)));
        }
        thin_out(&mut done, width, count);
        waiting = done;
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
struct Round<'r> {
    field: &'r Field,
    phase: &'r Phase,
    is_last: bool,
    width: usize,
    limit: usize,
    names: Names,
}

impl Round<'_> {
    /// Depth by depth, until positions were done for some depths; gives these.
    fn run(
        &mut self,
        mut waiting: BTreeMap<usize, Crowd>,
        steps: &mut Steps,
        turn: &Turn<'_>,
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
            turn.host().counters.generated.fetch_add(children.len() as u64, Relaxed);
            turn.ask()?;
            next.clear();
            self.names.begin();
            best_first(&children, &mut order);
            for &at in &order {
                let Child { mut node, parent, to } = children[at as usize];
                if !self.names.insert(node.name) {
                    continue;
                }
                let parent = parent as usize;
                let before = now.nodes[parent].blank as usize;
                node.step = steps.push(node.step, to);
                next.push(node, &now.cells[parent * count..][..count]);
                let moved = next.cells.len() - count;
                next.cells.swap(moved + before, moved + node.blank as usize);
                if next.nodes.len() == self.width {
                    break;
                }
            }
            std::mem::swap(&mut now, &mut next);
            depth += 1;
        }
    }

    fn is_done(&self, cells: &[u16]) -> bool {
        self.phase.homes.iter().all(|&home| usize::from(cells[home]) == home)
    }

    /// A position as this phase sees it.
    fn entered(&self, node: &Node, cells: &[u16]) -> Node {
        let mut looks = 0;
        let mut name = self.names.of(self.field.blank_home, node.blank as usize);
        for (cell, &home) in cells.iter().enumerate() {
            let home = usize::from(home);
            looks += self.phase.weights[home] * self.field.distance(cell, home) as i32;
            if self.phase.is_due[home] {
                name ^= self.names.of(home, cell);
            }
        }
        Node { looks, name, ..*node }
    }

    /// The steps from a position that do not lead back.
    fn expand(&self, depth: usize, parent: usize, node: &Node, cells: &[u16], children: &mut Vec<Child>) {
        let blank = node.blank as usize;
        for to in Direction::ALL {
            let Some(cell) = self.field.beside(blank, to).filter(|&cell| !self.phase.is_fixed[cell]) else {
                continue;
            };
            let home = usize::from(cells[cell]);
            let is_nearer = self.field.distance(blank, home) < self.field.distance(cell, home);
            let far = if is_nearer { node.far - 1 } else { node.far + 1 };
            if depth + 1 + far as usize >= self.limit {
                continue;
            }
            let of_blank = self.field.blank_home;
            let mut name = node.name ^ self.names.of(of_blank, blank) ^ self.names.of(of_blank, cell);
            if self.phase.is_due[home] {
                name ^= self.names.of(home, cell) ^ self.names.of(home, blank);
            }
            if self.names.was_seen(name) {
                continue;
            }
            let change = if is_nearer { -1 } else { 1 }
                + CONFLICT
                    * (self.conflicts(cells, home, blank, cell, to)
                        - self.conflicts(cells, home, cell, blank, to));
            let looks = node.looks + self.phase.weights[home] * change;
            let node = Node { blank: cell as u32, far, looks, name, step: node.step };
            children.push(Child { node, parent: parent as u32, to });
        }
    }

    /// The tiles that would be in the way of a tile on a cell, in the line that it comes to by a step up or down, or to the left or
    /// right: both belong there, in the other order. What lies on `without` does not count.
    fn conflicts(&self, cells: &[u16], home: usize, at: usize, without: usize, to: Direction) -> i32 {
        let (columns, blank_home) = (self.field.columns, self.field.blank_home);
        let ((row, column), (home_row, home_column)) = (self.field.line(at), self.field.line(home));
        let is_wrong = |cell: usize| {
            let other = usize::from(cells[cell]);
            let (other_row, other_column) = self.field.line(other);
            let belongs = if to.is_vertical() { other_row == row } else { other_column == column };
            let is_tile = cell != at && cell != without && other != blank_home;
            belongs && is_tile && (cell < at) != (other < home)
        };
        if to.is_vertical() && home_row == row {
            (row * columns..(row + 1) * columns).filter(|&cell| is_wrong(cell)).count() as i32
        } else if !to.is_vertical() && home_column == column {
            (column..cells.len()).step_by(columns).filter(|&cell| is_wrong(cell)).count() as i32
        } else {
            0
        }
    }
}

/// The numbers of the children, those that look best first; of those that look alike, the first ones first. The worst are all alike.
fn best_first(children: &[Child], order: &mut Vec<u32>) {
    let least = children.iter().map(|child| child.node.looks).min().unwrap_or(0);
    let class = |child: &Child| ((child.node.looks - least) as usize).min(CLASSES - 1);
    let mut begins = [0_u32; CLASSES];
    children.iter().for_each(|child| begins[class(child)] += 1);
    let mut sum = 0;
    for begin in &mut begins {
        sum += std::mem::replace(begin, sum);
    }
    order.clear();
    order.resize(children.len(), 0);
    for (number, child) in (0..).zip(children) {
        let place = &mut begins[class(child)];
        order[*place as usize] = number;
        *place += 1;
    }
}
