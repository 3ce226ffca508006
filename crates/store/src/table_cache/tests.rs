//! Damaged, foreign and unwritable files: each leads to a table that is built again.

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
fn each_trouble_is_told_apart() {
    let (_folder, path) = filled();
    let good = fs::read(&path).expect("the file");
    let trouble = |change: &dyn Fn(&mut Vec<u8>), name: &str| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&path, bytes).expect("the file");
        Table::open(&path, name).expect_err("it is not believed").to_string()
    };
    assert_eq!(trouble(&|bytes| bytes[8] = 7, NAME), "is of version 7, not 1");
    assert_eq!(trouble(&|bytes| bytes.truncate(5000), NAME), "is damaged");
    assert_eq!(trouble(&|bytes| bytes[0] = 0, NAME), "is no table of this kind");
    assert_eq!(trouble(&|_| {}, "tiles 4x4 pattern 1-2 v1"), "is no table of this kind");
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
