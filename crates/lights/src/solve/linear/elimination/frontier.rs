//! Chasing with few unknowns at a time. A condition is used as soon as it is met: it settles one of its unknowns, which is replaced
//! everywhere by the others in the condition, and its slot is free for the next one that opens.
//!
//! ```text
//!   ? ? ? ?        four unknowns
//!   v v ~ v        the light above the hole forces nothing: it settles one of them
//!   v v ? v        nothing above: a new one, four again
//! ```
//!
//! So as many unknowns are open as the board is wide, however many holes there are. What settled which is written down, and
//! read backwards at the end.

use fewest_gf2::BitVec;
use fewest_search::{Context, Stop};

use crate::rules::graph::Graph;
use crate::solve::linear::elimination::order::EliminationOrder;

/// A settled unknown: the sum of these others, and of 1 if the lights say so.
struct Substitution {
    unknown: u32,
    others: Vec<u32>,
    one: bool,
}

/// The open unknowns, and the presses that are still looked at as sums of them.
pub struct Frontier<'a> {
    plan: &'a EliminationOrder,
    /// The number of an open unknown by press.
    unknown_of: Vec<Option<u32>>,
    /// The sum of each press that is looked at again: bit 0 is what the lights contribute, the others are slots.
    sums: Vec<Option<Vec<u64>>>,
    /// The presses with a sum, and where each is in this list.
    live: Vec<u32>,
    place_in_live: Vec<u32>,
    /// The unknown in each slot; slot 0 is none.
    slots: Vec<Option<u32>>,
    settled: Vec<Substitution>,
    solvable: bool,
}

impl<'a> Frontier<'a> {
    /// The open presses of one solution, if there is any, and of the quiet patterns.
    ///
    /// # Errors
    /// If the host stops it.
    pub fn eliminate(
        changing: &Graph,
        plan: &'a EliminationOrder,
        lights: &BitVec,
        cx: &Context<'_>,
    ) -> Result<(Option<BitVec>, Vec<BitVec>), Stop> {
        let places = changing.len();
        let mut frontier = Frontier {
            plan,
            unknown_of: vec![None; places],
            sums: vec![None; places],
            live: Vec::new(),
            place_in_live: vec![0; places],
            slots: vec![None],
            settled: Vec::new(),
            solvable: true,
        };
        for (unknown, &press) in (0..).zip(&plan.open) {
            frontier.unknown_of[press as usize] = Some(unknown);
        }
        let mut lease = cx.lease(40 * places)?;
        let mut most_live = 0;
        for number in 0..plan.steps.len() {
            frontier.step(number as u32, changing, lights);
            most_live = most_live.max(frontier.live.len());
            if number % 1024 == 0 {
                cx.poll()?;
                let notes = frontier.settled.len() * (40 + 4 * frontier.slots.len());
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
        let step = &self.plan.steps[number as usize];
        let light = step.light as usize;
        let others = changing.changed_by(light).iter().filter(|&&press| Some(press) != step.forced);
        // What opens here is open before anything is added up, so that all sums have room for it.
        for &press in others.clone() {
            if self.sums[press as usize].is_none() {
                self.open(press);
            }
        }
        let mut sum = vec![0; self.words()];
        sum[0] = u64::from(lights.get(light));
        for &press in others {
            add(&mut sum, self.sums[press as usize].as_deref().expect("decided before it is looked at"));
            if self.plan.last_use[press as usize] == number {
                self.forget(press);
            }
        }
        match step.forced {
            Some(press) if self.plan.last_use[press as usize] > number => self.remember(press, sum),
            Some(_) => {}
            None => self.settle(&sum),
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

    /// Uses the condition that a sum is 0.
    fn settle(&mut self, condition: &[u64]) {
        let slots = ones(condition).filter(|&slot| slot > 0);
        let Some(slot) = slots.clone().last() else {
            self.solvable &= condition[0] & 1 == 0;
            return;
        };
        let unknown = |slot: usize| self.slots[slot].expect("sums are of open unknowns");
        self.settled.push(Substitution {
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

    /// Unknowns that nothing settled may be chosen; the settled ones follow, the last first.
    fn finish(self) -> (Option<BitVec>, Vec<BitVec>) {
        let unknowns = self.plan.open.len();
        let follow = |mut open: BitVec, with_lights: bool| {
            for Substitution { unknown, others, one } in self.settled.iter().rev() {
                let odd = others.iter().filter(|&&other| open.get(other as usize)).count() % 2 == 1;
                open.set(*unknown as usize, odd != (with_lights && *one));
            }
            open
        };
        let mut is_free = vec![true; unknowns];
        self.settled.iter().for_each(|settled| is_free[settled.unknown as usize] = false);
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

/// The places of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> + Clone + '_ {
    words.iter().enumerate().flat_map(|(index, &word)| {
        std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
            .take_while(|&rest| rest != 0)
            .map(move |rest| 64 * index + rest.trailing_zeros() as usize)
    })
}
