//! The picture of a position and the numbers observed in it, from the declarations alone.

use crate::content::slug;
use crate::moves::place_name;
use crate::schema::{Field, Grid, Kind, Schema};
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
        for field in self.fields.iter().filter(|field| !field.helper && field.draw != "none") {
            for owner in 0..self.copies(field) {
                let seen = self.sees(cells, field, owner, viewer);
                let copy = &cells[self.place(field, owner)];
                scene.parts.extend(self.part(field, owner, copy, seen));
                scene.parts.extend(self.names_of_cards(field, owner, copy, seen));
            }
        }
        scene
    }

    fn part(&self, field: &Field, owner: usize, copy: &[i32], seen: bool) -> Option<Part> {
        let seat = field.per_player.then(|| Seat::new(owner as u8));
        let title = self.title_of(field, owner);
        match &field.kind {
            Kind::Grid(grid) if seen || grid.of.is_some() => {
                Some(Part::Grid(self.drawn(grid, &field.draw, copy, seen)))
            }
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
            Kind::Tokens { names, .. } if seen => {
                let counts = names.iter().zip(copy).map(|(name, count)| format!("{name} {count}"));
                Some(Part::Label(format!("{title}: {}", counts.collect::<Vec<_>>().join(", "))))
            }
            Kind::Number { .. } | Kind::Flag | Kind::Tokens { .. } => {
                Some(Part::Label(format!("{title}: ?")))
            }
        }
    }

    fn title_of(&self, field: &Field, owner: usize) -> String {
        match field.per_player {
            true => format!("{} of {}", field.title, self.seats[owner]),
            false => field.title.clone(),
        }
    }

    /// The cards on a board by name: one letter says too little of a card.
    fn names_of_cards(&self, field: &Field, owner: usize, copy: &[i32], seen: bool) -> Option<Part> {
        let Kind::Grid(grid @ Grid { of: Some(_), .. }) = &field.kind else { return None };
        let lying = copy.iter().enumerate().filter(|(_, card)| seen && **card != 0);
        let named = lying.map(|(place, &card)| {
            format!("{} {}", place_name(place, grid.width, grid.height), grid.values[card as usize])
        });
        let named: Vec<String> = named.collect();
        let title = self.title_of(field, owner);
        (!named.is_empty()).then(|| Part::Label(format!("{title}: {}", named.join(", "))))
    }

    fn drawn(&self, grid: &Grid, draw: &str, copy: &[i32], seen: bool) -> Drawn {
        let board = Board::lettered(grid.height, grid.width);
        let mut drawn = Drawn::over(&board);
        drawn.shape = if grid.hex { CellShape::Hex } else { CellShape::Square };
        drawn.checkered = draw == "checkers";
        for (place, &value) in copy.iter().enumerate().filter(|(_, value)| **value != 0) {
            let (row, column) = (grid.height - 1 - place / grid.width, place % grid.width);
            let face_down = Token { glyph: '?', owner: None, piece: Piece::Letter };
            let token = if seen { self.token(grid, draw, value) } else { face_down };
            drawn.tokens[row * grid.width + column] = Some(token);
        }
        drawn
    }

    /// A value that begins with the name of a seat belongs to it.
    fn token(&self, grid: &Grid, draw: &str, value: i32) -> Token {
        let name = grid.values.get(value as usize).cloned().unwrap_or_else(|| value.to_string());
        let named = self.seats.iter().position(|seat| name.starts_with(seat.as_str()));
        let owner = named.filter(|_| grid.of.is_none());
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

    /// Numbers that are observed: field, copy, and the cell of that copy.
    pub(crate) fn observed(&self) -> impl Iterator<Item = (&Field, usize, usize)> {
        let drawn = self.fields.iter().filter(|field| !field.helper && field.draw != "none");
        drawn.flat_map(|field| {
            let cells = match &field.kind {
                Kind::Grid(_) => 0,
                Kind::Tokens { names, .. } => names.len(),
                Kind::Number { .. } | Kind::Flag | Kind::Pile { .. } => 1,
            };
            let copies = 0..self.copies(field);
            copies.flat_map(move |owner| (0..cells).map(move |cell| (field, owner, cell)))
        })
    }

    /// Names of numbers, flags, tokens and sizes of piles.
    pub(crate) fn observables(&self) -> Vec<String> {
        let name = |(field, owner, cell): (&Field, usize, usize)| {
            let mut name = field.name.clone();
            if field.per_player {
                name += &format!("-{}", owner + 1);
            }
            if let Kind::Tokens { names, .. } = &field.kind {
                name += &format!("-{}", slug(&names[cell]));
            }
            name
        };
        self.observed().map(name).collect()
    }

    /// The numbers of [`Schema::observables`]; 0 for what the viewer does not see.
    pub(crate) fn observe(&self, cells: &[i32], viewer: Option<usize>, out: &mut Vec<f32>) {
        out.extend(self.observed().map(|(field, owner, cell)| {
            let pile = matches!(field.kind, Kind::Pile { .. });
            let seen = pile || self.sees(cells, field, owner, viewer);
            if seen { cells[self.place(field, owner).start + cell] as f32 } else { 0.0 }
        }));
    }
}
