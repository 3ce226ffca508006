//! The analysis of the position on the screen by the solver, in a background thread that is stopped
//! when the position changes.
//!
//! Hints come in degrees: each says more than the one before.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use fewest::service::{Context, Ended, Form, LowerBound, Metric, Position, Scene, words};

use crate::runtime;
use crate::runtime::limits::Limits;

/// What the solver knows about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The moves of a solution, if one is known.
    pub line: Option<Vec<String>>,
    /// The most promising move, if no solution is known.
    pub promising: Option<String>,
    /// Whether the solution is proven to be the shortest.
    pub fewest: bool,
    at_least: LowerBound,
    ended: Ended,
}

impl Analysis {
    /// Analyses a position within the limits of the context.
    fn of(position: &dyn Position, cx: &Context<'_>) -> Result<Self, String> {
        let (solved, greedy_path) = fewest::service::advise(position, cx).map_err(|bug| bug.0)?;
        let mut analysis = Self {
            line: solved.best.as_ref().map(|best| best.moves(usize::MAX)),
            promising: None,
            fewest: solved.is_fewest(),
            at_least: solved.at_least,
            ended: solved.ended,
        };
        match greedy_path {
            Some(greedy_path) if greedy_path.arrives => analysis.line = Some(greedy_path.moves),
            Some(greedy_path) => analysis.promising = greedy_path.moves.into_iter().next(),
            None => {}
        }
        Ok(analysis)
    }

    /// Returns the next move. `None` if there is neither a solution nor a promising move.
    pub fn next(&self) -> Option<&String> {
        self.line.as_ref().and_then(|line| line.first()).or(self.promising.as_ref())
    }

    /// Returns whether there is provably no solution.
    pub fn is_lost(&self) -> bool {
        self.line.is_none() && self.at_least == LowerBound::Never
    }

    /// Returns the number of moves left as text.
    pub fn left(&self, metric: &Metric) -> String {
        let found = self.line.as_ref().map(|line| (line.len() as u64, self.fewest));
        words::left(found, self.at_least, self.ended, metric)
    }
}

/// The analysis of a position, finished or running.
pub struct Analyser {
    limits: Limits,
    job: Option<Job<Result<Analysis, String>>>,
    analysis: Option<Analysis>,
}

impl Analyser {
    pub fn new(limits: &Limits) -> Self {
        Self { limits: limits.clone(), job: None, analysis: None }
    }

    /// Returns the finished analysis, if there is one.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    pub fn is_thinking(&self) -> bool {
        self.job.is_some()
    }

    /// Starts the analysis of a position, unless there is one already.
    pub fn ask(&mut self, position: &dyn Position) {
        if self.analysis.is_some() || self.job.is_some() {
            return;
        }
        let position = position.copy();
        self.job = Some(Job::start(&self.limits, move |cx| Analysis::of(position.as_ref(), cx)));
    }

    /// Polls the job. Returns whether the analysis has finished now.
    ///
    /// # Errors
    /// A bug of the solver.
    pub fn look(&mut self) -> Result<bool, String> {
        let Some(job) = &self.job else { return Ok(false) };
        let made = job.look().inspect_err(|_| self.job = None)?;
        let Some(analysis) = made else { return Ok(false) };
        self.job = None;
        self.analysis = Some(analysis?);
        Ok(true)
    }

    /// Waits for the analysis of a position.
    ///
    /// # Errors
    /// A bug of the solver.
    pub fn wait(&mut self, position: &dyn Position) -> Result<Analysis, String> {
        self.ask(position);
        if let Some(job) = self.job.take() {
            self.analysis = Some(job.wait()??);
        }
        self.analysis.clone().ok_or_else(|| "there is no result".to_owned())
    }

    /// Follows a move: the analysis is kept if it was the first move of the solution.
    pub fn follow(&mut self, by: &str) {
        self.job = None;
        let follows = |analysis: Analysis| {
            let (first, rest) = analysis.line.as_ref()?.split_first()?;
            let at_least = match analysis.at_least {
                LowerBound::Moves(least) => LowerBound::Moves(least.saturating_sub(1)),
                LowerBound::Never => LowerBound::Never,
            };
            (first == by).then(|| Analysis { line: Some(rest.to_vec()), at_least, ..analysis })
        };
        self.analysis = self.analysis.take().and_then(follows);
    }

    /// Drops the analysis, because the position is another one.
    pub fn forget(&mut self) {
        self.job = None;
        self.analysis = None;
    }
}

/// The time limit of a job if `--time` is not given.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running job.
pub struct Job<T> {
    stop: Arc<AtomicBool>,
    result: Receiver<T>,
}

impl<T: Send + 'static> Job<T> {
    pub fn start(limits: &Limits, work: impl FnOnce(&Context<'_>) -> T + Send + 'static) -> Self {
        let (send, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&stop);
        let time = limits.time.unwrap_or(PATIENCE);
        let bytes = limits.budget();
        std::thread::spawn(move || {
            let (made, _) = runtime::run_single_threaded(Some(time), bytes, &|_| ended.load(Relaxed), work);
            // The job may have been dropped.
            let _ = send.send(made);
        });
        Self { stop, result }
    }

    /// Returns the result if the job has finished; `Err` if it has panicked.
    pub fn look(&self) -> Result<Option<T>, String> {
        match self.result.try_recv() {
            Ok(made) => Ok(Some(made)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(ENDED.to_owned()),
        }
    }

    /// Waits for the result.
    pub fn wait(self) -> Result<T, String> {
        self.result.recv().map_err(|_| ENDED.to_owned())
    }
}

const ENDED: &str = "the solver failed with an internal error; please report it with the puzzle";

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    /// No hint.
    #[default]
    Nothing,
    /// Whether it can still be solved.
    Solvable,
    /// The number of moves left.
    Left,
    /// Which piece moves next.
    Piece,
    /// The next move.
    Move,
}

impl Degree {
    /// The next degree; the last stays.
    #[must_use]
    pub fn more(self) -> Self {
        match self {
            Self::Nothing => Self::Solvable,
            Self::Solvable => Self::Left,
            Self::Left => Self::Piece,
            Self::Piece | Self::Move => Self::Move,
        }
    }
}

/// Returns a hint as text. `place` describes what the next move takes hold of.
pub fn hint_text(
    degree: Degree,
    analysis: &Analysis,
    position: &dyn Position,
    place: Option<&str>,
) -> String {
    if position.is_goal() {
        return "it is solved".to_owned();
    }
    match (degree, analysis.next()) {
        (Degree::Nothing, _) => String::new(),
        _ if analysis.is_lost() => analysis.left(position.metric()),
        (Degree::Solvable, Some(_)) if analysis.line.is_some() => "it can still be solved".to_owned(),
        (Degree::Solvable | Degree::Left, _) | (_, None) => analysis.left(position.metric()),
        (Degree::Piece, Some(_)) => match place {
            Some(place) => format!("next is {place}"),
            None => analysis.left(position.metric()),
        },
        (Degree::Move, Some(next)) if analysis.line.is_none() => format!("{}: {next}", words::LOOKS_BEST),
        (Degree::Move, Some(next)) => format!("{}: {next}", words::NEXT),
    }
}

/// Returns the description of what lies on a cell: its label if it has one, else the name of the
/// place.
pub fn place_text(scene: &Scene, cell: (usize, usize)) -> String {
    let label = scene.shape_at(cell).map(|shape| shape.label.trim()).unwrap_or_default();
    if scene.form == Form::Block && !label.is_empty() { label.to_owned() } else { scene.name(cell) }
}
