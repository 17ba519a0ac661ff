"""The tab of a document that shows its statements and self-checks."""

from collections.abc import Callable
from decimal import Decimal

from django.test import Client

from apps.documents.models import DocumentVersion, State, StatementCheck
from tests.documents.shelf import TEXT, shelve
from tests.documents.stated import keep
from tests.people import People

Log = Callable[..., Client]


def page(client: Client, version: DocumentVersion) -> str:
    return client.get(f"/library/versions/{version.uid}/statements/").content.decode()


def test_every_figure_leads_to_its_cell(people: People, client_for: Log) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    start = TEXT.index("1,577")
    keep(version, "revenue", 2023, "1577", label="Net sales", start=start, end=start + 5)
    content = page(client, version)
    path = f"/library/versions/{version.uid}/?page=2&amp;start={start}&amp;end={start + 5}"
    assert f'<a href="{path}">1,577</a>' in content
    assert 'Net sales <span class="concept">Revenue</span>' in content
    assert content.count("USD millions") == 1
    assert client.get(path.replace("&amp;", "&")).content.count(b'<rect class="highlight"') == 1


def test_a_label_is_never_read_as_markup(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    keep(version, "", 2023, "1", label="<script>alert(1)</script>")
    assert "<script>alert" not in page(client_for(people.owner), version)


def check(version: DocumentVersion, difference: int, name: str) -> None:
    facts = [keep(version, key, 2023, "500", statement="balance") for key in ("total_assets", "liabilities_and_equity")]
    made = StatementCheck.objects.create(
        version=version,
        name=name,
        period_end=facts[0].period_end,
        difference=Decimal(difference),
        tolerance=Decimal(10**6),
        passed=not difference,
    )
    made.facts.set(facts)


def test_a_failed_check_comes_first_with_its_difference_and_figures(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    check(version, 0, "Cash adds up")
    check(version, -3_500_000, "Assets = liabilities + equity")
    content = page(client_for(people.owner), version)
    assert "1 of 2 hold" in content and "Off by" in content and '<span class="mono">-3.5</span>' in content
    assert content.index("Assets = liabilities + equity") < content.index("Cash adds up")
    assert content.count('class="mono" href="/library/versions/') == 4


def test_what_the_size_of_a_difference_tells_is_said_where_the_check_fails(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    check(version, -3_500_000, "Earnings per share x average shares = income of common shareholders")
    version.checks.update(note="1,000 times too large: a scale is off")
    assert "1,000 times too large: a scale is off" in page(client_for(people.owner), version)


def test_figures_of_a_failed_check_are_marked_and_it_is_said_above(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    keep(version, "revenue", 2023, "80", confidence=0.5)
    check(version, -3_500_000, "Assets = liabilities + equity")
    content = page(client_for(people.owner), version)
    assert "1 of 1 self-checks fail" in content and content.count("Low confidence") == 1
    assert content.index("self-checks fail") < content.index("Income statement")


def test_figures_of_segments_stand_apart_from_those_of_the_company(people: People, client_for: Log) -> None:
    version = shelve(people.owner)
    keep(version, "revenue", 2023, "80")
    keep(version, "revenue", 2023, "31", dimension="Kelp", statement="segment")
    content = page(client_for(people.owner), version)
    assert content.index(">80<") < content.index("By segment") < content.index(">31<")
    assert '<span class="part">Kelp</span>' in content


def test_a_file_without_statements_says_so(people: People, client_for: Log) -> None:
    client = client_for(people.owner)
    assert "was recognised in this file" in page(client, shelve(people.owner))
    assert "as soon as the file has been analysed" in page(client, shelve(people.owner, state=State.UPLOADED))


def test_the_page_takes_a_fixed_number_of_queries(
    people: People, client_for: Log, django_assert_max_num_queries: Callable[..., object]
) -> None:
    version, client = shelve(people.owner), client_for(people.owner)
    for number in range(12):
        check(version, 0, f"check {number}")
    with django_assert_max_num_queries(20):  # type: ignore[attr-defined]
        page(client, version)
