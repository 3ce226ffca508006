//! Toads and frogs on a strip: the family to copy when you add one of your own (`cargo xtask
//! new-family NAME`).
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | the rules, written for reading |
//! | `space` | the same rules packed, written for speed |
//! | `reason` | why there is no solution, and the checker of that claim |
//! | `text` | boards and moves as text |

mod board;
mod reason;
mod space;
mod text;

use fewest_core::{
    Certificates, Context, Example, Family, Fault, Format, Formats, Generate, GenerateOptions, Generated,
    Gesture, Info, Metric, Notation, Notations, OptionField, OptionSpec, Reading, Rules, Scene, Shape,
    SolveOptions, SolveReport, View, Written, by_search,
};
use fewest_search::StateSpace;

pub use board::{Board, Cell, Move};
pub use reason::TooFar;

/// The name of the family, and the first line of its texts.
const ID: &str = "template";

/// Toads and frogs.
#[derive(Debug)]
pub struct Template;

impl Family for Template {
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = TooFar;

    const INFO: Info = Info {
        id: ID,
        title: "toads and frogs: all pieces change sides, and no piece turns back",
        names: &["toads and frogs"],
        formats: &[Format { id: text::FORMAT, about: "a row such as >>.<<", writes: true }],
        metrics: &[Metric { id: "moves", one: "move", about: "one piece slides or jumps" }],
        notations: &[Notation { id: "moves", about: "one move per line: 2-3" }],
        options: &[OptionSpec::of_new("pieces", OptionField::Pieces, "N", "the number of pieces")],
        courses: &[],
        examples: &[
            Example::new("template-five", "two against two", text::FORMAT, "template\n>>.<<\n", Some(8)),
            Example::new("template-late", "a toad too far", text::FORMAT, "template\n.>><\n>.<>\n", None),
            Example::new("template-stuck", "no piece can move", text::FORMAT, "template\n>><<\n", None),
        ],
        limits: "strips of up to 64 cells",
    };
    const RULES: Rules<Board, Move> =
        Rules { metric: |_| "moves", is_goal: Board::is_goal, moves: Board::moves, play: Board::play };
    const FORMATS: Formats<Board> = Formats {
        detect: text::detect,
        are_one: None,
        read: |sources, _| Reading::one(sources, text::FORMAT, text::read),
        interpret: None,
        summary: |board| format!("toads and frogs: {} cells", board.cells.len()),
        write: |board, _, out| text::write(board, out).map(|()| Written::Yes),
    };
    const NOTATIONS: Notations<Board, Move, Vec<Move>> = Notations {
        read_move: |_, text| text::read_move(text),
        write_move: |_, by| text::write_move(by),
        write: |_, moves, _, out| moves.iter().try_for_each(|by| writeln!(out, "{}", text::write_move(by))),
        find: |_, text| text::find_moves(text),
        also: None,
        pictures: &[],
    };
    const CERTIFICATES: Certificates<Board, TooFar> =
        Certificates { check: reason::check, explain: reason::explain, overlays: None };
    const VIEW: View<Board, Move> = View { scene, gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate);
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> =
        Some(|board| by_search::reference::<Self>(board, 1 << 12));

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, TooFar> {
        let search = || by_search::solve::<Self>(board, &space::Space::of(board), how, cx);
        reason::find(board).map_or_else(search, SolveReport::never)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        Some(Box::new(space::Space::of(board)))
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        Some(space::key(&position.cells).to_vec())
    }
}

/// With t toads, f frogs and one gap the answer has t f + t + f moves, so the difficulty asked for
/// is met exactly.
fn generate(how: &GenerateOptions, _: &Context<'_>) -> Result<Generated<Board>, Fault> {
    let fits = |&(toads, frogs): &(usize, usize)| {
        how.size.is_none_or(|(width, height)| width.max(height) == toads + frogs + 1)
            && how.pieces.is_none_or(|pieces| pieces == toads + frogs)
            && how.moves.is_none_or(|moves| moves == (toads * frogs + toads + frogs) as u64)
    };
    let all =
        (0..board::LONGEST).flat_map(|toads| (0..board::LONGEST - toads).map(move |frogs| (toads, frogs)));
    let fitting: Vec<_> = all.filter(fits).collect();
    let none = || Fault::new("no strip with one gap is like that").remedy("ask for other sizes or moves");
    let index = how.seed.checked_rem(fitting.len() as u64).ok_or_else(none)?;
    let (toads, frogs) = fitting[usize::try_from(index).unwrap_or(0)];
    let row = [vec![Cell::Toad; toads], vec![Cell::Empty], vec![Cell::Frog; frogs]].concat();
    Board::mirrored(row).map(Generated::exact).map_err(Fault::new)
}

/// Pieces of one kind keep their order, so their number from the left is a name that stays.
fn scene(board: &Board) -> Scene {
    let kinds = [Cell::Toad, Cell::Frog].into_iter();
    let pieces = kinds.flat_map(|kind| Board::places(&board.cells, kind).map(move |place| (kind, place)));
    let shape =
        |(id, (kind, place)): (usize, (Cell, usize))| Shape::piece(id, kind.letter(), vec![(place, 0)]);
    let shapes = pieces.enumerate().map(shape).collect();
    Scene { width: board.cells.len(), height: 1, shapes, ..Scene::default() }
}

/// A piece is taken to where it goes; its shape has the number that [`scene`] gives it.
fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
    let scene = scene(board);
    let shape = |by: &Move| scene.shape_at((by.from, 0)).map(|shape| shape.id);
    let drag = |by: &Move| Some(Gesture::drag(shape(by)?, vec![(by.from, 0), (by.to, 0)]));
    moves.iter().filter_map(drag).collect()
}
