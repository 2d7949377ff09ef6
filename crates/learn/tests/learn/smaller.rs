//! A bot of a smaller game plays the large one.

use crate::bots::Lesson;
use crate::kit::open;
use ludometer_agents::{Agent, AgentSpec};
use ludometer_game::{AnyGame, Game, Rng, Turn, View};
use std::path::Path;

fn taught(folder: &Path, game: &str, typed: &[(&str, &str)]) {
    let options = [("iterations", "10")];
    Lesson { game, typed, options: &options, folder, dry: false }.teach(&mut ()).expect("a bot");
}

fn agent(game: &AnyGame, folder: &Path) -> Result<Box<dyn Agent<AnyGame>>, String> {
    let spec = AgentSpec::read(&format!("cfr:bot={}", folder.display())).expect("a specification");
    let ready = ludometer_agents::cfr::prepare(game, spec.params());
    ready.map(|ready| ready.seat()).map_err(|error| error.to_string())
}

/// The moves of a match in which the bot takes both seats.
fn moves(game: &AnyGame, folder: &Path, seed: u64) -> Vec<String> {
    let mut agent = agent(game, folder).expect("an agent");
    let (mut state, mut rng, mut moves) = (game.initial(), Rng::stream(seed, "match", 0), Vec::new());
    loop {
        let made = match game.turn(&state) {
            Turn::Seat(seat) => {
                let view = View::new(game, &state, seat);
                let decision = agent.decide(&view, &mut rng).expect("a decision");
                assert!(view.legal().contains(&decision.chosen));
                let sum: f32 = decision.shares.iter().sum();
                assert!(decision.shares.len() == view.legal().len() && (sum - 1.0).abs() < 1e-3, "{sum}");
                decision.chosen
            }
            Turn::Chance => game.draw(&state, &mut rng),
            _ => return moves,
        };
        moves.push(ludometer_game::text_of(game, &state, made));
        game.play(&mut state, made);
    }
}

#[test]
fn a_bot_of_one_hand_plays_the_match() {
    let root = tempfile::tempdir().unwrap();
    taught(root.path(), "truco-hand", &[("classes", "3")]);
    for typed in [&[][..], &[("envido-first", "on"), ("flor", "off"), ("target", "18")]] {
        let truco = open("truco", typed);
        for seed in 0..10 {
            let played = moves(&truco, root.path(), seed);
            assert!(played.len() > 20);
            assert_eq!(played, moves(&truco, root.path(), seed));
        }
    }
}

#[test]
fn a_bot_of_another_game_is_refused_with_what_would_do() {
    let root = tempfile::tempdir().unwrap();
    taught(root.path(), "kuhn-poker", &[]);
    let said = agent(&open("truco", &[]), root.path()).err().expect("a refusal");
    for phrase in ["trained for kuhn-poker version 1", "`ludometer train cfr truco-hand`"] {
        assert!(said.contains(phrase), "no `{phrase}` in {said}");
    }
    // A game without a smaller one says nothing of one.
    let said = agent(&open("leduc-poker", &[]), root.path()).err().expect("a refusal");
    assert!(said.contains("trained for kuhn-poker") && !said.contains("plays this game too"), "{said}");
}

#[test]
fn the_small_game_of_other_rules_is_another_game_to_itself() {
    let root = tempfile::tempdir().unwrap();
    taught(root.path(), "truco-hand", &[("classes", "3")]);
    let said = agent(&open("truco-hand", &[("classes", "4")]), root.path()).err().expect("a refusal");
    assert!(said.contains("truco-hand version 1 (classes=3)"), "{said}");
}
