"""The words and figures that readers of an answer are shown, each with what its figures may rest on."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from apps.answers.models import Answer, Citation
from apps.answers.sources.printed_forms import PART
from apps.documents.models import Fact, Page
from apps.evaluation.digits import Digits, digits, digits_in

LENGTH = re.compile(rf"\b(?:{PART}|\d{{1,2}} months to\b)")  # "9M FY2024": a filing may print it as thirty-nine weeks


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that a reader is shown. known: what its figures may be; operands: what they may be rounded from."""

    where: str
    text: str
    known: Digits
    operands: Digits = frozenset()


def pieces(answer: Answer, citations: Sequence[Citation], pages: Mapping[tuple[int, int], Page]) -> Iterator[Piece]:
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
    tools = {
        one["label"]: digits_in(f"{one['label']} {one['told']} {one['figures']}") for one in result.get("tools", [])
    }
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
            f"{one['label']} {LENGTH.sub(' ', one['period'])}",
            free.union(around.get(one["citation"], frozenset()), place if one.get("tool") else ()),
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
    return frozenset({digits(value.lstrip("-"))}) if value and rounds(value, exact, 1) else frozenset()


def _rounded(result: Mapping[str, Any]) -> Digits:
    """A figure asked for in a coarser unit is told in the words as it is in the value."""
    return digits_in(" ".join(text for one in sentences(result) for text in one["rounded"]))


def _free(answer: Answer, citations: Iterable[Citation]) -> Digits:
    """What needs no place: the question's own figures, the counts of what was searched, names and days of filings."""
    documents = [one.version.document for one in citations]
    told = [answer.question, answer.result.get("read_as") or "", *map(str, answer.result["searched"].values())]
    told += [f"{one.name} {one.title} {one.fiscal_year} {one.metadata.get('years', '')}" for one in documents]
    told += [f"{one.filed} {one.period_end}" for one in documents]
    told += [f"{one.company.name} {' '.join(one.company.aliases)}" for one in documents if one.company]
    told += answer.result["documents"]
    places = {one.version_id for one in citations}, {one.page for one in citations}
    facts = Fact.objects.filter(version__in=places[0], page__in=places[1]).exclude(label_year=None)
    told += [str(year) for year in facts.values_list("label_year", flat=True).distinct()]
    return digits_in(" ".join(told))


def sentences(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The checked sentences of an answer; none where nothing was validated."""
    return list((result["validation"] or {}).get("sentences", []))


def rounds(figure: str, exact: Iterable[Decimal], least: int) -> bool:
    """Whether the printed `figure` is one of `exact` rounded to as many digits as it shows, `least` at least."""
    shown = len(re.sub(r"\D", "", figure).lstrip("0"))
    nearest = Decimal(1).scaleb(1 - shown)
    return shown >= least and any(one.quantize(nearest, ROUND_HALF_UP) == digits(figure) for one in exact)
