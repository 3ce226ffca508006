//! `fewest draw`: the position as a picture, the solution as an animation, several puzzles as a
//! page.

use std::io::Write;
use std::path::Path;

use clap::Args;
use fewest::{Ended, Fault, LowerBound, Position, Report, Solution, SolveOptions, Source};
use fewest_draw::{ImageFormat, Sheet, SheetItem, Speed, TextStyle};

use crate::animation::{self, Step};
use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::Limits;
use crate::{runtime, show};

/// The puzzle as a picture: in text, SVG, PNG or GIF
///
/// Without `-o` it is drawn in text; otherwise the suffix of the file decides. With `--solve` the
/// fewest moves are shown: SVG and GIF move, PNG and text show all positions. Boards of more than
/// 10,000 cells are bitmaps.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Draw {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    #[arg(value_name = "PUZZLE", required = true)]
    puzzles: Vec<String>,

    /// Plain letters inside a border of `*`, with `.` for empty
    #[arg(long)]
    ascii: bool,

    /// Show the fewest moves
    #[arg(long, conflicts_with = "sheet")]
    solve: bool,

    /// Moves a second [default: 2]
    #[arg(long, value_name = "N", requires = "solve", value_parser = parse_speed)]
    speed: Option<Speed>,

    /// A page of puzzles with an answer key, as SVG or PNG
    #[arg(long)]
    sheet: bool,

    /// What stands above the page
    #[arg(long, value_name = "TEXT", requires = "sheet", default_value = "")]
    title: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    out: Out,
}

const EXAMPLES: &str = "\
Examples:
  fewest draw board.txt
  fewest draw --ascii board.txt -o board.txt
  fewest draw klotski -o klotski.png
  fewest draw klotski --solve --speed 4 -o klotski.gif
  fewest draw --sheet klotski dads traffic --title 'For the train' -o page.svg";

/// Parses a speed in moves per second.
pub fn parse_speed(text: &str) -> Result<Speed, String> {
    let speed = text.parse().ok().and_then(Speed::new);
    speed.ok_or_else(|| "moves a second are a number from 0.05 to 50".to_owned())
}

impl Draw {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let kind = self.kind()?;
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        let mut sheet = Sheet { title: self.title.clone(), items: Vec::new() };
        let mut drawn = 0;
        let code = puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            drawn += 1;
            match kind {
                Some(_) if self.sheet => self.add(console, case, &mut sheet),
                Some(_) if drawn > 1 => Err(Failure::Usage(
                    "a picture shows one puzzle; `--sheet` makes a page of many".to_owned(),
                )),
                Some(kind) => self.picture(console, case, kind),
                None => self.text(console, case),
            }
        })?;
        if let Some(kind) = kind.filter(|_| !sheet.items.is_empty()) {
            fewest_draw::sheet(&sheet, kind, &mut console)?;
            console.flush()?;
        }
        Ok(code)
    }

    fn kind(&self) -> Result<Option<ImageFormat>, Failure> {
        let suffix = self.out.out.as_deref().and_then(Path::extension).and_then(|suffix| suffix.to_str());
        let kind = suffix.and_then(ImageFormat::from_suffix);
        let other = suffix.filter(|suffix| ["jpg", "jpeg", "webp", "pdf", "bmp"].contains(suffix));
        match (kind, other) {
            (_, Some(other)) => Err(Failure::Usage(format!("pictures are .svg, .png or .gif, not .{other}"))),
            (None, _) if self.sheet => {
                Err(Failure::Usage("a page is a file: add `-o page.svg` or `-o page.png`".to_owned()))
            }
            (Some(ImageFormat::Gif), _) if self.sheet => {
                Err(Failure::Usage("a page is drawn as .svg or .png".to_owned()))
            }
            _ if self.ascii && kind.is_some() => {
                Err(Failure::Usage("`--ascii` is for text; leave it out, or name a .txt".to_owned()))
            }
            _ => Ok(kind),
        }
    }

    fn picture(&self, console: &mut Console, case: &Case, kind: ImageFormat) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        if !self.solve {
            fewest_draw::picture(&position.scene(), &short_name(&case.file), kind, console)?;
            return Ok(Code::Answered);
        }
        let (solved, code) = self.solved(position, console)?;
        let steps = match steps(position, &solved) {
            Ok(steps) => steps,
            Err(why) => return refused(&why, case, console, code),
        };
        let name = format!("{}: {}", short_name(&case.file), show::headline(&solved, position.metric(), &[]));
        match kind {
            ImageFormat::Svg | ImageFormat::Gif => {
                let speed = self.speed.unwrap_or_default();
                fewest_draw::animation(&animation::frames(&steps), &name, speed, kind, console)?;
            }
            ImageFormat::Png => {
                let item = |(number, step): (usize, &Step)| SheetItem {
                    scene: step.position.scene(),
                    caption: if number == 0 { "start".to_owned() } else { format!("{number}. {}", step.by) },
                    answer: String::new(),
                };
                let sheet = Sheet { title: name, items: steps.iter().enumerate().map(item).collect() };
                fewest_draw::sheet(&sheet, kind, console)?;
            }
        }
        Ok(code)
    }

    fn text(&self, console: &mut Console, case: &Case) -> Result<Code, Failure> {
        case.heading(console)?;
        let position = case.opened.position.as_ref();
        if !self.solve {
            board(console, position, self.ascii)?;
            wiring(console, position)?;
            return Ok(Code::Answered);
        }
        let (solved, code) = self.solved(position, console)?;
        match steps(position, &solved) {
            Ok(steps) => boards(console, &steps, self.ascii)?,
            Err(why) => return refused(&why, case, console, code),
        }
        Ok(code)
    }

    fn add(&self, console: &mut Console, case: &Case, sheet: &mut Sheet) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let (solved, code) = self.solved(position, console)?;
        let headline = show::headline(&solved, position.metric(), &[]);
        let answer = match &solved.best {
            Some(best) if best.length() > 0 => format!("{headline}: {}", in_short(position, best.as_ref())),
            _ => headline,
        };
        let number = sheet.items.len() + 1;
        let caption = match &solved.best {
            Some(best) if solved.is_fewest() => {
                let count = show::count(best.length(), position.metric());
                format!("{number}. {}: {count}", short_name(&case.file))
            }
            _ => format!("{number}. {}", short_name(&case.file)),
        };
        sheet.items.push(SheetItem { scene: position.scene(), caption, answer });
        Ok(if code == Code::Unsolvable { Code::Answered } else { code })
    }

    fn solved(&self, position: &dyn Position, console: &Console) -> Result<(Report, Code), Failure> {
        let (solved, _) = runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            position.solve(&SolveOptions::default(), cx)
        });
        let solved = solved?;
        let code = match (&solved.best, solved.at_least, solved.ended) {
            (Some(_), ..) if solved.is_fewest() => Code::Answered,
            (Some(_), ..) => Code::NotProven,
            (None, LowerBound::Never, _) => Code::Unsolvable,
            (None, _, Ended::Limit(stop)) => Code::of_stop(stop),
            (None, ..) => Code::Time,
        };
        Ok((solved, code))
    }
}

/// Returns the moves in the short notation of the family, or separated by commas if it has none.
fn in_short(position: &dyn Position, best: &dyn Solution) -> String {
    let mut text = Vec::new();
    let has_short = position.info().notations.iter().any(|notation| notation.id == "short");
    match has_short.then(|| best.write("short", &mut text)) {
        Some(Ok(())) => String::from_utf8_lossy(&text).trim().to_owned(),
        // A pair of numbers is not broken across lines.
        _ => {
            let moves = best.moves(usize::MAX);
            moves.iter().map(|by| fewest_draw::unbroken(by)).collect::<Vec<_>>().join(", ")
        }
    }
}

fn steps(position: &dyn Position, solved: &Report) -> Result<Vec<Step>, String> {
    match &solved.best {
        Some(best) => animation::steps_of_solution(position, best.as_ref()),
        None => Err(format!("{}; there is nothing to show", show::headline(solved, position.metric(), &[]))),
    }
}

fn refused(why: &str, case: &Case, console: &mut Console, code: Code) -> Result<Code, Failure> {
    puzzles::report(&Fault::new(why), &[Source::new(case.name.as_str(), "")], console)?;
    Ok(if matches!(code, Code::Answered | Code::NotProven) { Code::BadInput } else { code })
}

/// Writes a position as text.
pub fn board(console: &mut Console, position: &dyn Position, ascii: bool) -> Result<(), Failure> {
    let scene = position.scene();
    if ascii {
        fewest_draw::plain(&scene, console)?;
    } else {
        let ink = if console.is_coloured() { TextStyle::Coloured } else { TextStyle::Plain };
        fewest_draw::boxes(&scene, ink, console)?;
    }
    Ok(())
}

/// Writes positions as text, each below the move that led to it.
pub fn boards(console: &mut Console, steps: &[Step], ascii: bool) -> Result<(), Failure> {
    for (number, step) in steps.iter().enumerate() {
        if number > 0 {
            writeln!(console, "\n{number}. {}", step.by)?;
        }
        board(console, step.position.as_ref(), ascii)?;
        if number == 0 {
            wiring(console, step.position.as_ref())?;
        }
    }
    Ok(())
}

/// Writes the wires of each place, which a text drawing cannot show.
fn wiring(console: &mut Console, position: &dyn Position) -> Result<(), Failure> {
    for wires in position.scene().wiring() {
        writeln!(console, "wired {wires}")?;
    }
    Ok(())
}

/// `puzzles/klotski.txt` is `klotski`.
pub fn short_name(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| file.to_owned())
}
