"""What wisebots.sh keeps of each bot, and the tables of wisebots.md: `wisebots.py keep FILE SECONDS METRICS < test.json`,
`wisebots.py tables FOLDER`."""

import collections
import json
import statistics
import sys
from pathlib import Path


def keep(kept, seconds, metrics):
    """One line of JSON with what the tables need."""
    tested = json.load(sys.stdin)
    marks = [json.loads(line) for line in Path(metrics).read_text().splitlines()]
    last = marks[-1] if marks else {}
    tested |= {"seconds": float(seconds), "states": last.get("states"), "pairs": last.get("pairs")}
    # Quality of the first seat against its clone and against random play, at every mark of the training.
    share = lambda results: sum(results[0][:2]) / sum(results[0]) if results and sum(results[0]) else None
    tested["marks"] = [[mark["episodes"], share(mark["clones"]), share(mark["against_random"])] for mark in marks][:100]
    Path(kept).write_text(json.dumps(tested))


def quality(results, test):
    found = [one["quality"] for one in results["matches"] if one["test"] == test and one["seat"] == 1]
    return found[0] if found else None


def over_base(results, what):
    situations = sum(kind["situations"] for kind in results["base"])
    return sum(kind["situations"] * kind[what] for kind in results["base"]) / situations if situations else None


def spread(numbers):
    """The mean of all seeds, and the range."""
    numbers = [100 * number for number in numbers if number is not None]
    return f"{statistics.mean(numbers):.1f} ({min(numbers):.1f}–{max(numbers):.1f})" if numbers else "–"


def proven(group, seat):
    known = [one["proof"] for one in group if len(one["proof"]) > seat]
    return f"{sum(bool(proof[seat]['unbeatable']) for proof in known)} of {len(known)}" if known else "–"


def openings(group):
    found = collections.Counter("/".join(one["opening"]) if len(one["opening"]) < 3 else "any" for one in group)
    return ", ".join(f"{move} {count}" for move, count in found.most_common(3))


COLUMNS = {
    "n": lambda group: str(len(group)),
    "clone test %": lambda group: spread([quality(one, "clone test") for one in group]),
    "base test %": lambda group: spread([over_base(one, "right") for one in group]),
    "base at random %": lambda group: spread([over_base(one, "floor") for one in group]),
    "against random %": lambda group: spread([quality(one, "against random play") for one in group]),
    "random play %": lambda group: spread([quality(one, "random play") for one in group]),
    "first unbeatable": lambda group: proven(group, 0),
    "second unbeatable": lambda group: proven(group, 1),
    "opens with": openings,
    "states": lambda group: f"{statistics.mean(one['states'] for one in group):.0f}",
    "s": lambda group: f"{statistics.mean(one['seconds'] for one in group):.1f}",
}


def tables(folder):
    groups = collections.defaultdict(lambda: collections.defaultdict(list))
    for path in sorted(Path(folder).glob("*.json")):
        table, *setting, _seed = path.stem.split(",")
        groups[table][tuple(setting)].append(json.loads(path.read_text()))
    heads = {"settings": ["game", "α", "γ", "ε", "method"], "opponents": ["method", "opponent"],
             "methods": ["method", "how"], "episodes": ["method", "episodes", "how"]}
    for table, rows in groups.items():
        print(f"\n### {table}\n")
        print("| " + " | ".join([*heads[table], *COLUMNS]) + " |")
        print("|" + "---|" * (len(heads[table]) + len(COLUMNS)))
        for setting, group in rows.items():
            print("| " + " | ".join([*setting, *(column(group) for column in COLUMNS.values())]) + " |")


if __name__ == "__main__":
    {"keep": keep, "tables": tables}[sys.argv[1]](*sys.argv[2:])
