//! The text formats of boards, one file each, and detection of the format. Plain boards are
//! detected by byte counts only, so that a board with a mistake in it is still detected, and the
//! reader can point to the mistake.

pub mod drawn;
pub mod edges;
pub mod facts;
pub mod flip;
mod header;
pub mod pbm;
pub mod rules;
pub mod text;

use std::io;

use fewest_core::{Claim, Fault, Instance, ReadOptions, Reading, Source, Span, Sure, Written};

use crate::rules::{Board, Grid};

/// Returns the formats that the text may be in.
pub fn detect(source: &Source) -> Vec<Claim> {
    let claim = |format, sure| vec![Claim { format, sure }];
    if let Some(format) = pbm::magic(&source.bytes) {
        return claim(format, Sure::Certain);
    }
    if let Some(sure) = flip::claim(source) {
        return claim(flip::ID, sure);
    }
    if is_facts(source) {
        return claim(facts::ID, Sure::Certain);
    }
    if let Some(format) = other_format(source) {
        return claim(format, Sure::Certain);
    }
    let mut lines = source.lines().peekable();
    let header = lines.peek().is_some_and(|line| text::header(line).is_some());
    // A byte-order mark before the first line is no light.
    let begin = lines.peek().map_or(0, |line| line.start);
    let skipped = if header { lines.next().map_or(0, |line| line.span().end) } else { begin };
    match (ByteCounts::count(&source.bytes[skipped..]), header) {
        (ByteCounts { cells: 0, .. }, false) => Vec::new(),
        // A row alone may be pegs as well, unless its lights are noughts and ones.
        (ByteCounts { others: 0, unusual: 1.., lit: 0, .. }, false)
            if source.lines().count() == 1 && !source.bytes.iter().all(|byte| b"01\r\n".contains(byte)) =>
        {
            Vec::new()
        }
        // Two different signs are never both off.
        (ByteCounts { others: 0, is_doubled: true, .. }, _) => Vec::new(),
        // Other puzzles are drawn with dots, dashes, letters and digits too, but not with these
        // alone.
        (ByteCounts { others: 0, unusual: 0, lit: 1.., .. }, _)
        | (ByteCounts { others: 0, cells: 1.., .. }, true) => claim(text::ID, Sure::Certain),
        (ByteCounts { others: 0, .. }, _) | (_, true) => claim(text::ID, Sure::Possible),
        (ByteCounts { others, unusual, cells, lit: 1.., .. }, _) if 3 * (others + unusual) < cells => {
            claim(text::ID, Sure::Possible)
        }
        _ => Vec::new(),
    }
}

/// Whether the text is facts. A text that begins as a board is not searched for facts, because it
/// may be very long.
fn is_facts(source: &Source) -> bool {
    (source.name.ends_with(".lp") || !text::begins_as_board(source)) && facts::looks_like(source)
}

/// Returns the format of a board other than a plain rectangle, as its first line tells; None if it
/// tells none.
fn other_format(source: &Source) -> Option<&'static str> {
    if flip::claim(source).is_some() {
        return Some(flip::ID);
    }
    if edges::looks_like(source) {
        return Some(edges::ID);
    }
    rules::looks_like(source).then_some(rules::ID)
}

/// The number of bytes that are counted: more than any board that could be mistaken for another
/// puzzle.
const PREFIX: usize = 1 << 20;

/// Byte counts of a text, without line ends and blanks at its end.
struct ByteCounts {
    /// Bytes that stand for lights.
    cells: usize,
    /// Bytes for lights other than the usual `#`, `0` and `O`.
    unusual: usize,
    /// Bytes `#`.
    lit: usize,
    /// Bytes that do not stand for lights.
    others: usize,
    /// Whether two different signs would both be off, or both on.
    is_doubled: bool,
}

impl ByteCounts {
    fn count(bytes: &[u8]) -> Self {
        let mut times = [0_usize; 256];
        for &byte in bytes[..bytes.len().min(PREFIX)].trim_ascii_end() {
            times[usize::from(byte)] += 1;
        }
        let of = |wanted: &dyn Fn(u8) -> bool| {
            (0..=u8::MAX).filter(|&b| wanted(b)).map(|b| times[usize::from(b)]).sum()
        };
        let usual = |byte| matches!(byte, b'#' | b'0' | b'O');
        Self {
            cells: of(&text::is_cell),
            unusual: of(&|byte| text::is_cell(byte) && !usual(byte)),
            lit: of(&|byte| byte == b'#'),
            others: of(&|byte| !text::is_cell(byte) && byte != b'\n' && byte != b'\r'),
            is_doubled: [true, false].iter().any(|&state| {
                let signs = (0..=u8::MAX).filter(|&byte| text::value(byte) == Some(state));
                signs.filter(|&byte| times[usize::from(byte)] > 0).count() > 1
            }),
        }
    }
}

/// Reads the boards of all sources.
pub fn read(sources: &[Source], options: &ReadOptions) -> Reading<Board> {
    let mut reading = Reading { instances: Vec::new(), faults: Vec::new() };
    let is_facts = match options.format.as_deref() {
        Some(format) => format == facts::ID,
        // As detection decides: a board that only contains a fact somewhere is no program.
        None => {
            sources.first().is_some_and(|first| detect(first).iter().any(|claim| claim.format == facts::ID))
        }
    };
    if is_facts {
        match read_facts(sources, options) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => reading.faults.push(fault),
        }
        return reading;
    }
    for (index, source) in sources.iter().enumerate() {
        match read_one(source, options) {
            Ok(instance) => reading.instances.push(instance),
            Err(fault) => {
                let at = fault.at.map(|span| Span { source: index, ..span });
                reading.faults.push(Fault { at, ..fault });
            }
        }
    }
    reading
}

fn no_goal(options: &ReadOptions) -> Result<(), Fault> {
    options.goal.as_ref().map_or(Ok(()), |goal| {
        Err(Fault::new(format!("`{goal}` is no goal of this family"))
            .remedy("leave it out: the goal is that all lights are off"))
    })
}

/// Reads facts: all sources together are one board.
fn read_facts(sources: &[Source], options: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(options)?;
    let (board, warnings) = facts::read(sources, options.room)?;
    Ok(Instance { board: Board::Graph(board), format: facts::ID, line: None, warnings })
}

fn read_one(source: &Source, options: &ReadOptions) -> Result<Instance<Board>, Fault> {
    no_goal(options)?;
    let is_picture = |id: &str| [pbm::ID, pbm::PLAIN_ID].contains(&id);
    if options.format.as_deref().map_or_else(|| pbm::magic(&source.bytes).is_some(), is_picture) {
        options.room.check(pbm::bytes_of_board(source), 1, || "this bitmap".to_owned())?;
        let (cells, format) = pbm::read(source)?;
        return Ok(instance(Board::Grid(Grid::new(cells)), format));
    }
    match options.format.as_deref().or_else(|| other_format(source)) {
        Some(rules::ID) => rules::read(source, options.room).map(|board| instance(board, rules::ID)),
        Some(flip::ID) => {
            options.room.check(source.bytes.len(), flip::PER_BYTE, || "this game".to_owned())?;
            flip::read(source).map(|board| instance(board, flip::ID))
        }
        Some(edges::ID) => {
            options.room.check(source.bytes.len(), edges::PER_BYTE, || "this list of edges".to_owned())?;
            edges::read(source).map(|board| instance(Board::Graph(board), edges::ID))
        }
        format => {
            options.room.check(text::bytes_of_board(source), 1, || "this board".to_owned())?;
            let body = source.lines().next().filter(|line| text::header(line).is_some());
            let counts = ByteCounts::count(&source.bytes[body.map_or(0, |line| line.span().end)..]);
            if format.is_none() && counts.others == 0 && counts.is_doubled {
                return Err(Fault::new(
                    "three different signs: two of them would both be on, or both be off",
                )
                .remedy(
                    "use two signs; or `--as lights:text`, where # 1 X x * @ are on and 0 O o . _ - are off",
                ));
            }
            text::read(source).map(|cells| instance(Board::Grid(Grid::new(cells)), text::ID))
        }
    }
}

fn instance(board: Board, format: &'static str) -> Instance<Board> {
    Instance { board, format, line: None, warnings: Vec::new() }
}

/// Writes a board in a format, or returns why it cannot be written.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &Board, format: &str, out: &mut dyn io::Write) -> io::Result<Written> {
    let no = |why: &str| Ok(Written::No(why.to_owned()));
    match (board, format) {
        (_, flip::ID) => flip::write(board, out),
        (Board::Grid(grid), text::ID) => text::write(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(grid), pbm::ID) => pbm::write(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(grid), pbm::PLAIN_ID) => pbm::write_plain(grid.lit(), out).map(|()| Written::Yes),
        (Board::Grid(_), facts::ID) => {
            no("Blackout facts also say in how many turns; a board of lights does not")
        }
        (Board::Grid(grid), rules::ID) => rules::write_plain(grid, out).map(|()| Written::Yes),
        (Board::Grid(_), _) => no("a plain rectangle is written in rows"),
        (Board::Graph(board), facts::ID) => facts::write(board, out),
        (Board::Graph(board), rules::ID) => rules::write(board, out),
        (Board::Graph(board), edges::ID) => edges::write(board, out),
        (Board::Graph(_), _) => {
            no("rows of lights alone cannot say in how many turns, leave cells out, or give another rule")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(text: &str) -> Option<(&'static str, Sure)> {
        let claims = detect(&Source::new("puzzle", text));
        assert!(claims.len() <= 1);
        claims.first().map(|claim| (claim.format, claim.sure))
    }

    #[test]
    fn boards_are_claimed_also_with_a_mistake() {
        for certain in
            ["#0#\n0##\n#00\n", "#O\r\nO#", "3x1\n010\n", "2x2\nOO\nOO\n", "#0\n#\n", "\u{feff}#0\n"]
        {
            assert_eq!(claimed(certain), Some(("text", Sure::Certain)), "{certain:?}");
        }
        for possible in ["000\n000\n", "0101", "...\nx..\n", "#0#\n0?#\n#00\n", "3x1\nabc\n", "0x0\n"] {
            assert_eq!(claimed(possible), Some(("text", Sure::Possible)), "{possible:?}");
        }
    }

    #[test]
    fn other_texts_are_not() {
        for other in [
            "",
            "\n\n",
            "..o\nx..\n",
            "#O0\n",
            "4 4\n3 1 2 1 b\n",
            "BB.o..AAxx",
            "1 2 3\n4 5 6\n7 8 0\n",
            "# a heading\n\ntext\n",
        ] {
            assert_eq!(claimed(other), None, "{other:?}");
        }
    }

    #[test]
    fn pictures_are_claimed_by_their_magic_number() {
        assert_eq!(claimed("P1\n1 1\n1\n"), Some(("pbm-plain", Sure::Certain)));
        assert_eq!(claimed("P4 8 1\n@"), Some(("pbm", Sure::Certain)));
        assert_eq!(claimed("P4x"), None);
    }

    #[test]
    fn other_rules_are_claimed_by_their_first_line() {
        assert_eq!(claimed("rule king\n#0\n0#\n"), Some(("rules", Sure::Certain)));
        assert_eq!(claimed("mask\n#@\n\n#0\n"), Some(("rules", Sure::Certain)));
        assert_eq!(claimed("edges\n0 1\n"), Some(("edges", Sure::Certain)));
        assert_eq!(claimed("edges of the world\n"), None);
    }

    /// Without a format a text is read as what detection takes it for.
    #[test]
    fn reading_decides_as_detection_does() {
        let read_as = |name: &str, text: &str| {
            let reading = read(&[Source::new(name, text)], &ReadOptions::default());
            reading
                .instances
                .first()
                .map_or_else(|| reading.faults[0].what.clone(), |instance| instance.format.to_owned())
        };
        assert_eq!(read_as("x", "cell(1..2,1..2). time(1..4).\n"), "facts");
        let board = read_as("x", "#0#\n0#0\ncell(1,1).\n");
        assert_eq!(board, "`c` is neither on nor off");
        assert_eq!(read_as("x.lp", "P1\n1 1\n1\n"), "pbm-plain");
    }

    #[test]
    fn games_of_flip_are_claimed_by_their_form() {
        assert_eq!(claimed("2x2c:edb7,9\n"), Some(("flip", Sure::Certain)));
        assert_eq!(claimed("2x2:edb7,9\n"), Some(("flip", Sure::Certain)));
        assert_eq!(claimed("2x2c#123\n"), Some(("flip", Sure::Possible)));
        assert_eq!(claimed("4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15\n"), None);
    }

    #[test]
    fn facts_are_claimed_by_predicate_or_name() {
        assert_eq!(claimed("% grid\n cell(1..4,1..4). black(1,1).\n"), Some(("facts", Sure::Certain)));
        assert_eq!(detect(&Source::new("x.lp", "foo."))[0].format, "facts");
    }
}
