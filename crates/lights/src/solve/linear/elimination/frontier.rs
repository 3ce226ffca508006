//! Elimination with a bounded frontier. A condition is used as soon as it is met: it eliminates one
//! of its unknowns, which is replaced everywhere by the others in the condition, and its slot is
//! free for the next unknown that opens.
//!
//! ```text
//!   ? ? ? ?        four unknowns
//!   v v ~ v        the light above the hole forces nothing: it eliminates one of them
//!   v v ? v        nothing above: a new one, four again
//! ```
//!
//! So the number of open unknowns stays near the width of the board, however many holes there are.
//! Substitutions are recorded and applied backwards at the end.

use fewest_gf2::BitVec;
use fewest_search::{Context, Stop};

use crate::rules::Graph;
use crate::solve::linear::elimination::order::EliminationOrder;

/// An eliminated unknown: the sum of these others, plus 1 if `one`.
struct Substitution {
    unknown: u32,
    others: Vec<u32>,
    one: bool,
}

/// The open unknowns, and the presses still in use as sums of them.
pub struct Frontier<'a> {
    order: &'a EliminationOrder,
    /// The number of an open unknown by press.
    unknown_of: Vec<Option<u32>>,
    /// The sum of each press that is used again: bit 0 is the constant from the lights, the others
    /// are slots.
    sums: Vec<Option<Vec<u64>>>,
    /// The presses with a sum, and the index of each in this list.
    live: Vec<u32>,
    place_in_live: Vec<u32>,
    /// The unknown in each slot; slot 0 is the constant.
    slots: Vec<Option<u32>>,
    substitutions: Vec<Substitution>,
    solvable: bool,
}

impl<'a> Frontier<'a> {
    /// Returns the open presses of one solution, if there is any, and of the quiet patterns.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn eliminate(
        changing: &Graph,
        order: &'a EliminationOrder,
        lights: &BitVec,
        cx: &Context<'_>,
    ) -> Result<(Option<BitVec>, Vec<BitVec>), Stop> {
        let places = changing.len();
        let mut frontier = Frontier {
            order,
            unknown_of: vec![None; places],
            sums: vec![None; places],
            live: Vec::new(),
            place_in_live: vec![0; places],
            slots: vec![None],
            substitutions: Vec::new(),
            solvable: true,
        };
        for (unknown, &press) in (0..).zip(&order.open) {
            frontier.unknown_of[press as usize] = Some(unknown);
        }
        let mut lease = cx.lease(40 * places)?;
        let mut most_live = 0;
        for number in 0..order.steps.len() {
            frontier.step(number as u32, changing, lights);
            most_live = most_live.max(frontier.live.len());
            if number % 1024 == 0 {
                cx.poll()?;
                let notes = frontier.substitutions.len() * (40 + 4 * frontier.slots.len());
                lease.resize(40 * places + most_live * (8 * frontier.words() + 32) + notes)?;
            }
        }
        cx.poll()?;
        Ok(frontier.finish())
    }

    fn words(&self) -> usize {
        self.slots.len().div_ceil(64)
    }

    fn step(&mut self, number: u32, changing: &Graph, lights: &BitVec) {
        let step = &self.order.steps[number as usize];
        let light = step.light as usize;
        let others = changing.changed_by(light).iter().filter(|&&press| Some(press) != step.forced);
        // Unknowns that open here get their slots before anything is added, so that all sums have
        // room.
        for &press in others.clone() {
            if self.sums[press as usize].is_none() {
                self.open(press);
            }
        }
        let mut sum = vec![0; self.words()];
        sum[0] = u64::from(lights.get(light));
        for &press in others {
            add(&mut sum, self.sums[press as usize].as_deref().expect("decided before it is looked at"));
            if self.order.last_use[press as usize] == number {
                self.forget(press);
            }
        }
        match step.forced {
            Some(press) if self.order.last_use[press as usize] > number => self.remember(press, sum),
            Some(_) => {}
            None => self.use_condition(&sum),
        }
    }

    /// Gives an unknown press a slot.
    fn open(&mut self, press: u32) {
        let unknown = self.unknown_of[press as usize];
        let slot = match self.slots.iter().skip(1).position(Option::is_none) {
            Some(at) => at + 1,
            None => {
                self.slots.push(None);
                self.slots.len() - 1
            }
        };
        self.slots[slot] = unknown;
        let words = self.words();
        for &other in &self.live {
            if let Some(sum) = &mut self.sums[other as usize] {
                sum.resize(words, 0);
            }
        }
        let mut alone = vec![0; words];
        alone[slot / 64] = 1 << (slot % 64);
        self.remember(press, alone);
    }

    fn remember(&mut self, press: u32, sum: Vec<u64>) {
        self.place_in_live[press as usize] = self.live.len() as u32;
        self.live.push(press);
        self.sums[press as usize] = Some(sum);
    }

    fn forget(&mut self, press: u32) {
        let at = self.place_in_live[press as usize] as usize;
        self.live.swap_remove(at);
        if let Some(&moved) = self.live.get(at) {
            self.place_in_live[moved as usize] = at as u32;
        }
        self.sums[press as usize] = None;
    }

    /// Uses the condition that a sum is 0: eliminates one unknown, or tests a constant.
    fn use_condition(&mut self, condition: &[u64]) {
        let slots = ones(condition).filter(|&slot| slot > 0);
        let Some(slot) = slots.clone().last() else {
            self.solvable &= condition[0] & 1 == 0;
            return;
        };
        let unknown = |slot: usize| self.slots[slot].expect("sums are of open unknowns");
        self.substitutions.push(Substitution {
            unknown: unknown(slot),
            others: slots.filter(|&other| other != slot).map(unknown).collect(),
            one: condition[0] & 1 == 1,
        });
        self.slots[slot] = None;
        for &press in &self.live {
            if let Some(sum) = &mut self.sums[press as usize]
                && sum[slot / 64] >> (slot % 64) & 1 == 1
            {
                add(sum, condition);
            }
        }
    }

    /// Back substitution: unknowns that no condition eliminated are free; the eliminated ones
    /// follow, the last first.
    fn finish(self) -> (Option<BitVec>, Vec<BitVec>) {
        let unknowns = self.order.open.len();
        let follow = |mut open: BitVec, with_lights: bool| {
            for Substitution { unknown, others, one } in self.substitutions.iter().rev() {
                let odd = others.iter().filter(|&&other| open.get(other as usize)).count() % 2 == 1;
                open.set(*unknown as usize, odd != (with_lights && *one));
            }
            open
        };
        let mut is_free = vec![true; unknowns];
        self.substitutions.iter().for_each(|substitutions| is_free[substitutions.unknown as usize] = false);
        let quiet = (0..unknowns).filter(|&unknown| is_free[unknown]).map(|unknown| {
            let mut open = BitVec::zeros(unknowns);
            open.flip(unknown);
            follow(open, false)
        });
        let quiet = quiet.collect();
        (self.solvable.then(|| follow(BitVec::zeros(unknowns), true)), quiet)
    }
}

fn add(to: &mut [u64], addend: &[u64]) {
    for (to, &addend) in to.iter_mut().zip(addend) {
        *to ^= addend;
    }
}

/// Returns the indices of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + Clone + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| 64 * index + rest.trailing_zeros() as usize)
    })
}
