"""Chunks to expressions: a stream of terminals for the grammar, its tree, and what each operand is bound to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial, reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from apps.questions.chunks import Chunk
from apps.questions.expressions import (
    At,
    Binary,
    Bound,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Ratio,
    Row,
    Share,
    walk,
)
from apps.questions.lexicon import lexicon
from apps.questions.query import Shown
from apps.questions.ratios import items_of, ratios
from apps.questions.slots import Filer, Part, PeriodKind
from apps.questions.stream import EXCLUDE, MODS, OPERATORS, bound, terminals
from apps.questions.tokens import Word
from apps.statements.ontology import Statement, concept_of, concepts
from apps.statements.spent import CHARGED, PROFITS

GRAMMAR = Path(__file__).parent / "grammar.lark"
MOST_ATTEMPTS = 6
LEAST_PARTS = 2
TWOFOLD = frozenset(("binary", "share_of", "portion", "quotient", "difference"))
COMPOUND = frozenset((OverTimeFunction.CAGR, OverTimeFunction.GROWTH))
OVER_EACH = frozenset((OverTimeFunction.AVERAGE, OverTimeFunction.SUM))
TIMES_OF_A_STRETCH = frozenset((OverTimeFunction.GROWTH, OverTimeFunction.CHANGE, OverTimeFunction.CAGR))


@dataclass(slots=True)
class Built:
    """What a sentence measures. items: expressions and signals in order; unplaced: what the grammar refused."""

    items: list[Any] = field(default_factory=list)
    unplaced: list[Chunk] = field(default_factory=list)
    mods: list[Chunk] = field(default_factory=list)

    @property
    def measures(self) -> list[Expression]:
        return [expression for item in self.items if isinstance(item, list) for expression in item]

    def signals(self, kind: str) -> list[Chunk]:
        return [item for item in self.items if isinstance(item, Chunk) and item.kind == kind]


@cache
def _parser() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer="basic", maybe_placeholders=False)


def built(chunks: Sequence[Chunk], words: Sequence[Word]) -> Built:
    """Never fails: what the grammar cannot place is left out, and said."""
    stream = list(terminals(bound(chunks, words), words))
    tree, unplaced = _parsed(stream) if stream else (Tree("start", []), [])
    builder = Builder()
    result = builder.sentence(tree)
    result.unplaced = unplaced + builder.refused
    result.mods = [chunk for chunk in chunks if chunk.kind in MODS and chunk not in builder.consumed]
    return result


def _parsed(stream: list[tuple[str, Chunk]]) -> tuple[Tree[Any], list[Chunk]]:
    """The tree of what the grammar takes, and the chunks that it does not. At the end, what still waits is given up."""
    unplaced: list[Chunk] = []
    for attempt in range(MOST_ATTEMPTS + 1):
        parser = _parser().parse_interactive("")
        kept: list[tuple[str, Chunk]] = []
        stream = stream if attempt < MOST_ATTEMPTS else _only_measures(stream, unplaced)
        for terminal, chunk in stream:
            try:
                parser.feed_token(Token(terminal, chunk))
                kept.append((terminal, chunk))
            except UnexpectedInput:
                unplaced += [chunk] if terminal != "ELLIPSIS" else []
        try:
            tree: Tree[Any] = parser.feed_token(Token("$END", ""))
            return tree, unplaced
        except UnexpectedInput:
            stream = _without_last_open(kept, unplaced)
    return Tree("start", []), unplaced


def _only_measures(stream: list[tuple[str, Chunk]], unplaced: list[Chunk]) -> list[tuple[str, Chunk]]:
    unplaced += [chunk for terminal, chunk in stream if terminal != "MEASURE"]
    return [(terminal, chunk) for terminal, chunk in stream if terminal == "MEASURE"]


def _without_last_open(kept: list[tuple[str, Chunk]], unplaced: list[Chunk]) -> list[tuple[str, Chunk]]:
    """The stream without the last terminal that still waits for an operand."""
    waiting = {
        "MINUS",
        "PLUS",
        "TIMES",
        "DIVIDE",
        "SHARE_OF",
        "OPEN",
        "AND",
        "SPEND",
        "PAY",
        "PORTION",
        "RATIO",
        "DIFFERENCE",
        "FUNCTION",
    }
    place = max((place for place, (terminal, _) in enumerate(kept) if terminal in waiting), default=len(kept) - 1)
    unplaced.append(kept[place][1])
    return kept[:place] + kept[place + 1 :]


def lead_of(tree: Any) -> str:
    """The preposition before the first measure of a tree."""
    measure = next(tree.find_data("measure"), None) if isinstance(tree, Tree) else None
    first = measure.children[0] if measure else None
    if not isinstance(first, Token):
        return ""
    before = [mod.lead for mod in first.value.mods if mod.start < first.value.start and mod.lead]
    return str(first.value.lead or next(iter(before), ""))


class Builder:
    """The grammar's tree to expressions. Each method is named after a rule."""

    def __init__(self) -> None:
        self.consumed: list[Chunk] = []  # parts that belong to one operand
        self.refused: list[Chunk] = []  # shares of nothing that the question names

    def sentence(self, tree: Tree[Any]) -> Built:
        return Built([self.make(child) for child in tree.children])

    def make(self, tree: Any) -> Any:
        if isinstance(tree, Token):
            return tree.value
        rule: Callable[[list[Any]], Any] = getattr(self, tree.data)
        return rule(tree.children)

    def measures(self, children: list[Any]) -> list[Expression]:
        made = [self.make(child) for child in children if not (isinstance(child, Token) and child.type == "AND")]
        self.refused += [sign for child in children for sign in _of_nothing(child)]
        first = children[0]
        if isinstance(first, Tree) and first.data == "portion" and _joined(children) and _parts_of_one(made):
            share = made[0]
            return [Share(reduce(partial(Binary, Operator.ADD), made[1:], share.of), share.whole)]
        if isinstance(first, Tree) and first.data == "binary" and _excludes(first.children[1]):
            paused = any(child.value.value == "," for child in children if isinstance(child, Token))
            return made if paused or not _plain(made) else [_without(made[0], made[1:])]
        both = isinstance(first, Tree) and first.data == "function" and len(made) == 2
        if both and isinstance(made[0], OverTime) and made[0].function in CALLS and self._spans_both(first):
            return [Call(CALLS[made[0].function], (made[0].of, made[1]))]
        return made

    def _spans_both(self, tree: Tree[Any]) -> bool:
        """Whether "of" leads the function to both: "the sum of A and B"."""
        return lead_of(tree) == "of"

    def signal(self, children: list[Any]) -> Chunk:
        chunk: Chunk = children[0].value
        return chunk

    bare = signal

    def measure(self, children: list[Any]) -> Expression:
        chunk: Chunk = children[0].value
        expression: Expression = chunk.value
        return Bound(expression, chunk.mods, chunk.start) if chunk.mods else expression  # type: ignore[return-value]

    def number(self, children: list[Any]) -> Expression:
        return Number(children[0].value.value)

    def inner(self, children: list[Any]) -> Expression:
        made: Expression = self.make(children[1])
        return made

    def inner_ratio(self, children: list[Any]) -> Expression:
        made: Expression = next(self.make(child) for child in children if isinstance(child, Tree))
        return called_ratio(made) if isinstance(children[0], Tree) else made

    def binary(self, children: list[Any]) -> Expression:
        left, sign, right = children
        operator = OPERATORS[sign.value.name][1] if sign.value.kind == "operator" else SIGNS[sign.type]
        made = Binary(operator, self.make(left), self.make(right))
        if _excludes(sign):
            self.refused += [sign.value] if _is_rate(made.left) else []  # nothing but a rate is taken off a rate
            made = _without_a_charge(made)
            return _moved_without(made) or _regrouped(made) or lifted(made)
        if _counted_already(made, sign):
            return made.left
        if isinstance(_plain_of(made.right), Row) and sign.value.key == "net of":
            made = replace(made, net=True)
        return _with_its_formula(made) or _regrouped(made) or lifted(made)

    def share_of(self, children: list[Any]) -> Expression:
        of, whole = children[0], children[2]
        if not _touches(whole) or _averages(whole):  # "A as % of B, 3-year average": of the share
            return self._over_time(whole.children[1], Tree("share_of", [of, children[1], whole.children[0]]))
        return lifted(self._both_of_a_part(Share(self.make(of), self.make(whole))))

    def _both_of_a_part(self, share: Share) -> Share:
        """ "Net income as % of sales in Rail": what is in a part is a share of what the same part has."""
        of: Any = share.of
        whole: Any = share.whole
        if not isinstance(whole, Bound):
            return share
        parts = [chunk for chunk in whole.mods if chunk.kind == "part" and chunk.start > whole.start]
        plain = _plain_of(of)
        beside = of.mods if isinstance(of, Bound) else ()
        free = isinstance(plain, Item) and plain != whole.of and all(chunk.kind != "part" for chunk in beside)
        if len(parts) != 1 or parts[0].value.each or not free:
            return share
        part, rest = parts[0], tuple(chunk for chunk in whole.mods if chunk not in parts)
        self.consumed.append(part)
        both = At(plain, part=part.value), At(whole.of, part=part.value)
        return Share(Bound(both[0], beside) if beside else both[0], Bound(both[1], rest) if rest else both[1])  # type: ignore[arg-type]

    def share_of_part(self, children: list[Any]) -> Expression:
        """ "Europe as % of revenue": what the part has of the same measure."""
        ellipsis, sign, whole = children[0].value, children[1].value, self.make(children[2])
        of: Expression = whole.of if isinstance(whole, Bound) else whole
        own = [chunk for chunk in ellipsis.mods if chunk.kind == "part" and not chunk.value.each]
        mods = (*ellipsis.mods, *(whole.mods if isinstance(whole, Bound) else ()))
        if len(own) != 1:
            self.refused.append(sign)
            return Bound(of, mods)  # type: ignore[return-value]
        return self._share(At(of, part=own[0].value), of, mods, own)

    def function(self, children: list[Any]) -> Expression:
        return self._over_time(children[0], children[1])

    def after(self, children: list[Any]) -> Expression:
        return self._over_time(children[1], children[0])

    def _over_time(self, function: Token, operand: Any) -> Expression:
        made = self.make(operand)
        named = OverTimeFunction(function.value.name)
        if isinstance(made, OverTime) and {made.function, named} == COMPOUND:  # "growth 2017 to 2021, CAGR"
            return replace(made, function=OverTimeFunction.CAGR)
        if isinstance(made, OverTime) and made.function is named is OverTimeFunction.CHANGE:  # "the drop": the same
            return made
        years = (
            next((chunk.value.years for chunk in made.mods if chunk.kind == "period" and chunk.value.years), None)
            if isinstance(made, Bound)
            else None
        )
        return OverTime(named, made, years)

    def difference(self, children: list[Any]) -> Expression:
        return Binary(Operator.SUBTRACT, self.make(children[1]), self.make(children[3]))

    def spread(self, children: list[Any]) -> Expression:
        made: Expression = apart(OverTime(OverTimeFunction.CHANGE, self.make(children[1])))
        return made

    def quotient(self, children: list[Any]) -> Expression:
        return Binary(Operator.DIVIDE, self.make(children[1]), self.make(children[3]))

    def portion(self, children: list[Any]) -> Expression:
        operands = [self.make(child) for child in children[1:] if not isinstance(child, Token)]
        if len(children) == 4:  # "proportion of A over B"
            return lifted(Share(operands[0], operands[1]))
        if len(operands) == 1 and not _touches(children[1]):
            self.refused.append(children[0].value)
            return operands[0]  # type: ignore[no-any-return]
        if len(operands) == 1:
            return self._of_whole(operands[0], children[0].value)
        whole_last = lead_of(children[2]) in ("in", "to", "within", "over", "of", "among", "against")
        share = Share(operands[0], operands[1]) if whole_last else Share(operands[1], operands[0])
        averaged = isinstance(share.of, OverTime) and share.of.function is OverTimeFunction.AVERAGE
        return lifted(share) if averaged else share

    def _of_whole(self, operand: Any, portion: Chunk) -> Expression:
        """A part of the same measure of the whole company, or of a longer period; else it is not understood."""
        if isinstance(operand, OverTime):
            return self._of_its_change(operand, portion)
        mods: tuple[Chunk, ...] = operand.mods if isinstance(operand, Bound) else ()
        parts = [chunk for chunk in mods if chunk.kind == "part" and not chunk.value.each]
        led = [chunk for chunk in parts if chunk.lead] if len(parts) > 1 else []
        behind = [chunk for chunk in parts if chunk.start > operand.start] if len(parts) > 1 else []
        own = led if led and _beside_each_other(led) else behind if len(behind) == 1 else parts[:1]
        times = [chunk for chunk in mods if chunk.kind == "period" and len(chunk.value.periods) == 1]
        if own:
            of = [At(operand.of, part=chunk.value) for chunk in own]
            over = [chunk for chunk in parts if chunk not in own and (behind or (led and not chunk.lead))][:1]
            whole = At(operand.of, part=over[0].value) if over else operand.of
            return self._share(of[0] if len(of) == 1 else Call(CallFunction.SUM, tuple(of)), whole, mods, own + over)
        if len(times) == 2:
            short, long = sorted(
                (chunk.value.periods[0] for chunk in times), key=lambda period: period.kind is PeriodKind.YEAR
            )
            return self._share(At(operand.of, period=short), At(operand.of, period=long), mods, times)
        self.refused.append(portion)
        expression: Expression = operand
        return expression

    def _of_its_change(self, change: OverTime, portion: Chunk) -> Expression:
        """ "How much of the growth in revenue came from Europe": of the amount by which the whole changed."""
        share = self._of_whole(change.of, portion)
        if not isinstance(share, Share) or change.function not in (OverTimeFunction.GROWTH, OverTimeFunction.CHANGE):
            return replace(change, of=share) if isinstance(share, Share) else change
        of, whole = (OverTime(OverTimeFunction.CHANGE, side) for side in (share.of, share.whole))
        return Share(of, whole)

    def _share(self, of: Expression, whole: Expression, mods: tuple[Chunk, ...], own: list[Chunk]) -> Expression:
        rest = tuple(chunk for chunk in mods if chunk not in own)
        self.consumed += own
        return Share(Bound(of, rest) if rest else of, whole)  # type: ignore[arg-type]

    def spend(self, children: list[Any]) -> Expression:
        spent = changed(self.make(children[1]), "spent")
        if _stands_on_a_day(spent):
            self.refused.append(children[0].value)
        return spent

    def pay(self, children: list[Any]) -> Expression:
        operand = next(self.make(child) for child in children if isinstance(child, Tree))
        return changed(operand, "paid", strict=False)


def _stands_on_a_day(expression: Expression) -> bool:
    """Whether it is a line of the balance sheet: nobody spends what there is on a day."""
    inner = expression.of if isinstance(expression, Bound | OverTime) else expression
    if isinstance(inner, Row):
        return concept_of(inner.label, Statement.BALANCE) is not None
    return _is_balance(inner)


SIGNS = {"MINUS": Operator.SUBTRACT, "DIVIDE": Operator.DIVIDE}
CALLS = {
    OverTimeFunction.AVERAGE: CallFunction.AVERAGE,
    OverTimeFunction.SUM: CallFunction.SUM,
}


def _first(tree: Tree[Any]) -> Chunk:
    chunk: Chunk = next(tree.scan_values(lambda token: isinstance(token, Token))).value
    return chunk


def _touches(tree: Any) -> bool:
    """ "How much of the revenue growth": not a growth that is asked for further on."""
    if not isinstance(tree, Tree) or tree.data != "after":
        return True
    operand, function = tree.children
    return isinstance(operand, Tree) and isinstance(function, Token) and _first(operand).end == function.value.start


def _averages(tree: Any) -> bool:
    function = tree.children[1] if isinstance(tree, Tree) and tree.data == "after" else None
    return isinstance(function, Token) and function.value.name == OverTimeFunction.AVERAGE


def _joined(children: Sequence[Any]) -> bool:
    """ "A and B", not "A, and what was B"."""
    pairs = [(one.value, _first(other)) for one, other in pairwise(children) if isinstance(one, Token)]
    return all(sign.value != "," and sign.end == line.start for sign, line in pairs)


def _parts_of_one(made: Sequence[Any]) -> bool:
    """ "What percent of assets were goodwill and intangibles": both are, together."""
    if len(made) < LEAST_PARTS or not isinstance(made[0], Share):
        return False
    lines = [_plain_of(one) for one in (made[0].of, *made[1:])]
    return all(isinstance(one, Item | Row) for one in lines)


def _of_nothing(tree: Any) -> list[Chunk]:
    """ "Capex ratio": the sign of a ratio of an item alone, where nothing says to what."""
    if not isinstance(tree, Tree) or any(rule.data in TWOFOLD for rule in tree.iter_subtrees()):
        return []
    told = [token for rule in tree.find_data("inner_ratio") for token in rule.scan_values(lambda _: True)]
    of_item = any(token.type == "MEASURE" and isinstance(token.value.value, Item) for token in told)
    return [token.value for token in told if of_item and token.type == "RATIO"]


def _is_rate(expression: Any) -> bool:
    of = _plain_of(expression)
    return isinstance(of, Ratio) and ratios()[of.key].shown is Shown.PERCENT


def _without_a_charge(made: Binary) -> Binary:
    """Profit without what was charged against it is more than it: that is added back."""
    left, right = (_item_of(one) for one in (made.left, made.right))
    return replace(made, operator=Operator.ADD) if left in PROFITS and right in CHARGED else made


def _moved_without(made: Binary) -> Expression | None:
    """ "Revenue growth excluding wicks": how revenue without them grew."""
    left, right = made.left, _plain_of(made.right)
    if not (isinstance(left, OverTime) and isinstance(right, Row | Item)):
        return None
    return replace(left, of=lifted(_without_a_charge(replace(made, left=left.of))))


def _plain_of(expression: Any) -> Any:
    return expression.of if isinstance(expression, Bound) else expression


def _item_of(expression: Any) -> str:
    of = _plain_of(expression)
    return of.concept if isinstance(of, Item) else ""


def _excludes(sign: Any) -> bool:
    return isinstance(sign, Token) and (sign.value.kind, sign.value.name) == EXCLUDE


def _counted_already(made: Binary, sign: Any) -> bool:
    """ "Total debt including short-term debt": what it is made of is not added once more."""
    left = _plain_of(made.left)
    entries = sign.value.entries if isinstance(sign, Token) else ()
    said = any(sign.value.key in entry.what.get("containing", ()) for entry in entries)
    return said and isinstance(left, Ratio) and _item_of(made.right) in items_of(left)


def _plain(made: Sequence[Any]) -> bool:
    """Whether all that "and" joins to what is excluded are lines like it."""
    lines = [_plain_of(one) for one in (getattr(made[0], "right", None), *made[1:])]
    return len(lines) > 1 and all(isinstance(one, Row | Item) for one in lines)


def _with_its_formula(made: Binary) -> Expression | None:
    """ "Free cash flow - cash from operations minus capex": a ratio, and behind a dash how it is computed."""
    inner = made.left
    if not isinstance(inner, Binary) or {inner.operator, made.operator} != {Operator.SUBTRACT}:
        return None
    ratio = _plain_of(inner.left)
    known = ratios().get(ratio.key) if isinstance(ratio, Ratio) else None
    told = {_item_of(inner.right), _item_of(made.right)}
    formulas = known.formulas if known else ()
    own = ({node.concept for node in walk(one) if isinstance(node, Item)} for one in formulas)
    return inner.left if told in own else None


def _without(first: Expression, others: Sequence[Expression]) -> Expression:
    """ "Excluding A and B" excludes both."""
    for one in others:
        first = Binary(Operator.SUBTRACT, first, one)
    return first


def _regrouped(expression: Binary) -> Expression | None:
    """ "A plus B / C": an amount is never added to a quotient of two, so both are divided."""
    left, right = expression.left, expression.right
    if expression.operator not in (Operator.ADD, Operator.SUBTRACT):
        return None
    if not isinstance(right, Binary) or right.operator is not Operator.DIVIDE:
        return None
    if not all(_is_amount(one) for one in (left, right.left, right.right)):
        return None
    return Binary(Operator.DIVIDE, Binary(expression.operator, left, right.left), right.right)


def _is_amount(expression: Any) -> bool:
    of = _plain_of(expression)
    return isinstance(of, Item) or (isinstance(of, Ratio) and ratios()[of.key].shown is Shown.MONEY)


def called_ratio(expression: Any) -> Any:
    """A line that no lexicon knows is called as it is asked for: "coverage ratio"."""
    if isinstance(expression, Bound):
        return replace(expression, of=called_ratio(expression.of))
    return Row(f"{expression.label} ratio") if isinstance(expression, Row) else expression


def apart(expression: Any) -> Any:
    """A difference of one measure between two filers or parts is a difference of two operands."""
    if not (
        isinstance(expression, OverTime)
        and expression.function is OverTimeFunction.CHANGE
        and isinstance(expression.of, Bound)
    ):
        return expression
    bound = expression.of
    for kind, values in (("filer", _filers(bound.mods)), ("part", _parts(bound.mods))):
        if len(values) == 2:
            rest = tuple(chunk for chunk in bound.mods if chunk.kind != kind)
            left, right = (_bound_to(bound.of, rest, kind, value) for value in values)
            return Binary(Operator.SUBTRACT, left, right)
    return expression


def _beside_each_other(parts: Sequence[Chunk]) -> bool:
    """ "From A and B": none of them within another."""
    return all(chunk.lead in ("and", "&") for chunk in parts[1:])


def _parts(mods: Sequence[Chunk]) -> tuple[Part, ...]:
    return tuple(chunk.value for chunk in mods if chunk.kind == "part" and not chunk.value.each)


def _bound_to(of: Any, rest: tuple[Chunk, ...], kind: str, value: Any) -> Any:
    if not isinstance(value, Filer | Part):
        return Bound(of, rest)
    at = At(of, filer=value) if isinstance(value, Filer) else At(of, part=value)
    return Bound(at, rest) if rest else at


def _filers(mods: Sequence[Chunk]) -> tuple[Filer, ...]:
    named = [mention.filers for chunk in mods if chunk.kind == "filer" for mention in chunk.value]
    return tuple(dict.fromkeys(filers[0] for filers in named if len(filers) == 1))


def lifted(expression: Binary | Share) -> Expression:
    """ "average of capex as % of revenue" is the average of the shares; "growth in A per B" grows the quotient, and
    "total dividends plus buybacks" adds up both: a figure over time goes with none of one period."""
    left, right = (
        (expression.left, expression.right) if isinstance(expression, Binary) else (expression.of, expression.whole)
    )
    divides = isinstance(expression, Share) or expression.operator is Operator.DIVIDE
    adds = isinstance(expression, Binary) and expression.operator in (Operator.ADD, Operator.SUBTRACT)
    if not isinstance(left, OverTime) or isinstance(right, OverTime):
        return expression
    if isinstance(expression, Binary) and left.function not in (TIMES_OF_A_STRETCH if divides else OVER_EACH):
        return expression
    both_dated = all(isinstance(one, Bound) and _is_dated(one) for one in (left.of, right))
    balance = left.function is OverTimeFunction.SUM and _is_balance(_plain_of(right))
    apart = both_dated or balance or isinstance(_plain_of(right), Number | Ratio)
    if not (divides or (adds and not apart)):
        return expression
    inside = Share(left.of, right) if isinstance(expression, Share) else replace(expression, left=left.of)
    return replace(left, of=inside)


def _is_balance(measure: Any) -> bool:
    """Whether it is of a day, and not added up over years."""
    known = concepts().get(measure.concept) if isinstance(measure, Item) else None
    return known is not None and known.statement is Statement.BALANCE


def _is_dated(bound: Bound) -> bool:
    return any(chunk.kind == "period" and chunk.value.periods for chunk in bound.mods)


def changed(expression: Any, key: str, *, strict: bool = True) -> Expression:
    """What is meant once it is spent or paid: fixed assets become capital expenditures."""
    if isinstance(expression, Bound):
        return replace(expression, of=changed(expression.of, key, strict=strict))  # type: ignore[return-value]
    if isinstance(expression, Row):  # a balance is no spending, whatever its filer calls it
        named = concept_of(expression.label, Statement.BALANCE)
        spent = changed(Item(named[0]), key, strict=strict) if named else None
        return spent if named and spent and spent != Item(named[0]) else expression
    if isinstance(expression, Item):
        what = lexicon().named("item", expression.concept).what
        concept = what.get(key) or what.get("spent" if not strict else key)
        return Item(str(concept)) if concept else expression
    if isinstance(expression, OverTime):
        return replace(expression, of=changed(expression.of, key, strict=strict))
    same: Expression = expression
    return same
