//! The Tower of Hanoi as a family of its own: the program `fewest` with one family more. No crate
//! of the workspace knows it.

mod rules;
mod space;
mod text;

use std::io;
use std::ops::ControlFlow;
use std::process::ExitCode;

use fewest::service::{Entry, entry};
use fewest_core::{
    Claim, Context, Example, Family, Fault, Format, Found, GenerateOptions, Generated, Gesture, GoalName,
    Illegal, Info, Metric, NoCertificate, Notation, ReadOptions, Reading, Role, Scene, Seed, Shape,
    SolveOptions, SolveReport, Source, Written, by_search,
};
use fewest_search::StateSpace;

use rules::{Board, MOST_DISCS, Move, PEGS};

static HANOI: Entry = entry::<Hanoi>();

fn main() -> ExitCode {
    fewest_cli::run(&[&HANOI])
}

struct Hanoi;

impl Family for Hanoi {
    const INFO: Info = Info {
        id: "hanoi",
        title: "the Tower of Hanoi: bring all discs to one peg, none onto a smaller one",
        formats: &[Format {
            id: text::FORMAT,
            about: "hanoi AAAA C: disc by disc, then the goal",
            writes: true,
        }],
        metrics: &[Metric { id: "moves", one: "move", about: "one disc goes to another peg" }],
        notations: &[Notation { id: "moves", about: "from peg to peg: A-C" }],
        goals: &[
            GoalName { id: "A", about: "all discs on the first peg" },
            GoalName { id: "B", about: "all discs on the second peg" },
            GoalName { id: "C", about: "all discs on the third peg" },
        ],
        options: &[],
        starts: None,
        courses: &[],
        examples: &[Example {
            name: "hanoi-four",
            about: "four discs",
            format: text::FORMAT,
            text: "hanoi AAAA C",
            fewest: Some(15),
        }],
        limits: "up to 32 discs",
    };
    type Board = Board;
    type Move = Move;
    type Answer = Vec<Move>;
    type Certificate = NoCertificate;

    fn claims(source: &Source) -> Vec<Claim> {
        text::claim(source)
    }

    fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
        sources.first().map_or_else(
            || Reading::failed(Fault::new("there is no text")),
            |source| text::read(source, options),
        )
    }

    fn summary(board: &Board) -> String {
        format!("Tower of Hanoi: {} discs, to peg {}", board.discs.len(), text::letter(board.goal))
    }

    fn write(board: &Board, _: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        writeln!(out, "{}", text::write(board)).map(|()| Written::Yes)
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
        text::read_move(text)
    }

    fn write_move(_: &Board, by: &Move) -> String {
        text::write_move(by)
    }

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> SolveReport<Vec<Move>, NoCertificate> {
        by_search::solve::<Self>(board, &space::Space(board.clone()), how, cx)
    }

    fn length(answer: &Vec<Move>) -> u64 {
        answer.len() as u64
    }

    fn each_move(answer: &Vec<Move>, visit: &mut dyn FnMut(&Move) -> ControlFlow<()>) {
        let _ = answer.iter().try_for_each(visit);
    }

    fn write_answer(_: &Board, answer: &Vec<Move>, _: &str, out: &mut dyn io::Write) -> io::Result<()> {
        answer.iter().try_for_each(|by| writeln!(out, "{}", text::write_move(by)))
    }

    fn find_answer(_: &Board, text: &str) -> Found<Vec<Move>> {
        text::find(text)
    }

    fn check(_: &Board, never: &NoCertificate) -> Result<(), String> {
        match *never {}
    }

    fn say(_: &Board, never: &NoCertificate) -> String {
        match *never {}
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        Some(Box::new(space::Space(board.clone())))
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        Some(vec![space::key(position)])
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        Some(Some(board.fewest()))
    }

    /// The bits of the fewest moves say which discs are not where they belong, so every length is
    /// met exactly.
    fn generate(how: &GenerateOptions, _: &Context<'_>) -> Result<Generated<Board>, Fault> {
        let discs = how.pieces.or(how.size.map(|(_, height)| height)).unwrap_or(4);
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

    fn scene(board: &Board) -> Scene {
        let discs = board.discs.len();
        let shape = |disc: usize| Shape {
            id: disc,
            label: String::new(),
            name: String::new(),
            role: Role::Piece,
            cells: cells(board, disc, board.discs[disc]),
        };
        Scene {
            width: PEGS * 2 * discs - 1,
            height: discs,
            shapes: (0..discs).map(shape).collect(),
            ..Scene::default()
        }
    }

    fn gestures(board: &Board, moves: &[Move]) -> Vec<Gesture> {
        let gesture = |by: &Move| {
            let disc = board.upper(by.from)?;
            let mut after = board.clone();
            after.play(*by).ok()?;
            Some(Gesture::drag(disc, vec![cells(board, disc, by.from)[0], cells(&after, disc, by.to)[0]]))
        };
        moves.iter().filter_map(gesture).collect()
    }
}

/// Returns the cells of a disc on a peg, from the left: disc 0 takes one, disc 1 three.
fn cells(board: &Board, disc: usize, peg: usize) -> Vec<(usize, usize)> {
    let larger = board.discs[disc + 1..].iter().filter(|&&at| at == peg).count();
    let middle = (2 * peg + 1) * board.discs.len() - 1;
    (middle - disc..=middle + disc).map(|column| (column, board.discs.len() - 1 - larger)).collect()
}

#[cfg(test)]
mod tests {
    use super::HANOI;
    use fewest::Puzzle;
    use fewest::service::{Context, Request, handle, register};

    /// The page and the terminal player play by what this request answers.
    #[test]
    fn every_listed_move_has_a_gesture_on_the_scene() {
        register(&HANOI).expect("a new name");
        let text = r#"{"ask": "look", "puzzle": {"sources": [{"name": "", "bytes": "hanoi ABCA"}]}}"#;
        let request: Request = serde_json::from_str(text).expect("a request");
        let answer = handle(&request, &Context::default());
        let (moves, scene) = (answer.moves.expect("moves"), answer.scene.expect("a scene"));
        assert_eq!(moves, ["A-B", "A-C", "B-C"]);
        assert_eq!((answer.gestures.len(), scene.shapes.len()), (moves.len(), 4));
    }

    #[test]
    fn the_search_agrees_with_the_formula() {
        register(&HANOI).expect("a new name");
        for discs in ["A", "AB", "BCA", "CABBA", "CCBCC"] {
            let puzzle: Puzzle = format!("hanoi {discs}").parse().expect("a board");
            let length = puzzle.solve().expect("no bug").into_solution().expect("a solution").len();
            assert_eq!(Some(Some(length)), puzzle.position().textbook(), "{discs}");
        }
    }
}
