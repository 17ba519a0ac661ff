"""Passages that say what every filer must: safe harbour, check marks, certifications, references elsewhere (R1)."""

import re

from apps.documents.cards.card import CardInput, Number
from apps.documents.cards.labels import SectionLabel
from apps.documents.cards.numbers import critical
from apps.documents.models import ChunkKind

PHRASES = re.compile(
    r"private\s+securities\s+litigation\s+reform\s+act|indicate\s+by\s+check\s+mark|has\s+duly\s+caused\s+this\s+report"
    r"|pursuant\s+to\s+the\s+requirements\s+of\s+(?:section|the\s+securities)|undue\s+reliance\s+on"
    r"|undertakes?\s+no\s+obligation\s+to\s+(?:publicly\s+)?(?:update|revise)"
    r"|(?:words|terms)\s+such\s+as\s+[“\"]?(?:anticipate|believe|expect|may|will)"
    r"|based\s+on\s+my\s+knowledge,\s+this\s+report|i\s+have\s+reviewed\s+this\s+(?:annual|quarterly)\s+report"
    r"|not\s+applicable\.?\s*$|power\s+of\s+attorney|is\s+incorporated\s+(?:herein\s+)?by\s+reference"
    r"|previously\s+filed\s+as\s+exhibit|filed\s+herewith|fairly\s+presents?,\s+in\s+all\s+material\s+respects,\s+the\s+information",
    re.IGNORECASE,
)
SECTIONS = frozenset({SectionLabel.EXHIBITS, SectionLabel.SIGNATURES})
FIGURES = 2  # a passage with so many that people ask for says something of its own


def required_of_all(passage: CardInput, section: SectionLabel, numbers: tuple[Number, ...]) -> bool:
    """Whether a passage says what every filer must. One with figures of its own never is; nor is a table elsewhere."""
    if sum(map(critical, numbers)) >= FIGURES:
        return False
    if section in SECTIONS:
        return True
    return passage.kind is ChunkKind.TEXT and PHRASES.search(passage.text) is not None
