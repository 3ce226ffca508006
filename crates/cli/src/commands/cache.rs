//! `fewest cache`: shows and clears the table cache on disk.

use std::io::Write;

use clap::{Args, Subcommand};
use fewest_store::table_cache;

use crate::args::Manner;
use crate::console::Console;
use crate::exit::{Code, Failure};
use crate::runtime::work_folder;

/// Show or remove the tables that are kept on disk
///
/// Tables make later searches quicker and can be built again at any time.
#[derive(Args, Debug)]
#[command(after_help = "Environment:\n  FEWEST_CACHE        the folder; empty: keep nothing on disk\n  \
    FEWEST_CACHE_LIMIT  the most that tables may take [default: 16G]; the oldest are removed for new ones")]
pub struct Cache {
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Remove all tables; other files in the folder are left alone
    Clear,
}

impl Cache {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let mut out = Console::new(None, manner.quiet, false);
        let Some(folder) = table_cache::user_folder() else {
            writeln!(out, "there is no cache: FEWEST_CACHE is empty, or the system names no folder for it")?;
            return Ok(Code::Answered);
        };
        let limit = work_folder::limit().map_err(Failure::Usage)?;
        let tables = table_cache::kept(&folder)?;
        let bytes: u64 = tables.iter().map(|table| table.bytes).sum();
        let count = match tables.len() {
            1 => "1 table".to_owned(),
            many => format!("{many} tables"),
        };
        match self.action {
            None => {
                writeln!(out, "folder  {}", folder.display())?;
                writeln!(out, "tables  {}", tables.len())?;
                writeln!(out, "size    {bytes} bytes")?;
                writeln!(out, "limit   {limit} bytes")?;
            }
            Some(Action::Clear) => {
                tables.iter().try_for_each(table_cache::remove)?;
                writeln!(out, "removed {count}, {bytes} bytes, from {}", folder.display())?;
            }
        }
        Ok(Code::Answered)
    }
}
