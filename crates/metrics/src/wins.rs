//! Wins, draws and losses by seat: is it better to sit first?
//!
//! # Question
//! How often does each seat (and each team) win, draw and lose?
//!
//! # Unit
//! Share of matches.
//!
//! # Range
//! 0 to 1.
//!
//! # Reading
//! With equal agents in all seats every seat should win equally often; the line marks the equal share.
//! An interval that lies wholly on one side of the line shows that a seat is favoured. Many draws
//! between strong agents may be right or dull; draws between random ones hint at stalemates.
//!
//! # Formula
//! `seat-wins`: matches in which the seat is first while somebody is not, divided by all matches. Seats
//! that share the first place before others all win. `draws`: finished matches in which all share one
//! place. `seat-losses`: finished matches that are neither, for that seat. `team-wins`: the same by
//! team, where teams have several seats. A game for one, or played together, is won or lost, never
//! drawn. Matches that did not finish stay in the denominator. Interval: Wilson (1927) when every block
//! is one match, or when one agent plays itself in a game without chance; otherwise Student's t over
//! blocks, two blocks of 0 and two of 1 added (Agresti & Coull 1998), because matches of one block share
//! a deal, or rotate the agents, and are correlated.
//!
//! # Blind spots
//! In a group with different agents it mixes seat and strength; the rotation inside blocks balances
//! them, but an unfinished last block does not. The equal share takes no account of draws.

use crate::block_shares::BlockShares;
use crate::outcome::{Outcome, outcomes};
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["seat-wins", "draws", "seat-losses", "team-wins"];
    Card::from_source("wins", "Wins by seat", include_str!("wins.rs"), &measures)
}

/// Results by seat and block.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    wins: Vec<BlockShares>,
    losses: Vec<BlockShares>,
    draws: BlockShares,
}

impl Tally {
    fn make_room(&mut self, seats: usize) {
        let seats = seats.max(self.wins.len());
        self.wins.resize_with(seats, BlockShares::default);
        self.losses.resize_with(seats, BlockShares::default);
    }
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        self.make_room(context.seats());
        let results = outcomes(context, record);
        for (seat, result) in results.iter().enumerate() {
            self.wins[seat].count(record.block, *result == Outcome::Win);
            self.losses[seat].count(record.block, *result == Outcome::Loss);
        }
        self.draws.count(record.block, results.contains(&Outcome::Draw));
    }

    fn merge(&mut self, other: Self) {
        self.make_room(other.wins.len());
        self.wins.iter_mut().zip(other.wins).for_each(|(mine, theirs)| mine.merge(theirs));
        self.losses.iter_mut().zip(other.losses).for_each(|(mine, theirs)| mine.merge(theirs));
        self.draws.merge(other.draws);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let by_seat = |shares: &[BlockShares]| -> Vec<Row> {
            let seats = shares.iter().enumerate();
            seats.map(|(seat, share)| Row::new(context.seat_name(seat), share.by_seat(context))).collect()
        };
        let mut all = self.clone();
        all.make_room(context.seats());
        let equal_share = |parties: usize| context.is_contest().then(|| 1.0 / parties as f64);
        let teams = teams(context);
        let teamed = context.is_contest() && teams.len() < context.seats();
        let seat_reference = if teamed { None } else { equal_share(context.seats()) };
        let mut measures =
            vec![Measure::rows("seat-wins", "Wins by seat", Unit::Share, by_seat(&all.wins), seat_reference)];
        if context.is_contest() {
            let row = Row::new("draws", self.draws.by_seat(context));
            measures.push(Measure::rows("draws", "Draws", Unit::Share, vec![row], None));
        }
        measures.push(Measure::rows(
            "seat-losses",
            "Losses by seat",
            Unit::Share,
            by_seat(&all.losses),
            None,
        ));
        if teamed {
            // Seats of one team win and lose together: the first one speaks for all.
            let rows = teams.iter().map(|seats| {
                let label = seats.iter().map(|seat| context.seat_name(*seat)).collect::<Vec<_>>().join(" + ");
                Row::new(label, all.wins[seats[0]].by_seat(context))
            });
            let reference = equal_share(teams.len());
            measures.push(Measure::rows("team-wins", "Wins by team", Unit::Share, rows.collect(), reference));
        }
        measures
    }
}

/// The seats of each team, in the order of their first seat.
fn teams(context: &Context) -> Vec<Vec<usize>> {
    let mut teams: Vec<Vec<usize>> = Vec::new();
    for seat in 0..context.seats() {
        match teams.iter_mut().find(|team| context.team(team[0]) == context.team(seat)) {
            Some(team) => team.push(seat),
            None => teams.push(vec![seat]),
        }
    }
    teams
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find, value};
    use ludometer_record::Ending;
    use ludometer_stats::wilson;

    #[test]
    fn two_seats_with_draws_and_an_endless_match() {
        let mut world = World::new(&["X", "O"]);
        let mut records: Vec<MatchRecord> = (0..6).map(|_| world.game().places(&[1, 2]).done()).collect();
        records.push(world.game().places(&[2, 1]).done());
        records.extend((0..2).map(|_| world.game().done()));
        records.push(world.game().places(&[1, 2]).ending(Ending::Limit).done());
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "seat-wins").row("X"), Some(&wilson(6, 10)));
        assert_eq!(find(&found, "seat-wins").row("O"), Some(&wilson(1, 10)));
        assert_eq!(find(&found, "draws").row("draws"), Some(&wilson(2, 10)));
        assert_eq!(find(&found, "seat-losses").row("O"), Some(&wilson(6, 10)));
        assert!(
            matches!(find(&found, "seat-wins").shape, Shape::Rows { reference: Some(r), .. } if r == 0.5)
        );
    }

    #[test]
    fn three_seats_share_a_win() {
        let mut world = World::new(&["A", "B", "C"]);
        let records = [world.game().places(&[1, 1, 3]).done(), world.game().places(&[2, 1, 3]).done()];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "seat-wins", "A"), 0.5);
        assert_eq!(value(&found, "seat-wins", "B"), 1.0);
        assert_eq!(value(&found, "seat-losses", "C"), 1.0);
    }

    #[test]
    fn teams_are_counted_once() {
        let mut world = World::new(&["N", "E", "S", "W"]).teams(&[0, 1, 0, 1]);
        let records = [world.game().places(&[1, 2, 1, 2]).done(), world.game().done()];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "team-wins", "N + S"), 0.5);
        assert_eq!(value(&found, "team-wins", "E + W"), 0.0);
        assert_eq!(value(&found, "draws", "draws"), 0.5);
    }

    #[test]
    fn friends_and_loners_win_or_lose() {
        for mut world in [World::new(&["A", "B"]).cooperative(), World::new(&["A"])] {
            let seats = world.header.game.seats.len();
            let records = [world.game().done(), world.game().places(&vec![2; seats]).done()];
            let found = world.measure::<Tally>(&records);
            assert_eq!(value(&found, "seat-wins", "A"), 0.5);
            assert_eq!(value(&found, "seat-losses", "A"), 0.5);
            assert!(found.iter().all(|measure| measure.id != "draws"));
            assert!(matches!(find(&found, "seat-wins").shape, Shape::Rows { reference: None, .. }));
        }
    }

    #[test]
    fn matches_of_one_deal_are_not_independent() {
        let mut world = World::new(&["X", "O"]).dice();
        let mut records = Vec::new();
        for block in 0..20 {
            // Both matches of a deal go to the same seat.
            let places: [u8; 2] = if block % 2 == 0 { [1, 2] } else { [2, 1] };
            records.extend((0..2).map(|_| world.game().block(block).places(&places).done()));
        }
        let found = world.measure::<Tally>(&records);
        let seat = find(&found, "seat-wins").row("X").unwrap();
        assert_eq!((seat.value, seat.n), (0.5, 40));
        assert!(seat.high - seat.low > wilson(20, 40).high - wilson(20, 40).low);
        world.header.game.chance = "none".into();
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "seat-wins").row("X"), Some(&wilson(20, 40)), "there is no deal to share");
    }
}
