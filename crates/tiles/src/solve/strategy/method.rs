//! One search with a bound, an automaton, and a board of one of a few sizes.

use std::ops::ControlFlow;

use fewest_search::heuristic::IncrementalHeuristic;
use fewest_search::ida::{Every, Ida, IdaResult};
use fewest_search::{Context, MoveFsm, Stop};

use crate::rules::board::Direction;
use crate::rules::grid::Symmetry;
use crate::solve::heuristic::additive_pdb::Patterns;
use crate::solve::heuristic::linear_conflict::Lines;
use crate::solve::heuristic::max_of_pdbs::Compound;
use crate::solve::pdb::cache::Shelved;
use crate::solve::pdb::collection::Compounds;
use crate::solve::placement::Placement;
use crate::solve::slide_space::{Cells, Slides};

/// What the bound is taken from.
#[derive(Clone, Copy)]
pub(crate) enum By<'m> {
    /// No tables.
    Lines,
    /// Those of one partition.
    Patterns(&'m Shelved<'m>),
    /// Those of several.
    Compound(&'m Compounds<'m>),
}

/// How to search.
#[derive(Clone, Copy)]
pub(crate) struct Method<'m> {
    /// The bound.
    pub(crate) by: By<'m>,
    /// Whether to look up the mirrored position as well, where the goal allows it.
    pub(crate) mirrors: bool,
    /// The sequences that need not be searched.
    pub(crate) automaton: &'m MoveFsm,
}

/// What to search for.
#[derive(Clone, Copy)]
enum Aim {
    First { at_least: u32, nodes_allowed: Option<u64> },
    Every { length: u32, most: usize },
}

/// What came of it, in the same order.
type Came = ControlFlow<IdaResult<Direction>, Result<Every<Direction>, Stop>>;

impl Method<'_> {
    /// The first of the shortest solutions.
    pub(crate) fn first(
        &self,
        placement: &Placement,
        at_least: u32,
        nodes_allowed: Option<u64>,
        cx: &Context<'_>,
    ) -> IdaResult<Direction> {
        match self.search(placement, Aim::First { at_least, nodes_allowed }, cx) {
            ControlFlow::Break(deepened) => deepened,
            ControlFlow::Continue(_) => unreachable!("asked for the first"),
        }
    }

    /// All shortest solutions, if the automaton drops none.
    pub(crate) fn every(
        &self,
        placement: &Placement,
        length: u32,
        most: usize,
        cx: &Context<'_>,
    ) -> Result<Every<Direction>, Stop> {
        match self.search(placement, Aim::Every { length, most }, cx) {
            ControlFlow::Continue(every) => every,
            ControlFlow::Break(_) => unreachable!("asked for all"),
        }
    }

    fn search(&self, placement: &Placement, aim: Aim, cx: &Context<'_>) -> Came {
        let cells = placement.home.len();
        match (self.by, cells) {
            (By::Lines, ..=16) => self.by_lines::<u64>(placement, aim, cx),
            (By::Lines, 17..=64) => self.by_lines::<[u8; 64]>(placement, aim, cx),
            (By::Lines, _) => self.by_lines::<[u8; 256]>(placement, aim, cx),
            (By::Patterns(tables), ..=16) if tables.len() <= 2 => {
                self.by_patterns::<u64, 2>(tables, placement, aim, cx)
            }
            (By::Patterns(tables), ..=16) => self.by_patterns::<u64, 3>(tables, placement, aim, cx),
            (By::Patterns(tables), _) if tables.len() <= 6 => {
                self.by_patterns::<[u8; 32], 6>(tables, placement, aim, cx)
            }
            (By::Patterns(tables), _) => self.by_patterns::<[u8; 32], 8>(tables, placement, aim, cx),
            (By::Compound(tables), _) => self.by_compound(tables, placement, aim, cx),
        }
    }

    fn by_lines<C: Cells>(&self, placement: &Placement, aim: Aim, cx: &Context<'_>) -> Came {
        self.with(&Slides::<C>::new(placement), &Lines { blank_home: placement.blank_home }, aim, cx)
    }

    fn by_patterns<C: Cells, const G: usize>(
        &self,
        tables: &Shelved<'_>,
        placement: &Placement,
        aim: Aim,
        cx: &Context<'_>,
    ) -> Came {
        let (grid, blank_home) = (placement.grid(), placement.blank_home);
        let bound = Patterns::<G>::new(grid, blank_home, tables.looked(), self.mirror(placement));
        self.with(&Slides::<C>::new(placement), &bound, aim, cx)
    }

    fn by_compound(&self, tables: &Compounds<'_>, placement: &Placement, aim: Aim, cx: &Context<'_>) -> Came {
        self.with(&Slides::<u128>::new(placement), &Compound::of(tables, self.mirror(placement)), aim, cx)
    }

    fn mirror(&self, placement: &Placement) -> Option<Symmetry> {
        placement.mirror().filter(|_| self.mirrors)
    }

    fn with<C: Cells, B: IncrementalHeuristic<Slides<C>>>(
        &self,
        space: &Slides<C>,
        bound: &B,
        aim: Aim,
        cx: &Context<'_>,
    ) -> Came {
        let search = Ida { space, bound, order: self.automaton, cx };
        match aim {
            Aim::First { at_least, nodes_allowed } => {
                ControlFlow::Break(search.first(at_least, nodes_allowed))
            }
            Aim::Every { length, most } => ControlFlow::Continue(search.every(length, most)),
        }
    }
}
