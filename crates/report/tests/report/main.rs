//! The crate as its users see it, over a made-up run.

mod broken;
mod copies;
mod csv;
mod made_up;
mod page;
