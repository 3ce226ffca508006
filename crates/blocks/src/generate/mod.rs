//! The generator of puzzles with an exact number of fewest moves.
//!
//! A random board is nearly always easy, so the generator climbs: pieces are added, removed and
//! exchanged, and the board is kept if the *hardest position reachable from it* is harder than
//! before, or with some probability if it is a little easier. Once that position is hard enough,
//! any position at the required distance from the goals will do. Then redundant pieces are removed;
//! if the result meets the requirements it is returned, otherwise the climb goes on.
//!
//! | file | what it holds |
//! |---|---|
//! | `piece_set` | the sets of pieces, random boards and changes; requirements on a board |
//! | `database` | every Rush Hour puzzle of a size |

pub mod database;
mod piece_set;

use fewest_core::{Fault, GenerateOptions, Generated, Seed};
use fewest_search::{Context, Stop};

use crate::facts::{DistanceTable, fewest_moves, minimized};
use crate::rules::Board;
use piece_set::{Difficulty, PieceSet, Requirements, named};

/// Returns a board with exactly the required number of fewest moves, or the nearest one found.
pub(super) fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
    let piece_set = PieceSet::new(how.rule.as_deref(), how.size)?;
    let requirements = Requirements::new(how, piece_set.cells())?;
    let (board, difficulty) =
        HillClimb::new(&piece_set, &requirements, how.seed, cx).run().ok_or_else(|| {
            Fault::new("stopped before any board was found").remedy("give it more time, or another seed")
        })?;
    Ok(match requirements.lacks(&board, difficulty) {
        Some(lacks) => Generated::nearest(board, &lacks, cx),
        None => Generated::exact(board),
    })
}

/// Boards evaluated before giving up.
const BOARDS: u32 = 30_000;
/// Consecutive boards without improvement before a restart.
const MAX_STALLED: u32 = 300;
/// Positions of a hard enough board that are tried.
const POSITIONS: usize = 6;

struct HillClimb<'c, 'h> {
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
        let _ = self.hill_climb();
        self.nearest.map(|(board, difficulty, _)| (board, difficulty))
    }

    fn is_done(&self) -> bool {
        self.nearest.as_ref().is_some_and(|(.., distance)| *distance == (0, 0, false))
    }

    fn hill_climb(&mut self) -> Result<(), Stop> {
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

#[cfg(test)]
mod tests {
    use fewest_core::Family;

    use super::*;
    use crate::course::textbook;
    use crate::facts::without_piece;
    use crate::rules::{Blocks, Board, Freedom};

    fn asked(size: (usize, usize), moves: u64, metric: &str, seed: u64) -> GenerateOptions {
        let (size, moves, metric) = (Some(size), Some(moves), Some(metric.to_owned()));
        GenerateOptions { size, moves, seed, metric, ..GenerateOptions::default() }
    }

    fn fewest(board: &Board) -> Option<u64> {
        textbook::shortest_solution(board).map(|moves| moves.len() as u64)
    }

    /// Returns the board asked for, after checking its fewest moves by the textbook.
    fn made(how: &GenerateOptions) -> Board {
        let Generated { board, lacks } =
            generate(how, &Context::default()).unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(lacks, None, "{how:?}");
        assert_eq!(fewest(&board), how.moves, "{how:?}");
        board
    }

    fn is_minimal(board: &Board) -> bool {
        let moves = fewest(board);
        (0..board.pieces.len())
            .filter_map(|piece| without_piece(board, piece))
            .all(|rest| fewest(&rest) < moves)
    }

    #[test]
    fn twenty_seeds_in_each_metric_give_what_was_asked_for() {
        for (metric, moves) in [("slides", 12), ("paths", 11), ("steps", 22)] {
            for seed in 0..20 {
                let board = made(&asked((6, 6), moves, metric, seed));
                assert_eq!(Blocks::metric(&board), metric);
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_board() {
        let how = asked((6, 6), 15, "slides", 5);
        let board = |how| generate(how, &Context::default()).ok();
        assert_eq!(board(&how), board(&how));
        assert_ne!(board(&how), board(&GenerateOptions { seed: 6, ..how.clone() }));
    }

    #[test]
    fn new_boards_are_minimal() {
        for seed in 0..4 {
            assert!(is_minimal(&made(&asked((5, 5), 9, "slides", seed))));
            assert!(is_minimal(&made(&asked((4, 5), 12, "paths", seed))));
        }
    }

    #[test]
    fn klotski_like_sets_move_in_all_directions() {
        for (metric, moves) in [("slides", 20), ("paths", 18), ("steps", 25)] {
            let board = made(&asked((4, 5), moves, metric, 3));
            assert!(board.pieces.iter().all(|piece| piece.freedom == Freedom::Both));
            assert_eq!((board.pieces[0].width, board.pieces[0].height), (2, 2));
        }
        let rush = GenerateOptions { rule: Some("rush".to_owned()), ..asked((4, 5), 4, "slides", 1) };
        assert!(made(&rush).pieces.iter().all(|piece| piece.freedom != Freedom::Both));
    }

    #[test]
    fn pieces_walls_and_one_answer_only() {
        let how = GenerateOptions { pieces: Some(7), walls: Some(1), ..asked((6, 6), 8, "slides", 1) };
        let board = made(&how);
        assert_eq!(board.pieces.iter().filter(|piece| piece.freedom != Freedom::None).count(), 7);
        assert_eq!(board.pieces.len(), 8);
        let how = GenerateOptions { unique: true, ..asked((5, 5), 5, "slides", 1) };
        assert_eq!(textbook::all_shortest(&made(&how), 1).map(|all| all.len()), Some(1));
    }

    #[test]
    fn a_number_that_cannot_be_reached_ends_with_the_nearest() {
        let how = asked((4, 4), 60, "slides", 1);
        let Generated { board, lacks } = generate(&how, &Context::default()).expect("some board is nearest");
        let lacks = lacks.expect("it is not as asked");
        let nearest = fewest(&board).expect("it is never unsolvable");
        assert!(nearest > 5 && lacks.what.contains(&format!("needs {nearest} moves, not 60")), "{lacks:?}");
    }

    #[test]
    fn orders_that_make_no_sense_are_refused() {
        for how in [
            GenerateOptions { size: Some((2, 2)), ..GenerateOptions::default() },
            GenerateOptions { size: Some((usize::MAX, 2)), ..GenerateOptions::default() },
            GenerateOptions { pieces: Some(0), ..GenerateOptions::default() },
            GenerateOptions { pieces: Some(usize::MAX), walls: Some(2), ..GenerateOptions::default() },
            GenerateOptions { rule: Some("chess".to_owned()), ..GenerateOptions::default() },
        ] {
            assert!(generate(&how, &Context::default()).is_err(), "{how:?}");
        }
    }
}
