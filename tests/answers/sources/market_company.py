"""An invented company with statements, a ticker and a cover, and the price of its share in a file."""

from datetime import date
from hashlib import sha256
from pathlib import Path

from django.test import override_settings

from apps.accounts.models import User
from apps.documents.models import Chunk, ChunkKind, Document, DocumentVersion, Page
from tests.answers.statements import report

COMPANY = "Quillmark Foundry"
LINES = {
    "revenue": {2023: "1,600", 2022: "1,400"},
    "operating_income": {2023: "240", 2022: "182"},
    "net_income": {2023: "160", 2022: "141"},
    "eps_diluted": {2023: "2.35", 2022: "2.07"},
    "dividends_per_share": {2023: "0.94", 2022: "0.80"},
    "shares_diluted": {2023: "68", 2022: "68"},
    "cash": {2023: "96", 2022: "80"},
    "long_term_debt": {2023: "400", 2022: "420"},
    "equity_parent": {2023: "980", 2022: "900"},
    "depreciation_amortization": {2023: "60", 2022: "50"},
}
COVER = "As of February 9, 2024, there were 70,000,000 shares of the registrant’s common stock outstanding."
PRICES = """Date,Open,High,Low,Close,Volume,Split
2022-12-28,40,41,39,40.00,1000,
2023-12-28,46,48,46,47.10,1000,
2023-12-29,46,48,46,47.00,1000,
2024-02-08,46,48,46,47.20,1000,
2024-02-20,46,48,46,47.50,1000,
2024-03-28,46,48,46,50.00,1000,
2024-06-03,12,13,12,12.00,1000,4
2024-06-28,12,13,12,12.60,1000,
"""


def hold(
    owner: User, ticker: str = "QMF", *, cover: str = COVER, filed: date | None = date(2024, 2, 20)
) -> DocumentVersion:
    """The annual report for 2023, published, with figures in millions."""
    version = report(owner, COMPANY, 2023, LINES)
    metadata = {"ticker": {"value": ticker}} if ticker else {}
    Document.objects.filter(pk=version.document_id).update(filed=filed, metadata=metadata)
    if cover:
        add_words(version, 0, f"\n{cover}")
    return version


def add_words(version: DocumentVersion, number: int, text: str) -> None:
    """Words at the end of a page, which is made where it is not there, with a passage of their own."""
    page = Page.objects.get_or_create(version=version, number=number, defaults={"width": 612, "height": 792})[0]
    start, end = len(page.text), len(page.text) + len(text)
    page.text += text
    page.runs.append([start, end, 72.0, 72.0, 540.0, 86.0])
    page.save()
    Chunk.objects.create(
        version=version,
        ordinal=90 + Chunk.objects.filter(version=version).count(),
        kind=ChunkKind.TEXT,
        page=number,
        spans=[[number, start, end]],
        text=text,
        view=text,
        hash=sha256(text.encode()).hexdigest(),
        tokens=len(text.split()),
        first_token=0,
    )


def priced(folder: Path, prices: str = PRICES) -> override_settings:
    (folder / "QMF.csv").write_text(prices)
    return override_settings(PRICES_DIR=str(folder), PRICES_CURRENCY="USD", MARKET_KEY="")


def unpriced() -> override_settings:
    return override_settings(PRICES_DIR="", MARKET_KEY="")
