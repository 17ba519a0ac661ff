"""A model's reading of a filing's first page (M2), beside that of the rules: the surer one stands, both are kept."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal

from pydantic import Field

from apps.documents.cover.front import Known
from apps.documents.metadata import Metadata
from apps.documents.modelled.reader import Exact, Reader
from apps.documents.modelled.verbatim import figures, invents_figures, located
from apps.documents.models import Form
from apps.documents.sections import one_line
from apps.inference.language import data_block
from apps.reading.parsed import ParsedPage

PAGES = 3
CHARACTERS = 4096  # about 1024 tokens
PRINTED, TOLD = 0.9, 0.7  # confidence in what stands on the page, and in what the model makes of it
KEYWORDS = 5
LONGEST_KEYWORD = 60
SUMMARY_WORDS = 60


class MetadataReply(Exact):
    """What the model is asked for."""

    company: str | None
    ticker: str | None
    form: Form
    fiscal_year: int | None
    fiscal_period: Literal["FY", "Q1", "Q2", "Q3", "Q4", "H1", "H2"] | None
    period_end: date | None
    filed: date | None
    keywords: list[str] = Field(max_length=KEYWORDS)
    summary: str


@dataclass(frozen=True, slots=True)
class Refinement:
    """metadata: of each field the surer reading. readings: by field, what a model read, whether it stands or not, and
    what the rules read, each with confidence and source. keywords, summary: the model's; nothing without one.
    """

    metadata: Metadata
    readings: dict[str, dict[str, Any]] = field(default_factory=dict)
    keywords: Known[list[str]] | None = None
    summary: str = ""


def refined(metadata: Metadata, pages: Sequence[ParsedPage], reader: Reader | None) -> Refinement:
    """The metadata with what a model adds to it; as it is without a reader, or where the model fails.

    A model's reading is never surer than 0.9: what the rules took from a cover stays, and so does whatever a person has
    edited, which the caller sees to.
    """
    shown = "\n".join(page.text for page in pages[:PAGES])[:CHARACTERS]
    reply = reader.ask(MetadataReply, "metadata", data_block("first page", shown), check=_too_long) if reader else None
    if reader is None or reply is None:
        return Refinement(metadata)
    read = grounded(reply, shown, f"model {reader.name}")
    return Refinement(
        _surer(metadata, read), _readings(metadata, read), _keywords(reply, reader.name), _summary(reply, shown)
    )


def _too_long(reply: MetadataReply) -> str:
    words = len(reply.summary.split())
    return "" if words <= SUMMARY_WORDS else f"summary has {words} words; at most {SUMMARY_WORDS} are allowed"


def grounded(reply: MetadataReply, shown: str, source: str) -> dict[str, Known[Any]]:
    """What of a reply may be used: names, years and days that stand on the page, and kinds from closed sets."""
    plain = one_line(shown)
    told: dict[str, Known[Any] | None] = {
        "company": _printed(reply.company, plain, source),
        "ticker": _printed(reply.ticker, plain, source) if reply.ticker and reply.ticker.isupper() else None,
        "form": Known(reply.form, TOLD, source) if reply.form is not Form.OTHER else None,
        "fiscal_year": _year(reply.fiscal_year, plain, source),
        "fiscal_period": Known(reply.fiscal_period, TOLD, source) if reply.fiscal_period else None,
        "period_end": _day(reply.period_end, plain, source),
        "filed": _day(reply.filed, plain, source),
    }
    return {name: known for name, known in told.items() if known is not None}


def _printed(words: str | None, plain: str, source: str) -> Known[str] | None:
    span = located(words, plain) if words else None
    return Known(span.text, PRINTED, source) if span else None


def _year(year: int | None, plain: str, source: str) -> Known[int] | None:
    return Known(year, TOLD, source) if year and str(year) in figures(plain) else None


def _day(day: date | None, plain: str, source: str) -> Known[date] | None:
    return Known(day, PRINTED, source) if day and prints(day, plain) else None


def prints(day: date, plain: str) -> bool:
    """Whether a day stands in a text, in one of the spellings that filings use."""
    month, number = day.strftime("%B"), str(day.day)
    spellings = [f"{name} {number}, {day.year}" for name in (month, month[:3], f"{month[:3]}.")]
    spellings += [f"{month} {number} {day.year}", f"{number} {month} {day.year}", day.isoformat()]
    spellings += [f"{day.month}/{number}/{day.year}", day.strftime("%m/%d/%Y")]
    text = plain.casefold().replace(" ,", ",")
    return any(located(spelling.casefold(), text) for spelling in spellings)


def _surer(metadata: Metadata, read: dict[str, Known[Any]]) -> Metadata:
    """Of each field the reading with the higher confidence; the rules' where both are as sure."""
    better: dict[str, Any] = {
        name: known for name, known in read.items() if known.confidence > _confidence(metadata, name)
    }
    if "fiscal_year" not in better:
        return replace(metadata, **better)
    return replace(metadata, **better, years=tuple(dict.fromkeys([better["fiscal_year"].value, *metadata.years])))


def _confidence(metadata: Metadata, name: str) -> float:
    known: Known[Any] | None = getattr(metadata, name)
    return known.confidence if known else 0


def _readings(metadata: Metadata, read: dict[str, Known[Any]]) -> dict[str, dict[str, Any]]:
    by_rules = metadata.as_json()
    fields: dict[str, Any] = dict(read)
    by_model = replace(metadata, **fields).as_json()
    return {name: {"model": by_model[name], **({"rules": by_rules[name]} if name in by_rules else {})} for name in read}


def _keywords(reply: MetadataReply, model: str) -> Known[list[str]] | None:
    words = list(dict.fromkeys(one_line(word)[:LONGEST_KEYWORD] for word in reply.keywords if word.strip()))
    return Known(words, TOLD, f"model {model}") if words else None


def _summary(reply: MetadataReply, shown: str) -> str:
    said = one_line(reply.summary)
    return "" if invents_figures(said, shown) else said
