"""Tables and parts of tables that are about a part of what their labels name: which words say so (H4).

"Plans with accumulated benefit obligations in excess of plan assets" have a benefit obligation of their own, which is
not the filer's. Such a figure answers only a question that names the part.
"""

import re
from collections.abc import Iterable

from apps.answers.table_questions.resolving import Finding
from apps.answers.table_questions.table import AskedTable
from apps.documents.models import Page, Table

# Each says that what follows or stands beside it is a part of the whole; a question names the part by the same words.
PARTS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:plans?|with|whose|where|which|in which|that)\b[^.;]{0,120}?\b(?:in excess of|exceed(?:s|ed|ing)?)\b",
        r"\b(?:un|under|over)[- ]?funded\b",
        r"\bof which\b",
        r"\b(?:excluding|exclusive of|other than)\b(?! (?:per[- ]|percent|share))",
        r"\b(?:non-?)?guarantors?\b|\bobligor group\b",
        r"\bparent(?: company)?[- ]only\b|\bparent company\b|\bfinancial information of (?:the )?registrant\b",
        r"\b(?:assets|business(?:es)?|compan(?:y|ies)) acquired\b|\bliabilities assumed\b|\bpurchase price\b"
        r"|\bconsideration (?:paid|transferred)\b|\bacquisition[- ]date\b",
        r"\brelated[- ]part(?:y|ies)\b",
        r"\bheld[- ]for[- ]sale\b|\bdiscontinued\b|\bdisposal groups?\b",
        r"\bpro[- ]forma\b",
        r"\bif recogni[sz]ed\b",
        r"\bvariable interest entit(?:y|ies)\b|\bVIEs?\b|\bunconsolidated\b|\binvestees?\b|\bequity[- ]method\b"
        r"|\bjoint ventures?\b",
        r"\bpast[- ]due\b|\bnon-?accrual\b|\bimpaired\b",
        r"\b(?:non-?qualified|supplemental executive)\b",
    )
)
LEVEL = re.compile(r"\blevel ([123])\b", re.IGNORECASE)
PARAGRAPH = re.compile(r"\n\s*\n")
FIGURES = re.compile(r"\t|^\W*$")
LONGEST = 900  # characters above a table that has no caption


def is_of_a_part(said: Iterable[str], question: str) -> bool:
    """Whether what is said around a figure keeps it to a part that `question` does not name."""
    texts = [text for text in said if text]
    unnamed = [part for part in PARTS if not part.search(question)]
    if any(part.search(text) for part in unnamed for text in texts):
        return True
    asked = set(LEVEL.findall(question))
    levels = [set(LEVEL.findall(text)) for text in texts]
    return any(len(found) == 1 and not found <= asked for found in levels)


def keeps_to_a_part(finding: Finding, read: AskedTable, table: Table, question: str) -> bool:
    """Whether the cells found in a table are of a part that `question` does not name. At most one query."""
    cells = [cell for group in finding.groups for cell in group]
    over = [read.header_of(cell) for cell in cells]
    above = [heading for cell in cells for heading in read.line_of(cell).above]
    return is_of_a_part([*over, *above, read.lead, _lead_on_page(table)], question)


def _lead_on_page(table: Table) -> str:
    """The paragraph right above a table without a caption; "" where a caption leads to it. One query."""
    first = table.headed
    starts = [cell["start"] for row in first.grid for cell in row if cell]
    if re.search(r"[a-z]{3}", first.caption) or not starts:
        return ""
    text = Page.objects.values_list("text", flat=True).get(version=first.version_id, number=first.page)
    return paragraph_above(text, min(starts))


def paragraph_above(text: str, start: int) -> str:
    """The last paragraph of words before `start`; "" where another table stands between."""
    above = PARAGRAPH.split(text[max(0, start - LONGEST) : start].rstrip())[-1]
    return "" if any(map(FIGURES.search, above.split("\n"))) else " ".join(above.split())
