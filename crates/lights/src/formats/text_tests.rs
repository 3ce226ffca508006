use super::super::super::cells::strategy;
use super::*;
use proptest::prelude::*;

fn read_text(text: &str) -> Result<Cells, Fault> {
    read(&Source::new("test", text))
}

/// Line, column and message of the fault.
fn fault(text: impl Into<Vec<u8>>) -> (usize, usize, String) {
    let source = Source::new("test", text);
    let fault = read(&source).expect_err("a fault");
    assert!(fault.remedy.is_some(), "{fault:?} says how to mend it");
    let at = fault.at.unwrap_or(Span { source: 0, start: 0, end: 0 });
    let (line, column) = source.line_and_column(at.start);
    (line, column, fault.what)
}

#[test]
fn all_spellings_mean_the_same_board() {
    let board = read_text("#0#\n0##\n#00\n").unwrap();
    assert_eq!(board.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (1, 1), (2, 1), (0, 2)]);
    for text in [
        "#0#\n0##\n#00",
        "#0#\r\n0##\r\n#00\r\n",
        "#0#\n0##\n#00\n\n\r\n  \n",
        "3x3\n#O#\nO##\n#OO\n",
        "3X3\r\n#O#\r\nO##\r\n#OO",
        "1.X\n_x*\n@-o\n",
    ] {
        assert_eq!(read_text(text).unwrap(), board, "{text:?}");
    }
}

#[test]
fn faults_have_a_place() {
    assert_eq!(fault("#0#\n0?#\n"), (2, 2, "`?` is neither on nor off".to_owned()));
    assert_eq!(fault("#0#\n00é\n"), (2, 3, "`é` is neither on nor off".to_owned()));
    assert_eq!(fault("# #\n"), (1, 2, "a space is neither on nor off".to_owned()));
    assert_eq!(fault(b"#0\n#\xff\n".to_vec()), (2, 2, "byte 0xff is neither on nor off".to_owned()));
    assert_eq!(fault("#0#\n0#\n"), (2, 1, "a row of 2 lights, but the first row has 3".to_owned()));
    assert_eq!(fault("#0#\n0#00\n"), (2, 4, "a row of 4 lights, but the first row has 3".to_owned()));
    assert_eq!(fault("#0#\n\n0##\n"), (2, 1, "an empty line inside the board".to_owned()));
    assert_eq!(fault(""), (1, 1, "there is no board in this text".to_owned()));
    assert_eq!(fault("\n\n"), (1, 1, "there is no board in this text".to_owned()));
}

#[test]
fn a_size_line_must_be_true() {
    let too_large = "the first line promises more lights than the text has".to_owned();
    assert_eq!(fault("0x0\n"), (1, 1, "a board without lights".to_owned()));
    assert_eq!(fault("1000000000x2\n##\n"), (1, 1, too_large.clone()));
    assert_eq!(fault("99999999999999999999999999x1\n#\n"), (1, 1, too_large.clone()));
    assert_eq!(fault("4294967296x4294967296\n#\n"), (1, 1, too_large));
    assert_eq!(fault("2x2\n##\n"), (1, 1, "the first line promises 2 rows, but there are 1".to_owned()));
    assert_eq!(fault("2x1\n##\n##\n"), (3, 1, "one row too many: the first line promises 1".to_owned()));
    assert_eq!(fault("3x1\n##\n"), (2, 1, "a row of 2 lights, but the first line promises 3".to_owned()));
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(cells in strategy::cells(140, 5)) {
        let mut text = Vec::new();
        write(&cells, &mut text).unwrap();
        prop_assert_eq!(read(&Source::new("test", text)).unwrap(), cells);
    }

    #[test]
    fn no_text_makes_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_any(bytes)?;
    }

    #[test]
    fn no_likely_text_makes_the_reader_panic(text in "([0-9]{1,3}x[0-9]{1,3}\r?\n)?([#0Oo.x1 é]{0,6}\r?\n){0,6}") {
        check_any(text.into_bytes())?;
    }
}

fn check_any(bytes: Vec<u8>) -> Result<(), TestCaseError> {
    let source = Source::new("test", bytes);
    if let Err(Fault { at: Some(span), .. }) = read(&source) {
        prop_assert!(span.start <= span.end && span.end <= source.bytes.len());
    }
    Ok(())
}
