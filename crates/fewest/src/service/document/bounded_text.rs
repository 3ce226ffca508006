//! The text of a board in a response, no longer than memory allows.

use std::io;

use fewest_core::fault::Fault;
use fewest_core::room::Room;

/// The bytes that a byte of text stands for by the time a response is sent: the text, its copies,
/// and the rows of a picture, each a string of its own.
const COPIES: usize = 32;

/// A writer that refuses what does not fit.
pub(in crate::service) struct BoundedText {
    /// What was written.
    pub(in crate::service) bytes: Vec<u8>,
    room: Room,
    refused: Option<Fault>,
}

impl BoundedText {
    /// An empty text, in a response that may take that much.
    pub(in crate::service) fn within(room: Room) -> Self {
        Self { bytes: Vec::new(), room, refused: None }
    }

    /// Why writing failed.
    pub(in crate::service) fn fault(self, error: &io::Error) -> Fault {
        self.refused.unwrap_or_else(|| Fault::new(error.to_string()))
    }
}

impl io::Write for BoundedText {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let length = self.bytes.len() + more.len();
        match self.room.check(length, COPIES, || "the text of this board".to_owned()) {
            Ok(()) => {
                self.bytes.extend_from_slice(more);
                Ok(more.len())
            }
            Err(fault) => {
                self.refused = Some(fault);
                Err(io::ErrorKind::OutOfMemory.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_text_that_is_too_long_is_refused_with_what_it_would_take() {
        let mut text = BoundedText::within(Room::of(COPIES * 10));
        text.write_all(b"ten bytes.").expect("it fits");
        let error = text.write_all(b"!").expect_err("it does not fit");
        assert_eq!(text.bytes.len(), 10);
        let fault = text.fault(&error);
        assert!(fault.what.starts_with("the text of this board takes about 352 bytes"), "{fault}");
    }
}
