//! Lights Out on rectangles of any size, on any graph and with any number of colours, and Blackout.
//! `README.md` has the rules and the mathematics.
//!
//! | module | contents |
//! |---|---|
//! | `rules` | boards, cells, graphs, neighbourhoods |
//! | `formats` | one file per text format, and detection of the format |
//! | `notation` | moves and answers as text, and found in any text |
//! | `solve` | linear systems, the lightest solution, sequences of exactly T turns |
//! | `proof` | certificates that there is no solution, and their checkers |
//! | `facts` | numbers of solvable boards and of solutions, God's number |
//! | `generate` | new boards of exactly the difficulty asked for |
//! | `state_space` | small boards as keys for breadth-first search |
//! | `view` | scenes, gestures, overlays |
//! | `course` | programs of university courses, and the textbook solver |
//!
//! Deliberately absent: search. Every solver here is linear algebra; only the textbook and the
//! facts about small boards use breadth-first search.

mod checker_text;
mod course;
mod facts;
mod formats;
mod generate;
mod notation;
mod proof;
mod rules;
mod solve;
mod state_space;
#[cfg(test)]
mod testing;
mod view;

use std::ops::ControlFlow;

use fewest_core::example;
use fewest_core::{
    Certificates, Editor, Example, Family, Format, Formats, Generate, Illegal, Images, Info, Metric,
    NamedValue, Notation, Notations, OptionField, OptionSpec, Rows, Rules, Solution, SolveOptions, View,
};
use fewest_search::{Context, StateSpace};

pub use course::textbook;
use course::{blackout, lightsout};
use formats::{drawn, edges, facts as fact_format, flip, pbm, rules as rule_format, text};
pub use proof::Certificate;
pub use rules::{Board, Cells, Graph, GraphBoard, Grid, PLUS, Press, Presses};

/// The largest area for which the textbook solver is a fast oracle: about a million positions.
const TEXTBOOK_AREA: usize = 20;
/// The number of lights of a graph beyond which elimination takes noticeable time.
const LARGE_GRAPH: usize = 1 << 17;
/// The largest number of turns for which the textbook solver is used.
const TEXTBOOK_TURNS: u64 = 20;

/// The family of Lights Out.
#[derive(Debug)]
pub struct Lights;

impl Family for Lights {
    const INFO: Info = INFO;
    type Board = Board;
    type Move = Press;
    type Answer = Presses;
    type Certificate = Certificate;

    const RULES: Rules<Board, Press> = Rules {
        metric: |_| "presses",
        is_goal: Board::is_goal,
        moves: Board::presses,
        play: |board, by| board.press(*by),
    };
    const FORMATS: Formats<Board> = Formats {
        detect: formats::detect,
        are_one: Some(formats::facts::are_one),
        read: formats::read,
        interpret: Some(formats::drawn::interpret),
        summary: formats::drawn::summary,
        write: formats::write,
    };
    const NOTATIONS: Notations<Board, Press, Presses> = Notations {
        read_move: notation::read_press,
        write_move: |_, by| format!("({}, {})", by.x, by.y),
        write: |board, answer, notation, out| answer.write(board, notation, out),
        find: notation::find_answer,
        also: None,
        pictures: &[pbm::ID],
    };
    const CERTIFICATES: Certificates<Board, Certificate> =
        Certificates { check: proof::check, explain: proof::say, overlays: Some(view::overlays) };
    const VIEW: View<Board, Press> = View { scene: view::scene, gestures: view::gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate::generate);
    const EDITOR: Option<Editor<Board>> = Some(Editor { brushes: view::BRUSHES, paint: view::paint });
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> = Some(fewest_by_textbook);
    const FACTS: Option<fn(&Board, &Context<'_>) -> Rows> = Some(facts::analyse);
    const PICTURE: Option<&'static str> = Some("presses");
    const CHECKER_TEXT: Option<fn(&Board) -> Option<String>> = Some(checker_text::checker_text);

    fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> proof::Report {
        solve::solve_board(board, options, cx)
    }

    fn solve_by_textbook(board: &Board, cx: &Context<'_>) -> Option<proof::Report> {
        match board {
            Board::Grid(grid) if grid.lit().area() <= textbook::LARGEST_AREA => {
                Some(course::lightsout::solve(grid, cx))
            }
            Board::Grid(_) | Board::Graph(_) => None,
        }
    }

    fn replay(board: &Board, answer: &Presses) -> Result<Board, (u64, Illegal)> {
        board.play(answer)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        state_space::LightsSpace::new(board).map(|space| Box::new(space) as Box<dyn StateSpace>)
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        state_space::key(position).map(|key| vec![key])
    }

    fn images(board: &Board) -> Option<Images<'_>> {
        state_space::images(board)
    }

    fn is_large(board: &Board) -> bool {
        matches!(board, Board::Graph(board) if board.graph().len() > LARGE_GRAPH)
    }
}

impl Solution for Presses {
    type Move = Press;

    fn length(&self) -> u64 {
        Presses::length(self)
    }

    fn each_move(&self, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        self.each(visit);
    }
}

/// Returns the fewest presses by the textbook algorithm. `None` if the board is too large for it.
fn fewest_by_textbook(board: &Board) -> Option<Option<u64>> {
    match board {
        Board::Grid(grid) => (grid.lit().area() <= TEXTBOOK_AREA).then(|| {
            let width = grid.width();
            let lights = grid.lit().iter().fold(0, |lights, (x, y)| lights | 1 << (width * y + x));
            let small = textbook::SmallBoard::new(width as u32, grid.height() as u32, lights);
            textbook::shortest_moves(small).map(|moves| moves.len() as u64)
        }),
        Board::Graph(board) => (textbook::is_small_graph(board)
            && board.turns().is_none_or(|turns| turns <= TEXTBOOK_TURNS))
        .then(|| textbook::fewest_presses_on_graph(board)),
    }
}

/// The description of the family.
const INFO: Info = Info {
    id: "lights",
    title: "Lights Out on any board: a press changes a light and its neighbours; turn all lights off",
    names: &["lights out", "lights-out", "lightsout", "lights"],
    formats: &[
        Format {
            id: text::ID,
            about: "one line per row: # on, 0 off; optional first line WxH",
            writes: true,
        },
        Format { id: pbm::ID, about: "a portable bitmap, P4 (or P1): black is on", writes: true },
        Format { id: pbm::PLAIN_ID, about: "a portable bitmap with digits, P1 (or P4)", writes: true },
        Format {
            id: fact_format::ID,
            about: "Blackout as facts: cell(1..4,1..4). black(2,2). time(1..4).",
            writes: true,
        },
        Format {
            id: rule_format::ID,
            about: "lines such as `rule king`, `wrap torus`, `colours 3`, then rows; ~ is no cell",
            writes: true,
        },
        Format {
            id: edges::ID,
            about: "any graph: the line `edges`, then one edge per line, and `on 0 2`",
            writes: true,
        },
        Format {
            id: flip::ID,
            about: "a game of Simon Tatham's Flip: 2x2c:edb7,9, which squares each press changes, which are wrong",
            writes: true,
        },
        fewest_core::drawing::FORMAT,
    ],
    metrics: &[Metric { id: "presses", one: "press", about: "one light is pressed" }],
    notations: &[
        Notation { id: "presses", about: "a press board: # press, . leave" },
        Notation { id: "list", about: "one press per line, column and row: (2, 0)" },
        Notation { id: pbm::ID, about: "a press board as a portable bitmap (P4), and nothing else" },
        Notation { id: "switch", about: "column, row and turn, as clingo writes it: switch(2,0,1)" },
    ],
    options: &[
        drawn::ON_SIGN,
        OptionSpec {
            id: "rule",
            field: OptionField::Rule,
            value: Some("LINES"),
            values: &[
                NamedValue { id: "rule king", about: "a press changes all eight around it" },
                NamedValue { id: "wrap torus", about: "opposite edges meet" },
                NamedValue { id: "colours 3", about: "every light steps through three colours" },
            ],
            about: "lines above the rows with ; between them, as in \"rule king; wrap torus; colours 3\"",
        },
    ],
    courses: if cfg!(feature = "courses") { &[lightsout::COURSE, blackout::COURSE] } else { &[] },
    examples: &[
        example!("117", "the example of the course, whose bit array is 117", text::ID, Some(4)),
        example!("five-all-on", "the classic: 5 x 5, everything on", text::ID, Some(15)),
        example!("five-hard", "one of the 7350 hardest 5 x 5 boards", text::ID, Some(15)),
        example!("nine-all-on", "9 x 9, everything on: 256 solutions", text::ID, Some(25)),
        example!("four-unsolvable", "4 x 4 without a solution", text::ID, None),
        Example {
            name: "grid01",
            about: "Blackout, the example of the course: exactly four turns",
            format: fact_format::ID,
            text: include_str!("../puzzles/grid01.lp"),
            fewest: Some(4),
        },
        Example {
            name: "islands-four",
            about: "Blackout on islands in exactly four turns, which is one too many",
            format: fact_format::ID,
            text: include_str!("../puzzles/islands-four.lp"),
            fewest: None,
        },
        example!("mini-torus", "4 x 4 whose edges meet: a torus", rule_format::ID, Some(8)),
        example!(
            "three-colours",
            "5 x 5, every light steps through three colours",
            rule_format::ID,
            Some(13)
        ),
        example!("six-colours-never", "2 x 3 in six colours, without a solution", rule_format::ID, None),
        example!(
            "king-with-holes",
            "a press changes all eight around it, and there are holes",
            rule_format::ID,
            Some(9)
        ),
        example!(
            "merlin",
            "Merlin's magic square: corners, edges and the centre change lights of their own",
            edges::ID,
            Some(8)
        ),
        example!(
            "petersen",
            "the Petersen graph, presses change the neighbours only, exactly five turns",
            edges::ID,
            Some(5)
        ),
    ],
    limits: "any plain rectangle that fits in memory, other boards in rows to some million lights, graphs without any order to some ten thousand; the fewest presses are proven up to a nullity of 44",
};

#[cfg(test)]
mod tests {
    use fewest_core::{ReadOptions, Reading, Source};

    use super::*;
    use fewest_core::Span;

    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
        Lights::read(sources, options)
    }

    #[test]
    fn several_files_are_several_boards_and_faults_know_their_file() {
        let sources = [Source::new("a", "#0\n"), Source::new("b", "#?\n"), Source::new("c", "0#\n")];
        let reading = read(&sources, &ReadOptions::default());
        assert_eq!((reading.instances.len(), reading.faults.len()), (2, 1));
        assert_eq!(reading.faults[0].at, Some(Span { source: 1, start: 1, end: 2 }));
    }

    #[test]
    fn several_files_of_facts_are_one_board() {
        let sources = [Source::new("a.lp", "cell(1..2,1)."), Source::new("b.lp", "time(1). black(1,1).")];
        assert_eq!(Lights::claims(&sources[0])[0].format, "facts");
        let reading = read(&sources, &ReadOptions::default());
        assert_eq!((reading.instances.len(), reading.faults.len()), (1, 0));
        assert!(!reading.instances[0].board.is_goal());
    }

    #[test]
    fn there_is_one_goal() {
        let options = ReadOptions { goal: Some("all on".to_owned()), ..ReadOptions::default() };
        assert!(read(&[Source::new("a", "#")], &options).instances.is_empty());
    }

    #[test]
    fn a_press_is_read_in_several_ways() {
        let board = Board::Grid(Grid::new(Cells::none(5, 5)));
        for text in ["(2, 0)", "2,0", " 2 0 ", "( 2 , 0 )"] {
            assert_eq!(Lights::read_move(&board, text), Ok(Press::at(2, 0)), "{text:?}");
        }
        for text in ["", "2", "(2, 0", "a, b", "1 2 3", "(5, 0)", "(-1, 0)"] {
            assert!(Lights::read_move(&board, text).is_err(), "{text:?}");
        }
    }
}
