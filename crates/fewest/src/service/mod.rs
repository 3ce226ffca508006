//! The facade: everything that front ends see, made once from the contract of a family.
//!
//! | file | what it holds |
//! |---|---|
//! | `game_id` | ids of Simon Tatham's collection, which several families read |
//! | `room` | the memory that reading or making a board may take |
//! | `source`, `fault`, `visible` | text that comes in, what may be wrong with it, and how it is quoted |
//! | `info`, `family`, `outcome`, `scene`, `touch` | the contract of a family |
//! | `course_options` | options of course programs |
//! | `registry`, `catalogue` | the list of families, also as a document |
//! | `position`, `open` | positions without types; whose text is it? |
//! | `by_search` | solving, counting and listing by layered search, for families that want it |
//! | `hint`, `greedy_path` | moves left and the next move; a move to name where the fewest are not known in time |
//! | `verdict`, `judge`, `printed` | answers of any program, and what `solve` prints around the moves |
//! | `explore`, `map` | everything that can be reached; the same as a graph |
//! | `session`, `document`, `fault_document`, `progress`, `bounded_text`, `handle` | games as documents; one request, one response |

mod bounded_text;
pub mod catalogue;
pub mod document;
pub mod explore;
pub mod fault_document;
pub mod greedy;
pub mod handle;
pub mod hint;
pub mod judge;
pub mod map;
pub mod open;
pub mod position;
pub mod printed;
pub mod progress;
pub mod registry;
pub mod session;
pub mod verdict;
