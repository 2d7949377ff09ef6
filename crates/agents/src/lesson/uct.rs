//! UCT in the form of a lecture: select, expand, play a random match, back up.
//!
//! In a position whose moves were all tried it selects the move with the highest
//! Q + c · √(ln N / n): Q the mean result for who makes the move, n how often the move was tried, N how
//! often its position was visited. Untried moves come first, in their natural order. Chance is drawn.

use super::{LessonError, Measure, Node, Role, legal_moves, seat_names};
use crate::units;
use ludometer_game::{Game, Rng, Scene, Seat, Turn, text_of};

/// Moves weighed that get a place in the log: those with the highest bounds.
pub const MOST_CANDIDATES: usize = 9;
/// Moves of a random match that are named.
pub const MOST_NAMED: usize = 10;

/// What speaks for a move that was tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// The position it leads to.
    pub child: usize,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean result for who makes it.
    pub q: f32,
    /// What is added because it was tried so rarely.
    pub explore: f32,
    /// Both together.
    pub bound: f32,
}

/// A step down the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Pick {
    /// The position.
    pub node: usize,
    /// How often it was visited before.
    pub visits: u32,
    /// The moves weighed, the best of them where there are many; empty where chance decides.
    pub candidates: Vec<Candidate>,
    /// How many were weighed beside those.
    pub more: usize,
    /// Where it went.
    pub child: usize,
}

/// A random match from the end of the way down.
#[derive(Clone, PartialEq, Debug)]
pub struct Rollout {
    /// The position it starts from.
    pub from: usize,
    /// Its first moves.
    pub moves: Vec<String>,
    /// How many moves it had.
    pub length: usize,
    /// What it was worth to each seat.
    pub result: Vec<f32>,
    /// The last position.
    pub end: Scene,
}

/// What a position knows after the backup.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Backup {
    /// The position.
    pub node: usize,
    /// How often it was visited.
    pub visits: u32,
    /// Mean result for who moved there; at the root, for who moves there.
    pub q: f32,
}

/// One simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// The way down.
    pub picks: Vec<Pick>,
    /// The position that joined the tree; none where the way ended with a match.
    pub expanded: Option<usize>,
    /// The random match.
    pub rollout: Rollout,
    /// The way back up, the root last.
    pub backups: Vec<Backup>,
}

/// The log of a growing tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Growth {
    /// All positions of the tree, the root first, in the order they joined.
    pub nodes: Vec<Node>,
    /// The simulations.
    pub iterations: Vec<Iteration>,
    /// The constant of exploration.
    pub c: f32,
    /// The names of the seats.
    pub seats: Vec<String>,
    /// The numbers it speaks in.
    pub measure: Measure,
}

/// Grows a tree from `root` by so many simulations, with at most `most` steps: every way down, a random
/// match and a way back up.
///
/// # Errors
/// When the game has hidden information, the match is over, or the log would be too long.
pub fn grow<G: Game>(
    game: &G,
    root: &G::State,
    simulations: u32,
    c: f32,
    measure: Measure,
    most: usize,
    rng: &mut Rng,
) -> Result<Growth, LessonError> {
    if game.traits().hidden {
        return Err(LessonError::Hidden);
    }
    let Turn::Seat(mover) = game.turn(root) else { return Err(LessonError::Over) };
    let (low, high) = game.bounds();
    // The constant is made for results from −1 to 1.
    let reach = if measure == Measure::Points { (high - low) / 2.0 } else { 1.0 };
    let mut tree =
        Growing { game, measure, me: mover, wide: c * reach, nodes: Vec::new(), sprouts: Vec::new() };
    tree.add(None, String::new(), root.clone());
    let mut iterations = Vec::new();
    let mut steps = 0;
    for _ in 0..simulations {
        let iteration = tree.simulate(rng);
        steps += iteration.picks.len() + 2;
        if steps > most {
            let what = format!("UCT with {simulations} simulations");
            return Err(LessonError::TooLong { what, most, instead: "lower --simulations" });
        }
        iterations.push(iteration);
    }
    Ok(Growth { nodes: tree.nodes, iterations, c, seats: seat_names(game), measure })
}

/// What the search knows of a node beside its picture.
struct Sprout<G: Game> {
    state: G::State,
    /// Moves not tried yet, the next one last.
    untried: Vec<G::Move>,
    /// Moves tried, with the nodes they lead to.
    children: Vec<(G::Move, usize)>,
    visits: u32,
    q: f32,
}

struct Growing<'a, G: Game> {
    game: &'a G,
    measure: Measure,
    me: Seat,
    wide: f32,
    nodes: Vec<Node>,
    sprouts: Vec<Sprout<G>>,
}

impl<G: Game> Growing<'_, G> {
    fn simulate(&mut self, rng: &mut Rng) -> Iteration {
        let mut picks = Vec::new();
        let mut expanded = None;
        let mut at = 0;
        while expanded.is_none() {
            let (pick, new) = match self.game.turn(&self.sprouts[at].state) {
                Turn::Seat(_) => match self.choose(at) {
                    Some(chosen) => chosen,
                    None => break,
                },
                Turn::Chance => self.draw(at, rng),
                _ => break,
            };
            at = pick.child;
            expanded = new.then_some(at);
            picks.push(pick);
        }
        let rollout = self.roll_out(at, rng);
        let backups = self.back_up(at, &rollout.result);
        Iteration { picks, expanded, rollout, backups }
    }

    /// The next untried move, else the one with the highest bound; none if there is no move at all.
    fn choose(&mut self, at: usize) -> Option<(Pick, bool)> {
        let visits = self.sprouts[at].visits;
        if let Some(option) = self.sprouts[at].untried.pop() {
            let child = self.follow(at, option);
            return Some((Pick { node: at, visits, candidates: Vec::new(), more: 0, child }, true));
        }
        let spread = libm::logf(visits as f32);
        let weigh = |&(_, child): &(G::Move, usize)| {
            let sprout = &self.sprouts[child];
            let explore = self.wide * (spread / sprout.visits as f32).sqrt();
            Candidate { child, visits: sprout.visits, q: sprout.q, explore, bound: sprout.q + explore }
        };
        let mut candidates: Vec<Candidate> = self.sprouts[at].children.iter().map(weigh).collect();
        let better = |a: Candidate, b: Candidate| if b.bound > a.bound { b } else { a };
        let child = candidates.iter().copied().reduce(better)?.child;
        let more = candidates.len().saturating_sub(MOST_CANDIDATES);
        if more > 0 {
            candidates.sort_by(|a, b| b.bound.total_cmp(&a.bound));
            candidates.truncate(MOST_CANDIDATES);
        }
        Some((Pick { node: at, visits, candidates, more, child }, false))
    }

    fn draw(&mut self, at: usize, rng: &mut Rng) -> (Pick, bool) {
        let sprout = &self.sprouts[at];
        let visits = sprout.visits;
        let outcome = self.game.draw(&sprout.state, rng);
        let known = sprout.children.iter().find(|(by, _)| *by == outcome).map(|(_, child)| *child);
        let child = known.unwrap_or_else(|| self.follow(at, outcome));
        (Pick { node: at, visits, candidates: Vec::new(), more: 0, child }, known.is_none())
    }

    fn follow(&mut self, at: usize, option: G::Move) -> usize {
        let mut state = self.sprouts[at].state.clone();
        let by = text_of(self.game, &state, option);
        self.game.play(&mut state, option);
        let child = self.add(Some(at), by, state);
        self.sprouts[at].children.push((option, child));
        child
    }

    fn add(&mut self, parent: Option<usize>, by: String, state: G::State) -> usize {
        let turn = self.game.turn(&state);
        let role = match turn {
            Turn::Seat(seat) if seat == self.me => Role::Max,
            Turn::Seat(_) => Role::Min,
            Turn::Chance => Role::Chance,
            _ => Role::End,
        };
        let pays = (turn == Turn::Over).then(|| self.results(&state)[self.me.index()]);
        let scene = self.game.scene(&state, None);
        self.nodes.push(Node { parent, by, role, mover: turn.seat(), pays, scene });
        let mut untried = legal_moves(self.game, &state);
        untried.reverse();
        self.sprouts.push(Sprout { state, untried, children: Vec::new(), visits: 0, q: 0.0 });
        self.nodes.len() - 1
    }

    fn roll_out(&self, from: usize, rng: &mut Rng) -> Rollout {
        let mut state = self.sprouts[from].state.clone();
        let (mut moves, mut length) = (Vec::new(), 0);
        for _ in 0..self.game.limit() {
            let chosen = match self.game.turn(&state) {
                Turn::Seat(_) => {
                    let legal = legal_moves(self.game, &state);
                    if legal.is_empty() {
                        break;
                    }
                    legal[rng.below(legal.len())]
                }
                Turn::Chance => self.game.draw(&state, rng),
                _ => break,
            };
            if length < MOST_NAMED {
                moves.push(text_of(self.game, &state, chosen));
            }
            length += 1;
            self.game.play(&mut state, chosen);
        }
        Rollout { from, moves, length, result: self.results(&state), end: self.game.scene(&state, None) }
    }

    /// What a match that stops here is worth to each seat. Rules that break are worth nothing.
    fn results(&self, state: &G::State) -> Vec<f32> {
        if self.game.turn(state) == Turn::Broken {
            return vec![0.0; self.game.seats()];
        }
        let payoff = self.game.payoff(state);
        match self.measure {
            Measure::Points => payoff.points.as_slice().to_vec(),
            Measure::Units => units(self.game, &payoff).as_slice().to_vec(),
        }
    }

    fn back_up(&mut self, from: usize, result: &[f32]) -> Vec<Backup> {
        let mut backups = Vec::new();
        let mut at = Some(from);
        while let Some(node) = at {
            let parent = self.nodes[node].parent;
            let whose = parent.and_then(|parent| self.nodes[parent].mover).unwrap_or(self.me);
            let sprout = &mut self.sprouts[node];
            sprout.visits += 1;
            sprout.q += (result[whose.index()] - sprout.q) / sprout.visits as f32;
            backups.push(Backup { node, visits: sprout.visits, q: sprout.q });
            at = parent;
        }
        backups
    }
}
