"""Helps outside.sh: keeps the results of matches, prints the tables."""

import json
import math
import pathlib
import sys


def keep(agent):
    """The points of a run's matches for one agent, in their order, as one line of JSON."""
    results, forfeits, opponents = [], 0, set()
    for line in sys.stdin:
        record = json.loads(line)
        seat = record["agent_names"].index(agent)
        results.append(record["points"][seat])
        opponents.add(record["agent_names"][1 - seat])
        forfeits += record["evidence"] is not None
    print(json.dumps({"agent": agent, "against": opponents.pop(), "results": results, "forfeits": forfeits}))


def mean(values):
    """The mean of so much a match, with its 95 % interval; pairs of matches are the unit."""
    pairs = [(values[at] + values[at + 1]) / 2 for at in range(0, len(values) - 1, 2)]
    middle = sum(pairs) / len(pairs)
    spread = math.sqrt(sum((pair - middle) ** 2 for pair in pairs) / max(len(pairs) - 1, 1) / len(pairs))
    return middle, middle - 1.96 * spread, middle + 1.96 * spread


def record(results):
    """Won, drawn and lost."""
    return f"{sum(r > 0 for r in results)}–{sum(r == 0 for r in results)}–{sum(r < 0 for r in results)}"


def score(results):
    """The mean score, a draw half a win."""
    middle, low, high = (100 * share for share in mean([((r > 0) - (r < 0) + 1) / 2 for r in results]))
    return f"{middle:.1f} % ({max(low, 0):.1f} to {min(high, 100):.1f})"


def points(results):
    middle, low, high = mean(results)
    return f"{middle:+.3f} ({low:+.3f} to {high:+.3f})"


def gammons(results):
    """The share of matches won by more than one point, and lost so."""
    return " / ".join(f"{100 * sum(sign * r > 1 for r in results) / len(results):.1f} %" for sign in (1, -1))


def tables(folder):
    kept = {path.stem: json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*,*.json"))}

    def rows(kind):
        return [(name.split(",", 1)[1], one) for name, one in kept.items() if name.startswith(kind + ",")
                and not name.startswith("generation") and "against" in one]

    print("### Draughts\n\n| against | matches | won–drawn–lost | score | forfeits |\n|---|---|---|---|---|")
    for name, one in rows("draughts"):
        results = one["results"]
        print(f"| {name} | {len(results)} | {record(results)} | {score(results)} | {one['forfeits']} |")
    print("\n### Backgammon\n")
    print("| against | matches | points a match | won | gammons won / lost | forfeits |\n|---|---|---|---|---|---|")
    for name, one in rows("backgammon"):
        results = one["results"]
        print(f"| {name} | {len(results)} | {points(results)} | {score(results)} | {gammons(results)} | {one['forfeits']} |")
    print("\n### gnubg against itself with noise, single wins\n\n| noise | matches | won by gnubg |\n|---|---|---|")
    for name, one in rows("single"):
        print(f"| {name} | {len(one['results'])} | {score(one['results'])} |")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    keep(rest[0]) if word == "keep" else tables(rest[0])
