"""Figures that stand in sentences of notes and releases, against what filings print."""

from decimal import Decimal
from typing import Any

import pytest

from apps.accounts.models import User
from apps.answers.compute.books import shelf
from apps.answers.run.remarks import stated_in
from apps.documents.models import Chunk, Document, DocumentVersion, Kind, Page
from apps.memory.models import Disagreement
from apps.notes.saving import new_note, save
from apps.retrieval.found import Scope
from tests.memory.bank import COMPANY, filed
from tests.memory.test_reviewing import arrived
from tests.people import People

pytestmark = pytest.mark.django_db
SAID = {  # sentence: concept and value, empty where it states no figure of the company that could be compared
    "Revenue was about $1.4 billion in 2023.": ("revenue", "1400000000", "200000000"),
    "In fiscal 2023, the company reported net sales of $1,577 million.": ("revenue", "1577000000", "1000000"),
    "Quillmark Foundry had net income of $160 million in 2023.": ("net_income", "160000000", "1000000"),
    "EPS was $3.21 in fiscal 2023.": ("eps_diluted", "3.21", "0.01"),
    "Our total assets at December 31, 2023 were $9.1 billion.": ("total_assets", "9100000000", "100000000"),
    "Oakfield Mills had net income of $150 million in 2023.": (),  # another company
    "We expect revenue of $1.9 billion in 2023.": (),
    "Revenue was not $1.9 billion in 2023, as some say.": (),
    "Revenue increased by $300 million in 2023.": (),
    "Net sales in Europe were $300 million in 2023.": (),
    "Adjusted net income was $190 million in 2023.": (),
    "Revenue was $1.9 billion, and it was never higher.": (),  # of no period
    "Revenue was $1.9 billion in 2023 after $1.4 billion.": (),  # two figures
    "Was revenue $1.9 billion in 2023, and who says so?": (),
    "Revenue was $1,577 in the fiscal year 2023.": (),  # of no scale
}


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path


def stated(version: DocumentVersion, owner: User) -> dict[str, tuple[object, ...]]:
    book = shelf(owner, Scope()).books[0]
    found = stated_in(version, book, owner)
    return {one.label: (one.concept, one.value, one.step) for one in found}


def test_what_a_sentence_states_is_read_whole_or_not_at_all(people: People) -> None:
    company = filed(people.owner)
    text = "\n\n".join(SAID)
    document = Document.objects.create(name="note", title="n", kind=Kind.NOTE, owner=people.owner, company=company)
    version = DocumentVersion.objects.create(document=document, sha256="0" * 64, file_name="n.md", size=1)
    Page.objects.create(version=version, number=0, width=1, height=1, text=text)
    Chunk.objects.create(
        version=version, ordinal=0, kind="text", page=0, text=text, spans=[[0, 0, len(text)]], tokens=1, first_token=0
    )
    assert stated(version, people.owner) == {
        one: (said[0], Decimal(said[1]), Decimal(said[2])) for one, said in SAID.items() if said
    }


def test_a_note_and_a_filing_find_each_other_whichever_comes_first(people: People, client_for: Any) -> None:
    note = new_note(people.owner, f"# {COMPANY} visit\n\nRevenue was about $1.4 billion in 2023.")
    filed(people.owner)
    arrived()
    found = Disagreement.objects.get()
    assert (found.fact.value, found.remark and found.remark.value) == (Decimal("1577000000"), Decimal("1400000000"))
    page = client_for(people.owner).get("/memory/radar/").text
    assert "about $1.4 billion" in page and "1,577" in page
    assert "1.4 billion" not in client_for(people.stranger).get("/memory/radar/").text

    save(note, note.text.replace("1.4 billion", "1.6 billion").replace("about ", ""), people.owner)
    arrived()
    assert "billion" not in client_for(people.owner).get("/memory/radar/").text  # 1,577 million, rounded
    save(note, note.text + "\n\nNet income was $150 million in fiscal 2023.", people.owner)
    arrived()
    assert Disagreement.objects.standing().get().remark.label == "Net income was $150 million in fiscal 2023."
    sides = client_for(people.owner).get(f"/memory/radar/{Disagreement.objects.latest('pk').uid}/").text
    assert sides.count("data-page-panel") == 2 and "$150 million" in sides
