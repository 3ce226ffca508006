//! A full disk, a folder that cannot be written or is removed, too little memory.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{Walk, ran};
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    full_disk(walk)?;
    read_only(walk)?;
    vanished(walk)?;
    memory(walk)
}

/// Mounts a file system on the work folder. Returns `false` if that is not permitted.
fn mounted(walk: &Walk, options: &str) -> Outcome<bool> {
    let work = walk.folder.join("work");
    fs::create_dir_all(&work)?;
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "fewest"]).arg(&work).output();
    Ok(mount.is_ok_and(|output| output.status.success()))
}

fn mount_again(walk: &Walk, options: &str) -> Outcome {
    Command::new("mount")
        .args(["-o", &format!("remount,{options}")])
        .arg(walk.folder.join("work"))
        .output()?;
    Ok(())
}

fn unmounted(walk: &Walk) -> Outcome {
    Command::new("umount").arg(walk.folder.join("work")).output()?;
    walk.clear();
    Ok(())
}

/// A file system that is too small and is then enlarged.
fn full_disk(walk: &mut Walk) -> Outcome {
    walk.clear();
    for size in ["200k", "600k", "1000k"] {
        let fault = format!("disk of {size}B is full");
        if !mounted(walk, &format!("size={size}"))? {
            println!("{fault:38} {:>7}  NOT RUN: a file system cannot be mounted here", 0);
            continue;
        }
        // No `--disk` limit, so that the system refuses.
        let mut command = walk.on_disk(2);
        let good = walk.must_end(&fault, 24, "space", command.args(["--disk", "1G"]))?;
        mount_again(walk, "size=64m")?;
        if good {
            walk.goes_on("the same with more room", 1, "", 1)?;
        }
        unmounted(walk)?;
    }
    Ok(())
}

fn read_only(walk: &mut Walk) -> Outcome {
    walk.clear();
    let fault = "folder cannot be written";
    if !mounted(walk, "size=64m")? {
        println!("{fault:38} {:>7}  NOT RUN: a file system cannot be mounted here", 0);
        return Ok(());
    }
    let mut command = walk.on_disk(2);
    ran(command.args(["--disk", "900k"]))?;
    mount_again(walk, "ro")?;
    let mut command = walk.on_disk(2);
    walk.must_end(fault, 74, "work", &mut command)?;
    mount_again(walk, "rw")?;
    walk.goes_on("the same, writable again", 1, "", 2)?;
    unmounted(walk)
}

/// The folder is removed while the process runs.
fn vanished(walk: &mut Walk) -> Outcome {
    walk.clear();
    let child = walk.started(2)?;
    let begin = Instant::now();
    while !walk.folder.join("work/MANIFEST").exists() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let work = walk.folder.join("work");
    // Files that were created in between prevent the removal of a folder.
    while work.exists() && begin.elapsed() < Duration::from_secs(20) {
        let _ = fs::remove_dir_all(&work);
    }
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().next().unwrap_or_default().to_owned();
    let good = output.status.code() == Some(74) && said.contains("work");
    walk.row("folder taken away", 1, &format!("{:?}: {line}", output.status.code()), good);
    walk.clear();
    walk.goes_on("the same begun anew", 1, "", 2)
}

fn memory(walk: &mut Walk) -> Outcome {
    walk.clear();
    let mut command = walk.command(&["--tier=disk", "--work=work", "--memory=1M"]);
    walk.must_end("--memory=1M", 22, "", &mut command)?;
    let mut command = walk.command(&["--tier=sparse", "--memory=12M"]);
    walk.must_end("--memory=12M without a folder", 22, "", &mut command)?;
    walk.goes_on("the same with 24M", 1, "", 1)
}
