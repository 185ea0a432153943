#!/usr/bin/env python3
"""Draws the wall of queries behind the home hero as one wide tile.

    pip install fonttools==4.68.0 brotli==1.2.1
    python3 scripts/make-query-wall.py

Writes public/images/query-wall.svg. The letters are outlines of the site's mono face, so that the texture needs no
font, is never copied with the text and is met by no contrast audit.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

WEB = Path(__file__).resolve().parent.parent
FONT = WEB / "src" / "assets" / "fonts" / "plexmono-400.woff2"
TARGET = WEB / "public" / "images" / "query-wall.svg"

SIZE, LINE, ROWS, COLUMNS = 13, 29, 12, 250
TEXT, LIT, BOX = "var(--drawing-wall)", "var(--green-400)", "var(--mark-500)"

QUERIES = [
    "site move checklist", "solicitor fees uk", "how long does seo take", "how to fix crawl errors",
    "hreflang for ireland", "page indexed without content", "compare business energy", "[who] should i ask",
    "freight quote online", "core web vitals explained", "schema for product pages", "robots.txt examples",
    "how do [answers] get chosen", "best crm for small firms", "can chatbots read my site",
    "why did my rankings drop", "[who] makes oak staircases", "what is an ai overview", "canonical tag wrong page",
    "what is e-e-a-t", "best accountants near me", "local pack missing", "emergency plumber leeds", "is my site slow",
]


class OutlinePen(BasePen):
    """Writes an outline as a path with relative commands only, so that a letter is the same text wherever it stands."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.path = ""
        self.at = self.start = (0.0, 0.0)

    def _add(self, command: str, *points: tuple[float, float]) -> None:
        ends = [(round(x, 2), round(y, 2)) for x, y in points]
        steps = [f"{n:.2f}".rstrip("0").rstrip(".") for x, y in ends for n in (x - self.at[0], y - self.at[1])]
        self.path += command + " ".join("0" if step == "-0" else step for step in steps).replace(" -", "-")
        self.at = ends[-1]

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self._add("m", pt)
        self.start = self.at

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self._add("l", pt)

    def _qCurveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float]) -> None:
        self._add("q", pt1, pt2)

    def _closePath(self) -> None:
        self.path += "z"
        self.at = self.start


def main() -> None:
    font = TTFont(FONT)
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    scale = SIZE / font["head"].unitsPerEm
    advance = font["hmtx"][cmap[ord("a")]][0] * scale

    def outline(character: str) -> str:
        pen = OutlinePen(glyphs)
        glyphs[cmap[ord(character)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        return pen.path

    def letters(text: str, start: int) -> str:
        """The path of a text. One element for each letter would take browsers several times as long to lay out."""
        return "".join(
            f"M{(start + i) * advance:g} 0{outline(character)}" for i, character in enumerate(text) if character != " "
        )

    def query(index: int, text: str) -> tuple[str, int]:
        """The group of one query with its separator, and its length in characters."""
        before, _, rest = text.partition("[")
        lit, _, after = rest.partition("]")
        plain = before + " " * len(lit) + after + " / "
        box = ""
        if lit:
            x = len(before) * advance
            box = f'<path fill="{BOX}" fill-opacity=".11" d="M{x - 3:.1f}-14h{len(lit) * advance + 6:.1f}v20h-{len(lit) * advance + 6:.1f}z"/>'
            box += f'<path fill="{LIT}" d="{letters(lit, len(before))}"/>'
        return f'<g id="q{index}"><path d="{letters(plain, 0)}"/>{box}</g>', len(plain)

    groups, lengths = zip(*(query(i, text) for i, text in enumerate(QUERIES)), strict=True)
    width, height = COLUMNS * advance, ROWS * LINE
    wall = []
    for row in range(ROWS):
        # Each row starts at a different query, slightly left of the edge.
        index, column = row * 7, -((row * 11) % 24)
        while column < COLUMNS:
            n = index % len(QUERIES)
            wall.append(f'<use href="#q{n}" x="{column * advance:g}" y="{LINE * row + 20}"/>')
            column += lengths[n]
            index += 5

    TARGET.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" viewBox="0 0 {width:g} {height}">'
        f'<defs>{"".join(groups)}</defs><g fill="{TEXT}">{"".join(wall)}</g></svg>\n',
        encoding="utf-8",
    )
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
