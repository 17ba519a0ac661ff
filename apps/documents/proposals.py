"""What the latest public filing of a company says of it otherwise than the register: an administrator may take it over.

Nothing is kept of a proposal: it follows from the documents, and goes when the register says the same.
"""

from dataclasses import dataclass

from apps.documents.company_names import stated_name, stated_numbers, stated_ticker
from apps.documents.fact_choice import recency
from apps.documents.models import Company, Document, Visibility


@dataclass(frozen=True, slots=True)
class Proposal:
    """name, ticker: as the filing has them, the register's where it is silent. numbers: those not known yet."""

    name: str
    ticker: str
    numbers: tuple[str, ...]
    filing: Document

    def __str__(self) -> str:
        told = ", ".join(filter(None, (self.name, self.ticker, *self.numbers)))
        return f"{told} (in {self.filing.name})"


def proposal(company: Company) -> Proposal | None:
    """None where the latest public filing that names its filer says nothing new."""
    public = Document.objects.filter(company=company, visibility=Visibility.EVERYONE, deleted=None)
    latest = next((one for one in sorted(public, key=recency, reverse=True) if stated_name(one)), None)
    if latest is None:
        return None
    name, ticker = stated_name(latest)[:200], stated_ticker(latest) or company.ticker
    new = tuple(number for number in stated_numbers(latest) if number not in company.identifiers)
    same = (name, ticker, new) == (company.name, company.ticker, ())
    return None if same else Proposal(name, ticker, new, latest)


def accept(company: Company, proposed: Proposal) -> None:
    """Call the company so from now on, the old name staying as another. No filing changes an administrator's word."""
    company.aliases = sorted({*company.aliases, company.name} - {proposed.name})
    company.name, company.ticker = proposed.name, proposed.ticker
    company.identifiers = sorted({*company.identifiers, *proposed.numbers})
    ciks = (number.removeprefix("cik:") for number in company.identifiers if number.startswith("cik:"))
    company.cik = company.cik or next(ciks, "")
    company.settled = True
    company.save()
