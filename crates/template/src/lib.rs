//! Toads and frogs on a strip: the family to copy when you add one of your own (`cargo xtask
//! new-family NAME`).
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the rules, written for reading |
//! | `textbook` | the plain algorithm, teaching text and test oracle |
//! | `space` | the same rules packed, written for speed |
//! | `reason` | why there is no solution, and the checker of that claim |
//! | `answer` | moves as text |
//! | `formats` | one file per text format |

mod answer;
mod board;
mod formats;
mod reason;
mod space;
mod textbook;

use std::io;
use std::ops::ControlFlow;

use fewest_search::StateSpace;

pub use board::{Board, Cell, Move};
use fewest_core::by_search;
use fewest_core::{
    Claim, Context, Ended, Example, Family, Fault, Format, Found, GenerateOptions, Generated, Illegal, Info,
    LowerBound, SolveOptions,
};
use fewest_core::{
    Gesture, Metric, Notation, ReadOptions, Reading, Reason, Role, Scene, Shape, SolveReport, Source, Written,
};
use formats::text;
pub use reason::TooFar;

/// The name of the family, and the first line of its texts.
const ID: &str = "template";

/// Toads and frogs.
#[derive(Debug)]
pub struct Template;

impl Family for Template {
    const INFO: Info = Info {
        id: ID,
        title: "toads and frogs: all pieces change sides, and no piece turns back",
        formats: &[Format { id: text::FORMAT, about: "a row such as >>.<<", writes: true }],
        metrics: &[Metric { id: "moves", one: "move", about: "one piece slides or jumps" }],
        notations: &[Notation { id: "moves", about: "a numbered list: 1. 2-3" }],
        goals: &[],
        options: &[],
        starts: None,
        courses: &[],
        examples: &[
            Example {
                name: "template-five",
                about: "two against two",
                format: text::FORMAT,
                text: "template\n>>.<<\n",
                fewest: Some(8),
            },
            Example {
                name: "template-late",
                about: "a toad that has gone too far",
                format: text::FORMAT,
                text: "template\n.>><\n>.<>\n",
                fewest: None,
            },
            Example {
                name: "template-stuck",
                about: "no piece can move",
                format: text::FORMAT,
                text: "template\n>><<\n",
                fewest: None,
            },
        ],
        limits: "strips of up to 64 cells",
    };
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = TooFar;

    fn claims(source: &Source) -> Vec<Claim> {
        text::claim(source).into_iter().collect()
    }

    fn read(sources: &[Source], _: &ReadOptions) -> Reading<Board> {
        sources.first().map_or_else(|| Reading::failed(Fault::new("there is no text")), text::read)
    }

    fn summary(board: &Board) -> String {
        format!("toads and frogs: {} cells", board.cells().len())
    }

    fn write(board: &Board, _: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        text::write(board, out).map(|()| Written::Yes)
    }

    fn metric(_: &Board) -> &'static str {
        "moves"
    }

    fn is_goal(board: &Board) -> bool {
        board.is_goal()
    }

    fn moves(board: &Board) -> Vec<Move> {
        board.moves()
    }

    fn play(board: &mut Board, by: &Move) -> Result<(), Illegal> {
        board.play(*by)
    }

    fn read_move(_: &Board, text: &str) -> Result<Move, Illegal> {
        answer::read_move(text)
    }

    fn write_move(_: &Board, by: &Move) -> String {
        answer::write_move(*by)
    }

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, TooFar> {
        match reason::find(board) {
            Some(too_far) => SolveReport {
                at_least: LowerBound::Never,
                why: vec![Reason::Certificate(too_far)],
                ..SolveReport::nothing(Ended::Complete)
            },
            None => by_search::solve::<Self>(board, &space::Space::of(board), how, cx),
        }
    }

    fn length(answer: &Vec<Move>) -> u64 {
        answer.len() as u64
    }

    fn each_move(answer: &Vec<Move>, visit: &mut dyn FnMut(&Move) -> ControlFlow<()>) {
        let _ = answer.iter().try_for_each(visit);
    }

    fn write_answer(_: &Board, answer: &Vec<Move>, _: &str, out: &mut dyn io::Write) -> io::Result<()> {
        answer::write(answer, out)
    }

    fn find_answer(_: &Board, text: &str) -> Found<Vec<Move>> {
        answer::find(text)
    }

    fn check(board: &Board, too_far: &TooFar) -> Result<(), String> {
        reason::check(board, too_far)
    }

    fn say(board: &Board, too_far: &TooFar) -> String {
        reason::say(board, too_far)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        Some(Box::new(space::Space::of(board)))
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        Some(space::key(position.cells()).to_vec())
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        (board.cells().len() <= textbook::LONGEST).then(|| textbook::fewest(board))
    }

    /// With t toads, f frogs and one gap the answer has t f + t + f moves, so the difficulty asked
    /// for is met exactly.
    fn generate(how: &GenerateOptions, _: &Context<'_>) -> Result<Generated<Board>, Fault> {
        let cells = how.size.map(|(width, height)| width.max(height));
        let fits = |&(toads, frogs): &(usize, usize)| {
            cells.is_none_or(|cells| cells == toads + frogs + 1)
                && how.pieces.is_none_or(|pieces| pieces == toads + frogs)
                && how.moves.is_none_or(|moves| moves == (toads * frogs + toads + frogs) as u64)
        };
        let all = (0..board::LONGEST)
            .flat_map(|toads| (0..board::LONGEST - toads).map(move |frogs| (toads, frogs)));
        let fitting: Vec<_> = all.filter(fits).collect();
        let none = || Fault::new("no strip with one gap is like that").remedy("ask for other sizes or moves");
        let index = how.seed.checked_rem(fitting.len() as u64).ok_or_else(none)?;
        let (toads, frogs) = fitting[usize::try_from(index).unwrap_or(0)];
        let row = [vec![Cell::Toad; toads], vec![Cell::Empty], vec![Cell::Frog; frogs]].concat();
        Board::mirrored(row).map(Generated::exact).map_err(Fault::new)
    }

    fn scene(board: &Board) -> Scene {
        // Pieces of one kind keep their order, so their number from the left is a name that stays.
        let kinds = [Cell::Toad, Cell::Frog].into_iter();
        let pieces =
            kinds.flat_map(|kind| Board::places(board.cells(), kind).map(move |place| (kind, place)));
        let shape = |(id, (kind, place)): (usize, (Cell, usize))| Shape {
            id,
            label: kind.letter().to_string(),
            name: String::new(),
            role: Role::Piece,
            cells: vec![(place, 0)],
        };
        let shapes = pieces.enumerate().map(shape).collect();
        Scene { width: board.cells().len(), height: 1, shapes, ..Scene::default() }
    }

    /// A piece is taken to where it goes; its shape has the number that [`Template::scene`] gives
    /// it.
    fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
        let shapes = Self::scene(board).shapes;
        let shape =
            |place: usize| shapes.iter().find(|shape| shape.cells == [(place, 0)]).map(|shape| shape.id);
        moves
            .iter()
            .map(|by| Gesture { shape: shape(by.from), way: vec![(by.from, 0), (by.to, 0)] })
            .collect()
    }
}
