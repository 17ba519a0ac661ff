"""Questions for words, and for figures told in words, with quotations of several sentences that readers graded.

A quotation is kept by its place, without its words. Where the store holds its filing it becomes a text to learn from,
and so does the passage around its middle.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from apps.learning import json_lines
from apps.learning.builders.filed import Filed, Said
from apps.learning.groups import Grade, Group

ORIGIN = "quotations by readers"
KEPT = Path(__file__).parents[1] / "data" / "quotations.jsonl.xz"
Place = tuple[str, int, int, int]  # SHA-256 of the file, page from 0, start, end


@dataclass(frozen=True, slots=True)
class Quotation:
    """grade: how far it answers by itself."""

    place: Place
    grade: Grade


@dataclass(frozen=True, slots=True)
class Graded:
    """A question with what the search found for it. filing: what it was asked about, SHA-256 of the file.

    needed: the sentences of that filing that the whole answer needs, near_misses: those on the same matter that do not
    answer; both empty where nobody marked them. later: graded after the model that ships learned.
    """

    question: str
    filing: str
    found: tuple[Quotation, ...] = ()
    needed: tuple[Place, ...] = ()
    near_misses: tuple[Place, ...] = ()
    later: bool = False


def groups(graded: Iterable[Graded], filed: Mapping[str, Filed]) -> Iterator[Group]:
    """filed: by SHA-256. What is of a filing that is not held, or was read otherwise, is left out."""
    for one in graded:
        if one.filing not in filed:
            continue
        held = [(each, said) for each in one.found if (said := _sentences(each.place, filed))]
        quoted = [(filed[each.place[0]].worded(_joined(said)), each.grade) for each, said in held]
        passages = [(filed[each.place[0]].passage(said[len(said) // 2]), each.grade) for each, said in held]
        for texts in (quoted, passages, list(_marked(one, filed))):
            if len(texts) > 1:
                texts.sort(key=lambda text: -text[1])
                company = filed[one.filing].name
                yield Group(one.question, tuple(t for t, _ in texts), tuple(g for _, g in texts), ORIGIN, company)


def _marked(one: Graded, filed: Mapping[str, Filed]) -> Iterator[tuple[str, Grade]]:
    """Single sentences: one that is needed answers only where no other is."""
    answers = Grade.ANSWERS if len(one.needed) == 1 else Grade.SUPPORTS
    for places, grade in ((one.needed, answers), (one.near_misses, Grade.TOPIC)):
        for place in places:
            for said in _sentences(place, filed)[:1]:
                yield filed[place[0]].worded(said), grade


def _sentences(place: Place, filed: Mapping[str, Filed]) -> list[Said]:
    """Those that lie inside."""
    file, page, start, end = place
    if file not in filed:
        return []
    return [one for one in filed[file].said if one.place[0] == page and start <= one.place[1] and one.place[2] <= end]


def _joined(said: Sequence[Said]) -> Said:
    first = said[0]
    return Said(first.at, " ".join(one.text for one in said), first.heading, first.place)


def write(graded: Iterable[Graded], file: Path) -> None:
    json_lines.write(map(asdict, graded), file)


def read(file: Path = KEPT) -> Iterator[Graded]:
    for row in json_lines.read(file):
        found = tuple(Quotation(_place(each["place"]), Grade(each["grade"])) for each in row["found"])
        marked = {name: tuple(map(_place, row[name])) for name in ("needed", "near_misses")}
        yield Graded(row["question"], row["filing"], found, **marked, later=row.get("later", False))


def _place(told: Sequence[object]) -> Place:
    file, page, start, end = told
    return str(file), int(str(page)), int(str(start)), int(str(end))
