//! Hill climbing for a board that is hard enough, with random restarts.

use fewest_search::{Context, Stop};

use super::piece_set::{PieceSet, named};
use super::requirements::{Difficulty, Requirements};
use crate::facts::{fewest_moves, minimized};
use crate::rules::Board;
use crate::solve::distance_table::DistanceTable;
use fewest_core::seed::Seed;

/// Boards evaluated before giving up.
const BOARDS: u32 = 30_000;
/// Consecutive boards without improvement before a restart.
const MAX_STALLED: u32 = 300;
/// Positions of a hard enough board that are tried.
const POSITIONS: usize = 6;

pub(super) struct HillClimb<'c, 'h> {
    piece_set: &'c PieceSet,
    requirements: &'c Requirements,
    seed: Seed,
    cx: &'c Context<'h>,
    /// The nearest board so far, and its distance to the requirements.
    nearest: Option<(Board, Difficulty, (u64, usize, bool))>,
}

impl<'c, 'h> HillClimb<'c, 'h> {
    pub(super) fn new(
        piece_set: &'c PieceSet,
        requirements: &'c Requirements,
        seed: u64,
        cx: &'c Context<'h>,
    ) -> Self {
        Self { piece_set, requirements, seed: Seed::new(seed), cx, nearest: None }
    }

    /// Returns the required board, or the nearest one found within the limits.
    pub(super) fn run(mut self) -> Option<(Board, Difficulty)> {
        // A limit ends the search; what was found is kept.
        let _ = self.climb();
        self.nearest.map(|(board, difficulty, _)| (board, difficulty))
    }

    fn is_done(&self) -> bool {
        self.nearest.as_ref().is_some_and(|(.., distance)| *distance == (0, 0, false))
    }

    fn climb(&mut self) -> Result<(), Stop> {
        let mut left = BOARDS;
        while left > 0 && !self.is_done() {
            let mut board = self.piece_set.fresh(self.requirements, &mut self.seed);
            let (mut height, mut stalled) = (0, 0);
            while stalled < MAX_STALLED && left > 0 && !self.is_done() {
                left -= 1;
                stalled += 1;
                let new = match height {
                    0 => self.piece_set.fresh(self.requirements, &mut self.seed),
                    _ => self.piece_set.changed(&board, self.requirements, &mut self.seed),
                };
                let most = self.piece_set.most_positions();
                let Some(table) = DistanceTable::new(&new, most, self.cx)? else { continue };
                let Some(hardest) = table.hardest() else { continue };
                if hardest >= self.requirements.moves {
                    self.choose(&new, &table)?;
                } else if self
                    .nearest
                    .as_ref()
                    .is_none_or(|(.., (away, ..))| self.requirements.moves - hardest < *away)
                {
                    self.offer(table.position(&new, hardest, 0))?;
                }
                if hardest >= height || self.accepts_decrease(height - hardest) {
                    stalled = if hardest > height { 0 } else { stalled };
                    height = hardest;
                    let at = self.seed.below(table.count(hardest));
                    board = table.position(&new, hardest, at);
                }
            }
        }
        Ok(())
    }

    /// Returns whether to accept a decrease by `down`: with probability 1/3 for 1, 1/9 for 2, and
    /// so on.
    fn accepts_decrease(&mut self, down: u64) -> bool {
        (0..down).all(|_| self.seed.below(3) == 0)
    }

    /// Tries some positions at the required distance.
    fn choose(&mut self, board: &Board, table: &DistanceTable) -> Result<(), Stop> {
        for _ in 0..POSITIONS {
            let at = self.seed.below(table.count(self.requirements.moves));
            self.offer(table.position(board, self.requirements.moves, at))?;
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    /// Removes redundant pieces of a board, and keeps it if it is nearer than the nearest so far.
    fn offer(&mut self, board: Board) -> Result<(), Stop> {
        let Some(board) = minimized(&board, self.cx)? else { return Ok(()) };
        let board = named(board);
        // Boards with too many positions to decide are skipped.
        let Ok(Some((moves, answers))) = fewest_moves(&board, self.requirements.unique, self.cx) else {
            return self.cx.check();
        };
        let difficulty = Difficulty { moves, answers };
        let distance = self.requirements.distance(&board, difficulty);
        if self.nearest.as_ref().is_none_or(|(.., nearest)| distance < *nearest) {
            self.nearest = Some((board, difficulty, distance));
        }
        Ok(())
    }
}
