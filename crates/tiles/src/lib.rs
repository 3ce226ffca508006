//! Sliding tiles: the 8-, 15- and 24-puzzle, any rows and columns, any goal. `README.md` has the
//! rules.
//!
//! | module | what it holds |
//! |---|---|
//! | `rules` | arrangements, goals, boards and their moves, parity |
//! | `formats` | one file per text format |
//! | `notation` | moves and solutions as text, and found in any text |
//! | `solve` | optimal and suboptimal solvers: heuristics, pattern databases, IDA*, beam search |
//! | `proof` | certificates that there is no solution, and their checker |
//! | `generate`, `facts`, `view` | new boards; facts; pictures and gestures |
//! | `course` | `fewest course npuzzle`, and the algorithm of the course's text |

mod checker_text;
mod course;
mod facts;
mod formats;
mod generate;
mod notation;
mod proof;
mod rules;
mod solve;
mod view;

#[cfg(test)]
mod testing;

use std::io;
use std::ops::ControlFlow;

use fewest_search::{BitmapCounter, Context, StateSpace};

use arrangement::Goal;
use board::{Board, Slide};
pub use course::textbook;
use fewest_core::drawing::{Drawing, Interpretations};
use fewest_core::example;
use fewest_core::{
    Brush, Claim, Family, Fault, Found, GenerateOptions, Generated, Gesture, GoalName, Illegal, Images, Info,
    Metric, Overlay, ReadOptions, Reading, Scene, SolveOptions, Source, Stroke, Written,
};
pub use proof::Certificate;
pub use rules::{Tiles, arrangement, board};
use solve::{bitmap_space, state_space};

impl Family for Tiles {
    const INFO: Info = Info {
        id: "tiles",
        title: "sliding tiles: the 8-, 15- and 24-puzzle, any rows and columns, any goal",
        formats: formats::FORMATS,
        metrics: &[
            Metric { id: "steps", one: "step", about: "one tile, one cell" },
            Metric { id: "lines", one: "line", about: "a run of tiles in a row or column, pushed at once" },
        ],
        notations: notation::NOTATIONS,
        goals: &[
            GoalName { id: Goal::BlankLast.name(), about: "1 2 3/4 5 6/7 8 0, the usual one" },
            GoalName { id: Goal::BlankFirst.name(), about: "0 1 2/3 4 5/6 7 8, as in Korf's papers" },
            GoalName { id: Goal::Snail.name(), about: "1 2 3/8 0 4/7 6 5, round and inwards" },
        ],
        options: formats::drawn::OPTIONS,
        starts: None,
        courses: if cfg!(feature = "courses") { &[course::COURSE] } else { &[] },
        examples: &[
            example!("eight-easy", "a board of the 8-puzzle", "course", Some(3)),
            example!(
                "eight-hardest",
                "one of the two boards of the 8-puzzle that need most",
                "princeton",
                Some(31)
            ),
            example!("five-hardest", "the board of 2 x 3 that needs most", "rows", Some(21)),
            example!("eight-snail", "an 8-puzzle with another goal", "rows", Some(20)),
            example!("fifteen-easy", "a board of the 15-puzzle", "princeton", Some(20)),
            example!("loyd", "Loyd's 14-15 puzzle, for which he offered 1000 dollars", "princeton", None),
        ],
        limits: "any grid up to a million cells; how far a search gets depends on the board",
    };
    type Board = Board;
    type Move = Slide;
    type Answer = Vec<Slide>;
    type Certificate = Certificate;

    fn claims(source: &Source) -> Vec<Claim> {
        formats::claims(source)
    }

    fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
        match sources {
            [source] => formats::read(source, how),
            _ => Reading::failed(Fault::new("a board of tiles is one text")),
        }
    }

    fn interpret(drawing: &Drawing, how: &ReadOptions) -> Interpretations<Board> {
        formats::drawn::interpret(drawing, how)
    }

    fn summary(board: &Board) -> String {
        formats::drawn::summary(board)
    }

    fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        formats::write(board, format, out)
    }

    fn metric(board: &Board) -> &'static str {
        match board.metric {
            board::Metric::Steps => "steps",
            board::Metric::Lines => "lines",
        }
    }

    fn is_goal(board: &Board) -> bool {
        board.is_goal()
    }

    fn moves(board: &Board) -> Vec<Slide> {
        board.moves()
    }

    fn play(board: &mut Board, by: &Slide) -> Result<(), Illegal> {
        board.play(*by)
    }

    fn read_move(board: &Board, text: &str) -> Result<Slide, Illegal> {
        notation::read_move(board, text)
    }

    fn write_move(board: &Board, by: &Slide) -> String {
        notation::write_move(board, *by)
    }

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> proof::Report {
        solve::solve_board(board, how, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<proof::Report> {
        Some(course::solve_by_textbook(board, cx))
    }

    fn length(answer: &Vec<Slide>) -> u64 {
        answer.len() as u64
    }

    fn each_move(answer: &Vec<Slide>, visit: &mut dyn FnMut(&Slide) -> ControlFlow<()>) {
        let _ = answer.iter().try_for_each(visit);
    }

    fn write_answer(
        board: &Board,
        answer: &Vec<Slide>,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        notation::write_answer(board, answer, notation, out)
    }

    fn find_answer(board: &Board, text: &str) -> Found<Vec<Slide>> {
        notation::find_answer(board, text)
    }

    fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
        proof::check(board, certificate)
    }

    fn say(board: &Board, certificate: &Certificate) -> String {
        proof::say(board, certificate)
    }

    fn checker_text(board: &Board) -> Option<String> {
        checker_text::checker_text(board)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        state_space::PackedSpace::of(board).map(|space| Box::new(space) as Box<dyn StateSpace>)
    }

    fn key(packed_from: &Board, position: &Board) -> Option<Vec<u64>> {
        (packed_from.cells().len() <= state_space::MOST_CELLS).then(|| vec![state_space::key(position.now())])
    }

    fn bitmap_counter(board: &Board) -> Option<Box<dyn BitmapCounter>> {
        bitmap_space::BitmapBoards::of(board).map(|counting| Box::new(counting) as Box<dyn BitmapCounter>)
    }

    fn position(packed_from: &Board, key: &[u64]) -> Option<Board> {
        let now = state_space::arrangement(*key.first()?, packed_from.rows(), packed_from.columns())?;
        packed_from.with(now)
    }

    fn images(board: &Board) -> Option<Images<'_>> {
        state_space::images(board)
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        course::fewest_moves_as_judge(board)
    }

    fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
        facts::facts(board, cx)
    }

    fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
        generate::generate(how, cx)
    }

    fn scene(board: &Board) -> Scene {
        view::scene(board)
    }

    fn gestures(board: &Board, moves: &[Slide]) -> Vec<Gesture> {
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
