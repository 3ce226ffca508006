//! `--work DIR` and files that this program did not write: they are not changed, and forged ones
//! are reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::harness::Folder;
use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// Files of a project whose names resemble those of this program.
const PROJECT: [&str; 10] = [
    "run-tests.sh",
    "MANIFEST.in",
    "MANIFEST.tmp",
    "layer-notes.txt",
    "join-us.md",
    "LOCK",
    "status.json",
    "status.json.bak",
    "layer-000-00000",
    "process-7/photo.jpg",
];

/// Returns every file below a folder with its content.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            all.extend(
                content(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)),
            );
        } else {
            all.insert(name, fs::read(entry.path()).unwrap_or_default());
        }
    }
    all
}

fn project(folder: &Folder, name: &str) {
    for file in PROJECT {
        let path = folder.path(name).join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, format!("my {file}\n")).expect("a file");
    }
}

#[test]
fn a_folder_that_was_never_a_work_folder_is_refused_untouched() {
    let folder = Folder::new();
    project(&folder, "mine");
    let before = content(&folder.path("mine"));
    for command in [
        // It needs no disk.
        &["solve", "klotski", "--work", "mine"][..],
        &["explore", "klotski", "--work", "mine", "--tier=disk"],
        #[cfg(feature = "cluster")]
        &["explore", "klotski", "--work", "mine", "--local=2"],
    ] {
        let run = folder.run(command);
        assert_eq!(run.code, 65, "{run:?}");
        assert!(run.err.contains("`mine` is not empty and has no `FEWEST-WORK`"), "{run:?}");
        assert!(run.err.contains("name a new or an empty folder"), "{run:?}");
        assert_eq!(content(&folder.path("mine")), before, "{command:?}");
    }
    let run = folder.run(&["solve", "klotski", "--work", "mine/new/one"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(folder.read("mine/new/one/FEWEST-WORK").starts_with("fewest work folder 1\n"));
}

#[test]
fn files_of_others_in_a_work_folder_stay() {
    let folder = Folder::new();
    let explore = ["explore", "klotski", "--work", "work", "--tier=disk"];
    assert_eq!(folder.run(&explore).code, 0);
    let strangers =
        ["run-tests.sh", "MANIFEST.in", "layer-notes.txt", "join-us.md", "run-001-00000", "round-000001"];
    strangers.iter().for_each(|name| folder.write(&format!("work/{name}"), "mine"));
    assert_eq!(folder.run(&explore).code, 0);
    assert_eq!(folder.run(&["solve", "klotski", "--work", "work"]).code, 65, "another question");
    strangers.iter().for_each(|name| assert_eq!(folder.read(&format!("work/{name}")), "mine"));
}

#[cfg(feature = "cluster")]
#[test]
fn folders_of_processes_that_are_no_more_go_only_if_they_are_ours() {
    let folder = Folder::new();
    let explore = |processes: &str| {
        let local = ["explore", "--json", "klotski", "--work", "work", "--threads=1", "--local", processes];
        let run = folder.run(&local);
        assert_eq!(run.code, 0, "{run:?}");
        run.document()["explored"]["layers"].clone()
    };
    let layers = explore("3");
    let work = |name: &str| folder.path("work").join(name);
    fs::create_dir_all(work("process-7/photos")).expect("a folder");
    folder.write("work/process-7/photos/one.jpg", "mine");
    folder.write("work/process-7/part-of-me", "mine");
    fs::create_dir(work("process-8")).expect("a folder");
    folder.write("work/process-2/run-tests.sh", "mine");
    assert_eq!(explore("1"), layers);
    assert!(!work("process-1").exists(), "it was ours, and empty in the end");
    assert_eq!(folder.read("work/process-2/run-tests.sh"), "mine");
    assert_eq!(folder.read("work/process-7/photos/one.jpg"), "mine");
    assert_eq!(folder.read("work/process-7/part-of-me"), "mine");
    assert!(work("process-8").exists());
    assert_eq!(content(&folder.path("work/process-2")).len(), 3, "the marker, the lock and a file");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with("precious", "mine");
    let explore = ["explore", "klotski", "--work", "work", "--tier=disk"];
    assert_eq!(folder.run(&explore).code, 0);
    let good = content(&folder.path("work"));
    let layer = good.keys().find(|name| name.starts_with("layer-")).expect("a layer");
    let outside = folder.path("precious");
    for (name, code) in
        [("LOCK", 65), ("FEWEST-WORK", 65), ("MANIFEST", 65), (layer.as_str(), 65), ("status.json", 0)]
    {
        let path = folder.path("work").join(name);
        let _ = fs::remove_file(&path);
        symlink(&outside, &path).expect("a link");
        let run = folder.run(&explore);
        assert_eq!(run.code, code, "{name}: {run:?}");
        assert!(code == 0 || run.err.contains("symbolic link"), "{run:?}");
        assert_eq!(folder.read("precious"), "mine", "{name}");
        fs::remove_file(&path).expect("the link");
        good.get(name).into_iter().for_each(|bytes| fs::write(&path, bytes).expect("a file"));
    }
    symlink(folder.path("work"), folder.path("link")).expect("a link");
    let run = folder.run(&["explore", "klotski", "--work", "link", "--tier=disk"]);
    assert_eq!(run.code, 0, "the folder itself may be named by a link: {run:?}");
}

/// Returns the folder of a complete search of Klotski.
fn walked() -> Folder {
    let folder = Folder::with("precious", "mine");
    let run = folder.run(&EXPLORE);
    assert_eq!(run.code, 0, "{run:?}");
    folder
}

const EXPLORE: [&str; 6] = ["explore", "klotski", "--work", "work", "--tier=disk", "--threads=1"];

/// Changes the manifest and corrects its checksum.
fn forge(folder: &Folder, change: impl FnOnce(&mut Value)) {
    let text = folder.read("work/MANIFEST");
    let mut document = serde_json::from_str(text.lines().next().expect("a line")).expect("a document");
    change(&mut document);
    let line = document.to_string();
    folder.write("work/MANIFEST", format!("{line}\n{:016x}\n", xxh3_64(line.as_bytes())));
}

/// Checks that the run ends with 74 and without a panic message, and leaves all files unchanged.
fn is_told(folder: &Folder, what: &str) {
    let before = content(&folder.path("."));
    let run = folder.run(&EXPLORE);
    assert_eq!(run.code, 74, "{what}: {run:?}");
    assert!(run.err.contains("work") && !run.err.contains("panicked"), "{what}: {run:?}");
    let mut after = content(&folder.path("."));
    for name in ["work/LOCK", "work/status.json"] {
        before.get(name).into_iter().for_each(|bytes| drop(after.insert(name.to_owned(), bytes.clone())));
    }
    assert_eq!(after, before, "{what}");
}

#[test]
fn forged_manifests_are_74_and_delete_nothing() {
    let folder = walked();
    let good = folder.read("work/MANIFEST");
    let absolute = folder.path("precious").to_string_lossy().into_owned();
    let huge = u64::MAX;
    type Change<'c> = Box<dyn Fn(&mut Value) + 'c>;
    let file = |at: usize, value: Value| -> Change<'static> {
        Box::new(move |all: &mut Value| all["layers"][0]["files"][0][at] = value.clone())
    };
    let set = |key: &'static str, value: Value| -> Change<'static> {
        Box::new(move |all: &mut Value| all[key] = value.clone())
    };
    let changes: Vec<(&str, Change<'_>)> = vec![
        ("an absolute name", file(0, absolute.into())),
        ("a name above", file(0, "../precious".into())),
        ("a name of ours above", file(0, "../layer-000-00000".into())),
        ("a name of another kind", file(0, "LOCK".into())),
        ("too many keys", file(1, huge.into())),
        ("too few keys", file(1, 1.into())),
        ("an offset beyond the file", file(2, (huge - 1).into())),
        ("a length beyond the file", file(3, u32::MAX.into())),
        ("another checksum", file(4, 1.into())),
        ("no sizes", set("sizes", Value::Array(Vec::new()))),
        ("huge sizes", Box::new(move |all| all["sizes"][0] = huge.into())),
        ("more goals than positions", Box::new(move |all| all["goals"][0] = huge.into())),
        ("no goals", set("goals", Value::Array(Vec::new()))),
        ("no layers", set("layers", Value::Array(Vec::new()))),
        ("huge counters", set("generated", huge.into())),
        ("a goal that is none", set("goal", serde_json::json!([0, [huge]]))),
        ("a goal of no words", set("goal", serde_json::json!([0, []]))),
        ("a depth that is not there", Box::new(move |all| all["layers"][0]["depth"] = huge.into())),
        (
            "the same layer twice",
            Box::new(|all| {
                let layer = all["layers"][0].clone();
                all["layers"].as_array_mut().expect("layers").push(layer);
            }),
        ),
        ("something else", set("layers", "layers".into())),
    ];
    for (what, change) in &changes {
        forge(&folder, change);
        is_told(&folder, what);
        folder.write("work/MANIFEST", &good);
    }
    assert_eq!(folder.run(&EXPLORE).code, 0, "nothing was harmed");
}

/// Encodes a number as in the files of layers: seven bits per byte.
fn coded(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

/// Replaces the last layer by one block and an index, both with correct checksums.
fn forge_layer(folder: &Folder, block: &[u8], index: impl FnOnce(u64) -> Vec<u8>) {
    forge(folder, |all| {
        let layers = all["layers"].as_array_mut().expect("layers");
        let layer =
            layers.iter_mut().rev().find(|layer| layer["files"][0].is_array()).expect("a layer with a file");
        let file = &mut layer["files"][0];
        let index = index(xxh3_64(block));
        let bytes = [&b"fewest blocks 1\n"[..], block, &index].concat();
        folder.write(&format!("work/{}", file[0].as_str().expect("a name")), bytes);
        file[2] = (16 + block.len()).into();
        file[3] = index.len().into();
        file[4] = xxh3_64(&index).into();
    });
}

#[test]
fn forged_layers_are_74() {
    let entry = |first: u64, start: u64, offset: u64, length: u32, check: u64| {
        [
            &first.to_le_bytes()[..],
            &start.to_le_bytes(),
            &offset.to_le_bytes(),
            &length.to_le_bytes(),
            &check.to_le_bytes(),
        ]
        .concat()
    };
    let keys = {
        let folder = walked();
        let text = folder.read("work/MANIFEST");
        let all: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("a document");
        let layers = all["layers"].as_array().expect("layers").clone();
        let layer = layers.iter().rev().find(|layer| layer["files"][0].is_array()).expect("a layer");
        assert_eq!(layer["files"].as_array().map(Vec::len), Some(1));
        layer["files"][0][1].as_u64().expect("a number")
    };
    let rising: Vec<u8> = (0..keys).flat_map(|_| coded(1)).collect();
    let falling: Vec<u8> = [coded(5), (1..keys).flat_map(|_| coded(u64::MAX)).collect()].concat();
    let end = |bytes: &[u8]| bytes.len() as u32;
    type Index<'i> = Box<dyn Fn(u64) -> Vec<u8> + 'i>;
    let forgeries: Vec<(&str, &[u8], Index<'_>)> = vec![
        ("an index without blocks", &rising, Box::new(|_| Vec::new())),
        (
            "an index that is cut off",
            &rising,
            Box::new(|check| entry(1, 0, 16, end(&rising), check)[..20].to_vec()),
        ),
        ("a block beyond the file", &rising, Box::new(|check| entry(1, 0, 1 << 40, end(&rising), check))),
        ("an offset that overflows", &rising, Box::new(|check| entry(1, 0, u64::MAX, end(&rising), check))),
        ("a block of four gigabytes", &rising, Box::new(|check| entry(1, 0, 16, u32::MAX, check))),
        ("a block that begins late", &rising, Box::new(|check| entry(1, 7, 16, end(&rising), check))),
        (
            "blocks that go back",
            &rising,
            Box::new(|check| {
                [entry(1, 0, 16, end(&rising), check), entry(0, u64::MAX, 16, end(&rising), check)].concat()
            }),
        ),
        ("another first key", &rising, Box::new(|check| entry(2, 0, 16, end(&rising), check))),
        ("falling keys", &falling, Box::new(|check| entry(5, 0, 16, end(&falling), check))),
        ("no code", &[255; 12], Box::new(|check| entry(1, 0, 16, 12, check))),
    ];
    for (what, block, index) in &forgeries {
        let folder = walked();
        // Only then is the layer read: one more layer could follow.
        forge(&folder, |all| {
            for key in ["sizes", "goals"] {
                let sizes = all[key].as_array_mut().expect("sizes");
                sizes.pop();
            }
            let layers = all["layers"].as_array_mut().expect("layers");
            layers.retain(|layer| layer["files"][0].is_array());
        });
        forge_layer(&folder, block, index);
        let run = folder.run(&EXPLORE);
        assert_eq!(run.code, 74, "{what}: {run:?}");
        assert!(run.err.contains("`work") && !run.err.contains("panicked"), "{what}: {run:?}");
    }
}

/// Forged keys that are no positions are never reported as a bug, however the family fails.
#[test]
fn keys_that_are_no_positions_are_not_70() {
    for first in [1_u64, 1 << 20, 1 << 40, u64::MAX - 5000] {
        let folder = walked();
        forge(&folder, |all| {
            ["sizes", "goals"].iter().for_each(|key| drop(all[*key].as_array_mut().expect("sizes").pop()));
            all["layers"].as_array_mut().expect("layers").retain(|layer| layer["files"][0].is_array());
        });
        let text = folder.read("work/MANIFEST");
        let all: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("a document");
        let keys = all["sizes"].as_array().and_then(|sizes| sizes.last()?.as_u64()).expect("a size");
        let block: Vec<u8> = [coded(first), (1..keys).flat_map(|_| coded(1)).collect()].concat();
        forge_layer(&folder, &block, |check| {
            let (length, offset) = (block.len() as u32, 16_u64);
            [
                &first.to_le_bytes()[..],
                &[0; 8],
                &offset.to_le_bytes(),
                &length.to_le_bytes(),
                &check.to_le_bytes(),
            ]
            .concat()
        });
        let run = folder.run(&[&EXPLORE[..], &["--time=3s"]].concat());
        assert!([0, 23, 74].contains(&run.code), "{first}: {run:?}");
    }
}

/// A folder of the version without markers: files of layers begin with their first block.
#[test]
fn a_folder_of_the_version_without_markers_goes_on() {
    let folder = walked();
    let expected = folder.run(&EXPLORE).out;
    fs::remove_file(folder.path("work/FEWEST-WORK")).expect("the marker");
    folder.write("work/run-tests.sh", "mine");
    assert_eq!(folder.run(&EXPLORE).code, 65, "something else is there");
    fs::remove_file(folder.path("work/run-tests.sh")).expect("a file");
    let run = folder.run(&EXPLORE);
    assert_eq!((run.code, &run.out), (0, &expected), "{run:?}");
    assert!(folder.path("work/FEWEST-WORK").exists());
}
