"""The parts that filings of every company have, told from the titles above a passage."""

import re
from collections.abc import Sequence
from enum import StrEnum


class SectionKind(StrEnum):
    BUSINESS = "Business"
    RISKS = "Risk factors"
    DISCUSSION = "Management's discussion"
    STATEMENTS = "Financial statements"
    NOTES = "Notes"
    MARKET_RISK = "Market risk"
    GOVERNANCE = "Governance and pay"
    LEGAL = "Legal and controls"
    OTHER = "Other"


# From the innermost title outwards the first that is known decides: notes stand under the statements' item.
TITLES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (SectionKind.NOTES, r"\bnotes? to (?:the )?(?:\w+ ){0,2}(?:consolidated|financial)|^note \d+|^\d{1,2}\.\s"),
        (SectionKind.RISKS, r"\brisk factors\b"),
        (SectionKind.MARKET_RISK, r"\bmarket risk\b"),
        (SectionKind.DISCUSSION, r"\bmanagement.s discussion|\bresults of operations\b|\bliquidity and capital\b"),
        (
            SectionKind.STATEMENTS,
            r"\bfinancial statements\b|\bstatements? of (?:\w+ )?(?:income|operations|earnings|cash flows|financial)"
            r"|\bbalance sheets?\b|\bselected financial data\b",
        ),
        (SectionKind.LEGAL, r"\blegal proceedings\b|\bcontrols and procedures\b|\bunresolved staff\b"),
        (SectionKind.GOVERNANCE, r"\bdirectors\b|\bexecutive (?:officers|compensation)\b|\bcorporate governance\b"),
        (SectionKind.BUSINESS, r"\bbusiness\b|\bproperties\b|\bemployees\b|\bhuman capital\b"),
    )
)


def kind_of(path: Sequence[str]) -> SectionKind:
    """path: the titles above a passage, outermost first."""
    for title in reversed(path):
        if known := next((kind for kind, pattern in TITLES if pattern.search(title)), None):
            return known
    return SectionKind.OTHER
