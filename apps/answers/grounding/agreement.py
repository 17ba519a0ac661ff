"""Whether claim and evidence are of one period, filer and sign, and whether sources contradict each other (A8)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from apps.answers.grounding.figures import Hit
from apps.answers.grounding.sources import Ready
from apps.answers.grounding.tokens import Kind, Token

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
QUARTER_MONTHS = 3


def years_of(sentence: str, around: Sequence[Token], token: Token) -> frozenset[int]:
    """The years that `token` is said of: the one joined to it ("$5 in 2022", "2022: $5"), else all of the sentence."""
    dated = [one for one in around if one.kind in {Kind.YEAR, Kind.DATE}]
    for one in dated:
        between = sentence[token.end : one.start] if one.start >= token.end else ""
        if between and JOINS.fullmatch(between):
            return frozenset({int(one.key[:4])})
    for one in dated:
        between = sentence[one.end : token.start] if token.start >= one.end else ""
        if between and LEADS.fullmatch(between):
            return frozenset({int(one.key[:4])})
    return frozenset(int(one.key[:4]) for one in dated)


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


def says_less(sentence: str) -> bool:
    """Whether words of the sentence carry the minus of a figure: "a loss of", "decreased by", "cash used"."""
    return bool(NEGATIVE.search(sentence))


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
