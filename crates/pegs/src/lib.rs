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

use fewest_core::example;
use fewest_core::{
    Certificates, Editor, Family, Fault, Formats, Generate, Images, Info, Metric, NamedValue, Notations,
    OptionField, OptionSpec, Reading, Rows, Rules, SolveOptions, SolveReport, View,
};
use fewest_search::{Context, StateSpace};

pub use course::textbook;
pub use facts::{census, winnable_level_sizes};
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
        names: &["peg", "pegs", "solitaire", "cracker barrel"],
        formats: formats::FORMATS,
        metrics: &[
            Metric { id: "jumps", one: "jump", about: "one peg over one other" },
            Metric { id: "moves", one: "move", about: "any number of jumps by one peg, one after the other" },
        ],
        notations: notation::NOTATIONS,
        options: &[
            OptionSpec {
                id: "goal",
                field: OptionField::Goal,
                value: Some("GOAL"),
                values: &[
                    NamedValue { id: rules::GOAL_ANY, about: "one peg anywhere, the usual one" },
                    NamedValue {
                        id: rules::GOAL_COMPLEMENT,
                        about: "pegs where there are none now, and none elsewhere",
                    },
                    NamedValue { id: rules::GOAL_STUCK, about: "no jump is left: fool's solitaire" },
                ],
                about: "the goal: a name that `fewest list goals` shows, the holes of the last pegs such as d4, \
                        a number of pegs such as pegs<=3, or a file with an arrangement",
            },
            OptionSpec {
                id: "vacancy",
                field: OptionField::Start,
                value: Some("HOLE"),
                values: &[],
                about: "the holes that are empty at the start, all others having pegs: d4, or 4",
            },
            formats::drawn::PEG_SIGN,
            formats::drawn::HOLE_SIGN,
            OptionSpec::of_new("pieces", OptionField::Pieces, "N", "the number of pegs"),
            OptionSpec {
                id: "rule",
                field: OptionField::Rule,
                value: Some("LINES"),
                values: &[
                    NamedValue { id: "board english", about: "the English board of 33 holes" },
                    NamedValue { id: "board french", about: "the French board of 37 holes" },
                    NamedValue { id: "board triangle:5", about: "the triangle of 15 holes" },
                ],
                about: "what makes it hard, as in \"board english; finishes 1; first 1; won 0..5\" (first jumps \
                        that win; per cent of random games)",
            },
        ],
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

    const RULES: Rules<Board, Move> = Rules {
        metric: |board| board.metric.id(),
        is_goal: Board::is_goal,
        moves: Board::moves,
        play: Board::play,
    };
    const FORMATS: Formats<Board> = Formats {
        detect: formats::claims,
        are_one: None,
        read: |sources, options| match sources {
            [source] => formats::read(source, options),
            _ => Reading::failed(Fault::new("a board of pegs is one text")),
        },
        interpret: Some(formats::drawn::interpret),
        summary: formats::drawn::summary,
        write: formats::write,
    };
    const NOTATIONS: Notations<Board, Move, Vec<Move>> = Notations {
        read_move: notation::read_move,
        write_move: notation::write_move,
        write: |board, answer, notation, out| notation::write_answer(board, answer, notation, out),
        find: notation::find_answer,
        also: Some(|board, answer| notation::also(board, answer)),
        pictures: &[],
    };
    const CERTIFICATES: Certificates<Board, Certificate> =
        Certificates { check: proof::check, explain: proof::explain, overlays: Some(view::overlays) };
    const VIEW: View<Board, Move> = View { scene: view::scene, gestures: view::gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate::generate);
    const EDITOR: Option<Editor<Board>> = Some(Editor { brushes: view::BRUSHES, paint: view::paint });
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> =
        Some(|board| (board.shape().holes() <= textbook::MOST_HOLES).then(|| textbook::fewest(board)));
    const FACTS: Option<fn(&Board, &Context<'_>) -> Rows> = Some(facts::analyse);
    const PAIRS: Option<fn(&Board, &Context<'_>) -> Rows> = Some(facts::pairs);
    const CHECKER_TEXT: Option<fn(&Board) -> Option<String>> = Some(checker_text::checker_text);

    fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, Certificate> {
        solve::solve(board, options, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<SolveReport<Vec<Move>, Certificate>> {
        let any_will_do = board.metric == BoardMetric::Jumps && board.goal.pegs().is_some();
        any_will_do.then(|| solve::solve_by_textbook(board, cx))
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

    fn is_large(board: &Board) -> bool {
        board.shape().holes() > LARGE
    }
}

#[cfg(test)]
mod tests;
