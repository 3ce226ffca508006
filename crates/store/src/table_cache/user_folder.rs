//! Where the user's caches are.

use std::env::var_os;
use std::path::PathBuf;

/// `FEWEST_CACHE`, or `fewest` in the place that the system has for caches; nothing if it has none, or if `FEWEST_CACHE` is empty.
pub fn user_folder() -> Option<PathBuf> {
    if let Some(folder) = var_os("FEWEST_CACHE") {
        return (!folder.is_empty()).then(|| folder.into());
    }
    let set = |name: &str| var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let caches = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // A relative path there is to be ignored, says the standard.
        let named = set("XDG_CACHE_HOME").filter(|path| path.is_absolute());
        named.or_else(|| set("HOME").map(|home| home.join(".cache")))
    };
    caches.map(|caches| caches.join("fewest"))
}
