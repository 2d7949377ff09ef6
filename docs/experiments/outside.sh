#!/usr/bin/env bash
# The players against engines of others: draughts against rapid-draughts (npm) and OpenSpiel's tree search (PyPI),
# backgammon against GNU Backgammon (Debian). Every match goes on where it was stopped; the tables come last.
# Usage: docs/experiments/outside.sh FOLDER BACKGAMMON_BOT. FOLDER has the bot `ls` that ls-draughts.sh wrote there.
# Needs `ludometer` on the path, python3 with venv, node with npm, and gnubg. See outside/README.md.
# PAIRS (200) and GAMES (1000) are the pairs of each match of draughts and of backgammon, DEPTH (7) and SIMS (10000)
# how far the engines of draughts look, PLAYER (td:bot=ls) who plays draughts; change them before the first run.
set -euo pipefail
folder=${1:?a folder for results, with the bot ls}
backgammon="td:bot=$(realpath "${2:?a bot of backgammon}"),depth=2"
pairs=${PAIRS:-200} games=${GAMES:-1000} depth=${DEPTH:-7} sims=${SIMS:-10000} player=${PLAYER:-td:bot=ls}
here=$(cd "$(dirname "$0")" && pwd)
players="$here/outside"
venv="$here/../../.venv"
python="$venv/bin/python"
cd "$folder"

[ -x "$python" ] || python3 -m venv "$venv"
"$python" -c "import pyspiel" 2> /dev/null || "$python" -m pip install --quiet -r "$players/requirements.txt"
[ -d "$players/node_modules/rapid-draughts" ] || (cd "$players" && npm install --silent --no-package-lock)

# A match: NAME GAME PLAYER OPPONENT PAIRS, and what else the tournament takes. Its results are kept as one line of JSON.
match() {
  local name=$1 game=$2 player=$3 opponent=$4 pairs=$5
  shift 5
  if [ -s "$name.json" ]; then return; fi
  ludometer tournament "$game" "$player" "$opponent" --pairs "$pairs" "$@" --out "cup-$name" --quiet > /dev/null
  ludometer export "cup-$name" --jsonl | python3 "$here/outside.py" keep "$player" > "$name.json.part"
  mv "$name.json.part" "$name.json"
  rm -rf "cup-$name"
}

draughts() { match "draughts,$1" draughts "$player" "$2" "$pairs" --openings three-move; }
gnubg() { echo "exec[move=600]:python3 $players/gnubg_player.py $*"; }

match backgammon,gnubg backgammon "$backgammon" "$(gnubg --plies 0)" "$games"
# About as strong as pubeval, and how that is known: see outside/README.md.
match backgammon,noise-0.03 backgammon "$backgammon" "$(gnubg --noise 0.03)" "$games"
match single,noise-0.03 backgammon "$(gnubg --scoring win)" "$(gnubg --scoring win --noise 0.03)" "$games" --set scoring=win
draughts rapid-draughts "exec[move=600]:node $players/rapid_draughts.mjs --depth $depth"
draughts openspiel "exec[move=600]:$python $players/openspiel_checkers.py --sims $sims"

python3 "$here/outside.py" tables .
