//! Scenes as marks: background, sprites and targets.
//!
//! | module | contents |
//! |---|---|
//! | `cells` | the shape on each cell |
//! | `layout` | the places of cells in a picture |
//! | `wires` | the places of lights on wires |
//! | `sprites` | the marks of background, shapes and targets |
//! | `names` | the names of places |

pub(crate) mod cells;
pub(crate) mod layout;
pub(crate) mod names;
pub(crate) mod sprites;
pub(crate) mod wires;

use fewest::Scene;

use crate::vector::Mark;
use layout::Layout;
use sprites::{PieceColours, Sprite, ground, sprite, targets};

/// The marks of a scene, from bottom to top.
pub(crate) struct Drawing {
    pub(crate) size: (f32, f32),
    pub(crate) ground: Vec<Mark>,
    pub(crate) sprites: Vec<Sprite>,
    pub(crate) above: Vec<Mark>,
}

impl Drawing {
    pub(crate) fn of(scene: &Scene, layout: &Layout) -> Self {
        let colours = PieceColours::of(scene);
        Self {
            size: layout.size(),
            ground: ground(scene, layout),
            sprites: scene.shapes.iter().filter_map(|shape| sprite(scene, shape, &colours, layout)).collect(),
            above: targets(scene, layout),
        }
    }

    pub(crate) fn marks(&self) -> impl Iterator<Item = &[Mark]> {
        let sprites = self.sprites.iter().map(|sprite| &sprite.marks[..]);
        std::iter::once(&self.ground[..]).chain(sprites).chain(std::iter::once(&self.above[..]))
    }
}
