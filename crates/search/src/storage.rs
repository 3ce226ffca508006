//! The interface of stores: where layers are kept that do not fit in memory.
//!
//! The engine knows no files. It writes blocks of bytes and commits a manifest ([`Saved`]) that
//! names what makes up the search so far. The store must keep both so that a crash at any moment
//! leaves the last manifest, and every file it names, intact.

use crate::context::Stop;

/// A store for layers, usually a folder.
pub trait Store: Sync {
    /// Returns the last committed manifest if it belongs to this fingerprint. None if there is
    /// none.
    ///
    /// # Errors
    /// [`Stop::Storage`] if it belongs to something else or cannot be read.
    fn resume(&self, fingerprint: &str) -> Result<Option<Saved>, Stop>;

    /// Creates a file of blocks under a new name.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`], as for the methods below.
    fn create(&self, name: &str) -> Result<Box<dyn BlockWriter>, Stop>;

    /// Opens a file that the manifest names.
    ///
    /// # Errors
    /// [`Stop::Storage`].
    fn open(&self, name: &str) -> Result<Box<dyn BlockReader>, Stop>;

    /// Removes a file that no manifest names.
    fn remove(&self, name: &str);

    /// Replaces the manifest, then removes every file that it does not name.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`]; the previous manifest is then still in force.
    fn commit(&self, saved: &Saved) -> Result<(), Stop>;

    /// Removes every file that the last manifest does not name.
    fn tidy(&self);
}

/// Whether a file must survive a crash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// A temporary file.
    Temporary,
    /// A file that a manifest will name.
    Durable,
}

/// The location of a block and the checksum that the store computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockLocation {
    /// The offset of its first byte.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u32,
    /// Its checksum.
    pub check: u64,
}

/// A file being written.
pub trait BlockWriter: Send {
    /// Appends a block.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn append(&mut self, block: &[u8]) -> Result<BlockLocation, Stop>;

    /// Completes the file and opens it for reading.
    ///
    /// # Errors
    /// [`Stop::Disk`] or [`Stop::Storage`].
    fn finish(self: Box<Self>, durability: Durability) -> Result<Box<dyn BlockReader>, Stop>;
}

/// A file being read, by several threads at once.
pub trait BlockReader: Send + Sync {
    /// Replaces `out` by the bytes of a block.
    ///
    /// # Errors
    /// [`Stop::Storage`] if they are not what was written.
    fn read(&self, place: BlockLocation, out: &mut Vec<u8>) -> Result<(), Stop>;
}

/// The manifest of a search: all that is needed to resume it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Identifies the search.
    pub fingerprint: String,
    /// States at each depth.
    pub sizes: Vec<u64>,
    /// Goals at each depth.
    pub goals: Vec<u64>,
    /// The depth of the first goal and its key.
    pub goal: Option<(u64, Vec<u64>)>,
    /// States expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// The layers that are stored.
    pub layers: Vec<SavedLayer>,
}

/// A stored layer: files of sorted keys, in ascending order.
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
    /// The block that holds the index of the others.
    pub index: BlockLocation,
}
