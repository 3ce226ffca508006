//! Reads a request document from the body of an HTTP request within limits of time and size.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use fewest::service::{Fault, Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::StreamExt;

/// The largest body: a board of a million cells fits.
const LARGEST: usize = 2 << 20;
/// The connection of a larger body is closed without reading the rest.
const DROPPED: usize = 32 << 20;
/// The time limit for sending a body.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of a body that need no permit.
const FREE: usize = 64 << 10;
/// Bytes of memory per byte of a body: the raw body, and the document, whose vectors have spare
/// capacity.
const COPIES: usize = 4;
/// The unit of memory permits, in bytes.
const UNIT: usize = 1 << 10;

/// The memory for the bodies of all connections. A permit is held until its request is answered.
#[derive(Clone, Debug)]
pub struct BodyMemory(Arc<Semaphore>);

/// The permit of one body; `None` for a small one.
pub type BodyPermit = Option<OwnedSemaphorePermit>;

impl BodyMemory {
    /// Creates a budget of `bytes`, and at least enough for one body of the largest size.
    pub fn within(bytes: usize) -> Self {
        let least = LARGEST * COPIES / UNIT + 1;
        Self(Arc::new(Semaphore::new((bytes / UNIT).clamp(least, Semaphore::MAX_PERMITS))))
    }

    /// Extends the permit of a body to `bytes`. Returns `false` if the memory is in use.
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

/// The status and document of a refused body.
pub type Refused = (StatusCode, Response);

fn refused(status: StatusCode, what: impl Into<String>) -> Refused {
    (status, Response::fault(&Fault::new(what), &[]))
}

/// Reads a request document. Only `application/json` is accepted, because other sites cannot send
/// it without a preflight request.
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
        Ok(BodyRead::Complete(bytes)) => bytes,
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

/// The result of reading a body.
enum BodyRead {
    Complete(Vec<u8>),
    TooLarge,
    NoRoom,
    BrokenOff,
}

/// Reads the body to its end. The rest of a refused body is read and dropped up to [`DROPPED`], so
/// that the client receives the refusal instead of a closed connection.
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
    refused.unwrap_or(BodyRead::Complete(bytes))
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
