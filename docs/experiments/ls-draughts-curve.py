"""Draws the curve of ls-draughts.md, and which features survive, from metrics.jsonl of a genetic training, as SVG.

Usage: python3 ls-draughts-curve.py ls-draughts/metrics.jsonl > ls-draughts-curve.svg
"""

import json
import pathlib
import sys

LEFT, WIDE, HIGH, CELL, ROW = 150, 600, 220, 20, 15


def line(values, colour, name, at):
    """A line over the generations; `at` is how far below its last point its name stands."""
    points = [(LEFT + CELL * (place + 0.5), 40 + HIGH * (1 - value)) for place, value in enumerate(values)]
    x, y = points[-1]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{x + 8:.1f}" y="{y + at:.1f}" fill="{colour}">{name}</text>'
    )


def curve(generations):
    yield f'<text x="{LEFT}" y="20" font-weight="600">Share of the points in the tournament of each generation</text>'
    for share in [0, 0.25, 0.5, 0.75, 1]:
        y = 40 + HIGH * (1 - share)
        yield f'<line x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{100 * share:.0f} %</text>'
    yield line([one["best"] for one in generations], "#1d5aa6", "best", -2)
    yield line([one["others"] for one in generations], "#b06a00", "mean of the others", 12)


def strip(generations):
    top = HIGH + 90
    yield f'<text x="{LEFT}" y="{top - 12}" font-weight="600">Share of the 50 that have each feature; the darker the more</text>'
    for row, (name, _) in enumerate(generations[0]["shares"]):
        y = top + ROW * row
        yield f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end">{name}</text>'
        for place, one in enumerate(generations):
            share = one["shares"][row][1]
            yield (
                f'<rect x="{LEFT + CELL * place}" y="{y}" width="{CELL - 1}" height="{ROW - 1}" fill="#1d5aa6" '
                f'fill-opacity="{0.04 + 0.96 * share:.2f}"/>'
            )
    for place in range(0, len(generations), 5):
        y = top + ROW * len(generations[0]["shares"]) + 16
        yield f'<text x="{LEFT + CELL * (place + 0.5)}" y="{y}" text-anchor="middle">{place}</text>'


def main(path):
    generations = [json.loads(text) for text in pathlib.Path(path).read_text().splitlines()]
    wide, high = LEFT + WIDE + 150, HIGH + 90 + ROW * len(generations[0]["shares"]) + 30
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="12">'
        f'<rect width="{wide}" height="{high}" fill="#fff"/>'
    )
    print("\n".join([*curve(generations), *strip(generations)]))
    print("</svg>")


if __name__ == "__main__":
    main(sys.argv[1])
