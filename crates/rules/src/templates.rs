//! Files to begin with: each is a small game that works, with comments that say where to go on.

/// What a template is for, and its text.
pub struct Template {
    /// What is typed.
    pub name: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

/// All templates.
pub const TEMPLATES: [Template; 4] = [
    Template { name: "board", about: "pieces on a board", text: include_str!("templates/board.luau") },
    Template { name: "cards", about: "hidden hands and tricks", text: include_str!("templates/cards.luau") },
    Template { name: "dice", about: "throws and risks", text: include_str!("templates/dice.luau") },
    Template { name: "hidden", about: "choices in secret", text: include_str!("templates/hidden.luau") },
];

/// What rules files can say, for editors: a Luau definitions file.
pub const DEFINITIONS: &str = include_str!("luau/ludometer.d.luau");
