//! The accept loop: limits on connections, timeouts and graceful shutdown.
//!
//! A connection has a write timeout, against clients that do not read. Unread output occupies
//! memory. Once the send buffer of the system is full, the client has [`PATIENCE`] to read,
//! extended for every byte that it reads; then the connection is closed.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::runtime::limits::is_interrupted;
use crate::serve::queue::{Client, ClientCounts};

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
    while !is_interrupted() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The longest time without reading.
const PATIENCE: Duration = Duration::from_secs(15);
/// The least average speed of reading, in bytes per second.
const SLOWEST: u64 = 32 << 10;

/// A stream with a write timeout.
#[derive(Debug)]
pub struct WriteTimeout<S = TcpStream> {
    stream: S,
    /// The deadline for reading more; `None` while every write succeeded at once.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// Wraps a stream.
    pub fn new(stream: S) -> Self {
        Self { stream, until: None }
    }

    /// Returns the result of a write, or a timeout.
    fn in_time(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        match (&written, &mut self.until) {
            (Poll::Ready(Ok(bytes)), Some(until)) => {
                let earned = Duration::from_millis(*bytes as u64 * 1000 / SLOWEST);
                let later = (until.deadline() + earned).min(Instant::now() + PATIENCE);
                until.as_mut().reset(later);
                written
            }
            (Poll::Ready(_), _) => written,
            (Poll::Pending, until) => {
                let until = until.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + PATIENCE)));
                match until.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Runs a test on a single-threaded runtime.
    fn run(test: impl Future<Output = ()>) {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().expect("a runtime").block_on(test);
    }

    #[test]
    fn a_client_that_reads_nothing_is_left() {
        run(async {
            let (ours, _theirs) = tokio::io::duplex(1 << 10);
            let mut stream = WriteTimeout::new(ours);
            // The deadline is set to now instead of waiting.
            stream.until = Some(Box::pin(sleep_until(Instant::now())));
            let error = stream.write_all(&[0; 1 << 12]).await.expect_err("no client reads");
            assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        });
    }

    #[test]
    fn a_client_that_reads_is_served() {
        run(async {
            let (ours, mut theirs) = tokio::io::duplex(1 << 10);
            let reading = tokio::spawn(async move {
                let mut all = Vec::new();
                theirs.read_to_end(&mut all).await.map(|_| all.len())
            });
            let mut stream = WriteTimeout::new(ours);
            stream.write_all(&[0; 1 << 20]).await.expect("it is read");
            drop(stream);
            assert_eq!(reading.await.expect("it ends").expect("bytes"), 1 << 20);
        });
    }
}
