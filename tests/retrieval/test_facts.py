"""Passages found by the typed facts of statements."""

import pytest

from apps.documents.models import Chunk, Fact, Table
from apps.questions.names import NoRegister
from apps.questions.reader import read
from apps.retrieval.facts import fact_passages, stated_pages
from apps.retrieval.intents import intent_of
from tests.people import People
from tests.retrieval.library import BALANCE, INCOME, PROSE, Filing, publish

pytestmark = pytest.mark.django_db


def state(filing: Filing, page: int, statement: str, *items: tuple[str, int, int | None], dimension: str = "") -> None:
    """Facts (concept, year, months) of a table that is the passage of this page."""
    table, _ = Table.objects.get_or_create(version=filing.version, ordinal=page, page=page)
    Chunk.objects.filter(pk=filing.chunks[page].pk).update(table=table)
    row = Fact.objects.filter(table=table).count()
    for number, (concept, year, months) in enumerate(items, start=row):
        Fact.objects.create(
            version=filing.version, table=table, statement=statement, concept=concept, label=concept, months=months,
            label_year=year, value=1, unit="money", scale=1, page=page, row=number, column=1, start=number,
            end=number + 1, dimension=dimension,
        )  # fmt: skip


@pytest.fixture
def filing(people: People) -> Filing:
    made = publish(people.owner, "F", (INCOME, BALANCE, *PROSE), year=2022)
    state(made, 0, "income", ("revenue", 2022, 12), ("net_income", 2022, 12), ("revenue", 2021, 12))
    state(made, 1, "balance", ("total_assets", 2022, None), ("total_assets", 2021, None))
    return made


def pages(filing: Filing, question: str, *more: Filing, wanted: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    intent = intent_of(read(question, NoRegister()).query, question, {}, wanted)
    names = {chunk.pk: (f.document.name, chunk.page) for f in (filing, *more) for chunk in f.chunks}
    found = fact_passages([f.version.pk for f in (filing, *more)], intent)
    return [names[place.chunk] for place in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the revenue in FY2022?", [0]),
        ("What were total assets at the end of FY2021?", [1]),
        ("What is the FY2022 asset turnover?", [0, 1]),
        ("What is the return on assets for FY2022?", [0, 1]),
        ("What was the revenue in FY2019?", []),
        ("What was goodwill in FY2022?", []),
        ("Where is the head office?", []),
        ("What were net sales?", [0]),
    ],
)
def test_the_pages_that_state_what_is_asked(filing: Filing, question: str, expected: list[int]) -> None:
    assert [page for _, page in pages(filing, question)] == expected


def test_the_page_that_states_more_comes_first(filing: Filing) -> None:
    state(filing, 2, "income", ("net_income", 2022, 12))
    assert [page for _, page in pages(filing, "What is the net margin for FY2022?")] == [0, 2]


def test_the_asker_may_want_further_items(filing: Filing) -> None:
    assert [page for _, page in pages(filing, "Make it so for FY2022", wanted=("total_assets", "unheard_of"))] == [1]


def test_figures_of_a_part_are_no_totals(filing: Filing) -> None:
    state(filing, 3, "income", ("operating_income", 2022, 12), dimension="Bread")
    assert pages(filing, "What was the operating income in FY2022?") == []


def test_the_length_of_the_period_counts(people: People, filing: Filing) -> None:
    state(filing, 2, "income", ("revenue", 2022, 3), ("net_income", 2022, 3))
    assert pages(filing, "What were revenue and net income in Q4 of FY2022?")[0] == ("F", 2)
    assert pages(filing, "What were revenue and net income in FY2022?")[0] == ("F", 0)


def test_filings_take_turns(people: People, filing: Filing) -> None:
    other = publish(people.owner, "G", (INCOME, BALANCE), year=2022)
    state(other, 0, "income", ("revenue", 2022, 12))
    state(other, 1, "balance", ("total_assets", 2022, None))
    found = pages(filing, "What is the FY2022 asset turnover?", other)
    assert found == [("F", 0), ("G", 0), ("F", 1), ("G", 1)]


def test_where_statements_stand(filing: Filing) -> None:
    told = stated_pages([filing.version.pk], ["balance", "income", "equity"])  # type: ignore[list-item]
    assert told == {
        (filing.version.pk, "balance"): (filing.chunks[1].pk, 2),
        (filing.version.pk, "income"): (filing.chunks[0].pk, 3),
    }
