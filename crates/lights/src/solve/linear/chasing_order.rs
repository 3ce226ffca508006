//! Light chasing (Scherphuis) generalised to any graph: the order in which presses are decided, and
//! elimination along it with a bounded frontier.
//!
//! *The order.* Lights are taken one after the other. Of the presses that change a light, all but
//! the last are decided before it or left open as unknowns; the last is then forced, because no
//! later press can put this light out:
//!
//! ```text
//!   ? ? ? ?      open: the first row
//!   v v v        forced by the light above
//!   v v v ?      open: nothing above it
//! ```
//!
//! A light whose presses are all decided is a condition on the unknowns instead. Lights are taken
//! row by row or column by column, whichever leaves fewer presses open. Correctness does not depend
//! on rows or columns: on a graph without any order the method is plain elimination.
//!
//! *The frontier.* A condition is used as soon as it is met: it eliminates one of its unknowns,
//! which is replaced everywhere by the others in the condition, and its slot is free for the next
//! unknown that opens.
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

/// A light that forces a press, or that is a condition on decided presses.
pub struct Step {
    /// The light.
    pub light: u32,
    /// The forced press; None if the light is a condition.
    pub forced: Option<u32>,
}

/// The order in which presses are decided.
pub struct EliminationOrder {
    /// The lights in order.
    pub steps: Vec<Step>,
    /// The presses left open.
    pub open: Vec<u32>,
    /// For each press the last step that uses it.
    pub last_use: Vec<u32>,
}

impl EliminationOrder {
    /// Returns the order by rows or by columns, whichever leaves fewer presses open. Takes the
    /// transposed graph: for each light the presses that change it.
    pub fn best(changing: &Graph) -> Self {
        let by_row: Vec<u32> = (0..changing.len() as u32).collect();
        let mut by_column = by_row.clone();
        by_column.sort_by_key(|&light| (changing.places()[light as usize].x, light));
        let [by_row, by_column] = [by_row, by_column].map(|order| Self::new(changing, &order));
        if by_column.open.len() < by_row.open.len() { by_column } else { by_row }
    }

    fn new(changing: &Graph, order: &[u32]) -> Self {
        let mut rank = vec![0; order.len()];
        for (at, &light) in (0_u32..).zip(order) {
            rank[light as usize] = at;
        }
        let mut decided = vec![false; order.len()];
        let mut plan = Self { steps: Vec::new(), open: Vec::new(), last_use: vec![0; order.len()] };
        for (number, &light) in (0_u32..).zip(order) {
            let presses = changing.changed_by(light as usize);
            let undecided = presses.iter().copied().filter(|&press| !decided[press as usize]);
            let forced = undecided.clone().max_by_key(|&press| rank[press as usize]);
            plan.open.extend(undecided.filter(|&press| Some(press) != forced));
            for &press in presses {
                decided[press as usize] = true;
                plan.last_use[press as usize] = number;
            }
            plan.steps.push(Step { light, forced });
        }
        // A press that changes no light is never used and is free.
        plan.open.extend((0..order.len() as u32).filter(|&press| !decided[press as usize]));
        plan
    }

    /// Returns the largest number of unknowns that are open at a time if every condition eliminates
    /// one as soon as it is met.
    pub fn largest_frontier(&self, changing: &Graph) -> usize {
        let mut decided = vec![false; changing.len()];
        let (mut unsettled, mut most) = (0_usize, 0);
        for step in &self.steps {
            for &press in changing.changed_by(step.light as usize) {
                let new = !std::mem::replace(&mut decided[press as usize], true);
                unsettled += usize::from(new && Some(press) != step.forced);
            }
            most = most.max(unsettled);
            unsettled -= usize::from(step.forced.is_none() && unsettled > 0);
        }
        most
    }

    /// Returns all presses, given the open ones.
    pub fn follow(&self, changing: &Graph, open: &BitVec, lights: Option<&BitVec>) -> BitVec {
        let mut presses = BitVec::zeros(changing.len());
        for unknown in open.ones() {
            presses.flip(self.open[unknown] as usize);
        }
        for Step { light, forced } in &self.steps {
            if let Some(forced) = *forced {
                let pressed =
                    changing.changed_by(*light as usize).iter().filter(|&&p| presses.get(p as usize));
                let on = lights.is_some_and(|lights| lights.get(*light as usize));
                // The forced press itself is not yet among those pressed.
                presses.set(forced as usize, (pressed.count() % 2 == 1) != on);
            }
        }
        presses
    }

    /// Number of conditions.
    pub fn conditions(&self) -> usize {
        self.steps.iter().filter(|step| step.forced.is_none()).count()
    }

    /// Returns the largest number of sums held at a time. All open presses are written down at the
    /// start; forced ones come and go.
    pub fn most_sums_at_once(&self) -> usize {
        let mut ends = vec![0_usize; self.steps.len() + 1];
        for &last in &self.last_use {
            ends[last as usize] += 1;
        }
        let (mut held, mut most) = (self.open.len(), self.open.len());
        for (number, step) in self.steps.iter().enumerate() {
            held += usize::from(step.forced.is_some());
            most = most.max(held);
            held = held.saturating_sub(ends[number]);
        }
        most + 1
    }
}

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
