//! Tables on disk: under every fault of the files the answer is right, and a table that is built
//! again is reported.

use std::fs;
use std::path::PathBuf;

use crate::harness::{Folder, Run};

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

/// Returns the answer without the statistics, which depend on the tables that existed.
fn answer(out: &str) -> String {
    out.lines().filter(|line| !line.starts_with("searched:")).collect::<Vec<_>>().join("\n")
}

/// Returns the tables in the cache, the largest last.
fn tables(folder: &Folder) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.path("cache")) else { return Vec::new() };
    let mut tables: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    tables.sort_by_key(|path| (fs::metadata(path).map_or(0, |data| data.len()), path.clone()));
    assert!(tables.iter().all(|path| path.extension().is_some_and(|end| end == "table")), "{tables:?}");
    tables
}

#[test]
fn deleted_truncated_flipped_and_old_tables_are_built_again() {
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
    ] {
        fs::write(table, bad).expect("the table");
        let run = solve(&folder);
        assert_eq!(answer(&run.out), answer(&first.out));
        assert!(run.err.contains(said), "{run:?}");
        assert!(fs::read(table).expect("the table") == good);
    }

    fs::write(table, "something else").expect("a file with the name of a table");
    let run = solve(&folder);
    assert_eq!(answer(&run.out), answer(&first.out));
    assert!(run.err.contains("is no table of this kind; it is built again"), "{run:?}");
    assert!(run.err.contains("is no table and is left as it is"), "{run:?}");
    assert_eq!(fs::read(table).expect("the file"), b"something else");
}

#[test]
fn without_a_place_to_write_tables_stay_in_memory() {
    let folder = board();
    // A file in place of the folder cannot be written into, not even by the superuser.
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
fn in_a_read_only_place_tables_stay_in_memory() {
    let folder = board();
    let good = solve(&folder);
    // No folder can be created there, not even by the superuser.
    let mut command = folder.command(&["solve", "--as", "tiles", "board.txt"]);
    let output = command.env("FEWEST_CACHE", "/proc/fewest").output().expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), good.out);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot be written") && said.contains("kept in memory only"), "{said}");
}

#[test]
fn three_programs_at_once_share_a_cache() {
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

#[test]
fn the_cache_is_shown_bounded_and_cleared_and_foreign_files_stay() {
    let folder = board();
    solve(&folder);
    assert!(!tables(&folder).is_empty());
    folder.write("cache/mine.table", "six chairs");
    let shown = folder.run(&["cache"]);
    assert!(
        shown.code == 0 && shown.out.contains("tables  ") && shown.out.contains("limit   17179869184 bytes"),
        "{shown:?}"
    );
    let cleared = folder.run(&["cache", "clear"]);
    assert!(cleared.code == 0 && cleared.out.starts_with("removed "), "{cleared:?}");
    assert_eq!(tables(&folder), [folder.path("cache/mine.table")]);
    let run =
        folder.command(&["solve", "--as", "tiles", "board.txt"]).env("FEWEST_CACHE_LIMIT", "1K").output();
    let run = Run::of(&run.expect("the program runs"));
    assert!(run.code == 0 && run.err.contains("FEWEST_CACHE_LIMIT is 1024"), "{run:?}");
    assert_eq!(tables(&folder), [folder.path("cache/mine.table")]);
}

/// A table that is truncated while a program uses it: a memory map would end the program by SIGBUS.
#[test]
#[cfg(unix)]
fn a_table_that_is_cut_while_it_is_used_does_no_harm() {
    let folder = Folder::new();
    // One of the hardest boards: 80 steps, long enough for the table to be cut in the middle.
    folder.write("board.txt", "15 14 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n");
    let arguments = ["solve", "--as", "tiles", "board.txt", "--goal=blank-first", "--threads=1"];
    let first = folder.run(&arguments);
    assert_eq!(first.code, 0, "{first:?}");
    for wait in [20, 150] {
        let mut command = folder.command(&arguments);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let child = command.spawn().expect("the program runs");
        std::thread::sleep(std::time::Duration::from_millis(wait));
        let kept = tables(&folder);
        for table in &kept {
            fs::OpenOptions::new().write(true).open(table).and_then(|file| file.set_len(4096)).expect("cut");
        }
        let run = Run::of(&child.wait_with_output().expect("it ends"));
        assert_eq!((run.code, answer(&run.out)), (0, answer(&first.out)), "{wait} ms: {run:?}");
        // For the next run the tables are whole again.
        assert_eq!(folder.run(&arguments).code, 0);
    }
}
