//! A table in a file.
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
use std::io;
use std::path::Path;

use fewest_store::LargePages;
use memmap2::Mmap;
use xxhash_rust::xxh3::Xxh3Default;

const MAGIC: [u8; 8] = *b"fewest T";
const VERSION: u32 = 1;
const NAME_AT: usize = 32;

/// Why a file is not taken for the table that was asked for.
#[derive(Debug)]
pub(super) enum Trouble {
    /// There is none.
    Missing,
    /// It cannot be read.
    Unreadable(io::Error),
    /// It is something else.
    Foreign,
    /// Another version of the program wrote it.
    OtherVersion(u32),
    /// Bytes are missing or changed.
    Damaged,
}

impl fmt::Display for Trouble {
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

fn checksum(name: &[u8], table: &[u8]) -> u64 {
    let mut hash = Xxh3Default::new();
    hash.update(name);
    hash.update(table);
    hash.digest()
}

/// Everything before the table.
pub(super) fn header(name: &str, table: &[u8]) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&(name.len() as u32).to_le_bytes());
    header.extend_from_slice(&(table.len() as u64).to_le_bytes());
    header.extend_from_slice(&checksum(name.as_bytes(), table).to_le_bytes());
    header.extend_from_slice(name.as_bytes());
    header
}

/// A table from a file.
#[derive(Debug)]
pub(super) struct Table {
    file: Content,
    begins: usize,
}

/// The bytes of a file.
#[derive(Debug)]
enum Content {
    /// Mapped into memory.
    Mapped(Mmap),
    /// Read, because it is large.
    Read(LargePages),
}

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Read(pages) => pages.as_ref(),
        }
    }
}

impl AsRef<[u8]> for Table {
    fn as_ref(&self) -> &[u8] {
        &self.file.as_ref()[self.begins..]
    }
}

impl Table {
    /// The table of that name, if the file holds it, whole and undamaged.
    pub(super) fn open(path: &Path, name: &str) -> Result<Self, Trouble> {
        let file = content(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Trouble::Missing,
            _ => Trouble::Unreadable(error),
        })?;
        let begins = begin_of_table(file.as_ref(), name)?;
        Ok(Self { file, begins })
    }
}

/// Where the table begins in the bytes of a file, if everything is as it should be.
fn begin_of_table(bytes: &[u8], name: &str) -> Result<usize, Trouble> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(Trouble::Foreign);
    }
    let Some(header) = bytes.first_chunk::<NAME_AT>() else { return Err(Trouble::Damaged) };
    let number = |from: usize, bytes: usize| {
        header[from..from + bytes].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    };
    let version = number(8, 4) as u32;
    if version != VERSION {
        return Err(Trouble::OtherVersion(version));
    }
    let rest = &bytes[NAME_AT..];
    let name_length = usize::try_from(number(12, 4)).unwrap_or(usize::MAX);
    let Some((name_there, table)) = rest.split_at_checked(name_length) else { return Err(Trouble::Damaged) };
    if table.len() as u64 != number(16, 8) || checksum(name_there, table) != number(24, 8) {
        return Err(Trouble::Damaged);
    }
    if name_there != name.as_bytes() {
        return Err(Trouble::Foreign);
    }
    Ok(NAME_AT + name_length)
}

fn content(path: &Path) -> io::Result<Content> {
    let file = File::open(path)?;
    let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
    if length < LargePages::FROM {
        return map(&file).map(Content::Mapped);
    }
    LargePages::read(file, length).map(Content::Read)
}

/// Maps a file. Reading it instead takes 35 ms for 29 MB in a program that has just begun, mapping 2 to 6 ms, checksum included.
#[allow(unsafe_code, reason = "a mapped file is beyond what the compiler can know")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. Nobody writes into such a file: it comes under its name by being renamed and
    // goes by being replaced or removed, and both leave what is mapped as it is. Whoever else overwrites files in the user's
    // cache folder can do worse; the table is checked after it is mapped, and every look-up checks its index.
    unsafe { Mmap::map(file) }
}
