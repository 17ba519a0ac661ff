"""Figures of cells against the filer's own tags, on the sample filing with inline XBRL."""

from dataclasses import replace
from pathlib import Path

from apps.documents.metadata import extract
from apps.documents.statement_rows import read_statements
from apps.reading.html import read_html
from apps.reading.inline_xbrl import NumericFact, tagged_facts
from apps.reading.markup import parse_html
from apps.statements.outcomes import Check, Outcome
from finrag_site.embedded.paths import BASE

SAMPLE: Path = BASE / "samples" / "zephyrwick_2025Q1_10Q.htm"


def _checked(numbers: tuple[NumericFact, ...]) -> list[Outcome]:
    pages = read_html(SAMPLE, lambda done, total: None).pages
    told = extract(pages, SAMPLE.name)
    assert told.fiscal_year and told.period_end and told.fiscal_period
    read = read_statements(
        pages, told.fiscal_year.value, told.period_end.value, told.fiscal_period.value, tagged=numbers
    )
    return [outcome for outcome in read.outcomes if outcome.check is Check.TAGGED]


def test_every_figure_equals_its_tag() -> None:
    outcomes = _checked(tagged_facts(parse_html(SAMPLE.read_bytes())).numbers)
    assert {outcome.facts[0].statement.value for outcome in outcomes} == {"income", "balance"}
    assert {"revenue", "total_assets", "eps_diluted", "net_income"} <= {
        outcome.facts[0].concept for outcome in outcomes
    }
    assert [outcome for outcome in outcomes if not outcome.passed] == []


def test_a_figure_that_is_tagged_otherwise_is_told() -> None:
    numbers = tagged_facts(parse_html(SAMPLE.read_bytes())).numbers
    wrong = tuple(
        replace(number, value=number.value + 1_000_000) if number.name == "us-gaap:Assets" and number.value else number
        for number in numbers
    )
    failed = [outcome for outcome in _checked(wrong) if not outcome.passed]
    assert {outcome.facts[0].concept for outcome in failed} == {"total_assets"}
    assert {outcome.difference for outcome in failed} == {-1_000_000}


def test_a_filing_without_tags_is_not_checked() -> None:
    assert _checked(()) == []
