use super::super::super::cells::strategy;
use super::*;
use proptest::prelude::*;

fn read_bytes(bytes: &[u8]) -> Result<Cells, Fault> {
    read(&Source::new("test", bytes)).map(|(cells, _)| cells)
}

fn fault(bytes: &[u8]) -> (usize, String) {
    let fault = read_bytes(bytes).expect_err("a fault");
    assert!(fault.remedy.is_some(), "{fault:?} says how to mend it");
    (fault.at.expect("a place").start, fault.what)
}

#[test]
fn both_formats_mean_the_same_board() {
    let expected = [(0, 0), (2, 0), (1, 1), (2, 1)];
    for text in [
        b"P1\n3 2\n1 0 1\n011\n".as_slice(),
        b"P1 3 2 101011",
        b"P1#c\n# d\n3# e\n2\n10# f\n1 0 1 1 # g",
        b"P4\n3 2\n\xa0\x60",
        b"P4 3\t2\n\xbf\x7f\n", // bits beyond the width do not count
        b"P4 # c\n3 2\r\xa0\x60",
    ] {
        let cells = read_bytes(text).unwrap_or_else(|fault| panic!("{}: {fault:?}", text.escape_ascii()));
        assert_eq!(cells.iter().collect::<Vec<_>>(), expected, "{}", text.escape_ascii());
    }
}

#[test]
fn faults_have_a_place() {
    for (bytes, start, what) in [
        (b"P4\n16 2\n\x01\x02\x03".as_slice(), 8, "3 bytes of picture are too few for 16 columns and 2 rows"),
        (b"P4\n8 1\n\x01\x02", 8, "2 bytes of picture are too many for 8 columns and 1 rows"),
        (
            b"P4\n9999999999 9999999999\n\x01",
            25,
            "1 bytes of picture are too few for 9999999999 columns and 9999999999 rows",
        ),
        (b"P4\n99999999999999999999 1\n\x01", 3, "this number is too large"),
        (b"P4\n8\n\x01", 5, "a number is missing here"),
        (b"P4\n8 1", 6, "the picture must follow after one byte of white space"),
        (b"P4\n0 1\n", 2, "a board without lights"),
        (b"P1\n2 2\n1 0 1\n", 6, "3 digits are too few for 2 columns and 2 rows"),
        (b"P1\n2 1\n1 2\n", 9, "neither 0 nor 1"),
        (b"P1\n2 1\n1 0 1\n", 11, "more digits than there are lights for 2 columns and 1 rows"),
        (
            b"P1\n99999999999 99999999999\n1",
            26,
            "1 digits are too few for 99999999999 columns and 99999999999 rows",
        ),
        (b"P5\n1 1\n1", 0, "this is no portable bitmap: it begins with neither P1 nor P4"),
    ] {
        assert_eq!(fault(bytes), (start, what.to_owned()), "{}", bytes.escape_ascii());
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(cells in strategy::cells(200, 5)) {
        let (mut packed, mut plain) = (Vec::new(), Vec::new());
        write(&cells, &mut packed).unwrap();
        write_plain(&cells, &mut plain).unwrap();
        prop_assert_eq!(read(&Source::new("test", packed)), Ok((cells.clone(), ID)));
        prop_assert_eq!(read(&Source::new("test", plain)), Ok((cells, PLAIN_ID)));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        start in "P[14][ \n#]{0,3}[0-9]{0,3}[ \n#]{0,2}[0-9]{0,3}[ \n#01]{0,9}",
        rest in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let bytes = [start.as_bytes(), &rest].concat();
        let length = bytes.len();
        if let Err(Fault { at: Some(span), .. }) = read(&Source::new("test", bytes)) {
            prop_assert!(span.start <= span.end && span.end <= length);
        }
    }
}

#[test]
fn a_board_is_measured_before_it_is_read() {
    let bytes = |text: &str| bytes_of_board(&Source::new("test", text));
    assert_eq!(bytes("P1\n1 3\n101"), 24);
    assert_eq!([bytes(""), bytes("#"), bytes("P1"), bytes("P4\n7"), bytes("P4 x y")], [0; 5]);
}
