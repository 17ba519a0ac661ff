"""What papers of no known type are called."""

import pytest

from apps.documents.describing import own_title, title
from apps.documents.models import Company, Document, Form, Kind
from apps.documents.sections import ParsedSection, Placed
from apps.reading.parsed import Block, BlockKind, ParsedPage


def section(*texts: str) -> ParsedSection:
    page = ParsedPage(0, "\n\n".join(texts), ())
    starts = [page.text.index(text) for text in texts]
    blocks = tuple(
        Placed(page, Block(BlockKind.PARAGRAPH, start, start + len(text)))
        for start, text in zip(starts, texts, strict=True)
    )
    return ParsedSection(0, "", (), 0, blocks)


@pytest.mark.parametrize(
    ("texts", "called"),
    [
        (("Call note: Quillmark Foundry, Inc", "Author: R. Quist."), "Call note: Quillmark Foundry, Inc"),
        (("Model", "Quillmark plc - operating model", "in millions"), "Quillmark plc - operating model"),
        (
            ("Quillmark: channel check (R. Quist)\nWe spoke with four retailers.",),
            "Quillmark: channel check (R. Quist)",
        ),
        (("Net sales rose.", "They rose again."), ""),
        (("Notes", "2024"), ""),
        (("A line " + "far too long for a title " * 9,), ""),
    ],
)
def test_a_paper_says_what_it_is(texts: tuple[str, ...], called: str) -> None:
    assert own_title([section(*texts)]) == called


def test_nothing_read_nothing_said() -> None:
    assert own_title([]) == ""


def test_a_paper_of_no_known_type_is_never_called_other() -> None:
    company = Company(name="Quillmark Foundry")
    paper = Document(name="quillmark_model", report_type=Form.OTHER, company=company)

    assert title(paper, "", "Quillmark plc - operating model") == "Quillmark plc - operating model"
    assert title(paper, "") == "quillmark_model"
    paper.kind = Kind.NOTE
    assert title(paper, "", "Call note") == "Note: quillmark_model"
    filing = Document(name="q", report_type=Form.TEN_K, company=company)
    assert title(filing, "FY2023", "Annual Report") == "10-K - FY2023 (Quillmark Foundry)"
