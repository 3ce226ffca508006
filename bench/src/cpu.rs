//! CPU time of a piece of work.

/// How often short work is repeated.
const ROUNDS: usize = 5;

/// Runs something and gives what it gave, and the CPU seconds that this process took for it.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = now();
    let result = work();
    (result, now() - begin)
}

/// The same, of the quickest of a few rounds: whatever else a shared machine does can only add.
pub fn least<T>(work: impl Fn() -> T) -> (T, f64) {
    let rounds = (0..ROUNDS).map(|_| time(&work));
    rounds.min_by(|a, b| a.1.total_cmp(&b.1)).expect("more than no rounds")
}

/// CPU seconds of this process so far.
#[cfg(unix)]
pub fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    std::time::Duration::try_from(time).unwrap_or_default().as_secs_f64()
}

/// Without a clock for CPU time, wall time must do.
#[cfg(not(unix))]
pub fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
