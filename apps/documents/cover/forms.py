"""Which report a document is."""

import re
from collections.abc import Iterator

from apps.documents.cover.front import FIRST_LINES, Front, Known
from apps.documents.models import Form

COMMISSION = re.compile(r"securities\s+and\s+exchange\s+commission", re.IGNORECASE)
COVER_FORM = re.compile(r"\bform\s*(10\s*-?\s*K|10\s*-?\s*Q|8\s*-?\s*K|20\s*-?\s*F)T?(?:\s*/\s*A)?\b", re.IGNORECASE)
COVER_CHARACTERS = 4000
FORMS = {"10K": Form.TEN_K, "10Q": Form.TEN_Q, "8K": Form.EIGHT_K, "20F": Form.TWENTY_F}
NAMED = (
    (re.compile(r"10-?Q", re.IGNORECASE), Form.TEN_Q),
    (re.compile(r"annual-?report", re.IGNORECASE), Form.ANNUAL_REPORT),
    (re.compile(r"10-?K", re.IGNORECASE), Form.TEN_K),
    (re.compile(r"8-?K", re.IGNORECASE), Form.EIGHT_K),
    (re.compile(r"20-?F", re.IGNORECASE), Form.TWENTY_F),
    (re.compile(r"transcript", re.IGNORECASE), Form.TRANSCRIPT),
    (re.compile(r"presentation|slides", re.IGNORECASE), Form.PRESENTATION),
    (re.compile(r"earnings|results|press-?release", re.IGNORECASE), Form.EARNINGS),
)
TRANSCRIPT = re.compile(
    r"\b(?:earnings|conference) call\b.{0,400}\btranscript\b|\btranscript\b.{0,400}\bcall\b", re.IGNORECASE
)
RELEASE = re.compile(
    r"\b(?:reports?|announces?|reported|announced|delivers?|posts?)\b.{0,160}\b(?:results|earnings)\b"
    r"|\b(?:quarter|year|fiscal \d{4})\b.{0,60}\b(?:results|earnings)\b|\bearnings release\b",
    re.IGNORECASE,
)
SPOKEN_OF = re.compile(r"\b(?:on|in|our|its|the|latest|recent|with|and|or|of|see|per|each|a)\s+$")  # before "Form 10-Q"
PERIODIC = frozenset({Form.TEN_K, Form.TEN_Q, Form.EIGHT_K, Form.TWENTY_F})
ANNUAL = re.compile(r"\bannual\s+report\b", re.IGNORECASE)
PRESENTATION = re.compile(r"\b(?:investor|earnings|results) presentation\b", re.IGNORECASE)


def form(front: Front) -> Known[Form]:
    """The form on a cover of the Commission's; else what the file name says; else the kind that the first words tell.

    A headline of results is no cover of a periodic report, whatever the file is called.
    """
    named = _named(front)
    if (filed := _on_cover(front)) and not (named and named.value is Form.ANNUAL_REPORT):
        return Known(filed, 0.98, "cover")
    if named and named.value in PERIODIC and front.headline:
        return Known(Form.EARNINGS, 0.9, "text")
    return named or _told(front)


def called(front: Front, form: Form) -> bool:
    """Whether the file's name says that it is this form."""
    named = _named(front)
    return named is not None and named.value is form


def _on_cover(front: Front) -> Form | None:
    head = front.cover[:COVER_CHARACTERS]
    alone = next((match for line in front.lines[:FIRST_LINES] if (match := COVER_FORM.fullmatch(line))), None)
    found = alone or (next(_not_spoken_of(head), None) if COMMISSION.search(head) else None)
    if not found:
        return None
    return FORMS[re.sub(r"[\s-]", "", found[1]).upper()]


def _not_spoken_of(head: str) -> Iterator[re.Match[str]]:
    """Forms that `head` names as its own: not "our Quarterly Report on Form 10-Q"."""
    return (match for match in COVER_FORM.finditer(head) if not SPOKEN_OF.search(head[: match.start()]))


def _named(front: Front) -> Known[Form] | None:
    for pattern, kind in NAMED:
        if any(pattern.fullmatch(word) for word in front.words_of_name):
            return Known(kind, 0.8, "file name")
    return None


def _told(front: Front) -> Known[Form]:
    """A release's headline comes first: releases speak of the call, its transcript and its presentation below it."""
    head = front.cover[:COVER_CHARACTERS]
    if front.headline:
        return Known(Form.EARNINGS, 0.7, "text")
    for pattern, kind in (
        (TRANSCRIPT, Form.TRANSCRIPT),
        (PRESENTATION, Form.PRESENTATION),
        (RELEASE, Form.EARNINGS),
        (ANNUAL, Form.ANNUAL_REPORT),
    ):
        if pattern.search(head):
            return Known(kind, 0.6, "text")
    return Known(Form.OTHER, 0.3, "convention")
