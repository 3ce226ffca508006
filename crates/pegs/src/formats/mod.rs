//! The text formats: recognition, reading and writing.
//!
//! | file | content |
//! |---|---|
//! | `headings` | the lines above the rows, and the format `named`, which has nothing else |
//! | `grid` | rows of characters |
//! | `tatham` | games of Simon Tatham's Pegs |
//! | `debian` | games of Debian's peg-solitaire |
//! | `drawn` | drawings in any characters |

mod debian;
pub(crate) mod drawn;
pub(crate) mod grid;
mod headings;
mod tatham;

use std::io;

use fewest_core::{Claim, Fault, Format, ReadOptions, Reading, Source, Sure, Written};

use crate::formats::grid::{RowCell, parse_cell};
use crate::rules::Board;
use headings::{Headings, NAMED, read_named, write_named};

/// The formats; the first can express every board.
pub(super) const FORMATS: &[Format] = &[
    Format {
        id: grid::ID,
        about: "rows: x peg, o empty, . no hole; headings such as `grid: triangle`, `directions: 8`, `goal: d4`",
        writes: true,
    },
    Format { id: NAMED, about: "a name such as english or triangle:5, and `vacancy: d4`", writes: true },
    Format { id: tatham::ID, about: "a game of Simon Tatham's Pegs: 7x7cross:OOPPPOO…", writes: true },
    Format {
        id: debian::ID,
        about: "Debian's peg-solitaire: the kind, then rows of -1 none, 0 empty, 1 peg, 10 and 11 to be filled",
        writes: true,
    },
    fewest_core::drawing::FORMAT,
];

/// Returns the format that a text seems to be in.
pub(super) fn claims(source: &Source) -> Vec<Claim> {
    claim(source).into_iter().collect()
}

fn claim(source: &Source) -> Option<Claim> {
    let sure = |format| Some(Claim { format, sure: Sure::Certain });
    if tatham::looks_like(source) {
        return sure(tatham::ID);
    }
    if debian::looks_like(source) {
        return sure(debian::ID);
    }
    match headings::begins(source) {
        Some(true) => return sure(NAMED),
        Some(false) => return sure(grid::ID),
        None => {}
    }
    let is_sure = bare_grid(source)?;
    Some(Claim { format: grid::ID, sure: if is_sure { Sure::Certain } else { Sure::Possible } })
}

/// Bytes of a text that are examined.
const PREFIX: usize = 1 << 16;
/// Boards with fewer holes could be of any family.
const FEW: usize = 7;

/// Returns whether rows of holes can only be a board of pegs; None if the text is anything else
/// than rows of holes. Lights Out is drawn with dots or with `o`, not with both, and its dots are
/// everywhere, not only outside.
fn bare_grid(source: &Source) -> Option<bool> {
    let (mut pegs, mut empty, mut outside, mut inside) = (0, 0, 0, 0);
    for line in source.lines().take_while(|line| line.start < PREFIX) {
        if line.bytes.first() == Some(&b'#') {
            continue;
        }
        let text = std::str::from_utf8(line.bytes).ok()?;
        let is_nothing = |symbol: char| symbol == '.' || symbol == ' ';
        let holes = text.trim_matches(is_nothing);
        outside += text.len() - holes.len();
        for symbol in holes.chars() {
            match parse_cell(symbol) {
                Some(RowCell::Hole { peg: true, .. }) => pegs += 1,
                Some(RowCell::Hole { peg: false, .. }) => empty += 1,
                _ if is_nothing(symbol) => inside += 1,
                _ => return None,
            }
        }
    }
    let usual = |bytes: &[u8]| bytes.iter().all(|byte| b".xoXO \n\r".contains(byte));
    (pegs > 0 && pegs + empty >= FEW).then(|| {
        empty > 0 && outside > 0 && inside == 0 && usual(&source.bytes[..source.bytes.len().min(PREFIX)])
    })
}

/// Upper bound on the memory per byte of text while it is read: a short line has a list of its own.
const PER_BYTE: usize = 64;

/// Reads the board of a text.
pub(super) fn read(source: &Source, options: &ReadOptions) -> Reading<Board> {
    if let Err(fault) = options.room.check(source.bytes.len(), PER_BYTE, || "this text".to_owned()) {
        return Reading::failed(fault);
    }
    let format = options.format.as_deref().or_else(|| claim(source).map(|claim| claim.format));
    let (board, format) = match format {
        Some(tatham::ID) => (tatham::read(source, options), tatham::ID),
        Some(debian::ID) => (debian::read(source, options), debian::ID),
        Some(NAMED) => (with_headings(source, options), NAMED),
        _ => (with_headings(source, options), grid::ID),
    };
    Reading::of(board, format)
}

/// Reads headings, then rows unless the board has a name.
fn with_headings(source: &Source, options: &ReadOptions) -> Result<Board, Fault> {
    let (headings, rows) = Headings::read(source)?;
    match (&headings.board, &rows[..]) {
        (Some(name), []) => read_named(name, &headings, options),
        (Some(_), [row, ..]) => Err(Fault::new("a board with a name has no rows")
            .at(row.span())
            .remedy("take the rows out, or the line with the name")),
        (None, rows) => grid::read(rows, &headings, options),
    }
}

/// Writes a board.
pub(super) fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    match format {
        grid::ID => grid::write(board, out).map(|()| Written::Yes),
        NAMED => write_named(board, out),
        tatham::ID => tatham::write(board, out),
        debian::ID => debian::write(board, out),
        _ => Ok(Written::No(format!("`{format}` is no format of pegs"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Goal;
    use crate::rules::shape::Naming;

    fn read_as(text: &str, options: &ReadOptions) -> Result<Board, Fault> {
        let mut reading = read(&Source::new("test", text), options);
        match reading.faults.pop() {
            Some(fault) => Err(fault),
            None => Ok(reading.instances.remove(0).board),
        }
    }

    fn board(text: &str) -> Board {
        read_as(text, &ReadOptions::default()).unwrap_or_else(|fault| panic!("{fault}: {text}"))
    }

    #[test]
    fn one_board_in_every_hand() {
        let english = board("english");
        for same in [
            "board: english\nvacancy: d4\n",
            "english --vacancy d4",
            "..xxx..\n..xxx..\nxxxxxxx\nxxxoxxx\nxxxxxxx\n..xxx..\n..xxx..\n",
            "  xxx\n  xxx\nxxxxxxx\nxxxoxxx\nxxxxxxx\n  xxx\n  xxx\n",
            "    x x x\n    x x x\nx x x x x x x\nx x x o x x x\nx x x x x x x\n    x x x\n    x x x\n",
            "# a comment\n\ngrid: square\ndirs: 4\n..***..\n..111..\n@@@@@@@\nxxx-xxx\nxxxxxxx\n..xxx..\n..\u{25cf}\u{25cf}\u{25cf}..\n",
            "7x7cross:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO",
            "7x7:OOPPPOOOOPPPOOPPPPPPPPPPHPPPPPPPPPPOOPPPOOOOPPPOO\n",
            "-1 -1 1 1 1 -1 -1\n-1 -1 1 1 1 -1 -1\n1 1 1 1 1 1 1\n1 1 1 0 1 1 1\n1 1 1 1 1 1 1\n-1 -1 1 1 1 -1 -1\n-1 -1 1 1 1 -1 -1\n",
        ] {
            assert_eq!(board(same), english, "{same}");
        }
        assert_eq!(board("grid: triangle\nx\nxx\nxox\nxxxx\nxxxxx"), board("triangle:5"));
        assert_eq!(board("grid: hex\nxx.\nxox\n.xx"), board("hex:2"));
    }

    #[test]
    fn goals_and_names() {
        let last = |goal: &Goal| match goal {
            Goal::Exactly(end) => crate::rules::jumps::pegged(end).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
        let course = board("triangle:5\nvacancy: 4\ngoal: 12");
        assert_eq!((course.naming, last(&course.goal)), (Naming::FromZero, vec![12]));
        assert_eq!(last(&board("triangle:5\nholes: 1\ngoal: 13").goal), [12]);
        assert_eq!(last(&board("triangle:5\ngoal: c5").goal), [12]);
        assert_eq!(last(&board("triangle:5\ngoal: complement").goal), [4]);
        assert_eq!(last(&board("..xxx..\nxxxOxxx\n..xxX..").goal), [6, 12]);
        assert_eq!(board("english --goal pegs<=2").goal, Goal::AtMost(2));
        assert_eq!(board("english\ngoal: stuck").goal, Goal::Stuck);
        let options = ReadOptions {
            start: Some("c1".to_owned()),
            goal: Some("c1".to_owned()),
            ..ReadOptions::default()
        };
        let asked = read_as("english\nvacancy: d4\n", &options).expect("a board");
        assert_eq!((asked.has(0), last(&asked.goal)), (false, vec![0]));
    }

    #[test]
    fn backward_play_is_forward_play_with_pegs_and_holes_exchanged() {
        for (backward, forward) in [
            ("play: backward\ngrid: square\noooxo\n", "grid: square\nxxxox\n"),
            ("2\n-1 0 0 0 -1\n0 0 1 0 0\n", ".xxx.\nxxoxx\n"),
        ] {
            let (backward, forward) = (board(backward), board(forward));
            assert_eq!((backward.pegs(), &backward.goal), (forward.pegs(), &forward.goal));
            assert!(backward.backward && !forward.backward);
        }
    }

    #[test]
    fn backward_games_are_written_as_they_are_seen() {
        for (text, format) in [
            ("grid: square\nplay: backward\noooxo\n", "grid"),
            ("grid: square\ngoal: a1 b1\nplay: backward\noooxo\n", "grid"),
            ("2\n-1 0 0 10 -1\n0 0 1 0 0\n", "debian"),
            ("triangle:5\nvacancy: a1 b3\nplay: backward\n", "named"),
        ] {
            let (first, mut written) = (board(text), Vec::new());
            let yes = super::write(&first, format, &mut written).expect("memory takes everything");
            assert_eq!(yes, fewest_core::Written::Yes, "{text}");
            let written = String::from_utf8(written).expect("text");
            assert_eq!(board(&written), first, "{text} became {written}");
        }
        let options = ReadOptions { metric: Some("moves".to_owned()), ..ReadOptions::default() };
        let fault =
            read_as("play: backward\noooxo\n", &options).expect_err("sweeps are not counted backward");
        assert_eq!(fault.what, "a game that is played backward is counted in jumps, not in moves");
    }

    #[test]
    fn bad_input_has_one_clear_error() {
        for (text, what, place) in [
            (
                "english\nvacancy: z9\n",
                "there is no hole z9; holes are c1 to e7, row by row, or 0 to 32",
                Some("vacancy: z9"),
            ),
            (
                "triangle:5\nvacancy: 15\n",
                "there is no hole 15; holes are a1 to e5, row by row, or 0 to 14",
                Some("vacancy: 15"),
            ),
            ("grid: square\nxxo\nxxx\n\nxxo\nxxx\n", "a second board begins here", Some("xxo")),
            ("english\nfrench\n", "the board is said twice", Some("french")),
            ("english\nxxx\n", "a board with a name has no rows", Some("xxx")),
            ("grid: square\nxxx\nxx\n", "row 2 has 2 places, and the widest has 3", Some("xx")),
            ("grid: triangle\nx\nxxx\n", "row 2 has 3 places, and in a triangle it has 2", Some("xxx")),
            ("grid: square\nxx?\n", "`?` is not a hole", Some("?")),
            ("grid: round\nxxx\n", "`grid: round` is not understood", Some("grid: round")),
            ("colour: red\nxxx\n", "`colour: red` is not understood", Some("colour: red")),
            ("directions: 0,0\nxxx\n", "`directions: 0,0` is not understood", Some("directions: 0,0")),
            ("triangle:0\n", "there is no board `triangle:0`", Some("triangle:0")),
            ("english\ngoal: d4 d4\n", "hole d4 is named twice", Some("goal: d4 d4")),
            ("english\ngoal: pegs<=x\n", "`x` is not a number of pegs", Some("goal: pegs<=x")),
            ("grid: square\n", "there is no board in this text", None),
            ("grid: square\n...\n", "a board has at least one hole", Some("...")),
            ("", "there is no board in this text", None),
            ("3x3cross:PPP", "3 x 3 places are 9, but there are 3", Some("PPP")),
            ("3x3cross:PPPPHPPPX", "`X` is not a place", Some("X")),
            ("3x3cross#1", "this game id has a seed instead of a board", Some("3x3cross#1")),
            ("1\n-1 1 -1\n1 0\n-1 1 -1\n", "row 2 has 2 places, and the first has 3", Some("1 0")),
        ] {
            let fault = read_as(text, &ReadOptions::default()).expect_err(text);
            assert_eq!(fault.what, what, "{text}");
            assert_eq!(fault.at.map(|span| &text[span.start..span.end]), place, "{text}");
        }
    }

    #[test]
    fn no_pegs_and_two_hundred_holes_are_legal() {
        assert_eq!(board("grid: square\nooo\nooo\n").count(), 0);
        assert_eq!(board("rect:20x10").count(), 199);
    }
}
