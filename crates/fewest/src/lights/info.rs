//! What the family says about itself.

use super::formats::{facts, pbm, text};
use super::{blackout, course};
use crate::{Example, Format, Info, Metric, Notation};

/// Names, formats, metrics, examples.
pub const INFO: Info = Info {
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
            about: "Blackout as facts: cell(1..4,1..4). black(2,2). time(1..4).",
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
    courses: &[course::COURSE, blackout::COURSE],
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
        Example {
            name: "grid01",
            about: "Blackout, the example of the course: exactly four turns",
            format: facts::ID,
            text: include_str!("../../puzzles/lights/grid01.lp"),
            fewest: Some(4),
        },
        Example {
            name: "islands-four",
            about: "Blackout on islands in exactly four turns, which is one too many",
            format: facts::ID,
            text: include_str!("../../puzzles/lights/islands-four.lp"),
            fewest: None,
        },
    ],
    limits: "any rectangle that fits in memory; the fewest presses are proven up to a nullity of 44",
};
