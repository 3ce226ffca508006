//! A reader of values as programs write them: lists, objects, calls, texts in quotes, bare words.
//!
//! It takes JSON and the literals of Python, JavaScript, C, Java, Rust, Go, Lua, R and MATLAB
//! alike: any bracket opens a list; commas, blanks and semicolons separate; where semicolons or
//! line ends separate rows of the same length, the list is one of rows. A call such as `array(…)`,
//! `vec![…]` or `arrayOf(…)` is the list that it holds.

use super::canvas::Canvas;
use crate::source::Span;

/// A value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A list.
    List(Vec<Value>),
    /// An object, or keyword arguments.
    Object(Vec<(String, Value)>),
    /// A text in quotes.
    Text(String, Span),
    /// A number or a bare word; empty for `null` and its like.
    Word(String, Span),
}

/// The characters of a text with their bytes in the source.
pub struct Reader {
    chars: Vec<(char, usize)>,
    end: usize,
    at: usize,
    depth: usize,
}

/// How deep lists may be nested.
const MOST_DEPTH: usize = 16;

/// Words for a value that is not there.
const NOTHING: [&str; 10] =
    ["null", "None", "nil", "NULL", "undefined", "nan", "NaN", "Nothing", "<NA>", "NA"];

/// Whether a word stands for a value that is not there.
pub fn is_nothing(word: &str) -> bool {
    NOTHING.contains(&word)
}

/// 1. and 1.0 as 1; None for other words.
pub fn whole(word: &str) -> Option<String> {
    let (whole, fraction) = word.split_once('.')?;
    // 1.0000e+00
    if let Some((fraction, exponent)) = fraction.split_once(['e', 'E']) {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_scientific = is_number(whole.strip_prefix('-').unwrap_or(whole))
            && fraction.bytes().all(|byte| byte.is_ascii_digit())
            && is_number(exponent.trim_start_matches(['+', '-']));
        let value: f64 = word.parse().ok().filter(|_| is_scientific)?;
        const MOST: f64 = 1e9;
        return (value.fract() == 0.0 && value.abs() < MOST).then(|| format!("{}", value as i64));
    }
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_whole && fraction.bytes().all(|byte| byte == b'0')).then(|| whole.to_owned())
}

fn is_open(c: char) -> bool {
    matches!(c, '[' | '(' | '{')
}

/// Whether a character may be part of a name.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | ':')
}

impl Reader {
    /// A reader at the beginning of a text.
    pub fn new(canvas: &Canvas) -> Self {
        let mut chars = Vec::new();
        let mut end = 0;
        for row in &canvas.rows {
            for glyph in &row.glyphs {
                chars.extend(glyph.text.chars().map(|c| (c, glyph.bytes.0)));
                end = glyph.bytes.1;
            }
            chars.push(('\n', end));
        }
        Self { chars, end, at: 0, depth: 0 }
    }

    /// The byte of the source at a character.
    pub fn byte(&self, at: usize) -> usize {
        self.chars.get(at).map_or(self.end, |(_, byte)| *byte)
    }

    /// The place of the reader, in characters.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Goes to a place.
    pub fn go(&mut self, at: usize) {
        self.at = at;
        self.depth = 0;
    }

    /// The character at a place.
    pub fn char(&self, at: usize) -> Option<char> {
        self.chars.get(at).map(|(c, _)| *c)
    }

    /// The text between two places.
    pub fn text_between(&self, from: usize, to: usize) -> String {
        self.chars[from.min(to)..to.min(self.chars.len())].iter().map(|(c, _)| c).collect()
    }

    fn peek(&self) -> Option<char> {
        self.char(self.at)
    }

    fn is_next(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(number, c)| self.char(self.at + number) == Some(c))
    }

    /// Skips blanks and comments. Returns whether a line ended.
    pub fn skip_blanks(&mut self) -> bool {
        let mut is_new_line = false;
        loop {
            match self.peek() {
                Some('\n') => is_new_line = true,
                Some(c) if c.is_whitespace() => {}
                Some('/') if self.is_next("//") => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                    continue;
                }
                Some('/') if self.is_next("/*") => {
                    while self.peek().is_some() && !self.is_next("*/") {
                        self.at += 1;
                    }
                    self.at += 2;
                    continue;
                }
                Some('#' | '%') if self.is_comment() => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.at += 1;
                    }
                    continue;
                }
                _ => return is_new_line,
            }
            self.at += 1;
        }
    }

    /// Whether a comment of words begins here: a sign of a board is not followed by a word.
    fn is_comment(&self) -> bool {
        let letter = |at: usize| self.char(at).is_some_and(char::is_alphanumeric);
        self.char(self.at + 1) == Some(' ') && letter(self.at + 2) && letter(self.at + 3)
    }

    /// Reads a value. None if there is none, or it is not closed.
    pub fn value(&mut self) -> Option<Value> {
        self.skip_blanks();
        let value = match self.peek()? {
            open if is_open(open) => self.list(open),
            quote @ ('"' | '\'' | '`') => self.text(quote),
            _ => self.word(),
        }?;
        if self.is_next(".reshape(") {
            self.at += ".reshape".len();
            let Value::List(shape) = self.list('(')? else { return None };
            let shape: Vec<i64> = leaves(&shape).iter().filter_map(|word| word.parse().ok()).collect();
            let [rows, columns] = shape[..] else { return None };
            return reshaped(value, rows, columns);
        }
        Some(value)
    }

    fn list(&mut self, open: char) -> Option<Value> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return None;
        }
        self.at += 1;
        let close = match open {
            '[' => ']',
            '(' => ')',
            _ => '}',
        };
        let mut values = Vec::new();
        let mut members = Vec::new();
        // Where rows end: at semicolons, and at line ends.
        let (mut at_semicolons, mut at_lines) = (Vec::new(), Vec::new());
        let mut is_after_comma = true;
        loop {
            if self.skip_blanks() && !values.is_empty() {
                at_lines.push(values.len());
            }
            match self.peek()? {
                c if c == close => {
                    self.at += 1;
                    break;
                }
                c @ (',' | ';') => {
                    if is_after_comma {
                        let byte = self.byte(self.at);
                        values.push(Value::Word(String::new(), Span { source: 0, start: byte, end: byte }));
                    }
                    is_after_comma = true;
                    if c == ';' {
                        at_semicolons.push(values.len());
                    }
                    self.at += 1;
                }
                _ => {
                    let value = self.value()?;
                    is_after_comma = false;
                    let here = self.at;
                    self.skip_blanks();
                    let is_pair = open == '{' && self.peek() == Some(':')
                        || self.peek() == Some('=') && self.char(self.at + 1) != Some('=');
                    if is_pair {
                        self.at += 1;
                        let (Value::Text(key, _) | Value::Word(key, _)) = value else { return None };
                        members.push((key, self.value()?));
                    } else {
                        self.at = here;
                        values.push(value);
                    }
                }
            }
        }
        self.depth -= 1;
        if !members.is_empty() {
            // Keyword arguments stand behind the list that a call is about.
            if !values.is_empty() {
                values.push(Value::Object(members));
                return Some(Value::List(values));
            }
            return Some(Value::Object(members));
        }
        Some(Value::List(in_rows(values, at_semicolons, at_lines)?))
    }

    fn text(&mut self, quote: char) -> Option<Value> {
        self.at += 1;
        let start = self.byte(self.at);
        let mut text = String::new();
        loop {
            let c = self.peek()?;
            self.at += 1;
            match c {
                c if c == quote => break,
                '\n' => return None,
                '\\' => {
                    let escaped = self.peek()?;
                    self.at += 1;
                    text.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        'u' => {
                            let digits: String =
                                self.chars.get(self.at..self.at + 4)?.iter().map(|(c, _)| c).collect();
                            self.at += 4;
                            char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?
                        }
                        other => other,
                    });
                }
                c => text.push(c),
            }
        }
        let end = self.byte(self.at.saturating_sub(1));
        Some(Value::Text(text, Span { source: 0, start, end }))
    }

    /// Reads a bare word, or a call.
    fn word(&mut self) -> Option<Value> {
        let from = self.at;
        let start = self.byte(from);
        while self.peek().is_some_and(|c| {
            !c.is_whitespace()
                && !matches!(c, ',' | ';' | '[' | ']' | '(' | ')' | '{' | '}' | '"' | '\'' | '=')
        }) && !(self.peek() == Some(':') && self.char(self.at + 1) != Some(':'))
        {
            self.at += if self.peek() == Some(':') { 2 } else { 1 };
        }
        let mut word = self.text_between(from, self.at);
        if word.is_empty() {
            return None;
        }
        if self.peek().is_some_and(is_open) && is_called(&word) {
            let value = self.list(self.peek()?)?;
            return call(&word, value);
        }
        let end = self.byte(self.at);
        if let Some(whole) = whole(&word) {
            word = whole;
        }
        if is_nothing(&word) {
            word.clear();
        }
        Some(Value::Word(word, Span { source: 0, start, end }))
    }
}

/// Whether a word before a bracket is the name of something that makes a list.
pub fn is_called(word: &str) -> bool {
    let name = word.strip_suffix('!').unwrap_or(word);
    name.starts_with(|c: char| c.is_alphabetic()) && name.chars().all(is_name)
}

/// The value of a call: the list that it is given, or its arguments as a list.
fn call(name: &str, value: Value) -> Option<Value> {
    let Value::List(mut arguments) = value else { return Some(value) };
    let keywords = match arguments.last() {
        Some(Value::Object(_)) => arguments.pop(),
        _ => None,
    };
    let keyword = |wanted: &str| match &keywords {
        Some(Value::Object(members)) => members.iter().find(|(key, _)| key == wanted).map(|(_, value)| value),
        _ => None,
    };
    let number = |wanted: &str| match keyword(wanted) {
        Some(Value::Word(word, _)) => word.parse::<i64>().ok(),
        _ => None,
    };
    if name == "matrix" {
        // R fills matrices by columns unless it is told otherwise.
        let by_row = matches!(keyword("byrow"), Some(Value::Word(word, _)) if word == "TRUE" || word == "T");
        let first = arguments.into_iter().next()?;
        if !by_row {
            return None;
        }
        return match (number("nrow"), number("ncol")) {
            (Some(rows), Some(columns)) => reshaped(first, rows, columns),
            (Some(rows), None) => reshaped(first, rows, -1),
            (None, Some(columns)) => reshaped(first, -1, columns),
            (None, None) => None,
        };
    }
    let lists = arguments.iter().filter(|value| matches!(value, Value::List(_))).count();
    let texts = arguments.iter().filter(|value| matches!(value, Value::Text(..))).count();
    match (lists, arguments.len()) {
        // The list, and perhaps types and sizes.
        (1, _) => arguments.into_iter().find(|value| matches!(value, Value::List(_))),
        (0, 1) if texts == 1 => arguments.into_iter().next(),
        _ => Some(Value::List(arguments)),
    }
}

/// The words of nested lists, one after another.
fn leaves(values: &[Value]) -> Vec<&str> {
    let mut found = Vec::new();
    for value in values {
        match value {
            Value::List(inner) => found.extend(leaves(inner)),
            Value::Text(text, _) | Value::Word(text, _) => found.push(text.as_str()),
            Value::Object(_) => {}
        }
    }
    found
}

/// A list of cells as rows of a given number; -1 stands for the number that fits.
pub fn reshaped(value: Value, rows: i64, columns: i64) -> Option<Value> {
    let Value::List(values) = value else { return None };
    let count = i64::try_from(values.len()).ok()?;
    let (rows, columns) = match (rows, columns) {
        (-1, columns) if columns > 0 => (count / columns, columns),
        (rows, -1) if rows > 0 => (rows, count / rows),
        both => both,
    };
    if rows < 1 || columns < 1 || rows.checked_mul(columns) != Some(count) {
        return None;
    }
    let rows = values.chunks(usize::try_from(columns).ok()?).map(|row| Value::List(row.to_vec())).collect();
    Some(Value::List(rows))
}

/// Cuts a list of words into rows at semicolons, or at line ends where all rows become equal. None
/// if lines and a square disagree.
fn in_rows(values: Vec<Value>, at_semicolons: Vec<usize>, at_lines: Vec<usize>) -> Option<Vec<Value>> {
    if values.iter().any(|value| matches!(value, Value::List(_) | Value::Object(_))) {
        return Some(values);
    }
    let cut = |mut ends: Vec<usize>| -> Vec<Vec<Value>> {
        ends.push(values.len());
        ends.dedup();
        let starts = std::iter::once(0).chain(ends.clone());
        starts
            .zip(&ends)
            .filter(|(start, end)| start < *end)
            .map(|(start, &end)| values[start..end].to_vec())
            .collect()
    };
    let (is_by_semicolons, rows) = match at_semicolons.is_empty() {
        false => (true, cut(at_semicolons)),
        true => (false, cut(at_lines)),
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let is_even = rows.len() > 1 && width > 1 && rows.iter().all(|row| row.len() == width);
    if is_by_semicolons && rows.len() > 1 && width > 1 {
        return Some(rows.into_iter().map(Value::List).collect());
    }
    let is_square = values.len().isqrt().pow(2) == values.len();
    match (is_even, is_square && rows.len() != width) {
        (true, false) => Some(rows.into_iter().map(Value::List).collect()),
        (true, true) => None,
        (false, _) => Some(values),
    }
}
