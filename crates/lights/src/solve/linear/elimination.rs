//! Elimination on any graph, over GF(2) and modulo the number of colours.
//!
//! A [chasing order](crate::solve::linear::chasing_order) writes every press as a sum of few
//! unknowns: one per place without a place above, instead of one per place. Lights that force
//! nothing are conditions on the unknowns.
//!
//! *Two colours.* Where conditions come while chasing, as on boards with holes, each eliminates an
//! unknown at once and few are open at a time ([`Frontier`]). Where they come at the end, or the
//! graph has no order, all are solved together by the method of four Russians (Arlazarov, Dinic,
//! Kronrod and Faradžev 1970).
//!
//! *`m` colours.* Every press is made up to `m - 1` times and all sums are taken modulo `m`. A
//! press changes a light by one step, so the last press of a light is still forced for every `m`.
//! Only the conditions at the end have to deal with coefficients that have no inverse.

use fewest_gf2::{BitVec, Generator, Matrix, add_residues, solve_residues_while};
use fewest_search::{Context, Lease, Stop};

use crate::rules::Graph;
use crate::solve::linear::chasing_order::{EliminationOrder, Frontier};

/// All solutions of a board over GF(2): a particular one, if there is any, and a basis of the quiet
/// patterns, by which solutions differ.
pub struct Solutions<'h> {
    /// Presses that put all lights out.
    pub one: Option<BitVec>,
    /// Linearly independent presses that change nothing.
    pub quiet: Vec<BitVec>,
    /// The memory that both take.
    _lease: Lease<'h>,
}

impl<'h> Solutions<'h> {
    /// Joins solutions with the lease of the memory that they take.
    pub fn new(one: Option<BitVec>, quiet: Vec<BitVec>, lease: Lease<'h>) -> Self {
        Self { one, quiet, _lease: lease }
    }
}

/// Returns the bytes that a vector takes.
pub fn bytes_of(bits: usize) -> usize {
    8 * bits.div_ceil(64) + 32
}

/// A graph prepared for solving any of its boards.
pub struct Elimination {
    /// The transposed graph: for each light the presses that change it.
    changing: Graph,
    order: EliminationOrder,
}

impl Elimination {
    /// Prepares a graph.
    pub fn new(graph: &Graph) -> Self {
        let changing = graph.transposed();
        let order = EliminationOrder::best(&changing);
        Self { changing, order }
    }

    /// Finds all presses that put these lights out.
    ///
    /// # Errors
    /// If the context stops it.
    pub fn eliminate<'h>(&self, lights: &BitVec, cx: &'h Context<'_>) -> Result<Solutions<'h>, Stop> {
        let mut lease = cx.lease(bytes_of(self.changing.len()))?;
        let (one, quiet) = if self.has_small_frontier() {
            Frontier::eliminate(&self.changing, &self.order, lights, cx)?
        } else {
            self.eliminate_together(lights, cx)?
        };
        // Comparing solutions holds each pattern twice.
        lease.resize((2 + 2 * quiet.len()) * bytes_of(self.changing.len()))?;
        let follow = |open: &BitVec, lights| self.order.follow(&self.changing, open, lights);
        let one = one.map(|open| follow(&open, Some(lights)));
        let quiet = quiet.iter().map(|open| cx.poll().map(|()| follow(open, None)));
        let quiet = quiet.collect::<Result<_, _>>()?;
        Ok(Solutions::new(one, quiet, lease))
    }

    /// Whether the frontier stays so small that eliminating unknowns one by one is faster than
    /// solving all conditions together.
    fn has_small_frontier(&self) -> bool {
        4 * self.order.largest_frontier(&self.changing) < self.order.open.len()
    }

    /// Returns the open presses of one solution and of the quiet patterns.
    fn eliminate_together(
        &self,
        lights: &BitVec,
        cx: &Context<'_>,
    ) -> Result<(Option<BitVec>, Vec<BitVec>), Stop> {
        let open = self.order.open.len();
        // Sums that are used again, and three copies of the conditions: as found, as a matrix, and
        // while it is reduced.
        let sums = self.order.most_sums_at_once() + 3 * self.order.conditions();
        let _lease = cx.lease(sums * bytes_of(open + 1))?;
        let (rows, image) = self.conditions(lights, cx)?;
        cx.poll()?;
        let solved = Matrix::new(rows, open).solve_all_while(&image, || cx.poll().is_ok());
        solved.ok_or_else(|| cx.check().err().unwrap_or(Stop::Interrupt))
    }

    /// Returns the conditions on the open presses: a row of coefficients and a value each.
    fn conditions(&self, lights: &BitVec, cx: &Context<'_>) -> Result<(Vec<BitVec>, BitVec), Stop> {
        // A press as a sum of open ones; the bit after the last is the constant from the lights.
        let open = self.order.open.len();
        let mut sums = vec![None; self.changing.len()];
        for (unknown, &press) in self.order.open.iter().enumerate() {
            let mut alone = BitVec::zeros(open + 1);
            alone.flip(unknown);
            sums[press as usize] = Some(alone);
        }
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        for (number, step) in self.order.steps.iter().enumerate() {
            if number % 64 == 0 {
                cx.poll()?;
            }
            let light = step.light as usize;
            let mut sum = BitVec::zeros(open + 1);
            sum.set(open, lights.get(light));
            for &press in self.changing.changed_by(light).iter().filter(|&&press| Some(press) != step.forced)
            {
                sum.xor_assign(sums[press as usize].as_ref().expect("decided before it is looked at"));
                if self.order.last_use[press as usize] == number as u32 {
                    sums[press as usize] = None;
                }
            }
            match step.forced {
                Some(press) if self.order.last_use[press as usize] > number as u32 => {
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
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Extent, Neighbourhood, PLUS, Press, Wrap};
    use crate::testing::{any_places, changed, graph_and_lights};
    use proptest::prelude::*;

    fn eliminated(graph: &Graph, lights: &BitVec) -> (Option<BitVec>, Vec<BitVec>) {
        let cx = Context::default();
        let found = Elimination::new(graph).eliminate(lights, &cx).expect("nothing stops it");
        (found.one, found.quiet)
    }

    /// The graph as a matrix, for elimination without a chasing order.
    fn matrix(graph: &Graph) -> Matrix {
        let changing = graph.transposed();
        let row = |light| {
            let mut row = BitVec::zeros(graph.len());
            changing.changed_by(light).iter().for_each(|&press| row.flip(press as usize));
            row
        };
        Matrix::new((0..graph.len()).map(row).collect(), graph.len())
    }

    #[test]
    fn long_boards_have_few_unknowns_either_way() {
        for (width, height) in [(50, 3), (3, 50)] {
            let cells = (0..height).flat_map(|y| (0..width).map(move |x| Press { x, y })).collect();
            assert_eq!(Elimination::new(&Graph::plus(cells)).order.open.len(), 3);
        }
    }

    proptest! {
        #[test]
        fn agrees_with_plain_elimination((graph, lights) in graph_and_lights(5, 60)) {
            agrees(&graph, &lights)?;
        }

        /// Both ways to use conditions give the same solutions on any graph.
        #[test]
        fn settling_early_is_settling_together((graph, lights) in graph_and_lights(6, 70)) {
            let (lights, cx) = (BitVec::from_bools(&lights), Context::default());
            let chase = Elimination::new(&graph);
            let together = chase.eliminate_together(&lights, &cx).expect("nothing stops it");
            let early = Frontier::eliminate(&chase.changing, &chase.order, &lights, &cx).expect("nothing stops it");
            prop_assert_eq!(early.0.is_some(), together.0.is_some());
            prop_assert_eq!(early.1.len(), together.1.len());
            let follow = |open: &BitVec, lights| chase.order.follow(&chase.changing, open, lights);
            if let Some(one) = &early.0 {
                prop_assert_eq!(&changed(&graph, &follow(one, Some(&lights))), &lights);
            }
            prop_assert!(early.1.iter().all(|open| changed(&graph, &follow(open, None)).is_zero()));
            prop_assert_eq!(Matrix::new(early.1.clone(), chase.order.open.len()).rank(), early.1.len());
        }

        #[test]
        fn variants_agree_with_elimination(
            (width, height) in (1..7_usize, 1..7_usize),
            name in prop::sample::select(vec!["plus", "king", "diagonal"]),
            wrap in prop::sample::select(Wrap::ALL.map(|wrap| wrap.1).to_vec()),
            no_self in any::<bool>(),
            holes in prop::collection::vec(prop::bool::weighted(0.15), 36),
            lights in prop::collection::vec(any::<bool>(), 36),
        ) {
            let rule = Neighbourhood::named(name, wrap).expect("a name");
            let rule = if no_self { rule.without_self() } else { rule };
            let cells = (0..width * height).filter(|&index| !holes[index]);
            let cells: Vec<Press> = cells.map(|index| Press::at(index % width, index / width)).collect();
            let graph = rule.graph(cells, Extent { first: Press::at(0, 0), width, height });
            agrees(&graph, &lights[..graph.len()])?;
        }

        #[test]
        fn also_where_presses_are_not_mutual(
            cells in any_places(3, 30),
            edges in prop::collection::vec((-1..=2_i64, -1..=1_i64), 0..5),
            lights in prop::collection::vec(any::<bool>(), 30),
        ) {
            let mut edges = edges;
            edges.sort_by_key(|&(dx, dy)| (dy, dx));
            edges.dedup();
            let graph = Graph::over(cells, &edges);
            agrees(&graph, &lights[..graph.len()])?;
        }

        #[test]
        fn parts_make_the_whole((graph, lights) in graph_and_lights(6, 40)) {
            let lights = BitVec::from_bools(&lights);
            let (one, quiet) = eliminated(&graph, &lights);
            let mut nullity = 0;
            let mut solvable = true;
            for component in graph.components() {
                let here: Vec<bool> = component.iter().map(|&light| lights.get(light as usize)).collect();
                let (one, quiet) = eliminated(&graph.subgraph(&component), &BitVec::from_bools(&here));
                nullity += quiet.len();
                solvable &= one.is_some();
            }
            prop_assert_eq!((one.is_some(), quiet.len()), (solvable, nullity));
        }
    }

    fn agrees(graph: &Graph, lights: &[bool]) -> Result<(), TestCaseError> {
        let lights = BitVec::from_bools(lights);
        let (one, quiet) = eliminated(graph, &lights);
        let matrix = matrix(graph);
        prop_assert_eq!(one.is_some(), matrix.solve(&lights).is_some());
        if let Some(presses) = one {
            prop_assert_eq!(changed(graph, &presses), lights);
        }
        prop_assert!(quiet.iter().all(|pattern| changed(graph, pattern).is_zero()));
        prop_assert_eq!(quiet.len(), graph.len() - matrix.rank());
        prop_assert_eq!(Matrix::new(quiet.clone(), graph.len()).rank(), quiet.len());
        Ok(())
    }

    /// A board with many holes has many unknowns, but few at a time.
    #[test]
    fn holes_open_unknowns_that_are_settled_soon() {
        let is_cell = |x: i64, y: i64| (31 * x * x + 17 * y * y + 7 * x * y) % 20 != 0;
        let cells = (0..200).flat_map(|y| (0..60).map(move |x| Press { x, y }));
        let chase = Elimination::new(&Graph::plus(cells.filter(|place| is_cell(place.x, place.y)).collect()));
        let (all, most) = (chase.order.open.len(), chase.order.largest_frontier(&chase.changing));
        assert!(all > 900 && most < 90 && chase.has_small_frontier(), "{all} {most}");
    }

    #[test]
    fn memory_is_asked_for_first() {
        let cells = (0..30).flat_map(|y| (0..30).map(move |x| Press { x, y })).collect();
        let graph = Graph::over(cells, &PLUS);
        let cx = Context::new(1, 100, &|_| std::ops::ControlFlow::Continue(()));
        let lights = BitVec::zeros(graph.len());
        assert!(matches!(Elimination::new(&graph).eliminate(&lights, &cx), Err(Stop::Memory)));
    }
}
