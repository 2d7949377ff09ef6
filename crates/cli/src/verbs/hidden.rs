//! What `analyze` says of hidden information: who knows what, imagined worlds, and averages that mislead.

use super::analyze::value;
use super::list::table;
use super::style;
use crate::output::Out;
use ludometer_lab::show::scene_text;
use ludometer_lab::{Averaging, EQUILIBRIUM_LIMIT, Equilibrium, Hidden, Knows, Misled, World};

/// Prints what is hidden from the seat of this name.
pub fn print(hidden: &Hidden, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    out.line(format!("\nWho knows what: {}.", list(&hidden.knows)))?;
    for knows in hidden.knows.iter().filter(|knows| knows.seat != seat) {
        out.line(format!("\nIf world 1 is true, {} sees", knows.seat))?;
        indented(&knows.sees, out)?;
    }
    for (number, world) in (1..).zip(&hidden.worlds) {
        out.line(format!("\nWorld {number} as {seat} imagines it{}", best(world)))?;
        indented(&scene_text(&world.scene, style()), out)?;
    }
    if let Some(averaging) = &hidden.averaging {
        print_averaging(averaging, seat, out)?;
    }
    match &hidden.equilibrium {
        Some(equilibrium) => print_equilibrium(equilibrium, seat, out),
        None => Ok(out.line(format!(
            "\nHow often each move should be played is not shown: that takes two opponents (or one player) and at \
             most {EQUILIBRIUM_LIMIT} positions. `ludometer train cfr` goes further."
        ))?),
    }
}

fn indented(text: &str, out: &mut Out) -> anyhow::Result<()> {
    text.lines().try_for_each(|line| Ok(out.line(format!("  {line}"))?))
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
    let mut moves = table(&["move", "average", "not knowing", "difference"]);
    for compared in &averaging.moves {
        let gap = format!("{} ± {:.3}", value(compared.average - compared.unknowing), compared.error);
        moves.add_row([compared.text.clone(), value(compared.average), value(compared.unknowing), gap]);
    }
    out.line(moves)?;
    averaging.misled.as_ref().map_or(Ok(()), |misled| print_misled(misled, seat, out))
}

fn print_misled(misled: &Misled, seat: &str, out: &mut Out) -> anyhow::Result<()> {
    let named = &misled.text;
    out.line(format!(
        "The average promises too much of {named}: it assumes that {seat} will know later which world it is."
    ))?;
    let fork = &misled.fork;
    let ([one, other], [here, there]) = (fork.worlds, &fork.plans);
    out.line(format!(
        "After {} it plans {here} in world {one} and {there} in world {other}, where {seat} sees the same.",
        fork.after
    ))?;
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
    out.line(moves)?;
    if equilibrium.moves.iter().all(|mixed| mixed.points.is_none()) {
        out.line(format!(
            "Who plays so hardly ever gets here: what {seat} should do here was hardly learnt."
        ))?;
    }
    Ok(())
}
