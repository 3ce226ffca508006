//! Texts as people write them, and their mistakes.

use crate::formats::*;
use fewest_core::Sure;

fn board(text: &str) -> (Board, &'static str) {
    let source = Source::new("in", text);
    let mut reading = read(&source, &ReadOptions::default());
    assert_eq!(reading.faults, [], "{text:?}");
    assert_eq!(reading.instances.len(), 1, "{text:?}");
    let instance = reading.instances.remove(0);
    (instance.board, instance.format)
}

/// The same board in every format and spelling.
const SAME: [(&str, &str); 18] = [
    ("#k\n3\n#initial state\n1 0 3 4 2 6 7 5 8 \n", "course"),
    ("# K\r\n3\r\n#initial state\r\n1 0 3 4 2 6 7 5 8\r\n", "course"),
    ("3\n 1  0  3\n 4  2  6\n 7  5  8\n", "princeton"),
    ("# This puzzle is solvable\n3\n1 0 3 # first\n4 2 6\n7 5 8\n", "princeton"),
    ("3 3\n1 0 3\n4 2 6\n7 5 8\n", "rows"),
    ("3x3\n1 _ 3\n4 2 6\n7 5 8\n", "rows"),
    ("1 * 3\n4 2 6\n7 5 8\n", "rows"),
    ("1,0,3\n4,2,6\n7,5,8\n", "rows"),
    ("Initial state:\n1 0 3\n4 2 6\n7 5 8\n\nGoal state:\n1 2 3\n4 5 6\n7 8 _\n", "rows"),
    ("1 0 3 4 2 6 7 5 8", "lines"),
    ("1 x 3 4 2 6 7 5 8\n", "lines"),
    ("79 1 . 3 4 2 6 7 5 8\n", "lines"),
    ("1,0,3,4,2,6,7,5,8\n", "commas"),
    ("[[1, 0, 3], [4, 2, 6], [7, 5, 8]]\n", "commas"),
    ("1 0 3/4 2 6/7 5 8\n", "slashes"),
    ("103426758\n", "hex"),
    ("3x3:1,0,3,4,2,6,7,5,8", "fifteen"),
    (" 3x3:1,0,3,4,2,6,7,5,8 \r\n", "fifteen"),
];

#[test]
fn every_way_to_write_a_board_is_read() {
    let first = board(SAME[0].0).0;
    for (text, format) in SAME {
        assert_eq!(board(text), (first.clone(), format), "{text:?}");
        let claims = claims(&Source::new("in", text));
        assert_eq!((claims.len(), claims[0].sure), (1, Sure::Certain), "{text:?}");
    }
}

#[test]
fn other_boards_are_read_too() {
    assert_eq!(board("fe169b4c0a73d852\n").0.cells()[..4], [15, 14, 1, 6]);
    let (wide, format) = board("2 4\n1 2 3 4\n5 6 7 0\n");
    assert_eq!((wide.rows(), wide.columns(), format), (2, 4, "rows"));
    let (unlucky, _) = board("3 4\n6 9 4 8\n1 3 2 0\n10 5 7 11\n");
    assert_eq!((unlucky.rows(), unlucky.columns()), (3, 4), "one row is an arrangement of its own");
    let (narrow, _) = board("1 2\n3 4\n0 5\n");
    assert_eq!((narrow.rows(), narrow.columns()), (3, 2));
    let (least, _) = board("1\n0\n");
    assert_eq!((least.rows(), least.columns()), (1, 1));
    let many = read(&Source::new("in", "# two\n1 2 3 0\n\n0 1 2 3\n1 2 3 3\n"), &ReadOptions::default());
    assert_eq!(many.instances.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(2), Some(4)]);
    assert_eq!(many.faults.len(), 1);
}

#[test]
fn goals_are_named_or_given() {
    let read_with = |text: &str, goal: &str| {
        let how = ReadOptions { goal: Some(goal.to_owned()), ..ReadOptions::default() };
        read(&Source::new("in", text), &how)
    };
    let goal = |goal: &str| read_with(SAME[2].0, goal).instances[0].board.goal().cells().to_vec();
    assert_eq!(goal("blank-first"), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(goal("snail"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
    assert_eq!(goal("8 7 6 / 5 4 3 / 2 1 0"), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(goal("3\n8 7 6\n5 4 3\n2 1 _\n"), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (bad, what) in [
        ("last", "there is no goal `last`"),
        ("2 2\n1 2\n3 3\n", "in the goal: tile 3 is here again"),
        ("1 2 3 0", "the goal is 2 x 2, the board is 3 x 3"),
    ] {
        let fault = &read_with(SAME[2].0, bad).faults[0];
        assert!(fault.what.starts_with(what), "{fault}");
    }
    let own = board("2 2\n1 2\n0 3\ngoal\n3 1\n0 2\n").0;
    let mut text = Vec::new();
    assert_eq!(write(&own, "rows", &mut text).unwrap(), Written::Yes);
    assert_eq!(String::from_utf8(text).unwrap(), "2 2\n1 2\n0 3\ngoal\n3 1\n0 2\n");
    assert!(matches!(write(&own, "lines", &mut Vec::new()).unwrap(), Written::No(_)));
}

#[test]
fn what_is_wrong_is_pointed_at() {
    for (text, place, what) in [
        ("3\n1 2 3\n4 5 6\n7 0\n", "0", "a 3 x 3 board has 9 cells, but there are 8"),
        ("3\n1 2 3\n4 5 6\n7 8 0\n9\n", "9", "a 3 x 3 board has 9 cells, but there are 10"),
        ("3\n1 2 3\n4 5 6\n7 5 0\n", "5", "tile 5 is here again; it is at row 2, column 2 already"),
        ("3\n1 2 3\n4 0 6\n7 5 _\n", "_", "the blank is here again"),
        ("3\n1 2 3\n4 -5 6\n7 8 0\n", "-5", "-5 is negative, and no tile is"),
        ("3\n1 2 3\n4 9 6\n7 8 0\n", "9", "there is no tile 9 on a 3 x 3 board"),
        ("3\n1 2 3\n4 five 6\n7 8 0\n", "five", "`five` is not the number of a tile"),
        ("0\n1 2 3\n4 5 6\n", "0", "k is 0; it must be at least 1"),
        ("-3\n1 2 3\n4 5 6\n7 8 0\n", "-3", "k is -3; it must be at least 1"),
        ("3 0\n1 2 3\n", "0", "the number of columns is 0"),
        ("99999 99999\n1 2 3\n", "99999 99999", "a board of 99999 x 99999 has more than"),
        ("1 2 3\n4 5\n6 7 0\n", "4", "row 2 has 2 cells, the first has 3"),
        ("1 2 3/4 5/6 7 0\n", "4", "row 2 has 2 cells, the first has 3"),
        ("1 2 3 4 5 6 7\n", "1 2 3 4 5 6 7", "7 numbers are no square board"),
        ("99999999999999999999\n1 2 3 4 5\n", "99999999999999999999", "`99999999999999999999` is not"),
    ] {
        let source = Source::new("in", text);
        assert_eq!(claims(&source).len(), 1, "{text:?} is ours, with a mistake");
        let reading = read(&source, &ReadOptions::default());
        assert!(reading.instances.is_empty());
        let [fault] = &reading.faults[..] else { panic!("one clear error: {:?}", reading.faults) };
        let span = fault.at.unwrap_or_else(|| panic!("{fault} has a place"));
        assert!(fault.what.starts_with(what), "{fault}");
        assert_eq!(String::from_utf8_lossy(&source.bytes[span.start..span.end]), place, "{text:?}");
    }
}

#[test]
fn games_of_fifteen_are_columns_by_rows() {
    let (wide, _) = board("4x2:1,2,3,4,5,6,0,7\n");
    assert_eq!((wide.rows(), wide.columns()), (2, 4));
    let mut text = Vec::new();
    assert_eq!(write(&wide, "fifteen", &mut text).unwrap(), Written::Yes);
    assert_eq!(String::from_utf8(text).unwrap(), "4x2:1,2,3,4,5,6,0,7\n");
    let line = board("1x5:1,2,3,4,0\n").0;
    assert!(matches!(write(&line, "fifteen", &mut Vec::new()).unwrap(), Written::No(_)), "sides from 2 on");
    let many = read(&Source::new("in", "2x2:1,2,3,0\n\n2x2:1,2,3,3\n2x2:1,2,0,3\n"), &ReadOptions::default());
    assert_eq!(many.instances.iter().map(|one| one.line).collect::<Vec<_>>(), [Some(1), Some(4)]);
    for (text, place, what) in [
        ("3x3:1,0,3,4,2,6,7,5", "5", "a 3 x 3 board has 9 cells, but there are 8"),
        ("3x3:1,0,3,4,2,6,7,5,5", "5", "tile 5 is here again"),
        ("2x2:1,4,2,3", "2x2:1,4,2,3", "there is no blank, so this is a game of Sixteen"),
        ("4x4#181376", "4x4#181376", "this game id has a seed instead of a board"),
        (
            "16777216x16777216:1,2,3",
            "16777216x16777216:1,2,3",
            "a board of 16777216 x 16777216 has more than",
        ),
    ] {
        let source = Source::new("in", text);
        let claims = claims(&source);
        assert_eq!(
            (claims.len(), claims[0].format, claims[0].sure),
            (1, "fifteen", Sure::Possible),
            "{text}"
        );
        let fault = read(&source, &ReadOptions::default()).faults.remove(0);
        assert!(fault.what.starts_with(what), "{fault}");
        let span = fault.at.expect("a place");
        assert_eq!(String::from_utf8_lossy(&source.bytes[span.start..span.end]), place, "{text}");
    }
}

#[test]
fn texts_of_others_are_not_claimed() {
    for other in [
        "",
        "\n",
        "hello world, this is 1 text\n",
        "4 4\n3 1 2 1 b\n1 1 1 1 b\n",
        "4\n3 1 2 1 b\n",
        "#0#\n0##\n#00\n",
        "0101\n1010\n1111\n0000\n",
        "11\n10\n",
        "oooBoooooBooAAoBoooooooooooooooooooo\n",
        "cell(1..4,1..4). black(1,1).\n",
        "time(1;2;3).",
        "5x5c:ffff,8\n",
        "2x1:f,8\n",
        "3x3:PPPPHPPPP\n",
        "10x10#0101\n",
        "#moves\n8 2 5 8 3 6 8 5 2 3 6 \n",
    ] {
        let claims = claims(&Source::new("in", other));
        assert!(claims.is_empty(), "{other:?}: {claims:?}");
    }
}
