//! What is hidden from the seat that is asked: worlds it may be in, who knows how much, and where
//! averaging over worlds misleads.

use crate::analyze::Asked;
use crate::equilibrium::Equilibrium;
use ludometer_agents::{Agent, AgentSpec, Decision, Imagined, build};
use ludometer_game::{Game, Rng, Scene, Seat, View, text_of};
use ludometer_report::{Style, scene_text};
use ludometer_stats::Moments;
use serde::Serialize;
use std::collections::HashSet;

/// Draws by which worlds that look alike are counted.
const DRAWS: usize = 200;
/// The search that does not know the world, beside an average over worlds.
const UNKNOWING: &str = "ismcts:even=on";
/// Simulations of it for each position the average looked at, and the most in all.
const SIMS_PER_NODE: u64 = 50;
const MOST_SIMS: u64 = 20_000;
/// An average that promises so much more than there is, on the scale from −1 to 1, misleads.
const MISLEADING: f32 = 0.1;

/// What is hidden from a seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hidden {
    /// How much each seat knows; of the others, in a world the seat asked imagines.
    pub knows: Vec<Knows>,
    /// Different worlds the seat may be in, as it imagines them.
    pub worlds: Vec<World>,
    /// What an average over worlds makes of the moves, if the agent averages.
    pub averaging: Option<Averaging>,
    /// How often each move should be played, where the game is small enough to find out.
    pub equilibrium: Option<Equilibrium>,
}

/// How much a seat knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Knows {
    /// The seat.
    pub seat: String,
    /// At least so many worlds look alike to it; 1 means that it knows everything.
    pub alike: usize,
    /// What it sees, as text; of the others, in the first world shown.
    pub sees: String,
}

/// A world a seat may be in.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct World {
    /// The position with everything open, as text.
    pub picture: String,
    /// The same as a picture.
    #[serde(skip)]
    pub scene: Scene,
    /// What each move is worth with everything open, if the agent solved this world.
    pub moves: Vec<OpenMove>,
}

/// A move in a world with everything open.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OpenMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What it is worth there.
    pub value: f32,
    /// Whether no move is better there.
    pub best: bool,
    /// How the agent would go on there.
    pub plan: String,
}

/// An average over worlds beside a search that does not know the world.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Averaging {
    /// The agent that does not know the world.
    pub unknowing: String,
    /// Worlds of which the values are known one by one.
    pub worlds: usize,
    /// Both values of every move.
    pub moves: Vec<Compared>,
    /// The move of which the average promises most too much, of those whose plans part.
    pub misled: Option<Misled>,
}

/// Both values of a move. Moves that either search never looked at are left out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compared {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its mean over worlds with everything open.
    pub average: f32,
    /// Its value to who does not know the world.
    pub unknowing: f32,
    /// How far the difference of the two may be off: two standard errors.
    pub error: f32,
}

/// Where an average misleads.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Misled {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where its plans part.
    pub fork: Fork,
}

/// A place at which plans for two worlds differ although the seat cannot tell the worlds apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fork {
    /// The moves up to there.
    pub after: String,
    /// Both worlds, counted from 1.
    pub worlds: [usize; 2],
    /// What is planned in each.
    pub plans: [String; 2],
}

/// Somebody who was asked, and what they answered.
pub(crate) struct Answered<'a, G: Game> {
    pub view: &'a View<'a, G>,
    pub agent: &'a dyn Agent<G>,
    pub decision: &'a Decision<G::Move>,
}

/// Says what is hidden, with at most so many worlds.
pub(crate) fn hidden<G: Game>(
    answered: &Answered<'_, G>,
    most: usize,
    rng: &mut Rng,
) -> Result<Hidden, Asked> {
    let view = answered.view;
    let solved = distinct(answered.agent.imagined(), most);
    let worlds: Vec<World> = if solved.is_empty() {
        drawn(view, most, rng).iter().map(|world| picture(view.game(), world)).collect()
    } else {
        solved.iter().map(|imagined| solved_world(view, imagined)).collect()
    };
    let averaging = if solved.is_empty() { None } else { Some(averaging(answered, &solved, rng)?) };
    let first = solved.first().map(|imagined| imagined.world.clone());
    Ok(Hidden { knows: knows(view, first, rng), worlds, averaging, equilibrium: None })
}

/// The first different worlds.
fn distinct<G: Game>(imagined: &[Imagined<G>], most: usize) -> Vec<&Imagined<G>> {
    let mut known = HashSet::new();
    imagined.iter().filter(|one| known.insert(&one.world)).take(most).collect()
}

/// Different worlds, in the order they come.
fn drawn<G: Game>(view: &View<'_, G>, most: usize, rng: &mut Rng) -> Vec<G::State> {
    let mut known: Vec<G::State> = Vec::new();
    for _ in 0..DRAWS {
        if known.len() == most {
            break;
        }
        let world = view.sample(rng);
        if !known.contains(&world) {
            known.push(world);
        }
    }
    known
}

fn picture<G: Game>(game: &G, world: &G::State) -> World {
    let scene = game.scene(world, None);
    World { picture: scene_text(&scene, Style::default()), scene, moves: Vec::new() }
}

fn solved_world<G: Game>(view: &View<'_, G>, imagined: &Imagined<G>) -> World {
    let best = imagined.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let open = |place: usize| OpenMove {
        text: view.text(view.legal()[place]),
        value: imagined.values[place],
        best: imagined.values[place] >= best,
        plan: line(view.game(), &imagined.world, &imagined.plans[place]),
    };
    let mut moves: Vec<OpenMove> = (0..view.legal().len()).map(open).collect();
    moves.sort_by(|a, b| b.value.total_cmp(&a.value));
    World { moves, ..picture(view.game(), &imagined.world) }
}

/// A line of moves as text.
fn line<G: Game>(game: &G, world: &G::State, moves: &[G::Move]) -> String {
    let mut state = world.clone();
    let mut texts = Vec::new();
    for &chosen in moves {
        texts.push(text_of(game, &state, chosen));
        game.play(&mut state, chosen);
    }
    texts.join(" ")
}

/// How many worlds look alike to each seat. The true one is nobody's business but the asking seat's, and
/// that only as far as it sees: what others know is counted in a world it imagines.
fn knows<G: Game>(view: &View<'_, G>, world: Option<G::State>, rng: &mut Rng) -> Vec<Knows> {
    let game = view.game();
    let world = world.unwrap_or_else(|| view.sample(rng));
    let mut alike = |seat: Seat| {
        let draw = |_| if seat == view.seat() { view.sample(rng) } else { game.sample(&world, seat, rng) };
        (0..DRAWS).map(draw).collect::<HashSet<_>>().len()
    };
    let sees = |seat: Seat| {
        let scene = if seat == view.seat() { view.scene() } else { game.scene(&world, Some(seat)) };
        scene_text(&scene, Style::default())
    };
    Seat::all(game.seats())
        .map(|seat| Knows { seat: game.seat_name(seat), alike: alike(seat), sees: sees(seat) })
        .collect()
}

/// The average of the decision beside a search of information sets.
fn averaging<G: Game>(
    answered: &Answered<'_, G>,
    solved: &[&Imagined<G>],
    rng: &mut Rng,
) -> Result<Averaging, Asked> {
    let (view, decision) = (answered.view, answered.decision);
    let sims = decision.nodes.saturating_mul(SIMS_PER_NODE).clamp(1, MOST_SIMS);
    let spec = AgentSpec::read(UNKNOWING)?.with("sims", &sims.to_string())?;
    let mut unknowing = build(view.game(), &spec)?;
    let known = unknowing.decide(view, rng).map_err(Asked::Failed)?;
    let compared = |place: usize| Compared {
        text: view.text(view.legal()[place]),
        average: decision.qualities[place],
        unknowing: known.qualities[place],
        error: error(answered.agent.imagined(), place, known.visits[place]),
    };
    let is_known = |one: &Compared| !one.average.is_nan() && !one.unknowing.is_nan();
    let all: Vec<(usize, Compared)> = (0..view.legal().len())
        .map(|place| (place, compared(place)))
        .filter(|(_, one)| is_known(one))
        .collect();
    let excess = |one: &Compared| one.average - one.unknowing - one.error.max(MISLEADING);
    let mut widest: Vec<&(usize, Compared)> = all.iter().filter(|(_, one)| excess(one) > 0.0).collect();
    widest.sort_by(|a, b| excess(&b.1).total_cmp(&excess(&a.1)));
    let misled = widest
        .iter()
        .find_map(|(place, one)| Some(Misled { text: one.text.clone(), fork: fork(view, solved, *place)? }));
    let worlds = answered.agent.imagined().len();
    Ok(Averaging {
        unknowing: spec.to_string(),
        worlds,
        moves: all.into_iter().map(|(_, one)| one).collect(),
        misled,
    })
}

/// Two standard errors of the difference between an average over worlds, as far as these say how much
/// worlds differ, and the mean of so many simulations.
fn error<G: Game>(worlds: &[Imagined<G>], place: usize, simulations: u32) -> f32 {
    let mut values = Moments::default();
    worlds.iter().for_each(|world| values.add(f64::from(world.values[place])));
    let worlds = values.deviation().unwrap_or(1.0).powi(2) / worlds.len().max(1) as f64;
    // Results lie between −1 and 1, so that they differ by 1 from their mean at most, on the average.
    let search = 1.0 / f64::from(simulations.max(1));
    (2.0 * (worlds + search).sqrt()) as f32
}

/// Where the plans of two worlds after a move part before the seat can tell the worlds apart.
fn fork<G: Game>(view: &View<'_, G>, solved: &[&Imagined<G>], place: usize) -> Option<Fork> {
    let mut pairs = (0..solved.len()).flat_map(|one| (one + 1..solved.len()).map(move |other| [one, other]));
    pairs.find_map(|worlds| {
        let [one, other] = worlds.map(|world| (&solved[world].world, &solved[world].plans[place][..]));
        let (plies, plans) = parting(view.game(), view.seat(), one, other)?;
        let after = line(view.game(), one.0, &one.1[..plies]);
        Some(Fork { after, worlds: worlds.map(|world| world + 1), plans })
    })
}

/// After how many plies a seat that sees the same in both worlds would choose differently, and what.
fn parting<G: Game>(
    game: &G,
    me: Seat,
    one: (&G::State, &[G::Move]),
    other: (&G::State, &[G::Move]),
) -> Option<(usize, [String; 2])> {
    let (mut first, mut second) = (one.0.clone(), other.0.clone());
    for (ply, (&here, &there)) in one.1.iter().zip(other.1).enumerate() {
        let [mut known, mut also] = [Vec::new(), Vec::new()];
        game.info(&first, me, &mut known);
        game.info(&second, me, &mut also);
        if known != also {
            return None;
        }
        if here != there && game.turn(&first).seat() == Some(me) {
            return Some((ply, [text_of(game, &first, here), text_of(game, &second, there)]));
        }
        game.play(&mut first, here);
        game.play(&mut second, there);
    }
    None
}
