"""What the experiments share: how matches ended, and means with their 95 % intervals."""

import math


def mean(values):
    """The mean, and half of its interval."""
    middle = sum(values) / len(values)
    spread = math.sqrt(sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1) / len(values))
    return middle, 1.96 * spread


def paired(values):
    """The mean of so much a match with its interval; pairs of matches are the unit."""
    middle, half = mean([(values[at] + values[at + 1]) / 2 for at in range(0, len(values) - 1, 2)])
    return middle, middle - half, middle + half


def score(results):
    """The share of points with its interval, a draw half a win."""
    middle, low, high = paired([((result > 0) - (result < 0) + 1) / 2 for result in results])
    return middle, max(low, 0), min(high, 1)


def record(results):
    """Won, drawn and lost."""
    return f"{sum(r > 0 for r in results)}–{sum(r == 0 for r in results)}–{sum(r < 0 for r in results)}"


def percent(found):
    middle, low, high = found
    return f"{100 * middle:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
