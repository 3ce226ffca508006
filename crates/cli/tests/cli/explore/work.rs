//! `fewest explore --work DIR`: under every fault of the process or the folder the same histogram,
//! or the exit code of the fault.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::harness::{Folder, Run, huge};
use serde_json::Value;

/// Lights on 4 x 5 cells: every one of the 2^20 boards can be reached.
const LIGHTS: &str = "#####\n#####\n#####\n#####\n";

const EXPLORE: [&str; 8] =
    ["explore", "--json", "--as", "lights:text", "board.txt", "--work", "work", "--tier=disk"];

fn lights() -> Folder {
    Folder::with("board.txt", LIGHTS)
}

fn layers(run: &Run) -> Value {
    let document = run.document();
    assert_eq!(document["explored"]["complete"], true, "{run:?}");
    document["explored"]["layers"].clone()
}

/// Returns the layers of a search in memory.
fn in_memory() -> Value {
    let run = lights().run(&["explore", "--json", "--as", "lights:text", "board.txt"]);
    assert_eq!(run.code, 0);
    let layers = layers(&run);
    let all: u64 = layers.as_array().into_iter().flatten().filter_map(Value::as_u64).sum();
    assert_eq!(all, 1 << 20);
    layers
}

/// Names of the files of layers.
fn files(folder: &Folder) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.path("work")).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<_> = paths.filter(|path| path.to_string_lossy().contains("layer-")).collect();
    paths.sort();
    paths
}

fn name(path: &std::path::Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// Returns a folder in which a disk limit has stopped the search in the middle.
fn half_way() -> Folder {
    let folder = lights();
    let run = folder.run(&[&EXPLORE[..], &["--disk", "900k"]].concat());
    assert_eq!(run.code, 24, "{run:?}");
    assert!(run.err.contains("may not hold more than 921600 bytes"), "{run:?}");
    assert!(run.err.contains("go on with and more `--disk`\n  fewest explore"), "{run:?}");
    assert!(files(&folder).len() >= 2, "two layers are there");
    folder
}

/// Explores with each set of options and with 1, 2 and 3 threads. Returns the histogram, which is
/// the same for all.
fn in_every_way(puzzle: &[&str], tiers: &[&[&str]]) -> Vec<u64> {
    let folder = Folder::with("klotski.txt", KLOTSKI);
    let mut all = Vec::new();
    for tier in tiers {
        for threads in ["1", "2", "3"] {
            let _ = std::fs::remove_dir_all(folder.path("w"));
            let explore = [&["explore", "--json", "--threads", threads][..], puzzle, tier].concat();
            let run = folder.run(&explore);
            assert_eq!(run.code, 0, "{run:?}");
            all.push(layers(&run));
        }
    }
    assert!(all.windows(2).all(|pair| pair[0] == pair[1]));
    all[0].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

/// Klotski's layout as the course writes boards: row, column, width and height of every piece, the
/// one that leaves first.
const KLOTSKI: &str = "5 4\n1 2 2 2 b\n1 1 1 2 b\n1 4 1 2 b\n3 1 1 2 b\n3 2 2 1 b\n3 4 1 2 b\n4 2 1 1 b\n4 3 1 1 b\n\
    5 1 1 1 b\n5 4 1 1 b\n";

#[test]
fn every_tier_and_number_of_threads_has_the_same_histogram() {
    let eight = in_every_way(
        &["eight-hardest"],
        &[&[], &["--tier=sparse"], &["--tier=dense"], &["--tier=disk", "--work=w"]],
    );
    // From one of the two boards that are farthest from the goal.
    assert_eq!((eight.iter().sum::<u64>(), eight.len()), (181_440, 32));
    let klotski = &[&[][..], &["--tier=sparse"], &["--tier=disk", "--work=w"]];
    assert_eq!(in_every_way(&["klotski"], klotski).iter().sum::<u64>(), 25_955);
    assert_eq!(in_every_way(&["klotski.txt"], klotski).iter().sum::<u64>(), 25_955, "in the course's format");
}

#[test]
fn bits_lists_and_files_have_the_same_farthest_positions() {
    let folder = Folder::new();
    let explore = ["explore", "--json", "eight-easy", "--farthest=3"];
    let explored = |tier: &[&str]| folder.run(&[&explore[..], tier].concat()).document()["explored"].clone();
    let expected = explored(&["--tier=sparse"]);
    assert_eq!(expected["farthest"].as_array().map(Vec::len), Some(2), "{expected}");
    assert_eq!(explored(&["--tier=dense"]), expected);
    assert_eq!(explored(&["--tier=disk", "--work=w"]), expected);
    assert_eq!(explored(&[]), expected);
}

#[test]
fn a_tier_that_cannot_be_had_is_refused() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "klotski", "--tier=dense"]);
    assert!(run.code == 65 && run.err.contains("not numbered"), "{run:?}");
    assert_eq!(folder.run(&["explore", "eight-easy", "--tier=dense", "--work=w"]).code, 2);
    assert_eq!(folder.run(&["solve", "eight-easy", "--tier=dense"]).code, 2);
    // 4 x 4 has 10^13 positions, and a bit for each is more than there is.
    let run = folder.run(&["explore", "fifteen-easy", "--tier=dense", "--memory=1G"]);
    assert_eq!(run.code, 22, "{run:?}");
}

#[test]
fn a_finished_search_is_answered_again_at_once() {
    let folder = Folder::new();
    let explore = ["explore", "--json", "klotski", "--work=w", "--tier=disk", "--farthest=2"];
    let (first, second) = (folder.run(&explore), folder.run(&explore));
    assert_eq!(first.document()["explored"], second.document()["explored"]);
    let farthest = first.document()["explored"]["farthest"].clone();
    assert_eq!(farthest.as_array().map(Vec::len), Some(2));
    // They are puzzles: the start is as far from them as they are from the start.
    let text = farthest[0].as_str().expect("a text");
    folder.write("far.txt", text);
    let back = folder.run(&["explore", "--json", "far.txt"]);
    let depths = |run: &Run| layers(run).as_array().map(Vec::len);
    assert!(depths(&back) >= depths(&first), "{:?} and {:?}", depths(&back), depths(&first));
}

#[cfg(unix)]
fn killed(folder: &Folder, arguments: &[&str], after: Duration) -> (Child, bool) {
    let child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.expect("the program runs");
    std::thread::sleep(after);
    let runs = child.try_wait().expect("it can be asked").is_none();
    if runs {
        child.kill().expect("it can be killed");
    }
    (child, runs)
}

#[cfg(unix)]
#[test]
fn a_search_killed_again_and_again_comes_to_the_same_end() {
    let expected = in_memory();
    let folder = lights();
    let mut kills = 0;
    for turn in 0..12_u64 {
        let threads = (turn % 3 + 1).to_string();
        let again = [&EXPLORE[..], &["--threads", &threads]].concat();
        let (mut child, killed) = killed(&folder, &again, Duration::from_millis(60 + 25 * turn));
        child.wait().expect("it ends");
        kills += u32::from(killed);
    }
    assert!(kills > 0, "at least one was killed at work");
    let run = folder.run(&[&EXPLORE[..], &["--threads", "2"]].concat());
    assert_eq!((run.code, layers(&run)), (0, expected));
}

/// Waits until a run has stored more layers, because before that there is nothing to resume.
/// Returns `false` if it ended.
#[cfg(unix)]
fn keeps_layers(folder: &Folder, child: &mut Child, mut times: u32) -> bool {
    let kept = || if folder.path("work").is_dir() { files(folder) } else { Vec::new() };
    let mut before = kept();
    while times > 0 {
        if child.try_wait().expect("it can be asked").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
        let now = kept();
        times -= u32::from(now != before);
        before = now;
    }
    true
}

#[cfg(unix)]
#[test]
fn ctrl_c_and_sigterm_are_75_and_say_how_to_go_on() {
    let expected = in_memory();
    let folder = lights();
    for (turn, signal) in (1..).zip(["-INT", "-TERM", "-INT"]) {
        let child = folder.command(&EXPLORE).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.expect("the program runs");
        let sent = keeps_layers(&folder, &mut child, 3 * turn);
        if sent {
            crate::harness::signal(&child, signal);
        }
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if sent && output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(75), "{said}");
            assert!(said.contains(&format!("go on with\n  fewest {}\n", EXPLORE.join(" "))), "{said}");
        }
    }
    let run = folder.run(&EXPLORE);
    assert_eq!((run.code, layers(&run)), (0, expected));
}

#[test]
fn a_full_budget_is_24_and_more_of_it_goes_on() {
    let folder = half_way();
    let run = folder.run(&EXPLORE);
    assert_eq!((run.code, layers(&run)), (0, in_memory()));
    let left = files(&folder).iter().map(|path| path.metadata().map_or(0, |file| file.len())).sum::<u64>();
    assert!(left < 100_000, "only the last layers are left, not {left} bytes");
}

#[test]
fn damaged_files_are_74_and_named() {
    let folder = half_way();
    for path in files(&folder) {
        let whole = std::fs::read(&path).expect("a file");
        let mut flipped = whole.clone();
        let middle = flipped.len() / 2;
        flipped[middle] ^= 16;
        let mut longer = whole.clone();
        longer.push(0);
        let damages =
            [Some(flipped), Some(whole[..whole.len() - 1].to_vec()), Some(Vec::new()), Some(longer), None];
        for (number, damage) in damages.into_iter().enumerate() {
            match damage {
                Some(bytes) => std::fs::write(&path, bytes).expect("it can be written"),
                None => std::fs::remove_file(&path).expect("it can be removed"),
            }
            let run = folder.run(&EXPLORE);
            assert_eq!(run.code, 74, "damage {number}: {run:?}");
            assert!(run.err.contains(&name(&path)), "damage {number}: {run:?}");
        }
        std::fs::write(&path, whole).expect("it can be written");
    }
    // Swapped files are as wrong as damaged ones.
    let paths = files(&folder);
    let [first, second] = [&paths[0], &paths[paths.len() - 1]];
    std::fs::rename(first, folder.path("other")).expect("a name");
    std::fs::rename(second, first).expect("a name");
    std::fs::rename(folder.path("other"), second).expect("a name");
    assert_eq!(folder.run(&EXPLORE).code, 74);
    std::fs::rename(first, folder.path("other")).expect("a name");
    std::fs::rename(second, first).expect("a name");
    std::fs::rename(folder.path("other"), second).expect("a name");
    let manifest = folder.read("work/MANIFEST");
    folder.write("work/MANIFEST", &manifest[..manifest.len() / 2]);
    let run = folder.run(&EXPLORE);
    assert!(run.code == 74 && run.err.contains("MANIFEST` is damaged"), "{run:?}");
    folder.write("work/MANIFEST", manifest);
    let run = folder.run(&EXPLORE);
    assert_eq!((run.code, layers(&run)), (0, in_memory()), "nothing of this was harmed by looking");
}

#[test]
fn folders_of_others_are_65() {
    let folder = half_way();
    let manifest = folder.read("work/MANIFEST");
    // A version that this program does not know, with its checksum.
    folder.write("work/MANIFEST", include_str!("newer-manifest.txt"));
    let run = folder.run(&EXPLORE);
    assert!(run.code == 65 && run.err.contains("MANIFEST` was written by a newer program"), "{run:?}");
    folder.write("work/MANIFEST", manifest);
    let explore = ["explore", "klotski", "--work", "work"];
    let run = folder.run(&explore);
    assert!(run.code == 65 && run.err.contains("belongs to another puzzle"), "{run:?}");
    let farthest = folder.run(&[&EXPLORE[..], &["--farthest=1"]].concat());
    assert_eq!(farthest.code, 65, "another question about the same puzzle");
    folder.write("file", "");
    assert_eq!(folder.run(&["explore", "klotski", "--work", "file"]).code, 74, "no folder at all");
    assert_eq!(folder.run(&["explore", "klotski", "--tier=disk"]).code, 2, "a disk tier needs a folder");
}

#[cfg(unix)]
#[test]
fn two_processes_in_one_folder_are_65() {
    let folder = Folder::with("huge.txt", &huge());
    let solve = ["solve", "huge.txt", "--work", "work", "--time", "20s"];
    let mut child =
        folder.command(&solve).stderr(Stdio::null()).stdout(Stdio::null()).spawn().expect("it runs");
    while std::fs::read_to_string(folder.path("work/LOCK")).map_or(true, |text| !text.ends_with('\n')) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let second = folder.run(&solve);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(second.code, 65, "{second:?}");
    assert!(second.err.contains(&format!("`work` is in use by process {}", child.id())), "{second:?}");
}

#[test]
fn memory_that_ends_goes_on_in_the_folder() {
    let folder = Folder::with("huge.txt", &huge());
    let solve = ["solve", "huge.txt", "--json", "--memory", "50M"];
    let without = folder.run(&solve);
    assert_eq!(without.code, 22);
    let with = folder.run(&[&solve[..], &["--work", "work", "--disk", "100M"]].concat());
    assert_eq!(with.code, 24, "{with:?}");
    let depth = |run: &Run| run.document()["at_least"].as_u64().expect("a number");
    assert!(depth(&with) > depth(&without), "{} and {}", depth(&with), depth(&without));
    if cfg!(target_os = "linux") {
        let peak = with.document()["stats"]["peak_bytes"].as_u64().expect("a number");
        assert!(peak <= 60 << 20, "{peak} bytes");
    }
    let status: Value = serde_json::from_str(&folder.read("work/status.json")).expect("a document");
    assert!(status["disk_bytes"].is_u64() && status["moves_per_second"].is_f64(), "{status}");
}

#[test]
fn an_answer_is_looked_for_in_the_folder_as_well() {
    let folder = Folder::new();
    let solve = ["solve", "--json", "klotski"];
    let expected = folder.run(&solve).document();
    assert_eq!(expected["outcome"], "solved");
    for threads in ["1", "3"] {
        let disk = [&solve[..], &["--work=w", "--tier=disk", "--threads", threads]].concat();
        let run = folder.run(&disk);
        assert_eq!((run.code, &run.document()["moves"]), (0, &expected["moves"]), "{run:?}");
    }
}

#[test]
fn a_search_that_time_ends_in_memory_goes_on_from_there() {
    let folder = lights();
    let explore = [&EXPLORE[..7], &["--memory=1G"]].concat();
    let first = folder.run(&[&explore[..], &["--time=80ms", "--threads=1"]].concat());
    if first.code == 0 {
        return; // Quicker than its time.
    }
    assert_eq!(first.code, 23, "{first:?}");
    let run = folder.run(&explore);
    assert_eq!((run.code, layers(&run)), (0, in_memory()));
}

#[test]
fn a_picture_of_the_layers() {
    let folder = Folder::new();
    let run = folder.run(&["explore", "-q", "klotski", "--svg", "layers.svg"]);
    assert_eq!(run.code, 0, "{run:?}");
    let svg = folder.read("layers.svg");
    assert!(svg.starts_with("<svg ") && svg.contains("klotski: 25,955 positions"), "{svg}");
}
