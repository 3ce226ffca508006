//! The file format of a table, and the memory into which a table is read.
//!
//! ```text
//!   0   8 bytes   "fewest T"
//!   8   u32       version of this layout       all numbers little-endian
//!  12   u32       length of the name
//!  16   u64       length of the table
//!  24   u64       XXH3 of name and table
//!  32             the name, then the table
//! ```

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::MmapMut;
use xxhash_rust::xxh3::Xxh3Default;

/// The magic: the first bytes of every table.
pub const MAGIC: [u8; 8] = *b"fewest T";
const VERSION: u32 = 1;
const NAME_AT: usize = 32;

/// Why a file cannot be used as the requested table.
#[derive(Debug)]
pub enum RecordError {
    /// There is no file.
    Missing,
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is another table, or another kind of file.
    Foreign,
    /// Another version of the program wrote it.
    OtherVersion(u32),
    /// Bytes are missing or changed.
    Damaged,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "is not there"),
            Self::Unreadable(error) => write!(f, "cannot be read ({error})"),
            Self::Foreign => write!(f, "is no table of this kind"),
            Self::OtherVersion(version) => write!(f, "is of version {version}, not {VERSION}"),
            Self::Damaged => write!(f, "is damaged"),
        }
    }
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            // Truncated, perhaps while it was read.
            io::ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Unreadable(error),
        }
    }
}

fn checksum(name: &[u8], table: &[u8]) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(name);
    hash.update(table);
    hash.digest()
}

/// Returns the bytes that precede a table in its file.
pub fn header(name: &str, table: &[u8]) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&(name.len() as u32).to_le_bytes());
    header.extend_from_slice(&(table.len() as u64).to_le_bytes());
    header.extend_from_slice(&checksum(name.as_bytes(), table).to_le_bytes());
    header.extend_from_slice(name.as_bytes());
    header
}

/// A table from a file. It is read, not mapped: if another program truncates a mapped file, this
/// one is killed by a signal (SIGBUS). Measured for 29 MB, checksum included, on two busy cores: 26
/// to 32 ms read, 9 to 18 ms mapped.
#[derive(Debug)]
pub enum Table {
    /// A small table.
    Small(Vec<u8>),
    /// A table in huge pages, which cause fewer page faults.
    Large(LargePages),
}

/// Smaller tables are not worth huge pages.
const LARGE_FROM: usize = 1 << 20;

impl AsRef<[u8]> for Table {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Small(bytes) => bytes,
            Self::Large(pages) => pages.as_ref(),
        }
    }
}

impl Table {
    /// Reads the table `name` from a file and checks it.
    ///
    /// # Errors
    /// Why the file cannot be used.
    pub fn open(path: &Path, name: &str) -> Result<Self, RecordError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::read(file, length, name)
    }

    /// Reads the table `name` from a file of `length` bytes. No memory is reserved for the table
    /// before its header is found to be right.
    ///
    /// # Errors
    /// Why the file cannot be used.
    pub fn read(mut file: impl Read, length: u64, name: &str) -> Result<Self, RecordError> {
        let mut head = Vec::new();
        (&mut file).take((NAME_AT + name.len()) as u64).read_to_end(&mut head)?;
        let Head { table_bytes, check } = Head::read(&head, length, name)?;
        let table_bytes = usize::try_from(table_bytes).map_err(|_| RecordError::Damaged)?;
        let table = if table_bytes >= LARGE_FROM {
            Self::Large(LargePages::read(file, table_bytes)?)
        } else {
            let mut bytes = vec![0; table_bytes];
            file.read_exact(&mut bytes)?;
            Self::Small(bytes)
        };
        let is_whole = checksum(name.as_bytes(), table.as_ref()) == check;
        if is_whole { Ok(table) } else { Err(RecordError::Damaged) }
    }
}

/// The header of a file.
struct Head {
    table_bytes: u64,
    check: u64,
}

impl Head {
    /// Parses a header, including the name, of a file of `length` bytes.
    fn read(bytes: &[u8], length: u64, name: &str) -> Result<Self, RecordError> {
        if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
            return Err(RecordError::Foreign);
        }
        let Some((header, name_there)) = bytes.split_first_chunk::<NAME_AT>() else {
            return Err(RecordError::Damaged);
        };
        let number = |from: usize, bytes: usize| {
            header[from..from + bytes].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        let version = number(8, 4) as u32;
        if version != VERSION {
            return Err(RecordError::OtherVersion(version));
        }
        let (name_bytes, table_bytes) = (number(12, 4), number(16, 8));
        let whole = (NAME_AT as u64 + name_bytes).checked_add(table_bytes);
        if whole != Some(length) {
            return Err(RecordError::Damaged);
        }
        if name_bytes != name.len() as u64 || name_there != name.as_bytes() {
            return Err(RecordError::Foreign);
        }
        Ok(Self { table_bytes, check: number(24, 8) })
    }
}

/// The size of a huge page.
const PAGE: usize = 2 << 20;

/// Bytes that were read into huge pages. Without support of the system they are like a vector.
///
/// A random read from a table of hundreds of megabytes costs two misses: one of the cache and one
/// of the TLB. With pages of 2 MiB, where the system has them, the second disappears.
#[derive(Debug)]
pub struct LargePages {
    map: MmapMut,
    length: usize,
}

impl LargePages {
    /// From this size on a table is worth huge pages; smaller ones are better mapped, which costs
    /// less at the start.
    pub const FROM: usize = 64 << 20;

    /// Reads `length` bytes.
    ///
    /// # Errors
    /// If memory is exhausted, or there are fewer bytes to read.
    pub fn read(mut from: impl Read, length: usize) -> io::Result<Self> {
        let mut map = MmapMut::map_anon(length.next_multiple_of(PAGE).max(PAGE))?;
        // Only a hint: the bytes are the same without it.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        from.read_exact(&mut map[..length])?;
        Ok(Self { map, length })
    }
}

impl AsRef<[u8]> for LargePages {
    fn as_ref(&self) -> &[u8] {
        &self.map[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_there() {
        for length in [0, 1, PAGE - 1, PAGE, PAGE + 1] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let pages = LargePages::read(&bytes[..], length).expect("memory");
            assert_eq!(pages.as_ref(), bytes);
            assert!(LargePages::read(&bytes[..], length + 1).is_err(), "there are no more bytes");
        }
    }
}
