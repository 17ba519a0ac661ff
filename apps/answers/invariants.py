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
from apps.answers.models import Answer, AnswerState, Citation
from apps.documents.figures.amounts import parse_amount
from apps.documents.highlights import boxes_for
from apps.documents.models import Fact, Page

FIGURE = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|(?<![\w.])\.\d+")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
RESTATED = "restated"  # the rule whose reason tells what a later filing states instead, and names that filing
LEAST_ROUNDED = 3  # digits that a figure shows at least to pass for a cited one that was rounded
Digits = frozenset[Decimal]


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
    result, citations = answer.result, list(answer.citations.select_related("chunk", "version__document__company"))
    pages = _pages(citations)
    pieces = list(_pieces(answer, citations, pages))
    stated = [(piece, figure) for piece in pieces for figure in FIGURE.findall(_visible(piece.text))]
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
    said, shown = digits(figure), len(re.sub(r"\D", "", figure).lstrip("0"))
    nearest = Decimal(1).scaleb(1 - shown)
    return said in piece.known or (
        shown >= LEAST_ROUNDED and any(one.quantize(nearest, ROUND_HALF_UP) == said for one in piece.operands)
    )


def digits(figure: str) -> Decimal:
    """The digits of a printed figure as a number from 1 to 10 (0 for nought): the same at every scale."""
    value = Decimal(figure.replace(",", "")).normalize()
    return abs(value.scaleb(-value.adjusted())) if value else Decimal(0)


def digits_in(text: str) -> Digits:
    """Of every figure in `text`; what cannot be seen does not part a figure. A nil dash is nought."""
    bare = _visible(text)
    amount = parse_amount(bare)
    nil = {Decimal(0)} if amount and amount.nil else set()
    return frozenset({digits(figure) for figure in FIGURE.findall(bare)} | nil)


def _visible(text: str) -> str:
    return INVISIBLE.sub("", text)


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
    everything = frozenset().union(free, named, computed, meant, *quoted.values())
    cells = frozenset().union(*quoted.values())
    for one in result["parts"]:
        labels = {one["citation"], *one.get("citations", ())} - {0}
        behind = free.union(*(quoted.get(label, frozenset()) for label in labels))
        own = bool(sheet["lines"]) or not labels
        yield Piece("words", one["text"], everything if own else behind, cells if own else frozenset())
    for one in (*result["rows"], *sheet["operands"]):
        printed = one.get("printed", one["value"])
        yield Piece(f"figure of {one['label']}", printed, quoted.get(one["citation"], frozenset()))
        yield Piece(
            f"name of {one['label']}",
            f"{one['label']} {one['period']}",
            free | around.get(one["citation"], frozenset()),
        )
    for one in sheet["lines"]:
        yield Piece(f"working of {one['name']}", one["working"], everything)
    yield Piece("value", result["value"] or "", everything | _rounded(result), cells)


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
    sentences = (one for one in _sentences(result) if one["text"] in piece.text and figure in _visible(one["text"]))
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
    for label in dict.fromkeys([*named, *(one["citation"] for one in figures)]):
        if label not in there:
            yield Breach(f"mark {label}", "It leads to no citation.")


def _row_breaches(result: Mapping[str, Any]) -> Iterator[Breach]:
    """The exact number of a row is the printed one at some power of ten."""
    for row in result["rows"]:
        printed = parse_amount(row["value"])
        if printed is None or digits(f"{abs(printed.value):f}") != digits(row["full"].lstrip("-")):
            yield Breach(f"row {row['label']}", f"{row['full']} is not what {row['value']} says.", row["full"])
