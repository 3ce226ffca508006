//! Tables on disk: whatever happens to the files, the answer is right, and where a table is built again that is said.

mod harness;

use std::fs;
use std::path::PathBuf;

use harness::{Folder, Run};

/// A random 4 x 4 board, for which tables are built.
fn board() -> Folder {
    let folder = Folder::new();
    let made = folder.run(&["generate", "tiles", "--size", "4x4", "--seed", "3"]);
    assert_eq!(made.code, 0, "{made:?}");
    folder.write("board.txt", made.out);
    folder
}

fn solve(folder: &Folder) -> Run {
    let run = folder.run(&["solve", "--as", "tiles", "board.txt"]);
    assert_eq!(run.code, 0, "{run:?}");
    run
}

/// What was found; how long it took to find depends on the tables that were there.
fn answer(out: &str) -> String {
    out.lines().filter(|line| !line.starts_with("searched:")).collect::<Vec<_>>().join("\n")
}

/// The tables that are kept, the largest last.
fn tables(folder: &Folder) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.path("cache")) else { return Vec::new() };
    let mut tables: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    tables.sort_by_key(|path| (fs::metadata(path).map_or(0, |data| data.len()), path.clone()));
    assert!(tables.iter().all(|path| path.extension().is_some_and(|end| end == "table")), "{tables:?}");
    tables
}

#[test]
fn must_show_5_deleted_truncated_flipped_and_old_tables_are_built_again() {
    let folder = board();
    let first = solve(&folder);
    assert!(!first.err.contains("built again"), "{first:?}");
    let kept = tables(&folder);
    assert!(!kept.is_empty(), "tables are kept");
    let table = kept.last().expect("a table");
    let good = fs::read(table).expect("the table");
    let again = solve(&folder);
    assert_eq!((answer(&again.out), again.err.contains("built again")), (answer(&first.out), false));

    fs::remove_file(table).expect("the table");
    assert_eq!(answer(&solve(&folder).out), answer(&first.out));
    assert!(fs::read(table).expect("it is there again") == good, "the same table is built");

    let flip = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 16;
        bytes
    };
    for (bad, said) in [
        (good[..good.len() / 2].to_vec(), "is damaged; it is built again"),
        (flip(good.len() - 1000), "is damaged; it is built again"),
        (flip(8), "is of version 17, not 1; it is built again"),
        (Vec::new(), "built again"),
        (b"something else".to_vec(), "is no table of this kind; it is built again"),
    ] {
        fs::write(table, bad).expect("the table");
        let run = solve(&folder);
        assert_eq!(answer(&run.out), answer(&first.out));
        assert!(run.err.contains(said), "{run:?}");
        assert!(fs::read(table).expect("the table") == good);
    }
}

#[test]
fn must_show_5_without_a_place_to_write() {
    let folder = board();
    // A file where a folder should be cannot be written into, whoever one is.
    folder.write("cache", "in the way");
    let run = solve(&folder);
    assert!(run.err.contains("cannot be written") && run.err.contains("kept in memory only"), "{run:?}");
    let mut nowhere = folder.command(&["solve", "--as", "tiles", "board.txt"]);
    let output = nowhere.env("FEWEST_CACHE", "").output().expect("the program runs");
    assert_eq!(
        (String::from_utf8_lossy(&output.stdout).as_ref(), output.stderr.len()),
        (run.out.as_str(), 0)
    );
}

#[test]
#[cfg(target_os = "linux")]
fn must_show_5_in_a_read_only_place() {
    let folder = board();
    let good = solve(&folder);
    // Nobody can make a folder there, not even the superuser.
    let mut command = folder.command(&["solve", "--as", "tiles", "board.txt"]);
    let output = command.env("FEWEST_CACHE", "/proc/fewest").output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), good.out);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot be written") && said.contains("kept in memory only"), "{said}");
}

#[test]
fn must_show_5_two_programs_at_once() {
    let folder = board();
    let start = || {
        let mut command = folder.command(&["solve", "--as", "tiles", "board.txt"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        command.spawn().expect("the program runs")
    };
    let outputs = [start(), start(), start()].map(|child| child.wait_with_output().expect("it ends"));
    for output in &outputs {
        assert!(output.status.success(), "{output:?}");
    }
    let answers = outputs.map(|output| answer(&String::from_utf8_lossy(&output.stdout)));
    assert!(!tables(&folder).is_empty());
    assert!(answers.iter().all(|one| *one == answer(&solve(&folder).out)), "{answers:?}");
}
