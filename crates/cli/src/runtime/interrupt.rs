//! Ctrl-C: the first one asks the work to stop and report what is proven, the second one ends the
//! program at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::exit::Code;

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// Installs the handler: from now on Ctrl-C is a request to stop. It is called when work starts
/// that polls for it, so that Ctrl-C still ends a program that waits for input.
pub fn listen() {
    INSTALLED.call_once(|| {
        let on_signal = || {
            if ASKED.swap(true, Relaxed) {
                std::process::exit(i32::from(Code::Interrupted.number()));
            }
        };
        // If the handler cannot be installed, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(on_signal);
    });
}

/// Returns whether a stop was requested.
pub fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// Requests a stop, as Ctrl-C does.
#[cfg(feature = "cluster")]
pub fn ask() {
    ASKED.store(true, Relaxed);
}
