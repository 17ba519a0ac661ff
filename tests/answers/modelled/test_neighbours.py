"""Neighbours of passages (V9) reach a model that writes: once, as sources, and only into room that is left."""

from typing import Any

import pytest

from apps.answers.modelled.neighbours import with_neighbours, with_table
from apps.answers.models import Status
from apps.answers.run.settings import PipelineSettings
from apps.answers.sources.evidence import Passage
from apps.documents.models import Chunk, DocumentVersion, Section
from apps.retrieval.found import Found, SearchSettings
from tests.answers.modelled.replies import answer as written
from tests.answers.modelled.replies import by_shape, curation, plan
from tests.answers.modelled.test_road import WHY, answered, marks
from tests.answers.store import hold
from tests.inference.language.server import Said, configured
from tests.people import People

pytestmark = pytest.mark.django_db
ROOM, MOST = 10_000, 2000
COSTS = "Cost of sales | (901) | (840)"


def passage(chunk: Chunk, *context: Chunk) -> Passage:
    document = chunk.version.document
    found = Found(
        chunk_id=chunk.pk,
        version_id=chunk.version_id,
        document_uid=document.uid,
        document_name=document.name,
        page=chunk.page,
        pages=(chunk.page,),
        kind=chunk.kind,
        text=chunk.text,
        section_path=(),
        rank=1,
        fused=1.0,
        scores={},
        context=tuple(one.pk for one in context),
    )
    return Passage(found, tuple((page, start, end) for page, start, end in chunk.spans))


def chunks(version: DocumentVersion) -> list[Chunk]:
    return list(Chunk.objects.filter(version=version).order_by("ordinal"))


def keys(passages: tuple[Passage, ...]) -> list[int]:
    return [one.found.chunk_id for one in passages]


def test_a_neighbour_of_two_hits_comes_once_behind_them(people: People) -> None:
    prose, table = chunks(hold(people.owner))
    other, _ = chunks(hold(people.owner, year=2022))
    found = with_neighbours([passage(prose, table), passage(other), passage(prose, table)], MOST, ROOM)

    assert keys(found) == [prose.pk, other.pk, prose.pk, table.pk]
    assert found[-1].found.text == table.text and found[-1].spans == ((1, 0, len(table.text)),)


def test_a_neighbour_that_was_found_itself_is_not_repeated(people: People) -> None:
    prose, table = chunks(hold(people.owner))
    assert keys(with_neighbours([passage(prose, table), passage(table, prose)], MOST, ROOM)) == [prose.pk, table.pk]


def test_a_neighbour_of_another_section_is_left_out(people: People) -> None:
    version = hold(people.owner)
    prose, table = chunks(version)
    section = Section.objects.create(version=version, ordinal=0, level=1, title="Taxes", path=["Taxes"], page=1)
    Chunk.objects.filter(pk=table.pk).update(section=section)

    assert keys(with_neighbours([passage(prose, table)], MOST, ROOM)) == [prose.pk]


def test_without_room_there_are_no_neighbours(people: People) -> None:
    prose, table = chunks(hold(people.owner))
    assert keys(with_neighbours([passage(prose, table)], MOST, len(table.text))) == [prose.pk]


def test_the_table_that_a_plan_lists_stands_before_what_was_chosen(people: People) -> None:
    prose, table = chunks(hold(people.owner))
    hit = passage(prose)
    assert keys(with_table([hit], table.table_id, [hit])) == [table.pk, prose.pk]
    assert keys(with_table([passage(table)], table.table_id, [hit])) == [table.pk]
    assert keys(with_table([hit], table.table_id, [])) == keys(with_table([hit], None, [hit])) == [prose.pk]


@pytest.mark.parametrize(("bundled", "times"), [(10, 1), (0, 0)])
def test_its_words_reach_the_writers_prompt_once(people: People, bundled: int, times: int) -> None:
    hold(people.owner)
    settings = PipelineSettings(search=SearchSettings(bundle_hits=bundled, bundle_tau=-1.0))
    with configured(chosen_prose("Net sales grew after the strike [1].")) as server:
        answered(people, WHY, settings)

    assert server.prompt().count("after the strike") == 1
    assert server.prompt().count(COSTS) == times


def test_what_is_written_from_it_leads_to_its_place(people: People) -> None:
    hold(people.owner)
    settings = PipelineSettings(search=SearchSettings(bundle_tau=-1.0))
    summary = "Net sales grew because freight volumes in the northern ports recovered after the strike [1]."
    with configured(chosen_prose(f"{summary} Cost of sales was $901 million in 2023 [2].")):
        answer = answered(people, WHY, settings)

    assert answer.status == Status.WRITTEN and "uncited" not in marks(answer) and "figure" not in marks(answer)
    assert any("Cost of sales (901) (840)" in citation.quote for citation in answer.citations.all())


def chosen_prose(summary: str) -> Any:
    """A model that chooses the passage of prose alone, whichever number it has, and writes `summary`."""

    def script(body: dict[str, Any]) -> Said:
        text = str(body)
        number = (
            int(text[: text.index("after the strike")].rsplit("<<<DATA passage ", 1)[1].split(" ")[0])
            if ("CurationReply" in text)
            else 1
        )
        return by_shape(plan=plan(WHY), curate=curation(number), write=written(summary))(body)

    return script
