"""What a filing expects of a year: the lines and sentences that stand under a heading for it (M5).

Such a section often is a table of ranges in words ("$4 million to $5 million"): no cell is an amount, and no line is a
sentence. Its lines are quoted as they stand. They are the filer's own expectation, and the heading says so.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from apps.answers.gather import Filing, Passage
from apps.answers.intent import Intent
from apps.answers.prose.asked import Asked, Term
from apps.answers.prose.manner import is_furniture
from apps.answers.prose.settings import ProseSettings
from apps.answers.sentences import Sentence, SentenceHit, split_lines, split_sentences
from apps.answers.wording import stems

EXPECTED = re.compile(
    r"\b(?:outlook|guid(?:ance|e[ds]?|ing)|forecast\w*|expect\w*|anticipat\w*|project(?:ed|ion|ions)|targets?)\b",
    re.IGNORECASE,
)
TITLE = re.compile(r"\b(?:outlook|guidance|forecast|expectations|financial targets)\b", re.IGNORECASE)
RULES = re.compile(
    r"\b(?:account\w*|adopt\w*|issued|authoritative|regulat\w*|FASB)\b", re.IGNORECASE
)  # guidance of others
SHORT_YEAR = re.compile(r"\b(?:FY|[Ff]iscal(?: year)?) ?[’']?(\d\d)\b")
LETTERS, DIGIT = re.compile(r"[A-Za-z]{3}"), re.compile(r"\d")


def outlook_of(
    intent: Intent,
    asked: Callable[[Passage], Asked],
    passages: Sequence[Passage],
    filings: dict[int, Filing],
    settings: ProseSettings,
) -> tuple[SentenceHit, ...]:
    """What the first fitting section on the expectations of the year asked for says of what was asked; () where none.

    Lines that name all that was asked besides the expectation; where nothing else was asked, the section's first ones.
    """
    if not EXPECTED.search(intent.core):
        return ()
    titled = [one for one in passages if _is_outlook(_title(one)) and _of_year(intent, one, filings)]
    told = (_lines(asked(one), one, settings) for one in _newest_first(titled, filings))
    return next((lines for lines in told if lines), ())


def _newest_first(passages: Sequence[Passage], filings: dict[int, Filing]) -> Sequence[Passage]:
    """Of the filer whose passage is the best: what was expected last. The order is kept within a year."""
    of = [filings[one.found.version_id] for one in passages]
    held = [
        (filing.fiscal_year or 0, one) for filing, one in zip(of, passages, strict=True) if filing.names == of[0].names
    ]
    return [one for _, one in sorted(held, key=lambda dated: -dated[0])]


def _is_outlook(title: str) -> bool:
    return bool(TITLE.search(title)) and not RULES.search(title)


def _title(passage: Passage) -> str:
    return passage.found.section_path[-1] if passage.found.section_path else ""


def _of_year(intent: Intent, passage: Passage, filings: dict[int, Filing]) -> bool:
    """A section that names years is of these, another of the year that its filing goes by."""
    text = f"{_title(passage)}\n{passage.found.text}"
    named = {int(year) for year in re.findall(r"\b20\d\d\b", text)} | {
        2000 + int(year) for year in SHORT_YEAR.findall(text)
    }
    return not intent.years or bool(set(intent.years) & (named or filings[passage.found.version_id].years))


def _lines(asked: Asked, passage: Passage, settings: ProseSettings) -> tuple[SentenceHit, ...]:
    rest = tuple(term for term in asked.terms if term.weight == 1.0 and not _expects(term))
    left = replace(asked, terms=rest, pairs=())
    hits = [_hit(left, one) for one in _said(passage)]
    told = tuple(hit for hit in hits if hit.overlap == 1.0)[
        : settings.outlook_lines if passage.found.kind == "table" else settings.of_page + settings.of_others
    ]
    return (*_heading(passage), *told) if told else ()


def _heading(passage: Passage) -> tuple[SentenceHit, ...]:
    """The line above a table's lines that says what they are, and the one that says so of its columns."""
    found = passage.found
    lines = split_lines(found.chunk_id, found.text, passage.spans) if found.kind == "table" else []
    named = [SentenceHit(line, 1.0, 1.0, 1.0, frozenset()) for line in lines if TITLE.search(line.text)]
    return (*named[:1], *[hit for hit in named[1:] if "\t" in hit.sentence.text][:1])


def _hit(asked: Asked, sentence: Sentence) -> SentenceHit:
    words = frozenset(stems(sentence.text))
    met = frozenset(term.stem for term in asked.terms if term.stem in words or term.kindred & words)
    part = asked.part(met) if asked.terms else 1.0
    return SentenceHit(sentence, part, part, part, met)


def _expects(term: Term) -> bool:
    return bool({term.stem, *term.kindred} & frozenset(stems("outlook guidance forecast")))


def _said(passage: Passage) -> Iterator[Sentence]:
    found = passage.found
    if found.kind != "table":
        told = split_sentences(found.chunk_id, found.text, passage.spans)
        yield from (one for one in told if not is_furniture(one.text))
        return
    lines = split_lines(found.chunk_id, found.text, passage.spans)
    yield from (one for at, one in enumerate(lines) if _whole(one) and not _torn(lines, at))


def _whole(line: Sentence) -> bool:
    """A label with what is expected of it; not the heads of columns."""
    figured = LETTERS.search(_label(line)) and DIGIT.search(line.text) and "\t" in line.text
    return bool(figured) and not TITLE.search(line.text)


def _torn(lines: Sequence[Sentence], at: int) -> bool:
    """Before a figure without a label, whose figures stand in which line is not certain; nor after it, unless as many
    labels without a figure stand before the torn lines as figures without a label: then these belong together.
    """
    bare = [not LETTERS.search(_label(line)) for line in lines]
    first = at
    while first and bare[first - 1]:
        first -= 1
    alone = list(takewhile(lambda line: "\t" not in line.text, reversed(lines[: max(0, first - 1)])))
    return any(bare[at : at + 2]) or (first < at and len(alone) != at - first)


def _label(line: Sentence) -> str:
    return line.text.split("\t", 1)[0]
