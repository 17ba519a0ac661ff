"""Words that no lexicon knows stand for what filings print; what names nothing there stays unread."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.questions.expressions import At, Call, CallFunction, Item, Ratio, Row, Share, walk
from apps.questions.labels import Label, stems
from apps.questions.query import Comparison, Intent, Query, Role
from apps.questions.reader import read
from apps.questions.sentence import sentence
from apps.questions.slots import Dimension, Filer, Part, Periods
from tests.questions.registers import REGISTER


@dataclass(frozen=True, slots=True)
class Printed:
    """Labels of an invented filing."""

    labels: tuple[Label, ...]

    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> Sequence[Label]:
        wanted = frozenset(words)
        return [label for label in self.labels if stems(label.text) & wanted]


LABELS = Printed(
    (
        Label("Net card fees"),
        Label("Land, buildings, and equipment"),
        Label("Haulage revenue"),
        Label("Additions to crane assets"),
        Label("Amortization of crane assets"),
        Label("Paid berths at end of period"),
        Label("Docks and development"),
        Label("Harbor App", member=True),
        Label("Bulk Terminals", member=True),
        Label("Northern Docks", member=True),
        Label("Crane products and port services", member=True),
        Label("Northern docks revenue"),
        Label("Southern docks revenue"),
        Label("Document Crane", member=True),
        Label("Zephyrwick Slipways"),
        Label("Development of cranes"),
        Label("Tugs", member=True),
        Label("Barges", member=True),
        Label("North America Retail", member=True),
        Label("Asia & Oceania", member=True),
        Label("Europe, Middle East, and Africa (EMEA)", member=True, title=True),
    )
)


def asked(question: str) -> Query:
    return read(question, REGISTER, labels=LABELS).query


def test_a_line_is_found_by_its_printed_label() -> None:
    found = asked("Zephyrwick paid berths end of 2022")
    assert (found.intent, found.measures, found.unread) == (Intent.FIGURE, (Row("Paid berths at end of period"),), ())


def test_spending_on_what_a_filer_calls_its_fixed_assets_is_no_balance() -> None:
    assert asked("Zephyrwick land, buildings and equipment 2022").measures == (Row("Land, buildings, and equipment"),)
    spent = asked("How much did Zephyrwick spend on land, buildings and equipment in 2022?")
    assert spent.measures == (Item("capital_expenditures"),)


def test_a_count_goes_over_the_name_of_a_company() -> None:
    found = asked("number of paid Zephyrwick berths in 2022")
    assert found.measures == (Row("Paid berths at end of period"),)


def test_a_label_that_says_one_word_more_is_told() -> None:
    found = asked("What were Zephyrwick's card fees in 2022?")
    assert found.measures == (Row("Net card fees"),)
    assert [(one.asked, one.label) for one in found.taken] == [("card fees", "Net card fees")]
    assert "Net card fees" in sentence(found)


def test_a_part_is_placed_by_the_head_of_its_column() -> None:
    found = asked("What did Zephyrwick's Bulk Terminals earn in operating income in 2022?")
    assert found.part is not None
    assert (found.part.member, found.measures, found.taken) == ("Bulk Terminals", (Item("operating_income"),), ())


def test_expense_behind_a_printed_line_adds_no_other_line() -> None:
    assert asked("What was Zephyrwick's docks and development expense in 2022?").measures == (
        Row("Docks and development"),
    )


def test_a_phrase_may_hold_the_name_of_a_company() -> None:
    found = asked("What was the total number of Zephyrwick employees at the end of 2021?")
    assert (found.measures, found.unread) == ((Row("number of employees"),), ())


def test_two_parts_joined_by_and_may_be_the_name_of_one() -> None:
    found = asked("Zephyrwick crane products and port services revenue 2022")
    assert found.part is not None and found.part.member == "Crane products and port services"
    apart = asked("Zephyrwick revenue in Europe and Asia in 2022")
    assert len(apart.measures) == 2


@pytest.mark.parametrize("called", ["Asia & Oceania", "Asia & Oceania segment", "Asia and Oceania"])
def test_two_places_may_be_the_name_of_one_segment(called: str) -> None:
    found = asked(f"change in Zephyrwick {called} revenue from 2021 to 2022")
    assert found.part is not None and found.part.member == "Asia & Oceania" and not found.unread


def test_at_cost_is_no_line_at_another_value() -> None:
    assert len(asked("Zephyrwick property and equipment at cost in 2022").measures) == 2
    assert len(asked("Zephyrwick property and equipment in 2022").measures) == 1


def test_places_and_channels_side_by_side_may_be_the_name_of_one_part() -> None:
    found = asked("How much of Zephyrwick's sales decline in 2022 came from North America Retail?")
    share = found.measures[0]
    assert isinstance(share, Share) and not found.unread
    assert {node.part.member for node in walk(share) if isinstance(node, At) and node.part} == {"North America Retail"}
    over_a_table = asked("Zephyrwick revenue in Europe, the Middle East and Africa in 2022")
    assert over_a_table.part is not None and not over_a_table.unread
    assert over_a_table.part.member == "Europe, Middle East, and Africa (EMEA)"
    assert len(asked("Zephyrwick revenue in North America and Asia in 2022").measures) == 2


def test_a_line_that_labels_name_makes_other_words_its_part() -> None:
    found = asked("Zephyrwick terminals paid berths 2022")
    assert found.measures == (Row("Paid berths at end of period"),)
    assert found.part is not None and found.part.member == "Bulk Terminals"
    assert [(one.asked, one.label) for one in found.taken] == [("terminals", "Bulk Terminals")]


def test_a_longer_label_wins_over_a_measure_within_it() -> None:
    found = asked("What share of Zephyrwick's gross profit came from Cash App in 2022?")
    assert found.unread  # "Cash App" is printed nowhere: neither cash nor anything else stands for it
    assert asked("What were Zephyrwick's additions to crane assets in 2022?").measures == (
        Row("Additions to crane assets"),
    )


def test_the_share_of_a_part_is_of_the_same_measure() -> None:
    (share,) = asked("Zephyrwick: Harbor App as % of revenue in 2022").measures
    assert isinstance(share, Share)
    assert isinstance(share.of, At)
    assert (share.of.of, share.whole) == (Item("revenue"), Item("revenue"))


@pytest.mark.parametrize(
    "question",
    [
        "How much of Zephyrwick's revenue was Harbor App in 2022?",
        "What part of Zephyrwick's 2022 revenue was Harbor App?",
        "What share of Zephyrwick's revenue is from the Harbor App in 2022?",
    ],
)
def test_a_share_is_read_once_its_part_is_placed(question: str) -> None:
    found = asked(question)
    (share,) = found.measures
    assert isinstance(share, Share) and isinstance(share.of, At) and share.of.part is not None
    assert (share.of.part.member, share.whole, found.unread) == ("Harbor App", Item("revenue"), ())


def test_a_share_of_a_part_is_of_what_stands_before_the_measure() -> None:
    (share,) = asked("How much of Zephyrwick's Bulk Terminals revenue was Tugs in 2022?").measures
    assert isinstance(share, Share) and isinstance(share.of, At) and isinstance(share.whole, At)
    assert [one.part and one.part.member for one in (share.of, share.whole)] == ["Tugs", "Bulk Terminals"]


def test_what_is_left_of_a_share_stays_unread() -> None:
    assert asked("How much of Zephyrwick's revenue was frobnicated in 2022?").unread


def test_words_that_say_little_may_be_of_a_name() -> None:
    found = asked("Zephyrwick document crane revenue 2022")
    assert found.part is not None and found.part.member == "Document Crane"


def test_a_label_may_say_the_name_of_its_filer() -> None:
    (share,) = asked("How much of Zephyrwick's revenue was slipways in 2022?").measures
    assert isinstance(share, Share) and isinstance(share.of, At) and share.of.part is not None
    assert share.of.part.member == "Slipways"


def test_parts_within_each_other_are_one_part() -> None:
    found = asked("How much Bulk Terminals revenue did Zephyrwick have in Europe in 2022?")
    assert found.part is not None
    assert ({found.part.member, found.part.within}, found.unread) == ({"Bulk Terminals", "Europe"}, ())
    assert "within" in sentence(found)


@pytest.mark.parametrize(
    "question",
    [
        "Zephyrwick tugs and barges revenue in 2022, combined",
        "Zephyrwick combined revenue of Tugs and Barges in 2022",
        "Combined revenue of Zephyrwick's Tugs and Barges segments in 2022?",
    ],
)
def test_several_parts_of_one_period_are_added_up(question: str) -> None:
    (total,) = asked(question).measures
    assert isinstance(total, Call) and total.function is CallFunction.SUM
    assert [one.part and one.part.member for one in total.of if isinstance(one, At)] == ["Tugs", "Barges"]


def test_several_parts_are_told_one_by_one() -> None:
    measures = asked("Zephyrwick tugs and barges revenue 2022").measures
    assert [one.part and one.part.member for one in measures if isinstance(one, At)] == ["Tugs", "Barges"]


def test_a_line_in_parentheses_explains_the_measure_before_it() -> None:
    found = asked("Zephyrwick's R&D (development of cranes) as % of gross profit 2022")
    assert found.measures == (Share(Item("research_and_development"), Item("gross_profit")),)


def test_a_line_without_a_name_in_the_lexicon_may_be_a_ratio() -> None:
    assert asked("What was Zephyrwick's berth ratio in 2022?").measures == (Row("berth ratio"),)


def test_a_return_on_something_is_no_return_of_it() -> None:
    assert "ratio" not in {type(one).__name__.lower() for one in asked("Zephyrwick capital return 2022").measures}


@pytest.mark.parametrize(
    ("question", "concept"),
    [
        ("What did Zephyrwick pay to buy back its own shares in 2022?", "stock_repurchased"),
        ("How much did Zephyrwick spend on repurchasing shares in 2022?", "stock_repurchased"),
        ("EPS of Zephyrwick in 2022, diluted", "eps_diluted"),
        ("EPS of Zephyrwick in 2022, basic", "eps_basic"),
    ],
)
def test_words_that_complete_a_measure_belong_to_it(question: str, concept: str) -> None:
    found = asked(question)
    assert (found.measures, found.unread) == ((Item(concept),), ())


@pytest.mark.parametrize(
    ("question", "ratio"),
    [
        ("Zephyrwick's total deferred revenue, current and long-term, at the end of 2022?", "total_deferred_revenue"),
        ("Total debt, short-term and long-term, of Zephyrwick at the end of 2022", "total_debt"),
    ],
)
def test_a_total_is_both_of_its_terms_and_not_one(question: str, ratio: str) -> None:
    assert (asked(question).measures, asked(question).unread) == ((Ratio(ratio),), ())
    assert asked("Total debt of Zephyrwick at the end of 2022, long?").unread


@pytest.mark.parametrize(
    "question",
    [
        "What was Zephyrwick's revenue of glimmering in 2022?",
        "What was Zephyrwick's debt net of in 2022?",
        "What was Zephyrwick's revenue outside Bulk Quays, frobnicated, in 2022?",
        "What was Zephyrwick's revenue not from Bulk Terminals in 2022?",
        "What was the docks frobnication of Zephyrwick in 2022?",
    ],
)
def test_what_names_no_label_places_nothing(question: str) -> None:
    found, plain = asked(question), read(question, REGISTER).query
    assert (found.unread, found.measures, found.part) == (plain.unread, plain.measures, plain.part)


@pytest.mark.parametrize("question", ["Why did Zephyrwick's card fees fall in 2022?", "How is Zephyrwick doing?"])
def test_questions_for_words_keep_their_topics(question: str) -> None:
    assert asked(question).intent is read(question, REGISTER).query.intent


@pytest.mark.parametrize(
    "question",
    [
        "Why did Zephyrwick's Northern Docks revenue fall in 2022?",
        "Reasons for the lower revenue at Zephyrwick's Northern Docks in 2022",
        "Zephyrwick Northern Docks 2022: why did revenue fall?",
    ],
)
def test_what_is_supposed_to_have_moved_may_be_of_a_part(question: str) -> None:
    found = asked(question)

    assert found.part == Part(Dimension.ANY, "Northern Docks", "Northern Docks")
    assert found.intent is Intent.TEXT and isinstance(found.condition, Comparison) and found.condition.premise


def test_what_is_supposed_of_a_name_that_nothing_prints_keeps_it_as_a_topic() -> None:
    found = asked("Why did revenue fall at Zephyrwick's Eastern Piers in 2022?")

    assert found.part is None and found.spoken_of == ("Eastern", "Piers")


WORDS = st.sampled_from(
    ("card", "fees", "net", "crane", "assets", "additions", "to", "of", "revenue", "Zephyrwick", "in 2022", "minus",
     "cash", "docks", "northern", "Bulk", "Terminals", "not", "as % of", "and", "total", "?", "(", ")", "12")
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_placing_never_breaks_the_account_and_never_leaves_more_unread(listed: list[str]) -> None:
    text = " ".join(listed)
    found, plain = asked(text), read(text, REGISTER).query
    assert "".join("".join(token.text for token in found.tokens).split()) == "".join(text.split())
    assert len(found.unread) <= len(plain.unread) or found.intent is not plain.intent


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=12))
def test_every_row_and_part_that_was_taken_otherwise_is_a_label_that_is_held(listed: list[str]) -> None:
    found = asked(" ".join(listed))
    nodes = [node for measure in found.measures for node in walk(measure)]
    rows = {node.label for node in nodes if isinstance(node, Row)}
    rows |= {part.member for part in (found.part, *(node.part for node in nodes if isinstance(node, At))) if part}
    held = {label.text for label in LABELS.labels}
    assert {one.label for one in found.taken} <= held
    assert {one.label for one in found.taken} <= rows


def test_roles_of_placed_words_are_told() -> None:
    roles = {token.text: token.role for token in asked("EPS of Zephyrwick in 2022, diluted").tokens}
    assert roles["diluted"] is Role.MEASURE
