//! Damaged, foreign and unwritable files each lead to a table that is built again; the size limit
//! removes tables only.

use super::*;

fn files(folder: &Path) -> FileCache {
    FileCache::new(Some(folder.to_owned()))
}

const NAME: &str = "tiles 4x4 pattern 1.2 v1";

fn bytes() -> Vec<u8> {
    (0..10_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
}

fn content(table: Option<TableBytes>) -> Option<Vec<u8>> {
    table.map(|table| (*table).as_ref().to_vec())
}

/// Returns a cache with one table, and its file.
fn filled() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::TempDir::new().expect("a folder");
    let cache = files(folder.path());
    assert!(!cache.has(NAME) && cache.get(NAME).is_none());
    assert_eq!(content(Some(cache.keep(NAME, bytes()))), Some(bytes()));
    let path = cache.path(NAME).expect("a path");
    let all: Vec<_> =
        fs::read_dir(folder.path()).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    assert_eq!(all, std::slice::from_ref(&path), "nothing unfinished is left");
    (folder, path)
}

#[test]
fn what_is_kept_is_there_for_the_next_program() {
    let (folder, path) = filled();
    let next = files(folder.path());
    assert!(next.has(NAME));
    assert_eq!(content(next.get(NAME)), Some(bytes()));
    fs::remove_file(path).expect("the file");
    assert_eq!(content(next.get(NAME)), Some(bytes()), "what was read stays");
    assert!(files(folder.path()).get(NAME).is_none());
}

#[test]
fn damaged_and_foreign_files_are_not_believed_and_are_replaced() {
    let (folder, path) = filled();
    let good = fs::read(&path).expect("the file");
    let mut bad: Vec<Vec<u8>> =
        [0, 3, 8, 20, 31, 40, good.len() / 2, good.len() - 1].map(|n| good[..n].to_vec()).to_vec();
    bad.push([&good[..], &[0]].concat());
    bad.push(b"something else entirely, and long enough for a header".to_vec());
    // Every bit of the header and the name, and some of the table.
    for at in (0..64).chain((64..good.len()).step_by(977)) {
        for bit in 0..8 {
            let mut flipped = good.clone();
            flipped[at] ^= 1 << bit;
            bad.push(flipped);
        }
    }
    for bad in bad {
        fs::write(&path, &bad).expect("the file");
        assert!(files(folder.path()).get(NAME).is_none(), "{:?}", &bad[..bad.len().min(40)]);
    }
    let cache = files(folder.path());
    cache.keep(NAME, bytes());
    assert_eq!(fs::read(&path).expect("the file"), good);
}

#[test]
fn each_error_is_told_apart() {
    let (_folder, path) = filled();
    let good = fs::read(&path).expect("the file");
    let error = |change: &dyn Fn(&mut Vec<u8>), name: &str| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&path, bytes).expect("the file");
        Table::open(&path, name).expect_err("it is not believed").to_string()
    };
    assert_eq!(error(&|bytes| bytes[8] = 7, NAME), "is of version 7, not 1");
    assert_eq!(error(&|bytes| bytes.truncate(5000), NAME), "is damaged");
    assert_eq!(error(&|bytes| bytes[0] = 0, NAME), "is no table of this kind");
    assert_eq!(error(&|_| {}, "tiles 4x4 pattern 1-2 v1"), "is no table of this kind");
}

/// Keeps a table where `path` is taken by something foreign, which must stay as it is. Returns the
/// notes.
fn notes_of_keep(folder: &Path) -> Vec<String> {
    static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    // One test at a time, since the receiver of notes is a plain function.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = files(folder).with_notes(|note| NOTES.lock().expect("a lock").push(note.to_owned()));
    assert_eq!(content(Some(cache.keep(NAME, bytes()))), Some(bytes()), "it is used all the same");
    assert_eq!(content(cache.get(NAME)), Some(bytes()), "and stays in memory");
    std::mem::take(&mut NOTES.lock().expect("a lock"))
}

#[test]
fn files_that_are_no_tables_are_not_replaced() {
    let (folder, path) = filled();
    let good = fs::read(&path).expect("the file");
    let flipped = [&[good[0] ^ 1], &good[1..]].concat();
    for foreign in [&b"six chairs"[..], b"six", b"fewest t", &flipped] {
        fs::write(&path, foreign).expect("the file");
        let notes = notes_of_keep(folder.path());
        assert_eq!(fs::read(&path).expect("the file"), foreign, "it is left as it is");
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes[0].starts_with(&path.display().to_string()), "{notes:?}");
        assert!(notes[0].contains("is no table and is left as it is"), "{notes:?}");
        assert_eq!(names(folder.path()).len(), 1, "nothing unfinished is left");
    }
    // Truncated tables are replaced.
    for length in [0, 5, 8, 40, good.len() - 1] {
        fs::write(&path, &good[..length]).expect("the file");
        assert_eq!(notes_of_keep(folder.path()), [""; 0]);
        assert_eq!(fs::read(&path).expect("the file"), good);
    }
    fs::remove_file(&path).expect("the file");
    fs::create_dir(&path).expect("a folder");
    assert_eq!(notes_of_keep(folder.path()).len(), 1);
    assert!(path.is_dir(), "a folder is left as it is");
}

#[cfg(unix)]
#[test]
fn links_are_not_replaced() {
    let (folder, path) = filled();
    let elsewhere = tempfile::TempDir::new().expect("a folder");
    let there = elsewhere.path().join("a.table");
    fs::rename(&path, &there).expect("the file");
    std::os::unix::fs::symlink(&there, &path).expect("a link");
    assert_eq!(notes_of_keep(folder.path()).len(), 1);
    assert_eq!(fs::read_link(&path).expect("the link stays"), there);
}

#[test]
fn without_a_place_to_write_tables_stay_in_memory() {
    let (folder, path) = filled();
    // A file where the folder should be: not even the superuser can write there.
    let cache = files(&path.join("below"));
    assert_eq!(content(Some(cache.keep(NAME, bytes()))), Some(bytes()));
    assert_eq!(content(cache.get(NAME)), Some(bytes()));
    let nowhere = FileCache::new(None);
    nowhere.keep(NAME, bytes());
    assert!(nowhere.has(NAME) && content(nowhere.get(NAME)) == Some(bytes()));
    drop(folder);
}

#[test]
fn many_at_once_all_succeed() {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let cache = files(folder.path());
                for _ in 0..10 {
                    let there = content(cache.get(NAME));
                    assert!(there.is_none_or(|there| there == bytes()));
                    cache.keep(NAME, bytes());
                    assert_eq!(content(files(folder.path()).get(NAME)), Some(bytes()));
                }
            });
        }
    });
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
}

fn table(folder: &Path, name: &str, bytes: usize, age: u64) {
    let path = folder.join(name);
    fs::write(&path, [&record::MAGIC[..], &vec![0; bytes - record::MAGIC.len()]].concat()).expect("a file");
    let then = SystemTime::now() - std::time::Duration::from_secs(age);
    File::options().write(true).open(path).expect("the file").set_modified(then).expect("a time");
}

fn names(folder: &Path) -> Vec<String> {
    let mut all: Vec<String> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    all.sort();
    all
}

#[test]
fn the_oldest_go_first_and_foreign_files_never() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let folder = folder.path();
    table(folder, "old.table", 100, 30);
    table(folder, "middle.table", 100, 20);
    table(folder, "new.17-0.unfinished", 100, 10);
    // Matching by name only, by content only, and by neither.
    fs::write(folder.join("dinner.table"), "six chairs").expect("a file");
    table(folder, "notes.txt", 100, 40);
    table(folder, "my results.table", 100, 40);
    fs::create_dir(folder.join("folder.table")).expect("a folder");
    assert_eq!(kept(folder).expect("the tables").len(), 3);
    make_room(folder, 150, 350).expect("there is room");
    let foreign = ["dinner.table", "folder.table", "my results.table", "notes.txt"];
    let mut left: Vec<&str> = foreign.to_vec();
    left.extend(["new.17-0.unfinished", "middle.table"]);
    left.sort_unstable();
    assert_eq!(names(folder), left);
    assert!(make_room(folder, 351, 350).is_err());
    make_room(folder, 350, 350).expect("there is room");
    assert_eq!(names(folder), foreign);
    assert!(kept(&folder.join("nowhere")).expect("no folder").is_empty());
}

#[cfg(unix)]
#[test]
fn links_are_left_alone() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let elsewhere = tempfile::TempDir::new().expect("a folder");
    table(elsewhere.path(), "a.table", 100, 0);
    std::os::unix::fs::symlink(elsewhere.path().join("a.table"), folder.path().join("a.table"))
        .expect("a link");
    assert!(kept(folder.path()).expect("the tables").is_empty());
}
