"""The kinds of report that a question names."""

import re

from apps.documents.models import Form

ANNUAL = frozenset({Form.TEN_K, Form.TWENTY_F, Form.ANNUAL_REPORT})
PERIODIC = ANNUAL | {Form.TEN_Q}
NAMES: tuple[tuple[re.Pattern[str], frozenset[Form]], ...] = (
    (re.compile(r"\b10-?\s?-?K(?:/A)?\b", re.I), frozenset({Form.TEN_K})),
    (re.compile(r"\b10-?\s?-?Q(?:/A)?\b|\bquarterly (?:report|filing)\b", re.I), frozenset({Form.TEN_Q})),
    (re.compile(r"\b8-?\s?-?K(?:/A)?\b|\bcurrent report\b", re.I), frozenset({Form.EIGHT_K})),
    (re.compile(r"\b20-?\s?-?F\b", re.I), frozenset({Form.TWENTY_F})),
    (re.compile(r"\bannual (?:report|filing)\b", re.I), ANNUAL),
    (
        re.compile(r"\b(?:earnings|press|results) release\b|\bearnings (?:report|announcement)\b", re.I),
        frozenset({Form.EARNINGS}),
    ),
    (re.compile(r"\btranscript\b|\b(?:earnings|conference) call\b", re.I), frozenset({Form.TRANSCRIPT, Form.EARNINGS})),
    (re.compile(r"\b(?:investor|earnings) presentation\b|\bslides?\b", re.I), frozenset({Form.PRESENTATION})),
)


def forms_named(question: str) -> frozenset[Form]:
    """Every kind of report that `question` names; empty when it names none."""
    return frozenset().union(*(forms for pattern, forms in NAMES if pattern.search(question)))
