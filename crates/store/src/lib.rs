//! Files that survive: a folder for the layers of a breadth-first search and the checkpoints of
//! IDA\* ([`WorkFolder`], the [`Store`](fewest_search::Store) of the engine), and a cache for large
//! tables ([`FileCache`]).
//!
//! # The work folder
//!
//! | file | contents |
//! |---|---|
//! | `FEWEST-WORK` | the marker: this is a work folder, and of which version |
//! | `MANIFEST` | the state of the search; replaced atomically |
//! | `layer-DDD-NNNNN` | sorted keys of layer DDD in blocks, after a line of magic |
//! | `round-NNNNNN` | a checkpoint of IDA\* |
//! | `run-DDD-NNNNN`, `join-DDD-NNNNN`, `*.tmp` | temporary; removed after a crash |
//! | `part-GGGG-IIII-of-NNNN` | subfolders of the same kind, one per worker of a search |
//! | `process-K` | subfolders of the same kind, one per process on one machine |
//! | `LOCK` | locked by the running process |
//! | `status.json` | written by the front end for other programs |
//!
//! The manifest holds the sizes of the layers, the names of the files and the checksums of their
//! indices. The last block of a layer file is its index, which holds the checksums of the other
//! blocks. So the manifest vouches for every index and an index for every block, and a file that
//! was truncated, changed or exchanged is detected when it is read.
//!
//! A commit writes files under temporary names, syncs and renames them; syncs the folder; writes,
//! syncs and renames the manifest; syncs the folder; then removes the old files.
//!
//! As with SQLite and LMDB, no file is ever touched that this program did not write. A folder that
//! is not empty and has no marker is refused unchanged. Inside, a file is opened, replaced or
//! removed only if its name is one of these, it is a regular file of this user, and it begins with
//! the right bytes; symbolic links are not followed. The contents of manifests and indices are
//! checked before use.
#![forbid(unsafe_code)]

mod error;
mod failpoint;
pub mod table_cache;
mod work_folder;

pub use error::{StoreError, StoreErrorKind};
#[doc(hidden)]
pub use failpoint::reach;
pub use table_cache::{FileCache, LargePages};
pub use work_folder::WorkFolder;
#[doc(hidden)]
pub use work_folder::read_manifest as read_bytes;
