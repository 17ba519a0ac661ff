"""Which number of a sentence answers: each is read marked, and the sentence counts by its likeliest."""

import pytest

from apps.answers.judge.numbers import MOST, SCORED, judged_by_numbers, marked, marked_numbers, numbers_in
from apps.answers.judge.pair_model import Calibration, PairJudge
from apps.answers.judge.quotations import judged
from apps.questions.expressions import Row
from apps.questions.query import Intent, TextKind
from tests.answers.asked import Scripted, asks, says, told

PATENTS = says("We held about 1,150 patents in 2023, of which 435 were of lanterns.", above=("Business", "Patents"))
WAGES = says("Wages rose by 4% to $21.5 million in 2023.")
NO_NUMBER = says("We own patents that protect our lanterns.")
READS = Calibration({"score": (1.0, 0.0)})


def printed(text: str) -> list[str]:
    return [text[one.start : one.end].strip() for one in numbers_in(text)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Rent was $5.2 million, or 3.5% of sales, in fiscal 2023.", ["$5.2 million", "3.5%"]),
        ("See Item 7 and Note 9 of our 10-K, dated March 3, 2023.", []),
        ("We had 1,200 stores and 47 kilns on December 31, 2023.", ["1,200", "47"]),
        ("The margin is 112.5 basis points over SOFR.", ["112.5 basis points"]),
        ("Fees of $4 and €6 were paid.", ["$4", "€6"]),
        ("None was sold.", []),
    ],
)
def test_amounts_are_numbers_and_dates_and_names_are_not(text: str, numbers: list[str]) -> None:
    assert printed(text) == numbers


def test_a_number_stands_in_marks_among_the_words_around_it() -> None:
    text = "Rent was $5 million in 2023 and $4 million in 2022."
    first, second = numbers_in(text)
    assert marked(text, first) == "Rent was « $5 million » in 2023 and $4 million in 2022."
    assert marked(text, second) == "Rent was $5 million in 2023 and « $4 million » in 2022."
    long = f"{'before ' * 100}$7 {'after ' * 100}"
    (only,) = numbers_in(long)
    assert "« $7 »" in marked(long, only) and len(marked(long, only)) < 500


def test_a_model_reads_the_filer_the_period_and_the_heading_first() -> None:
    first, second = (one.text for one in marked_numbers(PATENTS))
    assert first.startswith("Quillmark Foundry. FY 2023. Patents. We held about « 1,150 » patents")
    assert "« 435 »" in second
    many = says(" ".join(f"${one} million," for one in range(20, 21 + MOST)))
    assert marked_numbers(many) == [], "one with more numbers is a table without lines"


def test_a_sentence_counts_by_its_likeliest_number() -> None:
    judge = PairJudge(Scripted(**{"« 435 »": 0.9, "« 1,150 »": 0.3, "« 4% »": 0.2}), numbers=READS)
    found = judged_by_numbers(judge, "How many lantern patents?", told(PATENTS, WAGES, NO_NUMBER))

    assert [(one.candidate, round(verdict.answers or 0, 6)) for one, verdict in found] == [(PATENTS, 0.9), (WAGES, 0.2)]
    assert {verdict.by for _, verdict in found} == {"scripted"}


def test_only_so_many_numbers_are_scored() -> None:
    scripted = Scripted()
    judged_by_numbers(PairJudge(scripted, numbers=READS), "?", told(*[WAGES] * SCORED))
    assert len(scripted.read) == SCORED


def test_what_has_not_learned_to_read_numbers_is_not_asked() -> None:
    scripted = Scripted()
    assert judged_by_numbers(PairJudge(scripted), "?", told(WAGES)) == [] and not scripted.read


def test_a_question_for_a_figure_is_answered_by_a_sentence_with_a_likely_number() -> None:
    judge = PairJudge(Scripted(**{"« 435 »": 0.95}), numbers=READS)
    every = told(WAGES, PATENTS)
    question = asks(said="lantern patents", measures=(Row("lantern patents"),))
    first, *_ = judged(judge, "How many lantern patents?", question, every, [1, 2], 12, 0.9)[1]
    assert first.candidate == PATENTS and first.accepted(0.9)

    unsure = judged(judge, "How many lantern patents?", question, every, [1, 2], 12, 0.96)[1]
    assert not any(one.accepted(0.9) for one in unsure)

    why = asks(Intent.TEXT, text_kind=TextKind.WHY)
    assert not any(one.accepted(0.9) for one in judged(judge, "Why?", why, every, [1, 2], 12, 0.9)[1])
