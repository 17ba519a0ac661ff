"""A sentence against its sources: figures exactly, in their unit, scale, period and sign; words nearly."""

from decimal import Decimal

import pytest

from apps.answers.check.figures import Match
from apps.answers.check.findings import Finding, Grounded
from apps.answers.check.grounded import ground
from apps.answers.check.sources import Printed, Sentence, Source, ready

MILLION = Decimal(10) ** 6
SALES = (
    Printed(Decimal(1577), 1577 * MILLION, "USD", (2023,), 12),
    Printed(Decimal(1402), 1402 * MILLION, "USD", (2022,), 12),
)
ROW = Source(
    1,
    "Net sales $1,577 $1,402",
    "CONSOLIDATED STATEMENTS OF INCOME (in millions) 2023 2022 Net sales",
    SALES,
    "Quillmark Foundry",
    ("Quillmark Foundry", "quillmark_2023_10K"),
    frozenset({2023}),
)
LOSS = Source(1, "Net loss (12)", "2023", (Printed(Decimal(-12), -12 * MILLION, "USD", (2023,), 12),))
PROSE = Source(
    1,
    "At December 31, 2023, we employed 1,240 people; margins rose 2.5% to $3.2 million.",
    filer="Quillmark Foundry",
    names=("Quillmark Foundry",),
    years=frozenset({2023}),
)
FILERS = {"Quillmark Foundry": ("Quillmark Foundry",), "Brambleholt Mills": ("Brambleholt Mills", "Brambleholt")}


def grounded(text: str, source: Source = ROW) -> Grounded:
    return ground(Sentence(text, (1,)), [ready(source)], FILERS)


def findings(text: str, source: Source = ROW) -> list[Finding]:
    return [found.finding for found in grounded(text, source).found]


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("Net sales were $1,577 million in 2023.", ROW),
        ("Net sales rose from $1,402 million in 2022 to $1,577 million in 2023.", ROW),
        ("Net sales: 1,577 and 1,402 (in millions).", ROW),
        ("Net sales were USD 1,577,000,000.", ROW),
        ("Quillmark Foundry employed 1,240 people at December 31, 2023.", PROSE),
        ("Margins rose by 250 basis points.", PROSE),
        ("It had a net loss of $12 million in 2023.", LOSS),
        ("In 2023 there was a shortfall of $12 million in net income.", LOSS),
    ],
)
def test_what_the_source_says_is_supported(text: str, source: Source) -> None:
    assert findings(text, source) == []


@pytest.mark.parametrize(
    "text",
    [
        "Net sales were $1,578 million in 2023.",
        "Net sales were $1,577 in 2023.",
        "Net sales were $1,577 billion in 2023.",
        "Net sales were EUR 1,577 million.",
        "Net sales grew by 1,577%.",
        "Net sales were $2 billion.",
        "Net sales were $1.5 billion in 2023.",
        "Net sales were ninety-nine billion dollars.",
        "Net sales were $1,\u200b999 million.",
        "Net sales were " + "9" * 40 + ".",
    ],
)
def test_a_figure_that_does_not_stand_there_is_found(text: str) -> None:
    assert {Finding.FIGURE, Finding.TOKEN} & set(findings(text))
    assert not grounded(text).supported


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("Net sales were $1.6 billion in 2023.", "$1.6 billion"),
        ("Net sales were $1.58 billion in 2023.", "$1.58 billion"),
        ("Net sales were about $1,600 million in 2023.", "$1,600 million"),
    ],
)
def test_a_rounded_figure_is_supported_and_flagged(text: str, figure: str) -> None:
    told = grounded(text)

    assert told.supported
    assert [hit.token.text for hit in told.hits if hit.match is Match.ROUNDED] == [figure]


@pytest.mark.parametrize(
    "text",
    [
        "Net sales were $1,577 million in 2022.",
        "Net sales rose from $1,577 million in 2022 to $1,402 million in 2023.",
        "2022: 1,577; 2023: 1,402 (in millions).",
    ],
)
def test_a_figure_of_another_year_is_found(text: str) -> None:
    assert Finding.PERIOD in findings(text)


def test_a_figure_of_the_year_in_a_quarter_is_found() -> None:
    source = Source(1, ROW.text, f"{ROW.context} Q4", SALES)
    assert Finding.PERIOD in findings("Net sales were $1,577 million in Q4 2023.", source)


def test_a_loss_that_is_told_as_a_profit_is_found() -> None:
    assert Finding.SIGN in findings("The net result was a gain of $12 million.", LOSS)


def test_another_filer_is_found_unless_the_place_names_it() -> None:
    assert Finding.FILER in findings("Net sales of Brambleholt Mills were $1,577 million.")
    named = Source(1, "Brambleholt is a customer of ours.", filer="Quillmark Foundry")
    assert Finding.FILER not in findings("Brambleholt is a customer.", named)


@pytest.mark.parametrize(
    "text", ["In 2019 net sales were higher.", "At June 30, 2023 net sales rose.", "Form 8-K: sales."]
)
def test_a_date_that_stands_nowhere_is_found(text: str) -> None:
    assert Finding.TOKEN in findings(text)


INCOME = (
    Printed(Decimal(214), 214 * MILLION, "USD", (2023,), 12, "Operating income"),
    Printed(Decimal(188), 188 * MILLION, "USD", (2022,), 12, "Operating income"),
)
TABLE = Source(
    1,
    "Operating income 214 188",
    "CONSOLIDATED STATEMENTS OF INCOME (in millions) 2023 2022 Net sales Cost of sales Operating income",
    INCOME,
    others=("Net sales", "Cost of sales", "Operating income"),
)


def test_a_figure_of_another_row_is_found() -> None:
    assert findings("Cost of sales was $214 million in 2023.", TABLE) == [Finding.LINE]
    assert findings("Income from operations was $214 million in 2023.", TABLE) == []
    assert findings("Operating income was $214 million in 2023, after cost of sales.", TABLE) == []


CHANGES = Source(
    1,
    "Freight revenue increased 12% to $42 million because three ports recovered in the summer of 2022. Passenger"
    " revenue was $5 million and $4 million in 2022 and 2021, respectively. The fee was $7 million in 2020.",
    "2023",
    years=frozenset({2022}),
)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Freight revenue decreased 12%.", Finding.SIGN),
        ("Freight revenue fell by 12% to $42 million.", Finding.SIGN),
        (
            "Freight revenue increased 12% to $42 million because three ports recovered in the summer of 2021.",
            Finding.PERIOD,
        ),
        (
            "Freight revenue increased 12% to $42 million because four ports recovered in the summer of 2022.",
            Finding.TOKEN,
        ),
        ("Passenger revenue was $4 million in 2022.", Finding.PERIOD),
        ("Passenger revenue rose from $5 million to $4 million.", Finding.SIGN),
        ("A fee of $7 million was paid in 2022.", None),
        ("The fee was $7 million in 2022.", Finding.PERIOD),
        ("Freight revenue grew by 12% to $42 million.", None),
        ("Passenger revenue was $5 million in 2022, against $4 million in 2021.", None),
        ("Passenger revenue rose from $4 million in 2021 to $5 million in 2022.", None),
        ("Freight revenue increased 12% because three ports recovered.", None),
        ("The fee was -$7 million in 2020.", Finding.SIGN),
    ],
)
def test_a_change_of_a_year_a_count_or_a_direction_is_found(text: str, finding: Finding | None) -> None:
    assert (finding in findings(text, CHANGES)) if finding else not findings(text, CHANGES)


def test_a_figure_in_the_label_of_a_row_is_no_figure_of_the_sentence() -> None:
    label = "Trade receivables, net of allowances of $7 and $9 (Note 4)"
    source = Source(1, "42", f"{label} 42 2023", (Printed(Decimal(42), 42 * MILLION, "USD", (2023,)),), lines=(label,))
    assert findings(f"{label}, 2023: 42 (USD millions)", source) == []
    assert findings("Trade receivables, 2023: 9 (USD millions)", source) == [Finding.FIGURE]


def test_a_name_that_no_source_has_is_found() -> None:
    assert findings("Net sales of Marlowe Bakeries were $1,577 million in 2023.") == [Finding.NAME, Finding.NAME]
    assert set(findings("Marlowe Bakeries had net sales of $1,577 million in 2023.")) == {Finding.NAME}
    assert findings("Statements show net sales of $1,577 million at Quillmark Foundry in 2023.") == []


@pytest.mark.parametrize(
    "text",
    ["Net sales rose, see https://evil.invalid/x.", "Ask ir@evil.invalid for net sales.", "Net sales: evil.invalid"],
)
def test_an_address_that_no_source_has_is_found(text: str) -> None:
    assert Finding.TOKEN in findings(text)


def test_words_are_compared_nearly() -> None:
    assert [hit.match for hit in grounded("employees", Source(1, "employeees")).hits] == [Match.FUZZY]
    assert findings("Whales sing beautifully beneath northern icebergs") == [Finding.WORDS]


def test_a_sentence_without_a_source_is_found() -> None:
    assert ground(Sentence("Sales doubled.", ()), [], {}).found[0].finding is Finding.UNCITED


def test_a_number_in_a_name_is_no_figure() -> None:
    source = Source(1, "Net sales 5", names=("7 Harbours Ltd",))
    assert findings("Net sales of 7 Harbours Ltd: 5", source) == []


def test_a_very_long_word_takes_no_time() -> None:
    long = "a" * 50_000
    assert grounded(long, Source(1, "b" * 50_000)).hits[0].match is Match.ABSENT


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Net sales, 9M FY2023: $1,577 million", {Finding.PERIOD}),
        ("Net sales of H1 FY2023 were $1,577 million.", {Finding.PERIOD}),
        ("Net sales of 12M FY2023 were $1,577 million.", set()),
        ("Net sales were 9M in fiscal 2023.", {Finding.FIGURE}),
    ],
)
def test_a_part_of_a_year_is_a_period_and_no_figure(text: str, found: set[Finding]) -> None:
    assert {one.finding for one in grounded(text).found} == found


RATE = (
    Printed(Decimal("32.1"), Decimal("32.1"), "%", (2022,), 3, "Gross margin rate"),
    Printed(Decimal("34.9"), Decimal("34.9"), "%", (2021,), 3, "Gross margin rate"),
)
MARGINS = Source(1, "Gross margin was 32.1%, and 34.9% in 2021; the current ratio was 0.8.", "2022")
WEEKS = Source(
    1,
    "Gross margin rate 32.1 34.9\nBasis point change in rate (280)\nMills 3 12",
    "Thirteen weeks ended October 29, 2022 and October 30, 2021; mills operated by fourteen crews",
    RATE,
    years=frozenset({2022}),
)
VOTES = Source(
    1,
    "With respect to the proposal to ratify the auditor, 41 votes were cast for it.",
    "Proposal\n2. With respect to the proposal to ratify the auditor, 41 votes were cast for it. Topic 606, 53rd\nweek",
)
CREWS = Source(1, "Three mills and twelve foundries; fourteen percent of sales, in forms 10-K.")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The rate was 32.1% for the thirteen weeks ended October 29, 2022.", WEEKS),
        ("The rate fell by 280 basis points.", WEEKS),
        ("The gross margin rate was 32.1% against 34.9% in 2021.", WEEKS),
        ("The gross margin rate fell to 32.1% from 34.9% in 2021.", WEEKS),
        ("Sales came from 3 mills and 12 foundries, and 14% of them in the 10-Ks.", CREWS),
        ("Fourteen percent of sales came from three mills.", CREWS),
        ("The current ratio was well below 1.", MARGINS),
        ("The current ratio was 0.8, less than 1, and gross margin more than 30%.", MARGINS),
        ("Net sales exceeded $1 billion in both years.", ROW),
        ("Proposal 2, to ratify the auditor under Topic 606, had 41 votes.", VOTES),
        ("In the 53rd week 41 votes were cast for it.", VOTES),
        ("Votes were cast for three reasons: respect, the proposal, and the auditor.", VOTES),
        ("Of 2 proposals: respect; to ratify the auditor, with votes.", VOTES),
    ],
)
def test_other_words_for_the_same_figure_are_right(text: str, source: Source) -> None:
    assert findings(text, source) == []


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("The rate was 32.1% for the twenty-six weeks ended October 29, 2022.", WEEKS),
        ("The rate fell by 2,800 basis points.", WEEKS),
        ("The rate fell by 190 basis points.", WEEKS),
        ("The gross margin rate was 34.9% against 32.1% in 2021.", WEEKS),
        ("The gross margin rate was 34.9% in 2022.", WEEKS),
        ("Sales came from 5 mills.", CREWS),
        ("Sales came from 3% of the mills.", CREWS),
        ("Fifteen percent of sales came from three mills.", CREWS),
        ("The current ratio was well above 1.", MARGINS),
        ("The current ratio was 0.8, more than 1.", MARGINS),
        ("Gross margin was more than 34%.", MARGINS),
        ("Gross margin was more than 30.5%.", MARGINS),
        ("Gross margin was 12%, more than 3 dollars.", MARGINS),
        ("The current ratio was 1.", MARGINS),
        ("Net sales exceeded $2 billion.", ROW),
        ("Proposal 3, to ratify the auditor, had 41 votes.", VOTES),
        ("Proposal 2, to ratify the auditor, had 2% of the votes.", VOTES),
        ("The proposal had Votes 606 for it.", VOTES),
        ("In the 52nd week 41 votes were cast for it.", VOTES),
        ("In the week 53 votes were cast for it.", VOTES),
        ("Votes were cast for four reasons: respect, the proposal, and the auditor.", VOTES),
        ("The 2 votes were cast with respect to the auditor, the proposal.", VOTES),
        ("Votes were cast for $3 million reasons: respect, the proposal, and the auditor.", VOTES),
    ],
)
def test_and_wrong_figures_fall(text: str, source: Source) -> None:
    assert {Finding.FIGURE, Finding.PERIOD, Finding.TOKEN} & set(findings(text, source))


def test_two_changes_of_one_sentence_are_no_pair() -> None:
    both = Source(1, "Operating profit $8,348 $9,123 Net sales $65,984 $67,044")
    told = "Operating profit fell to $8,348 from $9,123, and net sales to $65,984 from $67,044."
    assert Finding.SIGN not in findings(told, both)
    assert Finding.SIGN in findings("Net sales rose from $67,044 to $65,984.", both)


def test_a_clause_that_was_moved_is_no_change_and_a_changed_day_is() -> None:
    source = Source(
        1,
        "On April 6, 2016, we announced that the merger agreement entered into on November 22, 2015 was terminated.",
    )
    told = "The merger agreement entered into on November 22, 2015 was terminated, as announced on April {day}, 2016."
    assert findings(told.format(day=6), source) == []
    assert findings(told.format(day=7), source) != []


def test_a_year_is_no_other_period_than_the_day_on_which_it_ended() -> None:
    source = Source(1, "For the year ended December 31, 2020, expenses of the mill increased by $123 million, or 12%.")
    assert findings("In 2020 expenses of the mill increased by $123 million, or 12%.", source) == []
    assert findings("In 2019 expenses of the mill increased by $123 million, or 12%.", source) != []
    assert findings("For 2020, against the year before, expenses came to 12% or $123 million more.", source) == []
