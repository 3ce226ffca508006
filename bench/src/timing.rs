//! CPU time of a piece of work, and of programs that run in a shell.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Repetitions of short work.
const ROUNDS: usize = 5;

/// Runs work and returns its result and the CPU seconds of this process.
pub fn time<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = now();
    let result = work();
    (result, now() - begin)
}

/// Returns the same for the fastest of a few rounds: other load on the machine can only add time.
pub fn least<T>(work: impl Fn() -> T) -> (T, f64) {
    let rounds = (0..ROUNDS).map(|_| time(&work));
    rounds.min_by(|a, b| a.1.total_cmp(&b.1)).expect("more than no rounds")
}

/// Returns the CPU seconds of this process.
#[cfg(unix)]
pub fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    std::time::Duration::try_from(time).unwrap_or_default().as_secs_f64()
}

/// Returns wall time, because there is no clock for CPU time.
#[cfg(not(unix))]
pub fn now() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Returns the program, built if necessary.
pub fn fewest_program() -> Result<PathBuf, String> {
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
