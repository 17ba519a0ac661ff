"""Whether a figure is of the periods that the sentence speaks of, by its cell and by the words beside it (A8)."""

import re
from collections.abc import Iterable, Sequence

from apps.answers.check.figures import Hit
from apps.answers.sources.printed_forms import PART
from apps.answers.sources.tokens import Kind, Token

JOINS = re.compile(
    r"\s*(?:,\s*)?(?:in|for|during|of|at|as of|at the end of|on)\s+(?:the\s+)?(?:(?:fiscal\s+)?year\s+)?", re.I
)
LEADS = re.compile(r"\)?\s*(?::|=|,?\s*(?:it\s+)?(?:was|were))\s*", re.I)
RESPECTIVELY = re.compile(r",?\s*respectively", re.IGNORECASE)
LISTED = re.compile(
    r"\s*(?:,\s*and|,|and|,?\s*or)\s*(?:(?:in|for|during|of|at)\s+)?(?:fiscal\s+(?:years?\s+)?)?", re.IGNORECASE
)
COMPARES = re.compile(
    r"\b(?:against|compared\s(?:to|with)|versus|vs|from|than)\s(?:(?!\band\b)[^,;.\d]){0,40}$", re.IGNORECASE
)
DATED = frozenset({Kind.YEAR, Kind.DATE})
QUARTER_MONTHS, HALF_MONTHS = 3, 6


def years_of(sentence: str, around: Sequence[Token], token: Token) -> frozenset[int]:
    """The years that `token` is said of: the one joined to it ("$5 in 2022", "2022: $5"), else all of the sentence.

    Without the one that is joined to the figure it is compared with: "$6 against $5 in 2021" says of $5 alone when.
    """
    joined = joined_year(sentence, around, token)
    dated = [int(one.key[:4]) for one in around if one.kind in DATED]
    others = _compared(sentence, around, token)
    return frozenset({joined} if joined else (year for year in dated if year != others or dated.count(year) > 1))


def _compared(text: str, around: Sequence[Token], token: Token) -> int | None:
    """The year joined to the next figure, where the sentence compares `token` with it."""
    after = [one for one in around if one.figure and one.start >= token.end]
    if not after or not COMPARES.search(text[token.end : after[0].start]):
        return None
    return joined_year(text, around, after[0])


def joined_year(text: str, around: Sequence[Token], token: Token) -> int | None:
    """The year that the words right beside a figure say it is of, "5 and 4 in 2022 and 2021, respectively" included."""
    dated = [one for one in around if one.kind in DATED]
    for one in dated:
        between = text[token.end : one.start] if one.start >= token.end else ""
        if between and JOINS.fullmatch(between):
            return _paired(text, around, token) or int(one.key[:4])
    for one in dated:
        between = text[one.end : token.start] if token.start >= one.end else ""
        if between and LEADS.fullmatch(between):
            return int(one.key[:4])
    return _paired(text, around, token)


def _paired(text: str, around: Sequence[Token], token: Token) -> int | None:
    """The year at the place in its list that the figure has in its own, where "respectively" ends the clause."""
    for found in RESPECTIVELY.finditer(text):
        before = [one for one in around if one.end <= found.start()]
        years = _run(text, [one for one in before if one.kind in DATED])
        first = years[0].start if years else 0
        figures = _run(text, [one for one in before if one.kind is Kind.NUMBER and one.end <= first])
        if len(years) == len(figures) > 1 and token in figures:
            return int(years[figures.index(token)].key[:4])
    return None


def _run(text: str, listed: Sequence[Token]) -> list[Token]:
    """The last of `listed` that are only parted by commas and "and"."""
    run: list[Token] = []
    for one in reversed(listed):
        if run and not LISTED.fullmatch(text[one.end : run[0].start]):
            break
        run.insert(0, one)
    return run


def other_year(sentence: str, around: Sequence[Token], token: Token, hits: Iterable[Hit]) -> str:
    """The year that the source's own words join to the figure, where the sentence joins another one to it; else ""."""
    mine = joined_year(sentence, around, token)
    theirs = [joined_year(hit.ready.text, hit.ready.own, hit.at) if hit.at else None for hit in hits]
    if mine is None or not theirs or None in theirs or mine in theirs:
        return ""
    return str(theirs[0])


def months_of(sentence: str, around: Sequence[Token]) -> frozenset[int]:
    """How long, in months, the parts of a year are that the sentence names: 3 of "Q3", 9 of "9M FY2024"; maybe none."""
    parts = {match[0] for match in re.finditer(PART, sentence)}
    named = {int(part.removesuffix("M")) if part.endswith("M") else HALF_MONTHS for part in parts}
    return frozenset(named | ({QUARTER_MONTHS} if any(one.kind is Kind.QUARTER for one in around) else set()))


def other_period(hits: Iterable[Hit], years: frozenset[int], months: frozenset[int]) -> str:
    """Of which periods the figure is where it stands, if of none that the sentence speaks of; else ""."""
    cells = [hit.cell for hit in hits]
    if not cells or any(cell is None for cell in cells):
        return ""
    known = [cell for cell in cells if cell and cell.years]
    if years and len(known) == len(cells) and not any(years.intersection(cell.years) for cell in known):
        return " and ".join(f"fiscal {year}" for year in sorted({cell.years[0] for cell in known}))
    timed = [cell.months for cell in cells if cell and cell.months]
    if months and len(timed) == len(cells) and months.isdisjoint(timed):
        return f"{timed[0]} months"
    return ""
