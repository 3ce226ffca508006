//! One IDA* search: a heuristic, the pruning of duplicate sequences, and positions packed by the
//! size of the board.

use std::ops::ControlFlow;

use fewest_search::heuristic::IncrementalHeuristic;
use fewest_search::ida::{AllShortest, Ida, IdaResult};
use fewest_search::{Context, MoveFsm, Stop};

use crate::rules::board::Direction;
use crate::rules::grid::Symmetry;
use crate::solve::heuristic::additive_pdb::AdditivePdb;
use crate::solve::heuristic::linear_conflict::LinearConflict;
use crate::solve::heuristic::max_of_pdbs::MaxOfPdbs;
use crate::solve::pdb::bit_pdb::PdbCollection;
use crate::solve::pdb::partition::PdbPartition;
use crate::solve::slide_space::{Cells, Placement, SlideSpace};

/// What the heuristic is taken from.
#[derive(Clone, Copy)]
pub(crate) enum HeuristicTables<'m> {
    /// No tables: Manhattan distance and linear conflicts.
    LinearConflict,
    /// The pattern databases of one partition.
    AdditivePdb(&'m PdbPartition<'m>),
    /// Those of several partitions.
    MaxOfPdbs(&'m PdbCollection<'m>),
}

/// How to search.
#[derive(Clone, Copy)]
pub(crate) struct IdaConfig<'m> {
    /// The heuristic.
    pub(crate) heuristic: HeuristicTables<'m>,
    /// Whether to look up the mirrored position as well, where the goal is symmetric.
    pub(crate) mirrors: bool,
    /// The duplicate sequences that are pruned.
    pub(crate) move_fsm: &'m MoveFsm,
}

/// What to search for.
#[derive(Clone, Copy)]
enum Aim {
    First { at_least: u32, nodes_allowed: Option<u64> },
    Every { length: u32, most: usize },
}

/// The result, in the same order as the variants of [`Aim`].
type AimResult = ControlFlow<IdaResult<Direction>, Result<AllShortest<Direction>, Stop>>;

impl IdaConfig<'_> {
    /// Returns the first of the shortest solutions.
    pub(crate) fn first(
        &self,
        placement: &Placement,
        at_least: u32,
        nodes_allowed: Option<u64>,
        cx: &Context<'_>,
    ) -> IdaResult<Direction> {
        match self.search(placement, Aim::First { at_least, nodes_allowed }, cx) {
            ControlFlow::Break(result) => result,
            ControlFlow::Continue(_) => unreachable!("asked for the first"),
        }
    }

    /// Returns all shortest solutions, if `move_fsm` prunes nothing but inverse moves.
    pub(crate) fn every(
        &self,
        placement: &Placement,
        length: u32,
        most: usize,
        cx: &Context<'_>,
    ) -> Result<AllShortest<Direction>, Stop> {
        match self.search(placement, Aim::Every { length, most }, cx) {
            ControlFlow::Continue(every) => every,
            ControlFlow::Break(_) => unreachable!("asked for all"),
        }
    }

    fn search(&self, placement: &Placement, aim: Aim, cx: &Context<'_>) -> AimResult {
        let cells = placement.home.len();
        // Every arm is the whole search once more: the module for browsers shares the wider ones.
        let is_small = cfg!(target_family = "wasm");
        match (self.heuristic, cells) {
            (HeuristicTables::LinearConflict, ..=16) => self.by_linear_conflict::<u64>(placement, aim, cx),
            (HeuristicTables::LinearConflict, 17..=64) if !is_small => {
                self.by_linear_conflict::<[u8; 64]>(placement, aim, cx)
            }
            (HeuristicTables::LinearConflict, _) => self.by_linear_conflict::<[u8; 256]>(placement, aim, cx),
            (HeuristicTables::AdditivePdb(tables), ..=16) if tables.len() <= 2 && !is_small => {
                self.by_additive_pdb::<u64, 2>(tables, placement, aim, cx)
            }
            (HeuristicTables::AdditivePdb(tables), ..=16) => {
                self.by_additive_pdb::<u64, 3>(tables, placement, aim, cx)
            }
            (HeuristicTables::AdditivePdb(tables), _) if tables.len() <= 6 && !is_small => {
                self.by_additive_pdb::<[u8; 32], 6>(tables, placement, aim, cx)
            }
            (HeuristicTables::AdditivePdb(tables), _) => {
                self.by_additive_pdb::<[u8; 32], 8>(tables, placement, aim, cx)
            }
            (HeuristicTables::MaxOfPdbs(tables), _) => self.with_collection(tables, placement, aim, cx),
        }
    }

    fn by_linear_conflict<C: Cells>(&self, placement: &Placement, aim: Aim, cx: &Context<'_>) -> AimResult {
        self.with(
            &SlideSpace::<C>::new(placement),
            &LinearConflict { blank_home: placement.blank_home },
            aim,
            cx,
        )
    }

    fn by_additive_pdb<C: Cells, const G: usize>(
        &self,
        tables: &PdbPartition<'_>,
        placement: &Placement,
        aim: Aim,
        cx: &Context<'_>,
    ) -> AimResult {
        let (grid, blank_home) = (placement.grid(), placement.blank_home);
        let bound = AdditivePdb::<G>::new(grid, blank_home, tables.lookups(), self.mirror(placement));
        self.with(&SlideSpace::<C>::new(placement), &bound, aim, cx)
    }

    fn with_collection(
        &self,
        tables: &PdbCollection<'_>,
        placement: &Placement,
        aim: Aim,
        cx: &Context<'_>,
    ) -> AimResult {
        self.with(
            &SlideSpace::<u128>::new(placement),
            &MaxOfPdbs::of(tables, self.mirror(placement)),
            aim,
            cx,
        )
    }

    fn mirror(&self, placement: &Placement) -> Option<Symmetry> {
        placement.mirror().filter(|_| self.mirrors)
    }

    fn with<C: Cells, B: IncrementalHeuristic<SlideSpace<C>>>(
        &self,
        space: &SlideSpace<C>,
        bound: &B,
        aim: Aim,
        cx: &Context<'_>,
    ) -> AimResult {
        let search = Ida { space, heuristic: bound, pruning: self.move_fsm, cx };
        match aim {
            Aim::First { at_least, nodes_allowed } => {
                ControlFlow::Break(search.first(at_least, nodes_allowed))
            }
            Aim::Every { length, most } => ControlFlow::Continue(search.all_shortest(length, most)),
        }
    }
}
