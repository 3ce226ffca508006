//! The contract of a puzzle family: one `impl` per crate; the service is made from it once.
//!
//! Data flows in one direction: bytes are [read](Family::read) into a validated board, which carries cells, goal *and metric*; the
//! board is encoded as a [state space](Family::state_space) for the search; the answer is [replayed](Family::replay) on the board by
//! code that shares nothing with the search.

use std::fmt::Debug;
use std::io;
use std::ops::ControlFlow;

use fewest_search::{Context, Dense, StateSpace, Stop};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::fault::{Fault, Illegal};
use super::gestures::{Brush, Gesture, Overlay, Stroke};
use super::info::Info;
use super::outcome::Outcome;
use super::room::Room;
use super::scene::Scene;
use super::source::Source;

/// A family of puzzles.
pub trait Family: Sized + Send + Sync + 'static {
    /// Names, formats, metrics, examples.
    const INFO: Info;
    /// A validated instance: cells, goal and metric.
    type Board: Clone + Eq + Debug + Send + Sync;
    /// One move, as the metric of the board counts it.
    type Move: Clone + Eq + Debug + Send + Sync;
    /// A whole answer: a list of moves, or something that stands for one.
    type Answer: Clone + Debug + Send + Sync;
    /// A reason that can be checked without search.
    type Certificate: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;

    /// Says which formats a text may be in. Must be quick, must not need the rest of the family, and must be honest:
    /// [`Sure::Certain`] only where no other family could mean the same text.
    fn claims(source: &Source) -> Vec<Claim>;

    /// Whether several inputs are parts of one puzzle rather than a puzzle each.
    fn are_one(_sources: &[Source]) -> bool {
        false
    }

    /// Reads boards. Faults that leave a board usable are its warnings; others are in [`Reading::faults`].
    fn read(sources: &[Source], how: &ReadOptions) -> Reading<Self::Board>;

    /// Writes a board in one of the formats.
    ///
    /// # Errors
    /// Those of the writer.
    fn write(board: &Self::Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written>;

    /// The id of the metric that the board carries.
    fn metric(board: &Self::Board) -> &'static str;

    /// Whether the puzzle is solved.
    fn is_goal(board: &Self::Board) -> bool;

    /// Every legal move. For boards where this is millions, families may give them lazily elsewhere.
    fn moves(board: &Self::Board) -> Vec<Self::Move>;

    /// Plays a move.
    ///
    /// # Errors
    /// The rule it breaks; the board is then unchanged.
    fn play(board: &mut Self::Board, by: &Self::Move) -> Result<(), Illegal>;

    /// Reads a move in any of the notations for single moves.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_move(board: &Self::Board, text: &str) -> Result<Self::Move, Illegal>;

    /// Writes a move. Names depend on the board before the move.
    fn write_move(board: &Self::Board, by: &Self::Move) -> String;

    /// Finds the fewest moves, as far as the context allows.
    fn solve(
        board: &Self::Board,
        how: &SolveOptions,
        cx: &Context<'_>,
    ) -> Outcome<Self::Answer, Self::Certificate>;

    /// Solves as the family's textbook does, with what it counted; None if that cannot be asked for.
    fn solve_by_textbook(
        _board: &Self::Board,
        _cx: &Context<'_>,
    ) -> Option<Outcome<Self::Answer, Self::Certificate>> {
        None
    }

    /// The number of moves of an answer.
    fn length(answer: &Self::Answer) -> u64;

    /// What else is worth saying of an answer after its length: `in 21 moves`.
    fn also(_board: &Self::Board, _answer: &Self::Answer) -> Option<String> {
        None
    }

    /// Calls `visit` for every move of an answer in order.
    fn each_move(answer: &Self::Answer, visit: &mut dyn FnMut(&Self::Move) -> ControlFlow<()>);

    /// Plays a whole answer on a board, in bulk where that is quicker.
    ///
    /// # Errors
    /// The number of the first bad move, counted from 1, and why.
    fn replay(board: &Self::Board, answer: &Self::Answer) -> Result<Self::Board, (u64, Illegal)> {
        let mut board = board.clone();
        let mut number = 0;
        let mut bad = None;
        Self::each_move(answer, &mut |by| {
            number += 1;
            match Self::play(&mut board, by) {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => {
                    bad = Some((number, why));
                    ControlFlow::Break(())
                }
            }
        });
        bad.map_or(Ok(board), Err)
    }

    /// Writes an answer in one of the notations of [`Info::notations`]. The default notation lists numbered moves.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_answer(
        board: &Self::Board,
        answer: &Self::Answer,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()>;

    /// Whether a notation is text, which may stand among other text and is found there again. The others are files of their
    /// own, such as pictures.
    fn is_text(_notation: &str) -> bool {
        true
    }

    /// Finds an answer inside any text, for example the output of a program. The family documents
    /// which words have the shape of a move; none of them is left out.
    fn find_answer(board: &Self::Board, text: &str) -> Found<Self::Answer>;

    /// Checks a certificate that the board has no answer, without search.
    ///
    /// # Errors
    /// Why it proves nothing.
    fn check(board: &Self::Board, certificate: &Self::Certificate) -> Result<(), String>;

    /// A certificate in words, possibly several lines.
    fn say(board: &Self::Board, certificate: &Self::Certificate) -> String;

    /// The board for layered search, if the family has such a form for it.
    fn state_space(board: &Self::Board) -> Option<Box<dyn StateSpace>>;

    /// The canonical key of the position in the space that [`Family::state_space`] made of `board`.
    fn key(packed_from: &Self::Board, position: &Self::Board) -> Option<Vec<u64>>;

    /// The space of maps: that of [`Family::state_space`], but symmetric positions have keys of their own.
    fn state_space_apart(board: &Self::Board) -> Option<Box<dyn StateSpace>> {
        Self::state_space(board)
    }

    /// The key of the position in the space that [`Family::state_space_apart`] made of `board`.
    fn key_apart(packed_from: &Self::Board, position: &Self::Board) -> Option<Vec<u64>> {
        Self::key(packed_from, position)
    }

    /// What the symmetries of a board that keep its rules and its goal make of keys of [`Family::state_space_apart`]; None if there is no such
    /// symmetry.
    fn images(_board: &Self::Board) -> Option<Images<'_>> {
        None
    }

    /// The board as planes of bits, if all its positions are numbered closely enough for that.
    fn dense(_board: &Self::Board) -> Option<Box<dyn Dense>> {
        None
    }

    /// The position of a key in the space that [`Family::state_space`] made of `board`: the other way round than [`Family::key`]. Families that
    /// cannot tell return None, and the position is played to.
    fn position(_packed_from: &Self::Board, _key: &[u64]) -> Option<Self::Board> {
        None
    }

    /// Turns a trail of keys, `words` each, into moves from `board`. Families with many pieces have a quicker way than
    /// the default, which plays every move and compares keys.
    fn label_path(board: &Self::Board, words: usize, trail: &[u64]) -> Vec<Self::Move> {
        super::by_search::label_path::<Self>(board, words, trail)
    }

    /// Says of keys in the space that [`Family::state_space`] makes of `board` how far they seem to be from a goal. Hints follow it where the
    /// fewest moves are not known in time; it proves nothing.
    fn greedy_heuristic(_board: &Self::Board) -> Option<GreedyHeuristic<'_>> {
        None
    }

    /// Whether hints follow [`Family::greedy_heuristic`].
    const HAS_GREEDY: bool = false;

    /// Whether a board is so large that hints do nothing more on it once their time is up: what a family has at once, or a single
    /// look ahead, would take a good part of a second.
    fn is_large(_board: &Self::Board) -> bool {
        false
    }

    /// The same position with fewer moves to choose from, each of which is one of `board` too. Hints look there for a way where the
    /// moves of `board` are too many to be looked at.
    fn simpler(_board: &Self::Board) -> Option<Self::Board> {
        None
    }

    /// The fewest moves by the textbook algorithm, or None if the board is too large for it. The inner value is
    /// None if there is no solution. Shares nothing with [`Family::solve`].
    fn textbook(board: &Self::Board) -> Option<Option<u64>>;

    /// Facts about a board that need no walk through its space, as (name, value) rows for `explore`.
    fn analyse(_board: &Self::Board, _cx: &Context<'_>) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What is known of every start and finish of the board, as (name, value) rows for `explore --pairs`; None if the
    /// family has no such pairs.
    fn pairs(_board: &Self::Board, _cx: &Context<'_>) -> Option<Vec<(String, String)>> {
        None
    }

    /// Whether new boards can be made by a rule of their own.
    const HAS_RULES: bool = false;

    /// Whether new boards can be made that have one shortest answer only.
    const MAKES_UNIQUE: bool = false;

    /// Makes a new board: the one that the seed leads to, or the nearest where none was found that is as asked.
    ///
    /// # Errors
    /// What is wrong with the wish, or that a limit came before any board.
    fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Self::Board>, Fault>;

    /// The position as shapes.
    fn scene(board: &Self::Board) -> Scene;

    /// How a hand makes each of these moves on the scene. Different moves are made in different ways.
    fn touches(board: &Self::Board, moves: &[Self::Move]) -> Vec<Gesture>;

    /// Ways to change a board that are no moves, for editors; the first is the usual one.
    const BRUSHES: &'static [Brush] = &[];

    /// Changes a board with one of the [brushes](Family::BRUSHES).
    ///
    /// # Errors
    /// Why it cannot be done; the board is then unchanged.
    fn paint(_board: &mut Self::Board, _by: &Stroke) -> Result<(), Illegal> {
        Err(Illegal::new("boards of this family cannot be changed by hand"))
    }

    /// A certificate as marks over the scene, where it can be seen.
    fn overlays(_board: &Self::Board, _certificate: &Self::Certificate) -> Vec<Overlay> {
        Vec::new()
    }

    /// The same position with its moves counted otherwise, where answers of several metrics are worth showing together.
    fn in_metric(_board: &Self::Board, _metric: &str) -> Option<Self::Board> {
        None
    }
}

/// How far a key seems to be from a goal.
pub type GreedyHeuristic<'b> = Box<dyn FnMut(&[u64]) -> u64 + 'b>;

/// Appends the images of a key.
pub type Images<'b> = Box<dyn Fn(&[u64], &mut Vec<u64>) + 'b>;

/// How sure a family is that a text is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sure {
    /// It could be read so.
    Possible,
    /// No other family could mean it.
    Certain,
}

/// A family's claim on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The format it would be read in.
    pub format: &'static str,
    /// How sure.
    pub sure: Sure,
}

/// How to read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, where it was said or recognised.
    pub format: Option<String>,
    /// The metric asked for, already known to be one of the family's.
    pub metric: Option<String>,
    /// The goal asked for, in the family's own words.
    pub goal: Option<String>,
    /// The start asked for, in the family's own words; see [`Info::starts`].
    pub start: Option<String>,
    /// The memory that the boards may take.
    pub room: Room,
}

/// What came of reading.
#[derive(Clone, Debug)]
pub struct Reading<B> {
    /// The boards, in the order of the text.
    pub instances: Vec<Instance<B>>,
    /// What could not be read.
    pub faults: Vec<Fault>,
}

impl<B> Reading<B> {
    /// A reading that failed.
    pub fn failed(fault: Fault) -> Self {
        Self { instances: Vec::new(), faults: vec![fault] }
    }
}

/// A board that was read.
#[derive(Clone, Debug)]
pub struct Instance<B> {
    /// The board.
    pub board: B,
    /// The format it was in.
    pub format: &'static str,
    /// Which line it was on, where a file holds many.
    pub line: Option<usize>,
    /// What was wrong with the text but could be mended.
    pub warnings: Vec<Fault>,
}

/// What came of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It was written.
    Yes,
    /// The format cannot say this, for that reason; nothing was written.
    No(String),
}

/// How to solve.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// Any answer will do.
    pub any: bool,
    /// A good answer at once rather than the fewest.
    pub fast: bool,
    /// With that, or where the fewest are out of reach: better and better answers, until the context says stop.
    pub patient: bool,
    /// Count the shortest answers.
    pub count: bool,
    /// List that many of the shortest answers.
    pub all: Option<u64>,
    /// The tables that may be built for it.
    pub tables: Tables,
}

/// Tables that are built once, kept in the table cache of the context, and make every later search quicker. Families without such tables take no notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// None at all.
    None,
    /// Those that pay off for a few boards.
    #[default]
    Default,
    /// The largest, for many boards or for the hardest.
    Large,
}

/// An answer found in a text. Every word that has the shape of a move counts as one; whether the
/// board allows it is for the replay.
#[derive(Clone, Debug)]
pub enum Found<A> {
    /// The moves in order, and the line of the text that each stands on.
    Answer(A, Lines),
    /// A word has the shape of a move, but the board can have no such move.
    Bad {
        /// The moves before it.
        before: A,
        /// Their lines, and the line of the word itself.
        lines: Lines,
        /// Why it is no move of this board.
        why: Illegal,
    },
    /// The text says that there is no solution.
    NoSolution,
    /// Nothing of the kind.
    Nothing,
}

impl<A> Found<A> {
    /// What was found where no move has a line of its own, as in a drawing.
    pub fn drawn(answer: A) -> Self {
        Self::Answer(answer, Lines::new())
    }
}

/// The line of each move, counted from 1. Empty where moves have no lines, as in a drawing.
pub type Lines = Vec<usize>;

/// A new board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated<B> {
    /// The board.
    pub board: B,
    /// What it lacks of what was asked for; it is then the nearest that was found.
    pub lacks: Option<Fault>,
}

impl<B> Generated<B> {
    /// A board that is as asked.
    pub fn exact(board: B) -> Self {
        Self { board, lacks: None }
    }

    /// The nearest board, and what it lacks in words that follow "it". Where a limit ended the search, which board is the
    /// nearest depends on that limit, and the fault says so.
    pub fn nearest(board: B, lacks: &str, cx: &Context<'_>) -> Self {
        let fault = Fault::new(format!("none was found that is as asked; this is the nearest: it {lacks}"));
        let lacks = match cx.check() {
            Ok(()) => fault.remedy("try another seed, size or number of pieces"),
            Err(stop) => {
                let limit = match stop {
                    Stop::Time => "the time limit",
                    Stop::Memory => "the memory limit",
                    Stop::Disk | Stop::Interrupt | Stop::Storage => "an interruption",
                };
                let what =
                    format!("{}; {limit} ended the search, and decides which is the nearest", fault.what);
                Fault::new(what).remedy("with a higher limit the same seed may give another board")
            }
        };
        Self { board, lacks: Some(lacks) }
    }

    /// The same board in another form.
    pub fn map<C>(self, form: impl FnOnce(B) -> C) -> Generated<C> {
        Generated { board: form(self.board), lacks: self.lacks }
    }
}

/// How to make a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerateOptions {
    /// Columns and rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    /// The fewest moves it must need.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The seed; the same seed gives the same board.
    pub seed: u64,
    /// The number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<usize>,
    /// The number of walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walls: Option<usize>,
    /// The metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metric: Option<String>,
    /// One shortest answer only.
    pub unique: bool,
    /// The rule of the game in the family's own words, where a family has several ([`Family::HAS_RULES`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// Whether a text says that there is no solution.
pub fn claims_no_solution(text: &str) -> bool {
    const CLAIMS: [&str; 9] = [
        "not solvable",
        "not-solvable",
        "no solution",
        "unsolvable",
        "cannot be solved",
        "can not be solved",
        "can't be solved",
        "unsatisfiable",
        "impossible",
    ];
    let text = text.to_lowercase();
    CLAIMS.iter().any(|claim| text.contains(claim))
}
