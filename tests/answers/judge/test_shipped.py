"""The judge that ships refuses sentences that share words with a question and answer another."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from apps.answers.compose.quotations import Choice, choose
from apps.answers.judge.pair_model import Calibration, PairJudge, in_context
from apps.answers.judge.quotations import judged
from apps.answers.run.settings import TextSettings
from apps.answers.sources.evidence import Evidence, Filing, Passage
from apps.answers.sources.passages import sentences
from apps.inference.packed_pairs import SHIPPED, Card, PackedPairs
from apps.retrieval.found import Found, SearchResult, SearchTrace
from tests.answers.asked import DOCUMENT
from tests.questions.registers import filer, query

Told = Sequence[tuple[str, str]]  # heading and sentence
# each question with sentences of a filing that do not answer it
BESIDE: dict[str, Told] = {
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
REASON = "Zephyrwick began to lose money in 2023 because a fire closed its main furnace for five months."


@pytest.fixture(scope="module")
def judge() -> PairJudge:
    card = Card.of(SHIPPED)
    model = PackedPairs.load(SHIPPED, threads=1, precision="f32")
    return PairJudge(model, Calibration(card.weights, card.shift))


def passage(number: int, heading: str, text: str) -> Passage:
    found = Found(number, 1, DOCUMENT, "ZEPHYRWICK_2023", 0, (0,), "text", text, (heading,), number, 1.0, {})
    return Passage(found, ((number, 0, len(text)),))


def chosen(judge: PairJudge, question: str, told: Told) -> Choice:
    """What would be shown of a filing that says this."""
    filing = Filing(1, "ZEPHYRWICK_2023", "", 2023, filer=filer("Zephyrwick"), period="FY")
    passages = tuple(passage(number, *one) for number, one in enumerate(told, start=1))
    evidence = Evidence(SearchResult((), SearchTrace(question, (), 1, len(told))), (filing,), passages)
    asked, text = query(question), TextSettings()
    found = sentences(evidence, asked, passages=text.passages, silent=True)
    scores = judge.scorer.score(question, [in_context(one.candidate) for one in found])
    found = [replace(one, passage=score) for one, score in zip(found, scores, strict=True)]
    order = [one.found.chunk_id for one in passages]
    quoted, verdicts = judged(judge, question, asked, found, order, text.judged, text.number)
    return choose(quoted, verdicts, threshold=text.accept, most=text.quoted, shown=text.closest)


@pytest.mark.parametrize("question", BESIDE)
def test_a_sentence_on_another_matter_is_no_answer(judge: PairJudge, question: str) -> None:
    choice = chosen(judge, question, BESIDE[question])
    assert not choice.accepted, [one.candidate.text for one in choice.told]


def test_the_reason_is_an_answer_where_it_stands_among_them(judge: PairJudge) -> None:
    question = "Why did Zephyrwick lose money in 2023?"
    choice = chosen(judge, question, [*BESIDE[question], ("Results", REASON)])
    assert choice.accepted and [one.candidate.text for one in choice.told] == [REASON]
