//! A long solve as a stream of events: `waiting`, `progress`, and `done` with the response.

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

use super::engine::{Gone, Interest, Queued, Sign};

/// Between two signs of life.
const PACE: Duration = Duration::from_millis(250);

/// The events of a job. Whoever drops it, for example because the client went away, ends the job.
#[derive(Debug)]
pub struct Events {
    receiver: Receiver<Event>,
    _interest: Interest,
}

impl Events {
    /// Starts a job.
    pub fn of(queued: Queued) -> Self {
        let (sender, receiver) = channel(4);
        let interest = Interest::default();
        tokio::spawn(job(queued, interest.gone(), sender));
        Self { receiver, _interest: interest }
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

async fn job(queued: Queued, gone: Gone, events: Sender<Event>) {
    let waiting = event("waiting", &serde_json::json!({ "waiting": queued.length() }));
    // There is room for it.
    let _ = events.send(waiting).await;
    let turn = tokio::select! {
        turn = queued.turn() => turn,
        // The client went away before its turn came.
        () = events.closed() => None,
    };
    let Some(turn) = turn else { return };
    let sign = Sign::default();
    let work = turn.run(gone, Arc::clone(&sign));
    tokio::pin!(work);
    let response = loop {
        tokio::select! {
            response = &mut work => break response,
            () = tokio::time::sleep(PACE) => {
                let progress = sign.lock().unwrap_or_else(PoisonError::into_inner).clone();
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
