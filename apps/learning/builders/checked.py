"""What people graded on the page of spot-checks, as groups: their grade where they gave one, else the model's."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from apps.learning.builders.filed import Filed, Said
from apps.learning.groups import Group
from apps.learning.models import Example, Origin
from apps.learning.spot_checks import settled

ORIGIN = "spot-checked"


def groups(filed: Mapping[str, Filed]) -> Iterator[Group]:
    """filed: by SHA-256. What nobody graded a text of is left out, and texts of filings that are not held."""
    annotated = Example.objects.filter(origin=Origin.MODEL).prefetch_related("gradings").order_by("id")
    by_question: dict[str, list[Example]] = defaultdict(list)
    for one in annotated:
        by_question[one.question].append(one)
    for question, examples in by_question.items():
        if any(one.gradings.all() for one in examples) and (texts := list(_texts(examples, filed))):
            wordings, grades = zip(*texts, strict=True)
            yield Group(question, wordings, grades, ORIGIN, examples[0].split)


def _texts(examples: Sequence[Example], filed: Mapping[str, Filed]) -> Iterator[tuple[str, int]]:
    for one in examples:
        filing = filed.get(one.filing)
        said = next((said for said in _said(filing) if said.place == (one.page, one.start, one.end)), None)
        if filing and said:
            given = [grading.grade for grading in one.gradings.all()]
            yield filing.worded(said), settled(given) if given else one.grade


def _said(filing: Filed | None) -> Sequence[Said]:
    return filing.said if filing else ()
