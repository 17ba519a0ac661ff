"""Sentences that tell what a company expects of a figure: its own guidance, told before the period was over.

Where a word that looks ahead, the figure's name and an amount stand close together, the amount is what is expected. The
filing was made before the year asked about was over, and what the newest of such filings says stands.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from apps.answers.judge.judge import Judged
from apps.answers.judge.rules import of_the_filer, of_the_part
from apps.answers.judge.slots import years_in
from apps.answers.sources.passages import Told, overlap
from apps.questions.expressions import Expression, Item, Ratio, Row, walk
from apps.questions.labels import called, stems, ways
from apps.questions.lexicon import lexicon, phrases_of
from apps.questions.query import Query, TextKind
from apps.questions.slots import PeriodKind
from apps.statements.ontology import Statement, concepts

AHEAD = re.compile(
    r"\b(?:expect|anticipat|forecast|guidance|guid(?:ing|ed)\b|outlook|project(?:s|ed|ion)|plan(?:s|ned)?\b|target"
    r"|estimate|intend)",
    re.IGNORECASE,
)
AMOUNT = re.compile(
    r"[$€£]\s?\d|(?<![\d.,])\d[\d.,]*+\s*+(?:%|percent|cents|million|billion|basis points|bps)"
    r"|\b(?:low|mid|high)[- ](?:single|double|teens)",
    re.IGNORECASE,
)
BEFORE, BEHIND = 80, 120  # characters: the name before the word that looks ahead, the amount behind it
LIKELY = 0.8  # the probability given to such a sentence
BY = "outlook"  # the name of the judge that takes them
PARTS, WHOLE = ("Q1", "Q2", "Q3"), "Q4"  # what is of no quarter stands behind them
Ways = frozenset[frozenset[str]]


def expected(query: Query, told: Sequence[Told]) -> tuple[list[Told], list[Judged]]:
    """Nothing where nobody asks what is expected of figures in one year; where none is named, of what lies ahead."""
    years = {one.year for one in query.periods.listed if one.year}
    names = [_called(measure) for measure in query.measures]
    asked = query.estimate or query.text_kind is TextKind.OUTLOOK
    if not asked or len(years) > 1 or not names or not all(names):
        return [], []
    year = next(iter(years), None)
    quarters = {f"Q{one.number}" for one in query.periods.listed if one.kind is PeriodKind.QUARTER and one.number}
    found = [
        one
        for one in told
        if _made_before_the_end(one, year, quarters)
        if not of_the_filer(query, one.candidate) and not of_the_part(query, one.candidate)
        if _speaks_of(one, year) and any(_apart(ways_, one) <= BEHIND for ways_ in names)
    ]
    own = [one for one in told if not of_the_filer(query, one.candidate)]
    newest = max(map(_made, found if year else own), default=None)  # of no year named: nothing that is out of date
    said = [one for one in found if _made(one) == newest]
    kept = list[Told]()
    for ways_ in names:
        best = min(said, key=lambda one: _apart(ways_, one), default=None)
        if best is None or _apart(ways_, best) > BEHIND:
            return [], []
        kept += [] if any(overlap(best, other) for other in kept) else [replace(best, run=None)]
    return kept, [Judged(one.candidate, LIKELY, by=BY) for one in kept]


def _called(measure: Expression) -> Ways:
    """How the one figure that it is of is called; nothing where it is of several, or of a balance."""
    leaves = [one for one in walk(measure) if isinstance(one, Item | Row | Ratio)]
    if len(leaves) != 1 or _is_balance(leaves[0]):
        return frozenset()
    match leaves[0]:
        case Item(concept=concept):
            return called(concept)
        case Row(label=label):
            return frozenset(stems(way) for way in ways(label))
        case Ratio(key=key):
            entries = (entry for entry in lexicon().entries if (entry.kind, entry.name) == ("ratio", key))
            return frozenset(stems(" ".join(keys)) for entry in entries for keys in phrases_of(entry))


def _is_balance(leaf: Item | Row | Ratio) -> bool:
    """Of what stands in the balance sheet a part may be expected to be paid or recognized: that is no guidance."""
    known = concepts().get(leaf.concept) if isinstance(leaf, Item) else None
    return known is not None and known.statement is Statement.BALANCE


def _apart(called_: Ways, one: Told) -> int:
    """How far the amount that it tells of what is called so stands behind the word that looks ahead, in it or in what
    it follows on; more than BEHIND where it tells none."""
    lead, own = _lead(one), one.candidate.text
    text, found = f"{lead} {own}", [BEHIND + 1]
    for ahead in AHEAD.finditer(text):
        amount = AMOUNT.search(text, max(ahead.end(), len(lead)), ahead.end() + BEHIND)
        near = stems(text[max(ahead.start() - BEFORE, 0) : amount.start()]) if amount else frozenset()
        if amount and any(way and way <= near & stems(own) for way in called_):
            found.append(amount.start() - ahead.end())
    return min(found)


def _lead(one: Told) -> str:
    """The sentence before it; where there is none, a heading that leads to it: "The Company expects:"."""
    if one.run is None or one.candidate.place is None:
        return ""
    start = one.candidate.place.spans[0][0]
    before = [sentence.text for sentence in one.run.sentences if sentence.end <= start]
    above = one.candidate.above[-1].rstrip() if one.candidate.above else ""
    return before[-1] if before else above if above.endswith(":") else ""


def _made_before_the_end(one: Told, year: int | None, quarters: Collection[str]) -> bool:
    """Whether its filing is of the year before, or of a part of this one; of the quarters, where some are named."""
    of, part = _made(one)
    if year is None:
        return not quarters
    if quarters:
        return of == year and part in quarters
    return of == year - 1 or (of == year and part != WHOLE)


def _made(one: Told) -> tuple[int, str]:
    """The fiscal year and the quarter that its filing is of, in the order of time."""
    period = one.candidate.period
    part = period.label.split(" ")[0] if period else ""
    return (period.year or 0 if period else 0), part if part in PARTS else WHOLE


def _speaks_of(one: Told, year: int | None) -> bool:
    """Of no other year than the one asked about, or than the one that is not over yet when it is told."""
    of, part = _made(one)
    ahead = year or (of + 1 if part == WHOLE else of)
    said = years_in(one.candidate.text) or years_in(one.candidate.above[-1] if one.candidate.above else "")
    return said <= {ahead}
