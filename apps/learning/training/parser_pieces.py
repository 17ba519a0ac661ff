"""What the semantic parser is to write of a question: the pieces of the sentence that tells its reading."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from apps.questions import sentence as told
from apps.questions.periods import quarter_back, spans, year_back
from apps.questions.query import Query
from apps.questions.semantic import LETTERS, NAME, NO_FIGURE, Source, same
from apps.questions.slots import Period, PeriodKind
from apps.questions.tokens import Word, words_of
from apps.questions.written import KINDS, QUOTE, keys_of, names

YEARS_BACK = 5


def symbol(of: Source, period: Period) -> str | None:
    """A period in terms of those that the question names: itself, so many years before, the quarter before."""
    named = list(zip(LETTERS, of.periods, strict=False))
    for letter, one in named:
        if same(period, one):
            return f"P{letter}"
    for letter, one in named:
        if one.relative:
            continue
        before = one
        for years in range(1, YEARS_BACK + 1):
            before = year_back(before)
            if same(period, before):
                return f"P{letter}-{years}"
        if one.number and same(period, quarter_back(one)):
            return f"P{letter}-q"
    for letter, one in named:
        whole = one.kind is PeriodKind.HALF or not one.number
        if period.kind is PeriodKind.QUARTER and one.year == period.year and whole:
            return f"P{letter}:Q{period.number}"
    return None


@cache
def phrases() -> Mapping[tuple[str, ...], str]:
    """What a sentence is made of besides words of the question, by the keys of its words."""
    kinds = [f"which {kind} has the" for kind in (*KINDS, "one")] + [f"by {kind}" for kind in KINDS] + list(KINDS)
    functions = [*told.OVER_TIME.values(), *(one.removeprefix("the ") for one in told.OVER_TIME.values())]
    fixed = [
        *functions, *told.SIGNS.values(), *told.COMPARATORS.values(), *told.AGAINST.values(), *kinds, *"(),",
        told.SHARE, told.PER_WHOLE, "the size of", "the table of", "whether", "when", "is", QUOTE, "within", "and",
        "most", "least", "of the period before", NO_FIGURE,
    ]  # fmt: skip
    named = {keys: f"{NAME}{told.label(one)}" for keys, one in names().items()}
    return {**named, **{keys_of(one): one for one in fixed}}


def pieces(query: Query, of: Source) -> list[str | Word] | None:
    """A query as the parser is to write it: phrases, periods of the question, and words to be copied.

    None where it names a period that the question does not, or filers of operands.
    """
    text = told.sentence(replace(query, filers=(), form=type(query.form)())).removesuffix(f", {told.HELD_LATEST}")
    words, found = words_of(text), list[str | Word]()
    known, most = phrases(), max(map(len, phrases()))
    when = {span.start: span for span in spans(words) if span.periods}
    quoted, at = False, 0
    while at < len(words):
        if at in when and not quoted:
            symbols = [symbol(of, one) for one in when[at].asked.listed]
            if None in symbols:
                return None
            ways = list(dict.fromkeys(filter(None, symbols)))
            joint = "to" if when[at].whole else "and"
            ways = [ways[0], ways[-1]] if when[at].whole and len(ways) > 1 else ways
            found += [one for way in ways for one in (joint, way)][1:]
            at = when[at].end
            continue
        keys = tuple(word.key for word in words[at : at + most])
        size = next((size for size in range(len(keys), 0, -1) if keys[:size] in known), 0)
        if quoted and keys[0] != QUOTE:
            size = 0
        quoted ^= keys[0] == QUOTE
        found.append(known[keys[:size]] if size else words[at])
        at += size or 1
    return found
