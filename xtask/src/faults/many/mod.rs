//! Fault injection into a search by several processes. They must produce the same histogram, or end
//! with the exit code of the fault and name the process.
//!
//! | file | fault |
//! |---|---|
//! | `kills` | each process is killed at every step, at random times, all at once; others resume |
//! | `silence` | processes that are stopped; links that are slow, lossy or cut |
//! | `lists` | wrong lists of hosts, processes with different options |
//! | `tampering` | bytes changed between processes, foreign connections, different secrets |
//! | `loads` | slow and uneven workers, layers of one position, a bug in a worker |

mod kills;
mod lists;
mod loads;
mod silence;
mod tampering;

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{Ran, Walk};
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    kills::run(walk)?;
    loads::run(walk)?;
    lists::run(walk)?;
    tampering::run(walk)?;
    silence::run(walk)
}

/// The processes of a search, each with a folder of its own.
#[derive(Clone)]
pub struct Crew {
    /// The addresses where they listen.
    hosts: Vec<String>,
    /// The file of that list.
    list: &'static str,
    /// The file of the puzzle.
    board: &'static str,
    /// The parent of their folders.
    folders: &'static str,
    options: Vec<String>,
    /// The prefix of the command line of a process, such as the command that enters its network
    /// namespace.
    before: Vec<Vec<String>>,
}

/// The memory of each process in MiB: little, so that there are runs.
const fn mebibytes(processes: usize) -> usize {
    17 + 3 * (processes - 1)
}

impl Crew {
    /// Returns `processes` processes on loopback, at ports that were free a moment ago.
    fn of(processes: usize) -> Outcome<Self> {
        let taken =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
        let hosts = taken.iter().map(|port| port.local_addr().map(|place| place.to_string()));
        let hosts = hosts.collect::<Result<Vec<_>, _>>()?;
        let before = vec![Vec::new(); hosts.len()];
        Ok(Self {
            hosts,
            list: "hosts.txt",
            board: "board.txt",
            folders: "many",
            options: Vec::new(),
            before,
        })
    }

    fn with(mut self, option: &str) -> Self {
        self.options.push(option.to_owned());
        self
    }

    /// Returns the command of a process.
    fn process(&self, walk: &Walk, number: usize) -> Outcome<Command> {
        let (list, text) = (walk.folder.join(self.list), self.hosts.join("\n") + "\n");
        // Another process may be reading the list.
        if fs::read_to_string(&list).ok().as_ref() != Some(&text) {
            fs::write(list, text)?;
        }
        let mut words = self.before[number].clone();
        words.push(walk.program.to_string_lossy().into_owned());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["explore", "--csv", "--as", "lights:text", self.board]);
        command.args(["--threads=1", "--hosts", self.list, "--process", &number.to_string()]);
        if !self.options.iter().any(|option| option.starts_with("--memory=")) {
            command.arg(format!("--memory={}M", mebibytes(self.hosts.len())));
        }
        command.arg(format!("--work={}/{number}", self.folders)).args(&self.options);
        // Some tests have hosts beyond loopback.
        command.env("FEWEST_TOKEN", "a secret of enough bytes");
        command.current_dir(&walk.folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    /// Starts all processes; `change` may modify their commands.
    fn start(&self, walk: &Walk, change: impl Fn(usize, &mut Command)) -> Outcome<Vec<Child>> {
        let mut children = Vec::new();
        for number in 0..self.hosts.len() {
            let mut command = self.process(walk, number)?;
            change(number, &mut command);
            children.push(command.spawn()?);
        }
        Ok(children)
    }

    /// Runs all processes to their ends.
    fn run(&self, walk: &Walk, change: impl Fn(usize, &mut Command)) -> Outcome<Vec<Ran>> {
        self.start(walk, change)?.into_iter().map(ended).collect()
    }
}

/// Waits for a process.
fn ended(child: Child) -> Outcome<Ran> {
    let output = child.wait_with_output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ran { code: output.status.code(), table: text(&output.stdout), said: text(&output.stderr) })
}

/// Removes the work folders.
fn clear(walk: &Walk) {
    let _ = fs::remove_dir_all(walk.folder.join("many"));
}

/// Returns the parent of the folders of processes.
fn folder(walk: &Walk, number: usize) -> PathBuf {
    walk.folder.join("many").join(number.to_string())
}

/// Moves the partitions of all processes from a number on to the first process, as after removing
/// hosts from the list.
fn gather(walk: &Walk, processes: usize) -> Outcome {
    for number in processes..8 {
        for part in fs::read_dir(folder(walk, number)).into_iter().flatten().flatten() {
            if part.file_name().to_string_lossy().starts_with("part-") {
                fs::create_dir_all(folder(walk, 0))?;
                fs::rename(part.path(), folder(walk, 0).join(part.file_name()))?;
            }
        }
        let _ = fs::remove_dir_all(folder(walk, number));
    }
    Ok(())
}

/// Resumes with `processes` processes and returns whether the histogram is the same.
fn goes_on(walk: &mut Walk, fault: &str, times: u32, before: &str, processes: usize) -> Outcome {
    gather(walk, processes)?;
    let all = Crew::of(processes)?.run(walk, |_, _| {})?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == walk.expected;
    let said: Vec<&str> = all.iter().map(|one| one.said.trim()).collect();
    let end = if good { "the same histogram".to_owned() } else { format!("{:?} {said:?}", codes(&all)) };
    walk.row(fault, times, &format!("{before}; {processes} go on: {end}"), good);
    Ok(())
}

fn codes(all: &[Ran]) -> Vec<String> {
    all.iter().map(|one| one.code.map_or("killed".to_owned(), |code| code.to_string())).collect()
}

/// Waits until a layer is complete in the folder of a process.
fn has_layer(walk: &Walk, number: usize, depth: u32) {
    let begin = Instant::now();
    let wanted = format!("layer-{depth:03}");
    let is_there = || {
        let parts = fs::read_dir(folder(walk, number)).into_iter().flatten().flatten();
        let mut manifests = parts.filter_map(|part| fs::read_to_string(part.path().join("MANIFEST")).ok());
        manifests.any(|manifest| manifest.contains(&wanted))
    };
    while !is_there() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn signal(child: &Child, name: &str) -> Outcome<bool> {
    Ok(Command::new("kill").args([name, &child.id().to_string()]).output()?.status.success())
}
