//! The work folder of a long run: options, opening, and messages and exit codes when the search
//! stops.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use fewest::{Fault, Stop, Tier};
use fewest_store::{Kind, Trouble, WorkFolder};

use crate::command_line::this_command;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::faults::{self, Severity};
use crate::runtime::limits;

/// Options for layers that do not fit into memory.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Long runs")]
pub struct WorkArgs {
    /// Keep layers in DIR where memory ends, and go on from what is there: the same command again
    /// resumes. DIR is new, empty, or was used so before; any other folder is refused
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,

    /// Take at most this much of the disk: 500M, 2T [default: 95 % of what is free]
    #[arg(long, value_name = "SIZE", requires = "work", value_parser = limits::parse_size)]
    disk: Option<u64>,

    /// Keep layers this way, instead of in memory as long as it lasts
    #[arg(long, value_enum)]
    tier: Option<TierName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TierName {
    /// As bits in memory, one for every position there is, where they are numbered
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
                Err(trouble) => Err(report_trouble(&trouble)),
            }),
        }
    }
}

impl OpenWork {
    /// Prints what a stopped search leaves in the folder. Returns the exit code if it differs from
    /// that of the limit.
    pub fn stopped(&self, stop: Stop, console: &Console) -> Option<Code> {
        let folder = self.folder.as_ref()?;
        let trouble = folder.trouble();
        if let (Stop::Storage | Stop::Disk, Some(trouble)) = (stop, &trouble) {
            let code = report_trouble(trouble);
            if code != Code::Disk {
                return Some(code);
            }
        }
        if let (Stop::Storage, None) = (stop, &trouble) {
            // All checksums are right, but the files together are not a search.
            let what =
                format!("`{}` does not hold a walk as this program writes it", folder.path().display());
            return Some(report_trouble(&Trouble { kind: Kind::Corrupt, what }));
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
pub fn report_trouble(trouble: &Trouble) -> Code {
    let fault = Fault::new(trouble.what.clone());
    let (fault, code) = match trouble.kind {
        Kind::Corrupt => (
            fault.remedy("take the files from a backup, or begin again in another folder"),
            Code::CorruptFile,
        ),
        Kind::Denied => (fault, Code::CorruptFile),
        Kind::Foreign => (fault.remedy("name another folder, or remove this one"), Code::BadInput),
        Kind::NotOurs => (
            fault.remedy("name a new or an empty folder, for instance one inside it; nothing was changed"),
            Code::BadInput,
        ),
        Kind::Busy => (fault.remedy("wait for it, or name another folder"), Code::BadInput),
        Kind::Full => (fault, Code::Disk),
    };
    faults::show(Severity::Error, &fault, &[]);
    code
}
