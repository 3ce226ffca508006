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

use fewest_search::{Context, StateSpace};

pub use course::textbook;
use encoding::Encoding;
use fewest_core::example;
use fewest_core::generate::Collection;
use fewest_core::{
    Certificates, Course, Editor, Family, Format, Formats, Generate, Greedy, Illegal, Images, Info, Metric,
    NamedValue, Notation, Notations, OptionField, OptionSpec, Rows, Rules, SolveOptions, SolveReport, View,
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
        names: &["rush hour", "rushhour", "klotski", "huarong", "sliding block", "unblock", "traffic jam"],
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
        options: &[
            formats::drawn::OUT_PIECE,
            formats::drawn::EXIT_SIDE,
            formats::drawn::ON_RAILS,
            formats::drawn::ALL_WAYS,
            OptionSpec::of_new("pieces", OptionField::Pieces, "N", "the number of pieces"),
            OptionSpec::of_new("walls", OptionField::Walls, "N", "the number of walls"),
            OptionSpec {
                id: "unique",
                field: OptionField::Unique,
                value: None,
                values: &[],
                about: "one shortest answer only",
            },
            OptionSpec {
                id: "rule",
                field: OptionField::Rule,
                value: Some("LINES"),
                values: &[
                    NamedValue { id: "rush", about: "cars, of which one has to get out" },
                    NamedValue { id: "klotski", about: "pieces that move in all directions" },
                ],
                about: "`rush` or `klotski` [default: rush, but klotski on 4x5]",
            },
        ],
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

    const RULES: Rules<Board, Move> = Rules {
        metric: |board| board.metric.id(),
        is_goal: Board::is_goal,
        moves: Board::moves,
        play: |board, by| board.play(by).map_err(Illegal),
    };
    const FORMATS: Formats<Board> = Formats {
        detect: formats::claims,
        are_one: Some(formats::are_one),
        read: formats::read,
        interpret: Some(formats::drawn::interpret),
        summary: formats::drawn::summary,
        write: formats::write,
    };
    const NOTATIONS: Notations<Board, Move, Vec<Move>> = Notations {
        read_move: notation::read_move,
        write_move: notation::move_in_words,
        write: |board, answer, notation, out| notation::write_answer(board, answer, notation, out),
        find: notation::find_answer,
        also: None,
        pictures: &[],
    };
    const CERTIFICATES: Certificates<Board, Certificate> = Certificates {
        check: proof::check_certificate,
        explain: proof::explain,
        overlays: Some(view::overlays),
    };
    const VIEW: View<Board, Move> = View { scene: view::scene, gestures: view::gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate::generate);
    const EDITOR: Option<Editor<Board>> = Some(Editor { brushes: view::BRUSHES, paint: view::paint });
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> = Some(|board| {
        let small = board.rows * board.columns <= TEXTBOOK_CELLS;
        small.then(|| textbook::shortest_solution(board).map(|moves| moves.len() as u64))
    });
    const FACTS: Option<fn(&Board, &Context<'_>) -> Rows> = Some(facts::analyse);
    const GREEDY: Option<Greedy<Board>> = Some(Greedy {
        heuristic: |board| {
            let mut heuristic = solve::greedy::InadmissibleHeuristic::new(board);
            Box::new(move |key| heuristic.estimate(key))
        },
        // Every slide is a path, and every step is a slide.
        simpler: |board| {
            let metric = match board.metric {
                rules::Metric::Paths => rules::Metric::Slides,
                rules::Metric::Slides => rules::Metric::Steps,
                rules::Metric::Steps => return None,
            };
            Some(Board { metric, ..board.clone() })
        },
    });
    // Enumerations of hours are no part of the module for browsers.
    const COLLECTIONS: &'static [Collection] =
        if cfg!(target_family = "wasm") { &[] } else { &[database::COLLECTION] };
    const IN_METRIC: Option<fn(&Board, &str) -> Option<Board>> =
        Some(|board, metric| Some(Board { metric: rules::Metric::named(Some(metric)), ..board.clone() }));
    const CHECKER_TEXT: Option<fn(&Board) -> Option<String>> = Some(checker_text::checker_text);

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, Certificate> {
        solve::solve_board(board, how, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<SolveReport<Vec<Move>, Certificate>> {
        Some(course::textbook::solve(board, cx))
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

    fn is_large(board: &Board) -> bool {
        board.pieces.len().saturating_mul(board.rows * board.columns) > LARGE_FOR_HINTS
    }
}
