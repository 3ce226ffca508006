//! Pictures of puzzles, drawn from a [`Scene`]: shapes on a square grid.
//!
//! ```
//! use fewest::{Role, Scene, Shape};
//!
//! let car = Shape { id: 0, label: "Z".to_owned(), role: Role::Goal, cells: vec![(0, 0), (1, 0)] };
//! let mut text = Vec::new();
//! fewest_draw::plain(&Scene { width: 3, height: 1, shapes: vec![car], ..Scene::default() }, &mut text)?;
//! assert_eq!(String::from_utf8_lossy(&text), "*****\n*ZZ.*\n*****\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod boxes;
mod ground;
mod plain;

pub use boxes::{Ink, boxes};
pub use plain::plain;

#[cfg(doc)]
use fewest::Scene;
