"""What askers said of answers, as groups: the sentences that an answer quoted, with the grade that its asker gave them.

A quotation of an answer that helped answers; those of one that was wrong, or passages that were only offered and were
wrong, do not. Where it is not told which of several places helped, or whether what a model wrote was wrong or what it
cites, nothing is learned.
"""

from collections.abc import Iterator, Mapping, Sequence

from apps.answers.models import Answer, Citation, Status
from apps.learning.builders.filed import Filed, Said, alike
from apps.learning.groups import Grade, Group
from apps.learning.usage import Opinion, opinions

ORIGIN = "feedback"
NEGATIVES = 5  # beside a sentence that answers
COMPARED = 200  # characters, without blanks, by which a sentence is known again in an answer's trace
QUOTED = frozenset({Status.EXTRACTED, Status.CLOSEST})


def groups(filed: Mapping[str, Filed]) -> Iterator[Group]:
    """filed: by SHA-256, filings that everybody may read. One group for each filing that an answer quotes."""
    for one in opinions():
        cited = list(one.answer.citations.select_related("version"))
        if _tells(one, cited):
            by_filing: dict[str, list[Citation]] = {}
            for citation in cited:
                by_filing.setdefault(citation.version.sha256, []).append(citation)
            yield from (made for sha, own in by_filing.items() if (made := _group(one, filed.get(sha), own)))


def _tells(one: Opinion, cited: Sequence[Citation]) -> bool:
    """Whether it is told of each quotation. A follow-up that leans on the question before it asks nothing by itself."""
    answer = one.answer
    if answer.result.get("carried") or answer.result.get("unclear"):
        return False
    if one.grade == Grade.ANSWERS:
        return answer.status == Status.EXTRACTED or (answer.status == Status.WRITTEN and len(cited) == 1)
    return answer.status in QUOTED


def _group(one: Opinion, filing: Filed | None, cited: Sequence[Citation]) -> Group | None:
    """None where the filing is not held, or was read otherwise since."""
    if filing is None:
        return None
    judged = _judged(one.answer)
    found = (_said(filing, citation, judged) for citation in cited)
    quoted = list({said.at: said for said in found if said}.values())
    near = filing.nearest(one.answer.question, 4 * NEGATIVES) if one.grade == Grade.ANSWERS else []
    wrong = [each for each in near if not any(alike(each.stems, said.stems) for said in quoted)][:NEGATIVES]
    grades = (*[one.grade] * len(quoted), *[Grade.OFF_TOPIC] * len(wrong))
    texts = tuple(filing.worded(said) for said in (*quoted, *wrong))
    return Group(one.answer.question, texts, grades, ORIGIN, filing.name) if quoted else None


def _judged(answer: Answer) -> dict[str, float]:
    """How likely each sentence answers, as the judge said then, by the beginning of its words."""
    return {_key(one["text"]): one["answers"] or 0.0 for one in answer.trace.get("judged") or []}


def _said(filing: Filed, citation: Citation, judged: Mapping[str, float]) -> Said | None:
    """The sentence that is quoted: of several, which stand around it, the one that the judge held likeliest."""
    page, start, end = citation.page, citation.start, citation.end
    within = [said for said in filing.said if said.place[0] == page and start < said.place[2] and said.place[1] < end]
    known = [said for said in within if _key(said.text) in judged]
    if known:
        return max(known, key=lambda said: judged[_key(said.text)])
    return within[0] if len(within) == 1 else None


def _key(text: str) -> str:
    return "".join(text.split())[:COMPARED]
