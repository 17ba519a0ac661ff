"""Yes or no where the figures decide it, premises that do not hold, and rankings."""

from decimal import Decimal

import pytest

from apps.answers.compute.computing import compute
from apps.documents.models import Company
from apps.questions.expressions import Item, Number, OverTime, OverTimeFunction, Ratio
from apps.questions.query import Against, Comparator, Comparison, Intent, Order, Quality, Role, TextKind, Token
from apps.questions.slots import Peers
from apps.retrieval.found import Scope
from tests.answers.compute.filings import COMPANY, LINES, annual, asked, computed, filer, years
from tests.people import People

pytestmark = pytest.mark.django_db
RISING = Comparison(Ratio("gross_margin"), Comparator.ABOVE, Against.PRIOR)
OTHER = "Tallowby Mills"
WEAKER = {**LINES, "operating_income": {2023: "160", 2022: "150"}}


def test_a_rise_that_happened_is_a_yes(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=RISING, periods=years(2023))

    assert outcome.verdict is not None and outcome.verdict.holds is True
    assert outcome.headline == "Yes: Gross margin of Quillmark Foundry rose, from 40.0% in FY2022 to 43.8% in FY2023."
    assert len(outcome.figures) == 2 and outcome.sheet is not None


def test_a_fall_that_did_not_happen_is_a_no(people: People) -> None:
    annual(people.owner)
    falling = Comparison(Ratio("gross_margin"), Comparator.BELOW, Against.PRIOR)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=falling, periods=years(2022, 2023))

    assert outcome.headline.startswith("No: Gross margin of Quillmark Foundry rose")


def test_a_premise_that_does_not_hold_is_contradicted(people: People) -> None:
    annual(people.owner)
    fell = Comparison(
        OverTime(OverTimeFunction.CHANGE, Ratio("gross_margin")), Comparator.BELOW, Against.ZERO, premise=True
    )
    outcome = computed(people.owner, intent=Intent.TEXT, text_kind=TextKind.WHY, condition=fell, periods=years(2023))

    assert outcome.verdict is not None and outcome.verdict.contradicted
    assert outcome.headline == (
        "The question supposes otherwise: Gross margin of Quillmark Foundry rose, from 40.0% in FY2022 to 43.8%"
        " in FY2023."
    )


@pytest.mark.parametrize("role", [Role.TOPIC, Role.FRAME])  # asked of, or told before the question
def test_what_is_supposed_of_something_named_is_not_decided_by_the_whole(people: People, role: Role) -> None:
    annual(people.owner)
    fell = Comparison(Item("revenue"), Comparator.BELOW, Against.PRIOR, premise=True)
    slots = {"intent": Intent.TEXT, "text_kind": TextKind.WHY, "condition": fell, "periods": years(2023)}
    named = tuple(Token(text, 0, len(text), role) for text in ("at", "Eastern", "Piers"))

    assert computed(people.owner, **slots).figures
    assert not computed(people.owner, **slots, tokens=named).figures


def test_a_premise_that_holds_is_told_as_it_is(people: People) -> None:
    annual(people.owner)
    rose = Comparison(Item("revenue"), Comparator.ABOVE, Against.PRIOR, premise=True)
    outcome = computed(people.owner, intent=Intent.TEXT, text_kind=TextKind.WHY, condition=rose, periods=years(2023))

    assert outcome.verdict is not None and not outcome.verdict.contradicted
    assert outcome.headline.startswith("Revenue of Quillmark Foundry rose, from USD 1,400 million")


@pytest.mark.parametrize(("before", "told"), [("1570", "hardly changed"), ("1577", "did not change"), ("1500", "rose")])
def test_a_move_of_no_account_does_not_bear_out_what_is_supposed(people: People, before: str, told: str) -> None:
    annual(people.owner, lines={**LINES, "revenue": {2023: "1577", 2022: before}})
    rose = Comparison(Item("revenue"), Comparator.ABOVE, Against.PRIOR, premise=True)
    outcome = computed(people.owner, intent=Intent.TEXT, text_kind=TextKind.WHY, condition=rose, periods=years(2023))

    assert f"Revenue of Quillmark Foundry {told}, from USD 1,5" in outcome.headline


@pytest.mark.parametrize(
    ("comparator", "bound", "holds"),
    [
        (Comparator.ABOVE, "1.4", False),
        (Comparator.AT_LEAST, "1.4", True),
        (Comparator.BELOW, "2", True),
        (Comparator.AT_MOST, "1.3", False),
        (Comparator.EQUAL, "1.4", True),
        (Comparator.EQUAL, "1.405", True),
        (Comparator.EQUAL, "1.41", False),
    ],
)
def test_a_bound_decides(people: People, comparator: Comparator, bound: str, holds: bool) -> None:
    annual(people.owner)
    claim = Comparison(Ratio("current_ratio"), comparator, Number(Decimal(bound)))
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=claim, periods=years(2023))

    assert outcome.verdict is not None and outcome.verdict.holds is holds


def test_of_several_companies_it_must_hold_of_each(people: People) -> None:
    annual(people.owner)
    annual(people.owner, OTHER, lines={"revenue": {2023: "90", 2022: "95"}})
    grew = Comparison(Item("revenue"), Comparator.ABOVE, Against.PRIOR)
    outcome = computed(people.owner, of=(COMPANY, OTHER), intent=Intent.VERDICT, condition=grew, periods=years(2023))

    assert outcome.headline.startswith("No: Revenue of Quillmark Foundry rose")
    assert "Revenue of Tallowby Mills fell" in outcome.headline and len(outcome.figures) == 4


def test_a_figure_that_is_asked_for_and_compared_is_told_once(people: People) -> None:
    annual(people.owner)
    change = OverTime(OverTimeFunction.CHANGE, Item("revenue"))
    rose = Comparison(change, Comparator.ABOVE, Against.ZERO, premise=True)
    outcome = computed(
        people.owner, change, intent=Intent.TEXT, text_kind=TextKind.WHY, condition=rose, periods=years(2023)
    )

    assert len(outcome.figures) == 1


def test_figures_of_different_units_are_not_compared(people: People) -> None:
    annual(people.owner)
    claim = Comparison(Item("revenue"), Comparator.ABOVE, Item("eps_diluted"))
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=claim, periods=years(2023))

    assert outcome.verdict is None and outcome.missing == ("Figures of different units cannot be compared.",)


def test_one_company_is_held_against_others(people: People) -> None:
    annual(people.owner)
    annual(people.owner, OTHER, lines=WEAKER)
    claim = Comparison(Ratio("operating_margin"), Comparator.ABOVE, Against.PEERS)
    named = computed(people.owner, of=(COMPANY, OTHER), intent=Intent.VERDICT, condition=claim, periods=years(2023))
    unnamed = computed(people.owner, of=(OTHER,), intent=Intent.VERDICT, condition=claim, periods=years(2023))

    assert named.headline == (
        "Yes: Operating margin of Quillmark Foundry is 15.0%, Operating margin of Tallowby Mills: 10.0%."
    )
    assert unnamed.headline.startswith("No:")


def test_a_peer_without_the_figure_leaves_a_yes_open_and_not_a_no(people: People) -> None:
    annual(people.owner)
    annual(people.owner, OTHER, lines=WEAKER)
    annual(people.owner, "Zephyrwick", lines={"revenue": {2023: "5"}})
    claim = Comparison(Ratio("operating_margin"), Comparator.ABOVE, Against.PEERS)
    told = [
        computed(people.owner, of=(name,), intent=Intent.VERDICT, condition=claim, periods=years(2023))
        for name in (COMPANY, OTHER)
    ]

    assert [one.verdict and one.verdict.holds for one in told] == [None, False]
    assert any("Zephyrwick" in note for note in told[0].notes)


def test_without_peers_there_is_no_verdict(people: People) -> None:
    annual(people.owner)
    claim = Comparison(Ratio("operating_margin"), Comparator.ABOVE, Against.PEERS)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=claim, periods=years(2023))

    assert outcome.verdict is None and outcome.missing == ("No other company is held to compare with.",)


def test_a_missing_figure_leaves_no_verdict(people: People) -> None:
    annual(people.owner, lines={"revenue": LINES["revenue"]})
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=RISING, periods=years(2023))

    assert outcome.verdict is None and outcome.headline == "" and outcome.missing


@pytest.mark.parametrize(
    ("word", "holds"),
    [("profitable", True), ("unprofitable", False), ("liquid", False), ("leveraged", False), ("healthy", True)],
)
def test_a_word_is_decided_by_its_ratios(people: People, word: str, holds: bool) -> None:
    lines = {**LINES, "receivables": {2023: "200"}, "interest_expense": {2023: "25"}}
    annual(people.owner, lines=lines)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=Quality(word), periods=years(2023))

    assert outcome.verdict is not None and outcome.verdict.holds is holds
    assert outcome.figures


def test_ratios_that_disagree_decide_nothing_and_are_shown(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=Quality("capital-intensive"), periods=years(2023))

    assert outcome.verdict is not None and outcome.verdict.holds is None
    assert outcome.headline.startswith("The figures do not decide it.")
    assert [one.name for one in outcome.figures] == [
        "Capital expenditures to revenue",
        "Fixed assets to total assets",
    ]


def test_a_word_of_no_known_figures_is_told(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.VERDICT, condition=Quality("gorgeous"))

    assert outcome.missing == ("By which figures “gorgeous” is decided is not known here.",)


def test_companies_are_ranked_and_who_has_no_figure_is_told(people: People) -> None:
    annual(people.owner)
    annual(people.owner, OTHER, lines=WEAKER)
    annual(people.owner, "Zephyrwick", lines={"revenue": {2023: "5"}})
    margin = Ratio("operating_margin")
    outcome = compute(
        asked(margin, of=(), intent=Intent.RANKING, order=Order(margin), periods=years(2023)), Scope(), people.owner
    )

    assert [one.filer for one in outcome.ranked] == [COMPANY, OTHER]
    assert outcome.headline.startswith("Quillmark Foundry (FY2023) has the highest operating margin: 15.0%.")
    assert any("Zephyrwick" in sentence for sentence in outcome.missing)


def test_years_are_ranked_where_one_company_is_named(people: People) -> None:
    annual(people.owner)
    outcome = computed(
        people.owner,
        Item("net_income"),
        intent=Intent.RANKING,
        order=Order(Item("net_income"), descending=False),
        periods=years(2021, 2023, whole=True),
    )

    assert [one.period for one in outcome.ranked] == ["FY2021", "FY2022", "FY2023"]
    assert outcome.headline.startswith("FY2021 has the lowest net income: USD -12 million.")


def test_currencies_are_not_put_in_order(people: People) -> None:
    annual(people.owner)
    annual(people.owner, OTHER, currency="EUR")
    outcome = computed(
        people.owner,
        of=(COMPANY, OTHER),
        intent=Intent.RANKING,
        order=Order(Item("revenue")),
        periods=years(2023),
    )

    assert not outcome.ranked and "different units or currencies" in outcome.missing[0]


def test_peers_are_those_of_the_sector_where_some_are_known(people: People) -> None:
    for name, sector in ((COMPANY, "Metals"), (OTHER, "Metals"), ("Zephyrwick", "Boats")):
        annual(people.owner, name)
        Company.objects.filter(name=name).update(sector=sector)
    query = asked(Item("revenue"), of=(), periods=years(2023))
    outcome = compute(
        type(query)(Intent.FIGURE, query.measures, (filer(), Peers(filer())), query.periods), Scope(), people.owner
    )

    assert [one.filer for one in outcome.figures] == [COMPANY, OTHER]


def test_how_a_company_is_doing_is_told_by_its_key_figures(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.BRIEF)

    assert outcome.grid is not None and outcome.grid.columns == ("FY2022", "FY2023")
    labels = [row.label for row in outcome.grid.rows]
    assert labels[:3] == ["Revenue", "Gross profit", "Operating income"] and "Free cash flow" in labels
    assert not outcome.missing and outcome.headline


def test_a_brief_of_nothing_says_so(people: People) -> None:
    annual(people.owner, lines={"goodwill": {2023: "5"}})
    outcome = computed(people.owner, intent=Intent.BRIEF)

    assert not outcome.found and outcome.missing


AT_A_LOSS = Comparison(Item("net_income"), Comparator.BELOW, Against.ZERO)


def test_each_period_is_held_against_a_claim_by_itself(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.LIST, condition=AT_A_LOSS, periods=years(2021, 2022, 2023))

    assert outcome.headline == (
        "Quillmark Foundry: net income is below zero in FY2021."
        " FY2021: USD -12 million; FY2022: USD 141 million; FY2023: USD 160 million."
    )
    assert outcome.grid is not None and len(outcome.figures) == 3


def test_growth_is_of_each_period_and_not_from_the_first_to_the_last(people: People) -> None:
    annual(people.owner)
    grown = OverTime(OverTimeFunction.GROWTH, Item("revenue"))
    claim = Comparison(grown, Comparator.ABOVE, Number(Decimal("0.2")))
    outcome = computed(people.owner, intent=Intent.LIST, condition=claim, periods=years(2022, 2023))

    assert outcome.headline == (
        "Quillmark Foundry: the growth of revenue is above 20% in FY2021 to FY2022."
        " FY2021 to FY2022: 40.0%; FY2022 to FY2023: 14.3%."
    )


def test_what_holds_in_no_period_is_told_with_each_of_them(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.LIST, condition=AT_A_LOSS, periods=years(2022, 2023))

    assert outcome.headline.startswith("Quillmark Foundry: in none of them net income is below zero. FY2022:")


def test_a_claim_about_periods_that_are_not_held_says_so(people: People) -> None:
    annual(people.owner)
    outcome = computed(people.owner, intent=Intent.LIST, condition=AT_A_LOSS, periods=years(2003, 2004))

    assert not outcome.found and outcome.missing


def test_years_that_nobody_names_are_the_last_ones_and_it_is_said(people: People) -> None:
    annual(people.owner)
    order = Order(Item("revenue"), descending=True)
    outcome = computed(people.owner, Item("revenue"), intent=Intent.RANKING, order=order)

    assert outcome.headline.startswith("FY2023 has the highest revenue: USD 1,600 million. In order: FY2023")
    assert any("No period is named" in note for note in outcome.notes) and not outcome.missing


def test_one_period_alone_is_not_put_in_order(people: People) -> None:
    annual(people.owner)
    order = Order(Item("revenue"), descending=True)
    outcome = computed(people.owner, Item("revenue"), intent=Intent.RANKING, order=order, periods=years(2023))

    assert not outcome.found and "nothing to put in order" in outcome.missing[0]
