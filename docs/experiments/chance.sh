#!/usr/bin/env bash
# The tournaments behind chance.md: `expectiminimax` against `mcts` on games with dice, seats swapped in
# pairs. Usage: docs/experiments/chance.sh [PAIRS].
set -euo pipefail
pairs=${1:-100}

duel() { # GAME ONE OTHER [--set ...]
  local game=$1 one=$2 other=$3
  shift 3
  printf '\n== %s %s: %s against %s\n' "$game" "$*" "$one" "$other"
  ludometer tournament "$game" "$one" "$other" "$@" --pairs "$pairs" --threads 1 --quiet
}

for sims in 100 300 1000; do
  for depth in 1 2; do duel backgammon "expectiminimax:depth=$depth" "mcts:sims=$sims"; done
done
duel backgammon expectiminimax:depth=2 expectiminimax:depth=1
for sims in 300 1000; do
  for depth in 1 3 5; do duel pig "expectiminimax:depth=$depth" "mcts:sims=$sims"; done
done
duel pig expectiminimax:depth=5 expectiminimax:depth=1
