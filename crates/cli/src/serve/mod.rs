//! The page and the documents over HTTP.
//!
//! | file | what it holds |
//! |---|---|
//! | `listen` | connections: how many, how long, and a friendly end |
//! | `stream`, `client` | clients that do not read, and what one address may have |
//! | `guard` | which hosts are answered for, and which pages may ask |
//! | `api` | which path answers what |
//! | `body` | a request document from a body, in time and in size |
//! | `engine`, `queue` | the library at work: so many at once, so many waiting, nothing for people who have left |
//! | `events` | a long solve as a stream of events |
//! | `assets`, `headers` | the page, and what browsers may do with it |
//!
//! The server keeps nothing between requests: a game is a document that its player keeps.

mod api;
mod assets;
mod body;
mod client;
mod engine;
mod events;
mod guard;
mod headers;
mod listen;
mod queue;
mod slow_readers;

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;

pub use engine::ServerLimits;

use crate::exit::Failure;
use crate::runtime::interrupt;

/// Serves until the end is asked for. `named` are the names by which others know this machine.
pub fn run(address: SocketAddr, named: &[String], limits: &ServerLimits) -> Result<(), Failure> {
    interrupt::listen();
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
