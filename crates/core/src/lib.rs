//! The contract between the puzzle families of `fewest` and everything else.
//!
//! A family is a crate of its own that implements [`Family`]; it knows this crate, the engine in `fewest-search`, and nothing else
//! of the project. Registry, service and front ends are made from the contract once, in `fewest`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`family`], [`info`], [`outcome`], [`scene`], [`gestures`] | the contract: rules, formats, answers, pictures, gestures |
//! | [`source`], [`fault`], [`visible`](mod@visible) | text that comes in, what may be wrong with it, and how it is quoted |
//! | [`room`] | the memory that reading or making a board may take |
//! | [`by_search`] | solving, counting and listing by breadth-first search, for families that want it |
//! | [`seed`] | the random generator of new boards |
//! | [`game_id`] | ids of Simon Tatham's collection, which several families read |
//! | [`course_options`] | options of course programs |

pub mod by_search;
pub mod course_options;
pub mod family;
pub mod fault;
pub mod game_id;
pub mod gestures;
pub mod info;
pub mod outcome;
pub mod room;
pub mod scene;
pub mod seed;
pub mod source;
pub mod visible;

pub use course_options::{CourseOption, OptionValue, Sorted, sort};
pub use family::{
    Claim, Family, Found, GenerateOptions, Generated, GreedyHeuristic, Images, Instance, Lines, ReadOptions,
    Reading, SolveOptions, Sure, Tables, Written, claims_no_solution,
};
pub use fault::{Fault, Illegal};
pub use gestures::{Brush, Gesture, Mark, Overlay, Place, Stroke};
pub use info::{Course, CourseRun, Example, Format, GoalName, Info, Metric, Notation, metric_of};
pub use outcome::{Ended, LowerBound, Outcome, Reason, SearchLog};
pub use room::Room;
pub use scene::{Form, Grid, Ground, Naming, Role, Scene, Shape, Wire};
pub use source::{Source, Span};
pub use visible::{csv_field, is_hidden, visible, visible_bytes, visible_lines};

pub use fewest_search::{Context, Counters, MemoryCache, Stop, TableBytes, TableCache, Tier};

/// The exit code that stands for a limit, the same in every program of the project.
pub fn exit_code(stop: fewest_search::Stop) -> u8 {
    use fewest_search::Stop;
    match stop {
        Stop::Memory => 22,
        Stop::Time => 23,
        Stop::Disk => 24,
        Stop::Interrupt => 130,
        Stop::Storage => 74,
    }
}
