//! The state of a game at the terminal. It contains no rules: it offers the moves that the library
//! lists. `keys.rs` handles input, `render.rs` draws it.

use std::time::Duration;

use fewest::service::words::count;
use fewest::service::{GenerateOptions, Grid, Made, Position};

use super::analysis::{self, Analyser, Degree, Job};
use super::game::{Cell, Choices, Game, Playback};
use super::view::Placed;
use crate::runtime::limits::{Deadline, Limits};
use crate::runtime::machine::fresh_seed;
use crate::show;

/// The speed of an animation, in moves per second.
const SPEED: f32 = 2.0;

/// A game at the terminal.
pub struct App {
    pub(super) game: Game,
    pub(super) cursor: Cell,
    /// The moves of the shape that is held.
    pub(super) choices: Option<Choices>,
    /// The analysis of the current position.
    pub(super) analyser: Analyser,
    /// The analysis of the start: the best possible.
    pub(super) best: Analyser,
    pub(super) degree: Degree,
    /// Whether the solution is shown as soon as it is known.
    pub(super) wants_show: bool,
    pub(super) playback: Option<Playback>,
    /// Whether the program only shows a solution.
    pub(super) only_playback: bool,
    /// The number of moves of a new puzzle, while it is typed.
    pub(super) prompt: Option<String>,
    pub(super) making: Option<Job<Result<Made, String>>>,
    pub(super) message: String,
    /// Whether the help is shown instead of the board.
    pub(super) has_help: bool,
    /// The digits of a label that were typed.
    pub(super) typed: String,
    /// The cell where the mouse button was pressed.
    pub(super) pressed: Option<Cell>,
    pub(super) placed: Option<Placed>,
    pub(super) is_coloured: bool,
    pub(super) limits: Limits,
}

impl App {
    pub fn new(game: Game, limits: &Limits, is_coloured: bool) -> Self {
        let mut app = Self {
            cursor: (0, 0),
            choices: None,
            analyser: Analyser::new(limits),
            best: Analyser::new(limits),
            degree: Degree::Nothing,
            wants_show: false,
            playback: None,
            only_playback: false,
            prompt: None,
            making: None,
            message: String::new(),
            has_help: false,
            typed: String::new(),
            pressed: None,
            placed: None,
            is_coloured,
            limits: limits.clone(),
            game,
        };
        app.begin();
        app
    }

    /// Creates an app that only shows a solution.
    pub fn with_playback(game: Game, playback: Playback, limits: &Limits, is_coloured: bool) -> Self {
        let mut app = Self::new(game, limits, is_coloured);
        app.best.forget();
        Self { playback: Some(playback), only_playback: true, ..app }
    }

    /// Resets the state for a new puzzle.
    fn begin(&mut self) {
        let scene = self.game.position().scene();
        let first =
            scene.shapes.iter().filter_map(|shape| shape.cells.first()).min_by_key(|cell| (cell.1, cell.0));
        self.cursor = match scene.ground {
            fewest::service::Ground::Floor => (0, 0),
            fewest::service::Ground::Nothing => first.copied().unwrap_or((0, 0)),
        };
        self.analyser.forget();
        self.best.forget();
        self.best.ask(self.game.start());
        self.choices = None;
        self.degree = Degree::Nothing;
        if self.game.position().is_goal() {
            self.message = "It is solved already.".to_owned();
        }
    }

    /// Returns the time until the screen may change without input.
    pub fn event_timeout(&self) -> Duration {
        let waits = self.analyser.is_thinking() || self.best.is_thinking() || self.making.is_some();
        let longest = Duration::from_millis(if waits { 80 } else { 250 });
        match &self.playback {
            Some(playback) if !playback.is_paused && !playback.is_over() => playback.left().min(longest),
            _ => longest,
        }
    }

    /// Polls background work and playback. Returns whether the screen changes.
    pub fn tick(&mut self) -> bool {
        let mut changed = self.playback.as_mut().is_some_and(Playback::tick);
        match self.best.look() {
            Ok(news) => changed |= news,
            Err(why) => self.message = why,
        }
        match self.analyser.look() {
            Ok(false) => {}
            Ok(true) => {
                changed = true;
                self.advise();
            }
            Err(why) => {
                changed = true;
                self.message = why;
            }
        }
        if let Some(job) = &self.making {
            match job.look() {
                Ok(None) => {}
                Ok(Some(Ok(Made { position, lacks }))) => {
                    self.making = None;
                    self.game = Game::new("new puzzle", position);
                    self.begin();
                    self.message = lacks.map(|lacks| lacks.what).unwrap_or_default();
                    changed = true;
                }
                Ok(Some(Err(why))) | Err(why) => {
                    self.making = None;
                    self.message = why;
                    changed = true;
                }
            }
        }
        changed
    }

    /// Shows the solution or hint that was waiting for the analysis.
    fn advise(&mut self) {
        let Some(analysis) = self.analyser.analysis().cloned() else { return };
        if std::mem::take(&mut self.wants_show) {
            match analysis.line {
                Some(line) if !line.is_empty() => self.show(&line),
                Some(_) => self.message = "It is solved.".to_owned(),
                None => self.message = analysis.left(self.game.position().metric()),
            }
        } else if self.degree > Degree::Nothing {
            let scene = self.game.position().scene();
            let place = self.next_place().map(|cell| analysis::place_text(&scene, cell));
            self.message =
                analysis::hint_text(self.degree, &analysis, self.game.position(), place.as_deref());
        }
    }

    fn show(&mut self, line: &[String]) {
        match show::steps(self.game.position(), line, Deadline::never()) {
            Ok(steps) => self.playback = Some(Playback::new(steps, SPEED)),
            Err(why) => self.message = why.to_string(),
        }
    }

    /// Returns the cells where the gesture of the best next move begins and ends.
    pub(super) fn next_ends(&self) -> Option<[Cell; 2]> {
        let next = self.analyser.analysis()?.next()?;
        let way = show::gesture_path(self.game.position(), next);
        Some([*way.first()?, *way.last()?])
    }

    /// Returns the cell where the gesture of the best next move begins.
    pub(super) fn next_place(&self) -> Option<Cell> {
        let next = self.analyser.analysis()?.next()?;
        show::gesture_path(self.game.position(), next).first().copied()
    }

    pub(super) fn play(&mut self, by: &str) {
        let end = show::gesture_path(self.game.position(), by).last().copied();
        if let Err(why) = self.game.play(by) {
            self.message = why.0;
            return;
        }
        self.cursor = end.unwrap_or(self.cursor);
        self.analyser.follow(by);
        self.moved(by.to_owned());
    }

    /// Resets hints after a change of the position.
    fn moved(&mut self, message: String) {
        self.degree = Degree::Nothing;
        self.choices = None;
        self.wants_show = false;
        self.message = message;
        if self.game.position().is_goal() {
            self.message = self.praise();
        }
    }

    fn praise(&self) -> String {
        let metric = self.game.position().metric();
        let played = count(self.game.played() as u64, metric);
        let best =
            self.best.analysis().and_then(|analysis| Some((analysis.line.as_ref()?.len(), analysis.fewest)));
        match best {
            Some((best, true)) if best == self.game.played() => format!("Solved in {played}, the fewest!"),
            Some((best, true)) => format!("Solved in {played}; the fewest is {best}."),
            _ => format!("Solved in {played}."),
        }
    }

    pub(super) fn undo(&mut self) {
        let by = self.game.undo().map(str::to_owned);
        self.analyser.forget();
        self.moved(by.map_or_else(|| "this is the start".to_owned(), |by| format!("taken back: {by}")));
    }

    pub(super) fn redo(&mut self) {
        let by = self.game.redo().map(str::to_owned);
        self.analyser.forget();
        self.moved(by.unwrap_or_else(|| "there is no move to redo".to_owned()));
    }

    pub(super) fn restart(&mut self) {
        self.game.restart();
        self.analyser.forget();
        self.moved("back at the start; r plays again what you had".to_owned());
    }

    pub(super) fn hint(&mut self) {
        self.degree = self.degree.more();
        self.ask();
    }

    pub(super) fn show_me(&mut self) {
        self.wants_show = true;
        self.ask();
    }

    fn ask(&mut self) {
        self.analyser.ask(self.game.position());
        if self.analyser.is_thinking() {
            self.message = "thinking …".to_owned();
        } else {
            self.advise();
        }
    }
}

/// Starts a job that generates a puzzle like this one.
pub fn new_puzzle(like: &dyn Position, moves: Option<u64>, limits: &Limits) -> Job<Result<Made, String>> {
    let scene = like.scene();
    let (family, metric) = (like.info().id, like.metric().id.to_owned());
    // Boards with indented rows have no columns to ask for.
    let size = (scene.grid == Grid::Square).then_some((scene.width, scene.height));
    Job::start(limits, move |cx| {
        let entry =
            fewest::service::family(family).ok_or_else(|| format!("there is no family `{family}`"))?;
        let seed = fresh_seed();
        let options = |size| GenerateOptions {
            size,
            moves,
            seed,
            metric: Some(metric.clone()),
            ..GenerateOptions::default()
        };
        let made = entry.generate(&options(size), cx);
        made.or_else(|_| entry.generate(&options(None), cx)).map_err(|fault| fault.to_string())
    })
}
