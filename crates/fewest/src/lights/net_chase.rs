//! Light chasing on any net: all solutions of a board, by elimination on few unknowns.
//!
//! Look at the lights one after the other. Of the presses that change a light, all but the last are decided before it or
//! left open as unknowns; the last is then forced, because nothing later can put this light out:
//!
//! ```text
//!   ? ? ? ?      open: the first row
//!   v v v        forced by the light above
//!   v v v ?      open: nothing above it
//! ```
//!
//! A light whose presses are all decided is a condition on the unknowns instead. Every press is a sum of unknowns, so what
//! is left is a system with as many unknowns as there are places without a place above, instead of as many as
//! there are places. Lights are taken row by row or column by column, whichever leaves fewer open. Nothing here needs
//! rows or columns to be right: on a net without any order the method is plain elimination.

use fewest_gf2::{BitVec, Matrix};
use fewest_search::{Host, Lease, Stop};

use super::net::Net;

/// All solutions of a board: one, if there is any, and a basis of the quiet patterns, by which solutions differ.
pub struct Solutions<'h> {
    /// Presses that put all lights out.
    pub one: Option<BitVec>,
    /// Presses that change nothing, independent of each other.
    pub quiet: Vec<BitVec>,
    /// The memory that both take.
    _lease: Lease<'h>,
}

/// A light to be put out by the press it forces, or a condition on what is decided.
pub struct Step {
    /// The light.
    pub light: u32,
    /// The press, if it is not a condition.
    pub forced: Option<u32>,
}

/// The order in which presses are decided.
pub struct Plan {
    /// The lights one after the other.
    pub steps: Vec<Step>,
    /// The presses left open.
    pub open: Vec<u32>,
    /// For each press the last step that looks at it.
    pub last_look: Vec<u32>,
}

/// A net prepared for solving any of its boards.
pub struct NetChase {
    /// For each light the presses that change it.
    changing: Net,
    plan: Plan,
}

impl NetChase {
    /// Prepares a net.
    pub fn new(net: &Net) -> Self {
        let changing = net.transposed();
        let plan = Plan::best(&changing);
        Self { changing, plan }
    }

    /// All presses that put these lights out.
    ///
    /// # Errors
    /// If the host stops it.
    pub fn solve<'h>(&self, lights: &BitVec, host: &'h Host<'_>) -> Result<Solutions<'h>, Stop> {
        let (open, places) = (self.plan.open.len(), self.changing.len());
        // Sums that are looked at again, and the conditions as they are, as a matrix, and twice while it is reduced.
        let bytes_of = |bits: usize| 8 * bits.div_ceil(64) + 32;
        let sums = self.plan.most_sums_at_once() + 4 * self.plan.conditions();
        let mut lease = host.lease(sums * bytes_of(open + 1) + bytes_of(places))?;
        let (rows, image) = self.conditions(lights, host)?;
        let conditions = Matrix::new(rows, open);
        host.poll()?;
        let one = conditions.solve(&image).map(|open| self.follow(&open, Some(lights)));
        host.poll()?;
        let quiet = conditions.null_space();
        drop(conditions);
        // Whoever compares solutions holds each pattern twice.
        lease.resize((2 + 2 * quiet.len()) * bytes_of(places))?;
        let quiet = quiet.iter().map(|open| self.follow(open, None)).collect();
        Ok(Solutions { one, quiet, _lease: lease })
    }

    /// The conditions on the open presses: a row of coefficients and a value each.
    fn conditions(&self, lights: &BitVec, host: &Host<'_>) -> Result<(Vec<BitVec>, BitVec), Stop> {
        // A press as a sum of open ones; the bit after the last is what the lights themselves contribute.
        let open = self.plan.open.len();
        let mut sums = vec![None; self.changing.len()];
        for (unknown, &press) in self.plan.open.iter().enumerate() {
            let mut alone = BitVec::zeros(open + 1);
            alone.flip(unknown);
            sums[press as usize] = Some(alone);
        }
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        for (number, step) in self.plan.steps.iter().enumerate() {
            if number % 1024 == 0 {
                host.poll()?;
            }
            let light = step.light as usize;
            let mut sum = BitVec::zeros(open + 1);
            sum.set(open, lights.get(light));
            for &press in self.changing.changed_by(light).iter().filter(|&&press| Some(press) != step.forced)
            {
                sum.xor_assign(sums[press as usize].as_ref().expect("decided before it is looked at"));
                if self.plan.last_look[press as usize] == number as u32 {
                    sums[press as usize] = None;
                }
            }
            match step.forced {
                Some(press) if self.plan.last_look[press as usize] > number as u32 => {
                    sums[press as usize] = Some(sum);
                }
                Some(_) => {}
                None => {
                    values.push(sum.get(open));
                    rows.push(BitVec::from_words(sum.into_words(), open));
                }
            }
        }
        Ok((rows, BitVec::from_bools(&values)))
    }

    /// All presses, given the open ones.
    fn follow(&self, open: &BitVec, lights: Option<&BitVec>) -> BitVec {
        let mut presses = BitVec::zeros(self.changing.len());
        for unknown in open.ones() {
            presses.flip(self.plan.open[unknown] as usize);
        }
        for Step { light, forced } in &self.plan.steps {
            if let Some(forced) = *forced {
                let pressed =
                    self.changing.changed_by(*light as usize).iter().filter(|&&p| presses.get(p as usize));
                let on = lights.is_some_and(|lights| lights.get(*light as usize));
                // The forced press itself is not yet among those pressed.
                presses.set(forced as usize, (pressed.count() % 2 == 1) != on);
            }
        }
        presses
    }
}

impl Plan {
    /// The plan that leaves fewer presses open, by rows or by columns, given for each light the presses that change it.
    pub fn best(changing: &Net) -> Self {
        let by_row: Vec<u32> = (0..changing.len() as u32).collect();
        let mut by_column = by_row.clone();
        by_column.sort_by_key(|&light| (changing.places()[light as usize].x, light));
        let [by_row, by_column] = [by_row, by_column].map(|order| Self::new(changing, &order));
        if by_column.open.len() < by_row.open.len() { by_column } else { by_row }
    }

    fn new(changing: &Net, order: &[u32]) -> Self {
        let mut rank = vec![0; order.len()];
        for (at, &light) in (0_u32..).zip(order) {
            rank[light as usize] = at;
        }
        let mut decided = vec![false; order.len()];
        let mut plan = Self { steps: Vec::new(), open: Vec::new(), last_look: vec![0; order.len()] };
        for (number, &light) in (0_u32..).zip(order) {
            let presses = changing.changed_by(light as usize);
            let undecided = presses.iter().copied().filter(|&press| !decided[press as usize]);
            let forced = undecided.clone().max_by_key(|&press| rank[press as usize]);
            plan.open.extend(undecided.filter(|&press| Some(press) != forced));
            for &press in presses {
                decided[press as usize] = true;
                plan.last_look[press as usize] = number;
            }
            plan.steps.push(Step { light, forced });
        }
        // A press that changes nothing is never looked at, and may be made or not.
        plan.open.extend((0..order.len() as u32).filter(|&press| !decided[press as usize]));
        plan
    }

    /// How many lights force nothing.
    pub fn conditions(&self) -> usize {
        self.steps.iter().filter(|step| step.forced.is_none()).count()
    }

    /// All open presses are written down at the start; forced ones come and go.
    pub fn most_sums_at_once(&self) -> usize {
        let mut ends = vec![0_usize; self.steps.len() + 1];
        for &last in &self.last_look {
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

#[cfg(test)]
mod tests {
    use super::super::board::Press;
    use super::super::net::{PLUS, strategy};
    use super::*;
    use proptest::prelude::*;

    fn solve(net: &Net, lights: &BitVec) -> (Option<BitVec>, Vec<BitVec>) {
        let host = Host::default();
        let found = NetChase::new(net).solve(lights, &host).expect("nothing stops it");
        (found.one, found.quiet)
    }

    /// What pressing changes.
    fn changed(net: &Net, presses: &BitVec) -> BitVec {
        let mut lights = BitVec::zeros(net.len());
        presses.ones().flat_map(|press| net.changed_by(press)).for_each(|&light| lights.flip(light as usize));
        lights
    }

    /// The net as a matrix, for elimination without any chasing.
    fn matrix(net: &Net) -> Matrix {
        let changing = net.transposed();
        let row = |light| {
            let mut row = BitVec::zeros(net.len());
            changing.changed_by(light).iter().for_each(|&press| row.flip(press as usize));
            row
        };
        Matrix::new((0..net.len()).map(row).collect(), net.len())
    }

    #[test]
    fn long_boards_have_few_unknowns_either_way() {
        for (width, height) in [(50, 3), (3, 50)] {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| Press { x, y })).collect();
            assert_eq!(NetChase::new(&Net::plus(cells)).plan.open.len(), 3);
        }
    }

    proptest! {
        #[test]
        fn agrees_with_plain_elimination((net, lights) in strategy::net_and_lights(5, 60)) {
            agrees(&net, &lights)?;
        }

        #[test]
        fn also_where_presses_are_not_mutual(
            cells in strategy::cells(3, 30),
            wires in prop::collection::vec((-1..=2_i64, -1..=1_i64), 0..5),
            lights in prop::collection::vec(any::<bool>(), 30),
        ) {
            let mut wires = wires;
            wires.sort_by_key(|&(dx, dy)| (dy, dx));
            wires.dedup();
            let net = Net::over(cells, &wires);
            agrees(&net, &lights[..net.len()])?;
        }

        #[test]
        fn parts_make_the_whole((net, lights) in strategy::net_and_lights(6, 40)) {
            let lights = BitVec::from_bools(&lights);
            let (one, quiet) = solve(&net, &lights);
            let mut nullity = 0;
            let mut solvable = true;
            for part in net.parts() {
                let here: Vec<bool> = part.iter().map(|&light| lights.get(light as usize)).collect();
                let (one, quiet) = solve(&net.part(&part), &BitVec::from_bools(&here));
                nullity += quiet.len();
                solvable &= one.is_some();
            }
            prop_assert_eq!((one.is_some(), quiet.len()), (solvable, nullity));
        }
    }

    fn agrees(net: &Net, lights: &[bool]) -> Result<(), TestCaseError> {
        let lights = BitVec::from_bools(lights);
        let (one, quiet) = solve(net, &lights);
        let matrix = matrix(net);
        prop_assert_eq!(one.is_some(), matrix.solve(&lights).is_some());
        if let Some(presses) = one {
            prop_assert_eq!(changed(net, &presses), lights);
        }
        prop_assert!(quiet.iter().all(|pattern| changed(net, pattern).is_zero()));
        prop_assert_eq!(quiet.len(), net.len() - matrix.rank());
        prop_assert_eq!(Matrix::new(quiet.clone(), net.len()).rank(), quiet.len());
        Ok(())
    }

    #[test]
    fn memory_is_asked_for_first() {
        let cells = (0..30).flat_map(|y| (0..30).map(move |x| Press { x, y })).collect();
        let net = Net::over(cells, &PLUS);
        let host = Host::new(1, 100, &|_| std::ops::ControlFlow::Continue(()));
        let lights = BitVec::zeros(net.len());
        assert!(matches!(NetChase::new(&net).solve(&lights, &host), Err(Stop::Memory)));
    }
}
