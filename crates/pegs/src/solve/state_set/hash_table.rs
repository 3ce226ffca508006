//! Hash tables with open addressing and linear probing: a set of positions, and a map from
//! positions to a number of moves. Memory is leased before it is reserved.

use fewest_search::{Context, Lease, Stop};

use crate::solve::peg_set::PegSet;

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
