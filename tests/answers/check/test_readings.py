"""Operands are read again before they are shown; and what trust must know of how the question was read."""

from dataclasses import replace

import pytest

from apps.answers.check.citations import Checked, validate
from apps.answers.check.measures import Measures
from apps.answers.check.trust import Case, Readings, Reason, Thresholds, judge
from apps.answers.compose.draft import Anchor, Claim, Draft
from apps.answers.compose.figures import computed
from apps.answers.compute.computing import compute
from apps.answers.compute.operands import Operand
from apps.answers.compute.outcome import Outcome
from apps.answers.compute.tree import Leaf, Operation, Tree
from apps.answers.models import Status, Trust
from apps.documents.models import DocumentVersion, Page
from apps.questions.expressions import Ratio
from apps.questions.slots import Filer
from apps.retrieval.found import Scope
from tests.answers.asked import asks
from tests.answers.store import PROSE, hold
from tests.people import People

SURELY = Readings()
PERFECT = Measures(1, 1, 1, 1, 1, 1, 4, 2)


def outcome_of(people: People, version: DocumentVersion) -> Outcome:
    company = version.document.company
    assert company
    query = asks(filers=(Filer(company.uid, company.name),), measures=(Ratio("operating_margin"),))
    return compute(query, Scope(), people.owner)


def with_tree(outcome: Outcome, tree: Tree) -> Outcome:
    return replace(outcome, figures=(replace(outcome.figures[0], tree=tree),))


def checked(people: People, outcome: Outcome, readings: Readings = SURELY) -> Checked:
    draft = computed(outcome)
    assert draft is not None
    return validate(draft, people.owner, readings=readings)


@pytest.mark.django_db
def test_an_operand_whose_value_is_not_its_cells_is_not_shown(people: People) -> None:
    outcome = outcome_of(people, hold(people.owner))

    def changed(tree: Tree) -> Tree:
        match tree:
            case Leaf(operand=operand):
                return Leaf(_doubled(operand))
            case Operation(operator=operator, left=left, right=right):
                return Operation(operator, changed(left), changed(right))
        return tree

    wrong = with_tree(outcome, changed(outcome.figures[0].tree))  # twice as much over twice as much is the same
    told = checked(people, wrong)
    assert told.draft.status is Status.NOT_FOUND and "another figure" in told.rejected[0]


def _doubled(operand: Operand) -> Operand:
    return replace(operand, value=operand.value * 2)


@pytest.mark.django_db
def test_high_trust_needs_every_word_read_and_no_other_reading(people: People) -> None:
    outcome = outcome_of(people, hold(people.owner))

    def trust(readings: Readings) -> str | None:
        return checked(people, outcome, readings).validation["trust"]

    assert trust(Readings()) == Trust.HIGH
    assert trust(Readings(unread=("gizmo",))) == Trust.MEDIUM
    assert trust(Readings(others=("gross margin, Quillmark Foundry, fiscal 2023",))) == Trust.MEDIUM


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        (
            Readings(unread=("gizmo", "widget")),
            {("not all words read", "These words of the question were not understood: gizmo, widget.")},
        ),
        (
            Readings(others=("one thing", "another thing")),
            {
                ("another reading", "It may also be read as: one thing"),
                ("another reading", "It may also be read as: another thing"),
            },
        ),
        (Readings(), set()),
    ],
)
def test_how_it_may_be_read_otherwise_is_told(readings: Readings, told: set[tuple[str, str]]) -> None:
    trust, reasons = judge(Case(PERFECT, (), Thresholds(), readings=readings))
    assert {(one.rule, one.text) for one in reasons} == told
    assert trust is (Trust.MEDIUM if told else Trust.HIGH)


def test_a_reading_in_doubt_hides_no_graver_reason() -> None:
    case = Case(PERFECT, (), Thresholds(), readings=Readings(("gizmo",)), unsure=True)
    trust, reasons = judge(case)
    assert trust is Trust.REVIEW and [one.trust for one in reasons] == [Trust.REVIEW, Trust.MEDIUM]
    assert all(isinstance(one, Reason) for one in reasons)


def quotation(version: DocumentVersion) -> Claim:
    page = Page.objects.get(version=version, number=0)
    start = page.text.index(PROSE[1])
    anchor = Anchor(version.pk, version.chunks.get(page=0).pk, 0, start, start + len(PROSE[1]))
    return Claim(PROSE[1], anchor, verbatim=PROSE[1])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("status", "judged", "trust"),
    [
        (Status.EXTRACTED, 0.99, Trust.HIGH),
        (Status.EXTRACTED, 0.98, Trust.MEDIUM),
        (Status.EXTRACTED, None, Trust.MEDIUM),
        (Status.CLOSEST, None, Trust.LOW),
    ],
)
def test_a_quotation_is_trusted_as_far_as_it_was_judged(
    people: People, status: Status, judged: float | None, trust: Trust
) -> None:
    draft = Draft(status, (quotation(hold(people.owner)),), judged=judged)
    assert validate(draft, people.owner).validation["trust"] == trust


@pytest.mark.django_db
def test_a_quotation_beside_figures_that_nobody_judged_is_at_most_of_medium_trust(people: People) -> None:
    version = hold(people.owner)
    figures = computed(outcome_of(people, version))
    assert figures is not None
    both = replace(figures, claims=(*figures.claims, quotation(version)))

    assert validate(figures, people.owner).validation["trust"] == Trust.HIGH
    assert validate(replace(both, judged=0.99), people.owner).validation["trust"] == Trust.HIGH
    assert validate(both, people.owner).validation["trust"] == Trust.MEDIUM
