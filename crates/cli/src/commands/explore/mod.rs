//! `fewest explore`: breadth-first search of everything that can be reached from a position.

mod histogram;
#[cfg(feature = "parquet")]
mod parquet;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use fewest::{
    Context, ExploreOptions, Explored, Fault, Position, Response, ResponseStatus, Source, Stats, Tier,
};

#[cfg(feature = "cluster")]
use super::cluster::explore::{Cluster, ClusterArgs};
use super::convert;
use crate::args::{Manner, Out, Reading};
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::puzzles::{self, Case};
use crate::runtime::limits::Limits;
use crate::runtime::work_folder::{OpenWork, WorkArgs};
use crate::{runtime, show};

/// Everything that can be reached, counted by depth
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
    #[arg(value_name = "PUZZLE", required = true)]
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

    /// Instead of a walk: every start with every finish, where the family has such pairs
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
        if work.tier == Some(Tier::Dense) && !position.is_dense() {
            let what =
                format!("`--tier dense` cannot be had: the positions of `{}` are not numbered", case.name);
            let fault = Fault::new(what).remedy("leave out `--tier`");
            puzzles::report(&fault, &[Source::new(case.name.as_str(), "")], console)?;
            return Ok(Code::BadInput);
        }
        let (seen, stats) =
            runtime::run_in_folder(&work, &self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                self.seen(position, &options, cx)
            });
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
            histogram::write(path, &case.name, &seen)?;
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
                writeln!(console, "{},{depth},{positions},{goals}", fewest::csv_field(&case.name))?;
            }
            if let Some(stop) = stopped {
                console.note(&format!("{}: stopped by {}; there is more", case.name, show::limit(stop)));
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
        let ((facts, stopped), stats) =
            runtime::run(&self.limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                (position.pairs(cx), cx.check().err())
            });
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
                show::label(console, "stopped", &format!("by {}", show::limit(stop)))?;
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
            Some(stop) => format!("stopped by {}; there is more", show::limit(stop)),
            None if seen.complete => "everything that can be reached".to_owned(),
            None => "not everything that can be reached".to_owned(),
        };
        show::label(console, "seen", &extent)?;
    } else if seen.stopped.is_none() {
        show::label(console, "seen", "nothing; a board like this is counted, not walked through")?;
    } else if let Some(stop) = seen.stopped {
        show::label(console, "stopped", &format!("by {}", show::limit(stop)))?;
    }
    for (name, value) in &seen.facts {
        show::label(console, name, value)?;
    }
    for text in &seen.farthest {
        show::label(console, &format!("at depth {}", seen.layers.len() - 1), &format!("\n{text}"))?;
    }
    Ok(())
}
