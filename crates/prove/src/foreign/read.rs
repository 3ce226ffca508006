//! Puzzles in the text format of the checker as facts and operations.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Becomes, Literal, Model, Operation};

/// The most operations, and the most clauses of a goal.
const MOST: usize = 20_000;

/// Reads a puzzle. `None` if its moves are not written as operations: see `docs/proofs.md`.
pub(crate) fn read(puzzle: &str) -> Option<Model> {
    let lines: Vec<&str> =
        puzzle.lines().filter(|line| !line.is_empty() && !line.starts_with("* ")).collect();
    match lines[..] {
        ["fewest puzzle 1", "tiles steps", ref rest @ ..] => tiles(rest, false),
        ["fewest puzzle 1", "tiles lines", ref rest @ ..] => tiles(rest, true),
        ["fewest puzzle 1", "blocks steps", ref rest @ ..] => blocks(rest, false),
        ["fewest puzzle 1", "blocks slides", ref rest @ ..] => blocks(rest, true),
        ["fewest puzzle 1", "pegs jumps", ref rest @ ..] => pegs(rest, false),
        ["fewest puzzle 1", "pegs moves", ref rest @ ..] => pegs(rest, true),
        ["fewest puzzle 1", "lights presses", ref rest @ ..] => lights(rest),
        _ => None,
    }
}

fn numbers(words: &str) -> Option<Vec<usize>> {
    words.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn pairs(words: &str) -> Option<Vec<(i64, i64)>> {
    let pair = |word: &str| {
        let (one, other) = word.split_once(',')?;
        Some((one.parse().ok()?, other.parse().ok()?))
    };
    words.split_whitespace().map(pair).collect()
}

/// Operations without doubles; `None` if there are too many.
fn distinct(operations: BTreeSet<Operation>) -> Option<Vec<Operation>> {
    (operations.len() <= MOST).then(|| operations.into_iter().collect())
}

fn tiles(lines: &[&str], is_line: bool) -> Option<Model> {
    let line = |name: &str| numbers(lines.iter().find_map(|line| line.strip_prefix(name))?);
    let (size, start, goal) = (line("size ")?, line("start ")?, line("goal ")?);
    let &[rows, columns] = &size[..] else { return None };
    let cells = rows * columns;
    let fact = |cell: usize, tile: usize| cell * cells + tile;
    let facts = (0..cells * cells).map(|fact| format!("tile {} on cell {}", fact % cells, fact / cells));
    let groups = (0..cells).map(|cell| ((0..cells).map(|tile| fact(cell, tile) as u32).collect(), 1));
    let mut operations = BTreeSet::new();
    for gap in 0..cells {
        let (row, column) = (gap / columns, gap % columns);
        let ways: [(usize, isize); 4] = [
            (row, -columns.cast_signed()),
            (rows - 1 - row, columns.cast_signed()),
            (column, -1),
            (columns - 1 - column, 1),
        ];
        for (room, step) in ways {
            let mut changes = Vec::new();
            let mut here = gap;
            for _ in 0..if is_line { room } else { room.min(1) } {
                let next = here.wrapping_add_signed(step);
                // The tile of the next cell comes here, and the gap goes there.
                changes.extend((1..cells).map(|tile| (fact(here, tile), fact(next, tile))));
                here = next;
                let copied = changes.iter().map(|&(to, from)| (to as u32, Becomes::Same(from as u32)));
                let mut changes: Vec<(u32, Becomes)> = copied.collect();
                changes.push((fact(gap, 0) as u32, Becomes::Off));
                changes.push((fact(here, 0) as u32, Becomes::On));
                changes.extend((1..cells).map(|tile| (fact(here, tile) as u32, Becomes::Off)));
                operations.insert(Operation { needs: vec![Literal::yes(fact(gap, 0))], changes });
            }
        }
    }
    let mut first = vec![false; cells * cells];
    start.iter().enumerate().for_each(|(cell, &tile)| first[fact(cell, tile)] = true);
    let goal = goal.iter().enumerate().map(|(cell, &tile)| vec![Literal::yes(fact(cell, tile))]).collect();
    Some(Model::new(facts.collect(), groups.collect(), distinct(operations)?, first, goal))
}

/// The corner of a piece, or a cell: row and column.
type Cell = (i64, i64);

/// Pieces that are alike.
struct Kind {
    ways: &'static [Cell],
    shape: Vec<Cell>,
    corners: Vec<Cell>,
    /// The fact for each place.
    places: BTreeMap<Cell, usize>,
}

impl Kind {
    fn cells(&self, (row, column): Cell) -> impl Iterator<Item = Cell> {
        self.shape.iter().map(move |at| (row + at.0, column + at.1))
    }
}

fn blocks(lines: &[&str], is_slide: bool) -> Option<Model> {
    let (mut size, mut walls, mut gates) = ((0, 0), BTreeSet::new(), BTreeSet::new());
    let (mut written, mut goals) = (Vec::new(), Vec::new());
    for line in lines {
        match line.split_once(' ')? {
            ("grid", rest) => size = *pairs(&rest.replacen(' ', ",", 1))?.first()?,
            ("wall", rest) => walls.extend(pairs(rest)?),
            ("gate", rest) => gates.extend(pairs(rest)?),
            ("pieces", rest) => written.push(rest),
            ("goal", rest) => goals.push(rest.split_once("at ")?),
            _ => return None,
        }
    }
    let mut facts = Vec::new();
    let mut kinds = Vec::new();
    for (number, rest) in written.into_iter().enumerate() {
        let mut words = rest.splitn(3, ' ');
        let (directions, shape, corners) = (words.next()?, words.next()?, pairs(words.next()?)?);
        let (passes, name) = (directions.ends_with('+'), directions.trim_end_matches('+'));
        let ways: &[Cell] = match name {
            "both" => &[(-1, 0), (1, 0), (0, -1), (0, 1)],
            "vertical" => &[(-1, 0), (1, 0)],
            "horizontal" => &[(0, -1), (0, 1)],
            _ => &[],
        };
        let rows = (0..).zip(shape.split('/'));
        let cells =
            rows.flat_map(|(row, text)| (0..).zip(text.bytes()).map(move |(column, c)| ((row, column), c)));
        let shape = cells.filter(|&(_, c)| c == b'#').map(|(cell, _)| cell).collect();
        let mut kind = Kind { ways, shape, corners, places: BTreeMap::new() };
        let is_free = |cell: Cell| {
            (0..size.0).contains(&cell.0)
                && (0..size.1).contains(&cell.1)
                && !walls.contains(&cell)
                && (passes || !gates.contains(&cell))
        };
        let mut open = kind.corners.clone();
        let mut found: BTreeSet<Cell> = open.iter().copied().collect();
        while let Some((row, column)) = open.pop() {
            for way in kind.ways {
                let next = (row + way.0, column + way.1);
                if kind.cells(next).all(is_free) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        for place in found {
            kind.places.insert(place, facts.len());
            facts.push(format!("a piece of line {number} at {},{}", place.0, place.1));
        }
        kinds.push(kind);
    }
    let mut covers: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    for kind in &kinds {
        for (&place, &fact) in &kind.places {
            kind.cells(place).for_each(|cell| covers.entry(cell).or_default().push(fact));
        }
    }
    let mut operations = BTreeSet::new();
    let mut start = vec![false; facts.len()];
    let mut groups = Vec::new();
    for kind in &kinds {
        kind.corners.iter().for_each(|corner| start[kind.places[corner]] = true);
        groups.push((kind.places.values().map(|&fact| fact as u32).collect(), kind.corners.len()));
        for (&from, &fact) in &kind.places {
            for way in kind.ways {
                let (mut at, mut blockers) = (from, BTreeSet::new());
                while let Some((&to, &arrives)) = kind.places.get_key_value(&(at.0 + way.0, at.1 + way.1)) {
                    at = to;
                    let entered = kind.cells(at).filter(|&cell| kind.cells(from).all(|own| own != cell));
                    blockers.extend(entered.flat_map(|cell| &covers[&cell]).copied());
                    blockers.remove(&fact);
                    let mut needs = vec![Literal::yes(fact)];
                    needs.extend(blockers.iter().map(|&fact| Literal::no(fact)));
                    let changes = vec![(fact as u32, Becomes::Off), (arrives as u32, Becomes::On)];
                    operations.insert(Operation { needs, changes });
                    if !is_slide {
                        break;
                    }
                }
            }
        }
    }
    let mut goal = Vec::new();
    for (who, at) in goals {
        let at: BTreeSet<Cell> = pairs(at)?.into_iter().collect();
        let who = if who.trim().is_empty() { Vec::new() } else { numbers(who)? };
        let places = who.iter().filter_map(|&kind| kinds.get(kind)).flat_map(|kind| &kind.places);
        goal.push(places.filter(|(place, _)| at.contains(place)).map(|(_, &f)| Literal::yes(f)).collect());
    }
    Some(Model::new(facts, groups, distinct(operations)?, start, goal))
}

/// A jump: the holes that a peg leaves, jumps over, and lands on.
type Jump = [usize; 3];

fn pegs(lines: &[&str], is_sweep: bool) -> Option<Model> {
    let holes = |name: &str| {
        let rows = (0..).zip(lines.iter().filter_map(|line| line.strip_prefix(name)));
        let cells = rows.flat_map(|(row, text)| (0..).zip(text.bytes()).map(move |at| (row, at)));
        let holes = cells.filter(|&(_, (_, sign))| sign != b'.');
        holes.map(|(row, (column, sign))| ((column, row), sign == b'x')).collect::<Vec<(Cell, bool)>>()
    };
    let line = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name));
    let (start, end, directions) = (holes("row "), holes("end "), pairs(line("directions ")?)?);
    let number: BTreeMap<Cell, usize> =
        start.iter().enumerate().map(|(number, &(place, _))| (place, number)).collect();
    let mut jumps: Vec<Vec<Jump>> = vec![Vec::new(); start.len()];
    for (from, &((column, row), _)) in start.iter().enumerate() {
        for &(right, down) in &directions {
            let beyond = |steps: i64| number.get(&(column + steps * right, row + steps * down));
            if let (Some(&over), Some(&to)) = (beyond(1), beyond(2)) {
                jumps[from].push([from, over, to]);
            }
        }
    }
    let mut operations = BTreeSet::new();
    for from in 0..start.len() {
        sweeps(&jumps, from, &mut BTreeMap::new(), is_sweep, &mut operations)?;
    }
    let all = 0..start.len();
    let goal = match line("goal ")?.split_once(' ') {
        None if line("goal ") == Some("one") => at_most(1, start.len())?,
        None if line("goal ") == Some("stuck") => {
            let stuck = |jump: &Jump| vec![Literal::no(jump[0]), Literal::no(jump[1]), Literal::yes(jump[2])];
            jumps.iter().flatten().map(stuck).collect()
        }
        None => all.map(|hole| vec![Literal { fact: hole as u32, holds: end[hole].1 }]).collect(),
        Some((_, most)) => at_most(most.parse().ok()?, start.len())?,
    };
    let facts = start.iter().map(|&((column, row), _)| format!("a peg at {column},{row}")).collect();
    let start = start.iter().map(|&(_, peg)| peg).collect();
    Some(Model::new(facts, Vec::new(), distinct(operations)?, start, goal))
}

/// Adds the moves of the peg in a hole, which has changed these holes before: whether each was full
/// at first and is now.
fn sweeps(
    jumps: &[Vec<Jump>],
    from: usize,
    seen: &mut BTreeMap<usize, (bool, bool)>,
    is_sweep: bool,
    out: &mut BTreeSet<Operation>,
) -> Option<()> {
    for jump in &jumps[from] {
        let pegs = jump.iter().zip([true, true, false]);
        if pegs.clone().any(|(hole, peg)| seen.get(hole).is_some_and(|&(_, now)| now != peg)) {
            continue;
        }
        let before = seen.clone();
        for (&hole, peg) in pegs {
            seen.entry(hole).or_insert((peg, peg)).1 = !peg;
        }
        let needs =
            seen.iter().map(|(&hole, &(first, _))| Literal { fact: hole as u32, holds: first }).collect();
        let changed = seen.iter().filter(|(_, (first, now))| first != now);
        let changes = changed
            .map(|(&hole, &(_, now))| (hole as u32, if now { Becomes::On } else { Becomes::Off }))
            .collect();
        out.insert(Operation { needs, changes });
        if out.len() > MOST {
            return None;
        }
        if is_sweep {
            sweeps(jumps, jump[2], seen, is_sweep, out)?;
        }
        *seen = before;
    }
    Some(())
}

/// Returns clauses that at most this number of facts hold: of each larger set one does not.
fn at_most(most: usize, facts: usize) -> Option<Vec<Vec<Literal>>> {
    let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..=most {
        let longer = |set: &Vec<usize>| {
            let set = set.clone();
            (set.last().map_or(0, |last| last + 1)..facts).map(move |one| [&set[..], &[one]].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
        if sets.len() > MOST {
            return None;
        }
    }
    Some(sets.into_iter().map(|set| set.into_iter().map(Literal::no).collect()).collect())
}

/// Lights without turns.
fn lights(lines: &[&str]) -> Option<Model> {
    let board = super::parity::Board::read(lines)?;
    let (lights, colours) = (board.levels.len(), board.colours);
    let is_plain = colours == 2;
    let fact = |light: usize, level: usize| if is_plain { light } else { light * colours + level };
    let mut operations = BTreeSet::new();
    for press in &board.presses {
        let mut changes = Vec::new();
        for &light in press {
            if is_plain {
                changes.push((light as u32, Becomes::Opposite));
            } else {
                let shift = |level: usize| {
                    let from = fact(light, (level + colours - 1) % colours) as u32;
                    (fact(light, level) as u32, Becomes::Same(from))
                };
                changes.extend((0..colours).map(shift));
            }
        }
        operations.insert(Operation { needs: Vec::new(), changes });
    }
    let dark = |light: usize| if is_plain { Literal::no(light) } else { Literal::yes(fact(light, 0)) };
    let goal = (0..lights).map(|light| vec![dark(light)]).collect();
    if is_plain {
        let facts = (0..lights).map(|light| format!("light {light} is lit")).collect();
        let start = board.levels.iter().map(|&level| level == 1).collect();
        return Some(Model::new(facts, Vec::new(), distinct(operations)?, start, goal));
    }
    let each = (0..lights).flat_map(|light| (0..colours).map(move |level| (light, level)));
    let facts = each.clone().map(|(light, level)| format!("light {light} has colour {level}")).collect();
    let start = each.map(|(light, level)| board.levels[light] == level).collect();
    let groups = (0..lights).map(|light| ((0..colours).map(|l| fact(light, l) as u32).collect(), 1));
    Some(Model::new(facts, groups.collect(), distinct(operations)?, start, goal))
}
