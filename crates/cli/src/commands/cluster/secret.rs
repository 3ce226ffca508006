//! The secret of a distributed search: from a file, from the supervisor, or from the environment.

use std::io::Read;
use std::path::Path;

use fewest::Fault;
use fewest_cluster::Secret;

/// The environment variable with the secret if no file is named.
const VARIABLE: &str = "FEWEST_TOKEN";
/// The largest file of a secret, in bytes.
const MOST_BYTES: u64 = 1 << 16;
const REMEDY: &str = "make one with `(umask 077; head -c 32 /dev/urandom | base64 > FILE)`";

/// Returns the secret of the file if one is named, else the one that came with the list of hosts,
/// else that of the environment; None if there is none.
pub fn find(file: Option<&Path>, given: Option<&str>) -> Result<Option<Secret>, Fault> {
    let (text, place) = match (file, given) {
        (Some(path), _) => (from_file(path)?, format!("`{}`", path.display())),
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

fn from_file(path: &Path) -> Result<Vec<u8>, Fault> {
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
    file.take(MOST_BYTES).read_to_end(&mut text).map_err(failed)?;
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
