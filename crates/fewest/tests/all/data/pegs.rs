//! Peg solitaire against instances with known answers.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use fewest::pegs::{Board, Pegs, textbook};
use fewest::service::{
    Context, Family, LowerBound, PuzzleText, ReadOptions, Reason, SolveOptions, SolveReport, Source, Stop,
};

use super::{foreign, shipped};

/// Whether the tests that take minutes are wanted.
fn long() -> bool {
    std::env::var_os("FEWEST_LONG").is_some_and(|value| value == "1")
}

/// The rows of a table, split at tabs, without the heading.
fn table(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().skip(1).map(|line| line.split('\t').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// The name of a board in the tables as we call it.
fn board_name(name: &str) -> String {
    match name {
        "english33" | "french37" | "german39" | "wiegleb45" => name[..name.len() - 2].to_owned(),
        "diamond41" | "diamond32" => format!("diamond:{}", &name[7..]),
        triangle => format!("triangle:{}", triangle.trim_start_matches('T')),
    }
}

fn board(text: &str, metric: &str) -> Board {
    let how = ReadOptions { metric: Some(metric.to_owned()), ..ReadOptions::default() };
    let mut reading = Pegs::read(&[Source::new("board", text)], &how);
    assert_eq!(reading.faults, [], "{text}");
    reading.instances.remove(0).board
}

fn pair(name: &str, vacancy: &str, finish: &str, metric: &str) -> Board {
    board(&format!("{}\nvacancy: {vacancy}\ngoal: {finish}\n", board_name(name)), metric)
}

type PegReport = SolveReport<Vec<fewest::pegs::Move>, fewest::pegs::Certificate>;

fn solve(board: &Board, count: bool) -> PegReport {
    let solved = Pegs::solve(board, &SolveOptions { count, ..SolveOptions::default() }, &Context::default());
    if let Some(best) = &solved.best {
        let end = Pegs::replay(board, best).unwrap_or_else(|bad| panic!("{bad:?}"));
        assert!(Pegs::is_goal(&end));
        assert_eq!(solved.at_least, LowerBound::Moves(best.len() as u64), "the fewest is proven");
    }
    solved
}

/// The certificate that a board has no solution, if it has one; nothing is searched.
fn certificate(board: &Board) -> Option<fewest::pegs::Certificate> {
    let at_once = |_: &fewest::service::Counters| ControlFlow::Break(Stop::Time);
    let solved = Pegs::solve(board, &SolveOptions::default(), &Context::new(1, 0, &at_once));
    solved.why.into_iter().find_map(|reason| match reason {
        Reason::Certificate(certificate) => {
            assert_eq!(Pegs::check(board, &certificate), Ok(()));
            Some(certificate)
        }
        Reason::SearchLog(_) => None,
    })
}

#[test]
fn single_vacancies_of_the_triangle() {
    let folder = shipped("pegs");
    let rows = table(&folder, "triangle15_single_vacancy.tsv");
    assert_eq!(rows.len(), 15);
    for row in rows {
        let start = format!("triangle:5\nvacancy: {}\n", row[0]);
        let solved = solve(&board(&start, "jumps"), true);
        assert_eq!(solved.count.map(|count| count.to_string()).as_ref(), Some(&row[1]));
        let facts: BTreeMap<String, String> =
            Pegs::analyse(&board(&start, "jumps"), &Context::default()).into_iter().collect();
        assert_eq!((&facts["games"], &facts["solutions"]), (&row[4], &row[1]), "{start}");
        assert_eq!(facts["positions that can be reached, symmetric ones apart"], row[5], "{start}");
        assert_eq!(facts["the same by jumps"].replace(' ', ","), row[7], "{start}");
        let census = "boards of this shape that can be reduced to one peg";
        assert_eq!(facts[census], "13935 of 32768", "{start}");
        let finishes: BTreeMap<&str, &str> =
            row[2].split(',').filter_map(|pair| pair.split_once(':')).collect();
        let allowed: Vec<&str> = row[3].split(',').collect();
        for finish in (0..15).map(|hole| hole.to_string()) {
            let pair = board(&format!("{start}goal: {finish}\n"), "jumps");
            let solved = solve(&pair, true);
            let count = solved.count.map(|count| count.to_string());
            assert_eq!(count.as_deref(), finishes.get(finish.as_str()).copied(), "{start}{finish}");
            let by_colouring = certificate(&pair).is_some_and(|proof| proof.pagodas.is_empty());
            assert_eq!(by_colouring, !allowed.contains(&finish.as_str()), "{start}{finish}");
        }
    }
}

#[test]
fn pairs_of_small_triangles_in_the_fewest_moves() {
    let folder = shipped("pegs");
    let mut best: BTreeMap<String, u64> = BTreeMap::new();
    for row in table(&folder, "triangle_pairs_min_moves.tsv") {
        let solved = solve(&pair(&row[0], &row[1], &row[2], "moves"), true);
        let length = solved.best.as_ref().map(|best| best.len() as u64);
        assert_eq!(length, row[3].parse().ok(), "{row:?}");
        if let Some(length) = length {
            assert_eq!(solved.count.map(|count| count.to_string()).as_ref(), Some(&row[4]), "{row:?}");
            let least = best.entry(row[0].clone()).or_insert(length);
            *least = length.min(*least);
        }
    }
    assert_eq!(best.into_values().collect::<Vec<_>>(), [5, 9, 9]);
}

#[test]
fn the_english_board_level_by_level() {
    let folder = shipped("pegs");
    let centre = board("english\ngoal: d4\n", "jumps");
    assert_eq!(solve(&centre, true).count, Some(40_861_647_040_079_968));
    let rows = table(&folder, "english33_levels.tsv");
    if long() {
        let facts: BTreeMap<String, String> =
            Pegs::analyse(&centre, &Context::default()).into_iter().collect();
        assert_eq!(facts["solutions"], "40861647040079968");
        assert_eq!(facts["positions that can be won"], "1679072");
        let stuck = board("english\ngoal: stuck\n", "jumps");
        let games: BTreeMap<String, String> =
            Pegs::analyse(&stuck, &Context::default()).into_iter().collect();
        assert_eq!(games["positions that can be reached, symmetric ones apart"], "187636299");
        assert_eq!(games["games"], "577116156815309849672");
        assert_eq!(games["shortest game"], "6 jumps");
        let won: Vec<&str> = rows.iter().map(|row| row[2].as_str()).collect();
        assert_eq!(facts["of these by jumps"].split(' ').collect::<Vec<_>>(), won);
        let english = PuzzleText::text("board", "english\n").open_one().expect("a board").position;
        let seen = english.explore(&fewest::service::ExploreOptions::default(), &Context::default());
        let positions: Vec<String> = seen.layers.iter().map(u64::to_string).collect();
        assert_eq!(positions, rows.iter().map(|row| row[1].clone()).collect::<Vec<_>>());
        assert_eq!(seen.positions(), 23_475_688);
    }
}

/// The fewest moves of all problems of the English board with one vacancy and one finish, up to
/// symmetry. The centre and d1 to d4 are known; the others were found with this program.
const ENGLISH: [(&str, &str, u64); 21] = [
    ("c1", "c1", 16),
    ("c1", "c4", 16),
    ("c1", "f4", 17),
    ("c1", "c7", 16),
    ("d1", "d1", 18),
    ("d1", "a4", 17),
    ("d1", "d4", 18),
    ("d1", "d7", 18),
    ("c2", "c2", 16),
    ("c2", "c5", 15),
    ("c2", "f5", 16),
    ("d2", "d2", 19),
    ("d2", "a5", 17),
    ("d2", "d5", 17),
    ("c3", "c3", 15),
    ("c3", "f3", 16),
    ("d3", "a3", 16),
    ("d3", "d3", 16),
    ("d3", "d6", 17),
    ("d4", "d1", 17),
    ("d4", "d4", 18),
];

#[test]
fn fewest_moves_of_the_english_board() {
    for (vacancy, finish, fewest) in ENGLISH {
        if long() || (vacancy, finish) == ("d4", "d4") {
            let best = solve(&pair("english33", vacancy, finish, "moves"), false).best.expect("a solution");
            assert_eq!(best.len() as u64, fewest, "{vacancy} to {finish}");
        }
    }
}

/// The best of all pairs of a triangle is known from George Bell.
#[test]
fn the_triangle_of_side_seven() {
    if !long() {
        println!("NOT RUN: FEWEST_LONG is not set");
        return;
    }
    let rows = Pegs::pairs(&board("triangle:7\n", "moves"), &Context::default()).expect("pairs");
    let fewest = |row: &String| row.strip_suffix(" moves").map(|moves| moves.parse::<u64>().expect("proven"));
    let moves: Vec<u64> = rows.iter().filter_map(|(_, row)| fewest(row)).collect();
    assert_eq!((moves.len(), moves.iter().min()), (27, Some(&12)));
    assert!(rows.iter().all(|(_, row)| fewest(row).is_some() || row == "never, by a colouring"), "{rows:?}");
}

/// The fewest moves of all pairs of the triangle of side 8, up to symmetry. The best, 13, is known
/// from George Bell; the others were found with this program.
const SIDE_EIGHT: [(&str, &str); 8] = [
    ("a1", "a1 14, b3 15, a4 14, c5 14, b6 14, a7 14, d7 15, c8 14"),
    ("a2", "a2 13, c3 14, b4 13, a5 14, d5 14, c6 13, f6 13, b7 14, e7 13, a8 13, d8 13, g8 13"),
    ("a3", "b2 13, a3 14, c4 13, b5 14, e5 13, a6 14, d6 13, c7 13, f7 14, b8 13, e8 14, h8 14"),
    ("b3", "a1 15, b3 15, a4 15, c5 15, b6 15, a7 15, d7 15, c8 15"),
    ("a4", "a1 13, b3 14, a4 14, d4 13, c5 13, b6 13, e6 13, a7 13, d7 14, g7 13, c8 14, f8 13"),
    ("b4", "a2 14, c3 14, b4 14, a5 14, d5 14, c6 14, f6 14, b7 14, e7 14, a8 14, d8 14, g8 14"),
    ("b5", "b2 14, a3 14, c4 14, b5 15, e5 14, d6 14, f7 15, h8 14"),
    ("c5", "a1 14, b3 14, a4 14, c5 14, b6 14, a7 14, d7 14, c8 14"),
];

#[test]
fn pairs_of_the_triangle_of_side_eight() {
    let pairs: Vec<(&str, &str, u64)> = SIDE_EIGHT
        .iter()
        .flat_map(|(vacancy, row)| {
            row.split(", ").filter_map(move |cell| {
                let (finish, fewest) = cell.split_once(' ')?;
                Some((*vacancy, finish, fewest.parse().ok()?))
            })
        })
        .collect();
    assert_eq!((pairs.len(), pairs.iter().map(|pair| pair.2).min()), (80, Some(13)));
    for (vacancy, finish, fewest) in pairs {
        if long() || [("a1", "c5"), ("a2", "b4"), ("a3", "c4")].contains(&(vacancy, finish)) {
            let best = solve(&pair("T8", vacancy, finish, "moves"), false).best.expect("a solution");
            assert_eq!(best.len() as u64, fewest, "{vacancy} to {finish}");
        }
    }
}

#[test]
fn parity_pairs() {
    let folder = shipped("pegs");
    for row in table(&folder, "parity_pairs.tsv") {
        let allowed: Vec<&str> = match row[2].starts_with("none") {
            true => Vec::new(),
            false => row[2].split(',').collect(),
        };
        for finish in &allowed {
            // What parity allows may still be refuted by weights.
            let proof = certificate(&pair(&row[0], &row[1], finish, "jumps"));
            assert!(proof.is_none_or(|proof| !proof.pagodas.is_empty()), "{row:?} {finish}");
        }
        let anywhere = board(&format!("{}\nvacancy: {}\n", board_name(&row[0]), row[1]), "jumps");
        let proof = certificate(&anywhere);
        assert_eq!(allowed.is_empty(), proof.is_some_and(|proof| proof.pagodas.is_empty()), "{row:?}");
    }
}

#[test]
fn known_solutions_are_accepted_and_ours_are_found() {
    let folder = shipped("pegs");
    let (mut accepted, mut found) = (0, 0);
    for row in table(&folder, "single_vacancy_solutions.tsv") {
        let text = format!("{}\nvacancy: {}\ngoal: {}\n", board_name(&row[0]), row[1], row[2]);
        let position = PuzzleText::text("board", &text).open_one().expect("a board").position;
        match position.attempt(&row[4]) {
            fewest::service::Claimed::Answer { solves: true, .. } => accepted += 1,
            other => panic!("{row:?}: {other:?}"),
        }
        if long() || ["english33", "french37"].contains(&row[0].as_str()) {
            assert!(solve(&pair(&row[0], &row[1], &row[2], "jumps"), false).best.is_some(), "{row:?}");
            found += 1;
        }
    }
    assert!(accepted == 252 && found >= 31, "{accepted} {found}");
}

/// A problem of the catalogue as a board file, and its kind.
fn catalogue(folder: &Path) -> BTreeMap<String, (String, String)> {
    let text = fs::read_to_string(folder.join("debian_catalog.txt")).expect("the catalogue");
    let problem = |block: &str| {
        let (head, rows) = block.split_once('\n')?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let &[id, geometry, kind, ..] = &words[..] else { return None };
        let headings = match kind {
            "direct8" => "directions: 8\n",
            "inverse4" => "play: backward\n",
            _ => "",
        };
        Some((id.to_owned(), (format!("grid: {geometry}\n{headings}{}\n", rows.trim_end()), kind.to_owned())))
    };
    text.split("@ ").skip(1).filter_map(problem).collect()
}

#[test]
fn answers_of_the_catalogue() {
    let Some(folder) = foreign("pegs") else { return };
    let problems = catalogue(&folder);
    assert_eq!(problems.len(), 328);
    problems.values().for_each(|(text, _)| drop(board(text, "jumps")));
    let mut accepted = 0;
    for row in table(&folder, "debian_catalog_answers.tsv") {
        let Some((text, kind)) = problems.get(&row[0]) else { panic!("{row:?}") };
        if row[1] != "solvable" || kind == "inverse4" {
            continue;
        }
        let position = PuzzleText::text("board", text).open_one().expect("a board").position;
        match position.attempt(&row[4]) {
            fewest::service::Claimed::Answer { solves: true, .. } => accepted += 1,
            other => panic!("{row:?}: {other:?}"),
        }
        // Those that plain search finds soon; the bench has all of them.
        if row[3].parse().is_ok_and(|nodes: u64| nodes < 2000) {
            assert!(solve(&board(text, "jumps"), false).best.is_some(), "{row:?}");
        }
    }
    assert!(accepted > 200, "{accepted}");
}

#[test]
fn textbook_and_solver_agree_on_all_triangles() {
    let start = board("triangle:5\n", "jumps");
    let step = if long() { 1 } else { 31 };
    for pegs in (0..1_u64 << 15).step_by(step) {
        let mut triangle: textbook::Triangle = std::array::from_fn(|hole| pegs >> hole & 1 == 1);
        let solvable = textbook::solve(&mut triangle, &mut |_| {});
        let solved = solve(&start.with_pegs(vec![pegs]), false);
        assert_eq!(solved.best.is_some(), solvable, "{pegs:015b}");
        assert_eq!(solved.at_least == LowerBound::Never, !solvable, "{pegs:015b}");
    }
}

/// All solutions, one by one.
fn plain_count(board: &Board) -> u128 {
    if Pegs::is_goal(board) {
        return 1;
    }
    let after = |by: &fewest::pegs::Move| {
        let mut after = board.clone();
        Pegs::play(&mut after, by).expect("a listed move is legal");
        plain_count(&after)
    };
    Pegs::moves(board).iter().map(after).sum()
}

/// All answers of `length` moves, one by one.
fn plain_count_within(board: &Board, moves: usize) -> u128 {
    if Pegs::is_goal(board) || moves == 0 {
        return u128::from(Pegs::is_goal(board));
    }
    let after = |by: &fewest::pegs::Move| {
        let mut after = board.clone();
        Pegs::play(&mut after, by).expect("a listed move is legal");
        plain_count_within(&after, moves - 1)
    };
    Pegs::moves(board).iter().map(after).sum()
}

#[test]
fn counts_of_moves_agree_with_plain_enumeration() {
    for text in [
        "triangle:5\ngoal: pegs<=8\n",
        "rect:5x4\nvacancy: a1\ngoal: pegs<=14\n",
        "triangle:4\nvacancy: a2\n",
    ] {
        let board = board(text, "moves");
        let solved = solve(&board, true);
        let moves = solved.best.as_ref().expect("a solution").len();
        assert_eq!(solved.count, Some(plain_count_within(&board, moves)), "{text}");
        assert_eq!(plain_count_within(&board, moves - 1), 0, "{text}");
    }
}

#[test]
fn counts_agree_with_plain_enumeration() {
    for text in [
        "triangle:4\nvacancy: b2\n",
        "triangle:4\nvacancy: b2\ngoal: a2\n",
        "rect:4x3\nvacancy: b1\n",
        "hex:2\n",
    ] {
        let board = board(text, "jumps");
        let plain = plain_count(&board);
        assert_eq!(solve(&board, true).count.unwrap_or(0), plain, "{text}");
    }
}
