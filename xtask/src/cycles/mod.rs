//! Module cycles: no two modules of a crate may depend on each other.
//!
//! A module is a file. It depends on another file if a path in its code, outside of
//! `#[cfg(test)]`, leads to an item that is defined there; re-exports are followed. Not counted
//! are `mod child;`, a re-export of a descendant (`pub use child::Item`), and a `use` that brings
//! in a module without using it.
//!
//! A *cycle* is a strongly connected component of at least two files, without the dependencies of
//! a file on its ancestors. Where those close a cycle too, a child and its ancestor's own file need
//! each other; that is counted and printed, but allowed.

mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::shell::{ChoreResult, Shell, Trouble};
use scan::Crate;

/// Cycles that are not broken yet: crate and modules. An entry that is no cycle any more fails the
/// check, so this list only shrinks. The one left is the interface of the library, whose types name
/// each other: a puzzle is solved into a report, whose error carries a certificate of the puzzle.
const KNOWN: &[(&str, &[&str])] =
    &[("fewest", &["certificate", "error", "puzzle", "reader", "report", "solver", "typed"])];

/// Where a path leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A module.
    Module(usize),
    /// An item that a module defines.
    ItemOf(usize),
}

/// The dependencies between the files of one crate.
#[derive(Debug)]
struct Graph {
    /// The modules of the files, `crate` for the root.
    names: Vec<String>,
    /// For each file the files that it depends on, with a path that leads there.
    edges: Vec<BTreeMap<usize, String>>,
    /// For each file its ancestors.
    ancestors: Vec<BTreeSet<usize>>,
}

/// A cycle of a crate.
struct Cycle {
    of: String,
    /// Its modules, sorted.
    modules: Vec<String>,
    /// The dependencies that close it, for people.
    told: String,
}

/// Fails if a crate of the workspace has a cycle that is not known, or a known one is gone.
pub fn check(shell: &Shell) -> ChoreResult {
    let (mut files, mut found) = (0, Vec::new());
    // Cycles that close only through an ancestor.
    let mut with_ancestors: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, root) in root_files(&shell.metadata()?) {
        let graph = Graph::of(&Crate::read(&root)?);
        files += graph.names.len();
        found.extend(graph.cycles().iter().map(|cycle| Cycle {
            of: name.clone(),
            modules: graph.named(cycle),
            told: graph.told(cycle),
        }));
        let pairs = graph.with_ancestors();
        let pairs: Vec<String> = pairs.iter().map(|(from, to)| format!("{from} and {to}")).collect();
        if !pairs.is_empty() {
            with_ancestors.entry(name).or_default().extend(pairs);
        }
    }
    println!("{files} files, {} cycles, {} of them known", found.len(), KNOWN.len());
    let pairs: usize = with_ancestors.values().map(Vec::len).sum();
    println!("{pairs} modules need an ancestor that needs them:");
    for (name, pairs) in with_ancestors {
        println!("  {name}: {}", pairs.join(", "));
    }
    let wrong = compare(&found, KNOWN);
    match wrong.len() {
        0 => Ok(()),
        _ => Err(Trouble::Failed(format!("module cycles\n{}", wrong.join("\n")))),
    }
}

/// Returns a complaint for every cycle that is not known and for every known one that is gone.
fn compare(found: &[Cycle], known: &[(&str, &[&str])]) -> Vec<String> {
    let is = |cycle: &Cycle, known: &(&str, &[&str])| cycle.of == known.0 && cycle.modules == known.1;
    let new = found.iter().filter(|cycle| !known.iter().any(|known| is(cycle, known)));
    let gone = known.iter().filter(|known| !found.iter().any(|cycle| is(cycle, known)));
    let new = new.map(|cycle| format!("{}: {}\n{}", cycle.of, cycle.modules.join(", "), cycle.told));
    let gone = gone.map(|(of, modules)| {
        format!("{of}: no cycle any more, take it off the list: {}", modules.join(", "))
    });
    new.chain(gone).collect()
}

/// Returns the libraries and programs of the workspace with their root files.
fn root_files(metadata: &serde_json::Value) -> Vec<(String, PathBuf)> {
    let mut roots = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        for target in package["targets"].as_array().into_iter().flatten() {
            let kinds = target["kind"].as_array().into_iter().flatten();
            let is_code =
                kinds.filter_map(|kind| kind.as_str()).any(|kind| kind.contains("lib") || kind == "bin");
            if let (true, Some(name), Some(root)) =
                (is_code, package["name"].as_str(), target["src_path"].as_str())
            {
                roots.push((name.to_owned(), PathBuf::from(root)));
            }
        }
    }
    roots
}

impl Graph {
    fn of(source: &Crate) -> Self {
        let count = source.files.len();
        let mut graph = Self {
            names: vec![String::new(); count],
            edges: vec![BTreeMap::new(); count],
            ancestors: vec![BTreeSet::new(); count],
        };
        // Inline modules come after the module that has the file.
        for (number, module) in source.modules.iter().enumerate().rev() {
            graph.names[module.file] =
                if module.path.is_empty() { "crate".to_owned() } else { module.path.clone() };
            let mut above = number;
            while source.modules[above].parent != above {
                above = source.modules[above].parent;
                graph.ancestors[module.file].insert(source.modules[above].file);
            }
            graph.ancestors[module.file].remove(&module.file);
        }
        for (number, module) in source.modules.iter().enumerate() {
            for import in &module.imports {
                let file = match resolve(source, number, &import.path, import.name == "*", &mut Vec::new()) {
                    Some(Place::ItemOf(to)) => source.modules[to].file,
                    Some(Place::Module(to)) if import.name == "*" => source.modules[to].file,
                    _ => continue,
                };
                let is_passed_on = import.is_public && graph.ancestors[file].contains(&module.file);
                if !is_passed_on {
                    graph.add(module.file, file, &import.path);
                }
            }
            for path in &module.paths {
                if let Some(Place::ItemOf(to)) = resolve(source, number, path, false, &mut Vec::new()) {
                    graph.add(module.file, source.modules[to].file, path);
                }
            }
        }
        graph
    }

    fn add(&mut self, from: usize, to: usize, path: &[String]) {
        if from != to {
            self.edges[from].entry(to).or_insert_with(|| path.join("::"));
        }
    }

    /// Returns the files that a file depends on, ancestors only if they are wanted.
    fn after(&self, file: usize, with_ancestors: bool) -> impl Iterator<Item = usize> {
        let above = &self.ancestors[file];
        self.edges[file].keys().copied().filter(move |to| with_ancestors || !above.contains(to))
    }

    /// Returns the files that can be reached from a file by at least one dependency.
    fn reached(&self, file: usize, with_ancestors: bool) -> BTreeSet<usize> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![file]);
        while let Some(file) = open.pop() {
            open.extend(self.after(file, with_ancestors).filter(|&to| reached.insert(to)));
        }
        reached
    }

    /// Returns the strongly connected components of at least two files, each sorted.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let reached: Vec<_> = (0..self.names.len()).map(|file| self.reached(file, false)).collect();
        let component = |file: usize| -> Vec<usize> {
            reached[file].iter().copied().filter(|&other| reached[other].contains(&file)).collect()
        };
        let all: BTreeSet<_> = (0..self.names.len()).map(component).filter(|files| files.len() > 1).collect();
        all.into_iter().collect()
    }

    /// Returns the pairs of a module and an ancestor that it depends on and that depends on it,
    /// maybe through others.
    fn with_ancestors(&self) -> Vec<(&str, &str)> {
        let mut pairs = Vec::new();
        for file in 0..self.names.len() {
            for &above in self.ancestors[file].iter().filter(|above| self.edges[file].contains_key(above)) {
                if self.reached(above, true).contains(&file) {
                    pairs.push((self.names[file].as_str(), self.names[above].as_str()));
                }
            }
        }
        pairs
    }

    /// Returns the sorted names of files.
    fn named(&self, files: &[usize]) -> Vec<String> {
        let mut names: Vec<String> = files.iter().map(|&file| self.names[file].clone()).collect();
        names.sort();
        names
    }

    /// Returns a shortest cycle through the first file of a component, one dependency per line.
    fn told(&self, cycle: &[usize]) -> String {
        let round = self.round(cycle[0]);
        let line = |pair: &[usize]| {
            let path = &self.edges[pair[0]][&pair[1]];
            format!("    {} needs {} for {path}", self.names[pair[0]], self.names[pair[1]])
        };
        round.windows(2).map(line).collect::<Vec<_>>().join("\n")
    }

    /// Returns a shortest way from a file back to it.
    fn round(&self, start: usize) -> Vec<usize> {
        let mut from: BTreeMap<usize, usize> = BTreeMap::new();
        let mut layer = vec![start];
        while !from.contains_key(&start) && !layer.is_empty() {
            let mut next = Vec::new();
            for &file in &layer {
                for to in self.after(file, false) {
                    from.entry(to).or_insert_with(|| {
                        next.push(to);
                        file
                    });
                }
            }
            layer = next;
        }
        let mut way = vec![start];
        while let Some(&before) = from.get(&way[way.len() - 1]) {
            way.push(before);
            if before == start {
                break;
            }
        }
        way.reverse();
        way
    }
}

/// Resolves a path in a module. `None` if it leads to another crate, or is a plain name that the
/// module itself defines or does not know. `trail` holds the names that are being resolved.
fn resolve<'a>(
    source: &'a Crate,
    module: usize,
    path: &'a [String],
    wants_module: bool,
    trail: &mut Vec<(usize, &'a str)>,
) -> Option<Place> {
    let (first, rest) = path.split_first()?;
    let place = match first.as_str() {
        "crate" => Place::Module(0),
        "self" => Place::Module(module),
        "super" => Place::Module(source.modules[module].parent),
        name => look_up(source, module, name, wants_module || !rest.is_empty(), trail)?,
    };
    rest.iter().enumerate().try_fold(place, |place, (at, name)| match place {
        // Variants, associated functions and constants belong to their type.
        Place::ItemOf(module) => Some(Place::ItemOf(module)),
        Place::Module(module) if name == "super" => Some(Place::Module(source.modules[module].parent)),
        Place::Module(module) => {
            let wants_module = wants_module || at + 1 < rest.len();
            // What cannot be found may be made by a macro.
            look_up(source, module, name, wants_module, trail).or(Some(Place::ItemOf(module)))
        }
    })
}

/// Looks up a name in a module. One name may be both a module and an item.
fn look_up<'a>(
    source: &'a Crate,
    module: usize,
    name: &'a str,
    wants_module: bool,
    trail: &mut Vec<(usize, &'a str)>,
) -> Option<Place> {
    if trail.contains(&(module, name)) {
        return None;
    }
    let here = &source.modules[module];
    let child = here.children.get(name).map(|&child| Place::Module(child));
    if wants_module && child.is_some() {
        return child;
    }
    if here.items.iter().any(|item| item == name) {
        return Some(Place::ItemOf(module));
    }
    trail.push((module, name));
    let named = here.imports.iter().filter(|import| import.name == name);
    let mut found = named.filter_map(|import| resolve(source, module, &import.path, wants_module, trail));
    let mut place = found.next().or(child);
    if place.is_none() {
        let globs = here.imports.iter().filter(|import| import.name == "*");
        place = globs
            .filter_map(|import| match resolve(source, module, &import.path, true, trail)? {
                Place::Module(from) => look_up(source, from, name, wants_module, trail),
                Place::ItemOf(_) => None,
            })
            .next();
    }
    trail.pop();
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Writes a crate with these files and returns its graph.
    fn graph(name: &str, files: &[(&str, &str)]) -> Graph {
        let folder = std::env::temp_dir().join(format!("fewest-cycles-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let read = Crate::read(&folder.join("lib.rs"));
        fs::remove_dir_all(&folder).expect("it can be removed");
        Graph::of(&read.expect("a crate"))
    }

    fn cycles(graph: &Graph) -> Vec<String> {
        let told = |cycle: &Vec<usize>| format!("{}\n{}", graph.named(cycle).join(", "), graph.told(cycle));
        graph.cycles().iter().map(told).collect()
    }

    fn edges(graph: &Graph) -> Vec<String> {
        let from = graph.edges.iter().enumerate();
        let mut edges: Vec<String> = from
            .flat_map(|(from, to)| to.keys().map(move |&to| (from, to)))
            .map(|(from, to)| format!("{} {}", graph.names[from], graph.names[to]))
            .collect();
        edges.sort();
        edges
    }

    #[test]
    fn two_modules_that_need_each_other_are_a_cycle() {
        let graph = graph(
            "two",
            &[
                ("lib.rs", "mod a; mod b; mod c;"),
                ("a.rs", "use crate::b::B; pub struct A; use crate::c::C;"),
                ("b.rs", "pub struct B; fn f() { let _ = super::a::A; }"),
                ("c.rs", "pub struct C;"),
            ],
        );
        let expected = "a, b\n    a needs b for crate::b::B\n    b needs a for super::a::A";
        assert_eq!(cycles(&graph), [expected]);
        assert_eq!(edges(&graph), ["a b", "a c", "b a"]);
    }

    #[test]
    fn re_exports_are_followed_and_are_no_dependency_of_the_ancestor() {
        let graph = graph(
            "re-exports",
            &[
                ("lib.rs", "mod a; pub mod b; pub use a::{A, f}; pub use b::*;"),
                ("a/mod.rs", "mod inner; pub use inner::A; pub fn f() {}"),
                ("a/inner.rs", "pub struct A;"),
                ("b.rs", "pub struct B; fn g() { crate::A; crate::a::f(); crate::a::A::new(); }"),
            ],
        );
        assert_eq!(edges(&graph), ["b a", "b a::inner"]);
        assert!(cycles(&graph).is_empty() && graph.with_ancestors().is_empty());
    }

    #[test]
    fn a_name_that_is_passed_on_and_used_is_a_dependency() {
        let graph = graph(
            "used",
            &[
                ("lib.rs", "mod a; pub use a::{A, f, g}; fn h(x: A) { x.f(); }"),
                ("a.rs", "pub struct A; pub fn f() {} pub fn g() { crate::h() }"),
            ],
        );
        assert_eq!(edges(&graph), ["a crate", "crate a"]);
        assert!(cycles(&graph).is_empty(), "one of them is an ancestor");
        assert_eq!(graph.with_ancestors(), [("a", "crate")]);
    }

    #[test]
    fn folders_that_need_each_other_through_their_parts_are_a_cycle() {
        let graph = graph(
            "folders",
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a/mod.rs", "mod part; pub fn f() { part::g() }"),
                ("a/part.rs", "use crate::b; pub fn g() { b::h() }"),
                ("b.rs", "pub fn h() { crate::a::f() }"),
            ],
        );
        let expected = "a, a::part, b\n    a needs a::part for part::g\n    a::part needs b for b::h\n    \
            b needs a for crate::a::f";
        assert_eq!(cycles(&graph), [expected]);
    }

    #[test]
    fn tests_comments_and_modules_alone_are_no_dependency() {
        let graph = graph(
            "tests",
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "//! crate::b\nuse crate::b; #[cfg(test)] mod tests; #[cfg(test)] use crate::b::B;"),
                (
                    "b.rs",
                    "pub struct B; #[cfg(test)] mod t { use super::super::a; } const T: &str = \"a::x\";",
                ),
            ],
        );
        assert!(edges(&graph).is_empty(), "{graph:?}");
    }

    #[test]
    fn a_module_and_a_function_may_have_one_name() {
        let graph = graph(
            "names",
            &[
                ("lib.rs", "mod solve; mod a; pub use solve::solve;"),
                ("solve.rs", "pub fn solve() {} pub mod inner { pub fn f() { super::solve() } }"),
                ("a.rs", "use crate::solve; fn f() { solve::inner::f(); solve() }"),
            ],
        );
        assert_eq!(edges(&graph), ["a solve"]);
    }

    #[test]
    fn a_new_cycle_and_a_listed_one_that_is_gone_are_complaints() {
        let cycle = |modules: &[&str]| Cycle {
            of: "one".to_owned(),
            modules: modules.iter().map(|&module| module.to_owned()).collect(),
            told: "why".to_owned(),
        };
        let found = [cycle(&["a", "b"]), cycle(&["c", "d"])];
        assert!(compare(&found, &[("one", &["a", "b"]), ("one", &["c", "d"])]).is_empty());
        assert_eq!(compare(&found, &[("one", &["a", "b"])]), ["one: c, d\nwhy"]);
        let gone = compare(&found[..1], &[("one", &["a", "b"]), ("one", &["c", "d"])]);
        assert_eq!(gone, ["one: no cycle any more, take it off the list: c, d"]);
        assert_eq!(compare(&found[..1], &[("two", &["a", "b"])]).len(), 2, "of another crate");
    }

    #[test]
    fn listed_cycles_are_sorted_and_of_crates_that_are_there() {
        let metadata = Shell::here().metadata().expect("metadata");
        let names: BTreeSet<String> = root_files(&metadata).into_iter().map(|(name, _)| name).collect();
        for (name, modules) in KNOWN {
            assert!(names.contains(*name) && modules.is_sorted(), "{name}: {modules:?}");
        }
    }

    #[test]
    fn files_are_found_by_name_folder_and_attribute() {
        let graph = graph(
            "files",
            &[
                ("lib.rs", "mod a { pub mod deep; } #[path = \"else/where.rs\"] mod b; mod c;"),
                ("a/deep.rs", "pub fn f() { crate::b::g(); crate::c::h!(); }"),
                ("else/where.rs", "pub fn g() {}"),
                ("c/mod.rs", "macro_rules! h { () => {} } pub(crate) use h;"),
            ],
        );
        assert_eq!(edges(&graph), ["a::deep b", "a::deep c"]);
    }
}
