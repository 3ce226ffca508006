//! The ways to read a text as a list of moves, the likeliest first.

use super::said::{Said, direction};

/// Lines that are taken for a whole answer each.
const LINES: usize = 1000;

/// What stands between the moves of a list.
const BETWEEN: &str = ",;|[]{}<>\"'-";
/// What ends a list.
const BREAKS: &str = ":()=.!?";

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |c: char| c.is_whitespace() || BETWEEN.contains(c) || "()=".contains(c);
    text.split(is_between).map(|word| word.trim_matches(['.', ':', '!', '?'])).filter(|word| !word.is_empty())
}

/// The tile of `5`, or of `5R`.
fn number(word: &str) -> Option<Said> {
    let digits = word.trim_end_matches(|c| direction(c).is_some());
    (word.len() - digits.len() <= 1).then(|| digits.parse().ok().map(Said::Tile))?
}

/// The moves of `RULD`, `R2U` or `right`.
fn letters(word: &str, of_blank: bool) -> Option<Vec<Said>> {
    if let Some(said) = Said::letters(word, of_blank) {
        return Some(vec![said]);
    }
    let mut said = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        direction(first)?;
        let after = &rest[1..];
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        said.push(Said::letters(&rest[..=digits], of_blank)?);
        rest = &after[digits..];
    }
    (!said.is_empty()).then_some(said)
}

/// Whether a text is moves and nothing else, but for the words `blank` and `tiles`.
pub(super) fn is_bare(text: &str) -> bool {
    let names = |word: &str| ["blank", "tiles", "moves"].iter().any(|name| word.eq_ignore_ascii_case(name));
    let mut words = words(text).filter(|word| !names(word)).peekable();
    words.peek().is_some() && words.all(|word| number(word).is_some() || letters(word, true).is_some())
}

fn numbers(text: &str) -> Vec<Said> {
    words(text).filter_map(number).collect()
}

/// The ways to read what is nothing but moves. If they are numbers, the first way is the one to be judged.
pub(super) fn of_list(text: &str) -> Vec<Vec<Said>> {
    let whole = numbers(text);
    let mut all = match whole.is_empty() {
        true => by_letters(text).to_vec(),
        false if is_numbered(text) => by_columns(text).to_vec(),
        false => vec![whole.clone()],
    };
    // Some say how many there are before they say which.
    if let [Said::Tile(count), rest @ ..] = &whole[..]
        && *count as usize == rest.len()
    {
        all.push(rest.to_vec());
    }
    all.retain(|reading| !reading.is_empty());
    all
}

/// Whether every line begins with its number: `1. 5`, or just `1 5` and `2 8`.
fn is_numbered(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let begins = |(expected, line): (u32, &&str)| {
        let first = line.split_whitespace().next().unwrap_or_default();
        let bare = first.trim_end_matches(['.', ')', ':']);
        let has_number = bare.parse() == Ok(expected) && numbers(line).len() > 1;
        has_number && (lines.len() > 1 || bare.len() < first.len())
    };
    (1..).zip(&lines).all(begins)
}

/// The ways to read moves among other words.
pub(super) fn of_prose(text: &str) -> Vec<Vec<Said>> {
    let mut all = of_list(text);
    all.extend(by_letters(text));
    all.extend(by_columns(text));
    all.extend(["tile", "slide", "moved", "move"].map(|name| after_the_word(name, text)));
    all.extend(runs(text));
    for line in text.lines().take(LINES) {
        all.push(numbers(line));
        all.extend(runs(line));
        all.extend(by_letters(line));
    }
    all.retain(|reading| !reading.is_empty());
    all
}

/// Letters, of the blank or of the tiles: what the text says first, else the blank first.
fn by_letters(text: &str) -> [Vec<Said>; 2] {
    let lower = text.to_lowercase();
    let of_tiles = lower.contains("tiles:") && !lower.contains("blank:");
    [!of_tiles, of_tiles]
        .map(|of_blank| words(text).filter_map(|word| letters(word, of_blank)).flatten().collect())
}

/// One move a line, beside its number: the last, first or second number of every line.
fn by_columns(text: &str) -> [Vec<Said>; 3] {
    let lines: Vec<Vec<Said>> = text.lines().map(numbers).collect();
    let column = |pick: fn(&Vec<Said>) -> Option<Said>| lines.iter().filter_map(pick).collect();
    [
        column(|line| line.last().copied()),
        column(|line| line.first().copied()),
        column(|line| line.get(1).copied()),
    ]
}

/// The numbers in `move tile 5`, `slide 3` and the like.
fn after_the_word(name: &str, text: &str) -> Vec<Said> {
    let words: Vec<&str> = words(text).collect();
    let named = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case(name));
    named.filter_map(|pair| number(pair[1])).collect()
}

/// Numbers that follow each other with nothing between but what stands between the moves of a list.
fn runs(text: &str) -> Vec<Vec<Said>> {
    let mut all = vec![Vec::new()];
    for part in text.split(|c: char| c.is_whitespace() || BETWEEN.contains(c)).filter(|part| !part.is_empty())
    {
        let word = part.trim_matches(|c| BREAKS.contains(c));
        if part.starts_with(|c| BREAKS.contains(c)) || number(word).is_none() {
            all.push(Vec::new());
        }
        if let (Some(run), Some(said)) = (all.last_mut(), number(word)) {
            run.push(said);
        }
        if part.ends_with(|c| BREAKS.contains(c)) {
            all.push(Vec::new());
        }
    }
    all
}
