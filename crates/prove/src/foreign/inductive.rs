//! Form B: a set of positions for every number of moves, and proofs that the start is in the first,
//! that a move leads from each into the next, and that none of them is solved (Dold et al. 2025).
//!
//! The problem has a position `x` and the one after a move, `y`; for each listed position a gate: `r`
//! if it is `x`, `q` if it is `y`; and for each number of moves i a gate over all listed positions
//! with at most i moves, `A` for `x` and `B` for `y`. It says that one of the three claims fails:
//!
//! - `f0`: `x` is the start, and not in `A0`;
//! - `s`i: `x` is in `A`i, `y` is after a move from it, and not in `B`i+1;
//! - `g`: `y` is solved, and in the last `B`.
//!
//! The proof derives a contradiction, so that the checker cannot accept less than all three claims.
//! The gates of `x` are defined only as far as the claims use them; renamed, their definitions are
//! among those of `y`.

use std::io::Write;
use std::ops::Range;

use super::Files;
use super::model::{Layers, Literal, Model};
use crate::Unproven;

/// Positions in one gate: wide gates are slow to check.
const GROUP: usize = 64;

/// Returns about how many bytes the problem and the proof have.
pub(crate) fn size(model: &Model, layers: &Layers) -> u64 {
    let literals = model.description(&model.first()).count() as u64;
    let per_position = 4 * 9 * (literals + 3) + 9 * model.operations.len() as u64;
    let per_move = 9 * (literals + 8);
    layers.positions.len() as u64 * per_position + layers.moves * per_move
}

/// Constraints of the problem.
#[derive(Default)]
struct Problem {
    body: Vec<u8>,
    count: usize,
}

impl Problem {
    fn add(&mut self, line: &str) -> usize {
        self.body.extend_from_slice(line.as_bytes());
        self.body.extend_from_slice(b" ;\n");
        self.count += 1;
        self.count
    }

    /// Adds that one of these literals holds.
    fn clause(&mut self, literals: &str) -> usize {
        self.add(&format!("{literals} >= 1"))
    }
}

/// Returns a literal of `x` or `y`.
fn literal(of: char, one: Literal) -> String {
    format!("1 {}{of}{} ", if one.holds { "" } else { "~" }, one.fact)
}

/// The numbers of the constraints of one operation.
struct Numbers {
    /// The first clause.
    first: usize,
    /// For each fact the clause by which it becomes false, and by which it becomes true.
    by_fact: Vec<[u32; 2]>,
}

/// Gates over positions: of `x` or of `y`.
struct Gates {
    /// That the position of a gate has this description.
    describes: Vec<usize>,
    /// That this description makes the gate true.
    described: Vec<usize>,
    /// That a position makes the gate of its group true.
    in_group: Vec<usize>,
    /// For each group: that it makes the gate of its layer true, and that it has one of its positions.
    group_in_layer: Vec<usize>,
    group_has: Vec<usize>,
    /// For each layer: that the layer before makes it true, and that it has one of its groups or is in
    /// the layer before.
    before_in_layer: Vec<usize>,
    layer_has: Vec<usize>,
}

/// The positions of each group, and the groups of each layer.
struct Groups {
    positions: Vec<Range<usize>>,
    of_layer: Vec<Range<usize>>,
    of_position: Vec<u32>,
}

impl Groups {
    fn new(layers: &Layers) -> Self {
        let mut groups = Self { positions: Vec::new(), of_layer: Vec::new(), of_position: Vec::new() };
        for layer in 0..layers.ends.len() {
            let (all, first) = (layers.layer(layer), groups.positions.len());
            for begin in all.clone().step_by(GROUP) {
                let group = begin..all.end.min(begin + GROUP);
                groups.of_position.extend(group.clone().map(|_| groups.positions.len() as u32));
                groups.positions.push(group);
            }
            groups.of_layer.push(first..groups.positions.len());
        }
        groups
    }
}

/// Writes the problem and its proof. `is_closed`: no move leaves the one layer.
pub(crate) fn write(
    model: &Model,
    layers: &Layers,
    is_closed: bool,
    files: &mut Files<'_>,
    poll: &mut dyn FnMut() -> Result<(), Unproven>,
) -> Result<(), Unproven> {
    let groups = Groups::new(layers);
    let mut problem = Problem::default();
    // At most this number of facts of each group.
    let counts = ['x', 'y'].map(|of| {
        let mut add = |(facts, count): &(Vec<u32>, usize)| {
            let literals: String = facts.iter().map(|fact| format!("1 ~{of}{fact} ")).collect();
            problem.add(&format!("{literals}>= {}", facts.len() - count))
        };
        model.groups.iter().map(&mut add).collect::<Vec<usize>>()
    });
    let mut operations = Vec::new();
    let mut any = "1 ~step ".to_owned();
    for (number, operation) in model.operations.iter().enumerate() {
        let (clauses, by_fact) = model.clauses(operation);
        operations.push(Numbers { first: problem.count + 1, by_fact });
        for clause in clauses {
            let before = clause.before.map_or_else(String::new, |one| literal('x', one));
            let after = clause.after.map_or_else(String::new, |one| literal('y', one));
            problem.clause(&format!("1 ~o{number} {before}{after}"));
        }
        any += &format!("1 o{number} ");
    }
    let any = problem.clause(&any);
    let x = gates(model, layers, &groups, &mut problem, ['x', 'r', 'A'], false);
    let y = gates(model, layers, &groups, &mut problem, ['y', 'q', 'B'], true);
    let last = layers.ends.len() - 1;
    let fails = claims(model, layers, is_closed, &mut problem);
    let step_names = fails.steps.iter().map(|(name, _)| format!(" 1 {name}")).collect::<String>();
    let one_fails = problem.clause(&format!("1 f0{step_names} 1 g{last}"));
    let (start, end) = (problem.body, problem.count);
    writeln!(files.problem, "* #variable= {} #constraint= {end}", variables(model, layers, &groups, &fails))?;
    for (number, fact) in model.facts.iter().enumerate() {
        writeln!(files.problem, "* x{number}, y{number}: {fact}")?;
    }
    files.problem.write_all(&start)?;
    writeln!(files.proof, "pseudo-Boolean proof version 3.0\nf {end};")?;
    let mut proof = Proof { out: &mut *files.proof, last: end };
    let mut contradictions = Vec::new();
    // The start.
    let mut hints = vec![fails.start[0], fails.start[1], x.described[0]];
    hints.extend([x.in_group[0], x.group_in_layer[0]]);
    contradictions.push(proof.line("1 ~f0 ", &hints)?);
    let steps = Steps { model, layers, groups: &groups, operations: &operations, any, x: &x, y: &y };
    let mut before = None;
    for (layer, (name, claim)) in fails.steps.iter().enumerate() {
        let to = if is_closed { layer } else { layer + 1 };
        let line = steps.prove(layer, to, &counts[0], before, &mut proof, poll)?;
        before = Some(line);
        contradictions.push(proof.line(&format!("1 ~{name} "), &[&claim[..], &[line]].concat())?);
    }
    let solved = steps.prove_unsolved(&fails, &counts[1], &mut proof, poll)?;
    contradictions.push(proof.line(&format!("1 ~g{last} "), &[fails.solved_in, solved])?);
    contradictions.push(one_fails);
    let end = proof.line("", &contradictions)?;
    writeln!(files.proof, "output NONE;\nconclusion UNSAT : {end};\nend pseudo-Boolean proof;")?;
    Ok(())
}

/// Returns the number of variables.
fn variables(model: &Model, layers: &Layers, groups: &Groups, fails: &Claims) -> usize {
    let gates = layers.positions.len() + groups.positions.len() + layers.ends.len();
    2 * model.facts.len() + model.operations.len() + 2 * gates + 1 + 2 + fails.steps.len()
}

/// Adds the gates: for `y` defined in both directions, for `x` as far as the claims need them.
fn gates(
    model: &Model,
    layers: &Layers,
    groups: &Groups,
    problem: &mut Problem,
    [of, position, layer]: [char; 3],
    both: bool,
) -> Gates {
    let mut gates = Gates {
        describes: Vec::new(),
        described: Vec::new(),
        in_group: Vec::new(),
        group_in_layer: Vec::new(),
        group_has: Vec::new(),
        before_in_layer: Vec::new(),
        layer_has: Vec::new(),
    };
    for (number, at) in layers.positions.iter().enumerate() {
        let all: Vec<Literal> = model.description(at).collect();
        let group = groups.of_position[number];
        let is: String = all.iter().map(|&one| literal(of, one)).collect();
        gates.describes.push(problem.add(&format!("{} ~{position}{number} {is}>= {}", all.len(), all.len())));
        if both || number == 0 {
            let opposite = |&one: &Literal| literal(of, Literal { holds: !one.holds, ..one });
            let not: String = all.iter().map(opposite).collect();
            gates.described.push(problem.clause(&format!("1 {position}{number} {not}")));
            gates.in_group.push(problem.clause(&format!("1 ~{position}{number} 1 {layer}g{group} ")));
        }
    }
    for (number, positions) in groups.positions.iter().enumerate() {
        let all: String = positions.clone().map(|one| format!("1 {position}{one} ")).collect();
        gates.group_has.push(problem.clause(&format!("1 ~{layer}g{number} {all}")));
    }
    for (number, all) in groups.of_layer.iter().enumerate() {
        for group in all.clone().filter(|&group| both || group == 0) {
            gates.group_in_layer.push(problem.clause(&format!("1 ~{layer}g{group} 1 {layer}{number} ")));
        }
        let mut has: String = all.clone().map(|group| format!("1 {layer}g{group} ")).collect();
        if let Some(before) = number.checked_sub(1) {
            has += &format!("1 {layer}{before} ");
        }
        gates.layer_has.push(problem.clause(&format!("1 ~{layer}{number} {has}")));
        if let Some(before) = number.checked_sub(1).filter(|_| both) {
            let line = format!("1 ~{layer}{before} 1 {layer}{number} ");
            gates.before_in_layer.push(problem.clause(&line));
        }
    }
    gates
}

/// The numbers of the constraints of the claims.
struct Claims {
    start: [usize; 2],
    /// For each step the name of its variable, and its constraints.
    steps: Vec<(String, [usize; 3])>,
    solved_in: usize,
    /// One for each clause of the goal.
    goal: Vec<usize>,
}

fn claims(model: &Model, layers: &Layers, is_closed: bool, problem: &mut Problem) -> Claims {
    let last = layers.ends.len() - 1;
    let all: Vec<Literal> = model.description(&model.first()).collect();
    let is: String = all.iter().map(|&one| literal('x', one)).collect();
    let start =
        [problem.add(&format!("{} ~f0 {is}>= {}", all.len(), all.len())), problem.clause("1 ~f0 1 ~A0 ")];
    let from = if is_closed { 0..1 } else { 0..last };
    let step = |from: usize| {
        let (name, to) = (format!("s{from}"), if is_closed { from } else { from + 1 });
        let claim = [
            problem.clause(&format!("1 ~{name} 1 A{from} ")),
            problem.clause(&format!("1 ~{name} 1 ~B{to} ")),
            problem.clause(&format!("1 ~{name} 1 step ")),
        ];
        (name, claim)
    };
    let steps = from.map(step).collect();
    let solved_in = problem.clause(&format!("1 ~g{last} 1 B{last} "));
    let clause = |all: &Vec<Literal>| {
        let literals: String = all.iter().map(|&one| literal('y', one)).collect();
        problem.clause(&format!("1 ~g{last} {literals}"))
    };
    let goal = model.goal.iter().map(clause).collect();
    Claims { start, steps, solved_in, goal }
}

/// Writes lines of the proof and numbers them.
struct Proof<'w> {
    out: &'w mut dyn Write,
    last: usize,
}

impl Proof<'_> {
    /// Adds a clause that follows from these lines by unit propagation.
    fn line(&mut self, literals: &str, hints: &[usize]) -> Result<usize, Unproven> {
        let mut line = format!("rup {literals}>= 1 : ~");
        hints.iter().for_each(|hint| {
            line.push(' ');
            line += &hint.to_string();
        });
        writeln!(self.out, "{line};")?;
        self.last += 1;
        Ok(self.last)
    }

    /// Deletes lines from a number on.
    fn delete(&mut self, lines: Range<usize>) -> Result<(), Unproven> {
        if !lines.is_empty() {
            writeln!(self.out, "del range {} {};", lines.start, lines.end)?;
        }
        Ok(())
    }
}

struct Steps<'s> {
    model: &'s Model,
    layers: &'s Layers,
    groups: &'s Groups,
    operations: &'s [Numbers],
    any: usize,
    x: &'s Gates,
    y: &'s Gates,
}

impl Steps<'_> {
    /// Derives that a move from the first layers as far as `layer` leads to `B`.
    fn prove(
        &self,
        layer: usize,
        to: usize,
        counts: &[usize],
        before: Option<usize>,
        proof: &mut Proof<'_>,
        poll: &mut dyn FnMut() -> Result<(), Unproven>,
    ) -> Result<usize, Unproven> {
        let begin = proof.last + 1;
        let mut of_groups = Vec::new();
        for group in self.groups.of_layer[layer].clone() {
            let first = proof.last + 1;
            let mut hints = Vec::new();
            for number in self.groups.positions[group].clone() {
                hints.push(self.prove_position(number, to, counts, proof)?);
            }
            hints.push(self.x.group_has[group]);
            let end = proof.last + 1;
            of_groups.push(proof.line(&format!("1 ~Ag{group} 1 ~step 1 B{to} "), &hints)?);
            proof.delete(first..end)?;
            poll()?;
        }
        if let Some(before) = before {
            of_groups.extend([self.y.before_in_layer[to - 1], before]);
        }
        of_groups.push(self.x.layer_has[layer]);
        let line = proof.line(&format!("1 ~A{layer} 1 ~step 1 B{to} "), &of_groups)?;
        for &used in of_groups.iter().filter(|&&used| used >= begin) {
            proof.delete(used..used + 1)?;
        }
        Ok(line)
    }

    /// Derives that each move from a position leads to `B`.
    fn prove_position(
        &self,
        number: usize,
        to: usize,
        counts: &[usize],
        proof: &mut Proof<'_>,
    ) -> Result<usize, Unproven> {
        let at = &self.layers.positions[number];
        let mut possible = vec![false; self.operations.len()];
        let (mut lines, mut reached) = (Vec::new(), Vec::new());
        let mut result = Ok(());
        let first = proof.last + 1;
        self.model.moves(at, &mut |operation, after| {
            possible[operation] = true;
            let next = self.layers.number_of.get(after).map(|&next| next as usize);
            let Some(next) = next.filter(|&next| next < self.layers.ends[to]) else {
                result = Err(Unproven::NotAccepted("a move leads out of the layers".to_owned()));
                return;
            };
            let clauses = &self.operations[operation];
            let mut hints = vec![self.x.describes[number]];
            hints.extend(self.model.description(after).map(|one| {
                clauses.first + clauses.by_fact[one.fact as usize][usize::from(one.holds)] as usize
            }));
            hints.push(self.y.described[next]);
            let literals = format!("1 ~r{number} 1 ~o{operation} 1 q{next} ");
            match proof.line(&literals, &hints) {
                Ok(line) if result.is_ok() => lines.push(line),
                Ok(_) => {}
                Err(why) => result = Err(why),
            }
            reached.push(next);
        });
        result?;
        let mut hints = vec![self.x.describes[number]];
        hints.extend(counts);
        for (operation, clauses) in self.operations.iter().enumerate().filter(|&(one, _)| !possible[one]) {
            let needs = &self.model.operations[operation].needs;
            let broken = needs.iter().position(|need| super::model::holds(at, need.fact) != need.holds);
            hints.extend(broken.map(|place| clauses.first + place));
        }
        // `B` is false: so are all layers and groups in it, and these positions.
        let mut layers: Vec<usize> = reached
            .iter()
            .map(|&next| self.layers.ends.partition_point(|&end| end <= next))
            .flat_map(|layer| layer..to)
            .collect();
        layers.sort_unstable();
        layers.dedup();
        hints.extend(layers.iter().rev().map(|&layer| self.y.before_in_layer[layer]));
        let mut groups: Vec<usize> =
            reached.iter().map(|&next| self.groups.of_position[next] as usize).collect();
        groups.sort_unstable();
        groups.dedup();
        hints.extend(groups.iter().map(|&group| self.y.group_in_layer[group]));
        reached.sort_unstable();
        reached.dedup();
        hints.extend(reached.iter().map(|&next| self.y.in_group[next]));
        hints.extend(lines);
        hints.push(self.any);
        let end = proof.last + 1;
        let line = proof.line(&format!("1 ~r{number} 1 ~step 1 B{to} "), &hints)?;
        proof.delete(first..end)?;
        Ok(line)
    }

    /// Derives that no position of the last `B` is solved.
    fn prove_unsolved(
        &self,
        fails: &Claims,
        counts: &[usize],
        proof: &mut Proof<'_>,
        poll: &mut dyn FnMut() -> Result<(), Unproven>,
    ) -> Result<usize, Unproven> {
        let last = self.layers.ends.len() - 1;
        let mut before = None;
        for layer in 0..=last {
            let mut hints = Vec::new();
            for group in self.groups.of_layer[layer].clone() {
                let (first, mut of_group) = (proof.last + 1, Vec::new());
                for number in self.groups.positions[group].clone() {
                    let at = &self.layers.positions[number];
                    let Some(clause) = self.model.broken_goal(at) else {
                        return Err(Unproven::NotAccepted("a listed position is solved".to_owned()));
                    };
                    let grouped = self.model.goal[clause].iter().filter(|one| one.holds);
                    let grouped = grouped.filter_map(|one| self.model.group_of(one.fact));
                    let mut hints = vec![self.y.describes[number], fails.goal[clause]];
                    hints.extend(grouped.map(|group| counts[group]));
                    of_group.push(proof.line(&format!("1 ~q{number} 1 ~g{last} "), &hints)?);
                }
                of_group.push(self.y.group_has[group]);
                let end = proof.last + 1;
                hints.push(proof.line(&format!("1 ~Bg{group} 1 ~g{last} "), &of_group)?);
                proof.delete(first..end)?;
                poll()?;
            }
            hints.push(self.y.layer_has[layer]);
            hints.extend(before);
            before = Some(proof.line(&format!("1 ~B{layer} 1 ~g{last} "), &hints)?);
        }
        before.ok_or_else(|| Unproven::NotAccepted("there are no layers".to_owned()))
    }
}
