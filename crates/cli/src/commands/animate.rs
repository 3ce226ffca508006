//! `--animate`: the solution in place on a terminal, and every board in plain letters elsewhere.

use clap::Args;
use fewest::{Position, Solution};
use fewest_draw::Speed;

use super::draw::{boards, pace};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::limits::Limits;
use crate::{film, player};

/// Whether and how fast the solution is played.
#[derive(Args, Clone, Copy, Debug)]
pub struct Animation {
    /// Play the solution: in place on a terminal (space pauses, arrows step, + and - change the speed), as plain boards elsewhere
    #[arg(long, help_heading = "Output")]
    pub animate: bool,

    /// Moves a second [default: 2]
    #[arg(long, value_name = "N", requires = "animate", value_parser = pace, help_heading = "Output")]
    speed: Option<Speed>,
}

impl Animation {
    /// Plays an answer, if that was asked for. Whoever watches may end the program instead.
    pub fn play(
        self,
        console: &mut Console,
        name: &str,
        position: &dyn Position,
        answer: &dyn Solution,
        limits: &Limits,
    ) -> Result<Code, Failure> {
        if !self.animate {
            return Ok(Code::Answered);
        }
        match film::of_answer(position, answer) {
            Err(why) => console.note(&why),
            Ok(shots) if console.is_standard() && player::has_screen() => {
                let speed = self.speed.unwrap_or_default().moves_per_second();
                return player::watch(name, shots, speed, limits, console.is_coloured());
            }
            Ok(shots) => boards(console, &shots, true)?,
        }
        Ok(Code::Answered)
    }
}
