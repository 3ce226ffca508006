//! The state space for breadth-first search: boards of at most 16 cells in one word, four bits per
//! cell, cell 0 lowest.

use fewest_search::{EdgeKind, StateSpace};

use crate::rules::arrangement::{Arrangement, Tile};
use crate::rules::board::{Board, Metric};
use crate::rules::grid::Grid;
use fewest_core::Images;

/// The most cells that fit into a word.
pub(crate) const MOST_CELLS: usize = 16;

/// The lowest bit of every cell.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The state space of a board.
pub(crate) struct PackedSpace {
    start: u64,
    goal: u64,
    /// By cell of the blank and direction: the cells that the blank passes, in order.
    rays: Vec<[Vec<u32>; 4]>,
    /// The lowest bit of every cell of the board.
    ones: u64,
    metric: Metric,
    columns: usize,
    marked: MarkedTiles,
}

/// A set of tiles, given by bits of their numbers: those with `bits` where `mask` has ones.
#[derive(Clone, Copy)]
struct MarkedTiles {
    mask: u64,
    bits: u64,
}

impl MarkedTiles {
    /// Returns a set of four tiles of a board, or nearly: their cells distribute positions evenly,
    /// and few moves change them.
    fn of(cells: usize) -> Self {
        let has = |tile: u64, mask: u64, bits: u64| tile & mask == bits;
        let all = (1..16)
            .flat_map(|mask| (1..16).filter(move |bits| bits & mask == *bits).map(move |bits| (mask, bits)));
        let far = |&(mask, bits): &(u64, u64)| {
            (1..cells as u64).filter(|&tile| has(tile, mask, bits)).count().abs_diff(4)
        };
        let (mask, bits) = all.min_by_key(far).unwrap_or((15, 1));
        Self { mask: mask * ONES, bits: bits * ONES }
    }

    /// Returns a bit in every cell with a tile of the set.
    fn cells(self, key: u64) -> u64 {
        let differing = (key ^ self.bits) & self.mask;
        let pairs = differing | differing >> 1;
        !(pairs | pairs >> 2) & ONES
    }
}

/// Returns the key of an arrangement of at most [`MOST_CELLS`] cells.
pub(crate) fn key(arrangement: &Arrangement) -> u64 {
    arrangement.cells().iter().rev().fold(0, |key, &tile| key << 4 | u64::from(tile))
}

/// Returns the arrangement of a key.
pub(crate) fn arrangement(key: u64, rows: usize, columns: usize) -> Option<Arrangement> {
    let cells = (0..rows * columns).map(|cell| (key >> (4 * cell) & 15) as Tile).collect();
    Arrangement::new(rows, columns, cells).ok()
}

impl PackedSpace {
    /// Returns the state space of everything reachable from a board; None if its cells do not fit
    /// into a word.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        let cells = rows * columns;
        if cells > MOST_CELLS {
            return None;
        }
        let most = if board.metric == Metric::Steps { 1 } else { usize::MAX };
        let way = |blank: usize, to: usize| -> Vec<u32> {
            let (row, column) = (blank / columns, blank % columns);
            let passed: Vec<usize> = match to {
                0 => (0..row).rev().map(|row| row * columns + column).collect(),
                1 => (row + 1..rows).map(|row| row * columns + column).collect(),
                2 => (0..column).rev().map(|column| row * columns + column).collect(),
                _ => (column + 1..columns).map(|column| row * columns + column).collect(),
            };
            passed.into_iter().take(most).map(|cell| 4 * cell as u32).collect()
        };
        Some(Self {
            start: key(board.now()),
            goal: key(board.goal()),
            rays: (0..cells).map(|blank| [0, 1, 2, 3].map(|to| way(blank, to))).collect(),
            ones: ONES >> (4 * (MOST_CELLS - cells)),
            metric: board.metric,
            columns,
            marked: MarkedTiles::of(cells),
        })
    }

    /// Returns the cell of the blank: the only one whose bits are all clear.
    fn blank(&self, key: u64) -> u32 {
        let pairs = key | key >> 1;
        let filled = pairs | pairs >> 2;
        (!filled & self.ones).trailing_zeros()
    }
}

impl StateSpace for PackedSpace {
    fn words(&self) -> usize {
        1
    }

    fn kind(&self) -> EdgeKind {
        EdgeKind::Undirected
    }

    fn positions(&self) -> Option<u64> {
        let cells = self.rays.len() as u64;
        let is_line = self.columns == 1 || self.columns as u64 == cells;
        Some(if is_line { cells } else { (3..=cells).product() })
    }

    fn side(&self, key: &[u64]) -> Option<bool> {
        let blank = self.blank(key[0]) as usize / 4;
        (self.metric == Metric::Steps).then_some((blank / self.columns + blank % self.columns) % 2 == 1)
    }

    fn initial_states(&self, out: &mut Vec<u64>) {
        out.push(self.start);
    }

    fn expand(&self, parents: &[u64], out: &mut Vec<u64>) {
        for &parent in parents {
            let blank = self.blank(parent);
            for way in &self.rays[blank as usize / 4] {
                let (mut key, mut hole) = (parent, blank);
                for &cell in way {
                    let tile = key >> cell & 15;
                    key ^= tile << cell | tile << hole;
                    hole = cell;
                    out.push(key);
                }
            }
        }
    }

    fn goals(&self, keys: &[u64], hit: &mut Vec<usize>) {
        hit.extend((0..keys.len()).filter(|&index| keys[index] == self.goal));
    }

    fn partition_key(&self, key: &[u64]) -> u64 {
        self.marked.cells(key[0])
    }

    fn fingerprint(&self) -> String {
        let (cells, columns, metric) = (self.rays.len(), self.columns, self.metric);
        format!("tiles 1 {cells} {columns} {:x} {:x} {metric:?}", self.start, self.goal)
    }
}

/// Returns the images of keys under the symmetries that keep the grid and the goal cell of the
/// blank: cells are permuted, and tiles are renamed so that the goal maps to itself. None if there
/// is no such symmetry, or the board is too large.
pub(crate) fn images(board: &Board) -> Option<Images<'_>> {
    let grid = Grid { rows: board.rows(), cols: board.columns() };
    if grid.cells() > MOST_CELLS {
        return None;
    }
    let goal = board.goal().cells();
    let places = board.goal().places();
    let keeps = |cells: &Vec<usize>| cells[places[0]] == places[0];
    let turns = grid.symmetries().filter(|turn| !turn.is_identity() && turn.grid() == grid);
    let turns = turns.map(|turn| (0..grid.cells()).map(|cell| turn.cell(cell)).collect()).filter(keeps);
    // Of each symmetry where the cells go, and the new numbers of the tiles.
    let turns: Vec<(Vec<usize>, Vec<u64>)> = turns
        .map(|cells: Vec<usize>| {
            let names = places.iter().map(|&place| u64::from(goal[cells[place]])).collect();
            (cells, names)
        })
        .collect();
    let is_symmetric = !turns.is_empty();
    is_symmetric.then(|| -> Images<'_> {
        Box::new(move |key, out| {
            let tile = |cell: usize| (key[0] >> (4 * cell) & 15) as usize;
            out.extend(turns.iter().map(|(cells, names)| {
                let image = cells.iter().enumerate();
                image.fold(0, |image, (from, to)| image | names[tile(from)] << (4 * to))
            }));
        })
    })
}
