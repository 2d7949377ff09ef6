"""Helps ls-draughts.sh: reads matches, draws features, prints the tables of ls-draughts.md."""

import json
import math
import pathlib
import random
import sys

FEATURES = [
    "piece-advantage", "piece-disadvantage", "piece-threat", "piece-take", "advancement", "double-diagonal",
    "back-row-bridge", "centre-control", "x-centre-control", "total-mobility", "exposure", "king-centre-control",
    "diagonal-moment", "threat", "taken",
]


def keep(agent):
    """The results of a run's matches for one agent, in their order, as one line of JSON."""
    results = []
    for line in sys.stdin:
        record = json.loads(line)
        if agent not in record["agent_names"]:
            sys.exit(f"{agent} does not play in this run")
        results.append(record["points"][record["agent_names"].index(agent)])
    print(json.dumps({"agent": agent, "results": results}))


def draw(size, number):
    """A choice of so many features, the same for the same numbers."""
    chosen = random.Random(f"{size} {number}").sample(FEATURES, size)
    print(",".join(name for name in FEATURES if name in chosen))


def score(results):
    """The mean score, a draw half a win, with its 95 % interval; pairs of matches are the unit."""
    pairs = [(results[at] + results[at + 1] + 2) / 4 for at in range(0, len(results) - 1, 2)]
    mean = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(len(pairs) - 1, 1) / len(pairs))
    return mean, mean - 1.96 * spread, mean + 1.96 * spread


def record(results):
    """Won, drawn and lost."""
    return f"{sum(r > 0 for r in results)}–{sum(r == 0 for r in results)}–{sum(r < 0 for r in results)}"


def percent(found):
    mean, low, high = found
    return f"{100 * mean:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def read(folder, name):
    path = folder / f"{name}.json"
    return json.loads(path.read_text())["results"] if path.exists() else None


def tables(folder):
    folder = pathlib.Path(folder)
    generations = [json.loads(line) for line in (folder / "ls/metrics.jsonl").read_text().splitlines()]
    print("### Each generation\n")
    print("Fitness is the share of points in the generation's tournament; the matches are against `lynch-1`, won–drawn–lost.\n")
    print("| generation | best | others | features of the best | first 7 matches | 400 matches | score |")
    print("|---|---|---|---|---|---|---|")
    for one in generations:
        number = one["generation"]
        results = read(folder, f"generation,{number:02},1")
        played = (record(results[:7]), record(results), percent(score(results))) if results else ("", "", "")
        features = f"{len(one['features'])}: {', '.join(one['features'])}"
        print(f"| {number} | {100 * one['best']:.1f} % | {100 * one['others']:.1f} % | {features} | {' | '.join(played)} |")
    print("\n### The last best against five trainings with the 12 features\n")
    print("| training | matches | score |\n|---|---|---|")
    for seed in range(1, 6):
        results = read(folder, f"generation,29,{seed}")
        if results:
            print(f"| {seed} | {record(results)} | {percent(score(results))} |")
    print("\n### Which features survive\n")
    chosen = [one for one in generations if one["generation"] in (0, 4, 9, 14, 19, 24, 29)]
    print("| feature | " + " | ".join(str(one["generation"]) for one in chosen) + " |")
    print("|---|" + "---|" * len(chosen))
    for at, name in enumerate(FEATURES):
        print(f"| {name} | " + " | ".join(f"{100 * one['shares'][at][1]:.0f} %" for one in chosen) + " |")
    print("\n### What the best loses without a feature\n")
    print("| trained again without | won–drawn–lost against the best |\n|---|---|")
    for one in json.loads((folder / "ls/ablation.json").read_text()):
        print(f"| {one['without'] or '(nothing)'} | {'–'.join(map(str, one['results']))} |")
    print("\n### Strength against the number of features\n")
    print("Five random choices of each size, 100 matches each against `lynch-1`.\n")
    print("| features | mean score | least | most |\n|---|---|---|---|")
    for size in range(1, 16):
        scores = [score(results)[0] for number in range(1, 6) if (results := read(folder, f"size,{size},{number}"))]
        if scores:
            mean = sum(scores) / len(scores)
            print(f"| {size} | {100 * mean:.1f} % | {100 * min(scores):.1f} % | {100 * max(scores):.1f} % |")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    if word == "keep":
        keep(rest[0])
    elif word == "draw":
        draw(int(rest[0]), int(rest[1]))
    else:
        tables(rest[0])
