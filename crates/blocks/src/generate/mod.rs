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
//! | `piece_set` | the sets of pieces, random boards and random changes |
//! | `hill_climb` | the search for a board that is hard enough |
//! | `requirements` | what was asked for, and what a board lacks of it |
//! | `database` | every Rush Hour puzzle of a size |

pub mod database;
mod hill_climb;
mod piece_set;
mod requirements;

use fewest_search::Context;

use crate::rules::Board;
use fewest_core::{Fault, GenerateOptions, Generated};
use hill_climb::HillClimb;
use piece_set::PieceSet;
use requirements::Requirements;

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

#[cfg(test)]
mod tests;
