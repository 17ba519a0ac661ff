"""A stored table read by itself, with what its own filing tells of its periods."""

from apps.answers.compute.books import Book
from apps.answers.compute.grids import ReadTable, read
from apps.documents.models import Document, Table
from apps.questions.slots import Filer
from apps.retrieval.filings import Filing


def stored_table(table: Table) -> ReadTable:
    """The table of one filing, as the calculator reads it. Needs `version.document.company` loaded."""
    document = table.version.document
    company = document.company
    filing = filing_of(document, table.version_id)
    filer = Filer(company.uid, company.name) if company else Filer(document.uid, document.name)
    return read(table, filing, Book(filer, company.pk if company else 0, (filing,)))


def filing_of(document: Document, version: int) -> Filing:
    called = [year for year in document.metadata.get("years", ()) if isinstance(year, int)]
    return Filing(
        document.uid,
        version,
        document.name,
        document.company_id,
        document.report_type,
        document.fiscal_year,
        document.fiscal_period,
        document.period_end,
        document.filed,
        tuple(dict.fromkeys(year for year in (document.fiscal_year, *called) if year)),
    )
