//! Lights Out on rectangles of any size and on any other net of lights, and Blackout. `README.md` has the rules and the
//! mathematics.
//!
//! | file | what it holds |
//! |---|---|
//! | `info` | names, formats, examples |
//! | `board` | a rectangle or a net |
//! | `cells`, `grid` | sets of cells; a rectangle of lights and the one rule |
//! | `net`, `net_board` | any places, which press changes which lights; the lights, and perhaps a number of turns |
//! | `rule` | king, diagonal, torus and other rules by which nets are made |
//! | `textbook` | the course's program: breadth-first search on at most 32 lights |
//! | `rows`, `chase` | one solution of any rectangle without search |
//! | `solve`, `minimum` | the fewest presses among all solutions |
//! | `net_plan`, `net_chase`, `net_frontier`, `net_parts`, `net_solve` | all solutions of a net; of its parts; the fewest, or exactly so many turns |
//! | `lattice`, `lattice_rows`, `lattice_king` | rectangles with one rule: plus on a cylinder or torus, king; rows instead of elimination |
//! | `colour_chase`, `colour_parts`, `colour_solve` | the same where lights step through more than two colours |
//! | `orders`, `colour_orders` | every order of picks that takes exactly so many turns, and how many there are |
//! | `reason`, `net_reason`, `colour_reason` | why there is no solution, and the checkers of that claim |
//! | `answer`, `picks`, `find` | presses as a board, a list or as clingo writes them, in any text |
//! | `analyse`, `farthest` | how many boards are solvable, how many solutions there are, the most presses a board needs |
//! | `space` | small boards as keys, to be walked |
//! | `claims`, `formats` | whose text is it, and what does it say |
//! | `generate`, `generate_net` | new boards of exactly the difficulty asked for |
//! | `course`, `blackout`, `blackout_output` | the course programs |

mod analyse;
mod answer;
mod blackout;
mod blackout_output;
mod board;
mod cells;
mod chase;
mod claims;
mod colour_chase;
mod colour_orders;
mod colour_parts;
mod colour_reason;
mod colour_solve;
mod course;
mod farthest;
mod find;
mod formats;
mod generate;
mod generate_net;
mod grid;
mod hands;
mod info;
mod lattice;
mod lattice_king;
mod lattice_rows;
mod minimum;
mod net;
mod net_board;
mod net_chase;
mod net_frontier;
mod net_parts;
mod net_plan;
mod net_reason;
mod net_solve;
mod orders;
mod picks;
mod reason;
mod rows;
mod rule;
mod scene;
mod solve;
mod space;
pub mod textbook;

use std::io;
use std::ops::ControlFlow;

use fewest_search::{Context, StateSpace};

pub use answer::Presses;
pub use board::{Board, Press};
pub use cells::Cells;
use fewest_core::{Brush, Gesture, Overlay, ReadOptions, Reading, Scene, Source, Span, Stroke, Written};
use fewest_core::{
    Claim, Family, Fault, Found, GenerateOptions, Generated, Illegal, Images, Info, Instance, SolveOptions,
};
use formats::{edges, facts, flip, pbm, rules, text};
pub use grid::Grid;
pub use net::{Net, PLUS};
pub use net_board::NetBoard;
pub use reason::Certificate;

/// The largest board for which the textbook is a quick oracle: about a million positions.
const TEXTBOOK_AREA: usize = 20;
/// Lights of a net beyond which elimination is nothing that is done at once.
const LARGE_NET: usize = 1 << 17;
/// The most turns that the textbook takes one by one.
const TEXTBOOK_TURNS: u64 = 20;

/// Lights Out.
#[derive(Debug)]
pub struct Lights;

impl Lights {
    fn no_goal(how: &ReadOptions) -> Result<(), Fault> {
        how.goal.as_ref().map_or(Ok(()), |goal| {
            Err(Fault::new(format!("`{goal}` is no goal of this family"))
                .remedy("leave it out: the goal is that all lights are off"))
        })
    }

    /// Facts: all sources together are one board.
    fn read_facts(sources: &[Source], how: &ReadOptions) -> Result<Instance<Board>, Fault> {
        Self::no_goal(how)?;
        let (board, warnings) = facts::read(sources, how.room)?;
        Ok(Instance { board: Board::Net(board), format: facts::ID, line: None, warnings })
    }

    fn read_one(source: &Source, how: &ReadOptions) -> Result<Instance<Board>, Fault> {
        Self::no_goal(how)?;
        let is_picture = |id: &str| [pbm::ID, pbm::PLAIN_ID].contains(&id);
        if how.format.as_deref().map_or_else(|| pbm::magic(&source.bytes).is_some(), is_picture) {
            how.room.check(pbm::bytes_of_board(source), 1, || "this bitmap".to_owned())?;
            let (cells, format) = pbm::read(source)?;
            return Ok(instance(Board::Grid(Grid::new(cells)), format));
        }
        match how.format.as_deref().or_else(|| claims::other_format(source)) {
            Some(rules::ID) => rules::read(source, how.room).map(|board| instance(board, rules::ID)),
            Some(flip::ID) => {
                how.room.check(source.bytes.len(), flip::PER_BYTE, || "this game".to_owned())?;
                flip::read(source).map(|board| instance(board, flip::ID))
            }
            Some(edges::ID) => {
                how.room.check(source.bytes.len(), edges::PER_BYTE, || "this list of edges".to_owned())?;
                edges::read(source).map(|board| instance(Board::Net(board), edges::ID))
            }
            _ => {
                how.room.check(text::bytes_of_board(source), 1, || "this board".to_owned())?;
                text::read(source).map(|cells| instance(Board::Grid(Grid::new(cells)), text::ID))
            }
        }
    }
}

fn instance(board: Board, format: &'static str) -> Instance<Board> {
    Instance { board, format, line: None, warnings: Vec::new() }
}

impl Family for Lights {
    const INFO: Info = info::INFO;
    type Board = Board;
    type Move = Press;
    type Answer = Presses;
    type Certificate = Certificate;

    fn claims(source: &Source) -> Vec<Claim> {
        claims::claims(source)
    }

    fn are_one(sources: &[Source]) -> bool {
        facts::are_one(sources)
    }

    fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
        let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
        let is_facts = match how.format.as_deref() {
            Some(format) => format == facts::ID,
            None => sources.first().is_some_and(facts::looks_like),
        };
        if is_facts {
            match Self::read_facts(sources, how) {
                Ok(instance) => reading.instances.push(instance),
                Err(fault) => reading.faults.push(fault),
            }
            return reading;
        }
        for (index, source) in sources.iter().enumerate() {
            match Self::read_one(source, how) {
                Ok(instance) => reading.instances.push(instance),
                Err(fault) => {
                    let at = fault.at.map(|span| Span { source: index, ..span });
                    reading.faults.push(Fault { at, ..fault });
                }
            }
        }
        reading
    }

    fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
        let no = |why: &str| Ok(Written::No(why.to_owned()));
        match (board, format) {
            (_, flip::ID) => flip::write(board, out),
            (Board::Grid(grid), text::ID) => text::write(grid.lit(), out).map(|()| Written::Yes),
            (Board::Grid(grid), pbm::ID) => pbm::write(grid.lit(), out).map(|()| Written::Yes),
            (Board::Grid(grid), pbm::PLAIN_ID) => pbm::write_plain(grid.lit(), out).map(|()| Written::Yes),
            (Board::Grid(_), facts::ID) => {
                no("Blackout facts also say in how many turns; a board of lights does not")
            }
            (Board::Grid(grid), rules::ID) => rules::write_plain(grid, out).map(|()| Written::Yes),
            (Board::Grid(_), _) => no("a plain rectangle is written in rows"),
            (Board::Net(net), facts::ID) => facts::write(net, out),
            (Board::Net(net), rules::ID) => rules::write(net, out),
            (Board::Net(net), edges::ID) => edges::write(net, out),
            (Board::Net(_), _) => {
                no("rows of lights alone cannot say in how many turns, leave cells out, or give another rule")
            }
        }
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
        answer::read_press(board, text)
    }

    fn write_move(_: &Board, by: &Press) -> String {
        format!("({}, {})", by.x, by.y)
    }

    fn solve(board: &Board, how: &SolveOptions, cx: &Context<'_>) -> solve::Solution {
        match board {
            Board::Grid(grid) => solve::solve(grid, how, cx),
            Board::Net(net) if net.net().colours() > 2 => colour_solve::solve(net, how, cx),
            Board::Net(net) => net_solve::solve(net, how, cx),
        }
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

    fn is_text(notation: &str) -> bool {
        notation != pbm::ID
    }

    fn find_answer(board: &Board, text: &str) -> Found<Presses> {
        find::find(board, text)
    }

    fn check(board: &Board, certificate: &Certificate) -> Result<(), String> {
        reason::check(board, certificate)
    }

    fn say(board: &Board, certificate: &Certificate) -> String {
        reason::say(board, certificate)
    }

    fn state_space(board: &Board) -> Option<Box<dyn StateSpace>> {
        space::Lamps::new(board).map(|lamps| Box::new(lamps) as Box<dyn StateSpace>)
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        space::key(position).map(|key| vec![key])
    }

    fn images(board: &Board) -> Option<Images<'_>> {
        space::images(board)
    }

    fn is_large(board: &Board) -> bool {
        matches!(board, Board::Net(net) if net.net().len() > LARGE_NET)
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        match board {
            Board::Grid(grid) => (grid.lit().area() <= TEXTBOOK_AREA).then(|| {
                let width = grid.width();
                let lights = grid.lit().iter().fold(0, |lights, (x, y)| lights | 1 << (width * y + x));
                let small = textbook::SmallBoard::new(width as u32, grid.height() as u32, lights);
                textbook::solve(small).map(|moves| moves.len() as u64)
            }),
            Board::Net(net) => (textbook::net::is_small(net)
                && net.turns().is_none_or(|turns| turns <= TEXTBOOK_TURNS))
            .then(|| textbook::net::solve(net)),
        }
    }

    fn analyse(board: &Board, cx: &Context<'_>) -> Vec<(String, String)> {
        analyse::analyse(board, cx)
    }

    const HAS_RULES: bool = true;

    fn generate(how: &GenerateOptions, cx: &Context<'_>) -> Result<Generated<Board>, Fault> {
        generate::generate(how, cx)
    }

    fn scene(board: &Board) -> Scene {
        scene::scene(board)
    }

    fn touches(board: &Board, moves: &[Press]) -> Vec<Gesture> {
        hands::touches(board, moves)
    }

    const BRUSHES: &'static [Brush] = hands::BRUSHES;

    fn paint(board: &mut Board, by: &Stroke) -> Result<(), Illegal> {
        hands::paint(board, by)
    }

    fn overlays(board: &Board, certificate: &Certificate) -> Vec<Overlay> {
        hands::overlays(board, certificate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sources: &[Source], how: &ReadOptions) -> Reading<Board> {
        Lights::read(sources, how)
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
        let how = ReadOptions { goal: Some("all on".to_owned()), ..ReadOptions::default() };
        assert!(read(&[Source::new("a", "#")], &how).instances.is_empty());
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
