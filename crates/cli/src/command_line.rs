//! The command line of this process as text for a shell: to resume a run, or with `--as` for each
//! family that a text could belong to.

use fewest::is_hidden;

/// Returns the command line of this process, quoted for a shell.
pub fn this_command() -> String {
    let words = std::env::args_os().skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("fewest".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Returns the command line of this process with `--as WHAT` added and without the inputs other
/// than `keep`.
pub fn ready_command(what: &str, keep: &str, inputs: &[String]) -> String {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    command_from(&arguments, what, keep, inputs)
}

fn command_from(arguments: &[String], what: &str, keep: &str, inputs: &[String]) -> String {
    let mut words = vec!["fewest".to_owned()];
    let mut arguments = arguments.iter();
    words.extend(arguments.next().map(|command| quoted(command)));
    words.extend(["--as".to_owned(), what.to_owned()]);
    words.extend(arguments.filter(|word| *word == keep || !inputs.contains(word)).map(|word| quoted(word)));
    words.join(" ")
}

/// Returns a word quoted for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else if word.contains(is_hidden) {
        // ANSI-C quoting, which bash and zsh read.
        let written = |c: char| match c {
            '\\' | '\'' => format!("\\{c}"),
            c if is_hidden(c) => format!("\\U{:08x}", c as u32),
            c => c.to_string(),
        };
        format!("$'{}'", word.chars().map(written).collect::<String>())
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_inputs_are_left_out_and_odd_names_are_quoted() {
        let words = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
        let command = command_from(
            &words("solve|a.txt|b c.txt|--json"),
            "blocks:course",
            "b c.txt",
            &words("a.txt|b c.txt"),
        );
        assert_eq!(command, "fewest solve --as blocks:course 'b c.txt' --json");
        assert_eq!(quoted("a\n'\x1b"), r"$'a\U0000000a\'\U0000001b'");
    }
}
