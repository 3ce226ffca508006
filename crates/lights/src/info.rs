//! The description of the family: names, formats, metrics, examples.

use fewest_core::{Example, Format, Info, Metric, Notation};

use crate::course::{blackout, lightsout};
use crate::formats::{edges, facts, flip, pbm, rules, text};

/// The description of the family.
pub const INFO: Info = Info {
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
            id: facts::ID,
            about: "Blackout as facts: cell(1..4,1..4). black(2,2). time(1..4).",
            writes: true,
        },
        Format {
            id: rules::ID,
            about: "lines such as `rule king`, `wrap torus`, `colours 3`, then rows; ~ is no cell",
            writes: true,
        },
        Format {
            id: edges::ID,
            about: "any graph: the line `edges`, then an edge a line, and `on 0 2`",
            writes: true,
        },
        Format {
            id: flip::ID,
            about: "a game of Simon Tatham's Flip: 2x2c:edb7,9, which squares each press changes, which are wrong",
            writes: true,
        },
    ],
    metrics: &[Metric { id: "presses", one: "press", about: "one light is pressed" }],
    notations: &[
        Notation { id: "presses", about: "a press board: # press, . leave" },
        Notation { id: "list", about: "one press a line, column and row: (2, 0)" },
        Notation { id: pbm::ID, about: "a press board as a portable bitmap (P4), and nothing else" },
        Notation { id: "switch", about: "column, row and turn, as clingo writes it: switch(2,0,1)" },
    ],
    goals: &[],
    starts: None,
    courses: if cfg!(feature = "courses") { &[lightsout::COURSE, blackout::COURSE] } else { &[] },
    examples: &[
        Example {
            name: "117",
            about: "the example of the course, whose bit array is 117",
            format: text::ID,
            text: include_str!("../puzzles/117.txt"),
            fewest: Some(4),
        },
        Example {
            name: "five-all-on",
            about: "the classic: 5 x 5, everything on",
            format: text::ID,
            text: include_str!("../puzzles/five-all-on.txt"),
            fewest: Some(15),
        },
        Example {
            name: "five-hard",
            about: "one of the 7350 hardest 5 x 5 boards",
            format: text::ID,
            text: include_str!("../puzzles/five-hard.txt"),
            fewest: Some(15),
        },
        Example {
            name: "nine-all-on",
            about: "9 x 9, everything on: 256 solutions",
            format: text::ID,
            text: include_str!("../puzzles/nine-all-on.txt"),
            fewest: Some(25),
        },
        Example {
            name: "four-unsolvable",
            about: "4 x 4 without a solution",
            format: text::ID,
            text: include_str!("../puzzles/four-unsolvable.txt"),
            fewest: None,
        },
        Example {
            name: "grid01",
            about: "Blackout, the example of the course: exactly four turns",
            format: facts::ID,
            text: include_str!("../puzzles/grid01.lp"),
            fewest: Some(4),
        },
        Example {
            name: "islands-four",
            about: "Blackout on islands in exactly four turns, which is one too many",
            format: facts::ID,
            text: include_str!("../puzzles/islands-four.lp"),
            fewest: None,
        },
        Example {
            name: "mini-torus",
            about: "4 x 4 whose edges meet: a torus",
            format: rules::ID,
            text: include_str!("../puzzles/mini-torus.txt"),
            fewest: Some(8),
        },
        Example {
            name: "three-colours",
            about: "5 x 5, every light steps through three colours",
            format: rules::ID,
            text: include_str!("../puzzles/three-colours.txt"),
            fewest: Some(13),
        },
        Example {
            name: "six-colours-never",
            about: "2 x 3 in six colours, without a solution",
            format: rules::ID,
            text: include_str!("../puzzles/six-colours-never.txt"),
            fewest: None,
        },
        Example {
            name: "king-with-holes",
            about: "a press changes all eight around it, and there are holes",
            format: rules::ID,
            text: include_str!("../puzzles/king-with-holes.txt"),
            fewest: Some(9),
        },
        Example {
            name: "merlin",
            about: "Merlin's magic square: corners, edges and the centre change lights of their own",
            format: edges::ID,
            text: include_str!("../puzzles/merlin.txt"),
            fewest: Some(8),
        },
        Example {
            name: "petersen",
            about: "the Petersen graph, presses change the neighbours only, exactly five turns",
            format: edges::ID,
            text: include_str!("../puzzles/petersen.txt"),
            fewest: Some(5),
        },
    ],
    limits: "any plain rectangle that fits in memory, other boards in rows to some million lights, graphs without any order to some ten thousand; the fewest presses are proven up to a nullity of 44",
};
