//! The accept loop: limits on connections, timeouts and graceful shutdown.

use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::client::{Client, ClientCounts};
use super::slow_readers::WriteTimeout;
use crate::runtime::interrupt;

/// The largest number of connections. Further ones are closed at once; clients try again.
const CONNECTIONS: usize = 1024;
/// The timeout for the head of a request and between two requests.
const SILENCE: Duration = Duration::from_secs(30);
/// The time for running requests at shutdown.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until a stop is requested; then running requests are stopped and answered.
pub async fn serve(listener: TcpListener, app: Router) {
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let of_clients = Arc::new(ClientCounts::default());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = end_is_asked_for() => break,
        };
        let Ok((stream, address)) = accepted else {
            // For example out of file handles: others will be released.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&slots).try_acquire_owned() else {
            tracing::warn!("too many connections");
            continue;
        };
        let client = Client::new(address.ip());
        let Some(counted) = of_clients.connection(client) else {
            tracing::warn!(%address, "too many connections of one client");
            continue;
        };
        let _ = stream.set_nodelay(true);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(SILENCE);
        let app = app.clone().layer(Extension(client));
        let connection =
            http.serve_connection(TokioIo::new(WriteTimeout::new(stream)), TowerToHyperService::new(app));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors of a client are ignored.
            let _ = connection.await;
            drop((permit, counted));
        });
    }
    drop(listener);
    tracing::info!("ending");
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

async fn end_is_asked_for() {
    while !interrupt::asked() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
