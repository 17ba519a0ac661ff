"""Passages as a model reads them (M6): by report with what is known of it, numbered in the order they are given."""

from collections.abc import Sequence

from apps.answers.sources.evidence import Filing, Passage
from apps.inference.language import data_block

MARKS = 250  # characters that a passage takes besides its text: marks, section, its part of the report's block
LEAST = 300  # of a passage's text


def fitting(passages: Sequence[Passage], most: int, room: int) -> tuple[tuple[Passage, ...], int]:
    """The best passages that fit into `room` characters, and how many of each: as many passages as may be, each cut
    before one is left out, but not below what still says something. most: characters of each.
    """
    count = max(1, min(len(passages), room // (LEAST + MARKS)))
    return tuple(passages[:count]), min(most, max(LEAST, room // count - MARKS))


def shown(passages: Sequence[Passage], filings: Sequence[Filing], most: int) -> str:
    """Each passage in a block of its own, whose mark holds the number: a passage cannot pass for another one.

    most: characters of each.
    """
    by_version = {filing.version_id: filing for filing in filings}
    numbers = {passage.found.chunk_id: number for number, passage in enumerate(passages, start=1)}
    reports = dict.fromkeys(passage.found.version_id for passage in passages)
    blocks = []
    for version in reports:
        own = [passage for passage in passages if passage.found.version_id == version]
        blocks.append(data_block("report", _report(by_version.get(version), own[0])))
        blocks += [data_block(f"passage {numbers[one.found.chunk_id]}", _passage(one, most)) for one in own]
    return "\n\n".join(blocks)


def _report(filing: Filing | None, first: Passage) -> str:
    if filing is None:
        return first.found.document_name
    year = f"; fiscal year {filing.fiscal_year}" if filing.fiscal_year else ""
    company = f"; company {filing.names[0]}" if filing.names else ""
    return f"{filing.title}{company}{year}"


def _passage(passage: Passage, most: int) -> str:
    found = passage.found
    section = f"{' > '.join(found.section_path)}, " if found.section_path else ""
    return f"({section}page {found.page + 1})\n{found.text[:most]}"
