//! Files that are no text: pictures, archives and documents, told by their first bytes.

use crate::fault::Fault;
use crate::source::{Source, Span};

/// What a file is that begins so, if it is no text: `a PNG picture`.
pub fn kind_of_file(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 16] = [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive, or a document of an office program"),
        (b"PK\x05\x06", "an empty ZIP archive"),
        (b"\x1f\x8b", "a file packed with gzip"),
        (b"BZh", "a file packed with bzip2"),
        (b"\xfd7zXZ", "a file packed with xz"),
        (b"\x28\xb5\x2f\xfd", "a file packed with zstd"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"\x7fELF", "a program"),
        (b"\xd0\xcf\x11\xe0", "a document of an office program"),
        (b"SQLite format 3", "a SQLite database"),
        (b"PAR1", "a Parquet table"),
        (b"BM", "a BMP picture"),
    ];
    let is_riff = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let found = KINDS.iter().find(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| *kind);
    match found {
        // Two letters are a beginning of texts, too.
        Some("a BMP picture") if !bytes[..bytes.len().min(64)].contains(&0) => None,
        found => found.or(is_riff.then_some("a WebP picture")),
    }
}

/// Why the bytes of a source are no text; None if they may be one.
pub fn not_text(source: &Source) -> Option<Fault> {
    const LOOKED_AT: usize = 4096;
    let bytes = &source.bytes[..source.bytes.len().min(LOOKED_AT)];
    if let Some(kind) = kind_of_file(bytes) {
        return Some(
            Fault::new(format!("this is {kind}, not a text"))
                .remedy("a puzzle is a text: save or copy the board as text"),
        );
    }
    let at = bytes.iter().position(|&byte| byte == 0)?;
    let noughts = bytes.iter().filter(|&&byte| byte == 0).count();
    // UTF-16 without a mark: every other byte of plain letters is 0.
    if 3 * noughts > bytes.len() && !bytes.windows(3).any(|three| three == [0, 0, 0]) {
        return Some(
            Fault::new("this text is in UTF-16 without a byte order mark")
                .remedy("save it as UTF-8, or as UTF-16 with a byte order mark"),
        );
    }
    let span = Span { source: 0, start: at, end: at + 1 };
    Some(Fault::new("this is not a text: it has a byte 0").at(span).remedy("a puzzle is a text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_text_are_named() {
        for (bytes, what) in [
            (&b"\x89PNG\r\n\x1a\n\0\0"[..], "this is a PNG picture, not a text"),
            (b"%PDF-1.7\n", "this is a PDF document, not a text"),
            (b"PK\x03\x04\x14\0", "this is a ZIP archive, or a document of an office program, not a text"),
            (b"1\0 \x002\0\n\x003\0", "this text is in UTF-16 without a byte order mark"),
            (b"ab\0c and so on", "this is not a text: it has a byte 0"),
        ] {
            let fault = not_text(&Source::new("file", bytes.to_vec())).expect("a fault");
            assert_eq!(fault.what, what);
        }
        for text in ["", "BMW", "1 2 3\n", "PKW", "%PD", "é"] {
            assert_eq!(not_text(&Source::new("file", text)), None, "{text}");
        }
    }
}
