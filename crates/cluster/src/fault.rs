//! Faults on purpose, for `cargo xtask faults`. Without the feature `failpoints` nothing of it is in the program.
//!
//! | variable | what it does |
//! |---|---|
//! | `FEWEST_FAILPOINT=STEP:N` | ends the process as by `kill -9`, see `fewest-store` |
//! | `FEWEST_PANIC=DEPTH` | a worker panics while it makes that layer |
//! | `FEWEST_SLOW=MICROSECONDS` | every letter takes so much longer to take in |
//! | `FEWEST_SKEW=1` | the first worker keeps everything |
//! | `FEWEST_VERSION=TEXT` | the version that is told to others |

pub use fewest_store::reach;

#[cfg(feature = "failpoints")]
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[cfg(not(feature = "failpoints"))]
fn number(_: &str) -> Option<u64> {
    None
}

/// Panics in the layer that was asked for.
pub fn panic_at(depth: usize) {
    assert!(number("FEWEST_PANIC") != Some(depth as u64), "a bug on purpose");
}

/// How long to wait after every letter.
pub fn slow() -> Option<std::time::Duration> {
    number("FEWEST_SLOW").map(std::time::Duration::from_micros)
}

/// Whether the first worker keeps everything.
pub fn skew() -> bool {
    number("FEWEST_SKEW").is_some()
}

/// The version to tell others.
pub fn version() -> String {
    let own = env!("CARGO_PKG_VERSION").to_owned();
    if cfg!(feature = "failpoints") { std::env::var("FEWEST_VERSION").unwrap_or(own) } else { own }
}
