//! α–β in the form of a lecture: MAX and MIN, [α, β] handed down, v handed up.
//!
//! A node starts with v = −∞ (MAX) or +∞ (MIN) and tries its moves in their natural order. MAX stops
//! at v ≥ β, MIN at v ≤ α, and returns v; otherwise MAX raises α to v and MIN lowers β to v.

use super::{LessonError, Measure, Node, Role, legal_moves, seat_names};
use crate::evaluation::{Evaluation, Scratch};
use crate::sight::{Sight, demand_certainty};
use ludometer_game::{Game, Scene, Turn, text_of};

/// Moves of a cut that get a place in the log. The others are counted: on a large board there are hundreds
/// of them at every cut.
pub const MOST_SKIPPED: usize = 12;

/// What MAX and MIN are sure of elsewhere.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// MAX has at least this.
    pub alpha: f32,
    /// MIN gives at most this.
    pub beta: f32,
}

/// One thing that happens, in order.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A position is looked at.
    Call {
        /// The position.
        node: usize,
        /// The window it gets.
        window: Window,
        /// v of the position before it, at the time of the call; none at the root.
        above: Option<f32>,
    },
    /// It is the end of a match, or of the depth.
    Leaf {
        /// The position.
        node: usize,
        /// What it is worth.
        value: f32,
        /// Whether that is an estimate: the match is not over.
        estimate: bool,
    },
    /// A move was looked at.
    Back {
        /// The position it was made in.
        node: usize,
        /// The position it led to.
        child: usize,
        /// What came back.
        value: f32,
        /// v after it.
        v: f32,
        /// The window after it.
        window: Window,
    },
    /// v is out of the window: no other move is looked at.
    Cut {
        /// The position.
        node: usize,
        /// The value that cuts.
        v: f32,
        /// α for MIN, β for MAX.
        bound: f32,
        /// The positions nobody looks at: the first of them.
        skipped: Vec<usize>,
        /// How many there are beside those.
        more: usize,
    },
    /// A position is done.
    Return {
        /// The position.
        node: usize,
        /// Its value.
        v: f32,
    },
}

/// The log of a walk.
#[derive(Clone, PartialEq, Debug)]
pub struct Walk {
    /// All positions, the root first, every other after the one before it.
    pub nodes: Vec<Node>,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The value of the root for MAX.
    pub value: f32,
    /// Plies looked ahead at most.
    pub depth: u32,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The numbers it speaks in.
    pub measure: Measure,
}

impl Walk {
    /// Leaves that were looked at.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Leaf { .. })).count()
    }

    /// Times the rest of the moves was cut off.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.events.iter().filter(|event| matches!(event, Event::Cut { .. })).count()
    }

    /// Moves nobody looked at.
    #[must_use]
    pub fn skipped(&self) -> usize {
        let passed = |event: &Event| match event {
            Event::Cut { skipped, more, .. } => skipped.len() + more,
            _ => 0,
        };
        self.events.iter().map(passed).sum()
    }

    /// The positions MAX and MIN come through if both follow the walk: the first of equals.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let mut line = vec![0];
        while let Some(next) = self.best_child(line[line.len() - 1]) {
            line.push(next);
        }
        line
    }

    fn best_child(&self, at: usize) -> Option<usize> {
        let returned = self.events.iter().find_map(|event| match event {
            Event::Return { node, v } if *node == at => Some(*v),
            _ => None,
        })?;
        self.events.iter().find_map(|event| match event {
            Event::Back { node, child, value, .. } if *node == at && *value == returned => Some(*child),
            _ => None,
        })
    }
}

/// Walks through the game from `root`, at most `depth` plies deep and with at most `most` events.
///
/// # Errors
/// When the game has chance or hidden information, the match is over, or the log would be too long.
pub fn walk<G: Game>(
    game: &G,
    root: &G::State,
    depth: u32,
    measure: Measure,
    most: usize,
) -> Result<Walk, LessonError> {
    demand_certainty(game, "alphabeta").map_err(|_| LessonError::Uncertain)?;
    let Turn::Seat(mover) = game.turn(root) else { return Err(LessonError::Over) };
    let evaluation = Evaluation::read(game, "alphabeta", "").map_err(|_| LessonError::Uncertain)?;
    let sight = Sight::new(game, mover, &evaluation);
    let mut walker = Walker { sight: &sight, measure, most, depth, nodes: Vec::new(), events: Vec::new() };
    let start = walker.add(None, String::new(), root, depth);
    let window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };
    let value = walker.value(root, start, window, None, depth)?;
    let Walker { nodes, events, .. } = walker;
    Ok(Walk { nodes, events, value, depth, seats: seat_names(game), measure })
}

struct Walker<'a, G: Game> {
    sight: &'a Sight<'a, G>,
    measure: Measure,
    most: usize,
    depth: u32,
    nodes: Vec<Node>,
    events: Vec<Event>,
}

impl<G: Game> Walker<'_, G> {
    fn value(
        &mut self,
        state: &G::State,
        at: usize,
        mut window: Window,
        above: Option<f32>,
        depth: u32,
    ) -> Result<f32, LessonError> {
        self.note(Event::Call { node: at, window, above })?;
        let more = match self.nodes[at].role {
            Role::Max => true,
            Role::Min => false,
            role => {
                let value = self.worth(state, role);
                self.note(Event::Leaf { node: at, value, estimate: role == Role::Edge })?;
                return Ok(value);
            }
        };
        let mut v = if more { f32::NEG_INFINITY } else { f32::INFINITY };
        let moves = legal_moves(self.sight.game, state);
        for (nth, &option) in moves.iter().enumerate() {
            let (child, after) = self.step(state, at, option, depth - 1);
            let value = self.value(&after, child, window, Some(v), depth - 1)?;
            v = if more { v.max(value) } else { v.min(value) };
            let (out, bound) =
                if more { (v >= window.beta, window.beta) } else { (v <= window.alpha, window.alpha) };
            match (out, more) {
                (true, _) => {}
                (_, true) => window.alpha = window.alpha.max(v),
                (_, false) => window.beta = window.beta.min(v),
            }
            self.note(Event::Back { node: at, child, value, v, window })?;
            if out && nth + 1 < moves.len() {
                let passed = &moves[nth + 1..];
                let named = &passed[..passed.len().min(MOST_SKIPPED)];
                let skipped = named.iter().map(|&option| self.skip(state, at, option)).collect();
                self.note(Event::Cut { node: at, v, bound, skipped, more: passed.len() - named.len() })?;
                break;
            }
        }
        self.note(Event::Return { node: at, v })?;
        Ok(v)
    }

    /// Makes a move and numbers the position it leads to.
    fn step(&mut self, state: &G::State, at: usize, option: G::Move, depth: u32) -> (usize, G::State) {
        let by = text_of(self.sight.game, state, option);
        let mut after = state.clone();
        self.sight.game.play(&mut after, option);
        (self.add(Some(at), by, &after, depth), after)
    }

    fn skip(&mut self, state: &G::State, at: usize, option: G::Move) -> usize {
        let (child, _) = self.step(state, at, option, 0);
        let node = &mut self.nodes[child];
        // Nobody ever stands there to see the picture.
        (node.role, node.scene) = (Role::Skipped, Scene::default());
        child
    }

    fn add(&mut self, parent: Option<usize>, by: String, state: &G::State, depth: u32) -> usize {
        let game = self.sight.game;
        let turn = game.turn(state);
        let role = match turn {
            Turn::Seat(_) if depth == 0 => Role::Edge,
            Turn::Seat(_) if legal_moves(game, state).is_empty() => Role::End,
            Turn::Seat(seat) if self.sight.wants_more(seat) => Role::Max,
            Turn::Seat(_) => Role::Min,
            _ => Role::End,
        };
        let pays = (role == Role::End).then(|| self.worth(state, role));
        let scene = game.scene(state, None);
        self.nodes.push(Node { parent, by, role, mover: turn.seat(), pays, scene });
        self.nodes.len() - 1
    }

    /// What a leaf is worth to MAX. Rules that break are worth nothing to anybody.
    fn worth(&self, state: &G::State, role: Role) -> f32 {
        match (self.measure, self.sight.game.turn(state)) {
            (_, Turn::Broken) => 0.0,
            (Measure::Points, _) => self.sight.pays(state),
            (Measure::Units, _) if role == Role::Edge => self.sight.estimate(state, &mut Scratch::default()),
            (Measure::Units, Turn::Over) => self.sight.result(state),
            _ => 0.0,
        }
    }

    fn note(&mut self, event: Event) -> Result<(), LessonError> {
        if self.events.len() >= self.most {
            let what = format!("α–β to a depth of {}", self.depth);
            return Err(LessonError::TooLong { what, most: self.most, instead: "lower --plies" });
        }
        self.events.push(event);
        Ok(())
    }
}
