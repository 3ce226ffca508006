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

use fewest_search::{BitmapCounter, Context, StateSpace};

use arrangement::Goal;
use board::{Board, Slide};
pub use course::textbook;
use fewest_core::example;
use fewest_core::{
    Certificates, Editor, Family, Fault, Formats, Generate, Images, Info, Metric, NamedValue, Notations,
    OptionField, OptionSpec, Reading, Rows, Rules, SolveOptions, View,
};
pub use proof::Certificate;
pub use rules::{Tiles, arrangement, board};
use solve::{bitmap_space, state_space};

impl Family for Tiles {
    const INFO: Info = Info {
        id: "tiles",
        title: "sliding tiles: the 8-, 15- and 24-puzzle, any rows and columns, any goal",
        names: &[
            "puzzle of fifteen",
            "15-puzzle",
            "15 puzzle",
            "8-puzzle",
            "8 puzzle",
            "24-puzzle",
            "24 puzzle",
            "n-puzzle",
            "fifteen puzzle",
            "sliding tile",
        ],
        formats: formats::FORMATS,
        metrics: &[
            Metric { id: "steps", one: "step", about: "one tile, one cell" },
            Metric { id: "lines", one: "line", about: "a run of tiles in a row or column, pushed at once" },
        ],
        notations: notation::NOTATIONS,
        options: &[
            OptionSpec {
                id: "goal",
                field: OptionField::Goal,
                value: Some("GOAL"),
                values: &[
                    NamedValue { id: Goal::BlankLast.name(), about: "1 2 3/4 5 6/7 8 0, the usual one" },
                    NamedValue {
                        id: Goal::BlankFirst.name(),
                        about: "0 1 2/3 4 5/6 7 8, as in Korf's papers",
                    },
                    NamedValue { id: Goal::Snail.name(), about: "1 2 3/8 0 4/7 6 5, round and inwards" },
                ],
                about: "the goal: a name that `fewest list goals` shows, or a file with an arrangement",
            },
            formats::drawn::BLANK_SIGN,
        ],
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

    const RULES: Rules<Board, Slide> = Rules {
        metric: |board| match board.metric {
            board::Metric::Steps => "steps",
            board::Metric::Lines => "lines",
        },
        is_goal: Board::is_goal,
        moves: Board::moves,
        play: |board, by| board.play(*by),
    };
    const FORMATS: Formats<Board> = Formats {
        detect: formats::claims,
        are_one: None,
        read: |sources, options| match sources {
            [source] => formats::read(source, options),
            _ => Reading::failed(Fault::new("a board of tiles is one text")),
        },
        interpret: Some(formats::drawn::interpret),
        summary: formats::drawn::summary,
        write: formats::write,
    };
    const NOTATIONS: Notations<Board, Slide, Vec<Slide>> = Notations {
        read_move: notation::read_move,
        write_move: |board, by| notation::write_move(board, *by),
        write: |board, answer, notation, out| notation::write_answer(board, answer, notation, out),
        find: notation::find_answer,
        also: None,
        pictures: &[],
    };
    const CERTIFICATES: Certificates<Board, Certificate> =
        Certificates { check: proof::check, explain: proof::say, overlays: Some(view::overlays) };
    const VIEW: View<Board, Slide> = View { scene: view::scene, gestures: view::gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate::generate);
    const EDITOR: Option<Editor<Board>> = Some(Editor { brushes: view::BRUSHES, paint: view::paint });
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> = Some(course::fewest_moves_as_judge);
    const FACTS: Option<fn(&Board, &Context<'_>) -> Rows> = Some(facts::facts);
    const CHECKER_TEXT: Option<fn(&Board) -> Option<String>> = Some(checker_text::checker_text);

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> proof::Report {
        solve::solve_board(board, how, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<proof::Report> {
        Some(course::solve_by_textbook(board, cx))
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
}
