"""A call of a tool: its arguments are checked, its failures are words, and what it gives is data."""

from collections.abc import Callable, Sequence
from typing import Any

from apps.answers.tools.beside import events, market, memory, notes
from apps.answers.tools.calculating import calculate
from apps.answers.tools.desk import Desk, Given, ToolError
from apps.answers.tools.facts import facts
from apps.answers.tools.filings import find_filings, outline
from apps.answers.tools.pages import read_pages
from apps.answers.tools.searching import search
from apps.answers.tools.shapes import (
    BESIDE,
    CALCULATE,
    EVENTS,
    FACTS,
    FIND_FILINGS,
    MARKET,
    MEMORY,
    NOTES,
    OUTLINE,
    READ_PAGES,
    READING,
    SEARCH,
)
from apps.inference.errors import ModelUnavailable
from apps.inference.language import Tool
from apps.inference.shapes import Misshapen, Shape

DO: dict[str, tuple[Tool, Callable[[Desk, Any], Given]]] = {
    FIND_FILINGS.name: (FIND_FILINGS, find_filings),
    FACTS.name: (FACTS, facts),
    OUTLINE.name: (OUTLINE, outline),
    SEARCH.name: (SEARCH, search),
    READ_PAGES.name: (READ_PAGES, read_pages),
    CALCULATE.name: (CALCULATE, calculate),
    MARKET.name: (MARKET, market),
    EVENTS.name: (EVENTS, events),
    MEMORY.name: (MEMORY, memory),
    NOTES.name: (NOTES, notes),
}


def called(desk: Desk, name: str, arguments: str, offered: Sequence[Tool] = (*READING, *BESIDE)) -> Given:
    """What the tool gives, or why it gives nothing. Never raises for what a caller writes."""
    names = [tool.name for tool in offered if tool.name in DO]
    if name not in names:
        return Given(f"There is no tool {name[:40]}: {', '.join(names)}.", "asked for a tool that is none")
    tool, do = DO[name]
    try:
        return do(desk, Shape(tool.arguments).read(arguments))
    except Misshapen as problem:
        return Given(f"The arguments were refused: {problem}", f"asked {name} in a wrong form")
    except (ToolError, ModelUnavailable) as problem:
        return Given(f"Refused: {problem}", f"asked {name} in vain")
