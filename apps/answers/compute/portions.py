"""What part of a whole something is: the part bound over the whole, where it is one."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from apps.answers.compute.books import Book
from apps.answers.compute.breakdowns import is_deducted
from apps.answers.compute.cells import Cells
from apps.answers.compute.contexts import Context
from apps.answers.compute.members import Members
from apps.answers.compute.missing import AmbiguousError, ImpossibleError, MisreadError, MissingError
from apps.answers.compute.prose import stated_share
from apps.answers.compute.tree import Leaf, Operation, Tree, amount, leaves
from apps.questions.expressions import At, Binary, Call, Expression, Item, Operator, Ratio, Row, mapped, walk
from apps.questions.labels import called, stems
from apps.questions.ratios import profit_of
from apps.questions.slots import Dimension, Part
from apps.statements.ontology import Unit, concepts

MOST_OF_A_WHOLE = 2


class Binds(Protocol):
    """What binds the sides of a share, as `Binder` does. says: what to tell of the choices made."""

    says: list[str]

    def tree(self, expression: Expression, context: Context) -> Tree: ...
    def members_of(self, context: Context) -> Members: ...
    def cells_of(self, book: Book) -> Cells: ...
    def line_of_statement(self, label: str, context: Context) -> Tree | None: ...


@dataclass(frozen=True, slots=True)
class Portions:
    binder: Binds

    def tree(self, of: Expression, whole: Expression, context: Context) -> Tree:
        """What cannot be computed a sentence may tell: "65% of our lamps"."""
        of, whole = _of_amounts(of, whole)
        try:
            return self._by_size(_of_its_kind(self._share(of, whole, context)), context)
        except (MissingError, AmbiguousError, ImpossibleError):
            part = of.part.member if isinstance(of, At) and of.part and of.of == whole else None
            part = of.label if isinstance(of, Row) else part
            if part is None or not isinstance(whole, Item | Row) or context.part:
                raise
            wholes = called(whole.concept) if isinstance(whole, Item) else [stems(whole.label)]
            found = stated_share(stems(part), wholes, context.span, context.book, part)
            if found is None:
                raise
            return Leaf(found)

    def _by_size(self, share: Tree, context: Context) -> Tree:
        """What a table takes off the whole above it is printed in parentheses, and a part of it all the same."""
        match share:
            case Operation(left=Leaf(part), right=Leaf(whole)) if part.value < 0 < whole.value:
                place = part.candidate.place
                table = self.binder.cells_of(context.book).table_of(place) if place else None
                if place and table and is_deducted(table, place, whole.value):
                    says = f"{part.candidate.label} is taken off in its table; its share is that of its size."
                    return replace(share, left=Leaf(replace(part, value=-part.value, says=(*part.says, says))))
        return share

    def _share(self, of: Expression, whole: Expression, context: Context) -> Tree:
        """The part over the whole, which is the company's unless it says otherwise; of a part told apart both are.

        A name that no lexicon knows is first looked up as a part of the whole: "Lanterns as a share of revenue".
        """
        measure = whole.of if isinstance(whole, At) else whole
        part = context.part
        told_apart = part and part.member and self.binder.members_of(context).knows(part.member)
        if part and told_apart and isinstance(whole, Item | Row) and of != whole:
            return self._within(of, whole, part, context)
        under = self.binder.tree(whole, replace(context, part=None))
        if isinstance(of, At) and of.part and of.of == whole:
            over = self._part_or_line(of, of.part, context)
            return over if _is_printed_share(over, under, measure) else _of_its_sign(self._part_of(over, under))
        named_alone = all(isinstance(one, Row | Call | Binary) for one in walk(of)) and of != measure
        if isinstance(measure, Item | Row) and named_alone and part is None:
            with suppress(MissingError, AmbiguousError):
                named = mapped(of, lambda one: as_part(one, measure))
                over = self.binder.tree(named, replace(context, part=None))
                return over if _is_printed_share(over, under, measure) else self._part_of(over, under)
        if isinstance(of, At) and isinstance(whole, At) and (inside := self._of_both(of, whole, context)):
            share = Operation(Operator.DIVIDE, inside, under)
            if abs(amount(share).value) <= 1:
                if (of.filer, of.period) == (whole.filer, whole.period):
                    _of_one_report(inside, under)
                return share
        over = self.binder.tree(of, context)
        if _is_printed_share(over, under, measure):
            return over
        if isinstance(of, Row) and isinstance(measure, Row):
            return self._part_of(over, under)
        found = Operation(Operator.DIVIDE, over, under)
        if (
            isinstance(of, At)
            and isinstance(whole, At)
            and of == replace(whole, part=of.part)
            and of.part != whole.part
        ):
            _of_one_report(over, under)
        if isinstance(of, Item) and isinstance(measure, Item) and abs(amount(found).value) > 1:
            return self._line_within(of, measure, under, context) or found
        if isinstance(of, At) and isinstance(whole, At) and of.of == whole.of and abs(amount(found).value) > 1:
            raise MisreadError("What is more than a part is no share of it.")
        return found

    def _within(self, of: Expression, whole: Item | Row, part: Part, context: Context) -> Tree:
        """ "Rail, repairs as % of revenue": of what the part has, by a line of it or as a part of it in turn."""
        under = self.binder.tree(whole, context)
        if isinstance(of, Row):
            inner = At(whole, part=Part(Dimension.ANY, of.label, of.label, within=part.member))
            with suppress(MissingError, AmbiguousError):
                return self._part_of(self.binder.tree(inner, replace(context, part=None)), under)
        return self._part_of(self.binder.tree(of, context), under)

    def _of_both(self, of: At, whole: At, context: Context) -> Tree | None:
        """ "What portion of service revenue came from Rail": of the one within the other, where that is told."""
        if of.of != whole.of or of.part is None or whole.part is None or of.part == whole.part:
            return None
        within = replace(of, part=replace(of.part, within=whole.part.member))
        with suppress(MissingError, AmbiguousError):
            return self.binder.tree(within, replace(context, part=None))
        return None

    def _part_or_line(self, of: At, part: Part, context: Context) -> Tree:
        """ "Hauling and handling as % of revenue": what is no part of it may be another line of a statement."""
        try:
            return self.binder.tree(of, context)
        except MissingError:
            line = (
                self.binder.line_of_statement(part.member or "", context) if part.dimension is Dimension.ANY else None
            )
            if line is None:
                raise
            return line

    def _line_within(self, of: Item, whole: Item, under: Tree, context: Context) -> Tree | None:
        """What is more than a whole may be the name of one of its lines: stock-based compensation of research."""
        for name in self.binder.members_of(context).labels(of):
            with suppress(MissingError, AmbiguousError, ImpossibleError):
                part = At(whole, part=Part(Dimension.ANY, name, name))
                found = self._part_of(self.binder.tree(part, replace(context, part=None)), under)
                self.binder.says.append(f"“{name}” is taken to be a line of {concepts()[whole.concept].name}.")
                return found
        return None

    def _part_of(self, part: Tree, whole: Tree) -> Tree:
        """Others may lessen a whole, but what is far more than it is no part of it."""
        found = Operation(Operator.DIVIDE, part, whole)
        told = amount(found)
        if told.unit == (0, 0) and abs(told.value) > MOST_OF_A_WHOLE:
            raise ImpossibleError("What is printed under this name is more than the whole, and no part of it.")
        return found


def _of_amounts(of: Expression, whole: Expression) -> tuple[Expression, Expression]:
    """A part of a margin is one of the profit that it is a margin of: no percentage is a share of another."""

    def profit(node: Expression) -> Expression:
        return profit_of(node) if isinstance(node, Ratio) else node

    told = mapped(whole, profit)
    return (mapped(of, profit), told) if told != whole else (of, whole)


def _of_its_sign(share: Tree) -> Tree:
    """Raises MisreadError where a loss would be a part of a profit."""
    if amount(share).value < 0:
        raise MisreadError("What is below zero is no part of what is above it.")
    return share


def _of_one_report(over: Tree, under: Tree) -> None:
    """Raises AmbiguousError where a part and the part that it is of are told by two reports: one may have recast it."""
    first, second = ({one.candidate.source for one in leaves(tree)} for tree in (over, under))
    if first.isdisjoint(second):
        raise AmbiguousError("Part and whole are told by two reports, which may count them otherwise.")


def _is_printed_share(over: Tree, under: Tree, whole: Expression) -> bool:
    """A percentage of a table that says of what it is one."""
    if not isinstance(over, Leaf) or over.operand.unit is not Unit.PERCENT or amount(under).unit == (0, 0):
        return False
    candidate = over.operand.candidate
    said = stems(" ".join((*candidate.above, candidate.header, candidate.label)))
    names = called(whole.concept) if isinstance(whole, Item) else [stems(whole.label)] if isinstance(whole, Row) else []
    return any(way and way <= said for way in names)


def _of_its_kind(share: Tree) -> Tree:
    """Money is no share of a percentage, and no number one of itself. Raises ImpossibleError."""
    if isinstance(share, Operation):
        over, under = ({one.candidate.place for one in leaves(side)} for side in (share.left, share.right))
        if over == under:
            raise ImpossibleError("What is printed under this name is the whole itself.")
    if amount(share).unit != (0, 0):
        raise ImpossibleError("A share and its whole are of one kind; what is printed under these names is not.")
    return share


def as_part(name: Expression, measure: Item | Row) -> Expression:
    return At(measure, part=Part(Dimension.ANY, name.label, name.label)) if isinstance(name, Row) else name
