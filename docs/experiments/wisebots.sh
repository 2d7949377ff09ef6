#!/usr/bin/env bash
# The tables behind wisebots.md: every setting of the thesis, both methods, several seeds. Goes on where it was stopped.
# Usage: docs/experiments/wisebots.sh FOLDER [SEEDS]. Needs `ludometer` on the path and python3.
set -euo pipefail
folder=${1:?a folder for bots and results}
seeds=${2:-5}
mkdir -p "$folder"

games=("tic-tac-toe:12000:" "connect-four:4000000:" "card-points:800000:--set cards=8 --set deck=small")
settings=("0.7 0.7 0.3" "0.9 0.1 0.3" "0.3 0.9 0.3" "0.7 0.7 0.01" "0.7 0.7 0.9")

for entry in "${games[@]}"; do
  IFS=: read -r game episodes rules <<< "$entry"
  for setting in "${settings[@]}"; do
    read -r alpha gamma epsilon <<< "$setting"
    # The thesis has alpha 0.1 where tic-tac-toe has 0.3.
    if [ "$game" != tic-tac-toe ] && [ "$alpha" = 0.3 ]; then alpha=0.1; fi
    for method in q pessimistic; do
      for seed in $(seq 1 "$seeds"); do
        name="$game-$alpha-$gamma-$epsilon-$method-$seed"
        if [ -s "$folder/$name.json" ]; then continue; fi
        # As in the thesis the pessimist is the first player, and a plain learner sits opposite.
        who=(--method q)
        if [ "$method" = pessimistic ]; then
          who=(--method pessimistic --seat first --opponent learner --opponent-epsilon "$epsilon")
        fi
        began=$(date +%s.%N)
        # shellcheck disable=SC2086
        ludometer train q "$game" $rules --episodes "$episodes" --alpha "$alpha" --gamma "$gamma" \
          --epsilon "$epsilon" "${who[@]}" --seed "$seed" --out "$folder/bot" --quiet > /dev/null
        took=$(python3 -c "import sys, time; print(time.time() - float(sys.argv[1]))" "$began")
        ludometer test-bot "$folder/bot" --json --quiet > "$folder/test.json"
        python3 - "$folder/test.json" "$took" "$folder/$name.json" <<'PYTHON'
import json, sys
tested = json.load(open(sys.argv[1]))
json.dump(tested | {"seconds": float(sys.argv[2])}, open(sys.argv[3], "w"))
PYTHON
        rm -rf "$folder/bot" "$folder/test.json"
      done
    done
  done
done

python3 - "$folder" <<'PYTHON'
import collections, json, statistics, sys
from pathlib import Path

groups = collections.defaultdict(list)
for path in sorted(Path(sys.argv[1]).glob("*.json")):
    *rest, method, seed = path.stem.rsplit("-", 5)
    groups[(*rest, method)].append(json.loads(path.read_text()))


def share(results, test):
    found = [one for one in results["matches"] if one["test"] == test and one["seat"] == 1]
    return found[0]["quality"] if found else float("nan")


def base(results):
    n = sum(kind["situations"] for kind in results["base"])
    return sum(kind["situations"] * kind["right"] for kind in results["base"]) / max(n, 1)


def floor(results):
    n = sum(kind["situations"] for kind in results["base"])
    return sum(kind["situations"] * kind["floor"] for kind in results["base"]) / max(n, 1)


def spread(numbers):
    numbers = [100 * number for number in numbers]
    return f"{statistics.mean(numbers):.1f} ({min(numbers):.1f}–{max(numbers):.1f})"


print("| game | α | γ | ε | method | n | clone % | base % | against random % | random play % | base at random % | unbeatable first | opening | s |")
print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
for key, results in groups.items():
    proven = [one["proof"][0]["unbeatable"] if one["proof"] else None for one in results]
    opening = collections.Counter("/".join(one["opening"]) if len(one["opening"]) < 4 else "any" for one in results)
    cells = [*key, len(results), spread([share(one, "clone test") for one in results]), spread([base(one) for one in results]),
             spread([share(one, "against random play") for one in results]), spread([share(one, "random play") for one in results]),
             spread([floor(one) for one in results]),
             "–" if None in proven else f"{sum(proven)} of {len(proven)}",
             ", ".join(f"{move}: {count}" for move, count in opening.most_common()),
             f"{statistics.mean(one['seconds'] for one in results):.1f}"]
    print("| " + " | ".join(map(str, cells)) + " |")
PYTHON
