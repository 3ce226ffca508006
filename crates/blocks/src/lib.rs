//! Sliding blocks: Rush Hour, Klotski, any pieces on any grid. A family of puzzles of the library
//! `fewest`; `README.md` has the rules and formats.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rules`] | the puzzle and its rules, written for reading |
//! | `formats`, `notation` | boards as text; moves and solutions as text, also inside other text |
//! | `encoding` | positions as keys of 64-bit words, and the state spaces over them |
//! | `solve` | the fewest moves: reduction, breadth-first heuristic search, tie-breaking, greedy |
//! | `proof` | certificates that there is no solution, and their checker |
//! | `symmetry` | mirror images of positions |
//! | `generate`, [`database`] | new puzzles; all Rush Hour puzzles of a size |
//! | `facts`, `view` | facts about a board; drawing it and acting on the drawing |
//! | `course`, [`textbook`] | `fewest course sbsolver`; the course's algorithm, for tests |

mod checker_text;
mod course;
mod encoding;
mod facts;
mod formats;
mod generate;
mod notation;
mod proof;
pub mod rules;
mod solve;
mod symmetry;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::ops::ControlFlow;

use fewest_search::{Context, StateSpace};

pub use course::textbook;
use encoding::Encoding;
use fewest_core::drawing::{Drawing, Interpretations};
use fewest_core::example;
use fewest_core::generate::Collection;
use fewest_core::{
    Brush, Gesture, Overlay, ReadOptions, Reading, Scene, SolveReport, Source, Stroke, Written,
};
use fewest_core::{
    Claim, Course, Family, Fault, Format, Found, GenerateOptions, Generated, GreedyHeuristic, Illegal,
    Images, Info, Metric, Notation, SolveOptions,
};
use formats::tray::Dialect;
use formats::{course as course_format, grids, levels, map, rush, slide};
pub use generate::database;
pub use proof::Certificate;
pub use rules::Blocks;
use rules::{Board, Move};

/// Limit on pieces times cells, above which hints do not search.
const LARGE_FOR_HINTS: usize = 1 << 20;

/// Limit on the cells of grids that the textbook solves.
const TEXTBOOK_CELLS: usize = 20;

/// The course program.
const COURSE: Course = Course {
    id: "sbsolver",
    about: "the sliding-block course program: messages, start, moves, end",
    usage: "FILE",
    options: &[],
    writes_last: false,
    run: course::sbsolver,
};

impl Family for Blocks {
    const INFO: Info = Info {
        id: "blocks",
        title: "sliding blocks: Rush Hour, Klotski, any pieces on any grid",
        formats: &[
            Format {
                id: course_format::ID,
                about: "rows and columns, then one line a piece: row, column, width, height, direction (h v b n)",
                writes: true,
            },
            Format {
                id: rush::ID,
                about: "one word a board: o empty, x wall, A the car to get out, B-Z cars",
                writes: true,
            },
            Format {
                id: map::ID,
                about: "a drawn map: # wall, * the piece to bring home to the dots, letters pieces, - gates",
                writes: true,
            },
            Format {
                id: grids::ID,
                about: "two drawn grids, start and goal: . free, blank wall, other characters pieces",
                writes: true,
            },
            Format {
                id: Dialect::Corners.id(),
                about: "rows and columns, then one block per line: top left bottom right; then `goal` and blocks, or a second file",
                writes: true,
            },
            Format {
                id: Dialect::Sized.id(),
                about: "the same with blocks as height width top left",
                writes: true,
            },
            Format {
                id: levels::ID,
                about: "levels as JSON: boardSize, blocks with shape and position, escapePoint",
                writes: true,
            },
            Format {
                id: slide::ID,
                about: "a game of Simon Tatham's Slide: 5x4u:me9ae9,3,2, the squares and where the main block must get",
                writes: true,
            },
            fewest_core::drawing::FORMAT,
        ],
        metrics: &[
            Metric { id: "slides", one: "slide", about: "one piece, one direction, any distance" },
            Metric { id: "paths", one: "path", about: "one piece, any way over free cells" },
            Metric { id: "steps", one: "step", about: "one piece, one cell" },
        ],
        notations: &[
            Notation { id: "moves", about: "one numbered move per line: 1. Piece 4 left 1 space" },
            Notation { id: "short", about: "all moves on one line: 4L1 7U3" },
            Notation { id: "boards", about: "every board on the path" },
        ],
        goals: &[],
        options: formats::drawn::OPTIONS,
        starts: None,
        courses: if cfg!(feature = "courses") { &[COURSE] } else { &[] },
        examples: &[
            example!("course", "the example of the sliding-block course", "course", Some(5)),
            example!("klotski", "L'Ane Rouge, the best known sliding-block puzzle", "course", Some(90)),
            example!("dads", "Dad's Puzzler, 1909", "course", Some(62)),
            example!("traffic", "a Rush Hour board with twelve cars", "rush", Some(30)),
            example!("walled-in", "a piece that may only move up and down", "course", None),
        ],
        limits: "any grid up to 16 million cells, any number of pieces; how far a search gets depends on memory",
    };
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = Certificate;

    fn claims(source: &Source) -> Vec<Claim> {
        formats::claims(source)
    }

    fn are_one(sources: &[Source]) -> bool {
        formats::are_one(sources)
    }

    fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
        formats::read(sources, how)
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
        board.metric.id()
    }

    fn is_goal(board: &Board) -> bool {
        board.is_goal()
    }

    fn moves(board: &Board) -> Vec<Move> {
        board.moves()
    }

    fn play(board: &mut Board, by: &Move) -> Result<(), Illegal> {
        board.play(by).map_err(Illegal)
    }

    fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
        notation::read_move(board, text)
    }

    fn write_move(board: &Board, by: &Move) -> String {
        notation::move_in_words(board, by)
    }

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, Certificate> {
        solve::solve_board(board, how, cx)
    }

    fn length(answer: &Vec<Move>) -> u64 {
        answer.len() as u64
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
        proof::check_certificate(board, certificate)
    }

    fn say(board: &Board, certificate: &Certificate) -> String {
        proof::explain(board, certificate)
    }

    fn checker_text(board: &Board) -> Option<String> {
        checker_text::checker_text(board)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        Some(Encoding::new(board).state_space(board))
    }

    fn key(packed_from: &Board, position: &Board) -> Option<Vec<u64>> {
        Some(Encoding::new(packed_from).key(position))
    }

    fn position(packed_from: &Board, key: &[u64]) -> Option<Board> {
        Some(Encoding::new(packed_from).position(packed_from, key))
    }

    fn images(board: &Board) -> Option<Images<'_>> {
        symmetry::images(board)
    }

    fn label_path(board: &Board, _words: usize, path: &[u64]) -> Vec<Move> {
        Encoding::new(board).label_path(board, path)
    }

    fn greedy_heuristic(board: &Board) -> Option<GreedyHeuristic<'_>> {
        let mut heuristic = solve::greedy::InadmissibleHeuristic::new(board);
        Some(Box::new(move |key| heuristic.estimate(key)))
    }

    const HAS_GREEDY: bool = true;

    fn is_large(board: &Board) -> bool {
        board.pieces.len().saturating_mul(board.rows * board.columns) > LARGE_FOR_HINTS
    }

    /// Returns the board in the next simpler metric: every slide is a path, and every step is a
    /// slide.
    fn simpler(board: &Board) -> Option<Board> {
        let metric = match board.metric {
            rules::Metric::Paths => rules::Metric::Slides,
            rules::Metric::Slides => rules::Metric::Steps,
            rules::Metric::Steps => return None,
        };
        Some(Board { metric, ..board.clone() })
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        let small = board.rows * board.columns <= TEXTBOOK_CELLS;
        small.then(|| textbook::shortest_solution(board).map(|moves| moves.len() as u64))
    }

    fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
        facts::analyse(board, cx)
    }

    const HAS_RULES: bool = true;
    const MAKES_UNIQUE: bool = true;
    // Enumerations of hours are no part of the module for browsers.
    const COLLECTIONS: &'static [Collection] =
        if cfg!(target_family = "wasm") { &[] } else { &[database::COLLECTION] };

    fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
        generate::generate(how, cx)
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

    fn in_metric(board: &Board, metric: &str) -> Option<Board> {
        Some(Board { metric: rules::Metric::named(Some(metric)), ..board.clone() })
    }
}
