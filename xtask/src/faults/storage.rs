//! Faults of the work folder: damaged files, foreign files, links and forged manifests, a full
//! disk, a folder that cannot be written or is removed; and too little memory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{LongSearch, ran};
use crate::shell::ChoreResult;

pub fn run(search: &mut LongSearch) -> ChoreResult {
    damaged(search)?;
    foreign(search)?;
    full_disk(search)?;
    read_only(search)?;
    vanished(search)?;
    memory(search)
}

/// Foreign files are not changed, and each case is reported.
fn foreign(search: &mut LongSearch) -> ChoreResult {
    no_marker(search)?;
    strangers(search)?;
    #[cfg(unix)]
    links(search)?;
    forged(search)
}

/// Returns the files of a folder with their contents, without the lock and the status, which every
/// start rewrites.
fn content(folder: &Path) -> ChoreResult<BTreeMap<String, Vec<u8>>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder)?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !["LOCK", "status.json"].contains(&name.as_str()) {
            all.insert(name, fs::read(entry.path()).unwrap_or_default());
        }
    }
    Ok(all)
}

/// Checks that the search ends with a code and a message and leaves the folder unchanged.
fn untouched(search: &mut LongSearch, fault: &str, code: i32, words: &str) -> ChoreResult {
    let before = content(&search.folder.join("work"))?;
    let end = ran(&mut search.on_disk(2))?;
    let same = content(&search.folder.join("work"))? == before;
    let line = end.said.lines().find(|line| line.contains("error")).unwrap_or(&end.said).to_owned();
    let good = end.code == Some(code) && end.said.contains(words) && same && !end.said.contains("panicked");
    let touched = if same { "" } else { "; files were changed" };
    search.row(fault, 1, &format!("{:?}: {line}{touched}", end.code), good);
    Ok(())
}

/// A folder of another project.
fn no_marker(search: &mut LongSearch) -> ChoreResult {
    for name in ["run-tests.sh", "MANIFEST.in", "layer-notes.txt", "layer-000-00000", "MANIFEST"] {
        search.clear();
        fs::create_dir_all(search.folder.join("work"))?;
        fs::write(search.folder.join("work").join(name), "mine")?;
        untouched(search, &format!("folder with {name}, no marker"), 65, "FEWEST-WORK")?;
    }
    for name in ["LOCK", "status.json"] {
        search.clear();
        fs::create_dir_all(search.folder.join("work"))?;
        fs::write(search.folder.join("work").join(name), "mine")?;
        untouched(search, &format!("folder with {name}, no marker"), 65, "FEWEST-WORK")?;
        let good = fs::read(search.folder.join("work").join(name))? == b"mine";
        search.row(&format!("{name} is what it was"), 1, if good { "yes" } else { "no" }, good);
    }
    Ok(())
}

/// Foreign files in a work folder.
fn strangers(search: &mut LongSearch) -> ChoreResult {
    search.half_way()?;
    let work = search.folder.join("work");
    let names = ["run-tests.sh", "MANIFEST.in", "layer-notes.txt", "run-000-00000", "status.json.bak"];
    names.iter().try_for_each(|name| fs::write(work.join(name), "mine"))?;
    search.goes_on("files of others in the folder", 1, "", 2)?;
    let left =
        names.iter().filter(|name| fs::read(work.join(name)).is_ok_and(|bytes| bytes == b"mine")).count();
    search.row(
        "the same files afterwards",
        1,
        &format!("{left} of {} are left", names.len()),
        left == names.len(),
    );
    Ok(())
}

#[cfg(unix)]
fn links(search: &mut LongSearch) -> ChoreResult {
    search.half_way()?;
    let (work, outside) = (search.folder.join("work"), search.folder.join("precious"));
    for name in ["FEWEST-WORK", "MANIFEST", "LOCK"] {
        let path = work.join(name);
        let whole = fs::read(&path)?;
        fs::write(&outside, "mine")?;
        fs::remove_file(&path)?;
        std::os::unix::fs::symlink(&outside, &path)?;
        untouched(search, &format!("{name} is a link"), 65, "symbolic link")?;
        let good = fs::read(&outside)? == b"mine";
        search.row("what it leads to", 1, if good { "is untouched" } else { "was changed" }, good);
        fs::remove_file(&path)?;
        fs::write(&path, whole)?;
    }
    search.goes_on("links taken away", 1, "", 1)
}

/// Forged manifests with correct checksums.
fn forged(search: &mut LongSearch) -> ChoreResult {
    search.half_way()?;
    let path = search.folder.join("work/MANIFEST");
    let manifest = fs::read_to_string(&path)?;
    let line = manifest.lines().next().unwrap_or_default().to_owned();
    let outside = search.folder.join("precious");
    fs::write(&outside, "mine")?;
    let name = &line[line.find("layer-").unwrap_or(0)..][.."layer-000-00000".len()];
    let absolute = outside.to_string_lossy().into_owned();
    let huge = "18446744073709551615";
    let forgeries = [
        ("an absolute name", name, absolute.as_str()),
        ("a name above", name, "../precious"),
        ("a name of the marker", name, "FEWEST-WORK"),
        ("huge sizes", "\"sizes\":[1,", &format!("\"sizes\":[{huge},")),
        ("fewer goals than layers", "\"goals\":[", "\"goals\":[],\"old\":["),
        ("huge counters", "\"generated\":", &format!("\"generated\":{huge},\"old\":")),
        ("a depth that is not there", "\"depth\":", "\"depth\":9"),
        ("more keys than there are", &format!("\"{name}\","), &format!("\"{name}\",9")),
        ("files that are no files", "\"files\":[", "\"files\":[7,"),
    ];
    for (what, from, to) in forgeries {
        let line = line.replacen(from, to, 1);
        let check = xxhash_rust::xxh3::xxh3_64(line.as_bytes());
        fs::write(&path, format!("{line}\n{check:016x}\n"))?;
        untouched(search, &format!("MANIFEST with {what}"), 74, "work")?;
    }
    let good = fs::read(&outside)? == b"mine";
    search.row("the file that some of them name", 1, if good { "is untouched" } else { "is gone" }, good);
    fs::write(&path, &manifest)?;
    search.goes_on("the right MANIFEST again", 1, "", 3)
}

/// Damages files of a search that is half done, and repairs them.
fn damaged(search: &mut LongSearch) -> ChoreResult {
    search.half_way()?;
    let work = search.folder.join("work");
    let mut layers: Vec<PathBuf> = fs::read_dir(&work)?.flatten().map(|entry| entry.path()).collect();
    layers.retain(|path| path.to_string_lossy().contains("layer-"));
    layers.sort();
    let (first, last) = (layers[0].clone(), layers[layers.len() - 1].clone());
    for path in [&first, &last] {
        let whole = fs::read(path)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 4;
        let damages: [(&str, Option<&[u8]>); 4] = [
            ("cut off", Some(&whole[..whole.len() / 2])),
            ("one bit changed", Some(&flipped)),
            ("empty", Some(&[])),
            ("gone", None),
        ];
        for (what, bytes) in damages {
            match bytes {
                Some(bytes) => fs::write(path, bytes)?,
                None => fs::remove_file(path)?,
            }
            let mut command = search.on_disk(2);
            search.must_end(&format!("{name} {what}"), 74, &name, &mut command)?;
        }
        fs::write(path, whole)?;
    }
    let (one, other) = (fs::read(&first)?, fs::read(&last)?);
    fs::write(&first, &other)?;
    fs::write(&last, &one)?;
    let mut command = search.on_disk(1);
    search.must_end("two files exchanged", 74, "layer-", &mut command)?;
    fs::write(&first, one)?;
    fs::write(&last, other)?;
    let path = work.join("MANIFEST");
    let manifest = fs::read(&path)?;
    fs::write(&path, &manifest[..manifest.len() / 2])?;
    let mut command = search.on_disk(3);
    search.must_end("MANIFEST cut off", 74, "MANIFEST", &mut command)?;
    fs::write(&path, NEWER)?;
    let mut command = search.on_disk(3);
    search.must_end("MANIFEST of a newer program", 65, "newer program", &mut command)?;
    fs::write(&path, &manifest)?;
    let mut command = search.on_disk(3);
    search.must_end("MANIFEST of another question", 65, "another puzzle", command.arg("--farthest=1"))?;
    search.goes_on("all of it mended", 1, "", 3)
}

/// A manifest of a later version, with its checksum.
const NEWER: &str = include_str!("../../../crates/cli/tests/cli/explore/newer-manifest.txt");

/// Mounts a file system on the work folder. Returns `false` if that is not permitted.
fn mounted(search: &LongSearch, options: &str) -> ChoreResult<bool> {
    let work = search.folder.join("work");
    fs::create_dir_all(&work)?;
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "fewest"]).arg(&work).output();
    Ok(mount.is_ok_and(|output| output.status.success()))
}

fn mount_again(search: &LongSearch, options: &str) -> ChoreResult {
    Command::new("mount")
        .args(["-o", &format!("remount,{options}")])
        .arg(search.folder.join("work"))
        .output()?;
    Ok(())
}

fn unmounted(search: &LongSearch) -> ChoreResult {
    Command::new("umount").arg(search.folder.join("work")).output()?;
    search.clear();
    Ok(())
}

/// A file system that is too small and is then enlarged.
fn full_disk(search: &mut LongSearch) -> ChoreResult {
    search.clear();
    for size in ["200k", "600k", "1000k"] {
        let fault = format!("disk of {size}B is full");
        if !mounted(search, &format!("size={size}"))? {
            println!("{fault:38} {:>7}  NOT RUN: a file system cannot be mounted here", 0);
            continue;
        }
        // No `--disk` limit, so that the system refuses.
        let mut command = search.on_disk(2);
        let good = search.must_end(&fault, 24, "space", command.args(["--disk", "1G"]))?;
        mount_again(search, "size=64m")?;
        if good {
            search.goes_on("the same with more room", 1, "", 1)?;
        }
        unmounted(search)?;
    }
    Ok(())
}

fn read_only(search: &mut LongSearch) -> ChoreResult {
    search.clear();
    let fault = "folder cannot be written";
    if !mounted(search, "size=64m")? {
        println!("{fault:38} {:>7}  NOT RUN: a file system cannot be mounted here", 0);
        return Ok(());
    }
    let mut command = search.on_disk(2);
    ran(command.args(["--disk", "900k"]))?;
    mount_again(search, "ro")?;
    let mut command = search.on_disk(2);
    search.must_end(fault, 74, "work", &mut command)?;
    mount_again(search, "rw")?;
    search.goes_on("the same, writable again", 1, "", 2)?;
    unmounted(search)
}

/// The folder is removed while the process runs.
fn vanished(search: &mut LongSearch) -> ChoreResult {
    search.clear();
    let child = search.started(2)?;
    let begin = Instant::now();
    while !search.folder.join("work/MANIFEST").exists() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let work = search.folder.join("work");
    // Files that were created in between prevent the removal of a folder.
    while work.exists() && begin.elapsed() < Duration::from_secs(20) {
        let _ = fs::remove_dir_all(&work);
    }
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = said.lines().next().unwrap_or_default().to_owned();
    let good = output.status.code() == Some(74) && said.contains("work");
    search.row("folder taken away", 1, &format!("{:?}: {line}", output.status.code()), good);
    search.clear();
    search.goes_on("the same begun anew", 1, "", 2)
}

fn memory(search: &mut LongSearch) -> ChoreResult {
    search.clear();
    let mut command = search.command(&["--tier=disk", "--work=work", "--memory=1M"]);
    search.must_end("--memory=1M", 22, "", &mut command)?;
    let mut command = search.command(&["--tier=sparse", "--memory=12M"]);
    search.must_end("--memory=12M without a folder", 22, "", &mut command)?;
    search.goes_on("the same with 24M", 1, "", 1)
}
