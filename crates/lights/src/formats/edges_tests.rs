use super::*;
use proptest::prelude::*;

fn read_text(text: &str) -> Result<NetBoard, Fault> {
    read(&Source::new("edges", text))
}

fn written(board: &NetBoard) -> String {
    let mut text = Vec::new();
    assert_eq!(write(board, &mut text).unwrap(), Written::Yes);
    String::from_utf8(text).unwrap()
}

#[test]
fn a_triangle_and_a_lonely_light() {
    let text = "edges\ncolours 3\nturns 4\n0 1\n0 > 2\n1 2\n5\non 0 2=2\n";
    let board = read_text(text).unwrap();
    let net = board.net();
    assert_eq!((net.len(), net.colours(), board.turns()), (4, 3, Some(4)));
    assert_eq!(
        (net.changed_by(0), net.changed_by(1), net.changed_by(2)),
        (&[0, 1, 2][..], &[0, 1, 2][..], &[1, 2][..])
    );
    assert_eq!(board.levels(), [1, 0, 2, 0]);
    assert_eq!(written(&board), text);
}

#[test]
fn without_itself_unless_said() {
    let board = read_text("edges\nno-self\n# a remark\n0 1\n1 > 1\n").unwrap();
    assert_eq!((board.net().changed_by(0), board.net().changed_by(1)), (&[1][..], &[0, 1][..]));
    assert_eq!(written(&board), "edges\nno-self\n0 1\n1 > 1\n");
}

#[test]
fn must_show_5_bad_edges_have_a_place_and_a_remedy() {
    for (text, what, place) in [
        ("edges\n0 1 2\n", "this is no edge", "0 1 2"),
        ("edges\n0 < 2\n", "this is no edge", "0 < 2"),
        ("edges\n0 x\n", "`x` is no place", "x"),
        ("edges\n1.5\n", "`1.5` is no place", "1.5"),
        ("edges\n0 1,2,3\n", "`1,2,3` is no place", "1,2,3"),
        ("edges\n0 1\non 2\n", "there is no place 2", "2"),
        ("edges\n0 1\non 0=2\n", "there is no colour 2", "0=2"),
        ("edges\n0 1\non 0=\n", "`0=` is no light with a colour", "0="),
        ("edges\nno-self\nno-self\n", "no-self is said twice", "no-self"),
        ("edges\ncolours 0\n", "`0` is no number of colours from 2 to 255", "0"),
    ] {
        let fault = read_text(text).unwrap_err();
        assert_eq!(fault.what, what, "{text:?}");
        let at = fault.at.unwrap_or_else(|| panic!("{text:?} has no place"));
        assert_eq!(&text[at.start..at.end], place, "{text:?}");
        assert!(fault.remedy.is_some(), "{text:?}");
    }
    assert_eq!(read_text("edges\n").unwrap_err().what, "there are no places");
    assert!(read_text("0 1\n").unwrap_err().remedy.is_some());
}

proptest! {
    #[test]
    fn every_net_is_written_and_read_back(
        wires in prop::collection::vec(((-2..3_i64, -1..2_i64), (-2..3_i64, -1..2_i64)), 0..30),
        levels in prop::collection::vec(0..5_u8, 15),
        colours in 2..6_u8,
    ) {
        let place = |(x, y)| Press { x, y };
        let places = wires.iter().flat_map(|&(from, to)| [place(from), place(to)]).chain([place((9, 9))]).collect();
        let net = Net::wired(places, |net, press| {
            let from_here = wires.iter().filter(|wire| place(wire.0) == press);
            from_here.filter_map(|wire| net.number(place(wire.1))).map(|light| light as u32).collect()
        });
        let levels = levels.iter().chain([&1]).map(|level| level % colours).take(net.len()).collect();
        let board = NetBoard::with_levels(net.with_colours(colours), levels, None);
        prop_assert_eq!(read_text(&written(&board)).unwrap(), board);
    }
}
