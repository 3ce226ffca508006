//! The terminal player: games and animations. It contains no rules of puzzles: positions, their
//! moves and the gestures of moves come from the library.

mod analysis;
mod app;
mod game;
mod keys;
mod lines;
mod menu;
mod screen;
mod view;

use fewest::service::Position;

use crate::exit::{Code, Failure};
use crate::runtime::limits;
use crate::runtime::limits::Limits;
use crate::show::Step;
use app::App;
use game::{Game, Playback};
use screen::Screen;

pub use lines::play as play_in_lines;
pub use menu::{choose, choose_in_lines};

/// Returns whether there is a terminal to play at.
pub fn has_screen() -> bool {
    Screen::is_there()
}

/// Plays a puzzle until the user leaves.
pub fn play(
    name: &str,
    position: Box<dyn Position>,
    limits: &Limits,
    is_coloured: bool,
) -> Result<Code, Failure> {
    run(App::new(Game::new(name, position), limits, is_coloured))
}

/// Plays the animation of a solution until the user leaves.
pub fn play_solution(
    name: &str,
    steps: Vec<Step>,
    speed: f32,
    limits: &Limits,
    is_coloured: bool,
) -> Result<Code, Failure> {
    let Some(first) = steps.first() else { return Ok(Code::Answered) };
    let game = Game::new(name, first.position.copy());
    run(App::with_playback(game, Playback::new(steps, speed), limits, is_coloured))
}

fn run(mut app: App) -> Result<Code, Failure> {
    limits::listen_for_interrupts();
    let mut screen = Screen::enter()?;
    let mut changed = true;
    loop {
        if changed {
            screen.show(|buffer| app.draw(buffer))?;
            // A test sets this to see that the terminal is restored.
            #[cfg(debug_assertions)]
            assert!(std::env::var_os("FEWEST_BUG_IN_PLAY").is_none(), "a bug on purpose");
        }
        let event = screen.event(app.event_timeout())?;
        if limits::is_interrupted() {
            return Ok(Code::Interrupted);
        }
        changed = app.tick() | event.is_some();
        if let Some(code) = event.and_then(|event| app.on(&event)) {
            return Ok(code);
        }
    }
}
