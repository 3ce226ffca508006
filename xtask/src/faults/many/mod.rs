//! Fault injection into a search by several processes. They must produce the same histogram, or end
//! with the exit code of the fault and name the process.
//!
//! | file | fault |
//! |---|---|
//! | here | slow and uneven workers, layers of one position, a bug in a worker |
//! | `losses` | processes that are killed or stopped; links that are slow, lossy or cut |
//! | `strangers` | wrong lists, different options and secrets, changed bytes, foreign connections |

mod losses;
mod strangers;

use std::fs;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::{LongSearch, Ran, Which, ran};
use crate::shell::ChoreResult;

pub fn run(search: &mut LongSearch, which: Which) -> ChoreResult {
    if which == Which::Tampering {
        return strangers::tampering(search);
    }
    losses::kills(search)?;
    loads(search)?;
    strangers::lists(search)?;
    strangers::tampering(search)?;
    losses::silence(search)
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

/// The memory of each process in MiB: what the program itself takes, what its links take, and
/// little more, so that there are runs.
const fn mebibytes(search: &LongSearch, processes: usize) -> usize {
    search.resident + 6 + 4 * (processes - 1)
}

impl Crew {
    /// Returns `processes` processes on loopback, at ports that were free a moment ago.
    fn of(processes: usize) -> ChoreResult<Self> {
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
    fn process(&self, search: &LongSearch, number: usize) -> ChoreResult<Command> {
        let (list, text) = (search.folder.join(self.list), self.hosts.join("\n") + "\n");
        // Another process may be reading the list.
        if fs::read_to_string(&list).ok().as_ref() != Some(&text) {
            fs::write(list, text)?;
        }
        let mut words = self.before[number].clone();
        words.push(search.program.to_string_lossy().into_owned());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["explore", "--csv", "--as", "lights:text", self.board]);
        command.args(["--threads=1", "--hosts", self.list, "--process", &number.to_string()]);
        if !self.options.iter().any(|option| option.starts_with("--memory=")) {
            command.arg(format!("--memory={}M", mebibytes(search, self.hosts.len())));
        }
        command.arg(format!("--work={}/{number}", self.folders)).args(&self.options);
        // Some tests have hosts beyond loopback.
        command.env("FEWEST_TOKEN", "a secret of enough bytes");
        command
            .current_dir(&search.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Ok(command)
    }

    /// Starts all processes; `change` may modify their commands.
    fn start(&self, search: &LongSearch, change: impl Fn(usize, &mut Command)) -> ChoreResult<Vec<Child>> {
        let mut children = Vec::new();
        for number in 0..self.hosts.len() {
            let mut command = self.process(search, number)?;
            change(number, &mut command);
            children.push(command.spawn()?);
        }
        Ok(children)
    }

    /// Runs all processes to their ends.
    fn run(&self, search: &LongSearch, change: impl Fn(usize, &mut Command)) -> ChoreResult<Vec<Ran>> {
        self.start(search, change)?.into_iter().map(ended).collect()
    }
}

/// Waits for a process.
fn ended(child: Child) -> ChoreResult<Ran> {
    let output = child.wait_with_output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ran { code: output.status.code(), table: text(&output.stdout), said: text(&output.stderr) })
}

/// Removes the work folders.
fn clear(search: &LongSearch) {
    let _ = fs::remove_dir_all(search.folder.join("many"));
}

/// Returns the parent of the folders of processes.
fn folder(search: &LongSearch, number: usize) -> PathBuf {
    search.folder.join("many").join(number.to_string())
}

/// Moves the partitions of all processes from a number on to the first process, as after removing
/// hosts from the list.
fn gather(search: &LongSearch, processes: usize) -> ChoreResult {
    for number in processes..8 {
        for part in fs::read_dir(folder(search, number)).into_iter().flatten().flatten() {
            if part.file_name().to_string_lossy().starts_with("part-") {
                fs::create_dir_all(folder(search, 0))?;
                fs::rename(part.path(), folder(search, 0).join(part.file_name()))?;
            }
        }
        let _ = fs::remove_dir_all(folder(search, number));
    }
    Ok(())
}

/// Resumes with `processes` processes and returns whether the histogram is the same.
fn goes_on(search: &mut LongSearch, fault: &str, times: u32, before: &str, processes: usize) -> ChoreResult {
    gather(search, processes)?;
    let all = Crew::of(processes)?.run(search, |_, _| {})?;
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected;
    let said: Vec<&str> = all.iter().map(|one| one.said.trim()).collect();
    let end = if good { "the same histogram".to_owned() } else { format!("{:?} {said:?}", codes(&all)) };
    search.row(fault, times, &format!("{before}; {processes} go on: {end}"), good);
    Ok(())
}

fn codes(all: &[Ran]) -> Vec<String> {
    all.iter().map(|one| one.code.map_or("killed".to_owned(), |code| code.to_string())).collect()
}

/// Waits until a layer is complete in the folder of a process.
fn has_layer(search: &LongSearch, number: usize, depth: u32) {
    let begin = Instant::now();
    let wanted = format!("layer-{depth:03}");
    let is_there = || {
        let parts = fs::read_dir(folder(search, number)).into_iter().flatten().flatten();
        let mut manifests = parts.filter_map(|part| fs::read_to_string(part.path().join("MANIFEST")).ok());
        manifests.any(|manifest| manifest.contains(&wanted))
    };
    while !is_there() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn signal(child: &Child, name: &str) -> ChoreResult<bool> {
    Ok(Command::new("kill").args([name, &child.id().to_string()]).output()?.status.success())
}

/// Slow and uneven workers, layers of one position, a bug in a worker.
fn loads(search: &mut LongSearch) -> ChoreResult {
    plain(search)?;
    too_little(search)?;
    slow(search)?;
    uneven(search)?;
    small_layers(search)?;
    bug(search)
}

/// Returns the memory of every process in MiB, as process 0 reports it.
fn memory(said: &str) -> Vec<u64> {
    let list = said.split("memory ").nth(1).and_then(|rest| rest.split(" MiB").next()).unwrap_or_default();
    list.split(" + ").filter_map(|number| number.parse().ok()).collect()
}

fn check(
    search: &mut LongSearch,
    fault: &str,
    crew: &Crew,
    change: impl Fn(usize, &mut Command),
) -> ChoreResult {
    clear(search);
    let all = crew.run(search, change)?;
    let used = memory(&all[0].said);
    let good = all.iter().all(|one| one.code == Some(0)) && all[0].table == search.expected;
    let limit = mebibytes(search, crew.hosts.len()) as u64;
    let bounded = used.len() == all.len() && used.iter().all(|&used| 10 * used <= 11 * limit);
    let end =
        if good { "the same histogram".to_owned() } else { format!("{:?}: {}", codes(&all), all[0].said) };
    search.row(fault, 1, &format!("{end}, {used:?} MiB of {limit}"), good && bounded);
    Ok(())
}

/// Too little memory for the links is reported before the search starts.
fn too_little(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    let memory = format!("--memory={}M", search.resident + 2);
    let all = Crew::of(3)?.with(&memory).run(search, |_, _| {})?;
    let is_said = |one: &Ran| one.said.contains("MiB more than the memory limit leaves");
    let good = all.iter().all(|one| one.code == Some(22) && is_said(one));
    search.row("too little memory for the links", 1, &codes(&all).join(", "), good);
    Ok(())
}

fn plain(search: &mut LongSearch) -> ChoreResult {
    for processes in [1, 2, 3, 5] {
        check(search, &format!("nothing, {processes} processes"), &Crew::of(processes)?, |_, _| {})?;
    }
    Ok(())
}

/// One process handles messages slowly: the others wait, and no process needs more memory.
fn slow(search: &mut LongSearch) -> ChoreResult {
    check(search, "a receiver of 50 ms a letter", &Crew::of(2)?, |number, command| {
        if number == 1 {
            command.env("FEWEST_SLOW", "50000");
        }
    })
}

fn uneven(search: &mut LongSearch) -> ChoreResult {
    check(search, "one worker keeps everything", &Crew::of(3)?, |_, command| {
        command.env("FEWEST_SKEW", "1");
    })
}

/// A row of tiles: the blank goes from one end to the other, with one position per layer.
fn small_layers(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    fs::write(search.folder.join("row.txt"), "1 8\n1 2 3 4 5 6 7 0\n")?;
    let options = ["explore", "--csv", "--as", "tiles:rows", "row.txt"];
    let explore = |more: &[&str]| {
        let mut command = Command::new(&search.program);
        command.args(options).args(more).current_dir(&search.folder);
        ran(&mut command)
    };
    let alone = explore(&["--tier=sparse"])?;
    let many = explore(&["--local=3", "--threads=1", "--work=many", "--memory=100M"])?;
    let good = alone.code == Some(0) && many.code == Some(0) && alone.table == many.table;
    let depths = many.table.lines().count().saturating_sub(1);
    search.row(
        "layers of 1 and of 0 positions",
        1,
        &format!("the same {depths} layers"),
        good && depths == 8,
    );
    Ok(())
}

fn bug(search: &mut LongSearch) -> ChoreResult {
    clear(search);
    let begin = Instant::now();
    let all = Crew::of(3)?.run(search, |number, command| {
        if number == 1 {
            command.env("FEWEST_PANIC", "6");
        }
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let expected = [Some(75), Some(70), Some(75)];
    let good = all.iter().zip(expected).all(|(one, code)| one.code == code);
    let named = [0, 2].iter().all(|&other: &usize| all[other].said.contains("process 1 ("));
    let before = format!("{} after {seconds:.1} s", codes(&all).join(", "));
    if good && named {
        goes_on(search, "a worker of 1 panics", 1, &before, 2)
    } else {
        search.row("a worker of 1 panics", 1, &format!("{before}: {}", all[0].said), false);
        Ok(())
    }
}
