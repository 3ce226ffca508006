//! The frontier of a beam search: the positions kept of a depth, the candidates for the next, and
//! the log of steps that led to them.

use crate::rules::board::Direction;
use crate::solve::suboptimal::evaluation::WrongTiles;

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
