//! Blackout instances as facts for an answer set solver:
//!
//! ```text
//! cell(1..4,1..4).             the cells, by column and row; any set of them
//! black(2,2). black(2,4).      those that are black at the start; all others are white
//! time(1..4).                  the turns, whose number is exact
//! ```
//!
//! White cells are lights that are on. Facts are read as clingo reads them; other predicates are
//! ignored, and statements that are no facts are refused.

mod program;
mod scan;
mod terms;

use std::collections::HashMap;
use std::io;

use fewest_core::{Fault, Room, Source, Span, Written};

use crate::rules::{Graph, GraphBoard, Neighbourhood, Press};
use program::{FactCost, GroundFact, Program};
use terms::Value;

/// The name of the format.
pub const ID: &str = "facts";

/// Whether the text is Blackout: by its predicates, or because the file is named as a logic
/// program.
pub fn looks_like(source: &Source) -> bool {
    let predicates = [b"cell(".as_slice(), b"black(", b"time("];
    source.name.ends_with(".lp")
        || source.lines().any(|line| {
            let fact = line.bytes.trim_ascii_start();
            predicates.iter().any(|predicate| fact.starts_with(predicate))
        })
}

/// A cell takes its place, its edges while they are found, and its light.
const OF_CELL: FactCost = FactCost { bytes: 112, values: false };
/// A fact that may be denied is kept as text.
const AS_TEXT: FactCost = FactCost { bytes: 160, values: true };

/// The parsed facts of a program.
#[derive(Default)]
struct ParsedFacts {
    cells: Vec<Press>,
    black: Vec<Press>,
    /// The position of a statement about black cells, and the index of the first of them.
    black_at: Vec<(Span, usize)>,
    times: Vec<i64>,
    time_at: Option<Span>,
}

/// Reads a board from sources that belong together, within `room`. Returns it with warnings.
///
/// # Errors
/// The first mistake, with its position.
pub fn read(sources: &[Source], room: Room) -> Result<(GraphBoard, Vec<Fault>), Fault> {
    let mut parsed = ParsedFacts::default();
    let wanted =
        |name: &str, arguments| [("cell", 2), ("black", 2), ("time", 1)].contains(&(name, arguments));
    let program = Program::read(sources, room)?;
    program.ground(&wanted, OF_CELL, &mut |fact| parsed.add_fact(fact))?;
    if let Some(fault) = contradiction_in(&program)? {
        return Err(fault);
    }
    let turns = parsed.turns()?;
    if parsed.cells.is_empty() {
        return Err(
            Fault::new("there are no cells").remedy("facts such as `cell(1,1).` say which cells there are")
        );
    }
    let graph = Graph::plus(std::mem::take(&mut parsed.cells));
    let mut lit = vec![true; graph.len()];
    let mut warnings = Vec::new();
    for (number, &(at, first)) in parsed.black_at.iter().enumerate() {
        let last = parsed.black_at.get(number + 1).map_or(parsed.black.len(), |next| next.1);
        let mut elsewhere = Vec::new();
        for &place in &parsed.black[first..last] {
            match graph.number(place) {
                Some(light) => lit[light] = false,
                None => elsewhere.push(place),
            }
        }
        warnings.extend(left_out(&elsewhere, at));
    }
    Ok((GraphBoard::new(graph, &lit, Some(turns)).drawn_by(Neighbourhood::plus(), None), warnings))
}

/// Returns a fact that is both stated and denied, as in `foo. -foo.`; None if there is none. A
/// program with one has no answer.
///
/// # Errors
/// What else is wrong with the program.
pub fn contradiction(sources: &[Source], room: Room) -> Result<Option<Fault>, Fault> {
    contradiction_in(&Program::read(sources, room)?)
}

fn contradiction_in(program: &Program) -> Result<Option<Fault>, Fault> {
    let denied = program.denied();
    let wanted = |name: &str, _| denied.contains(name.strip_prefix('-').unwrap_or(name));
    let (mut stated, mut found) = (HashMap::new(), None);
    if !denied.is_empty() {
        program.ground(&wanted, AS_TEXT, &mut |fact| {
            let values: Vec<String> = fact.values.iter().map(ToString::to_string).collect();
            let (name, is_denied) = match fact.name.strip_prefix('-') {
                Some(name) => (name, true),
                None => (fact.name, false),
            };
            let first = *stated.entry((name.to_owned(), values)).or_insert(is_denied);
            if first != is_denied && found.is_none() {
                let what =
                    format!("`{name}` is both asserted and denied of the same terms, so there is no answer");
                found = Some(Fault::new(what).at(fact.at).remedy("take one of the facts out"));
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// Writes all facts as they are when variables and ranges are gone, one per line, each once.
///
/// # Errors
/// The first mistake, with its position; or those of the writer.
pub fn write_ground(
    sources: &[Source],
    room: Room,
    out: &mut dyn io::Write,
) -> io::Result<Result<(), Fault>> {
    let mut lines: Vec<String> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    let ground = Program::read(sources, room).and_then(|program| {
        program.ground(&|_, _| true, AS_TEXT, &mut |fact| {
            let values: Vec<String> = fact.values.iter().map(ToString::to_string).collect();
            let line = match values.is_empty() {
                true => format!("{}.", fact.name),
                false => format!("{}({}).", fact.name, values.join(",")),
            };
            if seen.insert(line.clone()) {
                lines.push(line);
            }
            Ok(())
        })
    });
    if let Err(fault) = ground {
        return Ok(Err(fault));
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map(Ok)
}

/// Whether these files are one instance: all are facts, and one of them has no cells of its own.
pub fn are_one(sources: &[Source]) -> bool {
    let has_cells = |source: &Source| {
        source.bytes.windows(5).any(|window| window == b"cell(")
            || source.bytes.windows(6).any(|w| w == b"cell (")
    };
    sources.len() > 1
        && sources.iter().all(looks_like)
        && sources.iter().any(has_cells)
        && !sources.iter().all(has_cells)
}

fn left_out(places: &[Press], at: Span) -> Option<Fault> {
    let Press { x, y } = places.first()?;
    let others = match places.len() - 1 {
        0 => String::new(),
        more => format!(", nor are {more} others"),
    };
    let fault = Fault::new(format!("({x},{y}) is black but no cell{others}; it was left out"));
    Some(fault.at(at).remedy("name it in a fact of `cell` too"))
}

impl ParsedFacts {
    fn add_fact(&mut self, fact: &GroundFact<'_>) -> Result<(), Fault> {
        let number = |value: &Value| match value {
            Value::Number(number) => Ok(*number),
            other => Err(Fault::new(format!("`{other}` is not a whole number"))
                .at(fact.at)
                .remedy(format!("`{}` takes whole numbers", fact.name))),
        };
        match (fact.name, fact.values) {
            ("cell", [x, y]) => self.cells.push(Press { x: number(x)?, y: number(y)? }),
            ("black", [x, y]) => {
                if self.black_at.last().is_none_or(|last| last.0 != fact.at) {
                    self.black_at.push((fact.at, self.black.len()));
                }
                self.black.push(Press { x: number(x)?, y: number(y)? });
            }
            ("time", [turn]) => {
                self.times.push(number(turn)?);
                self.time_at = Some(self.time_at.unwrap_or(fact.at));
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the number of turns, which must be 1, 2, 3 and so on.
    fn turns(&mut self) -> Result<u64, Fault> {
        self.times.sort_unstable();
        self.times.dedup();
        let fault = |what: String| {
            let fault = Fault::new(what).remedy("`time(1..4).` says that there are four turns");
            self.time_at.map_or(fault.clone(), |at| fault.at(at))
        };
        match (1..).zip(&self.times).find(|(expected, turn)| expected != *turn) {
            None => Ok(self.times.len() as u64),
            Some((_, turn @ ..1)) => {
                Err(fault(format!("there is a turn {turn}, but turns are counted from 1")))
            }
            Some((expected, turn)) => Err(fault(format!("there is a turn {turn} but no turn {expected}"))),
        }
    }
}

/// Writes a board as facts.
///
/// # Errors
/// Those of the writer.
pub fn write(board: &GraphBoard, out: &mut dyn io::Write) -> io::Result<Written> {
    let places = board.graph().places();
    let Some(turns) = board.turns() else {
        return Ok(Written::No("facts say in how many turns; this board does not".to_owned()));
    };
    if *board.graph() != Graph::plus(places.to_vec()) {
        return Ok(Written::No("facts are for boards where a press changes its neighbours".to_owned()));
    }
    let list = |name: &str, chosen: &dyn Fn(usize) -> bool, out: &mut dyn io::Write| {
        let mut row = None;
        for (_, place) in places.iter().enumerate().filter(|(number, _)| chosen(*number)) {
            let gap = if row == Some(place.y) {
                " "
            } else if row.is_some() {
                "\n"
            } else {
                ""
            };
            write!(out, "{gap}{name}({},{}).", place.x, place.y)?;
            row = Some(place.y);
        }
        if row.is_some() { writeln!(out) } else { Ok(()) }
    };
    list("cell", &|_| true, out)?;
    list("black", &|number| !board.is_lit(number), out)?;
    if turns > 0 {
        writeln!(out, "time(1..{turns}).")?;
    }
    Ok(Written::Yes)
}

#[cfg(test)]
mod tests;
