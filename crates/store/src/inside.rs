//! Folders inside a folder: the parts of a walk that several workers make together, each with a manifest of its own.

use std::fs;
use std::sync::Arc;

use crate::folder::WorkFolder;
use crate::lock;
use crate::manifest::MANIFEST;
use crate::trouble::Trouble;

impl WorkFolder {
    /// Opens a folder inside, or makes it. What it holds counts against what this one may.
    ///
    /// # Errors
    /// That it cannot be used, or that somebody else does.
    pub fn inside(&self, name: &str) -> Result<Self, Trouble> {
        let folder = self.shared.path(name);
        fs::create_dir_all(&folder).map_err(|error| Trouble::of(&error, &folder))?;
        let lock = lock::take(&folder)?;
        Ok(Self::of(&folder, Arc::clone(&self.shared.room), lock))
    }

    /// The names of the folders inside that begin so, in order.
    ///
    /// # Errors
    /// That this folder cannot be read.
    pub fn names_inside(&self, beginning: &str) -> Result<Vec<String>, Trouble> {
        let entries = fs::read_dir(self.path()).map_err(|error| Trouble::of(&error, self.path()))?;
        let folders = entries.flatten().filter(|entry| entry.path().is_dir());
        let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name.starts_with(beginning)).collect();
        names.sort();
        Ok(names)
    }

    /// Drops the folder with everything in it.
    pub fn demolish(self) {
        self.shared.give_back();
        // The manifest first: what is half dropped must not be taken for a part of a walk. What cannot be dropped now is dropped at
        // the next start.
        let _ = fs::remove_file(self.shared.path(MANIFEST));
        let _ = fs::remove_dir_all(self.path());
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::{Lasting, Stop, Store};

    use super::*;

    #[test]
    fn what_is_inside_counts_and_is_given_back() {
        let place = tempfile::TempDir::new().expect("a folder");
        let outer = WorkFolder::open(place.path(), Some(1000)).expect("it is ours");
        let (one, two) = (outer.inside("part-1").expect("new"), outer.inside("part-2").expect("new"));
        let write = |folder: &WorkFolder, bytes: usize| {
            let mut file = folder.create("layer-000-00000")?;
            file.append(&vec![7; bytes])?;
            file.finish(Lasting::ForGood).map(|_| ())
        };
        assert_eq!(write(&one, 600), Ok(()));
        assert_eq!((outer.used(), two.used()), (600, 600));
        assert_eq!(write(&two, 600), Err(Stop::Disk), "together they may hold 1000");
        assert!(outer.trouble().is_some(), "the outer folder knows why");
        assert_eq!(outer.names_inside("part-").expect("a folder"), ["part-1", "part-2"]);
        assert!(outer.inside("part-1").is_err(), "one process at a time");
        one.demolish();
        two.demolish();
        assert_eq!((outer.used(), outer.names_inside("part-").expect("a folder").len()), (0, 0));
    }
}
