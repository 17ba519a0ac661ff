"""Who audited a filer: an auditor's report says so by its signature alone, which no sentence repeats (M5)."""

import re
from collections.abc import Iterator, Sequence

from apps.answers.gather import Passage
from apps.answers.prose.settings import ProseSettings
from apps.answers.sentences import Sentence, SentenceHit, split_lines

ASKED = re.compile(
    r"\b(?:who(?:['’]s)?|which|what)\b[^?]*?\baudit(?:or|ors|ed|s)\b|\bauditors?\b[^?]*\bname|\bname\b[^?]*\bauditors?\b",
    re.IGNORECASE,
)
OTHER = re.compile(r"\b(?:fees?|paid|opinion|matters?|committee|findings?|conclu\w+|internal)\b", re.IGNORECASE)
REPORT = re.compile(
    r"\b(?:independent registered public accounting firm|independent auditors?|report of independent"
    r"|critical audit matter|basis for opinion|internal control over financial reporting|we have served as)",
    re.IGNORECASE,
)
SIGNATURE = re.compile(r"^(?:/s/\s*)?[A-Z][\w&.,+’' -]{1,60}\bL\.?L\.?P\.?,?$")
TENURE = re.compile(r"^We have served as the (?:Company|[A-Z]\S*)(?: \S+)?['’]s auditor\b.*$")


def auditor_of(core: str, passages: Sequence[Passage], settings: ProseSettings) -> tuple[SentenceHit, ...]:
    """The signature under the first auditor's report found, and since when it audits; () where none is asked or found.

    `passages`: of the filings of the year asked for, best first.
    """
    if not ASKED.search(core) or OTHER.search(core):
        return ()
    signed = [one for passage in passages[: settings.signed_read] for one in _signatures(passage)]
    if not signed:
        return ()
    tenure = next((one for one in _tenures(passages[: settings.signed_read])), None)
    told = (signed[0], *([tenure] if tenure else []))
    return tuple(SentenceHit(one, 1.0, 1.0, 1.0, frozenset()) for one in told)


def _signatures(passage: Passage) -> Iterator[Sentence]:
    found = passage.found
    if REPORT.search(f"{' '.join(found.section_path)} {found.text}"):
        lines = split_lines(found.chunk_id, found.text, passage.spans)
        yield from (line for line in lines if SIGNATURE.search(line.text))


def _tenures(passages: Sequence[Passage]) -> Iterator[Sentence]:
    for passage in passages:
        lines = split_lines(passage.found.chunk_id, passage.found.text, passage.spans)
        yield from (line for line in lines if TENURE.search(line.text))
