"""Which line of a table answers: those that say most are read marked, and the likeliest is told for each period."""

import json

import pytest

from apps.answers.compute.books import shelf
from apps.answers.compute.outcome import Outcome
from apps.answers.judge import cells
from apps.answers.judge.cells import OF_LINES, read_in_tables
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.answers.models import Status
from apps.answers.presentation import as_json
from apps.answers.run import stations
from apps.answers.sources.evidence import Evidence
from apps.questions.expressions import Row
from apps.retrieval.found import Scope
from tests.answers.asked import Scripted
from tests.answers.compute.filings import annual, table
from tests.answers.compute.programs.tables import evidence, reading
from tests.answers.run.test_parsed import answered
from tests.answers.store import hold
from tests.people import People

pytestmark = pytest.mark.django_db
ASKED = "How many ovens did Quillmark Foundry rent in 2023?"
KILNS = [
    ("", "2023", "2022"),
    ("Kilns retired", "30", "20"),
    ("Kilns leased", "50", "80"),
    ("Kilns idle", "20", "25"),
    ("Total kilns", "100", "125"),
]
MONEY = [("", "2023", "2022"), ("Kiln upkeep", "$(150)", "$(100)"), ("Kiln rent", "$7", "$5"), ("Wages", "12", "11")]
READS = dict.fromkeys(OF_LINES, Calibration({"score": (1.0, 0.0)}))


@pytest.fixture
def kilns(people: People) -> None:
    table(annual(people.owner), "Number of kilns", KILNS)


def read(
    people: People, judge: PairJudge, question: str = ASKED, least: float = 0.8, found: Evidence | None = None
) -> Outcome | None:
    query, held = reading(people.owner, question).query, shelf(people.owner, Scope())
    return read_in_tables(judge, question, query, found or evidence(), held, least)


def judge(**scores: float) -> PairJudge:
    return PairJudge(Scripted(**scores), cells=READS)


@pytest.mark.usefixtures("kilns")
def test_the_likeliest_line_is_told_and_the_query_names_it(people: People) -> None:
    leased = judge(**{"Kilns leased. 2023: « 50 »": 0.9, "Kilns idle": 0.4})
    outcome = read(people, leased)

    assert outcome is not None and outcome.query.measures == (Row("Kilns leased"),) and not outcome.query.unread
    assert [(one.name, one.period, one.shown.text) for one in outcome.figures] == [("Kilns leased", "FY2023", "50")]
    assert round(outcome.likely or 0, 3) == 0.9 and [one.text for one in outcome.used] == ["50"]


@pytest.mark.usefixtures("kilns")
def test_a_model_reads_filer_period_title_line_and_column(people: People) -> None:
    leased = judge()
    assert read(people, leased) is None
    assert isinstance(leased.scorer, Scripted)
    told = [text for text in leased.scorer.read if "leased" in text]
    assert told == ["Quillmark Foundry. FY 2023. Number of kilns. Kilns leased. 2023: « 50 »"]
    assert not any("« 80 »" in text for text in leased.scorer.read), "which period it is of rules decide"


@pytest.mark.usefixtures("kilns")
def test_of_several_periods_each_is_told(people: People) -> None:
    outcome = read(
        people, judge(**{"Kilns leased": 0.9}), "How many ovens did Quillmark Foundry rent in 2022 and 2023?"
    )
    assert outcome is not None
    assert [(one.period, one.shown.text) for one in outcome.figures] == [("FY2022", "80"), ("FY2023", "50")]


@pytest.mark.usefixtures("kilns")
def test_what_is_not_likely_enough_answers_nothing(people: People) -> None:
    assert read(people, judge(**{"Kilns leased": 0.79})) is None
    assert read(people, PairJudge(Scripted(**{"Kilns leased": 0.9}))) is None, "it has not learned to read tables"


@pytest.mark.usefixtures("kilns")
def test_what_is_not_told_as_it_is_printed_is_not_looked_for(people: People) -> None:
    asked = judge(**{"Kilns leased": 0.9})
    for question in (
        "What is the average number of rented ovens of Quillmark Foundry in 2022 and 2023?",
        "How many ovens did Quillmark Foundry rent in 2021 and 2023?",
        "How many ovens did Quillmark Foundry rent in Europe in 2023?",
        "Which ovens did Quillmark Foundry rent most in 2023?",
        "Did Quillmark Foundry rent more ovens than it owned in 2023?",
    ):
        assert read(people, asked, question) is None, question


@pytest.mark.usefixtures("kilns")
def test_how_a_line_moved_is_told_as_an_amount_and_in_percent(people: People) -> None:
    outcome = read(
        people, judge(**{"Kilns leased. 2023: « 50 »": 0.9}), "Quillmark Foundry rented ovens growth 2023 vs 2022"
    )
    assert outcome is not None
    assert [(one.over, one.period, one.shown.text) for one in outcome.figures] == [
        ("change", "FY2022 to FY2023", "-30"),
        ("growth", "FY2022 to FY2023", "-37.5%"),
    ]
    assert [one.text for one in outcome.used] == ["80", "50"]


@pytest.mark.usefixtures("kilns")
def test_a_share_is_of_the_total_that_the_line_is_added_up_to(people: People) -> None:
    asked = "What percentage of total kilns of Quillmark Foundry was rented in 2023?"
    outcome = read(people, judge(**{"Kilns leased. 2023: « 50 »": 0.9}), asked)
    assert outcome is not None
    assert [(one.name, one.shown.text) for one in outcome.figures] == [("Kilns leased, share of Total kilns", "50.0%")]
    assert read(people, judge(**{"Total kilns": 0.9}), asked) is None, "the whole is no part of itself"


def test_neither_a_cost_in_parentheses_moves_nor_is_money_a_percentage(people: People) -> None:
    table(annual(people.owner), "Kilns", MONEY, units="(in millions)")
    upkeep = judge(**{"Kiln upkeep": 0.9})
    assert read(people, upkeep, "Quillmark Foundry oven mending growth 2023 vs 2022") is None
    outcome = read(people, judge(**{"Kiln rent": 0.9}), "Quillmark Foundry oven hire growth 2023 vs 2022")
    assert outcome is not None and outcome.figures[0].shown.text.endswith("2 million")


def test_a_table_without_a_period_or_a_unit_tells_nothing(people: People) -> None:
    version = annual(people.owner)
    table(version, "Number of kilns", [("", "Units"), *(row[:2] for row in KILNS[1:])])
    table(version, "Ovens", KILNS)
    assert read(people, judge(**{"Kilns leased": 0.9})) is None


@pytest.mark.usefixtures("kilns")
def test_a_share_is_of_the_total_that_is_spoken_of(people: People) -> None:
    leased = judge(**{"Kilns leased. 2023: « 50 »": 0.9})
    assert read(people, leased, "What percentage of total revenue of Quillmark Foundry was rented in 2023?") is None


@pytest.mark.usefixtures("kilns")
def test_of_a_stranger_nothing_is_told(people: People) -> None:
    assert read(people, judge(**{"Kilns leased": 0.9}), found=evidence("Harrowgate plc")) is None


@pytest.mark.usefixtures("kilns")
def test_only_so_many_lines_are_scored(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cells, "SCORED", 2)
    few = judge()
    read(people, few)
    assert isinstance(few.scorer, Scripted) and len(few.scorer.read) == 2


def test_an_answer_says_how_it_was_read_and_how_likely(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    hold(people.owner)
    monkeypatch.setattr(stations, "configured_judge", lambda: judge(**{"Net sales. 2023: «": 0.99}))
    answer = answered(people, "How much zorbing did Quillmark Foundry sell in 2023?")
    told = as_json(answer, people.owner)

    assert answer.status == Status.EXTRACTED, told
    assert told["read_as"] == '"Net sales", Quillmark Foundry, fiscal 2023'
    assert told["validation"]["trust"] == "Medium"
    assert "was taken to mean" in json.dumps(told["validation"]), (
        "what a model takes for the line is never of High trust"
    )
