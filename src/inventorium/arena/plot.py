"""The picture of a ladder: every bot's rating with its interval, as SVG."""
from typing import Any
from xml.sax.saxutils import escape

WIDTH, ROW, LEFT, RIGHT, TOP = 720, 34, 200, 40, 56


def ladder_svg(ladder: dict[str, Any]) -> str:
    bots = ladder["bots"]
    low = min(bot["interval"][0] for bot in bots)
    high = max(bot["interval"][1] for bot in bots)
    height = TOP + ROW * len(bots) + 44

    def x(rating: float) -> float:
        return LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="14">',
             f'<rect width="{WIDTH}" height="{height}" fill="#fbf8f1"/>',
             f'<text x="16" y="30" font-size="17" fill="#22303c">{escape(ladder["game"])}, {ladder["games"]} games: '
             'rating with 95 % interval</text>']
    for rating in range(int(low) + 1, int(high) + 1):
        if rating % 5 == 0:
            lines.append(f'<line x1="{x(rating):.1f}" y1="{TOP - 8}" x2="{x(rating):.1f}" y2="{height - 36}" stroke="#d8d2c4"/>'
                         f'<text x="{x(rating):.1f}" y="{height - 16}" text-anchor="middle" fill="#5b6670">{rating}</text>')
    for row, bot in enumerate(bots):
        y = TOP + ROW * row + ROW / 2
        left, right = (x(end) for end in bot["interval"])
        lines.append(f'<text x="{LEFT - 16}" y="{y + 5:.1f}" text-anchor="end" fill="#22303c">{escape(bot["bot"])}</text>'
                     f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" stroke="#1f5f8b" stroke-width="3"/>'
                     f'<circle cx="{x(bot["rating"]):.1f}" cy="{y:.1f}" r="6" fill="#1f5f8b"/>')
    return "\n".join([*lines, "</svg>", ""])
