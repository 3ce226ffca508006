//! The names of files and folders in a work folder. No other file is ever opened, replaced or
//! removed.

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
