//! Subfolders: the partitions of a search that several workers make together, each with its own
//! manifest.

use std::fs;
use std::sync::Arc;

use super::WorkFolder;
use super::marker;
use super::names::{LOCK, MANIFEST, MARKER, NameKind};
use super::own_files;
use crate::trouble::{Kind, Trouble};

impl WorkFolder {
    /// Opens or creates a subfolder. Its contents count against the quota of this folder.
    ///
    /// # Errors
    /// It cannot be used, another process uses it, or it is a foreign folder.
    pub fn inside(&self, name: &str) -> Result<Self, Trouble> {
        let folder = self.shared.path(name);
        if !NameKind::read(name).is_some_and(NameKind::is_folder) {
            return Err(Trouble::new(
                Kind::NotOurs,
                format!("`{}` is no folder of a walk", folder.display()),
            ));
        }
        let lock = Self::taken(&folder, true)?;
        Ok(Self::of(&folder, Arc::clone(&self.shared.quota), lock))
    }

    /// Returns the names of the subfolders with this prefix, sorted. Folders with other names than
    /// those of processes and workers are omitted, and so are links and folders of other users.
    ///
    /// # Errors
    /// This folder cannot be read.
    pub fn names_inside(&self, beginning: &str) -> Result<Vec<String>, Trouble> {
        let is_ours = |name: &String| {
            NameKind::read(name).is_some_and(NameKind::is_folder)
                && matches!(own_files::look(&self.shared.path(name), true), Ok(Some(_)))
        };
        let mut names = marker::names(self.path())?;
        names.retain(|name| name.starts_with(beginning) && is_ours(name));
        names.sort();
        Ok(names)
    }

    /// Moves the subfolders with this prefix into another folder.
    ///
    /// # Errors
    /// One of them is a foreign folder, exists there already, or cannot be moved.
    pub fn move_inside(&self, beginning: &str, to: &Self) -> Result<(), Trouble> {
        for name in self.names_inside(beginning)? {
            drop(self.inside(&name)?);
            let (from, to) = (self.shared.path(&name), to.shared.path(&name));
            if fs::symlink_metadata(&to).is_ok() {
                let what =
                    format!("`{}` is there already, and in `{}` too", to.display(), self.path().display());
                return Err(Trouble::new(Kind::Foreign, what));
            }
            fs::rename(&from, &to).map_err(|error| Trouble::of(&error, &from))?;
        }
        Ok(())
    }

    /// Removes everything in the folder that this program wrote, and the folder itself if nothing
    /// else is in it.
    pub fn demolish(self) {
        // Files of an older version are known by the manifest only.
        let kept = self.kept().ok().flatten().into_iter();
        let named = kept.flat_map(|saved| saved.layers).flat_map(|layer| layer.parts);
        let named: Vec<String> =
            named.filter(|part| self.count_named(part).is_ok()).map(|part| part.name).collect();
        self.shared.give_back();
        // The manifest first: a half-removed folder must not be mistaken for a partition. What
        // cannot be removed now is removed at the next start.
        let remove = |name: &str, kind: NameKind| {
            let _ = own_files::remove(&self.shared.path(name), kind);
        };
        remove(MANIFEST, NameKind::Manifest);
        for name in marker::names(self.path()).unwrap_or_default() {
            match NameKind::read(&name) {
                Some(NameKind::Marker | NameKind::Lock | NameKind::Part | NameKind::Process) | None => {}
                Some(NameKind::Blocks) if named.contains(&name) => {
                    let _ = fs::remove_file(self.shared.path(&name));
                }
                Some(kind) => remove(&name, kind),
            }
        }
        // With foreign files in it, the folder stays, and stays a work folder.
        let is_left = |name: &String| ![LOCK, MARKER].contains(&name.as_str());
        if marker::names(self.path()).is_ok_and(|names| !names.iter().any(is_left)) {
            remove(LOCK, NameKind::Lock);
            remove(MARKER, NameKind::Marker);
            let _ = fs::remove_dir(self.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use fewest_search::{Durability, Stop, Store};

    use super::*;

    #[test]
    fn what_is_inside_counts_and_is_given_back() {
        const ONE: &str = "part-0000-0000-of-0002";
        const TWO: &str = "part-0000-0001-of-0002";
        let place = tempfile::TempDir::new().expect("a folder");
        let outer = WorkFolder::open(place.path(), Some(1000)).expect("it is ours");
        let (one, two) = (outer.inside(ONE).expect("new"), outer.inside(TWO).expect("new"));
        let write = |folder: &WorkFolder, bytes: usize| {
            let mut file = folder.create("layer-000-00000")?;
            file.append(&vec![7; bytes])?;
            file.finish(Durability::Durable).map(|_| ())
        };
        assert_eq!(write(&one, 600), Ok(()));
        assert_eq!((outer.used(), two.used()), (616, 616));
        assert_eq!(write(&two, 600), Err(Stop::Disk), "together they may hold 1000");
        assert!(outer.trouble().is_some(), "the outer folder knows why");
        assert_eq!(outer.names_inside("part-").expect("a folder"), [ONE, TWO]);
        assert!(outer.inside(ONE).is_err(), "one process at a time");
        one.demolish();
        two.demolish();
        assert_eq!((outer.used(), outer.names_inside("part-").expect("a folder").len()), (0, 0));
    }
}
