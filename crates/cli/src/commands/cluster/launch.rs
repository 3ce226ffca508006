//! The supervisor of a distributed search: starts its processes, on this machine or by ssh on
//! others, and relays their output.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use fewest::service::visible_lines;
use fewest_cluster::Secret;
use fewest_store::{StoreError, StoreErrorKind, WorkFolder};

use super::hosts;
use crate::args::{Manner, quoted, this_command};
use crate::exit::{Code, Failure};
use crate::runtime::limits::{self, Limits};
use crate::runtime::work_folder;

/// Run `explore` on many hosts, started by ssh
///
/// Runs `fewest explore …` on every host of the list and passes on what they say. The program, the
/// puzzle and a folder for layers must be there on each. When this process ends, so do they; the
/// same command again goes on. Every run has a secret of its own, which the hosts get over ssh, and
/// without which nothing can take part.
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  fewest launch hosts.txt explore board.txt --work /scratch/layers --threads 16"
)]
pub struct Launch {
    /// One `host:port` per line; a port that the other hosts can reach
    #[arg(value_name = "HOSTS")]
    hosts: PathBuf,

    /// The command that reaches a host; `--`, its name and a command line are added
    #[arg(long, value_name = "PROGRAM", default_value = "ssh")]
    ssh: String,

    /// This program, as the hosts know it
    #[arg(long, value_name = "PROGRAM", default_value = "fewest")]
    program: String,

    /// `explore PUZZLE --work DIR …`, as it is to run on each host
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    command: Vec<String>,
}

/// After the first process has ended: the time for the others to notice and report that. Then they
/// are asked to end.
const GRACE: Duration = Duration::from_secs(3);
/// The same for a process that was stopped by a signal. It cannot notice anything, and is killed.
const STOPPED_GRACE: Duration = Duration::from_millis(500);
/// The time after [`GRACE`] after which every process that is left is killed.
const KILL_GRACE: Duration = Duration::from_secs(10);

impl Launch {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        if self.command[0] != "explore" {
            return Err(Failure::Usage("only `explore` runs on many hosts".to_owned()));
        }
        let hosts = match hosts::read(&self.hosts) {
            Ok(hosts) => hosts.places,
            Err(code) => return Ok(code),
        };
        let words: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        let started = hosts.iter().enumerate().map(|(number, place)| {
            let host = place.rsplit_once(':').map_or(place.as_str(), |(host, _)| host);
            let host = host.trim_start_matches('[').trim_end_matches(']');
            let line = format!("{} {} --hosts - --process {number}", quoted(&self.program), words.join(" "));
            let mut command = Command::new(&self.ssh);
            command.arg("--").arg(host).arg(line);
            command
        });
        relay(started.collect(), &hosts, Origin::Hosts, manner.quiet)
    }
}

/// Runs this command in `processes` processes on this machine, each with its own folder inside
/// `folder`.
pub fn local(
    processes: u64,
    (folder, disk): (&Path, Option<u64>),
    limits: &Limits,
    quiet: bool,
) -> Result<Code, Failure> {
    let _ours = match prepared(processes, folder) {
        Ok(folder) => folder,
        Err(trouble) => return Ok(work_folder::report_error(&trouble)),
    };
    let (threads, memory) = limits.divided(processes);
    let program = std::env::current_exe()?;
    let kept =
        without(std::env::args_os().skip(1), &["--local", "--work", "--memory", "--threads", "--disk"]);
    // All ports are bound before the first is released, so that they differ.
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
    relay(started.collect(), &hosts, Origin::Here, quiet)
}

/// Opens the folder and moves the partitions of processes with a number of `processes` or more into
/// the folders of the others.
fn prepared(processes: u64, folder: &Path) -> Result<WorkFolder, StoreError> {
    let ours = WorkFolder::open(folder, None)?;
    if ours.kept()?.is_some() {
        let what = format!("`{}` holds a search by one process", folder.display());
        return Err(StoreError { kind: StoreErrorKind::Foreign, what });
    }
    for name in ours.names_inside("process-")? {
        let number = name.trim_start_matches("process-").parse::<u64>();
        let Some(number) = number.ok().filter(|&number| number >= processes) else { continue };
        // Folders that this program may not have written are left alone.
        if std::fs::read_dir(folder.join(&name)).is_ok_and(|mut entries| entries.next().is_none()) {
            continue;
        }
        let from = match ours.inside(&name) {
            Err(StoreError { kind: StoreErrorKind::NotOurs, .. }) => continue,
            from => from?,
        };
        let to = ours.inside(&format!("process-{}", number % processes))?;
        from.move_inside("part-", &to)?;
        from.demolish();
    }
    Ok(ours)
}

/// Returns the arguments without these options and their values.
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

/// A process that was started here. It stops when its standard input is closed.
struct Started {
    child: Child,
    input: Option<ChildStdin>,
    code: Option<Code>,
    is_killed: bool,
}

impl Started {
    /// Makes process `number` end, `time` after the first has ended or an interrupt.
    fn end(&mut self, number: usize, time: Duration, quiet: bool) {
        if time > GRACE {
            self.input = None;
        }
        let is_late = time > GRACE + KILL_GRACE || time > STOPPED_GRACE && is_stopped(&self.child);
        if self.code.is_none() && is_late && !self.is_killed {
            self.is_killed = true;
            if !quiet {
                eprintln!("[{number}] does not end and is killed");
            }
            // It may have ended in the meantime.
            let _ = self.child.kill();
        }
    }
}

/// Returns whether a process was stopped by a signal and not continued since.
#[cfg(any(target_os = "linux", target_os = "macos"))]
fn is_stopped(child: &Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    // Without `NOWAIT` the next call would not report it again.
    let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let status = id.and_then(|id| waitid(WaitId::Pid(id), options).ok().flatten());
    status.is_some_and(|status| status.stopped())
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn is_stopped(_: &Child) -> bool {
    false
}

/// The place where processes run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// On this machine, as this program.
    Here,
    /// On hosts whose output is not trusted.
    Hosts,
}

/// Starts all processes, sends them a secret and the list, relays their output and waits for the
/// last.
fn relay(commands: Vec<Command>, hosts: &[String], origin: Origin, quiet: bool) -> Result<Code, Failure> {
    limits::listen_for_interrupts();
    // On a command line other users could read the secret.
    let list = format!("{}{}\n{}\n\n", hosts::SECRET, Secret::random()?, hosts.join("\n"));
    let mut all = Vec::new();
    for (number, mut command) in commands.into_iter().enumerate() {
        // Process 0 prints the answer.
        let out = match number {
            0 if origin == Origin::Hosts => Stdio::piped(),
            0 => Stdio::inherit(),
            _ => Stdio::null(),
        };
        command.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped());
        let name = command.get_program().to_string_lossy().into_owned();
        let mut child =
            command.spawn().map_err(|error| Failure::Usage(format!("cannot start `{name}`: {error}")))?;
        let (said, answer) = (child.stderr.take(), child.stdout.take());
        let relay = std::thread::spawn(move || {
            let answer = answer.map(|answer| {
                std::thread::spawn(move || pass_on("", BufReader::new(answer), std::io::stdout()))
            });
            if let Some(said) = said {
                pass_on(&format!("[{number}] "), BufReader::new(said), std::io::stderr());
            }
            answer.map(std::thread::JoinHandle::join)
        });
        let mut input = child.stdin.take();
        if let Some(input) = &mut input {
            // A process that has ended already is noticed below.
            let _ = input.write_all(list.as_bytes());
        }
        all.push((Started { child, input, code: None, is_killed: false }, relay));
    }
    let mut ends_since: Option<Instant> = None;
    while all.iter().any(|(one, _)| one.code.is_none()) {
        for (one, _) in all.iter_mut().filter(|(one, _)| one.code.is_none()) {
            if let Some(status) = one.child.try_wait()? {
                one.code = Some(status.code().and_then(code).unwrap_or(Code::Resumable));
                ends_since = ends_since.or((one.code != Some(Code::Answered)).then(Instant::now));
            }
        }
        if limits::is_interrupted() {
            ends_since = ends_since.or(Some(Instant::now()));
            all.iter_mut().for_each(|(one, _)| one.input = None);
        }
        if let Some(time) = ends_since.map(|since| since.elapsed()) {
            for (number, (one, _)) in all.iter_mut().enumerate() {
                one.end(number, time, quiet);
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut worst = Code::Answered;
    for (one, relay) in all {
        let _ = relay.join();
        worst = worst.max(one.code.unwrap_or(Code::Answered));
    }
    if matches!(worst, Code::Resumable | Code::Time | Code::Disk | Code::Memory) && !quiet {
        eprintln!("what is complete is kept; go on with\n  {}", this_command());
    }
    Ok(worst)
}

/// Returns the code of a number. `None` for the numbers by which a shell reports a killed process
/// and ssh a lost link.
fn code(number: i32) -> Option<Code> {
    Code::ALL.into_iter().find(|code| i32::from(code.number()) == number)
}

/// The longest line that is relayed in one piece, in bytes.
const MOST_LINE: u64 = 1 << 16;

/// Relays the output of a process line by line. Control characters are escaped. Long lines are
/// relayed in pieces; with a prefix each piece is a line of its own.
fn pass_on(before: &str, mut said: impl BufRead, mut to: impl Write) {
    let mut line = Vec::new();
    while said.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let is_complete = line.ends_with(b"\n");
        // A character that the end of a piece cuts belongs to the next one.
        let cut = if is_complete { line.len() } else { line.len() - cut_character(&line) };
        let rest = line.split_off(cut);
        let text = String::from_utf8_lossy(line.trim_ascii_end());
        let text = if is_complete { text } else { String::from_utf8_lossy(&line) };
        let end = if is_complete || !before.is_empty() { "\n" } else { "" };
        // If the output is closed, the process is still read to its end, so that it does not block.
        let _ = write!(to, "{before}{}{end}", visible_lines(&text));
        line = rest;
    }
    if !line.is_empty() {
        let _ = write!(to, "{}", visible_lines(&String::from_utf8_lossy(&line)));
    }
    let _ = to.flush();
}

/// Returns the number of bytes at the end of a text that begin a character of several bytes.
fn cut_character(text: &[u8]) -> usize {
    let last = text.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = std::str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_begun { last.len() } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hosts_print_cannot_reach_the_terminal_unescaped() {
        let mut out = Vec::new();
        let long = "x".repeat(MOST_LINE as usize + 1);
        let said = [b"plain\n\x1b]0;title\x07\r\nnot text \xff\x9b\n", long.as_bytes()].concat();
        pass_on("[1] ", &said[..], &mut out);
        let expected = format!(
            "[1] plain\n[1] \\x1b]0;title\\x07\n[1] not text \u{fffd}\u{fffd}\n[1] {}\n[1] x\n",
            &long[1..]
        );
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }

    /// The answer of process 0 keeps its lines, also where it goes to a file.
    #[test]
    fn long_lines_of_an_answer_stay_in_one_piece() {
        let long = format!("{}\u{e9}\u{20ac} end", "x".repeat(MOST_LINE as usize - 1));
        let mut out = Vec::new();
        pass_on("", format!("{long}\n\x1b[31m\nlast").as_bytes(), &mut out);
        assert_eq!(String::from_utf8(out).expect("text"), format!("{long}\n\\x1b[31m\nlast"));
    }

    #[test]
    fn options_are_left_out_with_their_values() {
        let words = "explore a.txt --local 3 --work=w --json --memory 4G --threads=2 --csv";
        let kept =
            without(words.split(' ').map(OsString::from), &["--local", "--work", "--memory", "--threads"]);
        assert_eq!(kept, ["explore", "a.txt", "--json", "--csv"].map(OsString::from));
    }
}
