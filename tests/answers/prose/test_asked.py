import pytest

from apps.answers.intent import read_question
from apps.answers.prose.asked import Asked, Kind, Term, kind_of, read_asked
from apps.answers.prose.manner import asks_for_rules, is_ruling


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


def test_a_pair_in_words_of_the_same_meaning_counts_a_little_less() -> None:
    asked = Asked(
        Kind.WHO, (Term("interim", frozenset(), 1.0), Term("cfo", frozenset({"chief"}), 1.0)), (("interim", "cfo"),)
    )

    assert asked.coverage("The interim CFO")[0] == 1.0
    assert asked.coverage("The interim chief")[0] == pytest.approx((1 + 0.85 + 0.5 * 0.85) / 2.5)
    assert asked.coverage("The chief of the interim")[0] == pytest.approx((1 + 0.85) / 2.5)


def test_a_longer_or_shorter_form_of_a_word_is_met() -> None:
    asked = read_asked(read_question("Is the workforce unionised?"))

    assert "unionis" in asked.coverage("Agreements with various unions cover it.")[1]
    assert "unionis" not in asked.coverage("The unit is large.")[1]


def test_the_month_of_may_is_no_word_asked_for() -> None:
    asked = read_asked(read_question("Which notes did Quillmark issue in May 2023?"), ["Quillmark"])

    assert [term.stem for term in asked.terms] == ["note", "issu"]


def test_why_that_is_asked_besides_comes_second() -> None:
    assert kind_of("In which quarters are sales highest, and why?") is Kind.MOST


def test_titles_that_name_what_was_asked_and_nothing_else() -> None:
    asked = read_asked(read_question("Who are the competitors of the foundry's harbour business?"))

    assert asked.named(["Harbour Business", "Competition"]) > asked.named(["Rail Business", "Competition"]) > 0
    assert asked.named(["Harbour Pilots of the North"]) == 0.0


def test_a_part_that_made_the_whole_fall_is_no_reason_why_the_part_fell() -> None:
    asked = read_asked(read_question("Why did turbine sales fall in 2023?"))

    assert asked.is_the_cause("The decrease was primarily driven by lower turbine sales of $4 million.")
    assert not asked.is_the_cause("Turbine sales decreased, primarily driven by lower volume.")
    assert not asked.is_the_cause("The decrease was primarily driven by lower volume.", "Turbine Sales")


@pytest.mark.parametrize(
    ("text", "ruling"),
    [
        ("Any stockholder may nominate a person under this Article III.", True),
        ("“Existing Agreement” means the agreement dated as of April 30, 2019.", True),
        ("The stockholders elected Anna Quill as a director.", False),
    ],
)
def test_what_a_contract_rules_is_not_what_happened(text: str, ruling: bool) -> None:
    assert is_ruling(text) is ruling


def test_who_asks_for_rules_gets_them() -> None:
    assert asks_for_rules("What covenants does the indenture contain?")
    assert not asks_for_rules("Which directors were elected?")
