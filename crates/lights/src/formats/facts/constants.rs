//! Constants: `#const n=4.`

use std::cell::RefCell;
use std::collections::HashMap;

use super::scan::Token;
use super::terms::{Spent, Terms};
use super::value::Value;
use fewest_core::{Fault, Span};

/// The constants of a program, each with the tokens of its definition. They may stand after their use, and
/// may be made of each other.
#[derive(Default)]
pub struct Constants {
    defined: HashMap<String, Definition>,
    /// Those being looked up now, so that a circle is noticed.
    open: RefCell<Vec<String>>,
}

struct Definition {
    tokens: Vec<(Token, Span)>,
    span: Span,
    overrides: bool,
}

impl Constants {
    /// Takes a definition, given what follows `#const`.
    ///
    /// # Errors
    /// If it is none, or the second one.
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

    /// The value of a name that is a constant. Its bytes are counted.
    ///
    /// # Errors
    /// If it is defined by itself, or has not one value.
    pub fn value(&self, name: &str, used: Span, spent: &Spent) -> Result<Option<Vec<Value>>, Fault> {
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
