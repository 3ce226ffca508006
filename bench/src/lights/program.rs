//! Runs the program and other programs in a shell that measures their CPU time.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the program, built if necessary.
pub fn fewest() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = own.parent().unwrap_or(Path::new("."));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--package", "fewest-cli"]);
    if folder.ends_with("release") {
        build.arg("--release");
    }
    let built = build.status().is_ok_and(|status| status.success());
    let program = folder.join(format!("fewest{}", std::env::consts::EXE_SUFFIX));
    if program.exists() { Ok(program) } else { Err(format!("no program is built ({built})")) }
}

/// Runs a shell command in a folder. Returns its exit code and the user and system seconds of all
/// its processes.
pub fn run(line: &str, folder: &Path) -> Result<(i32, f64), String> {
    let script = format!("{line}\ncode=$?\ntimes >&2\nexit $code");
    let output = Command::new("bash")
        .args(["-c", &script])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("bash: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let children = said.lines().last().ok_or("the shell did not tell the time")?;
    let seconds = children.split_whitespace().filter_map(minutes_and_seconds).sum();
    Ok((output.status.code().unwrap_or(-1), seconds))
}

/// Parses `0m0.250s`.
fn minutes_and_seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}

/// A temporary folder.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("fewest-bench-{}", std::process::id()));
        std::fs::create_dir_all(&path).map_err(|error| error.to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // An error of removing the folder is ignored.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
