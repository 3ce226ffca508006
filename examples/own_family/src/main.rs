//! The Tower of Hanoi as a family of its own: the program `fewest` with one family more. No crate
//! of the workspace knows it.

mod rules;
mod text;

use std::process::ExitCode;

use fewest::service::{Entry, entry};
use fewest_core::by_search::{self, PlainSpace};
use fewest_core::{
    Certificates, Context, Example, Family, Fault, Format, Formats, Generate, GenerateOptions, Generated,
    Gesture, Info, Metric, NamedValue, NoCertificate, Notation, Notations, OptionField, OptionSpec, Reading,
    Rules, Scene, Seed, Shape, SolveOptions, SolveReport, View, Written,
};
use fewest_search::{EdgeKind, StateSpace};

use rules::{Board, MOST_DISCS, Move, PEGS};

static HANOI: Entry = entry::<Hanoi>();

fn main() -> ExitCode {
    fewest_cli::run(&[&HANOI])
}

struct Hanoi;

impl Family for Hanoi {
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = NoCertificate;

    const INFO: Info = Info {
        id: "hanoi",
        title: "the Tower of Hanoi: bring all discs to one peg, none onto a smaller one",
        names: &["tower of hanoi", "hanoi"],
        formats: &[Format { id: text::FORMAT, about: "the peg of every disc: hanoi AAAA", writes: true }],
        metrics: &[Metric { id: "moves", one: "move", about: "one disc goes to another peg" }],
        notations: &[Notation { id: "moves", about: "from peg to peg: A-C" }],
        options: &[
            OptionSpec {
                id: "goal",
                field: OptionField::Goal,
                value: Some("PEG"),
                values: &[
                    NamedValue { id: "A", about: "all discs on the first peg" },
                    NamedValue { id: "C", about: "all discs on the third peg, the usual one" },
                ],
                about: "the peg where all discs must be",
            },
            OptionSpec::of_new("pieces", OptionField::Pieces, "N", "the number of discs"),
        ],
        courses: &[],
        examples: &[Example::new("hanoi-four", "four discs", text::FORMAT, "hanoi AAAA", Some(15))],
        limits: "up to 32 discs",
    };
    const RULES: Rules<Board, Move> =
        Rules { metric: |_| "moves", is_goal: Board::is_goal, moves: Board::moves, play: Board::play };
    const FORMATS: Formats<Board> = Formats {
        detect: text::detect,
        are_one: None,
        read: |sources, options| Reading::one(sources, text::FORMAT, |source| text::read(source, options)),
        interpret: None,
        summary: |board| format!("Tower of Hanoi: {} discs", board.discs.len()),
        write: |board, _, out| writeln!(out, "{}", text::write(board)).map(|()| Written::Yes),
    };
    const NOTATIONS: Notations<Board, Move, Vec<Move>> = Notations {
        read_move: |_, text| text::read_move(text),
        write_move: |_, by| text::write_move(by),
        write: |_, moves, _, out| moves.iter().try_for_each(|by| writeln!(out, "{}", text::write_move(by))),
        find: |_, text| text::find(text),
        also: None,
        pictures: &[],
    };
    const CERTIFICATES: Certificates<Board, NoCertificate> = Certificates::NONE;
    const VIEW: View<Board, Move> = View { scene, gestures };
    const GENERATOR: Option<Generate<Board>> = Some(generate);
    const REFERENCE: Option<fn(&Board) -> Option<Option<u64>>> =
        Some(|board| by_search::reference::<Self>(board, 1 << 12));

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, NoCertificate> {
        by_search::solve::<Self>(board, &space(board), how, cx)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        Some(Box::new(space(board)))
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        Some(vec![position.discs.iter().rev().fold(0, |key, &peg| key << 2 | peg as u64)])
    }

    fn position(board: &Board, key: &[u64]) -> Option<Board> {
        let discs = (0..board.discs.len()).map(|disc| (key[0] >> (2 * disc) & 3) as usize).collect();
        Some(Board { discs, goal: board.goal })
    }
}

fn space(board: &Board) -> PlainSpace<Hanoi> {
    PlainSpace::of(board, EdgeKind::Undirected).expect("every board has a key")
}

/// The bits of the fewest moves say which discs are not where they belong, so every length is met
/// exactly.
fn generate(how: &GenerateOptions, _: &Context<'_>) -> Result<Generated<Board>, Fault> {
    let discs = how.pieces.unwrap_or(4);
    let mut seed = Seed::new(how.seed);
    let moves = how.moves.unwrap_or_else(|| seed.below(1 << discs.min(MOST_DISCS)) as u64);
    if discs == 0 || discs > MOST_DISCS || moves >> discs > 0 {
        return Err(Fault::new("no position is like that").remedy("n discs need less than 2^n moves"));
    }
    let (mut board, mut goal) = (Board { discs: vec![0; discs], goal: PEGS - 1 }, PEGS - 1);
    for disc in (0..discs).rev() {
        board.discs[disc] = goal;
        if moves >> disc & 1 == 1 {
            board.discs[disc] = (goal + 1 + seed.below(2)) % PEGS;
            goal = PEGS - board.discs[disc] - goal;
        }
    }
    Ok(Generated::exact(board))
}

/// Returns the cells of a disc, from the left: disc 0 takes one, disc 1 three.
fn cells(board: &Board, disc: usize) -> Vec<(usize, usize)> {
    let (count, peg) = (board.discs.len(), board.discs[disc]);
    let below = board.discs[disc + 1..].iter().filter(|&&at| at == peg).count();
    let middle = (2 * peg + 1) * count - 1;
    (middle - disc..=middle + disc).map(|column| (column, count - 1 - below)).collect()
}

fn scene(board: &Board) -> Scene {
    let count = board.discs.len();
    let shapes = (0..count).map(|disc| Shape::piece(disc, "", cells(board, disc))).collect();
    Scene { width: PEGS * 2 * count - 1, height: count, shapes, ..Scene::default() }
}

fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
    let drag = |by: &Move| {
        let disc = board.upper(by.from)?;
        let mut after = board.clone();
        after.play(by).ok()?;
        Some(Gesture::drag(disc, vec![cells(board, disc)[0], cells(&after, disc)[0]]))
    };
    moves.iter().filter_map(drag).collect()
}
