//! Commands that run in the root of the workspace and are echoed on the terminal.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a task did not succeed.
#[derive(Debug)]
pub enum Trouble {
    /// It ran and failed.
    Failed(String),
    /// A tool or a folder that it needs is missing.
    NotRun(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(why) => write!(f, "failed: {why}"),
            Self::NotRun(why) => write!(f, "not run: {why}"),
        }
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// The result of a task.
pub type ChoreResult<T = ()> = Result<T, Trouble>;

/// The folder of commands and the path of cargo.
pub struct Shell {
    /// The root of the workspace.
    pub root: PathBuf,
    cargo: String,
}

/// A command under construction.
pub struct CommandLine {
    command: Command,
}

impl Shell {
    /// Returns the workspace that this program was built from.
    pub fn here() -> Self {
        let own =
            std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
        let root = Path::new(&own).parent().map_or_else(PathBuf::new, Path::to_path_buf);
        Self { root, cargo: std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()) }
    }

    /// Returns the same tools in another folder.
    pub fn at(&self, root: PathBuf) -> Self {
        Self { root, cargo: self.cargo.clone() }
    }

    /// Returns a cargo command with incremental compilation off: its files would take more disk
    /// space than everything else together.
    pub fn cargo(&self, args: &[&str]) -> CommandLine {
        self.tool(&self.cargo, args).env("CARGO_INCREMENTAL", "0")
    }

    /// Returns a command for any program.
    pub fn tool(&self, program: &str, args: &[&str]) -> CommandLine {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root).stdin(Stdio::null());
        CommandLine { command }
    }

    /// Returns the output of `cargo metadata` for the packages of the workspace.
    pub fn metadata(&self) -> ChoreResult<serde_json::Value> {
        let text = self.cargo(&["metadata", "--format-version", "1", "--no-deps"]).text()?;
        serde_json::from_str(&text).map_err(|error| Trouble::Failed(format!("cargo metadata: {error}")))
    }

    /// Returns the target folder of cargo.
    pub fn target(&self) -> ChoreResult<PathBuf> {
        let metadata = self.metadata()?;
        let folder = metadata["target_directory"].as_str().map(PathBuf::from);
        folder.ok_or_else(|| Trouble::Failed("cargo metadata names no target directory".to_owned()))
    }

    /// Returns whether a program can be started.
    pub fn has(&self, program: &str) -> bool {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Fails if the program cannot be started.
    pub fn needs(&self, program: &str) -> ChoreResult {
        if self.has(program) { Ok(()) } else { Err(Trouble::NotRun(format!("there is no `{program}` here"))) }
    }
}

impl CommandLine {
    /// Adds arguments.
    pub fn args(mut self, args: &[&str]) -> Self {
        self.command.args(args);
        self
    }

    /// Adds a path as an argument.
    pub fn path(mut self, path: &Path) -> Self {
        self.command.arg(path);
        self
    }

    /// Sets the folder, relative to the workspace.
    pub fn within(mut self, folder: &str) -> Self {
        let root = self.command.get_current_dir().map(Path::to_path_buf).unwrap_or_default();
        self.command.current_dir(root.join(folder));
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs it; its output goes to the terminal.
    pub fn run(mut self) -> ChoreResult {
        let words = self.words();
        eprintln!("$ {words}");
        let status = self.command.status().map_err(|error| Trouble::NotRun(format!("{words}: {error}")))?;
        if status.success() { Ok(()) } else { Err(Trouble::Failed(format!("{words}: {status}"))) }
    }

    /// Runs it and returns its output.
    pub fn text(mut self) -> ChoreResult<String> {
        let words = self.words();
        let output = self.command.stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| Trouble::NotRun(format!("{words}: {error}")))?;
        if !output.status.success() {
            print!("{}", String::from_utf8_lossy(&output.stdout));
            return Err(Trouble::Failed(format!("{words}: {}", output.status)));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn words(&self) -> String {
        let program = Path::new(self.command.get_program()).file_stem().unwrap_or_default().to_string_lossy();
        let args = self.command.get_args().map(|arg| arg.to_string_lossy());
        std::iter::once(program).chain(args).collect::<Vec<_>>().join(" ")
    }
}
