//! `fewest explore`: breadth-first search of everything that can be reached from a position.
//! A histogram in SVG has one bar per depth.

#[cfg(feature = "parquet")]
mod parquet;

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use fewest::service::words::limit;
use fewest::service::{
    Context, ExploreOptions, Explored, Fault, Position, Response, ResponseStatus, Source, Stats, Tier,
};
use fewest_draw::escaped;

use crate::args::{Manner, Out, Reading};
#[cfg(feature = "cluster")]
use crate::commands::cluster::{Cluster, ClusterArgs};
use crate::commands::convert;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::Case;
use crate::runtime::limits::{Deadline, Limits};
use crate::runtime::work_folder::{OpenWork, WorkArgs};
use crate::{puzzles, runtime, show};

/// Count all reachable positions by depth
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest explore board.txt\n  fewest explore --csv board.txt -o depths.csv\n  \
    fewest explore board.txt --work layers --memory 4G\n  \
    fewest explore board.txt --local 4 --work layers\n  \
    fewest explore board.txt --farthest 3 --svg layers.svg\n  \
    fewest explore klotski --to-goal --farthest 1\n\n\
    A limit ends the walk with a code of its own (22 memory, 23 time, 24 disk); the table so far is still given."
)]
pub struct Explore {
    /// Files, `-` for standard input, FILE:LINE for one of many, or names of embedded puzzles
    /// [default: standard input]
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    work: WorkArgs,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: ClusterArgs,

    /// Solve every pair of start and finish instead, where the family has such pairs
    #[arg(long, conflicts_with_all = ["farthest", "svg", "csv"])]
    pairs: bool,

    /// Count by the fewest moves to a goal instead of from the start: the last layer then holds the
    /// hardest positions
    #[arg(long, conflicts_with_all = ["pairs", "work", "tier"])]
    to_goal: bool,

    /// Also N positions of the last layer, as puzzles
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Output")]
    farthest: usize,

    /// The format of these puzzles [default: that of PUZZLE]
    #[arg(long, value_name = "FORMAT", help_heading = "Output", value_parser = convert::writable())]
    to: Option<String>,

    /// A picture of the layers, as SVG, in a file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,

    /// The keys of all layers, as Parquet, one file a layer in this folder
    #[cfg(feature = "parquet")]
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    parquet: Option<PathBuf>,

    /// One JSON document per puzzle and line
    #[arg(long, help_heading = "Output", conflicts_with = "csv")]
    json: bool,

    /// The table as comma-separated values
    #[arg(long, help_heading = "Output")]
    csv: bool,

    #[command(flatten)]
    out: Out,
}

impl Explore {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        #[cfg(feature = "cluster")]
        if let Some(code) = self.cluster.run_locally(&self.work, &self.limits, manner.quiet)? {
            return Ok(code);
        }
        #[cfg(feature = "cluster")]
        match self.cluster.cluster()? {
            Ok(Some(cluster)) => return self.with_others(&cluster, manner),
            Ok(None) => {}
            Err(code) => return Ok(code),
        }
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, self.json);
        if self.csv {
            writeln!(console, "puzzle,depth,positions,goals")?;
        }
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| self.one(console, case))
    }

    fn one(&self, console: &mut Console, case: &Case) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        if self.pairs {
            return self.every_pair(console, case);
        }
        let work = match self.work.open()? {
            Ok(work) => work,
            Err(code) => return Ok(code),
        };
        let format = self.to.as_deref().unwrap_or(case.opened.format);
        let options =
            ExploreOptions { farthest: self.farthest, format: format.to_owned(), to_goal: self.to_goal };
        if work.tier == Some(Tier::Dense) && !position.has_bitmap_counter() {
            let what =
                format!("`--tier dense` cannot be had: the positions of `{}` are not numbered", case.name);
            let fault = Fault::new(what).remedy("leave out `--tier`");
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            return Ok(Code::BadInput);
        }
        let (seen, stats) = runtime::run_in_folder(
            &work,
            &case.left_of(&self.limits),
            console.quiet,
            runtime::ADVICE_TIME,
            |cx| self.seen(position, &options, cx),
        );
        self.show(console, case, seen?, stats, &work)
    }

    /// Writes the result and returns the exit code.
    fn show(
        &self,
        console: &mut Console,
        case: &Case,
        seen: Explored,
        stats: Stats,
        work: &OpenWork,
    ) -> Result<Code, Failure> {
        let mut code = seen.stopped.map_or(Code::Answered, Code::of_stop);
        if let Some(path) = &self.svg {
            write_histogram(path, &case.name, &seen)?;
        }
        let stopped = seen.stopped;
        if self.json {
            let outcome = if seen.stopped.is_some() { ResponseStatus::Stopped } else { ResponseStatus::Done };
            let limit = seen.stopped.map(|stop| format!("{stop:?}").to_lowercase());
            console.document(&Response {
                outcome,
                limit,
                explored: Some(seen),
                stats: Some(stats),
                ..case.about()
            })?;
        } else if self.csv {
            for (depth, (positions, goals)) in rows(&seen).enumerate() {
                writeln!(console, "{},{depth},{positions},{goals}", fewest::service::csv_field(&case.name))?;
            }
            if let Some(stop) = stopped {
                console.note(&format!("{}: stopped by {}; there is more", case.name, limit(stop)));
            }
        } else {
            case.heading(console)?;
            table(console, &seen)?;
        }
        console.flush()?;
        if let Some(stop) = stopped {
            code = work.stopped(stop, console).unwrap_or(code);
        }
        Ok(code)
    }
}

impl Explore {
    #[cfg(not(feature = "parquet"))]
    fn seen(
        &self,
        position: &dyn Position,
        options: &ExploreOptions,
        cx: &Context<'_>,
    ) -> Result<Explored, Failure> {
        Ok(position.explore(options, cx))
    }

    #[cfg(feature = "parquet")]
    fn seen(
        &self,
        position: &dyn Position,
        options: &ExploreOptions,
        cx: &Context<'_>,
    ) -> Result<Explored, Failure> {
        let Some(folder) = &self.parquet else { return Ok(position.explore(options, cx)) };
        if cx.tier == Some(Tier::Dense) || self.to_goal {
            let what = "`--tier dense` and `--to-goal` keep no layers for `--parquet`";
            return Err(Failure::Usage(what.to_owned()));
        }
        parquet::explore(folder, position, options, cx)
    }

    /// Explores as one of several processes. Process 0 writes the answer.
    #[cfg(feature = "cluster")]
    fn with_others(&self, cluster: &Cluster, manner: Manner) -> Result<Code, Failure> {
        let out = self.out.out.as_deref().filter(|_| cluster.is_first());
        let mut console = Console::new(out, manner.quiet, self.json);
        if self.csv && cluster.is_first() {
            writeln!(console, "puzzle,depth,positions,goals")?;
        }
        let mut puzzles = 0;
        puzzles::each(&self.puzzles, &self.reading, &mut console, |console, case| {
            puzzles += 1;
            if puzzles > 1 {
                return Err(Failure::Usage("many processes walk through one puzzle at a time".to_owned()));
            }
            let work = match self.work.open()? {
                Ok(work) => work,
                Err(code) => return Ok(code),
            };
            let format = self.to.as_deref().unwrap_or(case.opened.format).to_owned();
            let options = ExploreOptions { farthest: self.farthest, format, to_goal: false };
            let position = case.opened.position.as_ref();
            let (seen, stats) = match cluster.explore(position, &options, &work, &self.limits, console)? {
                Ok(found) => found,
                Err(code) => return Ok(code),
            };
            if self.farthest > 0 && seen.complete && seen.farthest.is_empty() && cluster.is_first() {
                console.note(
                    "these positions cannot be told from their keys; one process alone can tell the farthest",
                );
            }
            console.quiet |= cluster.is_supervised();
            if cluster.is_first() {
                return self.show(console, case, seen, stats, &work);
            }
            let stopped = seen.stopped;
            Ok(stopped
                .map_or(Code::Answered, |stop| work.stopped(stop, console).unwrap_or(Code::of_stop(stop))))
        })
    }

    /// Writes one line for each pair of start and finish.
    fn every_pair(&self, console: &mut Console, case: &Case) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let limits = case.left_of(&self.limits);
        let ((facts, stopped), stats) = runtime::run(&limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            (position.pairs(cx), cx.check().err())
        });
        console.end_by(Deadline::after_search(&limits, &stats));
        let Some(facts) = facts else {
            let fault = Fault::new(format!("{} has no pairs of starts and finishes", position.info().id));
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            return Ok(Code::BadInput);
        };
        if self.json {
            let outcome = if stopped.is_some() { ResponseStatus::Stopped } else { ResponseStatus::Done };
            let explored = Explored { facts, stopped, complete: stopped.is_none(), ..Explored::default() };
            console.document(&Response {
                outcome,
                explored: Some(explored),
                stats: Some(stats),
                ..case.about()
            })?;
        } else {
            case.heading(console)?;
            facts.iter().try_for_each(|(name, value)| show::label(console, name, value))?;
            if let Some(stop) = stopped {
                show::label(console, "stopped", &format!("by {}", limit(stop)))?;
            }
        }
        Ok(stopped.map_or(Code::Answered, Code::of_stop))
    }
}

fn rows(seen: &Explored) -> impl Iterator<Item = (u64, u64)> {
    let goals = seen.goals.iter().copied().chain(std::iter::repeat(0));
    seen.layers.iter().copied().zip(goals)
}

fn table(console: &mut Console, seen: &Explored) -> Result<(), Failure> {
    let total = seen.positions();
    if total > 0 {
        let width = total.to_string().len().max("positions".len());
        let heading = format!("{:>5}  {:>width$}  {:>width$}", "depth", "positions", "goals");
        let heading = console.paint(anstyle::Style::new().bold(), &heading);
        writeln!(console, "{heading}")?;
        for (depth, (positions, goals)) in rows(seen).enumerate() {
            writeln!(console, "{depth:>5}  {positions:>width$}  {goals:>width$}")?;
        }
        let goals: u64 = seen.goals.iter().sum();
        writeln!(console, "{:>5}  {total:>width$}  {goals:>width$}", "total")?;
        let extent = match seen.stopped {
            Some(stop) => format!("stopped by {}; there is more", limit(stop)),
            None if seen.complete => "everything that can be reached".to_owned(),
            None => "not everything that can be reached".to_owned(),
        };
        show::label(console, "seen", &extent)?;
    } else if seen.stopped.is_none() {
        show::label(console, "seen", "nothing; a board like this is counted, not walked through")?;
    } else if let Some(stop) = seen.stopped {
        show::label(console, "stopped", &format!("by {}", limit(stop)))?;
    }
    for (name, value) in &seen.facts {
        show::label(console, name, value)?;
    }
    for text in &seen.farthest {
        show::label(console, &format!("at depth {}", seen.layers.len() - 1), &format!("\n{text}"))?;
    }
    Ok(())
}

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
/// Margins: the numbers at the left, the title, the depths below.
const LEFT: f64 = 90.0;
const TOP: f64 = 44.0;
const RIGHT: f64 = 20.0;
const BELOW: f64 = 48.0;

/// Layers with solved positions differ by a dashed outline as well as by colour.
const SOLVED: &str = "fill=\"#c55a11\" stroke=\"black\" stroke-dasharray=\"3\"";

/// Writes the histogram to a file.
fn write_histogram(path: &Path, name: &str, seen: &Explored) -> Result<(), Failure> {
    Ok(crate::output::write(path, histogram(name, seen).as_bytes())?)
}

fn histogram(name: &str, seen: &Explored) -> String {
    let (width, height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BELOW);
    let widest = seen.layers.iter().copied().max().unwrap_or(0).max(1);
    let step = width / seen.layers.len().max(1) as f64;
    let bottom = TOP + height;
    let y = |count: u64| bottom - height * count as f64 / widest as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let extent = if seen.complete { "" } else { " so far" };
    let title = format!(
        "{name}: {} positions{extent}, depth {}, widest {}",
        grouped(seen.positions()),
        seen.layers.len().saturating_sub(1),
        grouped(widest)
    );
    let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\">{}</text>", escaped(&title));
    for quarter in 0..=4 {
        let count = widest / 4 * quarter + widest % 4 * quarter / 4;
        let at = y(count);
        let _ = writeln!(svg, "<path d=\"M{LEFT} {at:.1}H{}\" stroke=\"#ddd\"/>", WIDTH - RIGHT);
        let (x, at) = (LEFT - 8.0, at + 4.0);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{at:.1}\" text-anchor=\"end\">{}</text>", grouped(count));
    }
    let every = (seen.layers.len() / 20 + 1).next_multiple_of(if seen.layers.len() > 20 { 5 } else { 1 });
    for (depth, &count) in seen.layers.iter().enumerate() {
        let (x, top) = (LEFT + step * depth as f64, y(count));
        let (bar, tall) = (step * 0.85, bottom - top);
        let goals = seen.goals.get(depth).copied().unwrap_or(0);
        let ink = if goals > 0 { SOLVED } else { "fill=\"#2f6db5\"" };
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\" {ink}><title>depth {depth}: \
             {count} positions, {goals} solved</title></rect>"
        );
        if depth % every == 0 {
            let (x, at) = (x + bar / 2.0, bottom + 18.0);
            let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{at}\" text-anchor=\"middle\">{depth}</text>");
        }
    }
    if seen.goals.iter().any(|&goals| goals > 0) {
        let (x, at) = (LEFT + width - 150.0, HEIGHT - 20.0);
        let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{at}\" width=\"12\" height=\"12\" {SOLVED}/>");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">with solved positions</text>", x + 18.0, at + 10.0);
    }
    let (x, at) = (LEFT + width / 2.0, HEIGHT - 10.0);
    let _ = writeln!(svg, "<path d=\"M{LEFT} {bottom}H{}\" stroke=\"black\"/>", WIDTH - RIGHT);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{at}\" text-anchor=\"middle\">moves from the start</text>");
    svg.push_str("</svg>\n");
    svg
}

/// Returns a number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let commas = |at: usize| at > 0 && (digits.len() - at).is_multiple_of(3);
    let text =
        digits.char_indices().map(|(at, digit)| if commas(at) { format!(",{digit}") } else { digit.into() });
    text.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_bar_as_high_as_it_is_wide() {
        let seen =
            Explored { layers: vec![1, 4, 2], goals: vec![0, 1, 0], complete: true, ..Explored::default() };
        let svg = histogram("a<b", &seen);
        assert!(svg.contains("a&lt;b: 7 positions, depth 2, widest 4"), "{svg}");
        let heights: Vec<&str> = svg
            .lines()
            .filter(|line| line.contains("<title>"))
            .filter_map(|line| line.split("height=\"").nth(1))
            .collect();
        let heights: Vec<f64> =
            heights.iter().filter_map(|rest| rest.split('"').next()?.parse().ok()).collect();
        assert_eq!(heights, [82.0, 328.0, 164.0]);
        assert_eq!(
            svg.matches("stroke-dasharray").count(),
            2,
            "one layer has goals, and it is said what that means"
        );
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert!(histogram("", &Explored::default()).ends_with("</svg>\n"));
    }
}
