//! The contract between the puzzle families of `fewest` and everything else.
//!
//! A family is a crate of its own that implements [`Family`]. It depends on this crate and on the
//! engine in `fewest-search`, and on nothing else of the project. Registry, service and front ends
//! are made from the contract once, in `fewest`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`family`], [`info`] | the contract: rules, formats, solving; the family described as data |
//! | [`report`] | the result of solving: solution, lower bound, reasons |
//! | [`scene`] | positions as shapes, gestures, brushes, overlays |
//! | [`generate`] | options of new boards and the random generator |
//! | [`source`], [`fault`] | input texts, what is wrong with them, and how they are quoted |
//! | [`drawing`] | boards as people type them, as rows of cells before a family reads them |
//! | [`direction`] | the four directions of a square grid |
//! | [`room`] | the memory limit of reading and generating boards |
//! | [`by_search`] | solving, counting and listing by breadth-first search |
//! | [`game_id`] | game ids of Simon Tatham's collection, which several families read |

pub mod by_search;
pub mod direction;
pub mod drawing;
pub mod family;
pub mod fault;
pub mod file_kind;
pub mod game_id;
pub mod generate;
pub mod info;
pub mod report;
pub mod room;
pub mod scene;
pub mod source;

pub use direction::Direction;
pub use family::{
    Certificates, Claim, Editor, Family, Formats, Found, Generate, Greedy, GreedyHeuristic, Images, Instance,
    Lines, NoCertificate, Notations, ReadOptions, Reading, Rows, Rules, Solution, SolveOptions, Sure, Tables,
    View, Written, claims_no_solution,
};
pub use fault::{Fault, Illegal, shortened};
pub use generate::{GenerateOptions, Generated, Seed};
pub use info::{
    Course, CourseOption, CourseRun, Example, Format, Info, Metric, NamedValue, Notation, OptionField,
    OptionSpec, OptionValue, Sorted, metric_of, sort,
};
pub use report::{Ended, LowerBound, Reason, SearchLog, SolveReport};
pub use room::Room;
pub use scene::{
    Aim, Brush, Form, Gesture, Grid, Ground, Mark, Naming, Overlay, Place, Role, Scene, Shape, Stroke, Wire,
};
pub use source::{Line, Source, Span, csv_field, is_hidden, visible, visible_bytes, visible_lines};

pub use fewest_search::{Context, Counters, MemoryCache, Stop, TableBytes, TableCache, Tier};

/// Returns the exit code of a limit, the same in every program of the project.
pub fn exit_code(stop: Stop) -> u8 {
    match stop {
        Stop::Memory => 22,
        Stop::Time => 23,
        Stop::Disk => 24,
        Stop::Interrupt => 130,
        Stop::Storage => 74,
    }
}
