"""Each entry is read in its own example, and each name of a measure in a plain question."""

import pytest

from apps.questions.drafts import drafted
from apps.questions.lexicon import Entry, Lexicon, lexicon, spellings, verb_forms
from apps.questions.names import NoRegister
from apps.questions.query import Role
from apps.questions.tokens import words_of
from apps.statements.ontology import concepts
from tests.questions.notation import told
from tests.questions.registers import REGISTER, query

LEXICON = lexicon()
MEASURES = ("item", "row", "ratio")
WORDS = [entry for entry in LEXICON.entries if entry.kind not in MEASURES]
NAMED = [
    (entry, phrase)
    for entry in LEXICON.entries
    if entry.kind in MEASURES
    for phrase in entry.phrases
    if phrase not in entry.what.get("beside", ())  # read so beside another item alone
]
SILENT = {"relation", "adjective", "noun"}  # they shape a phrase and are gone once it is read


def fullest(phrase: str) -> str:
    """A phrase as it would be written, with all that may be left out and the first of each choice."""
    words = [word.strip("()") for word in phrase.split()]
    return " ".join(word if word == "/" else word.split("/")[0] for word in words)


@pytest.mark.parametrize("entry", WORDS, ids=lambda entry: entry.full)
def test_an_entry_is_read_in_its_example(entry: Entry) -> None:
    words = words_of(entry.example)
    starts = [LEXICON.longest(words, place, len(words)) for place in range(len(words))]
    assert any(match and entry in match.entries for match in starts), "the example holds no phrase of the entry"


@pytest.mark.parametrize("entry", [entry for entry in WORDS if entry.kind not in SILENT], ids=lambda entry: entry.full)
def test_an_example_is_read_to_its_last_word(entry: Entry) -> None:
    left = {token.text for token in query(entry.example).unread}
    assert bool(left) == (entry.kind == "barrier") or entry.full == "operator.exclude"


@pytest.mark.parametrize(("entry", "phrase"), NAMED, ids=[f"{entry.full}: {phrase}" for entry, phrase in NAMED])
def test_a_name_of_a_measure_is_read_as_that_measure(entry: Entry, phrase: str) -> None:
    name = fullest(phrase)
    question = (
        f"What was the number of Zephyrwick {name} in 2022?" if entry.what.get("counted") else f"Zephyrwick {name} 2022"
    )
    found = query(f"{name} of Zephyrwick in 2022") if not entry.what.get("counted") else query(question)
    leaf = {"item": entry.name, "row": f"'{entry.name}'", "ratio": f"%{entry.name}"}[entry.kind]
    measures = [told(measure).split("~")[0] for measure in found.measures]
    assert (leaf in measures and not found.unread) or entry.what.get("counted")


def test_every_concept_and_no_other_is_an_item() -> None:
    assert {entry.name for entry in LEXICON.entries if entry.kind == "item"} == set(concepts())


def test_what_is_spent_or_paid_is_a_concept() -> None:
    meant = [entry.what[key] for entry in LEXICON.entries for key in ("spent", "paid", "like") if entry.what.get(key)]
    known = {entry.name for entry in LEXICON.entries if entry.kind in ("item", "ratio")}
    assert len(meant) > 15 and set(meant) <= known


def test_qualities_are_decided_by_ratios_that_exist() -> None:
    ratios = {entry.name for entry in LEXICON.entries if entry.kind == "ratio"}
    used = {key for entry in LEXICON.entries if entry.kind == "quality" for key in entry.what["ratios"]}
    missing = used - ratios
    assert not missing


def test_other_measures_of_a_name_exist() -> None:
    known = {entry.name for entry in LEXICON.entries if entry.kind in ("item", "ratio")}
    named = {key for entry in LEXICON.entries for keys in entry.what.get("others", {}).values() for key in keys}
    assert named and named <= known


@pytest.mark.parametrize(
    ("phrase", "written"),
    [
        ("cash-flow", [("cash", "flow"), ("cashflow",)]),
        ("net sale/income", [("net", "sale"), ("net", "income")]),
        ("debt (load)", [("debt",), ("debt", "load")]),
        ("r&d", [("r", "&", "d"), ("r", "and", "d")]),
        ("p / e", [("p", "/", "e")]),
        ("a (b c) d", [("a", "d"), ("a", "b", "c", "d")]),
    ],
)
def test_a_phrase_is_spelled_in_every_way(phrase: str, written: list[tuple[str, ...]]) -> None:
    assert list(spellings(phrase)) == written


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("pay", ("pay", "pays", "paying", "paid")),
        ("climb", ("climb", "climbs", "climbing", "climbed")),
        ("drop", ("drop", "drops", "dropping", "dropped")),
        ("decline", ("decline", "declines", "declining", "declined")),
        ("vary", ("vary", "varies", "varying", "varied")),
    ],
)
def test_a_verb_has_all_its_forms(verb: str, forms: tuple[str, ...]) -> None:
    assert verb_forms(verb, LEXICON.irregular) == forms


def longest(lexicon: Lexicon, text: str) -> str:
    words = words_of(text)
    match = lexicon.longest(words, 0, len(words))
    return " ".join(word.text for word in words[: match.end]) if match else ""


def test_the_longest_phrase_wins_and_marks_within_it_do_not_part_it() -> None:
    assert longest(LEXICON, "property, plant and equipment of") == "property , plant and equipment"
    assert longest(LEXICON, "long-term debt to equity") == "long - term debt to equity"
    assert longest(LEXICON, "shareholders' equity") == "shareholders ' equity"


def test_a_comma_parts_what_begins_another_measure() -> None:
    assert longest(LEXICON, "receivables, net income") == "receivables"
    assert longest(LEXICON, "receivables, net") == "receivables , net"


def test_the_more_particular_row_is_no_wider_item() -> None:
    assert told(query("What were net sales in 2022?").measures[0]) == "'net sales'~revenue"
    assert told(query("What was revenue in 2022?").measures[0]) == "revenue"


def test_a_name_of_a_company_hides_the_words_in_it() -> None:
    roles = [token.role for token in query("Hollow revenue 2022").tokens]
    assert roles == [Role.FILER, Role.MEASURE, Role.PERIOD]


def test_without_a_register_a_question_is_read_too() -> None:
    assert drafted("revenue of Zephyrwick in 2022", NoRegister()).words
    assert drafted("revenue of Zephyrwick in 2022", REGISTER).chunks
