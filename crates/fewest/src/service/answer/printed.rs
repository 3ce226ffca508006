//! What `fewest solve` prints around the moves: the first line, the headings of several answers,
//! and the reasons.
//!
//! Reasons speak of moves and draw boards, so a row of a pagoda may look like a jump. They begin
//! with `certificate:` or `searched:`, and their further lines are set in by two blanks; nothing in
//! them is a move.

use std::borrow::Cow;

use fewest_core::info::Metric;

/// One of the answers of a text.
#[derive(Debug, PartialEq, Eq)]
pub struct Printed<'t> {
    /// The lines before it.
    pub lines_before: usize,
    /// The answer without reasons, which are empty lines in it.
    pub text: Cow<'t, str>,
    /// What stands before the first of several answers; the whole text if there is one.
    pub head: Cow<'t, str>,
}

/// The answers of a text: those below the headings `answer 1`, `answer 2`, …, or the whole text.
pub fn printed_answers(text: &str) -> Vec<Printed<'_>> {
    let text = without_animation(without_reasons(text));
    let mut starts = Vec::new();
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if line.trim_end() == format!("answer {}", starts.len() + 1) {
            starts.push((at, at + line.len(), number + 1));
        }
        at += line.len();
    }
    let Some(&(end_of_head, ..)) = starts.first() else {
        return vec![Printed { lines_before: 0, head: text.clone(), text }];
    };
    let ends = starts[1..].iter().map(|start| start.0).chain([text.len()]);
    let part = |(&(_, from, lines_before), to): (&(usize, usize, usize), usize)| Printed {
        lines_before,
        text: Cow::Owned(text[from..to].to_owned()),
        head: Cow::Owned(text[..end_of_head].to_owned()),
    };
    starts.iter().zip(ends).map(part).collect()
}

/// The same text with an empty line for every line of an animation: boards between lines `1. MOVE`,
/// above the line that says how many moves there are. The moves follow that line again.
fn without_animation(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_step = |line: &str, number: usize| {
        line.strip_prefix(&number.to_string()).is_some_and(|rest| rest.starts_with(". "))
    };
    let mut steps = 0;
    let mut border = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_step(line, steps + 1) {
            steps += 1;
        }
        border |= line.len() > 2 && line.trim_end().bytes().all(|byte| byte == b'*');
        let says_all = line
            .strip_prefix(&format!("{steps} "))
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_alphabetic()) && rest.contains(", "));
        if steps > 0 && border && says_all {
            let lines = text[..at].matches('\n').count();
            return Cow::Owned("\n".repeat(lines) + &text[at..]);
        }
        at += line.len();
    }
    text
}

/// The same text with an empty line for every line of a reason.
fn without_reasons(text: &str) -> Cow<'_, str> {
    let begins = |line: &str| line.starts_with("certificate: ") || line.starts_with("searched: ");
    if !text.lines().any(begins) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        inside = begins(line) || inside && line.starts_with("  ");
        kept.push_str(if inside { "\n" } else { line });
    }
    Cow::Owned(kept)
}

/// Whether a line says that no moves are needed, as the first line of an answer does: `0 slides,
/// the fewest`.
pub fn says_no_moves(text: &str, metric: &Metric) -> bool {
    let says = |line: &str| {
        let rest = line.trim_start().strip_prefix("0 ");
        let after = rest.and_then(|rest| rest.strip_prefix(metric.id).or_else(|| rest.strip_prefix("moves")));
        after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
    };
    text.lines().any(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLIDES: Metric = Metric { id: "slides", one: "slide", about: "" };

    #[test]
    fn reasons_are_left_out_and_lines_keep_their_numbers() {
        let text = "no solution\ncertificate: a pagoda\n  1 2 3\n  4 5 6\nlast\n";
        assert_eq!(printed_answers(text)[0].text, "no solution\n\n\n\nlast\n");
        assert!(matches!(printed_answers("1 2 3\n  4 5 6\n")[0].text, Cow::Borrowed(_)));
    }

    #[test]
    fn several_answers_are_told_apart() {
        let text = "2 slides, the fewest\nshortest answers: 2\nanswer 1\na\nb\nanswer 2\nc\nanswer 7\n";
        let all = printed_answers(text);
        let parts: Vec<_> = all.iter().map(|part| (part.lines_before, &*part.text)).collect();
        assert_eq!(parts, [(3, "a\nb\n"), (6, "c\nanswer 7\n")]);
        assert_eq!(all[1].head, "2 slides, the fewest\nshortest answers: 2\n");
    }

    #[test]
    fn no_moves_are_a_claim() {
        assert!(
            says_no_moves("a.txt:\n0 slides, the fewest\n", &SLIDES) && says_no_moves("0 moves", &SLIDES)
        );
        for other in ["10 slides", "0 slidesets", "after 0 slides", "0", ""] {
            assert!(!says_no_moves(other, &SLIDES), "{other}");
        }
    }
}
