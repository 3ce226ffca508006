//! A caption that holds a board as text, for pictures that do not show all of it.
//!
//! A picture as text shows where everything is, but not always the goal, the rule or the colours.
//! The caption is one line: the format, and the text of the board as a JSON string.
//!
//! ```text
//! board: lights:rules "rule king\n#0\n0#\n"
//! ```

use super::{AsWhat, CAPTION, open};
use crate::service::position::Position;
use fewest_core::family::{ReadOptions, Written};
use fewest_core::source::Source;

/// The longest text that is put into a caption.
const MOST_BYTES: usize = 1 << 16;

/// Returns the board as the first of its formats that holds all of it; None if none does, or if the
/// text is long.
fn lossless(position: &dyn Position) -> Option<(AsWhat, String)> {
    let entry = crate::service::registry::family(position.info().id)?;
    let text_in = |position: &dyn Position, format: &str| {
        let mut out = Vec::new();
        let written = position.write(format, &mut out).ok()?;
        (written == Written::Yes && out.len() <= MOST_BYTES).then(|| String::from_utf8(out).ok())?
    };
    entry.info.formats.iter().find_map(|format| {
        let text = text_in(position, format.id)?;
        let what = AsWhat { entry, format: Some(format.id) };
        let how = ReadOptions { metric: Some(position.metric().id.to_owned()), ..ReadOptions::default() };
        let read = open(&[Source::new("caption", text.as_str())], Some(what), &how).ok()?;
        let [again] = &read.puzzles[..] else { return None };
        (text_in(&*again.position, format.id)? == text).then_some((what, text))
    })
}

/// Returns the caption that a picture of a position needs, so that the picture is read as the same
/// board. None if it needs none, or if the board has no text that holds all of it.
pub fn caption(picture: &str, position: &dyn Position) -> Option<String> {
    let (what, text) = lossless(position)?;
    let how = ReadOptions { metric: Some(position.metric().id.to_owned()), ..ReadOptions::default() };
    let is_same = |again: &dyn Position| {
        let mut out = Vec::new();
        let written = again.write(what.format.unwrap_or_default(), &mut out);
        again.info().id == position.info().id && written.is_ok() && out == text.as_bytes()
    };
    let read = open(&[Source::new("picture", picture)], None, &how);
    if let Ok(opening) = &read
        && let [only] = &opening.puzzles[..]
        && opening.faults.is_empty()
        && is_same(&*only.position)
    {
        return None;
    }
    let text = serde_json::to_string(&text).ok()?;
    Some(format!("{CAPTION} {}:{} {text}", what.entry.info.id, what.format.unwrap_or_default()))
}
