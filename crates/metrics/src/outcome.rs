//! How a match ended for a seat.

use crate::Context;
use crate::block_shares::WHOLE;
use ludometer_record::MatchRecord;

/// The result of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// First, alone or with others, while somebody is not.
    Win,
    /// All share one place in a game with opponents.
    Draw,
    /// Somebody else won, or the task was not fulfilled.
    Loss,
    /// The match did not finish.
    Open,
}

/// The seats that won; none in a tie, an unfinished match, or a record that does not fit the game.
pub(crate) fn winners(context: &Context, record: &MatchRecord) -> Vec<usize> {
    let fits = record.places.len() == context.seats();
    if fits { record.winners(context.header.game.cooperative) } else { Vec::new() }
}

/// The result of every seat.
pub(crate) fn outcomes(context: &Context, record: &MatchRecord) -> Vec<Outcome> {
    let seats = context.seats();
    if !record.is_finished() || record.places.len() != seats {
        return vec![Outcome::Open; seats];
    }
    let winners = winners(context, record);
    let all_equal = record.places.iter().all(|place| *place == record.places[0]);
    if winners.is_empty() && all_equal && context.is_contest() {
        return vec![Outcome::Draw; seats];
    }
    (0..seats).map(|seat| if winners.contains(&seat) { Outcome::Win } else { Outcome::Loss }).collect()
}

/// What each seat gets of the point that a finished match gives, in parts of [`WHOLE`]; nothing if it
/// did not finish. Teams that share the first place share the point; all seats of a team get what the
/// team gets. Without opponents who wins gets a whole point.
pub(crate) fn points(context: &Context, record: &MatchRecord) -> Option<Vec<u64>> {
    let results = outcomes(context, record);
    let winners = results.iter().enumerate().filter(|(_, result)| **result == Outcome::Win);
    let ahead = if context.is_contest() { context.teams_of(winners.map(|(seat, _)| seat)) } else { 1 };
    let of = |result: &Outcome| match result {
        Outcome::Win => Some(WHOLE / ahead.max(1) as u64),
        Outcome::Draw => Some(WHOLE / context.parties() as u64),
        Outcome::Loss => Some(0),
        Outcome::Open => None,
    };
    results.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::World;
    use Outcome::{Draw, Loss, Open, Win};
    use ludometer_record::Ending;

    #[test]
    fn places_become_results() {
        let mut duel = World::new(&["X", "O"]);
        let cases = [([1, 2], [Win, Loss]), ([1, 1], [Draw, Draw]), ([2, 2], [Draw, Draw])];
        for (places, expected) in cases {
            let record = duel.game().places(&places).done();
            assert_eq!(outcomes(&duel.context(), &record), expected);
        }
        let endless = duel.game().places(&[1, 2]).ending(Ending::Limit).done();
        assert_eq!(outcomes(&duel.context(), &endless), [Open, Open]);
    }

    #[test]
    fn three_seats_may_share_the_win() {
        let mut three = World::new(&["A", "B", "C"]);
        let shared = three.game().places(&[1, 1, 3]).done();
        assert_eq!(outcomes(&three.context(), &shared), [Win, Win, Loss]);
    }

    #[test]
    fn a_shared_first_place_shares_the_point() {
        let mut three = World::new(&["A", "B", "C"]);
        for (places, expected) in
            [([1, 1, 3], [WHOLE / 2, WHOLE / 2, 0]), ([1, 1, 1], [WHOLE / 3; 3]), ([3, 1, 2], [0, WHOLE, 0])]
        {
            let record = three.game().places(&places).done();
            assert_eq!(points(&three.context(), &record).unwrap(), expected);
        }
        let endless = three.game().ending(Ending::Limit).done();
        assert_eq!(points(&three.context(), &endless), None);
        let mut teams = World::new(&["N", "E", "S", "W"]).teams(&[0, 1, 0, 1]);
        let record = teams.game().places(&[1, 2, 1, 2]).done();
        assert_eq!(points(&teams.context(), &record).unwrap(), [WHOLE, 0, WHOLE, 0]);
        let mut friends = World::new(&["A", "B"]).cooperative();
        let record = friends.game().done();
        assert_eq!(points(&friends.context(), &record).unwrap(), [WHOLE, WHOLE]);
    }

    #[test]
    fn together_and_alone_there_is_no_draw() {
        let mut friends = World::new(&["A", "B"]).cooperative();
        for (place, expected) in [(1, Win), (2, Loss)] {
            let record = friends.game().places(&[place, place]).done();
            assert_eq!(outcomes(&friends.context(), &record), [expected, expected]);
        }
        let mut solo = World::new(&["A"]);
        for (place, expected) in [(1, Win), (2, Loss)] {
            let record = solo.game().places(&[place]).done();
            assert_eq!(outcomes(&solo.context(), &record), [expected]);
        }
    }
}
