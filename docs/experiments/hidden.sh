#!/usr/bin/env bash
# The tournaments behind hidden.md: observers of `ismcts`, and what it and `pimc` earn against the
# equilibrium of Leduc poker. Usage: docs/experiments/hidden.sh [PAIRS [PAIRS_OF_LEDUC]].
set -euo pipefail
pairs=${1:-300}
leduc=${2:-20000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for game in tricks oh-hell blind-tic-tac-toe liars-dice goofspiel kuhn-poker; do
  printf '\n== %s: many observers against one\n' "$game"
  ludometer tournament "$game" ismcts:sims=1000 ismcts:sims=1000,observer=single --pairs "$pairs" \
    --out "$work/$game" --quiet
done

ludometer train cfr leduc-poker --iterations 10000 --out "$work/leduc" --quiet
printf '\n== leduc-poker against the equilibrium\n'
number=0
for agent in ismcts:sims=2000 ismcts:sims=2000,observer=single pimc:deals=100; do
  number=$((number + 1))
  ludometer tournament leduc-poker "$agent" "cfr:bot=$work/leduc" --pairs "$leduc" --out "$work/$number" --quiet
done
