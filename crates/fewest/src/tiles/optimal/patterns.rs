//! The bound by tables: Manhattan distance, and twice what the tables of the patterns say beyond it.
//!
//! Patterns without a common tile add up. If the board can be mirrored so that the goal stays, the mirrored position has a bound of its own
//! from the same tables; it is looked up only if the first leaves the position alive.

use fewest_search::space::Bound;

use super::grid::{Direction, Grid, Turn};
use super::orders::Orders;
use super::pattern::Pattern;
use super::sets::{MOST_CELLS, Sets};
use super::slides::{Slides, State};

/// A pattern with its table, ready for looking up.
pub(super) struct Looked<'t> {
    pub(super) pattern: &'t Pattern,
    pub(super) sets: &'t Sets,
    pub(super) orders: &'t Orders,
    pub(super) table: &'t [u8],
}

impl Looked<'_> {
    /// Where the tiles of the pattern lie, if `cell_of` tells for every goal cell where its tile is.
    fn first(&self, cell_of: impl Fn(usize) -> usize) -> Placed {
        let mut tiles: Vec<(usize, u8)> =
            self.pattern.homes.iter().zip(0..).map(|(&home, tile)| (cell_of(usize::from(home)), tile)).collect();
        tiles.sort_unstable();
        let set = tiles.iter().fold(0, |set, (cell, _)| set | 1 << cell);
        let order: Vec<u8> = tiles.iter().map(|(_, tile)| *tile).collect();
        self.placed(set, Orders::number(&order))
    }

    #[inline(always)]
    fn placed(&self, set: u32, order: u16) -> Placed {
        let entry = self.sets.number(set) * self.orders.count() + usize::from(order);
        Placed { set, order, half: self.table[entry / 2] >> (4 * (entry & 1)) & 15 }
    }

    /// After the tile on `from` slid to its neighbour `to`.
    #[inline(always)]
    fn slid(&self, placed: Placed, from: usize, to: usize) -> Placed {
        let set = placed.set ^ 1 << from ^ 1 << to;
        let mut order = placed.order;
        let cols = self.pattern.grid.cols;
        if from.abs_diff(to) == cols {
            let between = placed.set >> (from.min(to) + 1) & ((1 << (cols - 1)) - 1);
            if between != 0 {
                let place = (placed.set & ((1 << from) - 1)).count_ones() as usize;
                let row = self.orders.row(place, between.count_ones() as usize, to > from);
                order = self.orders.slide(row, order);
            }
        }
        self.placed(set, order)
    }
}

/// How the tiles of a pattern lie, and half of what they need beyond Manhattan distance.
#[derive(Clone, Copy)]
struct Placed {
    set: u32,
    order: u16,
    half: u8,
}

const NOWHERE: Placed = Placed { set: 0, order: 0, half: 0 };

/// How all patterns lie, and the sum of their halves.
#[derive(Clone, Copy)]
struct All<const G: usize> {
    placed: [Placed; G],
    halves: u8,
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
    manhattan: u16,
    plain: All<G>,
    mirrored: All<G>,
}

impl<'t, const G: usize> Patterns<'t, G> {
    pub(super) fn new(grid: Grid, blank_home: u8, looked: Vec<Looked<'t>>, mirror: Option<Turn>) -> Self {
        assert!(looked.len() <= G && grid.cells() <= MOST_CELLS);
        let mut pattern_of = [G as u8; MOST_CELLS];
        for (number, looked) in looked.iter().enumerate() {
            looked.pattern.homes.iter().for_each(|&home| pattern_of[usize::from(home)] = number as u8);
        }
        let cell = |at: usize| at < grid.cells();
        let distance = std::array::from_fn(|home| {
            std::array::from_fn(|at| if cell(home) && cell(at) { grid.distance(home, at) as u8 } else { 0 })
        });
        let turned = |turn: Turn| std::array::from_fn(|at| if cell(at) { turn.cell(at) as u8 } else { 0 });
        Self { looked, pattern_of, distance, mirrored: mirror.map(turned), blank_home }
    }

    fn all(&self, cell_of: impl Fn(usize) -> usize) -> All<G> {
        let mut all = All { placed: [NOWHERE; G], halves: 0 };
        for (looked, placed) in self.looked.iter().zip(&mut all.placed) {
            *placed = looked.first(&cell_of);
            all.halves += placed.half;
        }
        all
    }

    /// After the tile with goal cell `home` slid.
    #[inline(always)]
    fn slid(&self, mut all: All<G>, home: usize, from: usize, to: usize) -> All<G> {
        let number = usize::from(self.pattern_of[home]);
        if number < G {
            let before = all.placed[number];
            let after = self.looked[number].slid(before, from, to);
            all.placed[number] = after;
            all.halves = all.halves - before.half + after.half;
        }
        all
    }
}

impl<const N: usize, const G: usize> Bound<Slides<N>> for Patterns<'_, G> {
    type Memo = Memo<G>;

    fn first(&self, space: &Slides<N>, state: &State<N>) -> Memo<G> {
        let mut cell_of = [0; MOST_CELLS];
        let mut manhattan = 0;
        for cell in 0..space.grid.cells() {
            let home = usize::from(state.home[cell]);
            cell_of[home] = cell;
            if home != usize::from(self.blank_home) {
                manhattan += u16::from(self.distance[home][cell]);
            }
        }
        let plain = self.all(|home| cell_of[home]);
        let mirrored = self.mirrored.map_or(plain, |mirror| {
            let turned = mirror.map(usize::from);
            let back = |home: usize| turned.iter().position(|&to| to == home).unwrap_or(home);
            self.all(|home| turned[cell_of[back(home)]])
        });
        Memo { manhattan, plain, mirrored }
    }

    #[inline(always)]
    fn moves_left(&self, memo: Memo<G>) -> u32 {
        u32::from(memo.manhattan) + 2 * u32::from(memo.plain.halves.max(memo.mirrored.halves))
    }

    #[inline(always)]
    fn next(
        &self,
        _: &Slides<N>,
        memo: Memo<G>,
        from: &State<N>,
        _: Direction,
        to: &State<N>,
        limit: u32,
    ) -> Result<Memo<G>, u32> {
        const CELL: usize = MOST_CELLS - 1;
        let (came_to, came_from) = (usize::from(from.blank) & CELL, usize::from(to.blank) & CELL);
        let home = usize::from(to.home[came_to % N]) & CELL;
        let steps = &self.distance[home];
        let manhattan = memo.manhattan + u16::from(steps[came_to]) - u16::from(steps[came_from]);
        let plain = self.slid(memo.plain, home, came_from, came_to);
        let bound = u32::from(manhattan) + 2 * u32::from(plain.halves);
        if bound > limit {
            return Err(bound);
        }
        let Some(mirror) = &self.mirrored else { return Ok(Memo { manhattan, plain, mirrored: plain }) };
        let turned = |cell: usize| usize::from(mirror[cell]) & CELL;
        let mirrored = self.slid(memo.mirrored, turned(home), turned(came_from), turned(came_to));
        let bound = u32::from(manhattan) + 2 * u32::from(mirrored.halves);
        if bound > limit {
            return Err(bound);
        }
        Ok(Memo { manhattan, plain, mirrored })
    }
}
