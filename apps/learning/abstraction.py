"""Entity abstraction (V10, stage 1): filers and years of a question and its texts become placeholders.

What is learned so is what answers, not whose filing it is or of when. A placeholder stands for the same filer or year
in the whole group, and years keep their order, so that the same line of another year stays another line.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from apps.documents.models import Company
from apps.learning.builders.filed import open_filings
from apps.learning.groups import Group
from apps.questions.filers import Filer, Register

# a year of four digits that is no amount, and one of two digits behind FY; either with its FY
YEAR = re.compile(
    r"\bFY ?['’]?(?P<short>\d\d)\b|(?:\bFY ?)?(?<![\d.,$])(?P<whole>(?:19|20)\d\d)(?![\d%]|[.,]\d)", re.IGNORECASE
)
Span = tuple[int, int, str]  # start, end, and what it names


def register(groups: Iterable[Group]) -> Register:
    """The filers of the filings that everybody may read, by all their names, and those that the groups are of."""
    held = Company.objects.filter(documents__in=open_filings()).distinct()
    filers = [Filer(one.pk, one.name, tuple(one.aliases), one.ticker) for one in held]
    unknown = {group.company for group in groups} - {one.name for one in filers} - {""}
    return Register.of([*filers, *(Filer(-at, name) for at, name in enumerate(sorted(unknown), start=1))])


def abstracted(group: Group, known: Register) -> Group:
    """The same group without names and years."""
    read = [group.question, *group.texts]
    found = [_names(text, known) for text in read]
    filers = dict.fromkeys(name for spans in found for _, _, name in spans)
    named = {name: f"Company {_letters(at)}" for at, name in enumerate(filers)}
    years = {year: f"Year {at}" for at, year in enumerate(sorted(set().union(*map(_years, read))), start=1)}
    question, *texts = [_dated(_placed(text, spans, named), years) for text, spans in zip(read, found, strict=True)]
    return replace(group, question=question, texts=tuple(texts))


def _names(text: str, known: Register) -> list[Span]:
    return [(one.start, one.end, min(filer.name for filer in one.filers)) for one in known.mentions(text)]


def _placed(text: str, spans: Sequence[Span], named: dict[str, str]) -> str:
    for start, end, name in reversed(spans):
        text = text[:start] + named[name] + text[end:]
    return text


def _letters(at: int) -> str:
    """A to Z, then AA, AB and so on."""
    rest, letter = divmod(at, 26)
    return (_letters(rest - 1) if rest else "") + chr(ord("A") + letter)


def _years(text: str) -> set[int]:
    return {_year(match) for match in YEAR.finditer(text)}


def _dated(text: str, years: dict[int, str]) -> str:
    return YEAR.sub(lambda match: years[_year(match)], text)


def _year(match: re.Match[str]) -> int:
    return int(match["whole"] or 2000 + int(match["short"]))
