//! Peg solitaire on any board: the triangle of fifteen holes, English, French, and any board file.
//! `README.md` has the rules and the theory.
//!
//! | module | content |
//! |---|---|
//! | `rules` | shapes, named boards, positions, goals, jumps, symmetries |
//! | `formats` | text formats, and the reading of drawings |
//! | `notation` | moves and answers as text, and answers found in any text |
//! | `solve` | the choice of the method, and the methods (its head has a table) |
//! | `proof` | certificates that there is no solution, and their checker |
//! | `facts` | facts for `explore`: counts, difficulty, every vacancy with every finish |
//! | `generate` | new positions, by difficulty |
//! | `view` | scene, gestures, overlays |
//! | `course` | `fewest course triangle` with its drawings; the course's own algorithm |
//!
//! Dependencies point one way: `rules` ← `formats`, `course` ← `notation`, `proof` ← `solve` ←
//! `facts` ← `generate`; `proof` ← `view`.

mod checker_text;
mod course;
mod facts;
mod formats;
mod generate;
mod notation;
mod proof;
mod rules;
mod solve;
#[cfg(test)]
mod testing;
mod view;

use std::io;
use std::ops::ControlFlow;

use fewest_core::example;
use fewest_core::{
    Brush, Claim, Family, Fault, Found, GenerateOptions, Generated, Gesture, GoalName, Illegal, Images, Info,
    Metric, Overlay, ReadOptions, Reading, Scene, SolveOptions, SolveReport, Source, Stroke, Written,
};
use fewest_search::{Context, StateSpace};

pub use course::textbook;
pub use facts::{census, winnable_level_sizes};
use fewest_core::drawing::{Drawing, Interpretations};
pub use proof::Certificate;
use rules::Metric as BoardMetric;
pub use rules::{Board, Move, Pegs};
use solve::state_space;

/// Holes beyond which a board is large: hints do nothing more on it once their time is up.
const LARGE: usize = 1 << 9;

impl Family for Pegs {
    const INFO: Info = Info {
        id: "pegs",
        title: "peg solitaire: the triangle of fifteen holes, english, french, rect:6x6, hex:4, any board file",
        formats: formats::FORMATS,
        metrics: &[
            Metric { id: "jumps", one: "jump", about: "one peg over one other" },
            Metric { id: "moves", one: "move", about: "any number of jumps by one peg, one after the other" },
        ],
        notations: notation::NOTATIONS,
        goals: &[
            GoalName { id: rules::GOAL_ANY, about: "one peg anywhere, the usual one" },
            GoalName {
                id: rules::GOAL_COMPLEMENT,
                about: "pegs where there are none now, and none elsewhere",
            },
            GoalName { id: rules::GOAL_STUCK, about: "no jump is left: fool's solitaire" },
        ],
        options: formats::drawn::OPTIONS,
        starts: Some("holes that are empty at the start, all others having pegs: d4, or 4"),
        courses: if cfg!(feature = "courses") { &[course::COURSE] } else { &[] },
        examples: &[
            example!("triangle", "the triangle of the course, hole 4 empty", "named", Some(13)),
            example!(
                "triangle-to-4",
                "the same with the last peg in hole 4, as one would like it",
                "named",
                None
            ),
            example!("triangle-corner", "the triangle with a corner empty", "named", Some(13)),
            example!("latin-cross", "six pegs in the middle of the English board", "grid", Some(5)),
            example!("greek-cross", "nine pegs in the middle of the English board", "grid", Some(8)),
            example!("french-centre", "the French board, which cannot be begun in the middle", "named", None),
            example!("army", "five pegs that cannot send one of them far enough", "grid", None),
            example!("hexagon", "nineteen holes, six directions; the middle is no good start", "named", None),
            example!("queen", "a small board with eight directions", "grid", Some(10)),
            example!("tatham", "a game of Simon Tatham's Pegs", "tatham", Some(9)),
        ],
        limits: "any board up to 10000 holes; answers up to 1024, at full speed up to 128",
    };
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = Certificate;

    fn claims(source: &Source) -> Vec<Claim> {
        formats::claims(source)
    }

    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
        match sources {
            [source] => formats::read(source, options),
            _ => Reading::failed(Fault::new("a board of pegs is one text")),
        }
    }

    fn interpret(drawing: &Drawing, options: &ReadOptions) -> Interpretations<Board> {
        formats::drawn::interpret(drawing, options)
    }

    fn summary(board: &Board) -> String {
        formats::drawn::summary(board)
    }

    fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        formats::write(board, format, out)
    }

    fn metric(board: &Board) -> &'static str {
        board.metric.id()
    }

    fn is_goal(board: &Board) -> bool {
        board.is_goal()
    }

    fn moves(board: &Board) -> Vec<Move> {
        board.moves()
    }

    fn play(board: &mut Board, by: &Move) -> Result<(), Illegal> {
        board.play(by)
    }

    fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
        notation::read_move(board, text)
    }

    fn write_move(board: &Board, by: &Move) -> String {
        notation::write_move(board, by)
    }

    fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, Certificate> {
        solve::solve(board, options, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<SolveReport<Vec<Move>, Certificate>> {
        let any_will_do = board.metric == BoardMetric::Jumps && board.goal.pegs().is_some();
        any_will_do.then(|| solve::solve_by_textbook(board, cx))
    }

    fn length(answer: &Vec<Move>) -> u64 {
        answer.len() as u64
    }

    fn also(board: &Board, answer: &Vec<Move>) -> Option<String> {
        notation::also(board, answer)
    }

    fn each_move(answer: &Vec<Move>, visit: &mut dyn FnMut(&Move) -> ControlFlow<()>) {
        let _ = answer.iter().try_for_each(visit);
    }

    fn write_answer(
        board: &Board,
        answer: &Vec<Move>,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        notation::write_answer(board, answer, notation, out)
    }

    fn find_answer(board: &Board, text: &str) -> Found<Vec<Move>> {
        notation::find_answer(board, text)
    }

    fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
        proof::check(board, certificate)
    }

    fn say(board: &Board, certificate: &Certificate) -> String {
        proof::explain(board, certificate)
    }

    fn checker_text(board: &Board) -> Option<String> {
        checker_text::checker_text(board)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        state_space::state_space(board)
    }

    fn key(packed_from: &Board, position: &Board) -> Option<Vec<u64>> {
        state_space::key(packed_from, &state_space::symmetries(packed_from), position)
    }

    fn state_space_apart(board: &Board) -> Option<Box<dyn StateSpace>> {
        state_space::state_space_apart(board)
    }

    fn key_apart(packed_from: &Board, position: &Board) -> Option<Vec<u64>> {
        state_space::key(packed_from, &[], position)
    }

    fn images(board: &Board) -> Option<Images<'_>> {
        state_space::images(board)
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        (board.shape().holes() <= textbook::MOST_HOLES).then(|| textbook::fewest(board))
    }

    fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
        facts::analyse(board, cx)
    }

    fn pairs(board: &Board, cx: &Context<'_>) -> Option<Vec<(String, String)>> {
        Some(facts::pairs(board, cx))
    }

    fn is_large(board: &Board) -> bool {
        board.shape().holes() > LARGE
    }

    const HAS_RULES: bool = true;

    fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
        generate::generate(options, cx)
    }

    fn scene(board: &Board) -> Scene {
        view::scene(board)
    }

    fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
        view::gestures(board, moves)
    }

    const BRUSHES: &'static [Brush] = view::BRUSHES;

    fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
        view::paint(board, by)
    }

    fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
        view::overlays(board, certificate)
    }
}

#[cfg(test)]
mod tests;
