//! `fewest explore` as one of several processes, on several hosts or on this one, and `fewest
//! launch`, which starts them.

mod hosts;
pub mod launch;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use fewest::service::{ExploreOptions, Explored, Fault, Position, Stats};
use fewest_cluster::{ClusterError, ClusterOptions, ClusterResult, ProcessCost};

use crate::args::this_command;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::Severity;
use crate::runtime::limits::Limits;
use crate::runtime::work_folder::{OpenWork, WorkArgs};
use crate::runtime::{limits, machine, work_folder};
use crate::{faults, runtime};

/// Options of a search in several processes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Many hosts")]
pub struct ClusterArgs {
    /// Work with the processes of this list, one `host:port` a line; each is started with the same
    /// list
    #[arg(long, value_name = "FILE", requires_all = ["process", "work"], conflicts_with_all = ["tier", "to_goal", "pairs"])]
    hosts: Option<PathBuf>,

    /// The line of this process in the list, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// Work in N processes on this machine, which share `--memory` and `--disk`; `--threads` are
    /// those of each
    #[arg(long, value_name = "N", requires = "work", conflicts_with_all = ["hosts", "tier", "to_goal", "pairs"],
        value_parser = clap::value_parser!(u64).range(1..=256))]
    local: Option<u64>,

    /// End with an error that names the process, when another process is silent for this long
    #[arg(long, value_name = "TIME", default_value = "300s", value_parser = limits::parse_time)]
    stall: Duration,

    /// A file with the secret that all processes share, at least 16 bytes; otherwise FEWEST_TOKEN
    /// has it. Without a secret only loopback is used
    #[arg(long, value_name = "FILE", requires = "hosts")]
    secret: Option<PathBuf>,

    /// Listen at this `host:port` instead of the one in the list, which then leads here through a
    /// tunnel or a mapped port
    #[arg(long, value_name = "PLACE", requires = "hosts")]
    listen: Option<String>,

    /// Wait this long for the other processes at the beginning
    #[arg(long, value_name = "TIME", default_value = "25s", value_parser = limits::parse_time)]
    meet: Duration,
}

/// The processes of a distributed search, as one of them sees them.
pub struct Cluster {
    meeting: ClusterOptions,
    /// Whether a supervisor has started this process and prints how to resume.
    is_supervised: bool,
}

impl ClusterArgs {
    /// Starts the processes of `--local` on this machine and waits for them. `None` if it is not
    /// given.
    pub fn run_locally(
        &self,
        work: &WorkArgs,
        limits: &Limits,
        quiet: bool,
    ) -> Result<Option<Code>, Failure> {
        match (self.local, work.place()) {
            (Some(processes), Some(place)) => launch::local(processes, place, limits, quiet).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the processes of `--hosts`. `None` if it is not given.
    pub fn cluster(&self) -> Result<Result<Option<Cluster>, Code>, Failure> {
        let (Some(list), Some(process)) = (&self.hosts, self.process) else { return Ok(Ok(None)) };
        let hosts = match hosts::read(list) {
            Ok(hosts) => hosts,
            Err(code) => return Ok(Err(code)),
        };
        let secret = match hosts::find_secret(self.secret.as_deref(), hosts.secret.as_deref()) {
            Ok(secret) => secret,
            Err(fault) => {
                faults::show(Severity::Error, &fault, &[]);
                return Ok(Err(Code::BadInput));
            }
        };
        let hosts = hosts.places;
        if process >= hosts.len() {
            let what = format!(
                "there is no process {process} in a list of {}: they are counted from 0 on",
                hosts.len()
            );
            return Err(Failure::Usage(what));
        }
        let (patience, stall, listen) = (self.meet, self.stall, self.listen.clone());
        let meeting = ClusterOptions { hosts, process, patience, stall, secret, listen };
        Ok(Ok(Some(Cluster { meeting, is_supervised: list.as_os_str() == "-" })))
    }
}

impl Cluster {
    /// Returns whether this is process 0, which prints the answer.
    pub fn is_first(&self) -> bool {
        self.meeting.process == 0
    }

    /// Returns whether a supervisor prints how to resume.
    pub fn is_supervised(&self) -> bool {
        self.is_supervised
    }

    /// Explores together with the other processes. The inner error is the exit code; its message is
    /// printed.
    pub fn explore(
        &self,
        position: &dyn Position,
        options: &ExploreOptions,
        work: &OpenWork,
        limits: &Limits,
        console: &Console,
    ) -> Result<Result<(Explored, Stats), Code>, Failure> {
        let Some(folder) = &work.folder else {
            return Err(Failure::Usage("`--work DIR` is needed".to_owned()));
        };
        let ((seen, trouble, explored), mut stats) =
            runtime::run_in_folder(work, limits, console.quiet, runtime::ADVICE_TIME, |cx| {
                let (mut seen, mut trouble) = (None, None);
                let cost = || ProcessCost {
                    cpu: machine::cpu_time().unwrap_or_default().as_secs_f64(),
                    memory: machine::peak_bytes().unwrap_or(0),
                    disk: folder.peak(),
                };
                let explored =
                    position.explore_by(options, &mut |packed, farthest| match fewest_cluster::explore(
                        packed,
                        folder,
                        &self.meeting,
                        cx,
                        farthest,
                        &cost,
                    ) {
                        Ok(all) => seen.insert(all).counted.clone(),
                        Err(why) => {
                            trouble = Some(why);
                            Default::default()
                        }
                    });
                let mut explored = explored.unwrap_or_default();
                if self.is_first() && trouble.is_none() {
                    explored.facts = position.facts(cx);
                }
                (seen, trouble, explored)
            });
        if let Some(trouble) = trouble {
            return self.report_trouble(&trouble, console).map(Err);
        }
        if let Some(seen) = seen.filter(|seen| !seen.costs.is_empty()) {
            stats.cpu_seconds = Some(seen.costs.iter().map(|cost| cost.cpu).sum());
            stats.peak_bytes = seen.costs.iter().map(|cost| cost.memory).sum();
            stats.disk_bytes = Some(seen.costs.iter().map(|cost| cost.disk).sum());
            if self.is_first() {
                console.note(&summary(&seen));
            }
        }
        Ok(Ok((explored, stats)))
    }

    /// Prints what went wrong and returns the exit code.
    fn report_trouble(&self, trouble: &ClusterError, console: &Console) -> Result<Code, Failure> {
        let text = trouble.to_string();
        match trouble {
            ClusterError::Hosts { remedy, .. } => {
                faults::show(Severity::Error, &Fault::new(text).remedy(*remedy), &[]);
                Ok(Code::BadInput)
            }
            ClusterError::Memory(_) => {
                let remedy = "allow more with `--memory`, or use fewer processes";
                faults::show(Severity::Error, &Fault::new(text).remedy(remedy), &[]);
                Ok(Code::Memory)
            }
            ClusterError::Peer(_) => {
                faults::error(&text);
                if !self.is_supervised {
                    let advice =
                        "complete layers are kept; to resume, start all processes again, this one with";
                    console.note(&format!("{advice}\n  {}", this_command()));
                }
                Ok(Code::Resumable)
            }
            ClusterError::Store(error) => Ok(work_folder::report_error(error)),
            ClusterError::Bug(_) => Err(Failure::Bug(text)),
        }
    }
}

/// Returns the traffic between workers and the cost of each process as text.
fn summary(seen: &ClusterResult) -> String {
    let traffic = seen.traffic;
    let share = 100.0 * traffic.remote as f64 / traffic.generated.max(1) as f64;
    let each =
        |of: &dyn Fn(&ProcessCost) -> String| seen.costs.iter().map(of).collect::<Vec<_>>().join(" + ");
    let counted = |number: usize, one: &str, more: &str| match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {more}"),
    };
    format!(
        "{} in {}: {share:.1} % of {} successors went to another worker, {:.1} MB as {} keys; \
        CPU {} s; memory {} MiB",
        counted(seen.workers, "worker", "workers"),
        counted(seen.costs.len(), "process", "processes"),
        traffic.generated,
        traffic.bytes as f64 / 1e6,
        traffic.sent,
        each(&|cost| format!("{:.1}", cost.cpu)),
        each(&|cost| (cost.memory >> 20).to_string()),
    )
}
