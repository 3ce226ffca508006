//! Form A: "solved within one move fewer" as clauses, and a proof by unit propagation alone.
//!
//! From the last turn back the proof says of every position that can be there that it is not: first
//! that no single move is possible in it, which follows from the lines of the turn after, then that
//! it is not.

use std::io::Write;

use super::Files;
use super::model::{Clause, Layers, Literal, Model, Operation, holds};
use crate::Unproven;

/// The variables and the clauses of a problem.
struct Problem<'m> {
    model: &'m Model,
    turns: usize,
    /// The operations of the model, then to stay. The variables of one turn are the facts, then these.
    operations: Vec<Written>,
    /// The number of the first of the clauses that say that two facts of a group exclude each other,
    /// how many each turn has, and where each group begins among them.
    exclusions: usize,
    exclusions_of_turn: usize,
    exclusions_of_group: Vec<usize>,
    /// The number of the first clause of the moves, and how many each turn has.
    moves: usize,
    moves_of_turn: usize,
}

/// An operation.
struct Written {
    needs: Vec<Literal>,
    clauses: Vec<Clause>,
    /// For each fact the clause by which it becomes false, and by which it becomes true.
    by_fact: Vec<[u32; 2]>,
    /// Its first clause among those of a turn.
    first: usize,
}

impl<'m> Problem<'m> {
    fn new(model: &'m Model, turns: usize) -> Self {
        let stay = Operation { needs: Vec::new(), changes: Vec::new() };
        // The first clause of a turn says that there is a move.
        let mut moves_of_turn = 1;
        let mut operations = Vec::new();
        for operation in model.operations.iter().chain([&stay]) {
            let (clauses, by_fact) = model.clauses(operation);
            let first = moves_of_turn;
            moves_of_turn += clauses.len();
            operations.push(Written { needs: operation.needs.clone(), clauses, by_fact, first });
        }
        let mut exclusions_of_turn = 0;
        let mut exclusions_of_group = Vec::new();
        for (facts, _) in &model.groups {
            exclusions_of_group.push(exclusions_of_turn);
            exclusions_of_turn += facts.len() * (facts.len() - 1) / 2;
        }
        let exclusions = model.facts.len() + model.goal.len() + 1;
        let moves = exclusions + (turns + 1) * exclusions_of_turn;
        Self {
            model,
            turns,
            operations,
            exclusions,
            exclusions_of_turn,
            exclusions_of_group,
            moves,
            moves_of_turn,
        }
    }

    fn stay(&self) -> usize {
        self.operations.len() - 1
    }

    fn per_turn(&self) -> usize {
        self.model.facts.len() + self.operations.len()
    }

    fn fact(&self, turn: usize, literal: Literal) -> i64 {
        let variable = (turn * self.per_turn() + literal.fact as usize + 1) as i64;
        if literal.holds { variable } else { -variable }
    }

    fn operation(&self, turn: usize, operation: usize) -> i64 {
        (turn * self.per_turn() + self.model.facts.len() + operation + 1) as i64
    }

    /// Returns the clauses, in the order of their numbers.
    fn clauses(&self) -> Vec<Vec<i64>> {
        let model = self.model;
        let start = (0..).zip(&model.start);
        let mut all: Vec<Vec<i64>> =
            start.map(|(fact, &holds)| vec![self.fact(0, Literal { fact, holds })]).collect();
        for clause in &model.goal {
            all.push(clause.iter().map(|&literal| self.fact(self.turns, literal)).collect());
        }
        for turn in 0..=self.turns {
            for (facts, _) in &model.groups {
                for (number, &one) in facts.iter().enumerate() {
                    let not = |fact| self.fact(turn, Literal { fact, holds: false });
                    all.extend(facts[..number].iter().map(|&other| vec![not(one), not(other)]));
                }
            }
        }
        for turn in 0..self.turns {
            all.push((0..self.operations.len()).map(|number| self.operation(turn, number)).collect());
            for (number, operation) in self.operations.iter().enumerate() {
                for clause in &operation.clauses {
                    let mut literals = vec![-self.operation(turn, number)];
                    literals.extend(clause.before.map(|before| self.fact(turn, before)));
                    literals.extend(clause.after.map(|after| self.fact(turn + 1, after)));
                    all.push(literals);
                }
            }
        }
        all
    }

    /// Returns the clause by which a fact that does not hold in a position is excluded by another of
    /// its group. `None` if its description has the fact itself.
    fn exclusion(&self, turn: usize, at: &[u64], fact: u32) -> Option<usize> {
        let group = self.model.group_of(fact)?;
        let facts = &self.model.groups[group].0;
        let one = facts.iter().position(|&other| other == fact)?;
        let other = facts.iter().position(|&other| holds(at, other))?;
        let (low, high) = (one.min(other), one.max(other));
        let first = self.exclusions + turn * self.exclusions_of_turn + self.exclusions_of_group[group];
        Some(first + high * (high - 1) / 2 + low)
    }

    /// Returns the clauses by which the position after an operation follows.
    fn effects(&self, turn: usize, operation: usize, after: &[u64]) -> Vec<usize> {
        let written = &self.operations[operation];
        let first = self.moves + turn * self.moves_of_turn + written.first;
        let by_fact =
            |one: Literal| first + written.by_fact[one.fact as usize][usize::from(one.holds)] as usize;
        self.model.description(after).map(by_fact).collect()
    }

    /// Returns the clauses by which no other operation is possible in a position, and that there is one.
    fn other_operations(&self, turn: usize, at: &[u64]) -> Vec<usize> {
        let first = self.moves + turn * self.moves_of_turn;
        let mut hints = Vec::new();
        for operation in &self.operations {
            let broken = operation.needs.iter().position(|need| holds(at, need.fact) != need.holds);
            let Some(broken) = broken else { continue };
            if operation.needs[broken].holds {
                hints.extend(self.exclusion(turn, at, operation.needs[broken].fact));
            }
            hints.push(first + operation.first + broken);
        }
        hints.push(first);
        hints
    }

    /// Returns the clauses by which a position is not solved.
    fn not_solved(&self, at: &[u64]) -> Option<Vec<usize>> {
        let clause = self.model.broken_goal(at)?;
        let literals = self.model.goal[clause].iter().filter(|literal| literal.holds);
        let excluded = literals.filter_map(|literal| self.exclusion(self.turns, at, literal.fact));
        Some(excluded.chain([self.model.facts.len() + 1 + clause]).collect())
    }
}

/// Returns about how many bytes the proof has.
pub(crate) fn size(model: &Model, layers: &Layers) -> u64 {
    let turns = layers.ends.len() - 1;
    let literals = model.description(&model.first()).count() as u64;
    let positions: u64 = (0..=turns).map(|turn| layers.ends[turn] as u64).sum();
    let per_position = (layers.moves / layers.positions.len() as u64 + 3) * (literals + 1) * (7 + 12 + 8)
        + 8 * model.operations.len() as u64;
    // As text twice: for checkers of clauses, and for veripb with the numbers of the clauses used.
    positions.saturating_mul(per_position)
}

/// Writes the problem and its proof.
pub(crate) fn write(
    model: &Model,
    layers: &Layers,
    files: &mut Files<'_>,
    poll: &mut dyn FnMut() -> Result<(), Unproven>,
) -> Result<(), Unproven> {
    let turns = layers.ends.len() - 1;
    let problem = Problem::new(model, turns);
    let clauses = problem.clauses();
    writeln!(files.problem, "c The puzzle is solved within {turns} moves. Turn t has the variables")?;
    let (per_turn, facts) = (problem.per_turn(), model.facts.len());
    writeln!(files.problem, "c {per_turn} * t + 1 to + {facts}: facts; then the moves, the last to stay.")?;
    for (number, fact) in model.facts.iter().enumerate() {
        writeln!(files.problem, "c fact {}: {fact}", number + 1)?;
    }
    writeln!(files.problem, "p cnf {} {}", turns * per_turn + facts, clauses.len())?;
    for clause in &clauses {
        clause.iter().try_for_each(|literal| write!(files.problem, "{literal} "))?;
        writeln!(files.problem, "0")?;
    }
    writeln!(files.proof, "pseudo-Boolean proof version 3.0\nf {};", clauses.len())?;
    let mut lines = Lines { files, last: clauses.len() };
    // The line of each position in the turn after; and all lines of that turn.
    let (mut later, mut old) = (Vec::new(), 0..0);
    for turn in (0..=turns).rev() {
        let begin = lines.last + 1;
        let mut here = Vec::new();
        for (number, at) in layers.positions[..layers.ends[turn]].iter().enumerate() {
            let not_here: Vec<i64> =
                model.description(at).map(|literal| -problem.fact(turn, literal)).collect();
            let hints = if turn == turns {
                let Some(hints) = problem.not_solved(at) else {
                    return Err(Unproven::NotAccepted("there is a shorter solution".to_owned()));
                };
                hints
            } else {
                let first = lines.last + 1;
                let mut result = Ok(());
                let mut add = |operation: usize, after: &[u64]| {
                    let line = [&not_here[..], &[-problem.operation(turn, operation)]].concat();
                    let next = layers.number_of.get(after).and_then(|&next| later.get(next as usize));
                    let mut hints = problem.effects(turn, operation, after);
                    hints.extend(next);
                    if result.is_ok() {
                        result = lines.line(&line, &hints);
                    }
                };
                model.moves(at, &mut add);
                add(problem.stay(), at);
                result?;
                (first..=lines.last).chain(problem.other_operations(turn, at)).collect()
            };
            lines.line(&not_here, &hints)?;
            here.push(lines.last);
            if number % 256 == 0 {
                poll()?;
            }
        }
        if !old.is_empty() {
            writeln!(lines.files.proof, "del range {} {};", old.start, old.end)?;
        }
        old = begin..lines.last + 1;
        later = here;
    }
    let start: Vec<usize> = (1..=facts).chain([later[0]]).collect();
    lines.line(&[], &start)?;
    let last = lines.last;
    writeln!(files.proof, "output NONE;\nconclusion UNSAT : {last};\nend pseudo-Boolean proof;")?;
    Ok(())
}

/// Lines of the two proofs.
struct Lines<'l, 'f> {
    files: &'l mut Files<'f>,
    last: usize,
}

impl Lines<'_, '_> {
    /// Adds a clause that follows from these by unit propagation.
    fn line(&mut self, clause: &[i64], hints: &[usize]) -> Result<(), Unproven> {
        let (mut plain, mut constraint) = (String::new(), "rup".to_owned());
        for &literal in clause {
            plain += &format!("{literal} ");
            constraint += &format!(" 1 {}x{}", if literal < 0 { "~" } else { "" }, literal.unsigned_abs());
        }
        constraint += " >= 1 : ~";
        for hint in hints {
            constraint.push(' ');
            constraint += &hint.to_string();
        }
        self.last += 1;
        if let Some(file) = &mut self.files.clauses {
            writeln!(file, "{plain}0")?;
        }
        writeln!(self.files.proof, "{constraint};")?;
        Ok(())
    }
}
