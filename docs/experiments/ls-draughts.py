"""Helps ls-draughts.sh: reads matches, draws features, prints the tables of ls-draughts.md."""

import json
import math
import pathlib
import random
import sys

from intervals import percent, record, score

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


def first(agent):
    """How the match went in which the agent has the first seat, as one line of JSON."""
    for line in sys.stdin:
        record = json.loads(line)
        if record["agent_names"][0] == agent:
            print(json.dumps({"points": record["points"][0], "plies": len(record["plies"])}))
            return
    sys.exit(f"{agent} never has the first seat")


def ending(number):
    """A position with one king more for Black, who is to move: two against one, or three against two."""
    number = int(number)
    lots = random.Random(f"ending {number}")
    black = 2 + number % 2
    squares = lots.sample(range(1, 33), 2 * black - 1)
    side = lambda name, chosen: name + ",".join(f"K{square}" for square in chosen)
    print(f"B:{side('W', squares[black:])}:{side('B', squares[:black])}")


def draw(size, number):
    """A choice of so many features, the same for the same numbers."""
    chosen = random.Random(f"{size} {number}").sample(FEATURES, size)
    print(",".join(name for name in FEATURES if name in chosen))


def chosen(metrics):
    """The features of the best of the last generation."""
    last = pathlib.Path(metrics).read_text().splitlines()[-1]
    print(",".join(json.loads(last)["features"]))


def wilson(won, all):
    """A share with its 95 % interval."""
    z = 1.96
    share, wide = won / all, z * z / all
    middle, half = share + wide / 2, z * math.sqrt(share * (1 - share) / all + wide / (4 * all))
    return share, (middle - half) / (1 + wide), (middle + half) / (1 + wide)


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
    print("| trained again without | mean score against the best | each training |\n|---|---|---|")
    for one in json.loads((folder / "ls/ablation.json").read_text()):
        scores = [100 * (won + drawn / 2) / (won + drawn + lost) for won, drawn, lost in one["trainings"]]
        each = " ".join(f"{score:.0f}" for score in scores)
        print(f"| {one['without'] or '(nothing)'} | {sum(scores) / len(scores):.1f} % | {each} |")
    print("\n### Strength against the number of features\n")
    print("Five random choices of each size, and five trainings of the choice of the last best; 100 matches each against "
          "`lynch-1`.\n")
    print("| features | mean score | least | most |\n|---|---|---|---|")
    choices = [(str(size), f"size,{size}") for size in range(1, 16)]
    choices.append((f"the {len(generations[-1]['features'])} of the last best", "chosen"))
    for label, name in choices:
        scores = [score(results)[0] for number in range(1, 6) if (results := read(folder, f"{name},{number}"))]
        if scores:
            mean = sum(scores) / len(scores)
            print(f"| {label} | {100 * mean:.1f} % | {100 * min(scores):.1f} % | {100 * max(scores):.1f} % |")
    results = read(folder, "bests,9,25")
    print("\n### The best of generation 9 against that of generation 25\n")
    print(f"{record(results)}, {percent(score(results))}")
    print("\n### Against `alphabeta:depth=3`\n")
    print("| player | won–drawn–lost | score |\n|---|---|---|")
    for player in ("lynch-1", "the last best", "the last best, quiescence=8"):
        results = read(folder, f"yardstick,{player}")
        print(f"| {player} | {record(results)} | {percent(score(results))} |")
    print("\n### Endings with one king more\n")
    print("50 positions with two kings against one and 50 with three against two, against `alphabeta:depth=7`.\n")
    print("| ahead | won–drawn–lost | won | plies of the won |\n|---|---|---|---|")
    for ahead in ("depth=3", "depth=7", "nodes=100000"):
        matches = [json.loads(line) for line in (folder / f"ending,{ahead}.jsonl").read_text().splitlines()]
        points, plies = [one["points"] for one in matches], [one["plies"] for one in matches if one["points"] > 0]
        share = percent(wilson(len(plies), len(matches)))
        print(f"| `{ahead}` | {record(points)} | {share} | {sum(plies) / max(len(plies), 1):.0f} |")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    if word == "keep":
        keep(rest[0])
    elif word == "first":
        first(rest[0])
    elif word == "ending":
        ending(rest[0])
    elif word == "draw":
        draw(int(rest[0]), int(rest[1]))
    elif word == "chosen":
        chosen(rest[0])
    else:
        tables(rest[0])
