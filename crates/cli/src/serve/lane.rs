//! A lane for work of one kind, so that quick work never waits for slow work.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many at once, and so many waiting.
#[derive(Debug)]
pub struct Lane {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
}

/// Too many wait already.
#[derive(Debug)]
pub struct Full;

/// A place in the queue, given up when dropped.
#[derive(Debug)]
pub struct Waiting(Arc<Lane>);

impl Lane {
    /// A lane.
    pub fn new(at_once: usize, most_waiting: usize) -> Arc<Self> {
        let slots = Arc::new(Semaphore::new(at_once.max(1)));
        Arc::new(Self { slots, waiting: AtomicUsize::new(0), most_waiting })
    }

    /// Queues up.
    pub fn enter(self: &Arc<Self>) -> Result<Waiting, Full> {
        // Whoever finds a free slot is counted for a moment only, so one more may wait than slots are free.
        let most = self.most_waiting + self.slots.available_permits();
        let counted = self.waiting.fetch_update(Relaxed, Relaxed, |now| (now < most).then_some(now + 1));
        counted.map(|_| Waiting(Arc::clone(self))).map_err(|_| Full)
    }
}

impl Waiting {
    /// How many wait, this one included.
    pub fn length(&self) -> usize {
        self.0.waiting.load(Relaxed)
    }

    /// Waits for a slot; it is free again when the permit is dropped.
    pub async fn turn(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.0.slots).acquire_owned().await.ok()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_ends_and_moves_on() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let lane = Lane::new(1, 2);
            let running = lane.enter().unwrap().turn().await.unwrap();
            let (second, third) = (lane.enter().unwrap(), lane.enter().unwrap());
            assert!(lane.enter().is_err());
            drop(third);
            drop(running);
            assert!(second.turn().await.is_some() && lane.enter().is_ok());
        });
    }
}
