//! End-to-end tests of the program `fewest`. Each test starts the real program in a temporary
//! folder of its own, so the tests share no current directory, environment or port and run in
//! parallel threads. Heavy and time-critical tests take the lock `harness::alone`.
//!
//! `cargo test -p fewest-cli --test cli explore::` runs the tests of one module.

mod bad_inputs;
mod cache;
mod check;
mod commands;
mod conventions;
mod documents;
mod explore;
mod families;
mod harness;
mod limits;
#[cfg(unix)]
mod output;
mod pictures;
mod proofs;
#[cfg(feature = "cluster")]
mod proxy;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod solve;
#[cfg(unix)]
mod terminal;
#[cfg(all(target_os = "linux", feature = "serve"))]
mod worst;
