//! Sliding tiles against instances with known answers.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use fewest::service::{
    Context, CourseRun, ExploreOptions, Family, Known, LowerBound, MemoryCache, Position, PuzzleText,
    SolveOptions, Source, Verdict, judge,
};
use fewest::tiles::Tiles;

use super::{foreign, shipped};

/// Tables are built once for all tests.
static TABLES: LazyLock<MemoryCache> = LazyLock::new(MemoryCache::default);

/// Whether the tests that take minutes are wanted.
fn long() -> bool {
    std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1")
}

/// The lines of a table, split at bars, without comments.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn open(text: &str, goal: Option<&str>) -> Box<dyn Position> {
    let goal = goal.map(str::to_owned);
    let puzzle = PuzzleText { goal, what: Some("tiles".to_owned()), ..PuzzleText::text("board", text) };
    puzzle.open_one().unwrap_or_else(|fault| panic!("{fault}: {text}")).position
}

/// The fewest moves, proven; nothing if there is no solution.
fn fewest(position: &dyn Position) -> Option<u64> {
    let cx = Context::new(2, 4 << 30, &|_| ControlFlow::Continue(())).with_table_cache(&*TABLES);
    let solved = position.solve(&SolveOptions::default(), &cx).expect("the answer replays");
    match solved.at_least {
        LowerBound::Never => {
            assert!(solved.reasons.iter().any(|reason| reason.is_certificate));
            None
        }
        LowerBound::Moves(least) => {
            assert!(solved.is_fewest());
            Some(least)
        }
    }
}

#[test]
fn the_course_program_on_its_five_samples() {
    let Some(folder) = foreign("tiles") else { return };
    let mut seen = 0;
    for name in ["3_easy", "3_hard", "3_unsolvable", "4_medium", "4_hard"] {
        let path = |end: &str| folder.join("drexel_pa5").join(format!("{name}{end}.txt"));
        let input = fs::read_to_string(path("")).expect("the input");
        let expected = fs::read_to_string(path("_out")).expect("the output");
        let position = open(&input, None);
        let known = fewest(position.as_ref()).map_or(Known::Unsolvable, Known::Fewest);
        for options in [&[][..], &["--textbook".to_owned()]] {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            let mut run = CourseRun {
                sources: vec![Source::new(name, input.as_str())],
                arguments: options.to_vec(),
                input: &mut std::io::empty(),
                elapsed: &|| (0.0, 0.0),
                out: &mut out,
                err: &mut err,
                cx: &Context::default(),
            };
            assert_eq!((Tiles::INFO.courses[0].run)(&mut run).expect("memory"), 0, "{name}");
            let out = String::from_utf8(out).expect("text");
            assert_eq!(out.split(' ').count(), expected.split(' ').count(), "{name}: {out}");
            let how = SolveOptions { count: true, ..SolveOptions::default() };
            let count = position.solve(&how, &Context::default()).expect("the answer replays").count;
            if count.is_none_or(|count| count == 1) {
                assert_eq!(out, expected, "there is only one answer to {name}");
            }
            for text in [&out, &expected] {
                let verdict = judge(position.as_ref(), text, known);
                assert!(
                    matches!(verdict, Verdict::Fewest { .. } | Verdict::RightlyNoSolution),
                    "{verdict:?}"
                );
            }
            seen += 1;
        }
    }
    assert_eq!(seen, 10);
}

#[test]
fn the_hardest_boards_of_the_8_puzzle() {
    let folder = shipped("tiles");
    let text = fs::read_to_string(folder.join("hardest8_31.txt")).expect("the file");
    let boards: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(boards.len(), 2);
    for board in boards {
        let position = open(board, None);
        assert_eq!(fewest(position.as_ref()), Some(31), "{board}");
        assert_eq!(position.textbook(), Some(Some(31)), "{board}");
    }
}

#[test]
fn princetons_boards() {
    // Of the larger boards, those that need no more moves.
    const EASY: u64 = 30;
    let Some(folder) = foreign("tiles") else { return };
    let mut solved = 0;
    for row in table(&folder.join("princeton_8puzzle.txt")) {
        let known: Option<u64> = row[2].parse().ok();
        if row[1].parse::<u64>().expect("k") > 4 && known.is_some_and(|known| known > EASY) {
            continue;
        }
        assert_eq!(fewest(open(&format!("{}\n{}\n", row[1], row[3]), None).as_ref()), known, "{}", row[0]);
        solved += 1;
    }
    assert!(solved > 140, "{solved}");
}

/// Distances from the goal are distances to it, because every move can be taken back.
#[test]
fn every_distance_is_taken_by_the_known_number_of_boards() {
    let folder = shipped("tiles");
    let mut compared = 0;
    for row in table(&folder.join("layer_counts.txt")) {
        let Some((rows, columns)) = row[0].split_once('x') else { continue };
        let Ok(columns) = columns.parse::<usize>() else { continue };
        let cells = rows.parse::<usize>().expect("a number") * columns;
        if cells > 12 || cells > 10 && !long() {
            continue;
        }
        let tiles: Vec<String> = (1..cells).chain([0]).map(|tile| tile.to_string()).collect();
        let explored = open(&format!("{rows} {columns}\n{}\n", tiles.join(" ")), None)
            .explore(&ExploreOptions::default(), &Context::default());
        let layers: Vec<String> = explored.layers.iter().map(u64::to_string).collect();
        assert!(explored.complete, "{}", row[0]);
        assert_eq!(layers.join(" "), row[4], "{}", row[0]);
        compared += 1;
    }
    assert_eq!(compared, if long() { 6 } else { 5 });
}

#[test]
fn korfs_boards_keep_their_length_when_turned() {
    let Some(folder) = foreign("tiles") else { return };
    let rows = table(&folder.join("korf15_100.txt"));
    assert_eq!(rows.len(), 100);
    for row in &rows {
        let unsolvable =
            open(&row[2], None).solve(&SolveOptions::default(), &Context::default()).expect("no bug");
        assert_eq!(unsolvable.at_least, LowerBound::Never, "{}", row[0]);
        let said = &unsolvable.reasons[0];
        assert!(said.is_certificate && said.text.contains("\nsolvable to blank-first: --goal blank-first"));
    }
    for row in &rows {
        let known = row[1].parse().ok();
        assert_eq!(fewest(open(&row[2], Some("blank-first")).as_ref()), known, "{}", row[0]);
        assert_eq!(fewest(open(&row[3], None).as_ref()), known, "{}", row[0]);
    }
}

#[test]
fn every_published_board_is_read_and_solvable() {
    let Some(folder) = foreign("tiles") else { return };
    for (name, columns) in [("korf24_50.txt", [3, 4]), ("clausecker24_random.txt", [2, 3])] {
        for row in table(&folder.join(name)) {
            for (column, goal) in columns.into_iter().zip(["blank-first", "blank-last"]) {
                let explored =
                    open(&row[column], Some(goal)).explore(&ExploreOptions::default(), &Context::default());
                let solvable = explored.facts.iter().find(|fact| fact.0 == "solvable");
                assert_eq!(solvable.map(|fact| fact.1.as_str()), Some("yes"), "{name}: {}", row[0]);
            }
        }
    }
}
