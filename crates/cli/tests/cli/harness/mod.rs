//! Runs the program in a temporary folder.

#[cfg(unix)]
pub mod terminal;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use tempfile::TempDir;

/// The example of the sliding-block course: 5 slides.
pub const COURSE: &str =
    "4 4\n3 1 2 1 b\n1 1 1 1 b\n1 2 1 1 b\n2 1 1 1 b\n2 3 2 1 b\n3 3 1 2 b\n4 1 2 1 b\n4 4 1 1 b\n";

/// The result of a run of the program.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self {
            code: output.status.code().unwrap_or(-1),
            out: text(&output.stdout),
            err: text(&output.stderr),
        }
    }

    /// Returns the documents, one per line.
    pub fn documents(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}\n{}", self.err)))
            .collect()
    }

    /// Returns the only document.
    pub fn document(&self) -> Value {
        let mut all = self.documents();
        assert_eq!(all.len(), 1, "one document: {self:?}");
        all.remove(0)
    }
}

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    /// Creates a folder with one file.
    pub fn with(name: &str, text: &str) -> Self {
        let folder = Self::new();
        folder.write(name, text);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).expect("a file can be written");
    }

    /// Writes an executable file. Another process writes it: a program that a parallel test starts
    /// at this moment would inherit the open file until its `exec`, and the system refuses to run a
    /// file that is open for writing (`ETXTBSY`).
    #[cfg(all(unix, feature = "cluster"))]
    pub fn write_script(&self, name: &str, text: &str) {
        let mut command = Command::new("sh");
        command.args(["-c", "cat > \"$0\" && chmod 755 \"$0\"", name]).current_dir(self.0.path());
        let mut child = command.stdin(Stdio::piped()).spawn().expect("`sh` runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("a pipe that is read");
        assert!(child.wait().expect("`sh` ends").success(), "{name} was not written");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file that can be read")
    }

    /// Returns the command of the program in this folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .current_dir(self.0.path())
            // The tests do not touch the table cache of the user.
            .env("FEWEST_CACHE", self.path("cache"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        command.stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Run {
        Run::of(&self.command(arguments).output().expect("the program runs"))
    }

    /// Runs the program with `ulimit -v` at this number of bytes.
    #[cfg(unix)]
    pub fn run_in_memory(&self, bytes: u64, arguments: &[&str]) -> Run {
        let limit = format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes >> 10);
        let mut command = Command::new("sh");
        command.args(["-c", &limit]).arg(program()).args(arguments).current_dir(self.0.path());
        Run::of(&command.output().expect("the program runs"))
    }

    /// Runs the program with a text on its standard input.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> Run {
        self.run_with_bytes(arguments, input.as_bytes())
    }

    /// Runs the program with bytes on its standard input.
    pub fn run_with_bytes(&self, arguments: &[&str], input: &[u8]) -> Run {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        // The program may end without reading; that is no failure of the test.
        let _ = child.stdin.take().expect("a pipe").write_all(input);
        Run::of(&child.wait_with_output().expect("the program ends"))
    }
}

pub fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_fewest"))
}

/// Runs the program in a new folder.
pub fn fewest(arguments: &[&str]) -> Run {
    Folder::new().run(arguments)
}

/// Returns a lock for tests that take much time or memory and for tests with tight time limits, so
/// that no two of them run at the same time.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns an 8 x 8 board full of small pieces: its state space is too large to be searched, and
/// the solution is long.
pub fn huge() -> String {
    let empty = [(2, 5), (4, 3), (6, 7), (8, 2)];
    let mut text = "8 8\n1 1 2 2 b\n".to_owned();
    for row in 1..=8 {
        for column in 1..=8 {
            let is_goal_piece = row <= 2 && column <= 2;
            if !is_goal_piece && !empty.contains(&(row, column)) {
                text.push_str(&format!("{row} {column} 1 1 b\n"));
            }
        }
    }
    text
}

/// Sends a signal, as in `kill -INT`, to a program that was started here.
#[cfg(unix)]
pub fn signal(child: &std::process::Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("`kill` runs");
    assert!(sent.success(), "{signal} was not sent");
}
