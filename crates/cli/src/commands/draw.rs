//! `fewest draw`: the position as a picture, the solution as an animation, several puzzles as a
//! page.
//!
//! `--animate` of other commands plays the solution in place on a terminal, and prints every board
//! as text elsewhere.

use std::io;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use clap::Args;
use fewest::service::words::{count, limit};
use fewest::service::{
    Ended, Fault, LowerBound, Position, Report, Solution, SolveOptions, Source, Stats, Stop,
};
use fewest_draw::{ImageFormat, Sheet, SheetItem, Speed, TextStyle};

use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::{Deadline, Limits};
use crate::show::{self, NoAnimation, Step};
use crate::{player, runtime};

/// Draw puzzles as text, SVG, PNG or GIF
///
/// Without `-o` it is drawn in text; otherwise the suffix of the file decides. With `--solve` the
/// fewest moves are shown: SVG and GIF move, PNG and text show all positions. Boards of more than
/// 10,000 cells are bitmaps. `--time` holds for search and drawing; the search ends after three
/// quarters of it.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Draw {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    /// [default: standard input]
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Plain letters inside a border of `*`, with `.` for empty
    #[arg(long)]
    ascii: bool,

    /// Show the fewest moves
    #[arg(long, conflicts_with = "sheet")]
    solve: bool,

    /// Moves per second [default: 2]
    #[arg(long, value_name = "N", requires = "solve", value_parser = parse_speed)]
    speed: Option<Speed>,

    /// A page of puzzles with an answer key, as SVG or PNG
    #[arg(long)]
    sheet: bool,

    /// The title of the page
    #[arg(long, value_name = "TEXT", requires = "sheet", default_value = "")]
    title: String,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    out: Out,
}

/// The longest solution that is printed on a page, in moves.
const MOST_PRINTED: u64 = 100_000;

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
    speed.ok_or_else(|| "the number of moves per second is from 0.05 to 50".to_owned())
}

impl Draw {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let kind = self.kind()?;
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, false);
        let mut sheet = Sheet { title: self.title.clone(), items: Vec::new() };
        let mut drawn = 0;
        let started = Instant::now();
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
            // Every puzzle has its time; the page has what is left of it.
            let puzzles = u32::try_from(sheet.items.len()).unwrap_or(u32::MAX);
            let time = self.limits.time.map(|time| time.saturating_mul(puzzles));
            let page = drawn_within(Deadline::after(started, time), move |out| {
                fewest_draw::sheet(&sheet, kind, out)
            })?;
            console.write_all(&page)?;
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
        let limits = case.left_of(&self.limits);
        let deadline = Deadline::after(Instant::now(), limits.time);
        if !self.solve {
            let (position, name) = (position.copy(), short_name(&case.file));
            let file =
                drawn_within(deadline, move |out| fewest_draw::picture(&position.scene(), &name, kind, out))?;
            console.write_all(&file)?;
            return Ok(Code::Answered);
        }
        let (solved, code) = Self::solved(position, &limits, console)?;
        let steps = match steps(position, &solved, deadline) {
            Ok(steps) => steps,
            Err(why) => return refused(&why, case, console, code),
        };
        let name = format!("{}: {}", short_name(&case.file), solved.headline(position.metric(), &[]));
        let speed = self.speed.unwrap_or_default();
        let file = drawn_within(deadline, move |out| match kind {
            ImageFormat::Svg | ImageFormat::Gif => {
                fewest_draw::animation(&show::frames(&steps), &name, speed, kind, out)
            }
            ImageFormat::Png => {
                let item = |(number, step): (usize, &Step)| SheetItem {
                    scene: step.position.scene(),
                    caption: if number == 0 { "start".to_owned() } else { format!("{number}. {}", step.by) },
                    answer: String::new(),
                };
                let sheet = Sheet { title: name, items: steps.iter().enumerate().map(item).collect() };
                fewest_draw::sheet(&sheet, kind, out)
            }
        })?;
        console.write_all(&file)?;
        Ok(code)
    }

    fn text(&self, console: &mut Console, case: &Case) -> Result<Code, Failure> {
        case.heading(console)?;
        let position = case.opened.position.as_ref();
        let limits = case.left_of(&self.limits);
        let deadline = Deadline::after(Instant::now(), limits.time);
        if !self.solve {
            let (position, ascii, coloured) = (position.copy(), self.ascii, console.is_coloured());
            let text = drawn_within(deadline, move |out| {
                board(out, position.as_ref(), ascii, coloured)?;
                wiring(out, position.as_ref())
            })?;
            console.write_all(&text)?;
            return Ok(Code::Answered);
        }
        let (solved, code) = Self::solved(position, &limits, console)?;
        let steps = match steps(position, &solved, deadline) {
            Ok(steps) => steps,
            Err(why) => return refused(&why, case, console, code),
        };
        match boards(&steps, self.ascii, console.is_coloured(), deadline)? {
            Ok(text) => console.write_all(&text)?,
            Err(stop) => return refused(&NoAnimation::Stopped(stop), case, console, code),
        }
        Ok(code)
    }

    fn add(&self, console: &mut Console, case: &Case, sheet: &mut Sheet) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let limits = case.left_of(&self.limits);
        let (solved, code) = Self::solved(position, &limits, console)?;
        let headline = solved.headline(position.metric(), &[]);
        let answer = match &solved.best {
            Some(best) if (1..=MOST_PRINTED).contains(&best.length()) => {
                format!("{headline}: {}", in_short(position, best.as_ref()))
            }
            _ => headline,
        };
        let number = sheet.items.len() + 1;
        let caption = match &solved.best {
            Some(best) if solved.is_fewest() => {
                let count = count(best.length(), position.metric());
                format!("{number}. {}: {count}", short_name(&case.file))
            }
            _ => format!("{number}. {}", short_name(&case.file)),
        };
        sheet.items.push(SheetItem { scene: position.scene(), caption, answer });
        Ok(if code == Code::Unsolvable { Code::Answered } else { code })
    }

    fn solved(
        position: &dyn Position,
        limits: &Limits,
        console: &Console,
    ) -> Result<(Report, Code), Failure> {
        // A quarter of the time is left for drawing what was found.
        let limits = limits.after(limits.time.unwrap_or_default() / 4);
        let (solved, _) = runtime::run(&limits, console.quiet, runtime::ADVICE_TIME, |cx| {
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

fn steps(position: &dyn Position, solved: &Report, deadline: Deadline) -> Result<Vec<Step>, NoAnimation> {
    match &solved.best {
        Some(best) => show::steps_of_solution(position, best.as_ref(), deadline),
        None => {
            let headline = solved.headline(position.metric(), &[]);
            Err(NoAnimation::Refused(format!("{headline}; there is nothing to show")))
        }
    }
}

fn refused(why: &NoAnimation, case: &Case, console: &mut Console, code: Code) -> Result<Code, Failure> {
    puzzles::report(&Fault::new(why.to_string()), &[Source::new(case.name.as_str(), "")], console)?;
    Ok(match why {
        NoAnimation::Stopped(stop) => Code::of_stop(*stop),
        NoAnimation::Refused(_) if matches!(code, Code::Answered | Code::NotProven) => Code::BadInput,
        NoAnimation::Refused(_) => code,
    })
}

/// Returns the file that `work` draws. It is written when it is complete, and not at all if a limit
/// ends the drawing.
pub fn drawn_within(
    deadline: Deadline,
    work: impl FnOnce(&mut Vec<u8>) -> io::Result<()> + Send + 'static,
) -> Result<Vec<u8>, Failure> {
    let drawn = deadline.run(move || {
        let mut file = Vec::new();
        work(&mut file).map(|()| file)
    });
    Ok(drawn.map_err(Failure::Stopped)??)
}

/// Writes a position as text. Without colours it can be read again.
fn board(out: &mut dyn Write, position: &dyn Position, ascii: bool, coloured: bool) -> io::Result<()> {
    match ascii || !coloured {
        true => fewest_draw::readable(position, ascii, out),
        false => frame(out, position, ascii, coloured),
    }
}

/// Writes one position of several.
fn frame(out: &mut dyn Write, position: &dyn Position, ascii: bool, coloured: bool) -> io::Result<()> {
    let scene = position.scene();
    if ascii {
        return fewest_draw::plain(&scene, out);
    }
    fewest_draw::boxes(&scene, if coloured { TextStyle::Coloured } else { TextStyle::Plain }, out)
}

/// Returns positions as text, each below the move that led to it, or the limit that ended it.
pub fn boards(
    steps: &[Step],
    ascii: bool,
    coloured: bool,
    deadline: Deadline,
) -> io::Result<Result<Vec<u8>, Stop>> {
    let mut text = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        if let Err(stop) = deadline.check() {
            return Ok(Err(stop));
        }
        if number > 0 {
            writeln!(text, "\n{number}. {}", step.by)?;
        }
        frame(&mut text, step.position.as_ref(), ascii, coloured)?;
        if number == 0 {
            wiring(&mut text, step.position.as_ref())?;
        }
    }
    Ok(Ok(text))
}

/// Writes the wires of each place, which a text drawing cannot show.
fn wiring(out: &mut dyn Write, position: &dyn Position) -> io::Result<()> {
    for wires in position.scene().wiring() {
        writeln!(out, "wired {wires}")?;
    }
    Ok(())
}

/// `puzzles/klotski.txt` is `klotski`.
pub fn short_name(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    stem.unwrap_or_else(|| file.to_owned())
}

/// Options of the animation.
#[derive(Args, Clone, Copy, Debug)]
pub struct Animation {
    /// Play the solution: in place on a terminal (space pauses, arrows step, + and - change the
    /// speed), as plain boards elsewhere
    #[arg(long, help_heading = "Output")]
    pub animate: bool,

    /// Moves per second [default: 2]
    #[arg(long, value_name = "N", requires = "animate", value_parser = parse_speed, help_heading = "Output")]
    speed: Option<Speed>,
}

impl Animation {
    /// Plays a solution if `--animate` is given. Without a terminal, the time limit of the search
    /// that took `stats` holds for it too. The code is `Interrupted` if Ctrl-C ended it.
    pub fn play(
        self,
        console: &mut Console,
        name: &str,
        position: &dyn Position,
        answer: &dyn Solution,
        limits: &Limits,
        stats: &Stats,
    ) -> Result<Code, Failure> {
        if !self.animate {
            return Ok(Code::Answered);
        }
        let deadline = Deadline::after_search(limits, stats);
        match show::steps_of_solution(position, answer, deadline) {
            Err(NoAnimation::Refused(why)) => console.note(&why),
            Err(NoAnimation::Stopped(stop)) => return Ok(stopped(stop, console)),
            Ok(steps) if console.is_standard() && player::has_screen() => {
                let speed = self.speed.unwrap_or_default().moves_per_second();
                return player::play_solution(name, steps, speed, limits, console.is_coloured());
            }
            Ok(steps) => match boards(&steps, true, console.is_coloured(), deadline)? {
                Ok(text) => console.write_all(&text)?,
                Err(stop) => return Ok(stopped(stop, console)),
            },
        }
        Ok(Code::Answered)
    }
}

fn stopped(stop: Stop, console: &Console) -> Code {
    console.note(&format!("stopped by {}; there is no animation", limit(stop)));
    Code::of_stop(stop)
}
