use super::*;
use proptest::prelude::*;

fn read_text(text: &str) -> Result<Board, Fault> {
    read(&Source::new("flip", text))
}

fn written(board: &Board) -> Option<String> {
    let mut text = Vec::new();
    match write(board, &mut text).unwrap() {
        Written::Yes => Some(String::from_utf8(text).unwrap()),
        Written::No(_) => None,
    }
}

fn claimed(text: &str) -> Option<Sure> {
    claim(&Source::new("flip", text))
}

#[test]
fn crosses_are_a_plain_rectangle() {
    for text in ["2x2c:edb7,9", "2x2:edb7,9\n", " 2x2:EDB7,9 "] {
        let Board::Grid(grid) = read_text(text).unwrap() else { panic!("{text} is a rectangle") };
        assert_eq!(grid.lit().iter().collect::<Vec<_>>(), [(0, 0), (1, 1)]);
        assert_eq!(claimed(text), Some(Sure::Certain), "{text}");
        assert_eq!(written(&Board::Grid(grid)).unwrap(), "2x2c:edb7,9\n");
    }
    assert!(matches!(read_text("2x2r:edb7,9"), Ok(Board::Net(_))));
}

#[test]
fn digits_do_not_begin_anew_with_a_press() {
    // Three squares in a row: the presses 110, 111, 011 are one number, and two bits of its last digit are not used.
    let Board::Grid(grid) = read_text("3x1c:dd8,a").unwrap() else { panic!("crosses") };
    assert_eq!(grid.lit().iter().collect::<Vec<_>>(), [(0, 0), (2, 0)]);
}

#[test]
fn other_presses_are_a_net_in_which_one_light_may_change_another_and_not_be_changed_by_it() {
    // 100, 110 and 101: the press of the last square changes the first too, and not the other way round.
    let board = read_text("3x1r:9a8,2").unwrap();
    let Board::Net(net) = &board else { panic!("a net") };
    let changed: Vec<&[u32]> = (0..3).map(|press| net.net().changed_by(press)).collect();
    assert_eq!(changed, [&[0][..], &[0, 1], &[0, 2]]);
    assert_eq!(net.levels(), [0, 0, 1]);
    assert_eq!(written(&board).unwrap(), "3x1r:9a8,2\n");
}

#[test]
fn bad_games_have_a_place_and_a_remedy() {
    for (text, what, place) in [
        ("2x2c:edb,9", "the presses of 2 x 2 take 4 digits, but there are 3", "edb"),
        ("2x2c:edb7,90", "the squares of 2 x 2 take 1 digits, but there are 2", "90"),
        ("2x2c:edbg,9", "`g` is no hexadecimal digit", "g"),
        ("2x2c:edb79", "there is no comma after the presses", "edb79"),
        ("2x2c#123", "there is no board in this game, only the way to make one", "2x2c#123"),
        ("2x2q:edb7,9", "`q` is no kind of Flip", "2x2q:edb7,9"),
    ] {
        let fault = read_text(text).unwrap_err();
        assert_eq!(fault.what, what, "{text}");
        let at = fault.at.unwrap_or_else(|| panic!("{text} has no place"));
        assert_eq!(&text[at.start..at.end], place, "{text}");
        assert!(fault.remedy.is_some(), "{text}");
        assert_ne!(claimed(text), Some(Sure::Certain), "{text}");
    }
    assert!(read_text("16777216x16777216:1,2").is_err());
    assert!(read_text("").is_err() && read_text("edb7,9").is_err());
}

#[test]
fn other_games_are_not_claimed() {
    for other in
        ["4x4:1,2,3,0", "4x4#12", "7x7cross:OPO", "5x5", "3x3n2:1,2,3,4,5,6,7,8,9", "7x6u:me2,1,1", "2x2c"]
    {
        assert_ne!(claimed(other), Some(Sure::Certain), "{other}");
    }
    assert_eq!((claimed("4x4:1,2,3,0"), claimed("4x4#12"), claimed("5x5")), (None, None, None));
}

#[test]
fn large_boards_are_not_written() {
    assert_eq!(written(&Board::Grid(Grid::new(Cells::all(4097, 1)))), None);
    assert!(written(&Board::Grid(Grid::new(Cells::all(64, 64)))).is_some());
}

proptest! {
    #[test]
    fn what_is_written_reads_back(
        (columns, rows) in (1..5_usize, 1..5_usize),
        wires in prop::collection::vec(any::<bool>(), 256),
        lit in prop::collection::vec(any::<bool>(), 16),
    ) {
        let lights = columns * rows;
        let net = Net::wired(places(columns, rows), |net, press| {
            let press = net.number(press).unwrap();
            (0..lights).filter(|light| wires[press * lights + light]).map(|light| light as u32).collect()
        });
        let board = Board::Net(NetBoard::new(net, &lit[..lights], None));
        let text = written(&board).unwrap();
        prop_assert_eq!(claimed(&text), Some(Sure::Certain));
        prop_assert_eq!(read_text(&text).unwrap(), board);
        let mut cells = Cells::none(columns, rows);
        (0..lights).filter(|&light| lit[light]).for_each(|light| cells.flip(light % columns, light / columns));
        let board = Board::Grid(Grid::new(cells));
        prop_assert_eq!(read_text(&written(&board).unwrap()).unwrap(), board);
    }
}
