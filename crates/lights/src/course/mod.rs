//! Programs of university courses, and the textbook solver that is their reference.

pub mod blackout;
pub mod lightsout;
pub mod textbook;
