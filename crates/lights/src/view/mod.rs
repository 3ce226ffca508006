//! The board on a screen: shapes, gestures and overlays.

pub mod gestures;
pub mod scene;
