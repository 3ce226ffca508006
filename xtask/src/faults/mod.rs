//! `cargo xtask faults`: fault injection into long runs. A run must produce the same histogram, or
//! end with the exit code of the fault and name the file.
//!
//! | file | fault |
//! |---|---|
//! | `kills` | the process ends at every step of a commit; Ctrl-C and `kill -9` at random times |
//! | `storage` | damaged, foreign and forged files; a full or vanished disk; too little memory |
//! | `many` | several processes of one search |
//!
//! A short selection of this is among the tests of the program (`work.rs`, `foreign.rs` and
//! `together.rs` in `crates/cli/tests/cli/explore`).

mod kills;
mod many;
mod storage;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::shell::{ChoreResult, Shell, Trouble};

/// Every one of the 2^20 boards of this size can be reached.
const BOARD: &str = "#####\n#####\n#####\n#####\n";

/// A search in a folder of its own, and its result without faults.
pub struct LongSearch {
    program: PathBuf,
    folder: PathBuf,
    expected: String,
    /// What the program takes for a search of almost nothing, in MiB. It depends on the build.
    resident: usize,
    bad: u32,
}

/// The result of a process.
pub struct Ran {
    /// `None` if it was killed.
    code: Option<i32>,
    table: String,
    said: String,
}

/// The selection of faults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those of several processes.
    Many,
    /// Of these, changed bytes, foreign connections and wrong secrets.
    Tampering,
}

impl Which {
    /// Returns the selection of that name.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "many" => Some(Self::Many),
            "tampering" => Some(Self::Tampering),
            _ => None,
        }
    }
}

/// Runs faults on the program, or on one that was built with the feature `failpoints`, and prints a
/// table.
pub fn run(shell: &Shell, which: Which, program: Option<&str>) -> ChoreResult {
    let target = shell.target()?;
    let program = match program {
        Some(program) => std::path::absolute(program)?,
        None => {
            shell.cargo(&["build", "--release", "-p", "fewest-cli", "--features", "failpoints"]).run()?;
            target.join("release/fewest")
        }
    };
    let folder = target.join("faults");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("board.txt"), BOARD)?;
    let mut search = LongSearch { program, folder, expected: String::new(), resident: 0, bad: 0 };
    search.resident = search.resident()?;
    let ran = ran(&mut search.command(&["--tier=sparse"]))?;
    if ran.code != Some(0) {
        return Err(Trouble::Failed(format!("the search in memory ended with {:?}", ran.code)));
    }
    search.expected = ran.table;
    println!("{:38} {:>7}  came to", "fault", "times");
    if which == Which::All {
        kills::run(&mut search)?;
        storage::run(&mut search)?;
    }
    many::run(&mut search, which)?;
    std::fs::remove_dir_all(&search.folder)?;
    match search.bad {
        0 => Ok(()),
        bad => Err(Trouble::Failed(format!("{bad} faults were not survived"))),
    }
}

fn ran(command: &mut Command) -> ChoreResult<Ran> {
    let output = command.output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ran { code: output.status.code(), table: text(&output.stdout), said: text(&output.stderr) })
}

impl LongSearch {
    /// Returns the memory of a search of almost nothing, in MiB.
    fn resident(&self) -> ChoreResult<usize> {
        std::fs::write(self.folder.join("one.txt"), "#\n")?;
        let mut command = Command::new(&self.program);
        command.args(["explore", "--json", "--threads=1", "--as", "lights:text", "one.txt"]);
        let ran = ran(command.current_dir(&self.folder).stdin(Stdio::null()))?;
        let bytes = serde_json::from_str::<serde_json::Value>(&ran.table).ok();
        let bytes = bytes.and_then(|document| document["stats"]["peak_bytes"].as_u64());
        let bytes = bytes.ok_or_else(|| Trouble::Failed(format!("no statistics: {}", ran.said)))?;
        Ok(usize::try_from(bytes.div_ceil(1 << 20)).unwrap_or(usize::MAX))
    }

    /// Returns the command of the search.
    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["explore", "--csv", "--as", "lights:text", "board.txt"]).args(options);
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the command of the search on disk. With little memory a layer has many runs and
    /// parts.
    fn on_disk(&self, threads: u64) -> Command {
        self.command(&["--tier=disk", "--work=work", "--memory=24M", "--threads", &threads.to_string()])
    }

    /// Starts the same command as a child process.
    fn started(&self, threads: u64) -> ChoreResult<Child> {
        Ok(self.on_disk(threads).spawn()?)
    }

    fn is_expected(&self, ran: &Ran) -> bool {
        ran.code == Some(0) && ran.table == self.expected
    }

    /// Removes the work folder.
    fn clear(&self) {
        let _ = std::fs::remove_dir_all(self.folder.join("work"));
    }

    /// Prepares a folder in which a disk limit has stopped the search in the middle.
    fn half_way(&mut self) -> ChoreResult {
        self.clear();
        let mut command = self.on_disk(2);
        let ran = ran(command.args(["--disk", "900k"]))?;
        if ran.code != Some(24) {
            return Err(Trouble::Failed(format!(
                "a limit of the disk ended with {:?}: {}",
                ran.code, ran.said
            )));
        }
        Ok(())
    }

    /// Prints a line of the table.
    fn row(&mut self, fault: &str, times: u32, came_to: &str, good: bool) {
        self.bad += u32::from(!good);
        println!("{fault:38} {times:>7}  {came_to}{}", if good { "" } else { "   NOT AS IT SHOULD" });
    }

    /// Resumes without a fault and returns whether the histogram is the same.
    fn goes_on(&mut self, fault: &str, times: u32, before: &str, threads: u64) -> ChoreResult {
        let end = ran(&mut self.on_disk(threads))?;
        let good = self.is_expected(&end);
        let end =
            if good { "the same histogram".to_owned() } else { format!("{:?}: {}", end.code, end.said) };
        let came_to = if before.is_empty() { end } else { format!("{before}, then {end}") };
        self.row(fault, times, &came_to, good);
        Ok(())
    }

    /// Checks that the search ends with a code and a message; then removes the fault and checks
    /// that it resumes.
    fn must_end(&mut self, fault: &str, code: i32, words: &str, command: &mut Command) -> ChoreResult<bool> {
        let end = ran(command)?;
        let good = end.code == Some(code) && end.said.contains(words);
        let line = end.said.lines().find(|line| line.contains("error")).unwrap_or(&end.said).to_owned();
        self.row(
            fault,
            1,
            &format!("{}: {line}", end.code.map_or("killed".to_owned(), |c| c.to_string())),
            good,
        );
        Ok(good)
    }
}
