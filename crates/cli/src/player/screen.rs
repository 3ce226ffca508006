//! The terminal in raw mode on the alternate screen with mouse capture. It is restored however the
//! program ends.

use std::io::{self, IsTerminal, Stdout, stdout};
use std::panic;
use std::sync::{Arc, Once};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};

use crate::exit::Code;

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
