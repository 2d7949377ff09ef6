//! Symmetries: a match and its image go on alike.

use crate::report::{Breaches, Law};
use ludometer_game::{Game, Rng, Seat, Symmetry, Turn};

/// Random matches each symmetry is tried on.
const MATCHES: u64 = 2;

/// Every symmetry the game declares holds in random matches.
pub(crate) fn symmetries<G: Game>(game: &G, seed: u64, out: &mut Breaches) {
    for (number, symmetry) in game.symmetries().iter().enumerate() {
        for index in 0..MATCHES {
            let mut rng = Rng::stream(seed, "symmetries", index);
            if let Err(what) = goes_on_alike(game, symmetry, &mut rng) {
                out.add(Law::Symmetry, format!("symmetry {}: {what}", number + 1));
                return;
            }
        }
    }
}

fn goes_on_alike<G: Game>(game: &G, symmetry: &Symmetry, rng: &mut Rng) -> Result<(), String> {
    let (mut state, mut image) = (game.initial(), game.initial());
    for ply in 0..game.limit() {
        if game.turn(&state) != game.turn(&image) {
            return Err(format!("after {ply} moves it is not the same turn"));
        }
        let seat = match game.turn(&state) {
            Turn::Seat(seat) => seat,
            Turn::Chance => {
                let outcome = game.draw(&state, rng);
                game.play(&mut state, outcome);
                game.play(&mut image, outcome);
                continue;
            }
            _ => break,
        };
        encodings_match(game, symmetry, &state, &image, seat)
            .map_err(|what| format!("after {ply} moves {what}"))?;
        let (mut legal, mut there) = (Vec::new(), Vec::new());
        game.moves(&state, &mut legal);
        game.moves(&image, &mut there);
        if legal.is_empty() {
            break;
        }
        let chosen = legal[rng.below(legal.len())];
        let wanted = symmetry.actions.get(game.index(&state, chosen)).map(|action| *action as usize);
        let twin = there.into_iter().find(|option| Some(game.index(&image, *option)) == wanted);
        let Some(twin) = twin else {
            return Err(format!("after {ply} moves the image of a move is not legal"));
        };
        game.play(&mut state, chosen);
        game.play(&mut image, twin);
    }
    let alike = game.turn(&state) != Turn::Over || game.payoff(&state) == game.payoff(&image);
    alike.then_some(()).ok_or_else(|| "the image of a match ends otherwise".into())
}

fn encodings_match<G: Game>(
    game: &G,
    symmetry: &Symmetry,
    state: &G::State,
    image: &G::State,
    seat: Seat,
) -> Result<(), String> {
    let length = game.encoding().map_or(0, ludometer_game::Encoding::len);
    if symmetry.cells.is_empty() || !length.is_multiple_of(symmetry.cells.len()) {
        return Err(format!("{} cells do not fit an encoding of {length}", symmetry.cells.len()));
    }
    let [mut own, mut turned, mut other] = [(); 3].map(|()| vec![0.0; length]);
    game.encode(state, seat, &mut own);
    game.encode(image, seat, &mut other);
    symmetry.turn_planes(&own, &mut turned);
    (turned == other).then_some(()).ok_or_else(|| "the encodings are no images of each other".into())
}
