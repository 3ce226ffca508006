//! Text in lines, and text inside of SVG.

/// Lines that fit, broken between words. A word that does not fit has a line of its own.
pub fn wrapped(words: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| fits(line));
        match (lines.last_mut(), longer) {
            (Some(line), Some(longer)) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text that cannot be taken for a tag.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let words = "one two three four five six seven";
        let lines = wrapped(words, |line| line.len() <= 9);
        assert_eq!(lines, ["one two", "three", "four five", "six seven"]);
        assert_eq!(lines.join(" "), words);
        assert_eq!(wrapped("immeasurable it is", |line| line.len() <= 5), ["immeasurable", "it is"]);
    }
}
