"""Filings made from the layouts of real ones: the same pages, tables and headings with figures and years of their own.

Every figure of a filing is changed by a rule of the filing's own that keeps its length, so that all offsets hold; years
move along with the filing's. What has no figure stays as it is, as a company's boilerplate does from year to year.
"""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from random import Random
from typing import Any, TypeVar

from apps.reading.parsed import ParsedDocument

NUMBER = re.compile(r"\d+")
FIRST, LAST = 1950, 2049  # what is taken for a year
Thing = TypeVar("Thing")


def another(layout: ParsedDocument, seed: int, years: int) -> ParsedDocument:
    """The filing of `years` later with this layout; seed: of its figures."""
    digits = list("123456789")
    Random(seed).shuffle(digits)  # noqa: S311 - no secret
    table = str.maketrans("123456789", "".join(digits))
    return rewritten(layout, partial(NUMBER.sub, lambda found: _changed(found[0], table, years)))


def _changed(number: str, table: dict[int, int], years: int) -> str:
    if len(number) == 4 and FIRST <= int(number) <= LAST:
        return str(FIRST + (int(number) - FIRST + years) % (LAST - FIRST + 1))
    return number if len(number) < 3 else number.translate(table)  # days, months and items stay


def rewritten(thing: Thing, words: Any) -> Thing:
    """A copy of plain data with `words` applied to each text of it that is no name of a kind."""
    found: Any = thing
    if type(found) is str:
        found = words(found)
    elif isinstance(found, tuple):
        found = tuple(rewritten(one, words) for one in found)
    elif is_dataclass(found) and not isinstance(found, type):
        found = replace(found, **dict(_fields(found, words)))
    return found  # type: ignore[no-any-return]


def _fields(thing: Any, words: Any) -> Iterator[tuple[str, Any]]:
    for field in fields(thing):
        yield field.name, rewritten(getattr(thing, field.name), words)
