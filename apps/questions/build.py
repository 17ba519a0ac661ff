"""Chunks to expressions: a stream of terminals for the grammar, its tree, and what each operand is bound to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from apps.questions.chunks import Chunk
from apps.questions.expressions import (
    At,
    Binary,
    Call,
    CallFunction,
    Expression,
    Item,
    Number,
    Operator,
    OverTime,
    OverTimeFunction,
    Share,
)
from apps.questions.lexicon import lexicon
from apps.questions.names import Mention
from apps.questions.periods import in_time
from apps.questions.slots import Filer, Part, PeriodKind, Periods, UnresolvedFiler
from apps.questions.tokens import Word

GRAMMAR = Path(__file__).parent / "grammar.lark"
TERMINALS = {
    "move": "MOVE", "comparator": "COMPARATOR", "sign": "SIGN", "order": "ORDER", "against": "AGAINST", "prior": "AGAINST",
    "quality": "QUALITY", "measure": "MEASURE", "amount": "NUMBER", "defines": "DEFINES", "ellipsis": "ELLIPSIS",
}  # fmt: skip
OPERATORS = {
    "minus": ("MINUS", Operator.SUBTRACT), "plus": ("PLUS", Operator.ADD), "divide": ("DIVIDE", Operator.DIVIDE),
    "exclude": ("MINUS", Operator.SUBTRACT), "times": ("TIMES", Operator.MULTIPLY), "share": ("SHARE_OF", Operator.DIVIDE),
}  # fmt: skip
FUNCTIONS = {"difference": "DIFFERENCE", "ratio": "RATIO", "share": "PORTION", "part_of": "PORTION"}
MODS = frozenset(("filer", "period", "part"))
TIMES_OF_A_STRETCH = frozenset((OverTimeFunction.GROWTH, OverTimeFunction.CHANGE, OverTimeFunction.CAGR))


@dataclass(slots=True)
class Built:
    """What a sentence measures. items: expressions and signals in their order; unplaced: chunks that the grammar refused."""

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
    tree, unplaced = _parsed(stream)
    builder = Builder()
    result = builder.sentence(tree)
    result.unplaced = unplaced + builder.refused
    result.mods = [chunk for chunk in chunks if chunk.kind in MODS and chunk not in builder.consumed]
    return result


def _parsed(stream: list[tuple[str, Chunk]]) -> tuple[Tree[Any], list[Chunk]]:
    unplaced: list[Chunk] = []
    while True:
        parser = _parser().parse_interactive("")
        kept: list[tuple[str, Chunk]] = []
        for terminal, chunk in stream:
            try:
                parser.feed_token(Token(terminal, chunk))  # type: ignore[arg-type]
                kept.append((terminal, chunk))
            except UnexpectedInput:
                unplaced += [chunk] if terminal != "ELLIPSIS" else []
        try:
            return parser.feed_eof(), unplaced
        except UnexpectedInput:
            stream = _without_last_open(kept, unplaced)


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


def bound(chunks: Sequence[Chunk], words: Sequence[Word]) -> list[Chunk]:
    """Names, periods and parts go with the measure of their stretch between operators: before it, else behind it."""
    made: list[Chunk] = []
    waiting: list[Chunk] = []
    for chunk in chunks:
        if chunk.kind in MODS:
            place = _measure_since_operator(made)
            if place is None:
                waiting.append(chunk)
            else:
                made[place] = replace(made[place], mods=(*made[place].mods, chunk))
            continue
        if chunk.kind in ("measure", "amount") and waiting:
            chunk, waiting = replace(chunk, mods=tuple(waiting)), []
        elif waiting and _ends_stretch(chunk):
            made.extend(_ellipsis(waiting))
            waiting = []
        made.append(chunk)
    return made + _ellipsis(waiting)


def _measure_since_operator(made: Sequence[Chunk]) -> int | None:
    for place in range(len(made) - 1, -1, -1):
        if made[place].kind == "measure":
            return place
        if _ends_stretch(made[place]):
            return None
    return None


def _ends_stretch(chunk: Chunk) -> bool:
    return chunk.kind in ("operator", "comparator", "against") or chunk.value in ("(", ")")


def _ellipsis(waiting: Sequence[Chunk]) -> list[Chunk]:
    return (
        [Chunk("ellipsis", waiting[0].start, waiting[0].end, waiting[0].role, mods=tuple(waiting))] if waiting else []
    )


def terminals(chunks: Sequence[Chunk], words: Sequence[Word]) -> Iterator[tuple[str, Chunk]]:
    for place, chunk in enumerate(chunks):
        terminal = _terminal(chunk, chunks, place, words)
        if terminal:
            yield terminal, chunk


def _terminal(chunk: Chunk, chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> str:
    if chunk.kind == "operator":
        return OPERATORS[chunk.name][0]
    if chunk.kind == "function":
        return (
            ""
            if chunk.name == "words" and not _joins(chunk, chunks, place, words)
            else _function_terminal(chunk, words)
        )
    if chunk.kind == "spend":
        return {"on": "SPEND", "pay": "PAY"}.get(chunk.name, "") if _near_measure(chunks, place) else ""
    if chunk.kind == "relation" and words[chunk.start].key == "to":
        return "DIVIDE" if _between_measures(chunks, place) else ""
    if chunk.kind == "mark":
        return _mark(chunk, chunks, place)
    return TERMINALS.get(chunk.kind, "")


def _function_terminal(chunk: Chunk, words: Sequence[Word]) -> str:
    return "AND" if chunk.name == "words" else FUNCTIONS.get(chunk.name, "FUNCTION")


def _mark(chunk: Chunk, chunks: Sequence[Chunk], place: int) -> str:
    if chunk.value == "(":
        return "OPEN" if _opens_formula(chunks, place) else ""
    if chunk.value == ")":
        return "CLOSE" if _opens_formula(chunks, _open_before(chunks, place)) else ""
    if chunk.value == ",":
        return "AND" if _between_measures(chunks, place) else ""
    if chunk.value in ("-", "–") and _between_measures(chunks, place):
        return "MINUS"
    return ""


def _open_before(chunks: Sequence[Chunk], place: int) -> int:
    depth = 0
    for at in range(place, -1, -1):
        depth += {")": 1, "(": -1}.get(str(chunks[at].value), 0) if chunks[at].kind == "mark" else 0
        if depth == 0:
            return at
    return -1


def _opens_formula(chunks: Sequence[Chunk], place: int) -> bool:
    """Whether a parenthesis holds a measure and stands beside an operator: not "days payable (DPO)"."""
    if place < 0:
        return False
    depth, inside, outside = 0, False, False
    for at in range(place, len(chunks)):
        chunk = chunks[at]
        depth += {"(": 1, ")": -1}.get(str(chunk.value), 0) if chunk.kind == "mark" else 0
        inside = inside or chunk.kind == "operator" or chunk.kind == "measure"
        if depth == 0:
            outside = at + 1 < len(chunks) and chunks[at + 1].kind == "operator"
            break
    before = chunks[place - 1] if place else None
    return (
        depth == 0
        and inside
        and (outside or before is None or before.kind in ("operator", "defines") or before.value in ("(", "-"))
    )


def _joins(chunk: Chunk, chunks: Sequence[Chunk], place: int, words: Sequence[Word]) -> bool:
    return words[chunk.start].key in ("and", "&", "or") and _between_measures(chunks, place)


def _between_measures(chunks: Sequence[Chunk], place: int) -> bool:
    return _measure_beside(chunks, place, -1) and _measure_beside(chunks, place, 1)


def _near_measure(chunks: Sequence[Chunk], place: int) -> bool:
    return any(chunk.kind == "measure" for chunk in chunks)


def _measure_beside(chunks: Sequence[Chunk], place: int, step: int) -> bool:
    """A measure or formula next to it; only small words, names, functions and periods between."""
    place += step
    while 0 <= place < len(chunks):
        chunk = chunks[place]
        if chunk.kind in ("measure", "amount") or chunk.value == (")" if step < 0 else "("):
            return True
        is_small = chunk.kind in ("frame", "filer", "period", "part", "ellipsis") or (chunk.kind == "function")
        if not is_small and not (chunk.kind == "mark" and chunk.value == ","):
            return False
        place += step
    return False


def periods_of(chunks: Sequence[Chunk]) -> Periods:
    found = [period for chunk in chunks if chunk.kind == "period" for period in chunk.value.periods]
    whole = any(chunk.value.whole for chunk in chunks if chunk.kind == "period")
    return Periods(tuple(sorted(dict.fromkeys(found), key=in_time)), whole)


def filers_of(chunks: Sequence[Chunk]) -> tuple[Filer | UnresolvedFiler, ...]:
    mentions: list[Mention] = [mention for chunk in chunks if chunk.kind == "filer" for mention in chunk.value]
    return tuple(dict.fromkeys(as_filer(mention) for mention in mentions))


def as_filer(mention: Mention) -> Filer | UnresolvedFiler:
    return mention.filers[0] if len(mention.filers) == 1 else UnresolvedFiler(mention.text, mention.filers)


def part_of(chunks: Sequence[Chunk]) -> Part | None:
    parts = [chunk.value for chunk in chunks if chunk.kind == "part"]
    return next((part for part in parts if not part.each), parts[0] if parts else None)


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
        first = children[0]
        both = isinstance(first, Tree) and first.data == "function" and len(made) == 2
        if both and isinstance(made[0], OverTime) and made[0].function in CALLS and self._spans_both(first):
            return [Call(CALLS[made[0].function], (made[0].of, made[1]))]
        return made

    def _spans_both(self, tree: Tree[Any]) -> bool:
        """ "the sum of A and B": the function is led by "of" to both."""
        measure = next(tree.find_data("measure"), None)
        return measure is not None and measure.children[0].value.lead == "of"

    def signal(self, children: list[Any]) -> Chunk:
        chunk: Chunk = children[0].value
        return chunk

    bare = signal

    def measure(self, children: list[Any]) -> Expression:
        chunk: Chunk = children[0].value
        expression: Expression = chunk.value
        return Bound(expression, chunk.mods) if chunk.mods else expression  # type: ignore[return-value]

    def number(self, children: list[Any]) -> Expression:
        return Number(children[0].value.value)

    def inner(self, children: list[Any]) -> Expression:
        made: Expression = self.make(children[1])
        return made

    def inner_ratio(self, children: list[Any]) -> Expression:
        return next(self.make(child) for child in children if isinstance(child, Tree))

    def binary(self, children: list[Any]) -> Expression:
        left, sign, right = children
        operator = OPERATORS[sign.value.name][1] if sign.value.kind == "operator" else SIGNS[sign.type]
        return lifted(Binary(operator, self.make(left), self.make(right)))

    def share_of(self, children: list[Any]) -> Expression:
        return lifted(Share(self.make(children[0]), self.make(children[2])))

    def function(self, children: list[Any]) -> Expression:
        return self._over_time(children[0], children[1])

    def after(self, children: list[Any]) -> Expression:
        return self._over_time(children[1], children[0])

    def _over_time(self, function: Token, operand: Any) -> Expression:
        made = self.make(operand)
        years = (
            next((chunk.value.years for chunk in made.mods if chunk.kind == "period" and chunk.value.years), None)
            if isinstance(made, Bound)
            else None
        )
        return OverTime(OverTimeFunction(function.value.name), made, years)  # type: ignore[attr-defined]

    def difference(self, children: list[Any]) -> Expression:
        return Binary(Operator.SUBTRACT, self.make(children[1]), self.make(children[3]))

    def spread(self, children: list[Any]) -> Expression:
        return OverTime(OverTimeFunction.CHANGE, self.make(children[1]))

    def quotient(self, children: list[Any]) -> Expression:
        return Binary(Operator.DIVIDE, self.make(children[1]), self.make(children[3]))

    def portion(self, children: list[Any]) -> Expression:
        operands = [self.make(child) for child in children[1:]]
        if len(operands) == 1:
            return self._of_whole(operands[0], children[0].value)
        second = next(children[2].find_data("measure"), None) if isinstance(children[2], Tree) else None
        of_whole = second is not None and second.children[0].value.lead in ("in", "to", "within", "over", "of")
        return Share(*operands) if of_whole else Share(operands[1], operands[0])

    def _of_whole(self, operand: Any, portion: Chunk) -> Expression:
        """A part of the same measure of the whole company, or of a longer period; else it is not understood."""
        mods: tuple[Chunk, ...] = operand.mods if isinstance(operand, Bound) else ()
        own = [chunk for chunk in mods if chunk.kind == "part" and not chunk.value.each][:1]
        times = [chunk for chunk in mods if chunk.kind == "period" and len(chunk.value.periods) == 1]
        if own:
            return self._share(At(operand.of, part=own[0].value), operand.of, mods, own)
        if len(times) == 2:
            short, long = sorted(
                (chunk.value.periods[0] for chunk in times), key=lambda period: period.kind is PeriodKind.YEAR
            )
            return self._share(At(operand.of, period=short), At(operand.of, period=long), mods, times)
        self.refused.append(portion)
        return operand  # type: ignore[no-any-return]

    def _share(self, of: Expression, whole: Expression, mods: tuple[Chunk, ...], own: list[Chunk]) -> Expression:
        rest = tuple(chunk for chunk in mods if chunk not in own)
        self.consumed += own
        return Share(Bound(of, rest) if rest else of, whole)  # type: ignore[arg-type]

    def spend(self, children: list[Any]) -> Expression:
        return changed(self.make(children[1]), "spent")

    def pay(self, children: list[Any]) -> Expression:
        operand = next(self.make(child) for child in children if isinstance(child, Tree))
        return changed(operand, "paid", strict=False)


SIGNS = {"MINUS": Operator.SUBTRACT, "DIVIDE": Operator.DIVIDE}
CALLS = {
    OverTimeFunction.AVERAGE: CallFunction.AVERAGE,
    OverTimeFunction.SUM: CallFunction.SUM,
}


@dataclass(frozen=True, slots=True)
class Bound:
    """An operand with the names, periods and parts beside it, until it is known which are the whole query's."""

    of: Expression
    mods: tuple[Chunk, ...]


def lifted(expression: Binary | Share) -> Expression:
    """ "average of capex as % of revenue" is the average of the shares; "growth in A per B" grows the quotient."""
    left, right = (
        (expression.left, expression.right) if isinstance(expression, Binary) else (expression.of, expression.whole)
    )
    divides = isinstance(expression, Share) or expression.operator is Operator.DIVIDE
    if not isinstance(left, OverTime) or isinstance(right, OverTime) or not divides:
        return expression
    if isinstance(expression, Binary) and left.function not in TIMES_OF_A_STRETCH:
        return expression
    inside = Share(left.of, right) if isinstance(expression, Share) else replace(expression, left=left.of)
    return replace(left, of=inside)


def changed(expression: Any, key: str, *, strict: bool = True) -> Expression:
    """What is meant once it is spent or paid: fixed assets become capital expenditures."""
    if isinstance(expression, Bound):
        return replace(expression, of=changed(expression.of, key, strict=strict))  # type: ignore[return-value]
    if isinstance(expression, Item):
        what = lexicon().named("item", expression.concept).what
        concept = what.get(key) or what.get("spent" if not strict else key)
        return Item(str(concept)) if concept else expression
    if isinstance(expression, OverTime):
        return replace(expression, of=changed(expression.of, key, strict=strict))
    return expression
