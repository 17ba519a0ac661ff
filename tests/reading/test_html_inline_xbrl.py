"""Facts tagged in a page, whichever way the page was parsed."""

import datetime as dt
from decimal import Decimal

import pytest

from apps.reading.inline_xbrl import TaggedFacts, tagged_facts
from apps.reading.markup import parse_html
from finrag_site.embedded.paths import BASE

SAMPLE = (BASE / "samples" / "zephyrwick_2025Q1_10Q.htm").read_bytes()


@pytest.fixture(scope="module")
def facts() -> TaggedFacts:
    return tagged_facts(parse_html(SAMPLE))


def fact(tag: str) -> TaggedFacts:
    context = (
        "<xbrli:context id='c'><xbrli:entity><xbrli:identifier scheme='x'>77</xbrli:identifier><xbrli:segment>"
        "<xbrldi:explicitMember dimension='us-gaap:SegmentAxis'>mlm:LoomsMember</xbrldi:explicitMember></xbrli:segment>"
        "</xbrli:entity><xbrli:period><xbrli:instant>2024-06-30</xbrli:instant></xbrli:period></xbrli:context>"
    )
    return tagged_facts(parse_html(f"<html><body><ix:header>{context}</ix:header><p>{tag}</p></body></html>".encode()))


def test_figures_are_scaled_and_signed(facts: TaggedFacts) -> None:
    sales = next(f for f in facts.numbers if f.name == "us-gaap:Revenues")
    assert (sales.value, sales.text, sales.scale, sales.unit) == (Decimal(239_715_000), "239,715", 3, "iso4217:USD")
    assert (sales.context.start, sales.context.end) == (dt.date(2024, 9, 29), dt.date(2024, 12, 28))
    assert sales.context.entity == "0009999999"
    interest = next(f for f in facts.numbers if f.name == "us-gaap:InterestExpense")
    assert (interest.value, interest.negative) == (Decimal(-4_790_000), True)
    earnings = next(f for f in facts.numbers if f.name == "us-gaap:EarningsPerShareDiluted")
    assert (earnings.value, earnings.unit) == (Decimal("0.49"), "iso4217:USD/xbrli:shares")
    cash = next(f for f in facts.numbers if f.name == "us-gaap:CashAndCashEquivalentsAtCarryingValue")
    assert (cash.context.start, cash.context.end) == (None, dt.date(2024, 12, 28))


def test_what_the_cover_says(facts: TaggedFacts) -> None:
    assert facts.text("dei:DocumentType") == "10-Q"
    assert facts.text("dei:DocumentFiscalYearFocus") == "2025"  # from the hidden part
    assert facts.text("dei:TradingSymbol") == "ZFWK"
    assert facts.text("dei:NoSuchThing") == ""


def test_the_tagged_balance_sheet_adds_up(facts: TaggedFacts) -> None:
    end = {f.name: f.value for f in facts.numbers if f.context.end == dt.date(2024, 12, 28) and not f.context.start}
    whole = end["us-gaap:Liabilities"] or Decimal(0)
    assert end["us-gaap:Assets"] == whole + (end["us-gaap:StockholdersEquity"] or 0)


def test_pages_that_are_no_xml_give_the_same(facts: TaggedFacts) -> None:
    broken = SAMPLE.split(b"\n", 1)[1].replace(b"<body>", b"<body>&nbsp;<br>")
    assert tagged_facts(parse_html(broken)) == facts


@pytest.mark.parametrize(
    ("attributes", "text", "value"),
    [
        ("scale='6'", "1.5", Decimal("1500000")),
        ("scale='-2'", "12.5", Decimal("0.125")),
        ("format='ixt:num-comma-decimal'", "1.234,5", Decimal("1234.5")),
        ("format='ixt:fixed-zero'", "nil", Decimal(0)),
        ("format='ixt:zerodash'", "—", Decimal(0)),
        ("sign='-' scale='3'", "(7)", Decimal(-7000)),
        ("scale='999999'", "7", Decimal(7)),
        ("", "see note", None),
    ],
)
def test_odd_figures(attributes: str, text: str, value: Decimal | None) -> None:
    [found] = fact(
        f"<ix:nonFraction name='x:y' contextRef='c' unitRef='u' {attributes}>{text}</ix:nonFraction>"
    ).numbers
    assert found.value == value
    assert found.context.dimensions == (("us-gaap:SegmentAxis", "mlm:LoomsMember"),)


def test_unknown_contexts_and_units_stay_empty() -> None:
    [found] = fact("<ix:nonFraction name='x:y' contextRef='no' unitRef='no'>5</ix:nonFraction>").numbers
    assert (found.context.entity, found.context.end, found.unit) == ("", None, "")


def test_pages_without_tags_have_no_facts() -> None:
    assert tagged_facts(parse_html(b"<p>words</p>")) == TaggedFacts((), ())
