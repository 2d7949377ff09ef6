//! The colours of reports: one table for light, one for dark, written out as CSS variables.
//!
//! Pictures name colours only by class, so one drawing serves light, dark and paper. What text
//! stands on a coloured ground is chosen by computed contrast, and the tests hold every pair to
//! the accessibility limits.

use std::fmt::Write;

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// How many shades a heat map has.
pub(crate) const HEAT_STEPS: usize = 11;

/// All colours of one theme.
pub(crate) struct Theme {
    paper: Rgb,
    card: Rgb,
    ink: Rgb,
    muted: Rgb,
    line: Rgb,
    link: Rgb,
    fine: Rgb,
    problem: Rgb,
    unsure: Rgb,
    board: Rgb,
    board_alt: Rgb,
    mark: Rgb,
    on_seat: Rgb,
    neutral: Rgb,
    seats: [Rgb; 8],
    heat: (Rgb, Rgb),
}

const fn hex(rgb: u32) -> Rgb {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

/// For screens in daylight and for paper.
pub(crate) const LIGHT: Theme = Theme {
    paper: hex(0xf6f5f1),
    card: hex(0xffffff),
    ink: hex(0x1c2127),
    muted: hex(0x56606b),
    line: hex(0xd9dde2),
    link: hex(0x1f5aa6),
    fine: hex(0x1a7340),
    problem: hex(0xb3261e),
    unsure: hex(0x855700),
    board: hex(0xe9edf2),
    board_alt: hex(0xd3dbe5),
    mark: hex(0xffe08a),
    on_seat: hex(0xffffff),
    neutral: hex(0x5a6570),
    seats: [
        hex(0x2563a8),
        hex(0xbf4a17),
        hex(0x1d7a4c),
        hex(0x7b46b0),
        hex(0x856400),
        hex(0x0b7480),
        hex(0xb03576),
        hex(0x59636e),
    ],
    heat: (hex(0xf1f5fa), hex(0x0f3d78)),
};

/// For screens at night.
pub(crate) const DARK: Theme = Theme {
    paper: hex(0x111418),
    card: hex(0x1a1f26),
    ink: hex(0xe9ecf0),
    muted: hex(0xa7b1bc),
    line: hex(0x363f4a),
    link: hex(0x86b8f5),
    fine: hex(0x5fcf8a),
    problem: hex(0xff958c),
    unsure: hex(0xe8bb52),
    board: hex(0x2a323c),
    board_alt: hex(0x38424f),
    mark: hex(0x6b5512),
    on_seat: hex(0x10151b),
    neutral: hex(0x9aa5b1),
    seats: [
        hex(0x6fadf2),
        hex(0xf58f63),
        hex(0x5fc896),
        hex(0xbb9bf2),
        hex(0xdbb84c),
        hex(0x5cc6d1),
        hex(0xf285ba),
        hex(0xaab4bf),
    ],
    heat: (hex(0x232b36), hex(0xa3cdff)),
};

/// The shade of a heat map, from 0 (least) to `HEAT_STEPS - 1` (most).
pub(crate) fn heat(theme: &Theme, step: usize) -> Rgb {
    let part = step as f64 / (HEAT_STEPS - 1) as f64;
    let (low, high) = theme.heat;
    std::array::from_fn(|i| {
        let (low, high) = (f64::from(low[i]), f64::from(high[i]));
        (low + (high - low) * part).round() as u8
    })
}

/// Black or white, whichever is easier to read on this ground.
pub(crate) fn ink_on(ground: Rgb) -> Rgb {
    let (black, white) = ([0, 0, 0], [255, 255, 255]);
    if contrast(ground, black) >= contrast(ground, white) { black } else { white }
}

/// Contrast of two colours, from 1 to 21, as the web accessibility guidelines define it.
pub(crate) fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(rgb: Rgb) -> f64 {
    let linear = rgb.map(|channel| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// The theme as CSS declarations.
fn declarations(theme: &Theme) -> String {
    let mut css = String::new();
    let mut declare = |name: &str, [r, g, b]: Rgb| {
        let _ = write!(css, "--{name}:#{r:02x}{g:02x}{b:02x};");
    };
    declare("paper", theme.paper);
    declare("card", theme.card);
    declare("ink", theme.ink);
    declare("muted", theme.muted);
    declare("line", theme.line);
    declare("link", theme.link);
    declare("fine", theme.fine);
    declare("problem", theme.problem);
    declare("unsure", theme.unsure);
    declare("board", theme.board);
    declare("board-alt", theme.board_alt);
    declare("mark", theme.mark);
    declare("on-seat", theme.on_seat);
    declare("neutral", theme.neutral);
    for (seat, &colour) in theme.seats.iter().enumerate() {
        declare(&format!("s{seat}"), colour);
    }
    for step in 0..HEAT_STEPS {
        declare(&format!("h{step}"), heat(theme, step));
        declare(&format!("i{step}"), ink_on(heat(theme, step)));
    }
    css
}

/// All colour variables and the classes that use them.
pub(crate) fn css() -> String {
    let (light, dark) = (declarations(&LIGHT), declarations(&DARK));
    let mut css = format!(
        ":root{{color-scheme:light dark;{light}}}\n\
         @media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
         @media print{{:root{{color-scheme:light;{light}}}}}\n"
    );
    for seat in 0..LIGHT.seats.len() {
        let _ = writeln!(css, ".s{seat}{{--tone:var(--s{seat})}}");
    }
    for step in 0..HEAT_STEPS {
        let _ = writeln!(css, ".h{step}{{fill:var(--h{step})}}.i{step}{{fill:var(--i{step})}}");
    }
    css
}

/// The properties that paint shapes and letters.
const PAINT: [&str; 5] = ["fill", "stroke", "text-anchor", "font-", "paint-order"];

/// The rules of a style sheet that only paint, with the light colours written out: for pictures that are
/// shown where variables are not understood. Every rule must stand on a line of its own.
pub(crate) fn painted(css: &str) -> String {
    let mut plain = String::new();
    for line in css.lines() {
        let rule = line.strip_suffix('}').and_then(|rule| rule.split_once('{'));
        let Some((selectors, body)) = rule else { continue };
        let paints = |part: &str| PAINT.iter().any(|property| part.starts_with(property));
        if !body.split(';').all(paints) {
            continue;
        }
        if !body.contains("var(--tone)") {
            let _ = writeln!(plain, "{selectors}{{{}}}", with_colours(body));
            continue;
        }
        let seats = LIGHT.seats.iter().enumerate().map(|(seat, &colour)| (format!("s{seat}"), colour));
        let nobody = ["sx", "nobody"].map(|class| (class.to_owned(), LIGHT.neutral));
        for (owner, colour) in seats.chain(nobody) {
            let owned: Vec<String> = selectors.split(',').map(|selector| below(selector, &owner)).collect();
            let body = with_colours(&body.replace("var(--tone)", &code(colour)));
            let _ = writeln!(plain, "{}{{{body}}}", owned.join(","));
        }
    }
    plain
}

/// The selector for things that lie inside something of this owner.
fn below(selector: &str, owner: &str) -> String {
    match selector.rsplit_once(' ') {
        Some((outer, last)) => format!("{outer} .{owner} {last}"),
        None => format!(".{owner} {selector}"),
    }
}

fn code([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// The text with every variable of the light theme replaced by its colour.
fn with_colours(text: &str) -> String {
    let mut text = text.to_owned();
    for declared in declarations(&LIGHT).split_terminator(';') {
        if let Some((name, colour)) = declared.split_once(':') {
            text = text.replace(&format!("var({name})"), colour);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_has_its_known_ends() {
        assert!((contrast([0, 0, 0], [255, 255, 255]) - 21.0).abs() < 1e-9);
        assert!((contrast([119, 119, 119], [255, 255, 255]) - 4.48).abs() < 0.01);
    }

    #[test]
    fn text_is_readable_on_every_ground() {
        for theme in [&LIGHT, &DARK] {
            for ground in [theme.paper, theme.card] {
                for text in [
                    theme.ink,
                    theme.muted,
                    theme.link,
                    theme.fine,
                    theme.problem,
                    theme.unsure,
                    theme.neutral,
                ] {
                    assert!(contrast(text, ground) >= 4.5, "{text:x?} on {ground:x?}");
                }
            }
            for seat in theme.seats {
                assert!(contrast(theme.on_seat, seat) >= 4.5, "glyph on {seat:x?}");
            }
            assert!(contrast(theme.ink, theme.mark) >= 4.5 && contrast(theme.ink, theme.board_alt) >= 4.5);
            for step in 0..HEAT_STEPS {
                let ground = heat(theme, step);
                assert!(contrast(ink_on(ground), ground) >= 4.5, "heat step {step}");
            }
        }
    }

    #[test]
    fn shapes_stand_out_from_their_ground() {
        for theme in [&LIGHT, &DARK] {
            for seat in theme.seats {
                for ground in [theme.card, theme.board, theme.board_alt] {
                    assert!(contrast(seat, ground) >= 3.0, "{seat:x?} on {ground:x?}");
                }
            }
        }
    }

    #[test]
    fn a_plain_picture_has_no_variables() {
        let css = painted(
            "a{color:var(--link)}\n.x .disc,.ring{fill:var(--tone);stroke:var(--ink)}\n.cell{fill:var(--board)}\n@media print{\np{margin:0}\n}",
        );
        assert!(css.starts_with(".x .s0 .disc,.s0 .ring{fill:#2563a8;stroke:#1c2127}\n"), "{css}");
        assert!(css.ends_with(".cell{fill:#e9edf2}\n") && css.lines().count() == 11, "{css}");
        assert!(!painted(include_str!("html/style.css")).contains("var("));
    }

    #[test]
    fn heat_grows_steadily() {
        for (theme, rising) in [(&LIGHT, false), (&DARK, true)] {
            for step in 1..HEAT_STEPS {
                let (before, after) = (luminance(heat(theme, step - 1)), luminance(heat(theme, step)));
                assert_eq!(after > before, rising, "step {step}");
            }
        }
    }
}
