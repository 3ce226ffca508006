//! Every board of the shared data set whose answer is known: solvable or not, and the fewest
//! presses.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use fewest::lights::{Board, GraphBoard, Lights};
use fewest::service::{
    Context, ExploreOptions, Family, LowerBound, Position, PuzzleText, ReadOptions, Reason, SolveOptions,
    Source, Sure, recognise,
};

use super::{foreign, shipped};

/// The lines of a table, split at tabs, without comments.
fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

fn open(path: &Path) -> Box<dyn Position> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let puzzle = PuzzleText::text(&path.to_string_lossy(), &text);
    puzzle.open_one().unwrap_or_else(|fault| panic!("{}: {fault}", path.display())).position
}

/// A context that stops every search: what is known without one is enough.
fn context_without_search() -> Context<'static> {
    Context::new(1, 1 << 20, &|_| ControlFlow::Continue(()))
}

/// Whether the tests that take minutes are wanted.
fn long() -> bool {
    std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1")
}

/// Compares one board with its row: `solvable`, `min_presses`, `minimal_solutions` stand in columns
/// 3 to 5.
fn check(path: &Path, row: &[String]) {
    let position = open(path);
    let how = SolveOptions { count: true, ..SolveOptions::default() };
    let solved = position.solve(&how, &Context::default()).expect("the answer replays");
    match row[3].as_str() {
        "yes" => {
            assert!(solved.is_fewest(), "{row:?}");
            assert_eq!(solved.at_least, LowerBound::Moves(row[4].parse().expect("a number")), "{row:?}");
            assert_eq!(solved.count, row[5].parse().ok(), "{row:?}");
            let facts = position.explore(&ExploreOptions::default(), &context_without_search()).facts;
            let value = |name| facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1.as_str());
            assert_eq!(value("solutions of this board"), Some(row[6].as_str()), "{row:?}");
            let fewest_and_ways = format!("{}: {}", row[4], row[5]);
            let by_presses = value("solutions by presses").and_then(|all| all.split(", ").next());
            assert_eq!(by_presses, Some(fewest_and_ways.as_str()), "{row:?}");
        }
        "no" => {
            assert_eq!(solved.at_least, LowerBound::Never, "{row:?}");
            assert!(solved.reasons.iter().any(|reason| reason.is_certificate), "{row:?}");
        }
        other => panic!("solvable is yes or no, not {other}"),
    }
    if let Some(by_search) = position.textbook() {
        assert_eq!(by_search, row[4].parse().ok(), "{row:?}");
    }
}

#[test]
fn every_board_of_the_data_set_is_solved_with_the_fewest_presses() {
    let data = shipped("lights");
    for row in table(&data.join("boards.tsv")) {
        check(&data.join("boards").join(format!("{}.txt", row[0])), &row);
    }
}

#[test]
fn boards_of_a_later_edition_of_the_course() {
    let Some(data) = foreign("lights") else { return };
    for row in table(&data.join("cmu15122.tsv")) {
        check(&data.join("cmu15122").join(&row[0]), &row);
    }
}

#[test]
fn all_on_squares_need_the_known_number_of_presses() {
    let data = shipped("lights");
    let mut rows = table(&data.join("allones_min.tsv"));
    // The table leaves this one out; it was found here, by comparing all 2^40 solutions.
    rows.push([61, 40, 1629, 8].map(|number: u64| number.to_string()).to_vec());
    for row in rows {
        let [side, nullity, fewest, ways] =
            [0, 1, 2, 3].map(|column| row[column].parse::<u64>().expect("a number"));
        if nullity > 24 && !long() {
            continue; // comparing 2^nullity solutions takes longer than a test should
        }
        if side > 78 && !long() {
            continue;
        }
        let all_on = format!("{}\n", "#".repeat(side as usize)).repeat(side as usize);
        let position = PuzzleText::text("all on", &all_on).open_one().expect("a board").position;
        let how = SolveOptions { count: true, ..SolveOptions::default() };
        let solved = position.solve(&how, &Context::default()).expect("the answer replays");
        assert!(solved.is_fewest(), "side {side}");
        assert_eq!(
            (solved.at_least, solved.count),
            (LowerBound::Moves(fewest), Some(u128::from(ways))),
            "side {side}"
        );
    }
}

#[test]
fn the_unique_first_rows_are_those_published() {
    let Some(data) = foreign("lights") else { return };
    for side in [998, 10_000] {
        let published =
            fs::read_to_string(data.join(format!("allones_{side}_firstrow.txt"))).expect("the file");
        let all_on = format!("{}\n", "#".repeat(side)).repeat(side);
        let position = PuzzleText::text("all on", &all_on).open_one().expect("a board").position;
        let solved =
            position.solve(&SolveOptions::default(), &Context::default()).expect("the answer replays");
        assert!(solved.is_fewest());
        let mut presses = Vec::new();
        solved.best.expect("a solution").write("presses", &mut presses).expect("memory");
        let first: String =
            presses[..side].iter().map(|&byte| if byte == b'#' { '1' } else { '0' }).collect();
        assert_eq!(first, published.trim(), "side {side}");
    }
}

#[test]
fn squares_have_the_known_nullity() {
    let data = shipped("lights");
    let table = table(&data.join("nullity_square.tsv"));
    assert_eq!(table.len(), 150);
    for row in table {
        let side: usize = row[0].parse().expect("a number");
        let dark = format!("{}\n", "0".repeat(side)).repeat(side);
        let source = Source::new("dark", dark);
        let reading = Lights::read(&[source], &ReadOptions::default());
        let facts = Lights::analyse(&reading.instances[0].board, &context_without_search());
        assert!(facts.contains(&("nullity".to_owned(), row[1].clone())), "side {side}");
    }
}

/// A dark board of a variant of the table, as text.
fn variant(name: &str, width: usize, height: usize) -> String {
    let header = match name {
        "plus" => "rule plus",
        "torus" => "wrap torus",
        "king" => "rule king",
        "sigma" => "rule plus no-self",
        "diag" => "rule diagonal",
        other => panic!("an unknown variant {other}"),
    };
    format!("{header}\n{}", format!("{}\n", "0".repeat(width)).repeat(height))
}

#[test]
fn variants_have_the_known_distributions_and_gods_numbers() {
    let data = shipped("lights");
    let mut seen = 0;
    // Distances from the dark board are distances to it, because presses undo themselves.
    for row in table(&data.join("gods_number_bfs.tsv")) {
        let [width, height] = [1, 2].map(|column| row[column].parse::<usize>().expect("a number"));
        let position =
            PuzzleText::text("dark", &variant(&row[0], width, height)).open_one().expect("a board").position;
        let area = width * height;
        // A search through millions of positions is left to `cargo xtask long`.
        let walks = long() || (area <= 16 && row[0] == "plus") || (row[0] != "plus" && area <= 20);
        let explored = if walks {
            position.explore(&ExploreOptions::default(), &Context::default())
        } else {
            position.explore(&ExploreOptions::default(), &context_without_search())
        };
        let value = |name| explored.facts.iter().find(|fact| fact.0 == name).map(|fact| fact.1.as_str());
        assert_eq!(value("nullity"), Some(row[3].as_str()), "{row:?}");
        if walks {
            let layers: Vec<String> = explored.layers.iter().map(u64::to_string).collect();
            assert_eq!(layers.join(","), row[6], "{row:?}");
            assert_eq!(explored.positions().to_string(), row[4], "{row:?}");
            assert_eq!(value("God's number"), Some(row[5].as_str()), "{row:?}");
        }
        seen += 1;
    }
    assert_eq!(seen, 65);
}

#[test]
fn gods_numbers_of_larger_squares() {
    let data = shipped("lights");
    for row in table(&data.join("gods_number_square.tsv")) {
        let side: usize = row[0].parse().expect("a number");
        let position =
            PuzzleText::text("dark", &variant("plus", side, side)).open_one().expect("a board").position;
        let facts = position.explore(&ExploreOptions::default(), &context_without_search()).facts;
        let value = |name: &str| facts.iter().find(|fact| fact.0 == name).expect("the fact").1.clone();
        assert_eq!(value("nullity"), row[1]);
        let found: u64 = row[2].parse().expect("a number");
        if row[3] == "OPTIMAL" {
            assert_eq!(value("God's number"), row[2], "{row:?}");
        } else {
            let bounds = value("God's number");
            let (least, most) = bounds.split_once(" to ").expect("two bounds");
            assert_eq!(most, row[4], "{row:?}");
            assert!(least.parse::<u64>().expect("a number") >= found, "{bounds} {row:?}");
        }
    }
}

/// Polynomials, elimination and the course's breadth-first search on 5 x 5, which it takes minutes
/// to search.
#[test]
fn five_by_five_agrees_with_the_textbook() {
    if !long() {
        println!("NOT RUN: FEWEST_LONG is not 1");
        return;
    }
    for seed in [0x155_5555, 0x1ff_ffff, 0x0a3_c519] {
        let lights: u32 = seed;
        let light = |at: usize| if lights >> at & 1 == 1 { '#' } else { '0' };
        let rows: Vec<String> = (0..5).map(|y| (0..5).map(|x| light(5 * y + x)).collect()).collect();
        let small = fewest::lights::textbook::SmallBoard::new(5, 5, lights);
        let expected = fewest::lights::textbook::shortest_moves(small).map(|moves| moves.len() as u64);
        // With a number of turns it is a net, solved by elimination.
        let turns = expected.unwrap_or(15);
        for header in ["rule plus".to_owned(), format!("turns {turns}")] {
            let text = format!("{header}\n{}\n", rows.join("\n"));
            let position = PuzzleText::text("five", &text).open_one().expect("a board").position;
            let solved =
                position.solve(&SolveOptions::default(), &Context::default()).expect("the answer replays");
            assert_eq!(solved.best.map(|best| best.length()), expected, "{text}");
        }
    }
}

#[test]
fn four_thousand_by_four_thousand_goes_through_read_solve_replay_print() {
    let side = 4000;
    let mut bits = 1_u64;
    let mut text = Vec::with_capacity(side * (side + 1));
    for _ in 0..side {
        for _ in 0..side {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            text.push(if bits & 1 == 1 { b'#' } else { b'0' });
        }
        text.push(b'\n');
    }
    let puzzle = PuzzleText { sources: vec![Source::new("large", text)], ..PuzzleText::default() };
    let position = puzzle.open_one().expect("a board").position;
    let solved = position.solve(&SolveOptions::default(), &Context::default()).expect("the answer replays");
    assert!(solved.is_fewest());
    let best = solved.best.expect("boards of this size have one solution each");
    assert!(best.end().is_goal());
    let mut presses = Vec::new();
    best.write("presses", &mut presses).expect("memory");
    assert_eq!(presses.len(), side * (side + 1));
    assert_eq!(presses.iter().filter(|&&byte| byte == b'#').count() as u64, best.length());
}

#[test]
fn every_file_is_taken_for_lights() {
    let data = shipped("lights");
    for folder in ["boards", "blackout", "asp_syntax"] {
        for file in fs::read_dir(data.join(folder)).expect("the folder") {
            let path = file.expect("a file").path();
            let source = Source::new(path.to_string_lossy(), fs::read(&path).expect("the file"));
            let taken = recognise(&source).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
            let sure = Lights::claims(&source)[0].sure;
            assert_eq!(taken.entry.info.id, "lights", "{} ({sure:?})", path.display());
            let expected =
                if path.extension().is_some_and(|ending| ending == "lp") { "facts" } else { "text" };
            assert_eq!(taken.format, Some(expected), "{}", path.display());
            assert!(expected == "text" || sure == Sure::Certain);
        }
    }
}

/// The board of a Blackout instance, and the same lights without a number of turns.
fn blackout(path: &Path) -> (Board, GraphBoard) {
    let source = Source::new(path.to_string_lossy(), fs::read(path).expect("the file"));
    let reading = Lights::read(&[source], &ReadOptions::default());
    assert!(reading.faults.is_empty(), "{}: {:?}", path.display(), reading.faults);
    let board = reading.instances.into_iter().next().expect("a board").board;
    let Board::Graph(blackout) = &board else { panic!("facts are a graph") };
    let lit: Vec<bool> = (0..blackout.graph().len()).map(|light| blackout.is_lit(light)).collect();
    let free = GraphBoard::new(blackout.graph().clone(), &lit, None);
    (board, free)
}

#[test]
fn every_blackout_instance_is_decided() {
    let data = shipped("lights");
    let mut decided = 0;
    for row in table(&data.join("blackout.tsv")) {
        let (board, free) = blackout(&data.join("blackout").join(format!("{}.lp", row[0])));
        let turns: u64 = row[5].parse().expect("a number");
        let cx = Context::default();
        let solved = Lights::solve(&board, &SolveOptions::default(), &cx);
        assert_eq!(solved.best.is_some(), row[6] == "SATISFIABLE", "{row:?}");
        match &solved.best {
            Some(best) => {
                assert_eq!((best.length(), solved.at_least), (turns, LowerBound::Moves(turns)), "{row:?}");
                let end = Lights::replay(&board, best).unwrap_or_else(|bad| panic!("{row:?}: {bad:?}"));
                assert!(Lights::is_goal(&end), "{row:?}");
            }
            None => assert!(solved.at_least == LowerBound::Never && !solved.why.is_empty(), "{row:?}"),
        }
        let has_certificate = solved.why.iter().any(|reason| matches!(reason, Reason::Certificate(_)));
        let fewest: Option<u64> = row[3].parse().ok();
        let too_few = fewest.is_some_and(|fewest| fewest > turns && fewest % 2 == turns % 2);
        assert_eq!(has_certificate, solved.best.is_none() && !too_few, "{row:?}");

        let free = Board::Graph(free);
        let solved = Lights::solve(&free, &SolveOptions { count: true, ..SolveOptions::default() }, &cx);
        assert_eq!(solved.best.map(|best| best.length()), fewest, "{row:?}");
        assert_eq!(solved.count.unwrap_or(0).to_string(), row[4], "{row:?}");
        let nullity = Lights::analyse(&free, &cx).into_iter().find(|fact| fact.0 == "nullity");
        assert!(nullity.is_none_or(|(_, value)| value == row[2]), "{row:?}");
        decided += 1;
    }
    assert_eq!(decided, 44);
}
