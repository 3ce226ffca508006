//! Options of course programs. They are the course's, not ours, so they are told apart from files by what the course
//! says about them.

/// An option of a course program.
#[derive(Debug)]
pub struct CourseOption {
    /// Its spellings, short or long: `-n`, `--models`. The first one is its name.
    pub flags: &'static [&'static str],
    /// What follows it.
    pub value: OptionValue,
    /// One line for people.
    pub about: &'static str,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// A value in the same word, or nothing: `-q`, `-q2`, `--quiet=2`.
    Attached,
    /// A value in the same word or the next: `-n0`, `-n 0`, `--models=0`, `--models 0`.
    Needed,
}

/// The words of a command line, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sorted {
    /// The options by name, with their values, in order.
    pub options: Vec<(&'static str, Option<String>)>,
    /// All other words, in order.
    pub others: Vec<String>,
}

impl CourseOption {
    /// The value inside a word, if the word is this option.
    fn matched<'w>(&self, word: &'w str) -> Option<Option<&'w str>> {
        self.flags.iter().find_map(|flag| {
            let rest = word.strip_prefix(flag)?;
            match rest.strip_prefix('=') {
                Some(value) => Some(Some(value)),
                None if rest.is_empty() => Some(None),
                None if flag.starts_with("--") => None,
                None => Some(Some(rest)),
            }
        })
    }
}

/// Sorts the words after the name of a course program.
pub fn sort(options: &'static [CourseOption], words: &[String]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let found = options.iter().find_map(|option| Some((option, option.matched(word)?)));
        match found {
            Some((option, value)) => {
                let value = match (value, option.value) {
                    (None, OptionValue::Needed) => words.next().cloned(),
                    (value, _) => value.map(str::to_owned),
                };
                sorted.options.push((option.flags[0], value));
            }
            None => sorted.others.push(word.clone()),
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPTIONS: [CourseOption; 2] = [
        CourseOption { flags: &["-n", "--models"], value: OptionValue::Needed, about: "" },
        CourseOption { flags: &["-q", "--quiet"], value: OptionValue::Attached, about: "" },
    ];

    #[test]
    fn values_stand_beside_or_behind() {
        for (line, expected) in [
            ("a -n 0 b", vec![("-n", Some("0"))]),
            ("a -n0 b", vec![("-n", Some("0"))]),
            ("a b --models=0", vec![("-n", Some("0"))]),
            ("--models 0 a b", vec![("-n", Some("0"))]),
            ("a -q b", vec![("-q", None)]),
            ("a b -q2 --quiet=1 -n", vec![("-q", Some("2")), ("-q", Some("1")), ("-n", None)]),
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let sorted = sort(&OPTIONS, &words);
            let options: Vec<_> =
                sorted.options.iter().map(|(name, value)| (*name, value.as_deref())).collect();
            assert_eq!((options, sorted.others), (expected, vec!["a".to_owned(), "b".to_owned()]), "{line}");
        }
    }

    #[test]
    fn strange_words_are_left_alone() {
        let words = ["-", "--modelsx", "--time", "-x"].map(str::to_owned);
        assert_eq!(sort(&OPTIONS, &words).others, words);
    }
}
