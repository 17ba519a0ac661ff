"""Experts grade what a model annotated: blind, a tenth twice, what differs thrice; the agreement is shown."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from apps.documents.models import Page, Visibility
from apps.learning import spot_checks
from apps.learning.builders import checked
from apps.learning.builders.filed import Filed, Said
from apps.learning.graders import grade_of
from apps.learning.groups import Grade
from apps.learning.models import Example, Origin
from tests.answers.statements import report
from tests.people import People, make_person

pytestmark = pytest.mark.django_db
COMPANY, TEXT = "Quillmark Foundry", "Sales of lanterns fell because of a strike at the foundry."


def annotated(people: People, key: int, grade: Grade = Grade.SUPPORTS) -> Example:
    """A sentence of a filing that everybody may read; of keys that `TWICE` divides two people grade."""
    version = report(people.owner, COMPANY, 2023, {"revenue": {2023: "$1,577"}})
    Page.objects.filter(version=version, number=0).update(text=TEXT, width=0)
    return Example.objects.create(
        pk=10_000 + key,
        question=f"Why did sales fall? {key}",
        filing=version.sha256,
        page=0,
        start=0,
        end=len(TEXT),
        grade=grade,
        origin=Origin.MODEL,
        split=COMPANY,
    )


def test_one_grade_is_enough_for_most(people: People) -> None:
    example = annotated(people, 41)
    assert list(spot_checks.queue(people.expert)) == [example]
    spot_checks.grade(example, people.expert, Grade.ANSWERS)
    assert not spot_checks.queue(people.expert) and not spot_checks.queue(people.administrator)
    with pytest.raises(spot_checks.CannotGradeError, match="already"):
        spot_checks.grade(example, people.expert, Grade.TOPIC)


def test_a_tenth_is_graded_twice_and_a_conflict_by_a_third(people: People) -> None:
    example = annotated(people, 4 * spot_checks.TWICE)
    third = make_person("third", role="expert")
    spot_checks.grade(example, people.expert, Grade.ANSWERS)
    assert not spot_checks.queue(people.expert), "nobody grades the same text twice"
    spot_checks.grade(example, people.administrator, Grade.TOPIC)
    assert list(spot_checks.queue(third)) == [example]
    spot_checks.grade(example, third, Grade.SUPPORTS)
    assert not spot_checks.queue(make_person("fourth", role="expert"))
    assert spot_checks.settled([grading.grade for grading in example.gradings.all()]) == Grade.SUPPORTS


def test_agreement_is_krippendorffs(people: People) -> None:
    assert spot_checks.among_people() == spot_checks.Agreement(None, 0)
    for key, (one, other) in enumerate([(3, 3), (0, 0), (2, 1)], start=1):
        example = annotated(people, key * spot_checks.TWICE, Grade(one))
        spot_checks.grade(example, people.expert, Grade(one))
        spot_checks.grade(example, people.administrator, Grade(other))
    found = spot_checks.among_people()
    assert found.pairs == 3 and found.alpha == pytest.approx(1 - (2 / 6) / (198 / 30))  # observed by expected, by hand
    assert (model := spot_checks.with_the_model()).pairs == 3 and model.alpha is not None and model.alpha < 1


def test_undo_takes_the_last_grade_back(people: People) -> None:
    first, second = annotated(people, 41), annotated(people, 42)
    for example in (first, second):
        spot_checks.grade(example, people.expert, Grade.TOPIC)
    assert spot_checks.undo(people.expert) == second
    assert list(spot_checks.queue(people.expert)) == [second]
    spot_checks.undo(people.expert)
    with pytest.raises(spot_checks.CannotGradeError, match="no grade of yours"):
        spot_checks.undo(people.expert)


def test_only_experts_grade_and_only_what_they_may_see(people: People) -> None:
    example = annotated(people, 41)
    with pytest.raises(PermissionDenied):
        spot_checks.grade(example, people.owner, Grade.TOPIC)
    hidden = report(people.owner, "Hidden plc", 2022, {"revenue": {2022: "$1"}}, visibility=Visibility.PRIVATE)
    Example.objects.filter(pk=example.pk).update(filing=hidden.sha256)
    assert not spot_checks.queue(people.expert)


def test_the_page_hides_the_models_grade_until_a_person_gave_one(people: People, client: Client) -> None:
    example = annotated(people, 41, Grade.ANSWERS)
    client.force_login(people.expert)
    page = client.get(reverse("learning:spot_check")).content.decode()
    assert TEXT in page and example.question in page and "The model said" not in page
    done = client.post(reverse("learning:grade", args=[example.uid]), {"grade": "1"}, follow=True).content.decode()
    assert "The model said answers" in done and "Nothing waits" in done
    for wrong in ("7", "", "x"):
        client.post(reverse("learning:grade", args=[example.uid]), {"grade": wrong})
    assert example.gradings.get().grade == Grade.TOPIC


def test_strangers_and_reviewers_grade_nothing(people: People, client: Client) -> None:
    example = annotated(people, 41)
    for person in (people.owner, people.reviewer):
        client.force_login(person)
        assert client.get(reverse("learning:overview")).status_code == 403
        assert client.post(reverse("learning:grade", args=[example.uid]), {"grade": "1"}).status_code == 403
    assert not example.gradings.exists()


def test_people_outweigh_the_model_in_what_is_learned(people: People) -> None:
    example = annotated(people, 41, Grade.ANSWERS)
    said = Said(0, TEXT, "Results", (0, 0, len(TEXT)))
    filed = {example.filing: Filed(COMPANY, "", 2023, "FY", sha256=example.filing, said=[said])}
    assert not list(checked.groups(filed))
    (group,) = checked.groups(filed, unchecked=True)
    assert (group.grades, group.origin, group.company) == ((Grade.ANSWERS,), "annotated", COMPANY)
    spot_checks.grade(example, people.expert, Grade.TOPIC)
    (group,) = checked.groups(filed)
    assert group.grades == (Grade.TOPIC,) and TEXT in group.texts[0] and group.company == COMPANY
    assert not list(checked.groups(filed, unchecked=True)), "what people graded comes once"


def test_a_probability_becomes_a_grade() -> None:
    assert [grade_of(one) for one in (0.7, 0.6, 0.45, 0.2, 0.1)] == [3, 3, 2, 1, 0]
