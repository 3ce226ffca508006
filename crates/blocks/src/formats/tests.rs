//! Foreign formats: their meaning, the faults of bad texts, and that written boards read the same.

use fewest_core::{Family, Source};

use super::*;
use crate::rules::{Blocks, Freedom, Goal};

const MAP: &str = "\
######
#a**b#
#a**b#
#cdde#
#cfge#
#h  i#
##--##
    ..
    ..
";
const GRIDS: &str = "  aab.\n  ..b \n\n  ..aa\n  ... \n";
const TRAY: &str = "3 3\n0 0 1 0\n0 1 0 2\n1 1 1 1\n";
const LEVEL: &str = r#"{ "boardSize": [5, 4], "escapePoint": [3, 1], "blocks": [
    { "shape": [2, 2], "position": [0, 1] }, { "shape": [1, 2], "position": [2, 1], "directions": [1, 3] } ] }"#;

fn read_all(texts: &[&str]) -> Reading<Board> {
    let sources: Vec<Source> = texts.iter().map(|text| Source::new("text", *text)).collect();
    Blocks::read(&sources, &ReadOptions::default())
}

#[track_caller]
fn one(texts: &[&str]) -> Board {
    let reading = read_all(texts);
    assert!(reading.faults.is_empty(), "{:?}", reading.faults);
    reading.instances.into_iter().next().expect("a board").board
}

#[track_caller]
fn fault(texts: &[&str], format: &str) -> (String, Option<usize>) {
    let sources: Vec<Source> = texts.iter().map(|text| Source::new("text", *text)).collect();
    let how = ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() };
    let reading = Blocks::read(&sources, &how);
    assert!(reading.instances.is_empty());
    let fault = &reading.faults[0];
    (fault.what.clone(), fault.at.map(|at| at.start))
}

fn written(board: &Board, format: &str) -> Option<String> {
    let mut out = Vec::new();
    match Blocks::write(board, format, &mut out).expect("a vector takes everything") {
        Written::Yes => Some(String::from_utf8(out).expect("text")),
        Written::No(_) => None,
    }
}

fn formats_of(text: &str) -> Vec<&'static str> {
    Blocks::claims(&Source::new("text", text)).iter().map(|claim| claim.format).collect()
}

#[test]
fn a_map() {
    let board = one(&[MAP]);
    assert_eq!((board.rows, board.columns, board.pieces.len()), (9, 6, 10 + 13));
    assert_eq!((board.pieces[0].width, board.pieces[0].height), (2, 2));
    assert_eq!(board.names[..4].iter().collect::<String>(), "Zabc");
    assert_eq!(board.gates, [(6, 2), (6, 3)]);
    assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 7, column: 4 }]);
    assert_eq!(formats_of(MAP), ["map"]);
    let again = written(&board, "map").expect("a map");
    assert_eq!(one(&[&again]), board);
    assert_eq!(written(&board, "grids"), None, "grids have no gates");
}

#[test]
fn shapes_of_a_map_need_not_be_rectangles() {
    let board = one(&["######\n#**aa#\n#* a #\n#..  #\n#.   #\n######\n"]);
    assert_eq!(board.pieces[0].mask, Some(vec![true, true, true, false]));
    assert_eq!(written(&board, "json"), None);
}

#[test]
fn bad_maps() {
    assert_eq!(fault(&["####\n#* #\n####\n"], "map").0, "a map has a piece `*` and its home `.`");
    let (what, at) = fault(&["#####\n#*..#\n#####\n"], "map");
    assert_eq!((what.as_str(), at), ("the home `.` has another shape than the piece `*`", Some(8)));
    let (what, at) = fault(&["#####\n#*.\u{7}#\n#####\n"], "map");
    assert_eq!((what.as_str(), at), ("this is no character for a cell", Some(9)));
}

#[test]
fn two_grids_in_one_text_or_two() {
    let board = one(&[GRIDS]);
    assert_eq!((board.rows, board.columns), (2, 4));
    assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 0, column: 2 }]);
    assert_eq!(board.pieces[2].freedom, Freedom::None, "a blank is a wall");
    let (start, goal) = GRIDS.split_once("\n\n").expect("two");
    assert_eq!(one(&[start, goal]), board);
    assert!(formats_of(GRIDS).contains(&"grids"));
    let again = written(&board, "grids").expect("grids");
    assert_eq!(one(&[&again]), board);
}

#[test]
fn bad_grids() {
    assert!(fault(&["ab.\n"], "grids").0.starts_with("there must be two grids"));
    assert_eq!(fault(&["ab.\n\n..\n"], "grids").0, "the start is 1 x 3, but the goal is 1 x 2");
    assert_eq!(
        fault(&["aab.\n\n...c\n"], "grids"),
        ("piece c of the goal is not in the start".to_owned(), Some(9))
    );
    assert_eq!(
        fault(&["aab.\n\n...a\n"], "grids").0,
        "piece a has another shape in the goal than in the start"
    );
    assert_eq!(
        fault(&["a.b.\n\na. .\n"], "grids"),
        ("this cell is a wall in the goal only".to_owned(), Some(2))
    );
    assert_eq!(fault(&["a..\n\n...\n"], "grids").0, "the goal shows no piece");
}

#[test]
fn a_tray_and_its_goal() {
    let board = one(&[TRAY, "2 2 2 2\n"]);
    assert_eq!((board.rows, board.columns, board.pieces.len()), (3, 3, 3));
    assert_eq!(board.goals, [Goal::ShapeAt { row: 2, column: 2, width: 1, height: 1 }]);
    assert!(!board.has_goal_piece());
    assert_eq!(one(&[&format!("{TRAY}goal\n2 2 2 2\n")]), board);
    let sized = "3 3\n2 1 0 0\n1 2 0 1\n1 1 1 1\n";
    assert_eq!(formats_of(sized), ["course", "tray-sized"], "the header is also the course's");
    assert_eq!(one(&[sized, "1 1 2 2\n"]), board);
    for dialect in Dialect::ALL {
        let again = written(&board, dialect.id()).expect("a tray");
        let how = ReadOptions { format: Some(dialect.id().to_owned()), ..ReadOptions::default() };
        let reading = Blocks::read(&[Source::new("text", again)], &how);
        assert_eq!(reading.instances[0].board, board);
    }
    assert_eq!(written(&board, "map"), None);
}

#[test]
fn bad_trays() {
    assert_eq!(fault(&[TRAY], "tray").0, "this is a tray without its goal");
    assert_eq!(fault(&["3 3\n0 0 5 0\n"], "tray").0, "the block lies outside the tray, which is 3 x 3");
    let (what, at) = fault(&["3 3\n0 0 1 1\n1 1 2 2\n"], "tray");
    assert_eq!((what.as_str(), at), ("the block overlaps another one at row 1, column 1", Some(12)));
    assert_eq!(fault(&["3 3\n0 0 1\n"], "tray").0, "a block has 4 numbers, this line has 3");
    assert_eq!(fault(&["0 3\n0 0 1 1\n"], "tray").0, "the number of rows is 0; it must be at least 1");
    let sources = [Source::new("tray", TRAY), Source::new("goal", "9 9 9 9\n")];
    let how = ReadOptions { format: Some("tray".to_owned()), ..ReadOptions::default() };
    let reading = Blocks::read(&sources, &how);
    assert_eq!(reading.faults[0].at.map(|at| at.source), Some(1), "the fault is in the second text");
}

#[test]
fn start_and_goal_are_one_puzzle_and_two_puzzles_are_not() {
    let sources = |texts: [&str; 2]| texts.map(|text| Source::new("text", text));
    assert!(Blocks::are_one(&sources([TRAY, "2 2 2 2\n"])));
    assert!(Blocks::are_one(&sources(["aab.\n..b.\n", "..aa\n....\n"])));
    assert!(!Blocks::are_one(&sources([TRAY, TRAY])));
    assert!(!Blocks::are_one(&sources([GRIDS, GRIDS])));
    assert!(!Blocks::are_one(&sources([MAP, MAP])));
}

#[test]
fn levels() {
    let board = one(&[LEVEL]);
    assert_eq!(board.pieces[1].freedom, Freedom::Horizontal);
    assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 3, column: 1 }]);
    assert_eq!(formats_of(LEVEL), ["json"]);
    assert_eq!(one(&[&written(&board, "json").expect("a level")]), board);
    let list = format!("[{LEVEL},\n{}, {LEVEL}]", LEVEL.replace("[3, 1]", "[4, 1]"));
    let reading = read_all(&[&list]);
    let lines: Vec<_> = reading.instances.iter().map(|instance| instance.line).collect();
    assert_eq!(lines, [Some(1), Some(4)]);
    assert_eq!(reading.faults[0].what, "the first block does not fit at the escape point 4, 1");
}

#[test]
fn levels_without_a_size_are_klotskis() {
    let level = r#"{ "name": "ours", "blocks": [ { "shape": [2, 2], "position": [0, 1] }, { "shape": [1, 1], "position": [4, 0] } ] }"#;
    for text in [level.to_owned(), format!("[\n  {level}\n]\n")] {
        let board = one(&[&text]);
        assert_eq!((board.rows, board.columns, board.pieces.len()), (5, 4, 2));
        assert_eq!(board.goals, [Goal::PieceAt { piece: 0, row: 3, column: 1 }]);
        assert_eq!(formats_of(&text), ["json"]);
        assert_eq!(one(&[&written(&board, "json").expect("a level")]), board);
    }
    let size = |size: &str| level.replace("\"name\"", &format!("\"boardSize\": {size}, \"name\""));
    assert_eq!(one(&[&size("[5, 4]")]), one(&[level]));
    assert!(
        fault(&[&size("[6, 6]")], "json").0.starts_with("the escape point of this board of 6 x 6 is missing")
    );
    // Documents that only name the family are no levels.
    assert!(formats_of(r#"{ "family": "blocks", "shape": 1, "position": 2 }"#).is_empty());
}

#[test]
fn bad_levels() {
    let bad = |from: &str, to: &str| fault(&[&LEVEL.replace(from, to)], "json");
    assert_eq!(bad("[2, 1], \"d", "[0, 1], \"d").0, "block 1 overlaps another one at 0, 1");
    assert_eq!(bad("[1, 3]", "[1]").0, "block 1 may move one way only, which no block here can");
    assert_eq!(bad("[5, 4]", "[0, 4]").0, "a board of 0 x 4 cannot be");
    assert_eq!(bad("[5, 4]", "[5000000000, 5000000000]").0, "a board of 5000000000 x 5000000000 cannot be");
    assert_eq!(bad("[0, 1] }", "[4, 1] }").0, "block 0 of 2 x 2 at 4, 1 lies outside the board");
    let (what, at) = bad("[5, 4]", "[5, -4]");
    assert!(what.starts_with("this is no level: invalid value: integer `-4`"), "{what}");
    assert_eq!(at, LEVEL.find("4]").map(|at| at + 1), "where the number ends");
    assert!(bad("[3, 1]", "[3, 1").0.starts_with("this is no level: "));
}

#[test]
fn rush_words_of_every_square_from_3_x_3_on() {
    let sure = |text: &str| {
        let claims = Blocks::claims(&Source::new("text", text));
        claims.iter().find(|claim| claim.format == "rush").map(|claim| claim.sure)
    };
    for side in 3..=9 {
        let word = format!(
            "AA{}{}B{}B",
            "o".repeat(side - 2),
            "o".repeat(side * side - 2 * side - 1),
            "o".repeat(side - 1)
        );
        assert_eq!(word.len(), side * side);
        let board = one(&[&word]);
        assert_eq!(
            (board.rows, board.columns, board.goals.as_slice()),
            (side, side, &[Goal::LastColumn][..])
        );
        assert_eq!(written(&board, "rush"), Some(word.clone() + "\n"));
        assert_eq!(sure(&word), Some(fewest_core::Sure::Certain), "{word}");
    }
    let moves = read_all(&["2 AAooBooBo 7\n1 AAo...... 3\n"]);
    assert_eq!((moves.instances.len(), moves.faults.len()), (2, 0), "{:?}", moves.faults);
    assert_eq!(Blocks::textbook(&one(&["AABooBooo"])), Some(Some(2)), "B goes down, A right");
    // Nine letters may also be words and rows of other drawings.
    assert_eq!(
        (sure("ALABAMA.."), sure("BACKWARDS"), sure("AAoo")),
        (Some(fewest_core::Sure::Possible), None, None)
    );
    assert_eq!(sure("AA.......\n.........\n\n.......AA\n.........\n"), None);
}

#[test]
fn what_was_written_is_written_the_same_again() {
    let many: String = (0..60).map(|piece| format!("1 {} 1 1 b\n", piece + 1)).collect();
    let board = |goals: &str| one(&[&format!("2 60\n{many}{goals}")]);
    for (format, board) in [("map", board("goal 2 3\n")), ("grids", board("goal 5 2 3\ngoal 2 2 9\n"))] {
        let first = written(&board, format).expect("it can be said");
        let how = ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() };
        let again = Blocks::read(&[Source::new("text", first.as_str())], &how).instances.remove(0).board;
        assert_eq!(written(&again, format), Some(first));
    }
}
