//! Pictures of puzzles, drawn from a [`Scene`]: shapes on a grid. No rule of any game is known here.
//!
//! ```
//! use fewest::{Role, Scene, Shape};
//! use fewest_draw::Kind;
//!
//! let car = Shape { id: 0, label: "Z".to_owned(), name: String::new(), role: Role::Goal, cells: vec![(0, 0), (1, 0)] };
//! let scene = Scene { width: 3, height: 1, shapes: vec![car], ..Scene::default() };
//! let mut text = Vec::new();
//! fewest_draw::plain(&scene, &mut text)?;
//! assert_eq!(String::from_utf8_lossy(&text), "*****\n*ZZ.*\n*****\n");
//!
//! let mut file = Vec::new();
//! fewest_draw::picture(&scene, "a car", Kind::Svg, &mut file)?;
//! assert!(file.starts_with(b"<svg"));
//! # Ok::<(), std::io::Error>(())
//! ```

mod animation;
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
pub use map::{Caption, DEFAULT_PIXELS, MapFormat, lay_out, write_map};
pub use picture::{ImageFormat, picture};
pub use sheet::{Sheet, SheetItem, sheet};
pub use svg::escaped;
pub use text::{Canvas, Glyph, Patch, Size, TextStyle, boxes, plain, unbroken, wrapped};

#[cfg(doc)]
use fewest::Scene;
use fewest::{Context, Response, ResponseStatus, Stop};

/// Lays out what is in a response. Where the host stops that, the response says so.
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
        scene.spots = scene::wires::spots(scene, cx)?;
    }
    Ok(())
}
