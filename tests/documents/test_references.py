"""Whom a passage means by "we"."""

import pytest

from apps.documents.cards.card import CardInput
from apps.documents.models import ChunkKind
from apps.documents.references import meant


def passage(text: str, company: str = "Oakfield Mills, Inc.") -> CardInput:
    return CardInput(text=text, kind=ChunkKind.TEXT, path=("Item 1",), company=company, fiscal_year=2023)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The Company mills oats. We sell them in bags of our own.", "the company, we, our: Oakfield Mills, Inc."),
        ("Oats are milled.", ""),
        ("Oakfield Mills, Inc. and its subsidiaries (“we”) mill oats.", ""),
        ("A weighed sample of four sacks.", ""),
    ],
)
def test_one_line_says_whom_a_passage_means(text: str, line: str) -> None:
    assert meant(passage(text)) == line


def test_an_unknown_filer_means_nobody() -> None:
    assert meant(passage("We mill oats.", company="")) == ""
