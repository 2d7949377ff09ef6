"""Helps truco.sh: keeps by how much matches were won and lost, and prints the tables of truco.md."""

import json
import pathlib
import sys

from intervals import mean

# Those above one half in the first round robin of the thesis, in its order.
THESIS = ["PVCNPS", "NPS", "PVCS", "PLCNPS", "NPCS", "PVS", "PVCMJS", "NPCPVS", "MJCNPS", "PVCPLS"]
# Of the ten on 27 515 hands, those above one half: by how many points they won and lost.
THESIS_MARGINS = {"PVCNPS": (7.01, 5.08), "NPS": (6.03, 5.80), "PVCS": (5.80, 6.90), "PVS": (5.70, 6.28)}


def margins(lines):
    """The points by which each agent won and lost its matches, and its pairs of matches won, as one line of JSON."""
    agents, pairs = {}, {}
    for line in lines:
        match = json.loads(line)
        for seat, name in enumerate(match["agent_names"]):
            own = agents.setdefault(name, {"won": [], "lost": [], "pairs": []})
            ahead = match["scores"][seat] - match["scores"][1 - seat]
            won = match["points"][seat] > 0
            own["won" if won else "lost"].append(abs(ahead))
            pair = pairs.setdefault((name, match["group"], match["block"]), [])
            pair.append(won)
            if len(pair) == 2:
                own["pairs"].append(sum(pair) / 2)
    print(json.dumps(agents))


def policy(agent):
    return agent.split("policy=")[1].split(",")[0] if "policy=" in agent else agent


def percent(found):
    return f"{100 * found['value']:.1f} % ({100 * found['low']:.1f} to {100 * found['high']:.1f})"


def rating(found):
    return f"{found['value']:+.0f} ({found['low']:+.0f} to {found['high']:+.0f})"


def duel(folder, name):
    """The score of the first of two players."""
    return percent(json.loads((folder / f"{name}.json").read_text())["pairings"][0]["score"])


def round_robin(folder, name):
    print("| place | policy | in the thesis | won of all | share of wins | rating |\n|---|---|---|---|---|---|")
    kept = json.loads((folder / f"{name}.margins").read_text())
    for place, one in enumerate(json.loads((folder / f"{name}.json").read_text())["agents"], 1):
        own = policy(one["agent"])
        there = str(THESIS.index(own) + 1) if own in THESIS else "below half"
        share, half = (100 * value for value in mean(kept[one["agent"]]["pairs"]))
        won = f"{one['wins']} of {one['matches']} | {share:.1f} % ({share - half:.1f} to {share + half:.1f})"
        print(f"| {place} | {own} | {there} | {won} | {rating(one['rating'])} |")


def won_and_lost_by(folder, bases):
    print("| policy | in the thesis | " + " | ".join(f"`{base}`" for base in bases) + " |\n|---|---|" + "---|" * len(bases))
    for own in THESIS:
        cells = [" / ".join(f"{points:.2f}" for points in THESIS_MARGINS[own]) if own in THESIS_MARGINS else "–"]
        for base in bases:
            kept = json.loads((folder / f"ten,{base}.margins").read_text())
            kept = next(one for agent, one in kept.items() if policy(agent) == own)
            by = [mean(kept[what]) for what in ("won", "lost")]
            cells.append(" / ".join(f"{middle:.2f} ± {half:.2f}" for middle, half in by))
        print(f"| {own} | " + " | ".join(cells) + " |")


def main(folder):
    for base, what in [("ufsm", "the public base"), ("boot", "the first hands"), ("learned", "what was learnt from them")]:
        print(f"\n### Twenty policies on {what} (`{base}`), 25 pairs each\n")
        round_robin(folder, f"twenty,{base}")
    for base in ["ufsm", "learned"]:
        print(f"\n### The thesis's ten on `{base}`, 25 pairs each\n")
        round_robin(folder, f"ten,{base}")
    print("\n### By how many points the ten won and lost\n")
    won_and_lost_by(folder, ["ufsm", "learned"])
    print("\n### Learnt cases against first ones, 100 pairs\n")
    print("| policy | score of `learned` against `boot` |\n|---|---|")
    for own in THESIS:
        print(f"| {own} | {duel(folder, f'learned,{own}')} |")
    print("\n### Two steps against one, by threshold, 200 pairs each, on `ufsm`\n")
    thresholds = [60, 75, 90, 98]
    print("| two steps against one | " + " | ".join(f"{at} %" for at in thresholds) + " |\n|---|" + "---|" * len(thresholds))
    for two in ["PVCS,PVS", "NPCS,NPS", "MJCS,MJS", "PLCS,PLS", "PVCNPS,NPS"]:
        scores = [duel(folder, f"threshold,{at},{two}") for at in thresholds]
        print(f"| {two.replace(',', ' against ')} | " + " | ".join(scores) + " |")
    print("\n### Against other players, 100 pairs each, on `ufsm`\n")
    others = ["strategy:balanced", "strategy:bold", "strategy:timid", "strategy:honest", "ismcts:sims=1000", "random"]
    print("| policy | " + " | ".join(f"`{other}`" for other in others) + " |\n|---|" + "---|" * len(others))
    for own in ["PVCNPS", "NPS", "PVS"]:
        print(f"| {own} | " + " | ".join(duel(folder, f"other,{own},{other}") for other in others) + " |")
    print(f"\n`strategy:balanced` against `ismcts:sims=1000`: {duel(folder, 'others,strategy:balanced,ismcts:sims=1000')}.")
    learnt_against_others(folder)
    hand_solved(folder)


def learnt_against_others(folder):
    print("\n### Bases learnt against others, policy MPS, 200 pairs each (100 against searches)\n")
    print("| opponent | learnt against `strategy:balanced` | learnt against all four styles |\n|---|---|---|")
    styles = ["strategy:balanced", "strategy:bold", "strategy:timid", "strategy:honest"]
    for other in [*styles, "ismcts:sims=1000", "ismcts:sims=1000,episode=on", "cfr:bot=hand"]:
        scores = [duel(folder, f"against,{base},MPS,{other}") for base in ["balanced", "all"]]
        print(f"| `{other}` | " + " | ".join(scores) + " |")
    print("\nOther policies on the base learnt against `strategy:balanced`, against it, 200 pairs each:\n")
    print("| policy | score |\n|---|---|")
    for own in ["MPS", "MJS", "PVS", "PVCS", "PVCNPS", "NPS"]:
        print(f"| {own} | {duel(folder, f'against,balanced,{own},strategy:balanced')} |")


def hand_solved(folder):
    print("\n### One hand solved, 200 pairs each (400 against `strategy:balanced` and each other, 100 against the search)\n")
    bots = ["hand", "hand-0.5", "hand-0.9"]
    print("| against | equilibrium | trust 0.5 | trust 0.9 |\n|---|---|---|---|")
    others = [f"strategy:{style}" for style in ["balanced", "bold", "timid", "honest"]]
    others += ["cases:base=ufsm,policy=PVS", "cases:base=balanced,policy=MPS", "ismcts:sims=1000"]
    for other in others:
        print(f"| `{other}` | " + " | ".join(duel(folder, f"{bot},{other}") for bot in bots) + " |")
    print("| the equilibrium | – | " + " | ".join(duel(folder, f"{bot},cfr:bot=hand") for bot in bots[1:]) + " |")
    print("\n### Searches that end with the hand, 100 pairs each\n")
    print("| player | against | score |\n|---|---|---|")
    for other in ["strategy:balanced", "ismcts:sims=1000"]:
        print(f"| `ismcts:sims=1000,episode=on` | `{other}` | {duel(folder, f'ismcts,{other}')} |")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    margins(sys.stdin) if word == "margins" else main(pathlib.Path(rest[0]))
