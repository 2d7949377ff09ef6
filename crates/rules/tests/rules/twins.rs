//! Shipped files and their Rust twins play the same matches.

use ludometer_game::{Game, GameVisitor, Part, Rng, Turn, text_of};
use ludometer_rules::{Move, Script, State, shipped};
use std::collections::BTreeMap;

/// Matches for each set of parameters.
const MATCHES: u64 = 12;

/// Plays a script and its twin side by side. `told` turns a move of the script into the twin's words; `deal`
/// says how the twin begins what chance has brought to the script.
struct Lockstep<'a> {
    script: Script,
    told: &'a dyn Fn(&str) -> String,
    deal: &'a dyn Fn(&Script, &State) -> Option<String>,
}

impl GameVisitor for Lockstep<'_> {
    type Out = ();

    fn visit<G: Game>(self, twin: G) {
        for number in 0..MATCHES {
            self.match_of(&twin, &mut Rng::stream(7, "twins", number));
        }
    }
}

impl Lockstep<'_> {
    fn match_of<G: Game>(&self, twin: &G, rng: &mut Rng) {
        let mut state = self.script.initial();
        while self.script.turn(&state) == Turn::Chance {
            let outcome = self.script.draw(&state, rng);
            self.script.play(&mut state, outcome);
        }
        let mut other = match (self.deal)(&self.script, &state) {
            Some(text) => twin.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}")),
            None => twin.initial(),
        };
        while let Turn::Seat(seat) = self.script.turn(&state) {
            assert_eq!(twin.turn(&other), Turn::Seat(seat), "{:?}", self.script.scene(&state, None));
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            self.script.moves(&state, &mut ours);
            twin.moves(&other, &mut theirs);
            let ours: BTreeMap<String, _> = ours
                .into_iter()
                .map(|chosen| ((self.told)(&text_of(&self.script, &state, chosen)), chosen))
                .collect();
            let theirs: BTreeMap<String, _> =
                theirs.into_iter().map(|chosen| (text_of(twin, &other, chosen), chosen)).collect();
            assert!(ours.keys().eq(theirs.keys()), "{:?} against {:?}", ours.keys(), theirs.keys());
            let pick = rng.below(ours.len());
            let text = ours.keys().nth(pick).unwrap();
            twin.play(&mut other, theirs[text]);
            self.script.play(&mut state, ours[text]);
        }
        assert_eq!(self.script.turn(&state), Turn::Over, "{:?}", self.script.fault(&state));
        assert_eq!(twin.turn(&other), Turn::Over);
        let (ours, theirs) = (self.script.payoff(&state), twin.payoff(&other));
        assert!(ours.points.iter().eq(theirs.points.iter()), "{ours:?} against {theirs:?}");
    }
}

/// Parameters as typed: `rows=5 line=4`.
fn pairs(typed: &str) -> Vec<(&str, &str)> {
    typed.split_whitespace().filter_map(|pair| pair.split_once('=')).collect()
}

fn compare(
    name: &str,
    settings: &[&str],
    told: impl Fn(&str, usize) -> String,
    deal: impl Fn(&Script, &State) -> Option<String>,
) {
    for typed in settings {
        let source = shipped::find(&format!("{name}.luau")).unwrap();
        let script = ludometer_rules::open(source, pairs(typed)).unwrap_or_else(|error| panic!("{error}"));
        let size = script.board().map_or(0, |board| board.rows);
        let lockstep = Lockstep { script, told: &|text| told(text, size), deal: &deal };
        ludometer_games::open(name, pairs(typed), lockstep).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn connect_four() {
    let settings = ["", "rows=4 columns=5 line=3", "rows=10 columns=11 line=5", "rows=2 columns=2 line=2"];
    compare("connect-four", &settings, |text, _| text.into(), |_, _| None);
}

#[test]
fn tic_tac_toe() {
    let settings = ["", "rows=4 columns=6 line=4", "rows=8 columns=3 line=5", "rows=8 columns=8 line=4"];
    compare("tic-tac-toe", &settings, |text, _| text.into(), |_, _| None);
}

#[test]
fn snowball() {
    let settings = [
        "",
        "size=3 line=2 small=1 large=2 target=99",
        "size=6 line=3 small=0 large=0 limit=121",
        "size=7 line=4 small=2 large=0 target=4",
        "size=11 line=6 small=3 large=2 limit=121",
    ];
    compare("snowball", &settings, |text, _| text.into(), |_, _| None);
}

#[test]
fn hex() {
    let settings =
        ["swap=true", "size=2 swap=false", "size=3 swap=true", "size=7 swap=false", "size=5 swap=true"];
    // There the rows count from the top.
    let told = |text: &str, size: usize| match text.strip_prefix("place-") {
        Some(cell) => {
            let (column, row) = cell.split_at(1);
            format!("{column}{}", size + 1 - row.parse::<usize>().unwrap())
        }
        None => text.into(),
    };
    compare("hex", &settings, told, |_, _| None);
}

#[test]
fn card_points() {
    let settings =
        ["", "cards=2 deck=small", "cards=20 deck=small", "cards=14 deck=spanish", "cards=20 deck=french"];
    let deal = |script: &Script, state: &State| {
        let scene = script.scene(state, None);
        let faces = scene.parts.iter().find_map(|part| match part {
            Part::Hand(row) => Some(row.cards.iter().filter_map(|card| card.face.as_deref())),
            _ => None,
        })?;
        Some(format!("{} | 0 0 | 1", faces.collect::<Vec<_>>().join(" ")))
    };
    compare("card-points", &settings, |text, _| text.into(), deal);
}

/// A square of the script, `c3`, as draughts players number it: from 1, row by row from the top.
fn square(cell: &str) -> usize {
    let (column, row) = (cell.as_bytes()[0] - b'a', cell[1..].parse::<usize>().unwrap());
    4 * (8 - row) + usize::from(column) / 2 + 1
}

/// All whole moves from here: single jumps of one piece are put together.
fn whole_moves(
    script: &Script,
    state: &State,
    path: &[Move],
    text: &str,
    out: &mut BTreeMap<String, Vec<Move>>,
) {
    let mut options = Vec::new();
    script.moves(state, &mut options);
    for option in options {
        let written = text_of(script, state, option);
        let words: Vec<&str> = written.split('-').collect();
        let sign = if words[0] == "jump" { 'x' } else { '-' };
        let start = if text.is_empty() { square(words[1]).to_string() } else { text.to_owned() };
        let whole = format!("{start}{sign}{}", square(words[2]));
        let (path, mut after) = ([path, &[option]].concat(), state.clone());
        script.play(&mut after, option);
        if script.turn(&after) == script.turn(state) {
            whole_moves(script, &after, &path, &whole, out);
        } else {
            out.insert(whole, path);
        }
    }
}

/// Draughts, where a move of the twin is a chain of moves of the script.
struct Chains(Script);

impl GameVisitor for Chains {
    type Out = ();

    fn visit<G: Game>(self, twin: G) {
        for number in 0..MATCHES {
            let rng = &mut Rng::stream(8, "twins", number);
            let (mut state, mut other) = (self.0.initial(), twin.initial());
            while let Turn::Seat(seat) = self.0.turn(&state) {
                assert_eq!(twin.turn(&other), Turn::Seat(seat));
                let (mut ours, mut theirs) = (BTreeMap::new(), Vec::new());
                whole_moves(&self.0, &state, &[], "", &mut ours);
                twin.moves(&other, &mut theirs);
                let theirs: BTreeMap<String, _> =
                    theirs.into_iter().map(|chosen| (text_of(&twin, &other, chosen), chosen)).collect();
                assert!(ours.keys().eq(theirs.keys()), "{:?} against {:?}", ours.keys(), theirs.keys());
                let text = ours.keys().nth(rng.below(ours.len())).unwrap();
                twin.play(&mut other, theirs[text]);
                ours[text].iter().for_each(|&part| self.0.play(&mut state, part));
            }
            assert_eq!(twin.turn(&other), Turn::Over);
            let (ours, theirs) = (self.0.payoff(&state), twin.payoff(&other));
            assert!(ours.points.iter().eq(theirs.points.iter()), "{ours:?} against {theirs:?}");
        }
    }
}

#[test]
fn draughts() {
    for quiet in ["40", "3"] {
        let source = shipped::find("draughts.luau").unwrap();
        let script = ludometer_rules::open(source, [("quiet", quiet)]).unwrap();
        ludometer_games::open("draughts", [("quiet", quiet), ("repetition", "0")], Chains(script)).unwrap();
    }
}
