//! A folder that keeps the layers of a walk, so that it survives anything: [`WorkFolder`] is the [`Store`](fewest_search::Store) of the engine.
//!
//! | file | what it is |
//! |---|---|
//! | `FEWEST-WORK` | the marker: this folder is ours, and of which version |
//! | `MANIFEST` | what the walk has so far: sizes of layers, names of files, checksums of their indices; replaced in one step |
//! | `layer-DDD-NNNNN` | a line that says what it is, then sorted keys of layer DDD in blocks; the last block is the index with the checksums of the others |
//! | `round-NNNNNN` | a depth-first search as far as it is done |
//! | `run-DDD-NNNNN`, `join-DDD-NNNNN`, `*.tmp` | of no use after a crash, and dropped then |
//! | `part-GGGG-IIII-of-NNNN` | folders of the same kind, where several workers make a walk together |
//! | `process-K` | the same, where several processes on one machine do |
//! | `LOCK` | held by the process at work |
//! | `status.json` | written by the front end for other programs |
//!
//! A commit is: files under temporary names, synced, renamed; the folder synced; the manifest under a temporary name, synced,
//! renamed; the folder synced; then the old files are dropped. The manifest vouches for every index and an index for
//! every block, so a file that was cut, changed or exchanged is found when it is read.
//!
//! As with SQLite and LMDB, no file is ever touched that this program did not write. A folder that
//! is not empty and has no marker is refused as it is. Inside, a file is opened, replaced or
//! removed only if its name is one of these, it is a regular file of this user, and it begins as
//! ours do; symbolic links are not followed. What a manifest or an index says is checked before it
//! is used.
#![forbid(unsafe_code)]

mod failpoint;
pub mod table_cache;
mod trouble;
mod work_folder;

#[doc(hidden)]
pub use failpoint::reach;
pub use table_cache::{FileCache, LargePages};
pub use trouble::{Kind, Trouble};
pub use work_folder::WorkFolder;
#[doc(hidden)]
pub use work_folder::read_manifest as read_bytes;
