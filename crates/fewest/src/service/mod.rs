//! The service: everything that front ends see, made once from the contract of a family.
//!
//! | file | what it holds |
//! |---|---|
//! | `registry` | the list of families |
//! | `position`, `open` | boards with their types erased; which family and format a text is |
//! | `hint` | moves left and the next move; greedy best-first search as the fallback |
//! | `answer` | verdicts on answers of any program, and what `solve` prints around the moves |
//! | `explore`, `map` | the reachable state space, counted by layers and as a graph |
//! | `write`, `words` | boards as text in their formats; results in words, for the program and the terminal player |
//! | `document`, `handle` | requests, responses, faults, sessions and the catalogue as documents; one request, one response |
//!
//! The contract itself is in `fewest-core`; what a front end needs of it is exported here too.

mod answer;
mod document;
mod explore;
mod handle;
mod hint;
mod map;
mod open;
mod position;
mod registry;
pub mod words;
mod write;

pub use answer::judge::{Judge, judge};
pub use answer::move_data::{MoveData, move_data};
pub use answer::play_text::play_text;
pub use answer::remarks::{Remarks, remarks};
pub use answer::verdict::{Claimed, Known, Verdict};
pub use document::catalogue::{FamilyDocument, catalogue};
pub use document::fault::FaultDocument;
pub use document::progress::{Progress, Stats};
pub use document::session::Session;
pub use document::{Command, PuzzleText, ReasonDocument, Request, Response, ResponseStatus};
pub use explore::{Elsewhere, ExploreOptions, Explored, LayerSink};
pub use handle::{handle, stats};
pub use hint::greedy::GreedyPath;
pub use hint::{Hint, advise, hint, other_metrics};
pub use map::{Map, MapOptions, Unmapped};
pub use open::caption::caption;
pub use open::opened::Opened;
pub use open::{AsWhat, BETWEEN_BOARDS, Candidate, OpenError, Opening, claims, example, open, recognise};
pub use position::{Bug, Position, ReasonText, Report, Solution};
pub(crate) use position::{ErasedBoard, typed_moves};
pub use registry::{Entry, FAMILIES, Made, entry, families, family, register};
pub use write::{holds_one_puzzle, write};

pub use fewest_core::drawing::ID as DRAWING;
pub use fewest_core::exit_code;
pub use fewest_core::family::{
    Claim, Family, Found, GreedyHeuristic, Images, Instance, Lines, ReadOptions, Reading, SolveOptions, Sure,
    Tables, Written,
};
pub use fewest_core::fault::{Fault, Illegal, PossibleReading, did_you_mean, nearest};
pub use fewest_core::generate::{Collection, Enumeration, GenerateOptions, Generated};
pub use fewest_core::info::{
    Course, CourseOption, CourseRun, Example, Format, Info, Metric, NamedValue, Notation, OptionField,
    OptionSpec, OptionValue, Sorted, sort,
};
pub use fewest_core::report::{Ended, LowerBound, Reason, SearchLog, SolveReport};
pub use fewest_core::room::Room;
pub use fewest_core::scene::{
    Brush, Form, Gesture, Grid, Ground, Mark, Naming, Overlay, Place, Role, Scene, Shape, Stroke, Wire,
};
pub use fewest_core::source::{Source, Span, csv_field, is_hidden, visible, visible_bytes, visible_lines};
pub use fewest_search::{Context, Counters, MemoryCache, Stop, TableBytes, TableCache, Tier};
