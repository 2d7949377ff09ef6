"""Repeats one step of training in PyTorch and compares slopes, statistics and loss.

Arguments: a folder with `before`, `after` and `batch`; rows and columns of the board (0 for none); how many
constants a sample has; the loss that ours found. Exit status 3: a module is missing.
"""

import json
import sys
from pathlib import Path

try:
    import numpy
    import torch
    from torch.nn import functional as F
except ImportError as error:
    print(error)
    sys.exit(3)

folder = Path(sys.argv[1])
rows, columns, constants = map(int, sys.argv[2:5])
our_loss = float(sys.argv[5])


def tensors(name):
    data = (folder / name).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    cut = lambda entry: data[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]]
    read = lambda entry: torch.from_numpy(numpy.frombuffer(cut(entry), "<f4").copy()).reshape(entry["shape"])
    return {name: read(entry).double() for name, entry in header.items()}


before, after = tensors("before"), tensors("after")
buffers = {name for name in before if "running_" in name}
w = {name: tensor.clone().requires_grad_(name not in buffers) for name, tensor in before.items()}
lines = [[float(word) for word in line.split()] for line in (folder / "batch").read_text().splitlines()]
inputs, policy, legal, value, aux, weight = (torch.tensor(lines[at::6]).double() for at in range(6))
weight = weight[:, 0]
kind = "conv" if rows else "linear"


def mix(x, part, number="", around=None):
    weights = w[f"{part}.{kind}{number}.weight"]
    x = F.conv2d(x, weights, padding=weights.shape[-1] // 2) if rows else F.linear(x, weights)
    norm = f"{part}.norm{number}"
    x = F.batch_norm(
        x, w[f"{norm}.running_mean"], w[f"{norm}.running_var"], w[f"{norm}.weight"], w[f"{norm}.bias"], training=True
    )
    return F.relu(x if around is None else x + around)


def linear(x, part):
    return F.linear(x.flatten(1), w[f"{part}.weight"], w[f"{part}.bias"])


x = inputs
if rows:
    planes, rest = inputs[:, : inputs.shape[1] - constants], inputs[:, inputs.shape[1] - constants :]
    spread = rest[:, :, None, None].expand(-1, -1, rows, columns)
    x = torch.cat([planes.reshape(len(inputs), -1, rows, columns), spread], 1)
x = mix(x, "stem")
block = 0
while any(name.startswith(f"body.{block}.") for name in w):
    part = f"body.{block}"
    x = mix(mix(x, part, "1"), part, "2", x) if f"{part}.{kind}1.weight" in w else mix(x, part)
    block += 1
logits = linear(mix(x, "policy"), "policy.out").masked_fill(legal == 0, -torch.inf)
hidden = F.relu(linear(mix(x, "value"), "value.hidden"))
guess, further = torch.tanh(linear(hidden, "value.out")), linear(hidden, "aux.out")

whole = policy.sum(1)
shares = policy / whole.clamp_min(1e-30)[:, None]
cross = -(shares * F.log_softmax(logits, 1).masked_fill(legal == 0, 0)).sum(1)
known = weight * (whole > 0)
loss = (cross * known).sum() / known.sum()
loss = loss + 0.7 * (((guess - value) ** 2).mean(1) * weight).sum() / weight.sum()
for at in range(aux.shape[1]):
    there = ~aux[:, at].isnan()
    error = (further[there, at] - aux[there, at]) ** 2
    loss = loss + 0.3 * (error * weight[there]).sum() / weight[there].sum()
loss.backward()

assert abs(loss.item() - our_loss) < 1e-5, f"loss {our_loss} instead of {loss.item()}"
worst = 0.0
for name in before:
    if name in buffers:
        ours, theirs = after[name], w[name]
    else:
        # After the first step the mean of the slopes is a tenth of them.
        ours, theirs = after[f"adam.mean.{name}"] * 10, w[name].grad
    error = ((ours - theirs).abs().max() / (theirs.abs().max() + 1e-3)).item()
    assert error < 1e-4, f"{name} differs by {error}"
    worst = max(worst, error)
print(f"agrees with PyTorch {torch.__version__}: loss {our_loss:.6f}, slopes and statistics to {worst:.1e}")
