//! `--animate`: plays the solution in place on a terminal, and prints every board as text
//! elsewhere.

use clap::Args;
use fewest::{Position, Solution};
use fewest_draw::Speed;

use super::draw::{boards, parse_speed};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::runtime::limits::Limits;
use crate::{animation, player};

/// Options of the animation.
#[derive(Args, Clone, Copy, Debug)]
pub struct Animation {
    /// Play the solution: in place on a terminal (space pauses, arrows step, + and - change the
    /// speed), as plain boards elsewhere
    #[arg(long, help_heading = "Output")]
    pub animate: bool,

    /// Moves a second [default: 2]
    #[arg(long, value_name = "N", requires = "animate", value_parser = parse_speed, help_heading = "Output")]
    speed: Option<Speed>,
}

impl Animation {
    /// Plays a solution if `--animate` is given. The code is `Interrupted` if Ctrl-C ended it.
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
        match animation::steps_of_solution(position, answer) {
            Err(why) => console.note(&why),
            Ok(steps) if console.is_standard() && player::has_screen() => {
                let speed = self.speed.unwrap_or_default().moves_per_second();
                return player::play_solution(name, steps, speed, limits, console.is_coloured());
            }
            Ok(steps) => boards(console, &steps, true)?,
        }
        Ok(Code::Answered)
    }
}
