//! Proofs for checkers by others: `docs/proofs.md` has the encodings.
//!
//! | module | what it holds |
//! |---|---|
//! | `read` | puzzles of every family as facts and operations |
//! | `model` | facts, operations, and positions by the number of moves |
//! | `plain` | form A: clauses for every turn, and a proof by unit propagation |
//! | `parity` | form A for lights: equations modulo 2, and a proof by cutting planes |
//! | `inductive` | form B: the claims of an induction over the moves |

mod inductive;
mod model;
mod parity;
mod plain;
mod read;

use std::io::Write;

use fewest_search::Context;

use crate::Unproven;
use model::{Layers, Model};

/// The form of a proof for a checker by others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// "Solved within one move fewer", and a refutation.
    Plain,
    /// The claims of an induction over the moves.
    Inductive,
}

/// Where a problem and its proof are written.
pub struct Files<'f> {
    /// The problem, as clauses or as pseudo-Boolean constraints: see [`Prepared::has_clauses`].
    pub problem: &'f mut dyn Write,
    /// The proof for `veripb`.
    pub proof: &'f mut dyn Write,
    /// The same proof for checkers of clauses.
    pub clauses: Option<&'f mut dyn Write>,
}

/// A problem that is ready to be written.
pub struct Prepared {
    form: Form,
    claim: Option<u64>,
    content: Content,
}

enum Content {
    Lights(parity::Board),
    Positions(Model, Layers),
}

/// Lists what a proof needs. `claim` is the fewest moves, or none if there is no solution.
///
/// # Errors
/// That the form does not fit, or a limit.
pub fn prepare(puzzle: &str, claim: Option<u64>, form: Form, cx: &Context<'_>) -> Result<Prepared, Unproven> {
    const UNWRITTEN: Unproven =
        Unproven::TooLarge("its moves are not written as operations for other checkers");
    if claim == Some(0) {
        return Err(Unproven::TooLarge("it is solved at the start, and no solution has fewer than 0 moves"));
    }
    let lines: Vec<&str> = puzzle.lines().skip(1).collect();
    if let (Form::Plain, ["lights presses", lines @ ..]) = (form, &lines[..])
        && let Some(board) = parity::Board::read(lines)
        && board.colours == 2
    {
        return Ok(Prepared { form, claim, content: Content::Lights(board) });
    }
    if claim.is_none() && form == Form::Plain {
        return Err(Unproven::TooLarge("form A refutes a number of moves; `--form b` refutes every number"));
    }
    let mut model = read::read(puzzle).ok_or(UNWRITTEN)?;
    if form == Form::Plain {
        model.keep_single_groups();
    }
    let layers = Layers::new(&model, claim, cx)?;
    Ok(Prepared { form, claim, content: Content::Positions(model, layers) })
}

impl Prepared {
    /// Returns about how many bytes the files will have.
    pub fn size(&self) -> u64 {
        match (&self.content, self.form) {
            (Content::Lights(board), _) => (board.levels.len() * board.presses.len() * 100) as u64,
            (Content::Positions(model, layers), Form::Plain) => plain::size(model, layers),
            (Content::Positions(model, layers), Form::Inductive) => inductive::size(model, layers),
        }
    }

    /// Returns the number of positions that are listed; 0 where none are.
    pub fn positions(&self) -> usize {
        match &self.content {
            Content::Lights(_) => 0,
            Content::Positions(_, layers) => layers.positions.len(),
        }
    }

    /// Returns the number of positions by the number of moves from the start.
    pub fn layer_sizes(&self) -> Vec<usize> {
        match &self.content {
            Content::Lights(_) => Vec::new(),
            Content::Positions(_, layers) => {
                (0..layers.ends.len()).map(|layer| layers.layer(layer).len()).collect()
            }
        }
    }

    /// Whether the problem is a file of clauses.
    pub fn has_clauses(&self) -> bool {
        self.form == Form::Plain && matches!(self.content, Content::Positions(..))
    }

    /// Writes the files.
    ///
    /// # Errors
    /// A limit, a file that cannot be written, or that the claim is wrong.
    pub fn write(&self, files: &mut Files<'_>, cx: &Context<'_>) -> Result<(), Unproven> {
        let mut poll = || cx.poll().map_err(Unproven::Limit);
        match (&self.content, self.form) {
            (Content::Lights(board), _) => parity::write(board, self.claim, files, &mut poll),
            (Content::Positions(model, layers), Form::Plain) => plain::write(model, layers, files, &mut poll),
            (Content::Positions(model, layers), Form::Inductive) => {
                inductive::write(model, layers, self.claim.is_none(), files, &mut poll)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::model::{Layers, holds};
    use super::read;
    use fewest_search::Context;

    /// Puzzles of every family whose moves are written as operations.
    const PUZZLES: [&str; 7] = [
        "fewest puzzle 1\nblocks slides\ngrid 3 4\nwall 0,3\npieces both ##/#. 0,0\npieces both # 0,2 2,0\ngoal 0 at 1,1\n",
        "fewest puzzle 1\nblocks steps\ngrid 2 3\ngate 1,2\npieces both+ # 0,0\npieces horizontal # 1,0\ngoal 0 at 1,2\n",
        "fewest puzzle 1\ntiles steps\nsize 2 2\nstart 3 1 2 0\ngoal 1 2 3 0\n",
        "fewest puzzle 1\ntiles lines\nsize 2 3\nstart 4 5 0 1 2 3\ngoal 1 2 3 4 5 0\n",
        "fewest puzzle 1\npegs moves\ndirections 1,0 -1,0 0,1 0,-1\nrow xxxo\nrow xxox\nrow xoxx\ngoal stuck\n",
        "fewest puzzle 1\nlights presses\nrow 101\nrow 010\n",
        "fewest puzzle 1\nlights presses\ncolours 3\nlevels 1 2 2\npress 0,0: 0 1\npress 1,0: 0 1 2\n",
    ];

    /// A clause too many would make the problem have no solution where the puzzle has one.
    #[test]
    fn every_move_satisfies_the_clauses_of_its_operation() {
        for puzzle in PUZZLES {
            let model = read::read(puzzle).expect("operations");
            let layers = Layers::new(&model, None, &Context::default()).expect("positions");
            let clauses: Vec<_> = model.operations.iter().map(|one| model.clauses(one).0).collect();
            let mut moves = 0;
            for at in &layers.positions {
                for (facts, count) in &model.groups {
                    assert_eq!(facts.iter().filter(|&&fact| holds(at, fact)).count(), *count, "{puzzle}");
                }
                model.moves(at, &mut |operation, after| {
                    for clause in &clauses[operation] {
                        let before = clause.before.is_some_and(|one| holds(at, one.fact) == one.holds);
                        let is_after = clause.after.is_some_and(|one| holds(after, one.fact) == one.holds);
                        assert!(before || is_after, "operation {operation}\n{puzzle}");
                    }
                    moves += 1;
                });
            }
            assert!(moves > 3, "{puzzle}");
        }
    }
}
