//! Terms and constants of logic programs, parsed and evaluated in one pass by recursive descent.
//!
//! Operators bind, from weakest to strongest: `..`, `^`, `?`, `&`, `+ -`, `* / \`, `**` (from the
//! right), and before a term `- ~`. Constants (`#const n=4.`) are collected before terms are
//! evaluated. A term has several values if it contains a range or a pool.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use fewest_core::{Fault, Room, Span};

use super::scan::{LARGEST, Token};

/// The largest number of facts of a program.
pub const MOST_FACTS: usize = 1 << 24;
/// The deepest nesting that is parsed.
const DEEPEST: usize = 100;

/// The binary operators by strength; `..` and `**` are parsed separately.
const LEVELS: [&[&str]; 5] = [&["^"], &["?"], &["&"], &["+", "-"], &["*", "/", "\\"]];

/// A value of a term.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A whole number of 32 bits.
    Number(i64),
    /// A text in quotes.
    Text(String),
    /// A name with arguments; a constant has none.
    Function(String, Vec<Value>),
    /// Values in parentheses.
    Tuple(Vec<Value>),
    /// `#inf` or `#sup`.
    End(&'static str),
}

impl Value {
    /// Returns the bytes that a copy takes, including the heap.
    pub fn bytes(&self) -> usize {
        const HEADER: usize = 16;
        let list = |values: &[Self]| values.iter().map(Self::bytes).sum::<usize>() + HEADER;
        let heap = match self {
            Self::Number(_) | Self::End(_) => 0,
            Self::Text(text) => text.len() + HEADER,
            Self::Function(name, values) => name.len() + HEADER + list(values),
            Self::Tuple(values) => list(values),
        };
        size_of::<Self>().saturating_add(heap)
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, values: &[Self]| {
            for (number, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if number > 0 { "," } else { "" })?;
            }
            Ok(())
        };
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Function(name, values) if values.is_empty() => f.write_str(name),
            Self::Function(name, values) => {
                write!(f, "{name}(")?;
                list(f, values)?;
                f.write_str(")")
            }
            Self::Tuple(values) => {
                f.write_str("(")?;
                list(f, values)?;
                f.write_str(if values.len() == 1 { ",)" } else { ")" })
            }
            Self::End(word) => write!(f, "#{word}"),
        }
    }
}

/// Evaluates an operator on two numbers. None if it has no result: the divisor is 0, a power is
/// negative, or the result does not fit in 32 bits. (In the last case an answer set solver silently
/// takes another number.)
pub fn calculate(sign: &str, a: i64, b: i64) -> Option<i64> {
    let result = match sign {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        // Both round towards zero, so the remainder has the sign of the first.
        "/" => a.checked_div(b),
        "\\" => a.checked_rem(b),
        "**" => a.checked_pow(u32::try_from(b).ok()?),
        "&" => Some(a & b),
        "?" => Some(a | b),
        "^" => Some(a ^ b),
        _ => None,
    };
    result.filter(|number| (-LARGEST - 1..=LARGEST).contains(number))
}

/// Returns the number of combinations of one value of each list, and the bytes that copies of all
/// their values take.
pub fn size_of_combinations(lists: &[Vec<Value>]) -> (usize, usize) {
    let count = lists.iter().fold(1_usize, |count, list| count.saturating_mul(list.len()));
    let bytes = lists.iter().fold(0_usize, |bytes, list| {
        let all = list.iter().map(Value::bytes).fold(0, usize::saturating_add);
        bytes.saturating_add((count / list.len().max(1)).saturating_mul(all))
    });
    (count, bytes)
}

/// Visits all combinations of one value of each list, the last changing fastest.
pub fn combinations<'a, V>(lists: &'a [Vec<V>], visit: &mut dyn FnMut(&[&'a V])) {
    let mut at = vec![0; lists.len()];
    if lists.iter().any(Vec::is_empty) {
        return;
    }
    loop {
        let now: Vec<&V> = lists.iter().zip(&at).map(|(list, &at)| &list[at]).collect();
        visit(&now);
        let Some(place) = (0..lists.len()).rev().find(|&place| at[place] + 1 < lists[place].len()) else {
            return;
        };
        at[place] += 1;
        at[place + 1..].fill(0);
    }
}

/// A parser over tokens.
pub struct Terms<'a> {
    pub tokens: &'a [(Token, Span)],
    pub at: usize,
    pub constants: &'a Constants,
    /// Whether values are wanted. Other facts are only parsed, so that undefined values in them do
    /// not matter.
    pub evaluate: bool,
    pub depth: usize,
    /// The end of the source, for errors there.
    pub end: Span,
    /// The memory that values of this statement take.
    pub spent: &'a MemoryUse,
}

/// The bytes that the values of a statement take, and the limit on them.
#[derive(Default)]
pub struct MemoryUse {
    bytes: Cell<usize>,
    room: Cell<Room>,
}

impl MemoryUse {
    /// Begins a statement with that limit.
    pub fn begin(&self, room: Room) {
        self.bytes.set(0);
        self.room.set(room);
    }
}

/// The bytes of a value in a list, which may have grown to twice its length.
const IN_LIST: usize = 2 * size_of::<Value>();

type Values = Result<Vec<Value>, Fault>;

impl Terms<'_> {
    /// Parses a term or a range.
    pub fn term(&mut self) -> Values {
        let first = self.at;
        let mut from = self.level(0)?;
        while self.take("..") {
            let to = self.level(0)?;
            from = self.pairs(first, &from, &to, "..")?;
        }
        Ok(from)
    }

    fn level(&mut self, level: usize) -> Values {
        let Some(signs) = LEVELS.get(level) else { return self.power() };
        let first = self.at;
        let mut left = self.level(level + 1)?;
        while let Some(sign) = self.sign().filter(|sign| signs.contains(sign)) {
            self.at += 1;
            let right = self.level(level + 1)?;
            left = self.pairs(first, &left, &right, sign)?;
        }
        Ok(left)
    }

    fn power(&mut self) -> Values {
        let first = self.at;
        let base = self.before()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::power)?;
        self.pairs(first, &base, &exponent, "**")
    }

    fn before(&mut self) -> Values {
        let first = self.at;
        for sign in ["-", "~"] {
            if self.take(sign) {
                let values = self.deeper(Self::before)?;
                if !self.evaluate {
                    return Ok(values);
                }
                let change = |value: &Value| match (value, sign) {
                    (Value::Number(number), "-") => calculate("-", 0, *number).map(Value::Number),
                    (Value::Number(number), _) => Some(Value::Number(!number)),
                    (Value::Function(name, values), "-") => {
                        Some(Value::Function(format!("-{name}"), values.clone()))
                    }
                    _ => None,
                };
                return values
                    .iter()
                    .map(|value| change(value).ok_or_else(|| self.undefined(first, sign)))
                    .collect();
            }
        }
        self.single()
    }

    /// Parses a nested term, to a limited depth.
    fn deeper<R>(&mut self, read: impl FnOnce(&mut Self) -> Result<R, Fault>) -> Result<R, Fault> {
        if self.depth == DEEPEST {
            return Err(Fault::new("nested too deeply").at(self.here()).remedy("write it in a simpler way"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn single(&mut self) -> Values {
        let Some((token, span)) = self.tokens.get(self.at) else { return Err(self.expected("a value")) };
        self.at += 1;
        match token {
            Token::Number(number) => Ok(vec![Value::Number(*number)]),
            Token::Text(text) => {
                self.spend(self.at - 1, 1, text.len())?;
                Ok(vec![Value::Text(text.clone())])
            }
            Token::Name(name) if self.sign() == Some("(") => {
                let tuples = self.deeper(Self::arguments)?;
                self.all(&tuples, name.len(), |values| Value::Function(name.clone(), values))
            }
            Token::Name(name) if self.evaluate => match self.constants.value(name, *span, self.spent)? {
                Some(values) => Ok(values),
                None => Ok(vec![Value::Function(name.clone(), Vec::new())]),
            },
            Token::Name(name) => Ok(vec![Value::Function(name.clone(), Vec::new())]),
            Token::Sign("(") => {
                self.at -= 1;
                self.deeper(Self::parentheses)
            }
            Token::Sign("|") => self.deeper(Self::absolute),
            Token::Directive(word) if ["inf", "infimum"].contains(&word.as_str()) => {
                Ok(vec![Value::End("inf")])
            }
            Token::Directive(word) if ["sup", "supremum"].contains(&word.as_str()) => {
                Ok(vec![Value::End("sup")])
            }
            Token::Variable(name) => Err(Fault::new(format!("`{name}` is a variable, and a fact has none"))
                .at(*span)
                .remedy("write a number, or a small letter for a constant")),
            Token::Sign("@") => Err(Fault::new("functions of scripts are not supported")
                .at(*span)
                .remedy("ground the program first with `clingo --text`")),
            _ => {
                self.at -= 1;
                Err(self.expected("a value"))
            }
        }
    }

    /// Parses `|a;b|`, after the first bar.
    fn absolute(&mut self) -> Values {
        let first = self.at;
        let mut all = Vec::new();
        loop {
            for value in self.term()? {
                match value {
                    Value::Number(number) => all.push(Value::Number(number.abs())),
                    _ if !self.evaluate => all.push(value),
                    _ => return Err(self.undefined(first, "| |")),
                }
            }
            if !self.take(";") {
                break;
            }
        }
        self.expect("|")?;
        Ok(all)
    }

    /// Parses `(1)`, `(1,2)`, `(1;2)`, `(1,2;3,4)`, `(1,)`, `()`.
    fn parentheses(&mut self) -> Values {
        self.expect("(")?;
        let mut all = Vec::new();
        loop {
            let first = self.at;
            let (terms, comma_last) = self.list(true)?;
            match terms.len() {
                1 if !comma_last => all.extend(terms.into_iter().flatten()),
                _ => all.extend(self.combined(first, &terms, 0, Value::Tuple)?),
            }
            self.check_size(first, all.len())?;
            if !self.take(";") {
                break;
            }
        }
        self.expect(")")?;
        Ok(all)
    }

    /// Parses `(1,2;3,4)` after a name. Returns for each alternative one list of values per
    /// argument.
    pub fn arguments(&mut self) -> Result<Vec<Vec<Vec<Value>>>, Fault> {
        self.expect("(")?;
        let mut all = vec![self.list(false)?.0];
        while self.take(";") {
            all.push(self.list(false)?.0);
        }
        self.expect(")")?;
        Ok(all)
    }

    /// Parses terms separated by commas, possibly none.
    fn list(&mut self, comma_last: bool) -> Result<(Vec<Vec<Value>>, bool), Fault> {
        if [Some(")"), Some(";")].contains(&self.sign()) {
            return Ok((Vec::new(), false));
        }
        let mut terms = vec![self.term()?];
        while self.take(",") {
            if comma_last && [Some(")"), Some(";")].contains(&self.sign()) {
                return Ok((terms, true));
            }
            terms.push(self.term()?);
        }
        Ok((terms, false))
    }

    fn all(&self, tuples: &[Vec<Vec<Value>>], name: usize, make: impl Fn(Vec<Value>) -> Value) -> Values {
        let mut all = Vec::new();
        for terms in tuples {
            all.extend(self.combined(self.at, terms, name, &make)?);
            self.check_size(self.at, all.len())?;
        }
        Ok(all)
    }

    /// Returns a value for every combination; `name` is the length of the name that each has.
    fn combined(
        &self,
        first: usize,
        terms: &[Vec<Value>],
        name: usize,
        make: impl Fn(Vec<Value>) -> Value,
    ) -> Values {
        if !self.evaluate {
            return Ok(vec![make(Vec::new())]);
        }
        let (size, bytes) = size_of_combinations(terms);
        self.check_size(first, size)?;
        self.spend(first, size, IN_LIST + name)?;
        self.spend(first, bytes, 1)?;
        let mut all = Vec::new();
        combinations(terms, &mut |values| {
            all.push(make(values.iter().map(|&value| value.clone()).collect()));
        });
        Ok(all)
    }

    /// Applies an operator to every pair of values.
    fn pairs(&self, first: usize, left: &[Value], right: &[Value], sign: &str) -> Values {
        if !self.evaluate {
            return Ok(vec![Value::Number(0)]);
        }
        let mut all = Vec::new();
        for a in left {
            if sign != ".." {
                self.spend(first, right.len(), IN_LIST)?;
            }
            for b in right {
                let (Value::Number(a), Value::Number(b)) = (a, b) else {
                    return Err(self.undefined(first, sign));
                };
                if sign == ".." {
                    let more = usize::try_from(b - a + 1).unwrap_or(0);
                    self.check_size(first, all.len().saturating_add(more))?;
                    self.spend(first, more, IN_LIST)?;
                    all.extend((*a..=*b).map(Value::Number));
                } else {
                    all.push(Value::Number(
                        calculate(sign, *a, *b).ok_or_else(|| self.undefined(first, sign))?,
                    ));
                }
            }
            self.check_size(first, all.len())?;
        }
        Ok(all)
    }

    fn undefined(&self, first: usize, sign: &str) -> Fault {
        Fault::new(format!("`{sign}` has no result here"))
            .at(self.since(first))
            .remedy("it takes whole numbers, and its result must fit in 32 bits")
    }

    /// Counts the bytes of values before they are made.
    fn spend(&self, first: usize, count: usize, bytes: usize) -> Result<(), Fault> {
        let bytes = count.checked_mul(bytes).and_then(|bytes| bytes.checked_add(self.spent.bytes.get()));
        let what = || "what this stands for".to_owned();
        let room = self.spent.room.get();
        room.check(bytes.unwrap_or(usize::MAX), 1, what).map_err(|fault| fault.at(self.since(first)))?;
        self.spent.bytes.set(bytes.unwrap_or(usize::MAX));
        Ok(())
    }

    /// Checks that a term or fact does not stand for too many values.
    pub fn check_size(&self, first: usize, size: usize) -> Result<(), Fault> {
        if size <= MOST_FACTS {
            return Ok(());
        }
        Err(Fault::new(format!("this stands for more than {MOST_FACTS} facts"))
            .at(self.since(first))
            .remedy("make the ranges smaller"))
    }
}

impl Terms<'_> {
    /// Returns the sign ahead; None if it is another token.
    pub fn sign(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some((Token::Sign(sign), _)) => Some(sign),
            _ => None,
        }
    }

    /// Skips a sign if it is ahead. Returns whether it was.
    pub fn take(&mut self, sign: &str) -> bool {
        let there = self.sign() == Some(sign);
        self.at += usize::from(there);
        there
    }

    /// Returns the position of the token ahead.
    pub fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end, |(_, span)| *span)
    }

    /// Returns the span from a token to the one just read.
    pub fn since(&self, first: usize) -> Span {
        let start = self.tokens.get(first).map_or(self.end, |(_, span)| *span);
        let end =
            self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |(_, span)| *span);
        Span { end: end.end.max(start.end), ..start }
    }

    /// Returns the error that something else was expected here.
    pub fn expected(&self, what: &str) -> Fault {
        let found = self
            .tokens
            .get(self.at)
            .map_or_else(|| "the end of the text".to_owned(), |(token, _)| token.to_string());
        Fault::new(format!("{found} where {what} was expected"))
            .at(self.here())
            .remedy("a fact is written `cell(1,2).`")
    }

    /// Skips a sign.
    ///
    /// # Errors
    /// If another token is ahead.
    pub fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }
}

/// The constants of a program, each with the tokens of its definition. They may be defined after
/// their use, and by each other.
#[derive(Default)]
pub struct Constants {
    defined: HashMap<String, Definition>,
    /// Constants under evaluation, to detect cycles.
    open: RefCell<Vec<String>>,
}

struct Definition {
    tokens: Vec<(Token, Span)>,
    span: Span,
    overrides: bool,
}

impl Constants {
    /// Adds a definition, given the tokens after `#const`.
    ///
    /// # Errors
    /// If it is malformed, or the second one.
    pub fn define(&mut self, span: Span, rest: &[(Token, Span)]) -> Result<(), Fault> {
        let [(Token::Name(name), named), (Token::Sign("="), _), rest @ ..] = rest else {
            return Err(Fault::new("this is no constant")
                .at(span)
                .remedy("a constant is written `#const n=4.`"));
        };
        let length = rest.iter().position(|(token, _)| *token == Token::Sign(".")).unwrap_or(rest.len());
        let overrides = matches!(rest.get(length + 1..length + 3),
            Some([(Token::Sign("["), _), (Token::Name(word), _)]) if word == "override");
        let definition = Definition { tokens: rest[..length].to_vec(), span: *named, overrides };
        match self.defined.get(name) {
            Some(before) if before.overrides == overrides => {
                Err(Fault::new(format!("the constant `{name}` is defined twice"))
                    .at(*named)
                    .remedy("take one of the two out"))
            }
            Some(before) if before.overrides => Ok(()),
            _ => {
                self.defined.insert(name.clone(), definition);
                Ok(())
            }
        }
    }

    /// Returns the value of a constant; None if the name is none. Its bytes are counted.
    ///
    /// # Errors
    /// If it is defined by itself, or has not exactly one value.
    pub fn value(&self, name: &str, used: Span, spent: &MemoryUse) -> Result<Option<Vec<Value>>, Fault> {
        let Some(definition) = self.defined.get(name) else { return Ok(None) };
        if self.open.borrow().iter().any(|open| open == name) || self.open.borrow().len() > 100 {
            return Err(Fault::new(format!("the constant `{name}` is defined by itself"))
                .at(used)
                .remedy("give it a number"));
        }
        self.open.borrow_mut().push(name.to_owned());
        let end = Span { start: definition.span.end, ..definition.span };
        let mut terms = Terms {
            tokens: &definition.tokens,
            at: 0,
            constants: self,
            evaluate: true,
            depth: 0,
            end,
            spent,
        };
        let values = terms.term();
        self.open.borrow_mut().pop();
        match values?.as_slice() {
            [value] if terms.at == definition.tokens.len() => Ok(Some(vec![value.clone()])),
            _ => Err(Fault::new(format!("the constant `{name}` is not one value"))
                .at(definition.span)
                .remedy("give it a number")),
        }
    }
}
