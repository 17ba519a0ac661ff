"""Questions that no statement answers, over a note of an invented filing: the whole road with real search."""

from decimal import Decimal

import pytest

from apps.answers import workflow
from apps.answers.run.asking import ask
from apps.answers.models import Answer, Status
from apps.documents.models import Chunk, ChunkKind, DocumentVersion, Fact, Page, Section, Table
from tests.answers.statements import report
from tests.people import People

pytestmark = pytest.mark.django_db
COMPANY = "Quillmark Foundry"
LINES = {"revenue": {2023: "1,100", 2022: "910"}, "net_income": {2023: "160", 2022: "141"}}
CAPTION = "Net sales of our segments were as follows (in millions):"
ROWS = (
    ("", "2023", "2022"),
    ("Lanterns", "$700", "$500"),
    ("Harbour works", "400", "410"),
    ("Total", "$1,100", "$910"),
)


@pytest.fixture
def version(people: People) -> DocumentVersion:
    return report(people.owner, COMPANY, 2023, LINES)


def note(version: DocumentVersion, number: int, rows: tuple[tuple[str, ...], ...], caption: str = CAPTION) -> Table:
    """A page with a caption and a table, each cell of which lies where its run says."""
    text, runs, grid = f"{caption}\n", [], []
    for row in rows:
        cells = []
        for printed in row:
            cells.append({"text": printed, "start": len(text), "end": len(text) + len(printed)} if printed else None)
            runs.append([len(text), len(text) + len(printed), 100.0, 50.0, 160.0, 60.0])
            text += f"{printed}\n"
        grid.append(cells)
    Page.objects.create(version=version, number=number, width=612, height=792, text=text, runs=runs)
    table = Table.objects.create(
        version=version, ordinal=number, page=number, caption=caption, units="in millions", header_rows=1, grid=grid
    )
    Chunk.objects.create(
        version=version,
        table=table,
        ordinal=number,
        kind=ChunkKind.TABLE,
        page=number,
        spans=[[number, 0, len(text)]],
        text=text,
        view=text,
        hash=str(number),
        tokens=9,
        first_token=0,
    )
    return table


def answered(people: People, question: str) -> Answer:
    answer = ask(people.owner, question)
    assert workflow.answer(answer.pk)
    answer.refresh_from_db()
    return answer


@pytest.mark.parametrize(
    ("question", "value", "unit", "status"),
    [
        ("What was Quillmark's Lanterns segment revenue in FY2022?", "500000000", "USD", Status.EXTRACTED),
        ("What was Quillmark's Lanterns revenue in FY2023, in USD millions?", "700", "USD millions", Status.EXTRACTED),
        (
            "What was the growth of Quillmark's Lanterns revenue from FY2022 to FY2023 in percent? Round to 1 decimal.",
            "40.0",
            "%",
            Status.CALCULATED,
        ),
        (
            "What share of Quillmark's total net sales came from Harbour works in FY2022?",
            "45.054945",
            "%",
            "Calculated",
        ),
    ],
)
def test_cells_of_a_note_are_figures(
    people: People, version: DocumentVersion, question: str, value: str, unit: str, status: str
) -> None:
    note(version, 8, ROWS)
    answer = answered(people, question)

    assert (answer.status, answer.result["unit"]) == (status, unit), answer.result["answer"]
    assert Decimal(answer.result["value"]) == Decimal(value)
    for citation in answer.citations.all():
        assert citation.boxes
        assert citation.quote in {printed for row in ROWS for printed in row}


def test_the_sheet_names_its_cells(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    sheet = answered(people, "How much did Quillmark's Lanterns revenue change from FY2022 to FY2023?").result["sheet"]

    assert [(one["printed"], one["period"], one["citation"]) for one in sheet["operands"]] == [
        ("$500", "FY2022", 1),
        ("$700", "FY2023", 2),
    ]
    assert sheet["lines"][-1]["text"] == "USD 200 million"


def test_which_segment_is_told_with_the_others(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    answer = answered(people, "Which of Quillmark's segments had the largest net sales in FY2023?")
    assert "is Lanterns: USD 700 million" in answer.result["answer"]


def test_tables_that_disagree_answer_nothing(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    note(version, 9, (("", "2023", "2022"), ("Lanterns", "$690", "$480"), ("Harbour works", "410", "430")))
    answer = answered(people, "What was Quillmark's Lanterns segment revenue in FY2022?")
    assert answer.result["value"] is None
    assert answer.result["sheet"] is None


def test_a_table_that_the_question_names_by_its_section_is_named(people: People, version: DocumentVersion) -> None:
    section = Section.objects.create(version=version, ordinal=90, level=3, page=8, path=["Segments", "Coastal region"])
    held = note(version, 8, (("", "As of/ December 31, 2023"), ("Rentals", "$70"), ("Fees", "30")), "(in millions)")
    Chunk.objects.filter(table=held).update(section=section)
    told = answered(people, "What were Quillmark's rentals in the Coastal region in FY2023?").result["answer"]

    assert "Rentals, Coastal region" in told and "As of/" not in told.split("\n")[0]


def test_lines_of_things_are_no_money(people: People, version: DocumentVersion) -> None:
    note(
        version,
        8,
        (ROWS[0], ROWS[1], ("New store openings", "12", "9"), ("Comparable sales growth", "7", "4"), ROWS[3]),
    )

    assert answered(people, "Which new store openings did Quillmark have in FY2023?").result["value"] is None
    grown = answered(people, "By how much did Quillmark's comparable sales increase in FY2023?")
    assert "1,100" not in grown.result["answer"].split("\n")[0]


def test_money_does_not_say_how_many(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    assert answered(people, "How many Lanterns did Quillmark have in FY2023?").result["value"] is None


def test_what_no_table_names_is_not_answered(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    answer = answered(people, "What was Quillmark's Shipbuilding segment revenue in FY2022?")
    assert answer.result["value"] is None


def test_parts_that_add_up_tell_the_whole(people: People, version: DocumentVersion) -> None:
    head = ("", "2023", "2022")
    note(version, 8, (head, ("Backlog", "$90", "$80")), "Key figures of the filer (in millions):")
    note(version, 9, (head, ("Backlog", "60", "55")), "Lanterns was as follows (in millions):")
    note(version, 10, (head, ("Backlog", "30", "25")), "Harbour works was as follows (in millions):")
    answer = answered(people, "Was Quillmark's backlog higher in FY2023 than in FY2022, and if so by how much?")
    assert "rose by" in answer.result["answer"]
    assert Decimal(answer.result["value"]) == Decimal(10_000_000)


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("What was the operating margin of Quillmark's Lanterns segment in FY2023? One decimal.", "20.0", "%"),
        (
            "Excluding Lanterns, what were the total net sales of Quillmark in FY2022 in USD millions?",
            "410",
            "millions",
        ),
        (
            "How much larger were Quillmark net sales of Lanterns than those of Harbour works in FY2023 ($ millions)?",
            "300",
            "millions",
        ),
    ],
)
def test_two_cells_make_one_figure(
    people: People, version: DocumentVersion, question: str, value: str, unit: str
) -> None:
    note(version, 8, (*ROWS[:-1], ("Total net sales", "$1,100", "$910")))
    profits = (("", "2023", "2022"), ("Lanterns", "$140", "$90"), ("Harbour works", "20", "25"))
    note(version, 9, profits, "Operating profit of our segments was as follows (in millions):")
    answer = answered(people, question)
    assert answer.result["value"] is not None, answer.result["answer"]
    assert Decimal(answer.result["value"]) == Decimal(value)
    assert unit in answer.result["unit"]
    assert answer.citations.count() >= 2


def test_an_amount_is_no_percentage(people: People, version: DocumentVersion) -> None:
    note(version, 8, ROWS)
    answer = answered(people, "What was the average Lanterns net sales percentage of Quillmark over FY2022 to FY2023?")
    assert answer.result["value"] is None


def test_the_filers_own_statement_stands_over_tables_of_its_segments(people: People, version: DocumentVersion) -> None:
    head = ("", "2023", "2022")
    rows = (head, ("Operating revenues", "$800", "$700"), ("Upkeep expense", "400", "300"))
    own = note(version, 8, rows, "Statement of operations (in millions):")
    note(
        version,
        9,
        (head, ("Operating revenues", "$500", "$450"), ("Upkeep expense", "100", "90")),
        "Lanterns was as follows (in millions):",
    )
    question = "What were Quillmark's upkeep expense as a percent of operating revenues in FY2023? One decimal please."
    Fact.objects.filter(version=version, statement="income").update(table=own)
    answer = answered(people, question)
    assert answer.result["value"] is not None, answer.result["answer"]
    assert Decimal(answer.result["value"]) == Decimal("50.0")


def test_up_or_down_is_told_with_the_change(people: People, version: DocumentVersion) -> None:
    note(version, 8, (("", "2023", "2022"), ("Backlog", "$90", "$80")), "Key figures of the filer (in millions):")
    told = answered(people, "Did Quillmark's backlog go up or down in FY2023?").result["answer"]
    assert "Backlog of Quillmark Foundry rose by USD 10 million" in told
    assert "was not decided" not in told


def test_a_part_of_the_total_is_no_whole(people: People, version: DocumentVersion) -> None:
    """Half a match must not be divided by the total: "of lantern revenue" is another whole than "of revenue"."""
    rows = (("", "2023", "2022"), ("Lantern revenue", "$700", "$500"), ("Harbour revenue", "400", "410"))
    note(version, 8, (*rows, ("Total net revenue", "$1,100", "$910")), "Revenue and costs of lanterns")
    result = answered(people, "What percentage of Quillmark's FY2023 lantern revenue were lantern costs?").result
    assert "63.6" not in result["answer"] and result["value"] is None
