//! Work folders with foreign files, links and forged manifests: foreign files are not changed, and
//! each case is reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::{Walk, ran};
use crate::shell::Outcome;

pub fn run(walk: &mut Walk) -> Outcome {
    no_marker(walk)?;
    strangers(walk)?;
    #[cfg(unix)]
    links(walk)?;
    forged(walk)
}

/// Returns the files of a folder with their contents, without the lock and the status, which every
/// start rewrites.
fn content(folder: &Path) -> Outcome<BTreeMap<String, Vec<u8>>> {
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
fn untouched(walk: &mut Walk, fault: &str, code: i32, words: &str) -> Outcome {
    let before = content(&walk.folder.join("work"))?;
    let end = ran(&mut walk.on_disk(2))?;
    let same = content(&walk.folder.join("work"))? == before;
    let line = end.said.lines().find(|line| line.contains("error")).unwrap_or(&end.said).to_owned();
    let good = end.code == Some(code) && end.said.contains(words) && same && !end.said.contains("panicked");
    let touched = if same { "" } else { "; files were changed" };
    walk.row(fault, 1, &format!("{:?}: {line}{touched}", end.code), good);
    Ok(())
}

/// A folder of another project.
fn no_marker(walk: &mut Walk) -> Outcome {
    for name in ["run-tests.sh", "MANIFEST.in", "layer-notes.txt", "layer-000-00000", "MANIFEST"] {
        walk.clear();
        fs::create_dir_all(walk.folder.join("work"))?;
        fs::write(walk.folder.join("work").join(name), "mine")?;
        untouched(walk, &format!("folder with {name}, no marker"), 65, "FEWEST-WORK")?;
    }
    for name in ["LOCK", "status.json"] {
        walk.clear();
        fs::create_dir_all(walk.folder.join("work"))?;
        fs::write(walk.folder.join("work").join(name), "mine")?;
        untouched(walk, &format!("folder with {name}, no marker"), 65, "FEWEST-WORK")?;
        let good = fs::read(walk.folder.join("work").join(name))? == b"mine";
        walk.row(&format!("{name} is what it was"), 1, if good { "yes" } else { "no" }, good);
    }
    Ok(())
}

/// Foreign files in a work folder.
fn strangers(walk: &mut Walk) -> Outcome {
    walk.half_way()?;
    let work = walk.folder.join("work");
    let names = ["run-tests.sh", "MANIFEST.in", "layer-notes.txt", "run-000-00000", "status.json.bak"];
    names.iter().try_for_each(|name| fs::write(work.join(name), "mine"))?;
    walk.goes_on("files of others in the folder", 1, "", 2)?;
    let left =
        names.iter().filter(|name| fs::read(work.join(name)).is_ok_and(|bytes| bytes == b"mine")).count();
    walk.row(
        "the same files afterwards",
        1,
        &format!("{left} of {} are left", names.len()),
        left == names.len(),
    );
    Ok(())
}

#[cfg(unix)]
fn links(walk: &mut Walk) -> Outcome {
    walk.half_way()?;
    let (work, outside) = (walk.folder.join("work"), walk.folder.join("precious"));
    for name in ["FEWEST-WORK", "MANIFEST", "LOCK"] {
        let path = work.join(name);
        let whole = fs::read(&path)?;
        fs::write(&outside, "mine")?;
        fs::remove_file(&path)?;
        std::os::unix::fs::symlink(&outside, &path)?;
        untouched(walk, &format!("{name} is a link"), 65, "symbolic link")?;
        let good = fs::read(&outside)? == b"mine";
        walk.row("what it leads to", 1, if good { "is untouched" } else { "was changed" }, good);
        fs::remove_file(&path)?;
        fs::write(&path, whole)?;
    }
    walk.goes_on("links taken away", 1, "", 1)
}

/// Forged manifests with correct checksums.
fn forged(walk: &mut Walk) -> Outcome {
    walk.half_way()?;
    let path = walk.folder.join("work/MANIFEST");
    let manifest = fs::read_to_string(&path)?;
    let line = manifest.lines().next().unwrap_or_default().to_owned();
    let outside = walk.folder.join("precious");
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
        untouched(walk, &format!("MANIFEST with {what}"), 74, "work")?;
    }
    let good = fs::read(&outside)? == b"mine";
    walk.row("the file that some of them name", 1, if good { "is untouched" } else { "is gone" }, good);
    fs::write(&path, &manifest)?;
    walk.goes_on("the right MANIFEST again", 1, "", 3)
}
