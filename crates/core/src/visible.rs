//! Foreign text in messages: names of files and quotations of inputs, in which every character can
//! be seen.
//!
//! A file may be called anything, and a board may hold anything. Printed as it is, a line end
//! forges a row of a table, an escape sequence rewrites the terminal, and a mark that turns the
//! direction of writing shows a name that is another one. So everything that comes from outside
//! goes through [`visible`] on its way to a person, and through [`csv_field`] on its way to a
//! table.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character does something else than showing itself: controls, line and paragraph
/// separators, marks for the direction of writing, and what has no width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text with every [hidden](is_hidden) character written out: `\n`, `\t`, `\r`, `\x1b`,
/// `\u{202e}`. What is visible already stays as it is, backslashes too, so that paths can be
/// copied; doing it twice changes nothing.
pub fn visible(text: &str) -> Cow<'_, str> {
    written_out(text, is_hidden)
}

/// The same for a message of several lines, or a line with tabs.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

/// The same for bytes; those that are no text are `\xff`.
pub fn visible_bytes(bytes: &[u8]) -> String {
    let mut shown = String::new();
    for chunk in bytes.utf8_chunks() {
        shown += &visible(chunk.valid());
        chunk.invalid().iter().for_each(|byte| _ = write!(shown, "\\x{byte:02x}"));
    }
    shown
}

fn written_out(text: &str, is_hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            _ if !is_hidden(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            '\0'..='\x7f' => _ = write!(shown, "\\x{:02x}", c as u32),
            _ => _ = write!(shown, "\\u{{{:x}}}", c as u32),
        }
    }
    Cow::Owned(shown)
}

/// A field of comma-separated values, by RFC 4180: in quotes where it has a comma or a quote.
/// Hidden characters are written out, so that a row is always one line. A text that a spreadsheet
/// would take for a formula (it begins with `=`, `+`, `-` or `@` and is no number) gets an
/// apostrophe before it, which spreadsheets take for "this is text"; a lone `-` is standard input
/// and stays.
pub fn csv_field(text: &str) -> String {
    let shown = visible(text);
    let is_formula = shown.starts_with(['=', '+', '-', '@']) && shown != "-" && shown.parse::<f64>().is_err();
    let shown = if is_formula { Cow::Owned(format!("'{shown}")) } else { shown };
    if shown.contains([',', '"']) {
        format!("\"{}\"", shown.replace('"', "\"\""))
    } else {
        shown.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_written_out_and_the_rest_stays() {
        for (text, shown) in [
            ("board 1.txt", "board 1.txt"),
            ("C:\\boards\\n.txt", "C:\\boards\\n.txt"),
            ("Brücke-橋.txt", "Brücke-橋.txt"),
            ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\x1b[2J\x07\x7f", "\\x1b[2J\\x07\\x7f"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("txt.\u{202e}exe\u{2066}\u{200b}\u{2028}", "txt.\\u{202e}exe\\u{2066}\\u{200b}\\u{2028}"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown, "doing it twice changes nothing");
        }
        assert_eq!(visible_lines("a\nb\t\x1b"), "a\nb\t\\x1b");
        assert_eq!(visible_bytes(b"a\xff\n\xe6\xa9\x8b\xe6"), "a\\xff\\n\u{6a4b}\\xe6");
    }

    #[test]
    fn fields_are_one_line_and_no_formula() {
        for (text, field) in [
            ("plain.txt", "plain.txt"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb,c", "\"a\\nb,c\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-x.txt", "'-x.txt"),
            ("-", "-"),
            ("-12", "-12"),
        ] {
            assert_eq!(csv_field(text), field);
        }
    }
}
