//! Notation of moves and answers, and answers found inside any text.
//!
//! `d2-d4` is a jump, `d2-f2-f4` a sweep, `11 7 4` the course's triple of from, over and to. Texts
//! name the holes as a peg is seen to visit them, in backward play as well.
//!
//! An answer may stand inside any text: the output of a program, moves as words, drawn boards. The
//! first of these notations that a text has is the one it is read in. Lines on which a board is
//! drawn hold no moves.
//!
//! | notation | what is a move |
//! |---|---|
//! | holes with dashes or arrows | `d2-d4`, `d2-f2-f4`, `4->16`, `d2 - d4`, `1.d2-d4`, `z9-z7` |
//! | jumps in words, on lines of their own | `jump 9 over 8 landing on 7`, `11 over 7 to 4`, `a1 to a3` |
//! | drawn boards with the position | each step to the next, in reverse if the position is last |
//! | lines of three holes of the board | from, over, to: `11 7 4`, `{11, 7, 4}`; also several |
//!
//! A hole is up to three letters and a number, whether the board has it or not.

use std::io;

use fewest_core::{Found, Illegal, Lines, Notation, claims_no_solution};

use crate::course;
use crate::course::textbook::{NHOLES, Triangle};
use crate::formats::grid;
use crate::rules::jumps::{Jump, PegWords, flip_peg, no_pegs};
use crate::rules::shape::{self, Geometry, Naming};
use crate::rules::{Board, Metric, Move, unknown_hole};

/// The notations of an answer.
pub const NOTATIONS: &[Notation] = &[
    Notation { id: "moves", about: "moves with sweeps: d2-d4 b3-d3-f3" },
    Notation { id: "jumps", about: "single jumps: d2-d4 b3-d3 d3-f3" },
    Notation { id: "triples", about: "from, over and to, one jump per line: 11 7 4" },
    Notation { id: "boards", about: "the board before and after every move" },
    Notation { id: "reversed", about: "the same from the last to the first, as the course prints it" },
];

/// Writes one move.
pub fn write_move(board: &Board, by: &Move) -> String {
    path_text(board, &board.move_as_shown(by))
}

fn path_text(board: &Board, shown: &Move) -> String {
    shown.0.iter().map(|&hole| board.name(hole)).collect::<Vec<_>>().join("-")
}

/// Reads one move.
///
/// # Errors
/// Returns what is wrong with the text.
pub fn read_move(board: &Board, text: &str) -> Result<Move, Illegal> {
    let text = text.trim();
    let example = || {
        let jump = board.shape().jumps().list.first().map(|jump| Move(vec![jump.from, jump.to]));
        jump.map_or_else(|| "d2-d4".to_owned(), |jump| write_move(board, &jump))
    };
    let no = || {
        let text = fewest_core::fault::shortened(text);
        Err(Illegal::new(format!("`{text}` is not a move such as {}", example())))
    };
    path(board, text).unwrap_or_else(no).map(|shown| board.move_as_shown(&shown))
}

/// Returns whether a word has the form of a hole name, of this board or another: up to three
/// letters and a number.
pub fn is_hole(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    word.len() - digits.len() <= 3 && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the hole of that name.
///
/// # Errors
/// Returns that there is none.
pub fn hole(board: &Board, name: &str) -> Result<u16, Illegal> {
    let found = shape::parse_hole_name(name).and_then(|word| board.shape().hole(word, board.naming));
    found.ok_or_else(|| Illegal::new(unknown_hole(name, board.shape(), board.naming)))
}

/// Reads a word such as `d2-f2-f4`, `4->16` or `11-7-4`. None if the word does not have the form of
/// a move.
pub fn path(board: &Board, word: &str) -> Option<Result<Move, Illegal>> {
    let word = word.trim_matches([',', ';', '.', ':', '(', ')', '[', ']', '{', '}', '"', '\'', '!', '?']);
    let word = with_dashes(word);
    // `1.d2-d4` begins with the number of a move.
    let word = match word.split_once(['.', ')', ':']) {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => &word,
    };
    let names: Vec<&str> = word.split('-').map(str::trim).collect();
    if names.len() < 2 || !names.iter().all(|name| is_hole(name)) {
        return None;
    }
    let path: Result<Vec<u16>, Illegal> = names.iter().map(|name| hole(board, name)).collect();
    Some(path.map(|path| triple(board, &path).unwrap_or(Move(path))))
}

/// Replaces every arrow by a dash.
pub fn with_dashes(text: &str) -> String {
    text.replace("->", "-").replace("=>", "-").replace(['\u{2192}', '\u{2013}', '\u{2014}', '\u{2212}'], "-")
}

/// Returns the jump by which a peg is seen to go from one hole to another.
fn jump(board: &Board, from: u16, to: u16) -> Option<Jump> {
    if board.backward { board.shape().jump(to, from) } else { board.shape().jump(from, to) }
}

/// Returns the jump of from, over and to, if there is one.
pub fn triple(board: &Board, holes: &[u16]) -> Option<Move> {
    let &[from, over, to] = holes else { return None };
    let jump = jump(board, from, to)?;
    (jump.over == over).then(|| Move(vec![from, to]))
}

/// Splits a sweep into single jumps.
pub fn jumps(by: &Move) -> impl Iterator<Item = Move> {
    by.0.windows(2).map(Move::from)
}

/// Joins successive jumps of the same peg into sweeps.
pub fn joined(moves: &[Move]) -> Vec<Move> {
    let mut sweeps: Vec<Move> = Vec::new();
    for by in moves {
        match sweeps.last_mut() {
            Some(last) if last.0.last() == by.0.first() => last.0.extend(&by.0[1..]),
            _ => sweeps.push(by.clone()),
        }
    }
    sweeps
}

/// Returns the length in the other metric: `in 21 moves` after jumps, `with 31 jumps` after moves.
pub fn also(board: &Board, answer: &[Move]) -> Option<String> {
    let answer: Vec<Move> = answer.iter().map(|by| board.move_as_shown(by)).collect();
    let counted =
        |number: usize, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    match board.metric {
        _ if answer.is_empty() => None,
        Metric::Jumps => Some(format!("in {}", counted(joined(&answer).len(), "move"))),
        Metric::Moves => {
            Some(format!("with {}", counted(answer.iter().map(|by| by.0.len() - 1).sum(), "jump")))
        }
    }
}

/// Writes an answer.
///
/// # Errors
/// Returns the writer's errors.
pub fn write_answer(
    board: &Board,
    answer: &[Move],
    notation: &str,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let shown: Vec<Move> = answer.iter().map(|by| board.move_as_shown(by)).collect();
    let line = |moves: &[Move]| moves.iter().map(|by| path_text(board, by)).collect::<Vec<_>>().join(" ");
    let illegal = |(number, why): (u64, Illegal)| io::Error::other(format!("move {number}: {why}"));
    match notation {
        "jumps" => writeln!(out, "{}", line(&shown.iter().flat_map(jumps).collect::<Vec<_>>())),
        "triples" => {
            let numbers = if board.naming == Naming::Letters { Naming::FromZero } else { board.naming };
            let name = |hole| board.shape().name(hole, numbers);
            for by in shown.iter().flat_map(jumps) {
                let (from, to) = (by.0[0], by.0[1]);
                let over =
                    jump(board, from, to).ok_or_else(|| io::Error::other("there is no such jump"))?.over;
                writeln!(out, "{} {} {}", name(from), name(over), name(to))?;
            }
            Ok(())
        }
        "boards" | "reversed" => {
            let mut at = board.clone();
            let mut boards = vec![at.clone()];
            for by in answer {
                at.play(by).map_err(|why| illegal((boards.len() as u64, why)))?;
                boards.push(at.clone());
            }
            if notation == "reversed" {
                boards.reverse();
            }
            boards.iter().enumerate().try_for_each(|(number, board)| draw(board, number == 0, out))
        }
        _ => writeln!(out, "{}", line(&joined(&shown))),
    }
}

/// Returns the board as the triangle of the course. None if it has another shape.
pub fn as_triangle(board: &Board) -> Option<Triangle> {
    let shape = board.shape();
    let is_triangle =
        shape.geometry() == Geometry::Triangle && shape.holes() == NHOLES && shape.size().1 == 5;
    is_triangle.then(|| std::array::from_fn(|hole| board.shows(hole as u16)))
}

/// Draws a board: the triangle as the course draws it, others as rows with an empty line before all
/// but the first.
fn draw(board: &Board, is_first: bool, out: &mut dyn io::Write) -> io::Result<()> {
    match as_triangle(board) {
        Some(triangle) => course::draw(&triangle, out),
        None if is_first => write!(out, "{}", grid::rows_as_text(board)),
        None => write!(out, "\n{}", grid::rows_as_text(board)),
    }
}

/// Parsed moves as they are shown, with their lines, up to the first that is wrong.
#[derive(Default)]
struct ParsedMoves {
    moves: Vec<Move>,
    /// One more than there are moves, if there is a `why`.
    lines: Lines,
    why: Option<Illegal>,
}

impl ParsedMoves {
    /// Collects moves up to the first that is wrong. None if there is no move at all.
    fn of(all: impl Iterator<Item = (usize, Result<Move, Illegal>)>) -> Option<Self> {
        let mut parsed = Self::default();
        for (line, by) in all {
            parsed.lines.push(line);
            match by {
                Ok(by) => parsed.moves.push(by),
                Err(why) => {
                    parsed.why = Some(why);
                    break;
                }
            }
        }
        (!parsed.lines.is_empty()).then_some(parsed)
    }
}

/// Finds the answer in a text.
pub fn find_answer(board: &Board, text: &str) -> Found<Vec<Move>> {
    let mut lines: Vec<&str> = text.lines().collect();
    let drawn = drawn(board, &lines);
    drawn.iter().flat_map(|(_, drawn)| drawn).for_each(|&line| lines[line] = "");
    let parsed = dashed_moves(board, &lines)
        .or_else(|| worded_moves(board, &lines))
        .or_else(|| drawn_moves(board, &drawn));
    let parsed = parsed.or_else(|| triples(board, &lines));
    match parsed {
        Some(ParsedMoves { moves, why: Some(_), .. }) if moves.is_empty() && says_no_solution(text) => {
            Found::NoSolution
        }
        Some(parsed) => as_counted(board, parsed),
        None if says_no_solution(text) => Found::NoSolution,
        None => Found::Nothing,
    }
}

/// Returns whether the text says that there is no solution. The course has a sentence of its own
/// for that, below the boards that were drawn during the setup.
fn says_no_solution(text: &str) -> bool {
    claims_no_solution(text) || text.contains(crate::course::NO_SOLUTION)
}

/// Converts parsed moves to moves in the metric of the board.
fn as_counted(board: &Board, parsed: ParsedMoves) -> Found<Vec<Move>> {
    let (mut before, mut lines) = (Vec::new(), Lines::new());
    for (shown, line) in parsed.moves.iter().zip(&parsed.lines) {
        for by in jumps(shown) {
            lines.push(*line);
            if let Err(why) = board.jumps_of(&board.move_as_shown(&by)) {
                return counted(board, before, lines, Some(why));
            }
            before.push(by);
        }
    }
    lines.extend(parsed.lines.get(parsed.moves.len()));
    counted(board, before, lines, parsed.why)
}

fn counted(board: &Board, shown: Vec<Move>, lines: Lines, why: Option<Illegal>) -> Found<Vec<Move>> {
    let (shown, lines) = match board.metric {
        Metric::Jumps => (shown, lines),
        Metric::Moves => {
            let sweeps = joined(&shown);
            // The line of a sweep is that of its first jump.
            let mut first = 0;
            let mut of_sweeps = Lines::new();
            for by in &sweeps {
                of_sweeps.extend(lines.get(first));
                first += by.0.len() - 1;
            }
            of_sweeps.extend(lines.get(first));
            (sweeps, of_sweeps)
        }
    };
    let moves = shown.iter().map(|by| board.move_as_shown(by)).collect();
    match why {
        Some(why) => Found::Bad { before: moves, lines, why },
        None => Found::Answer(moves, lines),
    }
}

/// Finds moves that are words: `d2-d4`, `4->16`.
fn dashed_moves(board: &Board, lines: &[&str]) -> Option<ParsedMoves> {
    let of_line = |(number, line): (usize, &&str)| {
        let line = closed_up(line);
        let dashed_moves = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        dashed_moves.filter_map(|word| path(board, word)).map(|by| (number + 1, by)).collect::<Vec<_>>()
    };
    ParsedMoves::of(lines.iter().enumerate().flat_map(of_line))
}

/// Words that may stand beside the holes of a jump in words.
const JUMP_WORDS: [&str; 21] = [
    "jump", "jumps", "jumping", "move", "moves", "moving", "take", "peg", "the", "from", "hole", "over",
    "to", "and", "into", "onto", "landing", "lands", "land", "on", "in",
];

/// Finds jumps in words: `jump 9 over 8 landing on 7`, `11 over 7 to 4`, `d2 to d4`. A line with any
/// other word is none.
fn worded_moves(board: &Board, lines: &[&str]) -> Option<ParsedMoves> {
    const MARKS: [char; 9] = ['.', ',', ';', ':', '!', '(', ')', '"', '\''];
    let of_line = |line: &str| -> Option<Result<Move, Illegal>> {
        let mut words = line.split_whitespace().peekable();
        // `1. 11 over 7 to 4` begins with the number of a move.
        words.next_if(|word| {
            word.ends_with(['.', ')', ':']) && word.trim_end_matches(MARKS).parse::<u32>().is_ok()
        });
        let (mut names, mut is_over, mut is_to) = (Vec::new(), false, false);
        for word in words {
            let word = word.trim_matches(MARKS);
            let lower = word.to_ascii_lowercase();
            if JUMP_WORDS.contains(&lower.as_str()) {
                is_over |= lower == "over" && names.len() == 1;
                is_to |= !names.is_empty() && matches!(lower.as_str(), "to" | "into" | "onto" | "on" | "in");
            } else if is_hole(word) {
                names.push(word);
            } else {
                return None;
            }
        }
        let is_jump = is_to && names.len() == if is_over { 3 } else { 2 };
        is_jump.then(|| {
            let holes: Vec<u16> = names.iter().map(|name| hole(board, name)).collect::<Result<_, _>>()?;
            match holes[..] {
                [from, over, to] => triple(board, &holes).ok_or_else(|| {
                    let [from, over, to] = [from, over, to].map(|hole| board.name(hole));
                    Illegal::new(format!("there is no jump from {from} over {over} to {to}"))
                }),
                _ => Ok(Move(holes)),
            }
        })
    };
    let of_lines = (1..).zip(lines).filter_map(|(number, line)| Some((number, of_line(line)?)));
    ParsedMoves::of(of_lines)
}

/// Returns a line without the blanks in `d2 - d4` and `4 -> 16`. Numbers with a dash between blanks
/// are left alone: `1 - d2-d4` begins with the number of a move.
fn closed_up(line: &str) -> String {
    let dashed_moves: Vec<&str> = line.split_whitespace().collect();
    let is_arrow = |word: &str| word != "-" && with_dashes(word) == "-";
    let has_letter = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_end =
        |at: usize| dashed_moves.get(at).is_some_and(|word| is_hole(word.trim_end_matches([',', ';', '.'])));
    let mut closed = String::new();
    for (at, word) in dashed_moves.iter().enumerate() {
        let joins = |at: usize| {
            let between = dashed_moves[at];
            (between == "-" || is_arrow(between))
                && at > 0
                && is_hole(dashed_moves[at - 1])
                && is_end(at + 1)
                && (is_arrow(between) || has_letter(dashed_moves[at - 1]) && has_letter(dashed_moves[at + 1]))
        };
        if at > 0 && !joins(at) && !joins(at - 1) {
            closed.push(' ');
        }
        closed.push_str(word);
    }
    closed
}

/// Finds lines of three holes: from, over, to. None if no line has three holes of this board.
fn triples(board: &Board, lines: &[&str]) -> Option<ParsedMoves> {
    let is_between = |c: char| c.is_whitespace() || "{}()[],;".contains(c);
    let of_line = |line: &str| -> Option<Vec<String>> {
        let dashed_moves =
            line.split(is_between).filter(|word| !word.is_empty() && !word.ends_with(['.', ':']));
        let mut names: Vec<String> = dashed_moves.map(str::to_owned).collect();
        // `1) 11 7 4` begins with the number of a move.
        if names.len() % 3 == 1 && line.trim_start().find(')') == names.first().map(String::len) {
            names.remove(0);
        }
        let is_triple =
            !names.is_empty() && names.len().is_multiple_of(3) && names.iter().all(|name| is_hole(name));
        is_triple.then_some(names)
    };
    let all: Vec<(usize, Vec<String>)> =
        (1..).zip(lines).filter_map(|(number, line)| Some((number, of_line(line)?))).collect();
    let is_known = |names: &[String]| names.iter().all(|name| hole(board, name).is_ok());
    if !all.iter().any(|(_, names)| names.chunks(3).any(is_known)) {
        return None;
    }
    let by = |names: &[String]| {
        let holes: Vec<u16> = names.iter().map(|name| hole(board, name)).collect::<Result<_, _>>()?;
        triple(board, &holes).ok_or_else(|| {
            let [from, over, to] = [0, 1, 2].map(|at| board.name(holes[at]));
            Illegal::new(format!("there is no jump from {from} over {over} to {to}"))
        })
    };
    ParsedMoves::of(all.iter().flat_map(|(line, names)| names.chunks(3).map(move |names| (*line, by(names)))))
}

/// Finds the boards drawn in a text, in the form of the rules, with their line numbers, counted
/// from 0.
fn drawn(board: &Board, lines: &[&str]) -> Vec<(PegWords, Vec<usize>)> {
    let triangles = if as_triangle(board).is_some() { course::find_drawings(lines) } else { Vec::new() };
    let shown = match triangles.is_empty() {
        true => grid::find_positions(board, lines),
        false => triangles.into_iter().map(|(triangle, lines)| (pegs_of(&triangle), lines)).collect(),
    };
    shown.into_iter().map(|(pegs, lines)| (board.as_shown(&pegs), lines)).collect()
}

fn pegs_of(triangle: &[bool]) -> PegWords {
    let mut pegs = no_pegs(triangle.len());
    (0..triangle.len()).filter(|&hole| triangle[hole]).for_each(|hole| flip_peg(&mut pegs, hole));
    pegs
}

/// Reads drawn boards as an answer: those that follow the position; or, if it is the last, those
/// before it in reverse. Boards before an earlier drawing of the position belong to its setup.
fn drawn_moves(board: &Board, drawn: &[(PegWords, Vec<usize>)]) -> Option<ParsedMoves> {
    let is_start = |(pegs, _): &(PegWords, Vec<usize>)| pegs == board.pegs();
    let last = drawn.iter().rposition(is_start)?;
    let before = drawn[..last].iter().rposition(is_start).map_or(0, |first| first + 1);
    let way: Vec<&(PegWords, Vec<usize>)> = match &drawn[last + 1..] {
        [] => drawn[before..last].iter().rev().collect(),
        after => after.iter().collect(),
    };
    if way.is_empty() {
        // The position is drawn twice: it is solved, or nothing was played.
        return (before > 0).then(ParsedMoves::default);
    }
    let mut at = board.clone();
    // Several jumps of one peg may be one step; in backward play each jump has a board of its own.
    at.metric = if board.backward { Metric::Jumps } else { Metric::Moves };
    let steps = way.into_iter().map(|(next, lines)| {
        let by = at.moves().into_iter().find(|by| {
            let mut after = at.clone();
            after.play(by).is_ok() && after.pegs() == next
        });
        let line = lines.first().map_or(0, |line| line + 1);
        (line, step(&mut at, by, next))
    });
    ParsedMoves::of(steps)
}

fn step(at: &mut Board, by: Option<Move>, next: &PegWords) -> Result<Move, Illegal> {
    let by = by.ok_or_else(|| Illegal::new("no jump leads to the board that is drawn next"))?;
    *at = at.with_pegs(next.clone());
    Ok(at.move_as_shown(&by))
}
