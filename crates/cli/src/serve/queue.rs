//! A queue with bounded concurrency and length. Each kind of work has its own, so quick work never
//! waits for slow work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::client::{Client, ClientCounts, ClientSlot};

/// A queue: `slots` requests run at once, `most_waiting` wait.
#[derive(Debug)]
pub struct Queue {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    of_clients: Arc<ClientCounts>,
}

/// The queue is full.
#[derive(Debug)]
pub struct Full;

/// A place in the queue, released when dropped.
#[derive(Debug)]
pub struct Waiting {
    queue: Arc<Queue>,
    _of_client: ClientSlot,
}

impl Queue {
    /// Creates a queue.
    pub fn new(at_once: usize, most_waiting: usize) -> Arc<Self> {
        let slots = Arc::new(Semaphore::new(at_once.max(1)));
        Arc::new(Self { slots, waiting: AtomicUsize::new(0), most_waiting, of_clients: Arc::default() })
    }

    /// Enters the queue. The error says that it is full, or has too many requests of the same
    /// client.
    pub fn enter(self: &Arc<Self>, client: Client) -> Result<Waiting, Full> {
        // A request that finds a free slot is counted for a moment only, so free slots add to the
        // length.
        let most = self.most_waiting + self.slots.available_permits();
        let place = self.of_clients.take(client, client.share_of(most)).ok_or(Full)?;
        let counted = self.waiting.fetch_update(Relaxed, Relaxed, |now| (now < most).then_some(now + 1));
        counted.map(|_| Waiting { queue: Arc::clone(self), _of_client: place }).map_err(|_| Full)
    }
}

impl Waiting {
    /// Returns the number of waiting requests, including this one.
    pub fn length(&self) -> usize {
        self.queue.waiting.load(Relaxed)
    }

    /// Waits for a slot, which is free again when the permit is dropped.
    pub async fn admit(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.queue.slots).acquire_owned().await.ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.queue.waiting.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_ends_and_moves_on() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let local = Client::new([127, 0, 0, 1].into());
            let queue = Queue::new(1, 2);
            let running = queue.enter(local).unwrap().admit().await.unwrap();
            let (second, third) = (queue.enter(local).unwrap(), queue.enter(local).unwrap());
            assert!(queue.enter(local).is_err());
            drop(third);
            drop(running);
            assert!(second.admit().await.is_some() && queue.enter(local).is_ok());
        });
    }

    #[test]
    fn one_client_does_not_fill_the_queue() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (one, other) = (Client::new([192, 0, 2, 1].into()), Client::new([192, 0, 2, 2].into()));
            let queue = Queue::new(1, 8);
            let _running = queue.enter(one).unwrap().admit().await.unwrap();
            let waiting: Vec<Waiting> = (0..8).map_while(|_| queue.enter(one).ok()).collect();
            assert_eq!(waiting.len(), 2);
            assert!(queue.enter(other).is_ok());
        });
    }
}
