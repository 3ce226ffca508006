//! The rules of peg solitaire, written for reading: positions, moves and goals.
//!
//! ```text
//!   x x o   before      a peg jumps over its neighbour into an empty hole,
//!   o o x   after       and the neighbour is taken away
//! ```
//!
//! In the metric `jumps` every jump is a move. In the metric `moves` one peg may go on jumping as
//! long as it can, and all of that is one move: a *sweep*.
//!
//! | file | content |
//! |---|---|
//! | `shape` | the holes of a board, their names, and the jumps between them |
//! | `named` | the shapes that have a name |
//! | `jumps` | the jumps without coordinates, as the solvers see them, and the symmetries |

pub(crate) mod jumps;
pub mod named;
pub mod shape;

use std::sync::Arc;

use fewest_core::Illegal;

use crate::rules::jumps::{Jump, PegWords, SolverGoal, count_pegs, flip_peg, has_peg, no_pegs, pegged};
use crate::rules::shape::{Naming, Shape};

/// The family of peg solitaire; the crate's root implements the contract for it.
#[derive(Debug)]
pub struct Pegs;

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
    /// Returns the metric of that name; the default if there is none.
    pub fn named(name: Option<&str>) -> Self {
        if name == Some(Self::Moves.id()) { Self::Moves } else { Self::Jumps }
    }

    /// Returns its name.
    pub fn id(self) -> &'static str {
        match self {
            Self::Jumps => "jumps",
            Self::Moves => "moves",
        }
    }
}

/// Limit on the total length of the listed moves, in holes. More moves may be legal, but no usual
/// board comes near it.
const MOST_LISTED: usize = 1 << 16;

/// A position and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Arc<Shape>,
    pegs: PegWords,
    /// The goal.
    pub goal: Goal,
    /// What counts as one move.
    pub metric: Metric,
    /// How holes are named.
    pub naming: Naming,
    /// Whether the game is played backward. To undo a jump is to make it with pegs and empty holes
    /// exchanged, so `pegs` and `goal` of such a board are the empty holes that are shown, and its
    /// moves lead from where a peg arrives back to where it was.
    pub backward: bool,
}

/// A move: the holes that a peg visits, the first and the last included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move(pub Vec<u16>);

impl From<&[u16]> for Move {
    fn from(holes: &[u16]) -> Self {
        Self(holes.to_vec())
    }
}

impl Board {
    /// Makes a board with pegs in the given holes.
    pub fn new(shape: Arc<Shape>, pegs: Vec<u64>, goal: Goal) -> Self {
        debug_assert_eq!(pegs.len(), no_pegs(shape.holes()).len());
        Self { shape, pegs, goal, metric: Metric::default(), naming: Naming::default(), backward: false }
    }

    /// Makes a board with pegs everywhere but in the given holes.
    pub fn with_vacancies(shape: Arc<Shape>, empty: &[u64], goal: Goal) -> Self {
        let mut pegs = empty.to_vec();
        (0..shape.holes()).for_each(|hole| flip_peg(&mut pegs, hole));
        Self::new(shape, pegs, goal)
    }

    /// Returns the holes and jumps.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the shape for sharing.
    pub fn shared_shape(&self) -> Arc<Shape> {
        Arc::clone(&self.shape)
    }

    /// Returns the pegs, one bit per hole.
    pub fn pegs(&self) -> &PegWords {
        &self.pegs
    }

    /// Returns the number of pegs.
    pub fn count(&self) -> u32 {
        count_pegs(&self.pegs)
    }

    /// Returns whether there is a peg in a hole.
    pub fn has(&self, hole: u16) -> bool {
        has_peg(&self.pegs, usize::from(hole))
    }

    /// Returns whether a hole is shown with a peg. Differs from [`Board::has`] in backward play.
    pub fn shows(&self, hole: u16) -> bool {
        self.has(hole) != self.backward
    }

    /// Converts pegs to the form that is shown, or back.
    pub fn as_shown(&self, pegs: &PegWords) -> PegWords {
        let mut pegs = pegs.clone();
        if self.backward {
            (0..self.shape.holes()).for_each(|hole| flip_peg(&mut pegs, hole));
        }
        pegs
    }

    /// Converts a move to the form that is shown, or back.
    pub fn move_as_shown(&self, by: &Move) -> Move {
        let mut holes = by.0.clone();
        if self.backward {
            holes.reverse();
        }
        Move(holes)
    }

    /// Returns the goal in the form that is shown.
    pub fn shown_goal(&self) -> Goal {
        match &self.goal {
            Goal::Exactly(end) => Goal::Exactly(self.as_shown(end)),
            other => other.clone(),
        }
    }

    /// Returns the same board with other pegs.
    pub fn with_pegs(&self, pegs: Vec<u64>) -> Self {
        Self { pegs, ..self.clone() }
    }

    /// Returns the name of a hole.
    pub fn name(&self, hole: u16) -> String {
        self.shape.name(hole, self.naming)
    }

    /// Returns whether the goal is reached.
    pub fn is_goal(&self) -> bool {
        match &self.goal {
            Goal::OnePeg => self.count() == 1,
            Goal::Exactly(end) => self.pegs == *end,
            Goal::AtMost(most) => self.count() <= *most,
            Goal::Stuck => !self.shape.jumps().list.iter().any(|jump| self.allows(*jump)),
        }
    }

    /// Returns whether a jump can be made.
    pub(crate) fn allows(&self, jump: Jump) -> bool {
        self.has(jump.from) && self.has(jump.over) && !self.has(jump.to)
    }

    /// Makes a jump or undoes it: both flip the same three holes.
    pub(crate) fn change(&mut self, jump: Jump) {
        jump.holes().into_iter().for_each(|hole| flip_peg(&mut self.pegs, hole));
    }

    /// Returns every legal move, by the hole where it starts. A peg among many may have too many
    /// sweeps to list, so the list is cut at `MOST_LISTED` holes.
    pub fn moves(&self) -> Vec<Move> {
        let (mut found, mut room) = (Vec::new(), MOST_LISTED);
        for from in (0..self.shape.holes()).map(|hole| hole as u16) {
            if self.has(from) {
                self.clone().extend_path(&mut vec![from], &mut found, &mut room);
            }
        }
        found
    }

    /// Appends the moves that extend a path, which is played already, while there is room for their
    /// holes.
    fn extend_path(&mut self, path: &mut Vec<u16>, found: &mut Vec<Move>, room: &mut usize) {
        let Some(&at) = path.last().filter(|_| *room > 0) else { return };
        let shape = Arc::clone(&self.shape);
        for &jump in shape.jumps_from(at) {
            if self.allows(jump) {
                path.push(jump.to);
                found.push(Move(path.clone()));
                *room = room.saturating_sub(path.len());
                if self.metric == Metric::Moves {
                    self.change(jump);
                    self.extend_path(path, found, room);
                    self.change(jump);
                }
                path.pop();
            }
        }
    }

    /// Returns the jumps of a move, whether they are legal or not.
    ///
    /// # Errors
    /// Returns that there is no such jump on this board.
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
    /// Returns the rule it breaks; the board is then unchanged.
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
    /// Returns the rule it breaks; the board is then unchanged.
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

/// The goal of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// One peg, anywhere.
    #[default]
    OnePeg,
    /// Pegs in exactly these holes.
    Exactly(Vec<u64>),
    /// At most this many pegs.
    AtMost(u32),
    /// No jump is left, as soon as possible: fool's solitaire.
    Stuck,
}

/// The name of [`Goal::OnePeg`] in texts.
pub(crate) const GOAL_ANY: &str = "any";
/// The name of [`Goal::Stuck`] in texts.
pub(crate) const GOAL_STUCK: &str = "stuck";
/// The name of the goal of having no pegs at all, which no game reaches.
const GOAL_NONE: &str = "none";
/// The name of the goal of having pegs where there are none now, and none where there are.
pub(crate) const GOAL_COMPLEMENT: &str = "complement";

impl Goal {
    /// Reads a goal: a name, `pegs<=3`, or holes.
    ///
    /// # Errors
    /// Returns what is wrong with it.
    pub fn read(text: &str, shape: &Shape, pegs: &PegWords, naming: Naming) -> Result<Self, String> {
        let text = text.trim();
        let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(most) = squeezed.strip_prefix("pegs<=") {
            let most = most.parse().map_err(|_| format!("`{most}` is not a number of pegs"))?;
            return Ok(Self::AtMost(most));
        }
        match text {
            GOAL_ANY => Ok(Self::OnePeg),
            GOAL_STUCK => Ok(Self::Stuck),
            GOAL_NONE => Ok(Self::Exactly(no_pegs(shape.holes()))),
            GOAL_COMPLEMENT => {
                let mut end = pegs.clone();
                (0..shape.holes()).for_each(|hole| flip_peg(&mut end, hole));
                Ok(Self::Exactly(end))
            }
            _ => parse_holes(text, shape, naming).map(Self::Exactly),
        }
    }

    /// Writes the goal in the form that is read.
    pub fn write(&self, shape: &Shape, naming: Naming) -> String {
        match self {
            Self::OnePeg => GOAL_ANY.to_owned(),
            Self::Stuck => GOAL_STUCK.to_owned(),
            Self::AtMost(most) => format!("pegs<={most}"),
            Self::Exactly(end) if count_pegs(end) == 0 => GOAL_NONE.to_owned(),
            Self::Exactly(end) => hole_names(end, shape, naming),
        }
    }

    /// Returns the goal for the solvers. None for [`Goal::Stuck`], which is left to breadth-first
    /// search.
    pub(crate) fn for_solvers(&self) -> Option<SolverGoal> {
        match self {
            Self::OnePeg => Some(SolverGoal::OnePeg),
            Self::Exactly(end) => Some(SolverGoal::Exactly(vec![end.clone()])),
            Self::AtMost(most) => Some(SolverGoal::AtMost(*most)),
            Self::Stuck => None,
        }
    }

    /// Returns the most pegs that are left in the end. None for [`Goal::Stuck`].
    pub fn pegs(&self) -> Option<u32> {
        match self {
            Self::OnePeg => Some(1),
            Self::Exactly(end) => Some(count_pegs(end)),
            Self::AtMost(most) => Some(*most),
            Self::Stuck => None,
        }
    }
}

/// Reads holes separated by blanks or commas, each once.
///
/// # Errors
/// Returns what is wrong with them.
pub fn parse_holes(text: &str, shape: &Shape, naming: Naming) -> Result<PegWords, String> {
    let mut set = no_pegs(shape.holes());
    let mut any = false;
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let hole = shape::parse_hole_name(word).and_then(|name| shape.hole(name, naming));
        let hole = usize::from(hole.ok_or_else(|| unknown_hole(word, shape, naming))?);
        if has_peg(&set, hole) {
            return Err(format!("hole {word} is named twice"));
        }
        flip_peg(&mut set, hole);
        any = true;
    }
    if any { Ok(set) } else { Err("no hole is named".to_owned()) }
}

/// Returns the names of the holes of a set, separated by blanks.
pub fn hole_names(set: &[u64], shape: &Shape, naming: Naming) -> String {
    let name = |hole: usize| shape.name(u16::try_from(hole).unwrap_or(u16::MAX), naming);
    pegged(set).map(name).collect::<Vec<_>>().join(" ")
}

/// Returns the message that there is no such hole, and which there are.
pub fn unknown_hole(word: &str, shape: &Shape, naming: Naming) -> String {
    let last = u16::try_from(shape.holes() - 1).unwrap_or(u16::MAX);
    let name = |naming| format!("{} to {}", shape.name(0, naming), shape.name(last, naming));
    let others = match naming {
        Naming::Letters => Naming::FromZero,
        numbers => numbers,
    };
    format!(
        "there is no hole {}; holes are {}, row by row, or {}",
        fewest_core::fault::shortened(word),
        name(Naming::Letters),
        name(others)
    )
}

#[cfg(test)]
mod tests {
    use fewest_core::{Family, ReadOptions, Source};

    use crate::Pegs;

    /// A peg at a corner, and one between every two holes of a lattice: the number of sweeps
    /// explodes.
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
