"""Tables of contents: entries with page numbers, which no reader wants as a passage."""

import re
from itertools import pairwise

from apps.reading.layout.segments import Kind
from apps.reading.layout.strips import Strip

PAGE = re.compile(r"^(?:[A-Z]{1,2}-)?\d{1,3}(?:[-–](?:[A-Z]{1,2}-)?\d{1,3})?$|^[ivxl]{1,6}$|^n/a$|^\*+$", re.IGNORECASE)
LEADER = re.compile(r"(?<![.…·_])(?<![.…·_]\s)(?:\s?[.…·_]){4,}+\s*+(?P<page>(?:[A-Z]{1,2}-)?\d{1,3})$", re.IGNORECASE)
ENTRY = re.compile(r"^(?:item|part|note|section|article|chapter|exhibit|schedule|signatures?)\b", re.IGNORECASE)
TITLE = re.compile(r"\b(?:contents|index)\b", re.IGNORECASE)
MIN_ENTRIES = 4
MAX_BETWEEN = 3  # lines of parts, wrapped titles
TITLE_LINES = 8


def contents_runs(strips: list[Strip]) -> list[tuple[int, int]]:
    """(first line, line after the last) of each list of titles with ascending page numbers."""
    runs: list[list[int]] = []
    for at in (at for at, strip in enumerate(strips) if _is_entry(strip)):
        if runs and at - runs[-1][-1] <= MAX_BETWEEN + 1 and not _has_figures(strips[runs[-1][-1] + 1 : at]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return [_with_parts(strips, run) for run in runs if _lists_pages(strips, run)]


def _is_entry(strip: Strip) -> bool:
    return _page_of(strip) is not None


def _page_of(strip: Strip) -> str | None:
    """The page number of an entry: apart from its title, or at the end of a row of dots."""
    *titles, page = strip.segments
    if led := LEADER.search(strip.line.text):
        return led["page"]
    if not titles or not PAGE.match(page.text):
        return None
    texts = [part for part in titles if part.kind is Kind.TEXT]
    entry = bool(texts) and all(part.kind is Kind.TEXT or part is titles[0] for part in titles)
    return page.text if entry else None


def _has_figures(between: list[Strip]) -> bool:
    return any(strip.values for strip in between)


def _lists_pages(strips: list[Strip], run: list[int]) -> bool:
    if len(run) < MIN_ENTRIES or not _ascend([_page_of(strips[at]) or "" for at in run]):
        return False
    named = sum(1 for at in run if ENTRY.match(strips[at].line.text))
    above = strips[max(0, run[0] - TITLE_LINES) : run[0]]
    return named >= 0.3 * len(run) or any(TITLE.search(strip.line.text) and strip.words <= 8 for strip in above)


def _ascend(pages: list[str]) -> bool:
    numbers = [int(found[-1]) for page in pages if (found := re.findall(r"\d+", page))]
    steps = list(pairwise(numbers))
    return bool(steps) and sum(a <= b for a, b in steps) >= 0.8 * len(steps)


def _with_parts(strips: list[Strip], run: list[int]) -> tuple[int, int]:
    """Take in the line that names the part or begins the first title, right above the first entry."""
    start = run[0]
    while start and run[0] - start < 2 and ENTRY.match(strips[start - 1].line.text):
        start -= 1
    return start, run[-1] + 1
