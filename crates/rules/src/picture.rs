//! The picture of a position and the numbers observed in it, from the declarations alone.

use crate::schema::{Field, Grid, Kind, Schema, See};
use crate::sides::SIDE;
use ludometer_game::{Board, CellShape, Grid as Drawn, Hand, HandCard, Part, Piece, Scene, Seat, Token};

/// A pile that nobody looks into is drawn as a number beyond this many cards.
const FACE_DOWN: usize = 12;

impl Schema {
    /// What a viewer sees.
    pub(crate) fn scene(&self, cells: &[i32], viewer: Option<usize>) -> Scene {
        let mut scene = Scene::default();
        if self.phases.len() > 1 {
            scene
                .parts
                .push(Part::Label(format!("Phase: {}", self.phases[cells[crate::schema::PHASE] as usize])));
        }
        for field in self.fields.iter().filter(|field| !field.helper) {
            for owner in 0..self.copies(field) {
                let seen = self.sees(field, owner, viewer);
                scene.parts.extend(self.part(field, owner, &cells[self.place(field, owner)], seen));
            }
        }
        scene
    }

    fn part(&self, field: &Field, owner: usize, copy: &[i32], seen: bool) -> Option<Part> {
        let seat = field.per_player.then(|| Seat::new(owner as u8));
        let title = match field.per_player {
            true => format!("{} of {}", field.title, self.seats[owner]),
            false => field.title.clone(),
        };
        match &field.kind {
            Kind::Grid(grid) if seen => Some(Part::Grid(self.drawn(grid, &field.draw, copy))),
            Kind::Grid(_) => None,
            Kind::Pile { of, .. } => Some(self.pile(*of, title, seat, copy, seen)),
            Kind::Number { max, .. } if seen && field.draw == "track" => {
                Some(Part::Track { title, owner: seat, value: copy[0] as f32, max: *max as f32 })
            }
            Kind::Number { .. } if seen && field.name == SIDE && !self.sides.is_empty() => {
                Some(Part::Label(format!("{title}: {}", self.sides[copy[0] as usize - 1])))
            }
            Kind::Number { .. } if seen => Some(Part::Label(format!("{title}: {}", copy[0]))),
            Kind::Flag if seen => {
                Some(Part::Label(format!("{title}: {}", if copy[0] == 1 { "yes" } else { "no" })))
            }
            Kind::Number { .. } | Kind::Flag => Some(Part::Label(format!("{title}: ?"))),
        }
    }

    fn drawn(&self, grid: &Grid, draw: &str, copy: &[i32]) -> Drawn {
        let board = Board::lettered(grid.height, grid.width);
        let mut drawn = Drawn::over(&board);
        drawn.shape = if grid.hex { CellShape::Hex } else { CellShape::Square };
        drawn.checkered = draw == "checkers" || draw == "chess";
        for (place, &value) in copy.iter().enumerate().filter(|(_, value)| **value != 0) {
            let (row, column) = (grid.height - 1 - place / grid.width, place % grid.width);
            drawn.tokens[row * grid.width + column] = Some(self.token(grid, draw, value));
        }
        drawn
    }

    /// A value that begins with the name of a seat belongs to it.
    fn token(&self, grid: &Grid, draw: &str, value: i32) -> Token {
        let name = grid.values.get(value as usize).cloned().unwrap_or_else(|| value.to_string());
        let owner = self.seats.iter().position(|seat| name.starts_with(seat.as_str()));
        let glyph = match owner {
            Some(0) if draw == "marks" => 'X',
            Some(1) if draw == "marks" => 'O',
            _ => name.chars().next().unwrap_or('?'),
        };
        let piece = match (draw, owner) {
            ("marks", Some(0)) => Piece::Cross,
            ("marks", Some(1)) => Piece::Nought,
            (_, Some(_)) if name.to_lowercase().contains("king") => Piece::King,
            ("letters", _) | (_, None) => Piece::Letter,
            _ => Piece::Disc,
        };
        Token { glyph, owner: owner.map(|seat| Seat::new(seat as u8)), piece }
    }

    fn pile(&self, of: usize, title: String, owner: Option<Seat>, copy: &[i32], seen: bool) -> Part {
        let count = copy[0] as usize;
        if !seen && count > FACE_DOWN {
            return Part::Label(format!("{title}: {count} cards"));
        }
        let face = |&card: &i32| match seen {
            true => HandCard::open(self.cards[of].names[card as usize - 1].clone()),
            false => HandCard::hidden(),
        };
        Part::Hand(Hand { title, owner, cards: copy[1..=count].iter().map(face).collect() })
    }

    /// Fields that are observed, with the copies of each.
    fn observed(&self) -> impl Iterator<Item = (&Field, usize)> {
        let scalar = |field: &&Field| !field.helper && !matches!(field.kind, Kind::Grid(_));
        self.fields
            .iter()
            .filter(scalar)
            .flat_map(|field| (0..self.copies(field)).map(move |owner| (field, owner)))
    }

    /// Names of numbers, flags and sizes of piles.
    pub(crate) fn observables(&self) -> Vec<String> {
        let name = |(field, owner): (&Field, usize)| match field.per_player {
            true => format!("{}-{}", field.name, owner + 1),
            false => field.name.clone(),
        };
        self.observed().map(name).collect()
    }

    /// The numbers of [`Schema::observables`]; 0 for what the viewer does not see.
    pub(crate) fn observe(&self, cells: &[i32], viewer: Option<usize>, out: &mut Vec<f32>) {
        out.extend(self.observed().map(|(field, owner)| {
            let pile = matches!(field.kind, Kind::Pile { .. });
            let seen = pile || field.see == See::All || self.sees(field, owner, viewer);
            if seen { cells[self.place(field, owner).start] as f32 } else { 0.0 }
        }));
    }
}
