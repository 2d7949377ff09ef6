#!/usr/bin/env bash
# The tournaments behind mcts-options.md: each option of `mcts` against `mcts` without it, colours swapped
# in pairs. Usage: docs/experiments/mcts-options.sh [PAIRS]; about two hours on one core.
set -euo pipefail
pairs=${1:-100}

duel() { # GAME OPTION BASE [--set ...]
  local game=$1 option=$2 base=$3
  shift 3
  printf '\n== %s %s: %s against %s\n' "$game" "$*" "$option" "$base"
  ludometer tournament "$game" "$option" "$base" "$@" --pairs "$pairs" --threads 1 --quiet
}

few=mcts:sims=300
for options in rave=300 rollout=mast widen=0.5 bounds=on; do
  duel connect-four "$few,$options" $few
  duel othello "$few,$options" $few --set size=6
  duel breakthrough "$few,$options" $few --set rows=6 --set columns=6
  duel gomoku "$few,$options" $few --set size=9
  duel hex "$few,$options" $few --set size=7
done
for game in gomoku:9 hex:7; do
  duel "${game%:*}" "$few,rave=300,grave=50" $few --set "size=${game#*:}"
done
for options in rave=300 rollout=mast bounds=on; do
  pairs=$((pairs * 3 / 10)) duel go "mcts:sims=200,$options" mcts:sims=200 --set size=7
done
for game in connect-four othello:6 breakthrough; do
  size=()
  [ "$game" = othello:6 ] && size=(--set size=6)
  [ "$game" = breakthrough ] && size=(--set rows=6 --set columns=6)
  duel "${game%:*}" "$few,rave=30" $few "${size[@]}"
done
for game in nim snowball pig; do duel $game "$few,bounds=on" $few; done
duel hex "$few,rave=300,rollout=mast" "$few,rave=300" --set size=7
for agent in $few,threads=2 mcts:sims=600,threads=2 mcts:sims=600; do
  duel connect-four $agent $few
  duel hex $agent $few --set size=7
done
