"""Own grids: any questions over any filings, their cost and limit, and filings that come later."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import Http404
from django.utils import timezone

from apps.answers.run import cells
from apps.documents.models import Document, DocumentVersion
from apps.memory import grids, work
from apps.memory.models import (
    CanonicalQuestion,
    Cell,
    CellStatus,
    Disagreement,
    FilingCheck,
    Grid,
    Kind,
    Side,
    Work,
)
from apps.memory.proposals import Proposal
from apps.memory.questions import CannotKeepError, keep
from apps.memory.radar import take_up
from apps.memory.shipped import load
from apps.memory.views import bank
from apps.memory.views import grids as grid_pages
from tests.answers.statements import report
from tests.memory.bank import COMPANY, LINES, cell_of, filed, filled, verified
from tests.people import People

pytestmark = pytest.mark.django_db


@pytest.fixture
def grid(people: People) -> Grid:
    """Revenue, and a question for words, over one filing."""
    load()
    filed(people.owner)
    DocumentVersion.objects.update(ready=timezone.now())
    questions = [CanonicalQuestion.objects.get(key="revenue"), keep(people.owner, "What are the main risks?")]
    return grids.make_grid(people.owner, "Own", questions, list(Document.objects.all()), "everyone")


def fill(grid: Grid) -> None:
    while cells.fill_grid(grid.pk):
        pass


def checked() -> None:
    take_up()
    for check in FilingCheck.objects.filter(done=None):
        assert cells.check_filing(check.pk)


def test_a_figure_of_which_words_were_not_read_is_no_answer_to_a_question_for_words(grid: Grid, people: People) -> None:
    asked = keep(people.owner, "Which customers account for much of its revenue?")
    own = grids.make_grid(people.owner, "Words", [asked], list(grid.documents.all()), "everyone")
    fill(own)
    cell = own.cells.get()
    assert asked.kind == Kind.WORDS and cell.answer and cell.value is None and "1,577" not in cell.text


def test_an_own_grid_asks_figures_of_facts_and_words_of_the_road(grid: Grid, people: People) -> None:
    fill(grid)
    revenue, risks = grid.cells.order_by("pk")
    assert revenue.text and revenue.question.kind == Kind.FIGURE and revenue.answer is None
    assert risks.question.kind == Kind.WORDS and risks.answer and not risks.tokens
    before = risks.answer
    Cell.objects.filter(pk=risks.pk).update(status=CellStatus.EMPTY)
    assert grids.refresh(grid, people.owner) == 1
    fill(grid)
    risks.refresh_from_db()
    assert risks.answer and risks.answer != before, "what is filled again is asked again"
    assert work.progress(grid) == {"total": 2, "done": 2, "failed": 0, "waiting": 0}


def test_a_cost_is_estimated_for_words_alone(grid: Grid) -> None:
    questions = list(grid.questions.all())
    assert grids.plan(questions, 3, with_model=False).cost == 0
    assert grids.plan(questions, 3, with_model=True).cost == 3 * grids.USUAL_TOKENS
    Cell.objects.update(tokens=100)
    plan = grids.plan(questions, 3, with_model=True)
    assert (plan.cells, plan.asked, plan.cost) == (6, 3, 300), "by what answers took so far"


def test_a_grid_stops_at_its_limit_and_goes_on_with_a_higher_one(
    grid: Grid, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cells, "proposal_for", lambda *_: Proposal(text="told", tokens=60))
    Grid.objects.update(token_limit=50)
    fill(grid)
    grid.refresh_from_db()
    assert grid.paused and grid.because == work.LIMIT and grid.tokens == 60
    assert work.progress(grid)["waiting"] == 1
    grids.resume(grid, people.owner, 500)
    fill(grid)
    assert work.progress(grid)["waiting"] == 0 and not grid.paused


def test_a_saved_grid_takes_up_new_filings_and_only_them(grid: Grid, people: People) -> None:
    fill(grid)
    checked()  # of the filing that it was made of: nothing is filled again
    assert grid.documents.count() == 1 and work.progress(grid)["waiting"] == 0

    version = report(people.owner, COMPANY, 2022, LINES)
    DocumentVersion.objects.filter(pk=version.pk).update(ready=timezone.now() + timedelta(seconds=1))
    report(people.owner, "Oakfield Mills", 2022, LINES)
    checked()
    assert set(grid.documents.values_list("company__name", flat=True)) == {COMPANY}
    assert grid.documents.count() == 2 and work.progress(grid)["waiting"] == 2
    assert not Cell.objects.filter(document=version.document).exclude(work=Work.WAITING).exists()


def test_a_filing_that_was_ready_before_the_grid_is_not_added(grid: Grid, people: People) -> None:
    version = report(people.owner, COMPANY, 2022, LINES)
    DocumentVersion.objects.filter(pk=version.pk).update(ready=grid.created - timedelta(days=1))
    checked()
    assert grid.documents.count() == 1


def test_a_restatement_is_disputed_with_both_sides_and_on_the_radar(people: People, client_for: Any) -> None:
    company = filed(people.owner)
    filled(people.owner, company, (2023, 2022), keys=["revenue", "net-income"])
    cell = verified(people.expert, "revenue")
    checked()
    restated = LINES | {"revenue": {2024: "$1,700", 2023: "$1,499"}}
    report(people.owner, COMPANY, 2024, {key: restated[key] for key in ("revenue",)})
    checked()

    cell.refresh_from_db()
    sides = {side: cell.evidence.filter(side=side).get().quote for side in (Side.FOR, Side.AGAINST)}
    assert cell.status == CellStatus.DISPUTED and sides == {Side.FOR: "$1,577", Side.AGAINST: "$1,499"}
    assert "otherwise" in cell.reason and cell_of("net-income").status == CellStatus.PROPOSED
    pair = {Disagreement.objects.get().fact.value, Disagreement.objects.get().other.value}
    assert pair == {1_577_000_000, 1_499_000_000}
    page = client_for(people.expert).get(f"/memory/review/?cell={cell.uid}").text
    assert "$1,577" in page and "$1,499" in page
    assert "1,499" in client_for(people.stranger).get("/memory/radar/").text


def test_a_private_filing_disagrees_for_those_alone_who_see_it(people: People, client_for: Any) -> None:
    filed(people.owner)
    report(people.owner, COMPANY, 2024, {"revenue": {2024: "$1,700", 2023: "$1,499"}}, visibility="private")
    checked()
    assert "1,499" in client_for(people.owner).get("/memory/radar/").text
    assert "1,499" not in client_for(people.stranger).get("/memory/radar/").text


def test_a_question_of_an_own_grid_names_no_period(people: People) -> None:
    with pytest.raises(CannotKeepError, match="without a period"):
        keep(people.owner, "What was revenue in fiscal 2022?")


def test_a_circle_of_others_is_not_there(people: People) -> None:
    filed(people.owner)
    load()
    with pytest.raises(Http404):
        grids.make_grid(
            people.stranger,
            "Theirs",
            list(CanonicalQuestion.objects.all()[:1]),
            list(Document.objects.all()),
            f"user:{people.owner.uid}",
        )


def test_every_grid_is_listed_and_the_form_says_what_it_leaves_out(
    grid: Grid, people: People, client_for: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Grid.objects.bulk_create(
        Grid(title=f"Sheet {number:02}", owner=people.owner, circle="everyone") for number in range(bank.GRIDS)
    )
    client = client_for(people.owner)
    first, second = (client.get("/memory/", {"page": number}).text for number in (1, 2))
    assert "Sheet 00" in first and str(grid.uid) not in first
    assert "Sheet 00" not in second and str(grid.uid) in second

    other = report(people.owner, COMPANY, 2022, LINES).document
    monkeypatch.setattr(grid_pages, "LISTED", 1)
    form = client.get("/memory/grids/new").text
    assert [str(one.uid) in form for one in (grid.documents.get(), other)] == [True, False] and "1 more is not" in form
