"""What a reader may be told of a company: only what the documents say that this reader sees.

The register learns names and numbers from every filing, private ones too; a profile that showed the register would
tell a stranger that such a filing is there, and what is in it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apps.documents.fact_choice import recency
from apps.documents.models import Company, Document

REGISTERS = {"irs": "IRS", "sec": "SEC file", "lei": "LEI"}


@dataclass(frozen=True, slots=True)
class Profile:
    """name, ticker: the register's where an administrator or a visible document says it, else the latest filing's.

    numbers: filer numbers such as "irs:12-3456789", without the CIK.
    """

    name: str
    others: tuple[str, ...]
    ticker: str
    cik: str
    numbers: tuple[str, ...]

    @property
    def told_numbers(self) -> tuple[str, ...]:
        """As a person calls them: "IRS 12-3456789", "SEC file 1-23456"."""
        parts = (number.partition(":") for number in self.numbers)
        return tuple(f"{REGISTERS.get(register, register.upper())} {number}".strip() for register, _, number in parts)


def profile(company: Company, documents: Iterable[Document]) -> Profile:
    """`documents`: the visible ones of this company."""
    newest_first = sorted(documents, key=recency, reverse=True)
    names = tuple(dict.fromkeys(filter(None, (stated_name(document) for document in newest_first))))
    name = company.name if company.settled or company.name in names or not names else names[0]
    numbers = {number for document in newest_first for number in stated_numbers(document)}
    tickers = tuple(filter(None, (stated_ticker(document) for document in newest_first)))
    ticker = company.ticker if company.settled or company.ticker in tickers else next(iter(tickers), "")
    return Profile(
        name=name,
        others=tuple(sorted(set(names) - {name})),
        ticker=ticker,
        cik=next((number.removeprefix("cik:") for number in sorted(numbers) if number.startswith("cik:")), ""),
        numbers=tuple(sorted(number for number in numbers if not number.startswith("cik:"))),
    )


def stated_name(document: Document) -> str:
    """The filer's name as somebody entered it for the document, else as its cover says it, or empty."""
    by_hand: dict[str, Any] = document.metadata.get("by_hand", {})
    entered = by_hand.get("company", {}).get("value", "") if "company" in document.metadata.get("edited", ()) else ""
    return str(entered or _read(document, "company"))


def stated_ticker(document: Document) -> str:
    return str(_read(document, "ticker"))


def stated_numbers(document: Document) -> list[str]:
    return [str(number) for number in document.metadata.get("numbers", ())]


def _read(document: Document, field: str) -> Any:
    return document.metadata.get(field, {}).get("value", "")
