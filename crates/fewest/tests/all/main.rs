//! The integration tests of the library, in one program.

#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod data;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod laws;
#[cfg(feature = "tiles")]
mod one_family;
#[cfg(all(feature = "blocks", feature = "lights", feature = "pegs", feature = "tiles"))]
mod stop;
