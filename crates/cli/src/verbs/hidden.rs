//! What `analyze` says of hidden information: who knows what, imagined worlds, and averages that mislead.

use super::analyze::value;
use super::list::table;
use super::style;
use crate::output::Out;
use ludometer_lab::show::scene_text;
use ludometer_lab::{Averaging, Equilibrium, Hidden, Knows, Misled, World};

/// Prints what is hidden from the seat of this name.
pub fn print(hidden: &Hidden, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!("\nWho knows what: {}.", list(&hidden.knows)))?;
    for (number, world) in (1..).zip(&hidden.worlds) {
        out.line(format!("\nWorld {number} as {seat} imagines it{}", best(world)))?;
        for line in scene_text(&world.scene, style()).lines() {
            out.line(format!("  {line}"))?;
        }
    }
    if let Some(averaging) = &hidden.averaging {
        print_averaging(averaging, seat, out)?;
    }
    hidden.equilibrium.as_ref().map_or(Ok(()), |equilibrium| print_equilibrium(equilibrium, seat, out))
}

fn list(knows: &[Knows]) -> String {
    let one = |knows: &Knows| match knows.alike {
        1 => format!("{} knows everything", knows.seat),
        alike => format!("to {} at least {alike} worlds look alike", knows.seat),
    };
    knows.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The best moves of a world with everything open.
fn best(world: &World) -> String {
    let best: Vec<_> = world.moves.iter().filter(|known| known.best).collect();
    let Some(first) = best.first() else { return ":".into() };
    let names: Vec<&str> = best.iter().map(|known| known.text.as_str()).collect();
    let plan = if best.len() == 1 { format!(", by {}", first.plan) } else { String::new() };
    format!("; with everything open the best is {} ({}{plan}):", names.join(" or "), value(first.value))
}

fn print_averaging(averaging: &Averaging, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!(
        "\nThe average over worlds, beside the value to who does not know the world ({}):",
        averaging.unknowing
    ))?;
    let mut moves = table(&["move", "average", "not knowing"]);
    for compared in &averaging.moves {
        moves.add_row([compared.text.clone(), value(compared.average), value(compared.unknowing)]);
    }
    out.line(moves)?;
    averaging.misled.as_ref().map_or(Ok(()), |misled| print_misled(misled, seat, out))
}

fn print_misled(misled: &Misled, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    let named = &misled.text;
    out.line(format!(
        "The average promises too much of {named}: it assumes that {seat} will know later which world it is."
    ))?;
    if let Some(fork) = &misled.fork {
        let ([one, other], [here, there]) = (fork.worlds, &fork.plans);
        out.line(format!(
            "After {} it plans {here} in world {one} and {there} in world {other}, where {seat} sees the same.",
            fork.after
        ))?;
    }
    Ok(())
}

fn print_equilibrium(equilibrium: &Equilibrium, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!(
        "\nHow often {seat} should play each move (CFR+, {} iterations; knowing it, the best answer gains {:.4} \
         points):",
        equilibrium.iterations, equilibrium.exploitability
    ))?;
    let mut moves = table(&["move", "probability", "points"]);
    for mixed in &equilibrium.moves {
        let points = mixed.points.map_or_else(|| "–".to_owned(), value);
        moves.add_row([mixed.text.clone(), format!("{:.1} %", 100.0 * mixed.probability), points]);
    }
    Ok(out.line(moves)?)
}
