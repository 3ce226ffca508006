//! A folder that keeps the layers of a walk, so that it survives anything: [`WorkFolder`] is the [`Store`](fewest_search::Store) of the engine.
//!
//! | file | what it is |
//! |---|---|
//! | `MANIFEST` | what the walk has so far: sizes of layers, names of files, checksums of their indices; replaced in one step |
//! | `layer-DDD-NNNNN` | sorted keys of layer DDD in blocks; the last block is the index with the checksums of the others |
//! | `run-…`, `join-…`, `*.tmp` | of no use after a crash, and dropped then |
//! | `part-…` | folders of the same kind, where several workers make a walk together |
//! | `LOCK` | held by the process at work |
//! | `status.json` | written by the front end for whoever wants to know |
//!
//! A commit is: files under temporary names, synced, renamed; the folder synced; the manifest under a temporary name, synced,
//! renamed; the folder synced; then the old files are dropped. The manifest vouches for every index and an index for
//! every block, so a file that was cut, changed or exchanged is found when it is read.
#![forbid(unsafe_code)]

mod blocks;
mod failpoint;
mod folder;
mod inside;
mod large_pages;
mod lock;
mod manifest;
mod trouble;

#[doc(hidden)]
pub use failpoint::reach;
pub use folder::WorkFolder;
pub use large_pages::LargePages;
pub use trouble::{Kind, Trouble};
