//! A connection whose client must read what it asked for.
//!
//! What is written waits in memory until the client takes it. So once the system takes no more, the client has some seconds, and
//! more for every byte that it takes; then the connection is closed.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

/// How long nothing may be taken.
const PATIENCE: Duration = Duration::from_secs(15);
/// Bytes that must be taken in a second, in the long run.
const SLOWEST: u64 = 32 << 10;

/// A stream with an end to its patience.
#[derive(Debug)]
pub struct WriteTimeout<S = TcpStream> {
    stream: S,
    /// When the client must have taken more; nothing if everything was taken at once so far.
    until: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// A patient stream.
    pub fn new(stream: S) -> Self {
        Self { stream, until: None }
    }

    /// What came of writing, or that it takes too long.
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
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// Runs with a clock that jumps to the next thing that is waited for.
    fn run(test: impl Future<Output = ()>) {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_time().build().expect("a runtime").block_on(test);
    }

    #[test]
    fn a_client_that_reads_nothing_is_left() {
        run(async {
            let (ours, _theirs) = tokio::io::duplex(1 << 10);
            let mut stream = WriteTimeout::new(ours);
            // The patience is that of the stream, spent here by hand.
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
