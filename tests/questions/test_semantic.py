"""What a parser writes, read as a query; and what it is not believed in. The parsers here write what they are told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import pytest

from apps.inference.semantic_parser import Sentence
from apps.questions.expressions import Item, OverTime, OverTimeFunction
from apps.questions.labels import Label, NoLabels, stems
from apps.questions.query import Intent, Query
from apps.questions.semantic import Asked, parsed, sentences, source, taken_to_mean
from apps.questions.sentence import sentence
from apps.questions.slots import Filer, Periods
from apps.questions.written import KINDS
from tests.questions.registers import REGISTER, filer, reading

UNREAD = "How much of Zephyrwick's fiscal 2022 revenue did the glass lamps bring home?"
SURE = 0.6
MOST = ["most", "N:revenue", ",", "PA"]
SLICE = ["N:revenue", "(", "glass", "lamps", ")", "as a percentage of", "N:revenue", ",", "PA"]


@dataclass(frozen=True)
class Writes:
    """A parser that always writes the same: words of the question stand for their places."""

    told: Sequence[str]
    probability: float = 0.99

    def parse(self, words: Sequence[Asked]) -> list[Sentence]:
        at = {word.text: place for place, word in enumerate(words)}
        return [Sentence(tuple(at.get(piece, piece) for piece in self.told), self.probability)]


class Printed:
    """What the filings print."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts

    def held(self, filers: Sequence[Filer], periods: Periods, words: Iterable[str]) -> list[Label]:
        return [Label(text) for text in self.texts if stems(text) & set(words)]


def test_companies_and_periods_are_marked_by_rule() -> None:
    found = source("How did Zephyrwick's lamp sales do in FY22 vs fy21, or at Q3 2020?", REGISTER)
    told = " ".join(word.text for word in found.words)
    assert told == "How did [F] 's lamp sales do in [PA] vs [PB] vs [PC] ?"
    assert [one.year for one in found.periods] == [2022, 2021, 2020]


@pytest.mark.parametrize(
    ("symbol", "year"), [("PA", 2022), ("PA-1", 2021), ("PA-3", 2019), ("PB", 2018), ("PC", None), ("PA:Q2", 2022)]
)
def test_symbols_stand_for_periods_of_the_question(symbol: str, year: int | None) -> None:
    found = source("growth from 2022 back to the start, and 2018", REGISTER).period(symbol)
    assert (found.year if found else None) == year
    assert found is None or ":" in symbol or symbol == "PA" or found.number is None


def read_by(question: str, told: Sequence[str], probability: float = 0.99, *labels: str) -> Query | None:
    """As the parser reads it; None where it is not believed."""
    found = next(parsed(reading(question), REGISTER, Printed(*labels), Writes(told, probability), SURE), None)
    return found and taken_to_mean(question, found)


def test_what_the_grammar_leaves_open_is_read_by_the_parser() -> None:
    found = read_by(UNREAD, SLICE)
    assert found and sentence(found) == "revenue (glass lamps) as a percentage of revenue, Zephyrwick, fiscal 2022"
    assert not found.unread
    (taken,) = found.taken
    assert taken.meaning and "lamps" in taken.asked and taken.label == sentence(found)


@pytest.mark.parametrize(
    "told",
    [
        [],
        ["N:revenue", "minus"],
        ["N:revenue", ",", "PD"],
        ["(", "(", "N:revenue"],
        [";", ";"],
        [*SLICE, ";", *SLICE],
    ],
)
def test_what_is_no_one_query_is_left(told: list[str]) -> None:
    assert read_by(UNREAD, told) is None


def test_asks_of_the_same_periods_are_figures_of_one_query() -> None:
    told = ["the change of", "N:revenue", ",", "PA", ";", "the growth of", "N:revenue", ",", "PA"]
    found = read_by(UNREAD.replace("the glass lamps bring home", "it move by, and how fast"), told)
    assert found and found.intent is Intent.FIGURE
    assert found.measures == tuple(
        OverTime(one, Item("revenue")) for one in (OverTimeFunction.CHANGE, OverTimeFunction.GROWTH)
    )


def test_asks_of_other_periods_and_kinds_are_asked_besides() -> None:
    question = f"{UNREAD.removesuffix('?')}, and which of them sold best in 2021?"
    told = [*SLICE, ";", "which product has the", "most", "N:revenue", ",", "PB"]
    found = read_by(question, told)
    assert found and found.intent is Intent.FIGURE and [one.intent for one in found.also] == [Intent.RANKING]
    assert [one.periods.listed[0].year for one in found.asks] == [2022, 2021]
    assert {one.filers for one in found.asks} == {(filer("Zephyrwick"),)}
    assert sentence(found).endswith("; which product has the most revenue, Zephyrwick, by product, fiscal 2021")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Why did Zephyrwick's margins melt in 2022?", SLICE),
        ("What was Zephyrwick's revenue in 2022?", ["N:revenue", ",", "PA"]),
        (UNREAD.replace("Zephyrwick", "Glimmerford"), SLICE),
    ],
)
def test_words_what_is_read_so_and_what_names_no_company_are_left_alone(question: str, told: list[str]) -> None:
    assert read_by(question, told) is None


def test_form_and_company_are_those_that_rules_read() -> None:
    found = read_by(f"{UNREAD.removesuffix('?')}, in percent, one decimal?", SLICE)
    assert found and found.form.decimals == 1 and found.filers == (filer("Zephyrwick"),)


@pytest.mark.parametrize(
    ("labels", "believed"),
    [
        (("Lamp sales", "Glass lamps, net", "Lamp oil"), False),
        (("Lamp sales",), True),
        (("Home", "Oil"), True),
    ],
)
def test_a_reading_that_drops_what_filings_print_is_none(labels: Sequence[str], believed: bool) -> None:
    squared = ["N:revenue", "times", "N:revenue", ",", "PA"]
    assert (read_by(UNREAD, squared, 0.99, *labels) is not None) is believed


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Did Zephyrwick pull in upward of 5 billion in 2022?",
            ["whether", "N:revenue", "is", "above", "zero", ",", "PA"],
        ),
        (
            "How far did Zephyrwick's glass lamps swell between 2019 and 2022?",
            ["the change of", "N:revenue", ",", "PB"],
        ),
        ("What did Zephyrwick's 737 lamps rake in during 2022?", ["N:revenue", "times", "N:revenue", ",", "PA"]),
        ("How fast did Zephyrwick's glass lamps grow in 2022?", ["N:revenue", ",", "PA"]),
        (
            "How much did Zephyrwick's revenue of the glass lamps zorb grow in 2022, and which product sold best?",
            [*SLICE[:5], ",", "PA", ";", "which product has the", "most", "N:revenue", ",", "PA"],
        ),
        (UNREAD, [*SLICE[:-1], "PA:Q4"]),
        (
            "What were Zephyrwick's fiscal 2022 operating income zorbing and operating margin?",
            ["N:operating margin", ",", "PA"],
        ),
        (
            "How much zorb is left of Zephyrwick's 2022 operating cash flow after capex, buybacks and dividends?",
            ["N:operating cash flow", "minus", "N:capital expenditures", "minus", "N:dividends paid", ",", "PA"],
        ),
        (UNREAD, ["the table of", "N:revenue", "(", "glass", "lamps", ")", ",", "PA"]),
        (UNREAD, [*SLICE, *(piece for kind in KINDS for piece in (";", f"which {kind} has the", *MOST))]),
    ],
)
def test_a_reading_that_loses_a_number_a_period_or_what_is_done_is_none(question: str, told: list[str]) -> None:
    assert read_by(question, told, 0.99, "Operating income", "Glass lamps") is None


def test_quarters_of_a_year_say_the_year_where_quarters_are_asked_for() -> None:
    told = ["which one has the", "most", "N:gross margin", ",", "PA:Q1", "to", "PA:Q4"]
    found = read_by("Which quarter of fiscal 2022 was the zorbiest by gross margin at Zephyrwick?", told)
    assert found and [one.number for one in found.periods.listed] == [1, 4]


def test_what_parts_two_asks_is_not_copied() -> None:
    assert [word.key for word in source("revenue; and", REGISTER).words] == ["revenue", "", "and"]


def test_sentences_that_come_to_one_reading_are_one_as_likely_as_all_of_them() -> None:
    class Twice:
        def parse(self, words: Sequence[Asked]) -> list[Sentence]:
            other = [*SLICE[:-1], "PA", "and", "PA"]
            told = (Writes(other, 0.2), Writes(["N:revenue", "times", "N:revenue", ",", "PA"], 0.4), Writes(SLICE, 0.3))
            return [sentence for one in told for sentence in one.parse(words)]

    def read(least: float) -> list[str]:
        return [sentence(one).split(",")[0] for one in parsed(reading(UNREAD), REGISTER, NoLabels(), Twice(), least)]

    once, twice = "revenue times revenue", "revenue (glass lamps) as a percentage of revenue"
    assert (read(0.39), read(0.45), read(0.51)) == ([twice, once], [twice], [])


def test_an_unsure_parser_is_not_believed() -> None:
    assert read_by(UNREAD, SLICE, SURE - 0.01) is None


def test_the_year_before_need_not_be_told() -> None:
    question = "How far did Zephyrwick's glass lamps swell between 2021 and 2022?"
    found = read_by(question, ["the change of", "N:revenue", "(", "glass", "lamps", ")", ",", "PB"])
    assert found and [token.text for token in found.tokens][:2] == ["How", "far"] and not found.unread


def test_only_the_company_may_be_carried_into_what_is_read_again() -> None:
    for carried, believed in ((("company",), 1), (("measure", "company"), 0)):
        follows = replace(reading(UNREAD), carried=carried)
        assert len(list(parsed(follows, REGISTER, NoLabels(), Writes(SLICE), SURE))) == believed


def test_words_that_stood_together_stand_so_in_a_label() -> None:
    of = source("the cost-plus work", REGISTER)
    places = {word.text: at for at, word in enumerate(of.words)}
    told = ['"', places["cost"], places["-"], places["plus"], '"', "minus", "N:revenue"]
    assert sentences(told, of) == ['"cost-plus" minus revenue']


@pytest.mark.parametrize(
    ("question", "told", "labels"),
    [
        (
            "How quickly did Zephyrwick's cost of product sales zorb in 2022?",
            ["the growth of", "N:cost of revenue", ",", "PA"],
            ("Cost of product sales", "Products"),
        ),
        (UNREAD, ["N:revenue", "as a percentage of", "the whole", ",", "PA"], ()),
    ],
)
def test_a_name_is_said_by_one_whole_way_of_calling_it_and_no_share_is_all(
    question: str, told: list[str], labels: Sequence[str]
) -> None:
    assert read_by(question, told, 0.99, *labels) is None
