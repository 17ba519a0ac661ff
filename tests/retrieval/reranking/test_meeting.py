"""What a card says against what an intent asks."""

import uuid
from datetime import date

import pytest

from apps.retrieval.filings import Filing
from apps.retrieval.found import Met, SearchSettings
from apps.retrieval.intents import Intent
from apps.retrieval.reranking.meeting import Meeting, jaccard, meet
from apps.retrieval.wording import Wording

FILING = Filing(uuid.uuid4(), 1, "F", 7, "10-K", 2022, "FY", None, None, (2022,))
CARD = {
    "entities": ["Quillhaven Mills Corporation"],
    "metrics": ["revenue", "net_income"],
    "numbers": [{"text": "3,310"}, {"text": "401"}],
    "periods": ["FY2022", "2021-12-31"],
}


def met(card=CARD, filing: Filing = FILING, **asked) -> Meeting:
    return meet(card, filing, Intent(Wording("?", "?", ""), **asked), SearchSettings(rerank=()))


def test_jaccard() -> None:
    assert jaccard(["a", "b"], ["b", "c"]) == pytest.approx(1 / 3)
    assert jaccard([], []) == 0.0


def test_the_items_of_card_and_question() -> None:
    meeting = met(metrics=("revenue", "goodwill"))
    assert meeting.alignment.metrics == pytest.approx(1 / 3)
    assert [field for field in meeting.met if field.field == "items"] == [Met("items", ("Revenue",))]


def test_its_own_filer_and_those_that_it_names() -> None:
    own = met(companies=frozenset({7}), company_names=("Brackenfold Bakeries, Inc.",))
    assert own.alignment.entities == 1.0
    assert Met("company", ("its filer",)) in own.met
    both = ("Brackenfold Bakeries, Inc.", "Quillhaven Mills Corporation")
    assert met(companies=frozenset({7, 8}), company_names=both).alignment.entities == 0.5
    other = met(companies=frozenset({8}), company_names=("Quillhaven Mills Corporation",))
    assert other.alignment.entities == 0.5
    assert Met("company", ("Quillhaven Mills Corporation",)) in other.met
    assert met(companies=frozenset({9}), company_names=("Tarn & Co.",)).alignment.entities == 0.0


@pytest.mark.parametrize(
    ("asked", "score", "shared"),
    [
        ({"years": (2022,)}, 1.0, ("FY2022",)),
        ({"years": (2021,)}, 1.0, ("FY2021",)),
        ({"years": (2022, 2019)}, 0.5, ("FY2022",)),
        ({"years": (2022,), "quarter": 2}, 0.5, ()),
        ({"dates": (date(2021, 12, 31),)}, 1.0, ("2021-12-31",)),
        ({}, 0.0, ()),
    ],
)
def test_the_periods(asked, score: float, shared: tuple[str, ...]) -> None:
    meeting = met(**asked)
    assert meeting.alignment.period == score
    assert [field.met for field in meeting.met if field.field == "period"] == ([shared] if shared else [])


def test_figures_where_figures_are_asked_for() -> None:
    assert met(numeric=True).alignment.numeric == 1.0
    assert met(numeric=False).alignment.numeric == 0.0
    assert met({}, numeric=False).alignment.numeric == 1.0


def test_the_parts_are_weighed() -> None:
    meeting = met(
        companies=frozenset({7}),
        company_names=("B",),
        metrics=("revenue", "net_income"),
        years=(2022,),
        numeric=True,
    )
    assert meeting.alignment.score == pytest.approx(1.0)
    assert met({}, numeric=False).alignment.score == 0.15


def test_a_passage_without_a_card_meets_what_its_filing_is() -> None:
    meeting = met({}, years=(2022,), metrics=("revenue",), companies=frozenset({7}), company_names=("B",))
    assert (meeting.alignment.entities, meeting.alignment.metrics, meeting.alignment.period) == (1.0, 0.0, 0.5)
