#!/usr/bin/env bash
# The experiments of the thesis on truco by cases again: the round robin of its twenty policies, learnt cases against
# first ones, whether two steps help more where less alike cases count, other players, bases learnt against those, and
# one hand solved. Goes on where it was stopped.
# Usage: docs/experiments/truco.sh FOLDER CASES. CASES holds the public base as CSV. Needs `ludometer` on the path and
# python3.
set -euo pipefail
folder=${1:?a folder for results}
cases=$(realpath "${2:?the folder of the public base of cases}")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder"
cd "$folder"

# A round robin: NAME PAIRS PLAYERS... What came out is kept as JSON, also by how many points matches were won and lost.
cup() {
  local name=$1 pairs=$2
  shift 2
  if [ -s "$name.json" ] && [ -s "$name.margins" ]; then return; fi
  rm -rf "cup-$name"
  ludometer tournament truco "$@" --pairs "$pairs" --out "cup-$name" --json --quiet > "$name.json.part"
  ludometer export "cup-$name" --jsonl | python3 "$here/truco.py" margins > "$name.margins"
  mv "$name.json.part" "$name.json"
  rm -rf "cup-$name"
}

# Pairs against this player: searches take their time.
pairs() { case $1 in ismcts*) echo 100 ;; *) echo 200 ;; esac; }

# A training that is done does nothing when it is asked for again.
cases() { ludometer train cases truco "$@" --quiet > /dev/null; }
hand() { ludometer train cfr truco-hand --iterations 200 "$@" --quiet > /dev/null; }

[ -s ufsm/bot.toml ] || ludometer cases import truco "$cases" --out ufsm --quiet > /dev/null
cases --boot 3200 --matches 0 --out boot
cases --from boot --matches 1833 --out learned
styles="strategy:balanced strategy:bold strategy:timid strategy:honest"
cases --boot 10000 --matches 0 --players "$styles" --out styles
# What bases learn against others.
against=(--from styles --policies PLS+MPS --enough 2000 --round 200)
cases "${against[@]}" --against strategy:balanced --matches 6000 --out balanced
cases "${against[@]}" --against "$styles" --matches 12000 --out all
hand --out hand
# The same where the other seat is believed to be the rule-based player, by half and nearly wholly.
hand --against strategy:balanced --trust 0.5 --out hand-0.5
hand --against strategy:balanced --trust 0.9 --out hand-0.9

all="MJS PLS PVS NPS MJCS PLCS PVCS NPCS NPCMJS NPCPVS NPCPLS MJCNPS MJCPVS MJCPLS PLCNPS PLCMJS PLCPVS PVCNPS PVCMJS PVCPLS"
ten="PVCNPS NPS PVCS PLCNPS NPCS PVS PVCMJS NPCPVS MJCNPS PVCPLS"
with() { for policy in $2; do echo "cases:base=$1,policy=$policy"; done; }

# shellcheck disable=SC2046
for base in ufsm boot learned; do
  cup "twenty,$base" 25 $(with "$base" "$all")
done
# shellcheck disable=SC2046
for base in ufsm learned; do
  cup "ten,$base" 25 $(with "$base" "$ten")
done
for policy in $ten; do
  cup "learned,$policy" 100 "cases:base=learned,policy=$policy" "cases:base=boot,policy=$policy"
done
for threshold in 60 75 90 98; do
  for two in PVCS/PVS NPCS/NPS MJCS/MJS PLCS/PLS PVCNPS/NPS; do
    cup "threshold,$threshold,${two%/*},${two#*/}" 200 "cases:base=ufsm,policy=${two%/*},threshold=$threshold" \
      "cases:base=ufsm,policy=${two#*/},threshold=$threshold"
  done
done
for other in strategy:balanced strategy:bold strategy:timid strategy:honest ismcts:sims=1000 random; do
  for policy in PVCNPS NPS PVS; do
    cup "other,$policy,$other" 100 "cases:base=ufsm,policy=$policy" "$other"
  done
done
for other in $styles ismcts:sims=1000 ismcts:sims=1000,episode=on cfr:bot=hand; do
  for base in balanced all; do
    cup "against,$base,MPS,$other" "$(pairs "$other")" "cases:base=$base,policy=MPS" "$other"
  done
done
for policy in MJS PVS PVCS PVCNPS NPS; do
  cup "against,balanced,$policy,strategy:balanced" 200 "cases:base=balanced,policy=$policy" strategy:balanced
done
for bot in hand hand-0.5 hand-0.9; do
  cup "$bot,strategy:balanced" 400 "cfr:bot=$bot" strategy:balanced
  for other in strategy:bold strategy:timid strategy:honest cases:base=ufsm,policy=PVS \
    cases:base=balanced,policy=MPS ismcts:sims=1000; do
    cup "$bot,$other" "$(pairs "$other")" "cfr:bot=$bot" "$other"
  done
done
for bot in hand-0.5 hand-0.9; do
  cup "$bot,cfr:bot=hand" 400 "cfr:bot=$bot" cfr:bot=hand
done
cup "ismcts,strategy:balanced" 100 ismcts:sims=1000,episode=on strategy:balanced
cup "ismcts,ismcts:sims=1000" 100 ismcts:sims=1000,episode=on ismcts:sims=1000
cup "others,strategy:balanced,ismcts:sims=1000" 100 strategy:balanced ismcts:sims=1000

python3 "$here/truco.py" tables .
