//! Search explained: the walk of α–β and the growth of UCT from a position, as text and as a page.

use crate::PROGRAM;
use ludometer_agents::lesson::{Growth, LessonError, Measure, Role, Walk, grow, walk};
use ludometer_arena::Table;
use ludometer_game::{AnyGame, AnyState, Game, Rng};
use ludometer_report::{LessonPage, lesson_html, trace_text};

/// Steps a class can follow: how deep α–β looks where nobody says.
const COMFORTABLE: usize = 1_000;
/// More is refused.
const MOST: usize = 6_000;
/// Deeper than any game.
const WHOLE: u32 = 10_000;
/// Simulations where nobody says.
const SIMULATIONS: u32 = 40;
/// The constant of exploration, as in `mcts`.
const EXPLORATION: f32 = 1.4;

/// How far a lesson goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LessonRequest {
    /// Plies α–β looks ahead; without a number as many as can be followed.
    pub plies: Option<u32>,
    /// Simulations of UCT.
    pub simulations: Option<u32>,
    /// The seed of its random matches.
    pub seed: u64,
}

/// Both methods on one position, as far as they can be told.
#[derive(Clone, Debug)]
pub struct Lessons {
    title: String,
    caption: String,
    walk: Result<Walk, LessonError>,
    growth: Result<Growth, LessonError>,
}

impl Lessons {
    /// The walk of α–β as indented text.
    ///
    /// # Errors
    /// When it cannot be told.
    pub fn trace(&self) -> Result<String, LessonError> {
        self.walk.as_ref().map(trace_text).map_err(Clone::clone)
    }

    /// A page that plays both step by step. What the game does not allow is left out with a note.
    ///
    /// # Errors
    /// When nothing can be told, or too much was asked for.
    pub fn page(&self) -> Result<String, LessonError> {
        let mut notes = Vec::new();
        if let Err(refused) = &self.growth {
            return Err(refused.clone());
        }
        match &self.walk {
            Err(refused @ LessonError::Uncertain) => notes.push(format!("Left out: {refused}.")),
            Err(refused) => return Err(refused.clone()),
            Ok(_) => {}
        }
        Ok(lesson_html(&LessonPage {
            title: &self.title,
            caption: &self.caption,
            walk: self.walk.as_ref().ok(),
            growth: self.growth.as_ref().ok(),
            notes: &notes,
            program: PROGRAM,
        }))
    }
}

/// Explains the starting position.
pub(crate) fn explain(
    table: &Table<AnyGame>,
    title: &str,
    measure: Measure,
    request: LessonRequest,
) -> Lessons {
    let game = &*table.game;
    let mut state = table.start.clone();
    game.settle(&mut state, &mut Rng::stream(request.seed, "opening", 1));
    let walk = match (request.plies, measure) {
        (Some(plies), _) => walk(game, &state, plies, measure, MOST),
        (None, Measure::Points) => walk(game, &state, WHOLE, measure, MOST),
        (None, Measure::Units) => comfortable(game, &state),
    };
    let simulations = request.simulations.unwrap_or(SIMULATIONS);
    let mut rng = Rng::stream(request.seed, "lesson", 0);
    let growth = grow(game, &state, simulations, EXPLORATION, measure, MOST, &mut rng);
    let mut parts = Vec::new();
    if let Some(seat) = game.turn(&state).seat() {
        parts.push(format!("{} to move", game.seat_name(seat)));
    }
    if let (Ok(walk), Measure::Units) = (&walk, measure) {
        let plies = if walk.depth == 1 { "ply" } else { "plies" };
        parts.push(format!("α–β {} {plies} deep", walk.depth));
    }
    parts.push(format!("UCT {simulations} simulations, seed {}", request.seed));
    Lessons { title: title.to_owned(), caption: parts.join(" · "), walk, growth }
}

/// The deepest walk that can be followed, or to the end of the game.
fn comfortable(game: &AnyGame, state: &AnyState) -> Result<Walk, LessonError> {
    let mut deepest = walk(game, state, 1, Measure::Units, MOST)?;
    while deepest.nodes.iter().any(|node| node.role == Role::Edge) {
        match walk(game, state, deepest.depth + 1, Measure::Units, COMFORTABLE) {
            Ok(deeper) => deepest = deeper,
            Err(_) => break,
        }
    }
    Ok(deepest)
}
