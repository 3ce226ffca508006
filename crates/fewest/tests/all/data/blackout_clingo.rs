//! Real clingo with the encoding that comes with the program: a time-out is allowed, a different
//! answer never.
//!
//! Clingo comes from the Python index, into a folder of its own below the target directory. Where
//! there is none the test fails, unless `FEWEST_ALLOW_NOT_RUN=1` says that this is known.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use fewest::service::{Claimed, Context, LowerBound, Position, PuzzleText, SolveOptions};
use fewest_search::hash::SplitMix64;

/// Seconds for one instance.
const PATIENCE: &str = "--time-limit=5";

fn encoding() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lights/puzzles/blackout.lp")
}

/// The Python that has clingo.
fn python() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clingo");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has_clingo =
        || Command::new(&python).args(["-c", "import clingo"]).output().is_ok_and(|o| o.status.success());
    if !has_clingo() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "clingo"]))?;
    }
    Ok(python)
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// What clingo prints. Its exit code says nothing when it is run through Python.
fn clingo(python: &Path, files: &[&Path], options: &[&str]) -> String {
    let output =
        Command::new(python).args(["-m", "clingo"]).args(files).args(options).output().expect("python runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn open(path: &Path) -> Box<dyn Position> {
    let text = fs::read_to_string(path).expect("the instance");
    PuzzleText::text(&path.to_string_lossy(), &text)
        .open_one()
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
        .position
}

/// Compares one instance; gives whether clingo answered in time.
fn agree(python: &Path, instance: &Path) -> bool {
    let position = open(instance);
    let solved = position.solve(&SolveOptions::default(), &Context::default()).expect("the answer replays");
    let printed = clingo(python, &[instance, &encoding()], &[PATIENCE]);
    let says = |word: &str| printed.lines().any(|line| line == word);
    match (says("SATISFIABLE"), says("UNSATISFIABLE")) {
        (true, false) => {
            assert!(solved.best.is_some(), "{}: clingo says\n{printed}", instance.display());
            let claimed = position.attempt(&printed);
            assert!(
                matches!(claimed, Claimed::Answer { solves: true, .. }),
                "{}: {claimed:?}\n{printed}",
                instance.display()
            );
        }
        (false, true) => {
            assert_eq!(solved.at_least, LowerBound::Never, "{}: clingo says\n{printed}", instance.display());
            assert_eq!(position.attempt(&printed), Claimed::NoSolution);
        }
        _ => assert!(says("UNKNOWN"), "{}: clingo says\n{printed}", instance.display()),
    }
    !says("UNKNOWN")
}

/// A random instance: a rectangle with holes, somewhere in the plane.
fn generated(random: &mut SplitMix64, side: usize, turns: u64) -> String {
    let (left, top) = (random.below(9) as i64 - 4, random.below(9) as i64 - 4);
    let (mut cells, mut black) = (format!("cell({left},{top}).\n"), String::new());
    for x in 0..=random.below(side) as i64 {
        for y in 0..=random.below(side) as i64 {
            if random.below(6) > 0 {
                let _ = writeln!(cells, "cell({},{}).", left + x, top + y);
                if random.below(2) > 0 {
                    let _ = writeln!(black, "black({},{}).", left + x, top + y);
                }
            }
        }
    }
    format!("{cells}{black}time(1..{turns}).\n")
}

/// All sequences of picks and no order among them: what `-n 0` of our program must list.
const EVERY_ORDER: &str = "
near(X,Y,U,V) :- cell(X,Y), cell(U,V), |X-U| + |Y-V| <= 1.
{ switch(X,Y,T) : cell(X,Y) } = 1 :- time(T).
:- cell(U,V), not black(U,V), { switch(X,Y,T) : near(X,Y,U,V) } = 2*N, N = 0..9.
:- black(U,V), { switch(X,Y,T) : near(X,Y,U,V) } = 2*N+1, N = 0..9.
#show switch/3.
";

#[test]
fn clingo_with_our_encoding_never_answers_otherwise() {
    let python = match python() {
        Ok(python) => python,
        Err(why) if std::env::var_os("FEWEST_ALLOW_NOT_RUN").is_some_and(|allowed| allowed == "1") => {
            println!("NOT RUN: there is no clingo: {why}");
            return;
        }
        Err(why) => panic!("there is no clingo (FEWEST_ALLOW_NOT_RUN=1 lets that pass): {why}"),
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut instances = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../lights/puzzles/grid01.lp")];
    let files = fs::read_dir(super::shipped("lights").join("blackout")).expect("the folder");
    instances.extend(files.map(|file| file.expect("a file").path()));
    let mut random = SplitMix64::new(2020);
    for number in 0..16 {
        let path = folder.join(format!("generated-{number}.lp"));
        fs::write(&path, generated(&mut random, 6, number / 2)).expect("a file can be written");
        instances.push(path);
    }
    instances.sort();
    let answered = instances.iter().filter(|instance| agree(&python, instance)).count();
    println!("clingo answered {answered} of {} instances in time", instances.len());
    assert!(answered * 2 > instances.len(), "the encoding is worth shipping");

    let every_order = folder.join("every-order.lp");
    fs::write(&every_order, EVERY_ORDER).expect("a file can be written");
    for number in 0..8 {
        let path = folder.join(format!("small-{number}.lp"));
        fs::write(&path, generated(&mut random, 3, number % 5)).expect("a file can be written");
        let printed = clingo(&python, &[&path, &every_order], &["-n", "0", "-q"]);
        let models =
            printed.lines().find_map(|line| line.strip_prefix("Models       : ")).expect("statistics");
        let solved = open(&path)
            .solve(&SolveOptions { count: true, ..SolveOptions::default() }, &Context::default())
            .expect("no bug");
        let count = if solved.best.is_some() { solved.count } else { Some(0) };
        assert_eq!(count.map(|count| count.to_string()).as_deref(), Some(models), "{}", path.display());
    }
}
