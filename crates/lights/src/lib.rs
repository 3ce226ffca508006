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

use std::io;
use std::ops::ControlFlow;

use fewest_core::drawing::{Drawing, Interpretations};
use fewest_core::example;
use fewest_core::{
    Brush, Claim, Example, Family, Fault, Format, Found, GenerateOptions, Generated, Gesture, Illegal,
    Images, Info, Metric, Notation, Overlay, ReadOptions, Reading, Scene, SolveOptions, Source, Stroke,
    Written,
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

    fn claims(source: &Source) -> Vec<Claim> {
        formats::detect(source)
    }

    fn are_one(sources: &[Source]) -> bool {
        formats::facts::are_one(sources)
    }

    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
        formats::read(sources, options)
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

    fn metric(_: &Board) -> &'static str {
        "presses"
    }

    fn is_goal(board: &Board) -> bool {
        board.is_goal()
    }

    fn moves(board: &Board) -> Vec<Press> {
        board.presses()
    }

    fn play(board: &mut Board, by: &Press) -> Result<(), Illegal> {
        board.press(*by)
    }

    fn read_move(board: &Board, text: &str) -> Result<Press, Illegal> {
        notation::read_press(board, text)
    }

    fn write_move(_: &Board, by: &Press) -> String {
        format!("({}, {})", by.x, by.y)
    }

    fn solve(board: &Board, options: &SolveOptions, cx: &Context<'_>) -> proof::Report {
        solve::solve_board(board, options, cx)
    }

    fn length(answer: &Presses) -> u64 {
        answer.length()
    }

    fn each_move(answer: &Presses, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        answer.each(visit);
    }

    fn replay(board: &Board, answer: &Presses) -> Result<Board, (u64, Illegal)> {
        board.play(answer)
    }

    fn write_answer(
        board: &Board,
        answer: &Presses,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        answer.write(board, notation, out)
    }

    const PICTURE: Option<&'static str> = Some("presses");

    fn is_text(notation: &str) -> bool {
        notation != formats::pbm::ID
    }

    fn find_answer(board: &Board, text: &str) -> Found<Presses> {
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

    fn textbook(board: &Board) -> Option<Option<u64>> {
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

    fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
        facts::analyse(board, cx)
    }

    const HAS_RULES: bool = true;

    fn generate(options: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
        generate::generate(options, cx)
    }

    fn scene(board: &Board) -> Scene {
        view::scene(board)
    }

    fn gestures(board: &Board, moves: &[Press]) -> Vec<Gesture> {
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

/// The description of the family.
const INFO: Info = Info {
    id: "lights",
    title: "Lights Out on any board: a press changes a light and its neighbours; turn all lights off",
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
    goals: &[],
    options: drawn::OPTIONS,
    starts: None,
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
