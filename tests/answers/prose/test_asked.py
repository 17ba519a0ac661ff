import pytest

from apps.answers.intent import read_question
from apps.answers.prose.asked import Asked, Kind, Term, kind_of, read_asked


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What drove the fall in gross margin?", Kind.WHY),
        ("What industry does Quillmark operate in?", Kind.IDENTITY),
        ("Which region had the lowest sales?", Kind.MOST),
        ("When was the merger completed?", Kind.WHEN),
        ("Who audits the accounts?", Kind.WHO),
        ("How many ports are served?", Kind.COUNT),
        ("As of June 30, 2023, is Quillmark closing any foundry?", Kind.YES_NO),
        ("Has Quillmark reported a strike?", Kind.YES_NO),
        ("Which acquisitions were made?", Kind.LIST),
        ("Tell me of the strike.", Kind.WHAT),
    ],
)
def test_the_kind_of_a_question(question: str, kind: Kind) -> None:
    assert kind_of(question) is kind


def test_a_word_of_the_same_meaning_counts_a_little_less_and_a_heading_half() -> None:
    asked = Asked(Kind.WHAT, (Term("lawsuit", frozenset({"litig"}), 1.0), Term("port", frozenset(), 1.0)))

    assert asked.coverage("A lawsuit about a port.") == (1.0, frozenset({"lawsuit", "port"}))
    assert asked.coverage("The litigation goes on.")[0] == pytest.approx(0.425)
    assert asked.coverage("The strike was long.", "Ports")[0] == pytest.approx(0.25)


def test_the_filers_name_and_words_of_asking_are_not_asked_for() -> None:
    asked = read_asked(
        read_question("What primarily drove freight volumes of Quillmark Foundry?"), ["Quillmark Foundry"]
    )

    strong = {term.stem for term in asked.terms if term.weight == 1.0}
    assert strong == {"freight", "volum"}


def test_a_cause_reads_like_an_answer_to_why() -> None:
    asked = Asked(Kind.WHY, ())

    assert asked.signs("Sales fell, primarily due to the strike.")
    assert not asked.signs("Sales were 4 million.")


def test_nothing_asked_is_nothing_met() -> None:
    assert Asked(Kind.WHAT, ()).coverage("Anything at all.") == (0.0, frozenset())
