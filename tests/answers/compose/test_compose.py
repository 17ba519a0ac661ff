"""The choice of what answers, over the filings of an invented company: figures, words, or an honest refusal."""

from dataclasses import replace
from decimal import Decimal

import pytest

from apps.answers.compose.compose import NO_REASON, compose, contradicted, resolved, with_words
from apps.answers.compose.declining import EMPTY, NOTHING, not_found, put_off, strangers, unclear
from apps.answers.compose.draft import Draft
from apps.answers.compose.figures import computed, unit_of
from apps.answers.compose.quotations import Choice
from apps.answers.compute.computing import compute
from apps.answers.compute.outcome import Outcome, Verdict
from apps.answers.compute.sheet import units_text
from apps.answers.models import Status
from apps.answers.run.road import nothing_yet
from apps.answers.sources.anchors import Anchors
from apps.answers.sources.candidate import Place
from apps.answers.sources.evidence import Evidence
from apps.answers.sources.passages import Told
from apps.documents.models import Chunk, DocumentVersion, Table
from apps.questions.expressions import Binary, Item, Operator, Ratio
from apps.questions.query import Alternative, Comparator, Comparison, Intent, Query, Reading, TextKind
from apps.questions.slots import Filer, UnresolvedFiler
from apps.retrieval.found import Scope, SearchResult, SearchTrace
from tests.answers.asked import OAKFIELD, QUILLMARK, asks, says, years
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
QUOTE = Choice((Told(says("Volumes recovered."), 1, 1.0),), accepted=True, judged=True, least=0.9)
UNSURE = replace(QUOTE, accepted=False, judged=False, least=None)


def filer_of(version: DocumentVersion) -> Filer:
    company = version.document.company
    assert company
    return Filer(company.uid, company.name)


def outcome_of(people: People, intent: Intent = Intent.FIGURE, **more: object) -> Outcome:
    filer = filer_of(hold(people.owner))
    return compute(asks(intent, filers=(filer,), **more), Scope(), people.owner)


def reading(query: Query, why: str = "") -> Reading:
    return Reading("?", (Alternative(query),), unclear=why)


def searched(**more: object) -> Evidence:
    trace = SearchTrace("?", (), 3, 1200, **more)  # type: ignore[arg-type]
    return Evidence(SearchResult((), trace))


def test_a_printed_figure_is_extracted_with_its_value_and_its_cell(people: People) -> None:
    draft = computed(outcome_of(people))
    assert draft is not None

    assert (draft.status, draft.value, draft.unit) == (Status.EXTRACTED, Decimal(214_000_000), "USD")
    (claim,) = draft.claims
    assert claim.text == "Operating income, FY2023: 214 (USD millions)"
    (line,) = claim.lines
    assert (line.label, line.printed, line.units, line.full, line.unit) == (
        "Operating income", "214", "USD millions", Decimal(214_000_000), "USD",
    )  # fmt: skip
    assert line.filer == "Quillmark Foundry" and claim.operand is draft.operands[0]


def test_what_is_computed_of_several_cells_is_calculated_and_cites_each(people: People) -> None:
    draft = computed(outcome_of(people, measures=(Ratio("operating_margin"),)))
    assert draft is not None

    assert draft.status is Status.CALCULATED and draft.unit == "%"
    assert [line.printed for claim in draft.claims for line in claim.lines] == ["214", "$1,577"]
    assert [claim.operand for claim in draft.claims] == list(draft.operands)


def test_several_figures_have_no_single_value(people: People) -> None:
    draft = computed(outcome_of(people, measures=(Item("operating_income"), Item("net_income"))))
    assert draft is not None and (draft.value, draft.unit) == (None, None)
    assert len(draft.claims) == 2 and draft.status is Status.EXTRACTED


def test_a_verdict_has_no_value(people: People) -> None:
    condition = Comparison(Item("operating_income"), Comparator.ABOVE, Item("net_income"))
    draft = computed(outcome_of(people, Intent.VERDICT, measures=(), condition=condition))
    assert draft is not None and draft.value is None and draft.words.startswith("Yes: ")


def test_a_figure_whose_cell_lies_in_no_passage_is_not_shown(people: People) -> None:
    outcome = outcome_of(people)
    Chunk.objects.filter(table__isnull=False).delete()

    assert computed(outcome) is None
    assert compose(reading(outcome.query), nothing_yet(), outcome, Choice()).status is Status.NOT_FOUND


def test_no_figures_are_no_draft() -> None:
    assert computed(Outcome(asks(), missing=("It was not found.",))) is None


def test_units_are_told_as_printed_and_as_they_are(people: People) -> None:
    money, share = (
        outcome_of(people, measures=(Item(key),)).operands[0] for key in ("operating_income", "eps_diluted")
    )
    assert (units_text(money), unit_of(money)) == ("USD millions", "USD")
    assert unit_of(share) == "USD" and "millions" not in units_text(share)


def test_places_lead_to_the_passage_that_holds_them(people: People) -> None:
    version = hold(people.owner)
    table = Table.objects.get(version=version)
    cell = table.grid[3][1]
    place = Place(version.document.uid, version.pk, 1, ((cell["start"], cell["end"]),), table=table.pk, row=3, column=1)
    text = Place(version.document.uid, version.pk, 0, ((0, 11),))
    anchors = Anchors([says("x", place=place), says("x", place=text)])

    found = anchors.anchor(place)
    assert found and found.chunk_id == version.chunks.get(page=1).pk and anchors.printed(place) == "214"
    prose = anchors.anchor(text)
    assert prose and prose.chunk_id == version.chunks.get(page=0).pk and anchors.printed(text) == "Our foundri"


def test_a_passage_may_begin_on_the_page_before_its_own(people: People) -> None:
    version = hold(people.owner)
    chunk = version.chunks.get(page=0)
    first = Place(version.document.uid, version.pk, 0, ((0, 11),))
    chunk.page, chunk.spans = 1, [*chunk.spans, [1, 0, 5]]
    chunk.save()

    found = Anchors([says("x", place=first)]).anchor(first)
    assert found and (found.chunk_id, found.page) == (chunk.pk, 0)


@pytest.mark.parametrize("place", [None, Place(QUILLMARK.uid, 1, 0), Place(QUILLMARK.uid, 10**9, 0, ((0, 5),))])
def test_what_lies_nowhere_has_no_anchor(place: Place | None) -> None:
    anchors = Anchors([says("x", place=place)])
    assert anchors.anchor(place) is None and anchors.printed(place) == ""


def test_figures_answer_before_words(people: People) -> None:
    outcome = outcome_of(people)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, QUOTE)
    assert draft.value == Decimal(214_000_000) and len(draft.claims) == 1


def test_figures_lead_a_question_for_words_and_the_sentences_follow(people: People) -> None:
    outcome = outcome_of(people, Intent.TEXT, text_kind=TextKind.WHY)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, QUOTE)

    assert draft.value is None and draft.judged == 0.9 and NO_REASON not in draft.words
    assert [claim.text for claim in draft.claims][-1] == "Volumes recovered." and draft.claims[0].operand
    assert draft.status is Status.EXTRACTED


def test_that_the_sentences_may_not_say_why_is_said(people: People) -> None:
    outcome = outcome_of(people, Intent.TEXT, text_kind=TextKind.WHY)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, UNSURE)

    assert draft.status is Status.CLOSEST and draft.words.endswith(NO_REASON) and NO_REASON in draft.missing


def test_what_was_expected_is_not_told_beside_what_came(people: People) -> None:
    outcome = outcome_of(people, Intent.TEXT, text_kind=TextKind.OUTLOOK)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, QUOTE)

    assert [claim.text for claim in draft.claims] == ["Volumes recovered."] and not draft.words


def test_a_brief_asks_for_no_reason() -> None:
    figures = Draft(Status.CALCULATED, words="Revenue rose.", value=Decimal(1), unit="USD")
    draft = with_words(figures, UNSURE, Query(Intent.BRIEF))
    assert draft.status is Status.CALCULATED and draft.words == "Revenue rose." and draft.value is None


def test_a_premise_that_figures_contradict_is_the_answer(people: People) -> None:
    """Why did operating income exceed net sales? It did not: no sentence is offered for what did not happen."""
    supposed = Comparison(Item("operating_income"), Comparator.ABOVE, Item("revenue"), premise=True)
    outcome = outcome_of(people, Intent.TEXT, text_kind=TextKind.WHY, condition=supposed)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, QUOTE)

    assert contradicted(outcome)
    assert draft.words.startswith("The question supposes otherwise:") and "214" in draft.words
    assert all(claim.operand for claim in draft.claims)


def test_a_premise_that_holds_leads_to_the_reason(people: People) -> None:
    supposed = Comparison(Item("operating_income"), Comparator.BELOW, Item("revenue"), premise=True)
    outcome = outcome_of(people, Intent.TEXT, text_kind=TextKind.WHY, condition=supposed)
    draft = compose(reading(outcome.query), nothing_yet(), outcome, QUOTE)

    assert not contradicted(outcome) and "supposes" not in draft.words
    assert draft.claims[-1].text == "Volumes recovered."


@pytest.mark.parametrize(
    ("verdict", "told"),
    [(None, False), (Verdict(False, "."), False), (Verdict(True, ".", True), False), (Verdict(None, ".", True), False),
     (Verdict(False, ".", True), True)],
)  # fmt: skip
def test_only_a_premise_that_does_not_hold_is_contradicted(verdict: Verdict | None, told: bool) -> None:
    assert contradicted(Outcome(asks(), verdict=verdict)) is told


@pytest.mark.parametrize(
    ("filer", "words"),
    [
        (UnresolvedFiler("Acme"), "No filing of Acme is among the documents searched."),
        (UnresolvedFiler("Quill", (QUILLMARK, OAKFIELD)), "“Quill” may be Quillmark Foundry or Oakfield Mills."),
    ],
)
def test_a_filer_that_is_not_held_or_may_be_two_is_never_answered(
    people: People, filer: UnresolvedFiler, words: str
) -> None:
    outcome = outcome_of(people)
    query = replace(outcome.query, filers=(*outcome.query.filers, filer))
    draft = compose(reading(query), searched(), outcome, QUOTE)

    assert not resolved(query) and strangers(query) == (words,)
    assert draft.status is Status.NOT_FOUND and words in draft.words
    assert draft.claims == () and draft.value is None and draft.outcome is None


def test_a_follow_up_that_stays_unclear_is_not_answered(people: People) -> None:
    outcome = outcome_of(people)
    draft = compose(reading(outcome.query, "Which quarter?"), searched(), outcome, QUOTE)

    assert draft == unclear("Which quarter?") and draft.words == "Not answered. Which quarter?"
    assert draft.status is Status.NOT_FOUND and draft.missing == ("Which quarter?",)


def test_what_is_missing_leads_and_what_was_searched_ends(people: People) -> None:
    draft = not_found(searched(filters={"company": ["Quillmark Foundry"]}), ("Revenue was not found.", ""))

    assert draft.words == (
        "Not found. Revenue was not found. Searched 3 documents (1,200 passages), company: Quillmark Foundry."
    )
    assert draft.missing == ("Revenue was not found.",)


def test_nothing_found_and_nothing_there_are_two_things() -> None:
    assert NOTHING in not_found(searched(), ()).words
    assert EMPTY in not_found(nothing_yet(), ()).words


def test_why_there_is_no_figure_stands_before_the_closest_passages() -> None:
    outcome = Outcome(asks(), missing=("Operating income was not found.",), ambiguous=("It may be two.",))
    draft = compose(reading(outcome.query), nothing_yet(), outcome, UNSURE)

    assert draft.status is Status.CLOSEST
    assert draft.words.startswith("Operating income was not found. It may be two.")
    assert compose(reading(outcome.query), nothing_yet(), outcome, QUOTE).words == ""


@pytest.mark.parametrize(
    ("count", "told"), [(1, "A file that it needs is still"), (2, "2 files that it may need are still")]
)
def test_what_waits_for_files_names_none(count: int, told: str) -> None:
    files = [QUILLMARK.uid, OAKFIELD.uid][:count]
    draft = put_off(files)
    assert draft.words.startswith(told) and draft.reading == tuple(files) and draft.status is Status.BEING_READ


def test_a_draft_tells_what_it_saw_as_plain_data(people: People) -> None:
    draft = computed(outcome_of(people))
    assert draft is not None and Decimal(draft.seen()["value"]) == 214_000_000
    assert {**draft.seen(), "value": ""} == {
        "status": "Extracted",
        "claims": ["Operating income, FY2023: 214 (USD millions)"],
        "value": "",
        "unit": "USD",
    }
    assert Draft(Status.NOT_FOUND).seen()["value"] is None and Draft(Status.NOT_FOUND).operands == ()


def test_a_sum_of_two_years_is_of_both_columns(people: People) -> None:
    both = Binary(Operator.ADD, Item("operating_income"), Item("operating_income", lag=1))
    draft = computed(outcome_of(people, measures=(both,), periods=years(2023)))
    assert draft is not None and draft.value == Decimal(402_000_000)
    assert {line.period for claim in draft.claims for line in claim.lines} == {"FY2023", "FY2022"}
