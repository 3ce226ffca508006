//! Sliding tiles as a workload: four bits per cell in one word, the blank is 0. And
//! breadth-first search written for sliding tiles alone: no trait objects, no batches, no budget,
//! no context.
//!
//! A small open-addressing table while the keys fit into the cache, then sorted layers, as in the
//! engine.

use fewest_search::{EdgeKind, StateSpace};

/// A rectangle of tiles, whose reachable positions are enumerated.
pub struct Tiles {
    /// The solved position.
    pub start: u64,
    /// For each cell the neighbouring cells, as shifts.
    beside: Vec<Vec<u32>>,
}

impl Tiles {
    /// Returns the solved rectangle of that size.
    pub fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        let beside = |cell: usize| {
            let (column, row) = (cell % width, cell / width);
            let mut near = Vec::new();
            if row > 0 {
                near.push(cell - width);
            }
            if column > 0 {
                near.push(cell - 1);
            }
            if column + 1 < width {
                near.push(cell + 1);
            }
            if row + 1 < height {
                near.push(cell + width);
            }
            near.into_iter().map(|cell| 4 * cell as u32).collect()
        };
        let start = (1..cells as u64).fold(0, |key, tile| key | tile << (4 * tile));
        Self { start, beside: (0..cells).map(beside).collect() }
    }

    /// Calls a function for every successor. Both sides of the comparison use this.
    #[inline(always)]
    pub fn successors(&self, key: u64) -> impl Iterator<Item = u64> {
        // The lowest nibble that is zero: borrow stops at it, and everything below it is without a
        // borrow.
        let gap =
            (key.wrapping_sub(0x1111_1111_1111_1111) & !key & 0x8888_8888_8888_8888).trailing_zeros() / 4;
        self.beside[gap as usize].iter().map(move |&shift| {
            let tile = key >> shift & 15;
            key ^ tile << shift | tile << (4 * gap)
        })
    }
}

impl StateSpace for Tiles {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &key in parents {
            out.extend(self.successors(key));
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend(keys.iter().enumerate().filter(|(_, key)| **key == self.start).map(|(at, _)| at));
    }

    fn fingerprint(&self) -> String {
        format!("tiles {:x}", self.start)
    }
}

/// The largest number of keys in the table; then the search continues with sorted layers.
const TABLE_KEYS: usize = 1 << 19;

/// Keys that wait to be inserted.
const AT_ONCE: usize = 256;

/// Keys in order of insertion, and a hash table of their indices plus one.
struct Table {
    arena: Vec<u64>,
    slots: Vec<u64>,
    shift: u32,
    /// Keys that are not in their first slot. This cannot be predicted, so keys are filtered
    /// without a branch, and the rest is inserted together.
    waiting: [u64; AT_ONCE],
    count: usize,
}

impl Table {
    fn new() -> Self {
        let waiting = [0; AT_ONCE];
        Self { arena: Vec::with_capacity(512), slots: vec![0; 1024], shift: 54, waiting, count: 0 }
    }

    #[inline(always)]
    fn spread(&self, key: u64) -> usize {
        ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline(always)]
    fn place(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut at = self.spread(key);
        loop {
            let slot = &mut self.slots[at & mask];
            if *slot == key + 1 {
                return false;
            }
            if *slot == 0 {
                *slot = key + 1;
                return true;
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn insert(&mut self, key: u64) {
        self.waiting[self.count & (AT_ONCE - 1)] = key;
        let first = self.slots[self.spread(key) & (self.slots.len() - 1)];
        self.count += usize::from(first != key + 1);
        if self.count == AT_ONCE {
            self.insert_waiting();
        }
    }

    fn insert_waiting(&mut self) {
        if 2 * (self.arena.len() + self.count) > self.slots.len() {
            self.grow();
        }
        for at in 0..self.count {
            let key = self.waiting[at];
            if self.place(key) {
                self.arena.push(key);
            }
        }
        self.count = 0;
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        self.shift -= 1;
        let arena = std::mem::take(&mut self.arena);
        for &key in &arena {
            self.place(key);
        }
        self.arena = arena;
        self.arena.reserve_exact(self.slots.len() / 2 - self.arena.len());
    }
}

/// Returns the sizes of all layers, including a last empty one.
pub fn bfs(tiles: &Tiles) -> Vec<u64> {
    let mut table = Table::new();
    table.insert(tiles.start);
    table.insert_waiting();
    let (mut sizes, mut goals) = (Vec::new(), 0);
    let (mut before, mut from) = (0, 0);
    loop {
        let to = table.arena.len();
        sizes.push((to - from) as u64);
        goals += table.arena[from..to].iter().filter(|&&key| key == tiles.start).count();
        if from == to {
            break;
        }
        for at in from..to {
            let key = table.arena[at];
            tiles.successors(key).for_each(|next| table.insert(next));
            if table.arena.len() > TABLE_KEYS {
                let mut last = table.arena[before..from].to_vec();
                let mut current = table.arena[from..to].to_vec();
                drop(table);
                last.sort_unstable();
                current.sort_unstable();
                bfs_sorted(tiles, last, current, &mut sizes, &mut goals);
                assert_eq!(goals, 1, "the start is met once");
                return sizes;
            }
        }
        table.insert_waiting();
        (before, from) = (from, to);
    }
    assert_eq!(goals, 1, "the start is met once");
    sizes
}

fn bfs_sorted(
    tiles: &Tiles,
    mut before: Vec<u64>,
    mut current: Vec<u64>,
    sizes: &mut Vec<u64>,
    goals: &mut usize,
) {
    let mut spare = Vec::new();
    while !current.is_empty() {
        let mut next = Vec::new();
        for &key in &current {
            next.extend(tiles.successors(key));
        }
        radix_sort(&mut next, &mut spare);
        let (mut olds, mut here) = (before.iter().copied().peekable(), current.iter().copied().peekable());
        next.dedup();
        next.retain(|&key| {
            while olds.next_if(|&old| old < key).is_some() {}
            while here.next_if(|&old| old < key).is_some() {}
            olds.peek() != Some(&key) && here.peek() != Some(&key)
        });
        next.shrink_to_fit();
        sizes.push(next.len() as u64);
        *goals += next.iter().filter(|&&key| key == tiles.start).count();
        before = std::mem::replace(&mut current, next);
    }
}

/// LSD radix sort by bytes; bytes that are equal in all keys are skipped.
fn radix_sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    let Some(&first) = keys.first() else { return };
    let differing = keys.iter().fold(0, |bits, key| bits | (key ^ first));
    spare.clear();
    spare.resize(keys.len(), 0);
    for shift in (0..64).step_by(8).filter(|shift| differing >> shift & 255 != 0) {
        let mut starts = [0_usize; 256];
        for key in keys.iter() {
            starts[(key >> shift & 255) as usize] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for &key in keys.iter() {
            let start = &mut starts[(key >> shift & 255) as usize];
            spare[*start] = key;
            *start += 1;
        }
        std::mem::swap(keys, spare);
    }
}
