"""Helps outside.sh: keeps the results of matches, prints the tables."""

import json
import pathlib
import sys

from intervals import paired, percent, record, score


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


def points(results):
    middle, low, high = paired(results)
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
        print(f"| {name} | {len(results)} | {record(results)} | {percent(score(results))} | {one['forfeits']} |")
    print("\n### Backgammon\n")
    print("| against | matches | points a match | won | gammons won / lost | forfeits |\n|---|---|---|---|---|---|")
    for name, one in rows("backgammon"):
        results = one["results"]
        print(f"| {name} | {len(results)} | {points(results)} | {percent(score(results))} | {gammons(results)} | {one['forfeits']} |")
    print("\n### gnubg against itself with noise, single wins\n\n| noise | matches | won by gnubg |\n|---|---|---|")
    for name, one in rows("single"):
        print(f"| {name} | {len(one['results'])} | {percent(score(one['results']))} |")


if __name__ == "__main__":
    word, *rest = sys.argv[1:]
    keep(rest[0]) if word == "keep" else tables(rest[0])
