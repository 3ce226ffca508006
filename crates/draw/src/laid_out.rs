//! What a response needs before it can be shown: places for the positions of a map, and for lights on wires.

use fewest::{Context, Response, ResponseStatus, Stop};

use crate::map::lay_out;
use crate::wires;

/// Lays out what is in a response. Where the host stops that, the response says so.
pub fn laid_out(mut response: Response, cx: &Context<'_>) -> Response {
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
        scene.spots = wires::spots(scene, cx)?;
    }
    Ok(())
}
