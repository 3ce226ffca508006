//! `fewest serve`: the page and the API over HTTP.
//!
//! | file | what it holds |
//! |---|---|
//! | `listen` | connections: limits, timeouts and graceful shutdown |
//! | `guard` | checks of the `Host` and `Origin` headers |
//! | `api` | the routes, server-sent events and security headers |
//! | `assets` | the files of the page: validators for repeat visits, compression |
//! | `body` | reads a request document within limits of time and size |
//! | `engine` | runs requests, with cancellation |
//! | `queue` | bounded concurrency, bounded queues, and limits per client address |
//!
//! The server is stateless: a game is a document that the page holds.

mod api;
mod assets;
mod body;
mod engine;
mod guard;
mod listen;
mod queue;

use std::io::{IsTerminal, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::args::Manner;
use crate::exit::{Code, Failure};
use crate::runtime::limits::Limits;
use crate::runtime::limits::listen_for_interrupts;
use crate::serve::engine::ServerLimits;

/// Serves until a stop is requested. `named` are further host names of this machine.
fn run(address: SocketAddr, named: &[String], limits: &ServerLimits) -> Result<(), Failure> {
    listen_for_interrupts();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address).await.map_err(|error| {
            Failure::Usage(format!(
                "cannot listen on {address}: {error}; another port can be said with --listen"
            ))
        })?;
        let address = listener.local_addr()?;
        let mut out = std::io::stdout();
        writeln!(out, "the page is at http://{address}/ (Ctrl-C ends)")?;
        out.flush()?;
        tracing::info!(%address, at_once = limits.at_once, waiting = limits.waiting, "listening");
        let names = guard::Names::new(address.ip(), named);
        let app = api::router(Arc::new(engine::Engine::new(limits)), names);
        listen::serve(listener, app).await;
        tracing::info!("ended");
        Ok(())
    })
}

/// Serve the page for browsers: play, hints, solutions and their reasons
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
    /// Address and port, or a port of this machine; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = parse_address)]
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

    /// The format of the log on standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text, help_heading = "Output")]
    log: LogFormat,
}

/// Parses an address with a port, or a port alone: `8080`, `:8080`, `localhost:8080`.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    let port = |text: &str| text.parse::<u16>().ok().map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    let own = text.strip_prefix("localhost").unwrap_or(text);
    text.parse()
        .ok()
        .or_else(|| port(text))
        .or_else(|| port(own.strip_prefix(':')?))
        .ok_or_else(|| "an address and a port are like 127.0.0.1:8080, or 8080 alone".to_owned())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// Lines for people
    Text,
    /// One JSON document per line
    Json,
    /// Nothing
    None,
}

/// The longest solve if `--time` is not given.
const LONGEST: Duration = Duration::from_secs(60);

impl Serve {
    pub fn run(&self, manner: Manner) -> Result<Code, Failure> {
        let is_coloured = std::io::stderr().is_terminal()
            && anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
        if !manner.quiet {
            match self.log {
                LogFormat::Text => {
                    tracing_subscriber::fmt().with_ansi(is_coloured).with_writer(std::io::stderr).init();
                }
                LogFormat::Json => tracing_subscriber::fmt().json().with_writer(std::io::stderr).init(),
                LogFormat::None => {}
            }
        }
        let limits = ServerLimits {
            at_once: self.limits.threads(),
            waiting: self.queue,
            longest: self.limits.time.unwrap_or(LONGEST),
            bytes: self.limits.budget(),
        };
        run(self.listen, &self.host, &limits)?;
        Ok(Code::Answered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_a_port_of_this_machine() {
        for text in ["8080", ":8080", "localhost:8080", "127.0.0.1:8080"] {
            assert_eq!(
                parse_address(text).map(|address| address.to_string()),
                Ok("127.0.0.1:8080".to_owned())
            );
        }
        assert!(parse_address("[::1]:0").is_ok_and(|address| address.port() == 0));
        assert!(["8080x", "", "70000", "a:b"].iter().all(|text| parse_address(text).is_err()));
    }
}
