//! `fewest map`: the state graph of a puzzle, as a picture or as a graph file.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use clap::{Args, ValueEnum};
use fewest::service::words::count;
use fewest::service::{MapOptions, Response, ResponseStatus, Source, Stats, Unmapped};
use fewest_draw::{Caption, DEFAULT_PIXELS, MapFormat};

use super::draw::{drawn_within, short_name};
use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::{Deadline, Limits};
use crate::{runtime, show};

/// Draw the state space of a puzzle as a graph
///
/// Positions are coloured by the fewest moves to a goal; start, goals and a shortest solution are
/// drawn over them. The suffix of the file says what is written: .svg and .png are pictures,
/// .graphml, .dot and .json graphs for other programs. Without `-o` the map is told in figures.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Map {
    /// A file, `-` for standard input, FILE:LINE for one of many, or the name of an embedded puzzle
    /// [default: standard input]
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The largest number of positions that is mapped
    #[arg(long, value_name = "N", default_value_t = MapOptions::MOST, conflicts_with = "sample", value_parser = positive)]
    most: usize,

    /// Merge symmetric positions
    #[arg(long)]
    merge: bool,

    /// Map a random sample of N positions, each with a shortest path from the start
    #[arg(long, value_name = "N", value_parser = positive)]
    sample: Option<usize>,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    limits: Limits,

    /// What to write [default: the suffix of PATH]
    #[arg(long, value_name = "KIND", help_heading = "Output")]
    to: Option<OutputFormat>,

    /// How many pixels a .png is wide
    #[arg(long, value_name = "PIXELS", default_value_t = DEFAULT_PIXELS, help_heading = "Output",
        value_parser = clap::value_parser!(u32).range(200..=12_000))]
    width: u32,

    /// One JSON document, with the places of all positions
    #[arg(long, help_heading = "Output", conflicts_with = "to")]
    json: bool,

    #[command(flatten)]
    out: Out,
}

const EXAMPLES: &str = "\
Examples:
  fewest map klotski -o klotski.png
  fewest map klotski --merge -o half.svg
  fewest map triangle -o triangle.graphml
  fewest map eight-hardest --sample 5000 -o part.svg
  fewest map traffic --to dot | neato -n2 -Tpdf > traffic.pdf

A limit ends the work with a code of its own (22 memory, 23 time), and nothing is written.";

/// The output format of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    Svg,
    Png,
    Graphml,
    Dot,
    Json,
}

fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| "a number from 1 on is needed".to_owned())
}

impl Map {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let kind = self.kind()?;
        let json = kind == Some(OutputFormat::Json);
        let mut console = Console::new(self.out.out.as_deref(), manner.quiet, json);
        let mut maps = 0;
        puzzles::each(self.puzzle.as_slice(), &self.reading, &mut console, |console, case| {
            maps += 1;
            match kind {
                Some(OutputFormat::Json) | None => {}
                Some(_) if maps == 1 => {}
                Some(_) => {
                    let what = format!("a map shows one puzzle; name one of them as {}:LINE", case.file);
                    return Err(Failure::Usage(what));
                }
            }
            self.one(console, case, kind)
        })
    }

    /// Returns the output format. `None` for a summary in text.
    fn kind(&self) -> Result<Option<OutputFormat>, Failure> {
        if self.json {
            return Ok(Some(OutputFormat::Json));
        }
        let suffix = self.out.out.as_deref().and_then(Path::extension).and_then(|suffix| suffix.to_str());
        match (self.to, suffix.map(str::to_ascii_lowercase).as_deref()) {
            (Some(kind), _) => Ok(Some(kind)),
            (None, Some("svg")) => Ok(Some(OutputFormat::Svg)),
            (None, Some("png")) => Ok(Some(OutputFormat::Png)),
            (None, Some("graphml")) => Ok(Some(OutputFormat::Graphml)),
            (None, Some("dot" | "gv")) => Ok(Some(OutputFormat::Dot)),
            (None, Some("json")) => Ok(Some(OutputFormat::Json)),
            (None, None | Some("txt")) => Ok(None),
            (None, Some(other)) => Err(Failure::Usage(format!(
                "a map is written as .svg, .png, .graphml, .dot or .json, not as .{other}"
            ))),
        }
    }

    fn one(&self, console: &mut Console, case: &Case, kind: Option<OutputFormat>) -> Result<Code, Failure> {
        let position = case.opened.position.as_ref();
        let options = MapOptions { most: self.most, merge: self.merge, sample: self.sample };
        let limits = case.left_of(&self.limits);
        let deadline = Deadline::after(Instant::now(), limits.time);
        let (map, stats) = runtime::run(&limits, console.quiet, runtime::ADVICE_TIME, |cx| {
            let mut map = position.map(&options, cx)?;
            if kind.is_some() {
                fewest_draw::lay_out(&mut map, cx)?;
            }
            Ok::<_, Unmapped>(map)
        });
        let map = match map {
            Ok(map) => map,
            Err(why) => return refused(console, case, why, stats),
        };
        let metric = position.metric();
        let caption = Caption {
            title: short_name(&case.file),
            one: metric.one.to_owned(),
            many: metric.id.to_owned(),
            pixels: self.width,
        };
        let kind = match kind {
            Some(OutputFormat::Svg) => MapFormat::Svg,
            Some(OutputFormat::Png) => MapFormat::Png,
            Some(OutputFormat::Graphml) => MapFormat::Graphml,
            Some(OutputFormat::Dot) => MapFormat::Dot,
            Some(OutputFormat::Json) => {
                let (outcome, map) = (ResponseStatus::Done, Some(map));
                let document = Response { outcome, map, stats: Some(stats), ..case.about() };
                let text = drawn_within(deadline, move |out| {
                    serde_json::to_writer(&mut *out, &document).map_err(io::Error::from)?;
                    writeln!(out)
                })?;
                console.write_all(&text)?;
                return Ok(Code::Answered);
            }
            None => {
                case.heading(console)?;
                figures(console, &map, case)?;
                return Ok(Code::Answered);
            }
        };
        let file = drawn_within(deadline, move |out| fewest_draw::write_map(&map, &caption, kind, out))?;
        console.write_all(&file)?;
        Ok(Code::Answered)
    }
}

/// Reports why there is no map and returns the exit code.
fn refused(console: &mut Console, case: &Case, why: Unmapped, stats: Stats) -> Result<Code, Failure> {
    let fault = match why {
        Unmapped::Stopped(stop) if console.json => {
            console.document(&Response { stats: Some(stats), ..case.about().stopped(stop) })?;
            return Ok(Code::of_stop(stop));
        }
        Unmapped::TooLarge { most, can_merge } => {
            let merge = if can_merge { "`--merge` takes symmetric ones for one, " } else { "" };
            let more = most.saturating_mul(4);
            let remedy = format!("`--sample 5000` maps a part, {merge}`--most {more}` allows more");
            why.fault().remedy(remedy)
        }
        Unmapped::Stopped(_) | Unmapped::Fault(_) => why.fault(),
    };
    puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
    Ok(fault.limit.map_or(Code::BadInput, Code::of_stop))
}

/// The map in figures.
fn figures(console: &mut Console, map: &fewest::service::Map, case: &Case) -> Result<(), Failure> {
    let metric = case.opened.position.metric();
    let are = if map.positions == 1 { "position" } else { "positions" };
    let first = format!("{} {are}, {} of them solved", map.positions, map.solved);
    let first = console.paint(anstyle::Style::new().bold(), &first);
    writeln!(console, "{first}")?;
    if map.merged {
        show::label(console, "merged", "symmetric positions are merged")?;
    }
    if map.sample {
        show::label(console, "sample", &format!("{} of them, a random sample with its paths", map.len()))?;
    }
    let one_way = if map.directed { ", one-way" } else { "" };
    show::label(console, "moves between them", &format!("{}{one_way}", map.edges.len()))?;
    let most = |far: Option<u32>| count(far.unwrap_or(0).into(), metric);
    show::label(console, "farthest from the start", &most(map.from_start.iter().copied().max()))?;
    if map.solved > 0 {
        show::label(console, "farthest from a goal", &most(map.to_goal.iter().copied().flatten().max()))?;
    }
    if map.lost > 0 {
        show::label(console, "without a way to a goal", &map.lost.to_string())?;
    }
    let solution = match map.path.len() as u64 {
        0 => "none".to_owned(),
        positions => count(positions - 1, metric),
    };
    show::label(console, "shortest solution", &solution)
}
