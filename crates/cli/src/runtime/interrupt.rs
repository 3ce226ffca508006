//! Ctrl-C: the first asks the work to end and say what it knows, the second ends the program at once.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::exit::Code;

static ASKED: AtomicBool = AtomicBool::new(false);
static INSTALLED: Once = Once::new();

/// From now on Ctrl-C is a request. Called only when there is work that listens, so that a program waiting for
/// input ends as everybody expects.
pub fn listen() {
    INSTALLED.call_once(|| {
        let on_signal = || {
            if ASKED.swap(true, Relaxed) {
                std::process::exit(i32::from(Code::Interrupted.number()));
            }
        };
        // Without a handler Ctrl-C still ends the program; there is nothing better to do here.
        let _ = ctrlc::set_handler(on_signal);
    });
}

/// Whether somebody has asked for the end.
pub fn asked() -> bool {
    ASKED.load(Relaxed)
}

/// Asks for the end, as Ctrl-C does.
#[cfg(feature = "cluster")]
pub fn ask() {
    ASKED.store(true, Relaxed);
}
