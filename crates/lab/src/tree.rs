//! What an agent explored, with boards and names: ready to be drawn.

use ludometer_agents::lesson::Measure;
use ludometer_agents::{Explored, Told};
use ludometer_game::{Game, Seat, Turn, are_opponents, text_of};
use ludometer_report::{TreeNode, TreePicture};

/// Plies that are shown.
pub(crate) const DEEP: usize = 4;
/// Moves of a position that are shown.
pub(crate) const WIDE: usize = 4;

/// How values are written and for whom.
pub(crate) struct Drawer<'a, G: Game> {
    pub game: &'a G,
    pub me: Seat,
    pub measure: Measure,
}

impl<G: Game> Drawer<'_, G> {
    /// The picture of a tree that starts from this state.
    pub fn picture(
        &self,
        title: &str,
        agent: &str,
        state: &G::State,
        value: Option<f32>,
        tree: &[Explored<G::Move>],
    ) -> TreePicture {
        let mut legal = Vec::new();
        self.game.moves(state, &mut legal);
        let root = TreeNode {
            by: String::new(),
            scene: Some(self.game.scene(state, Some(self.me))),
            turn: self.turn(state),
            value: value.map(|value| self.write(value)),
            told: Told::Exact,
            proven: false,
            visits: None,
            children: tree.iter().map(|one| self.node(state, one)).collect(),
            more: legal.len() - tree.len(),
            cut: false,
        };
        let caption = format!("{} · {agent} · {}", root.turn, self.reading());
        TreePicture { title: title.to_owned(), caption, root }
    }

    fn node(&self, before: &G::State, one: &Explored<G::Move>) -> TreeNode {
        let mut state = before.clone();
        self.game.play(&mut state, one.option);
        // What lies behind a move is not for every eye where something is hidden.
        let open = !self.game.traits().hidden;
        let flip =
            are_opponents(self.game) && self.game.turn(before).seat().is_some_and(|mover| mover != self.me);
        let told = match (one.told, flip) {
            (Told::AtMost, true) => Told::AtLeast,
            (Told::AtLeast, true) => Told::AtMost,
            (told, _) => told,
        };
        TreeNode {
            by: text_of(self.game, before, one.option),
            scene: open.then(|| self.game.scene(&state, Some(self.me))),
            turn: if open { self.turn(&state) } else { String::new() },
            value: Some(self.write(if flip { -one.value } else { one.value })),
            told,
            proven: one.proven,
            visits: one.visits,
            children: one.children.iter().map(|child| self.node(&state, child)).collect(),
            more: one.more,
            cut: one.cut,
        }
    }

    fn turn(&self, state: &G::State) -> String {
        match self.game.turn(state) {
            Turn::Seat(seat) => format!("{} to move", self.game.seat_name(seat)),
            Turn::Chance => "chance to come".into(),
            _ => "match over".into(),
        }
    }

    fn reading(&self) -> String {
        let name = self.game.seat_name(self.me);
        match (are_opponents(self.game), self.measure) {
            (true, Measure::Units) => format!("values are for {name}, −1 (loss) to 1 (win)"),
            (true, Measure::Points) => format!("values are the points of {name}"),
            (false, Measure::Units) => "values are for who makes the move, −1 to 1".into(),
            (false, Measure::Points) => "values are the points of who makes the move".into(),
        }
    }

    fn write(&self, value: f32) -> String {
        match self.measure {
            // A loss for somebody may be a negative nothing.
            Measure::Units if value.abs() < 0.000_5 => "0".into(),
            Measure::Units => {
                let decimals = if value.abs() < 0.1 { 3 } else { 2 };
                format!("{value:+.decimals$}").replace('-', "−")
            }
            Measure::Points => to_points(value, self.game.bounds()).to_string().replace('-', "−"),
        }
    }
}

/// The points behind a value from −1 to 1, to as many decimals, three at most, as survive the way there
/// and back: whole points come back whole.
pub(crate) fn to_points(value: f32, (low, high): (f32, f32)) -> f32 {
    let (value, low, high) = (f64::from(value), f64::from(low), f64::from(high));
    let points = low + (value + 1.0) / 2.0 * (high - low);
    let lost = (high - low) * f64::from(f32::EPSILON);
    let kept = [1000.0, 100.0, 10.0].into_iter().find(|scale| scale * lost < 0.5).unwrap_or(1.0);
    // A loss for somebody may be a negative nothing.
    ((points * kept).round() / kept) as f32 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludometer_agents::to_unit;

    #[test]
    fn whole_points_come_back_whole() {
        for (low, high) in [(-64, 64), (0, 3), (-81, 88), (-12_345, 7), (0, 1_000_003), (-700_001, 700_001)] {
            let bounds = (low as f32, high as f32);
            let step = ((high - low) / 5000).max(1) as usize;
            for points in (low..=high).step_by(step) {
                assert_eq!(to_points(to_unit(points as f32, bounds), bounds), points as f32, "{bounds:?}");
            }
        }
    }

    #[test]
    fn decimals_are_kept_as_far_as_they_are_known() {
        let there_and_back = |points: f32, bounds| to_points(to_unit(points, bounds), bounds);
        assert_eq!(there_and_back(2.1, (-4.0, 4.0)), 2.1);
        assert_eq!(there_and_back(-0.125, (-1000.0, 7.0)), -0.125);
        assert_eq!(there_and_back(1.0 / 3.0, (-1.0, 1.0)), 0.333);
        assert_eq!(there_and_back(2.5, (-100_000.0, 100_000.0)), 2.5);
    }
}
