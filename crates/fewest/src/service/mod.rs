//! The service: everything that front ends see, made once from the contract of a family.
//!
//! | file | what it holds |
//! |---|---|
//! | `registry`, `catalogue` | the list of families, also as a document |
//! | `position`, `open` | boards with their types erased; which family and format a text is |
//! | `hint`, `greedy` | moves left and the next move; greedy best-first search as the fallback |
//! | `verdict`, `judge`, `printed` | verdicts on answers of any program, and what `solve` prints around the moves |
//! | `explore`, `map` | the reachable state space, counted by layers and as a graph |
//! | `session`, `document`, `fault_document`, `progress`, `bounded_text`, `handle` | games as documents; one request, one response |
//!
//! The contract itself is in `fewest-core`.

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
