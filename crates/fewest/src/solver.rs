//! Solving within limits.

use std::ops::ControlFlow;
#[cfg(feature = "cache")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::service::{self, Context, Counters, Hint, MemoryCache, SolveOptions, Stop, TableCache};
#[cfg(feature = "explore")]
use crate::service::{ExploreOptions, Explored};
#[cfg(feature = "check")]
use crate::service::{Known, Verdict, judge};
use crate::{Error, Puzzle, Report, TypedBoard};

/// The time after a time limit in which a fallback may still be found.
const OVERTIME: Duration = Duration::from_millis(150);

/// The time limit of [`Puzzle::hint`].
const HINT_TIME: Duration = Duration::from_secs(1);

/// There is no clock in a browser's WebAssembly without its host.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Solves puzzles within limits.
///
/// Without further settings it uses all cores and at most 4 GiB of memory and has no time limit.
/// Tables that it builds last as long as the solver and its clones, or longer in a
/// [folder](Solver::cache_dir): reuse a solver for many puzzles. Answers do not depend on the
/// number of threads. A limit is no error: the [report](Report) says what is proven by then.
///
/// ```
/// use std::time::Duration;
/// use fewest::{Puzzle, Solver, Status};
///
/// let puzzle: Puzzle = "5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n".parse()?;
/// let solver = Solver::new().threads(2).memory(1 << 30).time(Duration::from_secs(60));
/// assert!(matches!(solver.solve(&puzzle)?.status(), Status::Optimal(_)));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Clone)]
pub struct Solver {
    threads: usize,
    memory: usize,
    time: Option<Duration>,
    metric: Option<String>,
    options: SolveOptions,
    cache: Arc<dyn TableCache + Send + Sync>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver")
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("time", &self.time)
            .field("metric", &self.metric)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Returns a solver with all cores, 4 GiB of memory and no time limit.
    pub fn new() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: Context::default().budget.limit(),
            time: None,
            metric: None,
            options: SolveOptions::default(),
            cache: Arc::new(MemoryCache::default()),
            cancel: None,
        }
    }

    pub(crate) fn for_hints() -> Self {
        if HAS_CLOCK { Self::new().time(HINT_TIME) } else { Self::new() }
    }

    /// Sets the number of threads. With 1, no thread is started.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Sets the memory that a search may hold, in bytes. The search leases its tables from this
    /// budget before it allocates them.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: usize::try_from(bytes).unwrap_or(usize::MAX), ..self }
    }

    /// Sets the time limit of each call. It is kept to a few milliseconds.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        Self { time: Some(time), options: SolveOptions { patient: true, ..self.options }, ..self }
    }

    /// Sets the folder in which large tables are kept between runs, such as pattern databases. It
    /// is created when the first table is written. Files in it that are not such tables are never
    /// touched; tables are used only if their checksum is right.
    #[cfg(feature = "cache")]
    #[must_use]
    pub fn cache_dir(self, folder: impl Into<PathBuf>) -> Self {
        Self { cache: Arc::new(fewest_store::FileCache::new(Some(folder.into()))), ..self }
    }

    /// Sets the metric: what counts as one move. Without it, that of the puzzle counts.
    #[must_use]
    pub fn metric(self, metric: &str) -> Self {
        Self { metric: Some(metric.to_owned()), ..self }
    }

    /// Accepts any solution, of any length.
    #[must_use]
    pub fn any(self, any: bool) -> Self {
        Self { options: SolveOptions { any, ..self.options }, ..self }
    }

    /// Prefers a good solution quickly to the fewest moves.
    #[must_use]
    pub fn fast(self, fast: bool) -> Self {
        Self { options: SolveOptions { fast, ..self.options }, ..self }
    }

    /// Counts the optimal solutions too: [`Report::count`].
    #[must_use]
    pub fn count(self, count: bool) -> Self {
        Self { options: SolveOptions { count, ..self.options }, ..self }
    }

    /// Lists at most `most` optimal solutions: [`Report::all`].
    #[must_use]
    pub fn list(self, most: u64) -> Self {
        Self { options: SolveOptions { all: Some(most), ..self.options }, ..self }
    }

    /// Stops the work soon after another thread sets `flag`.
    #[must_use]
    pub fn cancel(self, flag: Arc<AtomicBool>) -> Self {
        Self { cancel: Some(flag), ..self }
    }

    /// Finds a solution with the fewest moves and replays it.
    ///
    /// # Errors
    /// [`Error::Input`] if the family has no such metric, [`Error::Bug`]. Limits, and puzzles
    /// without a solution, are no errors.
    pub fn solve(&self, puzzle: &Puzzle) -> Result<Report, Error> {
        let puzzle = self.in_metric(puzzle)?;
        self.report(&puzzle, |solution| solution.moves(usize::MAX))
    }

    /// Solves a typed board: the moves of the solution are those of its family.
    ///
    /// # Errors
    /// [`Error::Bug`] only.
    pub fn solve_board<B: TypedBoard>(&self, board: &B) -> Result<Report<B::Move>, Error> {
        self.report(&board.clone().into(), B::moves_of)
    }

    fn report<M>(
        &self,
        puzzle: &Puzzle,
        moves: fn(&dyn service::Solution) -> Vec<M>,
    ) -> Result<Report<M>, Error> {
        let position = puzzle.position();
        let report = self.run(|cx| position.solve(&self.options, cx))?;
        Ok(Report::new(position, report, moves))
    }

    /// Returns the moves left and the next move.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    pub fn hint(&self, puzzle: &Puzzle) -> Result<Hint, Error> {
        let puzzle = self.in_metric(puzzle)?;
        Ok(self.run(|cx| service::hint(puzzle.position(), cx))?)
    }

    /// Judges an answer in any text; solves the puzzle where that is needed.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    #[cfg(feature = "check")]
    pub fn check(&self, puzzle: &Puzzle, answer: &str) -> Result<Verdict, Error> {
        let puzzle = self.in_metric(puzzle)?;
        let position = puzzle.position();
        let verdict = judge(position, answer, Known::Nothing);
        if !verdict.is_open() {
            return Ok(verdict);
        }
        let solved = self.run(|cx| position.solve(&SolveOptions::default(), cx))?;
        Ok(judge(position, answer, Known::from_solved(&solved)))
    }

    /// Counts the positions that can be reached, by their distance from the position of the puzzle.
    ///
    /// # Errors
    /// As [`Solver::solve`].
    #[cfg(feature = "explore")]
    pub fn explore(&self, puzzle: &Puzzle) -> Result<Explored, Error> {
        let puzzle = self.in_metric(puzzle)?;
        Ok(self.run(|cx| puzzle.position().explore(&ExploreOptions::default(), cx)))
    }

    fn in_metric(&self, puzzle: &Puzzle) -> Result<Puzzle, Error> {
        match &self.metric {
            Some(metric) if metric != puzzle.metric() => puzzle.in_metric(metric),
            _ => Ok(puzzle.clone()),
        }
    }

    /// Runs work within the limits.
    pub(crate) fn run<R>(&self, work: impl FnOnce(&Context<'_>) -> R) -> R {
        let started = self.time.filter(|_| HAS_CLOCK).map(|_| Instant::now());
        let elapsed = || started.map_or(Duration::ZERO, |started| started.elapsed());
        let time = self.time.unwrap_or(Duration::MAX);
        let is_cancelled = || self.cancel.as_ref().is_some_and(|flag| flag.load(Relaxed));
        let poll = |_: &Counters| match () {
            () if is_cancelled() => ControlFlow::Break(Stop::Interrupt),
            () if elapsed() >= time => ControlFlow::Break(Stop::Time),
            () => ControlFlow::Continue(()),
        };
        let is_overdue = || elapsed() >= time.saturating_add(OVERTIME);
        let cache: &dyn TableCache = self.cache.as_ref();
        let cx = Context::new(self.threads, self.memory, &poll);
        work(&cx.with_table_cache(cache).with_overtime(&is_overdue))
    }
}
