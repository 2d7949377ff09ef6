//! Branching: how much choice do players have?
//!
//! # Question
//! How many legal moves does a player have, how many decisions does a match take, how many of them are
//! no choice at all, and how does this change over the match?
//!
//! # Unit
//! Moves and decisions; *forced* is a share of decisions.
//!
//! # Range
//! 1 upwards for moves, 0 upwards for decisions, 0 to 1 for forced decisions.
//!
//! # Reading
//! Two or three moves are a thin choice, hundreds overwhelm people. Many forced decisions are time spent
//! without thought. A line that sinks to 1 shows an endgame that plays itself.
//!
//! # Formula
//! `branching`: *moves per decision* = Σ legal moves / Σ decisions; *moves per real choice* = the same
//! over decisions with at least two moves; *decisions per match* = mean over finished matches. `forced`:
//! decisions with one legal move / all decisions. `branching-by-turn`: mean legal moves at the t-th
//! decision of the match, over the matches that last so long, while at least ten (or all) do. The
//! decisions of a match are alike, and where there is chance those of a block, which shares the deal:
//! intervals come from how matches, or blocks, differ (ratio estimator, Cochran 1977, ch. 6; for
//! `forced` Wilson's with the effective number of decisions, Korn & Graubard 1998). Where they do not
//! differ at all doubt remains as in `length`.
//!
//! # Blind spots
//! Counts legal moves, not good ones. Late turns are seen only by long matches, so the end of the line
//! is a selection. Moves that chance makes are not choices and are not counted.

use crate::block_means::BlockMeans;
use crate::block_ratios::BlockRatios;
use crate::by_turn::ByTurn;
use crate::{Card, Context, Measure, Metric, Row, Unit};
use ludometer_record::MatchRecord;

/// Name and documentation.
#[must_use]
pub fn card() -> Card {
    let measures = ["branching", "forced", "branching-by-turn"];
    Card::from_source("branching", "Branching", include_str!("branching.rs"), &measures)
}

/// Legal moves by match and turn.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    moves: BlockRatios,
    real_choices: BlockRatios,
    forced: BlockRatios,
    decisions: BlockMeans,
    by_turn: ByTurn,
}

impl Metric for Tally {
    fn observe(&mut self, context: &Context, record: &MatchRecord) {
        let decisions = record.plies.iter().filter(|ply| ply.actor.seat().is_some());
        let options: Vec<u64> = decisions.map(|ply| ply.legal.len() as u64).collect();
        let total: u64 = options.iter().sum();
        let forced = options.iter().filter(|legal| **legal == 1).count() as u64;
        let all = options.len() as u64;
        self.moves.add(context, record, total, all);
        self.real_choices.add(context, record, total - forced, all - forced);
        self.forced.add(context, record, forced, all);
        if record.is_finished() {
            self.decisions.add(record.block, all as f64);
        }
        for (turn, legal) in options.iter().enumerate() {
            self.by_turn.add(context, record.block, turn, *legal as f64);
        }
    }

    fn merge(&mut self, other: Self) {
        self.moves.merge(other.moves);
        self.real_choices.merge(other.real_choices);
        self.forced.merge(other.forced);
        self.decisions.merge(other.decisions);
        self.by_turn.merge(other.by_turn);
    }

    fn finish(&self, context: &Context) -> Vec<Measure> {
        let limit = f64::from(context.header.game.limit);
        let rows = [
            ("moves per decision", self.moves.ratio((1.0, f64::INFINITY))),
            ("moves per real choice", self.real_choices.ratio((2.0, f64::INFINITY))),
            ("decisions per match", self.decisions.mean_within(context, (0.0, limit))),
        ];
        let rows: Vec<Row> =
            rows.into_iter().filter_map(|(label, estimate)| Some(Row::new(label, estimate?))).collect();
        let mut measures = Vec::new();
        if !rows.is_empty() {
            measures.push(Measure::rows("branching", "Choice", Unit::Count, rows, None));
        }
        if let Some(forced) = self.forced.share() {
            let row = Row::new("forced", forced);
            measures.push(Measure::rows("forced", "Forced decisions", Unit::Share, vec![row], None));
        }
        if let Some(line) = self.by_turn.line(context, "legal moves", (0.0, f64::INFINITY)) {
            let title = "Legal moves by turn";
            measures.push(Measure::lines("branching-by-turn", title, Unit::Count, "turn", vec![line]));
        }
        measures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use crate::support::{World, find, value};

    #[test]
    fn choices_counted_by_hand() {
        let mut world = World::new(&["X", "O"]);
        let records = [
            world.game().decide(0, &["a", "b", "c"], 0).chance("roll").decide(1, &["b"], 0).done(),
            world.game().decide(0, &["a", "b", "c"], 1).decide(1, &["a", "c"], 0).decide(0, &["c"], 0).done(),
        ];
        let found = world.measure::<Tally>(&records);
        assert_eq!(value(&found, "branching", "moves per decision"), 10.0 / 5.0);
        assert_eq!(value(&found, "branching", "moves per real choice"), 8.0 / 3.0);
        assert_eq!(value(&found, "branching", "decisions per match"), 2.5);
        assert_eq!(value(&found, "forced", "forced"), 0.4);
        let Shape::Lines { lines, .. } = &find(&found, "branching-by-turn").shape else { panic!("no lines") };
        let points: Vec<(f64, f64)> = lines[0].points.iter().map(|(turn, e)| (*turn, e.value)).collect();
        assert_eq!(points, [(1.0, 3.0), (2.0, 1.5)]);
    }

    #[test]
    fn a_shrinking_board_has_a_known_mean() {
        // Tic-tac-toe played to the last cell: 9 + 8 + … + 1 moves in 9 decisions.
        let mut world = World::new(&["X", "O"]);
        let cells = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
        let mut full = |_| {
            let game = world.game();
            (0..9).fold(game, |game, turn| game.decide((turn % 2) as u8, &cells[turn..], 0)).done()
        };
        let records: Vec<MatchRecord> = (0..20).map(&mut full).collect();
        let found = world.measure::<Tally>(&records);
        let mean = find(&found, "branching").row("moves per decision").unwrap();
        assert_eq!((mean.value, mean.n), (5.0, 180));
        assert!(mean.low < 4.5 && mean.high > 5.5, "twenty equal matches leave doubt: {mean:?}");
        assert!((value(&found, "forced", "forced") - 1.0 / 9.0).abs() < 1e-12);
    }

    #[test]
    fn one_match_says_little() {
        let mut world = World::new(&["A"]);
        let records = [world.game().moves(4).done()];
        let found = world.measure::<Tally>(&records);
        assert_eq!(find(&found, "branching").row("moves per decision"), None);
        assert_eq!(value(&found, "branching", "decisions per match"), 4.0);
    }
}
