"""The judge that ships refuses sentences that share words with a question and answer another."""

from collections.abc import Sequence

import pytest

from apps.answers.judge.judge import Judged, Panel
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.answers.judge.rules import RuleJudge
from apps.answers.run.settings import TextSettings
from apps.inference.packed_pairs import SHIPPED, Card, PackedPairs
from tests.answers.asked import says
from tests.questions.registers import filer, query

ZEPHYRWICK = filer("Zephyrwick")

# each question with sentences of a filing that does not answer it
BESIDE = {
    "What is Zephyrwick's biggest customer?": (
        ("Customer Financing", "The majority of our customer financing portfolio is concentrated among four ferries."),
        ("Customer Financing", "Most of what we have lent to customers is owed by operators of ferries in the north."),
        ("Liquidity", "Financing that we give to customers is secured by the lanterns that they buy."),
        ("Risk Factors", "The loss of a large customer could reduce our sales."),
    ),
    "Why did Zephyrwick lose money in 2023?": (
        ("Market Risk", "We invest surplus cash in money market funds, which may lose value when rates rise."),
        ("Fair Value", "Money market funds are valued at quoted prices in active markets."),
        ("Liquidity", "Our cash is held in money market funds and in deposits with banks."),
    ),
    "How much tax did Zephyrwick pay in 2023?": (
        ("Income Taxes", "We pay tax in 14 countries and are audited in 3 of them."),
        ("Income Taxes", "The statutory tax rate was 25% in 2023."),
        ("Income Taxes", "Tax that we pay abroad is credited against tax at home."),
    ),
}


@pytest.fixture(scope="module")
def panel() -> Panel:
    card = Card.of(SHIPPED)
    model = PackedPairs.load(SHIPPED, batch=8, threads=1, precision="f32")
    return Panel((RuleJudge(), PairJudge(model, Calibration(card.slope, card.shift, card.lead))))


def judged(panel: Panel, question: str, told: Sequence[tuple[str, str]]) -> list[Judged]:
    candidates = [says(text, above=(heading,), filer=ZEPHYRWICK) for heading, text in told]
    return panel.judge(question, query(question), candidates)


@pytest.mark.parametrize("question", BESIDE)
def test_a_sentence_on_another_matter_is_no_answer(panel: Panel, question: str) -> None:
    verdicts = judged(panel, question, BESIDE[question])
    assert [one.candidate.text for one in verdicts if one.accepted(TextSettings().accept)] == []


def test_the_reason_is_an_answer_where_it_stands_among_them(panel: Panel) -> None:
    question = "Why did Zephyrwick lose money in 2023?"
    reason = "Zephyrwick made a net loss in 2023 because a fire closed its main furnace for five months."
    verdicts = judged(panel, question, [*BESIDE[question], ("Results", reason)])
    assert [one.candidate.text for one in verdicts if one.accepted(TextSettings().accept)] == [reason]
