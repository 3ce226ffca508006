//! Checks of the `Host` and `Origin` headers, against DNS rebinding and requests of foreign pages.
//!
//! A foreign page in a browser can make its own name resolve to this machine (DNS rebinding) and
//! would then have the same origin as the server. Its requests still carry that name in the header
//! `Host`, so unknown names are refused. Requests of pages of other origins have the header
//! `Origin`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// The names and addresses of the server.
#[derive(Clone, Debug)]
pub struct Names {
    listens_on: IpAddr,
    named: Vec<String>,
}

impl Names {
    /// Returns the names of a server that listens on an address, with the names of `--host`.
    pub fn new(listens_on: IpAddr, named: &[String]) -> Self {
        Self { listens_on, named: named.iter().map(|name| name.to_ascii_lowercase()).collect() }
    }

    /// Returns whether a host, without its port, is this server. An address cannot be rebound, so a
    /// server that listens on all addresses accepts every address.
    fn has(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let plain = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
        match plain.parse::<IpAddr>() {
            Ok(address) => {
                address.is_loopback() || address == self.listens_on || self.listens_on.is_unspecified()
            }
            Err(_) => host == "localhost" || self.is_named(&host),
        }
    }

    fn is_named(&self, host: &str) -> bool {
        self.named.iter().any(|name| name == host)
    }

    /// Returns the refusal of a request with these headers and, if its target is a full address,
    /// with this authority. `None` if it is accepted.
    fn refuse(&self, headers: &HeaderMap, authority: Option<&str>) -> Option<(StatusCode, &'static str)> {
        let is_ours = |host: &str| self.has(without_port(host));
        let host = only(headers, header::HOST).filter(|host| is_ours(host));
        let Some(host) = host.filter(|_| authority.is_none_or(is_ours)) else {
            let why = "this server does not answer for that host; `fewest serve --host NAME` names it\n";
            return Some((StatusCode::MISDIRECTED_REQUEST, why));
        };
        if !headers.contains_key(header::ORIGIN) {
            return None;
        }
        let origin =
            only(headers, header::ORIGIN).and_then(|origin| origin.split_once("://")).map(|parts| parts.1);
        let is_ours = |origin: &str| {
            // A proxy may have another port, but only for a name of `--host`.
            origin.eq_ignore_ascii_case(host) || self.is_named(&without_port(origin).to_ascii_lowercase())
        };
        match origin.is_some_and(is_ours) {
            true => None,
            false => Some((StatusCode::FORBIDDEN, "pages of other origins may not ask this server\n")),
        }
    }
}

/// Returns the value of a header. `None` if it is missing, repeated, or not text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).and_then(|value| value.to_str().ok())
}

/// Returns the host of `host:port`; colons inside brackets belong to an address.
fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !host.is_empty() => host,
        _ => authority,
    }
}

/// Accepts requests for this server that come from its own page, or from no page.
pub async fn check(State(names): State<Arc<Names>>, request: Request, next: Next) -> Response {
    let authority = request.uri().authority().map(Authority::as_str);
    match names.refuse(request.headers(), authority) {
        None => next.run(request).await,
        Some(refused) => refused.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(names: &Names, host: &str, origin: Option<&str>) -> u16 {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a value"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a value"));
        }
        names.refuse(&headers, None).map_or(200, |refused| refused.0.as_u16())
    }

    #[test]
    fn only_our_own_names_are_answered_for() {
        let local = Names::new("127.0.0.1".parse().expect("an address"), &["Puzzles.example".to_owned()]);
        for host in
            ["127.0.0.1:8080", "localhost", "LOCALHOST:1", "[::1]:8080", "127.9.9.9", "puzzles.example:443"]
        {
            assert_eq!(status(&local, host, None), 200, "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:8080",
            "192.168.1.7:8080",
            "localhost.evil.example",
            "",
            ":80",
            "0.0.0.0",
            "[::",
        ] {
            assert_eq!(status(&local, host, None), 421, "{host}");
        }
        assert_eq!(local.refuse(&HeaderMap::new(), None).map(|refused| refused.0.as_u16()), Some(421));
        let open = Names::new("0.0.0.0".parse().expect("an address"), &[]);
        assert_eq!(status(&open, "192.168.1.7:8080", None), 200);
        assert_eq!(status(&open, "rebound.example:8080", None), 421);
    }

    /// Of two names, a proxy and the server might believe different ones.
    #[test]
    fn a_second_name_is_refused() {
        let names = Names::new("127.0.0.1".parse().expect("an address"), &[]);
        let mut headers = HeaderMap::new();
        headers.append(header::HOST, "localhost:8080".parse().expect("a value"));
        let code = |headers: &HeaderMap, authority: Option<&str>| {
            names.refuse(headers, authority).map_or(200, |refused| refused.0.as_u16())
        };
        assert_eq!(code(&headers, Some("localhost:8080")), 200);
        assert_eq!(code(&headers, Some("evil.example")), 421);
        headers.append(header::HOST, "evil.example".parse().expect("a value"));
        assert_eq!(code(&headers, None), 421);
    }

    #[test]
    fn only_our_own_page_may_ask() {
        let names = Names::new("127.0.0.1".parse().expect("an address"), &["puzzles.example".to_owned()]);
        let of = |origin| status(&names, "localhost:8080", Some(origin));
        assert_eq!([of("http://localhost:8080"), of("https://puzzles.example")], [200, 200]);
        for origin in ["http://localhost:3000", "https://evil.example", "null", "", "http://127.0.0.1:8080"] {
            assert_eq!(of(origin), 403, "{origin}");
        }
    }
}
