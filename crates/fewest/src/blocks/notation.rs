//! Moves in words, and answers inside any text.

use std::io::{self, Write};

use super::board::{Board, Direction, Leg, Move};
use crate::facade::fault::shortened;
use crate::facade::verdict::claims_no_solution;
use crate::{Found, Illegal};

/// `Piece 4 left 1 space`, as the course prints it; `Piece 4 left 1 space, down 2 spaces` where it turns.
pub(super) fn words(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let spaces = if leg.distance == 1 { "space" } else { "spaces" };
        format!("{} {} {spaces}", leg.to.word(), leg.distance)
    };
    let way: Vec<String> = by.way.iter().map(leg).collect();
    format!("Piece {} {}", board.names[by.piece], way.join(", "))
}

/// `4L1`, `4L1D2`.
fn short(board: &Board, by: &Move) -> String {
    let leg = |leg: &Leg| {
        let to = leg.to.word().as_bytes()[0].to_ascii_uppercase() as char;
        format!("{to}{}", leg.distance)
    };
    format!("{}{}", board.names[by.piece], by.way.iter().map(leg).collect::<String>())
}

/// Writes an answer.
pub(super) fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    match notation {
        "short" => {
            let all: Vec<String> = answer.iter().map(|by| short(board, by)).collect();
            writeln!(out, "{}", all.join(" "))
        }
        "boards" => {
            let mut at = board.clone();
            write_grid(&at, out)?;
            for by in answer {
                at.play(by).map_err(io::Error::other)?;
                writeln!(out, "\n{}", words(board, by))?;
                write_grid(&at, out)?;
            }
            Ok(())
        }
        _ => {
            let width = answer.len().to_string().len();
            for (number, by) in answer.iter().enumerate() {
                writeln!(out, "{:>width$}. {}", number + 1, words(board, by))?;
            }
            Ok(())
        }
    }
}

/// The grid inside a border of `*`, with `.` for empty.
pub(super) fn write_grid(board: &Board, out: &mut dyn Write) -> io::Result<()> {
    let border = "*".repeat(board.columns + 2);
    writeln!(out, "{border}")?;
    for row in board.cover().chunks(board.columns) {
        let row: String = row.iter().map(|piece| piece.map_or('.', |piece| board.names[piece])).collect();
        writeln!(out, "*{row}*")?;
    }
    writeln!(out, "{border}")
}

fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|to| word.eq_ignore_ascii_case(to.word()))
}

fn piece(board: &Board, name: &str) -> Option<usize> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    board.names.iter().position(|&other| other == letter)
}

/// Reads `Piece 4 left 1 space`, `4 left 1, down 2` or `4L1D2`.
pub(super) fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    match &tokens_as_moves(board, &tokens)[..] {
        [one] => one.clone(),
        _ => Err(Illegal(format!("`{}` is not a move such as `Piece 4 left 1 space`", text.trim()))),
    }
}

/// The moves in a line of words: a direction stands after the name of a piece and before a number. Prose has
/// directions too (`it took up 5 seconds`), so a line counts as a move that went wrong only if it says `piece`.
///
/// A direction and a number right after a move, with no name between, go on with it: `Piece 4 left 1 space, down 2 spaces`.
fn tokens_as_moves(board: &Board, tokens: &[&str]) -> Vec<Result<Move, Illegal>> {
    let bare = |at: usize| tokens.get(at).map(|token| token.trim_matches([',', ';', ':', '.', '(', ')']));
    let is_piece = |at: usize| bare(at).is_some_and(|word| word.eq_ignore_ascii_case("piece"));
    let is_space = |word: &str| matches!(word, "space" | "spaces" | "then" | "and");
    let mut moves: Vec<Result<Move, Illegal>> = Vec::new();
    // Where the last move ended.
    let mut end = usize::MAX;
    for (at, token) in tokens.iter().enumerate() {
        if let Some(by) = read_short(board, token.trim_matches([',', ';'])) {
            moves.push(Ok(by));
            end = at + 1;
            continue;
        }
        let Some(to) = bare(at).and_then(direction) else { continue };
        // `Piece 4 moves left 1 space` and `move piece 4 to the left by 1 space` say the same.
        let after = (at + 1..tokens.len().min(at + 3)).find_map(|next| bare(next)?.parse::<usize>().ok());
        let follows = end <= at && (end..at).all(|between| bare(between).is_some_and(is_space));
        if let (true, Some(distance), Some(Ok(last))) = (follows, after, moves.last_mut()) {
            last.way.push(Leg { to, distance });
            end = at + 2;
            continue;
        }
        let said = (0..at)
            .rev()
            .take(4)
            .find(|&before| is_piece(before))
            .and_then(|before| Some((before + 1, tokens.get(before + 1)?)));
        // A name may itself be a punctuation mark, so it is taken as it stands first.
        let named = |index: usize| piece(board, tokens[index]).or_else(|| piece(board, bare(index)?));
        match (said, after) {
            (Some((index, name)), Some(distance)) if index < at => match named(index) {
                Some(piece) => {
                    moves.push(Ok(Move::straight(piece, to, distance)));
                    end = at + 2;
                }
                None => moves.push(Err(Illegal(format!("there is no piece `{}`", shortened(name))))),
            },
            (Some((index, name)), None) if index < at && named(index).is_some() && is_numbered(tokens) => {
                moves.push(Err(Illegal(format!(
                    "piece {} goes {}, but how far is not said",
                    name,
                    to.word()
                ))));
            }
            (None, Some(distance)) => {
                if let Some(piece) = at.checked_sub(1).and_then(named) {
                    moves.push(Ok(Move::straight(piece, to, distance)));
                    end = at + 2;
                }
            }
            _ => {}
        }
    }
    moves
}

/// Whether a line begins with a number or with the word `piece`, as lists of moves do and prose does not.
fn is_numbered(tokens: &[&str]) -> bool {
    tokens.first().is_some_and(|first| {
        first.eq_ignore_ascii_case("piece") || first.trim_end_matches(['.', ')', ':']).parse::<u64>().is_ok()
    })
}

fn read_short(board: &Board, token: &str) -> Option<Move> {
    let name = token.chars().next()?;
    let piece = board.names.iter().position(|&other| other == name)?;
    let mut rest = &token[name.len_utf8()..];
    let mut way = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let to = match letter {
            'U' => Direction::Up,
            'D' => Direction::Down,
            'L' => Direction::Left,
            'R' => Direction::Right,
            _ => return None,
        };
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        way.push(Leg { to, distance: rest[1..digits].parse().ok()? });
        rest = &rest[digits..];
    }
    (!way.is_empty()).then_some(Move { piece, way })
}

/// Finds an answer in the output of any program.
pub(super) fn find_answer(board: &Board, text: &str) -> Found<Vec<Move>> {
    let mut answer = Vec::new();
    for line in text.lines() {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        for by in tokens_as_moves(board, &tokens) {
            match by {
                Ok(by) => answer.push(by),
                Err(why) => return Found::Bad(answer.len() as u64 + 1, why),
            }
        }
    }
    let lower = text.to_lowercase();
    if !answer.is_empty() {
        return Found::Answer(answer);
    }
    if claims_no_solution(text) {
        return Found::NoSolution;
    }
    // A puzzle that is solved at the start needs no move, only the word.
    let says_solved =
        lower.contains("solved") && !lower.contains("not solved") && !lower.contains("unsolved");
    if says_solved { Found::Answer(answer) } else { Found::Nothing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::tests::course_example;

    #[test]
    fn the_courses_own_listing_is_found() {
        let text = "Here we go\n1.\tPiece 4\tleft\t1 space\n2.\tPiece 7\tup\t3 spaces\n3. Piece 7 left 1 space\nsolved!";
        let Found::Answer(moves) = find_answer(&course_example(), text) else { panic!("no answer found") };
        assert_eq!(moves.len(), 3);
        assert_eq!(words(&course_example(), &moves[1]), "Piece 7 up 3 spaces");
    }

    #[test]
    fn several_moves_on_a_line_and_short_moves_are_found() {
        let board = course_example();
        let Found::Answer(moves) = find_answer(&board, "4 up 1, 3 right 3, ZU1 3D1; Z right 2") else {
            panic!()
        };
        assert_eq!(
            moves.iter().map(|by| short(&board, by)).collect::<Vec<_>>(),
            ["4U1", "3R3", "ZU1", "3D1", "ZR2"]
        );
    }

    #[test]
    fn ways_that_turn_are_one_move() {
        let board = course_example();
        let text = "1. Piece 2 right 1 space, down 2 spaces\n2R1D2 4U1\n3 right 1 then up 1, 4 left 1";
        let Found::Answer(moves) = find_answer(&board, text) else { panic!() };
        let all: Vec<_> = moves.iter().map(|by| short(&board, by)).collect();
        assert_eq!(all, ["2R1D2", "2R1D2", "4U1", "3R1U1", "4L1"]);
        assert_eq!(words(&board, &moves[0]), "Piece 2 right 1 space, down 2 spaces");
    }

    #[test]
    fn prose_round_the_moves_does_no_harm() {
        let moves = "Piece 4 moves up 1 space\nPiece 3 right 3\nZ up 1\n3 down 1\nmove piece Z to the right 2 spaces\n";
        for prose in
            ["It took up 5 seconds", "The goal: piece Z goes right", "Turn left, then right.", "up 1"]
        {
            let Found::Answer(found) = find_answer(&course_example(), &format!("{prose}\n{moves}")) else {
                panic!("{prose}");
            };
            assert_eq!(found.len(), 5, "{prose}");
        }
    }

    #[test]
    fn unknown_pieces_and_missing_distances_are_bad_moves() {
        let board = course_example();
        assert!(matches!(find_answer(&board, "1. Piece 4 up 1\n2. Piece q up 1"), Found::Bad(2, _)));
        assert!(matches!(find_answer(&board, "1. Piece 4 left one space"), Found::Bad(1, _)));
        assert!(matches!(find_answer(&board, "The puzzle is not solvable."), Found::NoSolution));
        assert!(matches!(find_answer(&board, "hello"), Found::Nothing));
    }
}
