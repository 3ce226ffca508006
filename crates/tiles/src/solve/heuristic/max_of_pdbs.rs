//! The maximum over several partitions of additive 1-bit pattern databases (Clausecker and
//! Reinefeld 2019).
//!
//! The maximum of several partitions is much better than any of them, but each costs memory
//! accesses. Most are not needed: a slide changes the value of a partition by exactly 1, so only a
//! partition whose value is at the threshold can cut the position off. The tables of those are
//! looked up first; the others, which the nodes below need, only if none of them did.
//!
//! | property | |
//! |---|---|
//! | admissible | yes |
//! | consistent | yes: the value of each partition changes by 1 per move |
//! | memory | one bit per entry: 14 tables of 22.6 MB for 5 x 5 |
//! | cost per node | one prefetched lookup per table with the tile and view, fewer after a cutoff |

use fewest_search::heuristic::{IncrementalHeuristic, Step};

use crate::rules::board::Direction;
use crate::rules::grid::{Grid, Symmetry};
use crate::solve::heuristic::fetch;
use crate::solve::pdb::bit_pdb::{
    BitPdb, CollectionMember, MOST_PARTITIONS, MOST_TABLES, PdbCollection, order_bytes,
};
use crate::solve::pdb::index::{
    self, CellSetRanks, IndexSlide, MOST_CELLS, ORDER_AT, PatternIndex, PermutationRanks,
};
use crate::solve::pdb::pattern::BlankRegions;
use crate::solve::slide_space::{Cells, SlideSpace, State};

/// A number for each partition, 16 bits each: the first four in one word, the others in the second.
type PerPartition = [u64; 2];

/// 1 for each of four partitions, and the highest bit of each.
const ONES: u64 = u64::MAX / 0xFFFF;
const HIGHEST: u64 = ONES << 15;

/// Returns the partitions whose number is `number`, one bit each.
#[inline(always)]
fn equal(each: PerPartition, number: u32) -> usize {
    let [low, high] = each.map(|four| {
        let differ = four ^ (ONES * u64::from(number));
        // Anything but 0 carries into the highest bit, or has it.
        let same = (!(((differ & !HIGHEST) + !HIGHEST) | differ) & HIGHEST) >> 15;
        // Gathers four bits that are 16 apart.
        (same.wrapping_mul(1 << 60 | 1 << 45 | 1 << 30 | 1 << 15) >> 60) as usize
    });
    high << 4 | low
}

/// A set of tables in both views, one bit each, the second view above the first.
type TableSet = u32;

/// The members of a set.
#[inline(always)]
fn members_of(mut set: TableSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

impl CollectionMember<'_> {
    /// Returns 1 for each partition that the table belongs to.
    fn is_in(&self) -> PerPartition {
        let mut each = [0; 2];
        self.partitions.iter().for_each(|at| each[at / 4] |= 1 << (16 * (at % 4)));
        each
    }
}

/// The maximum over the partitions of a collection.
pub(crate) struct MaxOfPdbs<'t> {
    members: Vec<CollectionMember<'t>>,
    /// By table: what a lookup needs.
    lookups: [Option<BitPdbLookup<'t>>; MOST_TABLES],
    /// By goal cell: the tables with the tile.
    with: [TableSet; MOST_CELLS],
    /// By set of partitions: their tables.
    tables_of: [u16; 1 << MOST_PARTITIONS],
    /// 1 for each partition, in each view.
    one_each: [PerPartition; 2],
    /// By view, cell of the blank, and direction in which it goes.
    slides: Box<[IndexSlide; SLIDES]>,
    mirror: Option<[u8; MOST_CELLS]>,
}

/// What a lookup in a table needs.
#[derive(Clone, Copy)]
struct BitPdbLookup<'t> {
    numbers: CellSetRanks<'t>,
    ranks: &'t PermutationRanks,
    regions: &'t BlankRegions,
    table: &'t [u8],
    order_bytes: usize,
    is_in: PerPartition,
}

const SLIDES: usize = 2 * MOST_CELLS * 4;
/// Tables in both views.
const TABLES_IN_VIEWS: usize = 2 * MOST_TABLES;

/// The heuristic state of a position.
#[derive(Clone, Copy)]
pub(crate) struct MaxOfPdbsState {
    /// The pattern index of each table; for the board as it is, and mirrored.
    indices: [PatternIndex; TABLES_IN_VIEWS],
    values: ValuesMod4,
    /// The value of each partition.
    sums: [PerPartition; 2],
}

/// The value of each table modulo 4, as two bits: the tables determine no more than these.
#[derive(Clone, Copy, Default)]
struct ValuesMod4 {
    ones: TableSet,
    twos: TableSet,
}

impl ValuesMod4 {
    /// Returns the tables of `lookups` whose value increases by 1 with a slide, given the bits read
    /// from them; the others decrease by 1.
    #[inline(always)]
    fn up(self, lookups: TableSet, seen: TableSet) -> TableSet {
        !(self.ones ^ self.twos ^ seen) & lookups
    }

    /// Returns the values after those of `lookups` that are in `up` increased by 1 and the others
    /// decreased by 1.
    #[inline(always)]
    fn after(self, lookups: TableSet, up: TableSet) -> Self {
        Self { ones: self.ones ^ lookups, twos: self.twos ^ lookups & !(self.ones ^ up) }
    }
}

impl MaxOfPdbsState {
    /// The values of all partitions.
    fn all(&self) -> impl Iterator<Item = u32> {
        let four = |sums: u64| (0..4).map(move |at| (sums >> (16 * at)) as u32 & 0xFFFF);
        self.sums.into_iter().flatten().flat_map(four)
    }

    /// Returns the evaluation of a position for beam search: the maximum of the partitions, ties
    /// broken by their sum. Less is better.
    pub(crate) fn evaluation(&self) -> u32 {
        const TOGETHER: u32 = 12;
        let (most, together) = self.all().fold((0, 0), |(most, sum), says| (says.max(most), sum + says));
        most << TOGETHER | together.min((1 << TOGETHER) - 1)
    }
}

impl<'t> MaxOfPdbs<'t> {
    /// Returns the heuristic of a collection of tables.
    pub(crate) fn of(tables: &'t PdbCollection<'_>, mirror: Option<Symmetry>) -> Self {
        Self::new(tables.grid(), tables.members(), mirror)
    }

    /// Every tile must be in one table of each partition.
    fn new(grid: Grid, members: Vec<CollectionMember<'t>>, mirror: Option<Symmetry>) -> Self {
        assert!(members.len() <= MOST_TABLES && grid.cells() <= MOST_CELLS);
        let cell = |at: usize| at < grid.cells();
        let as_it_is: [u8; MOST_CELLS] = std::array::from_fn(|at| at as u8);
        let seen = |symmetry: Symmetry| {
            std::array::from_fn(|at| if cell(at) { symmetry.cell(at) as u8 } else { at as u8 })
        };
        let mirror = mirror.map(seen);
        let views: Vec<[u8; MOST_CELLS]> = [Some(as_it_is), mirror].into_iter().flatten().collect();
        let slide = |at: usize| {
            let (view, blank, by) = (at / (4 * MOST_CELLS), at / 4 % MOST_CELLS, Direction::ALL[at % 4]);
            let from = Some(blank).filter(|&blank| cell(blank)).and_then(|blank| grid.step(blank, by))?;
            let seen = views.get(view)?;
            Some(IndexSlide::new(seen[from].into(), seen[blank].into()))
        };
        let numbered = || members.iter().enumerate();
        let with = |home: usize| {
            let tables = views.iter().enumerate().flat_map(|(view, seen)| {
                let with =
                    numbered().filter(|(_, member)| member.bit_pdb.pattern.homes.contains(&seen[home]));
                with.map(move |(table, _)| view * MOST_TABLES + table)
            });
            tables.fold(0, |set, at| set | 1 << at)
        };
        let tables_of = |partitions: usize| {
            let is_in =
                |member: &CollectionMember<'_>| member.partitions.iter().any(|at| partitions >> at & 1 == 1);
            numbered().filter(|(_, member)| is_in(member)).fold(0, |set, (table, _)| set | 1 << table)
        };
        let lookups = |member: &CollectionMember<'t>| {
            let BitPdb { sets, regions, table, .. } = member.bit_pdb;
            let (ranks, is_in) = (member.ranks, member.is_in());
            BitPdbLookup {
                numbers: sets.numbers(),
                ranks,
                regions,
                table,
                order_bytes: order_bytes(regions.blocks()),
                is_in,
            }
        };
        let each = members.iter().fold([0; 2], |[first, others], member| {
            let is_in = member.is_in();
            [first | is_in[0], others | is_in[1]]
        });
        Self {
            lookups: std::array::from_fn(|table| members.get(table).map(lookups)),
            with: std::array::from_fn(with),
            tables_of: std::array::from_fn(tables_of),
            one_each: std::array::from_fn(|view| if view < views.len() { each } else { [0; 2] }),
            slides: Box::new(std::array::from_fn(|at| slide(at).unwrap_or_default())),
            mirror,
            members,
        }
    }

    #[inline(always)]
    fn lookups(&self, at: usize) -> &BitPdbLookup<'t> {
        self.lookups[at % MOST_TABLES].as_ref().expect("a table with the tile")
    }

    /// Computes where tables are to be looked up, and prefetches these entries.
    #[inline(always)]
    fn request(&self, memo: &MaxOfPdbsState, look: &mut MaxOfPdbsLookup, tables: TableSet) {
        look.requested = tables;
        for at in members_of(tables) {
            let slot = &mut look.entries[at % TABLES_IN_VIEWS];
            let slide = &self.slides[(usize::from(look.slide) + at / MOST_TABLES * (SLIDES / 2)) % SLIDES];
            slot.indices = slide.after(memo.indices[at % TABLES_IN_VIEWS]);
            let lookups = self.lookups(at);
            let order = lookups.ranks.number((slot.indices >> ORDER_AT) as u32);
            let set = lookups.numbers.number(slot.indices as u32);
            let block = lookups.regions.block(set, slide.from.into());
            (slot.byte, slot.bit) = ((order * lookups.order_bytes + block / 8) as u32, block as u8 % 8);
            fetch(lookups.table, slot.byte as usize);
        }
    }
}

/// A pending lookup: the tables that a slide changes.
#[derive(Clone, Copy, Default)]
pub(crate) struct MaxOfPdbsLookup {
    /// All of them; those that may cut the position off; those that are being looked up; those
    /// known to increase by 1.
    changed: TableSet,
    tight: TableSet,
    requested: TableSet,
    up: TableSet,
    /// The slide in the first view.
    slide: u8,
    entries: [PendingEntry; TABLES_IN_VIEWS],
}

#[derive(Clone, Copy, Default)]
struct PendingEntry {
    indices: PatternIndex,
    /// Where the entry is.
    byte: u32,
    bit: u8,
}

const CELL: usize = MOST_CELLS - 1;

impl<C: Cells> IncrementalHeuristic<SlideSpace<C>> for MaxOfPdbs<'_> {
    type HeuristicState = MaxOfPdbsState;
    type Lookup = MaxOfPdbsLookup;
    type Fetched = TableSet;

    fn first(&self, space: &SlideSpace<C>, state: &State<C>) -> MaxOfPdbsState {
        let mut cell_of = [0; MOST_CELLS];
        (0..space.grid.cells()).for_each(|cell| cell_of[state.cells.get(cell)] = cell);
        let mut memo = MaxOfPdbsState {
            indices: [0; TABLES_IN_VIEWS],
            values: ValuesMod4::default(),
            sums: [[0; 2]; 2],
        };
        let as_it_is: [u8; MOST_CELLS] = std::array::from_fn(|at| at as u8);
        for (view, seen) in [Some(as_it_is), self.mirror].into_iter().flatten().enumerate() {
            let back = |home: u8| seen.iter().position(|&to| to == home).unwrap_or(0);
            for (table, member) in self.members.iter().enumerate() {
                let homes = member.bit_pdb.pattern.homes.iter();
                let cells: Vec<usize> = homes.map(|&home| usize::from(seen[cell_of[back(home)]])).collect();
                let value = member.bit_pdb.distance(&cells, usize::from(seen[usize::from(state.blank)]));
                let at = view * MOST_TABLES + table;
                memo.indices[at] = index::of(&cells);
                memo.values.ones |= (value & 1) << at;
                memo.values.twos |= (value >> 1 & 1) << at;
                let sums = memo.sums[view].iter_mut().zip(member.is_in());
                sums.for_each(|(sums, is_in)| *sums += is_in * u64::from(value));
            }
        }
        memo
    }

    #[inline(always)]
    fn moves_left(&self, memo: &MaxOfPdbsState) -> u32 {
        memo.all().max().unwrap_or(0)
    }

    #[inline(always)]
    fn may_be_goal(&self, memo: &MaxOfPdbsState) -> bool {
        memo.sums[0] == [0; 2]
    }

    #[inline(always)]
    fn look(
        &self,
        _: &SlideSpace<C>,
        memo: &MaxOfPdbsState,
        step: Step<'_, SlideSpace<C>>,
        look: &mut MaxOfPdbsLookup,
    ) {
        let home = step.from.cells.get(usize::from(step.to.blank) & CELL) & CELL;
        look.slide = step.from.blank << 2 | step.by as u8;
        look.changed = self.with[home];
        let [first, second] = memo.sums.map(|sums| self.tables_of[equal(sums, step.limit + 1)]);
        look.tight = (TableSet::from(second) << MOST_TABLES | TableSet::from(first)) & look.changed;
        look.up = 0;
        self.request(memo, look, if look.tight == 0 { look.changed } else { look.tight });
    }

    #[inline(always)]
    fn read(&self, look: &MaxOfPdbsLookup) -> TableSet {
        let mut seen = 0;
        for at in members_of(look.requested) {
            let slot = &look.entries[at % TABLES_IN_VIEWS];
            let byte = self.lookups(at).table[slot.byte as usize];
            seen |= TableSet::from(byte >> (slot.bit % 8) & 1) << at;
        }
        seen
    }

    #[inline(always)]
    fn next(
        &self,
        memo: &MaxOfPdbsState,
        look: &mut MaxOfPdbsLookup,
        seen: TableSet,
        limit: u32,
    ) -> Result<bool, u32> {
        let up = memo.values.up(look.requested, seen);
        if up & look.tight != 0 {
            return Err(limit + 2);
        }
        look.up |= up;
        if look.requested != look.tight || look.tight == look.changed {
            return Ok(true);
        }
        self.request(memo, look, look.changed & !look.tight);
        Ok(false)
    }

    #[inline(always)]
    fn apply(&self, look: &MaxOfPdbsLookup, memo: &mut MaxOfPdbsState) {
        for at in members_of(look.changed) {
            memo.indices[at % TABLES_IN_VIEWS] = look.entries[at % TABLES_IN_VIEWS].indices;
        }
        memo.values = memo.values.after(look.changed, look.up);
        // Minus 1 for each partition, and plus 2 for each table whose value increases.
        let down = memo.sums.iter_mut().flatten().zip(self.one_each.iter().flatten());
        down.for_each(|(sums, one)| *sums = sums.wrapping_sub(*one));
        for at in members_of(look.up) {
            let up = memo.sums[at / MOST_TABLES % 2].iter_mut().zip(self.lookups(at).is_in);
            up.for_each(|(sums, is_in)| *sums = sums.wrapping_add(is_in << 1));
        }
    }
}
