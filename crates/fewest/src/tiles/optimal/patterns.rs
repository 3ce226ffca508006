//! The bound by tables: Manhattan distance, and twice what the tables of the patterns say beyond it.
//!
//! Patterns without a common tile add up. If the board can be mirrored so that the goal stays, the mirrored position has a bound of its own
//! from the same tables; it is looked up only if the first leaves the position alive.

use fewest_search::space::Bound;

use super::grid::{Direction, Grid, Turn};
use super::orders::{Orders, Slid};
use super::sets::{MOST_CELLS, Numbers};
use super::slides::{Cells, Slides, State};

/// A pattern with its table, ready for looking up.
pub(super) struct Looked<'t> {
    /// The goal cells of its tiles, rising.
    pub(super) homes: &'t [u8],
    pub(super) cols: usize,
    pub(super) numbers: Numbers<'t>,
    pub(super) slid: Slid<'t>,
    pub(super) table: &'t [u8],
}

/// How the tiles of a pattern lie: the set of cells, the order there, and half of what they need beyond Manhattan distance. In one number,
/// since parts that are written apart and read together make the processor wait.
type Placed = u64;

fn half(placed: Placed) -> u64 {
    placed >> 48
}

impl Looked<'_> {
    /// Where the tiles of the pattern lie, if `cell_of` tells for every goal cell where its tile is.
    fn first(&self, cell_of: impl Fn(usize) -> usize) -> Placed {
        let mut tiles: Vec<(usize, u8)> =
            self.homes.iter().zip(0..).map(|(&home, tile)| (cell_of(usize::from(home)), tile)).collect();
        tiles.sort_unstable();
        let set = tiles.iter().fold(0, |set, (cell, _)| set | 1 << cell);
        let order: Vec<u8> = tiles.iter().map(|(_, tile)| *tile).collect();
        self.placed(set, Orders::number(&order))
    }

    #[inline(always)]
    fn placed(&self, set: u32, order: u16) -> Placed {
        let entry = self.numbers.number(set) * self.slid.count + usize::from(order);
        let half = self.table[entry / 2] >> (4 * (entry & 1)) & 15;
        u64::from(half) << 48 | u64::from(order) << 32 | u64::from(set)
    }

    /// After the tile on `from` slid to its neighbour `to`.
    #[inline(always)]
    fn slid(&self, placed: Placed, from: usize, to: usize) -> Placed {
        let (before, mut order) = (placed as u32, (placed >> 32) as u16);
        if from.abs_diff(to) == self.cols {
            let between = before >> (from.min(to) + 1) & ((1 << (self.cols - 1)) - 1);
            if between != 0 {
                let place = (before & ((1 << from) - 1)).count_ones() as usize;
                let row = self.slid.row(place, between.count_ones() as usize, to > from);
                order = self.slid.slide(row, order);
            }
        }
        self.placed(before ^ 1 << from ^ 1 << to, order)
    }
}

/// The bound of at most `G` patterns.
pub(super) struct Patterns<'t, const G: usize> {
    looked: Vec<Looked<'t>>,
    /// By goal cell: the number of the pattern, or `G` for a tile of none.
    pattern_of: [u8; MOST_CELLS],
    distance: [[u8; MOST_CELLS]; MOST_CELLS],
    /// What a mirror makes of the cells.
    mirrored: Option<[u8; MOST_CELLS]>,
    blank_home: u8,
}

/// What is carried from position to position.
#[derive(Clone, Copy)]
pub(super) struct Memo<const G: usize> {
    plain: [Placed; G],
    mirrored: [Placed; G],
    manhattan: u32,
}

impl<'t, const G: usize> Patterns<'t, G> {
    pub(super) fn new(grid: Grid, blank_home: u8, looked: Vec<Looked<'t>>, mirror: Option<Turn>) -> Self {
        assert!(looked.len() <= G && grid.cells() <= MOST_CELLS);
        let mut pattern_of = [G as u8; MOST_CELLS];
        for (number, looked) in looked.iter().enumerate() {
            looked.homes.iter().for_each(|&home| pattern_of[usize::from(home)] = number as u8);
        }
        let cell = |at: usize| at < grid.cells();
        let distance = std::array::from_fn(|home| {
            std::array::from_fn(|at| if cell(home) && cell(at) { grid.distance(home, at) as u8 } else { 0 })
        });
        let turned = |turn: Turn| std::array::from_fn(|at| if cell(at) { turn.cell(at) as u8 } else { 0 });
        Self { looked, pattern_of, distance, mirrored: mirror.map(turned), blank_home }
    }

    fn all(&self, cell_of: impl Fn(usize) -> usize) -> [Placed; G] {
        let mut all = [0; G];
        all.iter_mut().zip(&self.looked).for_each(|(placed, looked)| *placed = looked.first(&cell_of));
        all
    }

    /// After the tile with goal cell `home` slid.
    #[inline(always)]
    fn slid(&self, all: [Placed; G], home: usize, from: usize, to: usize) -> [Placed; G] {
        let number = usize::from(self.pattern_of[home]);
        if number >= G {
            return all;
        }
        let after = self.looked[number].slid(all[number], from, to);
        std::array::from_fn(|at| if at == number { after } else { all[at] })
    }
}

/// What the tables say beyond Manhattan distance.
#[inline(always)]
fn beyond<const G: usize>(all: &[Placed; G]) -> u32 {
    2 * all.iter().map(|&placed| half(placed)).sum::<u64>() as u32
}

impl<C: Cells, const G: usize> Bound<Slides<C>> for Patterns<'_, G> {
    type Memo = Memo<G>;

    fn first(&self, space: &Slides<C>, state: &State<C>) -> Memo<G> {
        let mut cell_of = [0; MOST_CELLS];
        let mut manhattan = 0;
        for cell in 0..space.grid.cells() {
            let home = state.cells.get(cell);
            cell_of[home] = cell;
            if home != usize::from(self.blank_home) {
                manhattan += u32::from(self.distance[home][cell]);
            }
        }
        let plain = self.all(|home| cell_of[home]);
        let mirrored = self.mirrored.map_or(plain, |mirror| {
            let turned = mirror.map(usize::from);
            let back = |home: usize| turned.iter().position(|&to| to == home).unwrap_or(home);
            self.all(|home| turned[cell_of[back(home)]])
        });
        Memo { plain, mirrored, manhattan }
    }

    #[inline(always)]
    fn moves_left(&self, memo: Memo<G>) -> u32 {
        memo.manhattan + beyond(&memo.plain).max(beyond(&memo.mirrored))
    }

    #[inline(always)]
    fn next(
        &self,
        _: &Slides<C>,
        memo: Memo<G>,
        from: &State<C>,
        _: Direction,
        to: &State<C>,
        limit: u32,
    ) -> Result<Memo<G>, u32> {
        const CELL: usize = MOST_CELLS - 1;
        let (came_to, came_from) = (usize::from(from.blank) & CELL, usize::from(to.blank) & CELL);
        let home = from.cells.get(came_from) & CELL;
        let steps = &self.distance[home];
        let manhattan = memo.manhattan + u32::from(steps[came_to]) - u32::from(steps[came_from]);
        let plain = self.slid(memo.plain, home, came_from, came_to);
        let bound = manhattan + beyond(&plain);
        if bound > limit {
            return Err(bound);
        }
        let Some(mirror) = &self.mirrored else { return Ok(Memo { plain, mirrored: plain, manhattan }) };
        let turned = |cell: usize| usize::from(mirror[cell]) & CELL;
        let mirrored = self.slid(memo.mirrored, turned(home), turned(came_from), turned(came_to));
        let bound = manhattan + beyond(&mirrored);
        if bound > limit {
            return Err(bound);
        }
        Ok(Memo { plain, mirrored, manhattan })
    }
}
