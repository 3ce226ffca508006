//! Scanner for the language of answer set programs.

use fewest_core::{Fault, Source, Span};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A number without a sign.
    Number(i64),
    /// A name that begins with a small letter: a predicate, a function, a constant.
    Name(String),
    /// A name that begins with a capital letter.
    Variable(String),
    /// A text in quotes, as written between them.
    Text(String),
    /// A word after a hash: `const`, `show`.
    Directive(String),
    /// An operator or punctuation.
    Sign(&'static str),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => write!(f, "`{number}`"),
            Self::Name(name) | Self::Variable(name) => write!(f, "`{name}`"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Directive(word) => write!(f, "`#{word}`"),
            Self::Sign(sign) => write!(f, "`{sign}`"),
        }
    }
}

/// Operators and punctuation, longer ones before their prefixes.
const SIGNS: [&str; 34] = [
    "..", ":-", ":~", "**", "!=", "<=", ">=", "<>", "==", ".", ",", ";", ":", "(", ")", "{", "}", "[", "]",
    "|", "+", "-", "*", "/", "\\", "^", "?", "&", "~", "@", "=", "<", ">", "$",
];

/// The largest number of an answer set solver.
pub const LARGEST: i64 = i32::MAX as i64;

/// Splits a source into tokens with their positions.
///
/// # Errors
/// The first position that is no token.
pub fn scan(source: &Source, index: usize) -> Result<Vec<(Token, Span)>, Fault> {
    let mut scanner = Scanner { bytes: &source.bytes, at: 0, source: index };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next()? {
        tokens.push(token);
    }
    Ok(tokens)
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    source: usize,
}

fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

impl Scanner<'_> {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span { source: self.source, start, end: self.at.max(start) }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().iter().position(|&byte| byte == b'\n').unwrap_or(self.rest().len());
    }

    /// Skips blanks and comments; block comments may be nested.
    fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            match self.rest() {
                [b'%', b'*', ..] => self.skip_block()?,
                // A first line that names the interpreter.
                [b'%', ..] | [b'#', b'!', ..] => self.skip_line(),
                [b' ' | b'\t' | b'\r' | b'\n', ..] => self.at += 1,
                _ => return Ok(()),
            }
        }
    }

    fn skip_block(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            let (step, deeper) = match self.rest() {
                [b'%', b'*', ..] => (2, 1),
                [b'*', b'%', ..] => (2, -1),
                [b'%', ..] if depth > 0 => {
                    // A line comment hides what follows it inside a block comment, too.
                    self.skip_line();
                    (0, 0)
                }
                [_, ..] => (1, 0),
                [] => {
                    let opened = Span { source: self.source, start, end: start + 2 };
                    return Err(Fault::new("this comment never ends").at(opened).remedy("end it with *%"));
                }
            };
            self.at += step;
            depth = depth.saturating_add_signed(deeper);
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn next(&mut self) -> Result<Option<(Token, Span)>, Fault> {
        self.skip_blanks()?;
        let start = self.at;
        let token = match self.rest() {
            [] => return Ok(None),
            [b'0'..=b'9', ..] => self.number()?,
            [b'"', ..] => self.text()?,
            [b'#', b'a'..=b'z', ..] => {
                self.at += 1;
                Token::Directive(self.word())
            }
            [byte, ..] if byte.is_ascii_alphabetic() || *byte == b'_' || *byte == b'\'' => {
                let word = self.word();
                let first = word.bytes().find(|&byte| byte != b'_' && byte != b'\'');
                // An underscore alone is the anonymous variable.
                if first.is_some_and(|byte| byte.is_ascii_lowercase()) {
                    Token::Name(word)
                } else {
                    Token::Variable(word)
                }
            }
            rest => match SIGNS.into_iter().find(|sign| rest.starts_with(sign.as_bytes())) {
                Some(sign) => {
                    self.at += sign.len();
                    Token::Sign(sign)
                }
                None => return Err(self.strange()),
            },
        };
        Ok(Some((token, self.span(start))))
    }

    fn word(&mut self) -> String {
        let length = self.rest().iter().position(|&byte| !in_name(byte)).unwrap_or(self.rest().len());
        let word = String::from_utf8_lossy(&self.rest()[..length]).into_owned();
        self.at += length;
        word
    }

    /// Reads a number: decimal without leading zeros, or hexadecimal, octal, binary. A number ends
    /// after `0`, so `01` is two.
    fn number(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        let (prefix, radix) = match self.rest() {
            [b'0', b'x', byte, ..] if byte.is_ascii_hexdigit() => (2, 16),
            [b'0', b'o', b'1'..=b'7', ..] => (2, 8),
            [b'0', b'b', b'0' | b'1', ..] => (2, 2),
            _ => (0, 10),
        };
        self.at += prefix;
        let digits = self.rest().iter().take_while(|&&byte| char::from(byte).is_digit(radix)).count();
        let digits = if radix == 10 && self.rest()[0] == b'0' { 1 } else { digits };
        let text = String::from_utf8_lossy(&self.rest()[..digits]).into_owned();
        self.at += digits;
        let number = i64::from_str_radix(&text, radix).ok().filter(|&number| number <= LARGEST);
        number.map(Token::Number).ok_or_else(|| {
            Fault::new("this number is too large")
                .at(self.span(start))
                .remedy(format!("an answer set solver counts to {LARGEST} and would silently take another"))
        })
    }

    fn text(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.rest() {
                [b'"', ..] => {
                    let text = String::from_utf8_lossy(&self.bytes[start + 1..self.at]).into_owned();
                    self.at += 1;
                    return Ok(Token::Text(text));
                }
                [b'\\', b'n' | b'\\' | b'"', ..] => self.at += 2,
                [] | [b'\n' | b'\\', ..] => {
                    let opened = Span { source: self.source, start, end: start + 1 };
                    return Err(Fault::new("this text never ends")
                        .at(opened)
                        .remedy("end it with \" on the same line"));
                }
                _ => self.at += 1,
            }
        }
    }

    fn strange(&self) -> Fault {
        let rest = &self.rest()[..self.rest().len().min(4)];
        let character = rest.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
        let length = character.map_or(1, char::len_utf8);
        let at = Span { source: self.source, start: self.at, end: self.at + length };
        match character {
            Some('\u{feff}') => {
                Fault::new("a byte-order mark").at(at).remedy("save the file as UTF-8 without one")
            }
            Some(character) if !character.is_control() => {
                Fault::new(format!("`{character}` means nothing here")).at(at).remedy("take it out")
            }
            _ => Fault::new(format!("byte {:#04x} means nothing here", rest[0])).at(at).remedy("take it out"),
        }
    }
}
