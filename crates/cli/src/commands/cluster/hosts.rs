//! The list of hosts: one `host:port` per line; empty lines and text after `#` are ignored. A
//! supervisor passes the list to its processes on standard input, after a line `secret WORD`.
//!
//! The secret of a distributed search comes from a file, from the supervisor, or from the
//! environment.

use std::io::{BufRead, Read};
use std::path::Path;

use fewest::service::{Fault, Source, Span};
use fewest_cluster::Secret;

use crate::exit::Code;
use crate::faults;
use crate::faults::Severity;
use crate::runtime::limits;

/// The largest number of hosts; more would need more buckets.
const MOST: usize = 4096;

/// The largest list, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// A list of hosts.
#[derive(Debug)]
pub struct Hosts {
    /// `host:port` of every process.
    pub places: Vec<String>,
    /// The secret that came with the list.
    pub secret: Option<String>,
}

/// Reads a list from a file, or from standard input up to an empty line if the path is `-`. The
/// error is the exit code; its message is printed.
pub fn read(path: &Path) -> Result<Hosts, Code> {
    let name = path.display().to_string();
    let text = if name == "-" { from_input() } else { from_file(path) };
    let text = text.map_err(|error| {
        faults::error(&format!("cannot read the list of hosts `{name}`: {error}"));
        Code::BadInput
    })?;
    let secret = text.strip_prefix(SECRET).filter(|_| name == "-").and_then(|rest| rest.lines().next());
    let secret = secret.map(str::to_owned);
    let list = secret.as_ref().map_or(text.as_str(), |secret| &text[SECRET.len() + secret.len()..]);
    let text = list.to_owned();
    parse(&text).map(|places| Hosts { places, secret }).map_err(|fault| {
        faults::show(Severity::Error, &fault, &[Source::new(name, text)]);
        Code::BadInput
    })
}

/// The beginning of the line with the secret.
pub const SECRET: &str = "secret ";

fn from_file(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    let read = std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if read as u64 > MOST_BYTES {
        return Err(std::io::Error::other(format!("it has more than {MOST_BYTES} bytes")));
    }
    Ok(text)
}

/// Reads the list that the supervisor writes. The supervisor keeps the other end open; when it
/// closes it, this process is asked to stop.
fn from_input() -> std::io::Result<String> {
    let mut text = String::new();
    let mut input = std::io::stdin().lock().take(MOST_BYTES);
    while input.read_line(&mut text)? > 0 && !text.ends_with("\n\n") {}
    drop(input);
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        limits::ask();
    });
    Ok(text)
}

fn parse(text: &str) -> Result<Vec<String>, Fault> {
    let (mut hosts, mut start): (Vec<String>, usize) = (Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let word = line.split('#').next().unwrap_or("").trim();
        let from = start + line.find(word).unwrap_or(0);
        let span = Span { source: 0, start: from, end: from + word.len() };
        start += line.len();
        if word.is_empty() {
            continue;
        }
        let port = word.rsplit_once(':').filter(|(host, _)| is_host(host));
        let port = port.and_then(|(_, port)| port.parse().ok()).filter(|&port: &u16| port > 0);
        if port.is_none() {
            let fault = Fault::new(format!("`{word}` is no host and port")).at(span);
            return Err(fault.remedy("write `host:port`, one per line"));
        }
        if let Some(other) = hosts.iter().position(|host| host == word) {
            let fault = Fault::new(format!("`{word}` is already process {other}")).at(span);
            return Err(fault.remedy("processes on one host need different ports"));
        }
        hosts.push(word.to_owned());
    }
    match hosts.len() {
        0 => Err(Fault::new("the list of hosts is empty").remedy("write `host:port`, one per line")),
        1..=MOST => Ok(hosts),
        many => Err(Fault::new(format!("{many} hosts are more than {MOST}"))),
    }
}

/// Returns whether a text can be the name or address of a host. It is an argument of other
/// programs, so it must not look like an option.
fn is_host(host: &str) -> bool {
    let bare = host.strip_prefix('[').map_or(Some(host), |rest| rest.strip_suffix(']'));
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || ".-_:%".contains(letter);
    bare.is_some_and(|name| !name.is_empty() && !name.starts_with('-') && name.chars().all(is_letter))
}

/// The environment variable with the secret if no file is named.
const VARIABLE: &str = "FEWEST_TOKEN";
/// The largest file of a secret, in bytes.
const MOST_SECRET_BYTES: u64 = 1 << 16;
const REMEDY: &str = "make one with `(umask 077; head -c 32 /dev/urandom | base64 > FILE)`";

/// Returns the secret of the file if one is named, else the one that came with the list of hosts,
/// else that of the environment; None if there is none.
pub fn find_secret(file: Option<&Path>, given: Option<&str>) -> Result<Option<Secret>, Fault> {
    let (text, place) = match (file, given) {
        (Some(path), _) => (secret_from_file(path)?, format!("`{}`", path.display())),
        (None, Some(word)) => (word.as_bytes().to_vec(), "the line `secret`".to_owned()),
        (None, None) => match std::env::var_os(VARIABLE).filter(|text| !text.is_empty()) {
            Some(text) => (text.as_encoded_bytes().to_vec(), VARIABLE.to_owned()),
            None => return Ok(None),
        },
    };
    Secret::new(&text).map(Some).ok_or_else(|| {
        let what = format!("the secret in {place} has fewer than {} bytes", Secret::LEAST);
        Fault::new(what).remedy(REMEDY)
    })
}

fn secret_from_file(path: &Path) -> Result<Vec<u8>, Fault> {
    let failed = |error: std::io::Error| {
        Fault::new(format!("cannot read the secret `{}`: {error}", path.display())).remedy(REMEDY)
    };
    let file = std::fs::File::open(path).map_err(failed)?;
    if is_public(&file.metadata().map_err(failed)?) {
        let what = format!("the secret `{}` can be read by every user of this host", path.display());
        return Err(
            Fault::new(what).remedy("`chmod 600` the file; where others were on this host, make a new one")
        );
    }
    let mut text = Vec::new();
    file.take(MOST_SECRET_BYTES).read_to_end(&mut text).map_err(failed)?;
    Ok(text)
}

#[cfg(unix)]
fn is_public(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.is_file() && about.permissions().mode() & 0o007 != 0
}

#[cfg(not(unix))]
fn is_public(_: &std::fs::Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let text = "# ours\nalpha:4000\n\n  beta:4000  # the new one\n[::1]:5000\n";
        assert_eq!(parse(text).expect("a list"), ["alpha:4000", "beta:4000", "[::1]:5000"]);
    }

    #[test]
    fn wrong_lines_are_pointed_at() {
        for (text, what, place) in [
            ("alpha:4000\nbeta\n", "`beta` is no host and port", "beta"),
            ("alpha:4000\nbeta:70000\n", "`beta:70000` is no host", "beta:70000"),
            ("alpha:0\n", "`alpha:0` is no host", "alpha:0"),
            (":1\n", "`:1` is no host", ":1"),
            (
                "-oProxyCommand=touch:4000\n",
                "`-oProxyCommand=touch:4000` is no host",
                "-oProxyCommand=touch:4000",
            ),
            ("-v:4000\n", "`-v:4000` is no host", "-v:4000"),
            ("[-v]:4000\n", "`[-v]:4000` is no host", "[-v]:4000"),
            ("a$(touch):4000\n", "`a$(touch):4000` is no host", "a$(touch):4000"),
            ("a b:4000\n", "`a b:4000` is no host", "a b:4000"),
            ("a:1\nb:2\n a:1\n", "`a:1` is already process 0", "a:1"),
        ] {
            let fault = parse(text).expect_err("a fault");
            let span = fault.at.expect("a place");
            assert!(fault.what.contains(what), "{fault:?}");
            assert_eq!(&text[span.start..span.end], place);
        }
        assert!(parse("# empty\n").is_err());
    }
}
