//! Files of blocks, written once and read by many threads.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use fewest_search::{BlockReader, BlockWriter, Lasting, Place, Stop};
use xxhash_rust::xxh3::xxh3_64;

use crate::failpoint::reach;
use crate::folder::Shared;
use crate::trouble::{Kind, Trouble};

/// A file being written under a temporary name.
pub(crate) struct Writing {
    pub(crate) shared: Arc<Shared>,
    pub(crate) name: String,
    pub(crate) file: BufWriter<File>,
    pub(crate) offset: u64,
}

/// A file being read.
pub(crate) struct Reading {
    shared: Arc<Shared>,
    path: PathBuf,
    file: File,
}

impl Writing {
    fn failed(&self, error: &io::Error) -> Stop {
        self.shared.tell(Trouble::of(error, &self.shared.temporary(&self.name)))
    }
}

impl BlockWriter for Writing {
    fn append(&mut self, block: &[u8]) -> Result<Place, Stop> {
        let length = u32::try_from(block.len()).expect("a block has fewer than 2^32 bytes");
        self.shared.take(&self.name, block.len() as u64)?;
        self.file.write_all(block).map_err(|error| self.failed(&error))?;
        let place = Place { offset: self.offset, length, check: xxh3_64(block) };
        self.offset += u64::from(length);
        Ok(place)
    }

    fn finish(mut self: Box<Self>, lasting: Lasting) -> Result<Box<dyn BlockReader>, Stop> {
        self.file.flush().map_err(|error| self.failed(&error))?;
        let mut path = self.shared.temporary(&self.name);
        reach("written");
        if lasting == Lasting::ForGood {
            self.file.get_ref().sync_all().map_err(|error| self.failed(&error))?;
            reach("synced");
            let good = self.shared.path(&self.name);
            std::fs::rename(&path, &good).map_err(|error| self.failed(&error))?;
            path = good;
            reach("renamed");
        }
        self.shared.written(&self.name, &path);
        let Self { shared, file, .. } = *self;
        match file.into_inner() {
            Ok(file) => Ok(Box::new(Reading { shared, path, file })),
            Err(error) => Err(shared.tell(Trouble::of(error.error(), &path))),
        }
    }
}

impl Reading {
    /// Opens a file that must be exactly that long.
    pub(crate) fn open(shared: Arc<Shared>, name: &str, length: u64) -> Result<Self, Stop> {
        let path = shared.path(name);
        let opened = File::open(&path).and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            Ok((found, file)) if found == length => Ok(Self { shared, path, file }),
            Ok((found, _)) => {
                let what = format!("`{}` has {found} bytes instead of {length}", path.display());
                Err(shared.tell(Trouble::new(Kind::Corrupt, what)))
            }
            Err(error) => Err(shared.tell(Trouble::of(&error, &path))),
        }
    }
}

impl BlockReader for Reading {
    fn read(&self, place: Place, out: &mut Vec<u8>) -> Result<(), Stop> {
        out.clear();
        out.resize(place.length as usize, 0);
        read_at(&self.file, out, place.offset)
            .map_err(|error| self.shared.tell(Trouble::of(&error, &self.path)))?;
        if xxh3_64(out) == place.check {
            return Ok(());
        }
        let what = format!("`{}` is damaged at byte {}", self.path.display(), place.offset);
        Err(self.shared.tell(Trouble::new(Kind::Corrupt, what)))
    }
}

#[cfg(unix)]
fn read_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut out: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !out.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, out, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                out = &mut out[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}
