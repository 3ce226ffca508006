//! The positions that a search keeps of a depth, those that it may keep of the next, and the steps that led to them.

use super::super::board::Direction;
use super::looks::Wrong;

/// Looks that are told apart.
const CLASSES: usize = 1 << 12;

/// A position, its cells elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// What is not at home yet.
    pub(super) wrong: Wrong,
    /// The name of the places of the blank and of the tiles that are due.
    pub(super) name: u64,
    /// The distances of all tiles.
    pub(super) far: u32,
    /// How it looks: less is better.
    pub(super) looks: i32,
    /// How much of that is the blank's place.
    pub(super) pull: i32,
    /// Where its last step is written down.
    pub(super) step: u32,
    pub(super) blank: u16,
    /// The number of the direction that leads back; none at the start.
    pub(super) back: u8,
}

/// A position that may be kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) name: u64,
    pub(super) looks: i32,
    /// The number of the position before it, and that of the direction in the low two bits.
    pub(super) from: u32,
}

/// Positions with their cells.
#[derive(Default)]
pub(super) struct Crowd {
    pub(super) nodes: Vec<Node>,
    pub(super) cells: Vec<u16>,
}

impl Crowd {
    pub(super) fn push(&mut self, node: Node, cells: &[u16]) {
        self.nodes.push(node);
        self.cells.extend_from_slice(cells);
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.cells.clear();
    }
}

/// Every step that was kept: the one before it, and the number of its direction in the low two bits.
pub(super) struct Steps(pub(super) Vec<u32>);

impl Steps {
    pub(super) fn push(&mut self, before: u32, to: usize) -> u32 {
        self.0.push(before << 2 | to as u32);
        self.0.len() as u32 - 1
    }

    pub(super) fn way(&self, mut step: u32) -> Vec<Direction> {
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

/// The children, those that look best first; of those that look alike, the first ones first. The worst are all alike.
pub(super) fn best_first(children: &[Child], order: &mut Vec<Child>) {
    let least = children.iter().map(|child| child.looks).min().unwrap_or(0);
    let class = |child: &Child| ((child.looks - least) as usize).min(CLASSES - 1);
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
