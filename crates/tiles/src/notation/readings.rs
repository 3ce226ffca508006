//! The readings of a text: which of its numbers and letters are moves.
//!
//! **Numbers.** A number (`5`, or `5R`) is a move
//!
//! - on a line of numbers and in a list: numbers with nothing between them but commas, dashes,
//!   brackets, `and` or `then`;
//! - after `tile`, `slide`, `slid`, `push`, `move` or `moved`, and before a direction: `tile 5`, `5
//!   up`.
//!
//! It is none
//!
//! - as the number of its line: `1.`, `2)`, `Move 3:`, counted from 0 or 1 line by line, or `1 5`,
//!   `2 8` on all lines;
//! - alone among other words: `3 moves`, `depth 12`, `Boards: 17`, `Moves (3): 2 5 8`,
//!   `2 5 8 (17 boards)`;
//! - as a part of something else: `0.003`, `3x3`, `8-puzzle`, `10:15`.
//!
//! Two cases may be either, and are read both ways: a number alone after a word for moves
//! (`Moves: 5`), and one on a line of its own before a line of as many numbers (`3`, then `2 5 8`).
//!
//! **Letters** are read where no number is a move. A word of U, D, L and R, with numbers (`RU2L`)
//! or without, and a direction in full is a move on a line that has nothing else but a label that
//! ends in a colon. Where no line is like that, every such word is a move. They describe the blank
//! or the tiles, as the text says (`blank:`, `tiles:`), or either if it says nothing.

use crate::notation::{ParsedMove, direction};
use crate::rules::arrangement::Tile;

/// A move and its line, counted from 1.
pub(crate) type LocatedMove = (ParsedMove, usize);

/// The readings of a text.
pub(crate) struct Readings {
    /// The likeliest first; none of them is empty.
    pub all: Vec<Vec<LocatedMove>>,
    /// Whether every reading has moves that can be nothing else: prose has directions in full, too.
    pub is_certain: bool,
}

/// The characters between the numbers of a list.
const BETWEEN: &str = ",;|[]{}<>\"'-()";
/// Words between the numbers of a list.
const JOINING: [&str; 4] = ["and", "then", "to", "next"];
/// Words that announce a tile that moves.
const MOVING: [&str; 6] = ["tile", "slide", "slid", "push", "move", "moved"];
/// Words that announce moves.
const LISTING: [&str; 8] = ["moves", "tiles", "solution", "answer", "path", "sequence", "slides", "move"];

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextPart<'t> {
    Number(Tile),
    Word(&'t str),
    /// What ends a list or a label: `:` or `=`.
    Label,
    Open,
    Close,
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other))
}

/// Returns the tile of `5`, or of `5R`. A number too large for any board becomes the largest
/// number, which no board has either.
fn number(word: &str) -> Option<Tile> {
    let digits = word.strip_suffix(|c| direction(c).is_some()).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(Tile::MAX))
}

/// Returns the parts of a line, without the number of the line.
fn parts(line: &str) -> Vec<TextPart<'_>> {
    let mut parts = Vec::new();
    for token in line.split(|c: char| c.is_whitespace() || ",;|".contains(c)) {
        let mut rest = token;
        // `Moves:2` and `n=5` have a label before the rest.
        if let Some((label, after)) = token.split_once([':', '='])
            && label.starts_with(char::is_alphabetic)
        {
            parts.extend([TextPart::Word(label.trim_matches(|c| BETWEEN.contains(c))), TextPart::Label]);
            rest = after;
        }
        let core = rest.trim_matches(|c| BETWEEN.contains(c) || ".:=!?".contains(c));
        if rest.starts_with('(') {
            parts.push(TextPart::Open);
        }
        let pieces = || core.split(|c| BETWEEN.contains(c)).filter(|piece| !piece.is_empty());
        if !core.is_empty() && pieces().all(|piece| number(piece).is_some()) {
            parts.extend(pieces().filter_map(number).map(TextPart::Number));
        } else if core.contains(char::is_alphanumeric) {
            parts.push(TextPart::Word(core));
        }
        if rest.contains(')') {
            parts.push(TextPart::Close);
        }
        if rest.ends_with([':', '=']) {
            parts.push(TextPart::Label);
        }
    }
    parts
}

/// Returns the number of a line itself, `1.` or `Move 2:`, and the rest of the line.
fn numbering(line: &str) -> Option<(Tile, &str)> {
    let line = line.trim_start();
    let named = ["move", "step"].iter().find_map(|name| {
        let head = line.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name))?;
        line[head.len()..].strip_prefix(' ')
    });
    let text = named.unwrap_or(line).trim_start_matches([' ', '#']);
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let rest = text[digits..].strip_prefix(['.', ')', ':'])?;
    let is_apart = rest.starts_with(char::is_whitespace) && !rest.trim().is_empty();
    is_apart.then(|| Some((text[..digits].parse().ok()?, rest)))?
}

/// Returns the lines without their own numbers.
fn without_numbering<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let found: Vec<Option<(Tile, &str)>> = lines.iter().map(|line| numbering(line)).collect();
    let values: Vec<Tile> = found.iter().flatten().map(|(value, _)| *value).collect();
    let is_counted = values.first().is_some_and(|&first| first <= 1)
        && values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    // `3: 2 5 8` states the number of moves.
    let says_how_many = |(value, rest): &(Tile, &str)| {
        parts(rest).iter().filter(|part| matches!(part, TextPart::Number(_))).count() == *value as usize
    };
    let bare = |(line, found): (&&'t str, Option<(Tile, &'t str)>)| {
        found.filter(|found| is_counted || says_how_many(found)).map_or(*line, |(_, rest)| rest)
    };
    lines.iter().zip(found).map(bare).collect()
}

/// A number that is a move, or may be one.
#[derive(Clone, Copy)]
struct NumberToken {
    told: LocatedMove,
    /// Alone after a word for moves: it may be the number of moves.
    may_be_count: bool,
}

/// Returns the numbers of a line that are moves.
fn numbers_of_line(line: usize, parts: &[TextPart<'_>]) -> Vec<NumberToken> {
    let word = |at: Option<usize>| match at.and_then(|at| parts.get(at)) {
        Some(TextPart::Word(word)) => Some(*word),
        _ => None,
    };
    let is_joining = |part: &TextPart<'_>| match part {
        TextPart::Number(_) | TextPart::Open | TextPart::Close => true,
        TextPart::Word(word) => is_one_of(word, &JOINING) || is_direction(word),
        TextPart::Label => false,
    };
    let listing = parts.iter().position(|part| *part == TextPart::Label).map_or(0, |at| at + 1);
    let is_label = |part: &TextPart<'_>| match part {
        TextPart::Word(word) => is_one_of(word, &LISTING) || is_one_of(word, &MOVING),
        _ => true,
    };
    // A line of numbers, with or without a word for moves before them.
    let is_list = parts[listing..].iter().all(is_joining) && parts[..listing].iter().all(is_label);
    // `2 5 8 (17 boards)`: a bracket with words in it stands apart.
    let apart = brackets_with_words(parts);
    let is_apart = |at: Option<usize>| at.is_some_and(|at| apart[at]);
    let mut numbers = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let TextPart::Number(tile) = *part else { continue };
        let before = at.checked_sub(1);
        let is_in_list = |step: &dyn Fn(usize) -> Option<usize>| {
            let mut next = step(at);
            while let Some(part) = next.and_then(|next| parts.get(next)) {
                match part {
                    TextPart::Number(_) => return true,
                    TextPart::Word(word) if is_one_of(word, &JOINING) => {}
                    TextPart::Open | TextPart::Close if !is_apart(next) => {}
                    _ => return false,
                }
                next = next.and_then(step);
            }
            false
        };
        let is_listed = is_in_list(&|at| at.checked_add(1)) || is_in_list(&|at| at.checked_sub(1));
        // `Moves (3)`: a number alone in brackets after a word.
        let in_brackets = parts.get(at + 1) == Some(&TextPart::Close)
            && before.is_some_and(|before| parts[before] == TextPart::Open)
            && word(at.checked_sub(2))
                .is_some_and(|word| !is_one_of(word, &JOINING) && !is_one_of(word, &MOVING));
        let is_moved = word(before).is_some_and(|word| is_one_of(word, &MOVING));
        let goes = word(Some(at + 1)).is_some_and(is_direction);
        // `Moves: 5`, `my move is 5`.
        let is_said = |part: TextPart<'_>| match part {
            TextPart::Label => true,
            TextPart::Word(word) => is_one_of(word, &["is", "are"]),
            _ => false,
        };
        let is_alone = before.is_some_and(|before| is_said(parts[before]))
            && word(at.checked_sub(2)).is_some_and(|word| is_one_of(word, &LISTING))
            && !is_listed
            && at + 1 == parts.len();
        if in_brackets || !(is_list || is_listed || is_moved || goes || is_alone) {
            continue;
        }
        numbers
            .push(NumberToken { told: (ParsedMove::Tile(tile), line), may_be_count: is_alone && !is_moved });
    }
    numbers
}

/// Returns for each part whether it opens or closes a bracket with other words in it than those of
/// a list.
fn brackets_with_words(parts: &[TextPart<'_>]) -> Vec<bool> {
    let mut found = vec![false; parts.len()];
    let (mut open, mut has_words) = (None, false);
    for (at, part) in parts.iter().enumerate() {
        match part {
            TextPart::Open => (open, has_words) = (Some(at), false),
            TextPart::Word(word) => has_words |= !is_one_of(word, &JOINING) && !is_direction(word),
            TextPart::Close => {
                if let Some(open) = open.take().filter(|_| has_words) {
                    found[open] = true;
                    found[at] = true;
                }
            }
            TextPart::Number(_) | TextPart::Label => {}
        }
    }
    found
}

fn is_direction(word: &str) -> bool {
    is_one_of(word, &["up", "down", "left", "right"])
}

/// Reads the lines of a text, in which boards are empty lines.
pub(crate) fn read(text: &str, lines: &[&str]) -> Readings {
    let bare = without_numbering(lines);
    let parts: Vec<Vec<TextPart<'_>>> = bare.iter().map(|line| parts(line)).collect();
    let by_line: Vec<Vec<NumberToken>> =
        parts.iter().enumerate().map(|(at, parts)| numbers_of_line(at + 1, parts)).collect();
    let mut all = by_numbers(&by_line);
    let mut is_certain = by_line.iter().flatten().any(|number| !number.may_be_count);
    if !is_certain {
        let (letters, is_list) = by_letters(text, &parts);
        is_certain = is_list;
        all.splice(0..0, letters);
    }
    all.retain(|reading| !reading.is_empty());
    Readings { all, is_certain }
}

/// Returns the readings of numbers as moves.
fn by_numbers(by_line: &[Vec<NumberToken>]) -> Vec<Vec<LocatedMove>> {
    let told =
        |numbers: &[NumberToken]| numbers.iter().map(|number| number.told).collect::<Vec<LocatedMove>>();
    let whole: Vec<NumberToken> = by_line.iter().flatten().copied().collect();
    let mut all = Vec::new();
    if let Some(second) = numbered_column(by_line) {
        all.push(told(&second));
    }
    all.push(told(&whole));
    let moves: Vec<NumberToken> = whole.iter().filter(|number| !number.may_be_count).copied().collect();
    if moves.len() < whole.len() {
        all.push(told(&moves));
    }
    // Some texts state the number of moves before the moves.
    let mut filled = by_line.iter().filter(|line| !line.is_empty());
    if let (Some([count]), Some(list), None) =
        (filled.next().map(Vec::as_slice), filled.next(), filled.next())
        && count.told.0 == ParsedMove::Tile(list.len() as Tile)
        && list.len() > 1
    {
        all.push(told(list));
    }
    all
}

/// Returns the second numbers of all lines, if the first are 1, 2, 3 and so on.
fn numbered_column(by_line: &[Vec<NumberToken>]) -> Option<Vec<NumberToken>> {
    let lines: Vec<&Vec<NumberToken>> = by_line.iter().filter(|line| !line.is_empty()).collect();
    let is_numbered = |(expected, line): (Tile, &&Vec<NumberToken>)| matches!(line[..], [first, _] if first.told.0 == ParsedMove::Tile(expected));
    (lines.len() > 1 && (1..).zip(&lines).all(is_numbered))
        .then(|| lines.iter().map(|line| line[1]).collect())
}

/// Returns the moves of `RULD`, `R2U` or `right`.
fn letters(word: &str, of_blank: bool) -> Option<Vec<ParsedMove>> {
    if is_direction(word) {
        return Some(vec![ParsedMove::letters(word, of_blank)?]);
    }
    let is_one_case = !word.contains(char::is_lowercase) || !word.contains(char::is_uppercase);
    let mut said = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        direction(first)?;
        let after = &rest[1..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        // A number too large for any board leads off every board.
        let distance = if digits == 0 { 1 } else { after[..digits].parse().unwrap_or(usize::MAX) };
        said.push(ParsedMove::towards(direction(first)?, distance, of_blank));
        rest = &after[digits..];
    }
    (is_one_case && !said.is_empty()).then_some(said)
}

/// Returns the readings of letters, of the blank and of the tiles unless the text says which, and
/// whether they stand on lines of their own.
fn by_letters(text: &str, parts: &[Vec<TextPart<'_>>]) -> (Vec<Vec<LocatedMove>>, bool) {
    let is_letters =
        |part: &TextPart<'_>| matches!(part, TextPart::Word(word) if letters(word, true).is_some());
    let of_line = |parts: &[TextPart<'_>], of_blank| -> Vec<ParsedMove> {
        let said = |part: &TextPart<'_>| match part {
            TextPart::Word(word) => letters(word, of_blank),
            _ => None,
        };
        parts.iter().filter_map(said).flatten().collect()
    };
    // What follows the last label of the line.
    let after_label = |parts: &[TextPart<'_>]| {
        parts.iter().rposition(|part| *part == TextPart::Label).map_or(0, |at| at + 1)
    };
    let is_list = |parts: &Vec<TextPart<'_>>| {
        let rest = &parts[after_label(parts)..];
        !rest.is_empty()
            && rest.iter().all(|part| is_letters(part) || matches!(part, TextPart::Open | TextPart::Close))
    };
    let has_lists = parts.iter().any(is_list);
    let lower = text.to_lowercase();
    let whose: &[bool] = match (lower.contains("blank:"), lower.contains("tiles:")) {
        (true, false) => &[true],
        (false, true) => &[false],
        _ => &[true, false],
    };
    let reading = |&of_blank: &bool| -> Vec<LocatedMove> {
        let line = |(at, parts): (usize, &Vec<TextPart<'_>>)| {
            let said = match has_lists {
                true if is_list(parts) => of_line(&parts[after_label(parts)..], of_blank),
                true => Vec::new(),
                false => of_line(parts, of_blank),
            };
            said.into_iter().map(move |said| (said, at + 1))
        };
        parts.iter().enumerate().flat_map(line).collect()
    };
    (whose.iter().map(reading).collect(), has_lists)
}
