//! Elimination modulo the number of colours `m`: light chasing as in
//! [`elimination::order`](crate::solve::linear::elimination::order), but every press is made up to
//! `m - 1` times and all sums are taken modulo `m`.
//!
//! A press changes a light by one step, so the last press of a light is still forced for every `m`.
//! Only the conditions at the end have to deal with coefficients that have no inverse.

use fewest_gf2::{Generator, add_residues, solve_residues_while};
use fewest_search::{Context, Stop};

use crate::rules::Graph;
use crate::solve::linear::elimination::order::EliminationOrder;

/// All solutions modulo the number of colours.
pub struct ModularSolutions {
    /// How often each press is made; None if there is no solution.
    pub one: Option<Vec<u8>>,
    /// Independent generators of the presses that change nothing, each with its order.
    pub quiet: Vec<Generator>,
}

/// Finds all ways to change each light of a graph by the number of steps in `steps`.
///
/// # Errors
/// If the context stops it.
pub fn eliminate_modular(graph: &Graph, steps: &[u8], cx: &Context<'_>) -> Result<ModularSolutions, Stop> {
    let changing = graph.transposed();
    let chase =
        ModularElimination { order: EliminationOrder::best(&changing), changing, modulus: graph.colours() };
    let (open, conditions) = (chase.order.open.len(), chase.order.conditions());
    let mut lease = cx.lease((chase.order.most_sums_at_once() + 3 * conditions + 2) * (open + 64))?;
    let (rows, values) = chase.conditions(steps, cx)?;
    let found = solve_residues_while(chase.modulus, &rows, open, &values, || cx.poll().is_ok());
    let found = found.ok_or_else(|| cx.check().err().unwrap_or(Stop::Interrupt))?;
    lease.resize((found.quiet.len() + 2) * (graph.len() + 64))?;
    let nothing = vec![0; graph.len()];
    let follow = |Generator { vector, order }: Generator| {
        cx.poll().map(|()| Generator { vector: chase.follow(&vector, &nothing), order })
    };
    Ok(ModularSolutions {
        one: found.one.map(|open| chase.follow(&open, steps)),
        quiet: found.quiet.into_iter().map(follow).collect::<Result<_, _>>()?,
    })
}

struct ModularElimination {
    /// The transposed graph: for each light the presses that change it.
    changing: Graph,
    order: EliminationOrder,
    modulus: u8,
}

impl ModularElimination {
    /// Returns the conditions on the open presses: a row of coefficients and a value each.
    fn conditions(&self, steps: &[u8], cx: &Context<'_>) -> Result<(Vec<Vec<u8>>, Vec<u8>), Stop> {
        // A press as a sum of open ones; the number after the last is the constant from the steps.
        let open = self.order.open.len();
        let mut sums = vec![None; self.changing.len()];
        for (unknown, &press) in self.order.open.iter().enumerate() {
            let mut alone = vec![0; open + 1];
            alone[unknown] = 1;
            sums[press as usize] = Some(alone);
        }
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        for (number, step) in (0_u32..).zip(&self.order.steps) {
            if number % 64 == 0 {
                cx.poll()?;
            }
            let light = step.light as usize;
            // The sum of the other presses; what is lacking is its negative plus the steps.
            let mut sum = vec![0; open + 1];
            for &press in self.changing.changed_by(light).iter().filter(|&&press| Some(press) != step.forced)
            {
                let known: &Option<Vec<u8>> = &sums[press as usize];
                let known = known.as_deref().expect("decided before it is looked at");
                add_residues(&mut sum, known, self.modulus);
                if self.order.last_use[press as usize] == number {
                    sums[press as usize] = None;
                }
            }
            let lacking = |sum: u8| self.minus(steps[light], sum);
            match step.forced {
                Some(press) if self.order.last_use[press as usize] > number => {
                    sum[..open].iter_mut().for_each(|number| *number = self.minus(0, *number));
                    sum[open] = lacking(sum[open]);
                    sums[press as usize] = Some(sum);
                }
                Some(_) => {}
                None => {
                    values.push(lacking(sum[open]));
                    sum.truncate(open);
                    rows.push(sum);
                }
            }
        }
        Ok((rows, values))
    }

    fn minus(&self, from: u8, number: u8) -> u8 {
        if from >= number { from - number } else { from + (self.modulus - number) }
    }

    /// Returns all presses, given the open ones.
    fn follow(&self, open: &[u8], steps: &[u8]) -> Vec<u8> {
        let mut presses = vec![0_u8; self.changing.len()];
        for (&press, &times) in self.order.open.iter().zip(open) {
            presses[press as usize] = times;
        }
        for step in &self.order.steps {
            if let Some(forced) = step.forced {
                // The forced press itself is still 0.
                let others = self.changing.changed_by(step.light as usize).iter();
                let sum: u64 = others.map(|&press| u64::from(presses[press as usize])).sum();
                let sum = (sum % u64::from(self.modulus)) as u8;
                presses[forced as usize] = self.minus(steps[step.light as usize], sum);
            }
        }
        presses
    }
}
