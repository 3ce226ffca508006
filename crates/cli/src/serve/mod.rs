//! The HTTP server: the page and the API.
//!
//! | file | what it holds |
//! |---|---|
//! | `listen` | connections: limits, timeouts and graceful shutdown |
//! | `slow_readers`, `client` | write timeouts, and limits per client address |
//! | `guard` | checks of the `Host` and `Origin` headers |
//! | `api` | the routes |
//! | `body` | reads a request document within limits of time and size |
//! | `engine`, `queue` | runs requests: bounded concurrency, bounded queues, cancellation |
//! | `events` | a long solve as server-sent events |
//! | `assets`, `headers` | the files of the page, and security headers |
//!
//! The server is stateless: a game is a document that the page holds.

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

/// Serves until a stop is requested. `named` are further host names of this machine.
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
