//! What the arena promises: the same matches at any number of threads, and nothing that goes wrong
//! is lost.

use ludometer_agents::{Agent, AgentSpec, Decision, build};
use ludometer_arena::{Flow, Halted, Order, Plan, Schedule, Sink, Table, play_match, run};
use ludometer_game::{Fault, Game, Rng, Turn, View};
use ludometer_record::{Actor, Ending, MatchRecord, Names};
use ludometer_testkit::toys;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

#[derive(Default)]
struct Shelf(BTreeMap<u64, String>);

impl Sink for Shelf {
    fn take(&mut self, mut record: MatchRecord, names: &Names) -> Flow {
        // Names in order of first use do not depend on anything but the match.
        let mut table = Names::default();
        record.rename(|id| table.id(names.text(id)));
        self.0.insert(record.number, format!("{record:?} {:?}", table.iter().collect::<Vec<_>>()));
        Flow::On
    }
}

fn play_all<G: Game>(game: G, specs: &[&str], lineup: Vec<usize>, threads: usize) -> BTreeMap<u64, String> {
    let specs: Vec<AgentSpec> = specs.iter().map(|text| AgentSpec::read(text).unwrap()).collect();
    let schedule = Schedule { seed: 5, plans: vec![Plan { lineup, blocks: 12 }] };
    let numbers: Vec<u64> = (0..schedule.len()).collect();
    let mut shelf = Shelf::default();
    let table = Table::new(game);
    let cancel = &AtomicBool::new(false);
    let order = Order { schedule: &schedule, specs: &specs, numbers: &numbers, threads, cancel };
    run(&table, &order, &mut shelf).unwrap();
    shelf.0
}

#[test]
fn any_number_of_threads_plays_the_same_matches() {
    let one = play_all(toys::Tricks::new(3), &["random", "mcts:sims=20"], vec![1, 0, 0], 1);
    let four = play_all(toys::Tricks::new(3), &["random", "mcts:sims=20"], vec![1, 0, 0], 4);
    assert_eq!(one.len(), 36);
    assert_eq!(one, four);
}

fn one_match<G: Game>(game: G, agents: &mut [Box<dyn Agent<G>>]) -> (MatchRecord, Names) {
    let lineup = vec![0; game.seats()];
    let schedule = Schedule { seed: 1, plans: vec![Plan { lineup, blocks: 1 }] };
    play_match(&Table::new(game), &schedule.slot(0).unwrap(), agents, &|| false).unwrap()
}

fn random_agents<G: Game>(game: &G) -> Vec<Box<dyn Agent<G>>> {
    let spec = AgentSpec::read("random").unwrap();
    (0..game.seats()).map(|_| build(game, &spec).unwrap()).collect()
}

#[test]
fn the_dice_of_a_block_are_the_same_in_every_rotation() {
    let specs = [AgentSpec::read("random").unwrap()];
    let game = toys::Tricks::new(4);
    let schedule = Schedule { seed: 3, plans: vec![Plan { lineup: vec![0; 4], blocks: 1 }] };
    let mut agents: Vec<_> = (0..4).map(|_| build(&game, &specs[0]).unwrap()).collect();
    let table = Table::new(game);
    let deals: Vec<String> = (0..4)
        .map(|number| {
            let slot = schedule.slot(number).unwrap();
            let (record, names) = play_match(&table, &slot, &mut agents, &|| false).unwrap();
            let deal = record.plies.iter().find(|ply| ply.actor == Actor::Chance).unwrap();
            names.text(deal.legal[0].text).to_owned()
        })
        .collect();
    assert!(deals.iter().all(|deal| *deal == deals[0]), "{deals:?}");
}

#[test]
fn an_endless_match_stops_at_its_limit_with_evidence() {
    let game = toys::Endless::new(25);
    let mut agents = random_agents(&game);
    let (record, names) = one_match(game, &mut agents);
    assert_eq!((record.ending, record.plies.len()), (Ending::Limit, 25));
    assert_eq!(names.text(record.because), "limit");
    assert!(record.evidence.unwrap().what.contains("25 plies"));
    assert!(record.points.iter().all(|points| points.is_finite()));
}

#[test]
fn a_fault_of_the_rules_is_recorded_with_its_place() {
    let game = toys::Breaks::new(3);
    let mut agents = random_agents(&game);
    let (record, _) = one_match(game, &mut agents);
    assert_eq!((record.ending, record.plies.len()), (Ending::Fault, 3));
    assert!(!record.evidence.unwrap().what.is_empty());
}

#[test]
fn a_turn_without_a_legal_move_is_a_fault() {
    let game = toys::Breaks::stuck(3);
    let mut agents = random_agents(&game);
    let (record, _) = one_match(game, &mut agents);
    assert_eq!((record.ending, record.plies.len()), (Ending::Fault, 3));
    assert!(!record.evidence.unwrap().what.is_empty());
}

#[test]
fn a_panic_inside_a_match_is_recorded_and_the_run_goes_on() {
    let game = toys::Panics::new(4);
    let mut agents = random_agents(&game);
    let (record, _) = one_match(game, &mut agents);
    assert_eq!(record.ending, Ending::Panic);
    assert!(!record.evidence.unwrap().what.is_empty());
    assert_eq!(
        play_all(toys::Panics::new(4), &["random"], vec![0; toys::Panics::new(4).seats()], 2).len() % 12,
        0
    );
}

/// Always answers with a move that is not legal.
struct Cheat;
impl Agent<toys::Divisors> for Cheat {
    fn decide(
        &mut self,
        view: &View<'_, toys::Divisors>,
        _rng: &mut Rng,
    ) -> Result<Decision<<toys::Divisors as Game>::Move>, Fault> {
        Ok(Decision::blind(view.legal().iter().max().copied().unwrap_or_default() + 1))
    }
}

#[test]
fn an_illegal_move_is_evidence_against_its_agent() {
    let game = toys::Divisors::new(60);
    let mut agents: Vec<Box<dyn Agent<toys::Divisors>>> = vec![Box::new(Cheat), Box::new(Cheat)];
    let (record, _) = one_match(game, &mut agents);
    assert_eq!((record.ending, record.plies.len()), (Ending::Illegal, 0));
    assert!(record.evidence.unwrap().what.contains("seat 1 chose"));
}

/// A program behind a pipe that died.
struct Dead;
impl Agent<toys::Divisors> for Dead {
    fn decide(
        &mut self,
        _view: &View<'_, toys::Divisors>,
        _rng: &mut Rng,
    ) -> Result<Decision<<toys::Divisors as Game>::Move>, Fault> {
        Err(Fault { what: "the program ended".into(), place: "my-bot".into(), value: "exit 1".into() })
    }
}

#[test]
fn an_agent_that_fails_is_recorded_with_its_words() {
    let game = toys::Divisors::new(60);
    let mut agents: Vec<Box<dyn Agent<toys::Divisors>>> = vec![Box::new(Dead), Box::new(Dead)];
    let (record, _) = one_match(game, &mut agents);
    assert_eq!(record.ending, Ending::Fault);
    assert!(record.evidence.unwrap().what.contains("seat 1 failed: the program ended"));
}

#[test]
fn an_agent_that_cannot_play_is_refused_before_anything_is_played() {
    let schedule = Schedule { seed: 1, plans: vec![Plan { lineup: vec![0; 2], blocks: 1 }] };
    let table = Table::new(toys::Divisors::new(60));
    let specs = [AgentSpec::read("greedy").unwrap()];
    let mut shelf = Shelf::default();
    let cancel = &AtomicBool::new(false);
    let order = Order { schedule: &schedule, specs: &specs, numbers: &[0], threads: 1, cancel };
    let refused = run(&table, &order, &mut shelf).unwrap_err();
    assert!(refused.to_string().contains("would work"), "{refused}");
    assert!(shelf.0.is_empty());
}

#[test]
fn a_match_that_is_halted_leaves_nothing() {
    let game = toys::Divisors::new(60);
    let schedule = Schedule { seed: 1, plans: vec![Plan { lineup: vec![0; 2], blocks: 1 }] };
    let mut agents = random_agents(&game);
    let slot = schedule.slot(0).unwrap();
    assert_eq!(play_match(&Table::new(game), &slot, &mut agents, &|| true).err(), Some(Halted { plies: 0 }));
}

/// Plays the first legal move. Whoever waits gives up while it thinks about the last ply: the one that
/// ends the match, or that comes up to the limit.
struct Overtaken {
    given_up: Arc<AtomicBool>,
    plies_left: Arc<AtomicU32>,
}

impl<G: Game> Agent<G> for Overtaken {
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Rng) -> Result<Decision<G::Move>, Fault> {
        let mut after = view.sample(rng);
        view.game().play(&mut after, view.legal()[0]);
        let at_limit = self.plies_left.fetch_sub(1, Ordering::Relaxed) == 1;
        if at_limit || view.game().turn(&after) == Turn::Over {
            assert!(!view.halted());
            self.given_up.store(true, Ordering::Relaxed);
            assert!(view.halted(), "an agent hears of it while it thinks");
        }
        Ok(Decision::blind(view.legal()[0]))
    }
}

fn overtaken<G: Game>(game: G) -> (Result<(MatchRecord, Names), Halted>, u32) {
    let given_up = Arc::new(AtomicBool::new(false));
    let plies_left = Arc::new(AtomicU32::new(game.limit()));
    let agent = || Overtaken { given_up: Arc::clone(&given_up), plies_left: Arc::clone(&plies_left) };
    let mut agents: Vec<Box<dyn Agent<G>>> = (0..game.seats()).map(|_| Box::new(agent()) as _).collect();
    let schedule = Schedule { seed: 1, plans: vec![Plan { lineup: vec![0; game.seats()], blocks: 1 }] };
    let (limit, halted) = (game.limit(), || given_up.load(Ordering::Relaxed));
    let left = play_match(&Table::new(game), &schedule.slot(0).unwrap(), &mut agents, &halted);
    (left, limit - plies_left.load(Ordering::Relaxed))
}

#[test]
fn a_match_that_is_halted_while_its_last_ply_is_thought_about_leaves_nothing() {
    let (left, plies) = overtaken(toys::Divisors::new(60));
    assert_eq!(left.err(), Some(Halted { plies: plies as usize }));
    let (left, plies) = overtaken(toys::Endless::new(25));
    assert_eq!((left.err(), plies), (Some(Halted { plies: 25 }), 25));
}

/// Thinks until nobody waits any more.
struct Ponders;
impl Agent<toys::Divisors> for Ponders {
    fn decide(
        &mut self,
        view: &View<'_, toys::Divisors>,
        _rng: &mut Rng,
    ) -> Result<Decision<<toys::Divisors as Game>::Move>, Fault> {
        while !view.halted() {
            std::thread::yield_now();
        }
        Ok(Decision::blind(view.legal()[0]))
    }
}

#[test]
fn a_decision_without_end_is_halted() {
    let game = toys::Divisors::new(60);
    let schedule = Schedule { seed: 1, plans: vec![Plan { lineup: vec![0; 2], blocks: 1 }] };
    let mut agents: Vec<Box<dyn Agent<toys::Divisors>>> = vec![Box::new(Ponders), Box::new(Ponders)];
    let asked = AtomicU32::new(0);
    let halted = || asked.fetch_add(1, Ordering::Relaxed) > 100;
    let left = play_match(&Table::new(game), &schedule.slot(0).unwrap(), &mut agents, &halted);
    assert_eq!(left.err(), Some(Halted { plies: 1 }));
}

/// A program whose failure is its own.
struct Forfeits;
impl Agent<toys::Divisors> for Forfeits {
    fn decide(
        &mut self,
        view: &View<'_, toys::Divisors>,
        rng: &mut Rng,
    ) -> Result<Decision<<toys::Divisors as Game>::Move>, Fault> {
        Dead.decide(view, rng)
    }
    fn forfeits(&self) -> bool {
        true
    }
}

#[test]
fn a_program_that_fails_loses_the_match() {
    let game = toys::Divisors::new(60);
    let random = build(&game, &AgentSpec::read("random").unwrap()).unwrap();
    let mut agents: Vec<Box<dyn Agent<toys::Divisors>>> = vec![random, Box::new(Forfeits)];
    let (record, names) = one_match(game, &mut agents);
    assert_eq!((record.ending, record.plies.len()), (Ending::Forfeit, 1));
    assert_eq!((&record.points[..], &record.places[..]), (&[1.0, -1.0][..], &[1, 2][..]));
    assert_eq!(names.text(record.because), "forfeit");
    assert!(record.evidence.unwrap().what.contains("seat 2 forfeits: the program ended"));
}
