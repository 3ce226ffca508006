//! Notations: moves in words and in short form, solutions in each notation, and solutions found
//! inside any text: the output of a program, a list of moves, moves in prose.
//!
//! These have the shape of a move, whether or not the board has such a piece and such a path:
//!
//! | shape | example |
//! |---|---|
//! | in one word: a name, then U, D, L or R with a number, once or more | `4L1`, `4L1D2`, `YU1` |
//! | a name, a direction and a number | `4 left 1`, `Y up 1` |
//! | `piece`, a name, at most two words, a direction and a number | `Piece 4 moves left 1 space` |
//! | a further direction and number right after one of these | `4 left 1, down 2` |
//! | on a line that begins with a number or `Piece`: `piece`, name, direction | `1. Piece 4 left` |
//! | beside moves in one word: one without its number, or in small letters | `4U`, `4u1` |
//! | lists and objects of programs | `('4', 'up', 1)`, `["4", "up", 1]` |
//! | arrows as directions | `4 ↑ 1` |
//!
//! A name is one letter or digit, a number, or a character that is a piece of this board. Prose has
//! directions too (`it took up 5 seconds`), but no name stands before them.

use std::borrow::Cow;
use std::io::{self, Write};

use fewest_core::fault::shortened;
use fewest_core::{Found, Illegal, claims_no_solution};

use crate::rules::{Board, Direction, Leg, Move};

/// Returns a move as the course prints it: `Piece 4 left 1 space`, with turns `Piece 4 left 1
/// space, down 2 spaces`.
pub(crate) fn move_in_words(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let spaces = if leg.distance == 1 { "space" } else { "spaces" };
        format!("{} {} {spaces}", leg.to.word(), leg.distance)
    };
    let way: Vec<String> = by.way.iter().map(leg).collect();
    format!("Piece {} {}", board.names[by.piece], way.join(", "))
}

/// Returns a move in short form: `4L1`, with turns `4L1D2`.
fn short_form(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let to = leg.to.word().as_bytes()[0].to_ascii_uppercase() as char;
        format!("{to}{}", leg.distance)
    };
    format!("{}{}", board.names[by.piece], by.way.iter().map(leg).collect::<String>())
}

/// Writes a solution in a notation.
pub(crate) fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    match notation {
        "short" => {
            let all: Vec<String> = answer.iter().map(|by| short_form(board, by)).collect();
            writeln!(out, "{}", all.join(" "))
        }
        "boards" => {
            let mut at = board.clone();
            write_grid(&at, out)?;
            for by in answer {
                at.play(by).map_err(io::Error::other)?;
                writeln!(out, "\n{}", move_in_words(board, by))?;
                write_grid(&at, out)?;
            }
            Ok(())
        }
        _ => {
            let width = answer.len().to_string().len();
            for (number, by) in answer.iter().enumerate() {
                writeln!(out, "{:>width$}. {}", number + 1, move_in_words(board, by))?;
            }
            Ok(())
        }
    }
}

/// Writes the grid inside a border of `*`, with `.` for empty cells.
pub(crate) fn write_grid(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let border = "*".repeat(board.columns + 2);
    writeln!(out, "{border}")?;
    for row in board.cover().chunks(board.columns) {
        let row: String = row.iter().map(|piece| piece.map_or('.', |piece| board.names[piece])).collect();
        writeln!(out, "*{row}*")?;
    }
    writeln!(out, "{border}")
}

/// Reads a move: `Piece 4 left 1 space`, `4 left 1, down 2` or `4L1D2`.
///
/// # Errors
/// Why the text is no move of this board.
pub(crate) fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    match &moves_of_line(board, text)[..] {
        [one] => one.clone(),
        _ => {
            let text = shortened(text.trim());
            Err(Illegal(format!("`{text}` is not a move such as `Piece 4 left 1 space`")))
        }
    }
}

/// Finds a solution in the output of any program.
pub(crate) fn find_answer(board: &Board, text: &str) -> Found<Vec<Move>> {
    let mut answer = Vec::new();
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for by in moves_of_line(board, line) {
            lines.push(number);
            match by {
                Ok(by) => answer.push(by),
                Err(why) => return Found::Bad { before: answer, lines, why },
            }
        }
    }
    if !answer.is_empty() {
        return Found::Answer(answer, lines);
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    // A puzzle that is solved at the start needs no move, only the word.
    let lower = text.to_lowercase();
    let says_solved =
        lower.contains("solved") && !lower.contains("not solved") && !lower.contains("unsolved");
    if says_solved { Found::Answer(answer, lines) } else { Found::Nothing }
}

/// Punctuation that may stand around a word.
const MARKS: [char; 14] = [',', ';', ':', '.', '(', ')', '[', ']', '{', '}', '"', '\'', '!', '?'];

fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|to| word.eq_ignore_ascii_case(to.word()))
}

fn piece(board: &Board, name: &str) -> Option<usize> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    board.names.iter().position(|&other| other == letter)
}

fn no_piece(name: &str) -> Illegal {
    Illegal(format!("there is no piece `{}`", shortened(name)))
}

/// Returns whether a word could name a piece of some board: one letter or digit, or a number.
fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    let is_one = letters.next().is_some_and(char::is_alphanumeric) && letters.next().is_none();
    is_one || !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a distance. None if the word is no whole number, an error if the number is no distance.
fn distance(word: &str) -> Option<Result<usize, Illegal>> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let no = |_| Illegal(format!("`{}` is not a distance", shortened(word)));
    is_number.then(|| word.parse().map_err(no))
}

/// Returns a line with words for arrows and blanks for the marks of lists that have quoted words,
/// unless a piece has such a name.
fn in_plain_words<'l>(board: &Board, line: &'l str) -> Cow<'l, str> {
    const ARROWS: [(char, &str); 4] =
        [('\u{2191}', " up "), ('\u{2193}', " down "), ('\u{2190}', " left "), ('\u{2192}', " right ")];
    const QUOTES: [char; 2] = ['\'', '"'];
    const LIST: [char; 10] = ['[', ']', '(', ')', '{', '}', ',', ':', '\'', '"'];
    let is_list = line.contains(QUOTES) && line.contains(['[', '(', '{']);
    let arrow = |c: char| ARROWS.iter().find(|(arrow, _)| *arrow == c);
    let is_taken = |c: &char| arrow(*c).is_some() || LIST.contains(c);
    if !is_list && !line.contains(|c| arrow(c).is_some()) || board.names.iter().any(is_taken) {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    for c in line.chars() {
        match arrow(c) {
            Some((_, word)) => plain.push_str(word),
            None if is_list && LIST.contains(&c) => plain.push(' '),
            None => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

/// Returns the moves of a line, in order.
fn moves_of_line(board: &Board, line: &str) -> Vec<Result<Move, Illegal>> {
    let line = in_plain_words(board, line);
    let tokens: Vec<&str> = line.split_whitespace().collect();
    let short_moves: Vec<Vec<Result<Move, Illegal>>> =
        tokens.iter().map(|token| short_moves(board, token)).collect();
    let is_short = short_moves.iter().any(|found| !found.is_empty());
    let mut moves: Vec<Result<Move, Illegal>> = Vec::new();
    // Where the last move ended.
    let mut end = usize::MAX;
    for (at, found) in short_moves.into_iter().enumerate() {
        if !found.is_empty() {
            moves.extend(found);
            end = at + 1;
        } else if let (true, Some(why)) = (is_short, nearly_short(board, tokens[at])) {
            moves.push(Err(why));
        } else if let Some(by) = in_words(board, &tokens, at, end, &mut moves) {
            // A continued path is no further move.
            moves.extend(by);
            end = at + 2;
        }
    }
    if moves.is_empty() {
        moves.extend(without_direction(&tokens).map(Err));
    }
    moves
}

/// Returns why a line such as `3. Piece 4 sideways 1 space` is no move. None if it does not have
/// the form of one.
fn without_direction(tokens: &[&str]) -> Option<Illegal> {
    let at = tokens.iter().position(|token| token.eq_ignore_ascii_case("piece")).filter(|&at| at < 2)?;
    let [name, to, far, space] = *tokens.get(at + 1..at + 5)? else { return None };
    let is_space = matches!(space.trim_matches(MARKS), "space" | "spaces");
    let is_move = is_list(tokens) && is_name(name) && is_space && distance(far).is_some();
    (is_move && direction(to).is_none()).then(|| Illegal(format!("`{}` is no direction", shortened(to))))
}

/// Returns the move whose direction is the token `at`. None if that is no direction of a move. A
/// direction and a number right after a move, with no name between, continue it: the last of
/// `moves` becomes longer, and the inner option is None.
fn in_words(
    board: &Board,
    tokens: &[&str],
    at: usize,
    end: usize,
    moves: &mut [Result<Move, Illegal>],
) -> Option<Option<Result<Move, Illegal>>> {
    let bare = |at: usize| tokens.get(at).map(|token| token.trim_matches(MARKS));
    let is_piece = |at: usize| bare(at).is_some_and(|word| word.eq_ignore_ascii_case("piece"));
    let is_between = |word: &str| matches!(word, "space" | "spaces" | "then" | "and");
    let to = direction(bare(at)?)?;
    // `Piece 4 moves left 1 space` and `move piece 4 to the left by 1 space` mean the same.
    let far = (at + 1..tokens.len().min(at + 3)).find_map(|next| distance(bare(next)?));
    let follows = end <= at && (end..at).all(|between| bare(between).is_some_and(is_between));
    if let (true, Some(far), Some(last @ Ok(_))) = (follows, &far, moves.last_mut()) {
        match (far, &mut *last) {
            (Ok(distance), Ok(by)) => by.way.push(Leg { to, distance: *distance }),
            (Err(why), _) => *last = Err(why.clone()),
            _ => {}
        }
        return Some(None);
    }
    // A name may itself be a punctuation mark, so it is tried untrimmed first.
    let named = |index: usize| piece(board, tokens[index]).or_else(|| piece(board, bare(index)?));
    let by = |index: usize, far: Result<usize, Illegal>| {
        let piece = named(index).ok_or_else(|| no_piece(bare(index).unwrap_or_default()))?;
        Ok(Move::straight(piece, to, far?))
    };
    let said = (0..at).rev().take(4).find(|&before| is_piece(before)).map(|before| before + 1);
    match (said.filter(|&index| index < at), far) {
        (Some(index), Some(far)) => Some(Some(by(index, far))),
        (Some(index), None) if is_list(tokens) && (named(index).is_some() || is_name(bare(index)?)) => {
            let how_far = || {
                let name = bare(index).unwrap_or_default();
                Illegal(format!("piece {} goes {}, but how far is not said", shortened(name), to.word()))
            };
            Some(Some(by(index, Err(how_far()))))
        }
        (None, Some(far)) if said.is_none() => {
            let index = at.checked_sub(1)?;
            // Names that the board does not have count only in the form of a move: `Y up 1`, not
            // `12 left, 3 done`.
            let is_plain =
                direction(tokens[at]).is_some() && bare(at + 1).is_some_and(|next| distance(next).is_some());
            (named(index).is_some() || is_plain && is_name(bare(index)?)).then(|| Some(by(index, far)))
        }
        _ => None,
    }
}

/// Returns whether a line begins with a number or with the word `piece`, as lists of moves do and
/// prose does not.
fn is_list(tokens: &[&str]) -> bool {
    tokens.first().is_some_and(|first| {
        first.eq_ignore_ascii_case("piece") || first.trim_end_matches(['.', ')', ':']).parse::<u64>().is_ok()
    })
}

/// Returns the moves of a token such as `4L1`, `4L1D2`, `1.4L1` or `4L1,3R2;`.
fn short_moves(board: &Board, token: &str) -> Vec<Result<Move, Illegal>> {
    // The name may be a punctuation mark.
    if let Some(by) = read_short(board, token.trim_end_matches([',', ';'])) {
        return vec![by];
    }
    let numbered = |word: &str| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.strip_prefix(['.', ')', ':']).and_then(|rest| read_short(board, rest))
    };
    let words = token.split([',', ';']).map(|word| word.trim_matches(MARKS));
    words.filter_map(|word| read_short(board, word).or_else(|| numbered(word))).collect()
}

/// Reads a name and then, once or more, one of these letters and a number.
fn name_and_legs(word: &str, letters: [char; 4]) -> Option<(char, Vec<(Direction, &str)>)> {
    let name = word.chars().next()?;
    let mut rest = &word[name.len_utf8()..];
    let mut legs = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let to = Direction::ALL[letters.iter().position(|&other| other == letter)?];
        let digits = &rest[1..];
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        legs.push((to, &digits[..end]));
        rest = &digits[end..];
    }
    (!legs.is_empty()).then_some((name, legs))
}

/// Returns the letters of [`Direction::ALL`].
fn letters() -> [char; 4] {
    Direction::ALL.map(|to| to.word().as_bytes()[0].to_ascii_uppercase() as char)
}

fn read_short(board: &Board, word: &str) -> Option<Result<Move, Illegal>> {
    let (name, legs) = name_and_legs(word, letters())?;
    let piece = board.names.iter().position(|&other| other == name);
    let is_move = (piece.is_some() || name.is_alphanumeric()) && legs.iter().all(|(_, far)| !far.is_empty());
    let leg = |&(to, far): &(Direction, &str)| Some(distance(far)?.map(|distance| Leg { to, distance }));
    is_move.then(|| {
        let way = legs.iter().filter_map(leg).collect::<Result<_, _>>()?;
        Ok(Move { piece: piece.ok_or_else(|| no_piece(&name.to_string()))?, way })
    })
}

/// Returns why a word beside moves such as `4L1` is no move: the distance is missing or negative,
/// the letters are small or name no direction, or the name has several digits. None if it does not
/// resemble a move.
fn nearly_short(board: &Board, token: &str) -> Option<Illegal> {
    let word = token.trim_matches(MARKS);
    let no_move = || Illegal(format!("`{}` is not a move such as 4L1", shortened(word)));
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if rest.len() < word.len() { rest } else { word.trim_start_matches(&board.names[..]) };
    let is_leg = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "+-".contains(c);
    let has_ends =
        rest.starts_with(|c: char| c.is_ascii_uppercase()) && rest.ends_with(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && has_ends && rest.chars().all(is_leg) {
        return Some(no_move());
    }
    let is_piece = |name: char| name.is_ascii_digit() || board.names.contains(&name);
    match name_and_legs(word, letters()) {
        Some((name, legs)) if is_piece(name) && matches!(legs[..], [(_, "")]) => {
            return Some(Illegal(format!("`{}` does not say how far", shortened(word))));
        }
        _ => {}
    }
    let (name, legs) = name_and_legs(word, letters().map(|letter| letter.to_ascii_lowercase()))?;
    let is_small = is_piece(name) && legs.iter().all(|(_, far)| !far.is_empty());
    is_small.then(no_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{move_in_words, short_form};
    use crate::testing::course_example;

    #[test]
    fn the_courses_own_listing_is_found() {
        let text = "Here we go\n1.\tPiece 4\tleft\t1 space\n2.\tPiece 7\tup\t3 spaces\n3. Piece 7 left 1 space\nsolved!";
        let Found::Answer(moves, _) = find_answer(&course_example(), text) else { panic!("no answer found") };
        assert_eq!(moves.len(), 3);
        assert_eq!(move_in_words(&course_example(), &moves[1]), "Piece 7 up 3 spaces");
    }

    #[test]
    fn several_moves_on_a_line_and_short_moves_are_found() {
        let board = course_example();
        let Found::Answer(moves, _) = find_answer(&board, "4 up 1, 3 right 3, ZU1 3D1; Z right 2") else {
            panic!()
        };
        assert_eq!(
            moves.iter().map(|by| short_form(&board, by)).collect::<Vec<_>>(),
            ["4U1", "3R3", "ZU1", "3D1", "ZR2"]
        );
    }

    #[test]
    fn ways_that_turn_are_one_move() {
        let board = course_example();
        let text = "1. Piece 2 right 1 space, down 2 spaces\n2R1D2 4U1\n3 right 1 then up 1, 4 left 1";
        let Found::Answer(moves, _) = find_answer(&board, text) else { panic!() };
        let all: Vec<_> = moves.iter().map(|by| short_form(&board, by)).collect();
        assert_eq!(all, ["2R1D2", "2R1D2", "4U1", "3R1U1", "4L1"]);
        assert_eq!(move_in_words(&board, &moves[0]), "Piece 2 right 1 space, down 2 spaces");
    }

    #[test]
    fn prose_round_the_moves_does_no_harm() {
        let moves = "Piece 4 moves up 1 space\nPiece 3 right 3\nZ up 1\n3 down 1\nmove piece Z to the right 2 spaces\n";
        for prose in [
            "It took up 5 seconds",
            "The goal: piece Z goes right",
            "Turn left, then right.",
            "up 1",
            "Depth 3: 12 left, 5 done",
            "*4U1.*",
        ] {
            let Found::Answer(found, _) = find_answer(&course_example(), &format!("{prose}\n{moves}")) else {
                panic!("{prose}");
            };
            assert_eq!(found.len(), 5, "{prose}");
        }
    }

    #[test]
    fn unknown_pieces_and_missing_distances_are_bad_moves() {
        let board = course_example();
        for (text, wanted) in [
            ("1. Piece 4 up 1\n2. Piece q up 1", (vec![1, 2], "there is no piece `q`")),
            ("1. Piece 4 left one space", (vec![1], "piece 4 goes left, but how far is not said")),
            ("1. Piece 4 up 1\nPiece 4 sideways 1 space", (vec![1, 2], "`sideways` is no direction")),
            ("YU1 4U1 3R3 ZU1 3D1 ZR2", (vec![1], "there is no piece `Y`")),
            ("4U1,YU1", (vec![1, 1], "there is no piece `Y`")),
            ("\n1.4U1 (YU1)", (vec![2, 2], "there is no piece `Y`")),
            ("4U1 3R 3R3", (vec![1, 1], "`3R` does not say how far")),
            ("4U1 3r3 3R3", (vec![1, 1], "`3r3` is not a move such as 4L1")),
            ("4U1 4X1 3R3", (vec![1, 1], "`4X1` is not a move such as 4L1")),
            ("4U1\n3R3 99U1", (vec![1, 2, 2], "`99U1` is not a move such as 4L1")),
            ("4U1 3R3; 44D9; ZU1", (vec![1, 1, 1], "`44D9` is not a move such as 4L1")),
            ("4U1 ZU-1", (vec![1, 1], "`ZU-1` is not a move such as 4L1")),
            ("4U1 3R1X2", (vec![1, 1], "`3R1X2` is not a move such as 4L1")),
            ("4 up 1, Y up 1", (vec![1, 1], "there is no piece `Y`")),
            ("4 up 1\n12 left 1", (vec![1, 2], "there is no piece `12`")),
            ("4 up 1, down -2", (vec![1], "`-2` is not a distance")),
            ("4U99999999999999999999999", (vec![1], "`99999999999999999999999` is not a distance")),
        ] {
            let Found::Bad { lines, why, .. } = find_answer(&board, text) else { panic!("{text}") };
            assert_eq!((lines, why.0.as_str()), wanted, "{text}");
        }
        assert!(matches!(find_answer(&board, "The puzzle is not solvable."), Found::NoSolution));
        assert!(matches!(find_answer(&board, "hello"), Found::Nothing));
    }
}
