//! CPU time of a piece of work.

/// Repetitions of short work.
const ROUNDS: usize = 5;

/// Runs work and returns its result and the CPU seconds of this process.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = now();
    let result = work();
    (result, now() - begin)
}

/// Returns the same for the fastest of a few rounds: other load on the machine can only add time.
pub fn least<T>(work: impl Fn() -> T) -> (T, f64) {
    let rounds = (0..ROUNDS).map(|_| time(&work));
    rounds.min_by(|a, b| a.1.total_cmp(&b.1)).expect("more than no rounds")
}

/// Returns the CPU seconds of this process.
#[cfg(unix)]
pub fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    std::time::Duration::try_from(time).unwrap_or_default().as_secs_f64()
}

/// Returns wall time, because there is no clock for CPU time.
#[cfg(not(unix))]
pub fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
}
