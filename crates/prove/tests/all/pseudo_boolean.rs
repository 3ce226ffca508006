//! A checker of pseudo-Boolean proofs as small as it can be, for the rules that our proofs use: unit
//! propagation from lines that are named, and sums of lines, divided and rounded up.

use std::collections::{BTreeMap, HashMap};

/// A literal: a variable, and its sign.
type Literal<'t> = (&'t str, bool);

/// A sum of multiples of literals, and what it is at least.
#[derive(Clone, Debug)]
pub struct Constraint<'t> {
    terms: BTreeMap<&'t str, (bool, i64)>,
    degree: i64,
}

impl<'t> Constraint<'t> {
    /// Adds a multiple of a literal, so that all multiples stay positive.
    fn add(&mut self, (variable, sign): Literal<'t>, times: i64) {
        let (mut sign, mut times) = (sign, times);
        if let Some((other, more)) = self.terms.remove(variable) {
            if other == sign {
                times += more;
            } else {
                // n a + m (1 - a) = (n - m) a + m.
                self.degree -= more;
                times -= more;
            }
        }
        if times < 0 {
            self.degree -= times;
            (sign, times) = (!sign, -times);
        }
        if times > 0 {
            self.terms.insert(variable, (sign, times));
        }
    }

    fn plus(mut self, other: &Self) -> Self {
        self.degree += other.degree;
        other.terms.iter().for_each(|(&variable, &(sign, times))| self.add((variable, sign), times));
        self
    }

    fn divided(mut self, by: i64) -> Self {
        let up = |number: i64| (number + by - 1).div_euclid(by);
        self.degree = up(self.degree);
        self.terms.values_mut().for_each(|term| term.1 = up(term.1));
        self
    }

    /// Reads words such as `1 x1 2 ~x2 >= 1`.
    fn read(words: &[&'t str]) -> Self {
        let mut constraint = Self { terms: BTreeMap::new(), degree: 0 };
        let end = words.iter().position(|&word| word == ">=").expect("a bound");
        constraint.degree = words[end + 1].parse().expect("a number");
        for term in words[..end].chunks(2) {
            let sign = !term[1].starts_with('~');
            constraint.add((term[1].trim_start_matches('~'), sign), term[0].parse().expect("a number"));
        }
        constraint
    }

    fn negated(&self) -> Self {
        let sum: i64 = self.terms.values().map(|term| term.1).sum();
        let terms = self.terms.iter().map(|(&variable, &(sign, times))| (variable, (!sign, times)));
        Self { terms: terms.collect(), degree: sum - self.degree + 1 }
    }

    /// Adds what must hold; returns whether anything was new, or an error if it cannot hold.
    fn propagate(&self, known: &mut HashMap<&'t str, bool>) -> Result<bool, ()> {
        let is_false = |variable: &str, sign: bool, known: &HashMap<&str, bool>| {
            known.get(variable).is_some_and(|&value| value != sign)
        };
        let possible = self.terms.iter().filter(|(variable, term)| !is_false(variable, term.0, known));
        let slack = possible.map(|(_, term)| term.1).sum::<i64>() - self.degree;
        if slack < 0 {
            return Err(());
        }
        let mut is_new = false;
        for (&variable, &(sign, times)) in &self.terms {
            if times > slack && !known.contains_key(variable) {
                known.insert(variable, sign);
                is_new = true;
            }
        }
        Ok(is_new)
    }
}

/// Reads a problem as constraints or clauses.
pub fn read(problem: &str, names: &[String]) -> Vec<Constraint<'static>> {
    // Names live as long as the tests.
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let is_clauses = problem.starts_with('c');
    let mut all = Vec::new();
    for line in problem.lines().filter(|line| !line.starts_with(['*', 'c', 'p'])) {
        let line = if is_clauses {
            let literals = line.split_whitespace().filter(|&word| word != "0").map(|word| {
                let number: i64 = word.parse().expect("a number");
                let name = &names[number.unsigned_abs() as usize];
                if number < 0 { format!("1 ~{name} ") } else { format!("1 {name} ") }
            });
            format!("{}>= 1", literals.collect::<String>())
        } else {
            line.trim_end_matches([';', ' ']).to_owned()
        };
        all.push(Constraint::read(&leak(line).split_whitespace().collect::<Vec<_>>()));
    }
    all
}

/// Checks a proof that the problem has no solution.
pub fn refutes(problem: &[Constraint<'static>], proof: &str) -> Result<(), String> {
    let proof: &'static str = Box::leak(proof.to_owned().into_boxed_str());
    let mut lines: BTreeMap<usize, Constraint<'static>> = (1..).zip(problem.iter().cloned()).collect();
    let mut last = problem.len();
    for line in proof.lines() {
        let words: Vec<&str> = line.trim_end_matches(';').split_whitespace().collect();
        match words[..] {
            ["pseudo-Boolean", ..] | ["output", ..] | ["end", ..] => {}
            ["f", count] if count == problem.len().to_string() => {}
            ["del", "range", from, to] => {
                let range = from.parse::<usize>().expect("a number")..to.parse().expect("a number");
                if range.start <= problem.len() {
                    return Err(format!("a line of the problem is deleted: {line}"));
                }
                lines.retain(|number, _| !range.contains(number));
            }
            ["conclusion", "UNSAT", ":", number] => {
                let end = &lines[&number.parse::<usize>().expect("a number")];
                let most: i64 = end.terms.values().map(|term| term.1).sum();
                return if most < end.degree { Ok(()) } else { Err("no contradiction".to_owned()) };
            }
            ["rup", ref rest @ ..] => {
                let colon = rest.iter().position(|&word| word == ":").expect("named lines");
                let constraint = Constraint::read(&rest[..colon]);
                let negated = constraint.negated();
                let named =
                    rest[colon + 2..].iter().map(|number| lines.get(&number.parse().expect("a number")));
                let named: Vec<&Constraint<'_>> =
                    named.collect::<Option<_>>().ok_or_else(|| format!("a line is missing: {line}"))?;
                let mut known = HashMap::new();
                let follows = loop {
                    let mut is_new = false;
                    let all = [&negated].into_iter().chain(named.iter().copied());
                    let done = all
                        .map(|one| one.propagate(&mut known))
                        .try_for_each(|one| one.map(|new| is_new |= new));
                    match done {
                        Err(()) => break true,
                        Ok(()) if !is_new => break false,
                        Ok(()) => {}
                    }
                };
                if !follows {
                    return Err(format!("not by unit propagation: {line}"));
                }
                last += 1;
                lines.insert(last, constraint);
            }
            ["pol", ref rest @ ..] => {
                let mut stack: Vec<Constraint<'static>> = Vec::new();
                let mut divisor = 0;
                let mut words = rest.iter().peekable();
                while let Some(&word) = words.next() {
                    if words.peek() == Some(&&"d") {
                        divisor = word.parse().expect("a divisor");
                        continue;
                    }
                    let top = match word {
                        "+" => {
                            let one = stack.pop().expect("a line");
                            stack.pop().expect("a line").plus(&one)
                        }
                        "d" => stack.pop().expect("a line").divided(divisor),
                        word => match word.parse::<usize>() {
                            Ok(number) => lines[&number].clone(),
                            Err(_) => Constraint::read(&["1", word, ">=", "0"]),
                        },
                    };
                    stack.push(top);
                }
                last += 1;
                lines.insert(last, stack.pop().expect("a line"));
            }
            _ => return Err(format!("unknown line: {line}")),
        }
    }
    Err("no conclusion".to_owned())
}
