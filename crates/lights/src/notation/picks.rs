//! Answers as an answer set solver writes them: `switch(2,1,1) switch(4,2,2)`, a column, a row and
//! a turn each. The atoms stand in any order; the turn gives the order of picks.

use std::io;
use std::ops::ControlFlow;

use fewest_core::Illegal;

use crate::rules::{Press, Presses};

/// Writes the picks on one line.
///
/// # Errors
/// Those of the writer.
pub fn write(answer: &Presses, out: &mut dyn io::Write) -> io::Result<()> {
    let mut turn = 0_u64;
    let mut result = Ok(());
    answer.each(&mut |Press { x, y }| {
        let gap = if turn > 0 { " " } else { "" };
        turn += 1;
        result = write!(out, "{gap}switch({x},{y},{turn})");
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    result?;
    writeln!(out)
}

/// Finds picks in a text, for example in the output of clingo; of several answers the first.
/// Returns None if there are none.
///
/// # Errors
/// A turn without a pick, or with several: the picks of the turns before, and what is wrong.
pub fn find(text: &str) -> Result<Option<Vec<Press>>, (Vec<Press>, Illegal)> {
    let mut picks: Vec<(i64, Press)> = atoms(first_answer(text));
    if picks.is_empty() {
        return Ok(None);
    }
    picks.sort_by_key(|(turn, _)| *turn);
    picks.dedup(); // a set has no repetitions
    for (before, &(turn, _)) in picks.iter().enumerate() {
        let expected = before as i64 + 1;
        if turn != expected {
            let several = picks.iter().filter(|pick| pick.0 == turn).count() > 1;
            let what = if several {
                format!("turn {turn} has several picks")
            } else {
                format!("turn {expected} has no pick")
            };
            return Err((picks[..before].iter().map(|&(_, press)| press).collect(), Illegal::new(what)));
        }
    }
    Ok(Some(picks.into_iter().map(|(_, press)| press).collect()))
}

/// Whether the text is a solver's answer without any atom: solved in no turns.
pub fn is_empty_answer(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "SATISFIABLE") || text.contains("\"Result\": \"SATISFIABLE\"")
}

/// Returns the first answer in a solver's output; any other text as it is.
fn first_answer(text: &str) -> &str {
    if let Some((_, after)) = text.split_once("\"Value\"") {
        return after.split_once(']').map_or(after, |(value, _)| value);
    }
    let mut lines = text.split_inclusive('\n');
    match lines.find(|line| line.starts_with("Answer:")) {
        Some(_) => lines.next().unwrap_or(""),
        None => text,
    }
}

/// Returns every `switch(x,y,t)` as (t, press).
fn atoms(text: &str) -> Vec<(i64, Press)> {
    let atom = |(at, name): (usize, &str)| {
        let inside = text[at + name.len()..].trim_start().strip_prefix('(')?.split_once(')')?.0;
        let mut numbers = inside.split(',').map(coordinate);
        let (x, y, turn) = (numbers.next()??, numbers.next()??, numbers.next()??);
        numbers.next().is_none().then_some((turn, Press { x, y }))
    };
    text.match_indices("switch").filter_map(atom).collect()
}

/// Reads a whole number; None if it is none. A number that is too large becomes the largest or
/// least `i64`, which is outside every board too.
pub fn coordinate(text: &str) -> Option<i64> {
    use std::num::IntErrorKind::{NegOverflow, PosOverflow};
    match text.trim().parse::<i64>() {
        Ok(number) => Some(number),
        Err(error) if *error.kind() == PosOverflow => Some(i64::MAX),
        Err(error) if *error.kind() == NegOverflow => Some(i64::MIN),
        Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(i64, i64)> {
        let picks = find(text).expect("good picks").expect("some picks");
        picks.iter().map(|pick| (pick.x, pick.y)).collect()
    }

    #[test]
    fn picks_are_ordered_by_turn_and_written_again() {
        let seed = "switch(2,1,1) switch(4,2,2) switch(1,3,3) switch(3,2,4)";
        assert_eq!(found(seed), [(2, 1), (4, 2), (1, 3), (3, 2)]);
        assert_eq!(found("switch(1,-3,2). switch ( 2 , 1 , 1 ).\n"), [(2, 1), (1, -3)]);
        let mut text = Vec::new();
        write(&Presses::List(find(seed).unwrap().unwrap()), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), format!("{seed}\n"));
    }

    #[test]
    fn of_several_answers_the_first_counts() {
        let clingo =
            "Solving...\nAnswer: 1 (Time: 0.009s)\nswitch(1,2,1)\nAnswer: 2\nswitch(2,2,1)\nSATISFIABLE\n";
        assert_eq!(found(clingo), [(1, 2)]);
        let json =
            r#"{"Witnesses": [{"Value": ["switch(1,2,1)", "switch(3,3,2)"]}, {"Value": ["switch(2,2,1)"]}]}"#;
        assert_eq!(found(json), [(1, 2), (3, 3)]);
    }

    #[test]
    fn turns_have_one_pick_each() {
        let fault = |text| find(text).unwrap_err();
        let first = vec![Press { x: 1, y: 1 }];
        let several = fault("switch(1,1,1) switch(2,2,1)");
        assert_eq!(several, (first.clone(), Illegal::new("turn 1 has several picks")));
        assert_eq!(fault("switch(1,1,1) switch(2,2,3)"), (first, Illegal::new("turn 2 has no pick")));
        assert_eq!(fault("switch(1,1,0)"), (Vec::new(), Illegal::new("turn 1 has no pick")));
        assert_eq!(find("switch(1,1) switch(a,b,c) switchboard").unwrap(), None);
    }

    #[test]
    fn an_empty_answer_is_an_answer() {
        assert!(is_empty_answer("Answer: 1\n\nSATISFIABLE\n") && !is_empty_answer("UNSATISFIABLE\n"));
    }
}
