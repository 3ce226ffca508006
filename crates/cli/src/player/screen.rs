//! The terminal in raw mode on the alternate screen with mouse capture. It is restored however the
//! program ends.
//!
//! On it: the title with the moves against the best possible, marks on the board, a message, the
//! keys.

use std::io::{IsTerminal, Stdout, stdout};
use std::sync::{Arc, Once};
use std::time::Duration;
use std::{io, panic};

use fewest::service::Scene;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, event, execute};

use crate::exit::Code;
use crate::player::analysis::Degree;
use crate::player::app::App;
use crate::player::game::{Choices, Playback};
use crate::player::view::{Marks, View};

/// The terminal while the player uses it.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    _watched: Arc<()>,
}

/// The time between two checks whether the terminal is still there.
const INTERVAL: Duration = Duration::from_millis(500);

static HOOK: Once = Once::new();

impl Screen {
    /// Returns whether there is a capable terminal.
    pub fn is_there() -> bool {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        io::stdin().is_terminal() && stdout().is_terminal() && !is_dumb
    }

    /// Takes the terminal.
    pub fn enter() -> io::Result<Self> {
        // The message of a panic must not vanish with the alternate screen.
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |what| {
                give_back();
                before(what);
            }));
        });
        enable_raw_mode()?;
        let entered = execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        let screen = terminal.map(|terminal| Self { terminal, _watched: end_with_the_terminal() });
        screen.inspect_err(|_| give_back())
    }

    /// Draws a frame.
    pub fn show(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        self.terminal.draw(|frame| draw(frame.buffer_mut()))?;
        Ok(())
    }

    /// Returns the next event. `None` after `wait`.
    pub fn event(&self, wait: Duration) -> io::Result<Option<Event>> {
        if event::poll(wait)? { event::read().map(Some) } else { Ok(None) }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Ends the program when the terminal was closed. Waiting for keys would then never end and take
/// 100 % of a core.
fn end_with_the_terminal() -> Arc<()> {
    let ours = Arc::new(());
    let watched = Arc::downgrade(&ours);
    std::thread::spawn(move || {
        while watched.strong_count() > 0 {
            std::thread::sleep(INTERVAL);
            if watched.strong_count() > 0 && !io::stdin().is_terminal() {
                std::process::exit(Code::Interrupted.number().into());
            }
        }
    });
    ours
}

/// Restores the terminal. Errors are ignored.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

const PLAY_KEYS: &str = "u undo · r redo · x restart · h hint · s show me · n new · ? help · q quit";
const SHOW_KEYS: &str = "space pause · left right step · + - speed · Enter play on from here · q back";
const ANIMATION_KEYS: &str = "space pause · left right step · Home End · + - speed · q quit";

/// What the keys do, and what the signs mean.
const HELP: [&str; 20] = [
    "arrows      move the cursor; where one gap is left, slide a piece into it",
    "digits      take the piece of that number",
    "Enter       take the piece at the cursor, or make the move that is shown",
    "Tab         another move of that piece",
    "Esc         let go of the piece; leave",
    "u  r  x     undo, redo, back to the start",
    "h           a hint; again for more: solvable, moves left, which piece, the move",
    "s           show me: the solution, move by move",
    "n           a new puzzle",
    "q           leave",
    "",
    "the mouse clicks lights and pieces, and drags pieces and pegs",
    "",
    "[ ]  cursor      { }  where the piece would go      > <  hint: from and to",
    "\u{b7}    a free cell, or a light that is off",
    "\u{d7}    a free cell that belongs to the goal, or a gate for the goal piece alone",
    "#    a light that is on; \u{25cf} a peg, \u{25cb} an empty hole",
    "",
    "`best` is the fewest moves from the start",
    "q or Esc closes this help",
];

impl App {
    /// Returns the best possible as text.
    fn best_possible(&self) -> String {
        match self.best.analysis() {
            None if self.best.is_thinking() => "best …".to_owned(),
            None => String::new(),
            Some(analysis) => match &analysis.line {
                Some(line) if analysis.fewest => format!("best {}", line.len()),
                Some(line) => format!("best known {}", line.len()),
                None if analysis.is_lost() => "no solution".to_owned(),
                None => "best unknown".to_owned(),
            },
        }
    }

    /// Returns the wires of the place of the cursor as text, because a text drawing cannot show
    /// them.
    fn wires_here(&self, scene: &Scene) -> String {
        let here = format!("{}: ", scene.name(self.cursor));
        let wires = scene.wiring().into_iter().find(|wires| wires.starts_with(&here));
        wires.map(|wires| format!("wired {wires}")).unwrap_or_default()
    }

    /// Draws the app.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        if self.has_help {
            let style = ratatui::style::Style::new();
            for (line, text) in (0..buffer.area.height).zip(HELP) {
                buffer.set_stringn(0, line, text, usize::from(buffer.area.width), style);
            }
            return;
        }
        let position = match self.playback.as_ref().and_then(Playback::current) {
            Some(step) => step.position.as_ref(),
            None => self.game.position(),
        };
        let scene = position.scene();
        let metric = position.metric();
        let left = format!("{} · {} · {}", self.game.name, position.info().id, metric.id);
        let mut marks = Marks::default();
        let (right, message, keys) = match &self.playback {
            Some(playback) => {
                let state = if playback.is_over() {
                    "end"
                } else if playback.is_paused {
                    "paused"
                } else {
                    "playing"
                };
                let right = format!(
                    "{} of {} · {} a second · {state}",
                    playback.at,
                    playback.steps.len() - 1,
                    playback.speed
                );
                let by = playback.current().map(|step| step.by.clone()).unwrap_or_default();
                (right, by, if self.only_playback { ANIMATION_KEYS } else { SHOW_KEYS })
            }
            None => {
                marks.cursor = Some(self.cursor);
                if let Some((_, gesture)) = self.choices.as_ref().and_then(Choices::chosen) {
                    marks.choose(&scene, gesture);
                }
                if let (Degree::Piece | Degree::Move, Some(place)) = (self.degree, self.next_place()) {
                    marks.hinted =
                        scene.shape_at(place).map_or_else(|| vec![place], |shape| shape.cells.clone());
                    if let (Degree::Move, Some([_, to])) = (self.degree, self.next_ends()) {
                        marks.hinted.push(to);
                    }
                }
                let message = match (&self.prompt, self.choices.as_ref().and_then(Choices::chosen)) {
                    (Some(typed), _) => {
                        format!("a new puzzle of how many {}? (Enter: any) {typed}_", metric.id)
                    }
                    (None, Some((by, _))) => format!("{by}?  {}", self.message),
                    (None, None) if self.message.is_empty() => self.wires_here(&scene),
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
