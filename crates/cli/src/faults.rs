//! Errors and warnings on standard error with an excerpt of the input, as compilers print them.

use std::io::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use fewest::service::{Fault, Source, Span, visible, visible_bytes, visible_lines};

/// The severity of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// There is no puzzle.
    Error,
    /// Something was corrected or left out; the puzzle is used.
    Warning,
}

/// Prints a fault with the lines of the source that it points at.
pub fn show(severity: Severity, fault: &Fault, sources: &[Source]) {
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let excerpt = fault.at.and_then(|span| Some((sources.get(span.source)?, span)));
    let excerpt = excerpt.map(|(source, span)| (source, Excerpt::around(source, span)));
    // A fault without a span still names the input.
    let what = match (&excerpt, sources.first()) {
        (None, Some(source)) => format!("{}: {}", source.name, fault.what),
        _ => fault.what.clone(),
    };
    let name = excerpt.as_ref().map(|(source, _)| visible(&source.name));
    let mut group = Group::with_title(level.primary_title(visible(&what)));
    if let (Some((_, excerpt)), Some(name)) = (&excerpt, &name) {
        group = group.element(
            Snippet::source(excerpt.text.as_str())
                .path(name.as_ref())
                .line_start(excerpt.line)
                .annotation(AnnotationKind::Primary.span(excerpt.from..excerpt.to)),
        );
    }
    if let Some(remedy) = &fault.remedy {
        group = group.element(Level::HELP.message(visible_lines(remedy)));
    }
    // An empty line separates excerpts.
    let gap = if excerpt.is_some() { "\n" } else { "" };
    print(&(Renderer::styled().render(&[group]) + gap));
}

/// Prints an error that belongs to no input.
pub fn error(what: &str) {
    let title = Level::ERROR.primary_title(visible_lines(what));
    print(&Renderer::styled().render(&[Group::with_title(title)]));
}

fn print(text: &str) {
    // A closed standard error is ignored.
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// The lines of a source that a span touches. A board may have millions of cells, so only these
/// lines are copied, and only the beginning of a long span.
struct Excerpt {
    text: String,
    line: usize,
    from: usize,
    to: usize,
}

/// The longest part of a span that is shown, in bytes.
const MOST: usize = 400;

impl Excerpt {
    fn around(source: &Source, span: Span) -> Self {
        let bytes = &source.bytes;
        let start = span.start.min(bytes.len());
        let end = span.end.clamp(start, bytes.len()).min(start + MOST);
        let line_start = bytes[..start].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
        let line_end = bytes[end..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| end + n);
        // Invisible characters are escaped; the span is measured in the escaped text.
        let line_end = if bytes[end..line_end].ends_with(b"\r") { line_end - 1 } else { line_end };
        let mut text = shown(&bytes[line_start..start]);
        let from = text.len();
        text.push_str(&shown(&bytes[start..end]));
        let to = text.len();
        text.push_str(&shown(&bytes[end..line_end]));
        Self {
            line: source.line_and_column(start).0,
            from: from.min(text.len()),
            to: to.min(text.len()),
            text,
        }
    }
}

/// Returns bytes of an input as visible text. Line ends, which a long span may contain, and tabs
/// are kept.
fn shown(bytes: &[u8]) -> String {
    let line =
        |line: &[u8]| line.split(|&byte| byte == b'\t').map(visible_bytes).collect::<Vec<_>>().join("\t");
    bytes.split(|&byte| byte == b'\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &[u8], start: usize, end: usize) -> (String, usize, String) {
        let found = Excerpt::around(&Source::new("x", text), Span { source: 0, start, end });
        (found.text.clone(), found.line, found.text[found.from..found.to].to_owned())
    }

    #[test]
    fn an_excerpt_is_the_line_around_the_span() {
        let (text, line, marked) = excerpt(b"4 4\n3 1 2 q\r\n1 1\n", 10, 11);
        assert_eq!((text.as_str(), line, marked.as_str()), ("3 1 2 q", 2, "q"));
    }

    #[test]
    fn bytes_that_are_no_text_do_not_shift_the_mark() {
        let (text, _, marked) = excerpt(b"\xff\x1b q\t\xff", 3, 4);
        assert_eq!((text.as_str(), marked.as_str()), ("\\xff\\x1b q\t\\xff", "q"));
    }

    #[test]
    fn spans_at_and_beyond_the_end_are_harmless() {
        assert_eq!(excerpt(b"", 0, 0), (String::new(), 1, String::new()));
        assert_eq!(excerpt(b"ab", 7, 9), ("ab".to_owned(), 1, String::new()));
    }
}
