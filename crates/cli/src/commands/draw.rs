//! `fewest draw`: the position as a picture. Only text for now.

use std::path::Path;

use clap::Args;
use fewest_draw::Ink;

use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles;

/// The puzzle as a picture, in text
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  fewest draw board.txt\n  fewest draw --ascii board.txt -o board.txt")]
pub struct Draw {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// Plain letters inside a border of `*`, with `.` for empty
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    out: Out,
}

impl Draw {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        if let Some(kind) = self.out.out.as_deref().and_then(picture_suffix) {
            return Err(Failure::Usage(format!(
                "only text can be drawn now, not .{kind}; leave `-o` out or name a .txt"
            )));
        }
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            case.heading(console)?;
            let scene = case.opened.position.scene();
            if self.ascii {
                fewest_draw::plain(&scene, console)?;
            } else {
                let ink = if console.is_coloured() { Ink::Colour } else { Ink::None };
                fewest_draw::boxes(&scene, ink, console)?;
            }
            Ok(Code::Answered)
        })
    }
}

fn picture_suffix(path: &Path) -> Option<String> {
    let suffix = path.extension()?.to_str()?.to_ascii_lowercase();
    ["svg", "png", "gif", "jpg", "jpeg", "webp", "pdf"].contains(&suffix.as_str()).then_some(suffix)
}
