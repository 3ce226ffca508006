//! Where layers are kept that memory has no room for.
//!
//! The engine knows no files. It hands over blocks of bytes and a list of what makes up the walk so far; the front end keeps them
//! in such a way that a crash at any moment leaves the last list, and everything it names, whole.

use crate::context::Stop;

/// A place for layers, usually a folder.
pub trait Store: Sync {
    /// The last list that was kept, if it belongs to this fingerprint; nothing if nothing was kept yet.
    ///
    /// # Errors
    /// [`Stop::Storage`] if it belongs to something else or cannot be read.
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop>;

    /// Begins a file of blocks. The name is new.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`], as for all that follows.
    fn create(&self, name: &str) -> Result<Box<dyn BlockWriter>, Stop>;

    /// Opens a file that a list names.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    fn open(&self, name: &str) -> Result<Box<dyn BlockReader>, Stop>;

    /// Drops a file that no list names.
    fn remove(&self, name: &str);

    /// Keeps a list in place of the last one, and then drops every file that it does not name.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`]; the last list is then still there.
    fn commit(&self, saved: &Saved) -> Result<(), Stop>;

    /// Drops every file that the last list does not name.
    fn tidy(&self);
}

/// Whether a file must outlive a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasting {
    /// It is of no use after one.
    ForNow,
    /// A list will name it.
    ForGood,
}

/// Where a block is, and the checksum that the store gave it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The first byte.
    pub offset: u64,
    /// The number of bytes.
    pub length: u32,
    /// The checksum.
    pub check: u64,
}

/// A file being written.
pub trait BlockWriter: Send {
    /// Adds a block.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn append(&mut self, block: &[u8]) -> Result<Place, Stop>;

    /// Ends the file, and opens it for reading.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn finish(self: Box<Self>, lasting: Lasting) -> Result<Box<dyn BlockReader>, Stop>;
}

/// A file being read, by many threads at once.
pub trait BlockReader: Send + Sync {
    /// Replaces `out` by the bytes of a block.
    ///
    /// # Errors
    /// [`Stop::Storage`] if they are not what was written.
    fn read(&self, place: Place, out: &mut Vec<u8>) -> Result<(), Stop>;
}

/// A walk as far as it is complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Which walk it is.
    pub fingerprint: String,
    /// Positions at each depth.
    pub sizes: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The depth of the first goal and its key.
    pub goal: Option<(u64, Vec<u64>)>,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The layers that are kept.
    pub layers: Vec<SavedLayer>,
}

/// A layer: files of sorted keys, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedLayer {
    /// Its depth.
    pub depth: u64,
    /// Its files.
    pub parts: Vec<SavedPart>,
}

/// A file of sorted keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedPart {
    /// Its name.
    pub name: String,
    /// The number of keys.
    pub keys: u64,
    /// The block that says where the others are.
    pub index: Place,
}
