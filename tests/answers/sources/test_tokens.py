"""Financial tokens: what is critical, and as what it is read."""

from decimal import Decimal

import pytest

from apps.answers.sources.tokens import Figure, Kind, tokens

MILLION, BILLION = Decimal(10) ** 6, Decimal(10) ** 9


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("$1,577 million", Figure(Decimal(1577), MILLION, currency="USD")),
        ("US$ 1.4 billion", Figure(Decimal("1.4"), BILLION, currency="USD")),
        ("$1.6B", Figure(Decimal("1.6"), BILLION, currency="USD")),
        ("45 euros", Figure(Decimal(45), currency="EUR")),
        ("EUR 5.5 million", Figure(Decimal("5.5"), MILLION, currency="EUR")),
        ("12.5%", Figure(Decimal("12.5"), percent=True)),
        ("12.5 percent", Figure(Decimal("12.5"), percent=True)),
        ("350 basis points", Figure(Decimal("3.5"), percent=True)),
        ("$(901)", Figure(Decimal(-901), currency="USD")),
        ("($12)", Figure(Decimal(-12), currency="USD")),
        ("one hundred and twenty million", Figure(Decimal(120) * MILLION)),
        ("2\u200b50", Figure(Decimal(250))),
        ("\uff11\uff12\uff13", Figure(Decimal(123))),
        ("2,023 people", Figure(Decimal(2023))),
    ],
)
def test_numbers(text: str, figure: Figure) -> None:
    assert [token.figure for token in tokens(text) if token.figure] == [figure]


@pytest.mark.parametrize(
    ("text", "kind", "key"),
    [
        ("December 31, 2023", Kind.DATE, "2023-12-31"),
        ("31 December 2023", Kind.DATE, "2023-12-31"),
        ("2023-12-31", Kind.DATE, "2023-12-31"),
        ("February 30, 2023", Kind.DATE, "2023-2-30"),
        ("FY23", Kind.YEAR, "2023"),
        ("fiscal year 2022", Kind.YEAR, "2022"),
        ("(2022)", Kind.YEAR, "2022"),
        ("Q2", Kind.QUARTER, "2"),
        ("second quarter", Kind.QUARTER, "2"),
        ("10-K", Kind.CODE, "10-k"),
        ("9" * 60, Kind.CODE, "9" * 60),
    ],
)
def test_other_critical_tokens(text: str, kind: Kind, key: str) -> None:
    assert [(token.kind, token.key) for token in tokens(text)] == [(kind, key)]


def test_words_are_stems_and_marks_of_citations_are_none() -> None:
    assert [token.key for token in tokens("The company reported that three ferries were sold in USD [1].")] == [
        "compani",
        "report",
        "3",
        "ferri",
        "sold",
    ]
