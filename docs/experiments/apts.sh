#!/usr/bin/env bash
# The matches behind apts.md: the trained connect-four agent against itself, seeds 1 to 100, the first match of each.
# Usage: docs/experiments/apts.sh [BOT [SIMULATIONS]]. Needs `ludometer` on the path and python3.
set -euo pipefail
bot=${1:-connect-four}
sims=${2:-64}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for agent in "policy:bot=$bot,temperature=1" "puct:bot=$bot,sims=$sims,temperature=1" "puct:bot=$bot,sims=$sims"; do
  rm -f "$work/moves.csv" "$work/matches.csv"
  for seed in $(seq 1 100); do
    ludometer playtest connect-four --agent "$agent" --matches 1 --seed "$seed" --out "$work/run" --quiet > /dev/null
    ludometer export "$work/run" --csv >> "$work/matches.csv"
    ludometer export "$work/run" --moves-csv >> "$work/moves.csv"
    rm -rf "$work/run"
  done
  printf '\n== %s\n' "$agent"
  python3 - "$work" <<'PYTHON'
import csv, statistics, sys
from pathlib import Path

def rows(name):
    lines = csv.DictReader((Path(sys.argv[1]) / name).read_text().splitlines())
    return [row for row in lines if row["match"] == "0"]

matches, moves = rows("matches.csv"), rows("moves.csv")
turns = [int(row["plies"]) for row in matches]
print(f"turns: min {min(turns)}, max {max(turns)}, mean {statistics.mean(turns):.2f}, "
      f"median {statistics.median(turns):.2f}, sd {statistics.stdev(turns):.2f}")
bands = [("T <= 20", lambda t: t <= 20), ("20 < T <= 30", lambda t: 20 < t <= 30), ("30 < T", lambda t: t > 30),
         ("total", lambda t: True)]
for name, holds in bands:
    inside = [row for row in matches if holds(int(row["plies"]))]
    won = [sum(row["winner"] == seat for row in inside) for seat in "XO"]
    print(f"{name}: {len(inside)} matches, X {won[0]}, O {won[1]}, draws {len(inside) - sum(won)}")
for seat in "XO":
    columns = [sum(row["who"] == seat and row["move"] == str(column) for row in moves) for column in range(1, 8)]
    print(f"moves of {seat} by column: {columns}, {sum(columns)} in all")
print(f"moves {len(moves)}, turns {sum(turns)}")
openings = [row["move"] for row in moves if row["ply"] == "1"]
print("openings:", {column: openings.count(column) for column in sorted(set(openings))})
PYTHON
done
