//! `-o FILE` and standard output: a failure leaves the previous file, and a full disk has its exit
//! code.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};

use crate::harness::{Folder, Run, program};

/// Runs the program with a file size limit of 1024 bytes.
fn run_with_small_files(folder: &Folder, arguments: &[&str]) -> Run {
    let mut command = Command::new("sh");
    // A signal that is ignored stays ignored; writing then fails with an error.
    command.args(["-c", "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\""]).arg(program()).args(arguments);
    Run::of(&command.current_dir(folder.path(".")).output().expect("the program runs"))
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path(".")).expect("a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "cache");
    names.sort();
    names
}

#[test]
fn a_failure_leaves_the_file_that_was_there() {
    let folder = Folder::with("out.svg", "old");
    // The first picture can be drawn; the second one is found later.
    let run = folder.run(&["draw", "klotski", "eight-easy", "-o", "out.svg"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!((folder.read("out.svg").as_str(), names(&folder)), ("old", vec!["out.svg".to_owned()]));
    for command in [
        &["draw", "klotski", "-o", "out.svg"][..],
        &["solve", "klotski", "-o", "out.svg"],
        &["explore", "klotski", "-o", "out.svg"],
        &["explore", "eight-easy", "--svg", "out.svg", "-q"],
        &["map", "eight-easy", "-o", "out.svg", "--sample", "300"],
    ] {
        let run = run_with_small_files(&folder, command);
        assert_eq!(run.code, 24, "{command:?}: {run:?}");
        assert!(run.err.contains("out.svg") && run.err.contains("Make room"), "{run:?}");
        assert_eq!((folder.read("out.svg").as_str(), names(&folder)), ("old", vec!["out.svg".to_owned()]));
    }
}

#[test]
fn a_file_is_replaced_with_its_permissions_and_links_stay() {
    let folder = Folder::with("real.txt", "old");
    fs::set_permissions(folder.path("real.txt"), fs::Permissions::from_mode(0o600)).expect("permissions");
    symlink("real.txt", folder.path("link.txt")).expect("a link");
    let run = folder.run(&["convert", "klotski", "-o", "link.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(fs::symlink_metadata(folder.path("link.txt")).expect("the link").is_symlink());
    let mode = fs::metadata(folder.path("real.txt")).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(folder.read("real.txt").len() > 10);
    // The input is read before it is written.
    let before = folder.read("real.txt");
    assert_eq!(folder.run(&["convert", "real.txt", "-o", "real.txt"]).code, 0);
    assert_eq!(folder.read("real.txt"), before);
    assert_eq!(names(&folder), ["link.txt", "real.txt"]);
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let folder = Folder::with("log", "first line\n");
    let file = fs::OpenOptions::new().append(true).open(folder.path("log")).expect("a file");
    let mut command = folder.command(&["convert", "klotski", "-o", "/dev/stdout"]);
    assert!(command.stdout(file).status().expect("it runs").success());
    let log = folder.read("log");
    assert!(log.starts_with("first line\n") && log.len() > 20, "{log}");
    assert_eq!(folder.run(&["convert", "klotski", "-o", "/dev/null"]).code, 0);
    assert!(!fs::metadata("/dev/null").expect("a device").is_file());
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    if made.is_ok_and(|made| made.success()) {
        let reader =
            Command::new("cat").arg(folder.path("pipe")).stdout(Stdio::piped()).spawn().expect("it runs");
        assert_eq!(folder.run(&["convert", "klotski", "-o", "pipe"]).code, 0);
        assert!(reader.wait_with_output().expect("it ends").stdout.len() > 10);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_24() {
    let folder = Folder::new();
    for command in [
        &["solve", "klotski"][..],
        &["solve", "klotski", "--json"],
        &["explore", "klotski"],
        &["draw", "klotski"],
        &["convert", "klotski"],
        &["generate", "tiles", "--size", "3x3", "--seed", "1"],
        &["list", "puzzles"],
        &["map", "eight-easy", "--json", "--sample", "300"],
        &["hint", "klotski"],
    ] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = folder.command(command).stdout(full).output().expect("it runs");
        let run = Run::of(&output);
        assert_eq!(run.code, 24, "{command:?}: {run:?}");
        assert!(run.err.contains("cannot write the output"), "{command:?}: {run:?}");
    }
    let run = folder.run(&["solve", "klotski", "-o", "/dev/full"]);
    assert_eq!(run.code, 24, "{run:?}");
}
