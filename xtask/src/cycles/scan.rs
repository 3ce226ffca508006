//! A scanner of Rust sources that finds modules and the paths between them.
//!
//! It reads tokens, not syntax trees: comments and literals are dropped, and what is left is
//! searched for `mod`, `use`, items and paths. Everything below `#[cfg(test)]` is left out.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A module of a crate; an inline module has the file of the module around it.
#[derive(Debug)]
pub struct Module {
    /// Its path below the root of the crate, `solve::pdb`; empty for the root.
    pub path: String,
    /// The number of its parent. The root is its own parent.
    pub parent: usize,
    /// The number of its file.
    pub file: usize,
    /// Child modules by name.
    pub children: BTreeMap<String, usize>,
    /// Names of the items that it defines.
    pub items: Vec<String>,
    /// Names that `use` declarations bring in.
    pub imports: Vec<Import>,
    /// Paths in its code, and names that may be re-exported ones.
    pub paths: Vec<Vec<String>>,
}

/// One leaf of a `use` declaration.
#[derive(Debug)]
pub struct Import {
    /// The path, without a final `self` or `*`.
    pub path: Vec<String>,
    /// The name in this module; `*` for a glob.
    pub name: String,
    /// Whether it is visible outside of this module.
    pub is_public: bool,
}

/// The modules of one crate.
#[derive(Debug, Default)]
pub struct Crate {
    /// The modules; the first one is the root.
    pub modules: Vec<Module>,
    /// Their files.
    pub files: Vec<PathBuf>,
}

impl Crate {
    /// Reads the crate with that root file, `lib.rs` or `main.rs`.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut read = Self::default();
        let folder = root.parent().unwrap_or(Path::new("")).to_owned();
        read.add_file(root, &folder, String::new(), None)?;
        Ok(read)
    }

    fn add_file(
        &mut self,
        file: &Path,
        folder: &Path,
        path: String,
        parent: Option<usize>,
    ) -> io::Result<usize> {
        let text = fs::read_to_string(file)
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        let tokens = tokens(&text);
        self.files.push(file.to_owned());
        let number = self.add_module(path, parent, self.files.len() - 1);
        let base = file.parent().unwrap_or(Path::new(""));
        self.add_tokens(number, &tokens, base, folder)?;
        Ok(number)
    }

    fn add_module(&mut self, path: String, parent: Option<usize>, file: usize) -> usize {
        let number = self.modules.len();
        self.modules.push(Module {
            path,
            parent: parent.unwrap_or(number),
            file,
            children: BTreeMap::new(),
            items: Vec::new(),
            imports: Vec::new(),
            paths: Vec::new(),
        });
        number
    }

    /// Reads the tokens of a module. `base` is the folder of its file, `folder` that of its
    /// children.
    fn add_tokens(&mut self, module: usize, tokens: &[String], base: &Path, folder: &Path) -> io::Result<()> {
        let (mut at, mut depth) = (0, 0);
        let mut file_of_next = None;
        while at < tokens.len() {
            let token = tokens[at].as_str();
            let next = |ahead: usize| tokens.get(at + ahead).map_or("", String::as_str);
            match token {
                "#" => {
                    let end = attribute_end(tokens, at);
                    if is_test(&tokens[at..end]) {
                        at = item_end(tokens, end);
                        continue;
                    }
                    if next(2) == "path" && next(3) == "=" {
                        file_of_next = Some(next(4).trim_matches('"').to_owned());
                    }
                    at = end;
                }
                "mod" if is_name(next(1)) && next(2) == ";" => {
                    self.add_child_file(module, next(1), file_of_next.take(), base, folder)?;
                    at += 3;
                }
                "mod" if is_name(next(1)) && next(2) == "{" => {
                    let (name, end) = (next(1), closing(tokens, at + 2));
                    let path = below(&self.modules[module].path, name);
                    let child = self.add_module(path, Some(module), self.modules[module].file);
                    self.modules[module].children.insert(name.to_owned(), child);
                    let folder = folder.join(name);
                    self.add_tokens(child, &tokens[at + 3..end], &folder, &folder)?;
                    at = end + 1;
                }
                "use" => {
                    let end = (at..tokens.len()).find(|&at| tokens[at] == ";").unwrap_or(tokens.len());
                    let is_public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
                    let mut leaves = Vec::new();
                    use_tree(&tokens[at + 1..end], &[], &mut leaves);
                    let import = |(path, name)| Import { path, name, is_public };
                    self.modules[module].imports.extend(leaves.into_iter().map(import));
                    at = end;
                }
                "pub" if next(1) == "(" => at = closing(tokens, at + 1) + 1,
                "macro_rules" if next(1) == "!" => {
                    self.modules[module].items.push(next(2).to_owned());
                    at += 3;
                }
                "struct" | "enum" | "union" | "trait" | "fn" | "type" | "const" | "static"
                    if depth == 0 && is_name(next(1)) =>
                {
                    // `const` stands before `fn` too.
                    if !["fn", "unsafe", "extern", "async"].contains(&next(1)) {
                        self.modules[module].items.push(next(1).to_owned());
                        at += 1;
                    }
                    at += 1;
                }
                "{" => {
                    depth += 1;
                    at += 1;
                }
                "}" => {
                    depth -= 1;
                    at += 1;
                }
                _ if is_name(token) && !follows_path(tokens, at) => {
                    let path = path_at(tokens, at);
                    at += 2 * path.len() - 1;
                    // A call, a macro or a type may be one that this module re-exports.
                    let after = tokens.get(at).map_or("", String::as_str);
                    let is_use = token.starts_with(char::is_uppercase) || ["(", "!"].contains(&after);
                    if path.len() > 1 || is_use {
                        self.modules[module].paths.push(path);
                    }
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    fn add_child_file(
        &mut self,
        module: usize,
        name: &str,
        named: Option<String>,
        base: &Path,
        folder: &Path,
    ) -> io::Result<()> {
        let file = match named {
            Some(named) => base.join(named),
            None if folder.join(format!("{name}.rs")).exists() => folder.join(format!("{name}.rs")),
            None => folder.join(name).join("mod.rs"),
        };
        let path = below(&self.modules[module].path, name);
        let child = self.add_file(&file, &folder.join(name), path, Some(module))?;
        self.modules[module].children.insert(name.to_owned(), child);
        Ok(())
    }
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Returns whether the token continues a path, is a field or a method, or the name of a function.
fn follows_path(tokens: &[String], at: usize) -> bool {
    at > 0 && ["::", ".", "fn"].contains(&tokens[at - 1].as_str())
}

/// Returns the names of the path that starts at a token.
fn path_at(tokens: &[String], at: usize) -> Vec<String> {
    let mut path = vec![tokens[at].clone()];
    let mut at = at + 1;
    while tokens.get(at).is_some_and(|token| token == "::")
        && tokens.get(at + 1).is_some_and(|token| is_name(token))
    {
        path.push(tokens[at + 1].clone());
        at += 2;
    }
    path
}

/// Adds the leaves of a `use` tree: path and name.
fn use_tree(tokens: &[String], prefix: &[String], leaves: &mut Vec<(Vec<String>, String)>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                let end = closing(tokens, at);
                for part in split_at_commas(&tokens[at + 1..end]) {
                    use_tree(part, &path, leaves);
                }
                return;
            }
            "*" => return leaves.push((path, "*".to_owned())),
            "as" => {
                let name = tokens.get(at + 1).cloned().unwrap_or_default();
                return leaves.push((path, name));
            }
            "::" => {}
            "self" if !path.is_empty() => {}
            name => path.push(name.to_owned()),
        }
        at += 1;
    }
    if let Some(name) = path.last().cloned() {
        leaves.push((path, name));
    }
}

fn split_at_commas(tokens: &[String]) -> Vec<&[String]> {
    let mut depth = 0;
    let parts = tokens.split(|token| {
        depth += i32::from(token == "{") - i32::from(token == "}");
        depth == 0 && token == ","
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the place of the bracket that closes the one at `at`.
fn closing(tokens: &[String], at: usize) -> usize {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        depth += nesting(token);
        if depth == 0 {
            return place;
        }
    }
    tokens.len().saturating_sub(1)
}

fn nesting(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    }
}

/// Returns the place behind an attribute that starts at `at`.
fn attribute_end(tokens: &[String], at: usize) -> usize {
    let bracket = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|token| token == "!"));
    match tokens.get(bracket).is_some_and(|token| token == "[") {
        true => closing(tokens, bracket) + 1,
        false => at + 1,
    }
}

/// Returns whether an attribute leaves its item to tests: `cfg(test)` or `cfg(all(test, …))`.
fn is_test(attribute: &[String]) -> bool {
    let words: Vec<&str> = attribute.iter().map(String::as_str).collect();
    words.starts_with(&["#", "[", "cfg", "(", "test", ")"])
        || words.starts_with(&["#", "[", "cfg", "(", "all", "(", "test", ","])
}

/// Returns the place behind the item, field, variant or statement that starts at `at`.
fn item_end(tokens: &[String], mut at: usize) -> usize {
    while tokens.get(at).is_some_and(|token| token == "#") {
        at = attribute_end(tokens, at);
    }
    if tokens.get(at).is_some_and(|token| token == "pub") {
        at += 1;
        if tokens.get(at).is_some_and(|token| token == "(") {
            at = closing(tokens, at) + 1;
        }
    }
    let word = |ahead: usize| tokens.get(at + ahead).map_or("", String::as_str);
    let ends_at_semicolon = match word(0) {
        "use" | "static" | "type" | "let" => true,
        "const" => !["fn", "unsafe"].contains(&word(1)),
        _ => false,
    };
    let is_item = ["fn", "struct", "enum", "impl", "trait", "mod", "unsafe", "async", "const", "extern"]
        .contains(&word(0));
    let mut depth = 0;
    while let Some(token) = tokens.get(at) {
        depth += nesting(token);
        match token.as_str() {
            _ if depth < 0 => return at,
            ";" if depth == 0 => return at + 1,
            "," if depth == 0 && !is_item && !ends_at_semicolon => return at + 1,
            "}" if depth == 0 && !ends_at_semicolon => return at + 1,
            _ => at += 1,
        }
    }
    at
}

/// Splits a source into names, `::`, texts in quotes and single signs. Comments are dropped, and
/// all literals but plain texts.
fn tokens(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let second = chars.get(at + 1).copied().unwrap_or(' ');
        match first {
            '/' if second == '/' => at = line_end(&chars, at),
            '/' if second == '*' => at = comment_end(&chars, at),
            '"' => {
                let end = text_end(&chars, at + 1);
                tokens.push(chars[at..end].iter().collect());
                at = end;
            }
            '\'' => at = quote_end(&chars, at),
            ':' if second == ':' => {
                tokens.push("::".to_owned());
                at += 2;
            }
            _ if first.is_alphabetic() || first == '_' => {
                let end = word_end(&chars, at);
                let word: String = chars[at..end].iter().collect();
                at = match (word.as_str(), chars.get(end)) {
                    ("r" | "br" | "cr", Some('"' | '#')) if raw_end(&chars, end).is_some() => {
                        raw_end(&chars, end).unwrap_or(end)
                    }
                    // A raw name: `r#type`.
                    ("r", Some('#')) => end + 1,
                    ("b" | "c", Some('"')) => text_end(&chars, end + 1),
                    ("b", Some('\'')) => quote_end(&chars, end),
                    _ => {
                        tokens.push(word);
                        end
                    }
                };
            }
            _ if first.is_ascii_digit() => at = word_end(&chars, at),
            _ => {
                if !first.is_whitespace() && first != '$' {
                    tokens.push(first.to_string());
                }
                at += 1;
            }
        }
    }
    tokens
}

fn line_end(chars: &[char], at: usize) -> usize {
    (at..chars.len()).find(|&at| chars[at] == '\n').unwrap_or(chars.len())
}

fn word_end(chars: &[char], at: usize) -> usize {
    (at..chars.len()).find(|&at| !chars[at].is_alphanumeric() && chars[at] != '_').unwrap_or(chars.len())
}

/// Returns the place behind a comment in `/* */`, which may be nested.
fn comment_end(chars: &[char], mut at: usize) -> usize {
    let mut depth = 0;
    while at < chars.len() {
        match chars[at..] {
            ['/', '*', ..] => depth += 1,
            ['*', '/', ..] => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the place behind the text whose content starts at `at`.
fn text_end(chars: &[char], mut at: usize) -> usize {
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Returns the place behind a raw text whose `#` or `"` is at `at`; `None` if there is none.
fn raw_end(chars: &[char], at: usize) -> Option<usize> {
    let hashes = chars[at..].iter().take_while(|&&c| c == '#').count();
    if chars.get(at + hashes) != Some(&'"') {
        return None;
    }
    let is_end = |&place: &usize| {
        chars[place] == '"' && chars[place + 1..].iter().take_while(|&&c| c == '#').count() >= hashes
    };
    Some((at + hashes + 1..chars.len()).find(is_end).map_or(chars.len(), |place| place + 1 + hashes))
}

/// Returns the place behind a character in quotes, or behind the quote of a lifetime.
fn quote_end(chars: &[char], at: usize) -> usize {
    match chars[at + 1..] {
        ['\\', _, ..] => {
            (at + 3..chars.len()).find(|&at| chars[at] == '\'').map_or(chars.len(), |end| end + 1)
        }
        [_, '\'', ..] => at + 3,
        // The name of a lifetime is no path.
        _ => word_end(chars, at + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        tokens(text).join(" ")
    }

    #[test]
    fn comments_and_literals_are_no_tokens() {
        assert_eq!(joined("a /* b /* c */ d */ e // f\n g"), "a e g");
        assert_eq!(
            joined(r##"x(r#"crate::a"#, b"b\"c", 'c', '\'', b'd', '\u{41}', 1.5e3) y"##),
            "x ( , , , , , , . ) y"
        );
        assert_eq!(joined("fn f<'a>(x: &'a str) -> r#type {}"), "fn f < > ( x : & str ) - > type { }");
        assert_eq!(joined("#[path = \"a\\\"b.rs\"] mod x;"), "# [ path = \"a\\\"b.rs\" ] mod x ;");
    }

    #[test]
    fn use_trees_are_flattened() {
        let mut leaves = Vec::new();
        use_tree(&tokens("crate::a::{self, b::{C, D as E}, f::*}, super::G"), &[], &mut leaves);
        // The comma at the outer level cannot occur in a declaration; the rest is as written.
        let told: Vec<String> =
            leaves.iter().map(|(path, name)| format!("{}={name}", path.join("::"))).collect();
        assert_eq!(told, ["crate::a=a", "crate::a::b::C=C", "crate::a::b::D=E", "crate::a::f=*"]);
    }

    #[test]
    fn items_of_tests_end_where_they_end() {
        let rest = |text: &str| {
            let tokens = tokens(text);
            let end = attribute_end(&tokens, 0);
            assert!(is_test(&tokens[..end]));
            tokens[item_end(&tokens, end)..].join(" ")
        };
        assert_eq!(rest("#[cfg(test)] use a::{b, c}; d"), "d");
        assert_eq!(rest("#[cfg(test)] #[x] pub(crate) mod t { a::b() } d"), "d");
        assert_eq!(rest("#[cfg(test)] pub const fn f() { 1 } d"), "d");
        assert_eq!(rest("#[cfg(all(test, unix))] const A: [u8; 2] = [1, 2]; d"), "d");
        assert_eq!(rest("#[cfg(test)] field: crate::a::B, other: C }"), "other : C }");
        assert_eq!(rest("#[cfg(test)] Variant } d"), "} d");
    }
}
