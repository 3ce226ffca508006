//! Queries of the operating system: memory of the machine and of the process, CPU time. `None` if
//! the system does not say.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Returns the bytes that the machine, the control group of the process and its resource limits
/// allow.
pub fn allowed_bytes() -> u64 {
    // 4 GiB is the size of a small machine.
    let machine = status_bytes("/proc/meminfo", "MemTotal:").unwrap_or(4 << 30);
    [control_group_bytes(), resource_bytes()].into_iter().flatten().fold(machine, u64::min)
}

/// Returns the smaller of the limits `ulimit -v` and `ulimit -d`. `None` if there is none.
#[cfg(unix)]
pub fn resource_bytes() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Data].into_iter().filter_map(|of| getrlimit(of).current).min()
}

/// Returns the smaller of the limits `ulimit -v` and `ulimit -d`. `None` if there is none.
#[cfg(not(unix))]
pub fn resource_bytes() -> Option<u64> {
    None
}

/// Returns the resident set size of the process.
pub fn resident_bytes() -> Option<u64> {
    status_bytes("/proc/self/status", "VmRSS:")
}

/// Returns the peak resident set size of the process.
pub fn peak_bytes() -> Option<u64> {
    status_bytes("/proc/self/status", "VmHWM:")
}

/// Returns the CPU time of all threads of the process.
#[cfg(unix)]
pub fn cpu_time() -> Option<Duration> {
    clock(rustix::time::ClockId::ProcessCPUTime)
}

/// Sets the niceness of this thread, if the system supports that for a single thread.
#[cfg(all(target_os = "linux", feature = "serve"))]
pub fn give_way(nice: i32) {
    // If the system refuses, other threads wait a little longer.
    let _ = rustix::process::setpriority_process(None, nice);
}

/// Sets the niceness of this thread, if the system supports that for a single thread.
#[cfg(all(not(target_os = "linux"), feature = "serve"))]
pub fn give_way(_nice: i32) {}

/// Returns the CPU time of this thread.
#[cfg(unix)]
pub fn thread_time() -> Option<Duration> {
    clock(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
fn clock(which: rustix::time::ClockId) -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(which)).ok()
}

/// Returns the CPU time of all threads of the process.
#[cfg(not(unix))]
pub fn cpu_time() -> Option<Duration> {
    None
}

/// Returns the CPU time of this thread.
#[cfg(not(unix))]
pub fn thread_time() -> Option<Duration> {
    None
}

/// Returns a seed from the clock, short enough to be typed.
pub fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() % 1_000_000_007) as u64
}

/// Returns the value of a line like `VmHWM:   123 kB` in bytes.
fn status_bytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// Returns the smallest memory limit of the control groups of the process, version 1 or 2.
fn control_group_bytes() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().filter_map(group_limit).min()
}

/// Returns the limit of one line of `/proc/self/cgroup`: `0::/path` (version 2) or `4:memory:/path`
/// (version 1).
fn group_limit(line: &str) -> Option<u64> {
    let (root, name) = match line.split(':').nth(1)? {
        "" => ("/sys/fs/cgroup", "memory.max"),
        kinds if kinds.split(',').any(|kind| kind == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let path = line.splitn(3, ':').nth(2)?;
    // Inside a container the path may name a group of the outside; then only its ancestors can be
    // read.
    Path::new(path)
        .ancestors()
        .filter_map(|group| {
            let inside = group.strip_prefix("/").unwrap_or(group);
            fs::read_to_string(Path::new(root).join(inside).join(name)).ok()?.trim().parse().ok()
        })
        .min()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_tells_everything() {
        let (now, peak) = (resident_bytes().expect("VmRSS"), peak_bytes().expect("VmHWM"));
        assert!(now > 0 && peak > 0);
        assert!(allowed_bytes() > 1 << 20);
        assert!(cpu_time().is_some());
    }
}
