//! Drawings that come again and again: the empty board and the pieces.
//!
//! A page that shows hundreds of positions defines each drawing once and places it by reference,
//! which keeps the file small. A picture that must stand alone has them written out.

use crate::format::Px;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// Places drawings, written out or by reference.
pub(crate) struct Stamps {
    /// The number of each drawing; `None` when they are written out.
    defined: Option<BTreeMap<String, usize>>,
}

impl Stamps {
    /// Every drawing is written out where it is placed.
    pub fn written_out() -> Self {
        Stamps { defined: None }
    }

    /// Drawings are defined once; the page must hold [`Stamps::definitions`].
    pub fn shared() -> Self {
        Stamps { defined: Some(BTreeMap::new()) }
    }

    /// Puts a drawing that is centred on the origin, or begins there, at a point.
    pub fn place(&mut self, drawing: Markup, x: f64, y: f64) -> Markup {
        let (x, y) = (Px(x), Px(y));
        let Some(defined) = &mut self.defined else {
            return html! { g transform={ "translate(" (x) " " (y) ")" } { (drawing) } };
        };
        let next = defined.len();
        let number = *defined.entry(drawing.into_string()).or_insert(next);
        // Only numbers go into this text, so there is nothing to escape.
        PreEscaped(format!("<use href=\"#stamp{number}\" x=\"{x}\" y=\"{y}\"/>"))
    }

    /// All drawings that were placed by reference.
    pub fn definitions(&self) -> Markup {
        let mut drawings: Vec<(&String, &usize)> = self.defined.iter().flatten().collect();
        drawings.sort_by_key(|(_, number)| **number);
        html! {
            @if !drawings.is_empty() {
                svg.stamps aria-hidden="true" {
                    defs { @for (drawing, number) in drawings { g #{ "stamp" (number) } { (PreEscaped(drawing)) } } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_defined_once() {
        let mut stamps = Stamps::shared();
        let disc = || html! { circle r="9" {} };
        let placed =
            [stamps.place(disc(), 1.0, 2.0), stamps.place(disc(), 3.5, 4.0)].map(Markup::into_string);
        assert_eq!(placed[0], "<use href=\"#stamp0\" x=\"1\" y=\"2\"/>");
        assert_eq!(placed[1], "<use href=\"#stamp0\" x=\"3.5\" y=\"4\"/>");
        stamps.place(html! { rect {} }, 0.0, 0.0);
        let definitions = stamps.definitions().into_string();
        assert_eq!(definitions.matches("<circle").count(), 1);
        roxmltree::Document::parse(&definitions).expect("well-formed");
    }

    #[test]
    fn a_lone_picture_has_everything() {
        let mut stamps = Stamps::written_out();
        let placed = stamps.place(html! { circle r="9" {} }, 1.0, 2.0).into_string();
        assert_eq!(placed, "<g transform=\"translate(1 2)\"><circle r=\"9\"></circle></g>");
        assert_eq!(stamps.definitions().into_string(), "");
    }
}
