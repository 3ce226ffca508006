//! Lights Out on rectangles of any size. `README.md` has the rules and the mathematics.
//!
//! | file | what it holds |
//! |---|---|
//! | `cells`, `board` | sets of cells; the lights and the one rule |
//! | `textbook` | the course's program: breadth-first search on at most 32 lights |
//! | `rows`, `chase` | one solution of any board without search |
//! | `solve`, `minimum` | the fewest presses among all solutions |
//! | `reason` | why there is no solution, and the checker of that claim |
//! | `answer` | presses as a board or a list, found in any text |
//! | `space` | small boards as keys, to be walked |
//! | `claims`, `formats` | whose text is it, and what does it say |

mod analyse;
mod answer;
mod board;
mod cells;
mod chase;
mod claims;
mod course;
mod formats;
mod generate;
mod minimum;
mod reason;
mod rows;
mod scene;
mod solve;
mod space;
pub mod textbook;

use std::io;
use std::ops::ControlFlow;

use fewest_search::{Host, Packed};

use crate::{
    Claim, Example, Family, Fault, Format, Found, GenerateHow, How, Illegal, Info, Instance, Metric, Notation,
};
use crate::{ReadHow, Reading, Scene, Source, Span, Written};
pub use answer::Presses;
pub use board::{Board, Press};
pub use cells::Cells;
use formats::{facts, pbm, text};
pub use reason::QuietPattern;

/// The largest board for which the textbook is a quick oracle: about a million positions.
const TEXTBOOK_AREA: usize = 20;

/// Lights Out.
#[derive(Debug)]
pub struct Lights;

impl Lights {
    fn read_one(source: &Source, how: &ReadHow) -> Result<Instance<Board>, Fault> {
        if let Some(goal) = &how.goal {
            return Err(Fault::new(format!("`{goal}` is no goal of this family"))
                .remedy("leave it out: the goal is that all lights are off"));
        }
        let format = how.format.as_deref();
        if format
            .map_or_else(|| pbm::magic(&source.bytes).is_some(), |id| [pbm::ID, pbm::PLAIN_ID].contains(&id))
        {
            let (cells, format) = pbm::read(source)?;
            return Ok(Instance { board: Board::new(cells), format, line: None, warnings: Vec::new() });
        }
        if format.map_or_else(|| claims::is_facts(source), |format| format == facts::ID) {
            return Err(facts::unreadable(source));
        }
        let board = Board::new(text::read(source)?);
        Ok(Instance { board, format: text::ID, line: None, warnings: Vec::new() })
    }
}

impl Family for Lights {
    const INFO: Info = Info {
        id: "lights",
        title: "Lights Out: a press changes a light and its neighbours; turn all lights off",
        formats: &[
            Format {
                id: text::ID,
                about: "one line per row: # on, 0 off; optional first line WxH",
                writes: true,
            },
            Format { id: pbm::ID, about: "a portable bitmap, P4 (or P1): black is on", writes: true },
            Format { id: pbm::PLAIN_ID, about: "a portable bitmap with digits, P1 (or P4)", writes: true },
            Format {
                id: facts::ID,
                about: "Blackout as facts cell(..), black(..), time(..); recognised, not read",
                writes: false,
            },
        ],
        metrics: &[Metric { id: "presses", one: "press", about: "one light is pressed" }],
        notations: &[
            Notation { id: "presses", about: "a press board: # press, . leave" },
            Notation { id: "list", about: "one press a line, column and row counted from 0: (2, 0)" },
            Notation { id: pbm::ID, about: "a press board as a portable bitmap (P4), and nothing else" },
        ],
        courses: &[course::COURSE],
        examples: &[
            Example {
                name: "117",
                about: "the example of the course, whose bit array is 117",
                format: text::ID,
                text: include_str!("../../puzzles/lights/117.txt"),
                fewest: Some(4),
            },
            Example {
                name: "five-all-on",
                about: "the classic: 5 x 5, everything on",
                format: text::ID,
                text: include_str!("../../puzzles/lights/five-all-on.txt"),
                fewest: Some(15),
            },
            Example {
                name: "five-hard",
                about: "one of the 7350 hardest 5 x 5 boards",
                format: text::ID,
                text: include_str!("../../puzzles/lights/five-hard.txt"),
                fewest: Some(15),
            },
            Example {
                name: "nine-all-on",
                about: "9 x 9, everything on: 256 solutions",
                format: text::ID,
                text: include_str!("../../puzzles/lights/nine-all-on.txt"),
                fewest: Some(25),
            },
            Example {
                name: "four-unsolvable",
                about: "4 x 4 without a solution",
                format: text::ID,
                text: include_str!("../../puzzles/lights/four-unsolvable.txt"),
                fewest: None,
            },
        ],
        limits: "any rectangle that fits in memory; the fewest presses are proven up to a nullity of 44",
    };
    type Board = Board;
    type Move = Press;
    type Answer = Presses;
    type Certificate = QuietPattern;

    fn claims(source: &Source) -> Vec<Claim> {
        claims::claims(source)
    }

    fn read(sources: &[Source], how: &ReadHow) -> Reading<Board> {
        let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
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
        if format == facts::ID {
            return Ok(Written::No(
                "Blackout facts also say in how many turns; a board of lights does not".to_owned(),
            ));
        }
        match format {
            pbm::ID => pbm::write(board.lit(), out),
            pbm::PLAIN_ID => pbm::write_plain(board.lit(), out),
            _ => text::write(board.lit(), out),
        }
        .map(|()| Written::Yes)
    }

    fn metric(_: &Board) -> &'static str {
        "presses"
    }

    fn is_goal(board: &Board) -> bool {
        board.is_dark()
    }

    fn moves(board: &Board) -> Vec<Press> {
        (0..board.height()).flat_map(|y| (0..board.width()).map(move |x| Press { x, y })).collect()
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

    fn solve(board: &Board, how: &How, host: &Host<'_>) -> solve::Solution {
        solve::solve(board, how, host)
    }

    fn length(answer: &Presses) -> u64 {
        answer.length()
    }

    fn each_move(answer: &Presses, visit: &mut dyn FnMut(&Press) -> ControlFlow<()>) {
        answer.each(visit);
    }

    fn replay(board: &Board, answer: &Presses) -> Result<Board, (u64, Illegal)> {
        answer.play(board)
    }

    fn write_answer(
        board: &Board,
        answer: &Presses,
        notation: &str,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        match notation {
            "list" => answer.write_list(out),
            pbm::ID => answer.write_picture(board, out),
            _ => answer.write_board(board, out),
        }
    }

    fn is_text(notation: &str) -> bool {
        notation != pbm::ID
    }

    fn find_answer(board: &Board, text: &str) -> Found<Presses> {
        answer::find(board, text)
    }

    fn check(board: &Board, certificate: &QuietPattern) -> Result<(), String> {
        reason::check(board, certificate)
    }

    fn say(board: &Board, certificate: &QuietPattern) -> String {
        reason::say(board, certificate)
    }

    fn packed(board: &Board) -> Option<Box<dyn Packed>> {
        space::Lamps::new(board).map(|lamps| Box::new(lamps) as Box<dyn Packed>)
    }

    fn key(_: &Board, position: &Board) -> Option<Vec<u64>> {
        space::key(position).map(|key| vec![key])
    }

    fn textbook(board: &Board) -> Option<Option<u64>> {
        (board.lit().area() <= TEXTBOOK_AREA).then(|| {
            let width = board.width();
            let lights = board.lit().iter().fold(0, |lights, (x, y)| lights | 1 << (width * y + x));
            let small = textbook::SmallBoard::new(width as u32, board.height() as u32, lights);
            textbook::solve(small).map(|moves| moves.len() as u64)
        })
    }

    fn analyse(board: &Board, host: &Host<'_>) -> Vec<(String, String)> {
        analyse::analyse(board, host)
    }

    fn generate(how: &GenerateHow, host: &Host<'_>) -> Result<Board, Fault> {
        generate::generate(how, host)
    }

    fn scene(board: &Board) -> Scene {
        scene::scene(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sources: &[Source], how: &ReadHow) -> Reading<Board> {
        Lights::read(sources, how)
    }

    #[test]
    fn several_files_are_several_boards_and_faults_know_their_file() {
        let sources = [Source::new("a", "#0\n"), Source::new("b", "#?\n"), Source::new("c", "0#\n")];
        let reading = read(&sources, &ReadHow::default());
        assert_eq!((reading.instances.len(), reading.faults.len()), (2, 1));
        assert_eq!(reading.faults[0].at, Some(Span { source: 1, start: 1, end: 2 }));
    }

    #[test]
    fn blackout_is_recognised_and_refused() {
        let source = Source::new("grid.lp", "cell(1,1). black(1,1). time(1).\n");
        assert_eq!(Lights::claims(&source)[0].format, "facts");
        let reading = read(&[source], &ReadHow::default());
        assert_eq!(reading.faults[0].what, "Blackout facts are not readable yet");
    }

    #[test]
    fn there_is_one_goal() {
        let how = ReadHow { goal: Some("all on".to_owned()), ..ReadHow::default() };
        assert!(read(&[Source::new("a", "#")], &how).instances.is_empty());
    }

    #[test]
    fn a_press_is_read_in_several_ways() {
        let board = Board::new(Cells::none(5, 5));
        for text in ["(2, 0)", "2,0", " 2 0 ", "( 2 , 0 )"] {
            assert_eq!(Lights::read_move(&board, text), Ok(Press { x: 2, y: 0 }), "{text:?}");
        }
        for text in ["", "2", "(2, 0", "a, b", "1 2 3", "(5, 0)", "(-1, 0)"] {
            assert!(Lights::read_move(&board, text).is_err(), "{text:?}");
        }
    }
}
