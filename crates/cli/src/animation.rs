//! A solution as a row of positions, for pictures that move and for the terminal.

use fewest::{Position, Scene, Solution};
use fewest_draw::Frame;

/// Nobody watches longer films.
const MOST_MOVES: usize = 2_000;

/// A position and the move that led to it.
#[derive(Debug)]
pub struct Step {
    pub position: Box<dyn Position>,
    /// The move in words; empty for the start.
    pub by: String,
    /// The places that a hand came through.
    pub way: Vec<(usize, usize)>,
}

/// Every position from `start` to the end of an answer; or why that would be too much.
pub fn steps_of_solution(start: &dyn Position, answer: &dyn Solution) -> Result<Vec<Step>, String> {
    steps(start, &answer.moves(MOST_MOVES + 1))
}

/// Every position from `start` on; or why that would be too much.
pub fn steps(start: &dyn Position, moves: &[String]) -> Result<Vec<Step>, String> {
    let scene = start.scene();
    if scene.width.saturating_mul(scene.height) > Scene::MOST_CELLS {
        return Err(format!("a board of {} x {} is too large to be watched", scene.width, scene.height));
    }
    if moves.len() > MOST_MOVES {
        return Err(format!("the answer has more than {MOST_MOVES} moves, too many to be watched"));
    }
    let mut position = start.copy();
    let mut steps = vec![Step { position: start.copy(), by: String::new(), way: Vec::new() }];
    for by in moves {
        let way = gesture_path(position.as_ref(), by);
        // Answers were replayed before we saw them.
        position.play(by).map_err(|why| why.0)?;
        steps.push(Step { position: position.copy(), by: by.clone(), way });
    }
    Ok(steps)
}

/// The way that a hand takes to make a move; empty if no hand can.
pub fn gesture_path(position: &dyn Position, by: &str) -> Vec<(usize, usize)> {
    let number = position.moves().iter().position(|other| other == by);
    number
        .and_then(|number| position.touches().into_iter().nth(number))
        .map(|touch| touch.way)
        .unwrap_or_default()
}

/// The shots as frames of a film.
pub fn frames(steps: &[Step]) -> Vec<Frame> {
    steps.iter().map(|step| Frame { scene: step.position.scene(), way: step.way.clone() }).collect()
}
