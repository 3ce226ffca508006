//! `cargo xtask faults`: whatever can happen to a long run is done to one, and it comes to the same histogram, or ends with the code
//! that says why not and names the file.
//!
//! | file | what is done |
//! |---|---|
//! | `commits` | the process ends at every step of a commit |
//! | `signals` | Ctrl-C at a hundred random times |
//! | `damage` | files cut, changed, exchanged, gone; manifests of others |
//! | `foreign` | files of others in the folder, links, forged manifests |
//! | `places` | a full disk, a folder that cannot be written or is taken away, too little memory |
//! | `many` | several processes that walk together |
//!
//! A short selection of this is among the tests of the program (`work.rs`, `foreign.rs` and
//! `together.rs` in `crates/cli/tests/cli/explore`).

mod commits;
mod damage;
mod foreign;
mod many;
mod places;
mod signals;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::shell::{Outcome, Shell, Trouble};

/// Every one of the 2^20 boards of this size can be reached.
const BOARD: &str = "#####\n#####\n#####\n#####\n";

/// A walk in a folder of its own, and how it ended without any fault.
pub struct Walk {
    program: PathBuf,
    folder: PathBuf,
    expected: String,
    bad: u32,
}

/// What a process did.
pub struct Ran {
    /// Nothing if it was killed.
    code: Option<i32>,
    table: String,
    said: String,
}

/// Which faults.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those of several processes that walk together.
    Many,
}

/// Runs faults on the program, or on one that was built with the feature `failpoints`, and prints a table.
pub fn run(shell: &Shell, which: Which, program: Option<&str>) -> Outcome {
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
    let mut walk = Walk { program, folder, expected: String::new(), bad: 0 };
    let ran = ran(&mut walk.command(&["--tier=sparse"]))?;
    if ran.code != Some(0) {
        return Err(Trouble::Failed(format!("the walk in memory ended with {:?}", ran.code)));
    }
    walk.expected = ran.table;
    println!("{:38} {:>7}  came to", "fault", "times");
    if which == Which::All {
        commits::run(&mut walk)?;
        signals::run(&mut walk)?;
        damage::run(&mut walk)?;
        foreign::run(&mut walk)?;
        places::run(&mut walk)?;
    }
    many::run(&mut walk)?;
    std::fs::remove_dir_all(&walk.folder)?;
    match walk.bad {
        0 => Ok(()),
        bad => Err(Trouble::Failed(format!("{bad} faults were not survived"))),
    }
}

fn ran(command: &mut Command) -> Outcome<Ran> {
    let output = command.output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Ran { code: output.status.code(), table: text(&output.stdout), said: text(&output.stderr) })
}

impl Walk {
    /// The program with the board of all these walks.
    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["explore", "--csv", "--as", "lights:text", "board.txt"]).args(options);
        command.current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// The walk on disk. With little memory there are many runs and many parts of a layer.
    fn on_disk(&self, threads: u64) -> Command {
        self.command(&["--tier=disk", "--work=work", "--memory=24M", "--threads", &threads.to_string()])
    }

    /// The same as a process that others can see.
    fn started(&self, threads: u64) -> Outcome<Child> {
        Ok(self.on_disk(threads).spawn()?)
    }

    fn is_expected(&self, ran: &Ran) -> bool {
        ran.code == Some(0) && ran.table == self.expected
    }

    /// Begins anew.
    fn clear(&self) {
        let _ = std::fs::remove_dir_all(self.folder.join("work"));
    }

    /// A folder where a limit of the disk ended the walk in the middle.
    fn half_way(&mut self) -> Outcome {
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

    /// A line of the table.
    fn row(&mut self, fault: &str, times: u32, came_to: &str, good: bool) {
        self.bad += u32::from(!good);
        println!("{fault:38} {times:>7}  {came_to}{}", if good { "" } else { "   NOT AS IT SHOULD" });
    }

    /// Goes on without fault, and tells whether the histogram is the same.
    fn goes_on(&mut self, fault: &str, times: u32, before: &str, threads: u64) -> Outcome {
        let end = ran(&mut self.on_disk(threads))?;
        let good = self.is_expected(&end);
        let end =
            if good { "the same histogram".to_owned() } else { format!("{:?}: {}", end.code, end.said) };
        let came_to = if before.is_empty() { end } else { format!("{before}, then {end}") };
        self.row(fault, times, &came_to, good);
        Ok(())
    }

    /// The walk must end with a code and words; then the fault is mended and it must go on.
    fn must_end(&mut self, fault: &str, code: i32, words: &str, command: &mut Command) -> Outcome<bool> {
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
