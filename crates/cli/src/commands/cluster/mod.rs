//! `fewest explore` in several processes and `fewest launch`: one breadth-first search on several
//! hosts.

pub mod explore;
mod hosts;
pub mod launch;
mod secret;
