"""What must hold of every finished answer: each citation resolves, each stated figure stands somewhere or is marked.

Counted apart from the checks of the road (A8): here the object that readers are shown is held against the store, digit
by digit, whoever wrote it. A breach is a fault of the program, never of a filing.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from apps.answers.models import Answer, AnswerState, Citation
from apps.answers.sources.anchors import holds
from apps.documents.highlights import boxes_for
from apps.documents.models import Page
from apps.evaluation.digits import FIGURE, digits, digits_in, visible
from apps.evaluation.shown_pieces import Piece, pieces, rounds, sentences
from apps.statements.values.amounts import parse_amount

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


def inspect(answer: Answer) -> Inspected:
    """Hold a finished answer against the store. Three queries. Raises ValueError for one that is not done."""
    if answer.state != AnswerState.DONE:
        raise ValueError(f"the answer is {answer.state}, so there is nothing to inspect")
    result, citations = (
        answer.result,
        list(answer.citations.select_related("chunk__section", "version__document__company")),
    )
    pages = _pages(citations)
    shown = list(pieces(answer, citations, pages))
    stated = [(piece, figure) for piece in shown for figure in FIGURE.findall(visible(piece.text))]
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
    return digits(figure) in piece.known or rounds(figure, piece.operands, LEAST_ROUNDED)


def _pages(citations: Iterable[Citation]) -> Mapping[tuple[int, int], Page]:
    versions, numbers = {one.version_id for one in citations}, {one.page for one in citations}
    rows = Page.objects.filter(version__in=versions, number__in=numbers)
    return {(page.version_id, page.number): page for page in rows}


def _marked(result: Mapping[str, Any], piece: Piece, figure: str) -> bool:
    """Whether a sentence of the piece is marked at the figure or as a whole, or a reason of the badge tells of it."""
    touched = (one for one in sentences(result) if one["text"] in piece.text and figure in visible(one["text"]))
    told = " ".join(
        reason["text"] for reason in (result["validation"] or {}).get("reasons", ()) if reason["rule"] == RESTATED
    )
    return digits(figure) in digits_in(told) or any(
        any(not mark["at"] for mark in one["marks"]) or digits(figure) in digits_in(_at(one)) for one in touched
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
    """Every mark in the answer leads to a citation, and every row, table and operand has one."""
    there = {citation.label for citation in citations}
    figures = [*result["rows"], *result.get("tables", ()), *(result["sheet"] or {}).get("operands", ())]
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
