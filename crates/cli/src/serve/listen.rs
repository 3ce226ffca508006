//! Connections: how many there may be, how long they may be silent, and a friendly end.

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

/// More connections are closed at once; a client tries again.
const CONNECTIONS: usize = 1024;
/// How long a client may take for the head of a request, and be silent between two.
const SILENCE: Duration = Duration::from_secs(30);
/// How long running requests have when the end is asked for.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves until somebody asks for the end; then requests that run are ended and answered.
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
            // Out of file handles, for example: others will be given back.
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
            // A client that goes away or talks nonsense is no trouble of ours.
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
