//! A solution as a sequence of positions: the steps of an animation in a picture or at the
//! terminal.

use fewest::{Position, Scene, Solution};
use fewest_draw::Frame;

/// The longest animation, in moves.
const MOST_MOVES: usize = 2_000;

/// A position and the move that led to it.
#[derive(Debug)]
pub struct Step {
    pub position: Box<dyn Position>,
    /// The text of the move; empty for the start.
    pub by: String,
    /// The cells that the gesture of the move passes through.
    pub way: Vec<(usize, usize)>,
}

/// Returns every position from `start` to the end of a solution. An error says why the animation
/// would be too large.
pub fn steps_of_solution(start: &dyn Position, answer: &dyn Solution) -> Result<Vec<Step>, String> {
    steps(start, &answer.moves(MOST_MOVES + 1))
}

/// Returns `start` and the position after each move. An error says why the animation would be too
/// large.
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
        // Solutions were replayed when they were constructed.
        position.play(by).map_err(|why| why.0)?;
        steps.push(Step { position: position.copy(), by: by.clone(), way });
    }
    Ok(steps)
}

/// Returns the cells that the gesture of a move passes through; empty if the move has no gesture.
pub fn gesture_path(position: &dyn Position, by: &str) -> Vec<(usize, usize)> {
    let number = position.moves().iter().position(|other| other == by);
    number
        .and_then(|number| position.touches().into_iter().nth(number))
        .map(|touch| touch.way)
        .unwrap_or_default()
}

/// Returns the steps as frames of an animation.
pub fn frames(steps: &[Step]) -> Vec<Frame> {
    steps.iter().map(|step| Frame { scene: step.position.scene(), way: step.way.clone() }).collect()
}
