#!/usr/bin/env python3
"""Draws the wall of queries behind the home hero as one wide tile.

    pip install fonttools==4.68.0 brotli==1.2.1
    python3 scripts/make-query-wall.py

Writes public/images/query-wall.svg. The letters are outlines of the site's mono face, so that the texture needs no
font, is never copied with the text and is met by no contrast audit.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
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


def name(character: str) -> str:
    """Id of a letter's outline: the letter, or its code where that is no name."""
    return character if character.isalpha() else f"u{ord(character)}"


def main() -> None:
    font = TTFont(FONT)
    glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
    scale = SIZE / font["head"].unitsPerEm
    advance = font["hmtx"][cmap[ord("a")]][0] * scale
    used: set[str] = set()

    def letters(text: str, start: int) -> str:
        uses = []
        for i, character in enumerate(text):
            if character == " ":
                continue
            used.add(character)
            uses.append(f'<use href="#{name(character)}" x="{(start + i) * advance:g}"/>')
        return "".join(uses)

    def query(index: int, text: str) -> tuple[str, int]:
        """The group of one query with its separator, and its length in characters."""
        before, _, rest = text.partition("[")
        lit, _, after = rest.partition("]")
        plain = before + " " * len(lit) + after + " / "
        box = ""
        if lit:
            x = len(before) * advance
            box = f'<path fill="{BOX}" fill-opacity=".11" d="M{x - 3:.1f}-14h{len(lit) * advance + 6:.1f}v20h-{len(lit) * advance + 6:.1f}z"/>'
            box += f'<g fill="{LIT}">{letters(lit, len(before))}</g>'
        return f'<g id="q{index}">{letters(plain, 0)}{box}</g>', len(plain)

    groups, lengths = zip(*(query(i, text) for i, text in enumerate(QUERIES)), strict=True)
    width, height = COLUMNS * advance, ROWS * LINE
    wall = []
    for row in range(ROWS):
        # Every row starts elsewhere in the list, a little to the left of the edge.
        index, column = row * 7, -((row * 11) % 24)
        while column < COLUMNS:
            n = index % len(QUERIES)
            wall.append(f'<use href="#q{n}" x="{column * advance:g}" y="{LINE * row + 20}"/>')
            column += lengths[n]
            index += 5

    symbols = []
    for character in sorted(used):
        pen = SVGPathPen(glyphs, ntos=lambda n: f"{n:.2f}".rstrip("0").rstrip("."))
        glyphs[cmap[ord(character)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        symbols.append(f'<path id="{name(character)}" d="{pen.getCommands()}"/>')

    TARGET.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}" viewBox="0 0 {width:g} {height}">'
        f'<defs>{"".join(symbols)}{"".join(groups)}</defs><g fill="{TEXT}">{"".join(wall)}</g></svg>\n',
        encoding="utf-8",
    )
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
