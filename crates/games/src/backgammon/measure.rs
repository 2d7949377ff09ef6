//! Numbers about a position: network input, features, and the static evaluation.

use super::checkers::{BAR, CHECKERS, Checkers, HOME, OFF, POINTS, bit, mirrored, places};
use super::{DOUBLINGS, State};
use ludometer_game::{Code, Feature, Seat};

/// Numbers for one point and one player.
const UNITS: usize = 4;
/// Numbers for the checkers of one player: all points, bar and off.
const SIDE: usize = 24 * UNITS + 2;
/// What TD-Gammon reads: both sides, and who is on turn.
pub(super) const TESAURO: usize = 2 * SIDE + 2;
/// Both sides, who is on turn, the dice, the cube.
pub(super) const INPUTS: usize = TESAURO + 6 + 3;

/// Tesauro's units: at least one, two, three checkers, and half of those above three; then half of
/// those on the bar, and the share of those off.
fn encode_side(side: &Checkers, out: &mut [f32]) {
    for (units, point) in out.chunks_exact_mut(UNITS).zip(1..BAR) {
        let number = f32::from(side.on(point));
        for (unit, least) in units.iter_mut().zip([1.0, 2.0, 3.0]) {
            *unit = if number >= least { 1.0 } else { 0.0 };
        }
        units[3] = (number - 3.0).max(0.0) / 2.0;
    }
    out[SIDE - 2] = f32::from(side.on(BAR)) / 2.0;
    out[SIDE - 1] = f32::from(side.on(OFF)) / f32::from(CHECKERS);
}

/// Own checkers, the other's, who is on turn (Tesauro's 198 numbers); how many dice show each face;
/// the stake, and whether each player may double.
pub(super) fn encode(state: &State, me: Seat, out: &mut [f32]) {
    out.fill(0.0);
    let (own, their) = (me.index(), 1 - me.index());
    encode_side(&state.sides[own], &mut out[..SIDE]);
    encode_side(&state.sides[their], &mut out[SIDE..2 * SIDE]);
    let rest = &mut out[2 * SIDE..];
    rest[usize::from(state.mover() != me)] = 1.0;
    for die in state.dice.into_iter().filter(|die| *die > 0) {
        rest[1 + usize::from(die)] += 0.5;
    }
    rest[8] = f32::from(state.doublings) / f32::from(DOUBLINGS);
    rest[9] = f32::from(u8::from(usize::from(state.holder) != their));
    rest[10] = f32::from(u8::from(usize::from(state.holder) != own));
}

/// The longest row of made points.
fn prime(side: &Checkers) -> u32 {
    let made = side.many() & POINTS;
    let (mut row, mut length) = (made, 0);
    while row != 0 {
        row &= row << 1;
        length += 1;
    }
    length
}

/// Checkers that still have to leave the opponent's home.
fn behind(side: &Checkers) -> u32 {
    places(side.any() >> 19 << 19).map(|place| u32::from(side.on(place))).sum()
}

/// Single checkers that an opposing checker has not passed yet.
fn exposed(side: &Checkers, other: &Checkers) -> u32 {
    let enemies = mirrored(other.any()) | if other.on(BAR) > 0 { bit(OFF) } else { 0 };
    let passed = enemies & enemies.wrapping_neg();
    if enemies == 0 { 0 } else { (side.blots() & !(passed - 1)).count_ones() }
}

fn home_points(side: &Checkers) -> u32 {
    (side.many() & HOME).count_ones()
}

/// Whether the two sides have passed each other.
fn is_race(sides: &[Checkers; 2]) -> bool {
    let [rear, front] = [sides[0].any(), mirrored(sides[1].any())];
    let bar = bit(BAR) & (sides[0].any() | sides[1].any()) != 0;
    !bar && (front == 0 || rear < front & front.wrapping_neg())
}

/// Names and ranges of the numbers of TD-Gammon, each read as it is, and what they say.
fn tesauro() -> impl Iterator<Item = Feature> {
    let most = f32::from(CHECKERS);
    let side = move |who: &'static str| {
        let point = move |point: u8| {
            let there = format!("{who} checkers on {who} point {point}");
            let more = (
                format!("{who}-{point}-more"),
                (most - 3.0) / 2.0,
                format!("{there}: half of those above 3"),
            );
            let least = (1..UNITS).map(move |least| {
                (format!("{who}-{point}-has-{least}"), 1.0, format!("{there}: 1 where at least {least}"))
            });
            least.chain([more])
        };
        let bar = (format!("{who}-on-bar"), most / 2.0, format!("half of {who} checkers on the bar"));
        let off = (format!("{who}-borne-off"), 1.0, format!("share of {who} checkers borne off"));
        (1..BAR).flat_map(point).chain([bar, off])
    };
    let turn = [("own-turn", "1 where this seat is on turn"), ("their-turn", "1 where the other is on turn")]
        .map(|(name, about)| (name.to_owned(), 1.0, about.to_owned()));
    let feature = |(name, most, about): (String, f32, String)| {
        Feature::new(name, (0.0, most)).coded(Code::Number(1.0)).of(&["tesauro"]).about(about)
    };
    side("own").chain(side("their")).chain(turn).map(feature)
}

/// Appends the numbers of TD-Gammon.
fn read_tesauro(state: &State, me: Seat, out: &mut Vec<f32>) {
    let mut inputs = [0.0; INPUTS];
    encode(state, me, &mut inputs);
    out.extend_from_slice(&inputs[..TESAURO]);
}

/// All features: the 198 numbers of TD-Gammon (the set `tesauro`), then a few of the whole position (`whole`).
pub(super) fn features() -> Vec<Feature> {
    let most = f32::from(CHECKERS);
    let kinds = [
        ("pips", 25.0 * most, "points all checkers together still have to go"),
        ("bar", most, "checkers on the bar"),
        ("off", most, "checkers borne off"),
        ("blots", most, "single checkers that a checker of the other has not passed yet"),
        ("home-points", 6.0, "points of the home with two checkers or more"),
        ("prime", 7.0, "length of the longest row of points with two checkers or more"),
        ("behind", most, "checkers in the home of the other, or on the bar"),
    ];
    let of_both = |(name, most, about): (&str, f32, &'static str)| {
        ["own", "their"].map(|who| whole(format!("{who}-{name}"), most, about))
    };
    let flags = [
        ("race", "1 where the two sides have passed each other"),
        ("on-turn", "1 where this seat is on turn"),
    ]
    .map(|(name, about)| whole(name.to_owned(), 1.0, about));
    tesauro().chain(kinds.into_iter().flat_map(of_both)).chain(flags).collect()
}

fn whole(name: String, most: f32, about: &'static str) -> Feature {
    Feature::new(name, (0.0, most)).of(&["whole"]).about(about)
}

/// Appends the numbers of [`features`].
pub(super) fn read(state: &State, me: Seat, out: &mut Vec<f32>) {
    read_tesauro(state, me, out);
    read_whole(state, me.index(), out);
}

/// Appends those at these places, in rising order.
pub(super) fn read_chosen(state: &State, me: Seat, chosen: &[u16], out: &mut Vec<f32>) {
    let start = out.len();
    let whole = chosen.last().is_some_and(|last| usize::from(*last) >= TESAURO);
    read_tesauro(state, me, out);
    if whole {
        read_whole(state, me.index(), out);
    }
    for (to, &from) in chosen.iter().enumerate() {
        out[start + to] = out[start + usize::from(from)];
    }
    out.truncate(start + chosen.len());
}

/// Appends what is told of the whole position.
fn read_whole(state: &State, me: usize, out: &mut Vec<f32>) {
    let kinds: [fn(&Checkers, &Checkers) -> u32; 7] = [
        |side, _| side.pips(),
        |side, _| side.on(BAR).into(),
        |side, _| side.on(OFF).into(),
        exposed,
        |side, _| home_points(side),
        |side, _| prime(side),
        |side, _| behind(side),
    ];
    let both = [(me, 1 - me), (1 - me, me)];
    let number = |kind: fn(&Checkers, &Checkers) -> u32, (side, other): (usize, usize)| {
        kind(&state.sides[side], &state.sides[other]) as f32
    };
    out.extend(kinds.into_iter().flat_map(|kind| both.map(|of| number(kind, of))));
    out.extend(
        [is_race(&state.sides), usize::from(state.mover) == me].map(|holds| f32::from(u8::from(holds))),
    );
}

/// What the throw to come is worth in points to go, and by how many points, and what share of all, a
/// lead is still uncertain.
const TEMPO: f32 = 4.0;
const DOUBT: f32 = 12.0;
const SPREAD: f32 = 0.12;
/// Worth of structure where the sides are still in contact, in points to go.
const POINT: f32 = 4.0;
const ROW: f32 = 2.5;
const SINGLE: f32 = 3.0;
const REAR: f32 = 2.0;
const ON_BAR: f32 = 6.0;

fn structure(side: &Checkers, other: &Checkers) -> f32 {
    POINT * home_points(side) as f32 + ROW * prime(side) as f32
        - SINGLE * exposed(side, other) as f32
        - REAR * behind(side) as f32
        - ON_BAR * f32::from(side.on(BAR))
}

/// How well a player stands, from −1 to 1 in stakes: the lead in points to go, structure counted in.
pub(super) fn outlook(sides: &[Checkers; 2], me: usize, mover: Option<Seat>) -> f32 {
    let (own, their) = (&sides[me], &sides[1 - me]);
    let [mine, others] = [own, their].map(|side| side.pips() as f32);
    let tempo = mover.map_or(0.0, |seat| if seat.index() == me { TEMPO } else { -TEMPO });
    let contact = if is_race(sides) { 0.0 } else { structure(own, their) - structure(their, own) };
    let lead = (others - mine + tempo + contact) / (DOUBT + SPREAD * (mine + others) / 2.0);
    lead / (1.0 + lead.abs())
}
