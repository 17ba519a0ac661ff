"""The closed sets that a card may name: what a passage is about, and in which kind of section it stands (R1)."""

import re
from collections.abc import Sequence
from enum import StrEnum


class Topic(StrEnum):
    """What a passage is about. `enrichment/topics.toml` holds the words of each."""

    BUSINESS = "business"
    REVENUE = "revenue"
    PROFITABILITY = "profitability"
    LIQUIDITY = "liquidity"
    DEBT = "debt"
    EQUITY = "equity"
    TAXES = "taxes"
    SEGMENTS = "segments"
    ACQUISITIONS = "acquisitions"
    INTANGIBLES = "intangibles"
    PROPERTY = "property"
    INVENTORY = "inventory"
    LEASES = "leases"
    INVESTMENTS = "investments"
    HEDGING = "hedging"
    PENSIONS = "pensions"
    SHARE_COMPENSATION = "share-compensation"
    LITIGATION = "litigation"
    RISK = "risk"
    REGULATION = "regulation"
    ENVIRONMENT = "environment"
    PEOPLE = "people"
    TECHNOLOGY = "technology"
    CYBERSECURITY = "cybersecurity"
    OUTLOOK = "outlook"
    ACCOUNTING_POLICIES = "accounting-policies"
    CONTROLS = "controls"
    GOVERNANCE = "governance"
    EXHIBITS = "exhibits"
    OTHER = "other"


class SectionLabel(StrEnum):
    """The kind of section, whatever the filer calls it."""

    COVER = "cover"
    BUSINESS = "business"
    RISK_FACTORS = "risk-factors"
    PROPERTIES = "properties"
    LEGAL_PROCEEDINGS = "legal-proceedings"
    MARKET_FOR_EQUITY = "market-for-equity"
    SELECTED_DATA = "selected-data"
    DISCUSSION = "discussion"
    MARKET_RISK = "market-risk"
    FINANCIAL_STATEMENTS = "financial-statements"
    NOTES = "notes"
    CONTROLS = "controls"
    GOVERNANCE = "governance"
    COMPENSATION = "compensation"
    EXHIBITS = "exhibits"
    SIGNATURES = "signatures"
    OTHER = "other"


RULES: tuple[tuple[SectionLabel, re.Pattern[str]], ...] = tuple(
    (label, re.compile(words, re.IGNORECASE))
    for label, words in (
        (SectionLabel.SIGNATURES, r"\bsignatures?\b"),
        (
            SectionLabel.NOTES,
            r"\bnotes? to (?:the )?(?:unaudited )?(?:condensed )?(?:consolidated )?financial|^notes?\s+\d",
        ),
        (SectionLabel.RISK_FACTORS, r"\brisk factors\b"),
        (SectionLabel.MARKET_RISK, r"disclosures? about market risk"),
        (
            SectionLabel.DISCUSSION,
            r"management.{0,3}s discussion|\bMD&A\b|operating and financial review|results of operations",
        ),
        (SectionLabel.SELECTED_DATA, r"selected (?:consolidated )?financial data"),
        (SectionLabel.MARKET_FOR_EQUITY, r"market for (?:the )?(?:registrant|company|our)"),
        (SectionLabel.LEGAL_PROCEEDINGS, r"legal proceedings"),
        (SectionLabel.CONTROLS, r"controls and procedures"),
        (SectionLabel.COMPENSATION, r"executive compensation|compensation discussion"),
        (
            SectionLabel.GOVERNANCE,
            r"directors,? executive officers|corporate governance|security ownership|certain relationships",
        ),
        (SectionLabel.EXHIBITS, r"\bexhibits?\b"),
        (
            SectionLabel.FINANCIAL_STATEMENTS,
            r"financial statements|balance sheets?"
            r"|statements? of (?:income|operations|earnings|cash|comprehensive|financial position)",
        ),
        (SectionLabel.PROPERTIES, r"^items?\s+2\b.*propert|^properties$"),
        (SectionLabel.BUSINESS, r"^items?\s+1\b|^business\b|business overview"),
    )
)


def section_label(path: Sequence[str]) -> SectionLabel:
    """The kind of the innermost heading of `path` that names one; the cover has no path."""
    if not path:
        return SectionLabel.COVER
    named = (label for title in reversed(path) for label, words in RULES if words.search(title))
    return next(named, SectionLabel.OTHER)
