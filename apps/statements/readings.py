"""Columns that give one period several times: as it was reported before, and as it stands now."""

import re
from collections.abc import Mapping

NOW = re.compile(r"\b(?:as )?(?:restated|recast(?:ed)?)\b|\bas (?:adjusted|revised|corrected)\b", re.IGNORECASE)
BEFORE = re.compile(r"\b(?:as )?(?:previously|originally) (?:reported|stated|filed|presented)\b", re.IGNORECASE)
REPORTED = re.compile(r"\bas (?:reported|filed|stated|presented)\b", re.IGNORECASE)
STEP = re.compile(
    r"\b(?:adjustments?|reclassifications?|effects? of (?:the )?(?:adoption|change)|impact)\b", re.IGNORECASE
)
OTHER = re.compile(r"\b(?:pro forma|non-gaap|(?<!as )adjusted)\b", re.IGNORECASE)
PREVIOUSLY, ADJUSTMENT = "As previously reported", "Adjustment"


def readings(headers: Mapping[int, str]) -> dict[int, str]:
    """What reading of the figures each column gives; empty for the one that stands: the restated, or the only one.

    "As reported" beside "As restated" is what was reported before; beside a pro forma column it is what stands.
    """
    restated = any(NOW.search(header) for header in headers.values())
    return {column: _reading(header, restated) for column, header in headers.items()}


def _reading(header: str, restated: bool) -> str:
    if BEFORE.search(header) or (restated and REPORTED.search(header)):
        return PREVIOUSLY
    if NOW.search(header):
        return ""
    if STEP.search(header):
        return ADJUSTMENT
    other = OTHER.search(header)
    return other[0].capitalize() if other else ""
