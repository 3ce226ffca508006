//! Foreign text that is printed.

/// The longest text of another process that is printed.
const MOST: usize = 400;

/// Returns a foreign text as it may be printed: control characters, except tabs, and marks of
/// direction are escaped.
fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                out.extend(letter.escape_unicode());
            }
            _ if letter.is_control() && letter != '\t' => out.extend(letter.escape_unicode()),
            _ => out.push(letter),
        }
    }
    out
}

/// The same of the beginning of a text, where it is a part of a message.
pub fn beginning(text: &str) -> String {
    let cut: String = text.chars().take(MOST).collect();
    printable(&cut) + if cut.len() < text.len() { "…" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        assert_eq!(
            printable("fünf\t\x1b[2J\r\n\u{9b}0m\u{202e}x"),
            "fünf\t\\u{1b}[2J\\u{d}\\u{a}\\u{9b}0m\\u{202e}x"
        );
        assert_eq!(beginning(&"ü".repeat(500)).chars().count(), MOST + 1);
        assert_eq!(beginning("short"), "short");
    }
}
