//! Moves by number: which action, which arguments, and how people write them.

use crate::schema::{Action, Arg, Kind, Names, Schema};
use ludometer_game::{Board, CellShape, Element, ElementKind};

impl Schema {
    /// The number of the action a move belongs to.
    pub(crate) fn action_of(&self, number: u32) -> usize {
        self.actions.partition_point(|action| action.first <= number).saturating_sub(1)
    }

    /// The action of a move and its arguments.
    pub(crate) fn decode(&self, number: u32) -> (&Action, Vec<i32>) {
        let action = &self.actions[self.action_of(number)];
        let mut rest = number - action.first;
        let mut values = vec![0; action.args.len()];
        for (arg, value) in action.args.iter().zip(&mut values).rev() {
            let width = (arg.max - arg.min + 1) as u32;
            *value = arg.min + (rest % width) as i32;
            rest /= width;
        }
        (action, values)
    }

    /// A move as it is typed: `drop-3`; without the action's name where there is only one.
    pub(crate) fn text(&self, number: u32) -> String {
        let (action, values) = self.decode(number);
        let mut words: Vec<String> = Vec::new();
        if self.actions.len() > 1 || values.is_empty() {
            words.push(action.name.clone());
        }
        words.extend(action.args.iter().zip(values).map(|(arg, value)| typed(&self.name_of(arg, value))));
        words.join("-")
    }

    /// What a value of an argument stands for.
    pub(crate) fn name_of(&self, arg: &Arg, value: i32) -> String {
        match arg.names {
            Names::Numbers => value.to_string(),
            Names::Cards(set) => self.cards[set].names[value as usize - 1].clone(),
            Names::Seats => self.seats[value as usize - 1].clone(),
            Names::Places(field) => match &self.fields[field].kind {
                Kind::Grid(grid) => place_name(value as usize - 1, grid.width, grid.height),
                _ => value.to_string(),
            },
        }
    }

    /// What a designer can name in a move.
    pub(crate) fn elements(&self, number: u32, out: &mut Vec<Element>) {
        let (action, values) = self.decode(number);
        out.push(Element::new(ElementKind::Action, action.name.clone()));
        for (arg, value) in action.args.iter().zip(values) {
            let kind = match arg.names {
                Names::Numbers => ElementKind::Amount,
                Names::Cards(_) => ElementKind::Card,
                Names::Places(_) => ElementKind::Cell,
                // Whom it meets is no thing of the game.
                Names::Seats => continue,
            };
            out.push(Element::new(kind, self.name_of(arg, value)));
        }
    }

    /// The map of the first board.
    pub(crate) fn board(&self) -> Option<Board> {
        self.fields.iter().find_map(|field| match &field.kind {
            Kind::Grid(grid) if !field.per_player && !field.helper => {
                let shape = if grid.hex { CellShape::Hex } else { CellShape::Square };
                Some(Board { shape, ..Board::lettered(grid.height, grid.width) })
            }
            _ => None,
        })
    }
}

/// The name of a place: places count along the rows from the bottom left, as on a chess board.
pub(crate) fn place_name(place: usize, width: usize, height: usize) -> String {
    Board::name(height - 1 - place / width, place % width, height)
}

/// A name without what separates moves in a list.
fn typed(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_whitespace() || ",;".contains(letter) { '_' } else { letter })
        .collect()
}
