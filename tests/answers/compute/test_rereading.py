"""Other queries that a question may stand for: by all its words, or of one part that was read as two."""

from dataclasses import replace

import pytest

from apps.answers.compute.computing import compute
from apps.answers.compute.rereading import by_all_words, in_one, names_another
from apps.documents.models import DocumentVersion
from apps.questions.expressions import At, Item, OverTime, OverTimeFunction, Row
from apps.questions.query import Intent, Query, Role, TextKind, Token
from apps.questions.slots import Dimension, Part
from apps.retrieval.found import Scope
from tests.answers.compute.filings import annual, asked, filer, sentences, table, years
from tests.people import People

pytestmark = pytest.mark.django_db
HEAD = ("", "December 31, 2022", "Opened in 2023", "Closed in 2023", "December 31, 2023")


@pytest.fixture
def version(people: People) -> DocumentVersion:
    return annual(people.owner)


def words_of(text: str, *unread: str, **slots: object) -> Query:
    tokens, at = [], 0
    for word in text.split():
        role = Role.UNREAD if word in unread else Role.MEASURE
        tokens.append(Token(word, at, at + len(word), role))
        at += len(word) + 1
    given = slots if "filers" in slots else {"filers": (filer(),), **slots}
    return Query(**{"intent": Intent.FIGURE, "tokens": tuple(tokens), **given})  # type: ignore[arg-type]


def test_an_estimate_is_not_read_again_and_again(people: People, version: DocumentVersion) -> None:
    query = words_of("guidance revenue", "guidance", measures=(Item("revenue"),), periods=years(2024), estimate=True)

    assert list(by_all_words(query)) == []
    assert compute(query, Scope(), people.owner).missing
    plain = replace(query, estimate=False)
    (named, *_) = by_all_words(plain)
    assert named not in list(by_all_words(named))


def test_words_that_are_not_read_may_be_met_by_the_sentence_itself(people: People, version: DocumentVersion) -> None:
    sentences(version, "We recorded transaction costs of $7 million in 2023 associated with the Saltgate purchase.")
    query = words_of(
        "transaction costs Saltgate", "Saltgate", measures=(Row("transaction costs"),), periods=years(2023)
    )
    outcome = compute(query, Scope(), people.owner)

    assert outcome.figures[0].amount.value == 7_000_000 and outcome.query == query
    assert outcome.notes == ("What the sentence tells is called “transaction costs” there.",)
    other = words_of("transaction costs Ferrow", "Ferrow", measures=(Row("transaction costs"),), periods=years(2023))
    assert not compute(other, Scope(), people.owner).figures


def test_only_a_plain_line_is_sought_by_all_its_words(people: People, version: DocumentVersion) -> None:
    growth = OverTime(OverTimeFunction.GROWTH, Row("costs"))

    assert not list(by_all_words(words_of("growth of costs Saltgate", "Saltgate", measures=(growth,))))
    assert not list(by_all_words(asked(Row("costs"))))
    why = words_of("costs Saltgate", "Saltgate", intent=Intent.TEXT, text_kind=TextKind.WHY)
    assert not list(by_all_words(why))


def test_names_side_by_side_are_one_name_and_no_list(people: People, version: DocumentVersion) -> None:
    rows = [("", "2023", "2022"), ("Lamp Works", "41", "40"), ("Oil Works", "12", "13")]
    table(version, "Stores", rows)
    measures = (Row("Lamp Works"), Row("Stores"))
    query = words_of("Lamp Works Stores", measures=measures, periods=years(2023))
    outcome = compute(query, Scope(), people.owner)

    assert in_one(query) and [one.amount.value for one in outcome.figures] == [41]
    apart = compute(words_of("Ferrow Stores", measures=(Row("Ferrow"), Row("Stores"))), Scope(), people.owner)
    assert apart.missing == ("It is not clear what Ferrow and Stores have to do with each other.",)
    assert not in_one(words_of("Lamp Works and Stores", measures=measures))


def test_a_line_of_another_is_no_list_of_both(people: People, version: DocumentVersion) -> None:
    sentences(version, "Sales of accounts receivable were $4 million in 2023.")
    both = (Item("revenue"), Item("accounts_payable"))
    query = words_of("sales of receivable", measures=both, periods=years(2023))
    tied = replace(query, tokens=tuple(replace(t, role=Role.FUNCTION) if t.text == "of" else t for t in query.tokens))

    assert in_one(tied) and not compute(tied, Scope(), people.owner).figures  # the words are not all said
    assert not in_one(words_of("sales and receivable", measures=both))


def test_what_is_earned_on_another_line_is_no_list_of_both(version: DocumentVersion) -> None:
    growth = OverTime(OverTimeFunction.CHANGE, Item("interest_expense"))
    query = words_of("interest earned on Zephyrwick cash", measures=(growth, Item("cash")), periods=years(2023))
    roles = {"earned": Role.OPERATOR, "on": Role.FUNCTION, "Zephyrwick": Role.FILER}
    tied = replace(query, tokens=tuple(replace(one, role=roles.get(one.text, one.role)) for one in query.tokens))

    assert in_one(tied) and not in_one(replace(tied, tokens=()))


def test_parts_that_nothing_joins_are_no_list(version: DocumentVersion) -> None:
    parts_of = [At(Item("revenue"), part=Part(Dimension.ANY, name, name)) for name in ("China", "VIP tables")]
    query = words_of("China VIP tables revenue", measures=tuple(parts_of), periods=years(2023))

    assert in_one(query) and not in_one(words_of("China and VIP tables revenue", measures=tuple(parts_of)))


def test_a_part_in_words_that_nothing_prints_is_no_figure_of_the_whole() -> None:
    query = words_of("operating income lantern unit", intent=Intent.TEXT, text_kind=TextKind.WHY, filers=())
    topics = tuple(replace(one, role=Role.TOPIC) if one.text == "unit" else one for one in query.tokens)

    assert names_another(replace(query, tokens=topics)) and not names_another(query)


def test_of_lines_that_nothing_joins_one_alone_is_not_told(people: People, version: DocumentVersion) -> None:
    measures = (Item("revenue"), Item("advertising_expense"))
    side_by_side = words_of("sales advertising", measures=measures, periods=years(2023))
    listed = words_of("sales , advertising", measures=measures, periods=years(2023))

    assert not compute(side_by_side, Scope(), people.owner).figures
    assert len(compute(listed, Scope(), people.owner).figures) == 1


def test_what_happened_between_two_days_is_of_that_time(people: People, version: DocumentVersion) -> None:
    rows = [HEAD, ("Lamp Works", "45", "3", "7", "41"), ("Oil Works", "12", "1", "—", "13")]
    table(version, "Store profile", rows, units="")
    query = words_of("Lamp Works stores close", "close", measures=(Row("Lamp Works stores"),), periods=years(2023))

    assert [one.amount.value for one in compute(query, Scope(), people.owner).figures] == [7]


def test_units_over_some_columns_are_of_these_alone(people: People, version: DocumentVersion) -> None:
    rows = [
        ("", "2023", "2022", "Floor", ""),
        ("", "", "", "(in thousands)", ""),
        ("", "", "", "2023", "2022"),
        ("Lamp stores", "41", "40", "90", "80"),
    ]
    table(version, "Profile", rows, units="(in thousands)", header_rows=3, spans={(0, 3): 2, (1, 3): 2})
    query = asked(Row("Lamp stores"), periods=years(2023))

    assert [one.amount.value for one in compute(query, Scope(), people.owner).figures] == [41]
