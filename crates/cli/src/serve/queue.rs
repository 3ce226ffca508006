//! Queues with bounded concurrency and length. Each kind of work has its own, so quick work never
//! waits for slow work.
//!
//! Limits per client address:
//!
//! | | one address | this machine |
//! |---|---|---|
//! | connections | 64 | 512 |
//! | requests that wait, of each queue | a quarter of it | all of it |
//!
//! Browsers open six connections. All programs of this machine share an address, including a proxy
//! in front of the server, and could harm it in other ways; so the limits for this machine only
//! catch mistakes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections of one address.
const CONNECTIONS: usize = 64;
/// Connections from this machine.
const LOCAL_CONNECTIONS: usize = 512;

/// A client address. All IPv6 addresses of one /64 network, which one customer usually has, are one
/// client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Client(IpAddr);

impl Client {
    /// Returns the client of an address.
    pub fn new(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(v6) if !v6.is_loopback() => Self(IpAddr::V6((v6.to_bits() >> 64 << 64).into())),
            other => Self(other),
        }
    }

    /// Returns whether the client is this machine.
    fn is_local(self) -> bool {
        self.0.is_loopback()
    }

    /// Returns the number of places in a queue that the client may take.
    pub fn share_of(self, places: usize) -> usize {
        if self.is_local() { places } else { (places / 4).max(1) }
    }
}

/// A counter per client; clients at 0 have no entry.
#[derive(Debug, Default)]
pub struct ClientCounts(Mutex<HashMap<Client, usize>>);

/// One counted unit, released when dropped.
#[derive(Debug)]
pub struct ClientSlot(Arc<ClientCounts>, Client);

impl ClientCounts {
    fn all(&self) -> MutexGuard<'_, HashMap<Client, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes one unit for a client. `None` if it has `most` already.
    pub fn take(self: &Arc<Self>, client: Client, most: usize) -> Option<ClientSlot> {
        let mut all = self.all();
        let count = all.entry(client).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(ClientSlot(Arc::clone(self), client))
    }

    /// Takes one connection for a client. `None` if it has too many.
    pub fn connection(self: &Arc<Self>, client: Client) -> Option<ClientSlot> {
        self.take(client, if client.is_local() { LOCAL_CONNECTIONS } else { CONNECTIONS })
    }
}

impl Drop for ClientSlot {
    fn drop(&mut self) {
        let mut all = self.0.all();
        if let Some(count) = all.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.1);
            }
        }
    }
}

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

    fn client(address: &str) -> Client {
        Client::new(address.parse().expect("an address"))
    }

    #[test]
    fn what_one_client_has_leaves_the_others_alone() {
        let counts = Arc::new(ClientCounts::default());
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        let mut held: Vec<ClientSlot> = (0..CONNECTIONS).map_while(|_| counts.connection(one)).collect();
        assert!(held.len() == CONNECTIONS && counts.connection(one).is_none());
        assert!(counts.connection(other).is_some());
        held.pop();
        assert!(counts.connection(one).is_some());
        drop(held);
        assert!(counts.all().is_empty(), "nothing is kept of clients that are gone");
    }

    #[test]
    fn a_network_is_one_client_and_this_machine_may_more() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:1"));
        assert_ne!(client("2001:db8:0:1::1"), client("2001:db8::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_eq!([client("127.0.0.1").share_of(64), client("::1").share_of(64)], [64, 64]);
        assert_eq!([client("192.0.2.1").share_of(64), client("192.0.2.1").share_of(2)], [16, 1]);
    }

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
