"""Each leaf of an expression meets exactly one candidate, or says what is missing.

A wider line never stands silently for a narrower one, a part never for the whole, a balance never for spending.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal

from apps.answers.compute.books import Book, Shelf, moved, near
from apps.answers.compute.cells import Cells
from apps.answers.compute.contexts import Context
from apps.answers.compute.counted import counted
from apps.answers.compute.fiscal import MOST, TRAILING, before, span_at, span_of
from apps.answers.compute.labels import names_line, words_of
from apps.answers.compute.ledger import FIELDS, Ledger, of_span
from apps.answers.compute.members import Members
from apps.answers.compute.missing import AmbiguousError, ImpossibleError, MisreadError, MissingError, UnavailableError
from apps.answers.compute.operands import Operand
from apps.answers.compute.outside import Outside, beside_price, check_whole_years
from apps.answers.compute.portions import Portions, as_part
from apps.answers.compute.prose import stated, told_apart
from apps.answers.compute.signs import stand_ins
from apps.answers.compute.tree import Applied, Constant, Leaf, Operation, Tree, amount, leaves
from apps.answers.sources.candidate import Span
from apps.documents.models import Fact
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    Stated,
    walk,
)
from apps.questions.labels import ADDS_NOTHING, BASES, called, margin_of, stem, stems, ways, words
from apps.questions.outside import OUTSIDE
from apps.questions.ratios import ratios
from apps.questions.slots import Dimension, Part
from apps.statements.ontology import Statement, Unit, concepts
from apps.statements.spent import CHARGED, SPENT

SIDES = frozenset(("gain", "loss"))
WORD = re.compile("[a-z]+")
ADDABLE = frozenset({Unit.MONEY, Unit.COUNT})
YEAR, DAYS = 12, 365
SAID = {
    Statement.INCOME: "the income statement",
    Statement.BALANCE: "the balance sheet",
    Statement.CASH_FLOW: "the cash flow statement",
}
GOES_ON = re.compile(r"[(,]|\bless\b")  # where a label says more of the same line
WHOLE = frozenset(("worldwide", "global", "total", "consolidated", "company", "group"))  # names of no part
ENDS = frozenset({OverTimeFunction.CHANGE, OverTimeFunction.GROWTH, OverTimeFunction.CAGR})


@dataclass(slots=True)
class Binder:
    """Binds expressions for filers of one shelf. says: what to tell of the choices made, in the order made.

    outside: who provides items that are no concept of statements. spans: the query's periods by each filer's calendar.
    """

    shelf: Shelf
    reports: tuple[str, ...] = ()
    report_years: tuple[int, ...] = ()
    outside: Outside = field(default_factory=Outside)
    says: list[str] = field(default_factory=list)
    spans: dict[int, tuple[Span, ...]] = field(default_factory=dict)
    ledgers: dict[int, Ledger] = field(default_factory=dict)
    cells: dict[int, Cells] = field(default_factory=dict)
    members: dict[int, Members] = field(default_factory=dict)

    def ledger(self, context: Context) -> Ledger:
        key = context.book.key
        if key not in self.ledgers:
            if self.report_years and not any(one.year in self.report_years for one in context.book.filings):
                years = " and ".join(f"fiscal {year}" for year in self.report_years)
                self.says.append(f"No report of {context.book.filer.name} on {years} is held.")
            self.ledgers[key] = Ledger(context.book, context.spans, self.reports, self.report_years)
        self.ledgers[key].wanted = context.spans
        return self.ledgers[key]

    def cells_of(self, book: Book) -> Cells:
        found = self.cells.setdefault(book.key, Cells(book))
        found.last = max((span.end for span in self.spans.get(book.key, ()) if span.end), default=None)
        return found

    def members_of(self, context: Context) -> Members:
        key = context.book.key
        if key not in self.members:
            self.members[key] = Members(self.ledger(context), self.cells_of(context.book))
        return self.members[key]

    def tree(self, expression: Expression, context: Context) -> Tree:
        """Raises MissingError, AmbiguousError, ImpossibleError."""
        context = beside_price(expression, context)
        match expression:
            case Number(value=value):
                return Constant(value)
            case Item() | Row():
                return self.leaf(expression, context)
            case Ratio(key=key):
                return self._ratio(key, context)
            case Stated(formula=formula):
                return self.tree(formula, context)
            case Binary(operator=operator, left=left, right=right):
                less = operator is Operator.SUBTRACT and self._excluded(right, left, context)
                second = less or self.tree(right, context)
                first = self._over_its_part(left, expression, second, context) or self.tree(left, context)
                if expression.net and any(one.value < 0 for one in leaves(second)):
                    raise AmbiguousError("What is printed as an amount taken off may be taken off already.")
                return Operation(operator, first, second)
            case Share(of=of, whole=whole):
                return Portions(self).tree(of, whole, context)
            case Call(function=function, of=of):
                return Applied(function, tuple(self.tree(one, context) for one in of))
            case OverTime():
                return self._over_time(expression, context)
            case At():
                return self._at(expression, context)

    def _over_its_part(self, over: Expression, ratio: Binary, under: Tree, context: Context) -> Tree | None:
        """ "Revenue per retail claim", of a row "Retail" below "Claims": over it stands revenue of retail, if told."""
        if ratio.operator is not Operator.DIVIDE or not isinstance(ratio.right, Row) or context.part:
            return None
        line = next(leaves(under)).candidate
        asked, own = words(ratio.right.label), words(line.label)
        if not own < asked or not asked - own <= words_of(line.above):
            return None
        with suppress(MissingError):
            return self.tree(over, replace(context, part=Part(Dimension.ANY, line.label, line.label)))
        return None

    def _excluded(self, name: Expression, whole: Expression, context: Context) -> Tree | None:
        """ "Revenue excluding lanterns": what is left out of a measure is first looked up as a part of it."""
        while isinstance(whole, Binary) and whole.operator is Operator.SUBTRACT:
            whole = whole.left
        if not isinstance(name, Row) or not isinstance(whole, Item | Row) or context.part:
            return None
        with suppress(MissingError, AmbiguousError):
            return self.tree(as_part(name, whole), context)
        return None

    def _at(self, at: At, context: Context) -> Tree:
        """An operand of a filer, period or part of its own."""
        book = context.book
        if at.filer:
            other = self.shelf.of(at.filer.uid)
            if other is None:
                raise MissingError(f"No filing of {at.filer.name} is among those that are searched.")
            book = other
        span = span_of(at.period, book) if at.period else self._told_by(book, context)
        spans = (span,) if at.period else context.spans
        return self.tree(at.of, Context(book, spans, span, at.part or context.part))

    def _told_by(self, book: Book, context: Context) -> Span:
        """The context's period by another filer's calendar, where it is one of the query's."""
        own, other = self.spans.get(context.book.key, ()), self.spans.get(book.key, ())
        known = context.span in own and len(own) == len(other)
        return other[own.index(context.span)] if known else context.span

    def _over_time(self, over: OverTime, context: Context) -> Tree:
        function = over.function
        if function is OverTimeFunction.SUM and _is_balance(over.of):
            raise MisreadError("What there is on a day is not added up over time.")
        if any(isinstance(node, At) and node.period for node in walk(over.of)):
            raise MisreadError("What is of one period does not change over several.")
        spans = self.stretch(over, context)
        if function is OverTimeFunction.SERIES:
            return self.tree(over.of, context)
        inner = any(isinstance(node, OverTime) for node in walk(over.of))  # each year's growth is over its own year
        trees = tuple(
            self.tree(over.of, replace(context, span=span, spans=(span,) if inner else spans)) for span in spans
        )
        if isinstance(over.of, Row):
            _refuse_mixed(over.of, trees)
        trees = self.outside.counted_alike(over.of, trees, context.book)
        if function is OverTimeFunction.CAGR:
            first, last = spans[0].end, spans[-1].end
            years = round((last - first).days / 365.25) if first and last else len(spans) - 1
            return Applied(function, (trees[0], trees[-1]), years)
        return Applied(function, trees)

    def stretch(self, over: OverTime, context: Context) -> tuple[Span, ...]:
        """The periods that a function is over: all of them for sums and averages, the ends for changes.

        Of one period asked for: with as many before it as `years` says, else with the one before.
        """
        spans, ends = context.spans, over.function in ENDS
        if not 0 <= (over.years or 0) <= MOST:
            raise ImpossibleError(f"More than {MOST} periods are asked for.")
        if over.years and len(spans) == 1:
            count = over.years if ends else over.years - 1
            spans = tuple(before(spans[-1], back, context.book) for back in range(count, -1, -1))
        elif ends and len(spans) == 1:
            spans = (before(spans[0], 1, context.book), spans[0])
        elif len(spans) == 1 and over.function is not OverTimeFunction.SERIES:
            raise ImpossibleError(f"Over which periods the {over.function} is meant is not said.")
        return (spans[0], spans[-1]) if ends else spans

    def _ratio(self, key: str, context: Context) -> Tree:
        """By the first of its formulas whose figures are all stated."""
        definition = ratios().get(key)
        if definition is None:
            raise MissingError(f"“{key}” is no ratio that is known here.")
        check_whole_years(definition, context)
        first: MissingError | None = None
        for formula, says in zip(definition.formulas, definition.says, strict=True):
            said = len(self.says)
            try:
                found = self.tree(formula, replace(context, of_ratio=True))
            except UnavailableError as error:
                raise UnavailableError(error.needed, error.why, "" if key in OUTSIDE else definition.name) from None
            except MissingError as missing:
                first = first or missing
                del self.says[said:]
                continue
            if says:
                self.says.append(says)
            found, figures_of = self.outside.priced(
                self._of_months(found, formula, definition.name, context), formula, context
            )
            self.says += [figures_of] if figures_of else []
            return found
        raise first or MissingError(f"{definition.name} has no formula.")

    def _of_months(self, found: Tree, formula: Expression, name: str, context: Context) -> Tree:
        """Days of a part of a year are those of its own months; what it earns on a balance is not annualized."""
        months = context.span.months
        if months in {None, YEAR}:
            return found
        if any(isinstance(one, Number) and one.value == DAYS for one in walk(formula)):
            return Operation(Operator.MULTIPLY, found, Constant(Decimal(months or YEAR) / YEAR))
        kinds = {concepts()[one.candidate.concept].statement for one in leaves(found) if one.candidate.concept}
        if Statement.BALANCE in kinds and len(kinds) > 1:
            self.says.append(f"{name} of {context.span.label} is not annualized.")
        return found

    def leaf(self, item: Item | Row, context: Context) -> Tree:
        if abs(item.lag) > MOST:
            raise ImpossibleError(f"More than {MOST} periods are asked for.")
        if isinstance(item, Item) and item.concept in OUTSIDE:
            return self.outside.leaf(item.concept, context)
        moved_context = replace(context, span=before(context.span, item.lag, context.book))
        if item.lag:
            moved_context = replace(moved_context, spans=(*context.spans, moved_context.span))
        if isinstance(item, Row) and (of := margin_of(item.label)):
            return self._margin(item, of, moved_context)
        return self._line(item, moved_context)

    def _line(self, item: Item | Row, context: Context) -> Tree:
        if context.part is not None:
            return self._part(item, context)
        return self._row(item, context) if isinstance(item, Row) else self.item(item.concept, context)

    def _margin(self, row: Row, of: str, context: Context) -> Tree:
        """As printed; else what it is the margin of over revenue, by their own lines."""
        try:
            return self._line(row, context)
        except MissingError as missing:
            over, under = self._line(Row(of), context), self._line(Item("revenue"), self._in_its_part(of, context))
            line = next(leaves(over)).candidate.label
            named = any(names_line(way, line) in {0, 1} for way in ways(of))
            if not named or BASES & words(line) - words_of(one.candidate.label for one in leaves(under)):
                raise missing from None
        return Operation(Operator.DIVIDE, over, under)

    def _in_its_part(self, label: str, context: Context) -> Context:
        """ "Kelp Strip Resorts EBITDA" is of that part, and so is what it is the margin of."""
        if context.part:
            return context
        member = self.members_of(context).named_in(label)
        return replace(context, part=Part(Dimension.ANY, member, member)) if member else context

    def item(self, concept: str, context: Context) -> Tree:
        """The item of the whole filer: as stated, by what other periods give, or by what stands in for its line."""
        if concept not in concepts():
            raise MissingError(f"“{concept}” is no statement item that is known here.")
        try:
            return self._stated(concept, context)
        except MissingError:
            for formula in stand_ins().get(concept, ()):
                if found := self._stand_in(concept, formula, context):
                    return found
            if printed := self._elsewhere(concept, context) or self._told(concept, context):
                return printed
            raise

    def _elsewhere(self, concept: str, context: Context) -> Tree | None:
        """An amount per share of another table that is called so, or of an item that no statement prints.

        Other money may be an affiliate's there, or unscaled.
        """
        kind, found = concepts()[concept], None
        if context.of_ratio or (kind.unit is not Unit.PER_SHARE and self._on_statements(concept, context)):
            return None
        with suppress(AmbiguousError):
            names = called(concept) if kind.unit is Unit.PER_SHARE else told_apart(called(concept))
            found = self.cells_of(context.book).of_item(names, context.span, kind.name, kind.unit)
        if found is None:
            return None
        self.says.append(f"{kind.name} of {context.span.label} is in no statement that was read; a table prints it.")
        spent = concept in SPENT or concept in CHARGED  # as an amount, however a table that adds up prints it
        return Leaf(replace(found, value=abs(found.value)) if spent else found)

    def _on_statements(self, concept: str, context: Context) -> bool:
        versions = [filing.version for filing in context.book.filings]
        return Fact.objects.filter(version__in=versions, concept=concept, dimension="").exists()

    def _told(self, concept: str, context: Context) -> Tree | None:
        """What a sentence says that it was, of an item that no statement prints."""
        kind = concepts()[concept]
        if self._on_statements(concept, context):
            return None
        found = stated(called(concept), context.span, context.book, kind.name, kind.unit, whole=True)
        return Leaf(found) if found else None

    def _stand_in(self, concept: str, formula: Expression, context: Context) -> Tree | None:
        try:
            found = self._plainly(formula, context)
        except MissingError:
            return None
        if concept in SPENT and amount(found).value <= 0:  # what was spent is no gain
            return None
        names = " ".join(dict.fromkeys(f"“{one.candidate.label}”" for one in leaves(found)))
        whole = "is computed from" if isinstance(found, Operation) else "is not printed; this is"
        self.says.append(f"{concepts()[concept].name} of {context.span.label} {whole} {names}.")
        return found

    def _plainly(self, formula: Expression, context: Context) -> Tree:
        """A stand-in is made of printed lines alone."""
        match formula:
            case Item(concept=concept):
                return self._stated(concept, context)
            case Binary(operator=operator, left=left, right=right):
                return Operation(operator, self._plainly(left, context), self._plainly(right, context))
        return self.tree(formula, context)

    def _stated(self, concept: str, context: Context) -> Tree:
        ledger, span = self.ledger(context), context.span
        try:
            return Leaf(ledger.find(concept, span))
        except MissingError:
            found = self._from_other_periods(concept, context)
            if found is None:
                raise
            return found

    def _from_other_periods(self, concept: str, context: Context) -> Tree | None:
        """A stretch that no filing states by itself: the year and what lies beside it, the months so far less those
        before."""
        span, book = context.span, context.book
        kind = concepts()[concept]
        if kind.statement is Statement.BALANCE or kind.unit not in ADDABLE or span.months is None or span.end is None:
            return None
        if span.label.startswith(TRAILING):
            return self._trailing(concept, context)
        year = book.year_of(span.end)
        start = moved(book.year_end(year), -YEAR)
        so_far = 3 * book.quarter_of(span.end)
        if so_far <= span.months or near(moved(span.end, -span.months), start):
            return None
        whole = span_at(so_far, span.end, book)
        earlier = span_at(so_far - span.months, moved(span.end, -span.months), book)
        return self._difference(concept, whole, earlier, context)

    def _difference(self, concept: str, whole: Span, earlier: Span, context: Context) -> Tree | None:
        ledger = self.ledger(context)
        try:
            found = Operation(Operator.SUBTRACT, Leaf(ledger.find(concept, whole)), Leaf(ledger.find(concept, earlier)))
        except MissingError:
            return None
        name = concepts()[concept].name
        self.says.append(f"{name} of {context.span.label} is {whole.label} less {earlier.label}.")
        return found

    def _trailing(self, concept: str, context: Context) -> Tree | None:
        """The last fiscal year, with the months since, without the same months of the year before."""
        span, book, ledger = context.span, context.book, self.ledger(context)
        if span.end is None:
            return None
        year = book.year_of(span.end)
        months = 3 * book.quarter_of(span.end)
        whole = span_at(YEAR, book.year_end(year - 1), book)
        since = span_at(months, span.end, book)
        earlier = before(since, 1, book)
        try:
            annual, added, taken = (Leaf(ledger.find(concept, one)) for one in (whole, since, earlier))
        except MissingError:
            return None
        self.says.append(f"{span.label[0].upper()}{span.label[1:]}: {whole.label} + {since.label} − {earlier.label}.")
        return Operation(Operator.SUBTRACT, Operation(Operator.ADD, annual, added), taken)

    def _row(self, row: Row, context: Context) -> Tree:
        """The printed line of that label; where tables differ, or none prints it, the item of the statements like it,
        and it is said."""
        stands_in, why = row.like in concepts(), f"No line called “{row.label}” is printed"
        for label in ways(row.label):
            try:
                if found := self._printed(label, context):
                    return found
            except AmbiguousError:
                if not stands_in:
                    raise
                why = f"Tables differ on “{row.label}”"
                break
        if stands_in:
            found = self.item(row.like, context)
            line = next(leaves(found)).candidate.label
            if names_line(row.label, line) not in {0, 1}:
                self.says.append(f"{why}; this is “{line}”.")
            return found
        span, company = context.span.label, context.book.filer.name
        raise MissingError(
            f"No line called “{row.label}” of {span} was found in the filings of {company} that are held."
        )

    def _printed(self, label: str, context: Context) -> Tree | None:
        """A line of a statement, else of any table, else a count that a sentence tells. Raises AmbiguousError."""
        if found := self.line_of_statement(label, context):
            return found
        operand = self.cells_of(context.book).operand(label, context.span, label)
        operand = operand or counted(label, context.span, context.book)
        last = context.spans[-1].end
        operand = operand or stated([stems(label)], context.span, context.book, label, last=last)
        return Leaf(operand) if operand else None

    def line_of_statement(self, label: str, context: Context) -> Tree | None:
        ledger, wanted = self.ledger(context), words(label)
        if not wanted:
            return None
        written = [word for word in sorted(wanted) if word in label.lower()] or sorted(wanted)  # "nv" is "nevada"
        longest = max((word for word in written if word not in ADDS_NOTHING), key=len, default=written[0])
        part = longest[:-1] if longest.endswith("y") else longest
        rows = Fact.objects.filter(
            version__in=[filing.version for filing in context.book.filings],
            label__icontains=part,
            dimension="",
            statement__in=[Statement.INCOME, Statement.BALANCE, Statement.CASH_FLOW],
        ).only(*FIELDS)
        ranked = [(rank, fact) for fact in rows if (rank := names_line(label, fact.label)) is not None and rank < 2]
        for best in (0, 1):
            lines = [fact for rank, fact in ranked if rank == best]
            stated = [fact for fact in lines if of_span(fact, context.span, context.book)]
            if stated:
                _refuse_namesakes(label, stated, rows, context.span)
                return Leaf(_of_its_side(ledger.choose(stated, label, context.span), lines))
        return None

    def _part(self, item: Item | Row, context: Context) -> Tree:
        """What one member of a dimension contributes."""
        part = context.part
        if part is None or part.member is None:
            raise MissingError("Which part is meant is not said.")
        if isinstance(item, Row) and words(part.member) < words(item.label):  # "hardware costs" of hardware
            return self._row(item, replace(context, part=None))
        if part.within:
            return self._within(item, part, context)
        try:
            return Leaf(self.members_of(context).find(item, part, context.span))
        except MissingError:
            if told := self._told_of_part(item, part.member, context):
                return Leaf(told)
            if words(part.member) and words(part.member) <= WHOLE:
                return self._line(item, replace(context, part=None))
            if made := self._made_of_parts(item, context):
                return made
            if not part.left_out:
                raise
        inside = replace(part, member=part.left_out)
        whole = self._line(item, replace(context, part=None))
        return Operation(Operator.SUBTRACT, whole, self._part(item, replace(context, part=inside)))

    def _within(self, item: Item | Row, part: Part, context: Context) -> Tree:
        """One part within another; outside of a place it has what it has less what it has there."""
        members, beyond = self.members_of(context), Part(Dimension.ANY, part.within).left_out
        if not beyond:
            return Leaf(members.find_within(item, part, context.span))
        inside = members.find_within(item, replace(part, within=beyond), context.span)
        return Operation(
            Operator.SUBTRACT, Leaf(members.find(item, replace(part, within=None), context.span)), Leaf(inside)
        )

    def _told_of_part(self, item: Item | Row, member: str, context: Context) -> Operand | None:
        """ "Hinge backlog was $5 million"."""
        names = called(item.concept) if isinstance(item, Item) else [stems(item.label)]
        name = concepts()[item.concept].name if isinstance(item, Item) else item.label
        unit = concepts()[item.concept].unit if isinstance(item, Item) else None
        ways = [way | stems(member) for way in names]
        found = stated(ways, context.span, context.book, name, unit, of_part=True, last=context.spans[-1].end)
        return found and replace(found, candidate=replace(found.candidate, part=member))

    def _made_of_parts(self, item: Item | Row, context: Context) -> Tree | None:
        """What a part has of a line that is printed for the company alone, by the lines that stand in for it."""
        for formula in stand_ins().get(item.concept, ()) if isinstance(item, Item) else ():
            with suppress(MissingError):
                if isinstance(formula, Binary):
                    return self.tree(formula, context)
        return None


def _refuse_namesakes(label: str, stated: Sequence[Fact], rows: Iterable[Fact], span: Span) -> None:
    """ "Card loans" may be a line of what was provided for them, and of the balance sheet, where its label goes on.

    Raises AmbiguousError.
    """
    own = {fact.statement for fact in stated}
    versions = {fact.version_id for fact in stated}
    for fact in rows:
        head = GOES_ON.split(fact.label, maxsplit=1)[0]
        elsewhere = fact.statement not in own and fact.version_id in versions and fact.period_end == span.end
        if elsewhere and head != fact.label and names_line(label, head) == 0:
            told = " and ".join(sorted({SAID[Statement(one)] for one in (*own, fact.statement)}))
            raise AmbiguousError(f"“{label}”, {span.label}, is a line of {told}, and not the same in both.")


def _refuse_mixed(row: Row, trees: Sequence[Tree]) -> None:
    """What a sentence tells of one period and a table of another, each in words of its own, may be two things.

    Raises AmbiguousError.
    """
    told = {bool(one.candidate.place and one.candidate.place.table): one for tree in trees for one in leaves(tree)}
    names = [one.candidate.label for one in told.values()]
    if len({words(name) for name in names}) > 1:
        raise AmbiguousError(f"“{row.label}” is “{names[0]}” in one place and “{names[1]}” in another.")


def _of_its_side(found: Operand, lines: Iterable[Fact]) -> Operand:
    """ "Gain on sales (12)" among costs is a gain: a line that names one side alone, and never stands on the other."""
    sides = SIDES & {stem(word) for word in WORD.findall(found.candidate.label.lower())}
    return replace(found, value=abs(found.value)) if len(sides) == 1 and _never_positive(lines) else found


def _never_positive(lines: Iterable[Fact]) -> bool:
    return all(fact.value <= 0 for fact in lines)


def _is_balance(expression: Expression) -> bool:
    known = concepts().get(expression.concept) if isinstance(expression, Item) else None
    return known is not None and known.statement is Statement.BALANCE
