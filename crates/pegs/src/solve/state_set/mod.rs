//! Complete layers of positions with the same number of pegs, up to symmetry. A jump takes one peg,
//! so layers never share a position and duplicates occur within a layer only.
//!
//! Sets are hash tables with open addressing and linear probing, and beyond them bitmaps by rank
//! (`ranking`). Memory is leased before it is reserved.

use std::sync::atomic::Ordering::Relaxed;

use fewest_search::{Context, Lease, Stop};
use ranking::{RankBitmap, RankTables};

use crate::solve::pagoda::PagodaSet;
use crate::solve::peg_set::{ImageKey, PegSet};
use crate::solve::symmetry::{Direction, ImageTables, PackedRules};

mod ranking;

/// Positions whose neighbours are listed together, and batches between two polls of the context.
pub(crate) const BATCH: usize = 1 << 6;
pub(crate) const BATCHES_PER_POLL: usize = 1 << 6;
/// A bitmap is used if a layer is expected to have at least one position per this many words of it.
const WORDS_PER_POSITION: usize = 8;

/// Distinct canonical positions with the same number of pegs, sorted.
pub(crate) struct Layer<'h, W> {
    pub(crate) list: Vec<W>,
    lease: Lease<'h>,
}

impl<'h, W: PegSet> Layer<'h, W> {
    /// Makes a layer of a list, which must be sorted and without duplicates.
    pub(crate) fn of(list: Vec<W>, cx: &'h Context<'_>) -> Result<Self, Stop> {
        debug_assert!(list.is_sorted_by(|a, b| a < b));
        let lease = cx.lease(list.len() * size_of::<W>())?;
        Ok(Self { list, lease })
    }

    /// Returns whether a position is in the layer.
    pub(crate) fn has(&self, position: W) -> bool {
        self.list.binary_search(&position).is_ok()
    }
}

/// A set of positions for membership tests: a hash table, or a bitmap by rank.
pub(crate) enum PositionSet<'h, W> {
    Hash(PositionTable<'h, W>),
    Bitmap(RankBitmap<'h>),
}

/// Generates layers.
pub(crate) struct LayerBuilder<'a, 'h, W, const G: usize> {
    pub(crate) rules: &'a PackedRules<W, G>,
    pub(crate) cx: &'h Context<'h>,
    /// Rank tables, made when a layer is large enough (inner None: the board is too large for
    /// them), and image tables of reduced keys, where there are such.
    ranks: Option<Option<RankTables>>,
    reduced: Option<ImageTables<u32, G>>,
    invariants: Vec<Vec<u64>>,
    /// Lease of the rank tables.
    lease: Option<Lease<'h>>,
    /// Pagodas in each direction; what they refute is not generated.
    pub(crate) pruning: [Option<PagodaSet>; 2],
}

impl<'a, 'h, W: PegSet, const G: usize> LayerBuilder<'a, 'h, W, G> {
    pub(crate) fn new(rules: &'a PackedRules<W, G>, invariants: Vec<Vec<u64>>, cx: &'h Context<'h>) -> Self {
        Self { rules, cx, ranks: None, reduced: None, invariants, lease: None, pruning: [None, None] }
    }

    /// Returns an empty set for about `expected` positions with `pegs` pegs in the parity class of
    /// `like`.
    pub(crate) fn empty_set(
        &mut self,
        expected: usize,
        pegs: u32,
        like: W,
    ) -> Result<PositionSet<'h, W>, Stop> {
        let cx = self.cx;
        if W::HOLES == 64 && expected >= 1 << 13 {
            if self.ranks.is_none() {
                let ranks = RankTables::of(self.rules.holes, &self.invariants);
                if let Some(ranks) = &ranks {
                    self.lease = Some(cx.lease(ranks.bytes())?);
                    self.reduced = ranks.reduced_key().map(|name| self.rules.renamed(name));
                }
                self.ranks = Some(ranks);
            }
            let images = self.rules.images(like);
            let same_parities = |ranks: &&RankTables| {
                images.iter().all(|image| ranks.class(image.word(0)) == ranks.class(like.word(0)))
            };
            if let Some(ranks) = self.ranks.iter().flatten().find(same_parities) {
                let words = RankBitmap::words(ranks, like.word(0), pegs);
                if words.is_some_and(|words| words <= WORDS_PER_POSITION * expected)
                    && let Ok(bits) = RankBitmap::empty(ranks, like.word(0), pegs, cx)
                {
                    return Ok(PositionSet::Bitmap(bits));
                }
            }
        }
        Ok(PositionSet::Hash(PositionTable::for_positions(expected, cx)?))
    }

    fn ranks(&self) -> &RankTables {
        self.ranks.as_ref().and_then(Option::as_ref).expect("bits are made by ranks")
    }

    /// Appends the canonical keys of the neighbours of a position that no pagoda refutes.
    #[inline]
    fn push_neighbours<N: ImageKey>(
        &self,
        images: &ImageTables<N, G>,
        position: W,
        direction: Direction,
        near: &mut Vec<N>,
    ) {
        match &self.pruning[direction as usize] {
            None => self.rules.names(images, position, direction, near, None::<fn(usize) -> bool>),
            Some(weights) => {
                let sums = weights.sums(position);
                let open = |jump: usize| weights.is_open_after(&sums, jump);
                self.rules.names(images, position, direction, near, Some(open));
            }
        }
    }

    /// Inserts the neighbours of `list` into a set.
    pub(crate) fn neighbours(
        &self,
        list: &[W],
        direction: Direction,
        set: &mut PositionSet<'h, W>,
    ) -> Result<(), Stop> {
        match (set, &self.reduced) {
            (PositionSet::Bitmap(bits), Some(reduced)) => {
                let ranks = self.ranks();
                self.each_neighbours(reduced, list, direction, |near| {
                    bits.insert_reduced(ranks, near);
                    Ok(())
                })
            }
            (PositionSet::Bitmap(bits), None) => {
                let ranks = self.ranks();
                self.each_neighbours(&self.rules.images, list, direction, |near| {
                    near.iter().for_each(|position| bits.insert(ranks, position.word(0)));
                    Ok(())
                })
            }
            (PositionSet::Hash(table), _) => {
                self.each_neighbours(&self.rules.images, list, direction, |near| {
                    near.iter().try_for_each(|&position| table.insert(position).map(drop))
                })
            }
        }
    }

    /// Calls `each` with the neighbours of one batch of positions at a time.
    fn each_neighbours<N: ImageKey>(
        &self,
        images: &ImageTables<N, G>,
        list: &[W],
        direction: Direction,
        mut each: impl FnMut(&[N]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut near = Vec::new();
        for batch in self.batches(list) {
            near.clear();
            batch?.iter().for_each(|&position| self.push_neighbours(images, position, direction, &mut near));
            each(&near)?;
        }
        Ok(())
    }

    /// Returns the positions of `list` that have a neighbour in `set`.
    pub(crate) fn with_neighbour_in(
        &self,
        list: &[W],
        direction: Direction,
        set: &PositionSet<'h, W>,
    ) -> Result<Layer<'h, W>, Stop> {
        let images = &self.rules.images;
        match (set, &self.reduced) {
            (PositionSet::Bitmap(bits), Some(reduced)) => {
                self.with_neighbours(reduced, list, direction, |near| {
                    bits.contains_reduced(self.ranks(), near)
                })
            }
            (PositionSet::Bitmap(bits), None) => self.with_neighbours(images, list, direction, |near| {
                near.iter().fold(false, |any, next| any | bits.contains(self.ranks(), next.word(0)))
            }),
            (PositionSet::Hash(table), _) => self.with_neighbours(images, list, direction, |near| {
                near.iter().any(|&next| table.find(next).is_some())
            }),
        }
    }

    /// Returns the positions of `list` for whose neighbours `any` is true.
    fn with_neighbours<N: ImageKey>(
        &self,
        images: &ImageTables<N, G>,
        list: &[W],
        direction: Direction,
        any: impl Fn(&[N]) -> bool,
    ) -> Result<Layer<'h, W>, Stop> {
        let (mut out, mut near, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for batch in self.batches(list) {
            let batch = batch?;
            near.clear();
            ends.clear();
            for &position in batch {
                self.push_neighbours(images, position, direction, &mut near);
                ends.push(near.len());
            }
            let mut begin = 0;
            for (&position, &end) in batch.iter().zip(&ends) {
                if any(&near[begin..end]) {
                    out.push(position);
                }
                begin = end;
            }
        }
        Layer::of(out, self.cx)
    }

    /// Splits a list into batches and polls the context now and then.
    fn batches<'l>(&self, list: &'l [W]) -> impl Iterator<Item = Result<&'l [W], Stop>> + use<'l, 'h, W, G> {
        let cx = self.cx;
        list.chunks(BATCH).enumerate().map(move |(number, batch)| {
            cx.counters.expanded.fetch_add(batch.len() as u64, Relaxed);
            if number % BATCHES_PER_POLL == 0 { cx.poll().map(|()| batch) } else { Ok(batch) }
        })
    }

    /// Converts a set into a layer.
    pub(crate) fn layer(&self, set: PositionSet<'h, W>) -> Result<Layer<'h, W>, Stop> {
        let layer = match set {
            PositionSet::Hash(table) => {
                let (list, lease) = table.sorted(self.cx)?;
                Layer { list, lease }
            }
            PositionSet::Bitmap(bits) => {
                let lease = self.cx.lease(bits.len() * size_of::<W>())?;
                let mut list = Vec::with_capacity(bits.len());
                bits.each(self.ranks(), |position| list.push(W::of_word(0, position)));
                Layer { list, lease }
            }
        };
        self.cx.counters.positions.fetch_add(layer.list.len() as u64, Relaxed);
        self.cx.counters.frontier.store(layer.list.len() as u64, Relaxed);
        Ok(layer)
    }

    /// Returns the layer after (forward) or before (backward) a layer.
    pub(crate) fn next(&mut self, list: &[W], direction: Direction) -> Result<Layer<'h, W>, Stop> {
        match self.around(list, direction)? {
            Some(set) => self.layer(set),
            None => Layer::of(Vec::new(), self.cx),
        }
    }

    /// Returns the positions of `layer` that are neighbours of `list`.
    pub(crate) fn among(
        &mut self,
        mut layer: Layer<'h, W>,
        list: &[W],
        direction: Direction,
    ) -> Result<Layer<'h, W>, Stop> {
        match self.around(list, direction)? {
            Some(PositionSet::Bitmap(bits)) => {
                layer.list.retain(|position| bits.contains(self.ranks(), position.word(0)));
            }
            Some(PositionSet::Hash(table)) => layer.list.retain(|&position| table.find(position).is_some()),
            None => layer.list.clear(),
        }
        layer.list.shrink_to_fit();
        layer.lease.resize(layer.list.len() * size_of::<W>())?;
        Ok(layer)
    }

    /// Returns the set of all neighbours of a list. None if the list is empty.
    fn around(&mut self, list: &[W], direction: Direction) -> Result<Option<PositionSet<'h, W>>, Stop> {
        let Some(&first) = list.first() else { return Ok(None) };
        let pegs = match direction {
            Direction::Forward => first.ones().saturating_sub(1),
            Direction::Backward => first.ones() + 1,
        };
        let mut set = self.empty_set(2 * list.len(), pegs, first)?;
        self.neighbours(list, direction, &mut set)?;
        Ok(Some(set))
    }

    /// Makes a set of the given positions, sorted or not.
    pub(crate) fn set_of(
        &mut self,
        list: impl ExactSizeIterator<Item = W>,
        like: W,
    ) -> Result<PositionSet<'h, W>, Stop> {
        let mut set = self.empty_set(list.len(), like.ones(), like)?;
        match &mut set {
            PositionSet::Bitmap(bits) => {
                let ranks = self.ranks();
                list.for_each(|position| bits.insert(ranks, position.word(0)));
            }
            PositionSet::Hash(table) => {
                for position in list {
                    table.insert(position)?;
                }
            }
        }
        Ok(set)
    }
}

/// Returns the intersection of two sorted lists.
pub(crate) fn common<W: PegSet>(left: &[W], right: &[W]) -> Vec<W> {
    let mut right = right.iter().peekable();
    let also = |position: &&W| {
        while right.next_if(|&&other| other < **position).is_some() {}
        right.peek() == Some(position)
    };
    left.iter().filter(also).copied().collect()
}

/// Returns jumps from `start` to a position with canonical form `hit`, which is in the last of
/// `layers`; the first layer holds the start. Layers hold canonical positions only, the jumps are
/// for the board as it stands.
pub(crate) fn path_to<W: PegSet, const G: usize>(
    rules: &PackedRules<W, G>,
    start: W,
    hit: W,
    layers: &[Layer<'_, W>],
) -> Vec<usize> {
    let mut position = hit;
    let mut undone = Vec::new();
    for layer in layers[..layers.len() - 1].iter().rev() {
        let mut first = None;
        rules.legal(position, Direction::Backward, |jump| {
            if first.is_none() && layer.has(rules.canonical(position ^ rules.change(jump))) {
                first = Some(jump);
            }
        });
        let Some(jump) = first else { break };
        undone.push(jump);
        position = position ^ rules.change(jump);
    }
    undone.reverse();
    // The path backward ends at an image of the start. The symmetry that maps it to the start maps
    // all jumps.
    let home = rules.group.iter().find(|image| {
        let image_of = crate::rules::jumps::image_of(image, &position.unpack(rules.holes));
        W::pack(&image_of) == start
    });
    let Some(image) = home else { return undone };
    let at = |hole: u16| image[usize::from(hole)];
    let jump = |number: usize| {
        let jump = rules.jumps[number];
        let image_of = [at(jump.from), at(jump.over), at(jump.to)];
        rules.jumps.iter().position(|other| [other.from, other.over, other.to] == image_of).unwrap_or(number)
    };
    undone.into_iter().map(jump).collect()
}

/// A hash set of positions. The position without pegs marks a free slot and cannot be inserted.
pub(crate) struct PositionTable<'h, W> {
    slots: Vec<W>,
    len: usize,
    lease: Lease<'h>,
}

impl<'h, W: PegSet> PositionTable<'h, W> {
    /// Makes an empty set with room for `positions`.
    pub(crate) fn for_positions(positions: usize, cx: &'h Context<'_>) -> Result<Self, Stop> {
        let places = (positions * 3 / 2).next_power_of_two().max(64);
        let lease = cx.lease(places * size_of::<W>())?;
        Ok(Self { slots: vec![W::default(); places], len: 0, lease })
    }

    /// Makes the set of the given positions.
    pub(crate) fn of(positions: &[W], cx: &'h Context<'_>) -> Result<Self, Stop> {
        let mut table = Self::for_positions(positions.len(), cx)?;
        for &position in positions {
            table.insert(position)?;
        }
        Ok(table)
    }

    /// Inserts a position. Returns true if it is new.
    #[inline]
    pub(crate) fn insert(&mut self, position: W) -> Result<bool, Stop> {
        debug_assert!(position != W::default());
        let place = self.place(position);
        if self.slots[place] == position {
            return Ok(false);
        }
        self.slots[place] = position;
        self.len += 1;
        if 4 * self.len > 3 * self.slots.len() {
            self.double()?;
        }
        Ok(true)
    }

    /// Returns the slot of a position: where it is, or where it would be inserted.
    #[inline]
    fn place(&self, position: W) -> usize {
        let last = self.slots.len() - 1;
        let mut place = position.mixed() as usize & last;
        while self.slots[place] != position && self.slots[place] != W::default() {
            place = (place + 1) & last;
        }
        place
    }

    /// Returns the slot of a position, below [`PositionTable::places`]. None if it is not in the
    /// set.
    #[inline]
    pub(crate) fn find(&self, position: W) -> Option<usize> {
        let place = self.place(position);
        (self.slots[place] == position).then_some(place)
    }

    /// Returns the number of slots.
    pub(crate) fn places(&self) -> usize {
        self.slots.len()
    }

    #[cold]
    fn double(&mut self) -> Result<(), Stop> {
        let places = 2 * self.slots.len();
        self.lease.resize(3 * self.lease.bytes())?;
        let before = std::mem::replace(&mut self.slots, vec![W::default(); places]);
        for position in before.into_iter().filter(|&position| position != W::default()) {
            let place = self.place(position);
            self.slots[place] = position;
        }
        self.lease.resize(places * size_of::<W>())
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns all positions, sorted.
    pub(crate) fn sorted(self, cx: &'h Context<'_>) -> Result<(Vec<W>, Lease<'h>), Stop> {
        let lease = cx.lease(self.len * size_of::<W>())?;
        let mut list = Vec::with_capacity(self.len);
        list.extend(self.all());
        list.sort_unstable();
        Ok((list, lease))
    }

    /// Returns all positions in the order of their slots.
    pub(crate) fn all(&self) -> impl Iterator<Item = W> + '_ {
        self.slots.iter().copied().filter(|&position| position != W::default())
    }
}

/// A hash map from the positions of a layer to the fewest moves to an end. Key and value lie
/// together, so a lookup waits for memory once.
pub(crate) struct DistanceTable<'h, W> {
    slots: Vec<(W, u16)>,
    _lease: Lease<'h>,
}

impl<'h, W: PegSet> DistanceTable<'h, W> {
    /// Makes a table of the given positions, all with value 0.
    pub(crate) fn new(list: &[W], cx: &'h Context<'_>) -> Result<Self, Stop> {
        let places = (list.len() * 3 / 2).next_power_of_two().max(2);
        let lease = cx.lease(places * size_of::<(W, u16)>())?;
        let mut valued = Self { slots: vec![(W::default(), 0); places], _lease: lease };
        list.iter().for_each(|&position| valued.set(position, 0));
        Ok(valued)
    }

    #[inline]
    fn place(&self, position: W) -> usize {
        let last = self.slots.len() - 1;
        let mut place = position.mixed() as usize & last;
        while self.slots[place].0 != position && self.slots[place].0 != W::default() {
            place = (place + 1) & last;
        }
        place
    }

    /// Sets the value of a position.
    pub(crate) fn set(&mut self, position: W, moves: u16) {
        let place = self.place(position);
        self.slots[place] = (position, moves);
    }

    /// Returns the value of a position. None if it is not in the layer.
    #[inline]
    pub(crate) fn get(&self, position: W) -> Option<u16> {
        let slot = self.slots[self.place(position)];
        (slot.0 == position).then_some(slot.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::jumps::symmetries;
    use crate::solve::parity_classes::invariants;
    use crate::testing::{all_but, english};

    /// OEIS A112737.
    #[test]
    fn the_first_layers_of_the_english_board() {
        let board = english();
        let cx = Context::default();
        let rules = PackedRules::<u64, 8>::new(&board, symmetries(&board));
        let mut layers = LayerBuilder::new(&rules, invariants(&board), &cx);
        let mut layer = Layer::of(vec![rules.canonical(all_but(33, 16)[0])], &cx).unwrap();
        for size in [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927] {
            assert_eq!(layer.list.len(), size);
            layer = layers.next(&layer.list, Direction::Forward).unwrap();
        }
        // Undoing from one peg is playing with pegs and holes exchanged.
        let mut layer = Layer::of(vec![1 << 16], &cx).unwrap();
        for size in [1, 1, 2, 8, 39, 171, 719, 2757, 9751, 31312, 89927] {
            assert_eq!(layer.list.len(), size);
            layer = layers.next(&layer.list, Direction::Backward).unwrap();
        }
    }

    #[test]
    fn common_is_the_intersection() {
        assert_eq!(common::<u64>(&[1, 3, 5, 7], &[0, 3, 4, 7, 9]), vec![3, 7]);
        assert!(common::<u64>(&[], &[1]).is_empty());
    }

    #[test]
    fn keeps_what_was_put_in_and_gives_the_memory_back() {
        let cx = Context::default();
        let mut table = PositionTable::<u64>::for_positions(0, &cx).unwrap();
        for number in 1..5000_u64 {
            assert!(table.insert(number * number).unwrap());
            assert!(!table.insert(number * number).unwrap());
        }
        assert_eq!(table.len(), 4999);
        assert!(table.find(16).is_some() && table.find(17).is_none());
        let (list, lease) = table.sorted(&cx).unwrap();
        assert!(list.iter().copied().eq((1..5000).map(|number: u64| number * number)));
        drop(lease);
        assert_eq!(cx.budget.used(), 0);
    }

    #[test]
    fn stops_where_memory_ends() {
        let cx = Context::new(1, 10_000, &|_| std::ops::ControlFlow::Continue(()));
        let mut table = PositionTable::<u64>::for_positions(0, &cx).unwrap();
        let stopped = (1..5000).find_map(|number| table.insert(number).err());
        assert_eq!(stopped, Some(Stop::Memory));
    }

    #[test]
    fn keeps_the_numbers_of_its_positions_and_of_no_other() {
        let cx = Context::default();
        let list: Vec<u64> = (1..1000).map(|number| number * number).collect();
        let mut valued = DistanceTable::new(&list, &cx).unwrap();
        for &position in &list {
            valued.set(position, (position % 97) as u16);
        }
        assert!(list.iter().all(|&position| valued.get(position) == Some((position % 97) as u16)));
        assert_eq!(valued.get(2), None);
        assert!(cx.budget.used() > 0);
        drop(valued);
        assert_eq!(cx.budget.used(), 0);
    }
}
