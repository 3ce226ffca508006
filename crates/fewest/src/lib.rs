//! Puzzle in, fewest moves out, and a reason to believe it.
//!
//! ```
//! use fewest::{How, Host, Puzzle};
//!
//! // The example of the sliding-block course: rows and columns, then one piece a line, the goal piece first.
//! let text = "4 4\n3 1 2 1 b\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 3 2 1 b\n3 3 1 2 b\n4 1 2 1 b\n4 4 1 1 b\n";
//! let puzzle = Puzzle::text("example", text).open_one()?;
//! let solved = puzzle.position.solve(&How::default(), &Host::default()).expect("no bug");
//! let best = solved.best.as_ref().expect("it has a solution");
//! assert_eq!(best.length(), 5);
//! assert!(solved.is_fewest());
//! # Ok::<(), fewest::Fault>(())
//! ```
//!
//! Each family of puzzles is a crate and a feature; the [`facade`] is all that programs need to see.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod facade;

#[cfg(feature = "blocks")]
pub use fewest_blocks as blocks;
#[cfg(feature = "lights")]
pub use fewest_lights as lights;
#[cfg(feature = "pegs")]
pub use fewest_pegs as pegs;
#[cfg(feature = "tiles")]
pub use fewest_tiles as tiles;

pub use facade::catalogue::{FamilyDocument, catalogue};
pub use facade::document::{Command, Puzzle, ReasonDocument, Request, Response, ResponseStatus};
pub use facade::explore::{Elsewhere, ExploreOptions, Explored, LayerSink};
pub use facade::fault_document::FaultDocument;
pub use facade::handle::{handle, picture_of, stats};
pub use facade::hint::{Hint, advise, hint};
pub use facade::judge::judge;
pub use facade::map::{Map, MapOptions, Unmapped};
pub use facade::open::{AsWhat, OpenError, Opened, Opening, claims, example, open, recognise};
pub use facade::position::{Bug, Position, ReasonText, Report, Solution};
pub use facade::progress::{Progress, Stats};
pub use facade::promise::GreedyPath;
pub use facade::registry::{Entry, FAMILIES, Made, entry, family};
pub use facade::session::Session;
pub use facade::verdict::{Claimed, Known, Verdict};
pub use fewest_core::course_options::{CourseOption, OptionValue, Sorted, sort};
pub use fewest_core::exit_code;
pub use fewest_core::family::{
    Claim, Family, Found, GenerateOptions, Generated, Guess, Images, Instance, Lines, ReadOptions, Reading,
    SolveOptions, Sure, Tables, Written,
};
pub use fewest_core::fault::{Fault, Illegal};
pub use fewest_core::info::{Course, CourseRun, Example, Format, GoalName, Info, Metric, Notation};
pub use fewest_core::outcome::{Ended, LowerBound, Outcome, Reason, SearchLog};
pub use fewest_core::room::Room;
pub use fewest_core::scene::{Form, Grid, Ground, Naming, Role, Scene, Shape, Wire};
pub use fewest_core::source::{Source, Span};
pub use fewest_core::touch::{Brush, Gesture, Mark, Overlay, Place, Stroke};
pub use fewest_core::visible::{csv_field, is_hidden, visible, visible_bytes, visible_lines};
pub use fewest_search::{Context, Counters, MemoryCache, Stop, TableBytes, TableCache, Tier};
