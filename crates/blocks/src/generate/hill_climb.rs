//! The search for a board that is hard enough.

use fewest_search::{Context, Stop};

use super::piece_set::{Stock, named};
use super::requirements::{Found, Order};
use crate::facts::minimality::{fewest, thinned};
use crate::rules::Board;
use crate::solve::distance_table::Depths;
use fewest_core::seed::Seed;

/// Boards looked at before giving up.
const BOARDS: u32 = 30_000;
/// Boards in a row that were no step up before a climb begins anew.
const PATIENCE: u32 = 300;
/// Positions of a hard enough board that are tried.
const POSITIONS: usize = 6;

pub(super) struct Climb<'c, 'h> {
    stock: &'c Stock,
    order: &'c Order,
    seed: Seed,
    cx: &'c Context<'h>,
    /// The nearest board so far, and how far it is from what was asked for.
    nearest: Option<(Board, Found, (u64, usize, bool))>,
}

impl<'c, 'h> Climb<'c, 'h> {
    pub(super) fn new(stock: &'c Stock, order: &'c Order, seed: u64, cx: &'c Context<'h>) -> Self {
        Self { stock, order, seed: Seed::new(seed), cx, nearest: None }
    }

    /// The board asked for, or the nearest when it is time to give up.
    pub(super) fn run(mut self) -> Option<(Board, Found)> {
        // A limit ends the search, not what it found.
        let _ = self.climbs();
        self.nearest.map(|(board, found, _)| (board, found))
    }

    fn is_done(&self) -> bool {
        self.nearest.as_ref().is_some_and(|(.., distance)| *distance == (0, 0, false))
    }

    fn climbs(&mut self) -> Result<(), Stop> {
        let mut left = BOARDS;
        while left > 0 && !self.is_done() {
            let mut board = self.stock.fresh(self.order, &mut self.seed);
            let (mut height, mut since) = (0, 0);
            while since < PATIENCE && left > 0 && !self.is_done() {
                left -= 1;
                since += 1;
                let new = match height {
                    0 => self.stock.fresh(self.order, &mut self.seed),
                    _ => self.stock.changed(&board, self.order, &mut self.seed),
                };
                let most = self.stock.most_positions();
                let Some(depths) = Depths::new(&new, most, self.cx)? else { continue };
                let Some(hardest) = depths.hardest() else { continue };
                if hardest >= self.order.moves {
                    self.choose(&new, &depths)?;
                } else if self
                    .nearest
                    .as_ref()
                    .is_none_or(|(.., (away, ..))| self.order.moves - hardest < *away)
                {
                    self.offer(depths.position(&new, hardest, 0))?;
                }
                if hardest >= height || self.dares(height - hardest) {
                    since = if hardest > height { 0 } else { since };
                    height = hardest;
                    let at = self.seed.below(depths.count(hardest));
                    board = depths.position(&new, hardest, at);
                }
            }
        }
        Ok(())
    }

    /// Whether to go down so far: one in three goes down by one, one in nine by two.
    fn dares(&mut self, down: u64) -> bool {
        (0..down).all(|_| self.seed.below(3) == 0)
    }

    /// Tries some positions at the wanted distance.
    fn choose(&mut self, board: &Board, depths: &Depths) -> Result<(), Stop> {
        for _ in 0..POSITIONS {
            let at = self.seed.below(depths.count(self.order.moves));
            self.offer(depths.position(board, self.order.moves, at))?;
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    /// Takes away what makes a board no harder, and keeps it if it is nearer than the nearest so far.
    fn offer(&mut self, board: Board) -> Result<(), Stop> {
        let Some(board) = thinned(&board, self.cx)? else { return Ok(()) };
        let board = named(board);
        // What has too many positions to tell is passed over.
        let Ok(Some((moves, answers))) = fewest(&board, self.order.unique, self.cx) else {
            return self.cx.check();
        };
        let found = Found { moves, answers };
        let distance = self.order.distance(&board, found);
        if self.nearest.as_ref().is_none_or(|(.., nearest)| distance < *nearest) {
            self.nearest = Some((board, found, distance));
        }
        Ok(())
    }
}
