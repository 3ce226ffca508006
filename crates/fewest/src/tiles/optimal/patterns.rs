//! The bound by tables: Manhattan distance, and twice what the tables of the patterns say beyond it.
//!
//! Patterns without a common tile add up. If the board can be mirrored so that the goal stays, the mirrored position has a bound of its own
//! from the same tables; it is looked up only if the first leaves the position alive.

use fewest_search::space::Bound;

use super::grid::{Direction, Grid, Turn};
use super::orders::{Orders, Slid as SlidOrders};
use super::sets::{MOST_CELLS, Numbers};
use super::slides::{Cells, Slides, State};

/// A pattern with its table, ready for looking up.
pub(super) struct Looked<'t> {
    /// The goal cells of its tiles, rising.
    pub(super) homes: &'t [u8],
    pub(super) cols: usize,
    pub(super) numbers: Numbers<'t>,
    pub(super) slid: SlidOrders<'t>,
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
    mirror: [u8; MOST_CELLS],
    is_mirrored: bool,
    /// By goal cell: whether the mirrored board is looked up first, because the tile is in a smaller table there. What that cuts off costs no
    /// look at the larger one, which is seldom in the processor's cache.
    mirror_first: [bool; MOST_CELLS],
    blank_home: u8,
}

/// What is carried from position to position.
#[derive(Clone, Copy)]
pub(super) struct Memo<const G: usize> {
    /// As the board is, and mirrored; both the same where it cannot be mirrored.
    placed: [[Placed; G]; 2],
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
        let as_it_is: [u8; MOST_CELLS] = std::array::from_fn(|at| at as u8);
        let turned = |turn: Turn| std::array::from_fn(|at| if cell(at) { turn.cell(at) as u8 } else { 0 });
        let seen = mirror.map_or(as_it_is, turned);
        let bytes = |home: u8| {
            let pattern = looked.get(usize::from(pattern_of[usize::from(home)]));
            pattern.map_or(0, |looked| looked.table.len())
        };
        let mirror_first = as_it_is.map(|home| bytes(seen[usize::from(home)]) < bytes(home));
        let is_mirrored = mirror.is_some();
        Self { looked, pattern_of, distance, mirror: seen, is_mirrored, mirror_first, blank_home }
    }

    fn all(&self, cell_of: impl Fn(usize) -> usize) -> [Placed; G] {
        let mut all = [0; G];
        all.iter_mut().zip(&self.looked).for_each(|(placed, looked)| *placed = looked.first(&cell_of));
        all
    }

    /// After the tile with goal cell `home` slid, in a view.
    #[inline(always)]
    fn slid<const VIEW: usize>(&self, memo: &Memo<G>, slid: Slid) -> [Placed; G] {
        let seen = |cell: usize| if VIEW == 0 { cell } else { usize::from(self.mirror[cell]) & CELL };
        let all = memo.placed[VIEW];
        let number = usize::from(self.pattern_of[seen(slid.home)]);
        if number >= G {
            return all;
        }
        let after = self.looked[number].slid(all[number], seen(slid.from), seen(slid.to));
        std::array::from_fn(|at| if at == number { after } else { all[at] })
    }

    /// The bound after a slide, looked up in one view and, if that does not cut the position off, in the other.
    #[inline(always)]
    fn both<const FIRST: usize, const SECOND: usize>(
        &self,
        memo: &Memo<G>,
        slid: Slid,
        limit: u32,
    ) -> Result<Memo<G>, u32> {
        let steps = &self.distance[slid.home];
        let manhattan = memo.manhattan + u32::from(steps[slid.to]) - u32::from(steps[slid.from]);
        let mut placed = [self.slid::<FIRST>(memo, slid); 2];
        let bound = manhattan + beyond(&placed[FIRST]);
        if bound > limit {
            return Err(bound);
        }
        if self.is_mirrored {
            placed[SECOND] = self.slid::<SECOND>(memo, slid);
            let bound = manhattan + beyond(&placed[SECOND]);
            if bound > limit {
                return Err(bound);
            }
        }
        Ok(Memo { placed, manhattan })
    }
}

/// A tile, named by its goal cell, that slid from a cell to its neighbour.
#[derive(Clone, Copy)]
struct Slid {
    home: usize,
    from: usize,
    to: usize,
}

/// Numbers of cells have these bits.
const CELL: usize = MOST_CELLS - 1;

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
        let mirror = self.mirror.map(usize::from);
        let back = |home: usize| mirror.iter().position(|&to| to == home).unwrap_or(home);
        let placed = [self.all(|home| cell_of[home]), self.all(|home| mirror[cell_of[back(home)]])];
        Memo { placed, manhattan }
    }

    #[inline(always)]
    fn moves_left(&self, memo: Memo<G>) -> u32 {
        memo.manhattan + beyond(&memo.placed[0]).max(beyond(&memo.placed[1]))
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
        let (to, from_cell) = (usize::from(from.blank) & CELL, usize::from(to.blank) & CELL);
        let slid = Slid { home: from.cells.get(from_cell) & CELL, from: from_cell, to };
        if self.mirror_first[slid.home] {
            self.both::<1, 0>(&memo, slid, limit)
        } else {
            self.both::<0, 1>(&memo, slid, limit)
        }
    }
}
