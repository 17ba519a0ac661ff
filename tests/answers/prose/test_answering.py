"""Which sentences are chosen, and when they are sure to answer."""

from apps.answers.gather import Evidence, Filing, Passage
from apps.answers.intent import read_question
from apps.answers.prose.answering import Prose, answer_in_words
from apps.answers.prose.settings import ProseSettings
from apps.retrieval.found import SearchResult, SearchTrace
from tests.answers.prose.passages import passage

FILER = ("Quillmark Foundry",)
APPOINTED = "On March 1, 2023, the Board appointed Anna Quill as interim Chief Financial Officer of the foundry."
SEGMENTS = "We manage the foundry through two business segments, Ports and Rail, each led by a manager."
EXPECTED = "Organic sales are expected to decline 1 to 3 percent in the coming year."
GREW = "Organic sales grew 6 percent, driven by favorable prices and mix of products."


def answered(question: str, *passages: Passage, year: int = 2023) -> Prose:
    filing = Filing(1, 0, "quillmark_2023_10K", "10-K", FILER, year, frozenset({year}))
    result = SearchResult(tuple(one.found for one in passages), SearchTrace(question, (), 1, len(passages)))
    return answer_in_words(read_question(question), Evidence(result, (filing,), passages), ProseSettings())


def told(prose: Prose) -> list[str]:
    return [hit.sentence.text for hit in prose.sentences]


def test_who_was_appointed_is_told_surely() -> None:
    prose = answered("Who became interim CFO of Quillmark in 2023?", passage(1, APPOINTED))

    assert prose.sure
    assert told(prose) == [APPOINTED]


def test_yes_or_no_needs_more_than_the_subject() -> None:
    assert not answered("Is Quillmark spinning off any large business segments?", passage(1, SEGMENTS)).sure


def test_what_was_expected_of_a_year_is_told_by_the_report_before_it() -> None:
    question = "What organic sales growth did Quillmark guide for fiscal 2024?"
    prose = answered(question, passage(1, f"{GREW} {EXPECTED}"))

    assert told(prose) == [EXPECTED]
    assert (
        answered("What organic sales growth did Quillmark have in fiscal 2024?", passage(1, EXPECTED)).sentences == ()
    )
