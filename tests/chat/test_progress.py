"""What the stages of an answer tell of themselves."""

import pytest
from django.utils import timezone

from apps.answers.models import Answer, Stage, StageName
from apps.chat.progress import progress_of, steps_of
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("computed", "told"),
    [(["Net margin 2023: 12.4%"], "not needed: computed from the statements"), ([], "nothing fits")],
)
def test_no_passage_is_missing_beside_a_computed_figure(people: People, computed: list[str], told: str) -> None:
    answer, now = Answer.objects.create(asker=people.owner, question="What was the margin?", attempts=1), timezone.now()
    details = {
        StageName.GATHER: {"found": 40, "documents": ["one"]},
        StageName.CALCULATE: {"computed": computed, "figures": 2, "missing": []},
        StageName.CURATE: {"rows": [], "sentences": []},
    }
    rows = [
        Stage.objects.create(answer=answer, name=name, detail=details[name], started=now, ended=now) for name in details
    ]

    gathered, _, curated = steps_of([answer], people.owner)[answer.pk]
    assert (gathered.told, curated.told) == ("40 passages of 1 document", told)
    assert [step.told for step in progress_of(answer.uid, since=rows[-1].pk, mine=True).steps] == [told]
    assert not any(step.told for step in progress_of(answer.uid, mine=False).steps)
