//! The positions that a search keeps of a depth, those that it may keep of the next, and the steps that led to them.

use crate::rules::board::Direction;
use crate::solve::suboptimal::evaluation::WrongTiles;

/// Looks that are told apart.
const CLASSES: usize = 1 << 12;

/// A position, its cells elsewhere.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// What is not at home yet.
    pub(crate) wrong: WrongTiles,
    /// The name of the places of the blank and of the tiles that are due.
    pub(crate) hash: u64,
    /// The distances of all tiles.
    pub(crate) far: u32,
    /// How it looks: less is better.
    pub(crate) value: i32,
    /// How much of that is the blank's place.
    pub(crate) pull: i32,
    /// Where its last step is written down.
    pub(crate) step: u32,
    pub(crate) blank: u16,
    /// The number of the direction that leads back; none at the start.
    pub(crate) back: u8,
}

/// A position that may be kept.
#[derive(Clone, Copy, Default)]
pub(crate) struct Child {
    pub(crate) hash: u64,
    pub(crate) value: i32,
    /// The number of the position before it, and that of the direction in the low two bits.
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

/// Every step that was kept: the one before it, and the number of its direction in the low two bits.
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

/// The children, those that look best first; of those that look alike, the first ones first. The worst are all alike.
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
