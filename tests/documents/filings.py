"""Invented filings for tests: as text files to upload, and as parsed pages for the pure functions."""

import itertools
import random
from collections.abc import Iterator

from apps.reading.parsed import Block, BlockKind, Cell, ParsedPage, ParsedTable

WORDS = (
    "revenue", "growth", "harbour", "kelp", "cargo", "lantern", "margin", "segment", "widget", "tariff", "pension",
    "lease", "contract", "orchard", "customer", "quarter", "inventory", "turbine", "dividend", "glacier", "supplier",
    "freight", "copper", "warranty", "impairment", "hedge", "royalty", "ferry",
)  # fmt: skip


def prose(seed: int, sentences: int) -> str:
    """The same sentences for the same seed."""
    chance = random.Random(seed)
    made = (" ".join(chance.choices(WORDS, k=chance.randint(6, 18))).capitalize() + "." for _ in range(sentences))
    return " ".join(made)


def markdown(name: str = "Quillmark Foundry, Inc.", seed: int = 1, items: int = 3) -> str:
    """A small annual report of an invented company."""
    parts = [COVER.format(name=name)]
    for item in range(1, items + 1):
        paragraphs = "\n\n".join(prose(seed * 1000 + item * 10 + number, 6) for number in range(4))
        parts.append(f"## Item {item}. Chapter {item} of seed {seed}\n\n{paragraphs}\n\n{TABLE}")
    return "\n\n".join(parts)


def html(name: str = "Quillmark Foundry, Inc.", seed: int = 1, items: int = 3) -> str:
    """The same report as a web page."""
    cover = "".join(f"<p>{line}</p>" for line in COVER.format(name=name).split("\n\n"))
    parts = []
    for item in range(1, items + 1):
        paragraphs = "".join(f"<p>{prose(seed * 1000 + item * 10 + number, 6)}</p>" for number in range(4))
        parts.append(f"<h2>Item {item}. Chapter {item} of seed {seed}</h2>{paragraphs}{HTML_TABLE}")
    return f"<html><head><title>Annual report</title></head><body>{cover}{''.join(parts)}</body></html>"


HTML_TABLE = """<table>
<tr><th>(in millions)</th><th>2023</th><th>2022</th></tr>
<tr><td>Net sales</td><td>1,577</td><td>1,402</td></tr>
<tr><td>Operating income</td><td>214</td><td>188</td></tr></table>"""

COVER = """# UNITED STATES SECURITIES AND EXCHANGE COMMISSION

FORM 10-K

For the fiscal year ended December 31, 2023

Commission File Number 001-99871

{name}

(Exact name of registrant as specified in its charter)

Delaware 99-7654321"""

TABLE = """| (in millions) | 2023 | 2022 |
|---|---|---|
| Net sales | 1,577 | 1,402 |
| Operating income | 214 | 188 |"""


def page(number: int, *parts: tuple[BlockKind, str] | tuple[BlockKind, str, int]) -> ParsedPage:
    """A page of blocks given as (kind, text) or (kind, text, level), one line feed between them."""
    blocks: list[Block] = []
    text = ""
    for kind, words, *level in parts:
        start = len(text)
        text += words + "\n"
        blocks.append(Block(kind, start, start + len(words), level[0] if level else 0))
    return ParsedPage(number, text, tuple(blocks))


def table_page(
    number: int, rows: list[list[str]], header_rows: int = 1, caption: str = "", lead: str = ""
) -> ParsedPage:
    """A page with one table, cells a tab apart, with a paragraph before it where `lead` is given."""
    text = f"{lead}\n" if lead else ""
    start, cells = len(text), []
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            cells.append(Cell(value, row, column, len(text), len(text) + len(value)))
            text += value + ("\t" if column < len(values) - 1 else "\n")
    table = ParsedTable(tuple(cells), len(rows), len(rows[0]), header_rows, caption, "in millions")
    block = Block(BlockKind.TABLE, start, len(text) - 1, table=0)
    before = (Block(BlockKind.PARAGRAPH, 0, start - 1),) if lead else ()
    return ParsedPage(number, text, (*before, block), tables=(table,))


def random_pages(seed: int) -> list[ParsedPage]:
    """Pages with every kind of block, long and short paragraphs, endless words and odd white space."""
    chance = random.Random(seed)
    return [page(number, *itertools.islice(_random_blocks(chance), chance.randint(0, 9))) for number in range(6)]


def _random_blocks(chance: random.Random) -> Iterator[tuple[BlockKind, str, int]]:
    while True:
        kind = chance.choice([*BlockKind, BlockKind.PARAGRAPH, BlockKind.PARAGRAPH])
        yield kind, _random_text(chance, kind), chance.randint(1, 3) if kind is BlockKind.HEADING else 0


def _random_text(chance: random.Random, kind: BlockKind) -> str:
    if kind is BlockKind.HEADING:
        return chance.choice(["PART II", "Item 7.", "Item 7A. Market risk", "Liquidity", "Debt (continued)"])
    if chance.random() < 0.1:
        return "x" * chance.randint(1, 5000)
    glue = chance.choice([" ", "\n", "  \n\n ", "\t"])
    return glue.join(prose(chance.randint(0, 10**6), 1) for _ in range(chance.randint(1, 40)))
