//! `fewest explore` in several processes and `fewest launch`: one breadth-first search on many hosts.

mod hosts;
pub mod launch;
mod secret;
pub mod together;
