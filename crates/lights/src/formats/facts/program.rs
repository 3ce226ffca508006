//! Parser of logic programs that are facts and nothing else: statements, constants, and what is
//! refused.

use std::collections::BTreeSet;

use fewest_core::{Fault, Room, Source, Span};

use super::scan::{Token, scan};
use super::terms::{Constants, MOST_FACTS, MemoryUse, Terms, Value, combinations, size_of_combinations};

const ONLY_FACTS: &str =
    "an instance is facts only: leave the encoding out, and ground rules first with `clingo --text`";

/// The largest number of arguments; facts with more are ignored.
const MOST_ARGUMENTS: usize = 8;

/// A ground fact.
pub struct GroundFact<'v> {
    /// The predicate; one with a minus is a different predicate.
    pub name: &'v str,
    /// Its arguments.
    pub values: &'v [&'v Value],
    /// The statement it comes from.
    pub at: Span,
}

/// A program that was scanned, but not yet ground.
pub struct Program {
    sources: Vec<(Vec<(Token, Span)>, Span)>,
    constants: Constants,
    room: Room,
}

/// The memory that is kept per fact.
#[derive(Clone, Copy)]
pub struct FactCost {
    /// Bytes for every fact.
    pub bytes: usize,
    /// Whether its values are copied, too.
    pub values: bool,
}

impl Program {
    /// Reads sources that belong together. Values of a statement, and all facts together, take no
    /// more than `room`.
    ///
    /// # Errors
    /// The first text that is no program, or an included file that was not given.
    pub fn read(sources: &[Source], room: Room) -> Result<Self, Fault> {
        let mut program = Self { sources: Vec::new(), constants: Constants::default(), room };
        for (index, source) in sources.iter().enumerate() {
            let tokens = scan(source, index)?;
            let end = Span { source: index, start: source.bytes.len(), end: source.bytes.len() };
            program.collect(&tokens, sources)?;
            program.sources.push((tokens, end));
        }
        Ok(program)
    }

    /// Collects the constants of a source, and checks that the files it includes were given.
    fn collect(&mut self, tokens: &[(Token, Span)], sources: &[Source]) -> Result<(), Fault> {
        for (at, (token, span)) in tokens.iter().enumerate() {
            let rest = &tokens[at + 1..];
            match token {
                Token::Directive(word) if word == "const" => self.constants.define(*span, rest)?,
                Token::Directive(word) if word == "include" => is_given(*span, rest, sources)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the predicates that stand after a minus somewhere.
    pub fn denied(&self) -> BTreeSet<&str> {
        let pairs = self.sources.iter().flat_map(|(tokens, _)| tokens.windows(2));
        let denied = pairs.filter_map(|pair| match pair {
            [(Token::Sign("-"), _), (Token::Name(name), _)] => Some(name.as_str()),
            _ => None,
        });
        denied.collect()
    }

    /// Calls `visit` for every fact whose predicate `wanted` accepts by name and number of
    /// arguments.
    ///
    /// # Errors
    /// The first statement that is not a fact, a value that cannot be calculated, or too many
    /// facts.
    pub fn ground(
        &self,
        wanted: &dyn Fn(&str, usize) -> bool,
        kept: FactCost,
        visit: &mut dyn FnMut(&GroundFact<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (mut left, mut room) = (MOST_FACTS, self.room);
        let spent = &MemoryUse::default();
        for (tokens, end) in &self.sources {
            let constants = &self.constants;
            let terms = Terms { tokens, at: 0, constants, evaluate: true, depth: 0, end: *end, spent };
            let mut statements = Statements { terms, is_base: true, left: &mut left, room: &mut room, kept };
            while statements.terms.at < tokens.len() {
                statements.one(wanted, visit)?;
            }
        }
        Ok(())
    }
}

/// Checks that the file of `#include "file".` is among the sources.
fn is_given(span: Span, rest: &[(Token, Span)], sources: &[Source]) -> Result<(), Fault> {
    let Some((Token::Text(name), named)) = rest.first() else {
        return Err(Fault::new("this include is not supported").at(span).remedy(ONLY_FACTS));
    };
    let file = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    if sources.iter().any(|source| source.name == *name || file(&source.name) == file(name)) {
        return Ok(());
    }
    Err(Fault::new(format!("it includes `{name}`, which was not given"))
        .at(*named)
        .remedy("name that file too: fewest course blackout FILE FILE"))
}

struct Statements<'a, 'l> {
    terms: Terms<'a>,
    /// Whether the current program part is `base`, the one that is used.
    is_base: bool,
    /// Number of facts that may still come.
    left: &'l mut usize,
    /// Bytes that may still be kept of facts.
    room: &'l mut Room,
    kept: FactCost,
}

impl Statements<'_, '_> {
    fn one(
        &mut self,
        wanted: &dyn Fn(&str, usize) -> bool,
        visit: &mut dyn FnMut(&GroundFact<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let span = self.terms.here();
        match &self.terms.tokens[self.terms.at].0 {
            Token::Directive(word) => self.directive(&word.clone(), span),
            Token::Sign(":-") => Err(refused("rules are not supported", span)),
            Token::Sign(":~") => Err(refused("weak constraints are not supported", span)),
            Token::Sign("{") => Err(refused("choices are not supported", span)),
            Token::Name(word) if word == "not" => Err(refused("`not` is not supported", span)),
            Token::Name(_) | Token::Sign("-") => self.fact(wanted, visit),
            _ => Err(self.terms.expected("a fact")),
        }
    }

    fn directive(&mut self, word: &str, span: Span) -> Result<(), Fault> {
        match word {
            "program" => {
                let base = matches!(self.terms.tokens.get(self.terms.at + 1), Some((Token::Name(name), _)) if name == "base");
                let plain = matches!(self.terms.tokens.get(self.terms.at + 2), Some((Token::Sign("."), _)));
                self.is_base = base && plain;
                self.skip_statement()
            }
            "const" => {
                self.skip_statement()?;
                if self.terms.take("[") {
                    while self.terms.at < self.terms.tokens.len() && !self.terms.take("]") {
                        self.terms.at += 1;
                    }
                }
                Ok(())
            }
            "show" | "defined" | "include" => self.skip_statement(),
            _ => Err(refused(&format!("`#{word}` is not supported"), span)),
        }
    }

    fn skip_statement(&mut self) -> Result<(), Fault> {
        while self.terms.at < self.terms.tokens.len() {
            if self.terms.take(".") {
                return Ok(());
            }
            self.terms.at += 1;
        }
        Err(self.terms.expected("a dot"))
    }

    fn fact(
        &mut self,
        wanted: &dyn Fn(&str, usize) -> bool,
        visit: &mut dyn FnMut(&GroundFact<'_>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let first = self.terms.at;
        self.has_no_body()?;
        let minus = self.terms.take("-");
        let Some((Token::Name(name), _)) = self.terms.tokens.get(self.terms.at) else {
            return Err(self.terms.expected("a name"));
        };
        let name = if minus { format!("-{name}") } else { name.clone() };
        self.terms.at += 1;
        // The number of arguments is known only after they were read, so values are evaluated if
        // any number is wanted.
        self.terms.spent.begin(*self.room);
        self.terms.evaluate = self.is_base && (0..=MOST_ARGUMENTS).any(|arguments| wanted(&name, arguments));
        let alternatives = match self.terms.sign() {
            Some("(") => self.terms.arguments()?,
            _ => vec![Vec::new()],
        };
        let at = self.terms.since(first);
        self.end_of_fact(first)?;
        if !self.terms.evaluate {
            return Ok(());
        }
        for lists in alternatives.iter().filter(|lists| wanted(&name, lists.len())) {
            let (size, values) = size_of_combinations(lists);
            if size > *self.left {
                return Err(Fault::new(format!("these are more than {MOST_FACTS} facts"))
                    .at(at)
                    .remedy("make the ranges smaller"));
            }
            *self.left -= size;
            let values = if self.kept.values { values } else { 0 };
            let bytes = size.saturating_mul(self.kept.bytes).saturating_add(values);
            let what = || format!("a list of {size} facts");
            self.room.check(bytes, 1, what).map_err(|fault| fault.at(at))?;
            *self.room = Room::of(self.room.bytes() - bytes);
            let mut result = Ok(());
            combinations(lists, &mut |values| {
                if result.is_ok() {
                    result = visit(&GroundFact { name: &name, values, at });
                }
            });
            result?;
        }
        Ok(())
    }

    /// Checks that the statement ahead is no rule. This comes first, because the variables of a
    /// rule would be errors in a fact.
    fn has_no_body(&mut self) -> Result<(), Fault> {
        let first = self.terms.at;
        let ahead = &self.terms.tokens[first..];
        let length = ahead.iter().position(|(token, _)| *token == Token::Sign(".")).unwrap_or(ahead.len());
        match ahead[..length].iter().position(|(token, _)| *token == Token::Sign(":-")) {
            Some(neck) if neck + 1 < length => {
                self.terms.at = first + length;
                Err(refused("rules are not supported", self.terms.since(first)))
            }
            _ => Ok(()),
        }
    }

    /// Reads a dot, or an empty body and a dot.
    fn end_of_fact(&mut self, first: usize) -> Result<(), Fault> {
        let what = match self.terms.sign() {
            Some(".") => {
                self.terms.at += 1;
                return Ok(());
            }
            Some(":-") => {
                self.terms.at += 1;
                if self.terms.take(".") {
                    return Ok(());
                }
                "rules are not supported"
            }
            Some(";" | "|") => "disjunctions are not supported",
            Some(":") => "conditions are not supported",
            Some("=" | "!=" | "<" | ">" | "<=" | ">=" | "==" | "<>" | "{") => "only facts are supported",
            _ => return Err(self.terms.expected("a dot")),
        };
        Err(refused(what, self.terms.since(first)))
    }
}

fn refused(what: &str, at: Span) -> Fault {
    Fault::new(what).at(at).remedy(ONLY_FACTS)
}
