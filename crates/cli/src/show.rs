//! Answers as text, and as animations.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use fewest::service::words::limit;
use fewest::service::{Ended, LowerBound, Position, Report, Scene, Solution, Stats, Stop, visible_lines};
use fewest_draw::Frame;

use crate::console::Console;
use crate::exit::Failure;
use crate::runtime::limits::Deadline;

/// Solutions with more moves than this are written as a picture if the family has one.
const LONG: u64 = 1_000;

/// Writes an answer: first line, moves, reasons. `others` are the fewest moves in other
/// metrics.
pub fn answer(
    console: &mut Console,
    position: &dyn Position,
    solved: &Report,
    others: &[String],
    notation: Option<&str>,
) -> Result<(), Failure> {
    let metric = position.metric();
    if let (Some(best), Some(notation)) = (&solved.best, notation)
        && !best.is_text(notation)
    {
        // The output holds the picture only; everything else goes to standard error.
        console.note(&solved.headline(metric, others));
        best.write(notation, console)?;
        return Ok(());
    }
    let style = Style::new().bold().fg_color(match (&solved.best, solved.at_least) {
        (Some(_), _) if solved.is_fewest() => Some(AnsiColor::Green.into()),
        (None, LowerBound::Never) => Some(AnsiColor::Red.into()),
        _ => Some(AnsiColor::Yellow.into()),
    });
    let first = console.paint(style, &solved.headline(metric, others));
    writeln!(console, "{first}")?;
    if let (Some(count), true) = (solved.count, solved.best.is_some()) {
        label(console, "shortest answers", &count.to_string())?;
    }
    match (&solved.best, solved.all.len()) {
        (_, 1..) => {
            for (number, line) in (1..).zip(&solved.all) {
                let heading = console.paint(Style::new().bold(), &format!("answer {number}"));
                writeln!(console, "{heading}")?;
                moves(console, position, line.as_ref(), notation)?;
            }
        }
        (Some(best), 0) => moves(console, position, best.as_ref(), notation)?,
        (None, 0) => {}
    }
    let reasons = if console.quiet { &[] } else { &solved.reasons[..] };
    for reason in reasons {
        label(console, if reason.is_certificate { "certificate" } else { "searched" }, &reason.text)?;
    }
    match (&solved.best, solved.ended) {
        (Some(_), Ended::Limit(stop)) => label(console, "stopped", &format!("by {}", limit(stop)))?,
        (_, Ended::OutOfReach) => {
            label(console, "not proven", "the gap to the lower bound is out of reach")?;
        }
        _ => {}
    }
    Ok(())
}

/// Writes the moves of an answer and nothing else; of several answers, with an empty line between.
pub fn moves_alone(
    console: &mut Console,
    position: &dyn Position,
    solved: &Report,
    notation: Option<&str>,
) -> Result<(), Failure> {
    if solved.all.is_empty() {
        return solved.best.as_ref().map_or(Ok(()), |best| moves(console, position, best.as_ref(), notation));
    }
    for (number, line) in solved.all.iter().enumerate() {
        if number > 0 {
            writeln!(console)?;
        }
        moves(console, position, line.as_ref(), notation)?;
    }
    Ok(())
}

/// Writes the statistics, one per line, those of the method first.
pub fn figures(console: &mut Console, counted: &[(String, String)], stats: &Stats) -> Result<(), Failure> {
    for (name, value) in counted {
        label(console, name, value)?;
    }
    if stats.generated > 0 {
        label(console, "successors generated", &stats.generated.to_string())?;
    }
    if stats.expanded > 0 {
        label(console, "positions expanded", &stats.expanded.to_string())?;
    }
    for (name, seconds) in [("seconds", stats.seconds), ("seconds of the processor", stats.cpu_seconds)] {
        if let Some(seconds) = seconds {
            label(console, name, &format!("{seconds:.3}"))?;
        }
    }
    label(console, "most memory", &format!("{:.1} MB", stats.peak_bytes as f64 / 1e6))
}

fn moves(
    console: &mut Console,
    position: &dyn Position,
    line: &dyn Solution,
    notation: Option<&str>,
) -> Result<(), Failure> {
    if line.length() == 0 && notation.is_none() {
        return Ok(());
    }
    let picture = line.picture().filter(|_| line.length() > LONG);
    let usual = || position.info().notations.first().map(|notation| notation.id);
    line.write(notation.or(picture).or_else(usual).unwrap_or_default(), console)?;
    Ok(())
}

/// Writes `label: text`; further lines of the text are indented.
pub fn label(console: &mut Console, label: &str, text: &str) -> Result<(), Failure> {
    let label = console.paint(Style::new().dimmed(), &format!("{label}:"));
    let text = visible_lines(text.trim_end()).replace('\n', "\n  ");
    writeln!(console, "{label} {text}")?;
    Ok(())
}

/// The longest animation, in moves.
const MOST_MOVES: usize = 2_000;

/// A position and the move that led to it.
#[derive(Debug)]
pub struct Step {
    pub position: Box<dyn Position>,
    /// The text of the move; empty for the start.
    pub by: String,
    /// The cells that the gesture of the move passes through.
    pub way: Vec<(usize, usize)>,
}

/// Why there is no animation.
#[derive(Debug)]
pub enum NoAnimation {
    /// It would be too large, or there is no solution.
    Refused(String),
    Stopped(Stop),
}

impl std::fmt::Display for NoAnimation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Stopped(stop) => write!(f, "stopped by {}; there is no animation", limit(*stop)),
        }
    }
}

impl From<Stop> for NoAnimation {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Returns every position from `start` to the end of a solution.
pub fn steps_of_solution(
    start: &dyn Position,
    answer: &dyn Solution,
    deadline: Deadline,
) -> Result<Vec<Step>, NoAnimation> {
    steps(start, &answer.moves(MOST_MOVES + 1), deadline)
}

/// Returns `start` and the position after each move.
pub fn steps(start: &dyn Position, moves: &[String], deadline: Deadline) -> Result<Vec<Step>, NoAnimation> {
    let scene = start.scene();
    if scene.width.saturating_mul(scene.height) > Scene::MOST_CELLS {
        let why = format!("a board of {} x {} is too large to be watched", scene.width, scene.height);
        return Err(NoAnimation::Refused(why));
    }
    if moves.len() > MOST_MOVES {
        let why = format!("the answer has more than {MOST_MOVES} moves, too many to be watched");
        return Err(NoAnimation::Refused(why));
    }
    let mut position = start.copy();
    let mut steps = vec![Step { position: start.copy(), by: String::new(), way: Vec::new() }];
    for by in moves {
        deadline.check()?;
        let way = gesture_path(position.as_ref(), by);
        // Solutions were replayed when they were constructed.
        position.play(by).map_err(|why| NoAnimation::Refused(why.0))?;
        steps.push(Step { position: position.copy(), by: by.clone(), way });
    }
    Ok(steps)
}

/// Returns the cells that the gesture of a move passes through; empty if the move has no gesture.
pub fn gesture_path(position: &dyn Position, by: &str) -> Vec<(usize, usize)> {
    let number = position.moves().iter().position(|other| other == by);
    number
        .and_then(|number| position.gestures().into_iter().nth(number))
        .map(|touch| touch.way)
        .unwrap_or_default()
}

/// Returns the steps as frames of an animation.
pub fn frames(steps: &[Step]) -> Vec<Frame> {
    steps.iter().map(|step| Frame { scene: step.position.scene(), way: step.way.clone() }).collect()
}
