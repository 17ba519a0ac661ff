"""What an export holds, whatever its format: questions, answers, calculation sheets and sources as plain words."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.answers.models import Citation, Trust
from apps.chat.showing import Shown, ShownTable


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. figures: the columns whose cells are numbers, from 0."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Source:
    label: int
    document: str
    page: int  # from 1
    quote: str
    address: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answer. paragraphs: the program's words; quotes: words with the labels of their sources."""

    question: str
    status: str
    asked: str
    paragraphs: tuple[str, ...]
    quotes: tuple[tuple[str, tuple[int, ...]], ...]
    sheets: tuple[Sheet, ...]
    sources: tuple[Source, ...]
    tools: tuple[str, ...] = ()  # sources outside the filings, a line each


@dataclass(frozen=True, slots=True)
class Report:
    """Of a single answer the title is its question, which no heading over the answer says again."""

    title: str
    made: str  # when, and by whom
    entries: tuple[Entry, ...]

    def heads(self, entry: Entry) -> bool:
        """Whether the question stands over its answer."""
        return len(self.entries) > 1 or " ".join(entry.question.split()) != self.title


def entry_of(shown: Shown, base: str) -> Entry:
    """What the reader of `shown` may see of it now; `base` is the address of the site, without a slash at its end."""
    words = [one.text for one in shown.parts if one.citation is None]
    if shown.withheld:
        words.append(shown.withheld)
    if shown.answer.error or not shown.parts:
        words = [shown.answer.error or shown.text or shown.answer.get_state_display()]
    if shown.read_as:
        words.insert(0, f"Read as: {shown.read_as}")
    words += [f"{reason['trust']}: {reason['text']}" for reason in _validation(shown).get("reasons", [])]
    return Entry(
        question=shown.answer.question,
        status=_status(shown),
        asked=f"{shown.answer.created:%d %B %Y, %H:%M} UTC",
        paragraphs=tuple(words),
        quotes=tuple((one.text, one.labels) for one in shown.parts if one.citation),
        sheets=tuple(_sheets(shown)),
        sources=tuple(_source(citation, base) for citation in shown.citations),
        tools=tuple(tool.sentence for tool in shown.tools),
    )


def _status(shown: Shown) -> str:
    """The kind of answer and how far it may be trusted, as its badge says."""
    kind, trust = shown.answer.status or shown.answer.get_state_display(), _validation(shown).get("trust")
    if not trust:
        return kind
    graded = trust in {Trust.HIGH, Trust.MEDIUM, Trust.LOW}
    return f"{kind} · {Trust(trust).label}{' trust' if graded else ''}"


def _validation(shown: Shown) -> dict[str, Any]:
    """Of an answer with a source withheld nothing: its reasons may quote it."""
    return {} if shown.withheld else shown.answer.result.get("validation") or {}


def _sheets(shown: Shown) -> Iterable[Sheet]:
    yield from map(_closest, shown.tables)
    if shown.sheet:
        yield calculation(shown.sheet)
        yield operands(shown.sheet)
    elif shown.rows:  # beside a sheet they are its figures again
        yield Sheet(
            "Figures as printed",
            ("Line", "Period", "As printed", "Units", "Source"),
            tuple(
                (row["label"], row["period"], row["value"], row["units"], f"[{citation.label}]" if citation else "")
                for row, citation in shown.rows
            ),
            frozenset({2}),
        )


def _closest(table: ShownTable) -> Sheet:
    """A table that comes closest, as it stands. The rows that lead it have no cells."""
    mark = f"[{table.citation.label}]" if table.citation else ""
    title = " ".join(filter(None, (table.title, table.units, table.source, mark)))
    empty = ("",) * len(table.columns)
    rows = tuple((row.label, *([text for text, _ in row.cells] or empty)) for row in table.rows)
    return Sheet(title, ("Line", *table.columns), rows, frozenset(range(1, len(table.columns) + 1)))


def calculation(sheet: dict[str, Any]) -> Sheet:
    rows = tuple(
        (line["name"], line["company"], line["period"], f"{line['formula']} = {line['working']}", line["text"])
        for line in sheet["lines"]
    )
    return Sheet("Calculation", ("Result", "Company", "Period", "Formula", "Value"), rows, frozenset({4}))


def operands(sheet: dict[str, Any]) -> Sheet:
    rows = tuple(
        (one["label"], one["company"], one["period"], one["printed"], one["units"], _mark(one))
        for one in sheet["operands"]
    )
    head = ("Figure", "Company", "Period", "As printed", "Units", "Source")
    return Sheet("Figures used", head, rows, frozenset({3}))


def _mark(operand: dict[str, Any]) -> str:
    return f"[{operand.get('tool') or operand['citation']}]"


def _source(citation: Citation, base: str) -> Source:
    return Source(
        label=citation.label,
        document=str(citation.version.document),
        page=citation.page + 1,
        quote=" ".join(citation.quote.split()),
        address=f"{base}/citations/{citation.uid}/",
    )
