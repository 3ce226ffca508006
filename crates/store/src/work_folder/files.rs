//! The files of a work folder: their names, and whether this program wrote them. A file with
//! another name is never opened, replaced or removed, and links are not followed.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::error::{StoreError, StoreErrorKind};

/// What a name in a work folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameKind {
    /// The file that marks a work folder.
    Marker,
    Lock,
    Manifest,
    /// An incomplete manifest.
    NewManifest,
    Status,
    /// An incomplete status file.
    NewStatus,
    /// Blocks: a layer, a run, merged runs, or a checkpoint.
    Blocks,
    /// Incomplete blocks.
    NewBlocks,
    /// The subfolder of a worker.
    Part,
    /// The subfolder of a process.
    Process,
}

pub(crate) const MARKER: &str = "FEWEST-WORK";
pub(crate) const LOCK: &str = "LOCK";
pub(crate) const MANIFEST: &str = "MANIFEST";
pub(crate) const STATUS: &str = "status.json";

/// The first bytes of every file of blocks.
pub(crate) const BLOCKS_MAGIC: &[u8] = b"fewest blocks 1\n";
/// The first bytes of a marker of any version.
pub(crate) const MARKER_MAGIC: &[u8] = b"fewest work folder ";

impl NameKind {
    /// Parses a name. None if it is a foreign one.
    pub(crate) fn read(name: &str) -> Option<Self> {
        let (whole, is_new) = name.strip_suffix(".tmp").map_or((name, false), |whole| (whole, true));
        match (whole, is_new) {
            (MARKER, false) => Some(Self::Marker),
            (LOCK, false) => Some(Self::Lock),
            (MANIFEST, false) => Some(Self::Manifest),
            (MANIFEST, true) => Some(Self::NewManifest),
            (STATUS, false) => Some(Self::Status),
            (STATUS, true) => Some(Self::NewStatus),
            _ if is_blocks(whole) => Some(if is_new { Self::NewBlocks } else { Self::Blocks }),
            _ if !is_new && is_part(whole) => Some(Self::Part),
            _ if !is_new && whole.strip_prefix("process-").is_some_and(|k| is_number(k, 1)) => {
                Some(Self::Process)
            }
            _ => None,
        }
    }

    pub(crate) fn is_folder(self) -> bool {
        matches!(self, Self::Part | Self::Process)
    }

    /// The first bytes of every file of this kind.
    pub(crate) fn begins(self) -> &'static [u8] {
        match self {
            Self::Marker => MARKER_MAGIC,
            Self::Lock => b"process ",
            Self::Manifest | Self::NewManifest => b"{\"version\":",
            Self::Status | Self::NewStatus => b"{\"process\":",
            Self::Blocks | Self::NewBlocks => BLOCKS_MAGIC,
            Self::Part | Self::Process => b"",
        }
    }
}

/// Parses the depth and the number in the name of a layer file. None if it is another name.
pub(crate) fn layer_part(name: &str) -> Option<(u64, u64)> {
    let (depth, number) = name.strip_prefix("layer-")?.split_once('-')?;
    (is_number(depth, 3) && is_number(number, 5))
        .then(|| Some((depth.parse().ok()?, number.parse().ok()?)))?
}

/// Whether a name is that of a checkpoint of IDA\*.
pub(crate) fn is_checkpoint(name: &str) -> bool {
    name.strip_prefix("round-").is_some_and(|serial| is_number(serial, 6))
}

/// Whether a text is a number as `{:0width$}` formats it, of at most 15 digits.
fn is_number(text: &str, width: usize) -> bool {
    let digits = text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text.len() == width || text.len() > width && !text.starts_with('0'))
}

fn is_blocks(name: &str) -> bool {
    let two = |rest: &str| rest.split_once('-').is_some_and(|(d, n)| is_number(d, 3) && is_number(n, 5));
    let Some((kind, rest)) = name.split_once('-') else { return false };
    match kind {
        "layer" | "join" => two(rest),
        "run" => two(rest) || is_number(rest, 5),
        "round" => is_checkpoint(name),
        _ => false,
    }
}

/// `part-GGGG-IIII-of-NNNN`, with numbers that fit in a `u32`.
fn is_part(name: &str) -> bool {
    let number = |text: Option<&str>| text.is_some_and(|text| text.len() <= 9 && is_number(text, 4));
    let Some(rest) = name.strip_prefix("part-") else { return false };
    let mut words = rest.split('-');
    number(words.next())
        && number(words.next())
        && words.next() == Some("of")
        && number(words.next())
        && words.next().is_none()
}

/// Returns the names of all entries of a folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<String>, StoreError> {
    let failed = |error: std::io::Error| StoreError::of(&error, folder);
    let entries = fs::read_dir(folder).map_err(failed)?;
    entries.map(|entry| Ok(entry.map_err(failed)?.file_name().to_string_lossy().into_owned())).collect()
}

/// Returns why a path is not a regular file, or a folder, of this user. None if it is one.
pub(crate) fn foreign_reason(found: &Metadata, is_folder: bool) -> Option<&'static str> {
    if found.is_symlink() {
        return Some("is a symbolic link, and links are not followed here");
    }
    match is_folder {
        true if !found.is_dir() => return Some("is no folder"),
        false if !found.is_file() => return Some("is no regular file"),
        _ => {}
    }
    (!is_of_user(found)).then_some("belongs to another user")
}

#[cfg(unix)]
fn is_of_user(found: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(found) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_of_user(_: &Metadata) -> bool {
    true
}

/// Returns the metadata of a path, without following links. None if there is nothing.
///
/// # Errors
/// It is not a regular file, or folder, of this user.
pub(crate) fn look(path: &Path, is_folder: bool) -> Result<Option<Metadata>, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(found) => match foreign_reason(&found, is_folder) {
            None => Ok(Some(found)),
            Some(why) => Err(StoreError::new(StoreErrorKind::NotOurs, format!("`{}` {why}", path.display()))),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::of(&error, path)),
    }
}

/// Opens a file of this user.
pub(crate) fn open(path: &Path) -> Result<File, StoreError> {
    opened(path, OpenOptions::new().read(true))
}

/// Opens a file of this user for reading and writing; creates it if it is missing.
pub(crate) fn open_or_make(path: &Path) -> Result<File, StoreError> {
    opened(path, OpenOptions::new().read(true).write(true).create(true).truncate(false))
}

fn opened(path: &Path, options: &mut OpenOptions) -> Result<File, StoreError> {
    // Checked before opening, because opening a pipe waits for its other end; and after, because it
    // may have been exchanged.
    look(path, false)?;
    let file = not_followed(options).open(path).map_err(|error| StoreError::of(&error, path))?;
    let found = file.metadata().map_err(|error| StoreError::of(&error, path))?;
    match foreign_reason(&found, false) {
        None => Ok(file),
        Some(why) => Err(StoreError::new(StoreErrorKind::NotOurs, format!("`{}` {why}", path.display()))),
    }
}

#[cfg(unix)]
fn not_followed(options: &mut OpenOptions) -> &mut OpenOptions {
    use rustix::fs::OFlags;
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags.bits() as i32)
}

#[cfg(not(unix))]
fn not_followed(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Whether this program wrote the file: a regular file of this user that begins with the bytes of
/// that kind. A file that was truncated within those bytes counts.
pub(crate) fn wrote(path: &Path, kind: NameKind) -> bool {
    let Ok(file) = open(path) else { return false };
    let mut begin = Vec::new();
    let expected = kind.begins();
    file.take(expected.len() as u64).read_to_end(&mut begin).is_ok() && expected.starts_with(&begin)
}

/// Creates a new file. A leftover of the same kind that this program wrote is replaced.
///
/// # Errors
/// A foreign file is there.
pub(crate) fn make(path: &Path, kind: NameKind) -> Result<File, StoreError> {
    if look(path, false)?.is_some() {
        remove(path, kind)?;
    }
    // `create_new` does not follow links.
    let made = OpenOptions::new().read(true).write(true).create_new(true).open(path);
    made.map_err(|error| StoreError::of(&error, path))
}

/// Removes a file if this program wrote it.
///
/// # Errors
/// It is a foreign file.
pub(crate) fn remove(path: &Path, kind: NameKind) -> Result<(), StoreError> {
    if !wrote(path, kind) {
        return Err(StoreError::new(
            StoreErrorKind::NotOurs,
            format!("`{}` was not written by this program", path.display()),
        ));
    }
    fs::remove_file(path).map_err(|error| StoreError::of(&error, path))
}

/// Reads a small file of this user. None if there is none.
///
/// # Errors
/// It has more bytes than `most`, or cannot be read.
pub(crate) fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let Some(found) = look(path, false)? else { return Ok(None) };
    let too_long = || {
        StoreError::new(StoreErrorKind::Corrupt, format!("`{}` has more than {most} bytes", path.display()))
    };
    if found.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    let read = open(path)?.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| StoreError::of(&error, path))?;
    if bytes.len() as u64 > most { Err(too_long()) } else { Ok(Some(bytes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ours_are_known() {
        for (name, kind) in [
            ("FEWEST-WORK", NameKind::Marker),
            ("LOCK", NameKind::Lock),
            ("MANIFEST", NameKind::Manifest),
            ("MANIFEST.tmp", NameKind::NewManifest),
            ("status.json", NameKind::Status),
            ("status.json.tmp", NameKind::NewStatus),
            ("layer-003-00000", NameKind::Blocks),
            ("layer-1003-123456", NameKind::Blocks),
            ("layer-003-00000.tmp", NameKind::NewBlocks),
            ("run-003-00012.tmp", NameKind::NewBlocks),
            ("run-00012", NameKind::Blocks),
            ("join-003-00000", NameKind::Blocks),
            ("round-000012", NameKind::Blocks),
            ("part-0000-0001-of-0002", NameKind::Part),
            ("process-0", NameKind::Process),
            ("process-12", NameKind::Process),
        ] {
            assert_eq!(NameKind::read(name), Some(kind), "{name}");
        }
        assert_eq!(layer_part("layer-003-00012"), Some((3, 12)));
    }

    #[test]
    fn names_of_others_are_not() {
        for name in [
            "run-tests.sh",
            "run-tests",
            "MANIFEST.in",
            "MANIFEST.tmp.tmp",
            "layer-notes.txt",
            "layer-3-0",
            "layer-0003-00000",
            "layer-003-00000.bak",
            "layer-003-00000-1",
            "layer-003",
            "join-us",
            "LOCK.tmp",
            "status.json.bak",
            "lock",
            "../layer-003-00000",
            "/layer-003-00000",
            "layer-003-0000٣",
            "layer-+03-00000",
            "layer-9999999999999999-00000",
            "round-1",
            "process-",
            "process-01",
            "process-1.tmp",
            "process-x",
            "part-1",
            "part-0001-0002-of-0003-0004",
            "part-4294967295-0000-of-0001",
            "FEWEST-WORK.tmp",
            "",
            ".tmp",
        ] {
            assert_eq!(NameKind::read(name), None, "{name}");
        }
        for name in
            ["../layer-003-00000", "/etc/passwd", "layer-003-00000.tmp", "run-003-00000", "layer-003-"]
        {
            assert_eq!(layer_part(name), None, "{name}");
        }
    }
}
