//! Failpoints: named steps at which the process can be killed as by `kill -9`, to test whether the
//! folder survives.
//!
//! Without the feature `failpoints` they compile to nothing. With it, `FEWEST_FAILPOINT=STEP:N`
//! kills the process when it reaches that step for the N-th time.

/// Marks a step.
#[cfg(not(feature = "failpoints"))]
pub fn reach(_: &str) {}

/// Marks a step.
#[cfg(all(feature = "failpoints", unix))]
pub fn reach(step: &str) {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    static WANTED: OnceLock<Option<(String, u64)>> = OnceLock::new();
    static SEEN: AtomicU64 = AtomicU64::new(0);
    let wanted = WANTED.get_or_init(|| {
        let text = std::env::var("FEWEST_FAILPOINT").ok()?;
        let (step, number) = text.split_once(':')?;
        Some((step.to_owned(), number.parse().ok()?))
    });
    if let Some((name, number)) = wanted
        && name == step
        && SEEN.fetch_add(1, Relaxed) + 1 == *number
    {
        let own = rustix::process::getpid();
        let _ = rustix::process::kill_process(own, rustix::process::Signal::KILL);
        std::process::abort();
    }
}
