"""Which quotations the judge is asked about: of each passage the sentence that says most, with its neighbors."""

from dataclasses import replace

from apps.answers.judge.pair_model import PairJudge, tells
from apps.answers.judge.quotations import judged, quotations, widened
from apps.answers.judge.rules import STATED
from apps.answers.sources.candidate import Place
from apps.answers.sources.passages import Told
from apps.questions.expressions import Row
from apps.questions.query import Intent, TextKind
from apps.retrieval.sentences import run_around, split_sentences
from tests.answers.asked import DOCUMENT, OAKFIELD, Scripted, asks, says, told

WHY = asks(Intent.TEXT, text_kind=TextKind.WHY)
FELL = "We run nine foundries in the north. Lantern sales fell by 9% in 2023. The fall was due to a strike."
OLD = "In 2019, sales doubled twice over. We hope for more of it yet."
HARBOR = "The harbor was deep enough for all of our ships. It was dredged by hand in the spring."


def passage(number: int, page: str, **covers: float) -> list[Told]:
    """Its sentences. covers: by a word of theirs, how much of the question they say."""
    spans = ((0, 0, len(page)),)
    split = split_sentences(number, page, spans)
    return [
        Told(
            says(one.text, place=Place(DOCUMENT, number, 0, ((one.start, one.end),))),
            number,
            1.0,
            next((share for word, share in covers.items() if word in one.text), 0.0),
            run=run_around(split, at, page, spans),
        )
        for at, one in enumerate(split)
    ]


def texts(quoted: list[Told]) -> list[str]:
    return [one.candidate.text for one in quoted]


def test_a_quotation_is_a_sentence_with_its_neighbors_that_speak_of_no_other_period() -> None:
    _, fell, _, old, _ = passage(1, f"{FELL} {OLD}")
    assert widened(fell, WHY).candidate.text == FELL
    assert widened(widened(fell, WHY), WHY).candidate.text == FELL, "once is enough"
    assert widened(old, WHY).candidate.text.startswith("We run nine foundries"), "what is asked about is not old"


def test_each_passage_is_quoted_once_by_the_sentence_that_says_most() -> None:
    every = [*passage(7, HARBOR, dredged=0.2), *passage(3, f"{OLD} {FELL}", strike=0.5, Lantern=0.3)]
    assert texts(quotations(WHY, every, [3, 7], 12)) == [f"We hope for more of it yet. {FELL}", HARBOR]
    assert texts(quotations(WHY, every, [3, 7], 1)) == [f"We hope for more of it yet. {FELL}"]
    assert texts(quotations(WHY, every, [7], 12)) == [HARBOR]


def test_what_two_passages_share_is_quoted_once() -> None:
    first = passage(3, FELL, strike=0.5)
    again = [replace(one, chunk=4) for one in first]
    assert texts(quotations(WHY, [*first, *again], [3, 4], 12)) == [FELL]


def test_the_judge_is_asked_about_quotations_and_the_rules_about_sentences() -> None:
    foreign = Told(says("After the strike it grew.", filer=OAKFIELD), 9, 1.0)
    every = [*passage(3, FELL, strike=0.5), foreign]
    scorer = Scripted(strike=0.9)
    quoted, verdicts = judged(PairJudge(scorer), "Why?", WHY, every, [9, 3], 12, 0.9)

    assert texts(quoted) == [FELL, foreign.candidate.text]
    assert verdicts[0].accepted(0.8) and verdicts[1].refused == "It is of Oakfield Mills."
    assert len(scorer.read) == 1 and scorer.read[0].endswith(FELL)


def test_without_a_trained_judge_sentences_stay_what_they_are() -> None:
    every = passage(3, FELL, strike=0.5)
    quoted, verdicts = judged(None, "Why?", WHY, every, [3], 12, 0.9)
    assert quoted == every and [one.answers for one in verdicts] == [None] * 3


def test_what_the_rules_accept_stays_a_sentence() -> None:
    stated = told(says("Operating income was $214 million in 2023."))
    quoted, verdicts = judged(PairJudge(Scripted(income=0.1)), "?", asks(), stated, [1], 12, 0.9)
    assert texts(quoted) == ["Operating income was $214 million in 2023."]
    assert [one.answers for one in verdicts] == [STATED]


def test_where_a_figure_is_surely_asked_for_the_sentence_names_what() -> None:
    other = says("Cost of sales was $214 million.")
    assert not tells(asks(), other) and tells(WHY, other)
    assert tells(asks(), says("Operating income was $214 million."))
    assert tells(replace(asks(), measures=(Row("bribery affair"),)), other), "of a guessed line nothing is sure"


def test_a_sentence_that_tells_of_a_later_year_is_not_asked_about() -> None:
    of_2023, later = says("Sales rose in 2023 compared to 2022."), says("Sales rose in 2024 compared to 2023.")
    assert tells(WHY, of_2023) and not tells(WHY, later)
