"""The same networks in PyTorch: reads one request a line, answers with seconds.

A request is `infer BLOCKS CHANNELS BATCH SECONDS` or `train BLOCKS CHANNELS BATCH SECONDS`; the answer
is the fewest seconds that one call took within that time.
"""

import sys
import time

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(1)

PLANES, ROWS, COLUMNS, ACTIONS, HEAD, HIDDEN = 4, 6, 7, 7, 32, 64


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = torch.relu(self.norm1(self.conv1(x)))
        return torch.relu(self.norm2(self.conv2(y)) + x)


class Net(nn.Module):
    def __init__(self, blocks, channels):
        super().__init__()
        squeeze = lambda: [nn.Conv2d(channels, HEAD, 1, bias=False), nn.BatchNorm2d(HEAD), nn.ReLU(), nn.Flatten()]
        first = [nn.Conv2d(PLANES, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU()]
        self.body = nn.Sequential(*first, *[Block(channels) for _ in range(blocks)])
        self.policy = nn.Sequential(*squeeze(), nn.Linear(HEAD * ROWS * COLUMNS, ACTIONS))
        hidden = nn.Linear(HEAD * ROWS * COLUMNS, HIDDEN)
        self.value = nn.Sequential(*squeeze(), hidden, nn.ReLU(), nn.Linear(HIDDEN, 1), nn.Tanh())

    def forward(self, x):
        x = self.body(x)
        return self.policy(x), self.value(x)


def fewest(call, seconds):
    call()
    end, best = time.perf_counter() + seconds, float("inf")
    while time.perf_counter() < end:
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def infer(net, batch, seconds):
    net.eval()
    x = torch.randn(batch, PLANES, ROWS, COLUMNS)
    with torch.inference_mode():
        return fewest(lambda: net(x), seconds)


def train(net, batch, seconds):
    net.train()
    x = torch.randn(batch, PLANES, ROWS, COLUMNS)
    policy = torch.softmax(torch.randn(batch, ACTIONS), 1)
    value = torch.rand(batch, 1) * 2 - 1
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-4)

    def step():
        optimiser.zero_grad()
        logits, guess = net(x)
        loss = -(policy * torch.log_softmax(logits, 1)).sum(1).mean() + ((guess - value) ** 2).mean()
        loss.backward()
        optimiser.step()

    return fewest(step, seconds)


nets = {}
print("ready PyTorch", torch.__version__, flush=True)
for line in sys.stdin:
    what, blocks, channels, batch, seconds = line.split()
    size = int(blocks), int(channels)
    if size not in nets:
        nets[size] = Net(*size)
    call = infer if what == "infer" else train
    print(call(nets[size], int(batch), float(seconds)), flush=True)
