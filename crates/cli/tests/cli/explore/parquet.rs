//! `fewest explore --parquet`: DuckDB reads the layers from the files.
//!
//! DuckDB is installed from the Python package index into the target directory. If that fails, the
//! test fails, unless `FEWEST_ALLOW_NOT_RUN=1` is set.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::harness::Folder;
use serde_json::Value;

/// Counts the rows of every depth, and the keys that are a board of 3 x 3 with every tile once, as
/// DuckDB sees them.
const TILES: &str = r#"
import duckdb, json, sys
layers = f"read_parquet('{sys.argv[1]}/*.parquet')"
rows = duckdb.sql(f"select depth, count(*), count(distinct key) from {layers} group by depth order by depth")
sizes = [row[1] for row in rows.fetchall() if row[1] == row[2]]
keys = duckdb.sql(f"select key from {layers}").fetchall()
good = sum(sorted(key >> 4 * cell & 15 for cell in range(9)) == list(range(9)) for (key,) in keys)
print(json.dumps([sizes, good]))
"#;

/// The columns of all files, and the number of different rows.
const WORDS: &str = r#"
import duckdb, json, sys
table = duckdb.sql(f"select distinct * from read_parquet('{sys.argv[1]}/*.parquet')")
print(json.dumps([table.columns, len(table.fetchall())]))
"#;

fn python() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("duckdb");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has =
        || Command::new(&python).args(["-c", "import duckdb"]).output().is_ok_and(|o| o.status.success());
    if !has() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "duckdb"]))?;
    }
    Ok(python)
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

#[test]
fn duckdb_reads_the_layers() {
    let python = match python() {
        Ok(python) => python,
        Err(why) if std::env::var_os("FEWEST_ALLOW_NOT_RUN").is_some() => {
            return eprintln!("NOT RUN: {why}");
        }
        Err(why) => panic!("{why}"),
    };
    let ask = |program: &str, folder: &Path| -> Value {
        let said = run(Command::new(&python).args(["-c", program]).arg(folder)).expect("python runs");
        serde_json::from_str(&said).expect("a document")
    };
    let folder = Folder::new();
    for work in [&[][..], &["--work=w", "--tier=disk"]] {
        let explored =
            folder.run(&[&["explore", "--json", "eight-hardest", "--parquet", "layers"], work].concat());
        assert_eq!(explored.code, 0, "{explored:?}");
        let read = ask(TILES, &folder.path("layers"));
        assert_eq!(read[0], explored.document()["explored"]["layers"]);
        assert_eq!((read[0].as_array().map(Vec::len), &read[1]), (Some(32), &Value::from(181_440)));
    }
    let explored = folder.run(&["explore", "-q", "klotski", "--parquet", "blocks"]);
    assert_eq!(explored.code, 0, "{explored:?}");
    let read = ask(WORDS, &folder.path("blocks"));
    assert!(read[0][0] == "depth" && read[1] == 25_955, "{read}");
    folder.write("file", "");
    let denied = folder.run(&["explore", "-q", "klotski", "--parquet", "file"]);
    assert!(denied.code == 74 && denied.err.contains("file"), "{denied:?}");
    let dense = folder.run(&["explore", "-q", "eight-easy", "--parquet", "d", "--tier=dense"]);
    assert_eq!(dense.code, 2, "{dense:?}");
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("layers")).expect("a folder");
    folder.write("layers/layer-000.parquet", "rows of others");
    let run = folder.run(&["explore", "117", "--parquet", "layers"]);
    assert!(run.code != 0 && run.err.contains("fewest did not write"), "{run:?}");
    assert_eq!(folder.read("layers/layer-000.parquet"), "rows of others");
    // Its own files are replaced.
    std::fs::remove_file(folder.path("layers/layer-000.parquet")).expect("it was there");
    for _ in 0..2 {
        assert_eq!(folder.run(&["explore", "117", "--parquet", "layers"]).code, 0);
    }
}
