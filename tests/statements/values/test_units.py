"""Units lines."""

from decimal import Decimal

import pytest

from apps.statements.values.units import counts_shares, is_per_share, parse_units, units_alone

THOUSAND, MILLION = Decimal(1000), Decimal(1_000_000)


@pytest.mark.parametrize(
    ("text", "scale", "share_scale"),
    [
        ("(In thousands, except per share data)", THOUSAND, THOUSAND),
        ("(in millions, except share and per share amounts)", MILLION, None),
        ("(dollars in millions)", MILLION, MILLION),
        (
            "(In millions, except number of shares, which are reflected in thousands, and per share amounts)",
            MILLION,
            THOUSAND,
        ),
        (
            "(in millions, except share amounts which are reflected in thousands and per share amounts, "
            "which are expressed in U.S. dollars)",
            MILLION,
            THOUSAND,
        ),
        ("(in millions, except shares in thousands, and per share data)", MILLION, THOUSAND),
        ("(shares in thousands, amounts in millions)", MILLION, THOUSAND),
        ("(shares in thousands)", THOUSAND, THOUSAND),
        ("($000s)", THOUSAND, THOUSAND),
        ("$ in billions", Decimal(10) ** 9, Decimal(10) ** 9),
        ("(In millions, except par value)", MILLION, MILLION),
        ("(Amounts in US$ millions unless otherwise stated)", MILLION, MILLION),
    ],
)
def test_scale(text: str, scale: Decimal, share_scale: Decimal | None) -> None:
    units = parse_units(text)
    assert (units.declared, units.scale, units.share_scale) == (True, scale, share_scale)


@pytest.mark.parametrize(
    ("label", "excepted"),
    [
        ("Average monthly revenue per paying membership", True),
        ("Revenues", False),
        ("Paid memberships at end of period", False),
        ("Issue of shares", False),
    ],
)
def test_a_rate_that_the_declaration_excepts(label: str, excepted: bool) -> None:
    units = parse_units("(in thousands, except revenue per membership, shares, percentages and per share data)")
    assert units.excepts(label) == excepted
    assert not parse_units("(in thousands)").excepts(label)


def test_no_declaration() -> None:
    assert not parse_units("Consolidated Balance Sheets").declared


@pytest.mark.parametrize(
    "caption",
    [
        "The company paid $428 million in cash dividends. The table shows what a share was paid:",
        "A $2 billion facility",
    ],
)
def test_an_amount_that_is_told_declares_no_scale(caption: str) -> None:
    assert not parse_units(caption).declared
    assert parse_units(f"{caption} (in thousands)").scale == THOUSAND


@pytest.mark.parametrize(
    ("text", "currency"), [("(in millions of euros)", "EUR"), ("(In millions)", ""), ("$ in thousands", "USD")]
)
def test_currency(text: str, currency: str) -> None:
    assert parse_units(text).currency == currency


def test_rows_that_are_not_money() -> None:
    assert is_per_share("Diluted earnings per share")
    assert counts_shares("Weighted average shares outstanding")
    assert not counts_shares("Basic net income per share")


@pytest.mark.parametrize(
    ("line", "alone"),
    [
        ("£ in millions, fiscal year ends 30 June", "£ in millions"),
        ("Year ends 30 June, in thousands, except per share data", "in thousands, except per share data"),
        ("in millions, except shares in thousands and per share amounts", None),
        ("Dollars in millions; unaudited", "Dollars in millions"),
        ("unaudited", None),
    ],
)
def test_units_alone_leave_out_what_is_none(line: str, alone: str | None) -> None:
    assert units_alone(line) == (alone or line)
