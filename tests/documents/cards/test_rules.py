"""Cards by rules: of prose, of tables, of what every filer says, and of every passage of the sample filings."""

from datetime import date
from functools import cache
from pathlib import Path

import pytest

from apps.documents import chunking
from apps.documents.cards.card import Card, CardInput, Triple, problems, verbatim
from apps.documents.cards.labels import SectionLabel, Topic
from apps.documents.cards.rules import RulesCardMaker
from apps.documents.enrichment import enrichment
from apps.documents.metadata import extract
from apps.documents.models import ChunkKind
from apps.documents.passage_reading import Reading, card_inputs, read_passages
from apps.documents.sections import outline
from apps.documents.statement_rows import read_statements
from apps.reading.intake import detect
from apps.reading.reader import read
from finrag_site.embedded.paths import BASE
from tests.documents.filings import table_page

SAMPLES = sorted((BASE / "samples").glob("zephyrwick_*"))
PROSE = (
    "Results\n\nNet sales increased 5% to $1,577 million in fiscal 2023, while Harbour Lanterns, Inc. lost customers "
    "in Norway. We like kelp. Capital expenditures were $ 12 million."
)


def card(passage: CardInput) -> Card:
    (made,) = RulesCardMaker().cards([passage])
    assert problems(made, passage.text) == []
    return made


def test_a_card_of_prose() -> None:
    made = card(CardInput(PROSE, path=("Item 7. Management’s Discussion", "Results"), fiscal_year=2023))
    assert made.section is SectionLabel.DISCUSSION
    assert made.entities == ("Harbour Lanterns, Inc.", "Norway")
    assert made.metrics == ("revenue", "capital_expenditures")
    assert [number.text for number in made.numbers] == ["5%", "$1,577 million", "$ 12 million"]
    assert made.periods == ("FY2023",)
    assert made.summary.startswith("Results Net sales increased 5% to $1,577 million")
    assert Triple("Capital expenditures", "were", "$ 12 million") in made.triples
    assert any(triple.relation == "increased" and triple.object == "5%" for triple in made.triples)
    assert "We like kelp." not in [span.text for span in made.spans]


def test_a_card_of_a_table() -> None:
    page = table_page(0, [["", "2023", "2022"], ["Net sales", "1,577", "1,402"], ["Kelp costs", "900", "850"]])
    passage = CardInput(
        page.text.strip(), ChunkKind.TABLE, ("Item 8", "Sales"), "Oakfield", 2023, date(2023, 12, 31), page.tables[0]
    )
    made = card(passage)
    assert made.triples[:2] == (
        Triple("Net sales", "in fiscal 2023", "1,577 (million)"),
        Triple("Net sales", "in fiscal 2022", "1,402 (million)"),
    )
    assert made.summary == "Sales; Net sales, Kelp costs; FY2023, FY2022; in millions"
    assert made.periods == ("FY2023", "FY2022")
    assert not made.boilerplate


def test_a_later_part_of_a_table_knows_the_periods_of_its_header() -> None:
    page = table_page(0, [["", "2023", "2022"], ["Net sales", "1,577", "1,402"], ["Kelp costs", "900", "850"]])
    made = card(CardInput("Kelp costs\t900\t850", ChunkKind.TABLE, table=page.tables[0]))
    assert made.periods == ("FY2023", "FY2022")


def test_items_that_facts_were_read_for_come_first() -> None:
    made = card(CardInput("Total net sales\t5", ChunkKind.TABLE, concepts=("gross_profit",)))
    assert made.metrics[0] == "gross_profit"


@pytest.mark.parametrize(
    ("passage", "boilerplate"),
    [
        (CardInput("These words fall under the Private Securities Litigation Reform Act of 1995."), True),
        (CardInput("Indicate by check mark whether the registrant is a shell company."), True),
        (CardInput("Item 4. Mine Safety Disclosures\n\nNot applicable."), True),
        (CardInput("Form of note", path=("Item 15. Exhibits",)), True),
        (CardInput("You should not place undue reliance on us. Sales were $5 million, 4% more."), False),
        (CardInput("Our lanterns sell well in Norway."), False),
    ],
)
def test_what_every_filer_says_is_boilerplate_unless_it_has_figures(passage: CardInput, boilerplate: bool) -> None:
    assert card(passage).boilerplate is boilerplate


def test_a_passage_about_nothing_known_is_about_something_else() -> None:
    made = card(CardInput("Zounds!"))
    assert made.topic is Topic.OTHER
    assert made.summary == "Zounds!"


@cache
def readings(path: Path) -> list[tuple[CardInput, Reading]]:
    pages = read(path, detect(path, path.name), lambda done, total: None).pages
    sections, metadata = outline(pages), extract(pages, path.name)
    year, end = metadata.fiscal_year, metadata.period_end
    facts = read_statements(pages, year.value if year else None, end.value if end else None).facts
    inputs = card_inputs(chunking.passages(sections), sections, metadata, facts)
    return list(zip(inputs, read_passages(inputs), strict=True))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_card_of_the_samples_is_valid_and_verbatim(path: Path) -> None:
    made = readings(path)
    assert made
    for passage, reading in made:
        assert problems(reading.card, passage.text) == []
        assert enrichment.problems(reading.enrichment, passage.text) == []
        assert all(verbatim(number, passage.text) for number in reading.card.numbers)
        assert all(verbatim(span, passage.text) for span in reading.card.spans)
        assert reading.card.summary


def test_the_samples_statements_are_told_by_their_cards() -> None:
    (report,) = (path for path in SAMPLES if path.suffix == ".pdf")
    tables = [reading.card for passage, reading in readings(report) if passage.concepts]
    assert {"revenue", "net_income", "total_assets"} <= {metric for made in tables for metric in made.metrics}
    assert {"FY2024", "FY2023"} <= {period for made in tables for period in made.periods}
    assert sum(len(made.numbers) for made in tables) > 50
