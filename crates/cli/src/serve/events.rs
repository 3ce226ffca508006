//! A long solve as server-sent events: `waiting`, `progress`, and `done` with the response.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::Event;
use fewest::{Fault, Response};
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;

use super::engine::{CancelOnDrop, Cancelled, Queued, SharedProgress};

/// The time between two progress events.
const INTERVAL: Duration = Duration::from_millis(250);

/// The events of a job. Dropping it, for example because the client disconnects, cancels the job.
#[derive(Debug)]
pub struct Events {
    receiver: Receiver<Event>,
    _cancel: CancelOnDrop,
}

impl Events {
    /// Starts the job of a queued request.
    pub fn of(queued: Queued) -> Self {
        let (sender, receiver) = channel(4);
        let cancel = CancelOnDrop::default();
        tokio::spawn(job(queued, cancel.cancelled(), sender));
        Self { receiver, _cancel: cancel }
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

async fn job(queued: Queued, cancelled: Cancelled, events: Sender<Event>) {
    let waiting = event("waiting", &serde_json::json!({ "waiting": queued.length() }));
    // The channel is empty, so this does not block.
    let _ = events.send(waiting).await;
    let admitted = tokio::select! {
        admitted = queued.admit() => admitted,
        // The client disconnected while it was waiting.
        () = events.closed() => None,
    };
    let Some(admitted) = admitted else { return };
    let progress = SharedProgress::default();
    let work = admitted.run(cancelled, Arc::clone(&progress));
    tokio::pin!(work);
    let response = loop {
        tokio::select! {
            response = &mut work => break response,
            () = tokio::time::sleep(INTERVAL) => {
                let progress = progress.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let _ = events.try_send(event("progress", &progress));
            }
        }
    };
    let _ = events.send(event("done", &response)).await;
}

fn event(name: &str, document: &impl Serialize) -> Event {
    Event::default().event(name).json_data(document).unwrap_or_else(|error| {
        let fault = Response::fault(&Fault::new(error.to_string()), &[]);
        Event::default().event(name).data(serde_json::to_string(&fault).unwrap_or_default())
    })
}
