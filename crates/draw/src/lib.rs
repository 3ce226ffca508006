//! Pictures of puzzles, drawn from a [`Scene`]: terminal text, images, animations, pages and maps.
//! This crate knows no rules of any game.
//!
//! | module | contents |
//! |---|---|
//! | `text` | terminal text: ASCII, outlines, dots |
//! | `scene` | a scene as marks: cell map, layout, sprites, wires, names |
//! | `vector` | marks: outlines with fill and pen; stroke font |
//! | `svg`, `raster` | marks as SVG text and as pixels (PNG, GIF, bitmaps of large boards) |
//! | `picture`, `sheet` | one position as an image, many as a page |
//! | `animation` | solutions as GIF and animated SVG |
//! | `map` | state-space maps: graph layout and files |
//!
//! ```
//! use fewest::service::{Role, Scene, Shape};
//! use fewest_draw::ImageFormat;
//!
//! let cells = vec![(0, 0), (1, 0)];
//! let car = Shape { id: 0, label: "Z".to_owned(), name: String::new(), role: Role::Goal, cells };
//! let scene = Scene { width: 3, height: 1, shapes: vec![car], ..Scene::default() };
//! let mut text = Vec::new();
//! fewest_draw::plain(&scene, &mut text)?;
//! assert_eq!(String::from_utf8_lossy(&text), "*****\n*ZZ.*\n*****\n");
//!
//! let mut file = Vec::new();
//! fewest_draw::picture(&scene, "a car", ImageFormat::Svg, &mut file)?;
//! assert!(file.starts_with(b"<svg"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod animation;
mod glyphs;
mod graph_layout;
mod map;
mod palette;
mod picture;
mod raster;
mod scene;
mod sheet;
mod svg;
mod text;
mod vector;

pub use animation::{Frame, Speed, animation};
pub use graph_layout::lay_out;
pub use map::{Caption, DEFAULT_PIXELS, MapFormat, write_map};
pub use picture::{ImageFormat, picture};
pub use sheet::{Sheet, SheetItem, sheet};
pub use svg::escaped;
pub use text::{Canvas, Glyph, Patch, Size, TextStyle, boxes, plain, readable, unbroken, wrapped};

#[cfg(doc)]
use fewest::service::Scene;
use fewest::service::{Context, Response, ResponseStatus, Stop};

/// Computes the layout that a response needs before it is shown: places of the positions of a map,
/// and of shapes on wires. If `cx` stops the layout, the returned response says so.
pub fn lay_out_response(mut response: Response, cx: &Context<'_>) -> Response {
    match try_to(&mut response, cx) {
        Ok(()) => response,
        Err(stop) => {
            let limit = Some(format!("{stop:?}").to_lowercase());
            Response { outcome: ResponseStatus::Stopped, limit, map: None, scene: None, ..response }
        }
    }
}

fn try_to(response: &mut Response, cx: &Context<'_>) -> Result<(), Stop> {
    if let Some(map) = response.map.as_mut().filter(|map| !map.is_empty()) {
        lay_out(map, cx)?;
    }
    if let Some(scene) = &mut response.scene {
        scene.spots = scene::wires::place_shapes(scene, cx)?;
    }
    Ok(())
}
