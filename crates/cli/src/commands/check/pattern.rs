//! Patterns of file names: `submissions/*/p{id}.txt`.
//!
//! `*` stands for any characters of a name, `{id}` for characters that name the puzzle. Neither
//! crosses a `/`.

use std::path::Path;

/// The place of the puzzle's name in a pattern.
const ID: &str = "{id}";

/// The most folders that are looked into.
const MOST_FOLDERS: usize = 100_000;

/// The files that a pattern matches, in the order of their names, each with what stands for `{id}`.
pub fn matches(pattern: &str) -> Vec<(String, String)> {
    let (root, rest) = match pattern.strip_prefix('/') {
        Some(rest) => ("/", rest),
        None => ("", pattern),
    };
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let mut folders = vec![(root.to_owned(), None::<String>)];
    for (number, part) in parts.iter().enumerate() {
        let is_last = number + 1 == parts.len();
        let mut next = Vec::new();
        for (folder, id) in folders.iter().take(MOST_FOLDERS) {
            let path = |name: &str| match folder.as_str() {
                "" => name.to_owned(),
                "/" => format!("/{name}"),
                folder => format!("{folder}/{name}"),
            };
            let is_wanted = |name: &str| match is_last {
                true => Path::new(&path(name)).is_file(),
                false => Path::new(&path(name)).is_dir(),
            };
            if !part.contains(['*', '{']) {
                if is_wanted(part) {
                    next.push((path(part), id.clone()));
                }
                continue;
            }
            let here = if folder.is_empty() { "." } else { folder };
            let entries = std::fs::read_dir(here).into_iter().flatten().flatten();
            let mut names: Vec<String> =
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
            names.sort_by_cached_key(|name| natural(name));
            for name in names.iter().filter(|name| !name.starts_with('.')) {
                if let Some(found) = name_matches(part, name, id.as_deref())
                    && is_wanted(name)
                {
                    next.push((path(name), found.or_else(|| id.clone())));
                }
            }
        }
        folders = next;
    }
    folders.into_iter().map(|(path, id)| (path, id.unwrap_or_default())).collect()
}

/// A name with its numbers as numbers: `p2` before `p10`.
fn natural(name: &str) -> Vec<(u64, char)> {
    let mut key = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        match rest[..digits].parse() {
            Ok(number) => {
                key.push((number, '0'));
                rest = &rest[digits..];
            }
            Err(_) => {
                key.push((0, first));
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    key
}

/// Whether a name matches; what stands for `{id}` if the pattern has it. `known` is what stood for it
/// before.
fn name_matches(pattern: &str, name: &str, known: Option<&str>) -> Option<Option<String>> {
    match pattern.find(['*', '{']) {
        None => (pattern == name).then_some(None),
        Some(at) => {
            let rest = name.strip_prefix(&pattern[..at])?;
            let pattern = &pattern[at..];
            let (is_id, after) = match (pattern.strip_prefix(ID), pattern.strip_prefix('*')) {
                (Some(after), _) => (true, after),
                (None, Some(after)) => (false, after),
                // A brace that is only a character.
                (None, None) => return name_matches(&pattern[1..], rest.strip_prefix('{')?, known),
            };
            let ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]).skip(usize::from(is_id));
            for end in ends {
                let text = &rest[..end];
                if is_id && known.is_some_and(|known| known != text) {
                    continue;
                }
                let known = if is_id { Some(text) } else { known };
                if let Some(found) = name_matches(after, &rest[end..], known) {
                    return Some(if is_id { Some(text.to_owned()) } else { found });
                }
            }
            None
        }
    }
}

/// The name of the puzzle for what stands for `{id}`.
pub fn puzzle(pattern: &str, id: &str) -> String {
    pattern.replace(ID, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_patterns() {
        let id = |pattern, name| name_matches(pattern, name, None);
        assert_eq!(id("p{id}.txt", "p12.txt"), Some(Some("12".to_owned())));
        assert_eq!(id("p{id}.txt", "p.txt"), None, "a puzzle has a name");
        assert_eq!(id("*", "anything"), Some(None));
        assert_eq!(id("*-{id}.out", "ann-7.out"), Some(Some("7".to_owned())));
        assert_eq!(id("{id}-{id}", "a-a"), Some(Some("a".to_owned())));
        assert_eq!(id("{id}-{id}", "a-b"), None);
        assert_eq!(id("a{b", "a{b"), Some(None));
        assert_eq!(id("a", "b"), None);
        assert_eq!(puzzle("p{id}.txt", "12"), "p12.txt");
    }

    #[test]
    fn files_are_found_in_the_order_of_their_numbers() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for student in ["ann", "bob"] {
            std::fs::create_dir(path(student)).expect("a folder");
            for number in [10, 2] {
                std::fs::write(path(&format!("{student}/p{number}.txt")), "").expect("a file");
            }
        }
        let pattern = format!("{}/*/p{{id}}.txt", folder.path().display());
        let found: Vec<(String, String)> = matches(&pattern)
            .into_iter()
            .map(|(path, id)| (path.rsplit('/').nth(1).expect("a folder").to_owned(), id))
            .collect();
        let wanted = [("ann", "2"), ("ann", "10"), ("bob", "2"), ("bob", "10")];
        assert_eq!(found, wanted.map(|(student, id)| (student.to_owned(), id.to_owned())));
        assert_eq!(matches("/no/such/{id}"), []);
    }
}
