"""What must hold of every finished answer: each citation resolves, each stated figure stands somewhere or is marked.

Counted apart from the checks of the road (A8): here the object that readers are shown is held against the store, digit
by digit, whoever wrote it. A breach is a fault of the program, never of a filing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from apps.answers.claims import holds
from apps.answers.digits import FIGURE, Digits, digits, digits_in, visible
from apps.answers.models import Answer, AnswerState, Citation
from apps.documents.figures.amounts import parse_amount
from apps.documents.highlights import boxes_for
from apps.documents.models import Fact, Page

RESTATED = "restated"  # the rule whose reason tells what a later filing states instead, and names that filing
LEAST_ROUNDED = 3  # digits that a figure shows at least to pass for a cited one that was rounded


@dataclass(frozen=True, slots=True)
class Breach:
    """where: the part of the answer; why: a sentence; at: the figure that is concerned, "" where none is."""

    where: str
    why: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Inspected:
    """citations, figures: how many were held against the store; marked: figures that only their mark accounts for."""

    citations: int
    figures: int
    marked: int
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that a reader is shown. known: what its figures may be; operands: what they may be rounded from."""

    where: str
    text: str
    known: Digits
    operands: Digits = frozenset()


def inspect(answer: Answer) -> Inspected:
    """Hold a finished answer against the store. Three queries. Raises ValueError for one that is not done."""
    if answer.state != AnswerState.DONE:
        raise ValueError(f"the answer is {answer.state}, so there is nothing to inspect")
    result, citations = (
        answer.result,
        list(answer.citations.select_related("chunk__section", "version__document__company")),
    )
    pages = _pages(citations)
    pieces = list(_pieces(answer, citations, pages))
    stated = [(piece, figure) for piece in pieces for figure in FIGURE.findall(visible(piece.text))]
    absent = [(piece, figure) for piece, figure in stated if not _stands(figure, piece)]
    bare = [
        Breach(one.where, f"{at} has neither a place nor a mark.", at)
        for one, at in absent
        if not _marked(result, one, at)
    ]
    held = [*_citation_breaches(citations, pages), *_label_breaches(result, citations), *_row_breaches(result)]
    return Inspected(len(citations), len(stated), len(absent) - len(bare), (*held, *bare))


def _stands(figure: str, piece: Piece) -> bool:
    """As it is, or a cited figure rounded to as many digits as it has, three at least."""
    return digits(figure) in piece.known or _rounds(figure, piece.operands, LEAST_ROUNDED)


def _rounds(figure: str, exact: Iterable[Decimal], least: int) -> bool:
    shown = len(re.sub(r"\D", "", figure).lstrip("0"))
    nearest = Decimal(1).scaleb(1 - shown)
    return shown >= least and any(one.quantize(nearest, ROUND_HALF_UP) == digits(figure) for one in exact)


def _pages(citations: Iterable[Citation]) -> Mapping[tuple[int, int], Page]:
    versions, numbers = {one.version_id for one in citations}, {one.page for one in citations}
    rows = Page.objects.filter(version__in=versions, number__in=numbers)
    return {(page.version_id, page.number): page for page in rows}


def _pieces(answer: Answer, citations: Sequence[Citation], pages: Mapping[tuple[int, int], Page]) -> Iterator[Piece]:
    """The program's own words rest on all citations and on the sheet, any other piece on those that it names."""
    result, free = answer.result, _free(answer, citations)
    quoted = {one.label: digits_in(one.quote) for one in citations}
    around = {
        one.label: digits_in(pages[key].text) for one in citations if (key := (one.version_id, one.page)) in pages
    }
    sheet = result["sheet"] or {"lines": [], "operands": []}
    named = digits_in(" ".join(f"{one['period']} {one['label']}" for one in (*result["rows"], *sheet["operands"])))
    computed = digits_in(" ".join(f"{line['text']} {line['value']} {line['formula']}" for line in sheet["lines"]))
    meant = digits_in(" ".join(" ".join([one["value"], *one["restated"]]) for one in sheet["operands"]))
    cells = frozenset().union(*quoted.values())
    tools = {one["label"]: digits_in(f"{one['told']} {one['figures']}") for one in result.get("tools", [])}
    everything = free.union(named, computed, meant, cells, _asked(result), *tools.values())
    for one in result["parts"]:
        labels = {one["citation"], *one.get("citations", ())} - {0}
        behind = free.union(*(quoted.get(label, frozenset()) for label in labels))
        own = bool(sheet["lines"]) or not labels
        yield Piece("words", one["text"], everything if own else behind, cells if own else frozenset())
        yield Piece("heading", one.get("heading", ""), free | _sections(citations, labels))
    for one in (*result["rows"], *sheet["operands"]):
        printed = one.get("printed", one["value"])
        place = tools.get(one.get("tool", ""), quoted.get(one["citation"], frozenset()))
        yield Piece(f"figure of {one['label']}", printed, place)
        yield Piece(
            f"name of {one['label']}",
            f"{one['label']} {one['period']}",
            free | around.get(one["citation"], frozenset()),
        )
    for one in sheet["lines"]:
        yield Piece(f"working of {one['name']}", one["working"], everything)
    yield Piece("value", result["value"] or "", everything | _rounded(result), cells)


def _sections(citations: Iterable[Citation], labels: set[int]) -> Digits:
    sections = (one.chunk.section for one in citations if one.label in labels)
    return digits_in(" ".join(title for section in sections if section for title in section.path))


def _asked(result: Mapping[str, Any]) -> Digits:
    """The figure that answers, where it is a cited one in the unit and with the digits asked for, however few."""
    value, exact = result["value"] or "", [digits(row["full"].lstrip("-")) for row in result["rows"]]
    return frozenset({digits(value.lstrip("-"))}) if value and _rounds(value, exact, 1) else frozenset()


def _rounded(result: Mapping[str, Any]) -> Digits:
    """A figure asked for in a coarser unit is told in the words as it is in the value."""
    return digits_in(" ".join(text for one in _sentences(result) for text in one["rounded"]))


def _free(answer: Answer, citations: Iterable[Citation]) -> Digits:
    """What needs no place: the question's own figures, the counts of what was searched, years and names of filings."""
    documents = [one.version.document for one in citations]
    told = [answer.question, answer.result.get("read_as") or "", *map(str, answer.result["searched"].values())]
    told += [f"{one.name} {one.title} {one.fiscal_year} {one.metadata.get('years', '')}" for one in documents]
    told += [f"{one.company.name} {' '.join(one.company.aliases)}" for one in documents if one.company]
    told += answer.result["documents"]
    places = {one.version_id for one in citations}, {one.page for one in citations}
    facts = Fact.objects.filter(version__in=places[0], page__in=places[1]).exclude(label_year=None)
    told += [str(year) for year in facts.values_list("label_year", flat=True).distinct()]
    return digits_in(" ".join(told))


def _sentences(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list((result["validation"] or {}).get("sentences", []))


def _marked(result: Mapping[str, Any], piece: Piece, figure: str) -> bool:
    """Whether a sentence of the piece is marked at the figure or as a whole, or a reason of the badge tells of it."""
    sentences = (one for one in _sentences(result) if one["text"] in piece.text and figure in visible(one["text"]))
    told = " ".join(
        reason["text"] for reason in (result["validation"] or {}).get("reasons", ()) if reason["rule"] == RESTATED
    )
    return digits(figure) in digits_in(told) or any(
        any(not mark["at"] for mark in one["marks"]) or digits(figure) in digits_in(_at(one)) for one in sentences
    )


def _at(sentence: Mapping[str, Any]) -> str:
    return " ".join([*(mark["at"] for mark in sentence["marks"]), *sentence["rounded"]])


def _citation_breaches(citations: Iterable[Citation], pages: Mapping[tuple[int, int], Page]) -> Iterator[Breach]:
    """The stored passage holds the place, the page says the quote there, and the boxes are those of its words."""
    for one in citations:
        page, where = pages.get((one.version_id, one.page)), f"citation {one.label}"
        if page is None or one.chunk.version_id != one.version_id:
            yield Breach(where, "It leads to no page of its filing.")
        elif not holds(one.chunk, one.page, one.start, one.end):
            yield Breach(where, "Its passage does not hold its place.")
        elif not one.quote.strip() or page.text[one.start : one.end] != one.quote:
            yield Breach(where, "The page says something else there.")
        elif one.boxes != boxes_for(page, one.start, one.end) or (page.runs and not one.boxes):
            yield Breach(where, "Its boxes are not where its words stand.")


def _label_breaches(result: Mapping[str, Any], citations: Iterable[Citation]) -> Iterator[Breach]:
    """Every mark in the answer leads to a citation, and every row and operand has one."""
    there = {citation.label for citation in citations}
    figures = [*result["rows"], *(result["sheet"] or {}).get("operands", ())]
    named = [label for piece in result["parts"] for label in (piece["citation"], *piece.get("citations", ())) if label]
    for label in dict.fromkeys([*named, *(one["citation"] for one in figures if not one.get("tool"))]):
        if label not in there:
            yield Breach(f"mark {label}", "It leads to no citation.")


def _row_breaches(result: Mapping[str, Any]) -> Iterator[Breach]:
    """The exact number of a row is the printed one at some power of ten."""
    for row in result["rows"]:
        printed = parse_amount(row["value"])
        if printed is None or digits(f"{abs(printed.value):f}") != digits(row["full"].lstrip("-")):
            yield Breach(f"row {row['label']}", f"{row['full']} is not what {row['value']} says.", row["full"])
