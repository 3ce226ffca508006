//! Fault injection for `cargo xtask faults`. It is compiled in with the feature `failpoints` only.
//!
//! | variable | effect |
//! |---|---|
//! | `FEWEST_FAILPOINT=STEP:N` | the process ends as by `kill -9`, see `fewest-store` |
//! | `FEWEST_PANIC=DEPTH` | a worker panics while it generates that layer |
//! | `FEWEST_SLOW=MICROSECONDS` | the delay after each received message |
//! | `FEWEST_SKEW=1` | all keys belong to the first worker |
//! | `FEWEST_VERSION=TEXT` | the version in the announcement |

pub use fewest_store::reach;

#[cfg(feature = "failpoints")]
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[cfg(not(feature = "failpoints"))]
fn number(_: &str) -> Option<u64> {
    None
}

/// Panics in the layer of `FEWEST_PANIC`.
pub fn panic_at(depth: usize) {
    assert!(number("FEWEST_PANIC") != Some(depth as u64), "a bug on purpose");
}

/// Returns the delay after each received message.
pub fn slow() -> Option<std::time::Duration> {
    number("FEWEST_SLOW").map(std::time::Duration::from_micros)
}

/// Returns whether all keys belong to the first worker.
pub fn skew() -> bool {
    number("FEWEST_SKEW").is_some()
}

/// Returns the version for the announcement.
pub fn version() -> String {
    let own = env!("CARGO_PKG_VERSION").to_owned();
    if cfg!(feature = "failpoints") { std::env::var("FEWEST_VERSION").unwrap_or(own) } else { own }
}
