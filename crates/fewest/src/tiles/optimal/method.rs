//! One search with a bound, an automaton, and a board of one of a few sizes.

use std::ops::ControlFlow;

use fewest_search::deepening::{Deepened, Deepening, Every};
use fewest_search::space::Bound;
use fewest_search::{Automaton, Host, Stop};

use super::Placement;
use super::grid::{Direction, Grid, Turn};
use super::lines::Lines;
use super::patterns::Patterns;
use super::shelved::Shelved;
use super::slides::{Cells, Slides};

/// How to search.
#[derive(Clone, Copy)]
pub(super) struct Method<'m> {
    /// The tables, or nothing for the bound without.
    pub(super) tables: Option<&'m Shelved<'m>>,
    /// Whether to look up the mirrored position as well, where the goal allows it.
    pub(super) mirrors: bool,
    /// The sequences that need not be searched.
    pub(super) automaton: &'m Automaton,
}

/// What to search for.
#[derive(Clone, Copy)]
enum Aim {
    First { at_least: u32, nodes_allowed: Option<u64> },
    Every { length: u32, most: usize },
}

/// What came of it, in the same order.
type Came = ControlFlow<Deepened<Direction>, Result<Every<Direction>, Stop>>;

impl Method<'_> {
    /// The first of the shortest solutions.
    pub(super) fn first(
        &self,
        placement: &Placement,
        at_least: u32,
        nodes_allowed: Option<u64>,
        host: &Host<'_>,
    ) -> Deepened<Direction> {
        match self.search(placement, Aim::First { at_least, nodes_allowed }, host) {
            ControlFlow::Break(deepened) => deepened,
            ControlFlow::Continue(_) => unreachable!("asked for the first"),
        }
    }

    /// All shortest solutions, if the automaton drops none.
    pub(super) fn every(
        &self,
        placement: &Placement,
        length: u32,
        most: usize,
        host: &Host<'_>,
    ) -> Result<Every<Direction>, Stop> {
        match self.search(placement, Aim::Every { length, most }, host) {
            ControlFlow::Continue(every) => every,
            ControlFlow::Break(_) => unreachable!("asked for all"),
        }
    }

    fn search(&self, placement: &Placement, aim: Aim, host: &Host<'_>) -> Came {
        let cells = placement.home.len();
        match (cells, self.tables.map(Shelved::len)) {
            (..=16, None) => self.by_lines::<u64>(placement, aim, host),
            (17..=64, None) => self.by_lines::<[u8; 64]>(placement, aim, host),
            (_, None) => self.by_lines::<[u8; 256]>(placement, aim, host),
            (..=16, Some(..=2)) => self.by_tables::<u64, 2>(placement, aim, host),
            (..=16, _) => self.by_tables::<u64, 3>(placement, aim, host),
            (_, Some(..=4)) => self.by_tables::<[u8; 32], 4>(placement, aim, host),
            (_, Some(..=6)) => self.by_tables::<[u8; 32], 6>(placement, aim, host),
            (_, _) => self.by_tables::<[u8; 32], 8>(placement, aim, host),
        }
    }

    fn by_lines<C: Cells>(&self, placement: &Placement, aim: Aim, host: &Host<'_>) -> Came {
        self.with(&Slides::<C>::new(placement), &Lines { blank_home: placement.blank_home }, aim, host)
    }

    fn by_tables<C: Cells, const G: usize>(&self, placement: &Placement, aim: Aim, host: &Host<'_>) -> Came {
        let tables = self.tables.expect("asked for by tables");
        let mirror = mirror(placement.grid(), placement.blank_home).filter(|_| self.mirrors);
        let bound = Patterns::<G>::new(placement.grid(), placement.blank_home, tables.looked(), mirror);
        self.with(&Slides::<C>::new(placement), &bound, aim, host)
    }

    fn with<C: Cells, B: Bound<Slides<C>>>(
        &self,
        space: &Slides<C>,
        bound: &B,
        aim: Aim,
        host: &Host<'_>,
    ) -> Came {
        let search = Deepening { space, bound, order: self.automaton, host };
        match aim {
            Aim::First { at_least, nodes_allowed } => {
                ControlFlow::Break(search.first(at_least, nodes_allowed))
            }
            Aim::Every { length, most } => ControlFlow::Continue(search.every(length, most)),
        }
    }
}

/// A way to mirror the board that leaves the goal as it is.
fn mirror(grid: Grid, blank_home: u8) -> Option<Turn> {
    let blank = usize::from(blank_home);
    grid.symmetries().find(|turn| !turn.is_identity() && turn.grid() == grid && turn.cell(blank) == blank)
}
