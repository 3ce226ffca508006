//! New puzzles of exactly the difficulty asked for.
//!
//! A random board is nearly always easy, so we climb: pieces come and go, and the board is kept if the *hardest position that can be
//! reached from it* is harder than before, or sometimes if it is a little easier. Once that position is hard enough, any
//! position at just the wanted distance from the goals will do. Then pieces that make it no harder are taken away, and what is left
//! is what was asked for, or the climb goes on.
//!
//! | file | what it holds |
//! |---|---|
//! | `piece_set` | the kinds of sets: which pieces there are, how a board is changed |
//! | `climb` | the search for a board that is hard enough |
//! | `requirements` | what was asked for, and what a board lacks of it |

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

/// A board with exactly the fewest moves asked for, or the nearest that was found.
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
