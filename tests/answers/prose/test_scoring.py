import pytest

from apps.answers.prose.asked import Asked, Kind, Term
from apps.answers.prose.manner import is_fragment, is_furniture
from apps.answers.prose.scoring import score_sentences
from apps.answers.prose.settings import ProseSettings
from tests.answers.prose.passages import passage

STRIKE = Asked(Kind.WHY, (Term("freight", frozenset(), 1.0),))
CAUSE, REMARK = "Freight fell, primarily due to the strike.", "Freight was of many kinds in the year."


def scored(*passages: tuple[str, float, tuple[str, ...]]) -> list[str]:
    found = [
        passage(key, text, key, fused=fused, titles=titles) for key, (text, fused, titles) in enumerate(passages, 1)
    ]
    hits = score_sentences("Why did freight fall?", lambda one: STRIKE, found, ProseSettings(), lambda one, said: True)
    return [hit.sentence.text for hit, _ in hits]


def test_a_cause_comes_before_a_remark() -> None:
    assert scored((f"{REMARK} {CAUSE}", 1.0, ()))[0] == CAUSE


def test_the_better_passage_comes_first() -> None:
    assert scored((f"{CAUSE} Snow lay.", 0.2, ()), (CAUSE.replace("fell", "sank"), 1.0, ()))[0].startswith(
        "Freight sank"
    )


def test_what_might_happen_counts_less_than_what_did() -> None:
    risk = CAUSE.replace("fell", "sank")
    assert scored((risk, 1.0, ("Risk Factors",)), (CAUSE, 1.0, ("Results",))) == [CAUSE, risk]


def test_the_title_of_a_section_is_no_sentence() -> None:
    title = "Why Freight Fell; Freight of the Ports."
    assert scored((f"{title} {CAUSE}", 1.0, (f"Item 5. {title}",))) == [CAUSE]


def test_sentences_without_a_word_of_the_question_are_not_looked_at() -> None:
    assert scored(("The harbour master resigned in the spring.", 1.0, ())) == []


@pytest.mark.parametrize(
    "text", ["/s/ A. Quill, Treasurer", "QUILLMARK FOUNDRY REPORTS RESULTS", "Results of Operations", "See Note 4."]
)
def test_what_is_no_sentence_of_the_report(text: str) -> None:
    assert is_furniture(text)


def test_a_fragment_has_no_beginning_or_no_end() -> None:
    assert is_fragment("• competition in the ports;")
    assert is_fragment("Freight fell because the ports were")
    assert not is_fragment("• Freight fell by 4%.")


def test_what_happened_comes_before_what_by_laws_say() -> None:
    rule = "Any director may be elected by such holders in freight, pursuant to Section 2, due to this Article."
    assert scored((rule, 1.0, ()), (CAUSE, 1.0, ()))[0] == CAUSE


def test_a_section_named_by_the_question_comes_first() -> None:
    told = "Freight fell, primarily due to the frost."
    assert scored((CAUSE, 1.0, ("Pilots and Tugs",)), (told, 1.0, ("Freight",)))[0] == told


def test_words_around_a_table_are_read() -> None:
    table = passage(1, f"{CAUSE}\nFreight\t4\t5", kind="table")
    hits = score_sentences(
        "Why did freight fall?", lambda one: STRIKE, [table], ProseSettings(), lambda one, said: True
    )
    assert [hit.sentence.text for hit, _ in hits] == [CAUSE]
