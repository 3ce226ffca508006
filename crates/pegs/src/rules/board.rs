//! The rules, written for reading.
//!
//! ```text
//!   x x o   before      a peg jumps over its neighbour into an empty hole,
//!   o o x   after       and the neighbour is taken away
//! ```
//!
//! In the metric `jumps` every jump is a move. In the metric `moves` one peg may go on jumping as long as it can, and all of
//! that is one move: a *sweep*.

use std::sync::Arc;

use fewest_core::Illegal;

use crate::rules::goal::Goal;
use crate::rules::holes::Naming;
use crate::rules::jumps::{Jump, PegWords, count_pegs, flip_peg, has_peg, no_pegs};
use crate::rules::shape::Shape;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// One jump.
    #[default]
    Jumps,
    /// Any number of jumps by one peg, one after the other.
    Moves,
}

impl Metric {
    /// The metric of that name; the usual one if there is none.
    pub fn named(name: Option<&str>) -> Self {
        if name == Some(Self::Moves.id()) { Self::Moves } else { Self::Jumps }
    }

    /// Its name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Jumps => "jumps",
            Self::Moves => "moves",
        }
    }
}

/// Holes that listed moves come through at most, all together; more moves are legal, and none of the boards that people play comes near.
const MOST_LISTED: usize = 1 << 16;

/// A position and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Arc<Shape>,
    pegs: PegWords,
    /// Where to end.
    pub goal: Goal,
    /// What counts as one move.
    pub metric: Metric,
    /// How holes are called.
    pub naming: Naming,
    /// Whether jumps are taken back. To take a jump back is to make it with pegs and empty holes
    /// exchanged, so the pegs and the goal of such a board are the empty holes that people see, and
    /// its moves lead from where a peg comes to back to where it was.
    pub backward: bool,
}

/// The holes that a peg comes through, the first and the last included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move(pub Vec<u16>);

impl From<&[u16]> for Move {
    fn from(holes: &[u16]) -> Self {
        Self(holes.to_vec())
    }
}

impl Board {
    /// A board with pegs in these holes.
    pub fn new(shape: Arc<Shape>, pegs: Vec<u64>, goal: Goal) -> Self {
        debug_assert_eq!(pegs.len(), no_pegs(shape.holes()).len());
        Self { shape, pegs, goal, metric: Metric::default(), naming: Naming::default(), backward: false }
    }

    /// A board with pegs everywhere but in these holes.
    pub fn with_vacancies(shape: Arc<Shape>, empty: &[u64], goal: Goal) -> Self {
        let mut pegs = empty.to_vec();
        (0..shape.holes()).for_each(|hole| flip_peg(&mut pegs, hole));
        Self::new(shape, pegs, goal)
    }

    /// The holes and jumps.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The same, to be shared.
    pub fn shared_shape(&self) -> Arc<Shape> {
        Arc::clone(&self.shape)
    }

    /// The pegs, a bit a hole.
    pub fn pegs(&self) -> &PegWords {
        &self.pegs
    }

    /// The number of pegs.
    pub fn count(&self) -> u32 {
        count_pegs(&self.pegs)
    }

    /// Whether there is a peg in a hole.
    pub fn has(&self, hole: u16) -> bool {
        has_peg(&self.pegs, usize::from(hole))
    }

    /// Whether people see a peg in a hole.
    pub fn shows(&self, hole: u16) -> bool {
        self.has(hole) != self.backward
    }

    /// PegWords as people see them, or the other way round.
    pub fn turned(&self, pegs: &PegWords) -> PegWords {
        let mut pegs = pegs.clone();
        if self.backward {
            (0..self.shape.holes()).for_each(|hole| flip_peg(&mut pegs, hole));
        }
        pegs
    }

    /// A move as people see it, or the other way round.
    pub fn turned_move(&self, by: &Move) -> Move {
        let mut holes = by.0.clone();
        if self.backward {
            holes.reverse();
        }
        Move(holes)
    }

    /// The goal as people see it.
    pub fn shown_goal(&self) -> Goal {
        match &self.goal {
            Goal::Exactly(end) => Goal::Exactly(self.turned(end)),
            other => other.clone(),
        }
    }

    /// The same board with other pegs.
    pub fn with_pegs(&self, pegs: Vec<u64>) -> Self {
        Self { pegs, ..self.clone() }
    }

    /// The name of a hole.
    pub fn name(&self, hole: u16) -> String {
        self.shape.name(hole, self.naming)
    }

    /// Whether the goal is reached.
    pub fn is_goal(&self) -> bool {
        match &self.goal {
            Goal::OnePeg => self.count() == 1,
            Goal::Exactly(end) => self.pegs == *end,
            Goal::AtMost(most) => self.count() <= *most,
            Goal::Stuck => !self.shape.jumps().list.iter().any(|jump| self.allows(*jump)),
        }
    }

    /// Whether a jump can be made.
    pub(crate) fn allows(&self, jump: Jump) -> bool {
        self.has(jump.from) && self.has(jump.over) && !self.has(jump.to)
    }

    /// Makes a jump, or takes it back: both change the same three holes.
    pub(crate) fn change(&mut self, jump: Jump) {
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut self.pegs, hole));
    }

    /// Every legal move, by the hole where it starts. A peg among many may have more sweeps than anybody could list, so the
    /// list ends somewhere.
    pub fn moves(&self) -> Vec<Move> {
        let (mut found, mut room) = (Vec::new(), MOST_LISTED);
        for from in (0..self.shape.holes()).map(|hole| hole as u16) {
            if self.has(from) {
                self.clone().go_on(&mut vec![from], &mut found, &mut room);
            }
        }
        found
    }

    /// Adds the moves that begin with this path, which is played already, while there is room for their holes.
    fn go_on(&mut self, path: &mut Vec<u16>, found: &mut Vec<Move>, room: &mut usize) {
        let Some(&at) = path.last().filter(|_| *room > 0) else { return };
        let shape = Arc::clone(&self.shape);
        for &jump in shape.jumps_from(at) {
            if self.allows(jump) {
                path.push(jump.to);
                found.push(Move(path.clone()));
                *room = room.saturating_sub(path.len());
                if self.metric == Metric::Moves {
                    self.change(jump);
                    self.go_on(path, found, room);
                    self.change(jump);
                }
                path.pop();
            }
        }
    }

    /// The jumps of a move, whether they are legal or not.
    ///
    /// # Errors
    /// That there is no such jump on this board.
    pub(crate) fn jumps_of(&self, by: &Move) -> Result<Vec<Jump>, Illegal> {
        let exists = |hole: u16| usize::from(hole) < self.shape.holes();
        if by.0.len() < 2 || !by.0.iter().all(|&hole| exists(hole)) {
            return Err(Illegal::new("it does not go from one hole of the board to another"));
        }
        let jump = |pair: &[u16]| {
            let no = || match self.backward {
                false => format!("there is no jump from {} to {}", self.name(pair[0]), self.name(pair[1])),
                true => format!("no jump goes back from {} to {}", self.name(pair[1]), self.name(pair[0])),
            };
            self.shape.jump(pair[0], pair[1]).ok_or_else(|| Illegal::new(no()))
        };
        by.0.windows(2).map(jump).collect()
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub fn play(&mut self, by: &Move) -> Result<(), Illegal> {
        let jumps = self.jumps_of(by)?;
        if self.metric == Metric::Jumps && jumps.len() > 1 {
            return Err(Illegal::new("these are several jumps, and one jump is one move here"));
        }
        let mut after = self.clone();
        for jump in jumps {
            after.jump(jump)?;
        }
        *self = after;
        Ok(())
    }

    /// Makes a jump.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    pub(crate) fn jump(&mut self, jump: Jump) -> Result<(), Illegal> {
        let mut holes = [(jump.from, true), (jump.over, true), (jump.to, false)];
        if self.backward {
            holes.reverse();
        }
        for (hole, wanted) in holes {
            if self.has(hole) != wanted {
                let is_missing = wanted != self.backward;
                let what = if is_missing { "there is no peg in" } else { "there is a peg already in" };
                return Err(Illegal::new(format!("{what} {}", self.name(hole))));
            }
        }
        self.change(jump);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fewest_core::{Family, ReadOptions, Source};

    use crate::Pegs;

    /// A peg at a corner, and one between every two holes of a lattice: it may go any way round.
    #[test]
    fn a_list_of_sweeps_ends() {
        let row = |y: usize| -> String {
            (0..21).map(|x| if (x, y) == (0, 0) || (x + y) % 2 == 1 { 'x' } else { 'o' }).collect::<String>()
                + "\n"
        };
        let text = format!("grid: square\n{}", (0..21).map(row).collect::<String>());
        let options = ReadOptions { metric: Some("moves".to_owned()), ..ReadOptions::default() };
        let board = Pegs::read(&[Source::new("x", text)], &options).instances.remove(0).board;
        let moves: Vec<String> = Pegs::moves(&board).iter().map(|by| Pegs::write_move(&board, by)).collect();
        let holes: usize = moves.iter().map(|by| by.split('-').count()).sum();
        assert!(
            moves.len() > 100 && (super::MOST_LISTED..2 * super::MOST_LISTED).contains(&holes),
            "{holes}"
        );
    }
}
