//! Every agent on every game and every toy: legal, twice the same, within its budget.

use ludometer_agents::{Agent, AgentError, AgentSpec, Decision, build, cards};
use ludometer_game::{Game, GameVisitor, Rng, Turn, View};
use ludometer_testkit::toys;

/// Plays one match with the same agent in every seat and returns its moves and decisions.
fn play<G: Game>(
    game: &G,
    agent: &mut dyn Agent<G>,
    seed: u64,
    check: impl Fn(&View<'_, G>, &Decision<G::Move>),
) -> Vec<G::Move> {
    let mut state = game.initial();
    let (mut dice, mut thinking) = (Rng::stream(seed, "dice", 0), Rng::stream(seed, "think", 0));
    let mut played = Vec::new();
    agent.start();
    for _ in 0..game.limit().min(300) {
        let chosen = match game.turn(&state) {
            Turn::Chance => game.draw(&state, &mut dice),
            Turn::Seat(seat) => {
                let view = View::new(game, &state, seat);
                let decision = agent.decide(&view, &mut thinking).unwrap();
                check(&view, &decision);
                decision.chosen
            }
            _ => break,
        };
        game.play(&mut state, chosen);
        played.push(chosen);
    }
    played
}

/// The options of `mcts`, alone and together.
const OPTIONS: [&str; 7] = [
    "rave=20",
    "rave=20,grave=4",
    "rollout=mast",
    "bounds=on",
    "widen=0.5",
    "threads=2",
    "rave=20,grave=4,rollout=mast,bounds=on,widen=0.5,threads=3",
];
/// Simulations where all options are tried.
const FEW: u64 = 12;

/// Ways of other agents that are not their default.
const WAYS: [&str; 3] =
    ["ismcts:sims=12,observer=single", "ismcts:sims=12,even=on", "pimc:deals=3,with=mcts,sims=5"];

/// Every agent with its budget kept small, and every option.
fn specs() -> Vec<String> {
    let budgets =
        [("deals", "deals=3,nodes=40"), ("sims", "sims=40"), ("nodes", "nodes=300"), ("depth", "depth=2")];
    // Weights are files, which are tested by themselves; strategies have the names a game gives them.
    let named = |name: &str| ["features", "strategy"].contains(&name);
    let each = cards().into_iter().filter(|card| !named(&card.name)).map(|card| {
        let has = |budget: &&(&str, &str)| card.params.iter().any(|p| p.name == budget.0);
        let budget = budgets.iter().find(has);
        budget.map_or_else(|| card.name.clone(), |(_, small)| format!("{}:{small}", card.name))
    });
    let options = OPTIONS.map(|option| format!("mcts:sims={FEW},{option}"));
    each.chain(options).chain(WAYS.map(str::to_owned)).collect()
}

struct EveryAgent<'a> {
    game: &'a str,
}

impl GameVisitor for EveryAgent<'_> {
    type Out = ();

    fn visit<G: Game>(self, game: G) {
        let strategies = game.strategies().into_iter().map(|name| format!("strategy:{name}"));
        for text in specs().into_iter().chain(strategies) {
            let spec = AgentSpec::read(&text).unwrap();
            let most = spec.name().ends_with("mcts").then(|| spec.params().count("sims") as u64);
            let mut agent = match build(&game, &spec) {
                Ok(agent) => agent,
                Err(AgentError::CannotPlay { instead, .. }) => {
                    assert!(!instead.is_empty(), "{text} on {}: a refusal says what would work", self.game);
                    continue;
                }
                // What plays a bot is tested where bots are trained.
                Err(AgentError::NoBot { agent, .. }) => {
                    assert_eq!(agent, spec.name(), "only an agent without its bot");
                    continue;
                }
                Err(other) => panic!("{text} on {}: {other}", self.game),
            };
            let first = play(&game, &mut *agent, 1, |view, decision| {
                assert!(view.legal().contains(&decision.chosen), "{text} on {}", self.game);
                for said in [decision.shares.len(), decision.qualities.len(), decision.visits.len()] {
                    assert!(said == 0 || said == view.legal().len(), "{text} on {}", self.game);
                }
                if !decision.shares.is_empty() {
                    let sum: f32 = decision.shares.iter().sum();
                    assert!((sum - 1.0).abs() < 1e-3, "{text} on {}: shares sum to {sum}", self.game);
                }
                let known = decision.qualities.iter().filter(|quality| !quality.is_nan());
                let mut values = decision.values.iter().chain(known);
                assert!(values.all(|v| (-1.0..=1.0).contains(v)), "{text} on {}", self.game);
                if let Some(most) = most {
                    assert!(decision.nodes <= most, "{text} on {}: {} nodes", self.game, decision.nodes);
                }
            });
            let again = play(&game, &mut *agent, 1, |_, _| ());
            assert_eq!(first, again, "{text} on {}: the same seed, another match", self.game);
            let mut fresh = build(&game, &spec).unwrap();
            assert_eq!(first, play(&game, &mut *fresh, 1, |_, _| ()), "{text} on {} remembers", self.game);
        }
    }
}

#[test]
fn on_every_shipped_game() {
    for card in ludometer_games::cards() {
        ludometer_games::open(&card.name, [], EveryAgent { game: &card.name }).unwrap();
    }
}

#[test]
fn on_every_toy() {
    for name in toys::NAMES {
        toys::open(name, EveryAgent { game: name }).unwrap();
    }
}

#[test]
fn a_broken_state_is_a_leaf_and_nothing_more() {
    EveryAgent { game: "breaks" }.visit(toys::Breaks::new(3));
}

/// The spy rings an alarm whenever an agent uses the true secret.
#[test]
fn no_agent_reads_what_is_hidden() {
    let spy = toys::Spy::new(6);
    let mut heard = Vec::new();
    for text in specs() {
        let Ok(mut agent) = build(&spy, &AgentSpec::read(&text).unwrap()) else { continue };
        heard.push(text.split(':').next().unwrap_or_default().to_owned());
        for seed in 0..50 {
            let mut state = spy.initial();
            let mut dice = Rng::stream(seed, "dice", 0);
            while let Turn::Seat(_) | Turn::Chance = spy.turn(&state) {
                let chosen = match spy.turn(&state) {
                    Turn::Seat(seat) => {
                        let view = View::new(&spy, &state, seat);
                        spy.watching(|| agent.decide(&view, &mut dice).unwrap().chosen)
                    }
                    _ => spy.draw(&state, &mut dice),
                };
                spy.play(&mut state, chosen);
            }
        }
        assert_eq!(spy.alarms(), 0, "{text}");
    }
    heard.dedup();
    assert_eq!(heard, ["random", "greedy", "mcts", "pimc", "ismcts", "mcts", "ismcts", "pimc"]);
}
