#!/usr/bin/env bash
# The experiment of LS-Draughts again: 50 individuals, 30 generations, 4 x 400 matches each, tournaments of 100; then the
# best of each generation against players that read the 12 features of NeuroDraughts and were trained the same way,
# players with random choices of 1 to 15 features and with the choice of the last best, the bests of generations 9 and 25
# against each other, and won endings with kings. Goes on where it was stopped.
# Usage: docs/experiments/ls-draughts.sh FOLDER. Needs `ludometer` on the path and python3.
set -euo pipefail
folder=${1:?a folder for results}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
cd "$folder"

# A match of two players: NAME PLAYER OPPONENT PAIRS. What they won, drew and lost is kept as one line of JSON.
match() {
  local kept="$1.json"
  if [ -s "$kept" ]; then return; fi
  rm -rf cup
  ludometer tournament draughts "$2" "$3" --pairs "$4" --openings three-move --out cup --json --quiet > cup.json
  ludometer export cup --jsonl | python3 "$here/ls-draughts.py" keep "$2" > "$kept.part"
  mv "$kept.part" "$kept"
  rm -rf cup cup.json
}

[ -s ls/ablation.json ] ||
  ludometer train genetic draughts --population 50 --generations 30 --out ls --quiet > /dev/null

# A training has luck, too: five of them.
for seed in 1 2 3 4 5; do
  [ -s "lynch-$seed/bot.toml" ] ||
    ludometer train td draughts --features neurodraughts --seed "$seed" --out "lynch-$seed" --quiet > /dev/null
done
for generation in $(seq -f %02g 0 29); do
  match "generation,$generation,1" "td:bot=ls,network=generation-$generation.json" td:bot=lynch-1 200
done
for seed in 2 3 4 5; do
  match "generation,29,$seed" td:bot=ls "td:bot=lynch-$seed" 200
done

# Strength against the number of features: five random choices of each size.
for size in $(seq 1 15); do
  for draw in 1 2 3 4 5; do
    features=$(python3 "$here/ls-draughts.py" draw "$size" "$draw")
    [ -s "size-$size-$draw/bot.toml" ] ||
      ludometer train td draughts --features "$features" --seed "$draw" --out "size-$size-$draw" --quiet > /dev/null
    match "size,$size,$draw" "td:bot=size-$size-$draw" td:bot=lynch-1 50
  done
done

# The control: is it these features, or this training of them? The choice of the last best, trained anew.
features=$(python3 "$here/ls-draughts.py" chosen ls/metrics.jsonl)
for seed in 1 2 3 4 5; do
  [ -s "chosen-$seed/bot.toml" ] ||
    ludometer train td draughts --features "$features" --seed "$seed" --out "chosen-$seed" --quiet > /dev/null
  match "chosen,$seed" "td:bot=chosen-$seed" td:bot=lynch-1 50
done

# The two bests of the paper against each other.
match "bests,9,25" "td:bot=ls,network=generation-09.json" "td:bot=ls,network=generation-25.json" 200

# A yardstick: the search of this program, which judges by hand and looks on where pieces hang.
match "yardstick,lynch-1" td:bot=lynch-1 alphabeta:depth=3 200
match "yardstick,the last best" td:bot=ls alphabeta:depth=3 200
match "yardstick,the last best, quiescence=8" td:bot=ls,quiescence=8 alphabeta:depth=3 200

# The loop at the end: who has one king more is to win, three plies ahead as it learnt, or further.
for ahead in depth=3 depth=7 nodes=100000; do
  kept="ending,$ahead.jsonl"
  touch "$kept"
  number=$(wc -l < "$kept")
  while [ "$number" -lt 100 ]; do
    rm -rf cup
    ludometer tournament draughts "td:bot=ls,$ahead" alphabeta:depth=7 --pairs 1 --out cup --quiet \
      --position "$(python3 "$here/ls-draughts.py" ending "$number")" > /dev/null
    ludometer export cup --jsonl | python3 "$here/ls-draughts.py" first "td:bot=ls,$ahead" >> "$kept"
    number=$((number + 1))
  done
  rm -rf cup
done

python3 "$here/ls-draughts.py" tables .
python3 "$here/ls-draughts-curve.py" ls/metrics.jsonl > curve.svg
