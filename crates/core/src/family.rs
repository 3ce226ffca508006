//! The contract of a puzzle family: one `impl` per crate, mostly data that names the functions where
//! they stand, from which the service is made once.
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
use super::info::{Info, OptionField, OptionSpec};
use super::report::SolveReport;
use super::room::Room;
use super::scene::{Brush, Gesture, Overlay, Scene, Stroke};
use super::source::Source;

/// The length of an optimal solution by the textbook algorithm; see [`Family::REFERENCE`].
pub type Reference<B> = fn(&B) -> Option<Option<u64>>;
/// The same position in another metric; see [`Family::IN_METRIC`].
pub type InMetric<B> = fn(&B, &str) -> Option<B>;
/// The puzzle as the checker of proofs reads it; see [`Family::CHECKER_TEXT`].
pub type CheckerText<B> = fn(&B) -> Option<String>;

/// A family of puzzles: the types of its boards, and the functions and data that make it up. A
/// family gives the functions where they stand; the methods with a body are for callers, and no
/// family replaces those that are not said to be replaced.
pub trait Family: Sized + Send + Sync + 'static {
    /// A validated instance: cells, goal and metric.
    type Board: Clone + Eq + Debug + Send + Sync;
    /// One move, as the metric of the board counts it.
    type Move: Clone + Eq + Debug + Send + Sync;
    /// A solution: a list of moves, or something that stands for one.
    type Answer: Solution<Move = Self::Move>;
    /// A proof that is checked without search; [`NoCertificate`] if there is none.
    type Certificate: Clone + Eq + Debug + Send + Sync + Serialize + DeserializeOwned;

    /// Names, formats, metrics, options, examples.
    const INFO: Info;
    /// The rules, written for reading.
    const RULES: Rules<Self::Board, Self::Move>;
    /// Boards as text.
    const FORMATS: Formats<Self::Board>;
    /// Moves and solutions as text.
    const NOTATIONS: Notations<Self::Board, Self::Move, Self::Answer>;
    /// Certificates: their checker and their words; [`Certificates::NONE`] if there are none.
    const CERTIFICATES: Certificates<Self::Board, Self::Certificate>;
    /// Positions as shapes.
    const VIEW: View<Self::Board, Self::Move>;

    // What a family may have besides; see `Family::CAPABILITIES`.

    /// New boards.
    const GENERATOR: Option<Generate<Self::Board>> = None;
    /// Changing a board without a move.
    const EDITOR: Option<Editor<Self::Board>> = None;
    /// The length of an optimal solution by the textbook algorithm, which shares nothing with
    /// [`Family::solve`]: `None` if the board is too large for it, `Some(None)` if there is no
    /// solution.
    const REFERENCE: Option<Reference<Self::Board>> = None;
    /// Facts about a board that need no search of its state space, as (name, value) rows for
    /// `explore`.
    const FACTS: Option<fn(&Self::Board, &Context<'_>) -> Rows> = None;
    /// The results for every start and finish of the board, as (name, value) rows for
    /// `explore --pairs`.
    const PAIRS: Option<fn(&Self::Board, &Context<'_>) -> Rows> = None;
    /// Hints where the fewest moves are not known in time.
    const GREEDY: Option<Greedy<Self::Board>> = None;
    /// The notation that draws a solution as a board, for solutions that are too long to be listed.
    const PICTURE: Option<&'static str> = None;
    /// The same position in another metric, for families that show several metrics together.
    const IN_METRIC: Option<InMetric<Self::Board>> = None;
    /// The puzzle in the format of `fewest-verify`, the checker of proofs. `None` if the checker
    /// cannot read a board like this.
    const CHECKER_TEXT: Option<CheckerText<Self::Board>> = None;

    /// The collections of puzzles that can be enumerated.
    const COLLECTIONS: &'static [Collection] = &[];

    /// Finds a solution with the fewest moves, within the limits of the context.
    fn solve(
        board: &Self::Board,
        options: &SolveOptions,
        cx: &Context<'_>,
    ) -> SolveReport<Self::Answer, Self::Certificate>;

    /// Solves by the family's textbook algorithm, with its statistics. `None` if the family does
    /// not offer it. Families with such an algorithm replace it.
    fn solve_by_textbook(
        _board: &Self::Board,
        _cx: &Context<'_>,
    ) -> Option<SolveReport<Self::Answer, Self::Certificate>> {
        None
    }

    /// Plays a solution on a board and returns the last position. Families replace it where moves
    /// can be played in bulk.
    ///
    /// # Errors
    /// The number of the first illegal move, counted from 1, and why.
    fn replay(board: &Self::Board, answer: &Self::Answer) -> Result<Self::Board, (u64, Illegal)> {
        let mut board = board.clone();
        let mut number = 0;
        let mut bad = None;
        answer.each_move(&mut |by| {
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

    /// Returns whether a board is so large that hints end with their time limit, because even a
    /// quick solution or a look at the next moves would take a good part of a second. Families with
    /// such boards replace it.
    fn is_large(_board: &Self::Board) -> bool {
        false
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

    // For callers.

    /// The capabilities of the family that are not in every family, by their names in documents.
    const CAPABILITIES: &'static [(&'static str, bool)] = &[
        ("generator", Self::GENERATOR.is_some()),
        ("collections", !Self::COLLECTIONS.is_empty()),
        ("editor", Self::EDITOR.is_some()),
        ("facts", Self::FACTS.is_some()),
        ("pairs", Self::PAIRS.is_some()),
        ("reference", Self::REFERENCE.is_some()),
        ("proofs", Self::CHECKER_TEXT.is_some()),
        ("courses", !Self::INFO.courses.is_empty()),
    ];

    /// See [`Formats::detect`].
    fn claims(source: &Source) -> Vec<Claim> {
        (const { Self::FORMATS.detect })(source)
    }

    /// See [`Formats::are_one`].
    fn are_one(sources: &[Source]) -> bool {
        const { Self::FORMATS.are_one }.is_some_and(|are_one| are_one(sources))
    }

    /// See [`Formats::read`].
    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Self::Board> {
        (const { Self::FORMATS.read })(sources, options)
    }

    /// See [`Formats::interpret`].
    fn interpret(drawing: &Drawing, options: &ReadOptions) -> Interpretations<Self::Board> {
        const { Self::FORMATS.interpret }.map_or_else(Interpretations::default, |of| of(drawing, options))
    }

    /// See [`Formats::summary`].
    fn summary(board: &Self::Board) -> String {
        (const { Self::FORMATS.summary })(board)
    }

    /// See [`Formats::write`].
    ///
    /// # Errors
    /// Errors of the writer.
    fn write(board: &Self::Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        (const { Self::FORMATS.write })(board, format, out)
    }

    /// See [`Rules::metric`].
    fn metric(board: &Self::Board) -> &'static str {
        (const { Self::RULES.metric })(board)
    }

    /// See [`Rules::is_goal`].
    fn is_goal(board: &Self::Board) -> bool {
        (const { Self::RULES.is_goal })(board)
    }

    /// See [`Rules::moves`].
    fn moves(board: &Self::Board) -> Vec<Self::Move> {
        (const { Self::RULES.moves })(board)
    }

    /// See [`Rules::play`].
    ///
    /// # Errors
    /// The rule that it breaks; the board is then unchanged.
    fn play(board: &mut Self::Board, by: &Self::Move) -> Result<(), Illegal> {
        (const { Self::RULES.play })(board, by)
    }

    /// See [`Notations::read_move`].
    ///
    /// # Errors
    /// What is wrong with the text.
    fn read_move(board: &Self::Board, text: &str) -> Result<Self::Move, Illegal> {
        (const { Self::NOTATIONS.read_move })(board, text)
    }

    /// See [`Notations::write_move`].
    fn write_move(board: &Self::Board, by: &Self::Move) -> String {
        (const { Self::NOTATIONS.write_move })(board, by)
    }

    /// Returns the number of moves of a solution.
    fn length(answer: &Self::Answer) -> u64 {
        answer.length()
    }

    /// Calls `visit` for every move of a solution in order.
    fn each_move(answer: &Self::Answer, visit: &mut dyn FnMut(&Self::Move) -> ControlFlow<()>) {
        answer.each_move(visit);
    }

    /// See [`Notations::also`].
    fn also(board: &Self::Board, answer: &Self::Answer) -> Option<String> {
        const { Self::NOTATIONS.also }.and_then(|also| also(board, answer))
    }

    /// See [`Notations::write`].
    ///
    /// # Errors
    /// Errors of the writer.
    fn write_answer(
        board: &Self::Board,
        answer: &Self::Answer,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        (const { Self::NOTATIONS.write })(board, answer, notation, out)
    }

    /// Returns whether a notation is text that may stand among other text and is found there again.
    fn is_text(notation: &str) -> bool {
        !const { Self::NOTATIONS.pictures }.contains(&notation)
    }

    /// See [`Notations::find`].
    fn find_answer(board: &Self::Board, text: &str) -> Found<Self::Answer> {
        (const { Self::NOTATIONS.find })(board, text)
    }

    /// See [`Certificates::check`].
    ///
    /// # Errors
    /// Why it proves nothing.
    fn check(board: &Self::Board, certificate: &Self::Certificate) -> Result<(), String> {
        (const { Self::CERTIFICATES.check })(board, certificate)
    }

    /// See [`Certificates::explain`].
    fn say(board: &Self::Board, certificate: &Self::Certificate) -> String {
        (const { Self::CERTIFICATES.explain })(board, certificate)
    }

    /// See [`Certificates::overlays`].
    fn overlays(board: &Self::Board, certificate: &Self::Certificate) -> Vec<Overlay> {
        const { Self::CERTIFICATES.overlays }.map_or_else(Vec::new, |of| of(board, certificate))
    }

    /// See [`Family::CHECKER_TEXT`].
    fn checker_text(board: &Self::Board) -> Option<String> {
        const { Self::CHECKER_TEXT }.and_then(|text| text(board))
    }

    /// See [`Greedy::heuristic`].
    fn greedy_heuristic(board: &Self::Board) -> Option<GreedyHeuristic<'_>> {
        const { Self::GREEDY }.map(|greedy| (greedy.heuristic)(board))
    }

    /// Whether hints follow [`Family::GREEDY`].
    const HAS_GREEDY: bool = Self::GREEDY.is_some();

    /// See [`Greedy::simpler`].
    fn simpler(board: &Self::Board) -> Option<Self::Board> {
        const { Self::GREEDY }.and_then(|greedy| (greedy.simpler)(board))
    }

    /// See [`Family::REFERENCE`].
    fn textbook(board: &Self::Board) -> Option<Option<u64>> {
        const { Self::REFERENCE }.and_then(|fewest| fewest(board))
    }

    /// See [`Family::FACTS`].
    fn analyse(board: &Self::Board, cx: &Context<'_>) -> Rows {
        const { Self::FACTS }.map_or_else(Vec::new, |facts| facts(board, cx))
    }

    /// See [`Family::PAIRS`].
    fn pairs(board: &Self::Board, cx: &Context<'_>) -> Option<Rows> {
        const { Self::PAIRS }.map(|pairs| pairs(board, cx))
    }

    /// Generates a board: the one of the seed, or the nearest if no board as asked was found.
    ///
    /// # Errors
    /// What is wrong with the options, or the limit that was reached before any board.
    fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Self::Board>, Fault> {
        match const { Self::GENERATOR } {
            Some(generate) => generate(options, cx),
            None => Err(Fault::new("new boards of this family cannot be generated")),
        }
    }

    /// See [`View::scene`].
    fn scene(board: &Self::Board) -> Scene {
        (const { Self::VIEW.scene })(board)
    }

    /// See [`View::gestures`].
    fn gestures(board: &Self::Board, moves: &[Self::Move]) -> Vec<Gesture> {
        (const { Self::VIEW.gestures })(board, moves)
    }

    /// See [`Editor::brushes`].
    const BRUSHES: &'static [Brush] = match Self::EDITOR {
        Some(editor) => editor.brushes,
        None => &[],
    };

    /// See [`Editor::paint`].
    ///
    /// # Errors
    /// Why it is not possible; the board is then unchanged.
    fn paint(board: &mut Self::Board, by: &Stroke) -> Result<(), Illegal> {
        match const { Self::EDITOR } {
            Some(editor) => (editor.paint)(board, by),
            None => Err(Illegal::new("boards of this family cannot be edited")),
        }
    }

    /// See [`Family::IN_METRIC`].
    fn in_metric(board: &Self::Board, metric: &str) -> Option<Self::Board> {
        const { Self::IN_METRIC }.and_then(|in_metric| in_metric(board, metric))
    }
}

/// The rules of a family.
#[derive(Debug)]
pub struct Rules<B, M> {
    /// Returns the id of the metric of the board.
    pub metric: fn(&B) -> &'static str,
    /// Returns whether the puzzle is solved.
    pub is_goal: fn(&B) -> bool,
    /// Returns every legal move.
    pub moves: fn(&B) -> Vec<M>,
    /// Plays a move, or says which rule it breaks; the board is then unchanged.
    pub play: fn(&mut B, &M) -> Result<(), Illegal>,
}

/// Boards as text, in all formats of [`Info::formats`].
#[derive(Debug)]
pub struct Formats<B> {
    /// Returns the formats that a text may be in. Must be quick and must not need the rest of the
    /// family. [`Sure::Certain`] only if no other family could read the same text.
    pub detect: fn(&Source) -> Vec<Claim>,
    /// Returns whether several inputs are parts of one puzzle rather than one puzzle each. `None`
    /// if they never are.
    pub are_one: Option<fn(&[Source]) -> bool>,
    /// Reads boards. Faults that leave a board usable are its warnings; others are in
    /// [`Reading::faults`].
    pub read: fn(&[Source], &ReadOptions) -> Reading<B>,
    /// Returns the boards that a drawing may be, as a person would type it; see
    /// [`drawing`](crate::drawing).
    pub interpret: Option<fn(&Drawing, &ReadOptions) -> Interpretations<B>>,
    /// Returns a board in a line, for a person to check at a glance:
    /// `peg solitaire: 33 holes, 32 pegs, empty d4`.
    pub summary: fn(&B) -> String,
    /// Writes a board in one of the formats.
    pub write: fn(&B, &str, &mut dyn io::Write) -> io::Result<Written>,
}

/// Moves and solutions as text, in all notations of [`Info::notations`].
#[derive(Debug)]
pub struct Notations<B, M, A> {
    /// Reads a move in any of the notations for single moves, or says what is wrong with it.
    pub read_move: fn(&B, &str) -> Result<M, Illegal>,
    /// Returns the text of a move. Names depend on the board before the move.
    pub write_move: fn(&B, &M) -> String,
    /// Writes a solution in one of the notations.
    pub write: fn(&B, &A, &str, &mut dyn io::Write) -> io::Result<()>,
    /// Finds a solution in any text, for example in the output of a program. The family documents
    /// which words have the shape of a move; none of them is skipped.
    pub find: fn(&B, &str) -> Found<A>,
    /// Returns a second count to show after the length: `in 21 moves`.
    pub also: Option<fn(&B, &A) -> Option<String>>,
    /// The notations that are files of their own, such as pictures, and no text.
    pub pictures: &'static [&'static str],
}

/// Certificates that a board has no solution.
#[derive(Debug)]
pub struct Certificates<B, C> {
    /// Checks a certificate without search, or says why it proves nothing.
    pub check: fn(&B, &C) -> Result<(), String>,
    /// Returns a certificate in words, possibly several lines.
    pub explain: fn(&B, &C) -> String,
    /// Returns a certificate as marks over the scene; empty if it cannot be shown.
    pub overlays: Option<fn(&B, &C) -> Vec<Overlay>>,
}

impl<B> Certificates<B, NoCertificate> {
    /// Those of a family without certificates.
    pub const NONE: Self =
        Self { check: |_, never| match *never {}, explain: |_, never| match *never {}, overlays: None };
}

/// Positions as shapes, and moves as gestures on them.
#[derive(Debug)]
pub struct View<B, M> {
    /// Returns the position as shapes.
    pub scene: fn(&B) -> Scene,
    /// Returns the gesture of each of these moves on the scene. Different moves have different
    /// gestures.
    pub gestures: fn(&B, &[M]) -> Vec<Gesture>,
}

/// A generator: returns the board of the seed, or the nearest if no board as asked was found.
pub type Generate<B> = fn(&GenerateOptions, &Context<'_>) -> Result<Generated<B>, Fault>;

/// The editor of a family.
#[derive(Debug)]
pub struct Editor<B> {
    /// The tools; the first is the default.
    pub brushes: &'static [Brush],
    /// Changes a board with one of them, or says why it is not possible; the board is then
    /// unchanged.
    pub paint: fn(&mut B, &Stroke) -> Result<(), Illegal>,
}

/// Greedy search for hints.
#[derive(Debug)]
pub struct Greedy<B> {
    /// Returns an inadmissible heuristic on the keys of the
    /// [state space](Family::state_space) of a board.
    pub heuristic: fn(&B) -> GreedyHeuristic<'_>,
    /// Returns the same position with fewer moves, each of which is a move of the board too, for
    /// boards with too many moves.
    pub simpler: fn(&B) -> Option<B>,
}

/// (name, value) rows.
pub type Rows = Vec<(String, String)>;

/// A solution: the moves of a puzzle in order.
pub trait Solution: Clone + Debug + Send + Sync {
    /// One move.
    type Move;

    /// Returns the number of moves.
    fn length(&self) -> u64;

    /// Calls `visit` for every move in order.
    fn each_move(&self, visit: &mut dyn FnMut(&Self::Move) -> ControlFlow<()>);
}

impl<M: Clone + Debug + Send + Sync> Solution for Vec<M> {
    type Move = M;

    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn each_move(&self, visit: &mut dyn FnMut(&M) -> ControlFlow<()>) {
        let _ = self.iter().try_for_each(visit);
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
    /// The start, in the notation of the family.
    pub start: Option<String>,
    /// Options of the family itself, by their names: which sign is what, which piece gets out.
    pub choices: BTreeMap<String, String>,
    /// The memory that the boards may take.
    pub room: Room,
}

impl ReadOptions {
    /// Sets the field that an option of a family is for. Options of new boards change nothing.
    pub fn set(&mut self, option: &OptionSpec, value: &str) {
        match option.field {
            OptionField::Choice => {
                self.choices.insert(option.id.to_owned(), value.to_owned());
            }
            OptionField::Goal => self.goal = Some(value.to_owned()),
            OptionField::Start => self.start = Some(value.to_owned()),
            OptionField::Rule | OptionField::Unique | OptionField::Pieces | OptionField::Walls => {}
        }
    }
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
    /// Returns the result of reading one text with one board.
    pub fn one(sources: &[Source], format: &'static str, read: impl Fn(&Source) -> Result<B, Fault>) -> Self {
        match sources {
            [source] => Self::of(read(source), format),
            _ => Self::failed(Fault::new("a board is one text")),
        }
    }

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

impl<M> Found<Vec<M>> {
    /// Returns the moves of a text in which every word with the shape of a move is one.
    pub fn words(
        text: &str,
        has_shape: impl Fn(&str) -> bool,
        read: impl Fn(&str) -> Result<M, Illegal>,
    ) -> Self {
        let (mut moves, mut lines) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            for word in line.split_whitespace().filter(|word| has_shape(word)) {
                lines.push(number);
                match read(word) {
                    Ok(by) => moves.push(by),
                    Err(why) => return Self::Bad { before: moves, lines, why },
                }
            }
        }
        match moves.is_empty() {
            false => Self::Answer(moves, lines),
            true if claims_no_solution(text) => Self::NoSolution,
            true => Self::Nothing,
        }
    }
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
    // What programs print for no answer, alone.
    const NOTHING: [&str; 6] = ["null", "none", "nil", "unsat", "nullptr", "no"];
    let text = text.to_lowercase();
    CLAIMS.iter().any(|claim| text.contains(claim)) || NOTHING.contains(&text.trim().trim_end_matches('.'))
}
