//! The player at the terminal: what every key and click does. It knows no rule: it offers the moves that the library lists.

use std::time::Duration;

use fewest::{GenerateHow, Grid, Position};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::advice::Advice;
use super::choices::{Arrow, Cell, Choices, step};
use super::game::Game;
use super::hints::{self, Degree};
use super::job::Job;
use super::view::{Marks, Placed, View};
use super::watch::Watch;
use crate::commands::generate::fresh_seed;
use crate::exit::Code;
use crate::film;
use crate::limits::Limits;
use crate::show;

/// Moves a second when a solution is shown.
const SPEED: f32 = 2.0;

/// A game at the terminal.
pub struct App {
    game: Game,
    cursor: Cell,
    /// The shape in one's hand.
    choices: Option<Choices>,
    /// What is known from here.
    advice: Advice,
    /// What is known from the start: the best possible.
    best: Advice,
    degree: Degree,
    /// The solution is to be shown once it is known.
    wants_show: bool,
    watch: Option<Watch>,
    /// Nothing but the solution is shown.
    only_watch: bool,
    /// The number of moves of a new puzzle, as it is typed.
    prompt: Option<String>,
    making: Option<Job<Result<Box<dyn Position>, String>>>,
    message: String,
    /// Where the button of the mouse went down.
    pressed: Option<Cell>,
    placed: Option<Placed>,
    is_coloured: bool,
    limits: Limits,
}

impl App {
    pub fn new(game: Game, limits: &Limits, is_coloured: bool) -> Self {
        let mut app = Self {
            cursor: (0, 0),
            choices: None,
            advice: Advice::new(limits),
            best: Advice::new(limits),
            degree: Degree::Nothing,
            wants_show: false,
            watch: None,
            only_watch: false,
            prompt: None,
            making: None,
            message: String::new(),
            pressed: None,
            placed: None,
            is_coloured,
            limits: limits.clone(),
            game,
        };
        app.begin();
        app
    }

    /// Shows a solution and nothing else.
    pub fn watching(game: Game, watch: Watch, limits: &Limits, is_coloured: bool) -> Self {
        let mut app = Self::new(game, limits, is_coloured);
        app.best.forget();
        Self { watch: Some(watch), only_watch: true, ..app }
    }

    /// A new puzzle is on the screen.
    fn begin(&mut self) {
        let scene = self.game.position().scene();
        let first =
            scene.shapes.iter().filter_map(|shape| shape.cells.first()).min_by_key(|cell| (cell.1, cell.0));
        self.cursor = match scene.ground {
            fewest::Ground::Floor => (0, 0),
            fewest::Ground::Nothing => first.copied().unwrap_or((0, 0)),
        };
        self.advice.forget();
        self.best.forget();
        self.best.ask(self.game.start());
        self.choices = None;
        self.degree = Degree::Nothing;
        if self.game.position().is_goal() {
            self.message = "It is solved already.".to_owned();
        }
    }

    /// How long nothing changes by itself.
    pub fn patience(&self) -> Duration {
        let waits = self.advice.is_thinking() || self.best.is_thinking() || self.making.is_some();
        let longest = Duration::from_millis(if waits { 80 } else { 250 });
        match &self.watch {
            Some(watch) if !watch.is_paused && !watch.is_over() => watch.left().min(longest),
            _ => longest,
        }
    }

    /// What happens by itself; `true` if the screen changes.
    pub fn tick(&mut self) -> bool {
        let mut changed = self.watch.as_mut().is_some_and(Watch::tick);
        match self.best.look() {
            Ok(news) => changed |= news,
            Err(why) => self.message = why,
        }
        match self.advice.look() {
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
                Ok(Some(Ok(position))) => {
                    self.making = None;
                    self.message = String::new();
                    self.game = Game::new("new puzzle", position);
                    self.begin();
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

    /// Something is known now that was waited for.
    fn advise(&mut self) {
        let Some(known) = self.advice.known().cloned() else { return };
        if std::mem::take(&mut self.wants_show) {
            match known.line {
                Some(line) if !line.is_empty() => self.show(&line),
                Some(_) => self.message = "It is solved.".to_owned(),
                None => self.message = known.left(self.game.position().metric()),
            }
        } else if self.degree > Degree::Nothing {
            let scene = self.game.position().scene();
            let place = self.next_place().map(|cell| hints::describe(&scene, cell));
            self.message = hints::say(self.degree, &known, self.game.position(), place.as_deref());
        }
    }

    fn show(&mut self, line: &[String]) {
        match film::shots(self.game.position(), line) {
            Ok(shots) => self.watch = Some(Watch::new(shots, SPEED)),
            Err(why) => self.message = why,
        }
    }

    /// Where the best next move takes hold.
    fn next_place(&self) -> Option<Cell> {
        let next = self.advice.known()?.line.as_ref()?.first()?;
        film::way(self.game.position(), next).first().copied()
    }

    /// What the user did; a code if it ends the program.
    pub fn on(&mut self, event: &Event) -> Option<Code> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => {
                self.mouse(*mouse);
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Code> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Some(Code::Interrupted);
        }
        if self.watch.is_some() {
            return self.watch_key(key.code);
        }
        if self.prompt.is_some() {
            self.prompt_key(key.code);
            return None;
        }
        match key.code {
            KeyCode::Char('q') => return Some(Code::Answered),
            KeyCode::Esc if self.choices.is_none() && self.making.is_none() => return Some(Code::Answered),
            KeyCode::Esc => {
                self.choices = None;
                self.making = None;
                self.message = String::new();
            }
            KeyCode::Up => self.arrow(Arrow::Up),
            KeyCode::Down => self.arrow(Arrow::Down),
            KeyCode::Left => self.arrow(Arrow::Left),
            KeyCode::Right => self.arrow(Arrow::Right),
            KeyCode::Tab => {
                if let Some(choices) = &mut self.choices {
                    choices.next();
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.enter(),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('x') => self.restart(),
            KeyCode::Char('h' | '?') => self.hint(),
            KeyCode::Char('s') => self.show_me(),
            KeyCode::Char('n') => self.prompt = Some(String::new()),
            _ => {}
        }
        None
    }

    fn watch_key(&mut self, key: KeyCode) -> Option<Code> {
        let watch = self.watch.as_mut()?;
        match key {
            KeyCode::Char('q') | KeyCode::Esc if self.only_watch => return Some(Code::Answered),
            KeyCode::Char('q') | KeyCode::Esc => self.watch = None,
            KeyCode::Char(' ') => watch.pause(),
            KeyCode::Right | KeyCode::Char('.') => watch.step(1),
            KeyCode::Left | KeyCode::Char(',') => watch.step(-1),
            KeyCode::Home => watch.step(isize::MIN / 2),
            KeyCode::End => watch.step(isize::MAX / 2),
            KeyCode::Char('+' | '=') | KeyCode::Up => watch.faster(2.0),
            KeyCode::Char('-') | KeyCode::Down => watch.faster(0.5),
            KeyCode::Enter if !self.only_watch => {
                let moves: Vec<String> =
                    watch.shots.iter().take(watch.at + 1).skip(1).map(|shot| shot.by.clone()).collect();
                self.watch = None;
                moves.iter().for_each(|by| self.play(by));
            }
            _ => {}
        }
        None
    }

    fn prompt_key(&mut self, key: KeyCode) {
        let Some(typed) = &mut self.prompt else { return };
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < 4 => typed.push(digit),
            KeyCode::Backspace => {
                typed.pop();
            }
            KeyCode::Esc => self.prompt = None,
            KeyCode::Enter => {
                let moves = typed.parse().ok();
                self.prompt = None;
                self.message = "making a puzzle; Esc gives up".to_owned();
                self.making = Some(new_puzzle(self.game.position(), moves, &self.limits));
            }
            _ => {}
        }
    }

    fn arrow(&mut self, arrow: Arrow) {
        match &mut self.choices {
            Some(choices) => choices.turn(arrow),
            None => self.cursor = step(&self.game.position().scene(), self.cursor, arrow),
        }
    }

    fn enter(&mut self) {
        match self.choices.take() {
            Some(choices) => {
                if let Some((by, _)) = choices.chosen() {
                    self.play(by);
                }
            }
            None => self.take(self.cursor),
        }
    }

    /// Takes hold of what lies on a cell: if it has one move only, that is played at once.
    fn take(&mut self, cell: Cell) {
        self.cursor = cell;
        let mut options = self.game.touch(cell);
        match options.len() {
            0 => self.message = "nothing there can move".to_owned(),
            1 => {
                let (by, _) = options.remove(0);
                self.play(&by);
            }
            _ => {
                self.message = "arrows choose where to, Enter moves, Esc lets go".to_owned();
                self.choices = Some(Choices { options, at: 0 });
            }
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.placed.as_ref().and_then(|placed| placed.cell(mouse.column, mouse.row));
        if self.watch.is_some() || self.prompt.is_some() {
            return;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.pressed = cell,
            MouseEventKind::Up(MouseButton::Left) => {
                let Some((from, to)) = self.pressed.take().zip(cell) else { return };
                self.drag(from, to);
            }
            _ => {}
        }
    }

    fn drag(&mut self, from: Cell, to: Cell) {
        let scene = self.game.position().scene();
        if from == to {
            let chosen =
                self.choices.as_ref().and_then(|choices| choices.over(&scene, to).map(str::to_owned));
            self.choices = None;
            match chosen {
                Some(by) => self.play(&by),
                None => self.take(to),
            }
            return;
        }
        let choices = Choices { options: self.game.touch(from), at: 0 };
        self.choices = None;
        match choices.along(from, to).map(str::to_owned) {
            Some(by) => self.play(&by),
            None => self.message = "it cannot go there".to_owned(),
        }
    }

    fn play(&mut self, by: &str) {
        let end = film::way(self.game.position(), by).last().copied();
        if let Err(why) = self.game.play(by) {
            self.message = why.0;
            return;
        }
        self.cursor = end.unwrap_or(self.cursor);
        self.advice.follow(by);
        self.moved(by.to_owned());
    }

    /// The position changed: earlier hints say nothing about it.
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
        let played = show::count(self.game.played() as u64, metric);
        let best = self.best.known().and_then(|known| Some((known.line.as_ref()?.len(), known.fewest)));
        match best {
            Some((best, true)) if best == self.game.played() => format!("Solved in {played}, the fewest!"),
            Some((best, true)) => format!("Solved in {played}; the fewest is {best}."),
            _ => format!("Solved in {played}."),
        }
    }

    fn undo(&mut self) {
        let by = self.game.undo().map(str::to_owned);
        self.advice.forget();
        self.moved(by.map_or_else(|| "this is the start".to_owned(), |by| format!("taken back: {by}")));
    }

    fn redo(&mut self) {
        let by = self.game.redo().map(str::to_owned);
        self.advice.forget();
        self.moved(by.unwrap_or_else(|| "there is nothing to do again".to_owned()));
    }

    fn restart(&mut self) {
        self.game.restart();
        self.advice.forget();
        self.moved("back at the start; r plays again what you had".to_owned());
    }

    fn hint(&mut self) {
        self.degree = self.degree.more();
        self.ask();
    }

    fn show_me(&mut self) {
        self.wants_show = true;
        self.ask();
    }

    fn ask(&mut self) {
        self.advice.ask(self.game.position());
        if self.advice.is_thinking() {
            self.message = "thinking …".to_owned();
        } else {
            self.advise();
        }
    }

    /// The best possible, in words.
    fn best_possible(&self) -> String {
        match self.best.known() {
            None if self.best.is_thinking() => "best …".to_owned(),
            None => String::new(),
            Some(known) => match &known.line {
                Some(line) if known.fewest => format!("best {}", line.len()),
                Some(line) => format!("best known {}", line.len()),
                None if known.is_lost() => "no solution".to_owned(),
                None => "best unknown".to_owned(),
            },
        }
    }

    /// Draws itself.
    pub fn draw(&mut self, buffer: &mut ratatui::buffer::Buffer) {
        let position = match self.watch.as_ref().and_then(Watch::shot) {
            Some(shot) => shot.position.as_ref(),
            None => self.game.position(),
        };
        let scene = position.scene();
        let metric = position.metric();
        let left = format!("{} · {} · {}", self.game.name, position.info().id, metric.id);
        let mut marks = Marks::default();
        let (right, message, keys) = match &self.watch {
            Some(watch) => {
                let state = if watch.is_over() {
                    "end"
                } else if watch.is_paused {
                    "paused"
                } else {
                    "playing"
                };
                let right =
                    format!("{} of {} · {} a second · {state}", watch.at, watch.shots.len() - 1, watch.speed);
                let by = watch.shot().map(|shot| shot.by.clone()).unwrap_or_default();
                (right, by, if self.only_watch { ANIMATION_KEYS } else { SHOW_KEYS })
            }
            None => {
                marks.cursor = Some(self.cursor);
                if let Some((_, touch)) = self.choices.as_ref().and_then(Choices::chosen) {
                    marks.choose(&scene, touch);
                }
                if let (Degree::Piece | Degree::Move, Some(place)) = (self.degree, self.next_place()) {
                    marks.hinted =
                        scene.shape_at(place).map_or_else(|| vec![place], |shape| shape.cells.clone());
                }
                let message = match (&self.prompt, self.choices.as_ref().and_then(Choices::chosen)) {
                    (Some(typed), _) => {
                        format!("a new puzzle of how many {}? (Enter: any) {typed}_", metric.id)
                    }
                    (None, Some((by, _))) => format!("{by}?  {}", self.message),
                    (None, None) => self.message.clone(),
                };
                let right = format!("{} {} · {}", metric.id, self.game.played(), self.best_possible());
                (right, message, PLAY_KEYS)
            }
        };
        let is_coloured = self.is_coloured;
        let view = View { title: (left, right), scene: &scene, marks, message, keys, is_coloured };
        self.placed = Some(view.draw(buffer));
    }
}

const PLAY_KEYS: &str = "arrows Enter · u undo · r redo · x restart · h hint · s show me · n new · q quit";
const SHOW_KEYS: &str = "space pause · left right step · + - speed · Enter play on from here · q back";
const ANIMATION_KEYS: &str = "space pause · left right step · Home End · + - speed · q quit";

/// Makes a puzzle like this one.
pub fn new_puzzle(
    like: &dyn Position,
    moves: Option<u64>,
    limits: &Limits,
) -> Job<Result<Box<dyn Position>, String>> {
    let scene = like.scene();
    let (family, metric) = (like.info().id, like.metric().id.to_owned());
    // Boards with rows that are set in have no columns to ask for.
    let size = (scene.grid == Grid::Square).then_some((scene.width, scene.height));
    Job::start(limits, move |host| {
        let entry = fewest::family(family).ok_or_else(|| format!("there is no family `{family}`"))?;
        let seed = fresh_seed();
        let how =
            |size| GenerateHow { size, moves, seed, metric: Some(metric.clone()), ..GenerateHow::default() };
        let made = entry.generate(&how(size), host);
        let made = made.or_else(|_| entry.generate(&how(None), host)).map_err(|fault| fault.to_string())?;
        Ok(made.position)
    })
}
