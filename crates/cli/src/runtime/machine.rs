//! What the operating system tells: memory there is, memory held, CPU time used. `None` where it tells nothing.

use std::fs;
use std::path::Path;
use std::time::Duration;

/// Bytes that the machine, the control group the process is in, and its resource limits allow.
pub fn allowed_bytes() -> u64 {
    // Where nothing can be found out, four gibibytes are what a small machine has.
    let machine = status_bytes("/proc/meminfo", "MemTotal:").unwrap_or(4 << 30);
    [control_group_bytes(), resource_bytes()].into_iter().flatten().fold(machine, u64::min)
}

/// The limits that `ulimit -v` and `ulimit -d` set, if there are any.
#[cfg(unix)]
pub fn resource_bytes() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    [Resource::As, Resource::Data].into_iter().filter_map(|of| getrlimit(of).current).min()
}

/// The limits that `ulimit -v` and `ulimit -d` set, if there are any.
#[cfg(not(unix))]
pub fn resource_bytes() -> Option<u64> {
    None
}

/// Bytes of the process that are in memory now.
pub fn resident_bytes() -> Option<u64> {
    status_bytes("/proc/self/status", "VmRSS:")
}

/// The most bytes of the process that ever were in memory.
pub fn peak_bytes() -> Option<u64> {
    status_bytes("/proc/self/status", "VmHWM:")
}

/// CPU time of all threads of the process so far.
#[cfg(unix)]
pub fn cpu_time() -> Option<Duration> {
    clock(rustix::time::ClockId::ProcessCPUTime)
}

/// From now on this thread gives way to others, the more the nicer, where the system can do that for a single thread.
#[cfg(all(target_os = "linux", feature = "serve"))]
pub fn give_way(nice: i32) {
    // A system that refuses only makes others wait a little longer.
    let _ = rustix::process::setpriority_process(None, nice);
}

/// From now on this thread gives way to others, the more the nicer, where the system can do that for a single thread.
#[cfg(all(not(target_os = "linux"), feature = "serve"))]
pub fn give_way(_nice: i32) {}

/// CPU time of this thread so far.
#[cfg(unix)]
pub fn thread_time() -> Option<Duration> {
    clock(rustix::time::ClockId::ThreadCPUTime)
}

#[cfg(unix)]
fn clock(which: rustix::time::ClockId) -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(which)).ok()
}

/// CPU time of all threads of the process so far.
#[cfg(not(unix))]
pub fn cpu_time() -> Option<Duration> {
    None
}

/// CPU time of this thread so far.
#[cfg(not(unix))]
pub fn thread_time() -> Option<Duration> {
    None
}

/// The value of a line like `VmHWM:   123 kB`.
fn status_bytes(file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The smallest limit of the control groups around the process, of both versions of that interface.
fn control_group_bytes() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    groups.lines().filter_map(group_limit).min()
}

/// The limit of one line of `/proc/self/cgroup`: `0::/path` (version 2) or `4:memory:/path` (version 1).
fn group_limit(line: &str) -> Option<u64> {
    let (root, name) = match line.split(':').nth(1)? {
        "" => ("/sys/fs/cgroup", "memory.max"),
        kinds if kinds.split(',').any(|kind| kind == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let path = line.splitn(3, ':').nth(2)?;
    // Inside a container the path may name a group of the outside; then only its ancestors are there to be read.
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
