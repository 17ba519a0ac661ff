"""Every figure on rankings small enough to work out by hand."""

from math import log2

import pytest

from apps.evaluation.gold import FilingOf, Gold
from apps.evaluation.metrics import INSIDE, OF_PAGES, averages, figures, measured, percentiles, top_errors
from apps.evaluation.ranking import Ranking

FILINGS = {
    "GULLWING_2021": FilingOf("Gullwing Dairy", 2021),
    "GULLWING_2022": FilingOf("Gullwing Dairy", 2022),
    "HARROWGATE_2022": FilingOf("Harrowgate Rail", 2022),
}
GOLD = Gold("q", "?", "GULLWING_2022", frozenset({("GULLWING_2022", 4), ("GULLWING_2022", 9)}))
# Gold at ranks 2 and 6; inside the gold filing they are at ranks 1 and 3.
PAGES = (
    ("HARROWGATE_2022", 4),
    ("GULLWING_2022", 4),
    ("GULLWING_2021", 9),
    ("GULLWING_2022", 5),
    ("HARROWGATE_2022", 9),
    ("GULLWING_2022", 9),
)
RANKING = Ranking(("HARROWGATE_2022", "GULLWING_2022", "GULLWING_2021"), PAGES)


def test_every_figure_by_hand() -> None:
    found = figures(RANKING, GOLD, FILINGS)
    assert found == pytest.approx(
        {
            "doc_hit@1": 0.0,
            "doc_hit@5": 1.0,
            "page_recall@1": 0.0,
            "page_recall@3": 0.5,
            "page_recall@5": 0.5,
            "page_recall@10": 1.0,
            "page_recall@20": 1.0,
            "page_precision@5": 1 / 5,
            "page_precision@10": 2 / 10,
            "page_mrr@10": 1 / 2,
            "page_ndcg@5": (1 / log2(3)) / (1 + 1 / log2(3)),
            "inside_ndcg@5": (1 + 1 / log2(4)) / (1 + 1 / log2(3)),
            "inside_map@5": (1 + 2 / 3) / 2,
            "inside_mrr@5": 1.0,
            "wrong_company@1": 1.0,
            "wrong_year@1": 0.0,
        }
    )


def test_nothing_found_is_nothing_right_and_no_error() -> None:
    assert set(figures(Ranking((), ()), GOLD, FILINGS).values()) == {0.0}


@pytest.mark.parametrize(
    ("first", "company", "year"),
    [
        ("GULLWING_2022", 0.0, 0.0),
        ("GULLWING_2021", 0.0, 1.0),
        ("HARROWGATE_2022", 1.0, 0.0),
        ("not in the list", 0.0, 0.0),
    ],
)
def test_what_is_wrong_at_the_top(first: str, company: float, year: float) -> None:
    assert top_errors([first, "GULLWING_2022"], GOLD, FILINGS) == {"wrong_company@1": company, "wrong_year@1": year}


def test_another_report_of_the_right_year_is_no_error_of_the_year() -> None:
    filings = FILINGS | {"GULLWING_2022_Q2": FilingOf("Gullwing Dairy", 2022)}
    assert top_errors(["GULLWING_2022_Q2"], GOLD, filings) == {"wrong_company@1": 0.0, "wrong_year@1": 0.0}


def test_more_gold_pages_than_the_depth_can_hold() -> None:
    gold = {("a", page) for page in range(7)}
    found = measured(OF_PAGES | INSIDE, [("a", page) for page in range(5)], gold)
    assert (found["page_ndcg@5"], found["page_precision@5"], found["page_recall@5"]) == pytest.approx((1.0, 1.0, 5 / 7))
    assert found["inside_map@5"] == pytest.approx(5 / 7)


def test_averages() -> None:
    assert averages([{"a": 1.0}, {"a": 0.0}, {"a": 0.0}]) == {"a": 0.3333}
    assert averages([]) == {}


def test_percentiles_are_the_scorers() -> None:
    assert percentiles([0.4, 0.1, 0.2, 0.3]) == {"seconds_p50": 0.25, "seconds_p95": 0.3}
    assert percentiles([0.5]) == {"seconds_p50": 0.5, "seconds_p95": 0.5}
