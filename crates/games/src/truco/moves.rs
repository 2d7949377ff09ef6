//! What can be said and played, and its words.

use super::deck::{deal, deal_number, name, read, sorted};
use ludometer_game::Packed;

/// Everything that can be said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names are the words of the game")]
pub enum Call {
    Envido,
    RealEnvido,
    FaltaEnvido,
    Flor,
    FlorFlor,
    ContraFlor,
    ContraFlorFalta,
    ContraFlorResto,
    Truco,
    Retruco,
    ValeQuatro,
    Quero,
    NaoQuero,
    Baralho,
}

/// All calls, in the order of their numbers.
pub const CALLS: [Call; 14] = [
    Call::Envido,
    Call::RealEnvido,
    Call::FaltaEnvido,
    Call::Flor,
    Call::FlorFlor,
    Call::ContraFlor,
    Call::ContraFlorFalta,
    Call::ContraFlorResto,
    Call::Truco,
    Call::Retruco,
    Call::ValeQuatro,
    Call::Quero,
    Call::NaoQuero,
    Call::Baralho,
];

/// The word of each call first, then other words for it, Portuguese and Spanish.
const WORDS: [&[&str]; CALLS.len()] = [
    &["envido", "envido-envido", "invido"],
    &["real-envido", "real", "real-invido"],
    &["falta-envido", "falta", "falta-invido"],
    &["flor"],
    &["flor-flor", "con-flor-quiero", "com-flor-quero"],
    &["contra-flor", "contraflor"],
    &["contra-flor-falta", "contraflor-falta", "contra-flor-e-a-falta", "contraflor-al-falta"],
    &["contra-flor-resto", "contraflor-resto", "contra-flor-e-o-resto", "contraflor-al-resto"],
    &["truco"],
    &["retruco", "quero-retruco", "quiero-retruco"],
    &["vale-quatro", "vale-cuatro", "vale-4", "quero-vale-quatro", "quiero-vale-cuatro"],
    &["quero", "quiero", "aceito", "acepto"],
    &["nao-quero", "no-quiero", "não-quero", "con-flor-me-achico", "com-flor-me-achico"],
    &["baralho", "mazo", "me-voy-al-mazo", "vou-ao-baralho"],
];

/// What is written before a card that is played face down, first the one that is written.
const FACE_DOWN: [&str; 3] = ["down-", "tapada-", "encoberta-"];

impl Call {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        WORDS[self as usize][0]
    }
}

/// A card, a call, or a deal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Plays this card.
    Card(u8),
    /// Plays this card face down.
    Down(u8),
    /// Says this.
    Say(Call),
    /// The deal of this number.
    Deal(u32),
}

impl Packed for Move {
    fn pack(self) -> [u8; 16] {
        match self {
            Move::Card(card) => u128::from(card),
            Move::Down(card) => 1 << 32 | u128::from(card),
            Move::Say(call) => 2 << 32 | call as u128,
            Move::Deal(number) => 3 << 32 | u128::from(number),
        }
        .to_le_bytes()
    }
    fn unpack(bytes: [u8; 16]) -> Self {
        let all = u128::from_le_bytes(bytes);
        match all >> 32 {
            0 => Move::Card(all as u8),
            1 => Move::Down(all as u8),
            2 => Move::Say(CALLS[all as usize & 0xff]),
            _ => Move::Deal(all as u32),
        }
    }
}

impl Move {
    /// Appends `7o`, `down-4c`, `truco`, `deal-1e.7e.7o-4c.5c.6b`.
    pub(super) fn write(self, out: &mut String) {
        match self {
            Move::Card(card) => out.push_str(&name(card)),
            Move::Down(card) => {
                out.push_str(FACE_DOWN[0]);
                out.push_str(&name(card));
            }
            Move::Say(call) => out.push_str(call.word()),
            Move::Deal(number) => {
                let hands = deal(number).map(|hand| hand.map(name).join("."));
                out.push_str(&format!("deal-{}", hands.join("-")));
            }
        }
    }

    /// Reads what [`Move::write`] writes, and other words for it, whether or not it may be played now.
    pub(super) fn read(text: &str) -> Option<Move> {
        let typed = text.trim().to_lowercase();
        if let Some(hands) = typed.strip_prefix("deal-") {
            return read_deal(hands);
        }
        if let Some(card) = FACE_DOWN.iter().find_map(|prefix| typed.strip_prefix(prefix)) {
            return read(card).map(Move::Down);
        }
        let call = WORDS.iter().position(|words| words.contains(&typed.as_str()));
        call.map(|at| Move::Say(CALLS[at])).or_else(|| read(&typed).map(Move::Card))
    }
}

fn read_deal(hands: &str) -> Option<Move> {
    let (first, second) = hands.split_once('-')?;
    let mut seen = 0u64;
    let mut hand = |text: &str| -> Option<[u8; 3]> {
        let cards = text.split('.').map(read).collect::<Option<Vec<u8>>>()?;
        cards.iter().for_each(|card| seen |= 1 << card);
        Some(sorted(cards.try_into().ok()?))
    };
    let hands = [hand(first)?, hand(second)?];
    (seen.count_ones() == 6).then(|| Move::Deal(deal_number(hands)))
}
