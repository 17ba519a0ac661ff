"""Whether claim and evidence are of one period, filer and sign, and whether sources contradict each other (A8)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.grounding.figures import Hit
from apps.answers.grounding.sources import Ready
from apps.answers.grounding.tokens import Kind, Token
from apps.answers.grounding.ways import OPPOSITES, Way, way_of

JOINS = re.compile(
    r"\s*(?:,\s*)?(?:in|for|during|of|at|as of|at the end of|on)\s+(?:the\s+)?(?:(?:fiscal\s+)?year\s+)?", re.I
)
LEADS = re.compile(r"\)?\s*(?::|=|,?\s*(?:it\s+)?(?:was|were))\s*", re.I)
NEGATIVE = re.compile(
    r"\b(?:loss\w*|deficit\w*|decreas\w*|declin\w*|fell|fall|down|lower|drop\w*|outflows?|used|uses?|expens\w*|costs?|charg\w*"
    r"|negative|paid|pay\w*|purchas\w*|repa\w*|spen[dt]\w*|outlay\w*|provision\w*|tax\w*|depreciat\w*|amorti[sz]\w*"
    r"|benefit\w*|reduc\w*|dividend\w*|repurchas\w*|acqui\w*|invest\w*|expenditures?|impairment\w*|interest)\b",
    re.IGNORECASE,
)
LESS = re.compile(
    r"\b(?:loss(?:es)?|deficits?|decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|down|lower|dropp?\w*|reduc\w*|outflows?|used|negative"
    r"|payments?|paid|repa\w*|purchas\w*|repurchas\w*|spen[dt]|expenditures?|benefits?)\b",
    re.IGNORECASE,
)
PROFIT = re.compile(r"\b(?:income|profits?|earnings|margin)\b", re.IGNORECASE)
NO_PROFIT = re.compile(r"\b(?:net|operating|gross)\s+loss(?:es)?\b", re.IGNORECASE)
LOSS = re.compile(r"\bloss(?:es)?\b", re.IGNORECASE)
PARENTHESES = re.compile(r"\([^()\d]*\)")
RESPECTIVELY = re.compile(r",?\s*respectively", re.IGNORECASE)
LISTED = re.compile(
    r"\s*(?:,\s*and|,|and|,?\s*or)\s*(?:(?:in|for|during|of|at)\s+)?(?:fiscal\s+(?:years?\s+)?)?", re.IGNORECASE
)
DATED = frozenset({Kind.YEAR, Kind.DATE})
QUARTER_MONTHS = 3


def years_of(sentence: str, around: Sequence[Token], token: Token) -> frozenset[int]:
    """The years that `token` is said of: the one joined to it ("$5 in 2022", "2022: $5"), else all of the sentence."""
    joined = joined_year(sentence, around, token)
    dated = (int(one.key[:4]) for one in around if one.kind in DATED)
    return frozenset({joined}) if joined else frozenset(dated)


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


def other_period(hits: Iterable[Hit], years: frozenset[int], quarterly: bool) -> str:
    """Of which periods the figure is where it stands, if of none that the sentence speaks of; else ""."""
    cells = [hit.cell for hit in hits]
    if not cells or any(cell is None for cell in cells):
        return ""
    known = [cell for cell in cells if cell and cell.years]
    if years and len(known) == len(cells) and not any(years.intersection(cell.years) for cell in known):
        return " and ".join(f"fiscal {year}" for year in sorted({cell.years[0] for cell in known}))
    timed = [cell.months for cell in cells if cell and cell.months]
    if quarterly and len(timed) == len(cells) and QUARTER_MONTHS not in timed:
        return f"{timed[0]} months"
    return ""


def says_less(words: str, *, surely: bool = False) -> bool:
    """Whether words carry the minus of a figure: "a loss of", "decreased by", "cash used".

    Those in parentheses do not: "Net income (loss)" is either. surely: costs and taxes, which filings print in either
    sign, do not count.
    """
    return bool((LESS if surely else NEGATIVE).search(PARENTHESES.sub(" ", words)))


def made_a_loss(sentence: str, hits: Iterable[Hit]) -> bool:
    """Whether the sentence tells as a loss what its source states as a profit."""
    cells = [hit.cell for hit in hits]
    stated = cells and all(
        cell and cell.full > 0 and PROFIT.search(cell.label) and not LOSS.search(cell.label) for cell in cells
    )
    return bool(stated and NO_PROFIT.search(sentence))


def strangers(sentence: str, cited: Iterable[Ready], filers: Mapping[str, Sequence[str]]) -> list[str]:
    """Filers that the sentence names and whose filings it does not cite, by `filers`: name -> what it goes by.

    A name counts where it stands as it is written; one within the name of a cited filer does not, nor one that the
    cited place names itself.
    """
    sources = list(cited)
    behind = {ready.source.filer for ready in sources}
    own = [name for filer in behind for name in filers.get(filer, ())]
    own += [name for ready in sources for name in ready.source.names]
    bare = _without(sentence, own)
    said = " ".join(ready.source.text for ready in sources)
    return [
        filer
        for filer, names in filers.items()
        if filer not in behind and any(_stands(name, bare) and not _stands(name, said) for name in names)
    ]


def _without(sentence: str, names: Iterable[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        sentence = re.sub(rf"\b{re.escape(name)}\b", " ", sentence)
    return sentence


def _stands(name: str, sentence: str) -> bool:
    return len(name) > 2 and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence))


def other_way(sentence: str, token: Token, hits: Iterable[Hit]) -> str:
    """Which way a change went by all sources that hold it, where the sentence says it went the other way; else ""."""
    mine = way_of(sentence, token)
    theirs = [_way_there(hit) for hit in hits]
    return f"it went {theirs[0]}" if mine and theirs and all(way is OPPOSITES[mine] for way in theirs) else ""


def _way_there(hit: Hit) -> Way | None:
    """Of a figure in a table nothing says which way it went, unless it is a change that was computed."""
    if hit.at:
        return way_of(hit.ready.text, hit.at)
    if hit.cell and hit.cell.change and hit.cell.value:
        return Way.UP if hit.cell.value > 0 else Way.DOWN
    return None


@dataclass(frozen=True, slots=True)
class Stated:
    """A figure as one filing states it. full: in whole units; unit: what one in its last printed place is worth."""

    filer: str
    concept: str
    label: str
    year: int
    months: int | None
    full: Decimal
    unit: Decimal
    filing: str
    filing_year: int | None = None

    def told(self) -> str:
        scaled = self.full / self.unit if self.unit else self.full
        return f"{scaled.normalize():,f} in {self.filing}"


def conflicts(stated: Iterable[Stated]) -> Iterator[tuple[Stated, Stated]]:
    """Pairs of cited figures of the same line and period that differ by more than their rounding; one pair a line."""
    groups: dict[tuple[str, str, int, int | None], list[Stated]] = {}
    for one in stated:
        groups.setdefault((one.filer, one.concept, one.year, one.months), []).append(one)
    for group in groups.values():
        first = group[0]
        other = next((one for one in group[1:] if _differ(first, one)), None)
        if other:
            yield first, other


def _differ(first: Stated, other: Stated) -> bool:
    return abs(abs(first.full) - abs(other.full)) > max(first.unit, other.unit) / 2
