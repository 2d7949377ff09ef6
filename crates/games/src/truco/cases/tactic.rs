//! Names of the tactics of truco: what the hand is like, what was called, what was done.

use super::schema::Places;
use super::{ENVIDO_SCENARIO, TRUCO_SCENARIO, act};
use ludometer_game::Alike;

/// From which sum of the numbers of their kinds three cards are strong, and from which they are balanced: one of the
/// three best kinds, one of the middle and one of the lowest make 40 to 66; the mean of all hands is 37.
const STRONG: f32 = 66.0;
const BALANCED: f32 = 40.0;
const MIDDLING: f32 = 24.0;

/// From which mean of kinds cards are mostly among the best four, and from which they are mostly threes, twos and aces.
const MATADOR: f32 = 30.0;
const WHITE: f32 = 15.0;

/// An answer that is given so often is what a tactic does.
const MOSTLY: f64 = 0.6;
/// Answers that are given so often are named beside each other.
const OFTEN: f64 = 0.25;

/// The name of a cluster.
pub(super) fn name(alike: &Alike<'_>) -> String {
    match alike.scenario as u8 {
        ..ENVIDO_SCENARIO => listed([hand(alike), against(alike), Some(done(alike, card))]),
        ENVIDO_SCENARIO..TRUCO_SCENARIO => {
            let calls = [
                (Places::ENVIDO, "envido"),
                (Places::ENVIDO + 1, "real envido"),
                (Places::ENVIDO + 2, "falta envido"),
            ];
            listed([points(alike), Some(called(alike, &calls)), Some(done(alike, envido))])
        }
        _ => {
            let calls = [
                (Places::TRUCO, "truco"),
                (Places::TRUCO + 1, "retruco"),
                (Places::TRUCO + 2, "vale quatro"),
            ];
            listed([hand(alike), Some(called(alike, &calls)), Some(done(alike, truco))])
        }
    }
}

fn listed<const PARTS: usize>(parts: [Option<String>; PARTS]) -> String {
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// What the three cards are worth; nothing where decisions are not clustered by them.
fn hand(alike: &Alike<'_>) -> Option<String> {
    let kinds = (Places::KINDS..Places::KINDS + 3).map(|place| alike.of(place).map(|kind| kind.mean));
    let sum: f32 = kinds.sum::<Option<f32>>()?;
    let word = match sum {
        STRONG.. => "strong hand",
        BALANCED.. => "balanced hand",
        MIDDLING.. => "middling hand",
        _ => "weak hand",
    };
    Some(word.to_owned())
}

/// What card is answered; nothing where it is a common one.
fn against(alike: &Alike<'_>) -> Option<String> {
    let other = (Places::OTHER_KINDS..Places::ALL).find_map(|place| alike.of(place))?.mean;
    let word = match other {
        MATADOR.. => "against one of the best cards",
        WHITE.. => "against a good card",
        _ => return None,
    };
    Some(word.to_owned())
}

fn points(alike: &Alike<'_>) -> Option<String> {
    let points = alike.of(Places::ENVIDO_POINTS)?;
    Some(format!("{:.0} points", points.mean))
}

/// The highest call that was made as a rule, and by whom.
fn called(alike: &Alike<'_>, calls: &[(usize, &str)]) -> String {
    let made = calls.iter().rev().find_map(|(place, call)| {
        let caller = alike.of(*place).filter(|caller| caller.mode != 0.0)?;
        let who = if caller.mode == 1.0 { "own" } else { "the other's" };
        Some(format!("{who} {call}"))
    });
    made.unwrap_or_else(|| "no call".to_owned())
}

fn done(alike: &Alike<'_>, word: impl Fn(u16) -> &'static str) -> String {
    let most = match alike.actions.first() {
        Some((_, share)) if *share >= MOSTLY => 1,
        _ => 2,
    };
    let often = alike.actions.iter().take(most).filter(|(_, share)| *share >= OFTEN);
    let mut words: Vec<&str> = often.map(|(action, _)| word(*action)).collect();
    words.dedup();
    words.join(" or ")
}

fn card(action: u16) -> &'static str {
    match action {
        act::HIGH => "high card",
        act::LOW => "low card",
        act::LEAVE => "leaves",
        act::DOWN..act::LEAVE => "face down",
        _ => "middle card",
    }
}

fn envido(action: u16) -> &'static str {
    match action {
        act::SILENT => "silent",
        act::ENVIDO_YES => "accepts",
        act::ENVIDO_NO => "refuses",
        _ => "calls",
    }
}

fn truco(action: u16) -> &'static str {
    match action {
        act::CALM => "silent",
        act::RAISE => "raises",
        act::TRUCO_YES => "accepts",
        _ => "refuses",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_game::Typical;

    fn typical(place: usize, mean: f32, mode: f32) -> Typical {
        Typical { place, mean, mode, often: 0.9, lead: 0.0 }
    }

    fn cards(sum: f32) -> Vec<Typical> {
        (Places::KINDS..Places::KINDS + 3).map(|place| typical(place, sum / 3.0, 0.0)).collect()
    }

    #[test]
    fn a_name_says_hand_calls_and_deeds() {
        let weak = cards(13.0);
        let folds = Alike { scenario: 1, typical: &weak, actions: &[(act::LEAVE, 0.7), (act::LOW, 0.3)] };
        assert_eq!(name(&folds), "weak hand; leaves");
        let mut met = cards(13.0);
        met.push(typical(Places::OTHER_KINDS, 45.0, 51.0));
        let answers = Alike { scenario: 1, typical: &met, actions: &[(act::LOW, 1.0)] };
        assert_eq!(name(&answers), "weak hand; against one of the best cards; low card");
        let both = [(act::HIGH, 0.5), (act::HIGH + 1, 0.4), (act::LOW, 0.1)];
        let second_card = Alike { scenario: 2, typical: &[], actions: &both };
        assert_eq!(name(&second_card), "high card or middle card");
        let mut strong = cards(100.0);
        strong.extend([typical(Places::TRUCO, 1.9, 2.0), typical(Places::TRUCO + 1, 0.9, 1.0)]);
        let raises = Alike { scenario: 9, typical: &strong, actions: &[(act::RAISE, 0.8)] };
        assert_eq!(name(&raises), "strong hand; own retruco; raises");
        let quiet = [typical(Places::ENVIDO, 0.1, 0.0), typical(Places::ENVIDO_POINTS, 4.6, 5.0)];
        let silent = Alike { scenario: 6, typical: &quiet, actions: &[(act::SILENT, 1.0)] };
        assert_eq!(name(&silent), "5 points; no call; silent");
    }
}
