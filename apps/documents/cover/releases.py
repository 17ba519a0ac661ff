"""The release of results that a current report furnishes as an exhibit, where both stand in one file."""

import re

from apps.documents.cover import forms
from apps.documents.cover.front import COVER_PAGES, FRONT_PAGES, SIGNATURE_PAGES, Front
from apps.documents.models import Form

RESULTS = re.compile(r"\bitem\s*2\.02\b|\bresults\s+of\s+operations\s+and\s+financial\s+condition\b", re.IGNORECASE)
SEARCHED = 10  # pages in which the exhibit begins


def furnished(report: Front) -> Front | None:
    """The exhibit from its headline on, if `report` is on results; None where the file itself is called an 8-K."""
    if forms.called(report, Form.EIGHT_K) or not any(RESULTS.search(page) for page in report.pages[:COVER_PAGES]):
        return None
    pages = report.every or report.pages
    exhibits = (pages[at:] for at in range(1, min(SEARCHED, len(pages))))
    return next((front for rest in exhibits if (front := _release(rest, report.name))), None)


def _release(pages: tuple[str, ...], name: str) -> Front | None:
    """The release whose headline stands on the first of these pages."""
    first = Front(pages[:1], (), name)
    return Front(pages[:FRONT_PAGES], pages[-SIGNATURE_PAGES:], name, pages) if first.headline else None
