//! Jobs as tests ask for them.

use ludometer_lab::{
    Conduct, Effort, GameRequest, House, Observer, Opening, Outcome, Request, Watch, conduct, open,
};
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;

struct Silent;
impl Observer for Silent {}
impl Watch for Silent {}

/// A game with these settings, from its usual start.
pub fn game(name: &str, set: &[&str]) -> GameRequest {
    let set = set.iter().map(ToString::to_string).collect();
    GameRequest { game: name.into(), set, opening: Opening::default() }
}

/// The game, opened.
pub fn house(name: &str, set: &[&str]) -> Box<dyn House> {
    open(&game(name, set), 1).unwrap()
}

/// A request with seed 1.
pub fn request(verb: &str, game: GameRequest, agents: &[&str], effort: Effort) -> Request {
    let agents = agents.iter().map(ToString::to_string).collect();
    Request { verb: verb.into(), seed: 1, agents, effort, dry: false, game }
}

/// Carries a request out in a folder of its own.
pub fn carry_out(request: &Request) -> (Outcome, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let how = Conduct {
        threads: 2,
        out: Some(folder.path().join("run")),
        cancel: &AtomicBool::new(false),
        observer: &mut Silent,
    };
    (conduct(request, how).unwrap(), folder)
}
