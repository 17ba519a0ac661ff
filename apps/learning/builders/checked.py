"""What a model annotated, as groups: with people's grade from the page of spot-checks, where they gave one."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from apps.learning.builders.filed import Filed, Said
from apps.learning.groups import Group
from apps.learning.models import Example, Origin
from apps.learning.spot_checks import settled

ORIGIN, UNCHECKED = "spot-checked", "annotated"


def groups(filed: Mapping[str, Filed], *, unchecked: bool = False) -> Iterator[Group]:
    """filed: by SHA-256. Texts of filings that are not held are left out.

    unchecked: the questions that nobody graded a text of, by the model's grades alone, instead of the others.
    """
    annotated = Example.objects.filter(origin=Origin.MODEL).prefetch_related("gradings").order_by("id")
    by_question: dict[str, list[Example]] = defaultdict(list)
    for one in annotated:
        by_question[one.question].append(one)
    for question, examples in by_question.items():
        graded = any(one.gradings.all() for one in examples)
        if graded != unchecked and (texts := list(_texts(examples, filed))):
            wordings, grades = zip(*texts, strict=True)
            yield Group(question, wordings, grades, UNCHECKED if unchecked else ORIGIN, examples[0].split)


def _texts(examples: Sequence[Example], filed: Mapping[str, Filed]) -> Iterator[tuple[str, int]]:
    for one in examples:
        filing = filed.get(one.filing)
        said = next((said for said in _said(filing) if said.place == (one.page, one.start, one.end)), None)
        if filing and said:
            given = [grading.grade for grading in one.gradings.all()]
            yield filing.worded(said), settled(given) if given else one.grade


def _said(filing: Filed | None) -> Sequence[Said]:
    return filing.said if filing else ()
