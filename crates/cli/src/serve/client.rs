//! Limits per client address.
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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
}
