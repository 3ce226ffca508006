//! Recorded figures, and the speed table of the README that is made from them.
//!
//! A bench that runs with `--record` replaces the figures of its rows in `bench/results.tsv`, with
//! the machine and the commit that they were measured on. `cargo xtask bench table` writes the
//! table between two markers in the README; a test fails where the README differs from it.
//!
//! Rows are in the order of the file. The text of a row (what is measured, which peer) is edited in
//! the file by hand; figures are not.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether this run records its figures.
static IS_RECORDING: AtomicBool = AtomicBool::new(false);

const BEGIN: &str = "<!-- speed: written by `cargo xtask bench table` -->\n";
const END: &str = "<!-- end of speed -->\n";
const COLUMNS: usize = 9;

/// A row of the file: one figure of ours, beside a peer if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    key: String,
    /// The command that measures it.
    command: String,
    work: String,
    ours: String,
    peer: String,
    peer_figure: String,
    ratio: String,
    machine: String,
    commit: String,
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn results_file() -> PathBuf {
    repository().join("bench/results.tsv")
}

/// Makes this run record its figures.
pub fn begin_recording() {
    IS_RECORDING.store(true, Relaxed);
}

/// Replaces the figures of a row if this run records. `peer` is the figure of the peer and the
/// ratio to it.
pub fn record(key: &str, ours: &str, peer: Option<(String, String)>) {
    if !IS_RECORDING.load(Relaxed) {
        return;
    }
    let recorded =
        std::fs::read_to_string(results_file()).map_err(|error| error.to_string()).and_then(|text| {
            let text = with_figures(&text, key, ours, peer, &machine(), &commit())?;
            std::fs::write(results_file(), text).map_err(|error| error.to_string())
        });
    if let Err(why) = recorded {
        println!("{key} was not recorded: {why}");
    }
}

/// Returns the text of the file with other figures in one row.
fn with_figures(
    text: &str,
    key: &str,
    ours: &str,
    peer: Option<(String, String)>,
    machine: &str,
    commit: &str,
) -> Result<String, String> {
    let mut rows = parse(text)?;
    let row = rows.iter_mut().find(|row| row.key == key).ok_or("bench/results.tsv has no such row")?;
    ours.clone_into(&mut row.ours);
    (row.peer_figure, row.ratio) = peer.unwrap_or_default();
    machine.clone_into(&mut row.machine);
    commit.clone_into(&mut row.commit);
    let header = text.lines().next().unwrap_or_default();
    Ok(std::iter::once(format!("{header}\n")).chain(rows.iter().map(line)).collect())
}

fn parse(text: &str) -> Result<Vec<Row>, String> {
    text.lines().skip(1).map(parse_line).collect()
}

fn parse_line(line: &str) -> Result<Row, String> {
    let cells: [String; COLUMNS] = line
        .split('\t')
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|cells: Vec<_>| format!("{} columns instead of {COLUMNS}: {line}", cells.len()))?;
    let [key, command, work, ours, peer, peer_figure, ratio, machine, commit] = cells;
    Ok(Row { key, command, work, ours, peer, peer_figure, ratio, machine, commit })
}

fn line(row: &Row) -> String {
    let Row { key, command, work, ours, peer, peer_figure, ratio, machine, commit } = row;
    let cells = [key, command, work, ours, peer, peer_figure, ratio, machine, commit];
    cells.map(|cell| cell.replace(['\t', '\n'], " ")).join("\t") + "\n"
}

/// Returns the table as Markdown, with the machines numbered below it.
fn table(rows: &[Row]) -> String {
    let mut machines: Vec<&str> = Vec::new();
    let mut text =
        "| work | `fewest` | peer | ratio | measured by | commit, machine |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for row in rows {
        let number = machines.iter().position(|machine| *machine == row.machine).unwrap_or_else(|| {
            machines.push(&row.machine);
            machines.len() - 1
        });
        let Row { work, ours, ratio, command, commit, .. } = row;
        let peer = match row.peer_figure.as_str() {
            "" => String::new(),
            figure => format!("{}: {figure}", row.peer),
        };
        text += &format!("| {work} | {ours} | {peer} | {ratio} | `{command}` | {commit}, {} |\n", number + 1);
    }
    text += "\n";
    for (number, machine) in machines.iter().enumerate() {
        text += &format!("Machine {}: {machine}.\n", number + 1);
    }
    text
}

/// Returns the README with this table between its markers.
fn with_table(readme: &str, table: &str) -> Option<String> {
    let begin = readme.find(BEGIN)? + BEGIN.len();
    let end = begin + readme[begin..].find(END)?;
    Some(format!("{}{table}{}", &readme[..begin], &readme[end..]))
}

/// Returns the README as it should be, and as it is.
fn readme() -> Result<(String, String), String> {
    let read = |path: PathBuf| {
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let is = read(repository().join("README.md"))?;
    let rows = parse(&read(results_file())?)?;
    let should_be = with_table(&is, &table(&rows)).ok_or("README.md has no markers of the speed table")?;
    Ok((should_be, is))
}

/// Writes the table into the README; `false` if it cannot be written.
pub fn write_table() -> bool {
    let written = readme().and_then(|(should_be, _)| {
        std::fs::write(repository().join("README.md"), should_be).map_err(|error| error.to_string())
    });
    if let Err(why) = &written {
        eprintln!("{why}");
    }
    written.is_ok()
}

/// The processor, the number of its threads that can be used, and the load.
fn machine() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model = info
        .lines()
        .filter_map(|line| line.strip_prefix("model name"))
        .find_map(|rest| rest.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').next().unwrap_or_default();
    format!("{model}, {threads} hardware threads, load {load}")
}

fn commit() -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").args(args).current_dir(repository()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=7", "HEAD"]).unwrap_or_else(|| "unknown".to_owned());
    let is_changed = git(&["status", "--porcelain", "--untracked-files=no", "--", "crates"])
        .is_some_and(|changes| !changes.is_empty());
    if is_changed { format!("{commit} with changes") } else { commit }
}

/// CPU seconds for people: three digits in the unit that fits.
pub fn seconds(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_table_of_the_readme_is_generated() {
        let (should_be, is) = readme().expect("a README with markers");
        assert!(should_be == is, "the speed table differs from bench/results.tsv: cargo xtask bench table");
    }

    #[test]
    fn recording_replaces_the_figures_of_one_row_only() {
        let text =
            "header\na\tbench x\twork\t1 s\tpeer\t2 s\t2.0x\tm\tc\nb\tbench y\tother\t3 s\t\t\t\tm\tc\n";
        let peer = Some(("6 s".to_owned(), "1.5x".to_owned()));
        let changed = with_figures(text, "a", "4 s", peer, "n", "d").expect("the row is there");
        assert_eq!(
            changed,
            "header\na\tbench x\twork\t4 s\tpeer\t6 s\t1.5x\tn\td\nb\tbench y\tother\t3 s\t\t\t\tm\tc\n"
        );
        assert!(with_figures(text, "c", "4 s", None, "n", "d").is_err());
        assert!(parse("header\na\tb\n").is_err(), "a row without all columns");
    }

    #[test]
    fn a_table_names_each_machine_once() {
        let text = "h\na\tx\tA\t1\tP\t2\t2x\tm\tc\nb\ty\tB\t3\t\t\t\tn\td\nc\tz\tC\t4\t\t\t\tm\te\n";
        let table = table(&parse(text).expect("rows"));
        assert!(table.contains(
            "| A | 1 | P: 2 | 2x | `x` | c, 1 |\n| B | 3 |  |  | `y` | d, 2 |\n| C | 4 |  |  | `z` | e, 1 |"
        ));
        assert!(table.ends_with("\nMachine 1: m.\nMachine 2: n.\n"));
        let readme = format!("above\n{BEGIN}old\n{END}below\n");
        assert_eq!(with_table(&readme, "new\n"), Some(format!("above\n{BEGIN}new\n{END}below\n")));
        assert_eq!(with_table("no markers", "new\n"), None);
    }

    #[test]
    fn seconds_have_three_digits() {
        assert_eq!(seconds(12.345), "12.3 s");
        assert_eq!(seconds(0.0123), "12.3 ms");
        assert_eq!(seconds(0.000_001_5), "1.50 µs");
        assert_eq!(seconds(123.4), "123 s");
    }
}
