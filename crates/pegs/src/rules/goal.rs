//! The goal of a game.

use crate::rules::holes::Naming;
use crate::rules::jumps::{self, PegWords, count_pegs, flip_peg, no_pegs, pegged};
use crate::rules::shape::Shape;

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
pub const ANY: &str = "any";
/// The name of [`Goal::Stuck`] in texts.
pub const STUCK: &str = "stuck";
/// The name of the goal of having no pegs at all, which no game reaches.
const NONE: &str = "none";
/// The name of the goal of having pegs where there are none now, and none where there are.
pub const COMPLEMENT: &str = "complement";

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
            ANY => Ok(Self::OnePeg),
            STUCK => Ok(Self::Stuck),
            NONE => Ok(Self::Exactly(no_pegs(shape.holes()))),
            COMPLEMENT => {
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
            Self::OnePeg => ANY.to_owned(),
            Self::Stuck => STUCK.to_owned(),
            Self::AtMost(most) => format!("pegs<={most}"),
            Self::Exactly(end) if count_pegs(end) == 0 => NONE.to_owned(),
            Self::Exactly(end) => hole_names(end, shape, naming),
        }
    }

    /// Returns the goal for the solvers. None for [`Goal::Stuck`], which is left to breadth-first
    /// search.
    pub(crate) fn for_solvers(&self) -> Option<jumps::SolverGoal> {
        match self {
            Self::OnePeg => Some(jumps::SolverGoal::OnePeg),
            Self::Exactly(end) => Some(jumps::SolverGoal::Exactly(vec![end.clone()])),
            Self::AtMost(most) => Some(jumps::SolverGoal::AtMost(*most)),
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
        let hole = crate::rules::holes::parse_hole_name(word).and_then(|name| shape.hole(name, naming));
        let hole = usize::from(hole.ok_or_else(|| unknown_hole(word, shape, naming))?);
        if crate::rules::jumps::has_peg(&set, hole) {
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
