//! Law 6: a certificate passes its checker, also after a journey through a document, and proves
//! nothing about a board that can be solved, however it is altered.

use fewest::service::{Context, Family, Reason, SolveOptions};
use serde_json::Value;

use crate::laws::boards::games;

pub fn certificates_hold_and_prove_nothing_else<F: Family>() {
    let (mut solvable, mut certificates) = (Vec::new(), Vec::new());
    for board in games::<F>().into_iter().flat_map(|(_, positions)| positions.into_iter().step_by(3)) {
        let solved = F::solve(&board, &SolveOptions::default(), &Context::default());
        for reason in solved.why {
            if let Reason::Certificate(certificate) = reason {
                certificates.push((board.clone(), certificate));
            }
        }
        if solved.best.is_some() {
            solvable.push(board);
        }
    }
    let mut refused = 0;
    for (board, certificate) in &certificates {
        let document = serde_json::to_value(certificate).expect("a certificate is a document");
        let again: F::Certificate =
            serde_json::from_value(document.clone()).expect("a document is a certificate");
        assert_eq!((&again, F::check(board, &again)), (certificate, Ok(())));
        let mut altered = Vec::new();
        alterations(&document, &mut |value| altered.push(value));
        let altered: Vec<F::Certificate> =
            altered.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect();
        refused += altered.iter().filter(|altered| F::check(board, altered).is_err()).count();
        for one in altered.iter().chain([certificate]) {
            for board in &solvable {
                assert!(F::check(board, one).is_err(), "{one:?} proves that {board:?} has no solution");
            }
        }
    }
    assert!(certificates.is_empty() || refused > 0, "no alteration was ever noticed");
}

/// Calls `visit` with copies of a document in each of which one thing is different.
fn alterations(document: &Value, visit: &mut dyn FnMut(Value)) {
    match document {
        Value::Null => {}
        Value::Bool(truth) => visit(Value::Bool(!truth)),
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or(0);
            [number + 1, number - 1, number + 1000, 0]
                .into_iter()
                .for_each(|other| visit(Value::from(other)));
        }
        Value::String(text) => {
            for (at, old) in text.char_indices().take(64) {
                for new in ['0', '1', '.', '#'].into_iter().filter(|new| *new != old) {
                    visit(Value::from(format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..])));
                }
            }
        }
        Value::Array(list) => {
            for at in 0..list.len().min(64) {
                alterations(&list[at], &mut |value| {
                    let mut list = list.clone();
                    list[at] = value;
                    visit(Value::Array(list));
                });
                let mut shorter = list.clone();
                shorter.remove(at);
                visit(Value::Array(shorter));
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                alterations(field, &mut |value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), value);
                    visit(Value::Object(fields));
                });
            }
        }
    }
}
