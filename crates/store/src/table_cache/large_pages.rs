//! Memory in huge pages.
//!
//! A random read from a table of hundreds of megabytes costs two misses: one of the cache and one
//! of the TLB. With pages of 2 MiB, where the system has them, the second disappears.

use std::io::{self, Read};

use memmap2::MmapMut;

const PAGE: usize = 2 << 20;

/// Bytes that were read into huge pages. Without support of the system they are like a vector.
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
