"""What single segments, regions, products or channels contribute: facts with a dimension, else cells of tables."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from apps.answers.compute.breakdowns import ASIDE, breakdown
from apps.answers.compute.cells import Cells
from apps.answers.compute.labels import KIND_WORDS, PLACES, called_otherwise, names_member, spoken
from apps.answers.compute.ledger import FIELDS, Ledger, of_span
from apps.answers.compute.missing import APART, AmbiguousError, MissingError, NotComputedError
from apps.answers.compute.operands import Operand
from apps.answers.sources.candidate import Span
from apps.documents.models import Chunk, Fact
from apps.questions.expressions import Item, Row
from apps.questions.labels import called, stems, ways, words
from apps.questions.slots import Dimension, Part
from apps.statements.ontology import Statement, concepts

TOLD_APART = "revenue"  # what every filer breaks down
ELSEWHERE = re.compile(r" (?:plc|n\.?v\.?|ag|se|s\.?a\.?|ltd\.?|limited|ab|asa|oyj|s\.?p\.?a\.?)$", re.IGNORECASE)
MOST_NAMED, SOME_WORDS, LEAST_MEMBERS, MOST_WAYS = 8, 2, 2, 4


@dataclass(slots=True)
class Members:
    """The parts of one filer, looked up by what is measured of them."""

    ledger: Ledger
    cells: Cells
    loaded: dict[str, list[Fact]] = field(default_factory=dict)
    kinds: dict[int, frozenset[str]] = field(default_factory=dict)
    printed: dict[tuple[Item | Row, Dimension, Span], list[Operand]] = field(default_factory=dict)

    def facts(self, concept: str) -> list[Fact]:
        if concept not in self.loaded:
            versions = [filing.version for filing in self.ledger.book.filings]
            rows = Fact.objects.filter(version__in=versions, concept=concept, statement=Statement.SEGMENT)
            self.loaded[concept] = list(rows.exclude(dimension="").only(*FIELDS))
        return self.loaded[concept]

    def find(self, item: Item | Row, part: Part, span: Span) -> Operand:
        """The figure of one member. Raises MissingError, which names the members that there are; AmbiguousError."""
        if printed := self._printed_part(item, part, span):
            return printed
        concept, member = _concept(item), part.member or ""
        stated = [fact for fact in self.facts(concept) if of_span(fact, span, self.ledger.book)]
        name, own = f"{_name(item)}, {member}", words(self.ledger.book.filer.name)
        for rank in (0, 1, 2):
            fitting = [fact for fact in stated if names_member(member, fact.dimension, own) == rank]
            if fitting:
                return self._chosen(_totals(fitting), name, span, member)
        if found := self.cells.of_both(_ways(item), member, span, name) or self._cell(item, member, name, span):
            return found
        if (full := self._full_name(member)) and (found := self._cell(item, full, name, span)):
            return replace(found, says=(*found.says, f"“{member}” is taken to be {full}."))
        if found := self._otherwise(item, member, name, span):
            return found
        raise MissingError(self._unknown(item, member, stated, span))

    def _otherwise(self, item: Item | Row, member: str, name: str, span: Span) -> Operand | None:
        """Home or abroad under another name, which is said; of filers of the United States alone."""
        if ELSEWHERE.search(self.ledger.book.filer.name):
            return None
        for other in called_otherwise(member):
            if found := self._cell(item, other, name, span):
                return replace(found, says=(*found.says, f"“{member}” is taken to be {other}."))
        return None

    def knows(self, member: str) -> bool:
        """Whether it is a part that the filer tells apart, and no other word beside what is measured."""
        own = words(self.ledger.book.filer.name)
        return any(names_member(member, name, own) in (0, 1) for name in self._names().values())

    def _names(self) -> dict[frozenset[str], str]:
        """What the filer tells apart is called, by its words."""
        return {words(fact.dimension): fact.dimension for fact in self.facts(TOLD_APART)}

    def named_in(self, label: str) -> str:
        """The part whose name a label holds; "" where it holds none, or several."""
        found = [name for said, name in self._names().items() if said and said < words(label)]
        return found[0] if len(found) == 1 else ""

    def _full_name(self, member: str) -> str:
        """ "Kelp Strip" for "Kelp Strip Resorts", where no other part is called so; "" where it is the name itself."""
        own = words(self.ledger.book.filer.name)
        called = [name for name in self._names().values() if names_member(member, name, own) is not None]
        return called[0] if len(called) == 1 and words(called[0]) != words(member) else ""

    def find_within(self, item: Item | Row, part: Part, span: Span) -> Operand:
        """The figure of one part within another: of the one, in a table about the other or in its column. As `find`."""
        member, other = part.member or "", part.within or ""
        name = f"{_name(item)}, {member}, {other}"
        for own, around in ((member, other), (other, member)):
            if found := self._cell(item, own, name, span, around):
                return found
            for label in self.labels(item):
                if found := self.cells.crossing(label, own, around, span, name):
                    return found
        raise MissingError(
            f"{_name(item)} of “{member}” within “{other}”, {span.label}, was not found in the filings of "
            f"{self.ledger.book.filer.name} that are held."
        )

    def _chosen(self, fitting: Sequence[Fact], name: str, span: Span, member: str) -> Operand:
        called = list(dict.fromkeys(fact.dimension for fact in fitting))
        if len({words(one) for one in called}) > 1:
            raise AmbiguousError(f"“{member}” may be {' or '.join(called[:MOST_NAMED])}.")
        found = self.ledger.choose(fitting, name, span)
        says = f"“{member}” is taken to be {called[0]}."
        taken = names_member(member, called[0], words(self.ledger.book.filer.name)) == SOME_WORDS
        return replace(found, says=(says,)) if taken else found

    def _cell(self, item: Item | Row, member: str, name: str, span: Span, within: str = "") -> Operand | None:
        """By the first name of the measure that one cell bears. Raises AmbiguousError where only several do."""
        unclear: AmbiguousError | None = None
        for label in self.labels(item):
            try:
                if found := self.cells.operand(label, span, name, member, within):
                    return found
            except AmbiguousError as error:
                unclear = unclear or error
        if unclear:
            raise unclear
        return None

    def labels(self, item: Item | Row) -> list[str]:
        """What the measure is called: as asked, and as the filer's statements print it."""
        if isinstance(item, Row):
            return list(ways(item.label))
        if item.concept not in concepts():
            return []
        self.ledger.load([item.concept])
        printed = (fact.label for fact in self.ledger.facts[item.concept])
        return [label for label in dict.fromkeys([concepts()[item.concept].name, *printed]) if words(label)]

    def each(self, item: Item | Row, dimension: Dimension, span: Span, *, printed: bool = True) -> list[Operand]:
        """Every member of one table, of the kind asked for where several tables break the figure down.

        Where no such table is of the period, those of another one, or of revenue, if they are told alike.
        printed: else by lines of a printed table that add up.
        """
        every, book = self.facts(_concept(item)), self.ledger.book
        stated = [fact for fact in every if of_span(fact, span, book)]
        if tables := self._broken_down(stated, dimension):
            name, facts = _name(item), tables[0]
            members = {
                fact.dimension: _totals([one for one in facts if one.dimension == fact.dimension]) for fact in facts
            }
            return [self.ledger.choose(own, f"{name}, {member}", span) for member, own in members.items()]
        others = self._broken_down([fact for fact in every if fact not in stated], dimension)
        others += self._broken_down(self.facts(TOLD_APART), dimension)
        ways = dict.fromkeys(tuple(dict.fromkeys(one.dimension for one in facts)) for facts in others)
        for names in list(ways)[:MOST_WAYS]:
            if found := self._told_alike(item, dimension, names, span):
                return found
        if printed and (found := self._added_up(item, dimension, span)):
            return found
        raise MissingError(self._no_members(item, dimension, span))

    def _added_up(self, item: Item | Row, dimension: Dimension, span: Span) -> list[Operand]:
        """By a printed table whose lines add up. What it gives is then found by the names that it prints."""
        key = (item, dimension, span)
        if key not in self.printed:
            known = frozenset(words(fact.dimension) for fact in self.facts(TOLD_APART))
            whole = self._whole(item, span)
            self.printed[key] = breakdown(self.cells, self.labels(item), dimension, span, known, whole)
        return self.printed[key]

    def _whole(self, item: Item | Row, span: Span) -> Decimal | None:
        """The figure of the whole filer, as its statements or a table of its own print it."""
        try:
            if isinstance(item, Item):
                return self.ledger.find(item.concept, span).value
            found = self.cells.operand(item.label, span, item.label)
        except NotComputedError:
            return None
        return found.value if found else None

    def _printed_part(self, item: Item | Row, part: Part, span: Span) -> Operand | None:
        """One part of a breakdown that was asked for by every one of its parts."""
        kinds = {dimension for asked, dimension, _ in self.printed if asked == item}
        every = [one for kind in kinds for one in self._added_up(item, kind, span)]
        return next((one for one in every if one.candidate.part == part.member), None)

    def _told_alike(self, item: Item | Row, dimension: Dimension, names: Sequence[str], span: Span) -> list[Operand]:
        """The figure of each of these; empty unless all are told, and alike. "All other" may be left out."""
        told: list[tuple[Operand, bool]] = []
        for name in names:
            rest = words(name) <= ASIDE
            try:
                told.append((self.find(item, Part(dimension, name, name), span), rest))
            except NotComputedError:
                if not rest:
                    return []
        named = [one for one, rest in told if not rest]
        if len(named) < LEAST_MEMBERS or not _alike(named):
            return []
        return [one for one, rest in told if not rest or _alike([*named, one])]

    def _broken_down(self, stated: Sequence[Fact], dimension: Dimension) -> list[list[Fact]]:
        """The facts of each table of that kind, in the order of the filings."""
        tables: dict[int, list[Fact]] = {}
        for fact in stated:
            tables.setdefault(fact.table_id, []).append(fact)
        self._learn_kinds(tables)
        segments = self._segments()
        fitting = [key for key, facts in tables.items() if self._is_of(dimension, key, facts, segments)]
        newest = {filing.version: place for place, filing in enumerate(self.cells.filings(None))}
        fitting.sort(key=lambda key: (newest[tables[key][0].version_id], -len(tables[key])))
        return [sorted(tables[key], key=lambda fact: fact.row) for key in fitting]

    def _learn_kinds(self, tables: Iterable[int]) -> None:
        missing = [key for key in tables if key not in self.kinds]
        for key in missing:
            self.kinds[key] = frozenset()
        told = Chunk.objects.filter(table__in=missing).values_list("table", "table__caption", "section__path")
        for key, caption, path in told:
            over = (spoken(caption or ""), *(spoken(title) for title in reversed(path or ())))
            self.kinds[key] = next((one for one in over if any(one & kind for kind in KIND_WORDS.values())), over[0])

    def _is_of(self, dimension: Dimension, table: int, facts: Sequence[Fact], segments: frozenset[str]) -> bool:
        """By the members' names, else by the words over the table; what is not said fits."""
        members = [fact.dimension for fact in facts]
        placed = sum(bool(words(one) & PLACES) for one in members) * 2 > len(members)
        if dimension in {Dimension.ANY, Dimension.LINE}:
            return dimension is Dimension.ANY  # lines of a table are no members
        if dimension is Dimension.SEGMENT:
            return self._says(table, dimension) or not (placed or any(self._says(table, kind) for kind in KIND_WORDS))
        across = facts[0].label != facts[0].dimension  # what is said over the table is of its rows
        if placed and dimension is not Dimension.GEOGRAPHY:
            return False
        if sum(one in segments for one in members) * 2 > len(members) or (across and not placed):
            return False
        return self._says(table, dimension) or (placed and dimension is Dimension.GEOGRAPHY)

    def _segments(self) -> frozenset[str]:
        """The names of segments: members of tables that say that they are about these and nothing else."""
        facts = [fact for loaded in self.loaded.values() for fact in loaded]
        self._learn_kinds({fact.table_id for fact in facts})
        others = [kind for kind in KIND_WORDS if kind is not Dimension.SEGMENT]
        plainly = {
            key
            for key in self.kinds
            if self._says(key, Dimension.SEGMENT) and not any(self._says(key, kind) for kind in others)
        }
        return frozenset(fact.dimension for fact in facts if fact.table_id in plainly)

    def _says(self, table: int, kind: Dimension) -> bool:
        return bool(self.kinds[table] & KIND_WORDS[kind])

    def _unknown(self, item: Item | Row, member: str, stated: Sequence[Fact], span: Span) -> str:
        company = self.ledger.book.filer.name
        known = list(dict.fromkeys(fact.dimension for fact in stated))[:MOST_NAMED]
        told = f"{_name(item)} of “{member}”, {span.label}, was not found in the filings of {company} that are held."
        return f"{told}{APART}{', '.join(known)}." if known else told

    def _no_members(self, item: Item | Row, dimension: Dimension, span: Span) -> str:
        kind = "part" if dimension in {Dimension.ANY, Dimension.LINE} else str(dimension)
        company = self.ledger.book.filer.name
        return f"{_name(item)} of {span.label} by {kind} was not found in the filings of {company} that are held."


def _alike(found: Sequence[Operand]) -> bool:
    """Whether cells are of one table, or of lines called alike in one filing; and in one scale."""
    places = [one.candidate.place for one in found]
    tables = {place.table if place else None for place in places}
    lines = {(place.version if place else None, one.candidate.label) for one, place in zip(found, places, strict=True)}
    return len({one.quantity.scale for one in found}) == 1 and (len(tables) == 1 or len(lines) == 1)


def _totals(facts: list[Fact]) -> list[Fact]:
    """Of several lines of one item and one member, those that say that they are the sum of the others."""
    return [fact for fact in facts if fact.label.lower().startswith("total ")] or facts


def _concept(item: Item | Row) -> str:
    return item.like if isinstance(item, Row) else item.concept


def _ways(item: Item | Row) -> frozenset[frozenset[str]]:
    """The stems of each way to call it."""
    return frozenset(stems(way) for way in ways(item.label)) if isinstance(item, Row) else called(item.concept)


def _name(item: Item | Row) -> str:
    if isinstance(item, Row):
        return f"{item.label[:1].upper()}{item.label[1:]}"
    return concepts()[item.concept].name if item.concept in concepts() else item.concept
