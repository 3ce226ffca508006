//! New boards.

use std::fmt;
use std::marker::PhantomData;

use crate::service::{GenerateOptions, family};
use crate::{Error, Puzzle, Solver, TypedBoard};

/// Makes new boards of a family; each family's module has a function that returns one:
/// [`tiles::generate`](crate::tiles::generate).
///
/// The same options and the same seed give the same board on every machine.
#[derive(Clone)]
pub struct Generator<B> {
    family: &'static str,
    options: GenerateOptions,
    solver: Solver,
    board: PhantomData<fn() -> B>,
}

impl<B> fmt::Debug for Generator<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("family", &self.family).field("options", &self.options).finish()
    }
}

impl<B: TypedBoard> Generator<B> {
    pub(crate) fn new(family: &'static str) -> Self {
        Self { family, options: GenerateOptions::default(), solver: Solver::new(), board: PhantomData }
    }

    /// Sets the number of columns and of rows.
    #[must_use]
    pub fn size(mut self, columns: usize, rows: usize) -> Self {
        self.options.size = Some((columns, rows));
        self
    }

    /// Sets the exact number of moves of an optimal solution.
    #[must_use]
    pub fn distance(mut self, moves: u64) -> Self {
        self.options.moves = Some(moves);
        self
    }

    /// Sets the seed; 0 without it.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }

    /// Sets the number of pieces, for families with pieces.
    #[must_use]
    pub fn pieces(mut self, pieces: usize) -> Self {
        self.options.pieces = Some(pieces);
        self
    }

    /// Sets the number of walls, for families with walls.
    #[must_use]
    pub fn walls(mut self, walls: usize) -> Self {
        self.options.walls = Some(walls);
        self
    }

    /// Sets the metric that [`Generator::distance`] counts.
    #[must_use]
    pub fn metric(mut self, metric: &str) -> Self {
        self.options.metric = Some(metric.to_owned());
        self
    }

    /// Demands exactly one optimal solution, for families that can.
    #[must_use]
    pub fn unique(mut self, unique: bool) -> Self {
        self.options.unique = unique;
        self
    }

    /// Sets the rule of the game, in the notation of the family.
    #[must_use]
    pub fn rule(mut self, rule: &str) -> Self {
        self.options.rule = Some(rule.to_owned());
        self
    }

    /// Sets the limits of the search for the board: those of a solver.
    #[must_use]
    pub fn solver(self, solver: Solver) -> Self {
        Self { solver, ..self }
    }

    /// Makes the board.
    ///
    /// # Errors
    /// [`Error::Input`] if the options are wrong, or no board as asked was found within the limits.
    pub fn build(&self) -> Result<B, Error> {
        let entry = family(self.family)
            .ok_or_else(|| Error::input(format!("there is no family `{}`", self.family)))?;
        let made = self.solver.run(|cx| entry.generate(&self.options, cx))?;
        match made.lacks {
            Some(lacks) => Err(lacks.into()),
            None => Puzzle::from_position(made.position)
                .try_into()
                .map_err(|_| Error::Bug(format!("a board of {} has another type", self.family))),
        }
    }
}
