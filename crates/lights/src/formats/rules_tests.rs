use super::*;
use proptest::prelude::*;

fn read_text(text: &str) -> Result<Board, Fault> {
    read(&Source::new("rules", text), Room::UNLIMITED)
}

fn net(text: &str) -> NetBoard {
    match read_text(text) {
        Ok(Board::Net(net)) => net,
        other => panic!("no net: {other:?}"),
    }
}

fn written(board: &NetBoard) -> String {
    let mut text = Vec::new();
    assert_eq!(write(board, &mut text).unwrap(), Written::Yes);
    String::from_utf8(text).unwrap()
}

#[test]
fn what_is_written_in_full_reads_back_letter_by_letter() {
    for text in [
        "rule king no-self\nwrap torus\ncolours 3\nturns 5\nfirst 1 -1\n012\n1~0\n",
        "mask\n.#.\n#o#\n..#\n\nwrap cylinder\n#0#\n0~0\n",
        "rule diagonal\n#\n",
        "rule plus\ncolours 12\n 0 11  ~\n 1  2  3\n",
    ] {
        assert_eq!(written(&net(text)), text);
    }
}

#[test]
fn lines_above_the_rows_stand_in_any_order() {
    let board = net("colors 3\r\nwrap torus\n\nmask\n#@#\nturns 2\n000\n012\n\n");
    assert_eq!((board.net().colours(), board.turns(), board.levels()), (3, Some(2), &[0, 0, 0, 0, 1, 2][..]));
    assert_eq!(board.net().changed_by(0), [0, 1, 2]);
}

#[test]
fn a_plain_rectangle_is_one() {
    assert!(matches!(read_text("rule plus\n#0\n0#\n"), Ok(Board::Grid(_))));
    assert!(matches!(read_text("wrap flat\ncolours 2\n#0\n0#\n"), Ok(Board::Grid(_))));
    assert!(matches!(read_text("rule plus\n#0\n0~\n"), Ok(Board::Net(_))));
    assert!(matches!(read_text("rule plus\nturns 0\n#0\n00\n"), Ok(Board::Net(_))));
}

#[test]
fn must_show_5_bad_rules_have_a_place_and_a_remedy() {
    for (text, what, place) in [
        ("rule queen\n#\n", "`rule queen` is not understood", "rule queen"),
        ("rule\n#\n", "`rule` is not understood", "rule"),
        ("rule plus self\n#\n", "`rule plus self` is not understood", "rule plus self"),
        ("wrap ball\n#\n", "`wrap ball` is not understood", "wrap ball"),
        ("wrap torus torus\n#\n", "`wrap torus torus` is not understood", "wrap torus torus"),
        ("colours 1\n#\n", "`1` is no number of colours from 2 to 255", "1"),
        ("colours 256\n#\n", "`256` is no number of colours from 2 to 255", "256"),
        ("turns many\n#\n", "`many` is no number of turns from 0 to 10000000", "many"),
        ("turns\n#\n", "one number is needed here", "turns"),
        ("first 1\n#\n", "`first 1` is not understood", "first 1"),
        ("first 1 99999999999\n#\n", "`first 1 99999999999` is not understood", "first 1 99999999999"),
        ("rule king\nrule plus\n#\n", "the rule is said twice", "rule plus"),
        ("rule king\nmask\n@\n\n#\n", "the rule is said twice", "mask"),
        ("mask\n##\n\n#\n", "the mask has no press in it", "mask"),
        ("mask\n@@\n\n#\n", "a mask has one press", "@"),
        ("mask\n@x\n\n#\n", "this is no part of a mask", "x"),
        ("rule king\n##\n#\n", "this row has 1 cells, the first one 2", "#"),
        ("rule king\n#\n\n#\n", "this row has 0 cells, the first one 1", ""),
        ("rule king\nrlue\n", "`r` is no colour of a light", "r"),
        ("colours 3\n03\n", "`3` is no colour of a light", "3"),
        ("colours 11\n0 11\n", "`11` is no colour of a light", "11"),
    ] {
        let fault = read_text(text).unwrap_err();
        assert_eq!(fault.what, what, "{text:?}");
        let at = fault.at.unwrap_or_else(|| panic!("{text:?} has no place"));
        assert_eq!(&text[at.start..at.end], place, "{text:?}");
        assert!(fault.remedy.is_some(), "{text:?}");
    }
    for text in ["rule king\n", "rule king\n\n\n", "mask\n@\n"] {
        assert_eq!(read_text(text).unwrap_err().what, "there are no rows of lights", "{text:?}");
    }
    let wide = format!("mask\n@{0}\n\n{0}\n", "#".repeat(20_000));
    assert_eq!(read_text(&wide).unwrap_err().what, "the mask and the board are too large together");
}

#[test]
fn islands_far_apart_are_not_written_in_rows() {
    let places = vec![Press { x: i64::MIN, y: 0 }, Press { x: i64::MAX, y: i64::MAX }];
    let net = super::super::super::net::Net::plus(places);
    let board = NetBoard::new(net, &[true, true], None).drawn_by(Rule::plus(), None);
    assert!(matches!(write(&board, &mut Vec::new()).unwrap(), Written::No(_)));
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        name in prop::sample::select(vec!["rule plus", "rule king no-self", "rule diagonal", "mask\n#..\n.@#\n\nwrap flat"]),
        wrap in prop::sample::select(vec!["", "wrap torus\n", "wrap cylinder\n"]),
        colours in 2..14_u8,
        cells in prop::collection::vec(prop::option::weighted(0.8, 0..14_u8), 1..30),
        width in 1..6_usize,
    ) {
        let wrap = if name.contains("wrap") { "" } else { wrap };
        let mut text = format!("{name}\n{wrap}colours {colours}\nturns 3\n");
        for row in cells.chunks_exact(width) {
            let word = |cell: &Option<u8>| cell.map_or("~".to_owned(), |level| (level % colours).to_string());
            let words: Vec<String> = row.iter().map(word).collect();
            text += &words.join(if colours > 10 { " " } else { "" });
            text.push('\n');
        }
        if cells.len() >= width {
            let board = net(&text);
            let again = net(&written(&board));
            prop_assert_eq!(&again, &board);
            prop_assert_eq!(again.drawing(), board.drawing());
        }
    }
}
