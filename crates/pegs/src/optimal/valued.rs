//! A layer of positions with a small number each; position and number lie together, so that a lookup waits for memory once.

use fewest_search::{Context, Lease, Stop};

use super::word::Word;

/// A layer with the fewest moves to an end for each position, by hashing.
pub(crate) struct Valued<'h, W> {
    slots: Vec<(W, u16)>,
    _lease: Lease<'h>,
}

impl<'h, W: Word> Valued<'h, W> {
    /// Places for these, not yet valued.
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

    /// Values a position.
    pub(crate) fn set(&mut self, position: W, moves: u16) {
        let place = self.place(position);
        self.slots[place] = (position, moves);
    }

    /// The value of a position, if it is in the layer.
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
    fn keeps_the_numbers_of_its_positions_and_of_no_other() {
        let cx = Context::default();
        let list: Vec<u64> = (1..1000).map(|number| number * number).collect();
        let mut valued = Valued::new(&list, &cx).unwrap();
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
