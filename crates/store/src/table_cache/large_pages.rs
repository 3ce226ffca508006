//! Bytes in large pages of memory.
//!
//! A table of hundreds of megabytes that is read here and there costs the processor two misses a look: one for the byte and one for the
//! page it is on. With pages of 2 MiB, where the system has them, the second goes away.

use std::io::{self, Read};

use memmap2::MmapMut;

const PAGE: usize = 2 << 20;

/// Bytes that were read into large pages. Where the system has none, they are as good as a vector.
#[derive(Debug)]
pub struct LargePages {
    map: MmapMut,
    length: usize,
}

impl LargePages {
    /// From this size on a table is worth being read into large pages; smaller ones are better mapped, which costs less at the start.
    pub const FROM: usize = 64 << 20;

    /// Reads that many bytes.
    ///
    /// # Errors
    /// If there is no room for them, or fewer to read.
    pub fn read(mut from: impl Read, length: usize) -> io::Result<Self> {
        let mut map = MmapMut::map_anon(length.next_multiple_of(PAGE).max(PAGE))?;
        // It is only a wish, and the bytes are the same without.
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
