//! The contract of a puzzle family: one `impl` per crate, from which the service is made once.
//!
//! Data flows in one direction: bytes are [read](Family::read) into a validated board with cells,
//! goal and metric; the board is encoded as a [state space](Family::state_space) for the search;
//! the solution is [replayed](Family::replay) on the board by code that shares nothing with the
//! search.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::ops::ControlFlow;

use fewest_search::{BitmapCounter, Context, StateSpace};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::drawing::{Drawing, Interpretations};
use super::fault::{Fault, Illegal};
use super::generate::{Collection, GenerateOptions, Generated};
use super::info::Info;
use super::report::SolveReport;
use super::room::Room;
use super::scene::{Brush, Gesture, Overlay, Scene, Stroke};
use super::source::Source;

/// A family of puzzles.
pub trait Family: Sized + Send + Sync + 'static {
    /// Names, formats, metrics, examples.
    const INFO: Info;
    /// A validated instance: cells, goal and metric.
    type Board: Clone + Eq + Debug + Send + Sync;
    /// One move, as the metric of the board counts it.
    type Move: Clone + Eq + Debug + Send + Sync;
    /// A solution: a list of moves, or something that stands for one.
    type Answer: Clone + Debug + Send + Sync;
    /// A proof that is checked without search.
    type Certificate: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;

    /// Returns the formats that a text may be in. Must be quick and must not need the rest of the
    /// family. [`Sure::Certain`] only if no other family could read the same text.
    fn claims(source: &Source) -> Vec<Claim>;

    /// Returns whether several inputs are parts of one puzzle rather than one puzzle each.
    fn are_one(_sources: &[Source]) -> bool {
        false
    }

    /// Reads boards. Faults that leave a board usable are its warnings; others are in
    /// [`Reading::faults`].
    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Self::Board>;

    /// The boards that a drawing may be, as a person would type it; see
    /// [`drawing`](crate::drawing).
    fn interpret(_drawing: &Drawing, _how: &ReadOptions) -> Interpretations<Self::Board> {
        Interpretations::default()
    }

    /// A board in a line, for a person to check at a glance:
    /// `peg solitaire: 33 holes, 32 pegs, empty d4`.
    fn summary(board: &Self::Board) -> String;

    /// Writes a board in one of the formats.
    ///
    /// # Errors
    /// Errors of the writer.
    fn write(board: &Self::Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written>;

    /// Returns the id of the metric of the board.
    fn metric(board: &Self::Board) -> &'static str;

    /// Returns whether the puzzle is solved.
    fn is_goal(board: &Self::Board) -> bool;

    /// Returns every legal move.
    fn moves(board: &Self::Board) -> Vec<Self::Move>;

    /// Plays a move.
    ///
    /// # Errors
    /// The rule that it breaks; the board is then unchanged.
    fn play(board: &mut Self::Board, by: &Self::Move) -> Result<(), Illegal>;

    /// Reads a move in any of the notations for single moves.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_move(board: &Self::Board, text: &str) -> Result<Self::Move, Illegal>;

    /// Returns the text of a move. Names depend on the board before the move.
    fn write_move(board: &Self::Board, by: &Self::Move) -> String;

    /// Finds a solution with the fewest moves, within the limits of the context.
    fn solve(
        board: &Self::Board,
        options: &SolveOptions,
        cx: &Context<'_>,
    ) -> SolveReport<Self::Answer, Self::Certificate>;

    /// Solves by the family's textbook algorithm, with its statistics. `None` if the family does
    /// not offer it.
    fn solve_by_textbook(
        _board: &Self::Board,
        _cx: &Context<'_>,
    ) -> Option<SolveReport<Self::Answer, Self::Certificate>> {
        None
    }

    /// Returns the number of moves of a solution.
    fn length(answer: &Self::Answer) -> u64;

    /// Returns a second count to show after the length: `in 21 moves`.
    fn also(_board: &Self::Board, _answer: &Self::Answer) -> Option<String> {
        None
    }

    /// Calls `visit` for every move of a solution in order.
    fn each_move(answer: &Self::Answer, visit: &mut dyn FnMut(&Self::Move) -> ControlFlow<()>);

    /// Plays a solution on a board and returns the last position. Families override it where moves
    /// can be played in bulk.
    ///
    /// # Errors
    /// The number of the first illegal move, counted from 1, and why.
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

    /// Writes a solution in one of the notations of [`Info::notations`].
    ///
    /// # Errors
    /// Errors of the writer.
    fn write_answer(
        board: &Self::Board,
        answer: &Self::Answer,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()>;

    /// The notation that draws a solution as a board, for solutions that are too long to be listed.
    const PICTURE: Option<&'static str> = None;

    /// Returns whether a notation is text that may stand among other text and is found there again.
    /// Other notations are files of their own, such as pictures.
    fn is_text(_notation: &str) -> bool {
        true
    }

    /// Finds a solution in any text, for example in the output of a program. The family documents
    /// which words have the shape of a move; none of them is skipped.
    fn find_answer(board: &Self::Board, text: &str) -> Found<Self::Answer>;

    /// Checks, without search, a certificate that the board has no solution.
    ///
    /// # Errors
    /// Why it proves nothing.
    fn check(board: &Self::Board, certificate: &Self::Certificate) -> Result<(), String>;

    /// Returns a certificate in words, possibly several lines.
    fn say(board: &Self::Board, certificate: &Self::Certificate) -> String;

    /// Returns the puzzle in the format of `fewest-verify`, the checker of proofs. `None` if the
    /// checker cannot read a board like this.
    fn checker_text(_board: &Self::Board) -> Option<String> {
        None
    }

    /// Returns the state space of the board. `None` if the family has none for it.
    fn state_space(board: &Self::Board) -> Option<Box<dyn StateSpace>>;

    /// Returns the canonical key of a position in the [state space](Family::state_space) of
    /// `packed_from`.
    fn key(packed_from: &Self::Board, position: &Self::Board) -> Option<Vec<u64>>;

    /// Returns the state space of maps: that of [`Family::state_space`], but symmetric positions
    /// have different keys.
    fn state_space_apart(board: &Self::Board) -> Option<Box<dyn StateSpace>> {
        Self::state_space(board)
    }

    /// Returns the key of a position in the [state space of maps](Family::state_space_apart) of
    /// `packed_from`.
    fn key_apart(packed_from: &Self::Board, position: &Self::Board) -> Option<Vec<u64>> {
        Self::key(packed_from, position)
    }

    /// Returns the symmetries of the board that keep its rules and its goal, as maps of keys of
    /// [`Family::state_space_apart`]. `None` if there are none.
    fn images(_board: &Self::Board) -> Option<Images<'_>> {
        None
    }

    /// Returns the board for bitmap breadth-first search. `None` if its positions are not numbered.
    fn bitmap_counter(_board: &Self::Board) -> Option<Box<dyn BitmapCounter>> {
        None
    }

    /// Returns the position of a key in the [state space](Family::state_space) of `packed_from`:
    /// the inverse of [`Family::key`]. `None` if the family cannot decode it; the position is then
    /// found by playing.
    fn position(_packed_from: &Self::Board, _key: &[u64]) -> Option<Self::Board> {
        None
    }

    /// Labels a path of keys, `words` each, with moves from `board`. The default plays, at every
    /// step, the first move whose key is the next one, so that merged pieces regain their names.
    /// Families with many pieces have a faster version.
    ///
    /// # Panics
    /// If keys and rules of the family disagree, which a law forbids.
    fn label_path(board: &Self::Board, words: usize, path: &[u64]) -> Vec<Self::Move> {
        let mut at = board.clone();
        let mut moves = Vec::new();
        for next in path.chunks_exact(words).skip(1) {
            let (by, after) = successors::<Self>(&at)
                .find(|(_, after)| Self::key(board, after).is_some_and(|key| key == next))
                .expect("a path follows the rules");
            moves.push(by);
            at = after;
        }
        moves
    }

    /// Returns an inadmissible heuristic on the keys of the [state space](Family::state_space) of
    /// `board`. Hints follow it if the fewest moves are not known in time.
    fn greedy_heuristic(_board: &Self::Board) -> Option<GreedyHeuristic<'_>> {
        None
    }

    /// Whether hints follow [`Family::greedy_heuristic`].
    const HAS_GREEDY: bool = false;

    /// Returns whether a board is so large that hints end with their time limit, because even a
    /// quick solution or a look at the next moves would take a good part of a second.
    fn is_large(_board: &Self::Board) -> bool {
        false
    }

    /// Returns the same position with fewer moves, each of which is a move of `board` too. Greedy
    /// search uses it if the moves of `board` are too many.
    fn simpler(_board: &Self::Board) -> Option<Self::Board> {
        None
    }

    /// Returns the length of an optimal solution by the textbook algorithm, which shares nothing
    /// with [`Family::solve`]. `None` if the board is too large for it, `Some(None)` if there is no
    /// solution.
    fn textbook(board: &Self::Board) -> Option<Option<u64>>;

    /// Returns facts about a board that need no search of its state space, as (name, value) rows
    /// for `explore`.
    fn analyse(_board: &Self::Board, _cx: &Context<'_>) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns the results for every start and finish of the board, as (name, value) rows for
    /// `explore --pairs`. `None` if the family has no such pairs.
    fn pairs(_board: &Self::Board, _cx: &Context<'_>) -> Option<Vec<(String, String)>> {
        None
    }

    /// Whether [`GenerateOptions::rule`] can be given.
    const HAS_RULES: bool = false;

    /// Whether [`GenerateOptions::unique`] can be given.
    const MAKES_UNIQUE: bool = false;

    /// The collections of puzzles that can be enumerated.
    const COLLECTIONS: &'static [Collection] = &[];

    /// Generates a board: the one of the seed, or the nearest if no board as asked was found.
    ///
    /// # Errors
    /// What is wrong with the options, or the limit that was reached before any board.
    fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Self::Board>, Fault>;

    /// Returns the position as shapes.
    fn scene(board: &Self::Board) -> Scene;

    /// Returns the gesture of each of these moves on the scene. Different moves have different
    /// gestures.
    fn gestures(board: &Self::Board, moves: &[Self::Move]) -> Vec<Gesture>;

    /// The brushes of the editor, which change a board without a move; the first is the default.
    const BRUSHES: &'static [Brush] = &[];

    /// Changes a board with one of the [brushes](Family::BRUSHES).
    ///
    /// # Errors
    /// Why it is not possible; the board is then unchanged.
    fn paint(_board: &mut Self::Board, _by: &Stroke) -> Result<(), Illegal> {
        Err(Illegal::new("boards of this family cannot be edited"))
    }

    /// Returns a certificate as marks over the scene; empty if it cannot be shown.
    fn overlays(_board: &Self::Board, _certificate: &Self::Certificate) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns the same position in another metric. `None` if the family does not show several
    /// metrics together.
    fn in_metric(_board: &Self::Board, _metric: &str) -> Option<Self::Board> {
        None
    }
}

/// Returns every legal move with the position after it.
///
/// # Panics
/// If a listed move is illegal, which a law forbids.
pub(crate) fn successors<F: Family>(at: &F::Board) -> impl Iterator<Item = (F::Move, F::Board)> {
    F::moves(at).into_iter().map(move |by| {
        let mut after = at.clone();
        F::play(&mut after, &by).expect("a listed move is legal");
        (by, after)
    })
}

/// An inadmissible heuristic: estimates the moves from a key to a goal.
pub type GreedyHeuristic<'b> = Box<dyn FnMut(&[u64]) -> u64 + 'b>;

/// Appends the images of a key under the symmetries.
pub type Images<'b> = Box<dyn Fn(&[u64], &mut Vec<u64>) + 'b>;

/// The certificate of a family without any: there is no value of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoCertificate {}

/// How certain a family is that it can read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sure {
    /// It could be read so.
    Possible,
    /// No other family could read it.
    Certain,
}

/// A family's claim on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The format in which it would be read.
    pub format: &'static str,
    /// How certain the family is.
    pub sure: Sure,
}

/// Options of reading.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format, if it is given or recognised.
    pub format: Option<String>,
    /// The metric; one of the family's.
    pub metric: Option<String>,
    /// The goal, in the notation of the family.
    pub goal: Option<String>,
    /// The start, in the notation of the family; see [`Info::starts`].
    pub start: Option<String>,
    /// Options of the family itself, by their names: which sign is what, which piece gets out.
    pub choices: BTreeMap<String, String>,
    /// The memory that the boards may take.
    pub room: Room,
}

/// The result of reading.
#[derive(Clone, Debug)]
pub struct Reading<B> {
    /// The boards, in the order of the text.
    pub instances: Vec<Instance<B>>,
    /// Faults that left no board.
    pub faults: Vec<Fault>,
}

impl<B> Reading<B> {
    /// Returns the result of a text with one board.
    pub fn of(board: Result<B, Fault>, format: &'static str) -> Self {
        match board {
            Ok(board) => {
                let instance = Instance { board, format, line: None, warnings: Vec::new() };
                Self { instances: vec![instance], faults: Vec::new() }
            }
            Err(fault) => Self::failed(fault),
        }
    }

    /// Returns a result with one fault and no board.
    pub fn failed(fault: Fault) -> Self {
        Self { instances: Vec::new(), faults: vec![fault] }
    }
}

/// A board that was read.
#[derive(Clone, Debug)]
pub struct Instance<B> {
    /// The board.
    pub board: B,
    /// Its format.
    pub format: &'static str,
    /// Its line, if a file holds several boards.
    pub line: Option<usize>,
    /// Faults of the text that were corrected.
    pub warnings: Vec<Fault>,
}

/// The result of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The board was written.
    Yes,
    /// The format cannot represent the board, for this reason; nothing was written.
    No(String),
}

/// Options of solving.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// Accept any solution.
    pub any: bool,
    /// Prefer a good solution quickly to an optimal one.
    pub fast: bool,
    /// With `fast`, or if an optimal solution is out of reach: improve the solution until the
    /// context stops.
    pub patient: bool,
    /// Count the optimal solutions.
    pub count: bool,
    /// List at most this number of optimal solutions.
    pub all: Option<u64>,
    /// The tables that may be built.
    pub tables: Tables,
}

/// The size of tables that are built once, kept in the table cache of the context, and make later
/// searches faster. Families without such tables ignore it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// No tables.
    None,
    /// Those that pay off for a few boards.
    #[default]
    Default,
    /// The largest, for many boards or for the hardest.
    Large,
}

/// A solution found in a text. Every word with the shape of a move counts as one; the replay
/// decides whether it is legal.
#[derive(Clone, Debug)]
pub enum Found<A> {
    /// The moves in order, and the line of each in the text.
    Answer(A, Lines),
    /// A word has the shape of a move, but no move of this board.
    Bad {
        /// The moves before it.
        before: A,
        /// Their lines, and the line of the word itself.
        lines: Lines,
        /// Why it is not a move of this board.
        why: Illegal,
    },
    /// The text says that there is no solution.
    NoSolution,
    /// The text contains neither moves nor such a claim.
    Nothing,
}

impl<A> Found<A> {
    /// Returns a solution whose moves have no lines, as in a drawing.
    pub fn drawn(answer: A) -> Self {
        Self::Answer(answer, Lines::new())
    }
}

/// The line of each move, counted from 1. Empty if moves have no lines, as in a drawing.
pub type Lines = Vec<usize>;

/// Returns whether a text says that there is no solution.
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
