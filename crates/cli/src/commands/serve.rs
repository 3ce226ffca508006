//! `fewest serve`: the page and the API over HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::args::Manner;
use crate::exit::{Code, Failure};
use crate::runtime::limits::Limits;
use crate::serve::{self, ServerLimits};

/// The page in a browser: play, hints, fewest moves, and why
///
/// Only this machine can reach it, unless `--listen` says otherwise. Requests for another host than
/// localhost, an address of this machine or what `--host` names are refused, and so are requests of
/// pages from elsewhere.
///
/// Requests read no files. The only thing written to disk are tables that make later searches
/// quicker, in the cache folder: `fewest cache` shows and clears it, FEWEST_CACHE_LIMIT bounds it,
/// and with FEWEST_CACHE= (empty) nothing is written.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  fewest serve\n  fewest serve --listen 0.0.0.0:8080 --time 20s --memory 2G --threads 2\n\n\
    The documents are described at /api of the page. --time and --memory: for one solve, and for all together."
)]
pub struct Serve {
    /// Address and port; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// A name by which browsers reach this server, beside localhost and addresses; may be given
    /// several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    #[command(flatten)]
    limits: Limits,

    /// How many may wait for their turn; the next ones are told to come again
    #[arg(long, value_name = "N", default_value_t = 64, help_heading = "Limits")]
    queue: usize,

    /// The log on standard error
    #[arg(long, value_enum, default_value_t = Log::Text, help_heading = "Output")]
    log: Log,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Log {
    /// Lines for people
    Text,
    /// A JSON document a line
    Json,
    /// Nothing
    None,
}

/// The longest solve if `--time` is not given.
const LONGEST: Duration = Duration::from_secs(60);

impl Serve {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        if !manner.quiet {
            match self.log {
                Log::Text => tracing_subscriber::fmt().with_writer(std::io::stderr).init(),
                Log::Json => tracing_subscriber::fmt().json().with_writer(std::io::stderr).init(),
                Log::None => {}
            }
        }
        let limits = ServerLimits {
            at_once: self.limits.threads(),
            waiting: self.queue,
            longest: self.limits.time.unwrap_or(LONGEST),
            bytes: self.limits.budget(),
        };
        serve::run(self.listen, &self.host, &limits)?;
        Ok(Code::Answered)
    }
}
