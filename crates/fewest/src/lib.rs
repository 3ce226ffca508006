//! Puzzle in, fewest moves out, and a reason to believe it.
//!
//! ```
//! use fewest::{Context, Puzzle, SolveOptions};
//!
//! // The example of the sliding-block course: rows and columns, then one piece a line, the goal piece first.
//! let text = "4 4\n3 1 2 1 b\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 3 2 1 b\n3 3 1 2 b\n4 1 2 1 b\n4 4 1 1 b\n";
//! let puzzle = Puzzle::text("example", text).open_one()?;
//! let solved = puzzle.position.solve(&SolveOptions::default(), &Context::default()).expect("no bug");
//! let best = solved.best.as_ref().expect("it has a solution");
//! assert_eq!(best.length(), 5);
//! assert!(solved.is_fewest());
//! # Ok::<(), fewest::Fault>(())
//! ```
//!
//! Each family of puzzles is a crate and a feature; the [`service`] is all that programs need to see.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod service;

#[cfg(feature = "blocks")]
pub use fewest_blocks as blocks;
#[cfg(feature = "lights")]
pub use fewest_lights as lights;
#[cfg(feature = "pegs")]
pub use fewest_pegs as pegs;
#[cfg(feature = "tiles")]
pub use fewest_tiles as tiles;

pub use fewest_core::course_options::{CourseOption, OptionValue, Sorted, sort};
pub use fewest_core::exit_code;
pub use fewest_core::family::{
    Claim, Family, Found, GenerateOptions, Generated, GreedyHeuristic, Images, Instance, Lines, ReadOptions,
    Reading, SolveOptions, Sure, Tables, Written,
};
pub use fewest_core::fault::{Fault, Illegal};
pub use fewest_core::gestures::{Brush, Gesture, Mark, Overlay, Place, Stroke};
pub use fewest_core::info::{Course, CourseRun, Example, Format, GoalName, Info, Metric, Notation};
pub use fewest_core::outcome::{Ended, LowerBound, Outcome, Reason, SearchLog};
pub use fewest_core::room::Room;
pub use fewest_core::scene::{Form, Grid, Ground, Naming, Role, Scene, Shape, Wire};
pub use fewest_core::source::{Source, Span};
pub use fewest_core::visible::{csv_field, is_hidden, visible, visible_bytes, visible_lines};
pub use fewest_search::{Context, Counters, MemoryCache, Stop, TableBytes, TableCache, Tier};
pub use service::catalogue::{FamilyDocument, catalogue};
pub use service::document::{Command, Puzzle, ReasonDocument, Request, Response, ResponseStatus};
pub use service::explore::{Elsewhere, ExploreOptions, Explored, LayerSink};
pub use service::fault_document::FaultDocument;
pub use service::greedy::GreedyPath;
pub use service::handle::{handle, picture_of, stats};
pub use service::hint::{Hint, advise, hint};
pub use service::judge::judge;
pub use service::map::{Map, MapOptions, Unmapped};
pub use service::open::{AsWhat, OpenError, Opened, Opening, claims, example, open, recognise};
pub use service::position::{Bug, Position, ReasonText, Report, Solution};
pub use service::progress::{Progress, Stats};
pub use service::registry::{Entry, FAMILIES, Made, entry, family};
pub use service::session::Session;
pub use service::verdict::{Claimed, Known, Verdict};
