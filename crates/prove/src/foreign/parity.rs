//! Form A for lights of two colours: the order of presses does not matter, so a solution is a set of
//! presses in which each light is changed as often as its colour says, modulo 2.
//!
//! For each light the problem says `presses + colour = 2 * halves`, and that the presses are at most
//! one fewer than claimed. From sums of these equations the proof derives, by division by 2 and
//! rounding up, what each press is for given values of the free ones, and counts.

use std::io::Write;

use super::Files;
use crate::Unproven;

/// A board of lights without turns.
pub(crate) struct Board {
    pub(crate) colours: usize,
    pub(crate) levels: Vec<usize>,
    /// The lights that each press changes.
    pub(crate) presses: Vec<Vec<usize>>,
}

impl Board {
    /// Reads the lines after the first two. `None` for boards with turns.
    pub(crate) fn read(lines: &[&str]) -> Option<Self> {
        let (mut board, mut width) = (Self { colours: 2, levels: Vec::new(), presses: Vec::new() }, None);
        for line in lines {
            match line.split_once(' ')? {
                ("colours", colours) => board.colours = colours.parse().ok()?,
                ("row", row) => {
                    width = Some(row.len());
                    board.levels.extend(row.bytes().map(|digit| usize::from(digit - b'0')));
                }
                ("levels", levels) => {
                    let levels: Result<Vec<usize>, _> = levels.split(' ').map(str::parse).collect();
                    board.levels.extend(levels.ok()?);
                }
                ("press", press) => {
                    let lights = press.split_once(':')?.1.split_whitespace().map(str::parse);
                    board.presses.push(lights.collect::<Result<_, _>>().ok()?);
                }
                _ => return None,
            }
        }
        if let Some(width) = width {
            let height = board.levels.len() / width;
            let cells = 0..board.levels.len();
            board.presses = cells.map(|at| crate::algebra::neighbours(at, width, height)).collect();
        }
        Some(board)
    }
}

/// The most lines of a proof that lists what each press is.
const MOST_LINES: u64 = 400_000;

/// A row of the system: the coefficients of the presses, the colour, and the lights that were added.
#[derive(Clone)]
struct Row {
    presses: Vec<bool>,
    colour: bool,
    lights: Vec<bool>,
}

impl Row {
    fn add(&mut self, other: &Self) {
        let add = |to: &mut [bool], from: &[bool]| to.iter_mut().zip(from).for_each(|(to, from)| *to ^= from);
        add(&mut self.presses, &other.presses);
        add(&mut self.lights, &other.lights);
        self.colour ^= other.colour;
    }
}

/// The numbers of the two constraints of a sum of lights.
#[derive(Clone, Copy)]
struct Sum {
    at_least: usize,
    at_most: usize,
}

/// Writes lines of a proof and numbers them.
struct Proof<'w> {
    out: &'w mut dyn Write,
    last: usize,
}

impl Proof<'_> {
    fn line(&mut self, line: &str) -> Result<usize, Unproven> {
        writeln!(self.out, "{line};")?;
        self.last += 1;
        Ok(self.last)
    }

    /// Adds the equations of some lights.
    fn sum(&mut self, lights: &[bool]) -> Result<Sum, Unproven> {
        let mut add = |offset: usize| {
            let all = lights.iter().enumerate().filter(|(_, is)| **is).map(|(light, _)| 2 * light + offset);
            let mut line = "pol".to_owned();
            for (number, id) in all.enumerate() {
                line += &if number == 0 { format!(" {id}") } else { format!(" {id} +") };
            }
            self.line(&line)
        };
        Ok(Sum { at_least: add(1)?, at_most: add(2)? })
    }

    /// Derives that these presses have not these values together, whose number is of the wrong parity.
    fn exclude(&mut self, sum: Sum, values: &[(usize, bool)]) -> Result<usize, Unproven> {
        let axioms = |holds: bool| {
            let sign = if holds { "~" } else { "" };
            let these = values.iter().filter(move |&&(_, value)| value == holds);
            these.map(move |(press, _)| format!(" {sign}p{press} +")).collect::<String>()
        };
        let (of_true, of_false) = (axioms(true), axioms(false));
        self.line(&format!("pol {}{of_true} 2 d {}{of_false} 2 d +", sum.at_least, sum.at_most))
    }
}

/// Writes the problem and its proof.
pub(crate) fn write(
    board: &Board,
    claim: Option<u64>,
    files: &mut Files<'_>,
    poll: &mut dyn FnMut() -> Result<(), Unproven>,
) -> Result<(), Unproven> {
    let presses = board.presses.len();
    let mut rows: Vec<Row> = (0..board.levels.len())
        .map(|light| Row {
            presses: board.presses.iter().map(|changed| changed.contains(&light)).collect(),
            colour: board.levels[light] == 1,
            lights: (0..board.levels.len()).map(|other| other == light).collect(),
        })
        .collect();
    // The problem.
    let mut body = String::new();
    let mut halves = 0;
    for row in &rows {
        let these: Vec<usize> = (0..presses).filter(|&press| row.presses[press]).collect();
        let level = i64::from(row.colour);
        let count = (these.len() + usize::from(row.colour)) / 2;
        for sign in [1, -1] {
            these.iter().for_each(|press| body += &format!("{sign:+} p{press} "));
            (halves..halves + count).for_each(|half| body += &format!("{:+} h{half} ", -2 * sign));
            body += &format!(">= {} ;\n", -sign * level);
        }
        halves += count;
    }
    if let Some(moves) = claim {
        (0..presses).for_each(|press| body += &format!("-1 p{press} "));
        body += &format!(">= {} ;\n", 1 - moves.cast_signed());
    }
    let constraints = body.matches('\n').count();
    let problem = &mut files.problem;
    writeln!(problem, "* #variable= {} #constraint= {constraints}", presses + halves)?;
    writeln!(problem, "* p: the presses; h: half of the presses that change a light, and its colour")?;
    problem.write_all(body.as_bytes())?;
    // The proof.
    let mut pivots: Vec<usize> = Vec::new();
    for press in 0..presses {
        let done = pivots.len();
        let Some(with) = (done..rows.len()).find(|&row| rows[row].presses[press]) else { continue };
        rows.swap(done, with);
        let pivot = rows[done].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number != done && row.presses[press] {
                row.add(&pivot);
            }
        }
        pivots.push(press);
        poll()?;
    }
    writeln!(files.proof, "pseudo-Boolean proof version 3.0\nf {constraints};")?;
    let mut proof = Proof { out: &mut *files.proof, last: constraints };
    let odd = rows[pivots.len()..].iter().find(|row| row.colour);
    let end = match (odd, claim) {
        (Some(row), _) => {
            let sum = proof.sum(&row.lights)?;
            proof.exclude(sum, &[])?
        }
        (None, Some(moves)) => count(&mut proof, &rows, &pivots, presses, moves, constraints, poll)?,
        (None, None) => return Err(Unproven::NotAccepted("the lights can be put out".to_owned())),
    };
    writeln!(proof.out, "output NONE;\nconclusion UNSAT : {end};\nend pseudo-Boolean proof;")?;
    Ok(())
}

/// Derives a contradiction from the number of presses of every solution.
fn count(
    proof: &mut Proof<'_>,
    rows: &[Row],
    pivots: &[usize],
    presses: usize,
    moves: u64,
    budget: usize,
    poll: &mut dyn FnMut() -> Result<(), Unproven>,
) -> Result<usize, Unproven> {
    let free: Vec<usize> = (0..presses).filter(|press| !pivots.contains(press)).collect();
    let lines = 1_u64.checked_shl(free.len() as u32).and_then(|all| all.checked_mul(moves + 2));
    if lines.is_none_or(|lines| lines > MOST_LINES) {
        return Err(Unproven::TooLarge("its lights have too many solutions to list them in form A"));
    }
    let mut sums: Vec<Option<Sum>> = vec![None; pivots.len()];
    let mut known = std::collections::HashMap::new();
    // For each combination of the free presses, the clause that it is too long.
    let mut clauses = Vec::new();
    for combination in 0..1_u64 << free.len() {
        poll()?;
        let value = |number: usize| combination >> number & 1 == 1;
        let mut hints = Vec::new();
        let mut total = (0..free.len()).filter(|&number| value(number)).count() as u64;
        for (number, &pivot) in pivots.iter().enumerate() {
            let row = &rows[number];
            let depends: Vec<(usize, bool)> = (0..free.len())
                .filter(|&one| row.presses[free[one]])
                .map(|one| (free[one], value(one)))
                .collect();
            let is_pressed = depends.iter().fold(row.colour, |is, &(_, value)| is ^ value);
            if total >= moves || !is_pressed {
                continue;
            }
            total += 1;
            let sum = match sums[number] {
                Some(sum) => sum,
                None => *sums[number].insert(proof.sum(&row.lights)?),
            };
            let values = [&depends[..], &[(pivot, false)]].concat();
            let id = match known.get(&values) {
                Some(&id) => id,
                None => proof.exclude(sum, &values)?,
            };
            known.insert(values, id);
            hints.push(id);
        }
        if total < moves {
            return Err(Unproven::NotAccepted("there is a shorter solution".to_owned()));
        }
        clauses.push(proof.line(&clause(&free, free.len(), combination, &hints, &[budget]))?);
    }
    // Two combinations that differ in the first free press give one without it.
    for length in (0..free.len()).rev() {
        let pairs = clauses.chunks(2).map(<[usize]>::to_vec).collect::<Vec<_>>();
        clauses.clear();
        for (combination, pair) in (0..).zip(pairs) {
            clauses.push(proof.line(&clause(&free, length, combination, &pair, &[]))?);
        }
        poll()?;
    }
    Ok(clauses[0])
}

/// Returns the line that the last free presses have not these values.
fn clause(free: &[usize], length: usize, combination: u64, hints: &[usize], more: &[usize]) -> String {
    let skipped = free.len() - length;
    let mut line = "rup".to_owned();
    for (place, press) in free[skipped..].iter().enumerate() {
        let value = combination >> place & 1 == 1;
        line += &format!(" 1 {}p{press}", if value { "~" } else { "" });
    }
    line += " >= 1 : ~";
    hints.iter().chain(more).for_each(|hint| line += &format!(" {hint}"));
    line
}
