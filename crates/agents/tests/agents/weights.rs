//! Weights from a file: what they mean to both sides, and what is said of files that do not fit.

use ludometer_agents::{AgentError, AgentSpec, Evaluation, Scratch, Sight, build};
use ludometer_game::{Game, GameVisitor, Rng, Seat, Turn, View};
use ludometer_testkit::toys::Tree;
use std::fs;
use std::path::PathBuf;

/// A file of weights with this text.
fn weights(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// What two files make of random positions, and what each seat reads there.
struct Estimates<'a> {
    file: &'a str,
}

impl GameVisitor for Estimates<'_> {
    /// Of each position, the estimate and the features of both seats.
    type Out = Vec<(f32, [Vec<f32>; 2])>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let evaluation = Evaluation::read(&game, "test", self.file).unwrap();
        let sight = Sight::new(&game, Seat::new(1), &evaluation);
        let (mut state, mut rng) = (game.initial(), Rng::stream(1, "match", 0));
        let mut all = Vec::new();
        while let Turn::Seat(_) = game.turn(&state) {
            let read = |seat| {
                let mut out = Vec::new();
                game.read_features(&state, Seat::new(seat), &mut out);
                out
            };
            all.push((sight.estimate(&state, &mut Scratch::default()), [read(0), read(1)]));
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            game.play(&mut state, moves[rng.below(moves.len())]);
        }
        all
    }
}

fn estimates(file: &str) -> Vec<(f32, [Vec<f32>; 2])> {
    ludometer_games::open("breakthrough", [], Estimates { file }).unwrap()
}

#[test]
fn a_position_is_worth_to_one_side_what_it_costs_the_other() {
    let text = "bias = 3.0\n[weights]\nown-pawns = 1.0\n";
    let file = weights("own.toml", text);
    let found = estimates(file.to_str().unwrap());
    for (estimate, [first, second]) in &found {
        // Only what the first seat has more counts, however many pawns there are and whatever the bias.
        let lead = (first[0] - second[0]) / 2.0;
        assert_eq!(*estimate, lead / (1.0 + lead.abs()));
    }
    assert!(found.iter().any(|(estimate, _)| *estimate > 0.0) && found.iter().any(|(e, _)| *e < 0.0));
    assert_eq!(found[0].0, 0.0, "nobody is ahead at the start");
}

/// Asks an agent after these moves.
struct Ask<'a> {
    spec: &'a str,
    moves: &'a str,
}

impl GameVisitor for Ask<'_> {
    /// The move and what the position looks worth to each seat.
    type Out = Result<(String, Vec<f32>), AgentError>;

    fn visit<G: Game>(self, game: G) -> Self::Out {
        let mut agent = build(&game, &AgentSpec::read(self.spec)?)?;
        let mut state = game.initial();
        for text in self.moves.split_whitespace() {
            let chosen = game.parse(&state, text).expect("a legal move");
            game.play(&mut state, chosen);
        }
        let seat = game.turn(&state).seat().expect("a seat to move");
        let view = View::new(&game, &state, seat);
        let decision = agent.decide(&view, &mut Rng::stream(1, "think", 0)).unwrap();
        Ok((view.text(decision.chosen), decision.values))
    }
}

fn ask(game: &str, spec: &str, moves: &str) -> Result<(String, Vec<f32>), AgentError> {
    ludometer_games::open(game, [], Ask { spec, moves }).unwrap()
}

/// Both seats want threats for themselves; a file that speaks of "own" threats means whoever moves.
#[test]
fn the_second_seat_plays_for_itself() {
    let file = weights("threats.toml", "bias = 1.0\n[weights]\nown-threats = 1.0\n");
    for agent in ["alphabeta", "minimax"] {
        let spec = format!("{agent}:depth=1,eval={}", file.display());
        // Who moves has two discs in column 4, and a third there makes a threat.
        let (_, first) = ask("connect-four", &spec, "4 1 4 2").unwrap();
        let (_, second) = ask("connect-four", &spec, "7 4 6 4 1").unwrap();
        assert!(first[0] > 0.0 && first[1] == -first[0], "{agent}: {first:?}");
        assert!(second[1] > 0.0 && second[0] == -second[1], "{agent}: {second:?}");
    }
}

#[test]
fn files_that_do_not_fit_are_refused_with_what_would() {
    let refused = |game: &str, file: &str| {
        let spec = format!("alphabeta:depth=1,eval={file}");
        ask(game, &spec, "").unwrap_err().to_string()
    };
    let unknown = weights("unknown.toml", "[weights]\nown-threat = 1.0\n");
    let said = refused("connect-four", unknown.to_str().unwrap());
    for words in ["alphabeta", "unknown.toml", "own-threat", "did you mean `own-threats`?", "their-threats"] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    let tree = Tree::parse("((1 2) (3 4))").unwrap();
    let spec = format!("alphabeta:eval={}", unknown.display());
    let said = Ask { spec: &spec, moves: "" }.visit(tree).unwrap_err().to_string();
    assert!(said.contains("offers no features") && said.contains("without such a file"), "{said}");
    let said = refused("connect-four", "no-such-file.toml");
    assert!(said.contains("no-such-file.toml"), "{said}");
    let garbled = weights("garbled.toml", "weights = 3\n");
    assert!(refused("connect-four", garbled.to_str().unwrap()).contains("garbled.toml"));
    let endless = weights("endless.toml", "[weights]\nown-threats = inf\n");
    assert!(refused("connect-four", endless.to_str().unwrap()).contains("not a finite number"));
}

#[test]
fn depths_and_tables_out_of_range_get_the_range() {
    for (spec, words) in [
        ("alphabeta:depth=0", ["`depth` cannot be `0`", "takes 1..100"]),
        ("minimax:depth=0", ["`depth` cannot be `0`", "takes 1..100"]),
        ("minimax:depth=101", ["`depth` cannot be `101`", "takes 1..100"]),
        ("alphabeta:table=65537", ["`table` cannot be `65537`", "takes 0..65536"]),
        ("solve:memory=0", ["`memory` cannot be `0`", "takes 1..65536"]),
    ] {
        let said = AgentSpec::read(spec).unwrap_err().to_string();
        assert!(words.iter().all(|word| said.contains(word)), "{said}");
    }
}
