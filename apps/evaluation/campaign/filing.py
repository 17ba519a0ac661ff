"""A small annual report of an invented company, unlike every other of its kind."""

import random

WORDS = ("harbor", "lantern", "cargo", "orchard", "copper", "ferry", "glacier", "turbine", "royalty", "hedge")
COVER = """<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>For the fiscal year ended December 31, 2023</p><p>Commission File Number 001-99{number:03}</p>
<p>Lanternwood {number} Holdings, Inc.</p><p>(Exact name of registrant as specified in its charter)</p>"""
TABLE = """<table><tr><th>(in millions)</th><th>2023</th><th>2022</th></tr>
<tr><td>Net sales</td><td>{sales:,}</td><td>1,402</td></tr>
<tr><td>Operating income</td><td>{income}</td><td>188</td></tr></table>"""


def filing(number: int) -> str:
    """As a web page; the same text for the same number."""
    chance = random.Random(number)  # noqa: S311 - words, not secrets
    parts = []
    for item in (1, 2, 3):
        told = " ".join(_sentence(chance) for _ in range(6))
        table = TABLE.format(sales=1500 + number, income=200 + number % 90)
        parts.append(f"<h2>Item {item}. Chapter {item}</h2><p>{told}</p>{table}")
    body = COVER.format(number=number) + "".join(parts)
    return f"<html><head><title>Annual report</title></head><body>{body}</body></html>"


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(8, 16))).capitalize() + "."
