"""Questions in other languages where a model translates (V7)."""

import pytest

from apps.answers.modelled.planner import foreign
from apps.answers.modelled.translated import additions, in_english, years_named
from apps.answers.models import Status
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.modelled.test_road import BOTH, answered
from tests.answers.store import hold
from tests.inference.language.server import configured
from tests.people import People

GERMAN = "Wie hoch war das Betriebsergebnis von Quillmark im Jahr 2023?"
FIGURE = "What was Quillmark's operating income in fiscal 2023?"
UNNAMED = "Warum sind die Umsatzerlöse im Jahr 2023 gestiegen?"
WHY = "Why did net sales grow in 2023?"


@pytest.mark.parametrize(
    "question", [FIGURE, "Net sales of Quillmark 2023", "Quillmark capex?", "How did Los Molinos do in 2022?", "EBITDA"]
)
def test_english(question: str) -> None:
    assert in_english(question)


@pytest.mark.parametrize(
    "question",
    [
        GERMAN,
        UNNAMED,
        "Quel était le chiffre d'affaires de Quillmark en 2023 ?",
        "¿Cuáles fueron los ingresos netos de Quillmark en 2023?",
        "Quali sono stati i ricavi di Quillmark nel 2023?",
        "Quais foram as receitas da Quillmark em 2023?",
        "Hoeveel bedroeg de omzet van Quillmark in 2023?",
        "Quillmark 2023年の売上高は?",
        "Какова была выручка Quillmark в 2023 году?",
    ],
)
def test_not_english(question: str) -> None:
    assert not in_english(question)


@pytest.mark.parametrize(
    ("translated", "question"),
    [(FIGURE, GERMAN), (WHY, UNNAMED), ("What was the EBITDA of Quillmark in 2023?", "Quillmark 2023年のEBITDAは?")],
)
def test_a_translation_may_be_asked(translated: str, question: str) -> None:
    assert foreign(translated, question) == ""


@pytest.mark.parametrize(
    ("translated", "question", "added"),
    [
        ("Why did net sales of Atlantis grow in 2023?", UNNAMED, "Atlantis"),
        ("Did net sales exceed 500 in 2023?", UNNAMED, "500"),
        ("Why did net sales grow in 2017?", UNNAMED, "2017"),
    ],
)
def test_a_translation_adds_no_name_and_no_number(translated: str, question: str, added: str) -> None:
    assert added in foreign(translated, question)


@pytest.mark.parametrize(
    ("translated", "question", "added"),
    [
        (
            "Did R&D costs of Quillmark rise in the U.S. in 2023?",
            "Sind Quillmarks Kosten in den USA 2023 gestiegen?",
            "",
        ),
        ("Were net sales of Quillmark 1,577 in 2023?", "Umsatz von Quillmark 2023: 1,577?", ""),
        ("Were net sales of Quillmark 1,577 in 2023?", "Umsatz von Quillmark 2023?", "1,577"),
        ("Sales rose. Why? Because of Brambleholt", "Warum?", "Brambleholt"),
    ],
)
def test_what_a_translation_adds(translated: str, question: str, added: str) -> None:
    assert additions(translated, question) == added


def test_years_are_found_beside_letters_of_any_language() -> None:
    assert years_named("FY2023, 2021年, 1,999 and 20235 in 3023") == {2023, 2021}


def test_an_english_question_needs_a_word_of_what_was_asked() -> None:
    assert foreign("How deep is the harbour?", WHY) == "it is about something else"


@pytest.mark.django_db
def test_a_figure_asked_for_in_german_is_computed_from_its_translation(people: People) -> None:
    hold(people.owner)
    told = written("Operating income was $214 million in 2023 [2].")
    with configured(by_shape(plan=plan(FIGURE), curate=curation(1), write=told)):
        answer = answered(people, GERMAN)

    assert answer.stages.get(name="plan").detail["questions"] == [FIGURE]
    assert "214" in answer.result["answer"] and "214" in {one.quote for one in answer.citations.all()}


@pytest.mark.django_db
def test_a_reason_asked_for_without_a_name_is_searched_for_in_english(people: People) -> None:
    hold(people.owner)
    with configured(by_shape(plan=plan(WHY), curate=curation(1, 2), write=written(BOTH))) as server:
        answer = answered(people, UNNAMED)

    assert answer.stages.get(name="plan").detail["left_out"] == [] and "after the strike" in server.prompt()
    assert answer.status == Status.WRITTEN, answer.result


@pytest.mark.django_db
def test_a_translation_that_names_another_company_is_left_out(people: People) -> None:
    hold(people.owner)
    with configured(
        by_shape(plan=plan("Why did net sales of Atlantis grow in 2023?"), curate=curation(1), write=written(BOTH))
    ):
        answer = answered(people, UNNAMED)

    detail = answer.stages.get(name="plan").detail
    assert detail["questions"] == [] and "Atlantis" in detail["left_out"][0]


def test_how_the_program_read_it_names_the_year_and_the_filer() -> None:
    terse, full = (
        "quillmark q2 fy23 gm down - drivers?",
        "Why did Quillmark's gross margin fall in the second quarter of 2023?",
    )
    assert foreign(full, terse) == "it names a year that was not asked for"
    assert foreign(full, terse, "about gm down, Quillmark Corporation, Q2 of fiscal 2023") == ""
