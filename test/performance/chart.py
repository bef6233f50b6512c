"""The table as a picture: one line a row, a mark a tool, time over the primal's, logarithmic."""
import math
from xml.sax.saxutils import escape

MARKS = [  # tool, name, colour
    ("sacado", "Sacado", "#c9a227"),
    ("adolc", "ADOL-C", "#8f6bb3"),
    ("hand", "by hand", "#555555"),
    ("ours", "enzyme-clang", "#d1495b"),
]
LEFT, RIGHT, TOP, LINE = 300, 40, 70, 18
WIDTH = 900


def draw(rows, title, limit):
    rows = [row for row in rows if row.ratio("ours", "primal")]
    ratios = [row.ratio(tool, "primal") for row in rows for tool, _, _ in MARKS if row.ratio(tool, "primal")]
    low = math.floor(math.log10(min(ratios + [0.5]))) if ratios else 0
    high = math.ceil(math.log10(max(ratios + [10]))) if ratios else 1
    bottom = TOP + LINE * len(rows)

    def x(ratio):
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(ratio) - low) / (high - low)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom + 40}" '
           'font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{bottom + 40}" fill="white"/>',
           f'<text x="10" y="20" font-size="14">Time of a gradient over the primal\'s ({escape(title)})</text>']
    for i, (_, name, colour) in enumerate(reversed(MARKS)):
        out.append(f'<circle cx="{16 + 130 * i}" cy="40" r="5" fill="{colour}"/>'
                   f'<text x="{26 + 130 * i}" y="44">{name}</text>')
    for power in range(low, high + 1):
        at = x(10 ** power)
        out.append(f'<line x1="{at:.1f}" y1="{TOP - 8}" x2="{at:.1f}" y2="{bottom}" stroke="#dddddd"/>'
                   f'<text x="{at:.1f}" y="{bottom + 18}" text-anchor="middle">{10.0 ** power:g}</text>')
    out.append(f'<line x1="{x(limit):.1f}" y1="{TOP - 8}" x2="{x(limit):.1f}" y2="{bottom}" stroke="#d1495b" '
               f'stroke-dasharray="4 4"/><text x="{x(limit):.1f}" y="{bottom + 34}" text-anchor="middle" '
               f'fill="#d1495b">limit {limit:g}</text>')
    for i, row in enumerate(rows):
        y = TOP + LINE * i + LINE / 2
        out.append(f'<text x="{LEFT - 10}" y="{y + 4:.0f}" text-anchor="end">{escape(row.size)}</text>'
                   f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#f0f0f0"/>')
        for tool, name, colour in MARKS:
            ratio = row.ratio(tool, "primal")
            if ratio:
                out.append(f'<circle cx="{x(ratio):.1f}" cy="{y}" r="5" fill="{colour}" fill-opacity="0.85">'
                           f'<title>{escape(row.size)}, {name}: {ratio:.2f}</title></circle>')
    return "\n".join(out + ["</svg>\n"])
