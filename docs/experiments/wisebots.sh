#!/usr/bin/env bash
# The tables behind wisebots.md: every setting of the thesis, its methods, its three kinds of opponents, and what other
# methods do. Goes on where it was stopped; one line of JSON for each bot is kept in FOLDER.
# Usage: docs/experiments/wisebots.sh FOLDER [SEEDS]. Needs `ludometer` on the path and python3.
set -euo pipefail
folder=${1:?a folder for results}
seeds=${2:-5}
here=$(dirname "$0")
mkdir -p "$folder"

# Trains a bot, tests it and keeps what was found: NAME GAME EPISODES OPTIONS...
bot() {
  local name=$1 game=$2 episodes=$3
  shift 3
  local kept="$folder/$name.json" trained="$folder/bot-$$"
  if [ -s "$kept" ]; then return; fi
  rm -rf "$trained"
  local began
  began=$(date +%s.%N)
  ludometer train q "$game" --episodes "$episodes" "$@" --threads "${THREADS:-2}" --out "$trained" --quiet > /dev/null
  local took
  took=$(python3 -c "import sys, time; print(time.time() - float(sys.argv[1]))" "$began")
  ludometer test-bot "$trained" --base "$folder/$game.situations" --json --quiet > "$kept.part"
  python3 "$here/wisebots.py" keep "$kept" "$took" "$trained/metrics.jsonl" < "$kept.part"
  rm -rf "$trained" "$kept.part"
}

# As in the thesis a pessimist plays first, and a plain learner with the same exploration sits opposite.
pessimist=(--method pessimistic --seat first --opponent learner)
settings=("0.7 0.7 0.3" "0.9 0.1 0.3" "0.3 0.9 0.3" "0.7 0.7 0.01" "0.7 0.7 0.9")

# All settings of a game: GAME EPISODES RULES...
all_settings() {
  local game=$1 episodes=$2
  shift 2
  for seed in $(seq 1 "$seeds"); do
    for setting in "${settings[@]}"; do
      read -r alpha gamma epsilon <<< "$setting"
      # The thesis has alpha 0.1 where tic-tac-toe has 0.3.
      if [ "$game" != tic-tac-toe ] && [ "$alpha" = 0.3 ]; then alpha=0.1; fi
      rates=(--alpha "$alpha" --gamma "$gamma" --epsilon "$epsilon" --seed "$seed")
      name="$game,$alpha,$gamma,$epsilon"
      bot "settings,$name,q,$seed" "$game" "$episodes" "$@" "${rates[@]}" --method q
      for when in on-loss always; do
        bot "settings,$name,$when,$seed" "$game" "$episodes" "$@" "${rates[@]}" \
          "${pessimist[@]}" --opponent-epsilon "$epsilon" --when "$when"
      done
    done
  done
}

all_settings tic-tac-toe 12000
all_settings card-points 800000 --set cards=8 --set deck=small

# Three kinds of opponents for a first player of tic-tac-toe, plain and pessimistic, with the first setting. Ten seeds,
# since bots are counted that are proven unbeatable.
for seed in $(seq 1 10); do
  for method in q pessimistic; do
    for opponent in random alphabeta:depth=9 learner; do
      bot "opponents,$method,$opponent,$seed" tic-tac-toe 12000 --seed "$seed" \
        --method "$method" --seat first --opponent "$opponent"
    done
  done
  # Every method on both seats, with and without folding.
  for method in q pessimistic double-q sarsa expected-sarsa q-lambda minimax-q; do
    bot "methods,$method,plain,$seed" tic-tac-toe 12000 --seed "$seed" --method "$method"
    bot "methods,$method,folded,$seed" tic-tac-toe 12000 --seed "$seed" --method "$method" --fold
  done
  bot "methods,q,start 100,$seed" tic-tac-toe 12000 --seed "$seed" --start 100
  bot "methods,q,explores by mcts:sims=50,$seed" tic-tac-toe 12000 --seed "$seed" --explore mcts:sims=50
  bot "methods,q,explores by mcts:sims=50 folded,$seed" tic-tac-toe 12000 --seed "$seed" --explore mcts:sims=50 --fold
  # Is it only a matter of time?
  for episodes in 3000 12000 30000 100000 1000000; do
    for method in q pessimistic minimax-q; do
      bot "episodes,$method,$episodes,plain,$seed" tic-tac-toe "$episodes" --seed "$seed" --method "$method"
      bot "episodes,$method,$episodes,folded,$seed" tic-tac-toe "$episodes" --seed "$seed" --method "$method" --fold
    done
  done
done

# The longest last.
all_settings connect-four 4000000

python3 "$here/wisebots.py" tables "$folder"
