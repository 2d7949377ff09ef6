//! What a table tells of a hand and the rules do not allow. Such hands are counted and read as they are told: nobody knows
//! which of two things that contradict each other is the slip.

use super::schema::Places;

/// What cannot have been, in words.
pub(super) fn doubts(values: &[f32]) -> impl Iterator<Item = &'static str> {
    let calls = &values[Places::TRUCO..][..3];
    let won_by_who_refused =
        |refused: usize, won: usize| values[refused] != 0.0 && values[refused] == values[won];
    [
        (!could_be_dealt(values), "cards that no deal gives"),
        (
            !calls.is_sorted_by(|before, after| *before != 0.0 || *after == 0.0),
            "retruco or vale quatro without the call before",
        ),
        (
            calls.windows(2).any(|two| two[0] != 0.0 && two[0] == two[1]),
            "truco raised by who had called last",
        ),
        (won_by_who_refused(Places::TRUCO_REFUSED, Places::HAND_WON), "truco refused by who won the hand"),
        (won_by_who_refused(Places::ENVIDO_REFUSED, Places::ENVIDO_WON), "envido refused by who won it"),
    ]
    .into_iter()
    .filter_map(|(is_so, what)| is_so.then_some(what))
}

/// Whether the three cards are different ones of the deck: some numbers stand for cards of one or two suits only.
fn could_be_dealt(values: &[f32]) -> bool {
    let card = |at: usize| (values[Places::CARDS + at], values[Places::SUITS + at]);
    let exists = |(code, suit): (f32, f32)| match code as i32 {
        52 | 42 => suit == 1.0,
        50 => suit == 3.0,
        40 => suit == 2.0,
        12 => [2.0, 4.0].contains(&suit),
        4 => [3.0, 4.0].contains(&suit),
        _ => true,
    };
    (0..3).all(|at| exists(card(at)) && (0..at).all(|before| card(before) != card(at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hand 3, 2 and 12 of three suits, with these numbers in these places.
    fn told(changes: &[(usize, f32)]) -> Vec<&'static str> {
        let mut values = vec![0.0; Places::ALL];
        values[Places::CARDS..][..3].copy_from_slice(&[24.0, 16.0, 8.0]);
        values[Places::SUITS..][..3].copy_from_slice(&[1.0, 2.0, 3.0]);
        changes.iter().for_each(|(place, value)| values[*place] = *value);
        doubts(&values).collect()
    }

    #[test]
    fn what_cannot_have_been_is_told_from_what_can() {
        let calls = |who: [f32; 3]| [0, 1, 2].map(|at| (Places::TRUCO + at, who[at]));
        assert!(told(&[]).is_empty());
        assert!(told(&calls([1.0, 2.0, 1.0])).is_empty());
        assert!(told(&[(Places::TRUCO_REFUSED, 1.0), (Places::HAND_WON, 2.0)]).is_empty());
        assert_eq!(told(&calls([1.0, 1.0, 0.0])), ["truco raised by who had called last"]);
        assert_eq!(told(&calls([0.0, 2.0, 0.0])), ["retruco or vale quatro without the call before"]);
        assert_eq!(told(&[(Places::CARDS, 52.0), (Places::SUITS, 2.0)]), ["cards that no deal gives"]);
        for (refused, won, what) in [
            (Places::TRUCO_REFUSED, Places::HAND_WON, "truco refused by who won the hand"),
            (Places::ENVIDO_REFUSED, Places::ENVIDO_WON, "envido refused by who won it"),
        ] {
            assert_eq!(told(&[(refused, 2.0), (won, 2.0)]), [what]);
        }
    }
}
