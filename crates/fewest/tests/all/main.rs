//! The integration tests of the library, in one program.

#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod data;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod drawings;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod forms;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod laws;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod library;
#[cfg(feature = "tiles")]
mod one_family;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod stop;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod typed;
