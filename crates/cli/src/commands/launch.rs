//! Starts the processes of one walk, on this machine or by ssh on others, and passes on what they say.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use fewest_store::{Kind, Trouble, WorkFolder};

use crate::args::Manner;
use crate::ask_again::{quoted, this_command};
use crate::exit::{Code, Failure};
use crate::limits::Limits;
use crate::{hosts, interrupt, work};

/// The same walk on many hosts, started by ssh
///
/// Runs `fewest explore …` on every host of the list and passes on what they say. The program, the puzzle and a folder for layers
/// must be there on each. When this process ends, so do they; the same command again goes on.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  fewest launch hosts.txt explore board.txt --work /scratch/layers --threads 16"
)]
pub struct Launch {
    /// One `host:port` a line; a port that the other hosts can reach
    #[arg(value_name = "HOSTS")]
    hosts: PathBuf,

    /// The command that reaches a host; its name and a command line are added
    #[arg(long, value_name = "PROGRAM", default_value = "ssh")]
    ssh: String,

    /// This program, as the hosts know it
    #[arg(long, value_name = "PROGRAM", default_value = "fewest")]
    program: String,

    /// `explore PUZZLE --work DIR …`, as it is to run on each host
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<String>,
}

/// How long the others may take to notice that one has ended, and say so.
const GRACE: Duration = Duration::from_secs(3);

impl Launch {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        if self.command[0] != "explore" {
            return Err(Failure::Usage("only `explore` runs on many hosts".to_owned()));
        }
        let hosts = match hosts::read(&self.hosts) {
            Ok(hosts) => hosts,
            Err(code) => return Ok(code),
        };
        let words: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        let started = hosts.iter().enumerate().map(|(number, place)| {
            let host = place.rsplit_once(':').map_or(place.as_str(), |(host, _)| host);
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let line = format!("{} {} --hosts - --process {number}", quoted(&self.program), words.join(" "));
            let mut command = Command::new(&self.ssh);
            command.arg(host).arg(line);
            command
        });
        relay(started.collect(), &hosts, manner.quiet)
    }
}

/// Runs this command in so many processes on this machine, each with a folder in that of `place`.
pub fn local(
    processes: u64,
    (folder, disk): (&Path, Option<u64>),
    limits: &Limits,
    quiet: bool,
) -> Result<Code, Failure> {
    let _ours = match prepared(processes, folder) {
        Ok(folder) => folder,
        Err(trouble) => return Ok(work::tell(&trouble)),
    };
    let (threads, memory) = limits.divided(processes);
    let program = std::env::current_exe()?;
    let kept =
        without(std::env::args_os().skip(1), &["--local", "--work", "--memory", "--threads", "--disk"]);
    // All ports are taken before the first is given back, so that they are different.
    let taken = (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<Vec<_>, _>>()?;
    let places = taken.iter().map(|port| Ok(port.local_addr()?.to_string()));
    let hosts = places.collect::<Result<Vec<String>, std::io::Error>>()?;
    drop(taken);
    let started = (0..processes).map(|number| {
        let mut command = Command::new(&program);
        command.args(&kept).args(["--hosts", "-", "--process", &number.to_string()]);
        command.arg("--work").arg(folder.join(format!("process-{number}")));
        command.arg(format!("--threads={threads}")).arg(format!("--memory={memory}"));
        command.args(disk.map(|bytes| format!("--disk={}", bytes / processes)));
        command
    });
    relay(started.collect(), &hosts, quiet)
}

/// Takes the folder, and brings the parts of processes that are no more into the folders of those that are.
fn prepared(processes: u64, folder: &Path) -> Result<WorkFolder, Trouble> {
    let ours = WorkFolder::open(folder, None)?;
    if ours.kept()?.is_some() {
        let what = format!("`{}` holds a walk by one process", folder.display());
        return Err(Trouble { kind: Kind::Foreign, what });
    }
    for name in ours.names_inside("process-")? {
        let number = name.trim_start_matches("process-").parse::<u64>();
        let Ok(number @ 1..) = number else { continue };
        if number < processes {
            continue;
        }
        let (from, to) = (folder.join(&name), folder.join(format!("process-{}", number % processes)));
        let denied = |error: std::io::Error| {
            let what = format!("`{}`: {error}", from.display());
            Trouble { kind: Kind::Denied, what }
        };
        std::fs::create_dir_all(&to).map_err(denied)?;
        for part in std::fs::read_dir(&from).map_err(denied)?.flatten() {
            let name = part.file_name();
            if name.to_string_lossy().starts_with("part-") {
                std::fs::rename(part.path(), to.join(name)).map_err(denied)?;
            }
        }
        std::fs::remove_dir_all(&from).map_err(denied)?;
    }
    Ok(ours)
}

/// Arguments without these options and their values.
fn without(arguments: impl Iterator<Item = OsString>, options: &[&str]) -> Vec<OsString> {
    let (mut kept, mut is_value) = (Vec::new(), false);
    for argument in arguments {
        let text = argument.to_string_lossy();
        let is_option = options.contains(&&*text);
        let is_both = options.iter().any(|option| text.starts_with(&format!("{option}=")));
        if !is_option && !is_both && !is_value {
            kept.push(argument.clone());
        }
        is_value = is_option;
    }
    kept
}

/// A process that was started here. It ends when its input does.
struct Started {
    child: Child,
    input: Option<ChildStdin>,
    code: Option<Code>,
}

/// Starts all of them, gives them the list, passes on what they say, and waits for the last.
fn relay(commands: Vec<Command>, hosts: &[String], quiet: bool) -> Result<Code, Failure> {
    interrupt::listen();
    let mut all = Vec::new();
    for (number, mut command) in commands.into_iter().enumerate() {
        // The first one has the answer.
        let out = if number == 0 { Stdio::inherit() } else { Stdio::null() };
        command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child =
            command.spawn().map_err(|error| Failure::Usage(format!("cannot start `{name}`: {error}")))?;
        let said = child.stderr.take();
        let relay = said.map(|said| std::thread::spawn(move || pass_on(number, BufReader::new(said))));
        let mut input = child.stdin.take();
        if let Some(input) = &mut input {
            // One that has ended already is noticed below.
            let _ = input.write_all(format!("{}\n\n", hosts.join("\n")).as_bytes());
        }
        all.push((Started { child, input, code: None }, relay));
    }
    let mut first_end: Option<Instant> = None;
    while all.iter().any(|(one, _)| one.code.is_none()) {
        for (one, _) in all.iter_mut().filter(|(one, _)| one.code.is_none()) {
            if let Some(status) = one.child.try_wait()? {
                one.code = Some(status.code().and_then(code).unwrap_or(Code::Resumable));
                first_end = first_end.or((one.code != Some(Code::Answered)).then(Instant::now));
            }
        }
        if interrupt::asked() || first_end.is_some_and(|end| end.elapsed() > GRACE) {
            all.iter_mut().for_each(|(one, _)| one.input = None);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut worst = Code::Answered;
    for (one, relay) in all {
        relay.map(std::thread::JoinHandle::join);
        worst = worst.max(one.code.unwrap_or(Code::Answered));
    }
    if matches!(worst, Code::Resumable | Code::Time | Code::Disk | Code::Memory) && !quiet {
        eprintln!("what is complete is kept; go on with\n  {}", this_command());
    }
    Ok(worst)
}

/// The code of a number. A shell tells of a process that was killed by a number of its own, and ssh of a lost link.
fn code(number: i32) -> Option<Code> {
    Code::ALL.into_iter().find(|code| i32::from(code.number()) == number)
}

fn pass_on(number: usize, said: impl BufRead) {
    for line in said.lines().map_while(Result::ok) {
        // Nobody listens any more: the process is still read to its end, so that it is not held up.
        let _ = writeln!(std::io::stderr(), "[{number}] {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_left_out_with_their_values() {
        let words = "explore a.txt --local 3 --work=w --json --memory 4G --threads=2 --csv";
        let kept =
            without(words.split(' ').map(OsString::from), &["--local", "--work", "--memory", "--threads"]);
        assert_eq!(kept, ["explore", "a.txt", "--json", "--csv"].map(OsString::from));
    }
}
