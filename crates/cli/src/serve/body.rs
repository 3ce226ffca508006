//! A request document from the body of an HTTP request, in time and in size.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use fewest::{Fault, Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::StreamExt;

/// The largest body: a board of 1000 x 1000 lights fits.
const LARGEST: usize = 2 << 20;
/// Whoever sends more than this is not listened to any longer.
const DROPPED: usize = 32 << 20;
/// How long a client may take to send it.
const PATIENCE: Duration = Duration::from_secs(10);

/// The first bytes of a body, which every connection may hold.
const FREE: usize = 64 << 10;
/// Bytes of memory for a byte of a body: it is there once as it came and once as a document, whose lists have grown.
const COPIES: usize = 4;
/// What memory is counted in.
const UNIT: usize = 1 << 10;

/// Memory for the bodies of all connections, until each request is answered.
#[derive(Clone, Debug)]
pub struct BodyMemory(Arc<Semaphore>);

/// What one body takes of it.
pub type BodyPermit = Option<OwnedSemaphorePermit>;

impl BodyMemory {
    /// Bodies that take `bytes` together; one of the largest always fits.
    pub fn within(bytes: usize) -> Self {
        let least = LARGEST * COPIES / UNIT + 1;
        Self(Arc::new(Semaphore::new((bytes / UNIT).clamp(least, Semaphore::MAX_PERMITS))))
    }

    /// Makes what a body has taken enough for `bytes` of it. `false` if others have taken too much.
    fn take(&self, taken: &mut BodyPermit, bytes: usize) -> bool {
        let wanted = if bytes <= FREE { 0 } else { bytes * COPIES / UNIT };
        let missing = wanted.saturating_sub(taken.as_ref().map_or(0, OwnedSemaphorePermit::num_permits));
        let more =
            u32::try_from(missing).ok().map(|missing| Arc::clone(&self.0).try_acquire_many_owned(missing));
        let Some(Ok(more)) = more else { return false };
        match taken {
            Some(taken) => taken.merge(more),
            None => *taken = Some(more),
        }
        true
    }
}

/// Why there is no request in a body.
pub type Refused = (StatusCode, Response);

fn refused(status: StatusCode, what: impl Into<String>) -> Refused {
    (status, Response::fault(&Fault::new(what), &[]))
}

/// Reads a request document. Other sites cannot send JSON without asking first, so nothing else is taken.
pub async fn request(
    headers: &HeaderMap,
    body: Body,
    body_memory: &BodyMemory,
) -> Result<(Request, BodyPermit), Refused> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) != Some("application/json") {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"));
    }
    let mut taken = None;
    let bytes = match tokio::time::timeout(PATIENCE, all(body, body_memory, &mut taken)).await {
        Ok(BodyRead::Whole(bytes)) => bytes,
        Ok(BodyRead::TooLarge) => {
            let what = format!("a body may have {LARGEST} bytes");
            return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, what));
        }
        Ok(BodyRead::NoRoom) => {
            return Err(refused(StatusCode::SERVICE_UNAVAILABLE, "too many large requests at once"));
        }
        Ok(BodyRead::BrokenOff) => return Err(refused(StatusCode::BAD_REQUEST, "the body is broken off")),
        Err(_) => return Err(refused(StatusCode::REQUEST_TIMEOUT, "the body took too long")),
    };
    let request = serde_json::from_slice(&bytes)
        .map_err(|error| refused(StatusCode::BAD_REQUEST, format!("not a request: {error}")))?;
    Ok((request, taken))
}

/// What came of reading a body.
enum BodyRead {
    Whole(Vec<u8>),
    TooLarge,
    NoRoom,
    BrokenOff,
}

/// The whole body. What is too much is read and dropped for a while, so that the client hears why it is refused instead of finding
/// the connection closed.
async fn all(body: Body, body_memory: &BodyMemory, taken: &mut BodyPermit) -> BodyRead {
    let mut stream = body.into_data_stream();
    let (mut bytes, mut read, mut refused) = (Vec::new(), 0, None);
    while let Some(chunk) = stream.next().await {
        let Ok(chunk) = chunk else { return BodyRead::BrokenOff };
        read += chunk.len();
        if read > DROPPED {
            break;
        }
        if refused.is_none() && read > LARGEST {
            refused = Some(BodyRead::TooLarge);
        } else if refused.is_none() && !body_memory.take(taken, read) {
            refused = Some(BodyRead::NoRoom);
        }
        match refused {
            None => bytes.extend_from_slice(&chunk),
            Some(_) => (bytes, *taken) = (Vec::new(), None),
        }
    }
    refused.unwrap_or(BodyRead::Whole(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_bodies_share_their_memory_and_small_ones_need_none() {
        let body_memory = BodyMemory::within(0);
        let (mut one, mut other, mut small) = (None, None, None);
        assert!(body_memory.take(&mut one, LARGEST / 2) && body_memory.take(&mut one, LARGEST));
        assert!(!body_memory.take(&mut other, LARGEST / 2) && body_memory.take(&mut small, FREE));
        drop(one);
        assert!(body_memory.take(&mut other, LARGEST));
    }
}
