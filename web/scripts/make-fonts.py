#!/usr/bin/env python3
"""Makes the site's web fonts from the full variable files.

The full families weigh about 190 KB. A page in English needs two files of 27 KB together:
the characters of British English at the widths and weights that the design uses. Other Latin
letters are in separate files, which a browser fetches when a page has such a letter.

    npm install --no-save --prefix SOURCES \
        @fontsource-variable/bricolage-grotesque@5.3.0 \
        @fontsource-variable/instrument-sans@5.3.0 @fontsource/ibm-plex-mono@5.3.0
    pip install fonttools==4.68.0 brotli==1.2.1
    python3 scripts/make-fonts.py SOURCES/node_modules

Writes src/assets/fonts/*.woff2, the licences beside them, and METRICS.md: the numbers
for the local fallback faces, so that text does not move when a font arrives.
"""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from fontTools.otlLib.optimize.gpos import compact
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fontTools.varLib.iup import iup_delta_optimize

OUT = Path(__file__).resolve().parent.parent / "src" / "assets" / "fonts"

BASIC = set(range(0x20, 0x7F))
LATIN_1 = set(range(0xA0, 0x100))
LATIN_EXT_A = set(range(0x100, 0x180)) | {0x218, 0x219, 0x21A, 0x21B, 0x1E9E}
PUNCTUATION = {ord(c) for c in "–—‘’‚“”„†•…‰‹›⁄€™−×→←↑↓≤≥✓·"} | {0x2009, 0x200A, 0x202F}
# Characters that are rare outside code.
CODE = {ord(c) for c in "#$*<=>[\\]^_`{|}~"}
# The characters of British English, with the accents of its most frequent loanwords.
ENGLISH = BASIC - CODE | {ord(c) for c in "£§©·×éèç–—‘’“”•…€−"} | {0xA0, 0x2009, 0x202F}
# The other characters of Latin headlines.
HEADLINE = BASIC | {ord(c) for c in " £§©«®°·»¼½¾×éèêëàâäáçñöóôüúïíßøåæÉÖÜÄÅØÆÇ"} | PUNCTUATION
FIGURES = {ord(c) for c in "0123456789 +-.,%£€kKmM×–−/"}

LATIN = BASIC | LATIN_1 | PUNCTUATION

# Kerning and marks are always kept; of the OpenType features only those the stylesheets ask for.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum", "lnum", "calt"]


@dataclass
class Face:
    """One file to make: source file, axis limits (None pins nothing), characters."""

    name: str
    source: str
    characters: set[int]
    axes: dict[str, float | tuple[float, float]] = field(default_factory=dict)
    features: list[str] = field(default_factory=lambda: FEATURES)


BRICOLAGE = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-{}-standard-normal.woff2"
INSTRUMENT = "@fontsource-variable/instrument-sans/files/instrument-sans-{}-wght-{}.woff2"
PLEX = "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-{}-normal.woff2"

DISPLAY = {"wdth": 86, "opsz": 96, "wght": (600, 800)}
TEXT = {"wght": (400, 600)}

FACES = [
    Face("bricolage", BRICOLAGE.format("latin"), ENGLISH, DISPLAY),
    Face("bricolage-latin", BRICOLAGE.format("latin"), HEADLINE - ENGLISH, DISPLAY),
    Face("bricolage-ext", BRICOLAGE.format("latin-ext"), LATIN_EXT_A, DISPLAY),
    Face("bricolage-figures", BRICOLAGE.format("latin"), FIGURES, {"wdth": 75, "opsz": 96, "wght": 800}, ["kern", "tnum"]),
    Face("instrument", INSTRUMENT.format("latin", "normal"), ENGLISH, TEXT),
    Face("instrument-latin", INSTRUMENT.format("latin", "normal"), LATIN - ENGLISH, TEXT),
    Face("instrument-ext", INSTRUMENT.format("latin-ext", "normal"), LATIN_EXT_A, TEXT),
    Face("plexmono-400", PLEX.format(400), BASIC | PUNCTUATION | {0xA0, 0xA3, 0xA9, 0xB7}, {}, ["kern"]),
    Face("plexmono-500", PLEX.format(500), BASIC | PUNCTUATION | {0xA0, 0xA3, 0xA9, 0xB7}, {}, ["kern"]),
]

# Kerning is kept in steps of 4 thousandths of an em, so that a pair is off by a fifth of a pixel in letters of 100 px.
KERNING_STEP = 4
# Points of an outline may be off by this many thousandths of an em at the heavier weights.
OUTLINE_TOLERANCE = 2

LICENCES = {
    "bricolage": "@fontsource-variable/bricolage-grotesque/LICENSE",
    "instrument": "@fontsource-variable/instrument-sans/LICENSE",
    "plexmono": "@fontsource/ibm-plex-mono/LICENSE",
}


def fix_kerning(font: TTFont) -> None:
    """Keeps the kerning of the default weight for all weights, and packs it.

    Between the weights used here pairs differ by less than a hundredth of an em; the differences
    are a third of the file.
    """
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for subtable in lookup.SubTable:
            for record in values_of(getattr(subtable, "ExtSubTable", subtable)):
                for name in ("XPlaDevice", "YPlaDevice", "XAdvDevice", "YAdvDevice"):
                    if hasattr(record, name):
                        delattr(record, name)
                if hasattr(record, "XAdvance"):
                    record.XAdvance = round(record.XAdvance / KERNING_STEP) * KERNING_STEP
            subtable = getattr(subtable, "ExtSubTable", subtable)
            for name in ("ValueFormat1", "ValueFormat2"):
                if hasattr(subtable, name):
                    setattr(subtable, name, getattr(subtable, name) & 0x0F)
    if "GDEF" in font and getattr(font["GDEF"].table, "VarStore", None):
        font["GDEF"].table.VarStore = None
        font["GDEF"].table.LigCaretList = None
        font["GDEF"].table.Version = 0x00010002
    compact(font, 5)


def values_of(subtable: object) -> list[object]:
    """The value records of a pair adjustment subtable."""
    pairs = [pair for pair_set in getattr(subtable, "PairSet", []) for pair in pair_set.PairValueRecord]
    pairs += [pair for first in getattr(subtable, "Class1Record", []) for pair in first.Class2Record]
    values = [getattr(pair, name, None) for pair in pairs for name in ("Value1", "Value2")]
    return [value for value in values if value is not None]


def simplify_weights(font: TTFont) -> None:
    """Leaves out the differences between weights that follow from those of neighbouring points."""
    for glyph, variations in font["gvar"].variations.items():
        points, outline = font["glyf"]._getCoordinatesAndControls(glyph, font["hmtx"].metrics)
        for variation in variations:
            variation.calcInferredDeltas(points, outline.endPts)
            deltas = [(round(x), round(y)) for x, y in variation.coordinates]
            variation.coordinates = iup_delta_optimize(deltas, points, outline.endPts, OUTLINE_TOLERANCE)


def make(face: Face, sources: Path) -> int:
    """Writes one subset file and returns its size in bytes."""
    font = TTFont(sources / face.source)
    if face.axes:
        font = instantiateVariableFont(font, face.axes, updateFontNames=False)
    options = Options()
    options.flavor = "woff2"
    options.layout_features = face.features
    options.hinting = False
    options.desubroutinize = True
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 4, 6, 13, 14]  # copyright and licence stay in the file
    options.drop_tables += ["DSIG", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=face.characters)
    subsetter.subset(font)
    if "fvar" in font:
        fix_kerning(font)
        simplify_weights(font)
    font.flavor = "woff2"
    target = OUT / f"{face.name}.woff2"
    font.save(target)
    return target.stat().st_size


# Frequency of letters in English text (per thousand, including the space), for the mean width.
FREQUENCY = {
    " ": 180, "e": 104, "t": 74, "a": 67, "o": 62, "i": 57, "n": 57, "s": 52, "r": 49, "h": 50, "l": 33, "d": 35, "u": 23,
    "c": 23, "m": 20, "f": 18, "w": 19, "g": 16, "y": 16, "p": 16, "b": 12, "v": 8, "k": 6, "x": 1, "j": 1, "q": 1, "z": 1,
}

# Advance widths of the local fallbacks in thousandths of an em (Helvetica metrics, shared by Arial and
# its clones; Arial Narrow is 82% of it; Courier New is 600 throughout).
ARIAL = {
    " ": 278, "a": 556, "b": 556, "c": 500, "d": 556, "e": 556, "f": 278, "g": 556, "h": 556, "i": 222, "j": 222, "k": 500,
    "l": 222, "m": 833, "n": 556, "o": 556, "p": 556, "q": 556, "r": 333, "s": 500, "t": 278, "u": 556, "v": 500, "w": 722,
    "x": 500, "y": 500, "z": 500,
}
ARIAL_BOLD = {
    " ": 278, "a": 556, "b": 611, "c": 556, "d": 611, "e": 556, "f": 333, "g": 611, "h": 611, "i": 278, "j": 278, "k": 556,
    "l": 278, "m": 889, "n": 611, "o": 611, "p": 611, "q": 611, "r": 389, "s": 556, "t": 333, "u": 611, "v": 556, "w": 778,
    "x": 556, "y": 556, "z": 500,
}


def mean(widths: dict[str, float]) -> float:
    """Mean advance of English text in thousandths of an em."""
    return sum(widths[c] * n for c, n in FREQUENCY.items()) / sum(FREQUENCY.values())


def measure(name: str, weight: float | None) -> tuple[float, float, float, float]:
    """Mean advance, ascent, descent, line gap (thousandths of an em) of a made file at a weight."""
    font = TTFont(OUT / f"{name}.woff2")
    if "fvar" in font and weight is not None:
        font = instantiateVariableFont(font, {"wght": weight})
    em = font["head"].unitsPerEm / 1000
    cmap, advance = font.getBestCmap(), font["hmtx"]
    widths = {c: advance[cmap[ord(c)]][0] / em for c in FREQUENCY}
    hhea = font["hhea"]
    return mean(widths), hhea.ascent / em, -hhea.descent / em, hhea.lineGap / em


def metrics() -> str:
    """The text of METRICS.md."""
    fallbacks = [
        ("Bricolage Grotesque", "bricolage", 700, "Arial Bold", mean(ARIAL_BOLD)),
        ("Bricolage Grotesque", "bricolage", 700, "Arial Narrow Bold", mean(ARIAL_BOLD) * 0.82),
        ("Instrument Sans", "instrument", 400, "Arial", mean(ARIAL)),
        ("Instrument Sans", "instrument", 600, "Arial Bold", mean(ARIAL_BOLD)),
        ("IBM Plex Mono", "plexmono-400", None, "Courier New", 600.0),
    ]
    lines = [
        "# Numbers for the local fallback faces",
        "",
        "Made by `scripts/make-fonts.py`. Each row is one `@font-face { src: local(…) }` that takes as much room as the",
        "web font: mean width of English text, ascent, descent and line gap.",
        "",
        "| web font | weight | local() | size-adjust | ascent-override | descent-override | line-gap-override |",
        "|---|---|---|---|---|---|---|",
    ]
    for family, name, weight, local, width in fallbacks:
        own, ascent, descent, gap = measure(name, weight)
        adjust = own / width
        row = [f"{v / adjust / 10:.1f}%" for v in (ascent, descent, gap)]
        lines.append(f"| {family} | {weight or 400} | {local} | {adjust * 100:.1f}% | {' | '.join(row)} |")
    lines += ["", "## Files", "", "| file | bytes | weights | characters |", "|---|---|---|---|"]
    for face in FACES:
        path = OUT / f"{face.name}.woff2"
        font = TTFont(path)
        weights = next((f"{a.minValue:g}–{a.maxValue:g}" for a in font["fvar"].axes if a.axisTag == "wght"), "fixed") if "fvar" in font else "fixed"
        lines.append(f"| {face.name}.woff2 | {path.stat().st_size} | {weights} | {len(font.getBestCmap())} |")
    lines += [
        "",
        "`bricolage` is the family at width 86 %, optical size 96. `bricolage-figures` holds figures at width 75 %, weight 800,",
        "for the big numerals: give it a separate family name. The files without a suffix hold the characters of British",
        "English; `-latin` holds the rest of Latin-1, punctuation and the characters of code, `-ext` Latin Extended-A. The",
        "`unicode-range`s of fonts.css have a browser fetch the last two only for a page that has such a character.",
        "Arrows ← → and the tick are in none of the families: draw them as icons.",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sources = Path(sys.argv[1])
    OUT.mkdir(parents=True, exist_ok=True)
    for face in FACES:
        print(f"{face.name:20} {make(face, sources):6} bytes")
    for name, path in LICENCES.items():
        shutil.copyfile(sources / path, OUT / f"LICENSE-{name}.txt")
    (OUT / "METRICS.md").write_text(metrics(), encoding="utf-8")


if __name__ == "__main__":
    main()
