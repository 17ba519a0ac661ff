"""Section summaries by a model (V4); a section's lead where there is little to summarise, or the model fails."""

from collections.abc import Sequence

from pydantic import Field

from apps.documents.modelled.reader import Exact, Reader
from apps.documents.modelled.verbatim import invents_figures
from apps.documents.sections import SUMMARY_CHARACTERS, ParsedSection, cut, one_line
from apps.inference.language import data_block
from apps.reading.parsed import BlockKind

LEAST_CHARACTERS = 600  # of prose: the lead of a shorter section says it all
MOST_CHARACTERS = 8000
MOST_WORDS = 60
PROSE = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM})


class SummaryReply(Exact):
    """What the model is asked for."""

    summary: str = Field(max_length=500)


def section_summaries(sections: Sequence[ParsedSection], reader: Reader | None) -> list[str]:
    """One for each section, in order; the deterministic ones with no reader. At most 400 characters."""
    if reader is None:
        return [section.summary for section in sections]
    return reader.each(sections, lambda section: _summary(section, reader))


def _summary(section: ParsedSection, reader: Reader) -> str:
    prose = "\n".join(one_line(placed.text) for placed in section.blocks if placed.block.kind in PROSE)
    if len(prose) < LEAST_CHARACTERS:
        return section.summary
    head = data_block("headings", " > ".join(section.path))
    most = min(MOST_CHARACTERS, max(LEAST_CHARACTERS, reader.room(SummaryReply, "summary") - len(head)))
    material = f"{head}\n{data_block('section', prose[:most])}"
    reply = reader.ask(SummaryReply, "summary", material, check=_too_long)
    said = one_line(reply.summary) if reply else ""
    return section.summary if not said or invents_figures(said, prose) else cut(said, SUMMARY_CHARACTERS)


def _too_long(reply: SummaryReply) -> str:
    words = len(reply.summary.split())
    return "" if words <= MOST_WORDS else f"summary has {words} words; at most {MOST_WORDS} are allowed"
