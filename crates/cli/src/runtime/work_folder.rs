//! The work folder of a long run: options, opening, and messages and exit codes when the search
//! stops.

use std::env::var;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use fewest::service::{Fault, Stop, Tier};
use fewest_store::table_cache::{DEFAULT_LIMIT, user_folder};
use fewest_store::{FileCache, StoreError, StoreErrorKind, WorkFolder};

use crate::args::this_command;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::runtime::limits::{self, parse_size};

/// Options for layers that do not fit into memory.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct WorkArgs {
    /// Keep layers in DIR when memory is exhausted, and resume from there when the same command
    /// runs again. DIR is new, empty, or the work folder of an earlier run; any other folder is
    /// refused
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,

    /// Use at most this much disk space: 500M, 2T [default: 95 % of what is free]
    #[arg(long, value_name = "SIZE", requires = "work", value_parser = limits::parse_size)]
    disk: Option<u64>,

    /// How layers are kept [default: in memory, then in DIR]
    #[arg(long, value_enum)]
    tier: Option<TierName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TierName {
    /// One bit per position in memory, where positions have ranks
    Dense,
    /// Sorted in memory only
    Sparse,
    /// Sorted in DIR from the beginning
    Disk,
}

/// The open folder, if there is one, and the tier for layers.
pub struct OpenWork {
    pub folder: Option<WorkFolder>,
    pub tier: Option<Tier>,
}

/// The folder of an earlier process that this one resumes.
static RESUMED: OnceLock<PathBuf> = OnceLock::new();

/// Returns the folder of an earlier process that this one resumes. `None` if there is none.
pub fn resumed() -> Option<&'static Path> {
    RESUMED.get().map(PathBuf::as_path)
}

impl WorkArgs {
    /// Returns the folder and the disk limit. `None` if no folder is named.
    #[cfg(feature = "cluster")]
    pub fn place(&self) -> Option<(&std::path::Path, Option<u64>)> {
        Some((self.work.as_deref()?, self.disk))
    }

    /// Opens the folder if one is named. The inner error is the exit code; its message is printed.
    pub fn open(&self) -> Result<Result<OpenWork, Code>, Failure> {
        let tier = self.tier.map(|name| match name {
            TierName::Dense => Tier::Dense,
            TierName::Sparse => Tier::Sparse,
            TierName::Disk => Tier::Disk,
        });
        match (&self.work, tier) {
            (None, Some(Tier::Disk)) => Err(Failure::Usage("`--tier disk` needs `--work DIR`".to_owned())),
            (Some(_), Some(Tier::Dense)) => {
                let why = "`--tier dense` keeps nothing in a folder; leave out `--work`";
                Err(Failure::Usage(why.to_owned()))
            }
            (None, _) => Ok(Ok(OpenWork { folder: None, tier })),
            (Some(path), _) => Ok(match WorkFolder::open(path, self.disk) {
                Ok(folder) => {
                    if folder.is_resumable() {
                        let _ = RESUMED.set(path.clone());
                    }
                    Ok(OpenWork { folder: Some(folder), tier })
                }
                Err(trouble) => Err(report_error(&trouble)),
            }),
        }
    }
}

impl OpenWork {
    /// Prints what a stopped search leaves in the folder. Returns the exit code if it differs from
    /// that of the limit.
    pub fn stopped(&self, stop: Stop, console: &Console) -> Option<Code> {
        let folder = self.folder.as_ref()?;
        let trouble = folder.error();
        if let (Stop::Storage | Stop::Disk, Some(trouble)) = (stop, &trouble) {
            let code = report_error(trouble);
            if code != Code::Disk {
                return Some(code);
            }
        }
        if let (Stop::Storage, None) = (stop, &trouble) {
            // All checksums are right, but the files together are not a search.
            let what =
                format!("`{}` does not hold a walk as this program writes it", folder.path().display());
            return Some(report_error(&StoreError { kind: StoreErrorKind::Corrupt, what }));
        }
        if !folder.is_resumable() {
            return None;
        }
        let more = if stop == Stop::Disk { " and more `--disk`" } else { "" };
        console.note(&format!("what is complete is kept; go on with{more}\n  {}", this_command()));
        (stop == Stop::Interrupt).then_some(Code::Resumable)
    }
}

/// Prints what is wrong with a folder and returns the exit code.
pub fn report_error(trouble: &StoreError) -> Code {
    let fault = Fault::new(trouble.what.clone());
    let (fault, code) = match trouble.kind {
        StoreErrorKind::Corrupt => (
            fault.remedy("take the files from a backup, or begin again in another folder"),
            Code::CorruptFile,
        ),
        StoreErrorKind::Denied => (fault, Code::CorruptFile),
        StoreErrorKind::Foreign => (fault.remedy("name another folder, or remove this one"), Code::BadInput),
        StoreErrorKind::NotOurs => (
            fault.remedy("name a new or an empty folder, for instance one inside it; nothing was changed"),
            Code::BadInput,
        ),
        StoreErrorKind::Busy => (fault.remedy("wait for it, or name another folder"), Code::BadInput),
        StoreErrorKind::Full => (fault, Code::Disk),
    };
    faults::show(Severity::Error, &fault, &[]);
    code
}

/// Returns the table cache. The first call decides whether it prints notes about files.
pub fn cache(quiet: bool) -> &'static FileCache {
    static CACHE: OnceLock<FileCache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = FileCache::new(user_folder()).with_limit(limit());
        if quiet { cache } else { cache.with_notes(note) }
    })
}

/// Returns the bytes that tables may take on disk.
///
/// # Errors
/// That FEWEST_CACHE_LIMIT is no size.
pub fn limit() -> Result<u64, String> {
    match var("FEWEST_CACHE_LIMIT") {
        Ok(text) if !text.is_empty() => parse_size(&text).map_err(|why| format!("FEWEST_CACHE_LIMIT: {why}")),
        _ => Ok(DEFAULT_LIMIT),
    }
}

fn note(what: &str) {
    // A closed standard error is ignored.
    let _ = writeln!(anstream::stderr(), "note: {what}");
}
