//! Input handling: keys and mouse.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, new_puzzle};
use super::game::{Arrow, Cell, Choices, step};
use crate::exit::Code;

impl App {
    /// Handles an event. Returns the exit code if it ends the program.
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
        if self.playback.is_some() {
            return self.playback_key(key.code);
        }
        if self.prompt.is_some() {
            self.prompt_key(key.code);
            return None;
        }
        // Any key closes the help; q and Esc do nothing else.
        if std::mem::take(&mut self.has_help) && matches!(key.code, KeyCode::Char('q' | '?') | KeyCode::Esc) {
            return None;
        }
        if let KeyCode::Char(digit @ '0'..='9') = key.code {
            self.digit(digit);
            return None;
        }
        self.typed.clear();
        match key.code {
            KeyCode::Char('?') => self.has_help = true,
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
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('s') => self.show_me(),
            KeyCode::Char('n') => self.prompt = Some(String::new()),
            _ => {}
        }
        None
    }

    fn playback_key(&mut self, key: KeyCode) -> Option<Code> {
        let playback = self.playback.as_mut()?;
        match key {
            KeyCode::Char('q') | KeyCode::Esc if self.only_playback => return Some(Code::Answered),
            KeyCode::Char('q') | KeyCode::Esc => self.playback = None,
            KeyCode::Char(' ') => playback.pause(),
            KeyCode::Right | KeyCode::Char('.') => playback.step(1),
            KeyCode::Left | KeyCode::Char(',') => playback.step(-1),
            KeyCode::Home => playback.step(isize::MIN / 2),
            KeyCode::End => playback.step(isize::MAX / 2),
            KeyCode::Char('+' | '=') | KeyCode::Up => playback.faster(2.0),
            KeyCode::Char('-') | KeyCode::Down => playback.faster(0.5),
            KeyCode::Enter if !self.only_playback => {
                let moves: Vec<String> =
                    playback.steps.iter().take(playback.at + 1).skip(1).map(|step| step.by.clone()).collect();
                self.playback = None;
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
            KeyCode::Esc | KeyCode::Char('q') => self.prompt = None,
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
            None if self.game.has_one_gap() => match self.game.to_gap(arrow) {
                Some(by) => self.play(&by),
                None => self.message = "nothing can slide that way".to_owned(),
            },
            None => {
                let scene = self.game.position().scene();
                self.cursor = step(&scene, self.cursor, arrow);
                // The wires at the cursor are shown instead.
                if !scene.wires.is_empty() {
                    self.message.clear();
                }
            }
        }
    }

    /// Takes the piece whose label is typed digit by digit.
    fn digit(&mut self, digit: char) {
        self.typed.push(digit);
        let scene = self.game.position().scene();
        let named = |typed: &str| {
            let mut shapes = scene.shapes.iter().filter(|shape| shape.label.trim() == typed);
            shapes.next().and_then(|shape| shape.cells.first().copied())
        };
        let longer = |typed: &str| {
            scene
                .shapes
                .iter()
                .any(|shape| shape.label.trim().len() > typed.len() && shape.label.trim().starts_with(typed))
        };
        if named(&self.typed).is_none() && !longer(&self.typed) {
            self.typed = digit.to_string();
        }
        match named(&self.typed) {
            Some(_) if longer(&self.typed) && !self.can_move(named(&self.typed)) => {
                self.message = format!("{} …", self.typed);
            }
            Some(cell) => {
                self.typed.clear();
                self.choices = None;
                self.take(cell);
            }
            None if longer(&self.typed) => self.message = format!("{} …", self.typed),
            None => {
                self.message = format!("there is no piece {}", self.typed);
                self.typed.clear();
            }
        }
    }

    fn can_move(&self, cell: Option<Cell>) -> bool {
        cell.is_some_and(|cell| !self.game.gestures_at(cell).is_empty())
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

    /// Takes hold of what lies on a cell. If it has one move only, that is played at once.
    fn take(&mut self, cell: Cell) {
        self.cursor = cell;
        let mut options = self.game.gestures_at(cell);
        match options.len() {
            0 => self.message = "no piece there can move".to_owned(),
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
        if self.playback.is_some() || self.prompt.is_some() {
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
        let choices = Choices { options: self.game.gestures_at(from), at: 0 };
        self.choices = None;
        match choices.along(from, to).map(str::to_owned) {
            Some(by) => self.play(&by),
            None => self.message = "it cannot go there".to_owned(),
        }
    }
}
