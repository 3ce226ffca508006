//! The elimination order: light chasing generalised to any graph.
//!
//! Lights are taken one after the other. Of the presses that change a light, all but the last are
//! decided before it or left open as unknowns; the last is then forced, because no later press can
//! put this light out:
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

use fewest_gf2::BitVec;

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
